"""The specification as it should read: one page in the style of the SONNX documents, generated from an operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from spec.examples.model import Example, Grid
from spec.language.terms import Variable
from spec.operator.clauses import Clause, Constraint, Decision, Definition, Restriction, Scope
from spec.operator.operator import Operator
from spec.operator.stated import stated
from spec.readings.latex import to_latex
from spec.tables.tables import GENERATED, printed, restrictions_table


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of clauses as the page shows it: its name in the clauses, its heading, and what it is.

    `kind` is the variable of which a clause says what kind of thing the subject is; the heading ends with that.
    """

    name: str
    heading: str
    what: str = ""
    kind: Variable | None = None

    def title(self, operator: Operator) -> str:
        """The heading, with the kind as the documents write it: `int`, `list of ints`."""
        if self.kind is None:
            return self.heading
        return f"{self.heading}: {str(stated(operator, self.kind)).replace('integer', 'int')}"


def no_lines(_: Operator) -> Iterable[str]:
    """No informal specification."""
    return ()


@dataclass(frozen=True, slots=True)
class Words:
    """What the page says around the clauses, which are all it takes: without words there is a page too.

    `signature` and `errors` are lines; `informal` makes those of the informal specification. `groups` are headings with
    the subjects below each. `with_formula` are the labels of call-wide clauses whose formula says more than the words.
    """

    types: tuple[str, ...] = ()
    signature: tuple[str, ...] = ()
    informal: Callable[[Operator], Iterable[str]] = no_lines
    examples: tuple[Example, ...] = ()
    attributes: tuple[str, ...] = ()
    errors: tuple[str, ...] = (
        "A call that breaks a restriction or a constraint of this page is an error that names it.",
    )
    groups: tuple[tuple[str, tuple[Subject, ...]], ...] = ()
    with_formula: frozenset[str] = frozenset()


WORDLESS = Words()


def page(operator: Operator, words: Words = WORDLESS) -> str:
    """The page, in Markdown with LaTeX."""
    sections = (_head, _restrictions, _informal, _examples, _errors, _groups)
    return "\n".join(line for section in sections for line in section(operator, words)) + "\n"


def _head(operator: Operator, words: Words) -> Iterator[str]:
    yield from (f"<!-- {GENERATED} -->", "", f"# **{operator.name}**", "")
    if words.types:
        yield from (f"For elements of type {', '.join(words.types)}.", "")
    if words.signature:
        yield from ("## Signature", "", *words.signature, "")


def _restrictions(operator: Operator, _: Words) -> Iterator[str]:
    if table := restrictions_table(operator):
        yield from ("## Restrictions", "", *table, "")


def _informal(operator: Operator, words: Words) -> Iterator[str]:
    lines = tuple(words.informal(operator))
    if lines:
        yield from ("## Informal specification", "", *lines, "")


def _examples(_: Operator, words: Words) -> Iterator[str]:
    for number, example in enumerate(words.examples, 1):
        yield from (f"### Example {number}", "", f"- Data type: {example.dtype}")
        yield f"- Shape of $X$ = {list(example.X.shape)}"
        for name in words.attributes:
            entries = example.attributes[name]
            assert isinstance(entries, tuple)
            yield f"- {name.replace('_', chr(92) + '_')} = {list(entries)}"
        yield f"- Shape of $Y$ = {list(example.shape_Y)}"
        yield f"- Shape of $Indices$ = {list(example.shape_Y)}"
        yield ""
        yield from _tensors(example)


def _tensors(example: Example) -> Iterator[str]:
    for name, grid in (("X", example.X), ("Y", example.Y), ("Indices", example.Indices)):
        assert isinstance(grid, Grid)
        yield from ("```math", f"{name} =", *_matrix(grid.shape, grid.cells, ""), "```", "")


def _matrix(shape: Sequence[int], cells: Sequence[str], indent: str) -> Iterator[str]:
    """Nested matrices; the two innermost axes are one."""
    yield rf"{indent}\begin{{bmatrix}}"
    size = len(cells) // shape[0]
    for k in range(shape[0]):
        part = cells[k * size : (k + 1) * size]
        if len(shape) == 2:
            yield f"{indent}  {' & '.join(part)} \\\\"
        else:
            yield from _matrix(shape[1:], part, f"{indent}  ")
            yield f"{indent}  \\\\"
    yield rf"{indent}\end{{bmatrix}}"


def _errors(_: Operator, words: Words) -> Iterator[str]:
    yield from ("## Error conditions", "", *words.errors, "")


def _groups(operator: Operator, words: Words) -> Iterator[str]:
    """The clauses, below the headings of their subjects."""
    subjects = dict.fromkeys(clause.subject for clause in operator.clauses)
    default = (("Clauses", tuple(Subject(name, f"`{name}`") for name in subjects)),)
    for heading, group in words.groups or default:
        yield from (f"## {heading}", "")
        for subject in group:
            yield from (f"### {subject.title(operator)}", "")
            if subject.what:
                yield from (subject.what, "")
            yield from _clauses(operator, subject.name, words)


def _clauses(operator: Operator, subject: str, words: Words) -> Iterator[str]:
    """The constraints and decisions on a subject, numbered."""
    yield from ("#### Constraints", "")
    clauses = [clause for clause in operator.clauses if clause.subject == subject and clause.scope is not Scope.CELL]
    for number, clause in enumerate(clauses, 1):
        # A restriction has its anchor in the table above, and is the reason for the constraint here.
        anchor = "" if isinstance(clause, Restriction) else f'<a id="{clause.label}"></a> '
        yield f"- `[C{number}]` {anchor}{clause.title}"
        yield f"    - Statement: {clause.statement}"
        if _has_formula(clause, words):
            yield from (f"        - ${to_latex(t)}$" for t in printed(operator, clause))
        yield f"    - Rationale: {f'`[{clause.label}]`' if isinstance(clause, Restriction) else clause.rationale}"
    yield ""


def _has_formula(clause: Clause, words: Words) -> bool:
    if not isinstance(clause, Constraint | Definition | Decision):
        return False
    return clause.scope is Scope.AXIS or clause.label in words.with_formula
