"""Right things, kept beside the false ones: a prover that is changed, and refuses one of these, is noticed by it.

Each is like some false things, and right: what those lack is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from proofs.certificates.checker import BadCertificate
from proofs.certificates.store import certificates, verify
from proofs.engine.bits.arrays import candidates
from proofs.engine.bits.formulas import Pattern
from proofs.engine.decide import decide
from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.program.c.reading.reader import absent
from proofs.program.logic.plan import Condition
from proofs.program.logic.solving import Session
from proofs.solvers.answers import BRIEF_LIMITS, Status
from proofs.solvers.solvers import SOLVERS, opened
from proofs.soundness import c_programs
from proofs.soundness.falsehood import claim
from proofs.soundness.lemmas import right as assumptions
from proofs.soundness.on_bits import right_of_cells
from proofs.soundness.on_bits import statement as on_bits
from proofs.soundness.on_expressions import right as expressions
from proofs.soundness.programs import right as programs
from proofs.soundness.right_certificates import forms
from proofs.soundness.right_certificates import right as of_theorems
from proofs.soundness.statements import ARITHMETIC, COMPARED, FOLLOWS, TOPICS, a, b, c, f, h, i, n, p, q
from proofs.soundness.topics.answers import answers
from proofs.soundness.topics.done_to_terms import done_to_terms
from proofs.soundness.topics.patterns import COMPUTED_ON_BITS, OF_FLOATS, ON_BITS
from proofs.soundness.topics.sorts import EQUATIONS, FOLLOWING, SORTS
from proofs.soundness.verdicts.kept import right as verdicts
from proofs.soundness.verdicts.stated import stated
from proofs.theories import profile, shape
from proofs.theories.floats.floats import FLOAT16, FLOAT64
from proofs.theories.floats.integers import INT8, UINT8
from proofs.theories.indices import capacity, indices
from proofs.theories.values import exactness, values
from spec.language.fold import fold
from spec.language.terms import (
    FALSE,
    TRUE,
    Term,
    Variable,
    and_,
    ceil,
    ceil_div,
    exists,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
    sum_of,
)
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain
from spec.readings.smtlib import READING

Right = tuple[str, Callable[[], bool]]
"""Its name, and whether the prover accepts it."""

THEOREMS: tuple[tuple[str, Term, tuple[Term, ...]], ...] = (
    ("division", (a // b * b + a % b).eq(a), (b >= 1,)),
    ("remainder", and_(a % b >= 0, a % b < b), (b >= 1,)),
    ("negative", (-a // 3).eq(-ceil_div(a, 3)), ()),
    ("up", and_(ceil_div(a, b) * b >= a, (ceil_div(a, b) - 1) * b < a), (b >= 1,)),
    ("under-a-choice", ite(b >= 1, a // maximum(b, 1), a) <= maximum(a, 0), ()),
    ("each", forall(h, 0, n, and_(h >= 0, h < n)), ()),
    ("last", exists(h, 0, n, h.eq(n - 1)), (n >= 1,)),
    ("none", not_(exists(h, 0, n, TRUE)), (n <= 0,)),
    ("of-none", forall(h, 0, n, FALSE), (n <= 0,)),
    ("instance", a < c, (forall(h, 0, n, h < c), a >= 0, a < n)),
    ("some-of-each", exists(h, 0, n, h >= 0), (forall(h, 0, n, h >= 0), n >= 1)),
    ("not-each", not_(forall(h, 0, n, h.ne(a))).iff(exists(h, 0, n, h.eq(a))), ()),
    ("between", a + 1 <= b, (a < b,)),
    ("either", or_(minimum(a, b).eq(a), minimum(a, b).eq(b)), ()),
    ("order-of-products", a * c <= b * c, (a <= b, c >= 0)),
    ("flat", and_(b * n + i >= 0, b * n + i < c * n), (0 <= i, i < n, 0 <= b, b < c)),
    ("implies", p.implies(q).iff(or_(not_(p), q)), ()),
    ("neither", not_(or_(p, q)).iff(and_(not_(p), not_(q))), ()),
    ("chosen", ite(p, a, b).eq(a), (p,)),
    ("halves", forall(h, 0, n, 2 * (h // 2) <= h), ()),
    ("to-the-half", forall(h, n // 2, n, and_(2 * h >= n - 1, h < n)), ()),
    ("function-of-halves", f(a // 2).eq(f(b // 2)), (a.eq(b),)),
    ("divided-twice", and_(a // b >= 0, c // n >= 0), (a >= 0, b >= 1, c >= 0, n >= 1)),
)
"""A name, the goal, what is given."""
CONDITIONS = ("division", "remainder", "between", "either", "flat", "implies", "neither", "chosen")
"""Those of them that stand as conditions of a program too."""

product2, quotient = Variable("product2"), Variable("quotient")
OF_PRODUCTS: tuple[tuple[str, Term, tuple[Term, ...]], ...] = (
    ("sign", and_(*((side <= 0).implies(side * c <= 0) for side in (a, -a)), (a >= 1).implies(a * c >= c)), (c >= 1,)),
    ("order", and_((a < b).implies(a * c + c <= b * c), (a > b).implies(b * c + c <= a * c)), (c >= 1,)),
    ("sum", and_((a + b < 0).implies(a * c + b * c + c <= 0), (a + b >= 0).implies(a * c + b * c >= 0)), (c >= 1,)),
    ("equal", (a * c).eq(b * c), (a.eq(b),)),
    ("called-as-a-product", product2 * c >= c, (product2 >= 1, c >= 1)),
    ("called-as-a-quotient", a // quotient * quotient <= a, (quotient >= 1,)),
    ("given", (a * b).eq(b * c + b), (a.eq(c + 1),)),
    ("chosen", (minimum(a, b) * c).eq(ite(a <= b, a * c, b * c)), ()),
    ("chosen-of-sum", ((a - ite(p, b, c)) * b).eq(ite(p, a * b - b * b, a * b - c * b)), ()),
    ("chosen-in-a-product", (b * minimum(a, b) * c).eq(ite(a <= b, a * b * c, b * b * c)), ()),
    ("nothing", (a * b - b * a).eq(0), ()),
    ("quotient", and_(a // b * b <= a, a < a // b * b + b), (b >= 1,)),
)
"""What is known of products and quotients where they are unknown functions."""


def statements() -> Iterator[Right]:
    """Theorems, that are proved by all rules; what follows of comparisons; false ones, that are refuted."""
    for name, goal, given in (*THEOREMS, *FOLLOWING):
        yield f"statement.{name}", partial(_decided, claim(name, goal, *given), Verdict.PROVED)
    for one, other in sorted(FOLLOWS):
        said = claim(f"{one}-gives-{other}", COMPARED[other], COMPARED[one])
        yield f"statement.{said.label}", partial(_decided, said, Verdict.PROVED)
    for topic, rows in TOPICS.items():
        for name, _, goal, given in rows[::5]:
            yield f"refuted.{topic}.{name}", partial(_decided, claim(name, goal, *given), Verdict.REFUTED)
    for name, _, goal, given, _ in (*EQUATIONS, *SORTS):
        yield f"refuted.{name}", partial(_decided, claim(name, goal, *given), Verdict.REFUTED)
    for name, term in ARITHMETIC.items():
        yield f"statement.{name}-is-itself", partial(_decided, claim(name, term.eq(term), b >= 1), Verdict.PROVED)


def readings() -> Iterator[Right]:
    """What a solver's language has no words for is not put into it."""
    for unknown in (sum_of(i, 0, n, i), ceil(n / 2), n % 2):
        yield f"reading.{to_plain(unknown)}", partial(_is_beyond, unknown)


