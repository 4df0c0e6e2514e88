"""The catalogue of an operator: all that is claimed of it and run on it, loaded when it is asked for.

A label belongs to its operator. The catalogue stamps each obligation with the operator's name, and refuses one that
stands on another operator's clause or speaks of a label that is not known here: a trace from one operator to another
cannot be made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from proofs.assumptions.assumption import own_label
from proofs.drawing.scene import Scene
from proofs.engine.decide import Further
from proofs.engine.record import KernelRecord, no_kernel, no_why3
from proofs.engine.statement import Statement, Verdict
from proofs.solvers.answers import Values
from spec.examples.model import Example, Index
from spec.language.terms import Term
from spec.operator.claims import Claim
from spec.operator.clauses import Clause
from spec.operator.experiments import Experiments
from spec.operator.operator import Operator
from spec.tables.page import WORDLESS, Words

if TYPE_CHECKING:
    from proofs.assumptions.assumption import Assumption
    from reference.examples.run import ExampleResult


@dataclass(frozen=True, slots=True)
class Theory:
    """A topic: a function that gives its obligations, in reading order, called when they are asked for.

    `families` are what its labels start with, up to their first dot, if that is known: a label of another family is
    then not looked for there. `absent` says why it has no obligations here, where something is not installed.
    """

    name: str
    load: Callable[[], Iterable[Statement]]
    families: tuple[str, ...] = ()
    absent: Callable[[], str] = str

    def may_hold(self, label: str) -> bool:
        """Whether the label can be one of its obligations'."""
        return not self.families or family_of(label) in self.families


def family_of(label: str) -> str:
    """What stands before a label's first dot."""
    return label.partition(".")[0]


Witnesses = Mapping[str, Values]
"""The witnesses that decisions came with, by the label of the obligation."""


def run_example(example: Example) -> ExampleResult:
    """What became of a worked example: the plain reference runs it."""
    from reference.examples.run import run

    return run(example)


def no_material() -> Mapping[str, bytes]:
    """No files."""
    return {}


def no_documents(_: Catalogue) -> Mapping[str, str]:
    """No pages."""
    return {}


def no_picture(_: Catalogue, label: str, witnesses: Witnesses) -> Scene | None:
    """No drawing."""
    return None


Cases = Mapping[str, Term]
"""Sub-cases by their names."""
Swaps = Mapping[str, Mapping[Term, Term]]
"""Names to be exchanged everywhere, by what is done."""


@dataclass(frozen=True, slots=True)
class Lemmas:
    """Words for parts of a clause's formula, and theorems in these words."""

    words: Mapping[Term, Term] = field(default_factory=dict)
    theorems: tuple[Assumption, ...] = ()


NO_LEMMAS = Lemmas()


def no_cases(_: Clause) -> Cases:
    """No sub-cases."""
    return {}


def no_theorems(_: Operator) -> Iterable[Statement]:
    """No obligations."""
    return ()


