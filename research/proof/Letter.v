(** * What the normal form is good for

    A betrayal paradox whose army would dislodge the support that it cuts. In normal form the core is the ring of 0 and 1 and
    the attack 2. To the letter of 5.B.2, which says that a support is also cut by being dislodged, the army 3 belongs to it
    as well: without its equation it may be said to arrive, and all others hold together. *)

From Coq Require Import List Arith Bool.
From Diplomacy Require Import Law Cycles Resolutions NormalForm Program.
Import ListNotations.

Definition betrayed : turn := listed
  [ (0, Convoy 3 1);           (* 0: a fleet carries the army from 3 to where 1 stands *)
    (1, Support 0 0);          (* 1: which supports the fleet *)
    (2, Move 0 false);         (* 2: against this attack *)
    (0, Move 1 true);          (* 3 *)
    (2, Support 2 0);          (* 4 *)
    (0, Support 3 1) ]         (* 5: the army would dislodge 1 *)
  [(0, 3); (0, 1)] NoException.

(** Some outcome satisfies the equations of all orders but [q]. *)
Definition without (equation : outcome -> province -> bool) (q : province) : bool :=
  existsb (fun x => forallb (fun p => (p =? q) || eqb (read x p) (equation (read x) p)) (provinces betrayed))
    (choices (map (open_to_choice betrayed) (provinces betrayed))).

Example no_resolution : all_resolutions betrayed = [].
Proof. vm_compute. reflexivity. Qed.

(** Propagation leaves open the first four. *)
Example left_open : map (fun p => eqb (read (fst (decided betrayed)) p) (read (snd (decided betrayed)) p)) (provinces betrayed)
  = [false; false; false; false; true; true].
Proof. vm_compute. reflexivity. Qed.

Example core_in_normal_form : map (without (normal_equation betrayed)) [0; 1; 2; 3] = [true; true; true; false].
Proof. vm_compute. reflexivity. Qed.

Example core_to_the_letter : map (without (equation betrayed)) [0; 1; 2; 3] = [true; true; true; true].
Proof. vm_compute. reflexivity. Qed.