def theories() -> Iterator[Right]:
    """Each fourth theorem on sizes."""
    for obligation in (*shape.counting(MAXPOOL), *shape.monotone(MAXPOOL), *shape.identities(MAXPOOL))[::4]:
        yield obligation.label, partial(_decided, obligation, obligation.expected)


def scripts() -> Iterator[Right]:
    """Theorems in SMT-LIB, of which each part is contradictory, and their assumptions are not."""
    for name, goal, given in (*THEOREMS, *FOLLOWING):
        yield f"script.{name}", partial(_scripts_say_so, claim(name, goal, *given))


def conditions() -> Iterator[Right]:
    """Theorems without quantifiers, as conditions of a program: products as unknowns, with what is known of them."""
    for name, goal, given in THEOREMS:
        if name in CONDITIONS:
            yield f"condition.{name}", partial(_condition_holds, claim(name, goal, *given))
    for name, goal, given in OF_PRODUCTS:
        yield f"condition.of-products.{name}", partial(_condition_holds, claim(name, goal, *given))
    yield "condition.refuted", partial(_condition_fails, claim("refuted", (a // b * b).eq(a), b >= 1))


def bits() -> Iterator[Right]:
    """Of a float and of both 8-bit integers; false ones are refuted. No pattern says otherwise."""
    everywhere = (*ON_BITS, *COMPUTED_ON_BITS)
    rows = [(of, row) for of in (FLOAT16, INT8, UINT8) for row in everywhere] + [(FLOAT16, row) for row in OF_FLOATS]
    for of, (name, goal, given) in rows:
        said = replace(on_bits(of, name, goal, given), expected=Verdict.PROVED)
        yield f"{of.name}.{name}", partial(_decided, said, Verdict.PROVED)
        yield f"evaluated.{of.name}.{name}", partial(_no_pattern_refutes, said)
    for said in right_of_cells():
        yield said.label, partial(_decided, said, Verdict.PROVED)
    for widths in ((8,), (64,), (8, 8), (64, 64), (32, 64, 64)):
        yield f"candidates.{widths}", partial(_in_order, widths)
    for of in (FLOAT16, FLOAT64, UINT8):
        said = on_bits(of, "greater", "(greater a b)", "(not (= a b))")
        yield f"refuted.{of.name}", partial(_decided, said, Verdict.REFUTED)


def kept_certificates() -> Iterator[Right]:
    """The kept certificates of theorems that are not about programs."""
    kept = certificates()
    sizes = (*shape.counting(MAXPOOL), *shape.monotone(MAXPOOL), *shape.identities(MAXPOOL))
    others = (profile, indices, capacity, values, exactness)
    for theory in (sizes, *(of.obligations() for of in others)):
        for obligation in theory:
            if obligation.label in kept:
                yield obligation.label, partial(_verified, obligation)


IN_C = ("clipped.c", "clipped_by_loops.c", "first_tap.c", "hwc.c", "lists.c", "lowest.c", "while.c")
"""Of those that are proved, one of each kind of loop for which the plan has a way of its own."""
FROM_THE_FIRST_TAP = "lowest.c", "= -FLT_MAX;", "= x[((n * C + c) * H + i * sh) * W + j * sw];"
"""A file, and a change after which its choice starts with the first tap's element, which is seen before the loops."""
BEGUN, CORNER = "int64_t at = -1;\n                    float best = 0;", "(((int64_t)n * C + c) * H + h0) * W + w0"
CHANGED_IN_C: Mapping[str, tuple[str, str, str]] = {
    "from-the-first-tap": FROM_THE_FIRST_TAP,
    "from-the-first-tap-left": ("clipped.c", BEGUN, BEGUN.replace("-1", CORNER).replace("= 0", "= x[at]")),
    "a-first-tap-that-is-not-chosen": ("clipped.c", "float best = 0;", f"float best = x[{CORNER}];"),
}
"""Right ones that are made from those by one change: the first tap may be one behind padding, or no choice yet."""


def programs_in_c() -> Iterator[Right]:
    """Functions in C with such loops; none where C cannot be read."""
    for file in () if absent() else IN_C:
        yield f"c.{file}", partial(c_programs.is_proved, file, "", "")
    for name, change in () if absent() else CHANGED_IN_C.items():
        yield f"c.{name}", partial(c_programs.is_proved, *change)


KEPT: Mapping[str, tuple[Callable[[], Iterator[Right]], ...]] = {
    "statement": (statements, readings, theories),
    "script": (scripts, answers),
    "condition": (conditions,),
    "bits": (bits,),
    "certificate": (forms, of_theorems, kept_certificates),
    "assumption": (assumptions, done_to_terms),
    "expression": (expressions,),
    "verdict": (verdicts, stated),
    "python": (programs,),
    "c": (programs_in_c,),
}
"""Right things by the kind of the false ones that they are like."""


def _no_pattern_refutes(said: Statement) -> bool:
    return said.smallest() is None


def _in_order(widths: tuple[int, ...]) -> bool:
    """All landmarks, and those alone that are patterns of their width, by their sum."""
    inputs = tuple(
        Pattern(f"p{i}", w, landmarks=(0, 1, 1 << w - 1, (1 << w) - 1, 1 << w)) for i, w in enumerate(widths)
    )
    found = list(zip(*(map(int, values) for values in candidates(inputs, whole=False).values()), strict=True))
    expected = set(product(*((0, 1, 1 << w - 1, (1 << w) - 1) for w in widths)))
    return set(found) == expected and len(found) == len(expected) and sorted(found, key=sum) == found


def _is_beyond(unknown: Term) -> bool:
    try:
        fold(unknown, READING)
    except TypeError:
        return True
    return False


def _verified(obligation: Statement) -> bool:
    try:
        verify(obligation, certificates()[obligation.label])
    except BadCertificate:
        return False
    return True


def _decided(said: Statement, verdict: Verdict) -> bool:
    """It is decided so: by routes that agree, and with no solver where an example is shown; what is decided is kept."""
    outcome = decide(replace(said, expected=verdict), BRIEF_LIMITS, tightness=False)
    return outcome.verdict is verdict


def _scripts_say_so(said: Statement) -> bool:
    solvers = opened(SOLVERS, BRIEF_LIMITS).values()
    return all(
        solver.ask_script(text).status is (Status.SAT if name.endswith(".assumptions.smt2") else Status.UNSAT)
        for name, text in said.scripts().items()
        for solver in solvers
    )


def _condition_holds(said: Obligation) -> bool:
    session = Session(opened(SOLVERS, BRIEF_LIMITS))
    condition = Condition(said.label, 1, "", said.assumptions, said.goal)
    ways = (session.ask_with_lemmas, session.ask_in_full)
    found = [ask(condition.known, condition, solver) for ask in ways for solver in SOLVERS]
    found += [answer for solver in SOLVERS for answer in session.ask(condition.known, [condition], solver)]
    return all(answer.status is Status.UNSAT for answer in found)


def _condition_fails(said: Obligation) -> bool:
    session = Session(opened(SOLVERS, BRIEF_LIMITS))
    condition = Condition(said.label, 1, "", said.assumptions, said.goal)
    return all(a.status is Status.SAT for s in SOLVERS for a in session.ask(condition.known, [condition], s))
