"""What every mutation driver has in common."""
