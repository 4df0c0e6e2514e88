"""The argument as a drawing in Goal Structuring Notation: goals, solutions, and what is left undeveloped."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from proofs.evidence.pages.markup import rendered
from proofs.evidence.trace.gsn import STRATEGY, TOP, branches
from proofs.evidence.trace.material import Gap, Material
from reference.common import svg

STEP, MARGIN, LINE, WIDE, OPEN = 238, 20, 17, 26, 724
"""From a goal to the next, room around all, a line of text, letters on a line of a goal; where what is left open is."""


def drawing(m: Material, gaps: Sequence[Gap]) -> bytes:
    """The drawing; `gsn.svg` has its shapes and places, but for how large it is."""
    found, top = branches(m, gaps), TOP.format(m.title)
    commit = str(m.tool.get("commit") or "not known")[:12]
    unshown = sum(g.kind == "not shown by any package" for g in gaps)
    width, most = STEP * len(found) + MARGIN, max(len(wrap(branch.left_open, WIDE)) for branch in found)
    body = rendered(
        "gsn.svg",
        branches=found,
        top=top,
        strategy=STRATEGY,
        context=f"Commit {commit}; what is trusted: trust.md",
        assumed=f"{unshown} things that no package shows; {len(gaps)} gaps in all: gaps.csv",
        width=width,
        **{"STEP": STEP, "MARGIN": MARGIN, "LINE": LINE, "WIDE": WIDE, "OPEN": OPEN},
        **{"DIM": svg.DIM, "INK": svg.INK, "PAPER": svg.PAPER, "WHITE": svg.WHITE},
    )
    said = [f"G0: {top} {STRATEGY}"]
    said += [
        f"{b.goal}: {b.claim} Shown by: {b.shown or 'nothing'}. Left open: {b.left_open or 'nothing'}." for b in found
    ]
    title, height = "The argument in Goal Structuring Notation", OPEN + (most + 1) * LINE + MARGIN
    whole = svg.document(width, height, body.strip().split("\n"), title=title, said=" ".join(said), scales=True)
    return whole.encode("utf-8", "backslashreplace")
