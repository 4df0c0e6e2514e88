(* The first maximum as a fold over a list of taps: for any length, and in whatever blocks it is computed.

   These statements are written by hand: they speak of lists, which the term language does not have. *)

From Coq Require Import ZArith QArith Lia Lqa List Bool.
From MaxPool Require Import Loops FirstMaximum.
Import ListNotations.

(* A tap is on padding, or holds an element of some rank, which has a number. *)
Definition tap := option (Q * Z).

(* The first maximum of two: the second only if it is greater. *)
Definition join (a b : tap) : tap :=
  match a, b with
  | None, _ => b
  | _, None => a
  | Some (u, _), Some (v, _) => if negb (Qle_bool v u) then b else a
  end.

Definition fold (taps : list tap) : tap := fold_left join taps None.

(* Number i, of rank v, is at the first of the taps that attain the maximum. *)
Definition is_first (taps : list tap) (v : Q) (i : Z) : Prop :=
  exists n, nth_error taps n = Some (Some (v, i)) /\
  forall m u j, nth_error taps m = Some (Some (u, j)) -> Qle u v /\ ((m < n)%nat -> Qlt u v).

Ltac compare_ranks :=
  repeat match goal with
  | |- context [if negb (Qle_bool ?v ?u) then _ else _] =>
      let B := fresh "B" in destruct (negb (Qle_bool v u)) eqn:B; cbn; [apply not_below in B | apply below in B]
  end.

Theorem join_associative a b c : join (join a b) c = join a (join b c).
Proof.
  destruct a as [[u i]|], b as [[v j]|], c as [[w k]|]; cbn; try reflexivity; compare_ranks;
    try reflexivity; exfalso; lra.
Qed.

Lemma join_none a : join a None = a.
Proof. now destruct a as [[u i]|]. Qed.

Lemma fold_from taps : forall a, fold_left join taps a = join a (fold taps).
Proof.
  unfold fold. induction taps as [|x taps IH]; intro a; cbn; [now rewrite join_none|].
  rewrite (IH (join a x)), (IH x). apply join_associative.
Qed.

(* Cut anywhere: the first maximum is that of both parts' first maxima. *)
Theorem fold_of_parts l r : fold (l ++ r) = join (fold l) (fold r).
Proof. unfold fold at 1. rewrite fold_left_app. apply fold_from. Qed.

(* Rows first, then the column of their first maxima: the same as tap by tap in row-major order. *)
Theorem rows_then_column rows : fold (concat rows) = fold (map fold rows).
Proof.
  induction rows as [|row rows IH]; [reflexivity|]. cbn [concat map].
  rewrite fold_of_parts, IH. change (fold row :: map fold rows) with ([fold row] ++ map fold rows).
  now rewrite fold_of_parts.
Qed.

Lemma one_more (taps : list tap) x m y :
  nth_error (taps ++ [x]) m = Some y ->
  (m < length taps)%nat /\ nth_error taps m = Some y \/ m = length taps /\ x = y.
Proof.
  intro H. destruct (Nat.lt_ge_cases m (length taps)) as [L|L].
  - left. rewrite nth_error_app1 in H by assumption. now split.
  - right. rewrite nth_error_app2 in H by assumption. destruct (m - length taps)%nat as [|k] eqn:E.
    + cbn in H. split; [lia|congruence].
    + now destruct k.
Qed.

(* Induction over the taps. *)
Theorem fold_is_first taps :
  match fold taps with
  | Some (v, i) => is_first taps v i
  | None => forall m y, nth_error taps m = Some y -> y = None
  end.
Proof.
  induction taps as [|x taps IH] using rev_ind; [now intros [|m] y|].
  rewrite fold_of_parts. replace (fold [x]) with x by now destruct x as [[u i]|].
  assert (last : nth_error (taps ++ [x]) (length taps) = Some x) by now rewrite nth_error_app2, Nat.sub_diag.
  assert (kept : forall m y, nth_error taps m = Some y -> nth_error (taps ++ [x]) m = Some y).
  { intros m y H. rewrite nth_error_app1; [assumption|]. apply nth_error_Some. congruence. }
  destruct (fold taps) as [[v i]|]; cbn.
  - destruct IH as (n & Hn & H). assert (n < length taps)%nat by (apply nth_error_Some; congruence).
    destruct x as [[u j]|]; [destruct (negb (Qle_bool u v)) eqn:B; [apply not_below in B | apply below in B]|].
    + exists (length taps). split; [assumption|]. intros m w k Hm. apply one_more in Hm as [[L Hm]|[-> E]].
      * destruct (H _ _ _ Hm). split; intros; lra.
      * injection E as -> ->. split; [lra|lia].
    + exists n. split; [now apply kept|]. intros m w k Hm. apply one_more in Hm as [[L Hm]|[-> E]].
      * now apply (H m w k).
      * injection E as -> ->. split; [assumption|lia].
    + exists n. split; [now apply kept|]. intros m w k Hm. apply one_more in Hm as [[L Hm]|[_ E]]; [|discriminate].
      now apply (H m w k).
  - destruct x as [[u j]|].
    + exists (length taps). split; [assumption|]. intros m w k Hm. apply one_more in Hm as [[L Hm]|[-> E]].
      * discriminate (IH _ _ Hm).
      * injection E as -> ->. split; [lra|lia].
    + intros m y Hm. apply one_more in Hm as [[L Hm]|[_ E]]; [now apply (IH m)|congruence].
Qed.

(* There is but one. *)
Theorem first_is_unique taps v i v' i' : is_first taps v i -> is_first taps v' i' -> v = v' /\ i = i'.
Proof.
  intros (n & Hn & H) (n' & Hn' & H'). destruct (H _ _ _ Hn') as [L B], (H' _ _ _ Hn) as [L' B'].
  assert (n = n') as ->.
  { destruct (Nat.lt_trichotomy n n') as [before|[same|behind]]; [|assumption|]; exfalso;
      [specialize (B' before)|specialize (B behind)]; lra. }
  rewrite Hn in Hn'. now injection Hn' as -> ->.
Qed.
