(* The values theory: what is selected. *)

From Coq Require Import ZArith QArith Lia Bool.
From MaxPool Require Import Loops Tactics Program Statements.
Open Scope Z_scope.

(* After one more tap t: tap z is that one, or was seen before; and something was found before, or nothing. *)
Ltac one_more :=
  hnf; intros; repeat match goal with found : bool |- _ => destruct found end;
  match goal with |- context [?z < ?t + 1] =>
    destruct (Z.eq_dec z t) as [->|]; [|assert (z < t + 1 -> z < t) by lia];
    solve [intuition (first [lia | congruence])]
  end.

Theorem values_first_maximum_is_unique : values_first_maximum_is_unique_statement.
Proof. arithmetic. Qed.

Theorem values_Indices_is_determined : values_Indices_is_determined_statement.
Proof.
  hnf. intros * [(h & Hh & w & Hw & R & -> & F) (h2 & Hh2 & w2 & Hw2 & R2 & -> & F2)].
  destruct (F _ Hh2 _ Hw2 R2), (F2 _ Hh _ Hw R). assert (h = h2 /\ w = w2) as [-> ->] by lia. reflexivity.
Qed.

Theorem values_existence_start : values_existence_start_statement.
Proof. arithmetic. Qed.

Theorem values_existence_tap_on_padding : values_existence_tap_on_padding_statement.
Proof. one_more. Qed.

Theorem values_existence_first_in_range : values_existence_first_in_range_statement.
Proof. one_more. Qed.

Theorem values_existence_greater : values_existence_greater_statement.
Proof. one_more. Qed.

Theorem values_existence_not_greater : values_existence_not_greater_statement.
Proof. one_more. Qed.

Theorem values_existence_conclusion : values_existence_conclusion_statement.
Proof. hnf. intros. destruct found; intuition congruence. Qed.

Theorem values_first_maximum_exists : values_first_maximum_exists_statement.
Proof. arithmetic. Qed.

Theorem values_selected_element : values_selected_element_statement.
Proof. arithmetic. Qed.

Theorem values_Y_is_upper_bound : values_Y_is_upper_bound_statement.
Proof. hnf. intros * First -> Same R. rewrite Same. now apply First. Qed.

Theorem values_Y_is_maximum : values_Y_is_maximum_statement.
Proof.
  hnf. intros * ((h & Hh & w & Hw & R & I & F) & S & K). rewrite (S h Hh w Hw R I).
  split; [|now exists h; split; [|exists w]].
  intros h2 Hh2 w2 Hw2 R2. rewrite (K h Hh w Hw R). now apply F.
Qed.

Theorem values_Y_rank_is_determined : values_Y_rank_is_determined_statement.
Proof. hnf. intros * [-> L] [-> L']. now apply Qle_antisym. Qed.

Theorem values_Y_is_over_input : values_Y_is_over_input_statement.
Proof. arithmetic. Qed.

Theorem values_lowest_padding_changes_nothing : values_lowest_padding_changes_nothing_statement.
Proof. arithmetic. Qed.

Theorem values_Indices_is_flat : values_Indices_is_flat_statement.
Proof. arithmetic. Qed.

Theorem values_first_is_smallest_index : values_first_is_smallest_index_statement.
Proof. arithmetic. Qed.

Theorem values_increasing_map_keeps_selection : values_increasing_map_keeps_selection_statement.
Proof.
  hnf. intros * [U D]. destruct (Z.lt_trichotomy (rank h w) (rank h2 w2)) as [L|[E|L]];
    [specialize (U L)|rewrite E|specialize (D L)]; split; intros H R; specialize (H R); lia.
Qed.

Theorem values_monotone_map_keeps_maximum : values_monotone_map_keeps_maximum_statement.
Proof. arithmetic. Qed.

Theorem values_planes_are_independent : values_planes_are_independent_statement.
Proof. arithmetic. Qed.

Theorem values_rows_then_column : values_rows_then_column_statement.
Proof.
  hnf. intros * Row Column [I J]. specialize (Row (conj I J)). specialize (Column I).
  destruct (Z.eq_dec h2 best_row) as [->|]; lia.
Qed.

Theorem values_composed_size : values_composed_size_statement.
Proof. arithmetic. Qed.

Theorem values_composed_tap_in_kernel : values_composed_tap_in_kernel_statement.
Proof. arithmetic. Qed.

Theorem values_composed_tap_splits : values_composed_tap_splits_statement.
Proof. arithmetic. Qed.

Theorem values_composed_is_upper_bound : values_composed_is_upper_bound_statement.
Proof. hnf. intros * [-> ->]. lia. Qed.

Theorem values_composed_is_attained : values_composed_is_attained_statement.
Proof. arithmetic. Qed.

Theorem values_same_plane_same_taps : values_same_plane_same_taps_statement.
Proof. hnf. intros * H h Hh w Hw R. apply H; lia. Qed.

Theorem values_same_taps_same_Y : values_same_taps_same_Y_statement.
Proof.
  hnf. intros * A. split; intros [U (h & Hh & w & Hw & R & S)]; split; try (intros h2 Hh2 w2 Hw2 R2).
  - rewrite <- A by assumption. now apply U.
  - exists h. split; [assumption|]. exists w. now rewrite <- A.
  - rewrite A by assumption. now apply U.
  - exists h. split; [assumption|]. exists w. now rewrite A.
Qed.

Theorem values_same_taps_same_first_maximum : values_same_taps_same_first_maximum_statement.
Proof.
  hnf. intros * [A E]. split; intros H h2 Hh2 w2 Hw2 R2; specialize (H h2 Hh2 w2 Hw2 R2);
    rewrite E, A in * by assumption; assumption.
Qed.

Theorem values_same_tap_moved_index : values_same_tap_moved_index_statement.
Proof.
  hnf. intros * [O M] (h & Hh & w & Hw & R & -> & One).
  exists h. split; [assumption|]. exists w. rewrite M by assumption. auto.
Qed.

Theorem indices_plane_moved : indices_plane_moved_statement.
Proof. arithmetic. Qed.

Theorem values_overlapping_ranges : values_overlapping_ranges_statement.
Proof. hnf. intros. both_ways; intuition lia. Qed.

Theorem values_overlapping_ranges_later : values_overlapping_ranges_later_statement.
Proof. arithmetic. Qed.

Theorem values_lowest_padding_first_tap : values_lowest_padding_first_tap_statement.
Proof.
  hnf. intros * [F Z] Lowest Above R [Rb Rz].
  destruct (Z.max_spec best first_tap) as [[L ->]|[L ->]].
  - (* The best comes first: it is padding, so as low as the first tap in range, and as the best of all. *)
    assert (tap_rank best = lowest) by (destruct Lowest as [B|B]; [specialize (Rb B); lia|assumption]).
    split; [assumption|]. intro Rt. specialize (Rz Rt). lia.
  - split; [|intro; lia]. destruct Lowest as [B|B]; [assumption|].
    destruct (Z.eq_dec best first_tap) as [->|]; [assumption|lia].
Qed.
