"""The windows theory: when each window meets the input."""
