"""A network's MaxPool nodes held against the profile: clause by clause, for all sizes that are left open."""
