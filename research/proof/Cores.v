(** * The core of a paradox is its whole ring; and which is settled first makes no difference

    - [core_clashes]: in normal form, what is decided and the equations of an odd ring's supports and convoys, and of the one
      open move against each of its fleets, clash;
    - [clashing_sets]: so does a set of equations exactly if it has these of some odd ring in it; so none of them can be left
      out ([any_one_dropped]), and no other set is a core;
    - [whole_ring_clashes]: to the letter, with the moves into the provinces of its supports, too (Letter.v says why);
    - [settled_apart]: let the convoys of some open rings fail; then propagation leaves open the convoys of the other
      rings, and no others. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity NormalForm.
Import ListNotations.

Section Cores.
Variable t : turn.

Notation lo := (lo t nothing).
Notation hi := (hi t nothing).
Notation opens := (open t nothing).
Notation free := (nothing_fixed t).
Notation step := (steps (goal t)).
Notation chief := (leader (size t) (goal t)).

Theorem whole_ring_clashes p a : ashore t -> odd_ring t p -> within t a ->
  (forall k, a (step k p) = equation t a (step k p)) ->
  (forall k n, moves_to t n (step k p) = true -> a n = equation t a n) -> False.
Proof.
  intros land (S & O & k & [R _] & T) W Ring Into.
  assert (G : forall j, a (step j p) = xorb (a p) (turned t (inverts t) p j)).
  { induction j as [|j IH]; [cbn; now destruct (a p)|]. destruct (ring_steps t p j S O) as [Sj Oj].
    cbn [turned]. rewrite (Ring (Datatypes.S j)). rewrite <- settled_equation.
    - rewrite steps_S, (along_ring t a _ land W Sj Oj), IH. now rewrite xorb_assoc.
    - now apply ring_steps.
    - apply Into. }
  specialize (G (Datatypes.S k)). rewrite R, T in G. now destruct (a p).
Qed.

(** ** Rings, once round *)

Lemma cancel i j p : stays t p = true -> opens p = true -> i < j -> step i p = step j p -> step (j - i) p = p.
Proof.
  intros S O. revert j. induction i as [|i IH]; intros j L E; [now rewrite Nat.sub_0_r|].
  destruct j as [|j]; [lia|]. apply (IH j); [lia|]. rewrite !steps_S in E.
  destruct (ring_steps t p i S O), (ring_steps t p j S O). now apply (ring_apart t nothing free).
Qed.

Lemma ring_on_cycle p : stays t p = true -> opens p = true -> on_cycle (size t) (goal t) p.
Proof.
  intros S O. destruct (walk (size t) (goal t) p) as [(i & _ & G)|(i & j & L & E)].
  - exfalso. destruct (ring_steps t p i S O) as [Si _]. apply stays_inside, in_provinces in Si. lia.
  - exists (j - i). split; [lia|]. apply cancel; auto. lia.
Qed.

Section One.
Variables (q c : province) (k : nat).
Hypothesis Sc : stays t c = true.
Hypothesis Oc : opens c = true.
Hypothesis Rc : round t c k.

(** Once round, each order of the ring is passed once. *)
Lemma passed : leads_to (size t) (goal t) q c = true -> exists i, 0 < i <= S k /\ step i c = q.
Proof.
  intro L. apply leads_to_iff in L; [|apply stuck]. destruct L as (m & E). destruct Rc as [R _].
  assert (Q : forall n, step (S k * n) c = c).
  { induction n as [|n IH]; [now rewrite Nat.mul_0_r|]. now rewrite Nat.mul_succ_r, steps_add, R. }
  assert (D : m = S k * (m / S k) + m mod S k) by (apply Nat.div_mod; lia). pose proof (Nat.mod_upper_bound m (S k)) as B.
  assert (F : step (m mod S k) c = q).
  { rewrite <- E. rewrite D at 2. now rewrite Nat.add_comm, steps_add, Q. }
  destruct (Nat.eq_dec (m mod S k) 0) as [Z|Z].
  - exists (S k). split; [lia|]. rewrite Z in F. cbn in F. congruence.
  - exists (m mod S k). split; [lia|auto].
Qed.

Definition switched (v : bool) (p : province) : bool := if p =? q then xorb (inverts t p) v else inverts t p.

Lemma switched_once v i : 0 < i <= S k -> step i c = q ->
  turned t (switched v) c (S k) = xorb (turned t (inverts t) c (S k)) v.
Proof.
  intros I E.
  assert (G : forall j, j <= S k -> turned t (switched v) c j = xorb (turned t (inverts t) c j) (v && (i <=? j))).
  { induction j as [|j IH]; intro J.
    - cbn [turned]. replace (i <=? 0) with false by (symmetry; apply Nat.leb_gt; lia). now rewrite andb_false_r.
    - cbn [turned]. rewrite IH by lia. unfold switched. destruct (Nat.eq_dec i (S j)) as [X|X].
      + rewrite <- X, E, Nat.eqb_refl.
        replace (i <=? j) with false by (symmetry; apply Nat.leb_gt; lia).
        rewrite X, Nat.leb_refl. destruct (turned t (inverts t) c j), (inverts t q), v; reflexivity.
      + destruct (Nat.eqb_spec (step (S j) c) q) as [Y|Y].
        * exfalso. destruct Rc as [_ F]. destruct (lt_eq_lt_dec i (S j)) as [[Z|Z]|Z]; [|lia|].
          -- apply (F (S j - i)); [lia|]. apply cancel; auto. congruence.
          -- apply (F (i - S j)); [lia|]. apply cancel; auto. congruence.
        * replace (i <=? S j) with (i <=? j).
          2:{ destruct (Nat.leb_spec i j), (Nat.leb_spec i (S j)); auto; lia. }
          destruct (turned t (inverts t) c j), (inverts t (step (S j) c)), (v && (i <=? j)); reflexivity. }
  rewrite G by lia. replace (i <=? S k) with true by (symmetry; apply Nat.leb_le; lia). now rewrite andb_true_r.
Qed.

End One.

(** ** The core *)

(** On the ring of [c]: its supports and convoys, and the open moves against its fleets. *)
Definition in_core (c q : province) : bool :=
  (stays t q || moves t q && opens q && is_convoy t (goal t q))
  && leads_to (size t) (goal t) (if stays t q then q else goal t q) c.

(** What propagation decides is as it decides. *)
Definition as_decided (a : outcome) : Prop := forall q, opens q = false -> a q = lo q.

Lemma decided_within a : as_decided a -> within t a.
Proof.
  intros D w _. destruct (opens w) eqn:O.
  - apply (open_iff t nothing free) in O. destruct O as [-> ->]. unfold le. split; [discriminate|auto].
  - rewrite (D w O), <- (not_open t nothing w O). unfold le. auto.
Qed.

Lemma decided_attack a f n : as_decided a -> is_convoy t f = true -> opens f = true -> moves_to t n f = true ->
  opens n = false -> a n = false /\ image t a a n = false.
Proof.
  intros D C O N On. pose proof (decided_within a D) as W. pose proof (is_convoy_stays t f C) as S.
  assert (L : lo n = false).
  { apply bool_no. intro X. destruct (open_equation t nothing free f O) as [_ Y]. apply (open_iff t nothing free) in O.
    unfold image in Y. unfold is_convoy in C. destruct (order_of t f); try discriminate. destruct O as [_ O]. rewrite O in Y.
    symmetry in Y. unfold convoy_stands in Y. apply negb_true_iff, not_true_iff_false in Y. apply Y, existsb_exists.
    exists n. rewrite N, X. split; auto. now apply moves_inside, (moves_to_iff t n f). }
  split; [rewrite (D n On); exact L|]. pose proof (not_open t nothing n On) as E. rewrite L in E.
  pose proof (proj1 (moves_to_iff t n f) N) as [M _]. destruct (move_image t n M) as [_ Y]. apply le_false.
  rewrite E, Y. apply (attack_on_stay t n f); auto. intros w Sw _. destruct (W w Sw). auto.
Qed.

(** On an open ring, an equation in normal form is as with the moves written out. *)
Lemma normal_settled a q : as_decided a -> stays t q = true -> opens q = true ->
  (forall n, in_core q n = true -> moves t n = true -> goal t n = q -> a n = equation t a n) ->
  normal_equation t a q = settled t a q.
Proof.
  intros D S O Core. destruct (is_convoy t q) eqn:C.
  - rewrite (fleet_settled t q C). unfold normal_equation, equation, is_convoy in *. destruct (order_of t q) eqn:Q; try discriminate.
    unfold convoy_stands. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
    assert (E : forall n, moves_to t n q = true -> a n = image t a a n).
    { intros n N. destruct (opens n) eqn:On.
      - rewrite <- equation_image. pose proof (proj1 (moves_to_iff t n q) N) as [M G]. apply Core; auto. unfold in_core.
        rewrite M, On, G. unfold is_convoy. rewrite Q. destruct (stays t n) eqn:X; [apply stays_or_moves in X; congruence|]. cbn.
        apply leads_to_iff; [apply stuck|]. now exists 0.
      - destruct (decided_attack a q n D) as [-> ->]; auto. unfold is_convoy. now rewrite Q. }
    split; intros (n & I & X); exists n; split; auto; apply andb_prop in X; destruct X as [N X]; rewrite N; cbn;
      [rewrite <- E|rewrite E]; auto.
  - rewrite settled_by_paths by (auto; now apply stays_or_moves, (open_ring t nothing free)).
    unfold normal_equation. unfold stays, is_convoy in *. destruct (order_of t q) eqn:Q; try discriminate.
    unfold cut_by_path. f_equal. apply eq_true_iff_eq. rewrite !existsb_exists.
    assert (G : forall n, moves_to t n q = true -> n =? goal t q = false).
    { intros n N. apply Nat.eqb_neq. intros ->. apply moves_to_iff in N. destruct N as [M _].
      destruct (open_ring t nothing free q) as [Sg _]; auto; [unfold stays; now rewrite Q|].
      rewrite (stays_or_moves t _ Sg) in M. discriminate. }
    split; intros (n & I & X); exists n; split; auto; unfold cuts_once in *; destruct (moves_to t n q) eqn:N; try discriminate;
      cbn [andb] in *; rewrite (G n N) in *; auto.
Qed.

(** *** In normal form, what is decided and the equations of the core of an odd ring clash. *)
Theorem core_clashes a p : ashore t -> odd_ring t p -> as_decided a ->
  (forall q, in_core p q = true -> a q = normal_equation t a q) -> False.
Proof.
  intros land (S & O & k & [R _] & T) D Core. pose proof (decided_within a D) as W.
  assert (G : forall j, a (step j p) = xorb (a p) (turned t (inverts t) p j)).
  { induction j as [|j IH]; [cbn; now destruct (a p)|]. destruct (ring_steps t p j S O) as [Sj Oj].
    destruct (ring_steps t p (Datatypes.S j) S O) as [Sj' Oj'].
    assert (Here : leads_to (size t) (goal t) (step (Datatypes.S j) p) p = true) by (apply leads_to_iff; [apply stuck|eauto]).
    cbn [turned]. rewrite Core, normal_settled; auto.
    - rewrite steps_S, (along_ring t a _ land W Sj Oj), IH. now rewrite xorb_assoc.
    - intros n I M E. rewrite <- (normal_moves t a n M). apply Core. unfold in_core in *. rewrite E in *.
      destruct (stays t n) eqn:X; [apply stays_or_moves in X; congruence|]. cbn [orb] in *. apply andb_prop in I.
      destruct I as [-> _]. exact Here.
    - unfold in_core. now rewrite Sj'. }
  specialize (G (Datatypes.S k)). rewrite R, T in G. now destruct (a p).
Qed.

(** ** Everything else holds together *)

Lemma finite_choice {B} (b0 : B) (R : nat -> B -> Prop) l : (forall c, In c l -> exists b, R c b) ->
  exists f, forall c, In c l -> R c (f c).
Proof.
  induction l as [|c l IH]; intro H; [exists (fun _ => b0); contradiction|].
  destruct IH as (f & F); [intros d I; apply H; now right|]. destruct (H c) as (b & Rb); [now left|].
  exists (fun d => if d =? c then b else f d). intros d I. destruct (Nat.eqb_spec d c) as [->|N]; auto.
  apply F. destruct I; congruence.
Qed.

Lemma round_of p : stays t p = true -> opens p = true -> chief p = true -> exists k, round t p k.
Proof.
  intros S O C. destruct (first_leader t (goal t p)) as (k & _ & Ck & Fk); try now apply (open_ring t nothing free).
  rewrite steps_next in Ck. exists k. split.
  - symmetry. apply (one_leader (size t) (goal t) (stuck t)); auto. apply leads_to_iff; [apply stuck|]. eauto.
  - intros i I X. specialize (Fk (i - 1)). rewrite steps_next in Fk.
    replace (Datatypes.S (i - 1)) with i in Fk by lia. rewrite X, C in Fk. discriminate Fk. lia.
Qed.

Lemma one_round p k k' : round t p k -> round t p k' -> k' = k.
Proof.
  intros [R F] [R' F']. destruct (lt_eq_lt_dec k' k) as [[X|X]|X]; auto; exfalso.
  - apply (F (Datatypes.S k')); [lia|auto].
  - apply (F' (Datatypes.S k)); [lia|auto].
Qed.

Lemma turned_same e e' p k : (forall i, 0 < i -> e (step i p) = e' (step i p)) -> turned t e p k = turned t e' p k.
Proof. intro E. induction k as [|k IH]; auto. cbn [turned]. now rewrite IH, E by lia. Qed.

Section Dropped.
Hypothesis land : ashore t.
Variable kept : province -> bool.
Hypothesis missing : forall c, odd_ring t c -> exists q, in_core c q = true /\ kept q = false.

(** Of each ring: where its link is broken, whose equation is dropped for that, and whether that is needed. *)
Definition breaks (c : province) (b : province * province * bool) : Prop :=
  let '(d, n, odd) := b in
  chief c = true -> stays t c = true -> opens c = true ->
  stays t d = true /\ leads_to (size t) (goal t) d c = true /\
  (exists k, round t c k /\ turned t (inverts t) c (S k) = odd) /\
  (odd = true -> kept n = false /\ (n = d \/ moves_to t n d = true /\ opens n = true /\ is_convoy t d = true)).

Lemma broken : exists f, forall c, In c (provinces t) -> breaks c (f c).
Proof.
  apply (finite_choice (0, 0, false)). intros c _.
  destruct (chief c && stays t c && opens c) eqn:X.
  2:{ exists (0, 0, false). intros C S O. rewrite C, S, O in X. discriminate. }
  rewrite !andb_true_iff in X. destruct X as [[C S] O]. destruct (round_of c S O C) as (k & R).
  destruct (turned t (inverts t) c (Datatypes.S k)) eqn:T.
  - destruct (missing c) as (q & Q & K); [repeat split; eauto; apply R|]. unfold in_core in Q. apply andb_prop in Q.
    destruct Q as [Q L]. exists (if stays t q then q else goal t q, q, true). intros _ _ _.
    assert (Sd : stays t (if stays t q then q else goal t q) = true).
    { apply leads_to_iff in L; [|apply stuck]. destruct L as (j & E). destruct (ring_steps t c j S O) as [Sj _].
      rewrite E in Sj. exact Sj. }
    repeat split; eauto. destruct (stays t q) eqn:Sq; [now left|right]. cbn in Q. rewrite !andb_true_iff in Q.
    repeat split; try tauto. now apply moves_to_iff.
  - exists (c, c, false). intros _ _ _. split; [exact S|]. split; [|split; [eauto|discriminate]].
    apply leads_to_iff; [apply stuck|]. now exists 0.
Qed.

Lemma same_ring c c' j : chief c = true -> chief c' = true -> leads_to (size t) (goal t) (step j c) c' = true -> c = c'.
Proof.
  intros C C' L. apply leads_to_iff in L; [|apply stuck]. destruct L as (i & E).
  destruct (cycle_back (size t) (goal t) c' (chief_on_cycle _ _ C') i) as (m & M).
  apply (one_leader (size t) (goal t) (stuck t)); auto. apply leads_to_iff; [apply stuck|]. exists (m + j).
  now rewrite steps_add, <- E.
Qed.

(** The values: on rings, link by link, but for those that are broken; elsewhere as decided. Then moves follow, those that are
    dropped being set so that their fleets come out as they must. *)
Lemma all_but_dropped : exists a, as_decided a /\ forall q, kept q = true -> a q = normal_equation t a q.
Proof.
  destruct broken as (f & F). set (d := fun c => fst (fst (f c))). set (n := fun c => snd (fst (f c))). set (odd := fun c => snd (f c)).
  assert (B : forall c, chief c = true -> stays t c = true -> opens c = true ->
    stays t (d c) = true /\ leads_to (size t) (goal t) (d c) c = true /\
    (exists k, round t c k /\ turned t (inverts t) c (S k) = odd c) /\
    (odd c = true -> kept (n c) = false /\ (n c = d c \/ moves_to t (n c) (d c) = true /\ opens (n c) = true /\ is_convoy t (d c) = true))).
  { intros c C S O. specialize (F c (stays_inside t c S)). unfold breaks, d, n, odd in *. destruct (f c) as [[x y] z]. cbn. auto. }
  clear F. clearbody d n odd. clear f.
  set (bad := fun c => chief c && stays t c && opens c && odd c).
  assert (Bad : forall c, bad c = true -> chief c = true /\ stays t c = true /\ opens c = true /\ odd c = true).
  { intros c. unfold bad. rewrite !andb_true_iff. tauto. }
  set (e := fun p => xorb (inverts t p) (existsb (fun c => bad c && (d c =? p)) (provinces t))).
  assert (At : forall p, (exists c, bad c = true /\ d c = p) \/ e p = inverts t p /\ forall c, bad c = true -> d c <> p).
  { intro p. unfold e. destruct (existsb (fun c => bad c && (d c =? p)) (provinces t)) eqn:X.
    - left. apply existsb_exists in X. destruct X as (c & _ & X). apply andb_prop in X. destruct X as [X Y].
      apply Nat.eqb_eq in Y. eauto.
    - right. split; [apply xorb_false_r|]. intros c Z E. apply not_true_iff_false in X. apply X, existsb_exists. exists c.
      rewrite Z, E, Nat.eqb_refl. split; auto. apply stays_inside. now apply Bad. }
  assert (Even : forall c k, chief c = true -> stays t c = true -> opens c = true -> round t c k -> turned t e c (S k) = false).
  { intros c k C S O R. destruct (B c C S O) as (Sd & L & (k' & R' & T) & _).
    rewrite (one_round c k k' R R') in T. destruct (passed (d c) c k R L) as (i & I & Ei).
    rewrite (turned_same e (switched (d c) (odd c))).
    - rewrite (switched_once (d c) c k S O R _ i I Ei), T. apply xorb_nilpotent.
    - intros j J. unfold e, switched.
      assert (X : existsb (fun c' => bad c' && (d c' =? step j c)) (provinces t) = (step j c =? d c) && odd c).
      { apply eq_true_iff_eq. rewrite existsb_exists, andb_true_iff, Nat.eqb_eq. split.
        - intros (c' & _ & Y). apply andb_prop in Y. destruct Y as [Y Z]. apply Nat.eqb_eq in Z. apply Bad in Y.
          destruct Y as (C' & S' & O' & Q'). destruct (B c' C' S' O') as (_ & L' & _). rewrite Z in L'.
          assert (c = c') as <-; auto. now apply (same_ring c c' j).
        - intros [Y Q]. exists c. split; [now apply stays_inside|]. unfold bad. rewrite C, S, O, Q, Y. cbn.
          apply Nat.eqb_refl. }
      rewrite X. destruct (step j c =? d c); cbn; [reflexivity|apply xorb_false_r]. }
  set (y := value t e). set (x := fun p => if opens p then y p else lo p).
  assert (W : within t x).
  { intros w S. unfold x. destruct (opens w) eqn:O.
    - apply (open_iff t nothing free) in O. destruct O as [-> ->]. unfold le. split; [discriminate|auto].
    - rewrite <- (not_open t nothing w O). unfold le. auto. }
  assert (Settled : forall q, stays t q = true -> (forall c, bad c = true -> d c <> q) -> settled t x q = x q).
  { intros q S Q. unfold x at 2. destruct (opens q) eqn:O.
    - destruct (At q) as [(c & Bc & E)|[E _]]; [now apply Q in E|].
      destruct (open_back t nothing free q S O) as (w & Sw & G & Ow). subst q.
      rewrite (along_ring t x w land W Sw Ow). unfold y. rewrite (value_next t e Even w Sw Ow), E. unfold x. now rewrite Ow.
    - destruct (settled_within t x q W S) as [X Y]. rewrite <- (not_open t nothing q O) in Y. symmetry. now apply le_both. }
  set (drops := fun m => existsb (fun c => bad c && (n c =? m)) (provinces t)).
  set (F := fun m => if stays t m then Some (x m) else if moves t m && drops m then Some (negb (x (goal t m))) else None).
  assert (Dropped : forall m, moves t m = true -> drops m = true -> exists c, bad c = true /\ n c = m /\
    moves_to t m (d c) = true /\ opens m = true /\ is_convoy t (d c) = true /\ kept m = false).
  { intros m M X. apply existsb_exists in X. destruct X as (c & _ & X). apply andb_prop in X. destruct X as [X Y].
    apply Nat.eqb_eq in Y. exists c. destruct (Bad c X) as (C & S & O & Q). destruct (B c C S O) as (Sd & _ & _ & Z).
    destruct (Z Q) as [K [V|V]]; [|subst m; tauto]. subst m. rewrite V in M. apply stays_or_moves in Sd. congruence. }
  assert (Live : forall m, F m <> None -> open_to_choice t m = true).
  { intros m X. unfold F, open_to_choice in *. destruct (stays t m); [apply orb_true_r|]. destruct (moves t m); auto. }
  assert (All : forall p, stays t p = true -> Propagation.lo t F p = x p /\ Propagation.hi t F p = x p).
  { intros p S. destruct (finished t F Live p) as [-> ->]. unfold over, F. now rewrite S. }
  destruct (only_moves_open t F Live) as [A _].
  { intros p S. destruct (All p S). congruence. }
  set (a := Propagation.lo t F) in *.
  assert (Stay : forall p, stays t p = true -> a p = x p) by (intros p S; apply (All p S)).
  assert (Move : forall m, moves t m = true -> drops m = false -> a m = equation t a m).
  { intros m M X. rewrite (A m) at 1. unfold over, F. rewrite M, X. destruct (stays t m) eqn:S; auto.
    apply stays_or_moves in S. congruence. }
  assert (D : as_decided a).
  { intros q O. destruct (refined t nothing F) with (p := q) as [X Y].
    - apply fixed_live, free.
    - exact Live.
    - intros m b E. right. unfold F in E. destruct (stays t m) eqn:S; [injection E as <-; now apply W|].
      destruct (moves t m && drops m) eqn:X; [|discriminate]. apply andb_prop in X. destruct X as [M X].
      destruct (Dropped m M X) as (_ & _ & _ & _ & Om & _). apply (open_iff t nothing free) in Om. destruct Om as [-> ->].
      unfold le. split; [discriminate|auto].
    - discriminate.
    - apply not_open in O. rewrite <- O in Y. apply le_both; auto. eapply le_trans; [|exact Y]. apply lo_hi. exact Live. }
  exists a. split; [exact D|]. intros q K. destruct (moves t q) eqn:M; [|destruct (stays t q) eqn:S].
  - rewrite normal_moves by auto. apply Move; auto. apply bool_no. intro X.
    destruct (Dropped q M X) as (_ & _ & _ & _ & _ & _ & Y). congruence.
  - destruct (existsb (fun c => bad c && (d c =? q)) (provinces t)) eqn:X.
    + apply existsb_exists in X. destruct X as (c & _ & X). apply andb_prop in X. destruct X as [Bc X]. apply Nat.eqb_eq in X.
      subst q. destruct (Bad c Bc) as (C & Sc & Oc & Q). destruct (B c C Sc Oc) as (_ & L & _ & Z).
      destruct (Z Q) as [Kn [V|(N & On & Cv)]]; [congruence|]. apply leads_to_iff in L; [|apply stuck]. destruct L as (i & L).
      destruct (ring_steps t c i Sc Oc) as [_ Od]. rewrite L in Od.
      destruct (open_back t nothing free (d c) S Od) as (w & Sw & G & Ow).
      destruct (fight t (d c) w S Od Sw Ow G Cv) as (n' & _ & _ & One & _).
      { apply bool_no. intro Y. apply land in Y. rewrite G in Y. congruence. }
      pose proof (One (n c) N On) as En.
      assert (Vn : a (n c) = negb (a (d c))).
      { rewrite (A (n c)). unfold over, F. destruct (proj1 (moves_to_iff t _ _) N) as [Mn Gn].
        destruct (stays t (n c)) eqn:Y; [apply stays_or_moves in Y; congruence|]. rewrite Mn, Gn, (Stay (d c) S).
        replace (drops (n c)) with true; auto. symmetry. apply existsb_exists. exists c. rewrite Bc, Nat.eqb_refl.
        split; auto. now apply stays_inside. }
      unfold normal_equation, equation, is_convoy in *. destruct (order_of t (d c)) eqn:Y; try discriminate.
      unfold convoy_stands. destruct (a (d c)) eqn:Ad; rewrite ?Ad in Vn; symmetry.
      * apply negb_true_iff, bool_no. intro U. apply existsb_exists in U. destruct U as (k & _ & U). apply andb_prop in U.
        destruct U as [U V]. destruct (opens k) eqn:Ok; [rewrite (One k U Ok), <- En, Vn in V; discriminate|].
        destruct (decided_attack a (d c) k D) as [E _]; auto; [|congruence]. unfold is_convoy. now rewrite Y.
      * apply negb_false_iff, existsb_exists. exists (n c). rewrite N, Vn. split; auto. now apply moves_inside, (moves_to_iff t _ (d c)).
    + assert (Q : forall c, bad c = true -> d c <> q).
      { intros c Bc E. apply not_true_iff_false in X. apply X, existsb_exists. exists c. rewrite Bc, E, Nat.eqb_refl.
        split; auto. now apply stays_inside, Bad. }
      assert (Into : forall m, moves_to t m q = true -> a m = equation t a m).
      { intros m N. apply moves_to_iff in N as N'. destruct N' as [Mm Gm]. apply Move; auto. apply bool_no. intro Y.
        destruct (Dropped m Mm Y) as (c & Bc & _ & Nd & _). apply moves_to_iff in Nd. apply (Q c Bc). destruct Nd. congruence. }
      rewrite normal_same by auto. rewrite <- settled_equation by auto. rewrite (Stay q S), <- (Settled q S Q).
      apply one_arrow; auto. intros w Sw _. symmetry. now apply Stay.
  - assert (Idle : normal_equation t a q = equation t a q).
    { unfold normal_equation, stays in *. destruct (order_of t q); auto. discriminate. }
    rewrite Idle, equation_idle by auto. rewrite (A q). unfold over, F. rewrite S, M. cbn. now apply equation_idle.
Qed.

End Dropped.

(** *** 3 (d): a set of equations clashes, given what is decided, exactly if it has the core of an odd ring in it. *)
Theorem clashing_sets kept : ashore t ->
  (exists a, as_decided a /\ forall q, kept q = true -> a q = normal_equation t a q) <->
  forall c, odd_ring t c -> exists q, in_core c q = true /\ kept q = false.
Proof.
  intro land. split; [|now apply all_but_dropped]. intros (a & D & A) c O.
  destruct (existsb (fun q => in_core c q && negb (kept q)) (provinces t)) eqn:X.
  - apply existsb_exists in X. destruct X as (q & _ & X). apply andb_prop in X. destruct X as [X Y].
    apply negb_true_iff in Y. eauto.
  - exfalso. apply (core_clashes a c land O D). intros q Q. apply A. destruct (kept q) eqn:K; auto. exfalso.
    apply not_true_iff_false in X. apply X, existsb_exists. exists q. rewrite Q, K. split; auto.
    unfold in_core in Q. apply andb_prop in Q. destruct Q as [Q _]. apply orb_prop in Q.
    destruct Q as [Q|Q]; [now apply stays_inside|]. rewrite !andb_true_iff in Q. now apply moves_inside.
Qed.

(** *** Without any one equation of the core of the only odd ring, all others hold together; to the letter, too. *)
Corollary any_one_dropped c q : ashore t -> odd_ring t c -> (forall c', odd_ring t c' -> in_core c' q = true) ->
  exists a, forall p, p <> q -> a p = equation t a p.
Proof.
  intros land O Only. destruct (proj2 (clashing_sets (fun p => negb (p =? q)) land)) as (a & _ & A).
  { intros c' O'. exists q. rewrite Nat.eqb_refl. auto. }
  assert (A' : forall p, p <> q -> a p = normal_equation t a p).
  { intros p N. apply A. now apply negb_true_iff, Nat.eqb_neq. }
  specialize (Only c O). unfold in_core in Only. apply andb_prop in Only. destruct Only as [Q _].
  exists a. intros p N. rewrite (A' p N). unfold normal_equation at 1. destruct (order_of t p) eqn:E; auto.
  rewrite <- (normal_same t a p); [unfold normal_equation; now rewrite E|]. intros m M.
  pose proof (proj1 (moves_to_iff t m p) M) as [Mm Gm]. rewrite <- (normal_moves t a m Mm). apply A'. intros ->.
  rewrite Gm in Q. unfold is_convoy in Q. rewrite E, andb_false_r, orb_false_r in Q. apply stays_or_moves in Q. congruence.
Qed.

(** ** Which paradox is settled first *)

Section Order.
Variable chosen : province -> bool.          (* some rings, whole *)
Hypothesis whole : forall p, chosen (goal t p) = chosen p.

Definition some_failing : province -> option bool :=
  fun p => if paradoxical t p && chosen p then Some false else None.

Lemma some_fixed p : some_failing p <> None -> stays t p = true.
Proof.
  unfold some_failing, paradoxical. destruct (is_convoy t p) eqn:C; cbn; [|congruence]. intros _. now apply is_convoy_stays.
Qed.

Lemma more_decided p : le (lo p) (Propagation.lo t some_failing p) /\ le (Propagation.hi t some_failing p) (hi p).
Proof.
  apply refined.
  - apply fixed_live, free.
  - apply fixed_live, some_fixed.
  - intros q b F. right. unfold some_failing, paradoxical in F. destruct (is_convoy t q && opens q && chosen q) eqn:E; [|discriminate].
    rewrite !andb_true_iff in E. destruct E as [[_ E] _]. apply open_iff in E; [|apply nothing_fixed]. destruct E as [-> ->].
    injection F as <-. unfold le. auto.
  - discriminate.
Qed.

Notation LO k := (fst (bounds t some_failing k)).
Notation HI k := (snd (bounds t some_failing k)).

(** Orders of other rings, and what they look at, are bounded as before. *)
Lemma as_before k : (forall p, stays t p = true -> opens p = true -> chosen p = false -> LO k p = false /\ HI k p = true).
Proof.
  assert (L : forall p, some_failing p <> None -> open_to_choice t p = true) by apply fixed_live, some_fixed.
  assert (Dec : forall j p, opens p = false -> le (LO j p) (lo p) /\ le (hi p) (HI j p)).
  { intros j p O. apply not_open in O. destruct (more_decided p) as [A B].
    destruct (below_lo t some_failing L j p) as [C D]. pose proof (lo_hi t some_failing L p) as E. rewrite O in A.
    unfold le in *. rewrite O. destruct (LO j p), (HI j p), (hi p), (Propagation.lo t some_failing p),
      (Propagation.hi t some_failing p); intuition. }
  enough (G : forall k, (forall p, stays t p = true -> opens p = true -> chosen p = false -> LO k p = false /\ HI k p = true)
    /\ forall n p, moves_to t n p = true -> stays t p = true -> opens p = true -> chosen p = false ->
         le (LO k n) (lo n) /\ le (hi n) (HI k n)) by apply G.
  clear k. induction k as [|k [IS IM]].
  - split; [auto|]. intros. cbn. unfold le. split; [discriminate|auto].
  - assert (Here : forall p w, chosen p = false -> stays t w = true -> goal t w = p -> le (LO k w) (lo w) /\ le (hi w) (HI k w)).
    { intros p w C S G. destruct (opens w) eqn:O; [|now apply Dec]. destruct (IS w S O) as [-> ->].
      - now rewrite <- whole, G.
      - unfold le. split; [discriminate|auto]. }
    split.
    + intros p S O C. rewrite (lo_S t some_failing L), (hi_S t some_failing L).
      assert (F : some_failing p = None) by (unfold some_failing; now rewrite C, andb_false_r). unfold over. rewrite F.
      destruct (open_equation t nothing free p O) as [X Y]. apply (open_iff t nothing free) in O as O'. destruct O' as [Lp Hp].
      assert (A : le (image t (LO k) (HI k) p) (image t lo hi p)).
      { apply image_le_stay; auto; intros q; intros; [now apply (Here p)|now apply (IM q p)]. }
      assert (B : le (image t hi lo p) (image t (HI k) (LO k) p)).
      { apply image_le_stay; auto; intros q; intros; [now apply (Here p)|now apply (IM q p)]. }
      rewrite <- X, Lp in A. rewrite <- Y, Hp in B. split; [now apply le_false|now apply B].
    + intros n p N S O C. rewrite (lo_S t some_failing L), (hi_S t some_failing L).
      pose proof (proj1 (moves_to_iff t n p) N) as [M _]. destruct (move_image t n M) as [X Y].
      assert (F : some_failing n = None).
      { destruct (some_failing n) eqn:F; auto. rewrite (stays_or_moves t n) in M; [discriminate|].
        apply some_fixed. congruence. }
      unfold over. rewrite F, X, Y. split; apply (attack_on_stay t n p); auto; intros w Sw G; destruct (Here p w C Sw G); auto.
Qed.

Theorem settled_apart f : is_convoy t f = true -> open t some_failing f = opens f && negb (chosen f).
Proof.
  intro C. pose proof (is_convoy_stays t f C) as S. destruct (opens f) eqn:O; cbn.
  - destruct (chosen f) eqn:X; cbn.
    + apply bool_no. intro Y. apply open_iff in Y; [|apply some_fixed]. destruct Y as [_ Y].
      destruct (finished t some_failing (fixed_live t _ some_fixed) f) as [_ F]. rewrite F in Y.
      unfold over, some_failing, paradoxical in Y. rewrite C, O, X in Y. discriminate.
    + apply open_iff; [apply some_fixed|]. rewrite (proj1 (last_bounds t some_failing)), (proj2 (last_bounds t some_failing)).
      now apply as_before.
  - apply bool_no. intro Y. apply open_iff in Y; [|apply some_fixed]. destruct Y as [A B].
    destruct (more_decided f) as [P Q]. rewrite A in P. rewrite B in Q. apply le_false in P. specialize (Q eq_refl).
    apply not_open in O. congruence.
Qed.

End Order.
End Cores.
