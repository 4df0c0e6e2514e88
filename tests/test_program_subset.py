"""What is outside the subset is refused, with its line and a reason; and no line of a file that is proved ever runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.program import prove_source
from proofs.program.maxpool.proof import LIMITS
from proofs.program.source.language import PARAMETERS
from proofs.program.source.module import LARGEST as LARGEST_SOURCE
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from spec.language.terms import Sort
from tests.program_tools import ALLOCATIONS, HEAD, RETURN, source, symbolic

KNOWN = ("a = 0", "flag = a < 1", "element = X[0, 0, 0, 0]")
"""Lines 4 to 6: an integer, a truth value and an element."""
LINE = 7

OUTSIDE = {
    # statements
    "while a < 3:\n        a = a + 1\n    else: a = 0": "cannot have an else",
    "while X:\n        a = a + 1": "X is neither",
    "for i in range(2):\n        break\n        a = 1": "+2 nothing may stand after `break`",
    "for i in range(2):\n        if flag:\n            continue\n            a = 3": "+3 nothing may stand after",
    "if flag:\n        return Y": "+1 must return the array from new_Y and",
    "if flag:\n        return Y, Indices\n        a = 1": "+2 nothing may stand after `return`",
    "if flag:\n        def inner():\n            pass": "+1 `def`",
    "z = None + 1": "outside the subset",
    "flag = a is None": "a never holds None",
    "flag = a is 0": "by < <= > >= == !=",
    "flag = a in (1, 2)": "outside the subset",
    "flag = a in range(0, 9, 2)": "has a stop, or a start and a stop",
    "z = a if flag else None": "outside the subset",
    "z = max(element, flag)": "z holds|where tensor element is needed",
    "z = max(element, a)": "where tensor element is needed",
    "a = z = range": "range is neither",
    "a = a = 3": "appears twice on the left",
    "Y[0, 0, 0, 0], a = element, 1": "write two assignments",
    "pads[0] += 3": "pads is not an array",
    "X[0, 0, 0, 0] += 3": "the input X is written to",
    "Z = W = new_Y(1, 1, 1, 1)": "assigned to one name|outside the subset",
    "a, y = strides, 1": "cannot be assigned to|strides is neither",
    "a, a = strides": "appears twice on the left",
    "z = float('inf')": "outside the subset",
    "z = float('nan')": "outside the subset",
    "z = -float(a)": "outside the subset",
    "z = divmod(a, 2)": "outside the subset",
    "for i in pads:\n        pass": "a loop must be over a range",
    "for i in range(0, 4, 0):\n        pass": "the step is not positive",
    "for i in range(0, 4, 2):\n        i = 3": "+1 assigned inside its loop",
    "for i in reversed(pads):\n        pass": "a loop must be over a range",
    "for i, j in range(3):\n        pass": "one variable, or two where it enumerates",
    "for i, i in enumerate(range(3)):\n        pass": "appears twice on the left",
    "for i, j in enumerate(pads):\n        pass": "a loop must be over a range",
    "for i in range(3):\n        pass\n    else:\n        pass": "cannot have an else",
    # helpers
    "def inner(b):\n        return inner(b)\n    z = inner(1)": "+1 is called inside itself",
    "def inner(b):\n        for i in range(3):\n            return b\n    z = inner(1)": "+1 from inside a loop",
    "def inner(b):\n        if b > 0:\n            return b\n    z = inner(1)": "+3 may end without giving anything",
    "def inner(*b):\n        return 1\n    z = inner(1)": "no plain helper",
    "def inner(b):\n        yield b\n    z = inner(1)": "+1 no plain helper",
    "def inner(b):\n        nonlocal a\n        a = b\n    z = inner(1)": "+1 no plain helper",
    "def inner(b):\n        return b\n    z = inner()": "+2 its arguments plainly",
    "def inner(b):\n        return b\n    z = inner(1, 2)": "+2 its arguments plainly",
    "def inner(b):\n        return b\n    z = inner(1, b=2)": "+2 its arguments plainly",
    "def inner(b):\n        return b\n    z = inner(*pads)": "+2 its arguments plainly",
    "def inner(b):\n        c = b\n        return c\n    z = 1 if flag else inner(2)": "+3 evaluated under a condition",
    "def inner(b):\n        return b\n    z = 1 if flag else inner(a // 2)": "+2 evaluated under a condition",
    "for i in range(2):\n        continue\n        a = 1": "+2 nothing may stand after `continue`",
    "import os": "`import`",
    "try:\n        a = 1\n    except ValueError:\n        a = 2": "`try`",
    "with a:\n        pass": "`with`",
    "del a": "`delete`",
    "assert flag": "`assert`",
    "match a:\n        case 0:\n            pass": "`match`",
    "print(a)": "`expr`",
    "a": "`expr`",
    "z: int": "`annassign`",
    # expressions
    "f = lambda: 0": "outside the subset",
    "z = [i for i in range(3)]": "outside the subset",
    "z = [1, 2]": "outside the subset",
    "z = (a := 3)": "outside the subset",
    "z = f'{a}'": "outside the subset",
    "z = 1.5": "outside the subset",
    "z = 'text'": "outside the subset",
    "z = a / 2": "outside the subset",
    "z = a ** 2": "outside the subset",
    "z = a & 1": "outside the subset",
    "z = a << 1": "outside the subset",
    "z = a @ 1": "outside the subset",
    "z = ~a": "outside the subset",
    "z = +a": "outside the subset",
    "a **= 2": "outside the subset",
    "a /= 2": "outside the subset",
    "z = X.shape": "outside the subset",
    "z = X.shape[4]": "by its name",
    "z = X.shape[-1]": "by its name",
    "z = X.shape[a]": "by its name",
    "z = Y.shape[0]": "by its name",
    "z, y = X.shape": "cannot be assigned to",
    "X.shape[0] = 3": "cannot be assigned to",
    "z = a.real": "outside the subset",
    "z = abs(a)": "outside the subset",
    "z = max(a, 1, key=a)": "outside the subset",
    "z = max(*pads)": "outside the subset",
    "z = new_Z(1, 1, 1, 1)": "outside the subset",
    "z = pool(a, 1)": "outside the subset",
    "z = a if a in pads else 1": "pads is neither a local variable nor a size",
    "flag = a in pads": "pads is neither a local variable nor a size",
    # targets
    "a, *z = 1, 2": "cannot be assigned to",
    "a, z = 1": "cannot be assigned to",
    "a, z = 1, 2, 3": "cannot be assigned to",
    "a, z = pads": "cannot be assigned to",
    "[a, z] = [1, 2]": "cannot be assigned to",
    "a, a = 1, 2": "appears twice on the left",
    "a.real = 3": "cannot be assigned to",
    "dX_2 = 3": "cannot be assigned to",
    "dX_2 += 3": "cannot be assigned to",
    "pads = 3": "cannot be assigned to",
    "range = 3": "cannot be assigned to",
    "min = 3": "cannot be assigned to",
    "X = 3": "cannot be assigned to",
    "X[0, 0, 0, 0] = element": "the input X is written to",
    "pads[0] = 3": "pads is not an array",
    # arrays
    "Z = Y": "Y is neither a local variable nor a size",
    "Y = X": "the array Y",
    "Y = 3": "the array Y",
    "Y += 3": "the array Y is also used as something else",
    "Y = new_Y(1, 1, 1, 1)": "allocated twice",
    "Z = new_Y(1, 1, 1, 1)": "called a second time",
    "for i in range(2):\n        Z = new_Y(1, 1, 1, 1)": "+1 outside of loops and branches",
    "if flag:\n        Z = new_Y(1, 1, 1, 1)": "+1 outside of loops and branches",
    "z = X[0, 0, 0]": "4 indices",
    "z = X[0]": "4 indices",
    "z = X[0, 0, 0, 0, 0]": "4 indices",
    "z = X[0, 0, 0, 1:2]": "outside the subset",
    "z = X[0][0]": "by its name",
    "Y[0, 0, 0] = element": "4 indices",
    "Y[0, 0, 0, flag] = element": "is of sort truth value",
    "Y[0, 0, 0, 0] = a": "where tensor element is needed",
    "Indices[0, 0, 0, 0] = element": "where integer is needed",
    "a[0, 0, 0, 0] = 3": "a is not an array",
    "z = a[0]": "a is not an array",
    # lists
    "z = pads[4]": "from 0 to 3",
    "z = strides[2]": "from 0 to 1",
    "z = pads[a]": "from 0 to 3",
    "z = pads[-1]": "from 0 to 3",
    "z = pads[True]": "from 0 to 3",
    "z = pads[0:2]": "from 0 to 3",
    "z = pads": "pads is neither a local variable nor a size",
    # sorts
    "z = flag == flag": "integers or elements",
    "z = flag < True": "integers or elements",
    "z = element > a": "where tensor element is needed",
    "z = a == flag": "integers or elements",
    "z = element == flag": "where tensor element is needed",
    "z = flag + 1": "where integer is needed",
    "z = element + 1": "where integer is needed",
    "z = not a": "where truth value is needed",
    "z = a and flag": "where truth value is needed",
    "z = -flag": "where integer is needed",
    "z = True if flag else False": "both values must be integers",
    "z = a if flag else element": "both values must be integers",
    "z = a if a else 1": "where truth value is needed",
    "if a:\n        pass": "where truth value is needed",
    "z = unknown + 1": "unknown is neither a local variable nor a size",
    "z = new_Y": "new_Y is neither a local variable nor a size",
    # loops
    "for i in range(flag):\n        pass": "where integer is needed",
    "for i in range(*pads):\n        pass": "outside the subset",
    "for i in range(3):\n        i = 2": "+1 assigned inside its loop",
    "for i in range(3):\n        for i in range(2):\n            pass": "+1 assigned inside its loop",
    "for X in range(3):\n        pass": "cannot be assigned to",
    "for pads in range(3):\n        pass": "cannot be assigned to",
    "for range in range(3):\n        pass": "cannot be assigned to",
    "async def inner():\n        pass": "outside the subset",
    "z = " + "-" * 400 + "a": "outside the subset|nested too deeply",
    "z = " + "a + " * 900 + "a": "nested too deeply",
}


@pytest.mark.parametrize(("line", "reason"), OUTSIDE.items(), ids=lambda text: text[:40].replace("\n", " "))
def test_refused(line: str, reason: str) -> None:
    """`+1` says that the refusal is of the next line."""
    offset, wanted = (int(reason[1]), reason[3:]) if reason.startswith("+") else (0, reason)
    with pytest.raises(Refused) as caught:
        parse(source((*KNOWN, line)).encode(), "pool")
    assert any(part in caught.value.reason for part in wanted.split("|"))
    assert caught.value.line == (1 if "nested" in caught.value.reason else LINE + offset)


TWO_SORTS = {
    "a = True": (4, "a holds integers and truth values"),
    "a = element": (4, "a holds integers and tensor elements"),
    "flag = 1 + 1": (5, "flag holds integers and truth values"),
    "element = a": (6, "element holds integers and tensor elements"),
    "for flag in range(3):\n        pass": (5, "flag holds integers and truth values"),
    "a, flag = strides": (5, "flag holds integers and truth values"),
    "flag += 1": (5, "flag holds integers and truth values"),
}


@pytest.mark.parametrize("line", TWO_SORTS)
def test_a_variable_holds_one_sort(line: str) -> None:
    with pytest.raises(Refused) as caught:
        parse(source(("a = 0 + 0", *KNOWN[1:], line)).encode(), "pool")
    assert (caught.value.line, caught.value.reason) == TWO_SORTS[line]


WITHOUT_VALUE = {
    "while a < 3:\n        pass": (7, "nothing in the test of this `while` tells that it ends"),
    "while a < 3:\n        if flag: a += 1": (7, "nothing in the test of this `while` tells that it ends"),
    "while flag:\n        a += 1": (7, "nothing in the test of this `while` tells that it ends"),
    "while True:\n        a += 1\n        if a > 3: break": (7, "nothing in the test of this `while`"),
    "while a < 9:\n        z = 1\n        a += 1\n    b = z": (10, "z may have no value"),
    "b = z\n    z = 1": (7, "z may have no value"),
    "if flag:\n        z = 1\n    b = z": (9, "z may have no value"),
    "if flag:\n        z = 1\n    else:\n        y = 2\n    b = z": (11, "z may have no value"),
    "for i in range(3):\n        z = 1\n    b = z": (9, "z may have no value"),
    "for i in range(3):\n        pass\n    b = i": (9, "i may have no value"),
    "i = 0\n    for i in range(3):\n        pass\n    b = i": (10, "i may have no value"),
    "for i in range(3):\n        b = z\n        z = 1": (8, "z may have no value"),
    "z += 1": (7, "z may have no value"),
    "z, y = 1, z": (7, "z may have no value"),
    "if flag:\n        for i in range(2):\n            Y[i, 0, 0, 0] = element": (7, "a loop that stands in a branch"),
    "\n    ".join(["a = a + a"] * 40): (20, "too large to be followed"),
}


@pytest.mark.parametrize("lines", WITHOUT_VALUE, ids=lambda text: text[:40].replace("\n", " "))
def test_refused_by_the_run(lines: str) -> None:
    """What can only be told by following the statements."""
    line, reason = WITHOUT_VALUE[lines]
    with pytest.raises(Refused) as caught:
        symbolic(source((*KNOWN, lines)))
    assert reason in caught.value.reason
    assert caught.value.line == line


BODY = "\n    ".join(("", *ALLOCATIONS, RETURN)) + "\n"
GOOD = HEAD + BODY
NAMES = ", ".join(PARAMETERS)
FILES = {
    "decorator": ("@cache\n" + GOOD, 1, "decorator"),
    "decorator that is listed": ("from functools import cache\n@cache\n" + GOOD, 3, "a decorator"),
    "default": (GOOD.replace("strides)", "strides=(1, 1))"), 1, "by position"),
    "keyword only": (GOOD.replace("pads", "*, pads"), 1, "by position"),
    "position only": (GOOD.replace("pads", "pads, /"), 1, "by position"),
    "star": (GOOD.replace("strides)", "*strides)"), 1, "by position"),
    "double star": (GOOD.replace("strides)", "**strides)"), 1, "by position"),
    "too few": (GOOD.replace(", strides)", ")"), 1, "10 parameters"),
    "too many": (GOOD.replace(", strides)", ", strides, more)"), 1, "12 parameters"),
    "permuted": (GOOD.replace(NAMES, NAMES.replace("pads, strides", "strides, pads")), 1, "another one's place"),
    "misplaced": (GOOD.replace("dX_0", "pads").replace("pads, strides", "q, strides"), 1, "another one's place"),
    "two of a name": (GOOD.replace("dX_0", "d").replace("dX_1", "d"), 1, "not Python"),
    "called min": (GOOD.replace("dX_3", "min"), 1, "Python's own"),
    "called range": (GOOD.replace("pads", "range"), 1, "Python's own"),
    "no return": (HEAD + "\n    Y = new_Y(1, 1, 1, 1)\n", 1, "must return two arrays"),
    "empty": (HEAD + "\n    pass\n", 1, "must return two arrays"),
    "docstring alone": (HEAD + "\n    '''Nothing.'''\n", 1, "must return two arrays"),
    "returns one": (GOOD.replace("Y, Indices\n", "Y\n"), 4, "the function must return"),
    "returns permuted": (GOOD.replace("Y, Indices\n", "Indices, Y\n"), 4, "the function must return"),
    "returns X": (GOOD.replace("Y, Indices\n", "X, Indices\n"), 4, "the function must return"),
    "returns nothing": (GOOD.replace("return Y, Indices", "return"), 4, "the function must return"),
    "async": ("async " + GOOD, 1, "no function 'pool' in this file; found: none"),
    "missing": (GOOD.replace("pool", "other"), 1, "found: other"),
    "a method": ("class C:\n    " + GOOD.replace("\n", "\n    "), 1, "no function 'pool'"),
    "conditional": ("if True:\n    " + GOOD.replace("\n", "\n    "), 2, "no function 'pool'|"),
    "nothing": ("", 1, "no function 'pool'"),
    "syntax": (GOOD + "x = = 3\n", 5, "not Python"),
    "indentation": (GOOD + "   x = 3\n", 5, "not Python"),
    "null byte": (GOOD + "\0", 5, "not Python"),
    "return outside": (GOOD + "return 3\n", 5, "not Python"),
    "huge": (GOOD + "#" * LARGEST_SOURCE, 1, "bytes"),
    "deep": (GOOD + "x = " + "(" * 3000 + ")" * 3000, 5, "not Python"),
    "defined twice": (GOOD + GOOD, 5, "more than one meaning"),
    "bound again": (GOOD + "pool = print\n", 1, "more than one meaning"),
    "bound again in a branch": (GOOD + "if True:\n    from os import path as pool\n", 1, "more than one meaning"),
    "bound by a global": (GOOD + "def f():\n    global pool\n    pool = 3\n", 1, "more than one meaning"),
    "own range": ("def range(stop):\n    return []\n" + GOOD, 1, "gives range another meaning"),
    "own min": ("from numpy import min\n" + GOOD, 1, "gives min another meaning"),
    "own max": (GOOD + "max = min\n", 5, "gives max another meaning"),
    "loop over min": (GOOD + "for min in ():\n    pass\n", 5, "gives min another meaning"),
    "star import": ("from numpy import *\n" + GOOD, 1, "names that cannot be seen"),
}


@pytest.mark.parametrize("name", FILES)
def test_file_refused(name: str) -> None:
    text, line, reason = FILES[name]
    with pytest.raises(Refused) as caught:
        parse(text.encode(), "pool")
    assert any(part in caught.value.reason for part in reason.split("|"))
    if name not in ("null byte", "deep", "conditional"):
        assert caught.value.line == line


def test_what_is_refused_here_is_otherwise_accepted() -> None:
    """The template is of the subset: it is each line that is refused, and nothing else."""
    assert parse(source(KNOWN).encode(), "pool").name == "pool"
    assert parse(GOOD.encode(), "pool").sorts == {}
    assert parse(("def f():\n    min = 3\n    return min\n" + GOOD).encode(), "pool").name == "pool"
    assert symbolic(source((*KNOWN, "z = a")))[1].values.keys() == {"a", "flag", "element", "z"}


@pytest.mark.parametrize("replay", [False, True])
def test_no_line_of_the_file_runs(tmp_path: Path, replay: bool) -> None:
    """Neither what stands around the function, nor its annotations, when it is wrong and Python runs it."""
    trace = tmp_path / "trace"
    touch = f"open({str(trace)!r}, 'w')"
    annotated = GOOD.replace("X, new_Y", f"X: {touch}, new_Y").replace("):", f") -> {touch}:", 1)
    text = f"from __future__ import annotations\n{annotated}if __name__ == '__main__':\n    {touch}\n"
    report = prove_source.prove_source(text.encode(), "pool", LIMITS, replay=replay)
    assert not report.proved
    assert report.witness is not None
    assert (report.witness.replayed is not None) == replay
    for refused in (
        annotated,
        f"{touch}\n{GOOD}",
        f"class C:\n    {touch}\n{GOOD}",
        GOOD.replace("return", f"z: {touch} = 3\n    return"),
    ):
        report = prove_source.prove_source(refused.encode(), "pool", LIMITS, replay=replay)
        assert report.refused is not None
        assert report.witness is None
    assert not trace.exists()


def test_a_file_is_read_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text(GOOD, "utf-8")
    assert prove_source.read(f"{file}:pool") == (GOOD.encode(), "pool")
    for target in ("pool", ":pool", f"{file}", f"{file}:", f"{file}:a b", f"{tmp_path}:pool"):
        with pytest.raises(ValueError, match=r"FILE:FUNCTION|is not a file"):
            prove_source.read(target)
    with pytest.raises(OSError, match=r"none\.py"):
        prove_source.read(f"{tmp_path / 'none.py'}:pool")


ALLOCATED = {
    "Y = new_Y(1, 1, 1)": "4 sizes",
    "Y = new_Y(1, 1, 1, n=1)": "4 sizes",
    "Y = new_Y(*pads)": "4 sizes",
    "Y = new_Y(1, 1, 1, True)": "is of sort truth value",
}


@pytest.mark.parametrize("line", ALLOCATED)
def test_allocations_refused(line: str) -> None:
    with pytest.raises(Refused, match=ALLOCATED[line]):
        parse(source((), before=(line, ALLOCATIONS[1])).encode(), "pool")


def test_a_write_before_the_allocation_is_refused() -> None:
    with pytest.raises(Refused, match="written to before it is allocated"):
        symbolic(source((), before=("Y[0, 0, 0, 0] = 0", *ALLOCATIONS)))


def test_parameters_may_be_given_what_they_are() -> None:
    text = source(("dX_0, dX_1, dX_2, dX_3 = X.shape", "a = dX_2"))
    assert parse(text.encode(), "pool").sorts == {"a": Sort.INT}
    with pytest.raises(Refused, match="is the name of a parameter"):
        parse(source(("dX_1, dX_0, dX_2, dX_3 = X.shape",)).encode(), "pool")
