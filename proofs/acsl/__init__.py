"""The implementation in C under ACSL annotations made from the clauses, and Frama-C's WP on it."""
