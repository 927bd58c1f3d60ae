(** * The definition as a program

    What [compare.py] runs: all resolutions ([all_resolutions] of Resolutions.v), what propagation decides, and the outcome
    under the Szykman rule, all as lists. *)

From Coq Require Import List Arith Bool Lia.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings.
Import ListNotations.

(** A turn from its squares and from the pairs of provinces of which the first hands armies on to the second. *)
Definition listed (squares : list (power * order)) (pairs : list (province * province)) (e : exception) : turn :=
  Turn squares (fun p q => existsb (fun l => (fst l =? p) && (snd l =? q)) pairs) e.

(** Least and most of every order. *)
Definition decided (t : turn) : list bool * list bool :=
  let (l, h) := known t nothing in (map l (provinces t), map h (provinces t)).

(** Open convoys fail; circles move. *)
Definition szykman_outcome (t : turn) : list bool :=
  let (l, h) := known t nothing in
  let failing := fun p => if is_convoy t p && negb (eqb (l p) (h p)) then Some false else None in
  map (snd (known t failing)) (provinces t).

#[local] Transparent lo hi.

Lemma decided_is t : decided t = (map (lo t nothing) (provinces t), map (hi t nothing) (provinces t)).
Proof. unfold decided, lo, hi. now destruct (known t nothing). Qed.

Lemma szykman_outcome_is t : szykman_outcome t = map (hi t (failing t)) (provinces t).
Proof.
  unfold szykman_outcome, hi, failing, paradoxical, open, lo, hi. now destruct (known t nothing).
Qed.

#[local] Opaque lo hi.

(** *** The program's outcome is one under the Szykman rule. *)
Theorem program_follows_szykman t : szykman t (read (szykman_outcome t)).
Proof.
  rewrite szykman_outcome_is. intro p.
  assert (E : forall q, read (map (hi t (failing t)) (provinces t)) q = hi t (failing t) q).
  { intro q. unfold provinces. rewrite read_map. destruct (Nat.ltb_spec q (size t)) as [|G]; auto.
    rewrite (szykman_exists t q). unfold over, failing, paradoxical, is_convoy, equation. now rewrite outside by lia. }
  rewrite E, (szykman_exists t p) at 1. unfold over. destruct (failing t p); auto. apply equation_ext. intro q. now rewrite E.
Qed.
