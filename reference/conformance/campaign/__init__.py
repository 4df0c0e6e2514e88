"""A campaign: batches of calls put to a runtime, compared, made small, added up."""
