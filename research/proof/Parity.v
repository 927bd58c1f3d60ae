(** * Odd and even rings, and how many resolutions there are exactly

    Where armies land where no fleet convoys, each order on an open ring comes out as the one before it, or the
    other way round ([link]). So a turn has a resolution exactly if no open ring is odd ([no_odd_ring]); with one
    resolution there is another in which all open rings come out the other way ([open_is_open]), and there are
    [2^k], where k counts the open rings and circles ([counted_by_open_cycles]). *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings.
Import ListNotations.

Definition ashore (t : turn) : Prop := forall f, is_convoy t f = true -> is_convoy t (goal t f) = false.

Section Parity.
Variable t : turn.

Notation lo := (lo t nothing).
Notation hi := (hi t nothing).
Notation opens := (open t nothing).

Lemma move_image m : moves t m = true -> lo m = image t lo hi m /\ hi m = image t hi lo m.
Proof. apply move_equation, nothing_fixed. Qed.

(** ** From values of supports and convoys to a resolution *)

Definition within (a : outcome) : Prop := forall w, stays t w = true -> le (lo w) (a w) /\ le (a w) (hi w).

Lemma resolution_within a : resolution t a -> within a.
Proof. intros R w _. apply loses_none; [apply fixed_live, nothing_fixed|]. now apply solves_nothing. Qed.

Lemma settled_within a p : within a -> stays t p = true -> le (lo p) (settled t a p) /\ le (settled t a p) (hi p).
Proof.
  intros W S. destruct (finished t nothing (fixed_live t _ (nothing_fixed t)) p) as [E F].
  unfold over, nothing in E, F. fold nothing in E, F. rewrite E, F. unfold settled. rewrite equation_image.
  assert (N : forall n, moves_to t n p = true -> le (lo n) (written_out t a n) /\ le (written_out t a n) (hi n)).
  { intros n N. pose proof (proj1 (moves_to_iff t n p) N) as [M _]. unfold written_out.
    destruct (move_image n M) as [X Y]. rewrite M, X, Y, equation_image.
    split; apply (attack_on_stay t n p); auto; intros w Sw _; now apply and_comm, W || apply W. }
  assert (V : forall f, stays t f = true -> written_out t a f = a f).
  { intros f Sf. unfold written_out. now rewrite (stays_or_moves t f Sf). }
  split; apply image_le_stay; auto; intros q; intros; try (now apply N); rewrite V by auto; now apply W.
Qed.

Definition hold_stays (y : outcome) : province -> option bool := fun p => if stays t p then Some (y p) else None.

Lemma hold_stays_fixed y p : hold_stays y p <> None -> stays t p = true.
Proof. unfold hold_stays. destruct (stays t p); congruence. Qed.

(** Given values of supports and convoys, moves can follow: circles may all move, or none. *)
Lemma follow y : solves t (hold_stays y) (Propagation.lo t (hold_stays y))
                 /\ solves t (hold_stays y) (Propagation.hi t (hold_stays y)).
Proof.
  apply only_moves_open; [apply fixed_live, hold_stays_fixed|]. intros p S.
  destruct (finished t (hold_stays y) (fixed_live t _ (hold_stays_fixed y)) p) as [-> ->].
  unfold over, hold_stays. now rewrite S.
Qed.

(** Then all equations hold, but for those of supports and convoys whose value is not the one that follows. *)
Lemma followed y a : solves t (hold_stays y) a -> (forall p, stays t p = true -> a p = y p)
  /\ forall p, (stays t p = true -> y p = settled t y p) -> a p = equation t a p.
Proof.
  intro A.
  assert (E : forall p, stays t p = true -> a p = y p).
  { intros p S. rewrite (A p). unfold over, hold_stays. now rewrite S. }
  assert (M : forall m, moves t m = true -> a m = equation t a m).
  { apply (solves_moves t (hold_stays y)); auto. apply hold_stays_fixed. }
  split; auto. intros p Y. destruct (moves t p) eqn:Mp; [now apply M|]. destruct (stays t p) eqn:S.
  - rewrite <- settled_equation; auto.
    + rewrite (E p S), (Y eq_refl). apply one_arrow; auto. intros w W _. symmetry. now apply E.
    + intros n N. apply M. now apply moves_to_iff in N.
  - rewrite equation_idle by auto. rewrite (A p). unfold over, hold_stays. rewrite S. now apply equation_idle.
Qed.

(** If there is no resolution, that is not due to moves. *)
Theorem moves_settle y : (forall p, stays t p = true -> y p = settled t y p) ->
  exists a, resolution t a /\ forall p, stays t p = true -> a p = y p.
Proof.
  intro Y. destruct (followed y _ (proj2 (follow y))) as [E R]. eexists. split; [|exact E]. intro p. apply R, Y.
Qed.

(** ** Links *)

Lemma settled_by_paths a p : stays t p = true -> is_convoy t p = false -> moves t (goal t p) = false ->
  settled t a p = negb (cut_by_path t a p).
Proof.
  intros S C G. unfold settled. rewrite equation_image, support_image by auto. apply given_by_paths; auto.
  - intros f Sf. unfold written_out. now rewrite (stays_or_moves t f Sf).
  - intros n N. unfold written_out. rewrite (proj1 (proj1 (moves_to_iff t n p) N)), equation_image.
    intro W. now apply (success_attacks t a a n p).
Qed.

Section Link.
Variables p w : province.
Hypothesis Sp : stays t p = true.
Hypothesis Op : opens p = true.
Hypothesis Sw : stays t w = true.
Hypothesis Ow : opens w = true.
Hypothesis Gw : goal t w = p.

Lemma decided q : stays t q = true -> goal t q = p -> q <> w -> lo q = hi q.
Proof. intros S G D. now apply (others_decided t nothing (nothing_fixed t) p w q). Qed.

(** Of all that the order looks at only one is open. *)
Lemma by_the_one_before a : within a -> settled t a p = if a w then settled t hi p else settled t lo p.
Proof.
  intro W. destruct (proj1 (open_iff t nothing (nothing_fixed t) w) Ow) as [Lw Hw].
  assert (E : forall q, stays t q = true -> goal t q = p -> q <> w -> a q = lo q /\ a q = hi q).
  { intros q S G D. pose proof (decided q S G D) as X. destruct (W q S) as [A B]. rewrite <- X in *.
    split; apply le_both; auto. }
  destruct (a w) eqn:V; apply one_arrow; auto; intros q S G; destruct (Nat.eq_dec q w) as [->|D]; try congruence;
    now apply E.
Qed.

(** A support is turned. *)
Lemma support_turned : is_convoy t p = false -> settled t lo p = true /\ settled t hi p = false.
Proof.
  intro C. destruct (open_support t nothing (nothing_fixed t) p Sp Op C) as [H L].
  rewrite !settled_by_paths, H, L; auto; now apply stays_or_moves, (open_ring t nothing (nothing_fixed t)).
Qed.

(** A number of supports is one more with the open one, if that is among them. *)
Lemma raised (P : province -> bool) : (forall q, P q = true -> stays t q = true /\ goal t q = p) ->
  number t (fun q => P q && hi q) = (if P w then 1 else 0) + number t (fun q => P q && lo q).
Proof.
  intro H. destruct (proj1 (open_iff t nothing (nothing_fixed t) w) Ow) as [Lw Hw].
  assert (G : forall l, NoDup l -> length (filter (fun q => P q && hi q) l)
    = (if in_dec Nat.eq_dec w l then if P w then 1 else 0 else 0) + length (filter (fun q => P q && lo q) l)).
  { induction l as [|q l IH]; intro D; [reflexivity|]. inversion_clear D as [|? ? Out D']. specialize (IH D').
    cbn [filter]. destruct (Nat.eq_dec q w) as [->|N].
    - destruct (in_dec Nat.eq_dec w l); [contradiction|].
      destruct (in_dec Nat.eq_dec w (w :: l)) as [|X]; [|exfalso; apply X; now left].
      rewrite Lw, Hw. destruct (P w); cbn; lia.
    - assert (E : P q && hi q = P q && lo q).
      { destruct (P q) eqn:Q; auto. destruct (H q Q). cbn. symmetry. now apply decided. }
      rewrite E. assert (In w l <-> In w (q :: l)) by (cbn; intuition congruence).
      destruct (in_dec Nat.eq_dec w l), (in_dec Nat.eq_dec w (q :: l)); try tauto;
        destruct (P q && lo q); cbn [length]; lia. }
  unfold number. rewrite (G (provinces t) (seq_NoDup _ _)). destruct (in_dec Nat.eq_dec w (provinces t)) as [|X]; auto.
  exfalso. now apply X, stays_inside.
Qed.

(** A fleet that convoys is attacked. The support before it helps one of these attacks, or none. *)
Section Fleet.
Hypothesis Cp : is_convoy t p = true.
Hypothesis Cw : is_convoy t w = false.

Lemma helped n : moves_to t n p = true -> supports_move t w n = true ->
  lo n = image t lo lo n /\ hi n = image t hi hi n.
Proof.
  intros N H. pose proof (proj1 (moves_to_iff t n p) N) as [M G]. destruct (move_image n M) as [X Y].
  assert (B : head_to_head t n = true -> False).
  { intro B. apply battle_iff in B. rewrite G in B. apply stays_or_moves in Sp. destruct B. congruence. }
  assert (F : moves t (goal t n) = true -> False) by (rewrite G; apply stays_or_moves in Sp; congruence).
  assert (E : forall q, stays t q = true -> goal t q = goal t n -> supports_move t q n = false -> lo q = hi q).
  { intros q S Gq D. apply decided; [auto|congruence|]. intros ->. congruence. }
  rewrite X at 1. rewrite Y at 1.
  split; apply le_both; apply image_le_fight; auto; try (intro; exfalso; auto; fail); try (intros; now apply same_le);
    intros q S Gq D; rewrite (E q S Gq D); unfold le; auto.
Qed.

Lemma not_helped n : moves_to t n p = true -> supports_move t w n = false ->
  lo n = image t hi hi n /\ hi n = image t lo lo n.
Proof.
  intros N H. pose proof (proj1 (moves_to_iff t n p) N) as [M G]. destruct (move_image n M) as [X Y].
  assert (B : head_to_head t n = true -> False).
  { intro B. apply battle_iff in B. rewrite G in B. apply stays_or_moves in Sp. destruct B. congruence. }
  assert (F : moves t (goal t n) = true -> False) by (rewrite G; apply stays_or_moves in Sp; congruence).
  assert (E : forall q, stays t q = true -> goal t q = goal t n -> is_convoy t q = true \/ supports_move t q n = true ->
            lo q = hi q).
  { intros q S Gq D. apply decided; [auto|congruence|]. intros ->. destruct D; congruence. }
  rewrite X at 1. rewrite Y at 1.
  split; apply le_both; apply image_le_fight; auto; try (intro; exfalso; auto; fail); try (intros; now apply same_le);
    intros q S Gq D; rewrite (E q S Gq D); unfold le; auto.
Qed.

Lemma no_battle n : moves_to t n p = true -> head_to_head t n = false.
Proof.
  intro N. apply bool_no. intro B. apply battle_iff in B. apply moves_to_iff in N. destruct N as [_ G].
  rewrite G in B. apply stays_or_moves in Sp. destruct B. congruence.
Qed.

Lemma paths_decided n : moves_to t n p = true -> path t lo n = path t hi n.
Proof.
  intro N. apply moves_to_iff in N. destruct N as [_ G].
  apply le_both; apply path_le; intros f F; apply convoys_iff in F; destruct F as (Cf & Sf & Gf);
    rewrite (decided f) by (auto; congruence); unfold le; auto.
Qed.

Lemma beats_rival a n k : image t a a n = true -> moves_to t n p = true -> moves_to t k p = true -> k <> n ->
  path t a n = true /\ (if path t a k then defend_strength t a k else 0) < defend_strength t a n.
Proof.
  intros W N K D. pose proof (proj1 (moves_to_iff t n p) N) as [M G]. rewrite <- equation_image in W.
  unfold equation in W. unfold moves in M. destruct (order_of t n) eqn:O; try discriminate.
  apply andb_prop in W. destruct W as [W R]. apply Nat.ltb_lt in W. rewrite forallb_forall in R.
  specialize (R k (moves_inside t k (proj1 (proj1 (moves_to_iff t k p) K)))). rewrite G, K in R.
  apply Nat.eqb_neq in D. rewrite D in R. cbn in R. apply Nat.ltb_lt in R.
  pose proof (attack_at_most t a n) as A. unfold prevent_strength in R. rewrite (no_battle k K) in R. cbn in R.
  unfold defend_strength in *. destruct (path t a n); [|lia]. split; auto. destruct (path t a k); cbn in R; lia.
Qed.

Lemma defend_raised m : moves_to t m p = true ->
  defend_strength t hi m = (if supports_move t w m then 1 else 0) + defend_strength t lo m.
Proof.
  intro M. unfold defend_strength. rewrite raised; [lia|]. intros q Q. apply supports_move_iff in Q.
  apply moves_to_iff in M. destruct Q as (S & _ & G), M. split; congruence.
Qed.

(** One support makes a difference of one: an attack that needs it and one that it hinders are not both open. *)
Lemma not_both m n : moves_to t m p = true -> moves_to t n p = true ->
  supports_move t w m = true -> supports_move t w n = false ->
  image t hi hi m = true -> image t lo lo n = true -> False.
Proof.
  intros M N H F Hm Hn. assert (D : n <> m) by (intros ->; rewrite F in H; discriminate H).
  destruct (beats_rival hi m n Hm M N D) as [Pm Rm]. destruct (beats_rival lo n m Hn N M (not_eq_sym D)) as [Pn Rn].
  rewrite <- (paths_decided n N), Pn, (defend_raised n N), (defend_raised m M), F, H in Rm.
  rewrite (paths_decided m M), Pm in Rn. cbn [Nat.add] in Rm. lia.
Qed.

Lemma fleet_settled a : settled t a p = negb (existsb (fun n => moves_to t n p && image t a a n) (provinces t)).
Proof.
  unfold settled, equation. unfold is_convoy in Cp. destruct (order_of t p); try discriminate.
  unfold convoy_stands. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (n & I & X); exists n; split; auto; apply andb_prop in X; destruct X as [N W]; rewrite N; cbn;
    unfold written_out in *; rewrite (proj1 (proj1 (moves_to_iff t n p) N)), equation_image in *; auto.
Qed.

(** *** The fight over a fleet

    One attack is open. Either the support before is for it: then it succeeds exactly with it, and the fleet stands exactly
    without. Or it is not: then it succeeds exactly without. *)
Theorem fight : exists n, moves_to t n p = true /\ opens n = true
  /\ (forall k, moves_to t k p = true -> opens k = true -> k = n)
  /\ settled t lo p = supports_move t w n /\ settled t hi p = negb (supports_move t w n).
Proof.
  destruct (open_equation t nothing (nothing_fixed t) p Op) as [X Y].
  destruct (proj1 (open_iff t nothing (nothing_fixed t) p) Op) as [L H].
  assert (Xi : forall a b, image t a b p = convoy_stands t b p).
  { intros a b. unfold image. unfold is_convoy in Cp. now destruct (order_of t p). }
  rewrite L, Xi in X. rewrite H, Xi in Y. unfold convoy_stands in X, Y. symmetry in X, Y.
  apply negb_false_iff, existsb_exists in X. destruct X as (n & I & X). apply andb_prop in X. destruct X as [N Hn].
  apply negb_true_iff in Y.
  assert (Low : forall k, moves_to t k p = true -> lo k = false).
  { intros k K. apply bool_no. intro Z. apply not_true_iff_false in Y. apply Y, existsb_exists. exists k.
    rewrite K. split; auto. now apply moves_inside, (moves_to_iff t k p). }
  assert (Opn : forall k, moves_to t k p = true -> opens k = hi k).
  { intros k K. unfold open. rewrite (Low k K). now destruct (hi k). }
  assert (One : forall k, moves_to t k p = true -> hi k = true -> supports_move t w k = supports_move t w n -> k = n).
  { intros k K Hk E. destruct (supports_move t w n) eqn:S.
    - unfold supports_move in S, E. destruct (order_of t w); try discriminate. rewrite andb_true_iff, Nat.eqb_eq in S, E.
      intuition congruence.
    - destruct (Nat.eq_dec k n) as [|D]; auto. exfalso.
      destruct (not_helped k K E) as [_ Ek]. destruct (not_helped n N S) as [_ En]. rewrite Ek in Hk. rewrite En in Hn.
      destruct (beats_rival lo k n Hk K N (not_eq_sym D)) as [Pk Rk].
      destruct (beats_rival lo n k Hn N K D) as [Pn Rn]. rewrite Pk in Rn. rewrite Pn in Rk. lia. }
  assert (Two : forall k, moves_to t k p = true -> hi k = true -> k = n).
  { intros k K Hk. destruct (supports_move t w k) eqn:Sk, (supports_move t w n) eqn:Sn; try (apply One; congruence); exfalso.
    - destruct (helped k K Sk) as [_ Ek]. destruct (not_helped n N Sn) as [_ En]. rewrite Ek in Hk. rewrite En in Hn.
      exact (not_both k n K N Sk Sn Hk Hn).
    - destruct (helped n N Sn) as [_ En]. destruct (not_helped k K Sk) as [_ Ek]. rewrite Ek in Hk. rewrite En in Hn.
      exact (not_both n k N K Sn Sk Hn Hk). }
  assert (Fleet : forall a k, moves_to t k p = true -> image t a a k = true -> settled t a p = false).
  { intros a k K W. rewrite fleet_settled. apply negb_false_iff, existsb_exists. exists k. rewrite K, W. split; auto.
    now apply moves_inside, (moves_to_iff t k p). }
  assert (Safe : forall a, (forall k, moves_to t k p = true -> image t a a k = false) -> settled t a p = true).
  { intros a Z. rewrite fleet_settled. apply negb_true_iff, bool_no. intro W. apply existsb_exists in W.
    destruct W as (k & _ & W). apply andb_prop in W. destruct W as [K W]. rewrite Z in W; [discriminate|auto]. }
  exists n. repeat split; auto; [now rewrite Opn| |destruct (supports_move t w n) eqn:S|destruct (supports_move t w n) eqn:S].
  - intros k K Z. apply Two; auto. now rewrite <- Opn.
  - apply Safe. intros k K. destruct (supports_move t w k) eqn:Sk.
    + destruct (helped k K Sk) as [<- _]. now apply Low.
    + destruct (not_helped k K Sk) as [_ <-]. apply bool_no. intro Z. rewrite (Two k K Z) in Sk. congruence.
  - apply (Fleet lo n N). destruct (not_helped n N S) as [_ <-]. auto.
  - apply (Fleet hi n N). destruct (helped n N S) as [_ <-]. auto.
  - apply Safe. intros k K. destruct (supports_move t w k) eqn:Sk.
    + destruct (helped k K Sk) as [_ <-]. apply bool_no. intro Z. rewrite (Two k K Z) in Sk. congruence.
    + destruct (not_helped k K Sk) as [<- _]. now apply Low.
Qed.
End Fleet.
End Link.

(** Success turns into failure, and failure into success: the order succeeds where the one before fails. *)
Definition inverts (p : province) : bool := settled t lo p.

(** *** On a ring, no order is decided by itself. *)
Theorem link w : ashore t -> stays t w = true -> opens w = true ->
  settled t hi (goal t w) = negb (settled t lo (goal t w)).
Proof.
  intros land S O. destruct (open_ring t nothing (nothing_fixed t) w S O) as [Sp Op].
  destruct (is_convoy t (goal t w)) eqn:C.
  - destruct (fight (goal t w) w Sp Op S O eq_refl C) as (n & _ & _ & _ & E & F).
    + apply bool_no. intro W. apply land in W. congruence.
    + now rewrite E, F.
  - destruct (support_turned (goal t w) Sp Op C) as [E F]. now rewrite E, F.
Qed.

Lemma along_ring a w : ashore t -> within a -> stays t w = true -> opens w = true ->
  settled t a (goal t w) = xorb (a w) (inverts (goal t w)).
Proof.
  intros land W S O. destruct (open_ring t nothing (nothing_fixed t) w S O) as [Sp Op].
  rewrite (by_the_one_before (goal t w) w Sp S O eq_refl a W). unfold inverts.
  pose proof (link w land S O) as L. destruct (a w); rewrite ?L; now destruct (settled t lo (goal t w)).
Qed.

(** ** Walks round rings *)

(** How often success turns into failure on [k] steps from [p]: whether that is odd. *)
Fixpoint turned (e : province -> bool) (p : province) (k : nat) : bool :=
  match k with 0 => false | S k => xorb (turned e p k) (e (steps (goal t) (S k) p)) end.

(** Once round: back after [k + 1] steps, and not before. *)
Definition round (p : province) (k : nat) : Prop :=
  steps (goal t) (S k) p = p /\ forall i, 0 < i <= k -> steps (goal t) i p <> p.

Definition odd_ring (p : province) : Prop :=
  stays t p = true /\ opens p = true /\ exists k, round p k /\ turned inverts p (S k) = true.

Lemma ring_steps p k : stays t p = true -> opens p = true ->
  stays t (steps (goal t) k p) = true /\ opens (steps (goal t) k p) = true.
Proof.
  intros S O. induction k as [|k [Sk Ok]]; auto. rewrite steps_S. now apply open_ring; auto using nothing_fixed.
Qed.

Lemma turned_front e p k : turned e p (S k) = xorb (e (goal t p)) (turned e (goal t p) k).
Proof.
  induction k as [|k IH]; [cbn; destruct (e (goal t p)); reflexivity|].
  change (turned e p (S (S k))) with (xorb (turned e p (S k)) (e (steps (goal t) (S (S k)) p))).
  rewrite IH. cbn [turned]. rewrite xorb_assoc. now rewrite steps_next.
Qed.

Theorem odd_ring_clashes p : ashore t -> odd_ring p -> forall a, ~ resolution t a.
Proof.
  intros land (S & O & k & [R _] & T) a A.
  assert (G : forall j, a (steps (goal t) j p) = xorb (a p) (turned inverts p j)).
  { induction j as [|j IH]; [cbn; now destruct (a p)|]. destruct (ring_steps p j S O) as [Sj Oj].
    cbn [turned]. rewrite steps_S, (resolution_settled t a _ A).
    - rewrite (along_ring a _ land (resolution_within a A) Sj Oj), IH. now rewrite xorb_assoc.
    - now apply (open_ring t nothing (nothing_fixed t)). }
  specialize (G (Datatypes.S k)). rewrite R, T in G. now destruct (a p).
Qed.

(** Values along rings that fit [e], if it adds up to nothing round each. *)
Section Values.
Variable e : province -> bool.
Notation chief := (leader (size t) (goal t)).

Hypothesis even : forall p k, chief p = true -> stays t p = true -> opens p = true -> round p k -> turned e p (S k) = false.

(** The turns from here to the leader of the ring. *)
Fixpoint toward (k : nat) (p : province) : bool :=
  match k with 0 => false | S k => if chief p then false else xorb (e (goal t p)) (toward k (goal t p)) end.

Definition value (p : province) : bool := toward (S (size t)) p.

Lemma toward_leader j : forall k p, j < k -> chief (steps (goal t) j p) = true ->
  (forall i, i < j -> chief (steps (goal t) i p) = false) -> toward k p = turned e p j.
Proof.
  induction j as [|j IH]; intros k p L C F; (destruct k as [|k]; [lia|]); cbn [toward].
  - cbn in C. now rewrite C.
  - pose proof (F 0 (Nat.lt_0_succ j)) as C0. cbn in C0. rewrite C0, turned_front. f_equal. apply IH; [lia| |].
    + now rewrite steps_next.
    + intros i I. rewrite steps_next. apply F. lia.
Qed.

Lemma first_leader p : stays t p = true -> opens p = true -> exists j, j <= size t /\
  chief (steps (goal t) j p) = true /\ forall i, i < j -> chief (steps (goal t) i p) = false.
Proof.
  intros S O. destruct (walk_to_leader (size t) (goal t) p) as (k & C).
  { intro k. apply in_provinces, stays_inside. now apply ring_steps. }
  assert (exists j, j <= size t /\ chief (steps (goal t) j p) = true) as (j & J & Cj).
  { assert (X : leads_to (size t) (goal t) (steps (goal t) k p) p = true).
    { apply leads_to_iff; [apply stuck|]. eauto. }
    unfold leads_to in X. apply existsb_exists in X. destruct X as (j & J & X). apply in_seq in J. apply Nat.eqb_eq in X.
    exists j. split; [lia|]. congruence. }
  clear k C. revert J Cj. induction j as [j IH] using (well_founded_induction lt_wf). intros J Cj.
  destruct (existsb (fun i => chief (steps (goal t) i p)) (seq 0 j)) eqn:X.
  - apply existsb_exists in X. destruct X as (i & I & C). apply in_seq in I. apply (IH i); auto; lia.
  - exists j. repeat split; auto. intros i I. apply bool_no. intro C. apply not_true_iff_false in X.
    apply X, existsb_exists. exists i. split; auto. apply in_seq. lia.
Qed.

Lemma value_next p : stays t p = true -> opens p = true -> value (goal t p) = xorb (value p) (e (goal t p)).
Proof.
  intros S O. destruct (open_ring t nothing (nothing_fixed t) p S O) as [Sg Og].
  destruct (first_leader (goal t p) Sg Og) as (j & J & C & F).
  unfold value. rewrite (toward_leader j _ (goal t p)) by (auto; lia).
  destruct (chief p) eqn:Cp.
  - cbn [toward]. rewrite Cp. cbn. rewrite steps_next in C.
    assert (R : steps (goal t) (Datatypes.S j) p = p).
    { symmetry. apply (one_leader (size t) (goal t) (stuck t)); auto. apply leads_to_iff; [apply stuck|]. eauto. }
    assert (T : turned e p (Datatypes.S j) = false).
    { apply even; auto. split; auto. intros i I E. specialize (F (i - 1)). rewrite steps_next in F.
      replace (Datatypes.S (i - 1)) with i in F by lia. rewrite E, Cp in F. discriminate F. lia. }
    rewrite turned_front in T. destruct (e (goal t p)), (turned e (goal t p) j); auto; discriminate.
  - destruct (first_leader p S O) as (i & I & Ci & Fi).
    rewrite (toward_leader i _ p) by (auto; lia). destruct i as [|i]; [cbn in Ci; congruence|].
    rewrite turned_front.
    assert (E : i = j).
    { rewrite <- steps_next in Ci. destruct (lt_eq_lt_dec i j) as [[X|X]|X]; auto.
      - rewrite F in Ci by auto. discriminate.
      - rewrite steps_next in C. rewrite Fi in C by lia. discriminate. }
    rewrite E. destruct (e (goal t p)), (turned e (goal t p) j); reflexivity.
Qed.
End Values.

(** Values of the open supports and convoys: an equation holds where the value passes from the order before as the link wants. *)
Lemma ring_values y : ashore t -> exists a,
  (forall p, stays t p = true -> a p = if opens p then y p else lo p) /\
  forall p, (forall w, stays t w = true -> opens w = true -> goal t w = p -> y p = xorb (y w) (inverts p)) ->
    a p = equation t a p.
Proof.
  intros land. set (x := fun p => if opens p then y p else lo p).
  assert (W : within x).
  { intros w S. unfold x. destruct (opens w) eqn:O.
    - apply (open_iff t nothing (nothing_fixed t)) in O. destruct O as [-> ->]. unfold le. split; [discriminate|auto].
    - rewrite <- (not_open t nothing w O). unfold le. auto. }
  destruct (followed x _ (proj2 (follow x))) as [E R]. eexists. split; [exact E|].
  intros p Y. apply R. intro S. unfold x at 1. destruct (opens p) eqn:O.
  - destruct (open_back t nothing (nothing_fixed t) p S O) as (w & Sw & G & Ow). rewrite (Y w Sw Ow G).
    subst p. rewrite (along_ring x w land W Sw Ow). unfold x. now rewrite Ow.
  - destruct (settled_within x p W S) as [A B]. rewrite <- (not_open t nothing p O) in B. now apply le_both.
Qed.

(** *** A turn has a resolution exactly if no open ring is odd. *)
Theorem no_odd_ring : ashore t -> (exists a, resolution t a) <-> forall p, ~ odd_ring p.
Proof.
  intro land. split.
  - intros (a & A) p O. now apply (odd_ring_clashes p land O a).
  - intro N. destruct (ring_values (value inverts) land) as (a & _ & A). exists a. intro q. apply A.
    intros w Sw Ow <-. apply value_next; auto. intros p k _ S O R. apply bool_no. intro T. apply (N p). repeat split; eauto.
Qed.

(** *** From one resolution to another: all open rings come out the other way. *)
Theorem open_is_open a : ashore t -> resolution t a ->
  exists b, resolution t b /\ forall p, stays t p = true -> opens p = true -> b p = negb (a p).
Proof.
  intros land A. destruct (ring_values (fun p => negb (a p)) land) as (b & E & B). exists b. split.
  - intro p. apply B. intros w S O <-. destruct (open_ring t nothing (nothing_fixed t) w S O) as [Sg _].
    rewrite (resolution_settled t a _ A Sg), (along_ring a w land (resolution_within a A) S O).
    now destruct (a w), (inverts (goal t w)).
  - intros p S O. now rewrite (E p S), O.
Qed.

(** So the convoys that the Szykman rule lets fail are open in every sense, if there is a resolution at all. *)
Corollary szykman_is_needed f a : ashore t -> resolution t a -> paradoxical t f = true ->
  exists b, resolution t b /\ b f <> a f.
Proof.
  intros land A P. apply andb_prop in P. destruct P as [C O]. destruct (open_is_open a land A) as (b & B & E).
  exists b. split; auto. rewrite E; auto; [|now apply is_convoy_stays]. now destruct (a f).
Qed.

(** ** What is open leads to what is open *)

Lemma open_move_front m : moves t m = true -> opens m = true -> stays t (goal t m) = false ->
  (moves t (goal t m) = true /\ opens (goal t m) = true) /\
  forall w, stays t w = true -> goal t w = goal t m \/ goal t w = m -> lo w = hi w.
Proof.
  intros M O S. destruct (move_image m M) as [X Y]. apply (open_iff t nothing (nothing_fixed t)) in O as O'. destruct O' as [L H].
  assert (D : forall w, stays t w = true -> goal t w = goal t m \/ goal t w = m -> lo w = hi w).
  { intros w W G. apply not_open, bool_no. intro Ow. destruct (open_ring t nothing (nothing_fixed t) w W Ow) as [Sg _].
    destruct G as [G|G]; rewrite G in Sg; [congruence|]. apply stays_or_moves in Sg. congruence. }
  split; auto. destruct (moves t (goal t m)) eqn:Mg; [destruct (opens (goal t m)) eqn:Og; auto|].
  all: exfalso; assert (E : image t lo hi m = image t hi lo m); [|congruence].
  all: apply le_both; apply image_le_move; auto; try (intros w W G; rewrite (D w) by auto; unfold le; auto; fail);
    try (intros B w W G; rewrite (D w) by auto; unfold le; auto; fail); try (intro F; congruence).
  all: intros _; rewrite (not_open t nothing _ Og); unfold le; auto.
Qed.

(** *** Arrows lead from each open order to an open one: so to an open ring or circle. *)
Theorem open_onward p : opens p = true -> opens (goal t p) = true.
Proof.
  intro O. destruct (stays t p) eqn:S; [now apply (open_ring t nothing (nothing_fixed t))|].
  assert (M : moves t p = true).
  { destruct (moves t p) eqn:M; auto. rewrite (open_moves_or_stays t nothing (nothing_fixed t) p O M) in S. discriminate. }
  destruct (stays t (goal t p)) eqn:Sg; [|now apply open_move_front].
  destruct (opens (goal t p)) eqn:Og; auto. exfalso. destruct (move_image p M) as [X Y].
  apply (open_iff t nothing (nothing_fixed t)) in O. destruct O as [L H].
  assert (E : image t lo hi p = image t hi lo p); [|congruence].
  assert (D : forall w, stays t w = true -> goal t w = goal t p -> lo w = hi w).
  { intros w W G. apply not_open, bool_no. intro Ow. destruct (open_ring t nothing (nothing_fixed t) w W Ow) as [_ Ogw]. congruence. }
  assert (T : moves_to t p (goal t p) = true) by now apply moves_to_iff.
  apply le_both; apply (attack_on_stay t p (goal t p)); auto; intros w W G; rewrite (D w W G); unfold le; auto.
Qed.

Theorem open_leads_to_cycle p : opens p = true -> exists k, let c := steps (goal t) k p in
  opens c = true /\ on_cycle (size t) (goal t) c.
Proof.
  intro O. assert (W : forall k, opens (steps (goal t) k p) = true).
  { induction k as [|k IH]; auto. rewrite steps_S. now apply open_onward. }
  destruct (walk_to_leader (size t) (goal t) p) as (k & C).
  { intro k. apply in_provinces. destruct (in_dec Nat.eq_dec (steps (goal t) k p) (provinces t)) as [|F]; auto. exfalso.
    specialize (W k). apply (open_iff t nothing (nothing_fixed t)) in W as V. destruct V as [V _].
    destruct (open_equation t nothing (nothing_fixed t) _ W) as [V' _]. rewrite image_outside in V' by auto. congruence. }
  exists k. split; auto. now apply chief_on_cycle.
Qed.

(** *** Behind another move, an open one follows it. *)
Theorem open_move_follows a m : resolution t a -> moves t m = true -> opens m = true -> stays t (goal t m) = false ->
  a m = a (goal t m).
Proof.
  intros A M O S. destruct (open_move_front m M O S) as [[Mg Og] D]. destruct (move_image m M) as [X Y].
  apply (open_iff t nothing (nothing_fixed t)) in O as O'. destruct O' as [L H].
  apply (open_iff t nothing (nothing_fixed t)) in Og as Og'. destruct Og' as [Lg Hg].
  assert (B : forall w, stays t w = true -> goal t w = goal t m \/ goal t w = m -> a w = lo w /\ a w = hi w).
  { intros w W G. destruct (resolution_within a A w W) as [U V]. specialize (D w W G). rewrite <- D in *.
    split; apply le_both; auto. }
  assert (Im : a m = image t a a m) by (rewrite <- equation_image; apply A).
  destruct (a (goal t m)) eqn:Ag.
  - assert (le (image t hi lo m) (image t a a m)) as E; [|rewrite Im; apply E; congruence].
    apply image_le_move; auto.
    + intros w W G. destruct (B w W) as [B1 B2]; auto. rewrite <- B1, <- B2. unfold le. auto.
    + intros _ w W G. destruct (B w W) as [B1 B2]; auto. rewrite <- B1. unfold le. auto.
    + intros _. unfold le. auto.
  - assert (le (image t a a m) (image t lo hi m)) as E; [|rewrite Im; apply le_false; rewrite <- L, X; exact E].
    apply image_le_move; auto.
    + intros w W G. destruct (B w W) as [B1 B2]; auto. rewrite <- B1, <- B2. unfold le. auto.
    + intros _ w W G. destruct (B w W) as [B1 B2]; auto. rewrite <- B2. unfold le. auto.
    + intros _. rewrite Ag. unfold le. discriminate.
Qed.

(** ** Open circles *)

Notation chief := (leader (size t) (goal t)).

Definition in_open_circle (m : province) : Prop :=
  moves t m = true /\ opens m = true /\ on_cycle (size t) (goal t) m.

Lemma circle_moves m : in_open_circle m -> stays t (goal t m) = false.
Proof.
  intros (M & O & C). apply bool_no. intro S. destruct (cycle_back (size t) (goal t) m C 1) as (i & I).
  destruct (ring_steps (goal t m) i S (open_onward m O)) as [Sm _]. cbn in I. rewrite I in Sm.
  apply stays_or_moves in Sm. congruence.
Qed.

(** The next one is open, too. *)
Lemma circle_goes_on m : in_open_circle m -> in_open_circle (goal t m).
Proof.
  intro I. pose proof I as (M & O & C). destruct (open_move_front m M O (circle_moves m I)) as [[Mg Og] _].
  repeat split; auto. apply (on_cycle_steps _ _ m 1 C).
Qed.

(** With supports and convoys as in any resolution, all of its moves can succeed, and all can fail. *)
Theorem open_circle a m : resolution t a -> in_open_circle m ->
  exists b, resolution t b /\ b m <> a m.
Proof.
  intros A I.
  assert (Y : forall p, stays t p = true -> a p = settled t a p) by (intros; now apply resolution_settled).
  destruct (follow a) as [SL SH]. set (F := hold_stays a) in *.
  destruct (followed a _ SL) as [_ RL], (followed a _ SH) as [E RH]. fold F in E.
  assert (L : forall p, F p <> None -> open_to_choice t p = true) by (apply fixed_live, hold_stays_fixed).
  assert (Dec : forall g p w, in_open_circle g -> p = g \/ p = goal t g -> stays t w = true -> goal t w = p ->
            lo w = a w /\ hi w = a w).
  { intros g p w Ig P S G. pose proof Ig as (Mg & Og & _).
    assert (D : lo w = hi w) by (apply (open_move_front g Mg Og (circle_moves g Ig)); auto; destruct P; [right|left]; congruence).
    destruct (resolution_within a A w S) as [U V]. rewrite <- D in *. split; apply le_both; auto. }
  assert (K : forall k g, in_open_circle g -> fst (bounds t F k) g = false /\ snd (bounds t F k) g = true).
  { induction k as [|k IH]; intros g Ig; [auto|]. pose proof Ig as (Mg & Og & _).
    apply (open_iff t nothing (nothing_fixed t)) in Og. destruct Og as [Lg Hg]. destruct (move_image g Mg) as [U V].
    rewrite (lo_S t F L), (hi_S t F L). unfold over.
    replace (F g) with (@None bool).
    2:{ unfold F, hold_stays. destruct (stays t g) eqn:S; auto. apply stays_or_moves in S. congruence. }
    destruct (IH (goal t g) (circle_goes_on g Ig)) as [IL IH'].
    assert (B : forall w, stays t w = true -> le (fst (bounds t F k) w) (a w) /\ le (a w) (snd (bounds t F k) w)).
    { intros w S. rewrite <- (E w S). now apply (encloses t F L). }
    split.
    - apply le_false. rewrite <- Lg, U. apply image_le_move; auto.
      + intros w S G. destruct (Dec g (goal t g) w) as [Q Q2]; auto. rewrite ?Q, ?Q2. now apply B.
      + intros _ w S G. destruct (Dec g g w) as [Q Q2]; auto. rewrite ?Q, ?Q2. now apply B.
      + rewrite IL. unfold le. discriminate.
    - assert (Q : le (hi g) (image t (snd (bounds t F k)) (fst (bounds t F k)) g)); [|apply Q; auto].
      rewrite V. apply image_le_move; auto.
      + intros w S G. destruct (Dec g (goal t g) w) as [Q Q2]; auto. rewrite ?Q, ?Q2. destruct (B w S). auto.
      + intros _ w S G. destruct (Dec g g w) as [Q Q2]; auto. rewrite ?Q, ?Q2. now apply B.
      + rewrite IH'. unfold le. auto. }
  destruct (K (size t + 2) m I) as [U V].
  destruct (last_bounds t F) as [EL EH]. rewrite <- EL in U. rewrite <- EH in V.
  destruct (a m).
  - exists (Propagation.lo t F). split; [intro p; apply RL; auto|congruence].
  - exists (Propagation.hi t F). split; [intro p; apply RH; auto|congruence].
Qed.

(** ** 2^k: the cycles of arrows that propagation leaves open, each named by its least province *)

Definition open_cycles : list province := filter (fun c => chief c && opens c) (provinces t).

Lemma differ_at_open_cycle a c : ashore t -> resolution t a -> chief c = true -> opens c = true ->
  exists b, resolution t b /\ b c <> a c.
Proof.
  intros land A C O. destruct (stays t c) eqn:S.
  - destruct (open_is_open a land A) as (b & B & E). exists b. split; auto. rewrite (E c S O). now destruct (a c).
  - apply open_circle; auto. repeat split; auto; [|now apply chief_on_cycle].
    destruct (moves t c) eqn:M; auto. rewrite (open_moves_or_stays t nothing (nothing_fixed t) c O M) in S. discriminate.
Qed.

Theorem counted_by_open_cycles a : ashore t -> resolution t a ->
  length (all_resolutions t) = 2 ^ length open_cycles.
Proof.
  intros land A. destruct (none_or_a_power_of_two t) as [N| ->].
  { exfalso. destruct (all_listed t a A) as (x & X & _). now rewrite N in X. }
  do 2 f_equal. unfold undecided_cycles, open_cycles. apply filter_ext_in. intros c _.
  destruct (chief c) eqn:C; cbn; auto. apply eq_true_iff_eq. split.
  - intro X. apply existsb_exists in X. destruct X as (x & Ix & X). apply existsb_exists in X. destruct X as (y & Iy & X).
    apply listed_iff in Ix, Iy. destruct (opens c) eqn:O; auto. exfalso. apply not_open in O.
    assert (V : forall z, resolution t z -> z c = lo c).
    { intros z Z. apply (decided_value t nothing (fixed_live t _ (nothing_fixed t))); auto. }
    rewrite (V (read x)), (V (read y)) in X by tauto. now destruct (lo c).
  - intro O. destruct (differ_at_open_cycle a c land A C O) as (b & B & D).
    destruct (all_listed t a A) as (x & X & Ex). destruct (all_listed t b B) as (y & Y & Ey).
    apply existsb_exists. exists x. split; auto. apply existsb_exists. exists y. split; auto. rewrite Ex, Ey.
    destruct (a c), (b c); auto; congruence.
Qed.

End Parity.
