"""A package made: what the tool determines, what is given, and what follows from both."""
