"""The report of a package for a person."""
