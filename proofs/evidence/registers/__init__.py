"""The registers of a package: what is assumed, derived, missing and wrong, by lasting names; and who said what."""
