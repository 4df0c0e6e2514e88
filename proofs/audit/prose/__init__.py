"""A document's prose, judged: types, names, axes, padding, open questions."""
