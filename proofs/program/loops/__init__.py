"""Loops that a function has in one piece, or asks at their end, in the form in which they are proved."""
