"""The audit of an author's document: its claims, judged by the same clauses, solvers and reference as all else."""
