"""The files of a package: each read within limits and written in one form."""
