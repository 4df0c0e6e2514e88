"""The pages of a package: what stands on them, and the templates that say how."""
