"""An explanation for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from proofs.drawing.text import to_text
from proofs.engine.statement import Outcome
from proofs.reports.explain import Settled
from proofs.reports.show import values_text
from proofs.reports.strength import Strength

_NARROWEST = 40


def show_settled(console: Console, settled: Settled) -> None:
    """The explanation in full: what is written, what decides it, and the drawing."""
    told = settled.explanation
    console.rule(Text(told.label, style="bold"), align="left")
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, text, style in _rows(settled):
        table.add_row(Text(name), Text(text, style=style))
    console.print(table, soft_wrap=False)
    if told.scene is not None:
        console.print()
        console.print(to_text(told.scene, max(_NARROWEST, console.width)))


def _rows(settled: Settled) -> Iterator[tuple[str, str, str]]:
    """Name, text and style of each line; a name stands once before all of its texts."""
    told, result = settled.explanation, settled.result
    sections = (
        ("", (f"{told.title} ({told.kind})",)),
        ("", (told.statement,)),
        ("formula", told.formulas),
        ("where", told.abbreviations),
        ("assumes", told.assumptions),
        ("source", (str(told.source),)),
        ("restated", tuple(map(str, told.restated))),
        ("reason", (told.rationale,) if told.rationale else ()),
        ("instead", told.alternatives),
        ("note", told.notes),
    )
    for name, texts in sections:
        for i, text in enumerate(texts):
            yield "" if i else name, text, ""
    if settled.strength is not None:
        yield from _by_itself(settled.strength)
    if result is not None:
        outside = f", outside the profile by {result.restriction}" if result.restriction else ""
        problem = f": {result.problem}" if result.problem else ""
        yield "executed", f"{result.verdict}{outside}{problem}", "red" if result.problem else ""
    elif not settled.decisions:
        yield "decided by", "no obligation; only the tests check the reference against it", ""
    for i, decision in enumerate(settled.decisions):
        style = "" if decision.as_expected else "bold red"
        for line in _decided(decision):
            yield "" if i else "decided by", line, style
            i = 1


def _by_itself(strength: Strength) -> Iterator[tuple[str, str, str]]:
    """What became of a clause that was held alone."""
    yield "by itself", f"{strength.verdict}; allows {strength.allowed} situations, rejects {strength.rejected}", ""
    yield from (("", problem, "bold red") for problem in strength.problems)


def _decided(decision: Outcome) -> Iterator[str]:
    """An obligation's verdict with its routes; for a refuted one, the counterexample."""
    obligation, witness = decision.obligation, decision.witness
    routes = ", ".join(f"{r.name} {r.seconds:.2f} s" for r in decision.routes)
    yield f"{obligation.label}: {decision.verdict} in {decision.seconds:.2f} s" + (f" ({routes})" if routes else "")
    if witness is not None:
        said, found = (
            obligation.contradiction(witness),
            "the smallest counterexample" if witness.minimal else "a counterexample",
        )
        # A goal that merely fails stands above already.
        yield f"  {found if said.startswith('fails: ') else said}: {values_text(obligation.readable(witness.values))}"
    if not decision.as_expected:
        yield f"  expected is {obligation.expected}. {decision.problem}".rstrip()
