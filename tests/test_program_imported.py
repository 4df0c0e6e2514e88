"""What is proved is what is imported: a file in which anything else could run on import is refused, by a list.

Each hostile file is imported too, in a process of its own, to see that it is one: something runs, an error ends it, or
the function or Python's own `range` is another. Of each ordinary file nothing runs, and the function is its text.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import reference.maxpool
from proofs.program.running.replay import replay
from proofs.program.running.witness import CallWitness, Outputs
from proofs.program.source.imported import MODULES
from proofs.program.source.language import LISTS
from proofs.program.source.module import function_of
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from tests.program_tools import ALLOCATIONS, HEAD, RETURN

ROOT = Path(__file__).resolve().parent.parent
GOOD = "\n    ".join((HEAD, *ALLOCATIONS, "for i in range(dX_0):", "    Y[i, 0, 0, 0] = 1", RETURN)) + "\n"
NO_RANGE = "def mine(*bounds):\n    return ()\n"
OTHER = GOOD.replace("= 1", "= 2").replace("def pool", "def other")
EVIL = f"{NO_RANGE}def evil(*given, **named):\n    globals()['range'] = mine\n    return given[0] if given else evil\n"
FUTURE = "from __future__ import annotations\n"

HOSTILE = {
    # what the attack on the proofs found
    "builtins.range": f"import builtins\n{NO_RANGE}builtins.range = mine\n{GOOD}",
    "setattr": f"import builtins\n{NO_RANGE}setattr(builtins, 'range', mine)\n{GOOD}",
    "globals().update": f"{NO_RANGE}{GOOD}globals().update(range=mine)\n",
    "globals()[...]": f"{NO_RANGE}{GOOD}globals()['range'] = mine\n",
    "exec": f"{GOOD}exec('def range(*bounds): return ()')\n",
    "walrus in a default": f"{NO_RANGE}{GOOD}def f(x=(range := mine)): pass\n",
    "walrus in an annotation": f"{NO_RANGE}{GOOD}def f(x: (range := mine)): pass\n",
    "walrus in an annotation of a variable": f"{NO_RANGE}{GOOD}x: (range := mine) = 3\n",
    "walrus in a decorator's argument": f"import functools\n{NO_RANGE}{GOOD}"
    "@functools.lru_cache(maxsize=(range := mine) and None)\ndef f(): pass\n",
    "walrus in a base": f"{NO_RANGE}{GOOD}class C((range := mine) and object): pass\n",
    "__code__": f"{OTHER}{GOOD}pool.__code__ = other.__code__\n",
    "rebinding by a default": f"{OTHER}{GOOD}def f(x=globals().update(pool=other)): pass\n",
    "rebinding by a return annotation": f"{OTHER}{GOOD}def f() -> globals().update(pool=other): pass\n",
    "import with side effects": f"import this\n{GOOD}",
    # expressions that are evaluated
    "call in the function's own annotation": EVIL + GOOD.replace("X,", "X: evil(),"),
    "walrus": f"{NO_RANGE}{GOOD}(range := mine)\n",
    "default of a keyword": f"{EVIL}{GOOD}def f(*, x=evil()): pass\n",
    "nested default": f"{EVIL}{GOOD}def f(x=(1, [2, {{3: evil()}}])): pass\n",
    "default of a lambda": f"{EVIL}{GOOD}f = lambda x=evil(): x\n",
    "default of a lambda in a default": f"{EVIL}{GOOD}def f(x=lambda y=evil(): y): pass\n",
    "default of an async function": f"{EVIL}{GOOD}async def f(x=evil()): pass\n",
    "f-string in an annotation": f"{EVIL}{GOOD}def f(x: f'{{evil()}}'): pass\n",
    "f-string": f"{EVIL}{GOOD}TEXT = f'{{evil()}}'\n",
    "comprehension": f"{EVIL}{GOOD}CELLS = [evil() for i in (1, 2)]\n",
    "condition": f"{EVIL}{GOOD}SIZE = 3 if evil() else 4\n",
    "either": f"{EVIL}{GOOD}SIZE = 0 or evil()\n",
    "comparison": f"{EVIL}{GOOD}SIZE = 1 < evil()\n",
    "annotation of a class": f"{EVIL}{GOOD}class C:\n    x: evil()\n",
    "subscript of a class": f"{EVIL}class C:\n    __class_getitem__ = evil\n{GOOD}A = C[int]\n",
    "subscript of a class in an annotation": f"{EVIL}class C:\n    def __class_getitem__(cls, key):\n        evil()\n"
    f"{GOOD}def f(x: C[int]): pass\n",
    "methods of a mapping": "import dataclasses\n"
    f"{EVIL}class C:\n    def keys():\n        evil()\n        return ()\n{GOOD}A = dataclasses.field(**C)\n",
    "spread of a mapping": f"{EVIL}class C:\n    def keys():\n        evil()\n        return ()\n{GOOD}A = {{**C}}\n",
    # decorators
    "decorator": f"{EVIL}{GOOD}@evil\ndef f(): pass\n",
    "decorator of the function": EVIL + "@evil\n" + GOOD,
    "decorator of a class": f"{EVIL}{GOOD}@evil\nclass C: pass\n",
    "decorator of a method": f"{EVIL}{GOOD}class C:\n    @evil\n    def f(self): pass\n",
    "a function wrapped and called": f"from functools import lru_cache\n{EVIL}{GOOD}@lru_cache(evil)\ndef f(): pass\n",
    "a class completed and called": "from dataclasses import dataclass\n"
    f"{EVIL}class C:\n    def __init__(self, given):\n        evil()\n{GOOD}@dataclass(C)\nclass D: pass\n",
    "another function as dataclass": f"{EVIL}dataclass = evil\n{GOOD}@dataclass\nclass C: pass\n",
    "another function as property": f"{EVIL}{GOOD}"
    "class C:\n    property = evil\n    @property\n    def f(self): pass\n",
    "property of a class": f"{EVIL}{GOOD}"
    "class C:\n    @classmethod\n    @property\n    def f(cls):\n        evil()\nA = C.f\n",
    "item of an array of decorators": f"{EVIL}{GOOD}@[evil][0]\ndef f(): pass\n",
    # classes
    "body of a class": f"{EVIL}{GOOD}class C:\n    evil()\n",
    "global in a class": f"{NO_RANGE}{GOOD}class C:\n    global range\n    range = mine\n",
    "__init_subclass__": f"{EVIL}class C:\n    def __init_subclass__(cls):\n        evil()\n{GOOD}class D(C): pass\n",
    "__set_name__": f"{EVIL}class C:\n    def __set_name__(*_):\n        evil()\n{GOOD}class D:\n    x = C()\n",
    "metaclass": f"{EVIL}class M(type):\n    def __new__(*given):\n        evil()\n{GOOD}class C(metaclass=M): pass\n",
    "keyword of a class": f"{EVIL}{GOOD}class C(metaclass=evil): pass\n",
    "base of a class in a class": f"{EVIL}{GOOD}class C:\n    class D(evil()): pass\n",
    "members of an Enum": "from enum import Enum\n"
    f"{EVIL}{GOOD}class C(Enum):\n    x = 1\n    def __init__(self, value):\n        evil()\n",
    # statements
    "if": f"{EVIL}{GOOD}if evil():\n    pass\n",
    "else of main": f"{EVIL}{GOOD}if __name__ == '__main__':\n    pass\nelse:\n    evil()\n",
    "not main": f"{EVIL}{GOOD}if __name__ != '__main__':\n    evil()\n",
    "main with another name": f"__name__ = '__main__'\n{EVIL}{GOOD}if __name__ == '__main__':\n    evil()\n",
    "else of TYPE_CHECKING": "from typing import TYPE_CHECKING\n"
    f"{EVIL}{GOOD}if TYPE_CHECKING:\n    import os\nelse:\n    evil()\n",
    "TYPE_CHECKING of one's own": f"{GOOD}TYPE_CHECKING = True\nif TYPE_CHECKING:\n    import this\n",
    "function in a branch": f"{GOOD}if True:\n    def pool(): pass\n",
    "try": f"{EVIL}{GOOD}try:\n    evil()\nfinally:\n    pass\n",
    "match": f"{NO_RANGE}{GOOD}match mine:\n    case range:\n        pass\n",
    "for": f"{NO_RANGE}{GOOD}for range in [mine]:\n    pass\n",
    "for over a function": f"{EVIL}{GOOD}for i in evil(()):\n    pass\n",
    "while": f"{EVIL}{GOOD}while not evil(1):\n    pass\n",
    "with": "import contextlib\n" + f"{NO_RANGE}{GOOD}with contextlib.nullcontext(mine) as range:\n    pass\n",
    "assert": f"{EVIL}{GOOD}assert evil()\n",
    "raise": f"{EVIL}{GOOD}raise evil()\n",
    "del": f"{NO_RANGE}{OTHER}{GOOD}del pool\npool = other\n",
    "del alone": f"{GOOD}del pool\n",
    "del of an item": f"{GOOD}del __builtins__['range']\n",
    "semicolon": f"{EVIL}{GOOD}SIZE = 3; evil()\n",
    "augmented": f"{NO_RANGE}{GOOD}NAMES = __builtins__\nNAMES |= {{'range': mine}}\n",
    "augmented through a module": f"from typing import __builtins__ as NAMES\n{NO_RANGE}{GOOD}"
    "NAMES |= {'range': mine}\n",
    "unpacking": f"{NO_RANGE}{GOOD}SIZE, range = 3, mine\n",
    "unpacking of what runs": f"{EVIL}{GOOD}SIZE, STEP = evil((1, 2))\n",
    "attribute among the targets": f"{OTHER}{GOOD}x = pool.__code__ = other.__code__\n",
    "annotated attribute": f"{OTHER}{GOOD}pool.__code__: int = other.__code__\n",
    "__builtins__": f"{NO_RANGE}__builtins__ = {{'range': mine}}\n{GOOD}",
    "__builtins__ of a function": f"{NO_RANGE}{GOOD}pool.__builtins__['range'] = mine\n",
    "global in a function that is called": f"{NO_RANGE}{GOOD}def f():\n    global range\n    range = mine\nf()\n",
    # imports
    "import as range": f"from operator import sub as range\n{GOOD}",
    "module as range": f"import math as range\n{GOOD}",
    "module as range, in other letters": f"import math as \uff52ange\n{GOOD}",
    "import as the function": f"{GOOD}from operator import sub as pool\n",
    "star of a module beside": f"from beside import *\n{GOOD}",
    "module beside": f"import beside\n{GOOD}",
    "module of a package": f"from . import beside\n{GOOD}",
    "import by name": f"__import__('beside')\n{GOOD}",
    "import in a class": f"class C:\n    import beside\n{GOOD}",
    "import under try": f"try:\n    import beside\nexcept ImportError:\n    pass\n{GOOD}",
    # the text
    "encoding": "# coding: utf-7\n" + GOOD + "# +AAo-range = lambda *bounds: ()\n",
    "encoding after a carriage return": "#\r# coding: utf-7\n" + GOOD + "# +AAo-range = lambda *bounds: ()\n",
}
"""Files that give the function another meaning, or run more than definitions, when they are imported."""

WITHIN = {
    "yield in an annotation": GOOD.replace("for i", "z: (yield) = 3\n    for i"),
    "walrus in an annotation": GOOD.replace("for i", "z: (range := 3) = 3\n    for i"),
    "walrus in a part of an annotation": GOOD.replace("for i", "z: list[int, (range := 3)] = 3\n    for i"),
    "default": GOOD.replace("strides)", "strides=3)"),
    "decorator that is listed": f"from functools import cache\n@cache\n{GOOD}",
}
"""Functions whose own text does not mean what its statements say."""

OUTSIDE = {
    "name as a builtin": f"@print\ndef f(): pass\nfrom functools import cache as print\n{GOOD}",
    "star": f"from operator import *\n{GOOD}",
    "future with a call": f"{FUTURE}{GOOD}x: int = print()\n",
    "future from a package": f"from .__future__ import annotations\n{GOOD}def f(x: print()): pass\n",
    "type statement": f"{GOOD}type A = int\n",
    "type parameter": f"{GOOD}def f[T: (range := int)](x: T): pass\n",
    "type parameter of a class": f"{GOOD}class C[T]: pass\n",
    "__getattr__": f"{GOOD}def __getattr__(name):\n    return 3\n",
    "__path__": f"{GOOD}__path__ = ['elsewhere']\n",
    "__spec__ in a function": f"{GOOD}def f():\n    global __spec__\n    __spec__ = None\n",
    "class of the file as a base": f"class C: pass\n{GOOD}class D(C): pass\n",
    "class in a class": f"{GOOD}class C:\n    class D: pass\n",
    "import of another name than it says": "from typing import sys\n" + f"{GOOD}@sys.exit\ndef f(): pass\n",
    "generic of an unknown name": f"{GOOD}def f(x: Sequence[int]): pass\n",
    "a module of two meanings": f"import numpy as np\n{GOOD}def f(x: np.float32): pass\nnp = 3\n",
    "private attribute": f"import typing\n{GOOD}NAMES = typing.__builtins__\n",
    "too deep": GOOD + "SIZE = " + "1 + " * 950 + "1\n",
    "await": f"{GOOD}async def f(x: (await 3)): pass\n",
    "slice": f"import numpy as np\n{GOOD}A = np.s_[1:2]\n",
    "spread in a call": f"from dataclasses import field\n{GOOD}A = field(*pool)\n",
    "global in a function": f"{GOOD}def f():\n    global range\n    range = None\n",
    "nonlocal": f"{GOOD}def f():\n    def g():\n        nonlocal range\n",
}
"""Files that are refused although they change nothing: what they hold is not listed, or is not Python (of today)."""

TYPED = GOOD.replace("X, new_Y, new_Indices", "X: np.ndarray, new_Y: Callable[..., Any], new_Indices: object")
TYPED = TYPED.replace("):", ") -> tuple[NDArray[np.float32], 'np.ndarray']:", 1)
TYPED = TYPED.replace("for i", "z: int = 3\n    for i")
IMPORTS = """import numpy as np
from collections.abc import Callable, Sequence
from numpy.typing import NDArray
from typing import TYPE_CHECKING, Any, NamedTuple, NewType, Optional, Protocol, TypeVar
"""
CONSTANTS = """from math import inf
import math
MOST, SMALL = 10**9, -(2**31)
A = B = 'text'
TABLE: dict = {1: (2, [3]), 'a': {4}}
LOWEST = float('-inf')
PI = -math.pi
TOP: float = inf
LATER: int
__all__ = ['pool']
__version__ = '1'
"""
ALIASES = """Shape = tuple[int, ...]
Cell = int | None
T = TypeVar('T', bound='Pool')
Id = NewType('Id', int)
Pair = Optional[Shape]
Reader = Callable[[Shape, T], NDArray[np.float64] | Sequence[int]]
"""
FUNCTIONS = """import os, sys
from functools import cache, lru_cache
def f(x=3, *more, y=(1, 'a'), z=None, t=len, **rest):
    import builtins
    builtins.range = x
    min = 3
    exec(min)
    return os, sys
