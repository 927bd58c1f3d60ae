(** * The core of a paradox is its whole ring; and which is settled first makes no difference

    - [whole_ring_clashes]: with what is decided, the equations of an odd ring clash: its supports and convoys and the moves
      into their provinces;
    - [any_one_dropped]: without the equation of any one support or convoy of the only odd ring, the others hold together;
    - [settled_apart]: let the convoys of some open rings fail; then propagation leaves open the convoys of the other
      rings, and no others. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity.
Import ListNotations.

Section Cores.
Variable t : turn.

Notation lo := (lo t nothing).
Notation hi := (hi t nothing).
Notation opens := (open t nothing).
Notation free := (nothing_fixed t).
Notation step := (steps (goal t)).
Notation chief := (leader (size t) (goal t)).

Theorem whole_ring_clashes p a : ashore t -> odd_ring t p -> within t a ->
  (forall k, a (step k p) = equation t a (step k p)) ->
  (forall k n, moves_to t n (step k p) = true -> a n = equation t a n) -> False.
Proof.
  intros land (S & O & k & [R _] & T) W Ring Into.
  assert (G : forall j, a (step j p) = xorb (a p) (turned t (inverts t) p j)).
  { induction j as [|j IH]; [cbn; now destruct (a p)|]. destruct (ring_steps t p j S O) as [Sj Oj].
    cbn [turned]. rewrite (Ring (Datatypes.S j)). rewrite <- settled_equation.
    - rewrite steps_S, (along_ring t a _ land W Sj Oj), IH. now rewrite xorb_assoc.
    - now apply ring_steps.
    - apply Into. }
  specialize (G (Datatypes.S k)). rewrite R, T in G. now destruct (a p).
Qed.

(** ** Rings, once round *)

Lemma cancel i j p : stays t p = true -> opens p = true -> i < j -> step i p = step j p -> step (j - i) p = p.
Proof.
  intros S O. revert j. induction i as [|i IH]; intros j L E; [now rewrite Nat.sub_0_r|].
  destruct j as [|j]; [lia|]. apply (IH j); [lia|]. rewrite !steps_S in E.
  destruct (ring_steps t p i S O), (ring_steps t p j S O). now apply (ring_apart t nothing free).
Qed.

Lemma ring_on_cycle p : stays t p = true -> opens p = true -> on_cycle (size t) (goal t) p.
Proof.
  intros S O. destruct (walk (size t) (goal t) p) as [(i & _ & G)|(i & j & L & E)].
  - exfalso. destruct (ring_steps t p i S O) as [Si _]. apply stays_inside, in_provinces in Si. lia.
  - exists (j - i). split; [lia|]. apply cancel; auto. lia.
Qed.

Section One.
Variables (q c : province) (k : nat).
Hypothesis Sc : stays t c = true.
Hypothesis Oc : opens c = true.
Hypothesis Rc : round t c k.

(** Once round, each order of the ring is passed once. *)
Lemma passed : leads_to (size t) (goal t) q c = true -> exists i, 0 < i <= S k /\ step i c = q.
Proof.
  intro L. apply leads_to_iff in L; [|apply stuck]. destruct L as (m & E). destruct Rc as [R _].
  assert (Q : forall n, step (S k * n) c = c).
  { induction n as [|n IH]; [now rewrite Nat.mul_0_r|]. now rewrite Nat.mul_succ_r, steps_add, R. }
  assert (D : m = S k * (m / S k) + m mod S k) by (apply Nat.div_mod; lia). pose proof (Nat.mod_upper_bound m (S k)) as B.
  assert (F : step (m mod S k) c = q).
  { rewrite <- E. rewrite D at 2. now rewrite Nat.add_comm, steps_add, Q. }
  destruct (Nat.eq_dec (m mod S k) 0) as [Z|Z].
  - exists (S k). split; [lia|]. rewrite Z in F. cbn in F. congruence.
  - exists (m mod S k). split; [lia|auto].
Qed.

Definition switched (v : bool) (p : province) : bool := if p =? q then xorb (inverts t p) v else inverts t p.

Lemma switched_once v i : 0 < i <= S k -> step i c = q ->
  turned t (switched v) c (S k) = xorb (turned t (inverts t) c (S k)) v.
Proof.
  intros I E.
  assert (G : forall j, j <= S k -> turned t (switched v) c j = xorb (turned t (inverts t) c j) (v && (i <=? j))).
  { induction j as [|j IH]; intro J.
    - cbn [turned]. replace (i <=? 0) with false by (symmetry; apply Nat.leb_gt; lia). now rewrite andb_false_r.
    - cbn [turned]. rewrite IH by lia. unfold switched. destruct (Nat.eq_dec i (S j)) as [X|X].
      + rewrite <- X, E, Nat.eqb_refl.
        replace (i <=? j) with false by (symmetry; apply Nat.leb_gt; lia).
        rewrite X, Nat.leb_refl. destruct (turned t (inverts t) c j), (inverts t q), v; reflexivity.
      + destruct (Nat.eqb_spec (step (S j) c) q) as [Y|Y].
        * exfalso. destruct Rc as [_ F]. destruct (lt_eq_lt_dec i (S j)) as [[Z|Z]|Z]; [|lia|].
          -- apply (F (S j - i)); [lia|]. apply cancel; auto. congruence.
          -- apply (F (i - S j)); [lia|]. apply cancel; auto. congruence.
        * replace (i <=? S j) with (i <=? j).
          2:{ destruct (Nat.leb_spec i j), (Nat.leb_spec i (S j)); auto; lia. }
          destruct (turned t (inverts t) c j), (inverts t (step (S j) c)), (v && (i <=? j)); reflexivity. }
  rewrite G by lia. replace (i <=? S k) with true by (symmetry; apply Nat.leb_le; lia). now rewrite andb_true_r.
Qed.

Lemma not_passed v : leads_to (size t) (goal t) q c = false ->
  turned t (switched v) c (S k) = turned t (inverts t) c (S k).
Proof.
  intro L. generalize (S k). induction n as [|n IH]; [reflexivity|]. cbn [turned]. rewrite IH. f_equal.
  unfold switched. destruct (Nat.eqb_spec (step (S n) c) q) as [E|]; auto. exfalso.
  apply not_true_iff_false in L. apply L. apply leads_to_iff; [apply stuck|]. now exists (S n).
Qed.
End One.

(** *** The equation of any one order of the ring can be dropped. *)
Theorem any_one_dropped q : ashore t -> stays t q = true -> opens q = true ->
  (forall p, odd_ring t p -> leads_to (size t) (goal t) p q = true) ->
  exists a, forall p, p <> q -> a p = equation t a p.
Proof.
  intros land S O Only.
  assert (Leads : forall c, stays t c = true -> opens c = true ->
            leads_to (size t) (goal t) c q = true -> leads_to (size t) (goal t) q c = true).
  { intros c _ _ L. apply leads_to_iff in L; [|apply stuck]. destruct L as (j & <-).
    apply leads_to_iff; [apply stuck|]. apply (cycle_back (size t)). now apply ring_on_cycle. }
  assert (exists v, forall p k, chief p = true -> stays t p = true -> opens p = true -> round t p k ->
            turned t (switched q v) p (Datatypes.S k) = false) as (v & V).
  { destruct (first_leader t q S O) as (j & _ & C & _). set (c := step j q) in *.
    assert (Sc : stays t c = true) by now apply ring_steps. assert (Oc : opens c = true) by now apply ring_steps.
    assert (Lc : leads_to (size t) (goal t) c q = true) by (apply leads_to_iff; [apply stuck|now exists j]).
    destruct (first_leader t (goal t c)) as (k & _ & Ck & Fk); try now apply (open_ring t nothing free).
    rewrite steps_next in Ck.
    assert (E : step (Datatypes.S k) c = c).
    { symmetry. apply (one_leader (size t) (goal t) (stuck t)); auto. apply leads_to_iff; [apply stuck|]. eauto. }
    assert (R : round t c k).
    { split; auto. intros i I X. specialize (Fk (i - 1)). rewrite steps_next in Fk.
      replace (Datatypes.S (i - 1)) with i in Fk by lia. rewrite X, C in Fk. discriminate Fk. lia. }
    exists (turned t (inverts t) c (Datatypes.S k)). intros p k' P Sp Op Rp.
    destruct (leads_to (size t) (goal t) q p) eqn:Lp.
    - assert (p = c).
      { apply (one_leader (size t) (goal t) (stuck t)); auto. apply leads_to_iff; [apply stuck|].
        apply leads_to_iff in Lp; [|apply stuck]. destruct Lp as (m & Em). exists (j + m). now rewrite steps_add, Em. }
      subst p. assert (k' = k).
      { destruct Rp as [R1 R2], R as [R3 R4]. destruct (lt_eq_lt_dec k' k) as [[X|X]|X]; auto; exfalso.
        - apply (R4 (Datatypes.S k')); [lia|auto].
        - apply (R2 (Datatypes.S k)); [lia|auto]. }
      subst k'. destruct (passed q c k Rp Lp) as (i & I & Ei).
      rewrite (switched_once q c k Sc Oc Rp _ i I Ei). apply xorb_nilpotent.
    - rewrite not_passed by auto. apply bool_no. intro T. assert (X : odd_ring t p) by (repeat split; eauto; apply Rp).
      apply Only in X. apply Leads in X; auto. congruence. }
  destruct (ring_values t (value t (switched q v)) land) as (a & _ & A). exists a. intros p N. apply A.
  intros w Sw Ow G. subst p. rewrite (value_next t (switched q v) V w Sw Ow). unfold switched.
  apply Nat.eqb_neq in N. now rewrite N.
Qed.

(** ** Which paradox is settled first *)

Section Order.
Variable chosen : province -> bool.          (* some rings, whole *)
Hypothesis whole : forall p, chosen (goal t p) = chosen p.

Definition some_failing : province -> option bool :=
  fun p => if paradoxical t p && chosen p then Some false else None.

Lemma some_fixed p : some_failing p <> None -> stays t p = true.
Proof.
  unfold some_failing, paradoxical. destruct (is_convoy t p) eqn:C; cbn; [|congruence]. intros _. now apply is_convoy_stays.
Qed.

Lemma more_decided p : le (lo p) (Propagation.lo t some_failing p) /\ le (Propagation.hi t some_failing p) (hi p).
Proof.
  apply refined.
  - apply fixed_live, free.
  - apply fixed_live, some_fixed.
  - intros q b F. right. unfold some_failing, paradoxical in F. destruct (is_convoy t q && opens q && chosen q) eqn:E; [|discriminate].
    rewrite !andb_true_iff in E. destruct E as [[_ E] _]. apply open_iff in E; [|apply nothing_fixed]. destruct E as [-> ->].
    injection F as <-. unfold le. auto.
  - discriminate.
Qed.

Notation LO k := (fst (bounds t some_failing k)).
Notation HI k := (snd (bounds t some_failing k)).

(** Orders of other rings, and what they look at, are bounded as before. *)
Lemma as_before k : (forall p, stays t p = true -> opens p = true -> chosen p = false -> LO k p = false /\ HI k p = true).
Proof.
  assert (L : forall p, some_failing p <> None -> open_to_choice t p = true) by apply fixed_live, some_fixed.
  assert (Dec : forall j p, opens p = false -> le (LO j p) (lo p) /\ le (hi p) (HI j p)).
  { intros j p O. apply not_open in O. destruct (more_decided p) as [A B].
    destruct (below_lo t some_failing L j p) as [C D]. pose proof (lo_hi t some_failing L p) as E. rewrite O in A.
    unfold le in *. rewrite O. destruct (LO j p), (HI j p), (hi p), (Propagation.lo t some_failing p),
      (Propagation.hi t some_failing p); intuition. }
  enough (G : forall k, (forall p, stays t p = true -> opens p = true -> chosen p = false -> LO k p = false /\ HI k p = true)
    /\ forall n p, moves_to t n p = true -> stays t p = true -> opens p = true -> chosen p = false ->
         le (LO k n) (lo n) /\ le (hi n) (HI k n)) by apply G.
  clear k. induction k as [|k [IS IM]].
  - split; [auto|]. intros. cbn. unfold le. split; [discriminate|auto].
  - assert (Here : forall p w, chosen p = false -> stays t w = true -> goal t w = p -> le (LO k w) (lo w) /\ le (hi w) (HI k w)).
    { intros p w C S G. destruct (opens w) eqn:O; [|now apply Dec]. destruct (IS w S O) as [-> ->].
      - now rewrite <- whole, G.
      - unfold le. split; [discriminate|auto]. }
    split.
    + intros p S O C. rewrite (lo_S t some_failing L), (hi_S t some_failing L).
      assert (F : some_failing p = None) by (unfold some_failing; now rewrite C, andb_false_r). unfold over. rewrite F.
      destruct (open_equation t nothing free p O) as [X Y]. apply (open_iff t nothing free) in O as O'. destruct O' as [Lp Hp].
      assert (A : le (image t (LO k) (HI k) p) (image t lo hi p)).
      { apply image_le_stay; auto; intros q; intros; [now apply (Here p)|now apply (IM q p)]. }
      assert (B : le (image t hi lo p) (image t (HI k) (LO k) p)).
      { apply image_le_stay; auto; intros q; intros; [now apply (Here p)|now apply (IM q p)]. }
      rewrite <- X, Lp in A. rewrite <- Y, Hp in B. split; [now apply le_false|now apply B].
    + intros n p N S O C. rewrite (lo_S t some_failing L), (hi_S t some_failing L).
      pose proof (proj1 (moves_to_iff t n p) N) as [M _]. destruct (move_image t n M) as [X Y].
      assert (F : some_failing n = None).
      { destruct (some_failing n) eqn:F; auto. rewrite (stays_or_moves t n) in M; [discriminate|].
        apply some_fixed. congruence. }
      unfold over. rewrite F, X, Y. split; apply (attack_on_stay t n p); auto; intros w Sw G; destruct (Here p w C Sw G); auto.
Qed.

Theorem settled_apart f : is_convoy t f = true -> open t some_failing f = opens f && negb (chosen f).
Proof.
  intro C. pose proof (is_convoy_stays t f C) as S. destruct (opens f) eqn:O; cbn.
  - destruct (chosen f) eqn:X; cbn.
    + apply bool_no. intro Y. apply open_iff in Y; [|apply some_fixed]. destruct Y as [_ Y].
      destruct (finished t some_failing (fixed_live t _ some_fixed) f) as [_ F]. rewrite F in Y.
      unfold over, some_failing, paradoxical in Y. rewrite C, O, X in Y. discriminate.
    + apply open_iff; [apply some_fixed|]. rewrite (proj1 (last_bounds t some_failing)), (proj2 (last_bounds t some_failing)).
      now apply as_before.
  - apply bool_no. intro Y. apply open_iff in Y; [|apply some_fixed]. destruct Y as [A B].
    destruct (more_decided f) as [P Q]. rewrite A in P. rewrite B in Q. apply le_false in P. specialize (Q eq_refl).
    apply not_open in O. congruence.
Qed.

End Order.
End Cores.
