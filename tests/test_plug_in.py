"""A runtime of one's own: the examples of docs/plug-in.md as they are printed, and whatever a function may be."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reference.runtimes.own.naming import GROUP, names, python_of
from reference.runtimes.running.process import ReplyStatus
from tests.plug_in_tools import (
    CALL,
    DOCS,
    NO_ROOM,
    cc,
    compiled,
    conform,
    conforming,
    examples,
    is_right,
    linux,
    replies,
    source,
    tensor,
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A folder with the files of the page."""
    for name, text in examples().items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


# --- the page --------------------------------------------------------------------------------------


@pytest.mark.whole
def test_the_function_of_the_page_conforms(page: Path) -> None:
    assert conforming(conform(f"{page / 'pool.py'}:pool")) > 0


@pytest.mark.whole
@compiled
@linux
def test_the_library_of_the_page_conforms(page: Path) -> None:
    cc(page, "-shared", "-fPIC", "-o", "libpool.so", "pool.c")
    assert conforming(conform(str(page / "libpool.so"), "--map", str(page / "pool.toml"))) > 0


@pytest.mark.whole
@compiled
def test_the_program_of_the_page_conforms(page: Path) -> None:
    assert len((page / "runner.c").read_text("utf-8").splitlines()) <= 60
    cc(page, "-o", "runner", "runner.c", "pool.c")
    assert conforming(conform("--command", str(page / "runner"))) > 0


@pytest.mark.whole
def test_the_adapter_of_the_page_conforms(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(page))
    assert conforming(conform("adapter:MINE")) > 0


@pytest.mark.whole
def test_the_entry_point_of_the_page_is_found(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (said,) = re.findall(r'^\[project\.entry-points\."(.*)"\]\n(\w+) = "(.*):(.*)"$', DOCS.read_text("utf-8"), re.M)
    assert said[0] == GROUP
    about = page / "my_package-2.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 2.5\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{said[1]} = pool:{said[3]}\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(page))
    done = conform(said[1])
    assert conforming(done) > 0
    assert json.loads(done.stdout)["runtimes"][0]["version"] == "2.5"


# --- functions of Python ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("X", "no parameter kernel_shape, strides, dilations, pads; expected FUNCTION(X, kernel_shape"),
        ("X, kernel_shape, strides, pads", "no parameter dilations"),
        ("", "its first parameter is not X"),
        ("*, X, kernel_shape, strides, dilations, pads", "its first parameter is not X"),
        ("kernel_shape, strides, dilations, pads", "its first parameter is not X"),
        ("X, kernel_shape, strides, dilations, pads, mode", "nothing is known for its parameter mode"),
        ("X, kernel_shape, strides, dilations, pads, *, mode", "nothing is known for its parameter mode"),
        ("X, y, /, kernel_shape, strides, dilations, pads", "nothing is known for its parameter y"),
    ],
)
def test_a_wrong_signature_is_told_before_the_campaign(signature: str, message: str, tmp_path: Path) -> None:
    done = conform(source(tmp_path, "return X", signature))
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1)
    assert message in done.stderr


@pytest.mark.parametrize(
    "signature",
    [
        "X, **attributes",
        "data, /, *, pads, strides, dilations, kernel_shape, indices, ceil_mode=0, more=1",
        "X, kernel_shape, strides, dilations, pads, auto_pad, storage_order",
    ],
)
def test_a_signature_with_more_is_served(signature: str, tmp_path: Path) -> None:
    body = "from reference.fast import twin; a = {**locals(), **locals().get('attributes', {})}; "
    body += "return twin.maxpool(next(v for v in a.values() if isinstance(v, np.ndarray)), **{"
    body += "'auto_pad': 'NOTSET', 'ceil_mode': 0, 'storage_order': 0, "
    body += "**{n: a[n] for n in ('kernel_shape', 'strides', 'dilations', 'pads')}})"
    (reply,) = replies(source(tmp_path, body, signature))
    assert reply.status is ReplyStatus.DONE, reply.reason
    assert is_right(reply)


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ("raise OSError('no such kernel')", ReplyStatus.REFUSED, "OSError: no such kernel"),
        ("return X", ReplyStatus.REFUSED, "returns no Indices"),
        ("return None", ReplyStatus.MALFORMED, "NoneType was returned, and no array"),
        ("return X.tolist(), X", ReplyStatus.MALFORMED, "list was returned, and no array"),
        ("return X, X, X", ReplyStatus.MALFORMED, "3 things"),
        ("return X.astype(object), X", ReplyStatus.MALFORMED, "element type object"),
        ("return X.astype('M8[s]'), X", ReplyStatus.MALFORMED, "element type datetime64[s]"),
        ("return np.broadcast_to(X[:1, :1, :1, :1], (1, 1, 2**20, 2**20)), X", ReplyStatus.MALFORMED, "bytes"),
        ("os._exit(0)", ReplyStatus.CRASH, "ended with code 0"),
        ("raise SystemExit(3)", ReplyStatus.CRASH, "ended with code 3"),
        ("import ctypes; ctypes.string_at(0)", ReplyStatus.CRASH, "ended by SIGSEGV"),
        ("os.kill(os.getpid(), 9)", ReplyStatus.CRASH, "ended by SIGKILL"),
    ],
)  # fmt: skip
@linux
def test_what_a_function_does_is_an_outcome(body: str, status: ReplyStatus, reason: str, tmp_path: Path) -> None:
    first, second = replies(source(tmp_path, body), CALL, CALL)
    assert (first.status, second.status) == (status, status), (first, second)
    assert reason in first.reason


