"""The container of a package: its files, their names, their one form of writing."""
