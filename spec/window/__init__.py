"""A window on one spatial axis: its quantities and when it meets the input, for every operator that slides windows."""
