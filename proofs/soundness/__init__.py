"""False things, each with the reason and the evaluation that shows it: a prover that accepts one is wrong."""
