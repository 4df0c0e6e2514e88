"""The prover, changed so that it is unsound: what notices each change."""
