"""Worked examples as documents write them: attributes, stated shapes, tensors, listings of other implementations."""
