"""The tree to the instructions that are proved."""
