(* The shape theory: quotients rounded down, sizes of windows. *)

From Coq Require Import ZArith QArith Lia Bool.
From MaxPool Require Import Loops Tactics Program Statements.
Open Scope Z_scope.

Theorem shape_windows_that_fit : shape_windows_that_fit_statement.
Proof. arithmetic. Qed.

Theorem shape_last_fits : shape_last_fits_statement.
Proof. arithmetic. Qed.

Theorem shape_next_does_not : shape_next_does_not_statement.
Proof. arithmetic. Qed.

Theorem shape_taps_in_padded_input : shape_taps_in_padded_input_statement.
Proof. arithmetic. Qed.

Theorem shape_positive_iff_kernel_fits : shape_positive_iff_kernel_fits_statement.
Proof. arithmetic. Qed.

Theorem shape_extent_positive : shape_extent_positive_statement.
Proof. arithmetic. Qed.

Theorem shape_monotone_in_x : shape_monotone_in_x_statement.
Proof. arithmetic. Qed.

Theorem shape_monotone_in_stride : shape_monotone_in_stride_statement.
Proof. arithmetic. Qed.

Theorem shape_monotone_in_kernel : shape_monotone_in_kernel_statement.
Proof. arithmetic. Qed.

Theorem draft_dY_2_in_slack : draft_dY_2_in_slack_statement.
Proof. arithmetic. Qed.

Theorem draft_dY_2_always_too_small : draft_dY_2_always_too_small_statement.
Proof. arithmetic. Qed.

Theorem draft_dY_3_in_slack : draft_dY_3_in_slack_statement.
Proof. arithmetic. Qed.

Theorem draft_dY_3_always_too_small : draft_dY_3_always_too_small_statement.
Proof. arithmetic. Qed.

Theorem draft_corrected : draft_corrected_statement.
Proof. arithmetic. Qed.

Theorem shape_identity_room_after_window : shape_identity_room_after_window_statement.
Proof. arithmetic. Qed.

Theorem shape_identity_room_after_last : shape_identity_room_after_last_statement.
Proof. arithmetic. Qed.

Theorem shape_identity_last_tap : shape_identity_last_tap_statement.
Proof. arithmetic. Qed.

Theorem shape_identity_unused_room : shape_identity_unused_room_statement.
Proof. arithmetic. Qed.
