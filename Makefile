# Needs GNU make, Python 3.11 or newer and a package index that pip reaches; nothing else.
# Recipes are single plain commands, so that they run under sh and under Windows' cmd alike.

VENV ?= .venv
# As many as a small machine has cores: each process collects all tests, which takes it a sixth of a minute.
JOBS ?= 2
# The version of uv that resolves the locks, and more options for it: LOCKFLAGS=--upgrade takes the newest versions.
UV_VERSION ?= 0.13.8
LOCKFLAGS ?=
KERNELFLAGS ?=
EVIDENCEFLAGS ?=
WHOLEFLAGS ?=
RUNTIMES ?= c
RESULTS := build/results

# The tests start hundreds of processes: each module is compiled for one of them.
unexport PYTHONDONTWRITEBYTECODE

ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN := $(VENV)/Scripts
else
PYTHON ?= python3
BIN := $(VENV)/bin
endif

PYTEST = "$(BIN)/python" -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder
PIP := "$(BIN)/python" -m pip --disable-pip-version-check --quiet
# Two stamps: a new lock makes the environment anew; a change of pyproject.toml only installs the project again.
DEPS_STAMP := $(VENV)/.stamp-deps
SETUP_STAMP := $(VENV)/.stamp-setup

.DEFAULT_GOAL := help
.PHONY: help python setup check kernel why3 wp test types tests test-whole tables header house site results links evidence kit \
	bench lock clean

define HELP
make setup    create $(VENV) from requirements-dev.lock, with the project installed as editable
make check    run all checks of the specification and its proofs (maxpool check)
make kernel   have Coq check its theorems (needs `coq`, a package of Debian and its like);
              KERNELFLAGS=--library also checks the part of Coq's library that they rely on
make why3     have Why3's provers prove every goal of the specification in WhyML (needs `why3 z3 cvc4`, packages of
              Debian and its like)
make wp       have Frama-C's WP prove the checks of a call in C (needs `frama-c-base why3 z3 cvc4`, packages of
              Debian and its like)
make test     run ruff, mypy (make types) and pytest (make tests), but for the tests that take a second of a processor,
              or a browser
make test-whole
              run those tests; WHOLEFLAGS="--each 4" tries a quarter of the cases that come by the dozen
make tables   write the generated tables to docs/ (maxpool tables -o docs), and the picture in the README
make header   write the statuses of the clauses into reference/c/maxpool.h
make house    draw the rooms and which imports which to docs/house.svg
make site     build the documentation, the explorer in it, as a folder of pages: build/site/index.html
make results  run all tests, measure the coverage of `make test`, mutate the clauses and the reference, have Coq check
              the kernel where it is, and run RUNTIMES ($(RUNTIMES)): all to docs/results, for `maxpool evidence build`
              (takes more than half an hour)
make links    try the links of the traceability matrix, to docs/results too (takes a quarter of an hour and more)
make evidence write the evidence package to build/evidence.zip, with the stored results;
              EVIDENCEFLAGS="--document DRAFT.md --conformance RESULT.json" adds a document and what runtimes did
make kit      write the qualification kit to build/kit.zip, each requirement tried: its test must fail once it is broken
make bench    run the benchmarks (maxpool bench, and maxpool bench --runtimes, which takes minutes)
make lock     resolve requirements.lock and requirements-dev.lock again; LOCKFLAGS=--upgrade for the newest versions
make clean    remove $(VENV), caches and built files

PYTHON=...    the Python to create $(VENV) with, 3.11 or newer (now: $(PYTHON))
endef

define LOCK_PY
import pathlib, subprocess, sys, tempfile, venv

HEADER = (
    "# Made by `make lock` from pyproject.toml: {what}.\n"
    "# All platforms, Python 3.11 and newer, with hashes. Do not edit.\n"
)
COMMON = "--universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-header --quiet".split()
# No index is named in a lock: whoever installs from it has a client that is set up for one.
COMMON += "--no-emit-index-url --no-emit-find-links --no-emit-build-options --annotation-style line".split()


def compile_lock(uv, name, what, *options):
    subprocess.run([uv, "pip", "compile", *COMMON, *options, "pyproject.toml", "-o", name], check=True)
    lock = pathlib.Path(name)
    lock.write_text(HEADER.format(what=what) + lock.read_text("utf-8"), "utf-8", newline="\n")


