"""MaxPool in the SONNX profile: its clauses, its names, its relatives. Read `operator.py` first."""
