(* What can be said of any loop: induction over its turns, and what a turn leaves alone. *)

From Coq Require Import ZArith Lia List.
From MaxPool Require Export Model.
Open Scope Z_scope.

Lemma range_end low high : low <= high -> range low (high + 1) = range low high ++ high :: nil.
Proof.
  intro H. unfold range. replace (Z.to_nat (high + 1 - low)) with (S (Z.to_nat (high - low))) by lia.
  rewrite seq_S, map_app. cbn. repeat f_equal. lia.
Qed.

Lemma loop_empty {T} low high body (s : T) : high <= low -> loop low high body s = s.
Proof. intro H. unfold loop, range. now replace (Z.to_nat (high - low)) with O by lia. Qed.

Lemma loop_end {T} low high body (s : T) :
  low <= high -> loop low (high + 1) body s = body high (loop low high body s).
Proof. intro H. unfold loop. rewrite range_end, fold_left_app by assumption. reflexivity. Qed.

(* Induction over the turns of a loop: what holds before the first and is kept by each, holds after the last. *)
Lemma loop_invariant {T} (P : Z -> T -> Prop) low high body s :
  low <= high -> P low s -> (forall i t, low <= i < high -> P i t -> P (i + 1) (body i t)) ->
  P high (loop low high body s).
Proof.
  intros Hle H0 Hkeep. replace high with (low + Z.of_nat (Z.to_nat (high - low))) in * by lia.
  induction (Z.to_nat (high - low)) as [|k IH].
  - rewrite loop_empty by lia. now rewrite Z.add_0_r.
  - replace (low + Z.of_nat (S k)) with (low + Z.of_nat k + 1) in * by lia.
    rewrite loop_end by lia. apply Hkeep; [lia|]. apply IH; [lia|]. intros. apply Hkeep; [lia|assumption].
Qed.

(* What no turn changes, the loop does not change. *)
Lemma loop_keeps {T A} (see : T -> A) low high body s :
  (forall i t, see (body i t) = see t) -> see (loop low high body s) = see s.
Proof.
  intro H. unfold loop. generalize (range low high) as l. intro l. revert s.
  induction l as [|i l IH]; intro s; cbn; [reflexivity|]. now rewrite IH, H.
Qed.

(* What one turn sets, and no other changes, is as that turn left it. *)
Lemma loop_sets {T A} (see : T -> A) (a : A) j low high body s :
  low <= j < high -> (forall t, see (body j t) = a) -> (forall i t, i <> j -> see (body i t) = see t) ->
  see (loop low high body s) = a.
Proof.
  intros Hj Hset Hkeep.
  enough (H : j < high -> see (loop low high body s) = a) by (apply H; lia).
  apply (loop_invariant (fun i t => j < i -> see t = a)); [lia|lia|].
  intros i t Hi IH Hlt. destruct (Z.eq_dec i j) as [->|Hne]; [apply Hset|]. rewrite Hkeep by assumption. apply IH. lia.
Qed.
