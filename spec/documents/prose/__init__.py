"""A document's prose: sentences, sections, types, and the places that a reference can lead to."""
