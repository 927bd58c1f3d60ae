(** * One arrow: what an equation looks at

    An order has one arrow, from its province to its [goal]. Each equation is split in two: [image a b p] is the
    equation of [p] with [a] for all that helps the order and [b] for all that hinders it. It grows with [a] and shrinks
    with [b], and looks only at what [image_le_fight] and [image_le_stay] name. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law.
Import ListNotations.

Definition le (x y : bool) : Prop := x = true -> y = true.

Lemma le_both x y : le x y -> le y x -> x = y.
Proof. unfold le. destruct x, y; intuition. Qed.

Lemma le_false x : le x false -> x = false.
Proof. unfold le. destruct x; intuition. Qed.

Lemma le_trans x y z : le x y -> le y z -> le x z.
Proof. unfold le. auto. Qed.

Lemma bool_no x : x <> true -> x = false.
Proof. now destruct x. Qed.

Section Arrows.
Variable t : turn.

(** Supports and convoys: the unit stays, and there is something to decide. *)
Definition stays (p : province) : bool :=
  match order_of t p with Support _ _ | Convoy _ _ => true | _ => false end.

(** ** The definitions, unfolded once *)

Lemma stays_or_moves p : stays p = true -> moves t p = false.
Proof. unfold stays, moves. now destruct (order_of t p). Qed.

Lemma moves_to_iff m q : moves_to t m q = true <-> moves t m = true /\ goal t m = q.
Proof. unfold moves_to. now rewrite andb_true_iff, Nat.eqb_eq. Qed.

Lemma convoys_iff f m : convoys t f m = true -> is_convoy t f = true /\ stays f = true /\ goal t f = goal t m.
Proof.
  unfold convoys, is_convoy, stays, goal at 1. destruct (order_of t f) eqn:E; try discriminate.
  rewrite !andb_true_iff, moves_to_iff. intuition.
Qed.

Lemma supports_move_iff w m : supports_move t w m = true ->
  stays w = true /\ is_convoy t w = false /\ goal t w = goal t m.
Proof.
  unfold supports_move, stays, is_convoy, goal at 1. destruct (order_of t w); try discriminate.
  rewrite andb_true_iff, moves_to_iff. intuition.
Qed.

Lemma supports_hold_iff w p : supports_hold t w p = true ->
  stays w = true /\ is_convoy t w = false /\ goal t w = p.
Proof.
  unfold supports_hold, stays, is_convoy, goal. destruct (order_of t w); try discriminate.
  rewrite andb_true_iff, !Nat.eqb_eq. intuition.
Qed.

Lemma battle_iff m : head_to_head t m = true -> moves t (goal t m) = true /\ goal t (goal t m) = m.
Proof. unfold head_to_head. rewrite !andb_true_iff, moves_to_iff. intuition. Qed.

Lemma in_provinces p : In p (provinces t) <-> p < size t.
Proof. unfold provinces. rewrite in_seq. lia. Qed.

Lemma outside p : ~ p < size t -> order_of t p = Empty.
Proof. intro H. unfold order_of. rewrite nth_overflow; auto. unfold size in H. lia. Qed.

Lemma inside p : order_of t p <> Empty -> In p (provinces t).
Proof. intro H. apply in_provinces. destruct (Nat.lt_ge_cases p (size t)); auto. exfalso. apply H, outside. lia. Qed.

Lemma moves_inside m : moves t m = true -> In m (provinces t).
Proof. unfold moves. intro H. apply inside. destruct (order_of t m); discriminate. Qed.

Lemma stays_inside m : stays m = true -> In m (provinces t).
Proof. unfold stays. intro H. apply inside. destruct (order_of t m); discriminate. Qed.

(** ** Counting and paths are monotone *)

Lemma number_le (P Q : province -> bool) : (forall w, le (P w) (Q w)) -> number t P <= number t Q.
Proof.
  intro H. unfold number. induction (provinces t) as [|w l IH]; simpl; auto.
  specialize (H w). unfold le in H. destruct (P w); [rewrite H by auto|destruct (Q w)]; simpl; lia.
Qed.

Lemma carriers_le a b m k : (forall f, convoys t f m = true -> le (a f) (b f)) ->
  forall f, In f (carriers t a m k) -> In f (carriers t b m k).
Proof.
  intro H. induction k as [|k IH]; intro f; cbn [carriers]; rewrite !filter_In, !andb_true_iff;
    intros [I [[C A] R]]; repeat split; auto; try now apply H.
  rewrite orb_true_iff in *. destruct R as [R|R]; auto. right.
  rewrite existsb_exists in *. destruct R as (g & G & R). eauto.
Qed.

Lemma path_le a b m : (forall f, convoys t f m = true -> le (a f) (b f)) -> le (path t a m) (path t b m).
Proof.
  intro H. unfold le, path. rewrite !orb_true_iff, !existsb_exists. intros [N|(f & F & R)]; auto.
  right. exists f. split; auto. now apply (carriers_le a b).
Qed.

(** ** The two sides of an equation *)

(** Moves from [a], other orders from [b]. *)
Definition mix (a b : outcome) : outcome := fun p => if moves t p then a p else b p.

Definition image (a b : outcome) (p : province) : bool :=
  match order_of t p with
  | Empty | Hold => true
  | Move _ _ => prevails t (mix a b) (attack_strength t a p) p
  | Support _ _ => support_given t b p
  | Convoy _ _ => convoy_stands t b p
  end.

Lemma image_move a b m : moves t m = true -> image a b m = prevails t (mix a b) (attack_strength t a m) m.
Proof. unfold moves, image. now destruct (order_of t m). Qed.

Lemma image_idle a b p : moves t p = false -> stays p = false -> image a b p = true.
Proof. unfold moves, stays, image. now destruct (order_of t p). Qed.

Lemma image_outside a b p : ~ In p (provinces t) -> image a b p = true.
Proof. rewrite in_provinces. intro H. unfold image. now rewrite (outside p H). Qed.

Lemma foreign_fewer a m (q : province) :
  number t (fun w => supports_move t w m && a w && negb (power_of t w =? power_of t q))
  <= number t (fun w => supports_move t w m && a w).
Proof. apply number_le. intros w. unfold le. rewrite !andb_true_iff. tauto. Qed.

Lemma attack_at_most a m : attack_strength t a m <= if path t a m then defend_strength t a m else 0.
Proof.
  unfold attack_strength, defend_strength. destruct (path t a m); simpl; [|lia].
  pose proof (foreign_fewer a m (goal t m)).
  repeat match goal with |- context [if ?c then _ else _] => destruct c end; lia.
Qed.

Section Attack.
Variables (m : province) (a a' : outcome).
Hypothesis here : forall w, stays w = true -> goal t w = goal t m ->
  is_convoy t w = true \/ supports_move t w m = true -> le (a w) (a' w).

Lemma supports_le (P : province -> bool) :
  number t (fun w => supports_move t w m && a w && P w) <= number t (fun w => supports_move t w m && a' w && P w).
Proof.
  apply number_le. intros w. unfold le. rewrite !andb_true_iff. intros [[S A] Pw]. repeat split; auto.
  pose proof (supports_move_iff _ _ S) as (X & _ & Y). revert A. now apply here; auto.
Qed.

Lemma all_supports_le :
  number t (fun w => supports_move t w m && a w) <= number t (fun w => supports_move t w m && a' w).
Proof.
  apply number_le. intros w. unfold le. rewrite !andb_true_iff. intros [S A]. split; auto.
  pose proof (supports_move_iff _ _ S) as (X & _ & Y). revert A. now apply here; auto.
Qed.

Lemma path_here : le (path t a m) (path t a' m).
Proof. apply path_le. intros f F. apply convoys_iff in F. apply here; tauto. Qed.

Lemma attack_le : (moves t (goal t m) = true -> le (a (goal t m)) (a' (goal t m))) ->
  attack_strength t a m <= attack_strength t a' m.
Proof.
  intro front. unfold attack_strength. pose proof path_here as P.
  destruct (path t a m); cbn [negb]; [rewrite P by auto|lia]. cbn [negb].
  pose proof all_supports_le. pose proof (supports_le (fun w => negb (power_of t w =? power_of t (goal t m)))) as S.
  pose proof (foreign_fewer a' m (goal t m)).
  destruct (empty t (goal t m)); cbn [orb]; [lia|].
  destruct (moves t (goal t m)); cbn [andb].
  - specialize (front eq_refl). unfold le in front.
    destruct (a (goal t m)); [rewrite front by auto|]; destruct (head_to_head t m); cbn [negb andb];
      destruct (power_of t (goal t m) =? power_of t m); destruct (a' (goal t m)); cbn [negb andb]; lia.
  - destruct (power_of t (goal t m) =? power_of t m); lia.
Qed.
End Attack.

(** *** What a move looks at

    For its attack: convoys with arrows to its destination, and its own supports. For what resists it: what else has its arrow
    there; in a head-to-head battle what has it where the move comes from. And the move of the unit at its
    destination: that one only helps. *)
Lemma image_le_fight m a b a' b' :
  moves t m = true ->
  (forall w, stays w = true -> goal t w = goal t m -> is_convoy t w = true \/ supports_move t w m = true -> le (a w) (a' w)) ->
  (forall w, stays w = true -> goal t w = goal t m -> supports_move t w m = false -> le (b' w) (b w)) ->
  (head_to_head t m = true -> forall w, stays w = true -> goal t w = m -> le (b' w) (b w)) ->
  (moves t (goal t m) = true -> le (a (goal t m)) (a' (goal t m))) ->
  le (image a b m) (image a' b' m).
Proof.
  intros M for_it against back front. unfold le. rewrite !image_move by auto. unfold prevails.
  assert (A : attack_strength t a m <= attack_strength t a' m) by now apply attack_le.
  assert (Mix : forall w, stays w = true -> le (b' w) (b w) -> le (mix a' b' w) (mix a b w)).
  { intros w S. unfold mix. now rewrite (stays_or_moves w S). }
  assert (Against : forall w, stays w = true -> goal t w = goal t m -> supports_move t w m = false ->
            le (mix a' b' w) (mix a b w)).
  { intros w S E F. apply Mix; auto. }
  assert (Front : moves t (goal t m) = true -> le (mix a b (goal t m)) (mix a' b' (goal t m))).
  { intro F. unfold mix. rewrite F. auto. }
  rewrite !andb_true_iff, !Nat.ltb_lt, !forallb_forall. intros [H R]. split.
  - destruct (head_to_head t m) eqn:B.
    + assert (D : defend_strength t (mix a' b') (goal t m) <= defend_strength t (mix a b) (goal t m)); [|lia].
      unfold defend_strength. apply le_n_S, all_supports_le. intros w S E _. apply Mix; auto. apply back; auto.
      rewrite E. now apply battle_iff.
    + assert (D : hold_strength t (mix a' b') (goal t m) <= hold_strength t (mix a b) (goal t m)); [|lia].
      unfold hold_strength. destruct (empty t (goal t m)); auto. destruct (moves t (goal t m)) eqn:F.
      * specialize (Front eq_refl). unfold le in Front.
        destruct (mix a b (goal t m)); [rewrite Front by auto; auto|]. destruct (mix a' b' (goal t m)); auto.
      * apply le_n_S, number_le. intros w. unfold le. rewrite !andb_true_iff. intros [S X]. split; auto. revert X.
        apply Against; try (apply supports_hold_iff in S; tauto). apply bool_no. intro Y.
        unfold supports_hold, supports_move in S, Y. destruct (order_of t w); try discriminate.
        rewrite andb_true_iff, !Nat.eqb_eq in S. rewrite andb_true_iff, Nat.eqb_eq in Y. intuition congruence.
  - intros k K. specialize (R k K). destruct (moves_to t k (goal t m)) eqn:T; cbn [negb orb] in *; auto.
    destruct (Nat.eqb_spec k m) as [|Nk]; cbn [orb] in *; auto. apply moves_to_iff in T. destruct T as [Mk Gk].
    apply Nat.ltb_lt. apply Nat.ltb_lt in R.
    assert (D : prevent_strength t (mix a' b') k <= prevent_strength t (mix a b) k); [|lia].
    assert (P : le (path t (mix a' b') k) (path t (mix a b) k)).
    { apply path_le. intros f F. pose proof (convoys_iff _ _ F) as (C & S & G). apply Against; auto; [congruence|].
      unfold is_convoy, supports_move in *. now destruct (order_of t f). }
    assert (N : number t (fun w => supports_move t w k && mix a' b' w) <= number t (fun w => supports_move t w k && mix a b w)).
    { apply number_le. intro w. unfold le. rewrite !andb_true_iff. intros [S X]. split; auto. revert X.
      pose proof (supports_move_iff _ _ S) as (Sw & _ & G). apply Against; auto; [congruence|].
      apply bool_no. intro Y. apply Nk. unfold supports_move in S, Y. destruct (order_of t w); try discriminate.
      rewrite andb_true_iff, Nat.eqb_eq in S, Y. intuition congruence. }
    unfold prevent_strength. unfold le in P.
    destruct (path t (mix a' b') k); cbn [negb orb]; [rewrite P by auto|lia]. cbn [negb orb].
    destruct (head_to_head t k) eqn:B; cbn [andb]; [|lia]. apply battle_iff in B. rewrite Gk in *. destruct B as [F _].
    specialize (Front F). unfold le in Front.
    destruct (mix a b (goal t m)); [rewrite Front by auto; lia|]. destruct (mix a' b' (goal t m)); lia.
Qed.

Lemma image_le_move m a b a' b' :
  moves t m = true ->
  (forall w, stays w = true -> goal t w = goal t m -> le (a w) (a' w) /\ le (b' w) (b w)) ->
  (head_to_head t m = true -> forall w, stays w = true -> goal t w = m -> le (b' w) (b w)) ->
  (moves t (goal t m) = true -> le (a (goal t m)) (a' (goal t m))) ->
  le (image a b m) (image a' b' m).
Proof. intros M here. apply image_le_fight; auto; intros; now apply here. Qed.

(** *** What a support or convoy looks at: moves into its own province, and their convoys, which have arrows to there *)
Lemma image_le_stay p a b a' b' :
  stays p = true ->
  (forall f, stays f = true -> goal t f = p -> le (b' f) (b f)) ->
  (forall n, moves_to t n p = true -> le (b' n) (b n)) ->
  le (image a b p) (image a' b' p).
Proof.
  intros S here into. unfold le, image, support_given, convoy_stands.
  assert (E : forall X Y : province -> bool, (forall n, moves_to t n p = true -> le (Y n) (X n)) ->
    negb (existsb (fun n => moves_to t n p && X n) (provinces t)) = true ->
    negb (existsb (fun n => moves_to t n p && Y n) (provinces t)) = true).
  { intros X Y XY. rewrite !negb_true_iff, <- !not_true_iff_false, !existsb_exists. intros H (n & I & K).
    apply H. exists n. rewrite andb_true_iff in *. destruct K as [K1 K2]. repeat split; auto. now apply XY. }
  unfold stays in S. destruct (order_of t p); try discriminate; apply E; auto.
  intros n N. unfold le, cuts. rewrite !orb_true_iff, !andb_true_iff. intros [[[O F] P]|[X Y]].
  - left. repeat split; auto. revert P. apply path_le. intros f C. unfold le. rewrite !andb_true_iff.
    intros [B X]. split; auto. pose proof (convoys_iff _ _ C) as (_ & Sf & G). apply moves_to_iff in N. apply here; auto.
    destruct N. congruence.
  - right. split; auto. now apply into.
Qed.

(** ** Corollaries *)

Lemma image_le a b a' b' : (forall p, le (a p) (a' p)) -> (forall p, le (b' p) (b p)) ->
  forall p, le (image a b p) (image a' b' p).
Proof.
  intros A B p. destruct (moves t p) eqn:M; [|destruct (stays p) eqn:S].
  - apply image_le_move; auto.
  - apply image_le_stay; auto.
  - unfold le. now rewrite !image_idle.
Qed.

Lemma prevails_same a b s m : (forall p, a p = b p) -> prevails t a s m = prevails t b s m.
Proof.
  intro E.
  assert (L : forall x y, (forall p, x p = y p) -> forall k, path t x k = path t y k).
  { intros x y F k. apply le_both; apply path_le; intros f _; rewrite F; unfold le; auto. }
  assert (N : forall (P : province -> bool), number t (fun w => P w && a w) = number t (fun w => P w && b w)).
  { intro P. unfold number. f_equal. apply filter_ext. intro w. now rewrite E. }
  assert (F : forall k, prevent_strength t a k = prevent_strength t b k).
  { intro k. unfold prevent_strength. rewrite (L a b E), E, N. reflexivity. }
  unfold prevails, defend_strength, hold_strength. rewrite !N, E. f_equal.
  apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H k K; specialize (H k K); rewrite F in *; auto.
Qed.

Lemma equation_image a p : equation t a p = image a a p.
Proof.
  unfold equation, image, move_succeeds. destruct (order_of t p); auto.
  apply prevails_same. intro q. unfold mix. now destruct (moves t q).
Qed.

(** The supports and convoys with arrows to [p] are the same. *)
Definition same_at (p : province) (a b : outcome) : Prop :=
  forall w, stays w = true -> goal t w = p -> a w = b w.

Lemma same_le (x y : bool) : x = y -> le x y.
Proof. intros ->. unfold le. auto. Qed.

(** *** Theorem 1 (b) *)
Theorem move_looks_at m a b : moves t m = true ->
  same_at (goal t m) a b ->
  (head_to_head t m = true -> same_at m a b) ->
  (moves t (goal t m) = true -> a (goal t m) = b (goal t m)) ->
  equation t a m = equation t b m.
Proof.
  unfold same_at. intros M here back front. rewrite !equation_image.
  apply le_both; apply image_le_move; auto; unfold le.
  1, 4: intros w S E; rewrite (here w S E); auto.
  1, 3: intros B w S E; rewrite (back B w S E); auto.
  all: intro F; rewrite (front F); auto.
Qed.

(** It never harms a move that the unit at its destination leaves. *)
Theorem leaving_helps m a b : moves t m = true ->
  same_at (goal t m) a b ->
  (head_to_head t m = true -> same_at m a b) ->
  (moves t (goal t m) = true -> a (goal t m) = true -> b (goal t m) = true) ->
  equation t a m = true -> equation t b m = true.
Proof.
  unfold same_at. intros M here back front. rewrite !equation_image. apply image_le_move; auto; unfold le.
  - intros w S E. rewrite (here w S E). auto.
  - intros B w S E. rewrite (back B w S E). auto.
Qed.

(** The equation of a support or convoy with the moves into its province written out. *)
Definition written_out (a : outcome) : outcome := fun n => if moves t n then equation t a n else a n.
Definition settled (a : outcome) (p : province) : bool := equation t (written_out a) p.

(** A move to where a unit stays looks at no move. *)
Lemma attack_on_stay n p a b a' b' : moves_to t n p = true -> stays p = true ->
  (forall w, stays w = true -> goal t w = p -> le (a w) (a' w) /\ le (b' w) (b w)) ->
  le (image a b n) (image a' b' n).
Proof.
  intros N S here. apply moves_to_iff in N. destruct N as [M <-]. apply stays_or_moves in S. apply image_le_move; auto.
  - intro B. apply battle_iff in B. destruct B. congruence.
  - intro F. congruence.
Qed.

Lemma settled_le p a b : stays p = true -> (forall w, stays w = true -> goal t w = p -> a w = b w) ->
  le (settled a p) (settled b p).
Proof.
  intros S here. unfold settled. rewrite !equation_image. apply image_le_stay; auto.
  - intros f Sf G. unfold written_out. rewrite (stays_or_moves f Sf). apply same_le. symmetry. now apply here.
  - intros n N. unfold written_out. pose proof (proj1 (moves_to_iff _ _) N) as [M _]. rewrite M, !equation_image.
    apply (attack_on_stay n p); auto. intros w Sw G. rewrite (here w Sw G). unfold le. auto.
Qed.

(** *** Theorem 1 (a): one arrow *)
Theorem one_arrow p a b : stays p = true -> same_at p a b -> settled a p = settled b p.
Proof. intros S H. apply le_both; apply settled_le; auto. intros w Sw G. symmetry. now apply H. Qed.

(** Where the moves satisfy their equations, it makes no difference whether they are written out. *)
Lemma settled_equation p a : stays p = true -> (forall n, moves_to t n p = true -> a n = equation t a n) ->
  settled a p = equation t a p.
Proof.
  intros S H. unfold settled. rewrite !equation_image. apply le_both; apply image_le_stay; auto.
  1, 3: intros f Sf _; unfold written_out; rewrite (stays_or_moves f Sf); unfold le; auto.
  all: intros n N; unfold written_out; pose proof (proj1 (moves_to_iff _ _) N) as [M _]; rewrite M, (H n N);
    apply same_le; auto; rewrite <- (H n N); auto.
Qed.

Lemma equation_idle a p : moves t p = false -> stays p = false -> equation t a p = true.
Proof. intros. rewrite equation_image. now apply image_idle. Qed.

End Arrows.
