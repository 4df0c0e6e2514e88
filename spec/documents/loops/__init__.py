"""Algorithms that a document writes as loops, in pseudo-code or in a programming language: what they compute."""
