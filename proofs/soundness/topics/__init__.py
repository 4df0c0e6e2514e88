"""False and right statements by what they are about, as data."""
