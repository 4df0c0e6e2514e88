"""What an author has not finished: working notes left in the text.

A note is a marker, or a remark in quotes, parentheses or comments, known by its first word or by its language: editors
speak to themselves in their own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from proofs.audit.rulebook.findings import Finding
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.numberwords import any_of
from spec.documents.prose.sentences import PROSE, offset

_MARKER = re.compile(r"(?<![\w`])(?:TODO|FIXME|TBD|TBC|T\.B\.D\.|XXX)(?!\w)|\?\?\?+")
_COMMENT = re.compile(r"<!--(.{0,4000}?)-->", re.S)
_NOT_NOTE = re.compile(r"^\W*(?:note|nb|warning|caution|important|tip|remark)\b", re.I)
_PHRASES = any_of(
    r"^(?:make sure|be sure|to do|to be (?:added|checked|done|completed|confirmed|fixed|moved)|should we|do we|"
    r"we (?:should|need to)|need(?:s)? to|not sure|why\b.*\?|is (?:this|it)\b.*\?|are (?:we|these)\b.*\?|"
    r"il faut|à (?:vérifier|tester|faire|compléter|revoir)|s['’]assurer|"
    r"zu (?:prüfen|klären|ergänzen)|da (?:fare|verificare)|hay que)",
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|\$[^$]*\$")
_LANGUAGES = Path(__file__).with_name("languages.toml")
_ENGLISH = "English"
MOST_SAMPLE = 100_000


def working_notes(document: Document) -> Iterator[Finding]:
    """Each note once, where it begins."""
    main = main_language(sample(document))
    for block in document.blocks:
        if found := _note(block, main):
            yield _finding(offset(document, block, found[0]), found[1])
    quoted = [(p.start, p.end) for p in document.of(Kind.CODE)]
    for comment in _COMMENT.finditer(document.text):
        said = comment[1]
        is_left = _MARKER.search(said) or _begins_as_note(said) or _is_foreign(said, main)
        if is_left and not any(start <= comment.start() < end for start, end in quoted):
            yield _finding(comment.start(), said)


def _finding(start: int, note: str) -> Finding:
    line = " ".join(note.split())
    shown = f"`{line[:60]}{'…' if len(line) > 60 else ''}`"
    return Finding("working-note", start, f"a working note was left here: {shown}")


def noted(document: Document) -> Iterator[Block]:
    """The blocks that are notes: what they say is not the document's."""
    main = main_language(sample(document))
    return (block for block in document.blocks if _note(block, main))


def _note(block: Block, main: str) -> tuple[int, str] | None:
    """Where in a block a note begins, and its text; what a note says is not the document's."""
    text = block.text
    bare = text.strip()
    if block.shape in (Shape.CODE, Shape.MATH, Shape.MARKUP) or not bare:
        return None
    prose = "".join(" " * len(p.text) if p.kind in (Kind.CODE, Kind.MATH) else p.text for p in block.pieces)
    if marker := _MARKER.search(prose):
        return (0 if block.shape is Shape.NOTE else marker.start()), text[marker.start() :]
    aside = block.shape is Shape.NOTE or (bare.startswith("(") and bare.rstrip(".").endswith(")"))
    emphasised = all(p.kind is Kind.EMPHASIS or not p.text.strip() for p in block.pieces if p.kind is not Kind.ANCHOR)
    if not (aside or emphasised) or block.shape in (Shape.HEADING, Shape.CELL) or _NOT_NOTE.match(bare):
        return None
    if (aside and _begins_as_note(bare)) or _is_foreign(bare, main):
        return len(text) - len(text.lstrip()), text
    return None


# --- languages ----------------------------------------------------------------------------------


def sample(document: Document) -> str:
    """The beginning of a document's prose, from which its language and its subject are known."""
    return " ".join(block.text for block in document.blocks if block.shape in PROSE)[:MOST_SAMPLE]


@cache
def _listed(what: str) -> Mapping[str, frozenset[str]]:
    """The `function_words` or the `editors_verbs` of each language."""
    languages = tomllib.loads(_LANGUAGES.read_text(encoding="utf-8"))
    return {name: frozenset(words[what].split()) for name, words in languages.items()}


def _words(text: str) -> list[str]:
    """The words of a text in lower case, what is quoted left out."""
    return [w.lower() for w in _WORD.findall(_QUOTED.sub(" ", text).replace("’", " ").replace("'", " "))]


def _scores(text: str) -> dict[str, int]:
    """How many words of a text are function words of each language."""
    found = _words(text)
    return {language: sum(word in known for word in found) for language, known in _listed("function_words").items()}


def main_language(text: str) -> str:
    """The language that most of a text is in; English where nothing tells."""
    scores = _scores(text)
    best = max(scores, key=lambda language: scores[language])
    return best if scores[best] > scores[_ENGLISH] else _ENGLISH


def _is_foreign(text: str, main: str) -> bool:
    """Whether a text is clearly in another language than the main one."""
    scores = _scores(text)
    other = max((n for language, n in scores.items() if language != main), default=0)
    return other >= 2 and other > scores[main]


def _begins_as_note(text: str) -> bool:
    """Whether a text begins as an editor speaks to himself: an imperative or infinitive, in any of the languages."""
    bare = text.lstrip(" \t\n(*_>-–—[").strip()
    found = _words(bare)
    if _PHRASES.match(bare) or found[:2] == ["s", "assurer"]:
        return True
    return bool(found) and any(found[0] in verbs for verbs in _listed("editors_verbs").values())
