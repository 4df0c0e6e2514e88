"""Printed numbers and tensors: what stands in a document becomes cells with their places."""
