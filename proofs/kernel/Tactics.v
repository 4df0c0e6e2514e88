(* What the proofs share: one tactic for arithmetic with quotients, one for a few steps of logic. *)

From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

(* a / b and a mod b become numbers of which is known what Euclid says; b is shown to be positive. *)
Ltac name_quotient a b :=
  let positive := fresh "positive" in
  assert (positive : 0 < b) by nia;
  pose proof (Z.div_mod a b ltac:(lia)); pose proof (Z.mod_pos_bound a b positive); clear positive;
  let q := fresh "quotient" in set (q := a / b) in *;
  let r := fresh "remainder" in set (r := a mod b) in *; clearbody q r.

Ltac name_quotients :=
  repeat match goal with
  | _ : context [?a / ?b] |- _ => name_quotient a b
  | |- context [?a / ?b] => name_quotient a b
  | _ : context [?a mod ?b] |- _ => name_quotient a b
  | |- context [?a mod ?b] => name_quotient a b
  end.

(* Each `if` is taken both ways. *)
Ltac both_ways :=
  repeat match goal with
  | |- context [if ?test then _ else _] => destruct test eqn:?
  | _ : context [if ?test then _ else _] |- _ => destruct test eqn:?
  end;
  rewrite ?Z.ltb_lt, ?Z.ltb_ge, ?Z.leb_le, ?Z.leb_gt in *.

Ltac close :=
  first [ nia
        | solve [intuition (first [eassumption | nia | congruence])]
        | solve [firstorder (first [nia | congruence])] ].

Ltac arithmetic :=
  hnf; intros; both_ways; subst; name_quotients;
  repeat match goal with
  | |- _ /\ _ => split
  | |- _ <-> _ => split; intros
  end; close.

Ltac logic := hnf; firstorder (try lia; try congruence).
