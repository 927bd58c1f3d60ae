(** * Three colors for arrows

    Nothing here is about the game. From each of the numbers below [n] an arrow leads to a number; those from [n] on stay where
    they are. Three colors tell each number from its target ([third_differs]), and do so exactly as far as given
    colors do, however many these are ([few_colors]). *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Cycles.
Import ListNotations.

Section Colors.
Variable n : nat.

Section Walks.
Variable next : nat -> nat.
Hypothesis stuck : forall p, n <= p -> next p = p.
Variable stop : nat -> bool.

Notation steps := (steps next).

(** A walk until it stops, and how long it is. *)
Fixpoint stopped (k p : nat) : nat := if stop p then p else match k with 0 => p | S k => stopped k (next p) end.
Fixpoint far (k p : nat) : nat := if stop p then 0 else match k with 0 => 0 | S k => S (far k (next p)) end.

Definition stops (p : nat) : Prop := exists k, stop (steps k p) = true.

Lemma soon p : stops p -> exists k, k <= n /\ stop (steps k p) = true.
Proof.
  intros (k & S). pose proof (proj2 (leads_to_iff n next stuck (steps k p) p) (ex_intro _ k eq_refl)) as L.
  unfold leads_to in L. apply existsb_exists in L. destruct L as (j & J & E). apply in_seq in J. apply Nat.eqb_eq in E.
  exists j. rewrite E. split; auto. lia.
Qed.

Lemma more_fuel k p : stop (steps k p) = true -> forall j, k <= j -> stopped j p = stopped k p /\ far j p = far k p.
Proof.
  revert p. induction k as [|k IH]; intros p S j J.
  - cbn in S. destruct j; cbn; now rewrite S.
  - destruct j as [|j]; [lia|]. cbn. destruct (stop p); auto. rewrite <- steps_next in S.
    destruct (IH (next p) S j) as [-> ->]; auto. lia.
Qed.

Lemma stops_next p : stop p = false -> stops p -> stops (next p).
Proof. intros N ([|k] & S); [cbn in S; congruence|]. exists k. now rewrite steps_next. Qed.

Lemma stops_before p : stops (next p) -> stops p.
Proof. intros (k & S). exists (Datatypes.S k). now rewrite <- steps_next. Qed.

Lemma walk_on p : stop p = false -> stops p -> stopped n p = stopped n (next p) /\ far n p = S (far n (next p)).
Proof.
  intros N P. destruct (soon p P) as (k & K & E). destruct (more_fuel k p E (S n)) as [X Y]; [lia|].
  destruct (more_fuel k p E n K) as [X' Y']. cbn in X, Y. rewrite N in X, Y. split; congruence.
Qed.

Lemma stopped_stops p : stops p -> stop (stopped n p) = true.
Proof.
  intro P. destruct (soon p P) as (k & K & E). destruct (more_fuel k p E n K) as [-> _]. clear K P. revert p E.
  induction k as [|k IH]; intros p E; cbn in *; destruct (stop p) eqn:S; auto; [congruence|]. apply IH. now rewrite steps_next.
Qed.

Lemma stopped_walks k p : exists j, stopped k p = steps j p.
Proof.
  revert p. induction k as [|k IH]; intro p; cbn; destruct (stop p); try (exists 0; reflexivity).
  destruct (IH (next p)) as (j & ->). exists (S j). now rewrite steps_next.
Qed.
End Walks.

(** *** Each differs from its target. *)
Section Three.
Variable next : nat -> nat.
Hypothesis stuck : forall p, n <= p -> next p = p.

Definition halt (p : nat) : bool := leader n next p || (n <=? p).

Definition third (p : nat) : nat := let k := far next halt n p in if k =? 0 then 2 else k mod 2.

Lemma all_halt p : stops next halt p.
Proof.
  destruct (existsb (fun k => n <=? steps next k p) (seq 0 (S n))) eqn:X.
  - apply existsb_exists in X. destruct X as (k & _ & K). exists k. unfold halt. rewrite K. apply orb_true_r.
  - destruct (walk_to_leader n next p) as (k & L); [|exists k; unfold halt; now rewrite L].
    assert (B : forall k, k <= n -> steps next k p < n).
    { intros k K. apply Nat.nle_gt. intro G. apply not_true_iff_false in X. apply X, existsb_exists. exists k. split; [apply in_seq; lia|].
      now apply Nat.leb_le. }
    intro k. destruct (walk n next p) as [(i & I & G)|(i & j & [I J] & E)]; [specialize (B i I); lia|].
    induction k as [k IH] using (well_founded_induction lt_wf). destruct (le_lt_dec k n) as [L|L]; auto.
    replace k with ((k - j) + j) by lia. rewrite steps_add, <- E, <- steps_add. apply IH. lia.
Qed.

Lemma third_differs p : p < n -> next p <> p -> third p <> third (next p).
Proof.
  intros P D. unfold third. destruct (halt p) eqn:H.
  - assert (Z : far next halt n p = 0) by (destruct n; cbn; now rewrite H). rewrite Z. cbn [Nat.eqb].
    assert (L : leader n next p = true).
    { unfold halt in H. apply orb_true_iff in H. destruct H as [|H]; auto. apply Nat.leb_le in H. lia. }
    assert (N : halt (next p) = false).
    { unfold halt. apply orb_false_iff. assert (C := L). apply leader_iff in C. destruct C as [C F]. split.
      - apply not_true_iff_false. intro L'. apply D. symmetry. apply (one_leader n next stuck p (next p)); auto.
        apply leads_to_iff; auto. exists 1. reflexivity.
      - apply Nat.leb_gt. destruct (Nat.lt_ge_cases (next p) n) as [|G]; auto. exfalso. destruct C as (m & M & E).
        destruct m as [|m]; [lia|]. rewrite <- steps_next, (steps_stuck n next stuck m _ G) in E. lia. }
    destruct (walk_on next stuck halt (next p) N (all_halt _)) as [_ ->]. cbn [Nat.eqb].
    pose proof (Nat.mod_upper_bound (S (far next halt n (next (next p)))) 2). lia.
  - destruct (walk_on next stuck halt p H (all_halt _)) as [_ ->]. cbn [Nat.eqb]. set (k := far next halt n (next p)).
    destruct (Nat.eqb_spec k 0) as [->|]; [discriminate|].
    rewrite <- Nat.add_1_r, Nat.add_mod by lia. pose proof (Nat.mod_upper_bound k 2).
    assert (k mod 2 = 0 \/ k mod 2 = 1) as [-> | ->] by lia; cbn; discriminate.
Qed.

Lemma third_below p : third p < 3.
Proof. unfold third. destruct (_ =? 0); [lia|]. pose proof (Nat.mod_upper_bound (far next halt n p) 2). lia. Qed.
End Three.

(** *** Each differs from its target exactly if it has another color there. *)
Variable next : nat -> nat.
Hypothesis stuck : forall p, n <= p -> next p = p.
Variable color : nat -> nat.

Definition turns (p : nat) : bool := negb (color p =? color (next p)).

(** The next number, along arrows, from which an arrow leads to another color; [n] if there is none. *)
Definition ahead (p : nat) : nat :=
  if existsb (fun k => turns (steps next k p)) (seq 0 (S n)) then stopped next turns n p else n.

Lemma seen_iff p : existsb (fun k => turns (steps next k p)) (seq 0 (S n)) = true <-> stops next turns p.
Proof.
  rewrite existsb_exists. split.
  - intros (k & _ & T). now exists k.
  - intro S. destruct (soon next stuck turns p S) as (k & K & T). exists k. split; auto. apply in_seq. lia.
Qed.

Lemma ahead_next p : turns p = false -> ahead p = ahead (next p).
Proof.
  intro T. unfold ahead. destruct (existsb _ _) eqn:X.
  - apply seen_iff in X. rewrite (proj2 (seen_iff (next p))) by now apply stops_next. now apply (walk_on next stuck turns).
  - destruct (existsb (fun k => turns (steps next k (next p))) (seq 0 (S n))) eqn:Y; auto.
    apply seen_iff, stops_before, seen_iff in Y. congruence.
Qed.

Lemma ahead_turns p : turns p = true -> ahead p = p.
Proof.
  intro T. unfold ahead. rewrite (proj2 (seen_iff p)) by now exists 0. destruct n; cbn; now rewrite T.
Qed.

Lemma turns_below p : turns p = true -> p < n.
Proof.
  intro T. destruct (Nat.lt_ge_cases p n) as [|G]; auto. unfold turns in T. rewrite (stuck p G), Nat.eqb_refl in T. discriminate.
Qed.

(** Up to there the color is the same. *)
Lemma same_color k p : color (stopped next turns k p) = color p.
Proof.
  revert p. induction k as [|k IH]; intro p; cbn; destruct (turns p) eqn:T; auto. rewrite IH. unfold turns in T.
  apply negb_false_iff, Nat.eqb_eq in T. auto.
Qed.

Lemma ahead_differs p : turns p = true -> ahead (next p) <> p.
Proof.
  intros T E. assert (L := turns_below p T). unfold ahead in E. destruct (existsb _ _); [|lia].
  pose proof (same_color n (next p)) as C. rewrite E in C. unfold turns in T. rewrite C, Nat.eqb_refl in T. discriminate.
Qed.

Definition jump (p : nat) : nat := if p <? n then ahead (next p) else p.

Lemma few_colors : exists few, forall p, few p < 3 /\ (few p =? few (next p)) = (color p =? color (next p)).
Proof.
  assert (J : forall p, n <= p -> jump p = p) by (intros p P; unfold jump; apply Nat.ltb_ge in P; now rewrite P).
  exists (fun p => third jump (ahead p)). intro p. split; [apply third_below|].
  destruct (turns p) eqn:T.
  - assert (L := turns_below p T). rewrite (ahead_turns p T). assert (T' := T). apply negb_true_iff in T'. rewrite T'.
    apply Nat.eqb_neq. assert (E : jump p = ahead (next p)) by (unfold jump; apply Nat.ltb_lt in L; now rewrite L).
    rewrite <- E. apply third_differs; auto. rewrite E. now apply ahead_differs.
  - rewrite (ahead_next p T), Nat.eqb_refl. symmetry. now apply negb_false_iff.
Qed.
End Colors.
