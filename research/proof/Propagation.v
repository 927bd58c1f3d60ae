(** * Propagation: deciding orders from what is known

    Two outcomes enclose what is possible, [lo] from below and [hi] from above. A round replaces them by
    [image lo hi] and [image hi lo]; it starts from "all fail" and "all succeed". An order is decided if the two are equal.
    Orders can be [fixed] to a value first, whatever their equations say: so paradox rules settle convoys.

    - [loses_none]: every outcome that satisfies the equations lies between the two;
    - [invents_none]: within them, every decided order satisfies its equation;
    - [finished]: after as many rounds as there are provinces, and two, nothing more is decided;
    - [only_moves_open]: if no support or convoy is left open, both bounds satisfy all equations. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions.
Import ListNotations.

Section Propagation.
Variable t : turn.
Variable fixed : province -> option bool.

Definition over (a : outcome) : outcome := fun p => match fixed p with Some b => b | None => a p end.

(** The equations hold, but for those of the orders that are fixed. *)
Definition solves (a : outcome) : Prop := forall p, a p = over (equation t a) p.

(** Written down as a list, so that it is worked out once. *)
Definition written (a : outcome) : outcome := read (map a (provinces t)).

Fixpoint bounds (k : nat) : outcome * outcome :=
  match k with
  | 0 => (fun _ => false, fun _ => true)
  | S k => let (lo, hi) := bounds k in (written (over (image t lo hi)), written (over (image t hi lo)))
  end.

Definition known : outcome * outcome := bounds (size t + 2).
Definition lo : outcome := fst known.
Definition hi : outcome := snd known.

(** Only units that have orders are fixed. *)
Hypothesis fixed_live : forall p, fixed p <> None -> open_to_choice t p = true.

Lemma written_same a p : (size t <= p -> a p = true) -> written a p = a p.
Proof.
  intro H. unfold written, provinces. rewrite read_map. destruct (Nat.ltb_spec p (size t)); auto. symmetry. auto.
Qed.

Lemma not_fixed p : open_to_choice t p = false -> fixed p = None.
Proof. intro H. destruct (fixed p) eqn:F; auto. rewrite fixed_live in H; congruence. Qed.

Lemma over_outside a b p : size t <= p -> over (image t a b) p = true.
Proof.
  intro H. unfold over. rewrite not_fixed by now apply idle_outside. apply image_outside. rewrite in_provinces. lia.
Qed.

Notation LO k := (fst (bounds k)).
Notation HI k := (snd (bounds k)).

Lemma lo_S k p : LO (S k) p = over (image t (LO k) (HI k)) p.
Proof. cbn [bounds]. destruct (bounds k). apply written_same. apply over_outside. Qed.

Lemma hi_S k p : HI (S k) p = over (image t (HI k) (LO k)) p.
Proof. cbn [bounds]. destruct (bounds k). apply written_same. apply over_outside. Qed.

Lemma over_le a b p : le (a p) (b p) -> le (over a p) (over b p).
Proof. unfold over. destruct (fixed p); unfold le; auto. Qed.

Lemma lo_hi_k k p : le (LO k p) (HI k p).
Proof.
  revert p. induction k as [|k IH]; intro p; [unfold le; auto|].
  rewrite lo_S, hi_S. apply over_le. now apply image_le.
Qed.

Lemma grows k p : le (LO k p) (LO (S k) p) /\ le (HI (S k) p) (HI k p).
Proof.
  revert p. induction k as [|k IH]; intro p; [split; unfold le; cbn; auto; discriminate|].
  rewrite (lo_S k), (lo_S (S k)), (hi_S k), (hi_S (S k)).
  split; apply over_le; apply image_le; intro q; destruct (IH q); auto.
Qed.

Lemma encloses a k p : solves a -> le (LO k p) (a p) /\ le (a p) (HI k p).
Proof.
  intro S. revert p. induction k as [|k IH]; intro p; [split; unfold le; cbn; auto; discriminate|].
  rewrite lo_S, hi_S, (S p). split; apply over_le; rewrite equation_image; apply image_le; intro q; destruct (IH q); auto.
Qed.

(** ** It comes to an end *)

Definition stable (k : nat) : Prop := forall p, LO (S k) p = LO k p /\ HI (S k) p = HI k p.

Lemma stays_stable k : stable k -> stable (S k).
Proof.
  intros S p. rewrite (lo_S (Datatypes.S k)), (hi_S (Datatypes.S k)), (lo_S k), (hi_S k).
  split; unfold over; destruct (fixed p); auto; apply le_both; apply image_le; intro q;
    destruct (S q) as [E F]; rewrite ?E, ?F; unfold Arrows.le; auto.
Qed.

Lemma number_less (P Q : province -> bool) p : (forall q, le (P q) (Q q)) -> In p (provinces t) ->
  P p = false -> Q p = true -> number t P < number t Q.
Proof.
  unfold number. intros PQ. induction (provinces t) as [|q l IH]; intros I E F; [contradiction|].
  assert (W : length (filter P l) <= length (filter Q l)).
  { clear - PQ. induction l as [|r l IHl]; cbn; auto. specialize (PQ r). unfold le in PQ.
    destruct (P r); [rewrite PQ by auto|destruct (Q r)]; cbn; lia. }
  cbn. destruct I as [->|I]; [rewrite E, F; cbn; lia|]. specialize (IH I E F). specialize (PQ q). unfold le in PQ.
  destruct (P q); [rewrite PQ by auto|destruct (Q q)]; cbn; lia.
Qed.

Definition decided_number (k : nat) : nat := number t (LO k) + number t (fun p => negb (HI k p)).

Lemma decided_at_most k : decided_number k <= size t.
Proof.
  unfold decided_number, number. rewrite <- (seq_length (size t) 0). fold (provinces t).
  induction (provinces t) as [|p l IH]; cbn; auto. pose proof (lo_hi_k k p) as E. unfold le in E.
  destruct (LO k p); [rewrite E by auto|destruct (HI k p)]; cbn; lia.
Qed.

Lemma stable_or_more k : stable (S k) \/ decided_number (S k) < decided_number (S (S k)).
Proof.
  destruct (forallb (fun p => eqb (LO (S (S k)) p) (LO (S k) p) && eqb (HI (S (S k)) p) (HI (S k) p)) (provinces t)) eqn:X.
  - left. rewrite forallb_forall in X. intro p. destruct (Nat.lt_ge_cases p (size t)) as [I|O].
    + apply in_provinces, X, andb_prop in I. destruct I as [E F]. now apply eqb_prop in E, F.
    + rewrite (lo_S (S k)), (hi_S (S k)), (lo_S k), (hi_S k). now rewrite !over_outside.
  - right. assert (exists p, In p (provinces t) /\ (LO (S (S k)) p <> LO (S k) p \/ HI (S (S k)) p <> HI (S k) p)) as (p & I & N).
    { clear - X. induction (provinces t) as [|p l IH]; [discriminate|]. cbn [forallb] in X.
      apply andb_false_iff in X. destruct X as [X|X].
      - exists p. split; [now left|]. apply andb_false_iff in X. rewrite !eqb_false_iff in X. tauto.
      - destruct (IH X) as (q & I & N). exists q. split; auto. now right. }
    assert (A : number t (LO (S k)) <= number t (LO (S (S k)))) by (apply number_le; intro q; apply grows).
    assert (B : number t (fun p => negb (HI (S k) p)) <= number t (fun p => negb (HI (S (S k)) p))).
    { apply number_le. intro q. destruct (grows (S k) q) as [_ G]. unfold le in *. intro.
      destruct (HI (S (S k)) q); [rewrite G in *; auto|auto]. }
    unfold decided_number. destruct (grows (S k) p) as [G1 G2]. unfold le in G1, G2. destruct N as [N|N].
    + assert (number t (LO (S k)) < number t (LO (S (S k)))); [|lia].
      apply (number_less _ _ p); auto; [intro q; apply grows| |]; destruct (LO (S k) p), (LO (S (S k)) p); auto; try congruence; discriminate (G1 eq_refl).
    + assert (number t (fun p => negb (HI (S k) p)) < number t (fun p => negb (HI (S (S k)) p))); [|lia].
      apply (number_less _ _ p); auto.
      * intro q. destruct (grows (S k) q) as [_ G]. unfold le in *. intro.
        destruct (HI (S (S k)) q); [rewrite G in *; auto|auto].
      * destruct (HI (S k) p), (HI (S (S k)) p); auto; try congruence; discriminate (G2 eq_refl).
      * destruct (HI (S k) p), (HI (S (S k)) p); auto; try congruence; discriminate (G2 eq_refl).
Qed.

Lemma stable_soon k : stable (S k) \/ k < decided_number (S (S k)).
Proof.
  induction k as [|k IH]; [destruct (stable_or_more 0); [now left|right; lia]|].
  destruct IH as [S|D]; [left; now apply stays_stable|].
  destruct (stable_or_more (S k)); [now left|right; lia].
Qed.

Lemma at_the_end : stable (size t + 2).
Proof.
  replace (size t + 2) with (S (S (size t))) by lia. apply stays_stable.
  destruct (stable_soon (size t)) as [|D]; auto. pose proof (decided_at_most (S (S (size t)))). lia.
Qed.

Theorem finished p : lo p = over (image t lo hi) p /\ hi p = over (image t hi lo) p.
Proof. destruct (at_the_end p) as [E F]. rewrite lo_S in E. rewrite hi_S in F. now split. Qed.

(** ** What it says *)

Lemma lo_hi p : le (lo p) (hi p).
Proof. apply lo_hi_k. Qed.

Theorem loses_none a : solves a -> forall p, le (lo p) (a p) /\ le (a p) (hi p).
Proof. intros S p. now apply encloses. Qed.

Corollary decided_value a p : solves a -> lo p = hi p -> a p = lo p.
Proof. intros S E. destruct (loses_none a S p) as [A B]. apply le_both; auto. now rewrite E. Qed.

Theorem invents_none a : (forall p, le (lo p) (a p) /\ le (a p) (hi p)) ->
  forall p, lo p = hi p -> a p = over (equation t a) p.
Proof.
  intros B p E. destruct (finished p) as [Lp Hp]. destruct (B p) as [B1 B2].
  assert (A : a p = lo p) by (apply le_both; auto; now rewrite E). rewrite A.
  assert (X : le (over (image t lo hi) p) (over (equation t a) p)).
  { apply over_le. rewrite equation_image. apply image_le; intro q; now destruct (B q). }
  assert (Y : le (over (equation t a) p) (over (image t hi lo) p)).
  { apply over_le. rewrite equation_image. apply image_le; intro q; now destruct (B q). }
  rewrite <- Lp in X. rewrite <- Hp, <- E in Y. now apply le_both.
Qed.

(** The order of a move is as it is with bounds for moves alone, once supports and convoys are decided. *)
Theorem only_moves_open : (forall p, stays t p = true -> lo p = hi p) -> solves lo /\ solves hi.
Proof.
  intro D.
  assert (Same : forall w, stays t w = true -> le (lo w) (hi w) /\ le (hi w) (lo w)).
  { intros w S. rewrite (D w S). unfold le. auto. }
  assert (Stay : forall p a b b', stays t p = true -> (forall q, le (b' q) (b q)) -> le (image t a b p) (image t b' b' p)).
  { intros p a b b' S B. apply image_le_stay; auto. }
  split; intro p; destruct (finished p) as [Lp Hp].
  - rewrite Lp at 1. unfold over. destruct (fixed p) eqn:F; auto. rewrite equation_image.
    destruct (moves t p) eqn:M; [|destruct (stays t p) eqn:S].
    + apply le_both; apply image_le_move; auto; try (intros; split); try (intros; now apply Same); unfold le; auto.
    + specialize (D p S). unfold over in Lp, Hp. rewrite F in Lp, Hp. rewrite <- Lp, D, Hp.
      apply le_both; apply image_le_stay; auto; unfold le; auto.
    + now rewrite !image_idle.
  - rewrite Hp at 1. unfold over. destruct (fixed p) eqn:F; auto. rewrite equation_image.
    destruct (moves t p) eqn:M; [|destruct (stays t p) eqn:S].
    + apply le_both; apply image_le_move; auto; try (intros; split); try (intros; now apply Same); unfold le; auto.
    + specialize (D p S). unfold over in Lp, Hp. rewrite F in Lp, Hp. rewrite <- Hp, <- D, Lp.
      apply le_both; apply image_le_stay; auto; unfold le; auto.
    + now rewrite !image_idle.
Qed.

End Propagation.

(** ** To fix what is open decides more *)

Section Refinement.
Variable t : turn.
Variables fixed more : province -> option bool.
Hypothesis live : forall p, fixed p <> None -> open_to_choice t p = true.
Hypothesis live' : forall p, more p <> None -> open_to_choice t p = true.
Hypothesis refines : forall p b, more p = Some b ->
  fixed p = Some b \/ le (lo t fixed p) b /\ le b (hi t fixed p).
Hypothesis keeps : forall p b, fixed p = Some b -> more p = Some b.

Lemma below_lo k p : le (fst (bounds t fixed k) p) (lo t fixed p) /\ le (hi t fixed p) (snd (bounds t fixed k) p).
Proof.
  assert (G : forall d j q, le (fst (bounds t fixed j) q) (fst (bounds t fixed (d + j)) q)
                            /\ le (snd (bounds t fixed (d + j)) q) (snd (bounds t fixed j) q)).
  { induction d as [|d IH]; intros j q; [unfold le; auto|]. destruct (IH j q), (grows t fixed live (d + j) q).
    split; eapply le_trans; eauto. }
  assert (E : forall d, stable t fixed (d + (size t + 2))).
  { induction d as [|d IH]; [now apply at_the_end|]. now apply (stays_stable t fixed live). }
  assert (F : forall d q, fst (bounds t fixed (d + (size t + 2))) q = lo t fixed q
                          /\ snd (bounds t fixed (d + (size t + 2))) q = hi t fixed q).
  { induction d as [|d IH]; intro q; [auto|]. destruct (IH q) as [X Y], (E d q) as [V W].
    cbn [Nat.add] in *. now rewrite V, W. }
  destruct (G (size t + 2) k p) as [A B]. rewrite (Nat.add_comm _ k) in A, B. destruct (F k p) as [X Y].
  rewrite X in A. rewrite Y in B. now split.
Qed.

Lemma refined_k k p : le (fst (bounds t fixed k) p) (fst (bounds t more k) p)
                      /\ le (snd (bounds t more k) p) (snd (bounds t fixed k) p).
Proof.
  revert p. induction k as [|k IH]; intro p; [split; unfold le; auto|].
  pose proof (below_lo (S k) p) as [A B].
  rewrite (lo_S t fixed live k), (hi_S t fixed live k) in *.
  rewrite (lo_S t more live' k), (hi_S t more live' k). unfold over in *.
  destruct (more p) as [b|] eqn:M.
  - destruct (refines p b M) as [F|[C D]].
    + rewrite F. unfold le. auto.
    + split; eapply le_trans; eauto.
  - destruct (fixed p) as [b|] eqn:F; [rewrite (keeps p b F) in M; discriminate|].
    split; apply image_le; intro q; destruct (IH q); auto.
Qed.

Theorem refined p : le (lo t fixed p) (lo t more p) /\ le (hi t more p) (hi t fixed p).
Proof. apply refined_k. Qed.
End Refinement.

Lemma last_bounds t fixed : lo t fixed = fst (bounds t fixed (size t + 2)) /\ hi t fixed = snd (bounds t fixed (size t + 2)).
Proof. split; reflexivity. Qed.

(** From here on the bounds are what the theorems say of them. *)
Global Opaque lo hi.
