"""`maxpool prove --source`: exit codes, JSON, and that nothing of the file runs."""

from __future__ import annotations

import inspect
import json
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import reference.maxpool
from maxpool import app
from proofs.assumptions.assumption import Assumption
from proofs.program.maxpool.plan import MaxPoolPlan
from proofs.program.running.replay import replay
from proofs.program.running.witness import find
from proofs.program.source.subset import parse
from spec.maxpool.vocabulary import dX

SOURCE = Path(reference.maxpool.__file__).read_text("utf-8")


def prove(target: object, *options: str) -> Result:
    """The command on a target."""
    return CliRunner().invoke(app, ["prove", "--source", str(target), *options])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "plain.py"


@pytest.mark.whole
def test_proved(file: Path) -> None:
    file.write_text(SOURCE, "utf-8")
    result = prove(f"{file}:pool", "--json", "--replay")
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["schema"] == "maxpool/prove-source/2"
    assert document["proved"] is True
    assert document["refused"] is document["witness"] is document["empty"] is document["capacity"] is None
    assert (document["verdict"], document["language"], document["model"]) == ("proved", "Python", None)
    assert any("NaN" in assumption for assumption in document["assumptions"])
    for condition in document["conditions"]:
        assert {"label", "line", "verdict", "routes"} <= condition.keys()
        assert condition["verdict"] == "proved"
        assert [route["name"] for route in condition["routes"]] == ["z3", "cvc5"]
    first, last = document["digest"]["lines"]
    text = "".join(SOURCE.splitlines(keepends=True)[first - 1 : last])
    assert text == inspect.getsource(reference.maxpool.pool)
    assert document["digest"]["sha256"] == sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("source", [SOURCE, SOURCE.replace("> best", ">= best")], ids=["right", "wrong"])
def test_where_a_line_of_the_file_would_run_it_is_refused_and_does_not_run(file: Path, source: str) -> None:
    file.write_text(f"{source}\nopen({str(file.parent / 'ran')!r}, 'w')\n", "utf-8")
    result = prove(f"{file}:pool", "--json", "--replay")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert document["verdict"] == "refused"
    assert (document["proved"], document["conditions"], document["digest"], document["witness"]) == (
        False,
        [],
        None,
        None,
    )
    assert document["refused"]["line"] == len(source.splitlines()) + 2
    assert "may run something when the file is imported" in document["refused"]["reason"]
    assert not (file.parent / "ran").exists(), "a line of the file ran"


@pytest.mark.whole
def test_wrong(file: Path) -> None:
    file.write_text(SOURCE.replace("> best", ">= best"), "utf-8")
    result = prove(f"{file}:pool", "--json", "--replay")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["proved"] is False
    assert document["verdict"] == "not proved"
    assert [c["label"] for c in document["conditions"] if c["verdict"] == "refuted"] == ["program.w.kept.first-maximum"]
    witness = document["witness"]
    assert witness["got"] == witness["replayed"] != witness["expected"]
    text = prove(f"{file}:pool").output
    assert "NOT proved" in text
    assert document["digest"]["sha256"] in text
    assert "does not follow: no tap seen so far beats the one found" in text
    assert "It is wrong on this call, cell [0, 0, 0, 0] is wrong" in text


@pytest.mark.whole
def test_an_empty_proof_is_none(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a contradiction among what is known in the innermost loop, everything follows there."""
    monkeypatch.setattr(MaxPoolPlan, "_met_by", lambda *_: [Assumption("planted", dX[2] < 0)])
    file.write_text(SOURCE, "utf-8")
    result = prove(f"{file}:pool", "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert {condition["verdict"] for condition in document["conditions"]} == {"proved"}
    assert document["proved"] is False
    assert (document["verdict"], document["refused"]) == ("not proved", None)
    assert "no execution could be shown to reach this line" in document["empty"]["reason"]
    assert "no execution could be shown to reach this line" in prove(f"{file}:pool").output


def test_refused(file: Path) -> None:
    file.write_text(SOURCE.replace("for h in range(kernel_shape[0]):", "async for h in kernel_shape:", 1), "utf-8")
    result = prove(f"{file}:pool", "--json")
    assert result.exit_code == 3
    refused = json.loads(result.stdout)["refused"]
    assert SOURCE.splitlines()[refused["line"] - 1].strip() == "for h in range(kernel_shape[0]):"
    text = prove(f"{file}:pool").output
    assert "refused: neither proved nor wrong" in text
    assert "NOT proved" not in text


NO_ROLE = """
def pool(X, new_Y, new_Indices, N, C, H, W, dilations, kernel_shape, pads, strides):
    Y = new_Y(N, C, H, W)
    Indices = new_Indices(N, C, H, W)
    Y[0, 0, 0, 0] = X[0, 0, 0, 0]
    return Y, Indices
"""


def test_a_part_that_plays_no_role_is_refused_unless_the_function_goes_wrong(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(NO_ROLE, "utf-8")
    wrong = prove(f"{file}:pool", "--json")
    assert (wrong.exit_code, json.loads(wrong.stdout)["verdict"]) == (1, "not proved")
    monkeypatch.setattr("proofs.program.prove_source.find", lambda _: None)
    result = prove(f"{file}:pool", "--json")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert document["verdict"] == "refused"
    assert document["refused"]["reason"] == "Indices is returned and never written"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x = (", "this is not Python"),
        (b"\x00", "this is not Python"),
        (b"\xff\xfe", "this is not Python"),
        (b"# " + b"x" * 100_001, "the file has more than 100000 bytes"),
        (b"def other(): pass", "no function 'pool' in this file; found: other"),
        (SOURCE.encode() + b"\nrange = 3\n", "the file gives range another meaning"),
        (SOURCE.encode() + b"\nfrom os import *\n", "names that cannot be seen"),
        (SOURCE.encode() + b"\npool = None\n", "pool is given more than one meaning"),
        (SOURCE.encode() + b"\nif True:\n    def pool(): pass\n", "pool is given more than one meaning"),
        (SOURCE.encode() + b"\ndef f():\n    global min\n    min = max\n", "the file gives min another meaning"),
        (b"@print\n" + SOURCE[SOURCE.index("def pool") :].encode(), "the decorator `@print`"),
    ],
)
def test_refused_files(file: Path, content: bytes, reason: str) -> None:
    file.write_bytes(content)
    result = prove(f"{file}:pool")
    assert result.exit_code == 3
    assert reason in result.output


@pytest.mark.parametrize(
    ("target", "options"),
    [
        ("nowhere.py:pool", ()),
        ("plain.py", ()),
        (":pool", ()),
        ("plain.py:not a name", ()),
        pytest.param(f"{Path(__file__).parent}:pool", (), id="folder"),
        ("plain.py:pool", ("shape.last-fits",)),
        ("plain.py:pool", ("--solver", "z3")),
    ],
)
def test_could_not_run(target: str, options: tuple[str, ...]) -> None:
    result = prove(target, *options)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_replay_goes_with_source() -> None:
    assert CliRunner().invoke(app, ["prove", "--replay"]).exit_code == 2


@pytest.mark.whole
def test_replay_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.program.running.replay.SECONDS", 2.0)
    endless = SOURCE.replace("    Y = new_Y", "    for t in range(10000000000):\n        pass\n    Y = new_Y", 1)
    witness = find(parse(SOURCE.replace("> best", ">= best").encode(), "pool"))
    assert witness is not None
    assert replay(endless.encode(), "pool", witness).error == "stopped after 2 s"
