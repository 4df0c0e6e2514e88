"""The documents' worked examples as data, one file per document, cells kept as they are printed."""
