"""The page of what an audit reads: titles, labels, forms of formulas and of words, from the data that reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from proofs.audit.lexicon.patterns import rewordings
from proofs.audit.lexicon.topics import ProseTopic, topics
from proofs.audit.quantities.forms import QUANTITY_FORMS
from proofs.audit.rulebook.forms import CASES, ELEMENTS, FORMS, LOOPS, PHRASES, STEPS, TABLES, TOLD, ReadForm
from proofs.audit.rulebook.pageforms import PAGES
from proofs.audit.sentences.framed import frames
from proofs.audit.sentences.understand import understand
from spec.tables.markdown import markdown_table
from spec.tables.tables import GENERATED

NAME = "audit-reads.md"

TITLES: Sequence[ReadForm] = (
    ReadForm("a name", "# MaxPool", "MaxPool", "# Pooling"),
    ReadForm("a name and types", "## **MaxPool** (real)", "MaxPool", "## GlobalMaxPool (real)"),
    ReadForm("a name and a version", "# MaxPool-12", "MaxPool", "# MaxUnpool-11"),
    ReadForm("a name and its kind", "# The MaxPool operator", "MaxPool", "# The operator"),
    ReadForm("its words apart", "# Max pooling", "MaxPool", "# Average and max pooling"),
    ReadForm("a name and what follows", "# MaxPool: sizes and ties", "MaxPool", "# MaxPool and MaxUnpool"),
    ReadForm("a signature", r"$Y, Indices = \text{MaxPool}(X)$", "MaxPool", r"$Y = \max(X)$"),
    ReadForm("a sentence", "The MaxPool operator takes the maximum of each window.", "MaxPool", "As MaxPool does."),
)
"""How a page, or a part of one, says which operator it describes."""

LABELS: Sequence[ReadForm] = (
    ReadForm("in brackets", "See [C1].", "C1", "See C1."),
    ReadForm("as code", "See `C1` and `[C2]`.", "C1, C2", "See `C1 is met`."),
    ReadForm("several", "By [C1, C2] and (C1)(C2).", "C1, C2, C1, C2", "By C1, C2."),
    ReadForm("behind their kind", "The constraints C1 and C2 hold.", "C1, C2", "Cases C1 and C2."),
)
"""How a text names labels outside of links; `C1` and `C2` are given by the page."""


def _line(step: str) -> str:
    """A step on one line of a table."""
    return " / ".join(map(str.strip, step.split("\n")))


def _on_lines(forms: Sequence[tuple[str, ReadForm]]) -> Sequence[ReadForm]:
    """Forms of several lines, each on one line of a table."""
    return [replace(form, example=_line(form.example), unread=_line(form.unread)) for _, form in forms]


READS: Mapping[str, tuple[str, Sequence[ReadForm]]] = {
    "Which operator is described": (
        "A heading, a signature or a sentence at the beginning says it; `--operator NAME` states it.",
        TITLES,
    ),
    "Labels": ("A mention is looked up among the labels that lists and tables give.", LABELS),
    "Formulas": ("LaTeX, and code in running text.", FORMS),
    "Sizes in sentences": (
        "Read with its formula as an equation; of any other sentence the formula is not read.",
        TOLD,
    ),
    "What names stand for": ("Said behind `is`, in a table of symbols, or in front of the name.", PHRASES),
    "Sets, taps and positions": (
        "Judged where names are explained: here `(s_h, s_w)` is `strides` and `(p_t, p_l, p_b, p_r)` is `pads`, and so "
        "on. What it is judged as is the kind of its claim.",
        ELEMENTS,
    ),
    "Formulas under conditions": (
        "Judged under conditions that the same sentence gives as formulas; under others it is not judged at all, and "
        "defines no name.",
        CASES,
    ),
    "Tables": (
        "A row is read by the headings of its columns. A table of examples is read where each of its headings but the "
        "first is a quantity or an attribute.",
        TABLES,
    ),
    "Loops": (
        "A listing that goes over the elements of Y and the taps of their windows, as pseudo-code or in a programming "
        "language, by indentation or by braces, is proved from its parts, NaN aside. With any statement that is not "
        "read, none of it is.",
        [form for _, form in LOOPS],
    ),
    "Steps": (
        "The same as a list of steps in sentences, nested where they belong to a loop. With any step that is not read, "
        "none is.",
        _on_lines(STEPS),
    ),
    **{topic: (about, _on_lines(forms)) for topic, about, _, forms in PAGES},
}
"""Each topic: what it is about, and its forms."""


SENTENCES = (
    "A sentence, or a cell behind the name of a tensor or an attribute, is understood to its last word as one of these "
    "rules, or it agrees with nothing; what is said in several parts is understood if each part is. The words may be "
    "others of the lexicon, and the parts may stand in another order."
)
QUANTITIES = (
    "What no rule above understands is read once more as a statement on the quantities of a call: sizes, entries of "
    "attributes, numbers of axes and entries, formulas in words. It is decided for all legal calls. Where a sentence "
    "can be read in several ways, only what all of them have in common is concluded. A dilation that an example does "
    "not name is 1, and padding is 0."
)
WORDINGS = (
    "A sentence that is not read as it stands is read in another wording that says no more and no less, where a part "
    "of it has one."
)
CLAUSES = (
    "What no rule above understands as a whole may still contradict: in one clause of the sentence that stands by "
    "itself, or by the words of such a clause in any order, if they are no others than a frame names. Nothing agrees "
    "by that, and where it contradicts nothing the sentence is not understood."
)
OF_CLAUSES = ("Clause", "For example", "Reported as", "Nothing is said by it in")
OF_QUANTITIES = ("Form", "Agrees", "Does not agree", "Reported as", "Not read")
HEAD = ("About", "For example", "Understood as", "Reported as")


def reads_page() -> str:
    """The page: for each topic a table of forms, as what each is understood, and a near one that is not read."""
    parts = [
        "# What `maxpool audit` reads",
        "What is written otherwise is not understood: no rule is taken from it, and nothing is judged by it. The last "
        "lines of an audit say how much was understood, and `maxpool audit --coverage` lists the rest. A test reads "
        "each example below, and sees that what stands beside it is not read.",
    ]
    for topic, (about, forms) in READS.items():
        rows = [(form.name, _code(form.example), _code(form.meaning), _code(form.unread)) for form in forms]
        table = markdown_table(["Form", "For example", "Understood as", "Not read"], rows)
        parts += [f"## {topic}", about, "\n".join(table)]
    parts += ["## Sentences", SENTENCES, "\n".join(markdown_table(HEAD, list(_sentences())))]
    clauses = [
        (each.name, _code(each.says[0]), _code(topics()[each.topic].finding), _code(each.other[0])) for each in frames()
    ]
    parts += ["## Clauses that contradict", CLAUSES, "\n".join(markdown_table(OF_CLAUSES, clauses))]
    parts += ["## Quantities in sentences", QUANTITIES, "\n".join(markdown_table(OF_QUANTITIES, _quantities()))]
    wordings = [(each.name, _code(each.says), _code(each.same), _code(each.other)) for each in rewordings()]
    heads = ["Wording", "For example", "Read as", "Not in"]
    parts += ["## Other wordings", WORDINGS, "\n".join(markdown_table(heads, wordings))]
    return "\n\n".join([*parts, f"<!-- {GENERATED.replace('clauses', 'forms that are read')} -->\n"])


def _sentences() -> Iterator[Sequence[str]]:
    """A row for each example of each topic: as what it is understood, and what reports it if it is wrong."""
    for topic in topics().values():
        for reported, examples in (("", topic.agrees), (topic.finding, topic.disagrees)):
            for said in examples:
                yield topic.name, _code(said), _code(meaning_of(said, topic)), _code(reported)


def _quantities() -> Sequence[Sequence[str]]:
    said = [(form.agrees, form.disagrees, form.finding, form.unread) for form in QUANTITY_FORMS]
    return [(form.name, *map(_code, row)) for form, row in zip(QUANTITY_FORMS, said, strict=True)]


def meaning_of(said: str, topic: ProseTopic) -> str:
    """What a sentence says of a topic, in a few words; empty if it is not understood to speak of it."""
    return next((m.text for m in understand(said).meanings if m.topic.name == topic.name), "")


def _code(text: str) -> str:
    """A piece of a document as code in a table's cell."""
    if not text:
        return ""
    mark = "``" if "`" in text else "`"
    gap = " " if "`" in text else ""
    return f"{mark}{gap}{text}{gap}{mark}"
