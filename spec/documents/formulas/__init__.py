"""A document's formulas: signs, trees, what its names mean, and the terms that they are."""
