"""What sentences say, held against the clauses that decide it."""
