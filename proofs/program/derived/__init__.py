"""A second derivation of the reference's conditions, and that it demands what the first one does."""
