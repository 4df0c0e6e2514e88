"""The documents' worked examples, executed by the reference."""
