"""What the explorer's page computes with: JavaScript made from an operator's clauses."""
