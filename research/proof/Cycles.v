(** * Cycles of arrows, and counting by them

    Nothing here is about the game. From each of the numbers below [n] an arrow leads to a number. Every walk along arrows
    that stays below [n] comes to a cycle; the [leader] of a cycle is its least number. [two_to_the]: assignments
    that are told apart by their values at certain numbers, and that can be changed at each of these alone, are [2^k]. *)

From Coq Require Import List Arith Bool Lia Permutation.
Import ListNotations.

Section Cycles.
Variable n : nat.
Variable next : nat -> nat.
Hypothesis stuck : forall p, n <= p -> next p = p.

Definition steps (k p : nat) : nat := Nat.iter k next p.

Lemma steps_S k p : steps (S k) p = next (steps k p).
Proof. reflexivity. Qed.

Lemma steps_add j k p : steps (j + k) p = steps j (steps k p).
Proof. unfold steps. induction j as [|j IH]; simpl; congruence. Qed.

Lemma steps_next k p : steps k (next p) = steps (S k) p.
Proof. change (next p) with (steps 1 p). now rewrite <- steps_add, Nat.add_1_r. Qed.

Lemma steps_stuck k p : n <= p -> steps k p = p.
Proof. intro H. induction k as [|k IH]; [reflexivity|]. rewrite steps_S, IH. now apply stuck. Qed.

Lemma repeats (g : nat -> nat) m :
  NoDup (map g (seq 0 m)) \/ exists i j, i < j < m /\ g i = g j.
Proof.
  induction m as [|m [D|(i & j & L & E)]]; [left; constructor| |right; exists i, j; split; [lia|auto]].
  destruct (in_dec Nat.eq_dec (g m) (map g (seq 0 m))) as [I|I].
  - right. apply in_map_iff in I. destruct I as (i & E & I). apply in_seq in I. exists i, m. split; [lia|auto].
  - left. rewrite seq_S, map_app. cbn. eapply Permutation_NoDup; [apply Permutation_cons_append|]. now constructor.
Qed.

(** Among the first [n + 1] places of a walk two are equal, or the walk has left. *)
Lemma walk p : (exists i, i <= n /\ n <= steps i p) \/ exists i j, i < j <= n /\ steps i p = steps j p.
Proof.
  destruct (repeats (fun k => steps k p) (S n)) as [D|(i & j & L & E)].
  2:{ right. exists i, j. split; [lia|auto]. }
  left. destruct (existsb (fun i => n <=? steps i p) (seq 0 (S n))) eqn:X.
  - apply existsb_exists in X. destruct X as (i & I & X). apply in_seq in I. apply Nat.leb_le in X. exists i. split; [lia|auto].
  - exfalso. assert (L : length (map (fun k => steps k p) (seq 0 (S n))) <= length (seq 0 n)).
    { apply NoDup_incl_length; auto. intros q Q. apply in_map_iff in Q. destruct Q as (i & <- & I). apply in_seq.
      destruct (Nat.lt_ge_cases (steps i p) n) as [|G]; [lia|]. exfalso. apply not_true_iff_false in X. apply X.
      apply existsb_exists. exists i. split; auto. now apply Nat.leb_le. }
    rewrite map_length, !seq_length in L. lia.
Qed.

(** ** Who leads to [c] *)

Definition leads_to (c p : nat) : bool := existsb (fun k => steps k p =? c) (seq 0 (S n)).

Lemma leads_to_iff c p : leads_to c p = true <-> exists k, steps k p = c.
Proof.
  unfold leads_to. rewrite existsb_exists. split.
  - intros (k & _ & E). apply Nat.eqb_eq in E. eauto.
  - intros (k & E). revert E. induction k as [k IH] using (well_founded_induction lt_wf). intro E.
    destruct (le_lt_dec k n) as [L|L].
    { exists k. split; [apply in_seq; lia|]. now apply Nat.eqb_eq. }
    destruct (walk p) as [(i & I & G)|(i & j & B & S)].
    + exists i. split; [apply in_seq; lia|]. apply Nat.eqb_eq. rewrite <- E. replace k with (k - i + i) by lia.
      now rewrite steps_add, (steps_stuck _ _ G).
    + apply (IH (k - (j - i))); [lia|]. rewrite <- E. replace (k - (j - i)) with (k - j + i) by lia.
      replace k with (k - j + j) at 2 by lia. now rewrite !steps_add, S.
Qed.

(** ** Cycles and their leaders *)

Definition on_cycle (p : nat) : Prop := exists m, 0 < m <= n /\ steps m p = p.

