"""Conv in its restricted profile: what it shares with all windows, its weights and groups, and the sum of products."""
