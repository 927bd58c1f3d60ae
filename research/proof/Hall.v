(** * Hall's theorem

    Nothing here is about the game. Each member of [W] can have a member of [R] to itself, joined with it by an [edge], if
    every part of [W] has at least as many [near] it as it has members. By induction on [W]: if some part has just enough, it
    and the rest are matched separately; else one member is matched with any that is near. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law.
Import ListNotations.

Section Hall.
Variable edge : province -> province -> bool.

Definition near (R S : list province) : list province := filter (fun b => existsb (fun w => edge w b) S) R.

Definition enough (W R : list province) : Prop :=
  forall S, NoDup S -> incl S W -> length S <= length (near R S).

Definition matching (g : province -> province) (W R : list province) : Prop :=
  (forall w, In w W -> In (g w) R /\ edge w (g w) = true) /\
  forall v w, In v W -> In w W -> g v = g w -> v = w.

Lemma in_near b R S : In b (near R S) <-> In b R /\ exists w, In w S /\ edge w b = true.
Proof. unfold near. now rewrite filter_In, existsb_exists. Qed.

Lemma near_same R S S' : incl S S' -> incl S' S -> near R S = near R S'.
Proof.
  intros I J. unfold near. apply filter_ext. intro b. apply eq_true_iff_eq. rewrite !existsb_exists. firstorder.
Qed.

Lemma both_sides (P : province -> bool) l : length (filter P l) + length (filter (fun x => negb (P x)) l) = length l.
Proof. induction l as [|x l IH]; cbn; auto. destruct (P x); cbn; lia. Qed.

Lemma nodup_app (u v : list province) : NoDup u -> NoDup v -> (forall x, In x u -> In x v -> False) -> NoDup (u ++ v).
Proof.
  intros U V H. induction u as [|x u IH]; cbn; auto. inversion U; subst. constructor.
  - rewrite in_app_iff. intros [Z|Z]; auto. apply (H x); cbn; auto.
  - apply IH; auto. intros y Y. apply H. now right.
Qed.

Lemma nodup_map (g : province -> province) u : (forall v w, In v u -> In w u -> g v = g w -> v = w) -> NoDup u ->
  NoDup (map g u).
Proof.
  intros H D. induction D as [|x u N D IH]; cbn; constructor.
  - rewrite in_map_iff. intros (v & E & I). apply N. rewrite <- (H v x); cbn; auto.
  - apply IH. intros v w V W. apply H; now right.
Qed.

Lemma one_less b R S : NoDup R -> length (near R S) <= 1 + length (near (filter (fun x => negb (x =? b)) R) S).
Proof.
  intro D. change (length (near R S) <= length (b :: near (filter (fun x => negb (x =? b)) R) S)).
  apply NoDup_incl_length; [now apply NoDup_filter|]. intros x I. apply in_near in I. destruct I as [I X].
  destruct (Nat.eq_dec x b) as [->|N]; [now left|right]. apply in_near. split; auto.
  apply filter_In. split; auto. now apply negb_true_iff, Nat.eqb_neq.
Qed.

Lemma among_iff l x : among l x = true <-> In x l.
Proof.
  unfold among. rewrite existsb_exists. split; [intros (y & I & E); apply Nat.eqb_eq in E; now subst|].
  intro I. exists x. split; [exact I|apply Nat.eqb_refl].
Qed.

Lemma in_sets (P : province -> bool) l : In (filter P l) (sets l).
Proof.
  induction l as [|x l IH]; cbn; auto. apply in_or_app. destruct (P x); [right; now apply in_map|now left].
Qed.

Lemma sets_in l : forall S, In S (sets l) -> incl S l /\ (NoDup l -> NoDup S).
Proof.
  induction l as [|x l IH]; cbn; intros S I.
  - destruct I as [<-|[]]. split; auto. intros y [].
  - apply in_app_or in I. destruct I as [I|I].
    + destruct (IH S I) as [J N]. split; [now apply incl_tl|]. intro D. inversion D. auto.
    + apply in_map_iff in I. destruct I as (S' & <- & I). destruct (IH S' I) as [J N]. split.
      * intros y [<-|Y]; [now left|right; auto].
      * intro D. inversion D; subst. constructor; auto.
Qed.

(** A part of [l], in its order *)
Lemma part_of S l : NoDup S -> NoDup l -> incl S l -> let S' := filter (among S) l in
  In S' (sets l) /\ incl S S' /\ incl S' S /\ length S = length S'.
Proof.
  intros D E I S'. assert (J : incl S S') by (intros x X; apply filter_In; rewrite among_iff; auto).
  assert (K : incl S' S) by (intros x X; apply filter_In in X; now apply among_iff).
  split; [apply in_sets|]. split; [exact J|]. split; [exact K|].
  apply Nat.le_antisymm; apply NoDup_incl_length; auto. now apply NoDup_filter.
Qed.

Theorem hall W : forall R, NoDup W -> NoDup R -> enough W R -> exists g, matching g W R.
Proof.
  remember (length W) as k eqn:K. revert W K.
  induction k as [k IH] using (well_founded_induction lt_wf). intros W K R DW DR H.
  destruct W as [|w0 W']. { exists (fun w => w). split; [intros w []|intros v w []]. }
  set (W := w0 :: W') in *.
  destruct (existsb (fun S => (0 <? length S) && (length S <? k) && (length (near R S) =? length S)) (sets W)) eqn:X.
  - (* a part that has just enough: it and the rest by themselves *)
    apply existsb_exists in X. destruct X as (S & I & X). rewrite !andb_true_iff, !Nat.ltb_lt, Nat.eqb_eq in X.
    destruct X as [[X0 X1] X2]. apply sets_in in I. destruct I as [I D]. specialize (D DW).
    set (W2 := filter (fun w => negb (among S w)) W).
    set (R2 := filter (fun b => negb (existsb (fun w => edge w b) S)) R).
    assert (L : length W2 < k).
    { pose proof (both_sides (among S) W) as B. fold W2 in B.
      destruct (part_of S W D DW I) as (_ & _ & _ & E). rewrite <- E in B. lia. }
    destruct (IH (length S) ltac:(lia) S eq_refl R D DR) as (g1 & M1 & J1).
    { intros T DT IT. apply H; auto. eapply incl_tran; eauto. }
    destruct (IH (length W2) L W2 eq_refl R2) as (g2 & M2 & J2); try now apply NoDup_filter.
    { intros T DT IT.
      assert (Q : length (S ++ T) <= length (near R (S ++ T))).
      { apply H.
        - apply nodup_app; auto. intros x X Y. apply IT, filter_In in Y. destruct Y as [_ Y].
          apply negb_true_iff, not_true_iff_false in Y. now apply Y, among_iff.
        - apply incl_app; auto. intros y Y. apply IT, filter_In in Y. tauto. }
      rewrite app_length in Q.
      assert (E : length (near R (S ++ T)) = length (near R S) + length (near R2 T)).
      { unfold near, R2. clear. induction R as [|b R IR]; cbn; auto. rewrite existsb_app.
        destruct (existsb (fun w => edge w b) S); cbn; [lia|]. destruct (existsb (fun w => edge w b) T); cbn; lia. }
      lia. }
    assert (Split : forall w, In w W -> among S w = false -> In w W2) by
      (intros w Iw F; apply filter_In; now rewrite F).
    assert (Apart : forall v w, In v W -> In w W -> among S v = true -> among S w = false -> g1 v <> g2 w).
    { intros v w Iv Iw Sv Sw E. apply among_iff in Sv. destruct (M1 v Sv) as [_ Ev]. destruct (M2 w (Split w Iw Sw)) as [Rw _].
      apply filter_In in Rw. destruct Rw as [_ Rw]. apply negb_true_iff in Rw. apply not_true_iff_false in Rw.
      apply Rw, existsb_exists. exists v. now rewrite <- E. }
    exists (fun w => if among S w then g1 w else g2 w). split.
    + intros w Iw. destruct (among S w) eqn:F; [apply M1; now apply among_iff|].
      destruct (M2 w (Split w Iw F)) as [Y Z]. split; auto. now apply filter_In in Y.
    + intros v w Iv Iw E. destruct (among S v) eqn:F, (among S w) eqn:G.
      * apply J1; auto; now apply among_iff.
      * exfalso. now apply (Apart v w).
      * exfalso. now apply (Apart w v).
      * apply J2; auto.
  - (* every part has more than enough: one goes with any *)
    destruct (near R [w0]) as [|b l] eqn:N.
    { exfalso. assert (length [w0] <= length (near R [w0])); [|rewrite N in *; cbn in *; lia].
      apply H; [constructor; [intros []|constructor]|intros y [<-|[]]; now left]. }
    assert (B : In b (near R [w0])) by (rewrite N; now left). apply in_near in B. destruct B as [B (w & [<-|[]] & E)].
    assert (D' : NoDup W') by (inversion DW; auto).
    destruct (IH (length W') ltac:(subst k; cbn; lia) W' eq_refl (filter (fun x => negb (x =? b)) R)) as (g & M & J); auto.
    { now apply NoDup_filter. }
    { intros T DT IT. destruct T as [|x T]; [cbn; lia|]. set (T' := x :: T) in *.
      assert (I : incl T' W) by (now apply incl_tl).
      destruct (part_of T' W DT DW I) as (P & I1 & I2 & Q).
      pose proof (one_less b R T' DR) as O. pose proof (H T' DT I) as L.
      assert (length T' <= length W') by (now apply NoDup_incl_length).
      assert (0 < length T') by (cbn; lia).
      apply not_true_iff_false in X. destruct (Nat.eq_dec (length (near R T')) (length T')) as [Z|]; [|lia].
      exfalso. apply X, existsb_exists. exists (filter (among T') W). split; auto.
      rewrite <- (near_same R T' _ I1 I2), <- Q, !andb_true_iff, !Nat.ltb_lt, Nat.eqb_eq. subst k. cbn in *. lia. }
    assert (Free : forall w, In w W' -> g w <> b).
    { intros w Iw F. destruct (M w Iw) as [Y _]. apply filter_In in Y. destruct Y as [_ Y]. rewrite F, Nat.eqb_refl in Y.
      discriminate. }
    assert (Other : forall w, In w W -> w <> w0 -> In w W') by (intros w [->|]; tauto).
    exists (fun w => if w =? w0 then b else g w). split.
    + intros w Iw. destruct (Nat.eqb_spec w w0) as [->|F]; auto. destruct (M w (Other w Iw F)) as [Y Z]. split; auto.
      now apply filter_In in Y.
    + intros v w Iv Iw Z. destruct (Nat.eqb_spec v w0) as [->|F], (Nat.eqb_spec w w0) as [->|G]; auto.
      * exfalso. now apply (Free w (Other w Iw G)).
      * exfalso. now apply (Free v (Other v Iv F)).
Qed.
End Hall.
