"""Certificates: theorems whose proof is a sum of products, checked by exact polynomial arithmetic and no solver."""
