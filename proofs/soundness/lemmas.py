"""False assumptions: what would stand under a label and does not follow from what bears it, each refuted by values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from proofs.assumptions.assumption import Assumption, Basis
from proofs.assumptions.lemmas import claiming, lemma, require_sound, stating, suppose
from proofs.engine.catalogue import Catalogue, Theory
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.soundness.falsehood import NO_SOLVER, Falsehood, claim, has_witness
from spec.language.fold import one_more
from spec.language.terms import FALSE, TRUE, IllSorted, Sort, Sum, Term, Variable, and_, exists, forall, ite, sum_of
from spec.maxpool.claims import CLAIMS
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import ADDED
from spec.readings.value import evaluate
from spec.window.names import dilation, h, kernel, m, pad_begin, stride, x, y

a, b, c, k = (Variable(name) for name in "abck")
ABOVE = suppose("a is above b", a > b)
NATURAL = suppose("b is natural", b >= 0)
NOT_NONE = suppose("c is not 0", c >= 1)


def theorem(label: str, goal: Term, *given: Assumption) -> Obligation:
    """A theorem, to be misused."""
    return Obligation(label=label, statement="So.", assumptions=given, goal=goal, source=ADDED)


POSITIVE = theorem("a.positive", a >= 1, ABOVE, NATURAL)
SOME, EACH = "windows.meet-input", "pads.non-negative"
FORGED: tuple[tuple[str, str, Term, tuple[Term, ...], Callable[[], object]], ...] = (
    ("clause-changed", "1 is positive", stride >= 2, (stride >= 1,),
     lambda: stating(MAXPOOL, "strides.positive").assume(stride >= 2)),
    ("part-added", "a part was not said", and_(pad_begin >= 0, x >= 1), (pad_begin >= 0,),
     lambda: stating(MAXPOOL, EACH).assume(and_(pad_begin >= 0, x >= 1))),
    ("converse", "an implication has one direction", (a >= 1).implies(a > b), (),
     lambda: lemma(POSITIVE).assume((a >= 1).implies(a > b))),
    ("premise-dropped", "a lemma stands on hypotheses", a >= 1, (b >= 0,),
     lambda: lemma(POSITIVE).given(NATURAL.label).assume(a >= 1)),
    ("premise-left-out", "a hypothesis is not given", a >= 1, (),
     lambda: theorem("a.user", a >= 1, lemma(POSITIVE).assume()).stands_on),
    ("given-another", "a hypothesis is given, and not the other", a >= 1, (b >= 0,),
     lambda: _used(theorem("a.user", a >= 1, lemma(POSITIVE).standing_on(ABOVE.label).assume()))),
    ("in-a-circle", "each of two lemmas stands on the other", a <= b, (),
     lambda: _used(theorem("a.user", a <= b, lemma(theorem("a.most", a <= b, suppose("next", a + 1 <= b + 1))).assume(),
                           lemma(theorem("a.next", a + 1 <= b + 1, suppose("most", a <= b))).assume()))),
    ("premise-weakened", "a premise was stronger", (a >= b).implies(a >= 1), (b >= 0,),
     lambda: lemma(POSITIVE).given(ABOVE.label).assume((a >= b).implies(a >= 1))),
    ("premise-forgotten", "the other hypothesis stays", (b >= 0).implies(a >= 1), (),
     lambda: lemma(POSITIVE).given(NATURAL.label).assume().closed),
    ("premise-of-two", "both are the premise", (a > b).implies(a >= 1), (),
     lambda: lemma(POSITIVE).given(ABOVE.label, NATURAL.label).assume((a > b).implies(a >= 1))),
    ("for-each", "a hypothesis is about one", forall(a, 0, 3, a >= 1), (),
     lambda: lemma(POSITIVE).each(a, 0, 3).assume()),
    ("for-each-low", "the bounds are others", forall(b, -1, 3, a >= 1), (a > b, a < 3),
     lambda: lemma(theorem("a.bounded", a >= 1, ABOVE, suppose("b in 0..3", and_(b >= 0, b < 3)))).given(ABOVE.label)
     .each(b, -1, 3).assume()),
    ("bounds-widened", "one more is not for each", forall(h, 0, a + 1, h < a), (a >= 0,),
     lambda: lemma(theorem("a.each", forall(h, 0, a, h < a))).assume(forall(h, 0, a + 1, h < a))),
    ("some-for-each", "some is not each", forall(h, 0, kernel, h.eq(a)), (exists(h, 0, kernel, h.eq(a)),),
     lambda: lemma(theorem("a.some", exists(h, 0, kernel, h.eq(a)))).assume(forall(h, 0, kernel, h.eq(a)))),
    ("some-at-0", "some is not the first", a.eq(0), (exists(h, 0, kernel, h.eq(a)),),
     lambda: lemma(theorem("a.some", exists(h, 0, kernel, h.eq(a)))).at(0).assume()),
    ("some-at-known", "some is not one that is known", a.eq(b), (exists(h, 0, kernel, h.eq(a)), b >= 0),
     lambda: lemma(theorem("a.some", exists(h, 0, kernel, h.eq(a)), suppose("b", b >= 0))).at(b).assume()),
    ("some-put", "some is not any", a.eq(7), (exists(h, 0, kernel, h.eq(a)),),
     lambda: lemma(theorem("a.some", exists(h, 0, kernel, h.eq(a)))).at(b).put({b: 7}).assume()),
    ("chosen-for-each", "another is chosen for each", forall(a, 0, 9, k.eq(a)), (exists(h, 0, 9, h.eq(b)),),
     lambda: _some(a).at(k).each(a, 0, 9).assume()),
    ("at-beyond", "bounds are kept", a.ne(b), (forall(h, 0, b, h.ne(a)),),
     lambda: lemma(theorem("a.none", forall(h, 0, b, h.ne(a)))).at(b).assume(b.ne(a))),
    ("window-0", "the tap there is may be another", and_(0 <= -pad_begin, -pad_begin < x),
     (exists(h, 0, kernel, and_(0 <= h * dilation - pad_begin, h * dilation - pad_begin < x)), kernel >= 1),
     lambda: stating(MAXPOOL, SOME).at(0, 0).assume()),
    ("two-names", "a name stands for one thing", (a + b).eq(a * b), (),
     lambda: lemma(POSITIVE).named({a + b: c, a * b: c}).assume()),
    ("two-names-apart", "a name stands for one thing in all of a theorem", a.eq(b), (),
     lambda: _used(theorem("a.user", c >= 1, _of(a), _of(b)))),
    ("two-chosen", "what is chosen twice may differ", a.eq(b), (exists(h, 0, 2, h.eq(a)), exists(h, 0, 2, h.eq(b))),
     lambda: _used(theorem("a.user", a.eq(b), *(_some(v).at(k).assume() for v in (a, b))))),
    ("true-named", "a name is no truth", a >= b, (),
     lambda: lemma(POSITIVE).named({a >= b: a >= a}).assume()),
    ("bound-named", "what is named is bound", a.eq(b), (forall(h, 0, 2, h.eq(h)),),
     lambda: lemma(theorem("a.bound", forall(h, 0, a, h + 1 > h))).where("k is h", k, h + 1).assume()),
    ("captured", "what is named is bound", forall(h, 0, 3, h.eq(k)), (),
     lambda: lemma(theorem("a.same", forall(h, 0, 3, h.eq(h)))).named({h: k}).assume(forall(h, 0, 3, h.eq(k)))),
    ("put-captured", "what is put is bound", exists(h, 0, 2, h.ne(h)), (),
     lambda: lemma(theorem("a.other", exists(h, 0, 2, h.ne(a)))).put({a: h}).assume()),
    ("put-for-what-is-bound", "each is not the first", forall(h, 0, 2, k.eq(0)), (),
     lambda: lemma(theorem("a.each", forall(h, 0, 2, h >= 0))).put({h: 0}).assume(forall(h, 0, 2, k.eq(0)))),
    ("captured-in-a-sum", "what is named is summed over", sum_of(h, 0, 3, h + 1).eq(3 * (h + 1)), (),
     lambda: lemma(theorem("a.same", sum_of(h, 0, 3, k).eq(3 * k))).named({h + 1: k})
     .assume(sum_of(h, 0, 3, h + 1).eq(3 * (h + 1)))),
    ("summed-named", "what is named is summed over", sum_of(h, 0, 3, k).eq(6), (k.eq(h + 1),),
     lambda: lemma(theorem("a.sum", sum_of(h, 0, 3, h + 1).eq(6))).where("k is h + 1", k, h + 1).assume()),
    ("premise-for-more", "a premise more gives no more", (a >= b).implies(forall(h, 0, b, FALSE)), (b >= 1,),
     lambda: lemma(theorem("a.each", forall(h, 0, b, h >= 0))).assume((a >= b).implies(forall(h, 0, b, FALSE)))),
    ("conclusion-changed", "a premise is no conclusion", (c >= 1).implies(forall(h, 0, b, FALSE)), (b >= 1,),
     lambda: lemma(theorem("a.if", (c >= 1).implies(forall(h, 0, b, h >= 0))))
     .assume((c >= 1).implies(forall(h, 0, b, FALSE)))),
    ("from-nothing", "what says nothing gives nothing", k >= 1, (),
     lambda: lemma(theorem("a.true", TRUE)).assume(k >= 1)),
    ("by-nothing", "what is shown is another thing", a >= 1, (b >= 0,),
     lambda: lemma(POSITIVE).by(lemma(theorem("a.other", b <= a))).standing_on(NATURAL.label).assume().closed),
    ("by-a-part", "a part of a hypothesis is shown, and not all of it", b <= 0, (a <= 0, c >= 1),
     lambda: lemma(theorem("b.low", b <= 0, suppose("both", forall(h, 0, c, and_(h >= a, h >= b))), NOT_NONE))
     .by(lemma(theorem("a.low", forall(h, 0, c, h >= a), suppose("a", a <= 0))))
     .standing_on("a", NOT_NONE.label).assume()),
    ("by-some", "what holds of some number is not shown of each", k >= b, (exists(h, 0, 9, h.eq(b)),),
     lambda: lemma(theorem("a.known", k >= b, suppose("k is b", k.eq(b)))).by(_some(b).at(k)).assume().closed),
    ("meant-twice", "what was chosen is not meant otherwise", a.eq(5), (exists(h, 0, 9, h.eq(a)),),
     lambda: _some(a).at(k).meant_by({b + 1: k}).assume()),
    ("on-axes", "what stands on hypotheses is of one axis", y >= 1, (),
     lambda: lemma(theorem("a.size", y >= 1, suppose("y", y >= 1))).on_axes(MAXPOOL.axes).assume()),
    ("up-to-itself", "a bound may not grow with what it bounds", m < 0, (m >= 0,),
     lambda: lemma(theorem("a.less", m < m + 1)).each(m, 0, m).assume()),
    ("strict", "at most is not below", a < b, (a <= b,), lambda: lemma(theorem("a.most", a <= b)).assume(a < b)),
    ("turned", "a comparison has two sides", b <= a, (a <= b,),
     lambda: lemma(theorem("a.most", a <= b)).assume(b <= a)),
    ("two-of-a-name", "what has the name of another thing is not it", b >= 1, (a >= 1,),
     lambda: theorem("a.named", Variable("a", Sort.REAL) >= 1, suppose("a", a >= 1))),
    ("other-label", "a label says what it says", x >= 1, (stride >= 1,),
     lambda: Assumption("X.spatial", stride >= 1, stating(MAXPOOL, "strides.positive"))),
)  # fmt: skip
"""A name, the reason, what would be assumed, what is known, and how it would be made."""


NARROW = MAXPOOL.changed("strides.positive", stride >= 2)
EQUAL = replace(next(iter(CLAIMS.values())), formula=x.eq(y))
ALWAYS, FIRST = theorem("a.always", a >= 1), theorem("b.first", a > b - 1, ABOVE)
LATER = theorem("a.later", a >= 1, lemma(FIRST).standing_on(ABOVE.label).assume(), ABOVE, NATURAL)
CATALOGUED: tuple[tuple[str, str, Term, tuple[Term, ...], Callable[[], object]], ...] = (
    ("supposed-for-a-clause", "a label says what it says", stride >= 2, (stride >= 1,),
     lambda: _taken([theorem("a.user", stride >= 2, suppose("strides.positive", stride >= 2))])),
    ("supposed-again", "a label says what it says", stride >= 2, (stride >= 1,),
     lambda: _taken([theorem("a.user", stride >= 2, suppose("strides.positive, again", stride >= 2))])),
    ("supposed-for-a-claim", "a label says what it says", x >= 2, (x >= 1,),
     lambda: _taken([theorem("a.user", x >= 2, suppose(next(iter(CLAIMS)), x >= 2))])),
    ("supposed-for-a-lemma", "a label says what it says", a >= 1, (b >= 0,),
     lambda: _taken([POSITIVE, theorem("a.user", a >= 1, suppose("a.positive", a >= 1), NATURAL)])),
    ("of-another-operator", "a clause of its name says more there", stride >= 2, (stride >= 1,),
     lambda: _taken([theorem("a.user", stride >= 2, stating(NARROW, "strides.positive").assume())])),
    ("of-a-changed-claim", "a claim of its name says less", x.eq(y), (x >= 1, y >= 1),
     lambda: _taken([theorem("a.user", x.eq(y), claiming(EQUAL).assume())])),
    ("lemma-of-nowhere", "it is nowhere shown", a >= 1, (b >= 0,),
     lambda: _taken([theorem("a.user", a >= 1, lemma(ALWAYS).assume())])),
    ("lemma-after", "it may stand on what stands on it", a >= 1, (b >= 0,),
     lambda: _taken([theorem("a.user", a >= 1, lemma(ALWAYS).assume()), ALWAYS])),
    ("lemma-in-a-theory-after", "it may stand on what stands on it", a >= 1, (b >= 0,),
     lambda: _taken([theorem("b.user", a >= 1, lemma(ALWAYS).assume())], [ALWAYS])),
    ("lemma-of-itself", "nothing is shown by itself", a >= 1, (b >= 0,),
     lambda: _taken([theorem("a.always", a >= 1, lemma(ALWAYS).assume())])),
    ("lemma-refuted", "what is refuted is no lemma", a >= 1, (b >= 0,),
     lambda: _taken([replace(ALWAYS, expected=Verdict.REFUTED), theorem("a.user", a >= 1, lemma(ALWAYS).assume())])),
    ("lemma-unknown", "what is not shown is no lemma", a >= 1, (b >= 0,),
     lambda: _taken([replace(ALWAYS, expected=Verdict.UNKNOWN), theorem("a.user", a >= 1, lemma(ALWAYS).assume())])),
    ("lemma-with-another-goal", "what was shown is less", a >= 1, (a >= 0,),
     lambda: _taken([theorem("a.always", TRUE), theorem("a.user", a >= 1, lemma(ALWAYS).assume())])),
    ("lemma-of-more", "it was shown of less", a >= 1, (b >= 0,),
     lambda: _taken([theorem("a.always", a >= 1, ABOVE, NATURAL), theorem("a.user", a >= 1, lemma(ALWAYS).assume())])),
    ("second-lemma", "the first lemma is there, and not the second", a >= 1, (b >= 0,),
     lambda: _taken([FIRST, theorem("a.user", a >= 1, lemma(FIRST).standing_on(ABOVE.label).assume(), ABOVE,
                                    lemma(ALWAYS).assume())])),
    ("two-of-a-label", "a label says one thing", b >= 1, (a >= 1,),
     lambda: _taken([ALWAYS], [theorem("a.always", b >= 1)])),
)  # fmt: skip
"""The same of what a catalogue would take."""


def _taken(*theories: Sequence[Obligation]) -> object:
    """The obligations of a catalogue of some theories; raises ValueError where it takes them not."""
    of = {str(i): Theory(str(i), partial(tuple, theory)) for i, theory in enumerate(theories)}
    return Catalogue(MAXPOOL, of, CLAIMS).obligations


def _some(of: Variable) -> Basis:
    return lemma(theorem("a.some", exists(h, 0, 9, h.eq(of))))


def _of(part: Variable) -> Assumption:
    """A lemma with a name for a part, the same name each time."""
    return lemma(theorem("a.natural", part * part >= 0)).named({part: c}).assume(c * c >= 0)


def _used(user: Obligation) -> Obligation:
    require_sound(user)
    return user


def right() -> Iterator[tuple[str, Callable[[], bool]]]:
    """Assumptions that follow from what bears them, each with whether it can be made."""
    shown = lemma(theorem("b.natural", b >= 0, suppose("c", c >= 0), suppose("b", b.eq(c))))
    user = lemma(theorem("a.user", a >= 1, ABOVE, NATURAL))
    yield "assumption.by", partial(made, lambda: user.by(shown).standing_on(ABOVE.label, "b", "c").assume(a >= 1))
    given = user.by(shown).given("b", "c").standing_on(ABOVE.label)
    yield "catalogue.lemma-before", partial(made, lambda: _taken([FIRST, POSITIVE, LATER]))
    yield "catalogue.lemma-in-a-theory-before", partial(made, lambda: _taken([FIRST], [POSITIVE], [LATER]))
    yield "assumption.by-given", partial(made, lambda: given.assume(and_(b.eq(c), c >= 0).implies(a >= 1)))

    beside = lemma(theorem("a.beside", and_(c * c >= 0, forall(h, 0, a, h >= 0))))
    for name, values in (("beside-a-bound", {c: h, a: k}), ("where-it-is-free", {h: k, a: k})):
        of = {c: c, **values}
        said = and_(of[c] * of[c] >= 0, forall(h, 0, k, h >= 0))
        yield f"assumption.put-{name}", partial(made, partial(_put, beside, values, said))
    for label in ("strides.positive", EACH):
        reader = theorem("a.reader", stride >= 0, stating(MAXPOOL, label).assume())
        yield f"assumption.reads-{label}", partial(_reads, reader, label)
    yield "assumption.reads-beside-others", _reads_beside
    chosen = lemma(theorem("a.chosen", ite(a.eq(0), c // b, c) <= c, suppose("b", b >= 1)))
    for number, part in ((0, c // b), (1, c)):
        here = chosen.put({a: number})
        yield f"assumption.settled-at-{number}", partial(made, partial(_settled, here, part <= c))
    for name, summand in (("numbers", k), ("squares", k * k + a), ("sums", sum_of(h, 0, k, h + b))):
        yield f"assumption.one-more-of-{name}", partial(_grows, Sum(k, b, c, summand))


def _put(basis: Basis, values: Mapping[Variable, Term], said: Term) -> Assumption:
    return basis.put(values).assume(said)


def _reads(reader: Obligation, label: str) -> bool:
    """It reads its clause alone, and with another formula in the clause's place no clause."""
    changed = reader.with_formula(MAXPOOL[label], x >= 7)
    same = (changed.goal, changed.assumed) == (reader.goal, reader.assumed) and changed.hypotheses == (x >= 7,)
    return reader.reads(MAXPOOL) == {label} and same and not changed.reads(MAXPOOL)


