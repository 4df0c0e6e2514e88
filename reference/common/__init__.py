"""What several rooms need and no user sees: files, printing, identity. It imports nothing of the house."""
