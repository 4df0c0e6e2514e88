"""Symbolic execution: from statements and invariants to conditions, and the conditions to the solvers."""
