"""What the parameters of a plain function in C are in the clauses: by their names, or as a `--map` file says."""
