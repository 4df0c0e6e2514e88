"""Mutants of somebody's function, in C and in Python: each rejected, accepted and the same, refused, or a survivor."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("clang")

from maxpool import app
from proofs.mutation.source.mutated import MutatedC, MutatedPython
from proofs.mutation.source.trials import ProvedMeaning, SourceVerdict, judged, proved_meaning, report
from proofs.program.c.proving import CSource
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS
from proofs.solvers.solvers import SOLVERS, opened
from reference.common.errors import CannotRun
from tests.c_programs import RIGHT, text_of
from tests.program_styles import STYLES

ANY = ProvedMeaning((), {}, (), None)


def mutated_c(file: str, text: str = "") -> MutatedC:
    return MutatedC.of(CSource(file, (text or text_of(file)).encode(), RIGHT[file]))


def numbered(mutated: MutatedC | MutatedPython, *texts: str) -> list[int]:
    """The mutants of these texts, each of which there is."""
    found = [change.text for change in mutated.changes()]
    return [found.index(text) for text in texts]


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.parametrize(
    ("file", "texts"),
    [
        (
            "plain.c",
            [
                "x[i] > best: >=",
                "iw < 0 || iw >= W: &&",
                "iw < 0 || iw >= W: only iw < 0",
                "0: 1",
                "pad_top: pad_left",
                "continue: break",
                "continue: left out",
                "best = x[i]: left out",
                "ih < 0 || ih >= H: negated",
                "n++: --",
                "kernel_h: - 1",
                "0.0f: 1.0f",
            ],
        ),
        ("infinity.c", ["MAX, >: <"]),
        ("dimensions.c", ["ih][iw: the two swapped"]),
        ("status.c", ["oh, ow: the two swapped", "p->stride: kernel", "(int64_t)n * s->c: +"]),
    ],
)
def test_mutants_are_one_small_change(file: str, texts: list[str]) -> None:
    mutated = mutated_c(file)
    changes = mutated.changes()
    found = {change.text for change in changes}
    assert found.issuperset(texts), set(texts) - found
    source = mutated.source.text
    assert len({change.of(source) for change in changes}) == len(changes)
    assert source not in {change.of(source) for change in changes}


@pytest.mark.whole
def test_a_change_of_what_the_parser_does_not_take_is_no_mutant() -> None:
    """`x` cannot stand where `y` is written to: it is const."""
    assert "y: x" not in {change.text for change in mutated_c("plain.c").changes()}


@pytest.mark.whole
@pytest.mark.long
def test_mutants_of_c_are_judged() -> None:
    mutated = mutated_c("plain.c")
    texts = ("pad_top: pad_left", "index < 0: <=", "0.0f: 1.0f")
    original = proved_meaning(mutated)
    session = Session(opened(SOLVERS, LIMITS))
    found = [judged(mutated, i, original, session) for i in numbered(mutated, *texts)]
    first, second, last = found
    assert first.noticed_by.startswith("a call: ")
    assert second.noticed_by
    # What `best` is at first is never looked at.
    assert last.harmless
    assert "the same outputs" in report(found)["accepted"][-1]["reason"]


def place(mutated: MutatedC, line: str, text: str) -> int:
    """The mutant of a text on the line that holds another."""
    lines = mutated.source.text.decode().splitlines()
    return next(i for i, c in enumerate(mutated.changes()) if line in lines[c.line - 1] and c.text == text)


@pytest.mark.whole
@pytest.mark.long
def test_a_mutant_is_held_to_the_calls_of_the_function() -> None:
    """Another stride that is written out makes another operator, that could be proved; and so would Y alone."""
    mutated = mutated_c("generated.c")
    numbers = [place(mutated, "i1 += 2", "2: 3"), *numbered(mutated, "Indices[b][c][o0][o1] = curmaxind: left out")]
    original = proved_meaning(mutated)
    session = Session(opened(SOLVERS, LIMITS))
    for number in numbers:
        found = judged(mutated, number, original, session)
        assert found.noticed_by


def test_what_is_proved_of_less_is_not_the_same() -> None:
    whole = ProvedMeaning((), {"a": "X"}, ("one",), "N < 2^31")
    assert whole.difference(whole) == ""
    assert "other calls: dilations[0] = 1" in whole.difference(replace(whole, calls=("dilations[0] = 1",)))
    assert "a is Y" in whole.difference(replace(whole, parameters={"a": "Y"}))
    assert "further assumption: two" in whole.difference(replace(whole, assumptions=("one", "two")))
    assert "other sizes: N < 2^15" in whole.difference(replace(whole, capacity="N < 2^15"))
    survivor = SourceVerdict("a.c:1", "1: 2", "", reason="proved for other sizes: N < 2^15")
    assert report([survivor])["survived"] == [{"where": "a.c:1", "text": "1: 2", "reason": survivor.reason}]


@pytest.mark.whole
def test_what_is_right_of_numbers_alone_is_not_the_same() -> None:
    """A NaN that counts as +inf is seen by the proof, which then stands on an assumption: that is noticed."""
    text = Path("reference/c/maxpool.c").read_bytes()
    mutated = MutatedC.of(CSource("reference/c/maxpool.c", text, "maxpool_float_windows"))
    (number,) = numbered(mutated, "-INFINITY: `-` left out")
    found = judged(mutated, number, proved_meaning(mutated), Session(opened(SOLVERS, LIMITS)))
    assert found.noticed_by == "NaN.as-minus-infinity: it is not right on every bit pattern any more"


@pytest.mark.whole
def test_what_is_refused_is_counted_apart() -> None:
    mutated = mutated_c("plain.c")
    number = place(mutated, "for (int kh = 0", "kh: ow")
    found = judged(mutated, number, ANY, Session(opened(SOLVERS, LIMITS)))
    assert found.refused
    document = report([found])
    assert (document["mutants"], document["killed"], document["survived"]) == (1, 0, [])
    assert document["refused"] == [{"where": found.where, "text": found.text, "reason": found.reason}]


@pytest.mark.whole
@pytest.mark.long
def test_mutants_of_python_and_of_its_helpers_are_judged() -> None:
    helper = "def row_of(i, s, p, u, d):\n    return i * s - p + u * d\n\n\n"
    text = STYLES["the position of the best"].text
    row = "i * strides[0] - pads[0] + p * dilations[0]"
    assert row in text
    text = helper + text.replace(row, "row_of(i, strides[0], pads[0], p, dilations[0])")
    mutated = MutatedPython("a.py", text.encode(), "pool")
    original = proved_meaning(mutated)
    session = Session(opened(SOLVERS, LIMITS))
    numbers = numbered(mutated, "row < 0: LtE", "i * s: Add", "y == -1: LtE")
    wrong, inside, same = (judged(mutated, i, original, session) for i in numbers)
    assert wrong.noticed_by.startswith("a call: ")
    assert inside.noticed_by.startswith("a call: ")
    assert inside.where == "a.py:2"
    assert same.harmless


@pytest.mark.whole
def test_a_function_that_is_not_proved_has_no_mutants() -> None:
    with pytest.raises(CannotRun, match="not proved"):
        proved_meaning(mutated_c("plain.c", text_of("plain.c").replace("x[i] > best", "x[i] >= best")))


@pytest.mark.whole
@pytest.mark.long
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command, of a few of the mutants."""
    file = tmp_path / "plain.c"
    file.write_text(text_of("plain.c"), "utf-8")
    every = MutatedC.changes
    monkeypatch.setattr(MutatedC, "changes", lambda self: every(self)[:2])
    ended = CliRunner().invoke(app, ["mutate", "--source", f"{file}:maxpool", "--json"])
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)
    assert (found["schema"], found["target"], found["mutants"]) == ("maxpool/mutate/1", "source", 2)
    assert found["killed"] + found["equivalent"] + len(found["refused"]) == 2
    assert CliRunner().invoke(app, ["mutate", "--source", f"{file}:maxpool", "--spec"]).exit_code == 2
    assert CliRunner().invoke(app, ["mutate", "--source", f"{tmp_path / 'none.c'}:maxpool"]).exit_code == 2
    assert CliRunner().invoke(app, ["mutate", "--source", f"{file}:other"]).exit_code == 2
