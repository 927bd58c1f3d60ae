(** What the theorems rest on: nothing but Coq ("Closed under the global context"). *)

From Diplomacy Require Import Law Arrows Cycles Resolutions Propagation Rings Parity Cores Exceptions NormalForm Program Coast.

Print Assumptions one_arrow.
Print Assumptions move_looks_at.
Print Assumptions leaving_helps.
Print Assumptions listed_iff.
Print Assumptions all_listed.
Print Assumptions listed_once.
Print Assumptions differences_follow_arrows.
Print Assumptions none_or_a_power_of_two.
Print Assumptions loses_none.
Print Assumptions invents_none.
Print Assumptions finished.
Print Assumptions one_enters.
Print Assumptions circular.
Print Assumptions open_ring.
Print Assumptions ring_apart.
Print Assumptions support_after_convoy.
Print Assumptions resolution_without_convoys.
Print Assumptions circular_movement.
Print Assumptions resolution_without_paradox.
Print Assumptions szykman_exists.
Print Assumptions szykman_unique.
Print Assumptions moves_settle.
Print Assumptions fight.
Print Assumptions link.
Print Assumptions no_odd_ring.
Print Assumptions open_is_open.
Print Assumptions szykman_is_needed.
Print Assumptions open_circle.
Print Assumptions counted_by_open_cycles.
Print Assumptions whole_ring_clashes.
Print Assumptions any_one_dropped.
Print Assumptions settled_apart.
Print Assumptions nothing_open_1982.
Print Assumptions resolution_1982.
Print Assumptions one_convoy_1971_2000.
Print Assumptions same_resolutions.
Print Assumptions program_follows_szykman.