@cache
def g(): return f()
@lru_cache(maxsize=None)
def h(): yield
async def i(x=-1.5): return await x
"""
CLASSES = """from abc import ABC, abstractmethod
from dataclasses import dataclass, field
class Wrong(ValueError):
    'Raised.'
    label = 'wrong'
    def __init__(self, x: int = 3) -> None:
        range = x
@dataclass(frozen=True, slots=True)
class Call:
    shape: tuple[int, ...]
    pads: list[int] = field(default_factory=list)
    min: int = 0
    @property
    def size(self): return 1
    @classmethod
    def of(cls): return cls(())
    def __post_init__(self): raise ValueError
    def __eq__(self, other): return True
@dataclass
class Other:
    x: 'Call'
    y: Call | None = None
class Pair(NamedTuple):
    a: int
    b: Sequence[Call] = ()
    def __repr__(self): return ''
class Reads(Protocol):
    def read(self) -> int: ...
class Base(ABC):
    __slots__ = ()
    @abstractmethod
    def f(self): pass
class Plain: pass
class Old(object): pass
"""
SCRIPT = """import argparse, json, pathlib, time
def main(): print(pool)
if __name__ == '__main__':
    main()
    x = [y for y in 'ab']
"""
ORDINARY = {
    "alone": GOOD,
    "docstring and comments": f"#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n'Pooling.'\n{GOOD}# The end.\n",
    "byte order mark": f"\ufeff{GOOD}",
    "lines of another system": GOOD.replace("\n", "\r\n"),
    "types": f"{IMPORTS}{TYPED}",
    "types of the future": f"{FUTURE}{IMPORTS}{TYPED}def f(x: whatever(3)) -> 3 < f'{{4}}': pass\n",
    "constants": CONSTANTS + GOOD,
    "aliases": IMPORTS + ALIASES + TYPED,
    "other functions": FUNCTIONS + GOOD,
    "classes": IMPORTS + CLASSES + TYPED,
    "script": GOOD + SCRIPT,
    "types only": f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from whatever import Tensor\n{GOOD}",
    "types only, in full": f"import typing as t\nif t.TYPE_CHECKING:\n    import whatever\nA = t.Any\n{GOOD}",
    "imported twice": f"import collections.abc\nimport collections\nA = collections.abc.Sequence[int]\n{GOOD}",
    "the reference": Path(reference.maxpool.__file__).read_text("utf-8"),
}

IMPORTING = """
import builtins, importlib.util, json, sys
sys.dont_write_bytecode = True
file, text = sys.argv[1:]
before, called = dict(vars(builtins)), []

