(** * The exceptions of 1971, 1982 and 2000 for convoyed attacks

    - 1982 leaves no support or convoy open ([nothing_open_1982]), so every turn has a resolution;
    - under 1971 and 2000 a ring of one convoy and one support has no resolution ([one_convoy_1971_2000]): what matters
      to the fleet is then a support of its own hold.

    Both where armies land where no fleet convoys. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity.
Import ListNotations.

Section Exceptions.
Variable t : turn.
Hypothesis land : ashore t.

Notation lo := (lo t nothing).
Notation hi := (hi t nothing).
Notation opens := (open t nothing).
Notation free := (nothing_fixed t).

Lemma carried a n : convoyed t n = true -> path t a n = true -> exists f, convoys t f n = true /\ a f = true.
Proof.
  intros C P. unfold path in P. rewrite C in P. cbn in P. apply existsb_exists in P. destruct P as (f & F & _).
  exists f. destruct (size t); cbn in F; apply filter_In in F; destruct F as [_ F]; rewrite !andb_true_iff in F; tauto.
Qed.

(** A fleet that takes no part makes no difference to the army. *)
Lemma needless f n a b : takes_part t f n = false -> (forall g, convoys t g n = true -> g <> f -> b g = true -> a g = true) ->
  path t b n = true -> path t a n = true.
Proof.
  intros P K H. set (l := filter (fun g => b g && negb (g =? f)) (filter (fun g => convoys t g n) (provinces t))).
  assert (In l (sets (filter (fun g => convoys t g n) (provinces t)))) as I.
  { unfold l. generalize (filter (fun g => convoys t g n) (provinces t)) as r. induction r as [|g r IH]; cbn; auto.
    apply in_or_app. destruct (b g && negb (g =? f)); [right; now apply in_map|now left]. }
  assert (In_l : forall g, among l g = true <-> In g l).
  { intro g. unfold among. rewrite existsb_exists. split; [intros (h & J & F); apply Nat.eqb_eq in F; now subst|].
    intro J. exists g. split; [exact J|apply Nat.eqb_refl]. }
  assert (H' : path t (among (f :: l)) n = true).
  { revert H. apply path_le. intros g C. unfold le. intro B. unfold among. cbn. fold (among l g). destruct (g =? f) eqn:F; auto.
    apply In_l. unfold l. rewrite !filter_In, B, F. repeat split; auto. now apply stays_inside, (convoys_iff t g n). }
  assert (H'' : path t (among l) n = true).
  { destruct (path t (among l) n) eqn:Q; auto. exfalso. apply not_true_iff_false in P. apply P, existsb_exists.
    exists l. split; auto. now rewrite H', Q. }
  revert H''. apply path_le. intros g C. unfold le. intro A. apply In_l in A. unfold l in A. rewrite !filter_In in A.
  destruct A as [_ A]. apply andb_prop in A. destruct A as [B D]. apply K; auto. intros ->. now rewrite Nat.eqb_refl in D.
Qed.

(** Who decides over an open support: a convoyed attack that has a path at the most, but not at the least. *)
Lemma cutter p : stays t p = true -> opens p = true -> is_convoy t p = false ->
  exists n, moves_to t n p = true /\ convoyed t n = true
    /\ reaches_to_cut t hi n p = true /\ reaches_to_cut t lo n p = false.
Proof.
  intros S O C. destruct (open_support t nothing free p S O C) as [H L].
  unfold cut_by_path in H. apply existsb_exists in H. destruct H as (n & I & H). rewrite !andb_true_iff in H.
  destruct H as [[N F] R].
  assert (Q : reaches_to_cut t lo n p = false).
  { apply bool_no. intro X. apply not_true_iff_false in L. apply L, existsb_exists. exists n. split; [exact I|].
    now rewrite N, F, X. }
  exists n. split; [exact N|]. split; [|split; assumption]. unfold reaches_to_cut, path in Q.
  destruct (convoyed t n); [reflexivity|discriminate].
Qed.

Lemma acts_on_convoy p : stays t p = true -> opens p = true -> is_convoy t p = false -> is_convoy t (goal t p) = true.
Proof.
  intros S O C. destruct (open_ring t nothing free p S O) as [Sg Og].
  destruct (is_convoy t (goal t p)) eqn:G; [reflexivity|].
  rewrite (support_after_convoy t nothing free (goal t p) p) in C; auto.
Qed.

Lemma support_behind p : stays t p = true -> opens p = true ->
  exists w, stays t w = true /\ opens w = true /\ is_convoy t w = false.
Proof.
  intros S O. destruct (is_convoy t p) eqn:C; [|now exists p].
  destruct (open_ring t nothing free p S O) as [Sg Og]. exists (goal t p). auto.
Qed.

Theorem nothing_open_1982 : spares t = AnyAction -> forall p, stays t p = true -> opens p = false.
Proof.
  intros E p S. apply bool_no. intro O. destruct (support_behind p S O) as (w & Sw & Ow & Cw).
  destruct (cutter w Sw Ow Cw) as (n & N & C & H & _).
  destruct (carried _ n C H) as (f & _ & X). cbv beta in X. apply andb_prop in X. destruct X as [_ X].
  unfold spared in X. rewrite C, E, (acts_on_convoy w Sw Ow Cw) in X. discriminate.
Qed.

Corollary resolution_1982 : spares t = AnyAction -> exists a, resolution t a.
Proof.
  intro E. apply resolution_without_paradox. intro p. unfold paradoxical. destruct (is_convoy t p) eqn:C; [|reflexivity].
  apply nothing_open_1982; auto. now apply is_convoy_stays.
Qed.

Theorem one_convoy_1971_2000 f : spares t = AttackOnOwnConvoy \/ spares t = AttackOnNecessary ->
  is_convoy t f = true -> opens f = true -> goal t (goal t f) = f -> forall a, ~ resolution t a.
Proof.
  intros E C O G a A. pose proof (is_convoy_stays t f C) as S. set (s := goal t f) in *.
  destruct (open_ring t nothing free f S O) as [Ss Os]. fold s in Ss, Os.
  assert (Cs : is_convoy t s = false) by now apply land.
  assert (Others : forall n g, moves_to t n s = true -> convoys t g n = true -> g <> f -> lo g = hi g).
  { intros n g N Cg D. apply convoys_iff in Cg. apply moves_to_iff in N. destruct N as [_ N].
    apply (others_decided t nothing free s f g); try tauto. destruct Cg as (_ & _ & Cg). congruence. }
  assert (Hold : against_convoy t s = false).
  { apply bool_no. intro X. destruct (cutter s Ss Os Cs) as (n & N & Cn & H & L).
    apply not_true_iff_false in L. apply L. revert H. unfold reaches_to_cut.
    assert (K : forall g, convoys t g n = true -> g <> f -> hi g = true -> lo g = true).
    { intros g Cg D. now rewrite (Others n g N Cg D). }
    destruct E as [E|E].
    - destruct (takes_part t f n) eqn:Pf.
      + intro H. exfalso. destruct (carried _ n Cn H) as (g & _ & Y). cbv beta in Y. apply andb_prop in Y.
        destruct Y as [_ Y]. unfold spared in Y. rewrite Cn, E, X, G, Pf in Y. discriminate.
      + intro H. assert (Free : forall g, spared t n s g = false).
        { intro g. unfold spared. rewrite E, G, Pf. now rewrite !andb_false_r. }
        assert (P : path t lo n = true).
        { apply (needless f n lo hi Pf K). revert H. apply path_le. intros g _. unfold le. rewrite andb_true_iff. tauto. }
        revert P. apply path_le. intros g _. unfold le. now rewrite Free, andb_true_r.
    - apply path_le. intros g Cg. unfold le. rewrite !andb_true_iff. intros [Y Z]. split; [|exact Z].
      apply K; auto. intros ->. unfold spared in Z. rewrite Cn, E, X, G, Nat.eqb_refl in Z. discriminate. }
  assert (Helps : forall k, supports_move t s k = false).
  { intro k. apply bool_no. intro X. unfold against_convoy in Hold. rewrite G, C in Hold.
    unfold supports_move in X. unfold is_convoy in C. assert (Gs : goal t s = f) by exact G. unfold goal in Gs.
    destruct (order_of t s) as [| | |u q|]; try discriminate. apply andb_prop in X. destruct X as [U M].
    cbn in Hold. apply negb_false_iff, Nat.eqb_eq in Hold. apply Nat.eqb_eq in U. apply moves_to_iff in M.
    destruct M as [M _]. assert (k = f) by congruence. subst k. apply stays_or_moves in S. congruence. }
  destruct (fight t f s S O Ss Os G C Cs) as (n & _ & _ & _ & F0 & F1). rewrite Helps in F0, F1. cbn in F1.
  destruct (support_turned t s Ss Os Cs) as [S0 S1].
  pose proof (resolution_within t a A) as W.
  pose proof (resolution_settled t a f A S) as Xf. rewrite (by_the_one_before t f s S Ss Os G a W), F0, F1 in Xf.
  pose proof (resolution_settled t a s A Ss) as Xs.
  rewrite (by_the_one_before t s f Ss S O eq_refl a W), S0, S1 in Xs.
  destruct (a f), (a s); discriminate.
Qed.

End Exceptions.
