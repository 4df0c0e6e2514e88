(* Flat indices: one number for each element, in range, and what is read from it. *)

From Coq Require Import ZArith Lia.
From MaxPool Require Import Loops Tactics Program Statements.
Open Scope Z_scope.

(* One of Horner's steps, undone. *)
Lemma step_quotient outer inner size : 0 <= inner < size -> (outer * size + inner) / size = outer.
Proof. intro H. rewrite Z.div_add_l, (Z.div_small inner) by lia. lia. Qed.

Lemma step_remainder outer inner size : 0 <= inner < size -> (outer * size + inner) mod size = inner.
Proof. intro H. rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia. reflexivity. Qed.

Theorem indices_step_decodes : indices_step_decodes_statement.
Proof. hnf. intros. rewrite step_quotient, step_remainder by lia. lia. Qed.

Lemma step_injective outer inner outer' inner' size : 0 <= inner < size -> 0 <= inner' < size ->
  outer * size + inner = outer' * size + inner' -> outer = outer' /\ inner = inner'.
Proof.
  intros H H' E. split.
  - rewrite <- (step_quotient outer inner size), E by assumption. now apply step_quotient.
  - rewrite <- (step_remainder outer inner size), E by assumption. now apply step_remainder.
Qed.

Theorem indices_step_injective : indices_step_injective_statement.
Proof. hnf. intros. apply (step_injective _ _ _ _ size); lia. Qed.

Lemma step_in_range outer outers inner size :
  0 <= outer < outers -> 0 <= inner < size -> 0 <= outer * size + inner < outers * size.
Proof. nia. Qed.

Theorem whole_indices_in_range : whole_indices_in_range_statement.
Proof.
  hnf. intros * H ->. enough (0 <= ((b * dX_1 + c) * dX_2 + row) * dX_3 + column < dX_0 * dX_1 * dX_2 * dX_3) by lia.
  repeat apply step_in_range; lia.
Qed.

Theorem whole_indices_injective : whole_indices_injective_statement.
Proof.
  hnf. intros * (_ & Hc & Hr & Hcol) (_ & Hc2 & Hr2 & Hcol2) E.
  apply step_injective in E; [|lia|lia]. destruct E as [E ?].
  apply step_injective in E; [|lia|lia]. destruct E as [E ?].
  apply step_injective in E; [|lia|lia]. tauto.
Qed.

Theorem whole_indices_decodes : whole_indices_decodes_statement.
Proof.
  hnf. intros * (_ & Hc & Hr & Hcol) ->.
  split; [|split; [nia|lia]]. rewrite (Z.mul_comm dX_2 dX_3), <- Z.div_div by lia.
  rewrite !(step_quotient _ column), !(step_quotient _ row), !(step_quotient _ c) by lia.
  rewrite !step_remainder by lia. tauto.
Qed.

(* The steps as the solvers decide them. *)

Theorem indices_step_in_range : indices_step_in_range_statement.
Proof. arithmetic. Qed.

Theorem indices_step_ordered : indices_step_ordered_statement.
Proof. arithmetic. Qed.

Theorem indices_in_range : indices_in_range_statement.
Proof. arithmetic. Qed.

Theorem indices_injective : indices_injective_statement.
Proof. arithmetic. Qed.

Theorem indices_taps_ordered : indices_taps_ordered_statement.
Proof. arithmetic. Qed.

Theorem indices_first_is_smallest : indices_first_is_smallest_statement.
Proof. arithmetic. Qed.

Theorem indices_axis_1 : indices_axis_1_statement.
Proof. arithmetic. Qed.

Theorem indices_axis_2 : indices_axis_2_statement.
Proof. arithmetic. Qed.

Theorem indices_axis_3 : indices_axis_3_statement.
Proof. arithmetic. Qed.

Theorem indices_axis_is_remainder : indices_axis_is_remainder_statement.
Proof.
  hnf. intros * -> H. rewrite step_quotient, step_remainder by lia. lia.
Qed.

Theorem indices_column_major : indices_column_major_statement.
Proof. arithmetic. Qed.

Theorem indices_column_major_in_range : indices_column_major_in_range_statement.
Proof. arithmetic. Qed.

Theorem indices_decodes : indices_decodes_statement.
Proof.
  hnf. intros * [H1 H2] -> [-> ->] L P [E F]. rewrite !Z.mod_eq by lia. rewrite L, P. lia.
Qed.

Theorem draft_Indices_for_all_unsatisfiable : draft_Indices_for_all_unsatisfiable_statement.
Proof.
  hnf. intros * [Hw Hw2] Two [T T2] [I I2]. symmetry in T, T2. specialize (I T). specialize (I2 T2). rewrite I in I2.
  apply step_injective in I2; lia.
Qed.

Theorem draft_Indices_for_some_accepts_anything : draft_Indices_for_some_accepts_anything_statement.
Proof. arithmetic. Qed.

Theorem draft_Indices_padded_exact : draft_Indices_padded_exact_statement.
Proof. arithmetic. Qed.

Theorem draft_Indices_padded_sonnx_float_2 : draft_Indices_padded_sonnx_float_2_statement.
Proof. arithmetic. Qed.

Theorem draft_Indices_padded_sonnx_int_3 : draft_Indices_padded_sonnx_int_3_statement.
Proof. arithmetic. Qed.

Theorem draft_Indices_without_batch_and_channel_exact : draft_Indices_without_batch_and_channel_exact_statement.
Proof.
  hnf. intros * H -> A. split; [intro E|intros [-> ->]; lia].
  assert (b * dX_1 + c = 0) by nia. assert (b * dX_1 >= 0) by nia. assert (c = 0) by lia. split; nia.
Qed.

Theorem indices_last : indices_last_statement.
Proof. arithmetic. Qed.

Theorem indices_below_limit : indices_below_limit_statement.
Proof. arithmetic. Qed.

Theorem indices_int64_exact : indices_int64_exact_statement.
Proof. arithmetic. Qed.

Theorem indices_int64_exact_on_dX_0 : indices_int64_exact_on_dX_0_statement.
Proof. arithmetic. Qed.

Theorem indices_int64_exact_on_dX_1 : indices_int64_exact_on_dX_1_statement.
Proof. arithmetic. Qed.

Theorem indices_int64_exact_on_dX_2 : indices_int64_exact_on_dX_2_statement.
Proof. arithmetic. Qed.

Theorem indices_int64_exact_on_dX_3 : indices_int64_exact_on_dX_3_statement.
Proof. arithmetic. Qed.

Theorem indices_int64_exact_on_batches_alone : indices_int64_exact_on_batches_alone_statement.
Proof. arithmetic. Qed.

Theorem indices_int32_exact : indices_int32_exact_statement.
Proof. arithmetic. Qed.

Theorem indices_step_fits : indices_step_fits_statement.
Proof. arithmetic. Qed.

Theorem indices_fits_padded : indices_fits_padded_statement.
Proof. arithmetic. Qed.

Theorem indices_fits_window : indices_fits_window_statement.
Proof. arithmetic. Qed.

Theorem indices_fits_tap : indices_fits_tap_statement.
Proof. arithmetic. Qed.

Theorem indices_fits_position : indices_fits_position_statement.
Proof. arithmetic. Qed.

Theorem indices_fits_extent : indices_fits_extent_statement.
Proof. arithmetic. Qed.

Theorem indices_fits_size : indices_fits_size_statement.
Proof. arithmetic. Qed.
