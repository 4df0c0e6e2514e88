"""What the clauses' statements allow and reject, said a second time in plain Python, of small situations."""
