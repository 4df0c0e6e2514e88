"""What an operator is: clauses with labels, claims of documents, and a call checked against them."""
