"""The ledger: each theorem, what it stands on, by which routes it is shown, and what each route asks to be trusted."""
