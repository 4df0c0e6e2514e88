"""AveragePool in its restricted profile: what it shares with all windows, and the average."""
