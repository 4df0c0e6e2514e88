"""A test kit from the boundary classes of `spec/maxpool/classes`: solved, expected, measured, written.

- `calls/`: `solving` gives the smallest values for some classes together, or the proof that there are none, and by
  which clauses; `combining` every combination of classes up to a strength, axis by axis, and the calls that come of
  them; `elements`, `broken`: tensors of the classes of elements; calls that break one clause, by one and by more.
- `adequacy/`: which mutants of the reference, of the operator in C and of the clauses each case kills, and the fewest
  cases that kill all.
- `strategies`: for Hypothesis, of legal calls and of calls that break a clause.
- `cards`, `files`: what is written: cards, a notebook, ONNX's folders, tests for pytest and Hypothesis.
"""
