(** * Theorem 2: on what orders depend, through others

    An order _looks at_ another if its equation in normal form can come out differently by that one alone; it _depends_ on
    what it looks at, and on what that depends on.

    - [cycles_apart]: no cycle of arrows depends on another, not even through orders off both;
    - [ring_of_stays], [circle_or_ring]: what depends on itself lies on a cycle of arrows of units that stay, or of moves,
      or is a move to where such a unit stays;
    - [ring_alternates]: on that cycle, supports and convoys alternate, where armies land where no fleet convoys. *)

From Coq Require Import List Arith Bool Lia.
From Coq Require Import Relations.Relation_Operators.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity NormalForm.
Import ListNotations.

Section Dependence.
Variable t : turn.

Notation step := (steps (goal t)).

Definition looks_at (p q : province) : Prop :=
  exists a b : outcome, (forall r, r <> q -> a r = b r) /\ normal_equation t a p <> normal_equation t b p.

(** The last step is split off. *)
Definition depends := clos_trans_n1 province looks_at.

(** ** What is looked at *)

Lemma normal_stay p a b : stays t p = true ->
  (forall f, is_convoy t f = true -> goal t f = p -> a f = b f) ->
  (forall n, moves_to t n p = true -> is_convoy t p = true \/ n = goal t p -> a n = b n) ->
  normal_equation t a p = normal_equation t b p.
Proof.
  intros S C M. unfold normal_equation, equation, stays, is_convoy in *. destruct (order_of t p) eqn:O; try discriminate.
  - f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
    assert (P : forall n, moves_to t n p = true -> cuts_once t a n p = cuts_once t b n p).
    { intros n N. unfold cuts_once. f_equal. destruct (Nat.eqb_spec n (goal t p)) as [E|]; [now rewrite M by auto|].
      unfold reaches_to_cut. apply moves_to_iff in N. destruct N as [_ G].
      apply le_both; apply path_le; intros f F; apply convoys_iff in F; destruct F as (Cf & _ & Gf);
        rewrite (C f); unfold le, is_convoy in *; auto; congruence. }
    split; intros (n & I & X); exists n; split; auto; apply andb_prop in X; destruct X as [N X]; rewrite N; cbn;
      [rewrite <- P|rewrite P]; auto.
  - unfold convoy_stands. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
    split; intros (n & I & X); exists n; split; auto; apply andb_prop in X; destruct X as [N X]; rewrite N; cbn;
      [rewrite <- M|rewrite M]; auto.
Qed.

Lemma stay_looks p q : stays t p = true -> looks_at p q -> goal t q = p /\
  (is_convoy t q = true \/ moves t q = true /\ (is_convoy t p = true \/ q = goal t p)).
Proof.
  intros S (a & b & E & D).
  assert (Q : goal t q = p /\ (is_convoy t q = true \/ moves t q = true /\ (is_convoy t p = true \/ q = goal t p)) \/
            ((is_convoy t q = true -> goal t q <> p) /\ (moves_to t q p = true -> is_convoy t p = true \/ q = goal t p -> False))).
  { destruct (Nat.eq_dec (goal t q) p) as [G|G].
    2:{ right. split; auto. intros N _. apply moves_to_iff in N. tauto. }
    destruct (is_convoy t q) eqn:C; [left; auto|]. destruct (moves t q) eqn:M.
    - destruct (is_convoy t p) eqn:Cp; [left; auto|]. destruct (Nat.eq_dec q (goal t p)) as [X|X]; [left; auto|].
      right. split; [discriminate|]. intros _ [Y|Y]; congruence.
    - right. split; [discriminate|]. intros N _. apply moves_to_iff in N. destruct N. congruence. }
  destruct Q as [Q|[Q1 Q2]]; auto. exfalso. apply D, normal_stay; auto.
  - intros f C G. apply E. intros ->. now apply (Q1 C).
  - intros n N X. apply E. intros ->. now apply Q2.
Qed.

