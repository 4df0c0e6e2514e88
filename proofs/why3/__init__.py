"""The specification in WhyML, generated from the clauses; Why3's provers on it, and on anybody's theory."""