Lemma cycle_back p : on_cycle p -> forall j, exists i, steps i (steps j p) = p.
Proof.
  intros (m & B & E) j. induction j as [|j (i & I)]; [exists 0; reflexivity|]. rewrite steps_S.
  destruct i as [|i].
  - cbn in I. rewrite I. exists (m - 1). rewrite steps_next. replace (S (m - 1)) with m by lia. auto.
  - exists i. now rewrite steps_next.
Qed.

Lemma leads_to_closed c : on_cycle c -> forall p, leads_to c (next p) = leads_to c p.
Proof.
  intros C p. apply eq_true_iff_eq. rewrite !leads_to_iff. split.
  - intros (k & E). exists (S k). now rewrite <- steps_next.
  - intros ([|k] & E).
    + cbn in E. subst p. destruct (cycle_back c C 1) as (i & I). eauto.
    + exists k. now rewrite steps_next.
Qed.

Lemma on_cycle_steps p j : on_cycle p -> on_cycle (steps j p).
Proof.
  intros (m & B & E). exists m. split; auto. rewrite <- steps_add, Nat.add_comm, steps_add. now rewrite E.
Qed.

Lemma few_steps p : on_cycle p -> forall k, exists j, j < n /\ steps k p = steps j p.
Proof.
  intros (m & B & E) k. exists (k mod m). split; [pose proof (Nat.mod_upper_bound k m); lia|].
  rewrite (Nat.div_mod k m) at 1 by lia. rewrite Nat.add_comm, steps_add. f_equal. generalize (k / m). intro q.
  induction q as [|q IH]; [now rewrite Nat.mul_0_r|]. now rewrite Nat.mul_succ_r, steps_add, E.
Qed.

Definition leader (p : nat) : bool :=
  existsb (fun m => steps m p =? p) (seq 1 n) && forallb (fun k => p <=? steps k p) (seq 0 n).

Lemma leader_iff p : leader p = true <-> on_cycle p /\ forall k, p <= steps k p.
Proof.
  unfold leader. rewrite andb_true_iff, existsb_exists, forallb_forall. split.
  - intros [(m & M & E) F]. apply in_seq in M. apply Nat.eqb_eq in E.
    assert (C : on_cycle p) by (exists m; split; [lia|auto]). split; auto. intro k.
    destruct (few_steps p C k) as (j & J & ->). apply Nat.leb_le, F, in_seq. lia.
  - intros [(m & M & E) F]. split.
    + exists m. split; [apply in_seq; lia|]. now apply Nat.eqb_eq.
    + intros k _. now apply Nat.leb_le.
Qed.

Lemma least (f : nat -> nat) m : 0 < m -> exists i, i < m /\ forall j, j < m -> f i <= f j.
Proof.
  induction m as [|[|m] IH]; intro H; [lia| |].
  - exists 0. split; auto. intros j J. now replace j with 0 by lia.
  - destruct IH as (i & I & F); [lia|]. destruct (le_lt_dec (f i) (f (S m))).
    + exists i. split; [lia|]. intros j J. destruct (Nat.eq_dec j (S m)) as [->|]; auto. apply F. lia.
    + exists (S m). split; auto. intros j J. destruct (Nat.eq_dec j (S m)) as [->|]; auto.
      specialize (F j). lia.
Qed.

Lemma cycle_has_leader p : on_cycle p -> exists k, leader (steps k p) = true.
Proof.
  intro C. assert (N : 0 < n) by (destruct C; lia).
  destruct (least (fun k => steps k p) n N) as (i & I & F). exists i. apply leader_iff.
  split; [now apply on_cycle_steps|]. intro k. rewrite <- steps_add.
  destruct (few_steps p C (k + i)) as (j & J & ->). auto.
Qed.

(** A walk that stays below [n] comes to a leader. *)
Lemma walk_to_leader p : (forall k, steps k p < n) -> exists k, leader (steps k p) = true.
Proof.
  intro H. destruct (walk p) as [(i & _ & G)|(i & j & B & E)]; [specialize (H i); lia|].
  destruct (cycle_has_leader (steps i p)) as (k & L).
  - exists (j - i). split; [lia|]. rewrite <- steps_add. replace (j - i + i) with j by lia. auto.
  - exists (k + i). now rewrite steps_add.
Qed.

Lemma one_leader c d : leader c = true -> leader d = true -> leads_to d c = true -> c = d.
Proof.
  rewrite !leader_iff, leads_to_iff. intros [C Fc] [D Fd] (k & E).
  destruct (cycle_back c C k) as (i & I). specialize (Fc k). specialize (Fd i). rewrite E in *. lia.
