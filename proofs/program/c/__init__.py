"""The subset of C: read by the compiler's own parser, typed, and put into the instructions that are proved."""
