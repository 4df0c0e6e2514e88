"""A parsed function run on calls: the bounded route, witnesses, and their replay by Python."""
