"""Terms as JavaScript: how each becomes an expression, and the functions that expressions are written with."""
