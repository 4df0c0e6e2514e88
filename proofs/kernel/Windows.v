(* The windows theory: lemmas as the solvers decide them, then the whole theorems about an axis. *)

From Coq Require Import ZArith QArith Lia Bool.
From MaxPool Require Import Loops Tactics Program Statements.
Open Scope Z_scope.

Theorem windows_tap_offset : windows_tap_offset_statement.
Proof. arithmetic. Qed.

Theorem windows_tap_within_extent : windows_tap_within_extent_statement.
Proof. arithmetic. Qed.

Theorem windows_tap_remainder : windows_tap_remainder_statement.
Proof.
  hnf. intros. split; [|lia].
  replace (m * stride + h * dilation - pad_begin) with (m * stride - pad_begin + h * dilation) by lia.
  now rewrite Z.mod_add by lia.
Qed.

Theorem windows_tap_meets_input : windows_tap_meets_input_statement.
Proof.
  hnf. intros * D P [B E] R. pose proof (Z.mod_le position dilation ltac:(lia) ltac:(lia)). lia.
Qed.

Theorem windows_meeting_input_has_tap : windows_meeting_input_has_tap_statement.
Proof. arithmetic. Qed.

Theorem windows_one_window : windows_one_window_statement.
Proof. arithmetic. Qed.

Theorem windows_between_offset : windows_between_offset_statement.
Proof. arithmetic. Qed.

Theorem windows_between : windows_between_statement.
Proof. arithmetic. Qed.

Theorem windows_first_reaches_input : windows_first_reaches_input_statement.
Proof. arithmetic. Qed.

Theorem windows_last_starts_in_time : windows_last_starts_in_time_statement.
Proof. arithmetic. Qed.

Theorem windows_not_astride : windows_not_astride_statement.
Proof. arithmetic. Qed.

Theorem windows_dense_not_astride : windows_dense_not_astride_statement.
Proof. arithmetic. Qed.

Theorem windows_reaching_and_not_astride : windows_reaching_and_not_astride_statement.
Proof. arithmetic. Qed.

Theorem windows_weakest_condition : windows_weakest_condition_statement.
Proof.
  hnf. intros * Hy One First Last Astride Between Dense Enough. split.
  - intro All. assert (meets : forall m, 0 <= m < y -> meets_input m = true) by (intros; now apply One, All).
    split; [apply First, meets; lia|]. split; [apply Last, meets; lia|]. right. intros m Hm. now apply Astride, meets.
  - intros (B & E & S) m Hm. apply One; [assumption|]. apply Enough; [assumption|].
    split; [now apply Between|]. repeat split; try assumption. destruct S as [S|S]; [now apply Dense|now apply S].
Qed.

Theorem windows_each_has_tap : windows_each_has_tap_statement.
Proof. arithmetic. Qed.

Theorem windows_ends_are_windows : windows_ends_are_windows_statement.
Proof. hnf. intros * Hy H. split; intros; apply H; lia. Qed.

Theorem windows_check_is_clause : windows_check_is_clause_statement.
Proof. arithmetic. Qed.

Theorem windows_simple_condition : windows_simple_condition_statement.
Proof. arithmetic. Qed.

Theorem windows_none_if_kernel_too_large : windows_none_if_kernel_too_large_statement.
Proof. arithmetic. Qed.

Theorem windows_no_tap_without_elements : windows_no_tap_without_elements_statement.
Proof. arithmetic. Qed.

Theorem windows_cell_meets_by_axis : windows_cell_meets_by_axis_statement.
Proof. arithmetic. Qed.

Theorem windows_plane_meets_on_axis_0 : windows_plane_meets_on_axis_0_statement.
Proof.
  hnf. intros * Hm One H. destruct (H ltac:(lia)) as (h & Hh & w & Hw & R & C). eauto.
Qed.

Theorem windows_plane_meets_on_axis_1 : windows_plane_meets_on_axis_1_statement.
Proof.
  hnf. intros * Hm One H. destruct (H ltac:(lia)) as (h & Hh & w & Hw & R & C). eauto.
Qed.

Theorem windows_pads_below_kernel_sufficient_if_dense : windows_pads_below_kernel_sufficient_if_dense_statement.
Proof. arithmetic. Qed.