@linux
def test_what_a_function_writes_among_its_answers_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process lives on, so it is waited for in vain."""
    monkeypatch.setattr("reference.runtimes.running.process.END_SECONDS", 0.5)
    body = "[os.write(d, b'x' * 999) for d in range(3, 6) if os.path.exists(f'/proc/self/fd/{d}')]"
    for reply in replies(source(tmp_path, body), CALL, CALL):
        assert (reply.status, reply.reason) == (ReplyStatus.MALFORMED, "what it wrote is no answer")


def test_a_function_that_hangs_is_ended(tmp_path: Path) -> None:
    hangs = "import time; X[0, 0, 0, 0] == -9 and None; return time.sleep(99) if X.shape[0] == 1 else (X, X)"
    done, hung, after = replies(source(tmp_path, hangs), CALL, NO_ROOM, CALL, seconds=3)
    assert [r.status for r in (done, hung, after)] == [ReplyStatus.DONE, ReplyStatus.HANG, ReplyStatus.DONE]


def test_an_output_of_another_byte_order_has_its_values(tmp_path: Path) -> None:
    (reply,) = replies(source(tmp_path, "return X.astype('>f4'), X.astype('>i8')"))
    assert [part.tolist() for part in reply.outputs] == [tensor().tolist(), tensor().astype(int).tolist()]


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("json:JSONDecoder", "json:JSONDecoder is a class: name an object of it"),
        ("os.path:join", "os.path:join: no parameter kernel_shape"),
        ("json:decoder", "neither a function nor an adapter, but module"),
        ("no_such_module:X", "no_such_module:X: No module named 'no_such_module'"),
        ("nobody", "unknown runtime 'nobody'; known: c, onnxruntime"),
        ("no-such.py:pool", "no-such.py: No such file"),
        ("no-such.so", "say what its parameters are: --map FILE.toml"),
        ("no-such.so:no-such.toml", "no-such.so: No such file"),
        ("pool.py", "say which function: pool.py:FUNCTION"),
        ("tests.fake_runtimes:Fake", "is a class"),
        (":", "unknown runtime ':'"),
    ],
)
def test_what_is_no_runtime_is_one_line(name: str, message: str) -> None:
    done = conform(name)
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1), done.output
    assert message in done.stderr


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def pool(:", "SyntaxError"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(4)", "it did not start: ended with code 4"),
        ("import os; os.abort()", "it did not start: ended by SIGABRT"),
        ("x = 1", "has no 'pool'"),
        ("class pool:\n    def load(self): ...", "is a class"),
        ("class P:\n    name, packages = 'p', ()\n    def load(self): ...\npool = P()", "load(call, *, indices)"),
        ("class P:\n    def load(self, call, *, indices): ...\npool = P()", "its `name` is no text"),
        ("class P:\n    name, packages = 'p', 'q'\n    def load(self, call, *, indices): ...\npool = P()", "packages"),
    ],
)
@linux
def test_a_file_that_gives_no_function_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(text, "utf-8")
    done = conform(f"{tmp_path / 'own.py'}:pool")
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1), done.output
    assert message in done.stderr


def test_nothing_that_is_named_is_a_mistake() -> None:
    for arguments, message in (((), "no runtime is named"), (("c", "--map", "x.toml"), "--map says"),
                               (("--command", "no-such-program"), "no such program"),
                               (("--command", "'"), "No closing quotation")):  # fmt: skip
        done = conform(*arguments)
        assert (done.exit_code, message in done.stderr) == (2, True), done.stderr


@pytest.mark.whole
def test_a_campaign_that_compares_nothing_fails(tmp_path: Path) -> None:
    assert conform(source(tmp_path, "raise NotImplementedError")).exit_code == 1


def test_without_onnx_nothing_is_begun_that_would_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.conformance.run.find_spec", lambda name: None)
    done = conform("tests.fake_runtimes:RIGHT", "-o", str(tmp_path / "out"))
    assert (done.exit_code, "onnx is not installed: pip install" in done.stderr) == (2, True)
    assert not (tmp_path / "out").exists()


def test_names_with_signs_in_them_are_whole() -> None:
    assert python_of("a@b/pool.py:f@/usr/bin/python3") == ("a@b/pool.py:f", "/usr/bin/python3")
    assert python_of("a@b/pool.py:f") == ("a@b/pool.py:f", "")
    assert python_of("a@b/c.so:m.toml") == ("a@b/c.so:m.toml", "")
    assert python_of("command:a@b") == ("command:a@b", "")
    assert python_of("onnxruntime@/p@3/python") == ("onnxruntime", "/p@3/python")
    assert names(["x.so", "c", "c"], ["./r"], Path("m.toml")) == ("x.so:m.toml", "c", "command:./r")