Lemma move_looks m q : moves t m = true -> looks_at m q ->
  (stays t q = true /\ (goal t q = goal t m \/ head_to_head t m = true /\ goal t q = m)) \/
  (q = goal t m /\ moves t q = true).
Proof.
  intros M (a & b & E & D). rewrite !normal_moves in D by auto.
  destruct (stays t q) eqn:S; [destruct (Nat.eq_dec (goal t q) (goal t m)) as [|G]; auto;
    destruct (Nat.eq_dec (goal t q) m) as [|G']; [destruct (head_to_head t m) eqn:H; auto|]|
    destruct (Nat.eq_dec q (goal t m)) as [X|X]; [destruct (moves t q) eqn:Mq; auto|]].
  all: exfalso; apply D; apply move_looks_at; auto.
  all: try (intros w Sw Gw; apply E; intros ->; congruence).
  all: try (intros F w Sw Gw; apply E; intros ->; congruence).
  all: intro F; apply E; intros Z; try congruence; rewrite Z in F; apply stays_or_moves in S; congruence.
Qed.

Lemma idle_looks p q : looks_at p q -> moves t p = true \/ stays t p = true.
Proof.
  intros (a & b & _ & D). destruct (moves t p) eqn:M; auto. destruct (stays t p) eqn:S; auto. exfalso. apply D.
  unfold normal_equation, stays in *. destruct (order_of t p) eqn:O; try discriminate; now rewrite !equation_idle by (auto; unfold stays; now rewrite O).
Qed.

(** ** No cycle depends on another *)

Lemma looks_connected p q : looks_at p q -> exists i j, step i p = step j q.
Proof.
  intro L. destruct (idle_looks p q L) as [M|S].
  - destruct (move_looks p q M L) as [[_ [G|[_ G]]]|[G _]].
    + exists 1, 1. cbn. auto.
    + exists 0, 1. cbn. auto.
    + exists 1, 0. cbn. auto.
  - destruct (stay_looks p q S L) as [G _]. exists 0, 1. cbn. auto.
Qed.

Lemma depends_connected p q : depends p q -> exists i j, step i p = step j q.
Proof.
  induction 1 as [q L|r q L _ (i & j & E)]; [now apply looks_connected|].
  destruct (looks_connected r q L) as (i' & j' & E'). exists (i' + i), (j + j').
  rewrite !steps_add, <- E', E, <- !steps_add. f_equal. lia.
Qed.

Theorem cycles_apart p q : depends p q -> on_cycle (size t) (goal t) p -> on_cycle (size t) (goal t) q ->
  exists k, step k p = q.
Proof.
  intros D _ Q. destruct (depends_connected p q D) as (i & j & E).
  destruct (cycle_back (size t) (goal t) q Q j) as (k & K). exists (k + i). now rewrite steps_add, E.
Qed.

(** ** What depends on itself *)

Lemma periodic p k : p < size t -> step (S k) p = p -> on_cycle (size t) (goal t) p.
Proof.
  intros I E. assert (P : forall n, step (n * S k) p = p).
  { induction n as [|n IH]; [reflexivity|]. cbn [Nat.mul]. now rewrite steps_add, IH. }
  destruct (walk (size t) (goal t) p) as [(i & _ & G)|(i & j & L & F)].
  - exfalso. pose proof (P i) as Q. replace (i * S k) with (i * k + i) in Q by lia.
    rewrite steps_add, (steps_stuck (size t) (goal t) (stuck t)) in Q by auto. lia.
  - exists (j - i). split; [lia|]. rewrite <- (P i) at 1. rewrite <- steps_add.
    replace (j - i + i * S k) with (i * k + j) by lia. rewrite steps_add, <- F, <- steps_add.
    replace (i * k + i) with (i * S k) by lia. apply P.
Qed.

Lemma stays_on p k (P : province -> Prop) : step (S k) p = p -> (forall i, i <= k -> P (step i p)) -> forall i, P (step i p).
Proof.
  intros E H i. assert (Q : forall n j, step (n * S k + j) p = step j p).
  { intros n j. rewrite Nat.add_comm, steps_add. f_equal. induction n as [|n IH]; [reflexivity|]. cbn [Nat.mul]. now rewrite steps_add, IH. }
  rewrite (Nat.div_mod i (S k)) by lia. rewrite Nat.mul_comm, Q. apply H. pose proof (Nat.mod_upper_bound i (S k)). lia.
Qed.

(** What an order that stays depends on leads to it by arrows, through units that stay; and supports among them come after
    convoys. *)
Lemma leads_by_arrows p q : stays t p = true -> depends p q -> exists k, step (S k) q = p
  /\ (forall i, i <= k -> stays t (step (S i) q) = true)
  /\ (stays t (goal t p) = true -> (moves t q = true -> is_convoy t (goal t q) = true) /\
        forall i, i <= k -> stays t (step i q) = true -> is_convoy t (step (S i) q) = false -> is_convoy t (step i q) = true).
Proof.
  intros S D. induction D as [q L|r q L D (k & E & A & C)].
  - destruct (stay_looks p q S L) as [G Q]. exists 0. cbn. split; [auto|]. split.
    + intros i I. replace i with 0 by lia. cbn. congruence.
    + intros Sg. rewrite G. split.
      * intro M. destruct Q as [Cq|[_ [Q|Q]]]; auto.
        -- apply is_convoy_stays, stays_or_moves in Cq. congruence.
        -- subst q. apply stays_or_moves in Sg. congruence.
      * intros i I Sq Cp. replace i with 0 in * by lia. cbn in *. destruct Q as [|[M _]]; auto.
        apply stays_or_moves in Sq. congruence.
  - pose proof (A 0 (Nat.le_0_l k)) as Sr. cbn in Sr. destruct (idle_looks r q L) as [M|St].
    + destruct (move_looks r q M L) as [[Sq [G|[B _]]]|[G Mq]].
      * assert (X : forall i, step (Datatypes.S i) q = step (Datatypes.S i) r) by (intro i; now rewrite <- !steps_next, G).
        exists k. rewrite X. split; [exact E|]. split; [intros i I; rewrite X; auto|].
        intros Sg. destruct (C Sg) as [Cr Ci]. split; [intro Mq; apply stays_or_moves in Sq; congruence|].
        intros [|i] I Si Cs.
        -- cbn in Cs. rewrite G, Cr in Cs by auto. discriminate.
        -- rewrite X in *. auto.
      * apply battle_iff in B. destruct B as [B _]. apply stays_or_moves in Sr. congruence.
      * subst q. apply stays_or_moves in Sr. congruence.
    + destruct (stay_looks r q St L) as [G Q].
      assert (X : forall i, step (Datatypes.S i) q = step i r) by (intro i; now rewrite <- steps_next, G).
      exists (Datatypes.S k). rewrite X. split; [exact E|]. split.
      * intros [|i] I; rewrite X; [exact St|]. apply A. lia.
      * intros Sg. destruct (C Sg) as [_ Ci]. rewrite G. split.
        -- intro M. destruct Q as [Cq|[_ [Q|Q]]]; auto.
           ++ apply is_convoy_stays, stays_or_moves in Cq. congruence.
           ++ subst q. apply stays_or_moves in Sr. congruence.
        -- intros [|i] I Sq Cp.
           ++ cbn in *. destruct Q as [|[M _]]; auto. apply stays_or_moves in Sq. congruence.
           ++ rewrite X in *. apply Ci; auto. lia.
Qed.

Theorem ring_of_stays p : stays t p = true -> depends p p ->
  on_cycle (size t) (goal t) p /\ forall i, stays t (step i p) = true.
Proof.
  intros S D. destruct (leads_by_arrows p p S D) as (k & E & A & _). split.
  - apply (periodic p k); auto. now apply in_provinces, stays_inside.
  - apply (stays_on p k (fun q => stays t q = true) E). intros [|i] I; [exact S|]. apply A. lia.
Qed.

Theorem ring_alternates p : ashore t -> stays t p = true -> depends p p ->
  forall i, is_convoy t (goal t (step i p)) = negb (is_convoy t (step i p)).
Proof.
  intros land S D. destruct (ring_of_stays p S D) as [_ All]. destruct (leads_by_arrows p p S D) as (k & E & _ & C).
  destruct (C (All 1)) as [_ Ci].
  apply (stays_on p k (fun q => is_convoy t (goal t q) = negb (is_convoy t q)) E). intros i I.
  destruct (is_convoy t (step i p)) eqn:X; [now apply land|].
  destruct (is_convoy t (goal t (step i p))) eqn:Y; auto. rewrite (Ci i I (All i) Y) in X. discriminate.
Qed.

(** What a move depends on: moves in front of it, or what some unit that stays depends on, whose arrow ends at one of them or at
    the destination of the last. *)
Lemma in_front m q : moves t m = true -> depends m q ->
  (exists k, step (S k) m = q /\ forall i, i <= S k -> moves t (step i m) = true) \/
  exists w k, stays t w = true /\ (w = q \/ depends w q) /\ (forall i, i <= k -> moves t (step i m) = true) /\
    (goal t w = step (S k) m \/ head_to_head t (step k m) = true /\ goal t w = step k m).
Proof.
  intros M D.
  assert (One : forall k q, (forall i, i <= k -> moves t (step i m) = true) -> looks_at (step k m) q ->
    (step (S k) m = q /\ forall i, i <= S k -> moves t (step i m) = true) \/
    (stays t q = true /\ (goal t q = step (S k) m \/ head_to_head t (step k m) = true /\ goal t q = step k m))).
  { intros k r A L. destruct (move_looks _ r (A k (le_n k)) L) as [R|[-> Mr]]; [right; exact R|left]. split; [reflexivity|].
    intros i I. destruct (Nat.eq_dec i (S k)) as [->|]; [exact Mr|apply A; lia]. }
  induction D as [q L|r q L D IH].
  - destruct (One 0 q) as [R|[Sq R]]; auto.
    + intros i I. now replace i with 0 by lia.
    + left. exists 0. exact R.
    + right. exists q, 0. repeat split; auto. intros i I. now replace i with 0 by lia.
  - destruct IH as [(k & E & A)|(w & k & Sw & R & A & G)].
    + subst r. destruct (One (S k) q A L) as [R|[Sq R]].
      * left. exists (S k). exact R.
      * right. exists q, (S k). auto.
    + right. exists w, k. repeat split; auto. right. destruct R as [->|R]; [now constructor|]. now apply (tn1_trans _ _ _ r).
Qed.

Theorem circle_or_ring m : moves t m = true -> depends m m ->
  on_cycle (size t) (goal t) m /\ (forall i, moves t (step i m) = true) \/
  on_cycle (size t) (goal t) (goal t m) /\ (forall i, stays t (step i (goal t m)) = true).
Proof.
  intros M D. destruct (in_front m m M D) as [(k & E & A)|(w & k & Sw & R & A & G)]; [left|right].
  - split; [apply (periodic m k); auto; now apply in_provinces, moves_inside|].
    apply (stays_on m k (fun q => moves t q = true) E). intros i I. apply A. lia.
  - destruct R as [->|R]; [apply stays_or_moves in Sw; congruence|].
    destruct (leads_by_arrows w m Sw R) as (j & E & S & _). pose proof (S 0 (Nat.le_0_l j)) as Sg. cbn in Sg.
    destruct k as [|k]; [|pose proof (A 1) as M1; cbn in M1; apply stays_or_moves in Sg; rewrite Sg in M1; discriminate M1; lia].
    destruct G as [G|[B _]]; [|apply battle_iff in B; destruct B as [B _]; apply stays_or_moves in Sg; cbn in *; congruence].
    cbn in G. assert (F : step (Datatypes.S j) (goal t m) = goal t m) by now rewrite steps_next, steps_S, E.
    split; [apply (periodic _ j); auto; now apply in_provinces, stays_inside|].
    apply (stays_on _ j (fun q => stays t q = true) F). intros i I. rewrite steps_next. now apply S.
Qed.

End Dependence.
