"""The text of the theory in WhyML, and of its adapter, made from the clauses."""
