(** * Fights over fleets, by strengths

    A fleet on an open ring that convoys is attacked, and one support of the ring bears on it ([fight]). All strengths
    that meet there are decided but the one that this support counts in, which it raises by one ([raised]). So of the
    open attack and the strongest that resists it, one has to be equal to the other without the support or with it
    ([needs_support], [stopped_by_support]): these are the stages A and B, H and R of paradoxes.md. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity.
Import ListNotations.

Section Fights.
Variable t : turn.

Notation lo := (lo t nothing).
Notation hi := (hi t nothing).
Notation opens := (open t nothing).

Variables p w : province.
Hypothesis Sp : stays t p = true.
Hypothesis Op : opens p = true.
Hypothesis Sw : stays t w = true.
Hypothesis Ow : opens w = true.
Hypothesis Gw : goal t w = p.
Hypothesis Cp : is_convoy t p = true.
Hypothesis Cw : is_convoy t w = false.

Lemma hold_raised : hold_strength t hi p = (if supports_hold t w p then 1 else 0) + hold_strength t lo p.
Proof.
  unfold hold_strength. rewrite (stays_not_empty t p Sp), (stays_or_moves t p Sp), (raised t p w Sw Ow Gw); [lia|].
  intros q Q. apply supports_hold_iff in Q. tauto.
Qed.

Lemma supporters_of k q : moves_to t k p = true -> supports_move t q k = true -> stays t q = true /\ goal t q = p.
Proof.
  intros K Q. apply supports_move_iff in Q. apply moves_to_iff in K. destruct Q as (S & _ & G), K. split; congruence.
Qed.

Notation carried k := (path t lo k).

Lemma prevent_is a k : moves_to t k p = true ->
  prevent_strength t a k = if path t a k then 1 + number t (fun q => supports_move t q k && a q) else 0.
Proof. intro K. unfold prevent_strength. rewrite (no_battle t p w) by auto. now destruct (path t a k). Qed.

Lemma prevent_raised k : moves_to t k p = true ->
  prevent_strength t hi k = (if carried k && supports_move t w k then 1 else 0) + prevent_strength t lo k.
Proof.
  intro K. rewrite !prevent_is, <- (paths_decided t p w) by auto. destruct (carried k); [|reflexivity].
  rewrite (raised t p w Sw Ow Gw) by (intros q; now apply supporters_of). cbn. lia.
Qed.

(** Whether the open support counts for the attack of [k]: only if it is foreign to the fleet. *)
Definition helps (k : province) : bool :=
  carried k && foreign t k p && supports_move t w k && negb (power_of t w =? power_of t p).

Lemma attack_raised k : moves_to t k p = true ->
  attack_strength t hi k = (if helps k then 1 else 0) + attack_strength t lo k.
Proof.
  intro K. rewrite !(attack_is t _ k p K Sp), <- (paths_decided t p w) by auto. unfold helps.
  destruct (carried k && foreign t k p); [|reflexivity]. cbn [andb].
  assert (C : forall a, number t (fun q => supports_move t q k && a q && negb (power_of t q =? power_of t p))
                      = number t (fun q => supports_move t q k && negb (power_of t q =? power_of t p) && a q)).
  { intro a. unfold number. f_equal. apply filter_ext. intro q. now rewrite <- !andb_assoc, (andb_comm (a q)). }
  rewrite !C, (raised t p w Sw Ow Gw); [cbn; lia|]. intros q Q. apply andb_prop in Q. destruct Q as [Q _]. now apply (supporters_of k).
Qed.

(** An attack wins if it is stronger than the fleet, and than what each other one prevents with. *)
Lemma wins_iff a n : moves_to t n p = true -> image t a a n = true <->
  hold_strength t a p < attack_strength t a n /\
  forall k, moves_to t k p = true -> k <> n -> prevent_strength t a k < attack_strength t a n.
Proof.
  intro N. pose proof (proj1 (moves_to_iff t n p) N) as [M G]. rewrite <- equation_image. unfold equation. unfold moves in M.
  destruct (order_of t n) eqn:O; try discriminate. unfold move_succeeds, prevails. rewrite G, (no_battle t p w) by auto.
  rewrite andb_true_iff, Nat.ltb_lt, forallb_forall. split; intros [H R]; split; auto; intros k K.
  - intro D. specialize (R k (moves_inside t k (proj1 (proj1 (moves_to_iff t k p) K)))). apply Nat.eqb_neq in D.
    rewrite K, D in R. cbn in R. now apply Nat.ltb_lt.
  - destruct (moves_to t k p) eqn:E; cbn; auto. destruct (Nat.eqb_spec k n); cbn; auto. apply Nat.ltb_lt. auto.
Qed.

Definition resists (a : outcome) (n : province) (strength : nat) : Prop :=
  hold_strength t a p = strength \/ exists k, moves_to t k p = true /\ k <> n /\ prevent_strength t a k = strength.

(** If an attack does not win, something resists it that is as strong. *)
Lemma resisted a n : moves_to t n p = true -> image t a a n = false ->
  attack_strength t a n <= hold_strength t a p \/
  exists k, moves_to t k p = true /\ k <> n /\ attack_strength t a n <= prevent_strength t a k.
Proof.
  intros N F. destruct (le_lt_dec (attack_strength t a n) (hold_strength t a p)) as [|H]; auto. right.
  destruct (existsb (fun k => moves_to t k p && negb (k =? n) && (attack_strength t a n <=? prevent_strength t a k)) (provinces t)) eqn:X.
  - apply existsb_exists in X. destruct X as (k & _ & X). rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq, Nat.leb_le in X.
    exists k. tauto.
  - exfalso. apply not_true_iff_false in F. apply F, wins_iff; auto. split; auto. intros k K D.
    destruct (Nat.lt_ge_cases (prevent_strength t a k) (attack_strength t a n)) as [|L]; auto. exfalso.
    apply not_true_iff_false in X. apply X, existsb_exists. exists k.
    rewrite K, (proj2 (Nat.eqb_neq k n) D), (proj2 (Nat.leb_le _ _) L). split; auto.
    now apply moves_inside, (moves_to_iff t k p).
Qed.

Variable n : province.
Hypothesis N : moves_to t n p = true.
Hypothesis On : opens n = true.

(** *** A and B: the support is for the open attack

    It counts, and without it the attack is exactly as strong as the strongest that resists: the fleet, or a rival. The
    strengths that resist are decided. *)
Theorem needs_support : supports_move t w n = true ->
  attack_strength t hi n = 1 + attack_strength t lo n /\
  hold_strength t hi p = hold_strength t lo p /\ hold_strength t lo p <= attack_strength t lo n /\
  (forall k, moves_to t k p = true -> k <> n ->
     prevent_strength t hi k = prevent_strength t lo k /\ prevent_strength t lo k <= attack_strength t lo n) /\
  resists lo n (attack_strength t lo n).
Proof.
  intro S. destruct (helped t p w Sp Op Sw Ow Gw Cp Cw n N S) as [L H].
  destruct (proj1 (open_iff t nothing (nothing_fixed t) n) On) as [L0 H0]. rewrite L0 in L. rewrite H0 in H. symmetry in L, H.
  apply wins_iff in H; auto. destruct H as [Hh Hk].
  assert (E : hold_strength t hi p = hold_strength t lo p).
  { rewrite hold_raised. unfold supports_hold, supports_move in *. destruct (order_of t w); try discriminate.
    apply andb_prop in S. destruct S as [S _]. apply Nat.eqb_eq in S. rewrite S.
    destruct (Nat.eqb_spec n p) as [Z|]; [|reflexivity]. apply moves_to_iff in N. destruct N as [M _].
    rewrite Z, (stays_or_moves t p Sp) in M. discriminate. }
  assert (F : forall k, moves_to t k p = true -> k <> n -> prevent_strength t hi k = prevent_strength t lo k).
  { intros k K D. rewrite prevent_raised by auto. unfold supports_move in *. destruct (order_of t w); try discriminate.
    apply andb_prop in S. destruct S as [S _]. apply Nat.eqb_eq in S. rewrite S.
    apply not_eq_sym, Nat.eqb_neq in D. now rewrite D, andb_false_r. }
  pose proof (attack_raised n N) as A.
  assert (Up : attack_strength t hi n <= 1 + attack_strength t lo n) by (rewrite A; destruct (helps n); lia).
  assert (G : forall k, moves_to t k p = true -> k <> n ->
    prevent_strength t hi k = prevent_strength t lo k /\ prevent_strength t lo k <= attack_strength t lo n).
  { intros k K D. split; auto. rewrite <- (F k K D). specialize (Hk k K D). lia. }
  destruct (resisted lo n N L) as [B|(k & K & D & B)].
  - repeat (split; [lia || exact G|]). left. lia.
  - destruct (G k K D) as [V U]. pose proof (Hk k K D). repeat (split; [lia || exact G|]). right. exists k.
    repeat split; auto. lia.
Qed.

(** *** H and R: it is not

    The attack's strength is decided, and more than all that resists without the support; with it, the fleet or a rival is
    exactly as strong. *)
Theorem stopped_by_support : supports_move t w n = false ->
  attack_strength t hi n = attack_strength t lo n /\
  hold_strength t lo p < attack_strength t lo n /\
  (forall k, moves_to t k p = true -> k <> n -> prevent_strength t lo k < attack_strength t lo n) /\
  (supports_hold t w p = true /\ hold_strength t hi p = attack_strength t lo n \/
   exists k, moves_to t k p = true /\ k <> n /\ supports_move t w k = true /\ prevent_strength t hi k = attack_strength t lo n).
Proof.
  intro S. destruct (not_helped t p w Sp Op Sw Ow Gw Cp Cw n N S) as [L H].
  destruct (proj1 (open_iff t nothing (nothing_fixed t) n) On) as [L0 H0]. rewrite L0 in L. rewrite H0 in H. symmetry in L, H.
  apply wins_iff in H; auto. destruct H as [Hh Hk].
  assert (A : attack_strength t hi n = attack_strength t lo n).
  { rewrite attack_raised by auto. unfold helps. now rewrite S, andb_false_r. }
  repeat (split; [assumption|]).
  destruct (resisted hi n N L) as [B|(k & K & D & B)]; rewrite A in B; [left|right].
  - rewrite hold_raised in *. destruct (supports_hold t w p); [|lia]. split; auto. lia.
  - specialize (Hk k K D). exists k. rewrite (prevent_raised k K) in *. destruct (supports_move t w k).
    + repeat split; auto. destruct (carried k); cbn in *; lia.
    + rewrite andb_false_r in B. lia.
Qed.

End Fights.
