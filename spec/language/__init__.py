"""The term language: integer arithmetic and logic, kept as it was written, and the one fold over it."""
