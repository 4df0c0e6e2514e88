"""Mutants of the source of functions, in Python and in C, and the proof as what must notice them."""
