"""What C computes from elements, on every bit pattern: is it the clauses' value of one, or their order of two?"""
