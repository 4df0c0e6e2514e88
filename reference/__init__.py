"""WHAT computes it: the plain loops and the parent operators. Imports `spec`, and nothing above."""
