"""The bit-precise theories: what holds of the bit patterns of each element type."""
