"""The schemas of what mutation says: of scores, and of links."""

from __future__ import annotations

MUTATE = "maxpool/mutate/1"
LINKS = "maxpool/links/1"