def profile(frame, event, _):
    if event == "call" and frame.f_code.co_filename == file and frame.f_code.co_flags & 1:
        called.append(frame.f_code.co_name)  # A function: bodies of modules and classes have no such flag.

def parts(code):
    return code.co_code, code.co_consts, code.co_names, code.co_varnames

spec = importlib.util.spec_from_file_location("plain", file)
module, error = importlib.util.module_from_spec(spec), ""
sys.modules["plain"] = module
sys.setprofile(profile)
try:
    spec.loader.exec_module(module)
except BaseException as raised:
    error = type(raised).__name__
sys.setprofile(None)
found, alone = vars(module).get("pool"), compile(text, "alone", "exec")
(code,) = (c for c in alone.co_consts if getattr(c, "co_name", "") == "pool")
is_the_same = (
    type(found) is type(parts) and parts(found.__code__) == parts(code) and found.__builtins__ is vars(builtins)
    and found.__defaults__ is found.__kwdefaults__ is None and found.__globals__ is vars(module)
)
shadowed = sorted({"range", "min", "max", "__builtins__"} & vars(module).keys() - {"__builtins__"})
unchanged = all(vars(builtins).get(name) is value for name, value in before.items())
loaded = sorted({"this", "beside"} & sys.modules.keys())
print(json.dumps([called, error, is_the_same, shadowed, unchanged, loaded]))
"""
NOTHING_RAN = [[], "", True, [], True, []]


def imported(folder: Path, text: str, function: str = GOOD) -> list[object]:
    """What importing a file does: functions called, an error, whether the function is its text, what else changed."""
    file = folder / "plain.py"
    file.write_bytes(text.encode())
    (folder / "beside.py").write_text("range = None\n", "utf-8")
    command = [sys.executable, "-c", IMPORTING, str(file), function]
    environment = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(folder)))}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=True)
    found: list[object] = json.loads(run.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused):
        parse(HOSTILE[name].encode(), "pool")
    assert imported(tmp_path, HOSTILE[name]) != NOTHING_RAN


@pytest.mark.parametrize("files", [WITHIN, OUTSIDE], ids=["within", "outside"])
def test_other_files_are_refused(files: dict[str, str]) -> None:
    for text in files.values():
        with pytest.raises(Refused):
            parse(text.encode(), "pool")


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_files_are_accepted(tmp_path: Path, name: str) -> None:
    text = ORDINARY[name]
    assert parse(text.encode(), "pool").name == "pool"
    found = function_of(text.encode(), "pool")
    function = "".join(text.removeprefix("\ufeff").splitlines(keepends=True)[found.first - 1 : found.last])
    assert function.startswith("def pool(")
    assert found.digest == sha256(function.encode()).hexdigest()
    assert imported(tmp_path, text, function) == NOTHING_RAN


def test_each_refusal_names_the_line_and_what_stands_there() -> None:
    for line in ("evil()", "pool.__code__ = 3", "def f(x=evil()): pass", "@evil\ndef f(): pass", "import beside"):
        with pytest.raises(Refused) as caught:
            parse(f"{GOOD}{line}\n".encode(), "pool")
        assert caught.value.line == GOOD.count("\n") + 1
        assert ("evil" if "evil" in line else line) in caught.value.reason


def test_what_may_be_imported_changes_nothing_of_pythons_own(tmp_path: Path) -> None:
    lines = [f"import {module}" for module in sorted(MODULES)]
    assert imported(tmp_path, "\n".join((*lines, GOOD))) == NOTHING_RAN


def test_nothing_of_a_refused_file_is_run() -> None:
    """Not even its function, which is right."""
    X = np.zeros((1, 1, 1, 1), np.float32)
    witness = CallWitness(X, {name: [1, 1] for name in LISTS}, "", Outputs(), Outputs())
    assert replay(GOOD.encode(), "pool", witness).error == ""
    with pytest.raises(Refused):
        replay(f"{GOOD}print()\n".encode(), "pool", witness)
