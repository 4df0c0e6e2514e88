"""The formulas that a document states: in mathematics, in code, in sentences; each with when it holds."""
