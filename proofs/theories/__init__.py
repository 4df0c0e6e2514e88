"""The theories: what is claimed of MaxPool and decided by the solvers, one topic a file."""
