(** * How many resolutions a turn has

    [all_resolutions] lists them. Two resolutions that differ at an order differ at the one that its arrow leads to
    ([differences_follow_arrows]). So a turn has none or [2^k], where k is the number of cycles of arrows on which
    resolutions differ ([none_or_a_power_of_two]). *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles.
Import ListNotations.

(** ** All resolutions, by trying every outcome *)

Definition open_to_choice (t : turn) (p : province) : bool := moves t p || stays t p.

Definition is_resolution (t : turn) (x : list bool) : bool :=
  forallb (fun p => eqb (read x p) (equation t (read x) p)) (provinces t).

Definition all_resolutions (t : turn) : list (list bool) :=
  filter (is_resolution t) (choices (map (open_to_choice t) (provinces t))).

Section Resolutions.
Variable t : turn.

Lemma equation_ext a b p : (forall q, a q = b q) -> equation t a p = equation t b p.
Proof.
  intro E. rewrite !equation_image. apply le_both; apply image_le; intro q; rewrite E; unfold le; auto.
Qed.

Lemma resolution_ext a b : (forall q, a q = b q) -> resolution t a -> resolution t b.
Proof. intros E R p. rewrite <- E, <- (equation_ext a b p E). apply R. Qed.

Lemma resolution_idle a p : resolution t a -> open_to_choice t p = false -> a p = true.
Proof. unfold open_to_choice. rewrite orb_false_iff. intros R [M S]. rewrite R. now apply equation_idle. Qed.

Lemma idle_outside p : size t <= p -> open_to_choice t p = false.
Proof. intro H. unfold open_to_choice, moves, stays. rewrite outside by lia. reflexivity. Qed.

Lemma resolution_outside a p : resolution t a -> size t <= p -> a p = true.
Proof. intros R H. now apply (resolution_idle a p R), idle_outside. Qed.

Theorem listed_iff x : In x (all_resolutions t) <-> length x = size t /\ resolution t (read x).
Proof.
  assert (N : forall i, nth i (map (open_to_choice t) (provinces t)) false = open_to_choice t i).
  { intro i. unfold provinces. destruct (Nat.lt_ge_cases i (size t)) as [L|L].
    - rewrite (nth_indep _ false (open_to_choice t 0)) by now rewrite map_length, seq_length. now rewrite map_nth, seq_nth.
    - rewrite nth_overflow by now rewrite map_length, seq_length. symmetry. now apply idle_outside. }
  unfold all_resolutions, is_resolution. rewrite filter_In, choices_iff, forallb_forall, map_length.
  unfold provinces at 1. rewrite seq_length. split.
  - intros [[L F] H]. split; auto. intro p. destruct (in_dec Nat.eq_dec p (provinces t)) as [I|I].
    + now apply eqb_prop, H.
    + rewrite in_provinces in I. rewrite F by (rewrite N; apply idle_outside; lia).
      unfold equation. now rewrite outside.
  - intros [L R]. repeat split; auto.
    + intros i E. rewrite N in E. now apply resolution_idle.
    + intros p _. rewrite R at 1. apply eqb_reflx.
Qed.

Theorem all_listed a : resolution t a -> exists x, In x (all_resolutions t) /\ forall p, read x p = a p.
Proof.
  intro R. exists (map a (provinces t)).
  assert (E : forall p, read (map a (provinces t)) p = a p).
  { intro p. unfold provinces. rewrite read_map. destruct (Nat.ltb_spec p (size t)); auto.
    symmetry. now apply resolution_outside. }
  split; auto. apply listed_iff. split; [unfold provinces; now rewrite map_length, seq_length|].
  apply (resolution_ext a); auto.
Qed.

Theorem listed_once : NoDup (all_resolutions t).
Proof. apply NoDup_filter, choices_once. Qed.

(** ** Differences *)

Lemma same_or_differs p (a b : outcome) : same_at t p a b \/
  exists w, stays t w = true /\ goal t w = p /\ a w <> b w.
Proof.
  destruct (existsb (fun w => stays t w && (goal t w =? p) && negb (eqb (a w) (b w))) (provinces t)) eqn:X.
  - right. apply existsb_exists in X. destruct X as (w & _ & X). exists w.
    rewrite !andb_true_iff, negb_true_iff, eqb_false_iff, Nat.eqb_eq in X. intuition.
  - left. intros w S G. destruct (bool_dec (a w) (b w)) as [|N]; auto. exfalso. apply not_true_iff_false in X.
    apply X, existsb_exists. exists w. split; [now apply stays_inside|].
    rewrite S, G, Nat.eqb_refl. apply eqb_false_iff in N. now rewrite N.
Qed.

(** Supports and convoys that differ are reached by the arrow of one that differs; so they are permuted. *)
Lemma stays_follow a b : (forall p, stays t p = true -> a p = settled t a p) ->
  (forall p, stays t p = true -> b p = settled t b p) ->
  forall p, stays t p = true -> a p <> b p -> stays t (goal t p) = true /\ a (goal t p) <> b (goal t p).
Proof.
  intros A B p S D. set (differ := filter (fun p => stays t p && negb (eqb (a p) (b p))) (provinces t)).
  assert (I : forall q, In q differ <-> stays t q = true /\ a q <> b q).
  { intro q. unfold differ. rewrite filter_In, andb_true_iff, negb_true_iff, eqb_false_iff. split; [tauto|].
    intros [X Y]. repeat split; auto. now apply stays_inside. }
  apply I. apply hit_maps.
  - apply NoDup_filter, seq_NoDup.
  - intros q Q. apply I in Q. destruct Q as [X Y].
    destruct (same_or_differs q a b) as [E|(w & W & G & N)]; [|exists w; split; auto; now apply I].
    exfalso. apply Y. rewrite A, B by auto. now apply one_arrow.
  - now apply I.
Qed.

Lemma resolution_settled a p : resolution t a -> stays t p = true -> a p = settled t a p.
Proof. intros R S. rewrite settled_equation; auto. Qed.

Theorem differences_follow_arrows a b : resolution t a -> resolution t b ->
  forall p, a p <> b p -> a (goal t p) <> b (goal t p).
Proof.
  intros A B p D.
  assert (S : forall q, stays t q = true -> a q <> b q -> stays t (goal t q) = true /\ a (goal t q) <> b (goal t q)).
  { apply stays_follow; intros; now apply resolution_settled. }
  destruct (stays t p) eqn:Sp; [now apply S|]. destruct (moves t p) eqn:M.
  2:{ exfalso. apply D. rewrite (A p), (B p). now rewrite !equation_idle. }
  destruct (same_or_differs (goal t p) a b) as [E|(w & W & G & N)].
  2:{ rewrite <- G. now apply S. }
  intro F. apply D. rewrite (A p), (B p). apply move_looks_at; auto.
  intros _. destruct (same_or_differs p a b) as [|(w & W & G & N)]; auto.
  exfalso. destruct (S w W N) as [X _]. rewrite G in X. congruence.
Qed.

(** ** Independent parts *)

(** An equation looks at nothing that arrows do not connect with it. *)
Lemma local (C : province -> bool) a b p : (forall q, C (goal t q) = C q) ->
  (forall q, C q = C p -> a q = b q) -> equation t a p = equation t b p.
Proof.
  intros closed H.
  assert (G : forall w q, goal t w = q -> C q = C p -> a w = b w).
  { intros w q E F. apply H. now rewrite <- closed, E. }
  destruct (moves t p) eqn:M; [|destruct (stays t p) eqn:S].
  - apply move_looks_at; auto.
    + intros w _ E. apply (G w (goal t p)); auto.
    + intros _ w _ E. now apply (G w p).
  - rewrite !equation_image. apply le_both; apply image_le_stay; auto; intros q; rewrite ?moves_to_iff.
    1, 3: intros _ E; rewrite (G q p) by auto; unfold le; auto.
    all: intros [_ E]; rewrite (G q p) by auto; unfold le; auto.
  - now rewrite !equation_idle.
Qed.

Lemma glued (C : province -> bool) a b : (forall q, C (goal t q) = C q) -> resolution t a -> resolution t b ->
  resolution t (fun p => if C p then a p else b p).
Proof.
  intros closed A B p. cbv beta. destruct (C p) eqn:E.
  - rewrite (A p). apply (local C); auto. intros q ->. now rewrite E.
  - rewrite (B p). apply (local C); auto. intros q ->. now rewrite E.
Qed.

(** ** None, or a power of two *)

Notation leads := (leads_to (size t) (goal t)).
Notation chief := (leader (size t) (goal t)).

Lemma stuck p : size t <= p -> goal t p = p.
Proof. intro H. unfold goal. rewrite outside; auto. lia. Qed.

Lemma chief_on_cycle c : chief c = true -> on_cycle (size t) (goal t) c.
Proof. intro H. now apply leader_iff in H. Qed.

(** The cycles of arrows, each named by its least province, on which resolutions differ. *)
Definition undecided_cycles : list province :=
  filter (fun c => chief c && existsb (fun x => existsb (fun y => xorb (read x c) (read y c)) (all_resolutions t))
                                      (all_resolutions t)) (provinces t).

Lemma differences_reach_a_cycle a b p : resolution t a -> resolution t b -> a p <> b p ->
  exists k, chief (steps (goal t) k p) = true /\ a (steps (goal t) k p) <> b (steps (goal t) k p).
Proof.
  intros A B D.
  assert (W : forall k, a (steps (goal t) k p) <> b (steps (goal t) k p)).
  { induction k as [|k IH]; auto. rewrite steps_S. now apply differences_follow_arrows. }
  destruct (walk_to_leader (size t) (goal t) p) as (k & L); eauto.
  intro k. destruct (Nat.lt_ge_cases (steps (goal t) k p) (size t)) as [|G]; auto. exfalso. apply (W k).
  now rewrite !resolution_outside.
Qed.

Lemma change_one_cycle a b c : resolution t a -> resolution t b -> chief c = true ->
  exists d, resolution t d /\ d c = b c /\ forall e, chief e = true -> e <> c -> d e = a e.
Proof.
  intros A B C. exists (fun p => if leads c p then b p else a p). split; [|split].
  - apply glued; auto. intro q. apply leads_to_closed; [exact stuck|now apply chief_on_cycle].
  - replace (leads c c) with true; auto. symmetry. apply leads_to_iff; [exact stuck|]. now exists 0.
  - intros e E N. destruct (leads c e) eqn:F; auto. exfalso. apply N. eapply one_leader; eauto. exact stuck.
Qed.

Theorem none_or_a_power_of_two :
  all_resolutions t = [] \/ length (all_resolutions t) = 2 ^ length undecided_cycles.
Proof.
  destruct (all_resolutions t) as [|x0 l] eqn:E; [now left|right]. rewrite <- E.
  assert (Read : forall x, In x (all_resolutions t) -> resolution t (read x)) by (intros x X; now apply listed_iff in X).
  assert (Chief : forall c, In c undecided_cycles -> chief c = true).
  { unfold undecided_cycles. intro c. rewrite filter_In, andb_true_iff. tauto. }
  apply two_to_the.
  - apply listed_once.
  - apply NoDup_filter, seq_NoDup.
  - intros x y X Y H. pose proof (proj1 (listed_iff x) X) as [Lx _]. pose proof (proj1 (listed_iff y) Y) as [Ly _].
    apply read_ext; [congruence|]. intros i I. destruct (bool_dec (read x i) (read y i)) as [|D]; auto. exfalso.
    destruct (differences_reach_a_cycle (read x) (read y) i) as (k & C & N); auto. apply N, H.
    apply filter_In. split.
    + apply in_provinces. destruct (Nat.lt_ge_cases (steps (goal t) k i) (size t)) as [|G]; auto. exfalso. apply N.
      now rewrite !resolution_outside by auto.
    + rewrite C. cbn. apply existsb_exists. exists x. split; auto. apply existsb_exists. exists y. split; auto.
      destruct (read x (steps (goal t) k i)), (read y (steps (goal t) k i)); auto; congruence.
  - intros x c X C. pose proof (Chief c C) as Cc. apply filter_In in C. destruct C as [_ C].
    rewrite Cc in C. cbn in C.
    assert (exists z, In z (all_resolutions t) /\ read z c = negb (read x c)) as (z & Z & V).
    { apply existsb_exists in C. destruct C as (u & U & C). apply existsb_exists in C. destruct C as (v & V & C).
      destruct (bool_dec (read u c) (read x c)) as [Q|Q]; [exists v|exists u]; split; auto;
        destruct (read u c), (read v c), (read x c); cbn in *; congruence. }
    destruct (change_one_cycle (read x) (read z) c) as (d & R & Dc & O); auto.
    destruct (all_listed d R) as (y & Y & F). exists y. split; auto. rewrite !F, Dc. split; auto.
    intros e He N. rewrite F. now apply O; auto.
  - exists x0. rewrite E. now left.
Qed.

End Resolutions.
