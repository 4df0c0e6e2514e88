"""Times of the check and of the fast twin, measured."""
