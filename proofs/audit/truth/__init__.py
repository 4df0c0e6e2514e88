"""What formulas are held against, in which mood they stand, and how witnesses are named."""
