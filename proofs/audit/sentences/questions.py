"""Questions that a text answers itself: `May an attribute be left out? No.`, `Do windows overlap? They do where ...`.

A question with its answer is a statement: its verb stands behind its subject, and is denied where the answer denies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.lexicon.answer import Understood
from proofs.audit.sentences.understand import understand

_ASKED = re.compile(
    r"^\W*(?P<verb>do|does|can|could|may|must|should|will|is|are|has|have)\s+(?P<rest>[^?]{3,160})\?\W*$", re.I
)
_AGAIN = r"(?:,\s+(?:it|they|you|we|one)\s+(?:do|does|can|may|must|is|are|cannot)(?:\s+not|n't)?(?=\s*[.;:,!]))?"
_ANSWER = re.compile(
    rf"^\W*(?:(?P<yes>yes){_AGAIN}|(?P<no>no|never|neither|not at all|not in a (?:valid|legal) call){_AGAIN}"
    r"|(?:they|it|you|we|one)\s+(?P<verb>do|does|can|may|must|should|will|is|are|has|have)(?P<not>\s+not|n't)?"
    r"|(?:they|it|you|we|one)\s+(?P<cannot>cannot))\b\s*(?P<mark>[.,:;!]?)\s*(?P<more>.*)$",
    re.I | re.S,
)
_DENIES = re.compile(r"\b(?:not|no|never|none|neither|nor|without)\b|n't\b", re.I)
_DO = ("do", "does")
MOST_WORDS = 8
"""The longest subject of a question."""


def answered(question: str, answer: str, attribute: str = "") -> Understood | None:
    """What a question and the sentence behind it say together; None where that is no answer of yes or no, or its
    question is not understood."""
    asked, found = _ASKED.match(question), _ANSWER.match(answer)
    if asked is None or found is None:
        return None
    is_denied = bool(found["no"] or found["not"] or found["cannot"])
    if is_denied and _DENIES.search(asked["rest"]) is not None:
        return None  # Of two denials, nothing is said to be understood.
    goes_on = bool(found["verb"]) and not found["mark"]
    statement = _agreed(
        [f"{each} {found['more'] if goes_on else ''}" for each in _statements(asked, is_denied=is_denied)], attribute
    )
    behind = "" if goes_on else found["more"][:1].upper() + found["more"][1:]
    more = understand(behind, attribute) if behind else None
    if more is None or statement is None:
        return statement or (replace(more, whole=False) if more is not None and more.meanings else None)
    # What is not understood behind it may take the answer back: then nothing agrees.
    is_read = more.whole and bool(more.meanings)
    kept = (each for each in statement.meanings if is_read or compare(each, Place()).wrong)
    return replace(statement, meanings=(*kept, *more.meanings), whole=is_read)


def _agreed(statements: Sequence[str], attribute: str) -> Understood | None:
    """What those of some statements say that are understood as a whole, if that is one thing."""
    read = (understand(each, attribute) for each in statements)
    said = [each for each in read if each.whole and each.meanings]
    told = {tuple((m.topic.name, m.answer, m.negated) for m in each.meanings): each for each in said}
    return next(iter(told.values())) if len(told) == 1 else None


def _statements(asked: re.Match[str], *, is_denied: bool) -> Iterator[str]:
    """The question as a statement, for each place at which its subject may end."""
    words = asked["rest"].split()
    verb = "" if asked["verb"].lower() in _DO and not is_denied else asked["verb"].lower()
    for end in range(1, min(len(words), MOST_WORDS)):
        yield " ".join(filter(None, (*words[:end], verb, "not" if is_denied else "", *words[end:])))
