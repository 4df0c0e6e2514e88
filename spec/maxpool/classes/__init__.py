"""The boundary classes of a call: what the clauses' formulas divide each attribute and quantity into."""
