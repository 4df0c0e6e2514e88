(* The crown: the reference's six loops, for one cell and for the whole tensor, give what the clauses define.

   `pool` is generated from the source of the reference (Program.v); that its inner loops are the scan of
   FirstMaximum.v, and its outer ones write each cell, is checked by computation (`reflexivity`).

   Trusted is that Program.v says what the Python does: the line by line translation of proofs/kernel/program.py, with
   `loop` and `store` of Model.v for `for` and for the writing of an element, unbounded integers, and `key` for the
   order of elements. That no index leaves its tensor, and that each cell is written once, is not said here. *)

From Coq Require Import ZArith QArith Lia Bool.
From MaxPool Require Import Loops Tactics FirstMaximum Program Statements Indices.
Open Scope Z_scope.

Lemma store_same {A} (t : tensor A) b c m n a : store t b c m n a b c m n = a.
Proof. unfold store. now rewrite !Z.eqb_refl. Qed.

Lemma store_other {A} (t : tensor A) b c m n b' c' m' n' a :
  ~ (b' = b /\ c' = c /\ m' = m /\ n' = n) -> store t b c m n a b' c' m' n' = t b' c' m' n'.
Proof.
  intro H. unfold store. destruct (_ && _) eqn:E; [|reflexivity]. exfalso. apply H.
  rewrite !andb_true_iff, !Z.eqb_eq in E. tauto.
Qed.

Section Pool.
Variables (Element : Type) (dX_0 dX_1 dX_2 dX_3 dilations_0 dilations_1 kernel_shape_0 kernel_shape_1 : Z).
Variables (pads_0 pads_1 pads_2 pads_3 strides_0 strides_1 : Z) (key : Element -> Q) (number : Z -> Element).
Variables (X : tensor Element) (new_Y : Z -> Z -> Z -> Z -> tensor Element).
Variable new_Indices : Z -> Z -> Z -> Z -> tensor Z.

Definition size_2 := (dX_2 + pads_0 + pads_2 - dilations_0 * (kernel_shape_0 - 1) - 1) / strides_0 + 1.
Definition size_3 := (dX_3 + pads_1 + pads_3 - dilations_1 * (kernel_shape_1 - 1) - 1) / strides_1 + 1.
Definition row m h := m * strides_0 + h * dilations_0 - pads_0.
Definition column n w := n * strides_1 + w * dilations_1 - pads_1.
Definition in_X m n h w :=
  ((0 <=? row m h) && (row m h <? dX_2)) && ((0 <=? column n w) && (column n w <? dX_3)).
Definition element b c m n h w := X b c (row m h) (column n w).
Definition flat b c m n h w := ((b * dX_1 + c) * dX_2 + row m h) * dX_3 + column n w.

(* The two inner loops, of one cell. *)
Definition cell b c m n : bool * Element * Z :=
  scan Element key kernel_shape_0 kernel_shape_1 (in_X m n) (element b c m n) (flat b c m n) (false, number 0, -1).

Definition write b c m n (out : tensor Element * tensor Z) : tensor Element * tensor Z :=
  let '(Y, Indices) := out in
  let '(found, best, index) := cell b c m n in
  (store Y b c m n best, store Indices b c m n index).

(* The four outer loops. *)
Lemma pool_is_loops :
  pool Element dX_0 dX_1 dX_2 dX_3 dilations_0 dilations_1 kernel_shape_0 kernel_shape_1 pads_0 pads_1 pads_2 pads_3
    strides_0 strides_1 key number X new_Y new_Indices =
  loop 0 dX_0 (fun b '(Y, Indices) =>
    loop 0 dX_1 (fun c '(Y, Indices) =>
      loop 0 size_2 (fun m '(Y, Indices) =>
        loop 0 size_3 (write b c m) (Y, Indices)) (Y, Indices)) (Y, Indices))
    (new_Y dX_0 dX_1 size_2 size_3, new_Indices dX_0 dX_1 size_2 size_3).
Proof. reflexivity. Qed.

Definition seen (b c m n : Z) (out : tensor Element * tensor Z) : Element * Z := (fst out b c m n, snd out b c m n).

Lemma write_sets b c m n out : seen b c m n (write b c m n out) = (snd (fst (cell b c m n)), snd (cell b c m n)).
Proof.
  destruct out as [Y Indices]. unfold write. destruct (cell b c m n) as [[found best] index].
  unfold seen. cbn. now rewrite !store_same.
