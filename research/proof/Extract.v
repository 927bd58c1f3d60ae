(** The definition as an OCaml program; numbers become machine integers. *)
From Diplomacy Require Import Law Arrows Resolutions Program Lines.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
Extraction Language OCaml.
Extraction "law.ml" listed all_resolutions decided szykman_outcome open_to_choice holds_line.
