"""A document's structure, judged: labels, references, rationales, links."""
