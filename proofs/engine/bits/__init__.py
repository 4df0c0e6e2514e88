"""Statements on bit patterns: their text, what it says in arrays of patterns, and in decision diagrams."""
