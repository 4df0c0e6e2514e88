"""What a document says of elements: the definitions of Y and Indices, the places of taps, letters and their ranges."""
