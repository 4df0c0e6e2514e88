"""What a document says of the attributes: domains, lengths, bounds, restrictions."""
