(* What the generated statements stand on: loops over ranges of integers, and tensors. To be read with care, for a
   statement means what this says; proved is nothing here. *)

From Coq Require Import ZArith QArith List Bool.
Open Scope Z_scope.

(* Ranks are rational, all that stands in a rank is an integer: numbers are read as integers everywhere. *)
Arguments Qle : clear scopes.
Arguments Qlt : clear scopes.
Arguments Qeq : clear scopes.
Arguments Qle_bool : clear scopes.
Arguments Qeq_bool : clear scopes.

(* A tensor with four axes, as a function of its indices; nothing is said of other indices than those it has. *)
Definition tensor (A : Type) := Z -> Z -> Z -> Z -> A.

(* T[b, c, m, n] = a *)
Definition store {A} (t : tensor A) (b c m n : Z) (a : A) : tensor A :=
  fun b' c' m' n' => if (b' =? b) && (c' =? c) && (m' =? m) && (n' =? n) then a else t b' c' m' n'.

(* The integers of range(low, high), in order. *)
Definition range (low high : Z) : list Z := map (fun i => low + Z.of_nat i) (seq 0 (Z.to_nat (high - low))).

(* for i in range(low, high): s = body(i, s) *)
Definition loop {T} (low high : Z) (body : Z -> T -> T) (s : T) : T :=
  fold_left (fun s i => body i s) (range low high) s.
