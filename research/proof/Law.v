(** * The law: a matched turn, its equations, its resolutions

    This page is the definition; all other files are about it. It is the Diplomacy Adjudicator Test Cases
    (DATC, Lucas B. Kruijswijk), section 5.B, one definition a paragraph, with the choices of the rulebook of 2023:
    a convoy fails when no route is left (4.A.1); an army goes by convoy or over land, as settled before (4.A.3); its
    attack comes from where it started (4.A.4); only the loser of a head-to-head battle has no effect on the province
    that it was beaten from (4.A.7). The exceptions for convoyed attacks of 1971, 1982 and 2000 (4.A.2) are a
    parameter of the turn.

    A turn is _matched_: an order that is illegal, or that fits no other, is a hold, and which armies go by convoy
    is settled. A province holds at most one unit, so a unit is named by its province. *)

From Coq Require Import List Arith Bool.
Import ListNotations.

(** ** Turns *)

Definition province := nat.
Definition power := nat.

Inductive order :=
| Empty                                      (* no unit stands here *)
| Hold
| Move (destination : province) (by_convoy : bool)
| Support (whom where_to : province)         (* of a move to [where_to]; of a hold if that is [whom] itself *)
| Convoy (whom where_to : province).

Inductive exception :=
| NoException                                (* 2023 *)
| AttackOnOwnConvoy                          (* 1971: a convoyed attack cuts no support against its own convoy *)
| AnyAction                                  (* 1982: nor any support that acts on a convoying fleet *)
| AttackOnNecessary.                         (* 2000: nor one against a fleet that it needs *)

Record turn := Turn {
  squares : list (power * order);            (* the provinces 0, 1, 2, ... : whose unit stands there, its order *)
  hands_on : province -> province -> bool;   (* a fleet in the first province can hand an army on to the second *)
  spares : exception
}.

(** What becomes of the orders: the move succeeds, the support is given, the convoy is not disrupted. *)
Definition outcome := province -> bool.

Section Equations.
Variable t : turn.

Definition size := length (squares t).
Definition provinces := seq 0 size.
Definition power_of (p : province) := fst (nth p (squares t) (0, Empty)).
Definition order_of (p : province) := snd (nth p (squares t) (0, Empty)).
Definition number (P : province -> bool) := length (filter P provinces).

Definition empty (p : province) := match order_of p with Empty => true | _ => false end.
Definition moves (p : province) := match order_of p with Move _ _ => true | _ => false end.
Definition convoyed (p : province) := match order_of p with Move _ by_convoy => by_convoy | _ => false end.
Definition is_convoy (p : province) := match order_of p with Convoy _ _ => true | _ => false end.

