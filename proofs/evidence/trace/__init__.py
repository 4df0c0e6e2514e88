"""The traceability of a package: matrix, gaps, argument, and their formats."""
