"""Tables and the page, generated from an operator."""
