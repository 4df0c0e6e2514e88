"""The names of a document: what is said of them in sentences, tables and shapes, and formulas as terms over that."""
