"""The family theory: which relatives are this operator, and exactly where the others go wrong."""
