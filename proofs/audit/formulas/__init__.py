"""A document's formulas, judged: sizes, cells, constraints, letters, versions."""
