"""What Coq's kernel checks: statements generated from the terms, and proofs written by hand."""