@dataclass(frozen=True, slots=True)
class Weakening:
    """What higher-order mutants are made of: the sub-cases of a clause, and names to exchange.

    A clause that says too little of one sub-case, or another thing consistently, is more than one small change away
    from itself. `theorems` are obligations that can be stated of a changed operator; `known` is, by label, what shows
    that a mutant says the same as the clause.
    """

    cases: Callable[[Clause], Cases] = no_cases
    swaps: Swaps = field(default_factory=dict)
    theorems: Callable[[Operator], Iterable[Statement]] = no_theorems
    known: Mapping[str, Lemmas] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Catalogue:
    """An operator with its theories, the claims and worked examples of its documents, and what is run on it.

    `texts` are the SHA-256 digests of the documents that sources cite. `further` are routes beside the engine's own;
    `kernel` is what a kernel has checked, and `kernel_again` asks it now; `why3` is what Why3's provers have proved.
    `material` gives files that an evidence package carries beside the rest, `documents` generated pages beside the
    tables and the page, and `picture` a drawing of what a label stands for. `recorded` are the labels by theory.
    `implied` names for clauses that follow from others the obligation that shows it; `weakening` says what else than
    single changes mutation makes of clauses.
    """

    operator: Operator
    theories: Mapping[str, Theory] = field(default_factory=dict)
    claims: Mapping[str, Claim] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    run: Callable[[Example], ExampleResult] = run_example
    experiments: Experiments = field(default_factory=Experiments)
    further: tuple[Further, ...] = ()
    implied: Mapping[str, str] = field(default_factory=dict)
    weakening: Callable[[], Weakening] = Weakening
    recorded: Callable[[], Mapping[str, tuple[str, ...]]] = dict
    kernel: Callable[[], KernelRecord] = no_kernel
    kernel_again: Callable[[], KernelRecord] = no_kernel
    why3: Callable[[], KernelRecord] = no_why3
    words: Words = WORDLESS
    material: Callable[[], Mapping[str, bytes]] = no_material
    documents: Callable[[Catalogue], Mapping[str, str]] = no_documents
    picture: Callable[[Catalogue, str, Witnesses], Scene | None] = no_picture

    def theory(self, name: str) -> tuple[Statement, ...]:
        """The obligations of one theory; raises ValueError where one is not this operator's."""
        owned = _OWNED.setdefault(self, {})
        if name not in owned:
            theory = self.theories[name]
            loaded = _loaded(theory)
            mine = tuple(self._owned(statement, theory) for statement in loaded)
            for place, statement in enumerate(loaded):
                require_told(self, statement)
                require_lemmas(statement, [*self._before(name, statement), *loaded[:place]])
            owned[name] = mine
        return owned[name]

    @property
    def obligations(self) -> tuple[Statement, ...]:
        """All obligations, in reading order; ValueError where two bear one label, or an assumption another's."""
        if self not in _WHOLE:
            found = tuple(o for name in self.theories for o in self.theory(name))
            labels = {o.label for o in found}
            if len(labels) != len(found):
                raise ValueError(f"{self.operator.name}: two obligations have the same label")
            require_own_labels(self, found, labels)
            _WHOLE[self] = found
        return _WHOLE[self]

    def _before(self, name: str, statement: Statement) -> Iterator[Statement]:
        """The obligations of theories before one that may be lemmas of a statement in it."""
        for earlier, theory in self.theories.items():
            if earlier == name:
                return
            if any(theory.may_hold(lemma.label) for lemma in statement.stands_on.lemmas):
                yield from _loaded(theory)

    def __iter__(self) -> Iterator[str]:
        """The labels of all obligations."""
        return (o.label for o in self.obligations)

    def __len__(self) -> int:
        return len(self.obligations)

    def __contains__(self, label: object) -> bool:
        return isinstance(label, str) and self.get(label) is not None

    def __getitem__(self, label: str) -> Statement:
        """The obligation of a label; raises KeyError."""
        if (found := self.get(label)) is None:
            raise KeyError(label)
        return found

    def get(self, label: str) -> Statement | None:
        """The obligation of a label, if there is one."""
        for name, theory in self.theories.items():
            if theory.may_hold(label):
                found = next((o for o in self.theory(name) if o.label == label), None)
                if found is not None:
                    return found
        return None

    def example(self, label: str) -> Example | None:
        """The worked example of a label, if there is one."""
        return next((e for e in self.examples if e.label == label), None)

    def erratum(self, label: str) -> tuple[Example, Index] | None:
        """The example and the cell that an obligation on a misprint is about; the cell is () for a shape."""
        for example in self.examples:
            for misprint in example.misprints:
                place = "-".join(map(str, misprint.index)) or "shape"
                if label == f"erratum.{example.label}.{misprint.tensor}.{place}":
                    return example, misprint.index
        return None

    def knows(self, label: str) -> bool:
        """Whether a clause, a claim, an obligation or a worked example bears the label."""
        return label in self.operator or label in self.claims or self.example(label) is not None or label in self

    def labels_near(self, label: str) -> Iterator[str]:
        """The labels that a misspelt one may have been meant for. Only theories of a like family are loaded for it."""
        yield from (*self.operator.labels, *self.claims, *(e.label for e in self.examples))
        for name, theory in self.theories.items():
            if not theory.families or get_close_matches(family_of(label), theory.families, n=1):
                yield from (o.label for o in self.theory(name))

    def _owned(self, statement: Statement, theory: Theory) -> Statement:
        """The statement with its owner; raises ValueError where it is another operator's, or bears no label of here."""
        name = self.operator.name
        owners = {statement.operator, *statement.owners} - {"", name}
        if owners:
            raise ValueError(f"{statement.label}: stands on {', '.join(sorted(owners))}, in the catalogue of {name}")
        if not theory.may_hold(statement.label):
            raise ValueError(f"{statement.label}: the theory {theory.name} has {', '.join(theory.families)} alone")
        for label in statement.about:
            if label not in self.operator and label not in self.claims:
                raise ValueError(
                    f"{statement.label}: is about {label!r}, which is neither a clause nor a claim of {name}"
                )
        return replace(statement, operator=name)


# --- assumptions -----------------------------------------------------------------------------------


def require_told(catalogue: Catalogue, statement: Statement) -> None:
    """Raise ValueError where a statement's assumptions do not fit, or are of a clause or a claim of elsewhere."""
    for said in statement.stands_on.quoted:
        known = catalogue.operator if said.label in catalogue.operator else catalogue.claims
        if said.label not in known or known[said.label].formula != said.formula:
            raise ValueError(f"{statement.label}: assumes what {said.label} does not say in {catalogue.operator.name}")


def require_lemmas(statement: Statement, before: Iterable[Statement]) -> None:
    """Raise ValueError where a lemma is not an obligation before the statement, as it is expected to be proved there.

    Each stands on earlier ones alone, so that none stands on itself.
    """
    wanted = {lemma.label: lemma for lemma in statement.stands_on.lemmas}
    found = {o.label: o for o in before if o.label in wanted} if wanted else {}
    for label, lemma in wanted.items():
        if label not in found:
            raise ValueError(f"{statement.label}: stands on {label}, which is no obligation before it")
        if found[label].expected is not Verdict.PROVED or found[label].as_lemma != lemma:
            raise ValueError(f"{statement.label}: stands on {label}, but not as that is proved")


def require_own_labels(catalogue: Catalogue, obligations: Iterable[Statement], labels: Set[str]) -> None:
    """Raise ValueError where an obligation's own hypothesis bears a label of a clause, a claim or an obligation."""
    taken = labels | set(catalogue.operator.labels) | catalogue.claims.keys()
    for statement in obligations:
        for label in statement.stands_on.supposed:
            if own_label(label) in taken:
                raise ValueError(f"{statement.label}: supposes {label!r}, which is not what {own_label(label)} says")


@cache
def _loaded(theory: Theory) -> tuple[Statement, ...]:
    """A theory's obligations. A worker gets its catalogue anew with each task, and loads each theory once."""
    return tuple(theory.load())


_OWNED: WeakKeyDictionary[Catalogue, dict[str, tuple[Statement, ...]]] = WeakKeyDictionary()
"""What has passed each catalogue's own checks: no other catalogue vouches for it, not even one of the same name."""
_WHOLE: WeakKeyDictionary[Catalogue, tuple[Statement, ...]] = WeakKeyDictionary()
