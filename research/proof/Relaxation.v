(** * Stalemate lines: what is left out of a turn, and why that loses no break

    A _line_ is some units and their orders; all others are the enemy's. He has what he likes outside, and orders what
    he likes: too many turns. [standoff line] asks about cut-down turns with relaxed outcomes instead:

    - of the enemy's orders only those that act on the line are kept ([cut_order]), and units that then do nothing
      are taken off the board, but where the line moves to;
    - where the enemy's orders depend on what was left out, they may succeed or fail freely ([loose]);
    - convoys may fail freely, too, as some do under the Szykman rule.

    [cut_follows], [cut_broken]: each outcome of each turn gives such an outcome of such a turn, in which the same
    provinces are broken. So a line holds if it holds against these ([line_holds]). Of the enemy's powers only
    matters which of his units are of the power of the unit that they act on: one power will do for a line that does not move
    ([one_power]), three for any ([three_powers]). *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Colors Resolutions Propagation Rings.
Import ListNotations.

(** ** The line *)

Section Line.

(** Where the line's units stand; the provinces where it stands, that it moves to, or that it keeps and the enemy could
    enter; those of them that he must not enter. *)
Variables ours acted kept : province -> bool.

(** The line acts on itself, as [standoff line] demands: its orders fit each other, whatever the enemy does. *)
Definition line_of (t : turn) : Prop := forall p, ours p = true ->
  acted p = true /\ acted (goal t p) = true /\
  match order_of t p with Support u _ | Convoy u _ => ours u = true | _ => True end.

(** The unit in [p] leaves. The line is broken in [p]: a unit that does not leave is dislodged, or an enemy enters. *)
Definition left (t : turn) (a : outcome) (p : province) : bool := moves t p && a p.

Definition broken (t : turn) (a : outcome) (p : province) : bool :=
  existsb (fun m => moves_to t m p && a m && (ours p && negb (left t a p) || kept p && negb (ours m))) (provinces t).

(** ** Outcomes

    All orders follow their equations, but for those that are [free], and convoys, which may fail at will. *)
Definition follows (t : turn) (free : province -> bool) (a : outcome) : Prop := forall p, free p = false ->
  le (a p) (equation t a p) /\ (is_convoy t p = false -> a p = equation t a p).

Definition nobody : province -> bool := fun _ => false.

(** What the program calls [loose]: of the enemy's units one that stays away from the line, where nobody says what comes
    against it; one that moves away from the line; and one from there that meets a unit head-to-head. *)
Definition loose (t : turn) (p : province) : bool :=
  negb (ours p) &&
  (negb (acted p) && negb (moves t p) || moves t p && negb (acted (goal t p))
   || negb (acted p) && moves t p && moves_to t (goal t p) p).

(** ** The cut *)

Section Cut.
Variable t : turn.
Variable a : outcome.
Variable color : province -> power.         (* whose the units are in the cut-down turn *)

(** An army of the enemy that goes by convoy to elsewhere, or for which no fleets are ordered to make a way. *)
Definition gone (p : province) : bool :=
  negb (ours p) && convoyed t p && negb (acted (goal t p) && path t (fun _ => true) p).

(** A unit whose order is left out: taken off the board, but where it could be attacked and has not left. *)
Definition rest (p : province) : order := if acted p && negb (left t a p) then Hold else Empty.

Definition cut_order (p : province) : order :=
  if ours p then order_of t p
  else match order_of t p with
  | Empty => Empty
  | Hold => rest p
  | Move q c => if gone p then rest p else if acted q || acted p then Move q c else rest p
  | Support u q => if acted q && negb (gone u) then Support u q else rest p
  | Convoy u q => if acted q && negb (gone u) then Convoy u q else rest p
  end.

Definition cut : turn :=
  Turn (map (fun p => (color p, cut_order p)) (provinces t)) (hands_on t) (spares t).

Definition cut_outcome : outcome :=
  fun p => match cut_order p with Empty | Hold => true | _ => a p end.

(** *** Hypotheses *)

Hypothesis line : line_of t.
Hypothesis law : follows t nobody a.

(** The colors are as the powers, of each unit and the one that it acts on. *)
Definition colored : Prop := forall p, p < size t -> cut_order p <> Empty -> cut_order (goal t p) <> Empty ->
  (color p =? color (goal t p)) = (power_of t p =? power_of t (goal t p)).

Hypothesis colors : colored.

(** Under the exception of 1982 a convoy to elsewhere spares supports that act on the fleet: it is not left out. *)
Definition convoys_kept : Prop := spares t = AnyAction -> forall f, acted f = true -> is_convoy cut f = is_convoy t f.

Hypothesis kept_1982 : convoys_kept.

Notation b := cut_outcome.

(** *** The cut-down turn *)

Lemma cut_size : size cut = size t.
Proof. unfold size at 1, cut. cbn. unfold provinces. now rewrite map_length, seq_length. Qed.

Lemma cut_provinces : provinces cut = provinces t.
Proof. unfold provinces. now rewrite cut_size. Qed.

Lemma cut_number P : number cut P = number t P.
Proof. unfold number. now rewrite cut_provinces. Qed.

Lemma nowhere p : ~ p < size t -> cut_order p = Empty.
Proof. intro H. unfold cut_order. rewrite (outside t p H). now destruct (ours p). Qed.

Lemma cut_square p : p < size t -> nth p (squares cut) (0, Empty) = (color p, cut_order p).
Proof.
  intro H. unfold cut. cbn. rewrite (nth_indep _ (0, Empty) (color 0, cut_order 0)) by (unfold provinces; now rewrite map_length, seq_length).
  rewrite (map_nth (fun p => (color p, cut_order p))). unfold provinces. now rewrite seq_nth.
Qed.

Lemma cut_is p : order_of cut p = cut_order p.
Proof.
  destruct (lt_dec p (size t)) as [H|H].
  - unfold order_of. now rewrite cut_square.
  - rewrite outside; [symmetry; now apply nowhere|]. now rewrite cut_size.
Qed.

Lemma cut_power p : p < size t -> power_of cut p = color p.
Proof. intro H. unfold power_of. now rewrite cut_square. Qed.

Lemma rest_stays p : match rest p with Empty | Hold => True | _ => False end.
Proof. unfold rest. now destruct (_ && _). Qed.

Lemma gone_iff p : gone p = true <->
  ours p = false /\ convoyed t p = true /\ (acted (goal t p) = false \/ path t (fun _ => true) p = false).
Proof. unfold gone. rewrite !andb_true_iff, !negb_true_iff, andb_false_iff. tauto. Qed.

Lemma ours_not_gone p : ours p = true -> gone p = false.
Proof. intro O. unfold gone. now rewrite O. Qed.

(** What is kept, is as it was. *)
Lemma kept_order p : match cut_order p with Empty | Hold => True | o => o = order_of t p end.
Proof.
  unfold cut_order. pose proof (rest_stays p) as R. destruct (ours p); [now destruct (order_of t p)|].
  destruct (order_of t p); auto; try (now destruct (rest p)); repeat destruct (_ && _); repeat destruct (gone _);
    try destruct (_ || _); auto; now destruct (rest p).
Qed.

Lemma kept_stay p : stays cut p = true -> order_of cut p = order_of t p.
Proof.
  unfold stays. rewrite cut_is. pose proof (kept_order p) as K. now destruct (cut_order p).
Qed.

Lemma kept_move p : moves cut p = true -> order_of cut p = order_of t p.
Proof.
  unfold moves. rewrite cut_is. pose proof (kept_order p) as K. now destruct (cut_order p).
Qed.

Lemma same_outcome p : moves cut p = true \/ stays cut p = true -> b p = a p.
Proof.
  unfold moves, stays, cut_outcome. rewrite cut_is. now destruct (cut_order p); intros [H|H].
Qed.

Lemma goal_same p : order_of cut p = order_of t p -> goal cut p = goal t p.
Proof. unfold goal. now intros ->. Qed.

Lemma moves_same p : order_of cut p = order_of t p -> moves cut p = moves t p.
Proof. unfold moves. now intros ->. Qed.

Lemma convoyed_same p : order_of cut p = order_of t p -> convoyed cut p = convoyed t p.
Proof. unfold convoyed. now intros ->. Qed.

Lemma moves_to_same p q : order_of cut p = order_of t p -> moves_to cut p q = moves_to t p q.
Proof. intro E. unfold moves_to. now rewrite moves_same, goal_same. Qed.

(** Moves that act on the line, and moves from where the line moves to, are kept. *)
Lemma move_kept m : moves t m = true -> gone m = false -> acted (goal t m) = true \/ acted m = true ->
  order_of cut m = order_of t m.
Proof.
  intros M G A. rewrite cut_is. unfold cut_order. unfold moves, goal in *. destruct (ours m); auto.
  destruct (order_of t m); try discriminate. rewrite G. destruct A as [-> | ->]; auto. now rewrite orb_true_r.
Qed.

Lemma gone_stays m : gone m = true -> moves cut m = false.
Proof.
  intro G. unfold moves. rewrite cut_is. unfold cut_order. pose proof (rest_stays m).
  pose proof G as G'. apply gone_iff in G'. destruct G' as (O & C & _). rewrite O. unfold convoyed in C.
  destruct (order_of t m); try discriminate. rewrite G. now destruct (rest m).
Qed.

Lemma moves_to_cut m q : acted q = true \/ acted m = true -> moves_to cut m q = moves_to t m q && negb (gone m).
Proof.
  intro A. destruct (moves_to t m q) eqn:T.
  - apply moves_to_iff in T. destruct T as [M G]. cbn. destruct (gone m) eqn:X.
    + unfold moves_to. now rewrite gone_stays.
    + cbn. rewrite moves_to_same by (apply move_kept; auto; now rewrite G). now apply moves_to_iff.
  - cbn. apply not_true_iff_false. intro N. assert (N' := N). apply moves_to_iff in N'. destruct N' as [N' _].
    rewrite (moves_to_same m q (kept_move m N')) in N. congruence.
Qed.

(** What is left out of the moves into the line has no path, and no effect. *)
Lemma no_path x m : path t (fun _ => true) m = false -> path t x m = false.
Proof. intro P. apply le_false. rewrite <- P. apply path_le. unfold le. auto. Qed.

Lemma stranded x m q : acted q = true -> moves_to t m q = true -> gone m = true -> path t x m = false.
Proof.
  intros A T G. apply moves_to_iff in T. destruct T as [_ <-]. apply gone_iff in G. destruct G as (_ & _ & [F|F]); [congruence|].
  now apply no_path.
Qed.

Lemma follows_move m : moves t m = true -> a m = move_succeeds t a m.
Proof.
  intro M. destruct (law m eq_refl) as [_ E]. rewrite E.
  - unfold equation. unfold moves in M. now destruct (order_of t m).
  - unfold is_convoy. unfold moves in M. now destruct (order_of t m).
Qed.

Lemma succeeds_path m : moves t m = true -> a m = true -> path t a m = true.
Proof.
  intros M A. rewrite follows_move in A by auto. unfold move_succeeds, prevails in A. apply andb_prop in A.
  destruct A as [A _]. apply Nat.ltb_lt in A. unfold attack_strength in A. destruct (path t a m); auto. cbn in A. lia.
Qed.

Lemma stranded_fails m q : acted q = true -> moves_to t m q = true -> gone m = true -> a m = false.
Proof.
  intros A T G. apply bool_no. intro S. pose proof (stranded a m q A T G) as P. apply moves_to_iff in T. destruct T as [M _].
  rewrite (succeeds_path m M S) in P. discriminate.
Qed.

(** *** Supports, convoys and paths of a move that is kept *)

Section Move.
Variable m : province.
Hypothesis M : moves t m = true.
Hypothesis A : acted (goal t m) = true.
Hypothesis G : gone m = false.

Lemma kept_m : order_of cut m = order_of t m.
Proof. apply move_kept; auto. Qed.

Lemma convoys_cut f : convoys cut f m = convoys t f m.
Proof.
  assert (E : forall u q, (u =? m) && moves_to t m q && convoyed t m = true -> acted q = true /\ gone u = false).
  { intros u q. rewrite !andb_true_iff, Nat.eqb_eq, moves_to_iff. intros [[-> [_ <-]] _]. auto. }
  unfold convoys. rewrite cut_is. unfold cut_order. pose proof (rest_stays f) as R.
  destruct (ours f) eqn:O.
  { destruct (order_of t f); auto. now rewrite (moves_to_same m _ kept_m), (convoyed_same m kept_m). }
  destruct (order_of t f) as [| |q c|u q|u q]; try (now destruct (rest f)).
  - repeat destruct (gone _); try destruct (_ || _); auto; now destruct (rest f).
  - destruct (_ && _); auto; now destruct (rest f).
  - destruct ((u =? m) && moves_to t m q && convoyed t m) eqn:X.
    + destruct (E u q X) as [-> ->]. cbn. now rewrite (moves_to_same m _ kept_m), (convoyed_same m kept_m).
    + destruct (acted q && negb (gone u)); [now rewrite (moves_to_same m _ kept_m), (convoyed_same m kept_m)|].
      now destruct (rest f).
Qed.

Lemma supports_move_cut w : supports_move cut w m = supports_move t w m.
Proof.
  unfold supports_move. rewrite cut_is. unfold cut_order. pose proof (rest_stays w) as R.
  destruct (ours w) eqn:O.
  { destruct (order_of t w); auto. now rewrite (moves_to_same m _ kept_m). }
  destruct (order_of t w) as [| |q c|u q|u q]; try (now destruct (rest w)).
  - repeat destruct (gone _); try destruct (_ || _); auto; now destruct (rest w).
  - destruct ((u =? m) && moves_to t m q) eqn:X.
    + assert (E := X). rewrite andb_true_iff, Nat.eqb_eq, moves_to_iff in E. destruct E as (-> & _ & <-). rewrite A, G. cbn.
      now rewrite (moves_to_same m _ kept_m).
    + destruct (acted q && negb (gone u)); [now rewrite (moves_to_same m _ kept_m)|]. now destruct (rest w).
  - destruct (_ && _); auto; now destruct (rest w).
Qed.

Lemma path_cut x y : (forall f, convoys t f m = true -> x f = y f) -> path cut x m = path t y m.
Proof.
  intro E. assert (C : forall k, carriers cut x m k = carriers t y m k).
  { induction k as [|k IH]; cbn [carriers]; rewrite cut_provinces; apply filter_ext; intro f; rewrite convoys_cut; try rewrite IH;
      destruct (convoys t f m) eqn:F; cbn [andb]; auto; now rewrite (E f F). }
  unfold path. rewrite (convoyed_same m kept_m), (goal_same m kept_m), cut_size, C. reflexivity.
Qed.

Lemma convoys_stay f : convoys t f m = true -> b f = a f.
Proof. rewrite <- convoys_cut. intro F. apply same_outcome. right. now apply convoys_iff in F. Qed.

Lemma path_same : path cut b m = path t a m.
Proof. apply path_cut. exact convoys_stay. Qed.

Lemma supports_count (P : province -> bool) :
  number cut (fun w => supports_move cut w m && b w && P w) = number t (fun w => supports_move t w m && a w && P w).
Proof.
  rewrite cut_number. unfold number. f_equal. apply filter_ext. intro w. rewrite <- supports_move_cut.
  destruct (supports_move cut w m) eqn:S; auto. rewrite same_outcome; auto. right. now apply supports_move_iff in S.
Qed.

Lemma all_supports_count :
  number cut (fun w => supports_move cut w m && b w) = number t (fun w => supports_move t w m && a w).
Proof.
  pose proof (supports_count (fun _ => true)) as E. unfold number in *.
  rewrite (filter_ext _ (fun w => supports_move cut w m && b w)) in E by (intro; apply andb_true_r).
  rewrite E. f_equal. apply filter_ext. intro. apply andb_true_r.
Qed.

Lemma battle_cut : head_to_head cut m = head_to_head t m.
Proof.
  unfold head_to_head. rewrite (moves_same m kept_m), (goal_same m kept_m), (convoyed_same m kept_m).
  rewrite moves_to_cut by auto. destruct (moves_to t (goal t m) m) eqn:T; cbn [andb]; [|now rewrite !andb_false_r].
  destruct (gone (goal t m)) eqn:X; cbn [negb andb].
  - pose proof X as Y. apply gone_iff in Y. destruct Y as (_ & -> & _). cbn. now rewrite !andb_false_r.
  - rewrite (convoyed_same (goal t m)); auto. apply moves_to_iff in T. apply move_kept; tauto.
Qed.

(** The unit at the destination, if there is one, leaves. *)
Lemma gives_way : empty cut (goal t m) || moves cut (goal t m) && b (goal t m) && negb (head_to_head t m) =
  empty t (goal t m) || moves t (goal t m) && a (goal t m) && negb (head_to_head t m).
Proof.
  set (q := goal t m) in *. destruct (gone q) eqn:X.
  - assert (H : head_to_head t m = false).
    { unfold head_to_head. fold q. pose proof X as Y. apply gone_iff in Y. destruct Y as (_ & -> & _). cbn. now rewrite !andb_false_r. }
    rewrite H, (gone_stays q X). pose proof X as Y. apply gone_iff in Y. destruct Y as (O & C & _).
    unfold empty. rewrite cut_is. unfold cut_order. rewrite O. unfold convoyed in C. unfold moves.
    destruct (order_of t q) eqn:E; try discriminate. rewrite X. unfold rest, left, moves. rewrite E, A. cbn. now destruct (a q).
  - destruct (moves t q) eqn:Mq.
    + assert (K : order_of cut q = order_of t q) by (apply move_kept; auto). rewrite same_outcome.
      * unfold empty. now rewrite (moves_same q K), Mq, K.
      * left. now rewrite (moves_same q K).
    + assert (N : moves cut q = false).
      { destruct (moves cut q) eqn:N; auto. rewrite (moves_same q (kept_move q N)) in N. congruence. }
      rewrite N. cbn. rewrite !orb_false_r. unfold empty. rewrite cut_is. unfold cut_order, rest, left. rewrite Mq, A. cbn.
      unfold moves in Mq. destruct (ours q), (order_of t q); auto; try discriminate; now destruct (_ && _).
Qed.

Lemma size_m : m < size t.
Proof. apply in_provinces. now apply moves_inside. Qed.

Lemma kept_m_not_empty : cut_order m <> Empty.
Proof. rewrite <- cut_is, kept_m. unfold moves in M. now destruct (order_of t m). Qed.

Lemma full_inside q : cut_order q <> Empty -> q < size t.
Proof. intro H. destruct (lt_dec q (size t)) as [|N]; auto. exfalso. now apply H, nowhere. Qed.

Lemma attack_cut : attack_strength cut b m = attack_strength t a m.
Proof.
  unfold attack_strength. rewrite path_same, (goal_same m kept_m), battle_cut, all_supports_count.
  destruct (path t a m); cbn [negb]; auto. rewrite gives_way.
  destruct (empty t (goal t m) || moves t (goal t m) && a (goal t m) && negb (head_to_head t m)) eqn:W; auto.
  assert (F : cut_order (goal t m) <> Empty).
  { rewrite <- gives_way in W. apply orb_false_iff in W. destruct W as [W _]. unfold empty in W. rewrite cut_is in W. now destruct (cut_order (goal t m)). }
  assert (P : forall w, cut_order w <> Empty -> goal t w = goal t m ->
            (power_of cut w =? power_of cut (goal t m)) = (power_of t w =? power_of t (goal t m))).
  { intros w W' E. rewrite !cut_power by now apply full_inside. pose proof (colors w (full_inside w W') W') as C. rewrite E in C. auto. }
  rewrite (Nat.eqb_sym (power_of cut (goal t m))), (Nat.eqb_sym (power_of t (goal t m))).
  rewrite P by auto using kept_m_not_empty. destruct (power_of t m =? power_of t (goal t m)); auto. f_equal.
  rewrite <- (supports_count (fun w => negb (power_of t w =? power_of t (goal t m)))). unfold number. f_equal. apply filter_ext. intro w.
  destruct (supports_move cut w m) eqn:S; auto. cbn [andb]. f_equal. f_equal.
  assert (S' := S). rewrite supports_move_cut in S'. apply supports_move_iff in S, S'. apply P; [|tauto].
  rewrite <- cut_is. destruct S as [S _]. unfold stays in S. now destruct (order_of cut w).
Qed.

Lemma prevent_cut : prevent_strength cut b m = prevent_strength t a m.
Proof.
  unfold prevent_strength. rewrite path_same, (goal_same m kept_m), battle_cut, all_supports_count.
  destruct (head_to_head t m) eqn:H; auto. rewrite <- battle_cut in H. apply battle_iff in H. rewrite (goal_same m kept_m) in H.
  rewrite same_outcome; tauto.
Qed.

Lemma defend_cut : defend_strength cut b m = defend_strength t a m.
Proof. unfold defend_strength. now rewrite all_supports_count. Qed.
End Move.

(** *** Holds *)

Lemma supports_hold_cut w p : acted p = true -> supports_hold cut w p = supports_hold t w p && negb (gone p).
Proof.
  intro A. unfold supports_hold. rewrite cut_is. unfold cut_order. pose proof (rest_stays w) as R.
  destruct (ours w) eqn:O.
  { destruct (line w O) as (_ & _ & L). destruct (order_of t w) as [| |q c|u q|u q]; auto.
    destruct (Nat.eqb_spec u p) as [->|]; auto. rewrite (ours_not_gone p L). cbn. now rewrite andb_true_r. }
  destruct (order_of t w) as [| |q c|u q|u q]; try (now destruct (rest w)).
  - repeat destruct (gone _); try destruct (_ || _); auto; now destruct (rest w).
  - destruct (Nat.eqb_spec u p) as [->|N], (Nat.eqb_spec q p) as [->|N']; cbn [andb].
    + rewrite A. destruct (gone p); cbn; [now destruct (rest w)|]. now rewrite !Nat.eqb_refl.
    + destruct (_ && _); [|now destruct (rest w)]. apply Nat.eqb_neq in N'. rewrite N'. apply andb_false_r.
    + destruct (_ && _); [|now destruct (rest w)]. apply Nat.eqb_neq in N. now rewrite N.
    + destruct (_ && _); [|now destruct (rest w)]. apply Nat.eqb_neq in N. now rewrite N.
  - destruct (_ && _); auto; now destruct (rest w).
Qed.

Lemma hold_cut q : acted q = true -> hold_strength cut b q = hold_strength t a q.
Proof.
  intro A. destruct (gone q) eqn:X.
  - pose proof X as Y. apply gone_iff in Y. destruct Y as (O & C & _). unfold hold_strength. rewrite (gone_stays q X).
    replace (number cut (fun w => supports_hold cut w q && b w)) with 0.
    2:{ unfold number. symmetry. rewrite (filter_ext _ (fun _ => false)); [now induction (provinces cut)|]. intro w.
        now rewrite supports_hold_cut, X, andb_false_r. }
    unfold empty. rewrite cut_is. unfold cut_order. rewrite O. unfold convoyed in C. unfold moves.
    destruct (order_of t q) eqn:E; try discriminate. rewrite X. unfold rest, left, moves. rewrite E, A. cbn. now destruct (a q).
  - destruct (moves t q) eqn:Mq.
    + assert (K : order_of cut q = order_of t q) by (apply move_kept; auto). unfold hold_strength, empty.
      rewrite (moves_same q K), Mq, K, same_outcome; [|left; now rewrite (moves_same q K)].
      unfold moves in Mq. now destruct (order_of t q).
    + assert (N : moves cut q = false).
      { destruct (moves cut q) eqn:N; auto. rewrite (moves_same q (kept_move q N)) in N. congruence. }
      assert (E : empty cut q = empty t q).
      { unfold empty. rewrite cut_is. unfold cut_order, rest, left. rewrite Mq, A. cbn.
        unfold moves in Mq. destruct (ours q), (order_of t q); auto; try discriminate; now destruct (_ && _). }
      unfold hold_strength. rewrite E, N, Mq. destruct (empty t q); auto. f_equal. rewrite cut_number. unfold number. f_equal.
      apply filter_ext. intro w. destruct (supports_hold cut w q) eqn:S.
      * rewrite same_outcome by (right; now apply supports_hold_iff in S).
        rewrite supports_hold_cut, X, andb_true_r in S by auto. now rewrite S.
      * rewrite supports_hold_cut, X, andb_true_r in S by auto. now rewrite S.
Qed.

(** *** The equation of a move *)

Theorem move_cut m : moves t m = true -> acted (goal t m) = true -> gone m = false ->
  (head_to_head t m = true -> acted m = true) -> move_succeeds cut b m = move_succeeds t a m.
Proof.
  intros M A G H. unfold move_succeeds. rewrite attack_cut by auto. unfold prevails. rewrite (goal_same m (kept_m m M A G)), battle_cut by auto.
  assert (E : (if head_to_head t m then defend_strength cut b (goal t m) else hold_strength cut b (goal t m)) =
              (if head_to_head t m then defend_strength t a (goal t m) else hold_strength t a (goal t m))).
  { destruct (head_to_head t m) eqn:B; [|now apply hold_cut]. assert (B' := B). unfold head_to_head in B'.
    rewrite !andb_true_iff, negb_true_iff in B'. destruct B' as [[[_ T] _] C]. rewrite negb_true_iff in C. pose proof T as T'.
    apply moves_to_iff in T. apply defend_cut; [tauto|destruct T as [_ ->]; auto|]. unfold gone. rewrite C. now rewrite andb_false_r. }
  rewrite E, cut_provinces. destruct (attack_strength t a m) as [|s]; [reflexivity|]. f_equal.
  apply eq_true_iff_eq. rewrite !forallb_forall.
  assert (K : forall k, negb (moves_to cut k (goal t m)) || (k =? m) || (prevent_strength cut b k <? S s) =
                        (negb (moves_to t k (goal t m)) || (k =? m) || (prevent_strength t a k <? S s))).
  { intro k. rewrite moves_to_cut by auto. destruct (moves_to t k (goal t m)) eqn:T; auto. destruct (gone k) eqn:X; cbn [andb negb orb].
    - unfold prevent_strength. rewrite (stranded a k (goal t m) A T X). cbn. now rewrite orb_true_r.
    - f_equal. apply moves_to_iff in T. destruct T as [Mk Gk]. rewrite prevent_cut; auto. now rewrite Gk. }
  split; intros X k Ik; specialize (X k Ik); rewrite K in *; auto.
Qed.

(** *** The equations of supports and convoys *)

Lemma takes_part_convoys f m : takes_part t f m = true -> convoys t f m = true.
Proof.
  unfold takes_part. rewrite existsb_exists. intros (l & _ & X). destruct (convoys t f m) eqn:C; auto. exfalso.
  apply andb_prop in X. destruct X as [X Y]. apply negb_true_iff in Y. assert (path t (among l) m = true); [|congruence].
  revert X. apply path_le. intros g Cg. unfold le, among. cbn. destruct (Nat.eqb_spec g f) as [->|]; [congruence|auto].
Qed.

Lemma takes_part_cut f m : moves t m = true -> acted (goal t m) = true -> gone m = false ->
  takes_part cut f m = takes_part t f m.
Proof.
  intros M A G. unfold takes_part. rewrite cut_provinces, (filter_ext (fun g => convoys cut g m) (fun g => convoys t g m))
    by (intro g; now apply convoys_cut).
  induction (sets _) as [|l s IH]; cbn [existsb]; auto. rewrite IH. f_equal. f_equal; [|f_equal]; apply path_cut; auto.
Qed.

Lemma convoy_kept f m : moves t m = true -> acted (goal t m) = true -> gone m = false -> convoys t f m = true ->
  is_convoy cut f = true.
Proof. intros M A G C. rewrite <- convoys_cut in C by auto. now apply convoys_iff in C. Qed.

Section Support.
Variables n w : province.
Hypothesis W : order_of cut w = order_of t w.
Hypothesis S : stays t w = true.
Hypothesis C : is_convoy t w = false.
Hypothesis Aw : acted w = true.
Hypothesis Ag : acted (goal t w) = true.
Hypothesis T : moves_to t n w = true.
Hypothesis G : gone n = false.

Lemma n_moves : moves t n = true /\ goal t n = w.
Proof. now apply moves_to_iff. Qed.

Lemma n_acts : acted (goal t n) = true.
Proof. destruct n_moves as [_ ->]. auto. Qed.

Lemma against_cut : is_convoy cut (goal t w) = is_convoy t (goal t w) -> against_convoy cut w = against_convoy t w.
Proof. intro E. unfold against_convoy. now rewrite (goal_same w W), W, E. Qed.

Lemma convoy_same f : convoys t f n = true -> is_convoy cut f = is_convoy t f.
Proof.
  intro F. rewrite (convoy_kept f n); auto; [|apply n_moves|apply n_acts]. symmetry. now apply convoys_iff in F.
Qed.

Lemma spared_cut f : convoys t f n = true -> spared cut n w f = spared t n w f.
Proof.
  intro F. destruct n_moves as [M Gn]. pose proof n_acts as A. unfold spared. change (spares cut) with (spares t).
  rewrite (convoyed_same n (kept_m n M A G)), (goal_same w W). f_equal. destruct (spares t) eqn:E; [auto| | |].
  - rewrite takes_part_cut by auto. destruct (takes_part t (goal t w) n) eqn:P; [|now rewrite !andb_false_r].
    f_equal. apply against_cut, convoy_same. now apply takes_part_convoys.
  - now apply kept_1982.
  - destruct (Nat.eqb_spec f (goal t w)) as [->|]; [|now rewrite !andb_false_r]. f_equal. now apply against_cut, convoy_same.
Qed.

Lemma cut_by_path_same :
  path cut (fun f => b f && negb (spared cut n w f)) n = path t (fun f => a f && negb (spared t n w f)) n.
Proof.
  destruct n_moves as [M _]. apply path_cut; auto using n_acts. intros f F. rewrite (spared_cut f F).
  now rewrite (convoys_stay n) by auto using n_acts.
Qed.

Lemma excepted_cut : (convoys t (goal t w) n = true \/ spares t <> AttackOnNecessary) ->
  excepted cut n w = excepted t n w.
Proof.
  destruct n_moves as [M Gn]. pose proof n_acts as A. intro H. unfold excepted. rewrite cut_provinces.
  apply eq_true_iff_eq. rewrite !existsb_exists.
  assert (E : forall f, spared cut n w f = spared t n w f); [|split; intros (f & I & X); exists f; rewrite E in *; auto].
  intro f. unfold spared. change (spares cut) with (spares t).
  rewrite (convoyed_same n (kept_m n M A G)), (goal_same w W). f_equal. destruct (spares t) eqn:Sp; [auto| | |].
  - rewrite takes_part_cut by auto. destruct (takes_part t (goal t w) n) eqn:P; [|now rewrite !andb_false_r].
    f_equal. apply against_cut, convoy_same. now apply takes_part_convoys.
  - now apply kept_1982.
  - destruct H as [H|H]; [|congruence]. f_equal. now apply against_cut, convoy_same.
Qed.

Lemma foreign_cut : (power_of cut n =? power_of cut w) = (power_of t n =? power_of t w).
Proof.
  destruct n_moves as [M Gn]. pose proof (colors n) as X. rewrite Gn in X. rewrite !cut_power.
  - apply X.
    + now apply size_m.
    + apply kept_m_not_empty; auto using n_acts.
    + rewrite <- cut_is, W. unfold stays in S. now destruct (order_of t w).
  - apply in_provinces. now apply stays_inside.
  - now apply size_m.
Qed.

Lemma cuts_cut : cuts cut b n w = cuts t a n w.
Proof.
  destruct n_moves as [M Gn]. unfold cuts. rewrite foreign_cut, (goal_same w W), cut_by_path_same.
  rewrite same_outcome by (left; rewrite (moves_same n); auto using kept_m, n_acts).
  destruct (a n) eqn:An; [|reflexivity]. cbn [andb].
  destruct (convoys t (goal t w) n) eqn:F; [now rewrite excepted_cut by auto|].
  destruct (spares t) eqn:Sp; try (rewrite excepted_cut; [reflexivity|right; congruence]).
  assert (P : path t (fun f => a f && negb (spared t n w f)) n = true).
  { pose proof (succeeds_path n M An) as P. revert P. apply path_le. intros f Cf. unfold le. intros ->. cbn. unfold spared. rewrite Sp.
    destruct (Nat.eqb_spec f (goal t w)) as [->|]; [congruence|]. now rewrite !andb_false_r. }
  assert (Fo : (power_of t n =? power_of t w) = false).
  { assert (X : image t a a n = true) by (rewrite <- equation_image; destruct (law n eq_refl) as [L _]; now apply L).
    destruct (success_attacks t a a n w T S X) as [_ Y]. unfold foreign in Y. now apply negb_true_iff in Y. }
  destruct (Nat.eqb_spec n (goal t w)) as [E|N]; [|now rewrite P, Fo].
  unfold excepted, spared. change (spares cut) with (spares t). rewrite Sp, cut_provinces. unfold against_convoy. rewrite (goal_same w W), <- E.
  assert (X : is_convoy t n = false) by (unfold is_convoy; unfold moves in M; now destruct (order_of t n)).
  assert (Y : is_convoy cut n = false).
  { unfold is_convoy. rewrite kept_m by auto using n_acts. unfold moves in M. now destruct (order_of t n). }
  rewrite X, Y. f_equal. f_equal. f_equal. induction (provinces t) as [|f l IH]; cbn; auto. rewrite !andb_false_r. auto.
Qed.
End Support.

Lemma existsb_same (P Q : province -> bool) l : (forall n, P n = Q n) -> existsb P l = existsb Q l.
Proof. intro E. induction l as [|n l IH]; cbn; auto. now rewrite E, IH. Qed.

Lemma support_cut w : order_of cut w = order_of t w -> stays t w = true -> is_convoy t w = false -> acted w = true ->
  acted (goal t w) = true -> support_given cut b w = support_given t a w.
Proof.
  intros W S C A Ag. unfold support_given. f_equal. rewrite cut_provinces. apply existsb_same. intro n.
  rewrite moves_to_cut by auto. destruct (moves_to t n w) eqn:T; auto. cbn [andb]. destruct (gone n) eqn:X; cbn [negb andb].
  - symmetry. unfold cuts. rewrite (stranded _ n w A T X), (stranded_fails n w A T X). now rewrite andb_false_r.
  - now apply cuts_cut.
Qed.

Lemma convoy_cut f : acted f = true -> convoy_stands cut b f = convoy_stands t a f.
Proof.
  intro A. unfold convoy_stands. f_equal. rewrite cut_provinces. apply existsb_same. intro n.
  rewrite moves_to_cut by auto. destruct (moves_to t n f) eqn:T; auto. cbn [andb]. destruct (gone n) eqn:X; cbn [negb andb].
  - symmetry. now apply (stranded_fails n f).
  - apply same_outcome. left. pose proof (proj1 (moves_to_iff _ _ _) T) as [M Gn]. rewrite (moves_same n); auto. apply kept_m; auto. now rewrite Gn.
Qed.

(** ** What is left follows the law, as far as it is not loose. *)
Theorem cut_follows : follows cut (loose cut) b.
Proof.
  intros p L.
  destruct (moves cut p) eqn:M; [|destruct (stays cut p) eqn:S].
  - assert (O := kept_move p M). assert (Mt := M). rewrite (moves_same p O) in Mt.
    assert (G : gone p = false).
    { destruct (gone p) eqn:G; auto. rewrite (gone_stays p G) in M. discriminate. }
    unfold loose in L. rewrite M, (goal_same p O) in L.
    assert (A : acted (goal t p) = true).
    { destruct (ours p) eqn:Op; [now apply (line p Op)|]. destruct (acted (goal t p)); auto. cbn in L.
      rewrite orb_true_r in L. discriminate. }
    assert (H : head_to_head t p = true -> acted p = true).
    { intro B. destruct (ours p) eqn:Op; [now apply (line p Op)|]. destruct (acted p); auto. rewrite <- battle_cut in B by auto.
      unfold head_to_head in B. rewrite !andb_true_iff, (goal_same p O) in B. destruct B as [[[_ B] _] _]. rewrite B in L.
      rewrite orb_true_r in L. discriminate. }
    assert (E : b p = equation cut b p).
    { rewrite same_outcome by auto. replace (equation cut b p) with (move_succeeds cut b p).
      - rewrite move_cut by auto. now apply follows_move.
      - unfold equation. unfold moves in M. now destruct (order_of cut p). }
    split; auto. rewrite <- E. unfold le. auto.
  - assert (O := kept_stay p S). assert (A : acted p = true).
    { destruct (ours p) eqn:Op; [now apply (line p Op)|]. unfold loose in L. rewrite Op, M in L. now destruct (acted p). }
    assert (St : stays t p = true) by (unfold stays in *; now rewrite <- O).
    assert (E : equation cut b p = equation t a p /\ is_convoy cut p = is_convoy t p).
    { unfold is_convoy, equation. rewrite O. split; auto. destruct (is_convoy t p) eqn:C.
      - unfold is_convoy in C. destruct (order_of t p); try discriminate. now apply convoy_cut.
      - assert (Ag : acted (goal t p) = true).
        { destruct (ours p) eqn:Op; [now apply (line p Op)|]. assert (O' := O). rewrite cut_is in O'. unfold cut_order in O'.
          rewrite Op in O'. unfold is_convoy in C. unfold stays in St. unfold goal. pose proof (rest_stays p).
          destruct (order_of t p) as [| | |u q|]; try discriminate. destruct (acted q); auto. cbn in O'. now rewrite O' in H. }
        unfold is_convoy in C. unfold stays in St. destruct (order_of t p) eqn:Ot; try discriminate.
        apply support_cut; auto; unfold stays, is_convoy; now rewrite Ot. }
    destruct E as [-> ->]. rewrite same_outcome by auto. now apply law.
  - assert (B : b p = true).
    { unfold cut_outcome. unfold moves, stays in M, S. rewrite cut_is in M, S. now destruct (cut_order p). }
    rewrite (equation_idle cut b p M S), B. split; unfold le; auto.
Qed.

(** ** The same provinces are broken. *)
Theorem cut_broken p : (kept p = true -> acted p = true) -> broken cut b p = broken t a p.
Proof.
  intro Kp. unfold broken. rewrite cut_provinces. apply existsb_same. intro m.
  destruct (acted p) eqn:A.
  - rewrite moves_to_cut by auto. destruct (moves_to t m p) eqn:T; auto. cbn [andb]. destruct (gone m) eqn:X; cbn [negb andb].
    + now rewrite (stranded_fails m p A T X).
    + pose proof (proj1 (moves_to_iff _ _ _) T) as [M G]. assert (O : order_of cut m = order_of t m) by (apply kept_m; auto; now rewrite G).
      rewrite same_outcome by (left; now rewrite (moves_same m O)). f_equal. f_equal. destruct (ours p) eqn:Op; auto. cbn.
      f_equal. unfold left. assert (O' : order_of cut p = order_of t p) by (rewrite cut_is; unfold cut_order; now rewrite Op).
      rewrite (moves_same p O'). destruct (moves t p) eqn:Mp; auto. cbn. apply same_outcome. left. now rewrite (moves_same p O').
  - assert (Op : ours p = false) by (destruct (ours p) eqn:Op; auto; destruct (line p Op); congruence).
    assert (Kf : kept p = false) by (destruct (kept p); auto; discriminate Kp; auto). rewrite Op, Kf. cbn. now rewrite !andb_false_r.
Qed.

(** *** Every order is as it was, or left out; no unit is new, and what is left acts on the line. *)
Lemma cut_part p : order_of cut p = order_of t p \/
  order_of t p <> Empty /\ (order_of cut p = Empty \/ order_of cut p = Hold /\ acted p = true).
Proof.
  rewrite cut_is. unfold cut_order, rest. destruct (ours p); auto.
  destruct (order_of t p); auto; repeat destruct (gone _); try destruct (_ || _); try destruct (acted _ && negb _) eqn:X; cbn in *; auto;
    right; (split; [discriminate|]); auto; destruct (acted p); cbn in *; auto; try discriminate; destruct (left t a p); auto.
Qed.

Lemma cut_acts p : ours p = false -> match order_of cut p with
  | Empty => True
  | Hold => acted p = true
  | Move q by_convoy => acted q = true \/ acted p = true /\ by_convoy = false
  | Support _ q | Convoy _ q => acted q = true
  end.
Proof.
  intro O. rewrite cut_is. unfold cut_order. rewrite O.
  assert (R : match rest p with Empty => True | Hold => acted p = true | _ => False end).
  { unfold rest. destruct (acted p); cbn; auto. now destruct (left t a p). }
  destruct (order_of t p) as [| |q c|u q|u q] eqn:E; auto; try (now destruct (rest p)).
  - destruct (gone p) eqn:G; [now destruct (rest p)|]. destruct (acted q) eqn:Q; cbn; auto.
    destruct (acted p) eqn:P; [|destruct (rest p); now (auto || congruence)]. right. split; auto. destruct c; auto. exfalso.
    apply not_true_iff_false in G. apply G, gone_iff. unfold convoyed, goal. rewrite E. auto.
  - destruct (acted q) eqn:Q; cbn; [|now destruct (rest p)]. destruct (negb (gone u)); auto. now destruct (rest p).
  - destruct (acted q) eqn:Q; cbn; [|now destruct (rest p)]. destruct (negb (gone u)); auto. now destruct (rest p).
Qed.

End Cut.

(** ** Whether a line holds

    [t'] is a part of [t], and the enemy's orders in it act on the line: what the program has answer sets for. *)
Definition part (t t' : turn) : Prop :=
  size t' = size t /\ hands_on t' = hands_on t /\ spares t' = spares t
  /\ (forall p, ours p = true -> p < size t -> order_of t' p = order_of t p /\ power_of t' p = power_of t p)
  /\ (forall p, order_of t' p = order_of t p \/
       order_of t p <> Empty /\ (order_of t' p = Empty \/ order_of t' p = Hold /\ acted p = true)).

Definition acts (enemies : list power) (t' : turn) : Prop := forall p, ours p = false -> order_of t' p <> Empty ->
  In (power_of t' p) enemies /\
  match order_of t' p with
  | Empty => False
  | Hold => acted p = true
  | Move q by_convoy => acted q = true \/ acted p = true /\ by_convoy = false
  | Support _ q | Convoy _ q => acted q = true
  end.

(** No part of the turn is broken by any relaxed outcome. *)
Definition withstands (enemies : list power) (t : turn) : Prop := forall t' b,
  part t t' -> acts enemies t' -> follows t' (loose t') b -> forall p, broken t' b p = false.

Section Holds.
Variable t : turn.
Hypothesis line : line_of t.
Hypothesis inside : forall p, kept p = true -> acted p = true.

(** The enemy's powers are not those of the line. *)
Hypothesis apart : forall p q, ours p = true -> ours q = false -> order_of t q <> Empty -> power_of t q <> power_of t p.

(** Under the exception of 1982 no fleet of the enemy convoys from where it could be acted on. *)
Definition no_convoys_1982 : Prop :=
  spares t = AnyAction -> forall f, acted f = true -> is_convoy t f = true -> ours f = true.

Lemma kept_convoys a color : no_convoys_1982 -> convoys_kept t a color.
Proof.
  intros kept_1982 E f A. destruct (ours f) eqn:O.
  - unfold is_convoy. rewrite cut_is. unfold cut_order. now rewrite O.
  - destruct (is_convoy t f) eqn:C; [rewrite (kept_1982 E f A C) in O; discriminate|].
    destruct (is_convoy (cut t a color) f) eqn:D; auto. rewrite <- C, <- D. unfold is_convoy. rewrite (kept_stay t a color); auto.
    now apply is_convoy_stays.
Qed.

Lemma not_empty a p : cut_order t a p <> Empty -> order_of t p <> Empty.
Proof. unfold cut_order. destruct (ours p); [auto|]. now destruct (order_of t p). Qed.

Lemma holds_against enemies (shade : province -> power) a : (forall p, In (shade p) enemies) ->
  (forall p q, ours p = true -> shade q <> power_of t p) ->
  (forall p, ours p = false -> ours (goal t p) = false -> cut_order t a p <> Empty -> cut_order t a (goal t p) <> Empty ->
     (shade p =? shade (goal t p)) = (power_of t p =? power_of t (goal t p))) ->
  no_convoys_1982 -> withstands enemies t -> follows t nobody a -> forall p, broken t a p = false.
Proof.
  intros I D Sh N82 H law p. set (color := fun p => if ours p then power_of t p else shade p).
  assert (C : colored t a color).
  { intros q _ Q Gq. unfold color.
    assert (N : forall x y, x <> y -> (x =? y) = false) by (intros x y; apply Nat.eqb_neq).
    destruct (ours q) eqn:O, (ours (goal t q)) eqn:O'; auto.
    - rewrite !N; auto; [|apply not_eq_sym, D; auto]. apply not_eq_sym, apart; auto. now apply (not_empty a).
    - rewrite !N; auto. apply apart; auto. now apply (not_empty a). }
  rewrite <- (cut_broken t a color line law p (inside p)). apply H.
  - repeat split; auto using cut_size, cut_part.
    + rewrite cut_is. unfold cut_order. now rewrite H0.
    + rewrite cut_power by auto. unfold color. now rewrite H0.
  - intros q O E. pose proof (cut_acts t a color q O) as X. split; [|now destruct (order_of (cut t a color) q)].
    assert (L : q < size t).
    { rewrite <- (cut_size t a color). destruct (lt_dec q (size (cut t a color))); auto. exfalso. now apply E, outside. }
    rewrite cut_power by auto. unfold color. rewrite O. apply I.
  - apply cut_follows; auto using kept_convoys.
Qed.

(** *** No enemy stands where the line moves to, as it does not move: one power is enough. *)
Theorem one_power enemy a : (forall p, acted p = true -> ours p = true \/ order_of t p = Empty) ->
  (forall p, ours p = true -> enemy <> power_of t p) ->
  withstands [enemy] t -> follows t nobody a -> forall p, broken t a p = false.
Proof.
  intros Static D. apply (holds_against [enemy] (fun _ => enemy)); auto.
  - intros _. now left.
  - intros p O O' P G. rewrite Nat.eqb_refl. symmetry. apply Nat.eqb_eq. f_equal.
    assert (A : acted (goal t p) = true -> goal t p = p).
    { intro A. destruct (Static _ A) as [X|X]; [congruence|]. exfalso. now apply (not_empty a _ G). }
    pose proof (cut_acts t a (fun _ => enemy) p O) as X. pose proof (cut_part t a (fun _ => enemy) p) as K. rewrite !cut_is in X, K.
    destruct K as [K|(_ & [K|(K & Ap)])]; [|congruence|].
    + unfold goal in *. rewrite <- K in *. destruct (cut_order t a p) as [| |q c|u q|u q]; auto; try (symmetry; now apply A).
      destruct X as [X|[X _]]; [symmetry; now apply A|]. destruct (Static p X) as [Y|Y]; congruence.
    + destruct (Static p Ap) as [Y|Y]; [congruence|]. exfalso. now apply (not_empty a p P).
  - intros _ f A C. destruct (Static f A) as [X|X]; auto. unfold is_convoy in C. rewrite X in C. discriminate.
Qed.

(** *** Any line: three powers are enough. *)
Theorem three_powers x y z a : x <> y -> x <> z -> y <> z ->
  (forall p, ours p = true -> x <> power_of t p /\ y <> power_of t p /\ z <> power_of t p) ->
  no_convoys_1982 -> withstands [x; y; z] t -> follows t nobody a -> forall p, broken t a p = false.
Proof.
  intros XY XZ YZ D. destruct (few_colors (size t) (goal t) (stuck t) (power_of t)) as (few & F).
  set (shade := fun p => nth (few p) [x; y; z] x).
  assert (Three : forall p, few p = 0 /\ shade p = x \/ few p = 1 /\ shade p = y \/ few p = 2 /\ shade p = z).
  { intro p. unfold shade. destruct (F p) as [B _]. destruct (few p) as [|[|[|k]]]; auto. lia. }
  clearbody shade. apply (holds_against [x; y; z] shade).
  - intro p. cbn. destruct (Three p) as [[_ ->]|[[_ ->]|[_ ->]]]; auto.
  - intros p q O. destruct (D p O) as (Dx & Dy & Dz). now destruct (Three q) as [[_ ->]|[[_ ->]|[_ ->]]].
  - intros p _ _ _ _. destruct (F p) as [_ <-]. apply eq_true_iff_eq. rewrite !Nat.eqb_eq.
    destruct (Three p) as [[-> ->]|[[-> ->]|[-> ->]]];
      destruct (Three (goal t p)) as [[-> ->]|[[-> ->]|[-> ->]]]; split; congruence.
Qed.

End Holds.
End Line.

(** ** What [follows] covers: each resolution, and the outcome under the Szykman rule. *)
Theorem resolution_follows t a : resolution t a -> follows t nobody a.
Proof. intros R p _. rewrite <- (R p). unfold le. auto. Qed.

Theorem szykman_follows t a : szykman t a -> follows t nobody a.
Proof.
  intros S p _. rewrite (S p) at 1 2. unfold over, failing, paradoxical.
  destruct (is_convoy t p); cbn; [destruct (open t nothing p)|]; unfold le; split; auto; discriminate.
Qed.

(** ** No turn breaks a line that no relaxed outcome of a part of it breaks. *)
Corollary line_holds ours acted kept t x y z : x <> y -> x <> z -> y <> z ->
  (forall p, ours p = true -> x <> power_of t p /\ y <> power_of t p /\ z <> power_of t p) ->
  line_of ours acted t -> (forall p, kept p = true -> acted p = true) ->
  (forall p q, ours p = true -> ours q = false -> order_of t q <> Empty -> power_of t q <> power_of t p) ->
  spares t <> AnyAction -> withstands ours acted kept [x; y; z] t ->
  forall a, resolution t a \/ szykman t a -> forall p, broken ours kept t a p = false.
Proof.
  intros XY XZ YZ D line inside apart N W a A. apply (three_powers ours acted kept t line inside apart x y z); auto.
  - intro E. contradiction.
  - destruct A; [now apply resolution_follows|now apply szykman_follows].
Qed.

Corollary static_line_holds ours acted kept t enemy :
  (forall p, ours p = true -> enemy <> power_of t p) ->
  line_of ours acted t -> (forall p, kept p = true -> acted p = true) ->
  (forall p q, ours p = true -> ours q = false -> order_of t q <> Empty -> power_of t q <> power_of t p) ->
  (forall p, acted p = true -> ours p = true \/ order_of t p = Empty) -> withstands ours acted kept [enemy] t ->
  forall a, resolution t a \/ szykman t a -> forall p, broken ours kept t a p = false.
Proof.
  intros D line inside apart Static W a A. apply (one_power ours acted kept t line inside apart enemy); auto.
  destruct A; [now apply resolution_follows|now apply szykman_follows].
Qed.
