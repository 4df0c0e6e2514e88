"""A user's own runtime, as an adapter: a function of Python, a function of a library in C, a command."""
