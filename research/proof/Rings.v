(** * Rings of supports and convoys, circles of moves, and the Szykman rule

    - [open_ring], [ring_apart]: the supports and convoys that propagation leaves open form rings; their arrows
      lead from one to the next, no two to the same. [support_after_convoy]: before each support comes a convoy.
    - [resolution_without_convoys], [circular]: a turn without convoys has a resolution, and outcomes that agree
      in supports and convoys differ only in circles of moves, which all succeed or all fail.
    - [szykman_exists], [szykman_unique]: let the open convoys fail; then there is an outcome, the only one up to circles. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation.
Import ListNotations.

(** ** What an attack on a unit that stays needs *)

Section Attacks.
Variable t : turn.

Definition foreign (n p : province) : bool := negb (power_of t n =? power_of t p).

Lemma stays_not_empty p : stays t p = true -> empty t p = false.
Proof. unfold stays, empty. now destruct (order_of t p). Qed.

Lemma attack_is a n p : moves_to t n p = true -> stays t p = true ->
  attack_strength t a n =
    if path t a n && foreign n p
    then 1 + number t (fun w => supports_move t w n && a w && negb (power_of t w =? power_of t p)) else 0.
Proof.
  intros N S. apply moves_to_iff in N. destruct N as [_ G]. unfold attack_strength, foreign. rewrite G.
  rewrite (stays_not_empty p S), (stays_or_moves t p S), Nat.eqb_sym. cbn.
  destruct (path t a n), (power_of t n =? power_of t p); auto.
Qed.

Lemma success_attacks a b n p : moves_to t n p = true -> stays t p = true -> image t a b n = true ->
  path t a n = true /\ foreign n p = true.
Proof.
  intros N S W. rewrite image_move in W by now apply moves_to_iff in N.
  apply andb_prop in W. destruct W as [W _]. apply Nat.ltb_lt in W. rewrite (attack_is a n p N S) in W.
  destruct (path t a n), (foreign n p); cbn in W; auto; lia.
Qed.

(** *** One move enters a province, where moves satisfy their equations *)

Lemma battle_back m : head_to_head t m = true -> head_to_head t (goal t m) = true.
Proof.
  unfold head_to_head. rewrite !andb_true_iff, !moves_to_iff. intros [[[M [F G]] C] D]. rewrite G. intuition.
Qed.

Lemma winner_prevents a m : (forall k, moves t k = true -> a k = equation t a k) -> moves t m = true -> a m = true ->
  prevent_strength t a m = defend_strength t a m /\ 0 < attack_strength t a m.
Proof.
  intros E M A.
  assert (W : forall k, moves t k = true -> a k = true ->
    (if head_to_head t k then defend_strength t a (goal t k) else hold_strength t a (goal t k)) < attack_strength t a k).
  { intros k Mk Ak. rewrite (E k Mk) in Ak. unfold equation in Ak. unfold moves in Mk. destruct (order_of t k); try discriminate.
    apply andb_prop in Ak. now apply Nat.ltb_lt. }
  pose proof (W m M A) as Wm. pose proof (attack_at_most t a m) as Am. split; [|lia].
  unfold prevent_strength, defend_strength in *. destruct (path t a m); cbn [negb orb]; [|lia].
  destruct (head_to_head t m) eqn:B; cbn [andb]; auto. destruct (a (goal t m)) eqn:F; auto. exfalso.
  pose proof (battle_iff t m B) as [Mq Gq]. pose proof (W (goal t m) Mq F) as Wq. rewrite (battle_back m B), Gq in Wq.
  pose proof (attack_at_most t a (goal t m)) as Aq. unfold defend_strength in *. destruct (path t a (goal t m)); lia.
Qed.

Theorem one_enters a m k : (forall j, moves t j = true -> a j = equation t a j) ->
  moves t m = true -> moves t k = true -> goal t m = goal t k -> a m = true -> a k = true -> m = k.
Proof.
  intros E M K G Am Ak. destruct (Nat.eq_dec m k) as [|N]; auto. exfalso.
  assert (B : forall x y, moves t x = true -> a x = true -> moves t y = true -> goal t y = goal t x -> y <> x ->
            prevent_strength t a y < attack_strength t a x).
  { intros x y X Ax Y Gy D. rewrite (E x X) in Ax. unfold equation in Ax. unfold moves in X.
    destruct (order_of t x) eqn:O; try discriminate. apply andb_prop in Ax. destruct Ax as [_ Ax].
    rewrite forallb_forall in Ax. specialize (Ax y (moves_inside t y Y)).
    rewrite (proj2 (moves_to_iff t y (goal t x)) (conj Y Gy)) in Ax. apply Nat.eqb_neq in D. rewrite D in Ax.
    now apply Nat.ltb_lt. }
  pose proof (B m k M Am K (eq_sym G) (not_eq_sym N)). pose proof (B k m K Ak M G N).
  destruct (winner_prevents a m E M Am) as [Pm _], (winner_prevents a k E K Ak) as [Pk _].
  pose proof (attack_at_most t a m). pose proof (attack_at_most t a k).
  destruct (path t a m), (path t a k); lia.
Qed.
End Attacks.

(** ** Circles of moves *)

Section Circles.
Variable t : turn.
Variables a b : outcome.
Hypothesis A : forall m, moves t m = true -> a m = equation t a m.
Hypothesis B : forall m, moves t m = true -> b m = equation t b m.
Hypothesis same : forall p, moves t p = false -> a p = b p.

Lemma same_everywhere p : same_at t p a b.
Proof. intros w S _. apply same. now apply stays_or_moves. Qed.

Lemma differ_moves m : a m <> b m -> moves t m = true.
Proof. intro D. destruct (moves t m) eqn:M; auto. Qed.

Lemma next_in_circle m : a m <> b m -> a (goal t m) = a m /\ b (goal t m) = b m.
Proof.
  intro D. pose proof (differ_moves m D) as M.
  destruct (bool_dec (a (goal t m)) (b (goal t m))) as [E|N].
  - exfalso. apply D. rewrite A, B by auto. apply move_looks_at; auto using same_everywhere.
  - assert (X : forall x y : outcome, (forall p, same_at t p x y) -> equation t x m = true -> equation t y m = false ->
              x (goal t m) = false -> False).
    { intros x y S Ex Ey F. assert (equation t y m = true); [|congruence].
      revert Ex. apply leaving_helps; auto. intros _ F'. congruence. }
    assert (S' : forall p, same_at t p b a) by (intros p w Sw G; symmetry; now apply (same_everywhere p)).
    pose proof (X a b same_everywhere) as X1. pose proof (X b a S') as X2. rewrite (A m M) in *. rewrite (B m M) in *.
    destruct (equation t a m), (equation t b m), (a (goal t m)), (b (goal t m)); auto; try congruence; exfalso; auto.
Qed.

(** *** They differ along whole circles, which succeed in one and fail in the other. *)
Theorem circular m : a m <> b m -> on_cycle (size t) (goal t) m /\
  forall k, let g := steps (goal t) k m in moves t g = true /\ a g = a m /\ b g = b m.
Proof.
  intro D.
  assert (W : forall k, let g := steps (goal t) k m in a g = a m /\ b g = b m).
  { induction k as [|k [Ia Ib]]; [auto|]. rewrite steps_S. cbv zeta in *.
    destruct (next_in_circle (steps (goal t) k m)) as [Na Nb]; [congruence|]. split; congruence. }
  assert (M : forall k, moves t (steps (goal t) k m) = true).
  { intro k. apply differ_moves. destruct (W k) as [Ia Ib]. cbv zeta in *. congruence. }
  split.
  2:{ intros k g. repeat split; [apply M|apply (W k)|apply (W k)]. }
  assert (I : forall i j, i < j -> steps (goal t) i m = steps (goal t) j m -> steps (goal t) (j - i) m = m).
  { induction i as [|i IH]; intros j L E; [now rewrite Nat.sub_0_r|].
    destruct j as [|j]; [lia|]. apply (IH j); [lia|]. rewrite !steps_S in E.
    destruct (W i) as [Ai Bi]. destruct (W j) as [Aj Bj]. cbv zeta in *.
    destruct (a m) eqn:Am.
    - apply (one_enters t a); auto.
    - apply (one_enters t b); auto; destruct (b m); congruence. }
  destruct (walk (size t) (goal t) m) as [(i & _ & G)|(i & j & L & E)].
  - exfalso. pose proof (moves_inside t _ (M i)) as X. apply in_provinces in X. lia.
  - exists (j - i). split; [lia|]. apply I; auto. lia.
Qed.
End Circles.

(** ** Rings *)

Section Rings.
Variable t : turn.
Variable fixed : province -> option bool.
Hypothesis fixed_stays : forall p, fixed p <> None -> stays t p = true.

Lemma fixed_live p : fixed p <> None -> open_to_choice t p = true.
Proof. intro F. unfold open_to_choice. rewrite (fixed_stays p F). apply orb_true_r. Qed.

Notation lo := (lo t fixed).
Notation hi := (hi t fixed).

Definition open (p : province) : bool := negb (eqb (lo p) (hi p)).

Lemma open_iff p : open p = true <-> lo p = false /\ hi p = true.
Proof.
  unfold open. rewrite negb_true_iff, eqb_false_iff. pose proof (lo_hi t fixed fixed_live p) as E. unfold le in E.
  destruct (lo p), (hi p); intuition; try congruence; discriminate (E eq_refl).
Qed.

Lemma not_open p : open p = false -> lo p = hi p.
Proof. unfold open. rewrite negb_false_iff. apply eqb_prop. Qed.

Lemma open_equation p : open p = true -> lo p = image t lo hi p /\ hi p = image t hi lo p.
Proof.
  intro O. apply open_iff in O. destruct O as [L H]. destruct (finished t fixed fixed_live p) as [E F].
  unfold over in E, F. destruct (fixed p); [congruence|auto].
Qed.

Lemma move_equation m : moves t m = true -> lo m = image t lo hi m /\ hi m = image t hi lo m.
Proof.
  intro M. destruct (finished t fixed fixed_live m) as [E F]. unfold over in E, F. destruct (fixed m) eqn:X; auto.
  rewrite (stays_or_moves t m) in M; [discriminate|]. apply fixed_stays. congruence.
Qed.

Lemma open_moves_or_stays p : open p = true -> moves t p = false -> stays t p = true.
Proof.
  intros O M. destruct (stays t p) eqn:S; auto. pose proof (open_equation p O) as [E F].
  apply open_iff in O. rewrite (image_idle t lo hi p M S) in E. destruct O. congruence.
Qed.

(** An open support or convoy looks at an open one. *)
Lemma open_back p : stays t p = true -> open p = true ->
  exists w, stays t w = true /\ goal t w = p /\ open w = true.
Proof.
  intros S O. destruct (same_or_differs t p lo hi) as [E|(w & W & G & D)].
  2:{ exists w. repeat split; auto. unfold open. now apply negb_true_iff, eqb_false_iff. }
  exfalso. pose proof (open_equation p O) as [X Y]. apply open_iff in O.
  assert (N : forall n, moves_to t n p = true -> lo n = hi n).
  { intros n N. destruct (move_equation n) as [U V]; [now apply moves_to_iff in N|]. rewrite U, V.
    apply le_both; apply (attack_on_stay t n p); auto; intros w W G; rewrite (E w W G); unfold le; auto. }
  assert (image t lo hi p = image t hi lo p); [|destruct O; congruence].
  apply le_both; apply image_le_stay; auto; intros q; intros; apply same_le;
    ((rewrite (E q) by auto) || (rewrite (N q) by auto)); auto.
Qed.

Definition open_stays : list province := filter (fun p => stays t p && open p) (provinces t).

Lemma in_open p : In p open_stays <-> stays t p = true /\ open p = true.
Proof.
  unfold open_stays. rewrite filter_In, andb_true_iff. intuition. now apply stays_inside.
Qed.

Lemma open_hit q : In q open_stays -> exists p, In p open_stays /\ goal t p = q.
Proof.
  rewrite in_open. intros [S O]. destruct (open_back q S O) as (w & W & G & P). exists w. rewrite in_open. auto.
Qed.

(** *** Their arrows lead from one to the next... *)
Theorem open_ring p : stays t p = true -> open p = true -> stays t (goal t p) = true /\ open (goal t p) = true.
Proof.
  intros S O. apply in_open. apply hit_maps; [apply NoDup_filter, seq_NoDup|apply open_hit|now apply in_open].
Qed.

(** *** ... and no two to the same *)
Theorem ring_apart p q : stays t p = true -> open p = true -> stays t q = true -> open q = true ->
  goal t p = goal t q -> p = q.
Proof.
  intros S O S' O'.
  apply (hit_apart (goal t) open_stays); try (now apply in_open); [apply NoDup_filter, seq_NoDup|apply open_hit].
Qed.

Lemma others_decided p w q : stays t w = true -> open w = true -> goal t w = p ->
  stays t q = true -> goal t q = p -> q <> w -> lo q = hi q.
Proof.
  intros W O G S E D. apply not_open. destruct (open q) eqn:X; auto. exfalso. apply D. apply ring_apart; congruence.
Qed.

(** ** Supports on a ring *)

(** The unit has a path by which it cuts. *)
Definition reaches_to_cut (a : outcome) (n p : province) : bool :=
  path t (fun f => a f && negb (spared t n p f)) n.

Definition cut_by_path (a : outcome) (p : province) : bool :=
  existsb (fun n => moves_to t n p && foreign t n p && reaches_to_cut a n p) (provinces t).

(** If the unit that the support acts on stays, only paths matter: what dislodges, has one. *)
Lemma given_by_paths p a c : stays t p = true -> is_convoy t p = false -> moves t (goal t p) = false ->
  (forall f, stays t f = true -> a f = c f) ->
  (forall n, moves_to t n p = true -> a n = true -> path t c n = true /\ foreign t n p = true) ->
  support_given t a p = negb (cut_by_path c p).
Proof.
  intros S C G Same Won. unfold support_given, cut_by_path. f_equal.
  assert (P : forall n, reaches_to_cut a n p = reaches_to_cut c n p).
  { intro n. unfold reaches_to_cut. apply le_both; apply path_le; intros f F; apply convoys_iff in F;
      rewrite (Same f) by tauto; unfold le; auto. }
  apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (n & I & X); exists n; split; auto;
    rewrite !andb_true_iff in *; unfold cuts in *; fold (reaches_to_cut a n p) in *; rewrite orb_true_iff, !andb_true_iff in *.
  - destruct X as [N [[[F D] R]|[An E]]].
    + rewrite P in R. auto.
    + destruct (Won n N An) as [R F]. repeat split; auto. revert R. apply path_le. intros f Cf. unfold le. intro Hf.
      rewrite Hf. cbn. apply negb_true_iff. apply negb_true_iff in E. apply not_true_iff_false. intro Sp.
      apply not_true_iff_false in E. apply E. apply existsb_exists. exists f. split; auto.
      apply stays_inside. now apply convoys_iff in Cf.
  - destruct X as [[N F] R]. split; auto. left. rewrite P. repeat split; auto.
    apply negb_true_iff, Nat.eqb_neq. intros ->. apply moves_to_iff in N. destruct N. congruence.
Qed.

Lemma support_image a b p : stays t p = true -> is_convoy t p = false -> image t a b p = support_given t b p.
Proof. unfold stays, is_convoy, image. now destruct (order_of t p). Qed.

(** The bounds of an open support are crosswise those of the paths to it. *)
Lemma open_support p : stays t p = true -> open p = true -> is_convoy t p = false ->
  cut_by_path hi p = true /\ cut_by_path lo p = false.
Proof.
  intros S O C. pose proof (open_equation p O) as [X Y]. apply open_iff in O as O'.
  pose proof (open_ring p S O) as [Sg _]. rewrite support_image in X, Y by auto.
  rewrite (given_by_paths p hi hi) in X; auto using stays_or_moves.
  2:{ intros n N An. destruct (move_equation n) as [_ E]; [now apply moves_to_iff in N|]. rewrite E in An.
      now apply (success_attacks t hi lo n p). }
  rewrite (given_by_paths p lo lo) in Y; auto using stays_or_moves.
  2:{ intros n N An. destruct (move_equation n) as [E _]; [now apply moves_to_iff in N|]. rewrite E in An.
      now apply (success_attacks t lo hi n p). }
  destruct O' as [L H]. rewrite L in X. rewrite H in Y. symmetry in X, Y.
  now apply negb_false_iff in X; apply negb_true_iff in Y.
Qed.

(** *** Before each support on a ring comes a convoy. *)
Theorem support_after_convoy p w : stays t p = true -> open p = true -> is_convoy t p = false ->
  stays t w = true -> open w = true -> goal t w = p -> is_convoy t w = true.
Proof.
  intros S O C W Ow G. destruct (is_convoy t w) eqn:K; auto. exfalso.
  destruct (open_support p S O C) as [X Y]. assert (cut_by_path lo p = true); [|congruence].
  unfold cut_by_path in *. rewrite existsb_exists in *. destruct X as (n & I & X). exists n. split; auto.
  rewrite !andb_true_iff in *. destruct X as [[N F] R]. repeat split; auto. revert R. apply path_le.
  intros f Cf. apply convoys_iff in Cf. destruct Cf as (Kf & Sf & Gf). apply moves_to_iff in N. destruct N as [_ Gn].
  rewrite (others_decided p w f) by (auto; congruence). unfold le. auto.
Qed.

(** Without open convoys nothing but moves is open. *)
Corollary no_open_convoy : (forall f, is_convoy t f = true -> open f = false) ->
  forall p, stays t p = true -> open p = false.
Proof.
  intros H p S. destruct (open p) eqn:O; auto. destruct (is_convoy t p) eqn:C; [rewrite <- O; now apply H|].
  destruct (open_back p S O) as (w & W & G & Ow). rewrite <- Ow. apply H. now apply (support_after_convoy p w).
Qed.

(** Then there is an outcome, and only one up to circles. *)
Theorem outcome_without_open_convoy : (forall f, is_convoy t f = true -> open f = false) ->
  solves t fixed lo /\ solves t fixed hi.
Proof.
  intro H. apply only_moves_open; [exact fixed_live|]. intros p S. now apply not_open, no_open_convoy.
Qed.

Lemma solves_moves a : solves t fixed a -> forall m, moves t m = true -> a m = equation t a m.
Proof.
  intros A m M. rewrite (A m) at 1. unfold over. destruct (fixed m) eqn:F; auto.
  rewrite (stays_or_moves t m) in M; [discriminate|]. apply fixed_stays. congruence.
Qed.

Theorem circles_without_open_convoy a b : (forall f, is_convoy t f = true -> open f = false) ->
  solves t fixed a -> solves t fixed b ->
  (forall p, moves t p = false -> a p = b p) /\
  forall m, a m <> b m -> on_cycle (size t) (goal t) m /\
    forall k, let g := steps (goal t) k m in moves t g = true /\ a g = a m /\ b g = b m.
Proof.
  intros H A B.
  assert (S : forall p, moves t p = false -> a p = b p).
  { intros p M. assert (E : lo p = hi p).
    { destruct (stays t p) eqn:S; [now apply not_open, no_open_convoy|].
      destruct (open p) eqn:O; [|now apply not_open]. rewrite (open_moves_or_stays p O M) in S. discriminate. }
    rewrite (decided_value t fixed fixed_live a p A E). now rewrite (decided_value t fixed fixed_live b p B E). }
  split; auto. apply circular; auto; now apply solves_moves.
Qed.

End Rings.

(** ** Resolutions are what solves the equations with nothing fixed *)

Definition nothing : province -> option bool := fun _ => None.

Lemma nothing_fixed t p : nothing p <> None -> stays t p = true.
Proof. unfold nothing. congruence. Qed.

Lemma solves_nothing t a : solves t nothing a <-> resolution t a.
Proof. reflexivity. Qed.

Definition no_convoys (t : turn) : Prop := forall p, is_convoy t p = false.

(** *** A turn without convoys has a resolution, and its resolutions differ only in circles. *)
Theorem resolution_without_convoys t : no_convoys t -> exists a, resolution t a.
Proof.
  intro N. exists (hi t nothing). apply (outcome_without_open_convoy t nothing); [apply nothing_fixed|].
  intros f F. rewrite N in F. discriminate.
Qed.

Theorem circular_movement t a b : no_convoys t -> resolution t a -> resolution t b ->
  forall m, a m <> b m -> on_cycle (size t) (goal t) m /\
    forall k, let g := steps (goal t) k m in moves t g = true /\ a g = a m /\ b g = b m.
Proof.
  intros N A B. apply (circles_without_open_convoy t nothing (nothing_fixed t)); auto.
  intros f F. rewrite N in F. discriminate.
Qed.

(** ** The Szykman rule (4.A.2, 5.B.9): the convoys that propagation leaves open fail *)

Definition paradoxical (t : turn) (p : province) : bool := is_convoy t p && open t nothing p.

Definition failing (t : turn) : province -> option bool :=
  fun p => if paradoxical t p then Some false else None.

Definition szykman (t : turn) (a : outcome) : Prop := solves t (failing t) a.

Lemma is_convoy_stays t p : is_convoy t p = true -> stays t p = true.
Proof. unfold is_convoy, stays. now destruct (order_of t p). Qed.

Lemma failing_fixed t p : failing t p <> None -> stays t p = true.
Proof.
  unfold failing, paradoxical. destruct (is_convoy t p) eqn:C; cbn; [|congruence]. intros _. now apply is_convoy_stays.
Qed.

Lemma szykman_decides t f : is_convoy t f = true -> open t (failing t) f = false.
Proof.
  intro C. destruct (open t (failing t) f) eqn:O; auto. exfalso.
  apply open_iff in O; [|apply failing_fixed]. destruct O as [L H].
  destruct (open t nothing f) eqn:P.
  - destruct (finished t (failing t) (fixed_live t _ (failing_fixed t)) f) as [_ F]. rewrite F in H.
    unfold over, failing, paradoxical in H. rewrite C, P in H. discriminate.
  - destruct (refined t nothing (failing t)) with (p := f) as [X Y].
    + apply fixed_live, nothing_fixed.
    + apply fixed_live, failing_fixed.
    + intros p b F. right. unfold failing, paradoxical in F. destruct (is_convoy t p && open t nothing p) eqn:E; [|discriminate].
      apply andb_prop in E. destruct E as [_ E]. apply open_iff in E; [|apply nothing_fixed]. destruct E as [-> ->].
      injection F as <-. unfold le. auto.
    + discriminate.
    + rewrite H in Y. rewrite L in X. specialize (Y eq_refl). apply le_false in X.
      apply not_open in P. congruence.
Qed.

Theorem szykman_exists t : szykman t (hi t (failing t)).
Proof.
  apply outcome_without_open_convoy; [apply failing_fixed|]. intros f C. now apply szykman_decides.
Qed.

Theorem szykman_unique t a b : szykman t a -> szykman t b ->
  (forall p, moves t p = false -> a p = b p) /\
  forall m, a m <> b m -> on_cycle (size t) (goal t) m /\
    forall k, let g := steps (goal t) k m in moves t g = true /\ a g = a m /\ b g = b m.
Proof.
  apply circles_without_open_convoy; [apply failing_fixed|]. intros f C. now apply szykman_decides.
Qed.

(** A turn in which no convoy is left open has a resolution. *)
Corollary resolution_without_paradox t : (forall p, paradoxical t p = false) -> exists a, resolution t a.
Proof.
  intro N. exists (hi t nothing). apply (outcome_without_open_convoy t nothing); [apply nothing_fixed|].
  intros f C. specialize (N f). unfold paradoxical in N. now rewrite C in N.
Qed.
