"""The qualification kit: what the tool must do, how that was seen, and what an applicant fills in."""
