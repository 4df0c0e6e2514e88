"""A program in a small subset of Python, proved from its source against the clauses."""