Qed.

Lemma write_keeps b c m n b' c' m' n' out :
  ~ (b = b' /\ c = c' /\ m = m' /\ n = n') -> seen b c m n (write b' c' m' n' out) = seen b c m n out.
Proof.
  intro H. destruct out as [Y Indices]. unfold write. destruct (cell b' c' m' n') as [[found best] index].
  unfold seen. cbn. now rewrite !store_other by assumption.
Qed.

Ltac keeps := repeat (apply loop_keeps; intros ? [? ?]); apply write_keeps; lia.

(* The program's sizes are the clauses', which name the extent and the slack. *)
Lemma size_2_is :
  (dX_2 + pads_0 + pads_2 - (dilations_0 * (kernel_shape_0 - 1) + 1)) / strides_0 + 1 = size_2.
Proof. unfold size_2. do 2 f_equal. lia. Qed.

Lemma size_3_is :
  (dX_3 + pads_1 + pads_3 - (dilations_1 * (kernel_shape_1 - 1) + 1)) / strides_1 + 1 = size_3.
Proof. unfold size_3. do 2 f_equal. lia. Qed.

(* Each cell holds what its own turn found: every turn writes, and no other turn writes there. *)
Lemma pool_cell Y Indices b c m n :
  pool Element dX_0 dX_1 dX_2 dX_3 dilations_0 dilations_1 kernel_shape_0 kernel_shape_1 pads_0 pads_1 pads_2 pads_3
    strides_0 strides_1 key number X new_Y new_Indices = (Y, Indices) ->
  0 <= b < dX_0 /\ 0 <= c < dX_1 /\
  0 <= m < (dX_2 + pads_0 + pads_2 - (dilations_0 * (kernel_shape_0 - 1) + 1)) / strides_0 + 1 /\
  0 <= n < (dX_3 + pads_1 + pads_3 - (dilations_1 * (kernel_shape_1 - 1) + 1)) / strides_1 + 1 ->
  exists found, cell b c m n = (found, Y b c m n, Indices b c m n).
Proof.
  rewrite pool_is_loops, size_2_is, size_3_is. intros E (Hb & Hc & Hm & Hn).
  assert (seen b c m n (Y, Indices) = (snd (fst (cell b c m n)), snd (cell b c m n))) as S.
  { rewrite <- E.
    apply (loop_sets _ _ b); [assumption|intros [? ?]|intros ? [? ?] ?; keeps].
    apply (loop_sets _ _ c); [assumption|intros [? ?]|intros ? [? ?] ?; keeps].
    apply (loop_sets _ _ m); [assumption|intros [? ?]|intros ? [? ?] ?; keeps].
    apply (loop_sets _ _ n); [assumption|intro; apply write_sets|intros; keeps]. }
  unfold seen in S. cbn in S. destruct (cell b c m n) as [[found best] index]. cbn in S. exists found. congruence.
Qed.
End Pool.

Arguments pool_cell {Element dX_0 dX_1 dX_2 dX_3 dilations_0 dilations_1 kernel_shape_0 kernel_shape_1 pads_0 pads_1
  pads_2 pads_3 strides_0 strides_1 key number X new_Y new_Indices Y Indices} b c m n.

Lemma in_X_spec dX_2 dX_3 d0 d1 p0 p1 s0 s1 m n h w :
  in_X dX_2 dX_3 d0 d1 p0 p1 s0 s1 m n h w = true <->
  m * s0 + h * d0 - p0 >= 0 /\ m * s0 + h * d0 - p0 < dX_2 /\
  n * s1 + w * d1 - p1 >= 0 /\ n * s1 + w * d1 - p1 < dX_3.
Proof. unfold in_X, row, column. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia. Qed.

(* What the hypotheses of the statements below give: in cell (b, c, m, n), the loops found the first maximum, at a tap
   (h, w) in range; no tap beats it; the element there is its own value; the divisors are positive. *)
