(* Reads turns or lines, a row of numbers each; answers each with a row.

   A turn: the exception (0 none, 1971, 1982 or 2000); how many squares there are, then of each its power, its kind and two
   numbers (0 empty; 1 hold; 2 move to x, y = 1 by convoy; 3 support of x to y; 4 convoy of x to y); how many pairs of
   provinces, then the pairs of which the first hands armies on to the second. The answer: how many resolutions there are, what
   succeeds in each, what propagation decides to succeed and to fail, and what succeeds under the Szykman rule. With
   the argument "quick", no resolutions are listed (-1).

   With the argument "lines", a line of holds and supports: how many provinces there are, then of each the power of the unit
   there (-1: none) and whom it supports, itself if nobody; how many provinces are kept, and which; the same of those where
   the enemy may be; how many pairs of provinces, then the pairs of which the first touches the second. The answer: 1 if the line
   holds, else 0. *)
open Law

let way = if Array.length Sys.argv > 1 then Sys.argv.(1) else ""
let quick = way = "quick"

let those t chosen values =
  List.combine (List.init (List.length values) Fun.id) values
  |> List.filter (fun (p, v) -> v = chosen && open_to_choice t p)
  |> List.map (fun (p, _) -> string_of_int p)
  |> String.concat " "

let rest = ref []
let next () = match !rest with x :: l -> rest := l; x | [] -> failwith "a number is missing"
let several one = let n = next () in List.init n (fun _ -> one ())
let pairs () = several (fun () -> let p = next () in let q = next () in (p, q))

let of_turn () =
  let exempt =
    match next () with 1971 -> AttackOnOwnConvoy | 1982 -> AnyAction | 2000 -> AttackOnNecessary | _ -> NoException in
  let square () =
    let power = next () in let kind = next () in let x = next () in let y = next () in
    (power, match kind with
      | 0 -> Empty | 1 -> Hold | 2 -> Move (x, y = 1) | 3 -> Support (x, y) | _ -> Convoy (x, y)) in
  let squares = several square in
  let t = listed squares (pairs ()) exempt in
  let found = if quick then [] else all_resolutions t in
  let least, most = decided t in
  String.concat "|" [
    string_of_int (if quick then -1 else List.length found);
    String.concat ";" (List.map (those t true) found);
    those t true least; those t false most; those t true (szykman_outcome t)]

let of_line () =
  let unit () =
    let power = next () in let whom = next () in if power < 0 then None else Some (power, whom) in
  let standing = several unit in
  let kept = several next in
  let reached = several next in
  let touch = pairs () in
  let l = { standing; kept; reached = (fun p -> List.mem p reached); touches = (fun p q -> List.mem (p, q) touch) } in
  if holds_line l then "1" else "0"

let answer row =
  rest := List.map int_of_string (String.split_on_char ' ' row);
  if way = "lines" then of_line () else of_turn ()

let () = try while true do print_endline (answer (input_line stdin)) done with End_of_file -> ()