with tempfile.TemporaryDirectory() as folder:
    venv.create(folder, with_pip=True)
    scripts = pathlib.Path(folder, "Scripts" if sys.platform == "win32" else "bin")
    pip = [str(scripts / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    subprocess.run([*pip, "uv==$(UV_VERSION)"], check=True)
    uv = str(scripts / "uv")
    more = "$(LOCKFLAGS)".split()
    # The larger set first: the versions for run time are then the same ones.
    compile_lock(uv, "requirements-dev.lock", "run time and the group dev", "--group", "dev", *more)
    compile_lock(uv, "requirements.lock", "run time", "--constraints", "requirements-dev.lock", *more)
endef

define CLEAN_PY
import pathlib, shutil

for name in "$(VENV) build dist htmlcov .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache".split():
    path = pathlib.Path(name)
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
for room in "spec proofs reference tests .".split():
    for path in pathlib.Path(room).glob("__pycache__" if room == "." else "**/__pycache__"):
        shutil.rmtree(path)
endef

help: export HELP := $(HELP)
lock: export LOCK_PY := $(LOCK_PY)
clean: export CLEAN_PY := $(CLEAN_PY)

help:
	@$(PYTHON) -c "import os; print(os.environ['HELP'])"

python:
	@$(PYTHON) -c "import sys; sys.version_info >= (3, 11) or sys.exit('error: Python 3.11 or newer is needed, but $(PYTHON) is %d.%d: use make PYTHON=...' % sys.version_info[:2])"

setup: $(SETUP_STAMP)

$(DEPS_STAMP): requirements-dev.lock | python
	$(PYTHON) -m venv --clear "$(VENV)"
# The lock is complete: were pip to resolve it again, a newer release of what is asked with an extra would be refused.
	$(PIP) install --no-deps --require-hashes -r requirements-dev.lock
	$(PIP) check
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()"

$(SETUP_STAMP): pyproject.toml hatch_build.py $(DEPS_STAMP)
	$(PIP) install --no-deps --no-build-isolation --editable .
	@$(PYTHON) -c "import pathlib; pathlib.Path('$@').touch()"

check: setup
	"$(BIN)/maxpool" check --fresh

kernel: setup
	"$(BIN)/python" -m proofs.kernel.run $(KERNELFLAGS)

why3: setup
	"$(BIN)/maxpool" why3 --prove

wp: setup
	"$(BIN)/maxpool" acsl --prove
	"$(BIN)/maxpool" acsl --prove --width 32
	"$(BIN)/maxpool" acsl --smoke

# The type checker takes one processor for half a minute: beside it the tests begin.
test: setup
	"$(BIN)/ruff" check
	"$(BIN)/ruff" format --check
	@"$(MAKE)" --no-print-directory --jobs=2 --keep-going types tests

types: setup
	"$(BIN)/mypy"

tests: setup
	$(PYTEST) spec tests

# About one test in a hundred, and as much work as all others together.
test-whole: setup
	$(PYTEST) -m whole $(WHOLEFLAGS) spec tests

tables: setup
	"$(BIN)/maxpool" tables -o docs
	"$(BIN)/maxpool" explain draft.dY_2 --svg docs/witness.svg

header: setup
	"$(BIN)/python" -m reference.c.statuses

house: setup
	"$(BIN)/python" -m reference.common.house docs/house.svg

# What a warning says of the generator's next version is no warning of the pages.
site: export NO_MKDOCS_2_WARNING := 1
site: setup
	"$(BIN)/python" -m mkdocs build --strict --quiet

# A test that fails and a mutant that survives are results, and stand in the package as gaps; so does what cannot be run.
results: setup
	@$(PYTHON) -c "import pathlib; pathlib.Path('$(RESULTS)').mkdir(parents=True, exist_ok=True)"
# Measuring coverage takes most in the tests that take long already: they run without.
	-$(PYTEST) spec tests --junit-xml=$(RESULTS)/tests.xml --cov --cov-report=json:$(RESULTS)/coverage.json
	-$(PYTEST) -m whole spec tests --junit-xml=$(RESULTS)/tests-whole.xml
	-"$(BIN)/maxpool" mutate --spec --json > $(RESULTS)/mutate-spec.json
	-"$(BIN)/maxpool" mutate --program --json > $(RESULTS)/mutate-program.json
	-"$(BIN)/maxpool" conform $(RUNTIMES) --json > $(RESULTS)/conformance.json
	-"$(BIN)/python" -m proofs.kernel.run
	"$(BIN)/maxpool" evidence collect -o docs/results $(RESULTS)

links: setup
	@$(PYTHON) -c "import pathlib; pathlib.Path('$(RESULTS)').mkdir(parents=True, exist_ok=True)"
	"$(BIN)/maxpool" evidence links -o $(RESULTS)/links.json --tests tests
	"$(BIN)/maxpool" evidence collect -o docs/results $(RESULTS)/links.json

evidence: setup
	"$(BIN)/maxpool" evidence build -o build/evidence.zip $(EVIDENCEFLAGS)

kit: setup
	"$(BIN)/maxpool" evidence kit -o build/kit.zip --try

bench: setup
	"$(BIN)/maxpool" bench
	"$(BIN)/maxpool" bench --runtimes

lock: python
	@$(PYTHON) -c "import os; exec(os.environ['LOCK_PY'])"

clean: python
	@$(PYTHON) -c "import os; exec(os.environ['CLEAN_PY'])"
