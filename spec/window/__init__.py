"""Windows that slide along spatial axes: their quantities, when they meet the input, and the clauses on them."""
