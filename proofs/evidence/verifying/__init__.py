"""The check of a package by somebody who did not make it."""
