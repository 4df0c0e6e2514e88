"""The subset of Python, parsed: statements, expressions, sorts; what is outside it is refused."""
