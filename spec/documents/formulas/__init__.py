"""A document's formulas: signs, trees, the quantities of the operator, and phrases that name them."""