Ltac the_cell h w :=
  hnf; intros Element dX_0 dX_1 dX_2 dX_3 d0 d1 k0 k1 p0 p1 p2 p3 s0 s1 b c dY_2 dY_3 e0 e1 m n sl0 sl1 key number X
    value new_Y new_Indices Y Indices E S0 S1 -> -> -> -> -> -> M0 M1 NoNaN (Hb & Hc & Hm & Hn);
  destruct (pool_cell b c m n E ltac:(lia)) as [found C]; clear E; rename C into E;
  destruct (M0 m ltac:(lia)) as (h1 & Hh1 & R1); destruct (M1 n ltac:(lia)) as (w1 & Hw1 & R2);
  destruct (scan_first Element key k0 k1 (in_X dX_2 dX_3 d0 d1 p0 p1 s0 s1 m n)
    (element Element d0 d1 p0 p1 s0 s1 X b c m n) (flat dX_1 dX_2 dX_3 d0 d1 p0 p1 s0 s1 b c m n) (number 0) (-1) h1 w1)
    as (h & w & (Hw & R & First) & Scan);
  [now split | apply in_X_spec; lia |];
  unfold cell in E; rewrite Scan in E; clear Scan M0 M1 h1 Hh1 R1 w1 Hw1 R2;
  pose proof (f_equal snd E) as HI; pose proof (f_equal (fun t => snd (fst t)) E) as HY; cbn in HI, HY; clear E;
  symmetry in HI, HY; unfold flat, element, row, column in HI, HY, First; apply in_X_spec in R; destruct Hw as [Hh Hw];
  assert (V : value (X b c (m * s0 + h * d0 - p0) (n * s1 + w * d1 - p1)) =
    X b c (m * s0 + h * d0 - p0) (n * s1 + w * d1 - p1)) by (apply NoNaN; lia).

Theorem whole_program_clause_Y_max : whole_program_clause_Y_max_statement.
Proof.
  the_cell h w. split; [split|lia].
  - intros h2 Hh2 w2 Hw2 R2. rewrite HY. apply (First h2 w2); [now split|]. now apply in_X_spec.
  - exists h. split; [assumption|]. exists w. split; [assumption|]. split; [assumption|]. now rewrite V.
Qed.

Theorem whole_program_clause_Y_max_over_input : whole_program_clause_Y_max_over_input_statement.
Proof.
  the_cell h w. split; [|lia].
  exists h. split; [assumption|]. exists w. split; [assumption|]. split; [assumption|]. now rewrite V.
Qed.

Theorem whole_program_clause_Indices_first_maximum : whole_program_clause_Indices_first_maximum_statement.
Proof.
  the_cell h w. split; [|lia].
  exists h. split; [assumption|]. exists w. split; [assumption|]. split; [assumption|]. split; [assumption|].
  intros h2 Hh2 w2 Hw2 R2. apply (First h2 w2); [now split|]. now apply in_X_spec.
Qed.

Theorem whole_program_clause_Indices_flat : whole_program_clause_Indices_flat_statement.
Proof.
  the_cell h w. split; [|lia].
  exists h. split; [assumption|]. exists w. split; [assumption|]. now split.
Qed.

Theorem whole_program_clause_Y_bits : whole_program_clause_Y_bits_statement.
Proof.
  the_cell h w. split; [|nia].
  destruct (whole_indices_decodes b c (n * s1 + w * d1 - p1) dX_0 dX_1 dX_2 dX_3 (Indices b c m n)
    (m * s0 + h * d0 - p0)) as ((-> & -> & -> & ->) & _); [lia|assumption|]. now rewrite V.
Qed.

Theorem whole_values_first_maximum_exists : whole_values_first_maximum_exists_statement.
Proof.
  hnf. intros * (h0 & Hh0 & w0 & Hw0 & R0 & _).
  destruct (scan_first Element key kernel_shape_0 kernel_shape_1
    (in_X dX_2 dX_3 dilations_0 dilations_1 pads_0 pads_1 strides_0 strides_1 m n)
    (element Element dilations_0 dilations_1 pads_0 pads_1 strides_0 strides_1 X b c m n) (fun _ _ => 0)
    (X 0 0 0 0) 0 h0 w0) as (h & w & ([Hh Hw] & R & First) & _); [now split|now apply in_X_spec|].
  exists h. split; [assumption|]. exists w. split; [assumption|]. split; [now apply in_X_spec in R|].
  intros h2 Hh2 w2 Hw2 R2. apply (First h2 w2); [now split|]. now apply in_X_spec.
Qed.