Qed.

End Cycles.

(** ** A finite set that is hit from within *)

Section Hit.
Variable f : nat -> nat.
Variable D : list nat.
Hypothesis once : NoDup D.
Hypothesis hit : forall q, In q D -> exists p, In p D /\ f p = q.

Lemma hit_maps p : In p D -> In (f p) D.
Proof.
  intro P. assert (I : incl D (map f D)).
  { intros q Q. destruct (hit q Q) as (r & R & <-). now apply in_map. }
  apply (NoDup_length_incl once) in I; [|now rewrite map_length]. apply I. now apply in_map.
Qed.

Lemma hit_apart p q : In p D -> In q D -> f p = f q -> p = q.
Proof.
  assert (N : NoDup (map f D)).
  { apply NoDup_incl_NoDup with (l := D); auto; [now rewrite map_length|].
    intros r R. destruct (hit r R) as (s & S & <-). now apply in_map. }
  clear hit once. revert p q. induction D as [|d E IH]; intros p q P Q H; [contradiction|].
  cbn in N. inversion_clear N as [|? ? Out N']. destruct P as [->|P], Q as [->|Q]; auto.
  - exfalso. apply Out. rewrite H. now apply in_map.
  - exfalso. apply Out. rewrite <- H. now apply in_map.
Qed.
End Hit.

(** ** Lists of truth values *)

Definition read (x : list bool) (p : nat) : bool := nth p x true.

(** All lists that are [true] where nothing is to be chosen. *)
Fixpoint choices (free : list bool) : list (list bool) :=
  match free with
  | [] => [[]]
  | b :: l => let rest := choices l in map (cons true) rest ++ (if b then map (cons false) rest else [])
  end.

Lemma choices_iff free x : In x (choices free) <->
  length x = length free /\ forall i, nth i free false = false -> read x i = true.
Proof.
  revert x. induction free as [|b l IH]; intro x; cbn [choices].
  - cbn. split.
    + intros [<-|[]]. split; auto. intros i _. now destruct i.
    + intros [L _]. left. now destruct x.
  - rewrite in_app_iff. split.
    + assert (G : forall v, (v = true \/ b = true) -> In x (map (cons v) (choices l)) ->
                length x = length (b :: l) /\ forall i, nth i (b :: l) false = false -> read x i = true).
      { intros v V I. apply in_map_iff in I. destruct I as (y & <- & Y). apply IH in Y. destruct Y as [L F].
        split; [cbn; congruence|]. intros [|i] E; cbn in *; [|now apply F]. destruct V; congruence. }
      intros [I|I]; [apply (G true); auto|]. destruct b; [apply (G false); auto|contradiction].
    + intros [L F]. destruct x as [|v x]; [discriminate|]. cbn in L.
      assert (I : In x (choices l)) by (apply IH; split; [lia|intros i E; apply (F (S i)); auto]).
      destruct v; [left; now apply in_map|]. destruct b; [right; now apply in_map|].
      specialize (F 0 eq_refl). discriminate.
Qed.

Lemma choices_once free : NoDup (choices free).
Proof.
  induction free as [|b l IH]; cbn [choices]; [repeat constructor; auto|].
  assert (M : forall v : bool, NoDup (map (cons v) (choices l))).
  { intro v. apply FinFun.Injective_map_NoDup; auto. intros x y E. congruence. }
  destruct b; [|now rewrite app_nil_r].
  assert (G : forall k, NoDup k -> (forall x, In x k -> ~ In x (map (cons true) (choices l))) ->
            NoDup (map (cons true) (choices l) ++ k)).
  { intros k K X. specialize (M true). induction (map (cons true) (choices l)) as [|y ys IHy]; auto.
    cbn. inversion_clear M as [|? ? Out M']. constructor.
    - rewrite in_app_iff. intros [I|I]; auto. apply (X y I). now left.
    - apply IHy; auto. intros x I J. apply (X x I). now right. }
  apply G; auto. intros x I J. apply in_map_iff in I, J. destruct I as (y & <- & _), J as (z & E & _). discriminate.
Qed.

Lemma choices_count k : length (choices (repeat true k)) = 2 ^ k.
Proof. induction k as [|k IH]; auto. cbn. rewrite app_length, !map_length, IH. lia. Qed.

Lemma read_ext x y : length x = length y -> (forall i, i < length x -> read x i = read y i) -> x = y.
Proof. intros L H. apply (nth_ext x y true true); auto. Qed.

Lemma read_map (a : nat -> bool) m i : read (map a (seq 0 m)) i = if i <? m then a i else true.
Proof.
  unfold read. destruct (Nat.ltb_spec i m) as [L|L].
  - rewrite (nth_indep _ true (a 0)) by now rewrite map_length, seq_length. now rewrite map_nth, seq_nth.
  - apply nth_overflow. now rewrite map_length, seq_length.
Qed.

(** ** Two to the number of places at which one can choose *)

Section Count.
Variable L : list (list bool).
Variable K : list nat.
Hypothesis L_once : NoDup L.
Hypothesis K_once : NoDup K.
Hypothesis told_apart : forall x y, In x L -> In y L -> (forall c, In c K -> read x c = read y c) -> x = y.
Hypothesis changed : forall x c, In x L -> In c K ->
  exists y, In y L /\ read y c = negb (read x c) /\ forall d, In d K -> d <> c -> read y d = read x d.
Hypothesis some : exists x, In x L.

Lemma any_values (v : nat -> bool) : exists x, In x L /\ forall c, In c K -> read x c = v c.
Proof.
  assert (G : forall J, incl J K -> NoDup J -> exists x, In x L /\ forall c, In c J -> read x c = v c).
  { induction J as [|c J IH]; intros I D.
    - destruct some as (x & X). exists x. split; auto. contradiction.
    - inversion_clear D as [|? ? Out D']. destruct IH as (x & X & V); auto.
      { intros d Hd. apply I. now right. }
      destruct (bool_dec (read x c) (v c)) as [E|E].
      + exists x. split; auto. intros d [<-|Hd]; auto.
      + destruct (changed x c X) as (y & Y & C & O); [apply I; now left|]. exists y. split; auto.
        intros d [<-|Hd].
        * rewrite C. destruct (read x c), (v c); cbn; congruence.
        * rewrite O; [now apply V|apply I; now right|]. intros ->. contradiction. }
  apply G; auto. apply incl_refl.
Qed.

Lemma values_from_list (w : list bool) : length w = length K -> exists v, map v K = w.
Proof.
  clear - K_once. revert w. induction K as [|c J IH]; intros [|b w] E; try discriminate.
  - exists (fun _ => true). reflexivity.
  - inversion_clear K_once as [|? ? Out D]. destruct (IH D w) as (v & V); [cbn in E; lia|].
    exists (fun d => if d =? c then b else v d). cbn. rewrite Nat.eqb_refl. f_equal. rewrite <- V. apply map_ext_in.
    intros d Hd. destruct (Nat.eqb_spec d c) as [->|]; auto. contradiction.
Qed.

Theorem two_to_the : length L = 2 ^ length K.
Proof.
  set (view := fun x => map (read x) K). rewrite <- choices_count, <- (map_length view L).
  apply Nat.le_antisymm; apply NoDup_incl_length.
  - assert (I : forall x y, In x L -> In y L -> view x = view y -> x = y).
    { intros x y X Y E. apply told_apart; auto. intros c C. unfold view in E. clear - E C.
      induction K as [|d J IH]; [contradiction|]. cbn in E. injection E as E1 E2. destruct C as [<-|C]; auto. }
    clear told_apart changed some. induction L as [|x l IH]; cbn; constructor; inversion_clear L_once as [|? ? Out N].
    + intro J. apply in_map_iff in J. destruct J as (y & E & Y). apply Out.
      rewrite <- (I y x); auto; [now right|now left].
    + apply IH; auto. intros y z Y Z. apply I; now right.
  - intros w W. apply in_map_iff in W. destruct W as (x & <- & _). apply choices_iff. split.
    + unfold view. now rewrite map_length, repeat_length.
    + intros i H. unfold read. apply nth_overflow. unfold view. rewrite map_length. destruct (Nat.lt_ge_cases i (length K)); auto.
      exfalso. rewrite nth_indep with (d' := true) in H by now rewrite repeat_length.
      assert (R : In (nth i (repeat true (length K)) true) (repeat true (length K)))
        by (apply nth_In; now rewrite repeat_length).
      apply repeat_spec in R. congruence.
  - apply choices_once.
  - intros w W. apply choices_iff in W. destruct W as [E _]. rewrite repeat_length in E.
    destruct (values_from_list w E) as (v & <-). destruct (any_values v) as (x & X & V).
    apply in_map_iff. exists x. split; auto. now apply map_ext_in.
Qed.
End Count.
