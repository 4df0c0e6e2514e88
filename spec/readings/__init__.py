"""What a term becomes: a value, a z3 term, a sympy expression, LaTeX, plain text, SMT-LIB. One small table each."""
