(* The first maximum of a window, for any size of window: the induction over its taps is in here.

   Two loops over the taps, as the reference has them, keep what is best so far. Whatever the taps, the elements and
   their numbers are: what is left at the end is the first maximum, in row-major order, of the taps in range. *)

From Coq Require Import ZArith QArith Lia Lqa Bool.
From MaxPool Require Import Loops.
Open Scope Z_scope.

Lemma not_below a b : negb (Qle_bool a b) = true -> Qlt b a.
Proof. intro H. apply Qnot_le_lt. intro L. apply Qle_bool_iff in L. now rewrite L in H. Qed.

Lemma below a b : negb (Qle_bool a b) = false -> Qle a b.
Proof. intro H. apply Qle_bool_iff. now destruct (Qle_bool a b). Qed.

Section FirstMaximum.
Variables (Element : Type) (key : Element -> Q).
Variables (tall wide : Z) (in_range : Z -> Z -> bool) (element : Z -> Z -> Element) (number : Z -> Z -> Z).

(* The body of the inner loop: what is found, the best element, its number. *)
Definition look (h w : Z) (best : bool * Element * Z) : bool * Element * Z :=
  let '(found, best, index) := best in
  if in_range h w then
    if negb found || negb (Qle_bool (key (element h w)) (key best)) then (true, element h w, number h w)
    else (found, best, index)
  else (found, best, index).

Definition scan (best : bool * Element * Z) : bool * Element * Z :=
  loop 0 tall (fun h '(found, best, index) => loop 0 wide (look h) (found, best, index)) best.

(* Tap (h, w) of those seen is in range, and none of those seen beats it. *)
Definition first_of (seen : Z -> Z -> Prop) (h w : Z) : Prop :=
  seen h w /\ in_range h w = true /\
  forall h2 w2, seen h2 w2 -> in_range h2 w2 = true ->
    Qle (key (element h2 w2)) (key (element h w)) /\
    (h2 < h \/ h2 = h /\ w2 < w -> Qlt (key (element h2 w2)) (key (element h w))).

Definition so_far (seen : Z -> Z -> Prop) (best : bool * Element * Z) : Prop :=
  let '(found, best, index) := best in
  if found : bool then exists h w, first_of seen h w /\ best = element h w /\ index = number h w
  else forall h w, seen h w -> in_range h w = false.

Lemma so_far_same seen seen' best :
  (forall h w, seen h w <-> seen' h w) -> so_far seen best -> so_far seen' best.
Proof.
  intro same. destruct best as [[[|] best] index]; cbn.
  - intros (h & w & (s & R & H) & B & I). exists h, w. split; [|now split].
    split; [now apply same|]. split; [assumption|]. intros h2 w2 s2. apply H. now apply same.
  - intros H h w Hs. now apply H, same.
Qed.

(* One more tap, behind all that were seen. *)
Lemma look_keeps (seen : Z -> Z -> Prop) h w best :
  (forall h2 w2, seen h2 w2 -> h2 < h \/ h2 = h /\ w2 < w) ->
  so_far seen best -> so_far (fun h2 w2 => seen h2 w2 \/ h2 = h /\ w2 = w) (look h w best).
Proof.
  intros before. destruct best as [[found best] index]. unfold look.
  destruct (in_range h w) eqn:R.
  2:{ destruct found; cbn.
      - intros (h0 & w0 & (s0 & R0 & H) & B). exists h0, w0. split; [|assumption].
        split; [now left|]. split; [assumption|]. intros h2 w2 [s|[-> ->]] R2; [now apply H|congruence].
      - intros H h2 w2 [s|[-> ->]]; [now apply H|assumption]. }
  destruct found; cbn.
  - intros (h0 & w0 & (s0 & R0 & H) & -> & ->). destruct (negb _) eqn:B; cbn.
    + apply not_below in B. exists h, w. split; [|now split]. split; [now right|]. split; [assumption|].
      intros h2 w2 [s|[-> ->]] R2; [|split; [apply Qle_refl|lia]]. destruct (H _ _ s R2) as [L _].
      split; intros; [apply Qlt_le_weak|]; eapply Qle_lt_trans; eassumption.
    + apply below in B. exists h0, w0. split; [|now split]. split; [now left|]. split; [assumption|].
      intros h2 w2 [s|[-> ->]] R2; [now apply H|]. split; [assumption|]. apply before in s0. lia.
  - intro H. exists h, w. split; [|now split]. split; [now right|]. split; [assumption|].
    intros h2 w2 [s|[-> ->]] R2; [|split; [apply Qle_refl|lia]]. rewrite (H _ _ s) in R2. discriminate.
Qed.

Definition in_window (h w : Z) : Prop := 0 <= h < tall /\ 0 <= w < wide.

(* Induction over the rows of taps, and in each over its taps. *)
Theorem scan_finds best index : so_far in_window (scan (false, best, index)).
Proof.
  unfold scan. destruct (Z.le_gt_cases tall 0) as [none|some].
  { rewrite loop_empty by assumption. cbn. unfold in_window. intros. lia. }
  apply (so_far_same (fun h w => 0 <= h < tall /\ 0 <= w < wide)); [now unfold in_window|].
  apply (loop_invariant (fun h => so_far (fun h2 w2 => 0 <= h2 < h /\ 0 <= w2 < wide))); [lia| |].
  { cbn. intros. lia. }
  intros h [[found best'] index'] Hh Hb. destruct (Z.le_gt_cases wide 0) as [none|wide_enough].
  { rewrite loop_empty by assumption. revert Hb. apply so_far_same. intros. lia. }
  apply (so_far_same (fun h2 w2 => (0 <= h2 < h /\ 0 <= w2 < wide) \/ h2 = h /\ 0 <= w2 < wide)); [intros; lia|].
  apply (loop_invariant (fun w => so_far
    (fun h2 w2 => (0 <= h2 < h /\ 0 <= w2 < wide) \/ h2 = h /\ 0 <= w2 < w))); [lia| |].
  { revert Hb. apply so_far_same. intros. lia. }
  intros w best'' Hw Hb'. apply (look_keeps _ h w) in Hb'; [|intros; lia].
  revert Hb'. apply so_far_same. intros. lia.
Qed.

(* Where a tap is in range, there is a first maximum, and the scan has it. *)
Corollary scan_first best index h0 w0 :
  in_window h0 w0 -> in_range h0 w0 = true ->
  exists h w, first_of in_window h w /\ scan (false, best, index) = (true, element h w, number h w).
Proof.
  intros Hw R. pose proof (scan_finds best index) as F. destruct (scan _) as [[[|] best'] index']; cbn in F.
  - destruct F as (h & w & First & -> & ->). now exists h, w.
  - rewrite (F _ _ Hw) in R. discriminate.
Qed.

(* There is but one. *)
Theorem first_unique seen h w h' w' : first_of seen h w -> first_of seen h' w' -> h = h' /\ w = w'.
Proof.
  intros (S & R & F) (S' & R' & F'). destruct (F _ _ S' R') as [L B], (F' _ _ S R) as [L' B'].
  destruct (Z.lt_trichotomy h h') as [?|[->|?]].
  - exfalso. apply (Qlt_not_le _ _ (B' ltac:(lia))). assumption.
  - destruct (Z.lt_trichotomy w w') as [?|[->|?]]; [|now split|]; exfalso.
    + apply (Qlt_not_le _ _ (B' ltac:(lia))). assumption.
    + apply (Qlt_not_le _ _ (B ltac:(lia))). assumption.
  - exfalso. apply (Qlt_not_le _ _ (B ltac:(lia))). assumption.
Qed.
End FirstMaximum.