(** The province that an order acts on; the unit's own, if there is nothing to act on. *)
Definition goal (p : province) :=
  match order_of p with
  | Move q _ => q
  | Support _ q => q
  | Convoy _ q => q
  | _ => p
  end.

Definition moves_to (m q : province) := moves m && (goal m =? q).

(** The support of [w] is for the move of [m]; for the hold of [p]. The fleet [f] is ordered to convoy [m]. *)
Definition supports_move (w m : province) :=
  match order_of w with Support u q => (u =? m) && moves_to m q | _ => false end.

Definition supports_hold (w p : province) :=
  match order_of w with Support u q => (u =? p) && (q =? p) | _ => false end.

Definition convoys (f m : province) :=
  match order_of f with Convoy u q => (u =? m) && moves_to m q && convoyed m | _ => false end.

(** *** 5.B.1 HEAD-TO-HEAD BATTLE: two units move to each other's province, neither by convoy *)
Definition head_to_head (m : province) :=
  moves m && moves_to (goal m) m && negb (convoyed m) && negb (convoyed (goal m)).

Section Outcome.
Variable a : outcome.

(** *** 5.B.4 PATH

    The fleets that carry the army [m] within [k] crossings after the first: each is ordered to, is not disrupted, and
    takes the army from the coast or from a fleet that carries it. *)
Fixpoint carriers (m : province) (k : nat) : list province :=
  let before := match k with 0 => [] | S k => carriers m k end in
  filter (fun f => convoys f m && a f && (hands_on t f m || existsb (fun g => hands_on t g f) before)) provinces.

(** A move over land has a path. A convoyed one has, if one of these fleets reaches the destination. *)
Definition path (m : province) :=
  negb (convoyed m) || existsb (fun f => hands_on t f (goal m)) (carriers m size).

(** *** 5.B.5 HOLD STRENGTH

    0 of an empty province, or if the unit there succeeds in moving; 1 if it fails to; else 1 and the supports. *)
Definition hold_strength (p : province) :=
  if empty p then 0
  else if moves p then (if a p then 0 else 1)
  else 1 + number (fun w => supports_hold w p && a w).

(** *** 5.B.6 PREVENT STRENGTH

    0 without a path, or if the opponent in a head-to-head battle succeeds; else 1 and the supports. *)
Definition prevent_strength (m : province) :=
  if negb (path m) || head_to_head m && a (goal m) then 0
  else 1 + number (fun w => supports_move w m && a w).

(** *** 5.B.7 DEFEND STRENGTH: 1 and the supports *)
Definition defend_strength (m : province) := 1 + number (fun w => supports_move w m && a w).

(** *** 5.B.8 ATTACK STRENGTH

    0 without a path. 1 and the supports, if the destination is empty or its unit succeeds in moving, not in a head-to-head
    battle against this one. Else 0 against a unit of the same power, and against others 1 and the supports
    but for those of the attacked power. *)
Definition attack_strength (m : province) :=
  let q := goal m in
  if negb (path m) then 0
  else if empty q || moves q && a q && negb (head_to_head m) then 1 + number (fun w => supports_move w m && a w)
  else if power_of q =? power_of m then 0
  else 1 + number (fun w => supports_move w m && a w && negb (power_of w =? power_of q)).

(** *** 5.B.1 MOVE

    Its attack strength is larger than the defend strength of the opponent, in a head-to-head battle, or the hold strength of
    the destination, and than the prevent strength of every other move to there. *)
Definition prevails (strength : nat) (m : province) :=
  let q := goal m in
  ((if head_to_head m then defend_strength q else hold_strength q) <? strength)
  && forallb (fun k => negb (moves_to k q) || (k =? m) || (prevent_strength k <? strength)) provinces.

Definition move_succeeds (m : province) := prevails (attack_strength m) m.

(** *** 5.B.3 CONVOY: it is disrupted if the fleet is dislodged *)
Definition convoy_stands (f : province) := negb (existsb (fun n => moves_to n f && a n) provinces).

End Outcome.

(** *** 4.E.1 A FLEET THAT TAKES PART

    It lies on a route without superfluous fleets: some of those that are ordered to convoy the army carry it with this one,
    and not without. *)
Fixpoint sets (l : list province) : list (list province) :=
  match l with [] => [[]] | p :: l => sets l ++ map (cons p) (sets l) end.

Definition among (l : list province) : outcome := fun p => existsb (Nat.eqb p) l.

Definition takes_part (f m : province) :=
  existsb (fun l => path (among (f :: l)) m && negb (path (among l) m)) (sets (filter (fun g => convoys g m) provinces)).

(** *** 4.A.2 EXCEPTIONS

    What the convoyed attack [n] on the supporting unit [w] may not have needed in order to cut: nothing in particular; or any
    convoy, so that it does not cut; or the fleet that the support is directed against. *)
Definition against_convoy (w : province) :=
  is_convoy (goal w) && match order_of w with Support u q => negb (u =? q) | _ => false end.

Definition spared (n w f : province) :=
  convoyed n &&
  match spares t with
  | NoException => false
  | AttackOnOwnConvoy => against_convoy w && takes_part (goal w) n
  | AnyAction => is_convoy (goal w)
  | AttackOnNecessary => against_convoy w && (f =? goal w)
  end.

Definition excepted (n w : province) := existsb (spared n w) provinces.

(** *** 5.B.2 SUPPORT

    It is cut by a unit of another power that has a path to the supporting unit, from elsewhere than the province that the
    support acts on; and if the unit is dislodged. *)
Definition cuts (a : outcome) (n w : province) :=
  negb (power_of n =? power_of w) && negb (n =? goal w) && path (fun f => a f && negb (spared n w f)) n
  || a n && negb (excepted n w).

Definition support_given (a : outcome) (w : province) :=
  negb (existsb (fun n => moves_to n w && cuts a n w) provinces).

(** *** 5.B EQUATIONS

    Of each order. Where nothing is to be decided, the value is fixed, so that it does not count twice. *)
Definition equation (a : outcome) (p : province) : bool :=
  match order_of p with
  | Empty | Hold => true
  | Move _ _ => move_succeeds a p
  | Support _ _ => support_given a p
  | Convoy _ _ => convoy_stands a p
  end.

(** ** Resolutions: outcomes that satisfy the equation of every order *)
Definition resolution (a : outcome) : Prop := forall p, a p = equation a p.

End Equations.
