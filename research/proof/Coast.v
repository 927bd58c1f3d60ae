(** * Why [ashore] is asked for

    A board may have a coast whose fleets convoy. Here an army is carried to such a coast, 1, where a fleet convoys another army.
    The ring of 0, 1 and 2 is left open by propagation, but has one resolution: whether the army from 3 is carried or
    not, the fleet in 1 is dislodged, by that army or by the one from 8; so the third, whose arrow closes the ring, is not cut,
    the fleet in 0 is dislodged, and nothing is left to choose. An order of the ring is thus decided by
    itself ([link] fails), and an open ring can have one resolution. *)

From Coq Require Import List Bool.
From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity Program.
Import ListNotations.

Definition coast : turn := listed
  [ (0, Convoy 3 1);           (*  0: a fleet at sea carries the army from 3 to the coast *)
    (0, Convoy 5 2);           (*  1: a fleet on the coast carries the army from 5 to where the fleet of 2 stands *)
    (3, Support 7 0);          (*  2: which supports an attack on 0 *)
    (1, Move 1 true);          (*  3 *)
    (1, Support 3 1);          (*  4 *)
    (0, Move 2 true);          (*  5 *)
    (1, Support 3 1);          (*  6 *)
    (3, Move 0 false);         (*  7 *)
    (2, Move 1 false);         (*  8 *)
    (2, Support 8 1) ]         (*  9 *)
  [(0, 3); (0, 1); (1, 5); (1, 2)] NoException.

Definition who (x : list bool) : list province := filter (read x) (provinces coast).

Example one_resolution : map who (all_resolutions coast) = [[2; 4; 6; 7; 8; 9]].
Proof. vm_compute. reflexivity. Qed.

Example a_ring_is_open : map (goal coast) [0; 1; 2] = [1; 2; 0]
  /\ map (fun x => map (read x) [0; 1; 2]) [fst (decided coast); snd (decided coast)]
     = [[false; false; false]; [true; true; true]].
Proof. vm_compute. auto. Qed.

Example not_ashore : is_convoy coast 0 = true /\ is_convoy coast (goal coast 0) = true.
Proof. vm_compute. auto. Qed.
