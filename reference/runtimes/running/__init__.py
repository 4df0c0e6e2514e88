"""A runtime found by its name, and run in a process of its own: that it ends or hangs is an answer like others."""
