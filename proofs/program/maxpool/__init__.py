"""The proof of a MaxPool implementation: roles of its parts, invariants, plan."""
