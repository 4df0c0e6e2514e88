"""A campaign: batches of calls put to a runtime, compared, made small, added up."""

BUDGET = 240.0
"""Seconds for each runtime, as the command has it."""
DEFAULT_CASES = 6500
"""Of which more than 5,000 are legal calls on other attributes, or another shape, than all the rest."""
