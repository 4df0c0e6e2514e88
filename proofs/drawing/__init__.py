"""Drawings: a scene of cells, windows and taps, and its two renderings, for terminals and as SVG."""
