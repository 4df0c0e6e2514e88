"""A lowered function as one that does the same, and in which the parts of the operator are seen."""
