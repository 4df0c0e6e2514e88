"""WHAT must hold: terms and their readings, clauses, worked examples, tables.

The ground floor: nothing here imports a room above it.
"""
