(** * 5.B.2 to the letter, and its normal form

    To the letter, a support is cut by a path from elsewhere, _or by being dislodged_. The normal form asks each attack for
    one thing: from elsewhere for a path, from the province that the support acts on for success. The two have the
    same resolutions ([same_resolutions]); but not the same values in outcomes that are none. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings.
Import ListNotations.

Section NormalForm.
Variable t : turn.

Definition cuts_once (a : outcome) (n w : province) : bool :=
  foreign t n w && if n =? goal t w then a n && negb (excepted t n w) else reaches_to_cut t a n w.

Definition normal_equation (a : outcome) (p : province) : bool :=
  match order_of t p with
  | Support _ _ => negb (existsb (fun n => moves_to t n p && cuts_once a n p) (provinces t))
  | _ => equation t a p
  end.

Lemma normal_same a p : (forall m, moves_to t m p = true -> a m = equation t a m) -> normal_equation a p = equation t a p.
Proof.
  intro M. unfold normal_equation. destruct (order_of t p) eqn:O; auto. unfold equation. rewrite O.
  assert (S : stays t p = true) by (unfold stays; now rewrite O).
  unfold support_given. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
  split; intros (n & I & X); exists n; split; auto; apply andb_prop in X; destruct X as [N X]; rewrite N; cbn [andb];
    unfold cuts_once, cuts in *; fold (foreign t n p) (reaches_to_cut t a n p) in *; destruct (n =? goal t p) eqn:E; cbn in *.
  - apply andb_prop in X. destruct X as [_ X]. rewrite X. apply orb_true_r.
  - now rewrite andb_true_r, X.
  - rewrite andb_false_r in X. cbn in X. rewrite X, andb_true_r. apply andb_prop in X. destruct X as [An _].
    rewrite (M n N), equation_image in An.
    now apply (success_attacks t a a n p).
  - rewrite andb_true_r in X. apply orb_prop in X. destruct X as [X|X]; auto. apply andb_prop in X. destruct X as [An Ex].
    rewrite (M n N), equation_image in An.
    destruct (success_attacks t a a n p N S An) as [P F]. rewrite F. cbn. revert P. apply path_le.
    intros f C. unfold le. intro Af. rewrite Af. cbn. apply negb_true_iff, bool_no. intro Sp.
    apply negb_true_iff, not_true_iff_false in Ex. apply Ex, existsb_exists. exists f. split; auto.
    now apply stays_inside, (convoys_iff t f n).
Qed.

Lemma normal_moves a m : moves t m = true -> normal_equation a m = equation t a m.
Proof. unfold moves, normal_equation. now destruct (order_of t m). Qed.

Theorem same_resolutions a : resolution t a <-> forall p, a p = normal_equation a p.
Proof.
  split; intros R p.
  - rewrite normal_same; [apply R|]. intros m _. apply R.
  - rewrite <- normal_same; [apply R|]. intros m M. rewrite <- (normal_moves a m); [apply R|]. now apply moves_to_iff in M.
Qed.

End NormalForm.
