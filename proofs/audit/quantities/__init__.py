"""What sentences say of quantities of a call, read by one grammar and decided by the clauses."""
