"""What a function's parameters are in the clauses."""
