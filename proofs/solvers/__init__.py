"""The solvers, each behind one face: what they are asked, what they may spend, and what they answer."""
