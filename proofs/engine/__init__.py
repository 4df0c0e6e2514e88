"""The engine: statements, solvers, search, and the rules of proof, written once."""
