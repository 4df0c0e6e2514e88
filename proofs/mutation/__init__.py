"""Mutation: one change to a clause, a program or a link, and what notices it."""
