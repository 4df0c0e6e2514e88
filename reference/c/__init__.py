"""MaxPool in plain C11: `maxpool.c` and `maxpool.h`, its statuses made from the clauses, and how Python calls it."""
