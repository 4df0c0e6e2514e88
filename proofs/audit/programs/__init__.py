"""The definitions of Y and Indices that a document writes, as programs that are run."""
