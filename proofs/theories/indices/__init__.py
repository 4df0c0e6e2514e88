"""The indices theory: one number for each element of X, and what can be read from it."""