def _reads_beside() -> bool:
    """What stands beside a clause, in its words or under its label, stays as it is."""
    said = MAXPOOL["strides.positive"]
    of = stating(MAXPOOL, said.label)
    beside = (suppose("the same", said.formula), of.put({stride: a}).assume(), NATURAL)
    reader = theorem("a.reader", stride >= 0, of.assume(), *beside)
    changed = reader.with_formula(said, x >= 7)
    return reader.reads(MAXPOOL) == {said.label} and changed.hypotheses == (x >= 7, *(other.term for other in beside))


def _settled(basis: Basis, said: Term) -> Assumption:
    return basis.settled().standing_on("b").assume(said)


def _grows(over: Sum) -> bool:
    """What is supposed of each sum without a proof holds where it is evaluated."""
    supposed = one_more(over, a)
    points = ({"a": last, "b": low, "c": 0} for low in range(-2, 3) for last in range(low, 3))
    return all(evaluate(supposed, values) is True for values in points)


def made(forge: Callable[[], object]) -> bool:
    """The assumption can be made, or used."""
    try:
        forge()
    except (ValueError, IllSorted):
        return False
    return True


def assumptions() -> Iterator[Falsehood]:
    """All of them."""
    for name, reason, goal, given, forge in (*FORGED, *CATALOGUED):
        false = partial(has_witness, claim(name, goal, *given))
        yield Falsehood(f"assumption.{name}", "assumption", reason, false, partial(made, forge), NO_SOLVER)
