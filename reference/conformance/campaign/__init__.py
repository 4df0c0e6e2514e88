"""A campaign: batches of calls put to a runtime, compared, made small, added up."""

DEFAULT_CASES = 6500
"""Of which more than 5,000 are legal calls on other attributes, or another shape, than all the rest."""
