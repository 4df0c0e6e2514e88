"""The compiler's parser: a file of C to a small typed tree."""
