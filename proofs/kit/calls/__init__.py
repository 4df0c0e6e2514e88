"""The kit's calls: classes solved and combined, tensors of the classes of elements, calls that break one clause."""
