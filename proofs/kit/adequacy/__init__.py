"""How much the kit notices: mutants, each run on the cases, and the fewest cases that kill all that is killed.

- `loops`: mutants of the reference's loops; `in_c`, with `driver.c`: of the operator in C.
- `clauses`: mutants of the clauses, on the call and over outputs.
- `measured`: all of them together, the core, the table.
"""
