"""What may be assumed under a label: a clause or a claim as it stands, an instance of it, a lemma as it was proved."""