Theorem windows_pads_below_kernel_exact : windows_pads_below_kernel_exact_statement.
Proof. arithmetic. Qed.

Theorem windows_begin_pad_below_extent_necessary : windows_begin_pad_below_extent_necessary_statement.
Proof. arithmetic. Qed.

Theorem windows_pads_below_extent_necessary_at_stride_1 : windows_pads_below_extent_necessary_at_stride_1_statement.
Proof. arithmetic. Qed.

Theorem windows_pads_below_extent_exact : windows_pads_below_extent_exact_statement.
Proof. arithmetic. Qed.

(* The theorems whole: for an axis with any number of windows, quantifiers included. *)

Theorem whole_windows_one_window : whole_windows_one_window_statement.
Proof.
  hnf. intros * K D. split; [|lia]. set (start := m * stride - pad_begin).
  assert (at_tap : forall h, m * stride + h * dilation - pad_begin = start + h * dilation) by (unfold start; lia).
  split.
  - (* From a tap: all taps leave the same remainder, and that of one in range is no more than its position. *)
    intros (h & Hh & R). rewrite at_tap in R. pose proof (Z.mod_add start h dilation ltac:(lia)) as same.
    pose proof (Z.mod_le (start + h * dilation) dilation ltac:(lia) ltac:(lia)).
    split; [nia|]. split; [nia|]. right. lia.
  - (* The first tap that is not before X is in range. *)
    intros (B & E & R). destruct (Z_lt_le_dec start 0) as [before|after].
    + exists (- (start / dilation)). rewrite at_tap. pose proof (Z.div_mod start dilation ltac:(lia)).
      pose proof (Z.mod_pos_bound start dilation ltac:(lia)). split; nia.
    + exists 0. rewrite at_tap. lia.
Qed.

(* What the one-window theorem says of each window of an axis. *)
Lemma each_window (dilation kernel pad_begin stride x y : Z) : kernel >= 1 -> dilation >= 1 ->
  ((forall m : Z, 0 <= m < y -> exists h : Z, 0 <= h < kernel /\
     (m * stride + h * dilation - pad_begin >= 0 /\ m * stride + h * dilation - pad_begin < x)) <->
   (forall m : Z, 0 <= m < y -> - (dilation * (kernel - 1)) <= m * stride - pad_begin /\ m * stride - pad_begin < x /\
     (m * stride - pad_begin >= 0 \/ (m * stride - pad_begin) mod dilation < x))).
Proof.
  intros K D. split; intros H m Hm; specialize (H m Hm);
    destruct (whole_windows_one_window dilation kernel m pad_begin stride x K D) as [one _]; now apply one.
Qed.

Theorem whole_windows_weakest_condition : whole_windows_weakest_condition_statement.
Proof.
  hnf. intros * K D S Y. split; [|lia]. rewrite each_window by assumption. split.
  - intro H. pose proof (H 0 ltac:(lia)). pose proof (H (y - 1) ltac:(lia)).
    split; [lia|]. split; [lia|]. right. intros m Hm before. specialize (H m Hm). lia.
  - intros (B & E & R) m Hm. split; [nia|]. split; [nia|].
    destruct (Z_lt_le_dec (m * stride - pad_begin) 0) as [before|after]; [|lia]. right.
    destruct R as [dense|R]; [|apply R; lia].
    pose proof (Z.mod_pos_bound (m * stride - pad_begin) dilation ltac:(lia)). lia.
Qed.

Theorem whole_windows_check_is_clause : whole_windows_check_is_clause_statement.
Proof.
  hnf. intros * K D S Y. split; [|lia]. rewrite each_window by assumption. split.
  - intro H. split; [intros; apply H; lia|]. split; [intros; apply H; lia|]. now right.
  - intros (First & Last & [dense|All]); [|assumption]. intros m Hm.
    specialize (First 0 ltac:(lia)). specialize (Last (y - 1) ltac:(lia)). split; [nia|]. split; [nia|]. right.
    pose proof (Z.mod_pos_bound (m * stride - pad_begin) dilation ltac:(lia)). lia.
Qed.
