"""The values theory: Y and Indices are defined, and what follows from their definition."""
