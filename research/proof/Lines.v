(** * Stalemate lines: which lines of holds and supports hold

    The units of a line hold, or support each other in holding; the enemy has whatever he likes outside. A turn [faces] the
    line if the line's units have their orders, and the enemy's units are where they may be and do what the board allows.

    - [holding_line]: suppose nothing touches a kept province without a unit, and each unit of the line is in a group: it and
      some of its supporters, touched by no more provinces outside than the group has units. Then no turn that faces the line
      breaks it, whatever becomes of the convoys: no resolution does ([no_resolution_breaks]), nor does the outcome under
      the Szykman rule ([szykman_breaks_none]).
    - [falling_line]: otherwise, some turn that faces the line has no convoys, has a resolution, and breaks it in every one.
    - [holds_line_iff]: so the program [holds_line] decides whether a line holds.

    All this under each of the exceptions for convoyed attacks. A unit that nothing touches is a group by itself. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Hall.
Import ListNotations.

(** ** Lines *)

Record line := Line {
  standing : list (option (power * province));   (* the provinces 0, 1, 2, ...: whose unit of the line stands there,
                                                    and whom it supports in holding; itself, if it only holds *)
  kept : list province;
  reached : province -> bool;                    (* the enemy may have a unit there *)
  touches : province -> province -> bool         (* one in the first could move to the second, without a convoy *)
}.

Section Line.
Variable l : line.

Definition places := seq 0 (length (standing l)).
Definition unit_in (p : province) := nth p (standing l) None.
Definition stands (p : province) := match unit_in p with Some _ => true | None => false end.
Definition keeps (p : province) := among (kept l) p.
Definition powers := flat_map (fun u => match u with Some (x, _) => [x] | None => [] end) (standing l).

Definition order_in (p q : province) := if q =? p then Hold else Support q q.

(** Provinces where the enemy could break the line *)
Definition guarded (p : province) := stands p || keeps p.

(** Outside: where he may have units, other than these *)
Definition outside (n : province) := among places n && reached l n && negb (stands n) && negb (keeps n).

(** ** A turn that faces the line

    The line's units have their orders. All other units are outside, and of other powers; their moves over land to a guarded
    province, and their supports into one, obey the board. Whatever else they order is free. The last condition is about the
    board: a fleet that can land an army on a guarded coast could move there itself. *)
Record faces (t : turn) : Prop := {
  line_there : forall p x q, unit_in p = Some (x, q) -> power_of t p = x /\ order_of t p = order_in p q;
  enemy_there : forall n, unit_in n = None -> order_of t n <> Empty -> outside n = true /\ ~ In (power_of t n) powers;
  moves_obey : forall n p, outside n = true -> guarded p = true -> order_of t n = Move p false -> touches l n p = true;
  supports_obey : forall n m p, outside n = true -> guarded p = true -> order_of t n = Support m p -> touches l n p = true;
  fleets_land : forall n m p, outside n = true -> guarded p = true -> order_of t n = Convoy m p ->
    hands_on t n p = true -> touches l n p = true
}.

(** An outcome satisfies all equations but those of convoys, as each resolution does, and the Szykman rule's outcome. *)
Definition but_for_convoys (t : turn) (a : outcome) : Prop := forall p, is_convoy t p = false -> a p = equation t a p.

(** It breaks the line: a unit of the line is dislodged, or a kept province entered. *)
Definition broken (t : turn) (a : outcome) : Prop :=
  exists n p, moves_to t n p = true /\ a n = true /\ guarded p = true.

(** ** Groups *)

Definition supporters (p : province) :=
  filter (fun w => match unit_in w with Some (_, q) => (q =? p) && negb (q =? w) | None => false end) places.

Definition touching (some : list province) := filter (fun n => outside n && existsb (touches l n) some) places.

Definition grouped (p : province) :=
  existsb (fun some => length (touching (p :: some)) <=? S (length some)) (sets (supporters p)).

Definition holds_line :=
  forallb (fun p => negb (stands p) || grouped p) places &&
  forallb (fun p => stands p || (length (touching [p]) =? 0)) (kept l).

Lemma line_guarded p : stands p = true -> guarded p = true.
Proof. unfold guarded. now intros ->. Qed.

Lemma in_touching n some : In n (touching some) <-> outside n = true /\ exists p, In p some /\ touches l n p = true.
Proof.
  unfold touching. rewrite filter_In, andb_true_iff, existsb_exists. split; [tauto|]. intros [O T]. repeat split; auto.
  unfold outside in O. rewrite !andb_true_iff in O. now apply among_iff.
Qed.

Lemma touching_once some : NoDup (touching some).
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma stands_iff p : stands p = true <-> exists x q, unit_in p = Some (x, q).
Proof. unfold stands. destruct (unit_in p) as [[x q]|]; split; eauto; try discriminate. intros (? & ? & E). discriminate. Qed.

Lemma standing_place p : stands p = true -> In p places.
Proof.
  intro H. apply in_seq. unfold stands, unit_in in H. destruct (Nat.lt_ge_cases p (length (standing l))); [lia|].
  rewrite nth_overflow in H by auto. discriminate.
Qed.

Lemma in_supporters w p : In w (supporters p) <-> exists x, unit_in w = Some (x, p) /\ w <> p.
Proof.
  unfold supporters. rewrite filter_In. split.
  - intros [_ H]. destruct (unit_in w) as [[x q]|]; [|discriminate].
    rewrite andb_true_iff, negb_true_iff, Nat.eqb_eq, Nat.eqb_neq in H.
    destruct H as [-> H]. eauto.
  - intros (x & H & N). split; [apply standing_place, stands_iff; eauto|]. rewrite H, Nat.eqb_refl. cbn.
    apply negb_true_iff, Nat.eqb_neq. auto.
Qed.

Lemma outside_no_line n : outside n = true -> unit_in n = None /\ keeps n = false.
Proof.
  unfold outside, stands. rewrite !andb_true_iff, !negb_true_iff. destruct (unit_in n); intuition discriminate.
Qed.

Lemma outside_apart n p : outside n = true -> stands p = true -> n <> p.
Proof. intros O P ->. apply outside_no_line in O. unfold stands in P. destruct O as [O _]. now rewrite O in P. Qed.

Lemma supporter_stands w p : In w (supporters p) -> stands w = true.
Proof. rewrite in_supporters, stands_iff. intros (x & U & _). eauto. Qed.

(** ** Holding *)

Section Faced.
Variable t : turn.
Hypothesis F : faces t.

Lemma line_stays p : stands p = true -> moves t p = false /\ is_convoy t p = false /\ empty t p = false.
Proof.
  rewrite stands_iff. intros (x & q & E). apply (line_there t F) in E. destruct E as [_ E].
  unfold moves, is_convoy, empty, order_in in *.
  rewrite E. destruct (q =? p); auto.
Qed.

Lemma enemy_outside n : stands n = false -> order_of t n <> Empty -> outside n = true.
Proof. unfold stands. intros H N. apply (enemy_there t F); auto. now destruct (unit_in n). Qed.

Lemma mover_outside n : moves t n = true -> outside n = true.
Proof.
  intro M. apply enemy_outside; [|unfold moves in M; destruct (order_of t n); discriminate].
  destruct (stands n) eqn:S; auto. apply line_stays in S. destruct S. congruence.
Qed.

Lemma carrier_outside f : is_convoy t f = true -> outside f = true.
Proof.
  intro C. apply enemy_outside; [|unfold is_convoy in C; destruct (order_of t f); discriminate].
  destruct (stands f) eqn:S; auto. apply line_stays in S. destruct S as (_ & S & _). congruence.
Qed.

(** Whoever supports an attack on a unit of the line is outside, and touches it. *)
Lemma support_touches w m p : stands p = true -> supports_move t w m = true -> goal t m = p ->
  outside w = true /\ touches l w p = true.
Proof.
  intros P S G. unfold supports_move in S. destruct (order_of t w) as [| | |u q|] eqn:O; try discriminate.
  rewrite andb_true_iff, Nat.eqb_eq, moves_to_iff in S. destruct S as [-> [M E]].
  assert (W : outside w = true).
  { apply enemy_outside; [|congruence]. destruct (stands w) eqn:Sw; auto. exfalso.
    apply stands_iff in Sw. destruct Sw as (x & y & U). pose proof (line_there t F w x y U) as [_ L].
    rewrite O in L. unfold order_in in L. destruct (y =? w); [discriminate|]. injection L as -> ->.
    destruct (line_stays p P). congruence. }
  split; auto. apply (supports_obey t F w m p); auto using line_guarded. congruence.
Qed.

(** A unit with a path to a guarded province has an agent, which touches it: itself, or the last fleet of its convoy. The
    agent has no other order; so no two units have the same agent, and no agent supports. *)
Definition agent (p f : province) : Prop :=
  outside f = true /\ touches l f p = true /\ goal t f = p /\ (moves t f = true \/ is_convoy t f = true).

Lemma path_has_agent a n p : guarded p = true -> moves_to t n p = true -> path t a n = true -> exists f, agent p f.
Proof.
  intros P N R. apply moves_to_iff in N. destruct N as [M G]. unfold path in R. destruct (convoyed t n) eqn:C; cbn in R.
  - apply existsb_exists in R. destruct R as (f & I & R). rewrite G in R. assert (K : convoys t f n = true).
    { destruct (size t); cbn in I; apply filter_In in I; destruct I as [_ I]; rewrite !andb_true_iff in I; tauto. }
    exists f. apply convoys_iff in K. destruct K as (K & _ & E). rewrite G in E. pose proof (carrier_outside f K) as O.
    unfold agent. repeat split; auto. unfold is_convoy in K. unfold goal in E. destruct (order_of t f) eqn:X; try discriminate.
    subst. eapply (fleets_land t F); eauto.
  - exists n. pose proof (mover_outside n M) as O. unfold agent. repeat split; auto.
    unfold moves, convoyed, goal in *. destruct (order_of t n) eqn:X; try discriminate. subst. now apply (moves_obey t F).
Qed.

(** Provinces of which each has an agent have as many agents. *)
Lemma agents_of (some : list province) : NoDup some -> (forall w, In w some -> exists f, agent w f) ->
  exists fs, length fs = length some /\ NoDup fs /\ forall f, In f fs -> exists w, In w some /\ agent w f.
Proof.
  induction some as [|w some IH]; intros D H.
  - exists []. repeat split; [constructor|intros f []].
  - inversion D as [|? ? N D']; subst. destruct IH as (fs & L & Df & A); auto; [intros v V; apply H; now right|].
    destruct (H w (or_introl eq_refl)) as (f & Af). exists (f :: fs). cbn. repeat split; [congruence| |].
    + constructor; auto. intro I. destruct (A f I) as (v & V & (_ & _ & Gv & _)). destruct Af as (_ & _ & Gw & _).
      apply N. congruence.
    + intros g [<-|G]; [exists w; auto|]. destruct (A g G) as (v & V & X). exists v. auto.
Qed.

Variable a : outcome.
Hypothesis A : but_for_convoys t a.

Lemma success_has_path n : moves t n = true -> a n = true -> path t a n = true.
Proof.
  intros M S. rewrite A in S by (unfold moves, is_convoy in *; now destruct (order_of t n)).
  unfold equation in S. unfold moves in M. destruct (order_of t n); try discriminate.
  unfold move_succeeds, prevails in S. apply andb_prop in S. destruct S as [S _]. apply Nat.ltb_lt in S.
  pose proof (attack_at_most t a n). destruct (path t a n); auto. lia.
Qed.

(** A supporter of the line whose support is cut is touched by an agent. *)
Lemma cut_has_agent w p : In w (supporters p) -> a w = false -> exists f, agent w f.
Proof.
  intros I Fw. apply in_supporters in I. destruct I as (x & U & N). pose proof (line_there t F w x p U) as [_ O].
  unfold order_in in O. destruct (Nat.eqb_spec p w) as [|_]; [congruence|].
  rewrite A in Fw by (unfold is_convoy; now rewrite O). unfold equation in Fw. rewrite O in Fw.
  unfold support_given in Fw. apply negb_false_iff, existsb_exists in Fw. destruct Fw as (n & _ & Fw).
  apply andb_prop in Fw. destruct Fw as [Nw C].
  assert (W : guarded w = true) by (apply line_guarded, stands_iff; eauto).
  unfold cuts in C. apply orb_prop in C. destruct C as [C|C]; apply andb_prop in C; destruct C as [C C'].
  - now apply (path_has_agent _ n w W Nw C').
  - apply (path_has_agent a n w W Nw). apply success_has_path; auto. now apply moves_to_iff in Nw.
Qed.

Lemma group_stays p n : stands p = true -> grouped p = true -> moves_to t n p = true -> a n = false.
Proof.
  intros P G N. destruct (a n) eqn:Wn; auto. exfalso. apply existsb_exists in G. destruct G as (some & I & L).
  apply Nat.leb_le in L. apply sets_in in I. destruct I as [I D].
  assert (Ds : NoDup some) by (apply D, NoDup_filter, seq_NoDup). clear D.
  pose proof (proj1 (moves_to_iff t n p) N) as [M Gn].
  set (cut := filter (fun w => negb (a w)) some).
  set (helpers := filter (fun w => supports_move t w n && a w) (provinces t)).
  destruct (agents_of (p :: cut)) as (fs & Lf & Df & Af).
  { constructor; [|now apply NoDup_filter]. intro X. apply filter_In in X. destruct X as [X _]. apply I, in_supporters in X.
    destruct X as (x & _ & X). congruence. }
  { intros w [<-|X].
    - apply (path_has_agent a n p); [now apply line_guarded|auto|now apply success_has_path].
    - apply filter_In in X. destruct X as [X Y]. apply negb_true_iff in Y. now apply (cut_has_agent w p); auto. }
  (* the agents and the supporters of the attack are different units, and all touch the group *)
  assert (B : length (fs ++ helpers) <= length (touching (p :: some))).
  { apply NoDup_incl_length.
    - apply nodup_app; auto; [apply NoDup_filter, seq_NoDup|]. intros f X Y. destruct (Af f X) as (w & _ & _ & _ & _ & K).
      apply filter_In in Y. destruct Y as [_ Y]. apply andb_prop in Y. destruct Y as [Y _].
      unfold supports_move in Y. unfold moves, is_convoy in K. destruct (order_of t f); try discriminate; destruct K;
        discriminate.
    - intros f X. apply in_touching. apply in_app_or in X. destruct X as [X|X].
      + destruct (Af f X) as (w & Y & O & T & _). split; auto. exists w. split; auto.
        destruct Y as [<-|Y]; [now left|right]. now apply filter_In in Y.
      + apply filter_In in X. destruct X as [_ X]. apply andb_prop in X. destruct X as [X _].
        apply (support_touches f n p) in X; auto. split; [tauto|]. exists p. cbn. tauto. }
  (* the strengths *)
  assert (Hold : 1 + length some <= hold_strength t a p + length cut).
  { unfold hold_strength. destruct (line_stays p P) as (Mp & _ & Ep). rewrite Mp, Ep.
    pose proof (both_sides a some) as Q. fold cut in Q.
    enough (length (filter a some) <= number t (fun w => supports_hold t w p && a w)) by lia.
    apply NoDup_incl_length; [now apply NoDup_filter|]. intros w X. apply filter_In in X. destruct X as [X Y].
    apply I, in_supporters in X. destruct X as (x & U & Nw). pose proof (line_there t F w x p U) as [_ O].
    unfold order_in in O. destruct (Nat.eqb_spec p w) as [|_]; [congruence|]. apply filter_In. split.
    - apply inside. congruence.
    - unfold supports_hold. now rewrite O, Nat.eqb_refl, Y. }
  assert (Attack : attack_strength t a n <= 1 + length helpers).
  { pose proof (attack_at_most t a n) as Q. unfold defend_strength, number in Q. fold helpers in Q. destruct (path t a n);
      lia. }
  rewrite app_length, Lf in B. cbn in B.
  rewrite A in Wn by (unfold moves, is_convoy in *; now destruct (order_of t n)). unfold equation in Wn. unfold moves in M.
  destruct (order_of t n) eqn:O; try discriminate. unfold move_succeeds, prevails in Wn. apply andb_prop in Wn.
  destruct Wn as [Wn _].
  assert (Hd : head_to_head t n = false).
  { unfold head_to_head. rewrite Gn. destruct (line_stays p P) as (Mp & _). unfold moves_to at 1. rewrite Mp.
    now rewrite !andb_false_r. }
  rewrite Hd, Gn in Wn. apply Nat.ltb_lt in Wn. lia.
Qed.

Theorem holding_line : holds_line = true -> ~ broken t a.
Proof.
  intros H (n & p & N & Wn & P). apply andb_prop in H. destruct H as [H K]. rewrite forallb_forall in H, K.
  destruct (stands p) eqn:S.
  - specialize (H p (standing_place p S)). rewrite S in H. rewrite (group_stays p n S H N) in Wn. discriminate.
  - pose proof P as Kp. unfold guarded in Kp. rewrite S in Kp. specialize (K p (proj1 (among_iff _ _) Kp)). rewrite S in K.
    apply Nat.eqb_eq in K.
    destruct (path_has_agent a n p) as (f & O & T & _); auto.
    + apply success_has_path; auto. now apply moves_to_iff in N.
    + apply length_zero_iff_nil in K. assert (X : In f (touching [p])); [|rewrite K in X; destruct X].
      apply in_touching. split; auto. exists p. cbn. auto.
Qed.
End Faced.

(** ** Falling

    The turn is made: the enemy, one power, has units in some provinces outside, which move or support to where they touch. *)

(** An order without convoy, to a province that the unit touches *)
Definition by_touch (n : province) (o : order) : Prop :=
  match o with
  | Move p c => c = false /\ touches l n p = true
  | Support _ p => touches l n p = true
  | Convoy _ _ => False
  | _ => True
  end.

Section Attack.
Variable e : exception.
Variable ordered : province -> order.

(** A power that the line has not *)
Definition other_power := S (list_max powers).

Definition attack : turn := Turn
  (map (fun n => match unit_in n with
                 | Some (x, q) => (x, order_in n q)
                 | None => (other_power, if outside n then ordered n else Empty)
                 end) places) (fun _ _ => false) e.

Hypothesis obey : forall n, outside n = true -> by_touch n (ordered n).

Lemma square n : nth n (squares attack) (0, Empty) = match unit_in n with
  | Some (x, q) => (x, order_in n q)
  | None => (if n <? length (standing l) then other_power else 0, if outside n then ordered n else Empty)
  end.
Proof.
  unfold attack. cbn [squares]. unfold places.
  set (f := fun n => match unit_in n with
    | Some (x, q) => (x, order_in n q)
    | None => (other_power, if outside n then ordered n else Empty)
    end).
  destruct (Nat.ltb_spec n (length (standing l))) as [L|L].
  - rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; lia). now rewrite map_nth, seq_nth by lia.
  - rewrite nth_overflow by (rewrite map_length, seq_length; lia).
    assert (U : unit_in n = None) by (unfold unit_in; apply nth_overflow; exact L). rewrite U.
    destruct (outside n) eqn:O; auto. unfold outside in O. rewrite !andb_true_iff, among_iff in O. destruct O as [[[I _] _] _].
    apply in_seq in I. lia.
Qed.

Lemma enemy_is_foreign : ~ In other_power powers.
Proof.
  intro I. pose proof (proj1 (list_max_le powers (list_max powers)) (le_n _)) as M. rewrite Forall_forall in M.
  apply M in I. unfold other_power in I. lia.
Qed.

Lemma outside_place n : outside n = true -> n < length (standing l).
Proof. unfold outside. rewrite !andb_true_iff, among_iff. intros [[[I _] _] _]. apply in_seq in I. lia. Qed.

Lemma ordered_there n : outside n = true -> order_of attack n = ordered n /\ power_of attack n = other_power.
Proof.
  intro O. unfold order_of, power_of. rewrite square. destruct (outside_no_line n O) as [-> _]. rewrite O. cbn [fst snd].
  split; auto.
  apply outside_place, Nat.ltb_lt in O. now rewrite O.
Qed.

Lemma line_unit p x q : unit_in p = Some (x, q) -> order_of attack p = order_in p q /\ power_of attack p = x.
Proof. intro U. unfold order_of, power_of. rewrite square. now rewrite U. Qed.

Lemma attack_faces : faces attack.
Proof.
  constructor.
  - intros p x q U. apply line_unit in U. tauto.
  - intros n U N. unfold order_of in N. rewrite square, U in N. cbn in N. destruct (outside n) eqn:O; [|congruence]. split;
      auto.
    rewrite (proj2 (ordered_there n O)). apply enemy_is_foreign.
  - intros n p O _ X. rewrite (proj1 (ordered_there n O)) in X. specialize (obey n O). rewrite X in obey. cbn in obey. tauto.
  - intros n m p O _ X. rewrite (proj1 (ordered_there n O)) in X. specialize (obey n O). now rewrite X in obey.
  - intros n m p O _ X. discriminate.
Qed.

Lemma not_outside_stays n : outside n = false -> moves attack n = false /\ is_convoy attack n = false.
Proof.
  intro O. unfold moves, is_convoy, order_of. rewrite square. destruct (unit_in n) as [[x q]|]; cbn; [|now rewrite O].
  unfold order_in. now destruct (q =? n).
Qed.

Lemma attack_moves n : moves attack n = true -> outside n = true.
Proof. intro M. destruct (outside n) eqn:O; auto. apply not_outside_stays in O. destruct O. congruence. Qed.

Lemma attack_without_convoys : no_convoys attack.
Proof.
  intro n. destruct (outside n) eqn:O; [|now apply not_outside_stays].
  unfold is_convoy. rewrite (proj1 (ordered_there n O)). specialize (obey n O). now destruct (ordered n).
Qed.

End Attack.

Definition breaks (t : turn) : Prop := forall a, but_for_convoys t a -> broken t a.

(** *** A kept province without a unit is entered. *)
Lemma enters e n p : stands p = false -> keeps p = true -> In n (touching [p]) ->
  exists t, spares t = e /\ faces t /\ no_convoys t /\ breaks t.
Proof.
  intros S K I. apply in_touching in I. destruct I as (O & q & [<-|[]] & T).
  set (ordered := fun m => if m =? n then Move p false else Empty). exists (attack e ordered).
  assert (H : forall m, outside m = true -> by_touch m (ordered m)).
  { intros m _. unfold ordered, by_touch. destruct (Nat.eqb_spec m n) as [->|]; auto. }
  split; [reflexivity|]. split; [now apply attack_faces|]. split; [now apply attack_without_convoys|]. intros a A.
  assert (N : order_of (attack e ordered) n = Move p false).
  { rewrite (proj1 (ordered_there e ordered n O)). unfold ordered. now rewrite Nat.eqb_refl. }
  assert (E : order_of (attack e ordered) p = Empty).
  { unfold order_of. rewrite square. unfold stands in S. destruct (unit_in p); [discriminate|]. cbn.
    destruct (outside p) eqn:Op; auto. apply outside_no_line in Op. destruct Op. congruence. }
  exists n, p. unfold guarded. rewrite K, orb_true_r. unfold moves_to, moves, goal at 1. rewrite N, Nat.eqb_refl.
  repeat split; auto.
  rewrite A by (unfold is_convoy; now rewrite N). unfold equation. rewrite N. unfold move_succeeds, prevails.
  assert (G : goal (attack e ordered) n = p) by (unfold goal; now rewrite N).
  assert (Hd : head_to_head (attack e ordered) n = false).
  { unfold head_to_head. rewrite G. unfold moves_to, moves at 2. rewrite E. now rewrite !andb_false_r. }
  assert (P : path (attack e ordered) a n = true) by (unfold path, convoyed; now rewrite N).
  rewrite Hd. unfold attack_strength. rewrite P, G. unfold hold_strength, empty. rewrite E. cbn [negb orb].
  apply andb_true_iff. split; [apply Nat.ltb_lt; lia|]. apply forallb_forall. intros k _.
  destruct (moves_to (attack e ordered) k p) eqn:Kp; auto. cbn. apply moves_to_iff in Kp. destruct Kp as [Mk _].
  pose proof (attack_moves e ordered k Mk) as Ok. unfold moves in Mk. rewrite (proj1 (ordered_there e ordered k Ok)) in Mk.
  unfold ordered in Mk. destruct (Nat.eqb_spec k n); [auto|discriminate].
Qed.

(** *** A unit in no group is dislodged.

    Set aside two of the provinces that touch it. By Hall's theorem, each supporter has one of the others to itself, which
    touches it or the unit. From those that do not touch the unit, the supports are cut. All that touch the unit attack it: at
    least two more than the supports that are left. *)
Lemma dislodges e p : stands p = true -> grouped p = false ->
  exists t, spares t = e /\ faces t /\ no_convoys t /\ breaks t.
Proof.
  intros P G.
  assert (Many : forall some, NoDup some -> incl some (supporters p) -> S (length some) < length (touching (p :: some))).
  { intros some D I. destruct (part_of some (supporters p) D (NoDup_filter _ (seq_NoDup _ _)) I) as (J & I1 & I2 & L).
    set (part := filter (among some) (supporters p)) in *.
    assert (E : touching (p :: some) = touching (p :: part)).
    { apply filter_ext. intro n. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
      split; intros (x & [X|X] & Y); exists x; cbn; auto. }
    rewrite E, L. apply Nat.nle_gt. intro Z. apply not_true_iff_false in G. apply G, existsb_exists.
    exists part. split; auto. now apply Nat.leb_le. }
  pose proof (Many [] (NoDup_nil _) (fun x X => match X with end)) as Two. cbn in Two.
  pose proof (touching_once [p]) as Once.
  destruct (touching [p]) as [|m [|m' rest]] eqn:T; cbn in Two; try lia.
  assert (Tm : forall n, In n (touching [p]) <-> outside n = true /\ touches l n p = true).
  { intro n. rewrite in_touching. split; intros [O X]; split; auto; [|exists p; cbn; auto].
    destruct X as (q & [<-|[]] & X). auto. }
  assert (Om : outside m = true /\ touches l m p = true) by (apply Tm; rewrite T; now left).
  set (edge := fun w n => touches l n p || touches l n w).
  set (others := filter (fun n => outside n && negb (n =? m) && negb (n =? m')) places).
  destruct (hall edge (supporters p) others) as (g & Gin & Gone); try (apply NoDup_filter, seq_NoDup).
  { intros some D I. destruct some as [|w some]; [cbn; lia|]. specialize (Many _ D I).
    set (some' := w :: some) in *.
    enough (length (touching (p :: some')) <= length (m :: m' :: near edge others some')) by (cbn [length] in *; lia).
    apply NoDup_incl_length; [apply touching_once|]. intros n X. apply in_touching in X. destruct X as (O & q & X & Y).
    destruct (Nat.eq_dec n m) as [->|N]; [now left|]. destruct (Nat.eq_dec n m') as [->|N']; [cbn; auto|]. right. right.
    apply in_near. split.
    - apply filter_In. split; [apply in_seq; apply outside_place in O; lia|].
      apply Nat.eqb_neq in N, N'. now rewrite O, N, N'.
    - unfold edge. destruct X as [<-|X]; [exists w; rewrite Y; cbn; auto|exists q; rewrite Y, orb_true_r; auto]. }
  assert (Oth : forall n, In n others -> outside n = true /\ n <> m /\ n <> m').
  { intros n X. apply filter_In in X. rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq in X. tauto. }
  set (ordered := fun n => if n =? m then Move p false
    else if touches l n p then Support m p
    else match find (fun w => g w =? n) (supporters p) with Some w => Move w false | None => Empty end).
  exists (attack e ordered). set (t := attack e ordered).
  assert (H : forall n, outside n = true -> by_touch n (ordered n)).
  { intros n O. unfold ordered, by_touch. destruct (Nat.eqb_spec n m) as [->|]; [tauto|]. destruct (touches l n p) eqn:X; auto.
    destruct (find _ _) eqn:Fd; auto. split; auto. apply find_some in Fd. destruct Fd as [I E]. apply Nat.eqb_eq in E.
    destruct (Gin _ I) as [_ J]. rewrite E in J. unfold edge in J. now rewrite X in J. }
  split; [reflexivity|]. split; [now apply attack_faces|]. split; [now apply attack_without_convoys|]. intros a A.
  assert (There : forall n, outside n = true -> order_of t n = ordered n /\
    power_of t n = other_power) by (apply ordered_there).
  assert (Foreign : forall n q, outside n = true -> stands q = true -> power_of t n =? power_of t q = false).
  { intros n q O Q. apply Nat.eqb_neq. apply stands_iff in Q. destruct Q as (x & y & U). rewrite (proj2 (There n O)).
    unfold t. rewrite (proj2 (line_unit e ordered q x y U)). intro E. apply enemy_is_foreign. rewrite E. apply in_flat_map.
    exists (Some (x, y)). split; [|now left]. rewrite <- U. apply nth_In. apply Nat.nle_gt. intro Z.
    unfold unit_in in U. rewrite nth_overflow in U by lia. discriminate. }
  assert (Nm : order_of t m = Move p false).
  { rewrite (proj1 (There m (proj1 Om))). unfold ordered. now rewrite Nat.eqb_refl. }
  assert (Goals : forall k, moves t k = true -> outside k = true /\ (k = m /\ goal t k = p
    \/ k <> m /\ touches l k p = false /\ exists w, In w (supporters p) /\ g w = k /\ goal t k = w)).
  { intros k M. pose proof (attack_moves e ordered k M) as O. split; auto. unfold moves in M. unfold goal.
    rewrite (proj1 (There k O)) in *. unfold ordered in *. destruct (Nat.eqb_spec k m) as [E|N]; [left; split;
      [exact E|reflexivity]|right].
    destruct (touches l k p); [discriminate|]. destruct (find _ _) as [w|] eqn:Fd; [|discriminate]. apply find_some in Fd.
    destruct Fd as [I E]. apply Nat.eqb_eq in E. split; [exact N|]. split; [reflexivity|]. exists w. auto. }
  destruct (line_stays t (attack_faces e ordered H) p P) as (Mp & _ & Ep).
  (* only those supports are left whose own enemy attacks instead of cutting *)
  assert (Cut : forall w, In w (supporters p) -> a w = true -> touches l (g w) p = true).
  { intros w I Aw. destruct (touches l (g w) p) eqn:X; auto. exfalso. destruct (Gin w I) as [O _]. apply Oth in O.
    destruct O as (O & N & _). pose proof I as I'. apply in_supporters in I'. destruct I' as (x & U & D).
    assert (Ow : order_of t w = Support p p).
    { unfold t. rewrite (proj1 (line_unit e ordered w x p U)). unfold order_in. destruct (Nat.eqb_spec p w); congruence. }
    assert (Og : order_of t (g w) = Move w false).
    { rewrite (proj1 (There _ O)). unfold ordered. apply Nat.eqb_neq in N. rewrite N, X.
      destruct (find (fun v => g v =? g w) (supporters p)) eqn:Fd.
      - apply find_some in Fd. destruct Fd as [J E]. apply Nat.eqb_eq in E. now rewrite (Gone _ _ J I E).
      - apply find_none with (x := w) in Fd; auto. rewrite Nat.eqb_refl in Fd. discriminate. }
    rewrite A in Aw by (unfold is_convoy; now rewrite Ow). unfold equation in Aw. rewrite Ow in Aw.
    unfold support_given in Aw. apply negb_true_iff, not_true_iff_false in Aw. apply Aw, existsb_exists. exists (g w). split.
    - apply inside. congruence.
    - unfold moves_to, moves, cuts, path, convoyed, goal. rewrite Og, Ow, Nat.eqb_refl. cbn.
      rewrite (Foreign (g w) w O) by (apply stands_iff; eauto). cbn.
      destruct (Nat.eqb_spec (g w) p); auto. exfalso. now apply (outside_apart (g w) p). }
  (* nobody cuts the enemy's supports *)
  assert (Given : forall n, In n (m' :: rest) -> supports_move t n m && a n && negb (power_of t n =? power_of t p) = true).
  { intros n I. assert (J : In n (touching [p])) by (rewrite T; now right). apply Tm in J. destruct J as [O X].
    assert (N : n <> m) by (intros ->; inversion Once; auto).
    assert (On : order_of t n = Support m p).
    { rewrite (proj1 (There n O)). unfold ordered. apply Nat.eqb_neq in N. now rewrite N, X. }
    rewrite (Foreign n p O P). unfold supports_move, moves_to, moves, goal. rewrite On, Nm, !Nat.eqb_refl. cbn.
    rewrite andb_true_r.
    rewrite A by (unfold is_convoy; now rewrite On). unfold equation. rewrite On. unfold support_given. apply negb_true_iff.
    apply not_true_iff_false. intro Y. apply existsb_exists in Y. destruct Y as (k & _ & Y). apply andb_prop in Y.
    destruct Y as [Y _].
    apply moves_to_iff in Y. destruct Y as [Mk Gk]. destruct (Goals k Mk) as [_ [(_ & Z)|(_ & _ & w & Iw & _ & Z)]].
    - apply (outside_apart n p); congruence.
    - apply (outside_apart n w); [auto|now apply (supporter_stands w p)|congruence]. }
  assert (Attack : length (touching [p]) <= attack_strength t a m).
  { assert (Gm : goal t m = p) by (unfold goal; now rewrite Nm). unfold attack_strength. rewrite Gm. unfold path, convoyed.
    rewrite Nm. cbn [negb orb].
    rewrite Mp, Ep. cbn [andb orb]. rewrite Nat.eqb_sym, (Foreign m p) by tauto. rewrite T.
    change (length (m :: m' :: rest)) with (1 + length (m' :: rest)). apply Nat.add_le_mono_l.
    apply NoDup_incl_length; [now inversion Once|]. intros n I. apply filter_In. split; [|now apply Given].
    specialize (Given n I). rewrite !andb_true_iff in Given. destruct Given as [[Z _] _]. apply supports_move_iff in Z.
    now apply stays_inside. }
  assert (Hold : 1 + hold_strength t a p <= length (touching [p])).
  { unfold hold_strength. rewrite Mp, Ep. set (left := filter (fun w => supports_hold t w p && a w) (provinces t)).
    assert (L : forall w, In w left -> In w (supporters p) /\ a w = true).
    { intros w I. apply filter_In in I. destruct I as [_ I]. apply andb_prop in I. destruct I as [I Aw]. split; auto.
      unfold supports_hold in I. destruct (order_of t w) eqn:Ow; try discriminate.
      rewrite andb_true_iff, !Nat.eqb_eq in I. destruct I as [-> ->]. destruct (outside w) eqn:O.
      - rewrite (proj1 (There w O)) in Ow. unfold ordered in Ow. destruct (w =? m); [discriminate|].
        destruct (touches l w p).
        + injection Ow as E. exfalso. now apply (outside_apart m p).
        + destruct (find _ _); discriminate.
      - apply in_supporters. unfold order_of, t in Ow. rewrite square in Ow. destruct (unit_in w) as [[x q]|]; cbn in Ow.
        + unfold order_in in Ow. destruct (Nat.eqb_spec q w); [discriminate|]. injection Ow as ->. eauto.
        + now rewrite O in Ow. }
    assert (Q : length (m :: m' :: map g left) <= length (touching [p])); [|cbn [length] in Q; rewrite map_length in Q;
      unfold number; fold left; lia].
    assert (Own : forall n, In n (map g left) -> In n (touching [p]) /\ n <> m /\ n <> m').
    { intros n I. apply in_map_iff in I. destruct I as (w & <- & I). apply L in I. destruct I as [I Aw].
      destruct (Gin w I) as [Z _]. apply Oth in Z. destruct Z as (Z & Z'). split; auto. apply Tm. auto. }
    apply NoDup_incl_length.
    - constructor; [|constructor].
      + intros [Z|Z]; [subst; inversion Once as [|? ? X]; apply X; now left|]. apply Own in Z. tauto.
      + intro Z. apply Own in Z. tauto.
      + apply nodup_map; [intros v w V W; apply Gone; now apply L|apply NoDup_filter, seq_NoDup].
    - rewrite T. intros n [<-|[<-|I]]; cbn; auto. apply Own in I. rewrite T in I. cbn in I. tauto. }
  exists m, p. rewrite (line_guarded p P). unfold moves_to, moves, goal at 1. rewrite Nm, Nat.eqb_refl. repeat split; auto.
  rewrite A by (unfold is_convoy; now rewrite Nm). unfold equation. rewrite Nm. unfold move_succeeds, prevails.
  assert (Gm : goal t m = p) by (unfold goal; now rewrite Nm).
  assert (Hd : head_to_head t m = false).
  { unfold head_to_head. rewrite Gm. unfold moves_to at 1. rewrite Mp. now rewrite !andb_false_r. }
  rewrite Hd, Gm. apply andb_true_iff. split; [apply Nat.ltb_lt; lia|]. apply forallb_forall. intros k _.
  destruct (moves_to t k p) eqn:Kp; auto. cbn. apply moves_to_iff in Kp. destruct Kp as [Mk Gk].
  destruct (Goals k Mk) as [_ [(-> & _)|(_ & _ & w & Iw & _ & Z)]]; [now rewrite Nat.eqb_refl|].
  apply in_supporters in Iw. destruct Iw as (x & _ & D). congruence.
Qed.

Theorem falling_line e : holds_line = false -> exists t, spares t = e /\ faces t /\ no_convoys t
  /\ (exists a, resolution t a) /\ breaks t.
Proof.
  intro H. assert (X : exists t, spares t = e /\ faces t /\ no_convoys t /\ breaks t).
  2:{ destruct X as (t & E & F & N & B). exists t. split; [exact E|]. split; [exact F|].
    split; [exact N|]. split; [now apply resolution_without_convoys|exact B]. }
  apply andb_false_iff in H. destruct H as [H|H]; apply not_true_iff_false in H; rewrite forallb_forall in H.
  - destruct (existsb (fun p => stands p && negb (grouped p)) places) eqn:X.
    + apply existsb_exists in X. destruct X as (p & _ & X). rewrite andb_true_iff, negb_true_iff in X.
      now apply (dislodges e p).
    + exfalso. apply H. intros p I. apply not_true_iff_false in X. destruct (stands p) eqn:S, (grouped p) eqn:G; auto.
      exfalso. apply X, existsb_exists. exists p. now rewrite S, G.
  - destruct (existsb (fun p => negb (stands p || (length (touching [p]) =? 0))) (kept l)) eqn:X.
    + apply existsb_exists in X. destruct X as (p & I & X). rewrite negb_orb, andb_true_iff, !negb_true_iff in X.
      destruct X as [S X].
      destruct (touching [p]) as [|n some] eqn:T; [discriminate|]. apply (enters e n p); auto; [now apply among_iff|].
      rewrite T. now left.
    + exfalso. apply H. intros p I. apply not_true_iff_false in X. apply not_false_iff_true. intro Z. apply X, existsb_exists.
      exists p. now rewrite Z.
Qed.
End Line.

(** ** The program decides *)

Theorem holds_line_iff e l : holds_line l = true <->
  forall t a, spares t = e -> faces l t -> resolution t a -> ~ broken l t a.
Proof.
  split; [intros H t a _ F R; apply holding_line; auto; intros p _; apply R|]. intro H. apply not_false_iff_true. intro X.
  destruct (falling_line l e X) as (t & E & F & _ & (a & R) & B). apply (H t a E F R), B. intros p _. apply R.
Qed.

Corollary no_resolution_breaks l t a : holds_line l = true -> faces l t -> resolution t a -> ~ broken l t a.
Proof. intros H F R. apply (holds_line_iff (spares t) l); auto. Qed.

Corollary szykman_breaks_none l t a : holds_line l = true -> faces l t -> szykman t a -> ~ broken l t a.
Proof.
  intros H F Z. apply holding_line; auto. intros p C. rewrite (Z p) at 1. unfold over, failing, paradoxical. now rewrite C.
Qed.

(** *** Why [fleets_land] is asked for: an army lands where its fleet could not go. *)
Definition beach : line := Line [None; None; None] [0] (fun _ => true) (fun _ _ => false).
Definition landing : turn := Turn [(0, Empty); (1, Convoy 2 0); (1, Move 0 true)] (fun f _ => f =? 1) NoException.

Example landing_breaks : holds_line beach = true /\ all_resolutions landing = [[true; true; true]] /\ goal landing 2 = 0.
Proof. vm_compute. auto. Qed.
