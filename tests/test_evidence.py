"""Packages: the same from the same, found out whatever is changed in them, and written whole or not at all."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.evidence.making.build import Built, measured_file, save
from proofs.evidence.package.archive import BadPackage, pack, unpack
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import DECISIONS, DERIVED, EXAMPLES, LINKS_FILE, MANIFEST, MEASURED, STATUS
from proofs.evidence.verifying.apart import audited_again
from proofs.evidence.verifying.child import evaluated
from proofs.evidence.verifying.verify import verify
from proofs.reports.check import Report
from tests.evidence_tools import edited, evaluate_here, forged, given_in, made

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def built(one_package: Built) -> Built:
    return one_package


@pytest.fixture(scope="module")
def package(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("package") / "evidence.zip"
    save(path, built)
    return path


def problems(path: Path, data: bytes) -> list[tuple[str, str]]:
    path.write_bytes(data)
    return verify(CATALOGUE, path).problems


# --- a package that is as it was made ---


def test_package_is_verified(package: Path) -> None:
    done = verify(CATALOGUE, package)
    assert done.problems == []
    assert done.json()["schema"] == "maxpool/evidence/1"
    assert done.checked["witnesses"] == {"replayed": sum(o.expected == "refuted" for o in CATALOGUE.obligations)}
    assert done.checked["obligations"] == len(CATALOGUE.obligations)
    assert done.checked["derived"] == len(DERIVED)


@pytest.mark.whole
def test_same_inputs_give_the_same_package(built: Built, one_report: Report, tmp_path: Path) -> None:
    """Made a second time, without times: the same bytes, but for the one file that has them."""
    again = made(one_report, given_in(tmp_path), measure=False)
    assert again.argument == built.argument
    assert [n for n in built.files if built.files[n] != again.files.get(n)] == [MEASURED]
    assert built.files.keys() == again.files.keys()
    assert load(again.files[MEASURED])["measured"] is None
    timeless = {**built.files, MEASURED: measured_file(None, built.argument, {})}
    assert pack(again.files) == pack(timeless)


def test_times_are_in_one_file(built: Built) -> None:
    measured = load(built.files[MEASURED])["measured"]
    assert measured["tests"]["tests.test_a::test_one[strides.positive]"] == 1.25
    results = built.files["tests/results.xml"].decode()
    assert "hostname" not in results
    assert "time" not in results.replace("runtime", "")


def test_any_zip_program_reads_it(package: Path, built: Built) -> None:
    with zipfile.ZipFile(package) as found:
        assert found.testzip() is None
        assert {name: found.read(name) for name in found.namelist()} == built.files


# --- whatever is changed is found ---


@pytest.mark.whole
def test_every_flip_is_found(package: Path, tmp_path: Path) -> None:
    """Bits flipped at random throughout the file: nothing is verified, and nothing but BadPackage is raised."""
    data = package.read_bytes()
    chance = random.Random(9)
    at = [chance.randrange(len(data)) for _ in range(10)] + list(range(0, 60, 6))
    at += [len(data) - 1 - chance.randrange(100_000) for _ in range(10)]
    for place in at:
        changed = bytearray(data)
        changed[place] ^= 1 << chance.randrange(8)
        with pytest.raises(BadPackage):
            unpack(bytes(changed))
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 4
    assert problems(tmp_path / "x.zip", bytes(flipped)) != []


@pytest.mark.whole
def test_every_flip_in_a_file_is_found_where_it_is(built: Built, tmp_path: Path) -> None:
    """The same with checksums that fit: a change in a file is told with its name."""
    chance = random.Random(10)
    for name in chance.sample(sorted(built.files), 8):
        data = bytearray(built.files[name])
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        found = problems(tmp_path / "x.zip", pack({**built.files, name: bytes(data)}))
        assert name in {path for path, _ in found}, name


@pytest.mark.parametrize(
    "name", [MANIFEST, MEASURED, DECISIONS, "report.html", "statement.intoto.json", "bom/bom.cdx.json"]
)
def test_dropped_file_is_found(built: Built, tmp_path: Path, name: str) -> None:
    rest = {n: d for n, d in built.files.items() if n != name}
    assert name in {path for path, _ in problems(tmp_path / "x.zip", pack(rest))}


def test_added_and_swapped_files_are_found(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate_here(monkeypatch)
    found = problems(tmp_path / "x.zip", pack({**built.files, "obligations/more.txt": b"x"}))
    assert ("obligations/more.txt", "is not named in the manifest") in found
    one, two = "obligations/smt2/shape.last-fits.goal-1.smt2", "obligations/smt2/shape.next-does-not.goal-1.smt2"
    swapped = {**built.files, one: built.files[two], two: built.files[one]}
    assert {one, two} <= {path for path, _ in problems(tmp_path / "x.zip", pack(swapped))}
    assert {one, two} <= {path for path, _ in problems(tmp_path / "x.zip", pack(forged(built.files, swapped)))}


def _first(document: Any, verdict: str) -> Any:
    return next(d for d in document["decisions"] if d["verdict"] == verdict and d["label"] != "draft.dY_3")


def _refute(d: Any) -> None:
    _first(d, "proved").update(verdict="refuted", as_expected=False)


def _prove(d: Any) -> None:
    _first(d, "refuted").update(verdict="proved", witness=None)


def _one_route(d: Any) -> None:
    _first(d, "proved")["routes"].pop()


def _bounded(d: Any) -> None:
    _first(d, "proved")["routes"][0]["bounds"] = "bounded: x < 3"


def _unknown_route(d: Any) -> None:
    _first(d, "proved")["routes"][0]["name"] = "oracle"


def _another_version(d: Any) -> None:
    _first(d, "proved")["routes"][0]["version"] += "9"


def _certificate(d: Any) -> None:
    certificate = {"name": "certificate", "version": "1", "verdict": "proved"}
    next(o for o in d["decisions"] if o["label"] == "float32.order")["routes"].append(certificate)


def _not_tight(d: Any) -> None:
    next(o for o in d["decisions"] if o["tightness"])["tightness"].pop()


def _needed(d: Any) -> None:
    next(o for o in d["decisions"] if o["tightness"])["tightness"][0]["outcome"] = "needed"


def _more(d: Any) -> None:
    d["decisions"][0]["note"] = "believe me"


def _kernel(d: Any) -> None:
    flag = d["decisions"][0]
    flag["kernel"] = not flag["kernel"]


def _witness(d: Any) -> None:
    values = next(o for o in d["decisions"] if o["label"] == "draft.dY_2")["witness"]["values"]
    values["stride"] += 100


def _observed(d: Any) -> None:
    next(o for o in d["decisions"] if o["label"] == "draft.dY_2")["witness"]["observed"]["y"] += 1


def _statement(d: Any) -> None:
    d["decisions"][5]["statement"] += " Always."


def _swap(d: Any) -> None:
    d["decisions"][3], d["decisions"][4] = d["decisions"][4], d["decisions"][3]


def _drop(d: Any) -> None:
    del d["decisions"][7]


def _labelled(d: Any, label: str) -> Any:
    return next(o for o in d["decisions"] if o["label"] == label)


def _third_solver_counts(d: Any) -> None:
    bits = next(o for o in d["decisions"] if o["label"].startswith("float32.") and o["verdict"] == "proved")
    bits["routes"][1].update(verdict="unknown")
    bits["routes"].append({"name": "bitwuzla", "version": "0.9.1", "verdict": "proved"})


def _twice(d: Any) -> None:
    routes = _first(d, "proved")["routes"]
    routes.append(routes[0])


def _no_verdict(d: Any) -> None:
    _first(d, "refuted")["routes"][0]["verdict"] = "<b>proved</b>"


def _call_says_more(d: Any) -> None:
    _labelled(d, "program.without.strides.positive")["witness"]["observed"]["Y"] = "as claimed"


def _name_of_nothing(d: Any) -> None:
    _labelled(d, "draft.dY_2")["witness"]["values"]["reviewed"] = 1


def _truth_for_a_number(d: Any) -> None:
    """In Python true equals 1."""
    values = _labelled(d, "draft.dY_2")["witness"]["values"]
    values[next(name for name, value in values.items() if value == 1)] = True


def _note_in_a_witness(d: Any) -> None:
    _labelled(d, "draft.dY_2")["witness"]["note"] = "reviewed"


def _text_for_a_flag(d: Any) -> None:
    _labelled(d, "draft.dY_2")["witness"]["minimal"] = "no"


def _problem_that_is_none(d: Any) -> None:
    _first(d, "proved")["problem"] = []


FORGERIES: dict[str, tuple[str, Callable[[Any], object]]] = {
    function.__name__: (DECISIONS, function)
    for function in (
        *(_refute, _prove, _one_route, _bounded, _unknown_route, _another_version, _certificate, _not_tight),
        *(_needed, _more, _kernel, _witness, _observed, _statement, _swap, _drop),
        *(_third_solver_counts, _twice, _no_verdict, _call_says_more, _name_of_nothing, _truth_for_a_number),
        *(_note_in_a_witness, _text_for_a_flag, _problem_that_is_none),
    )
}
FORGERIES["_status"] = (STATUS, lambda d: d.update(theorems=d["theorems"] + 1))
FORGERIES["_odd"] = (DECISIONS, lambda d: d["decisions"][0].update(routes=7))
FORGERIES["_example"] = (EXAMPLES, lambda d: d["examples"].pop())


@pytest.mark.sampled
@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_verdict_is_found(built: Built, forgery: str) -> None:
    """A forger who makes all digests fit, and knows nothing to say to evaluation."""
    name, change = FORGERIES[forgery]
    files = forged(built.files, {name: edited(built.files[name], change)})
    _, found = evaluated(CATALOGUE, files, load(files[MANIFEST])["tool"])
    assert name in {path for path, _ in found}


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("matrix/matrix.csv", b"shape.last-fits", b"shape.next-does-not"),
        ("matrix/gaps.csv", b"link that does not hold", b"link not tried"),
        ("matrix/matrix.reqif", b"does not hold", b"holds"),
        ("report.html", b"refuted", b"proved"),
        ("argument/gsn.svg", b"refuted", b"proved"),
    ],
)
def test_forged_row_is_found(built: Built, name: str, old: bytes, new: bytes) -> None:
    assert old in built.files[name]
    files = forged(built.files, {name: built.files[name].replace(old, new, 1)})
    _, found = evaluated(CATALOGUE, files, load(files[MANIFEST])["tool"])
    assert [path for path, _ in found] == [name]


@pytest.mark.whole
def test_forged_script_is_refused_before_a_solver_sees_it(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate_here(monkeypatch)
    name = "obligations/smt2/shape.last-fits.goal-1.smt2"
    huge = b'(set-option :regular-output-channel "x")\n' + b"(assert true)\n" * 1_000_000
    files = forged(built.files, {name: huge})
    assert (name, "is not what the tool writes") in problems(tmp_path / "x.zip", pack(files))


def test_package_of_another_tool_says_so(built: Built, tmp_path: Path) -> None:
    other = edited(built.files[MANIFEST], lambda m: m["tool"].update(digest="0" * 64))
    files = forged({**built.files, MANIFEST: other}, {})
    ((path, what),) = problems(tmp_path / "x.zip", pack(files))
    assert path == MANIFEST
    assert "another state of the tool" in what


def _hidden_cell(d: Any) -> None:
    erratum = next(e for e in d["examples"] if e["verdict"] == "erratum")
    erratum.update(verdict="conforms", cells=[])


FORMS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "a wrong cell is hidden": (EXAMPLES, lambda data: edited(data, _hidden_cell)),
    "an example says more": (EXAMPLES, lambda data: edited(data, lambda d: d["examples"][0].update(note="x"))),
    "a status against itself": (STATUS, lambda data: edited(data, lambda d: d.update(checked=not d["checked"]))),
    "a flag is a number": (STATUS, lambda data: edited(data, lambda d: d.update(checked=0))),
    "a style sheet": (
        "tests/results.xml",
        lambda data: data.replace(b"<tests", b'<?xml-stylesheet href="x"?><tests', 1),
    ),
    "numbers of tests": ("tests/results.xml", lambda data: data.replace(b'failures="1"', b'failures="0"')),
    "what ran is no link": (LINKS_FILE, lambda data: data.replace(b'"tried": 16', b'"tried": "all"')),
    "two forms of an audit": ("document/audit.sarif", lambda _: b""),
    "another ending": ("document/audit.json", lambda data: data.replace(b"draft.md", b"draft.rst")),
}


@pytest.mark.sampled
@pytest.mark.parametrize("forgery", FORMS)
def test_what_is_not_as_it_is_written_is_found(built: Built, forgery: str) -> None:
    name, change = FORMS[forgery]
    data = change(built.files[name])
    assert data != built.files[name]
    files = forged(built.files, {name: data or None})
    _, found = evaluated(CATALOGUE, files, load(files[MANIFEST])["tool"])
    assert name in {path for path, _ in found}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("mutations/spec.json", b'{"schema": "maxpool/mutate/1", "survived": [], "target": "program"}'),
        (
            "tests/coverage.json",
            b'{"branches": true, "files": {"<b>.py": {}}, "schema": "maxpool/evidence-coverage/1"}',
        ),
    ],
)
def test_odd_result_is_found(built: Built, name: str, data: bytes) -> None:
    files = forged(built.files, {name: data})
    _, found = evaluated(CATALOGUE, files, load(files[MANIFEST])["tool"])
    assert name in {path for path, _ in found}


@pytest.mark.parametrize("name", ["document/audit.json", "document/audit.sarif", "document/audit.txt"])
def test_forged_audit_is_found(built: Built, name: str) -> None:
    files = {**built.files, name: built.files[name].replace(b"warning", b"note", 1)}
    assert files[name] != built.files[name]
    assert audited_again(built.files) == (True, [])
    assert [path for path, _ in audited_again(files)[1]] == [name]


MANIFESTS: dict[str, Callable[[Any], object]] = {
    "command": lambda m: m.update(command="curl example.org | sh"),
    "commit": lambda m: m["tool"].update(commit="<b>main</b>"),
    "version": lambda m: m["tool"].update(version="99"),
    "conformance": lambda m: m.update(command="maxpool evidence build --conformance"),
}


@pytest.mark.parametrize("forgery", MANIFESTS)
def test_manifest_that_no_build_writes_is_found(built: Built, tmp_path: Path, forgery: str) -> None:
    manifest = edited(built.files[MANIFEST], MANIFESTS[forgery])
    files = forged({**built.files, MANIFEST: manifest}, {"conformance/results.json": None})
    assert MANIFEST in {path for path, _ in problems(tmp_path / "x.zip", pack(files))}


@pytest.mark.parametrize("measured", [[], {"note": "x"}, {"decisions": {"a": -1}}, {"check": "fast"}, {"made": 7}])
def test_times_that_are_none_are_found(built: Built, tmp_path: Path, measured: Any) -> None:
    if measured:
        measured = {**load(built.files[MEASURED])["measured"], **measured}
    data = measured_file(measured, built.argument, {})
    assert MEASURED in {path for path, _ in problems(tmp_path / "x.zip", pack({**built.files, MEASURED: data}))}


@pytest.mark.parametrize("data", [b"x", b"[]\n", b'"audit"\n', b'{"schema": "maxpool/audit/1", "x": 1e999}\n'])
def test_document_of_another_form_is_found_where_it_is(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    evaluate_here(monkeypatch)
    files = forged(built.files, {"document/audit.json": data})
    assert "document/audit.json" in {path for path, _ in problems(tmp_path / "x.zip", pack(files))}
