"""A document's worked examples, judged by the reference."""
