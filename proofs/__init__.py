"""WHY it holds: obligations, solvers, theories, worked examples. Imports `reference` and `spec`, and nothing above."""
