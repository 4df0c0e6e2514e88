"""Readers: an author's document becomes blocks of text, and these become claims. A document is data: nothing runs."""
