"""WHAT must hold: terms and their readings, clauses, operators, documents, worked examples, tables.

The ground floor: no module of it imports a room above. Its tests do, for they decide what stands here.
"""
