"""Real runtimes held against the specification: cases made from the clauses, their comparison, what comes out."""
