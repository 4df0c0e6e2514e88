"""Under a label stands what bears it: forged assumptions are refused where they are made, or by the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import assumed, instances, lemma, sequent_of, stating, suppose
from proofs.assumptions.words import implies, words
from proofs.catalogue import CATALOGUE
from proofs.engine.bits.formulas import BitAssumption, BitLemma
from proofs.engine.catalogue import Catalogue, Theory
from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.reports.examination import lost, narrowed
from proofs.theories.indices.indices import IN_ORDER, IN_RANGE, INNER, OUTER, REMAINDER, WHOLE, inner, outer, size
from proofs.theories.values.values import ELEMENTS, element_at
from proofs.theories.windows.windows import NOT_ASTRIDE, by_name
from proofs.theories.windows.windows_axis import IN_WORDS, in_words, of_each, weakest
from spec.language.fold import replace as replace_terms
from spec.language.fold import substitute
from spec.language.terms import FALSE, TRUE, Sort, Variable, and_, exists, forall, ite, not_, term
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import KERNEL
from spec.maxpool.vocabulary import key, v, w
from spec.operator.clauses import ADDED
from spec.operator.operator import Operator
from spec.window.call import FLOOR_MODE, ceil_mode
from spec.window.geometry import meets_input
from spec.window.names import dilation, h, kernel, m, slack, stride, x, y

NAN, MEET, FIRST = "NaN.as-minus-infinity", "windows.meet-input", "Indices.first-maximum"
a, b = Variable("a"), Variable("b")
BY_LABEL, WEAKEST = by_name(MAXPOOL), weakest(MAXPOOL)


def obligation(label: str, goal: object, *given: Assumption) -> Obligation:
    """An obligation of no catalogue."""
    assert isinstance(goal, type(x >= 0))
    return Obligation(label=label, statement="So.", assumptions=given, goal=goal, source=ADDED)


def catalogue(*obligations: Statement) -> Catalogue:
    """A catalogue of some obligations."""
    return Catalogue(operator=MAXPOOL, theories={"one": Theory("one", lambda: obligations)})


BY_MODE = MAXPOOL.changed("Y.shape", y.eq(ite(ceil_mode.eq(1), slack, slack // stride) + 1))
ANY = stating(BY_MODE, "Y.shape")
"""The size, in one of two modes."""


def of_floor_mode(operator: Operator) -> tuple[Assumption, ...]:
    """What the size is in one of them."""
    return assumed(operator, "Y.shape", of=FLOOR_MODE)


OTHER = "not what bears this label"
FORGED: dict[str, tuple[str, Callable[[], object]]] = {
    "a clause that says something else": (OTHER, lambda: stating(MAXPOOL, "strides.positive").assume(stride >= 2)),
    "all ranks are equal": (OTHER, lambda: stating(MAXPOOL, NAN).put({v: v}).assume(key(v).eq(key(element_at(h, w))))),
    "under another label": (
        "made from strides",
        lambda: Assumption("extent", stride >= 1, stating(MAXPOOL, "strides.positive")),
    ),
    "no window stands astride": (
        "m meets the input is about one",
        lambda: in_words(lemma(BY_LABEL["not-astride"]).each(m, 0, y), forall(m, 0, y, NOT_ASTRIDE)),
    ),
    "a flat index of any outer number": (
        "stands on outer < outers",
        lambda: lemma(IN_RANGE).given(INNER.label).assume().closed,
    ),
    "an index that is always negative": (OTHER, lambda: lemma(WHOLE[0]).part(0).assume(WHOLE[0].goal.implies(FALSE))),
    "the same names for two parts": (
        "sum stands for two",
        lambda: words({a + b: Variable("sum"), a * b: Variable("sum")}),
    ),
    "two functions of one name": ("two things", lambda: words({**ELEMENTS, key(v): element_at(h, w)})),
    "a truth value that stands for TRUE": ("is no name", lambda: words({a >= b: TRUE})),
    "tap (0, 0) for the tap there is": ("no number that is known", lambda: stating(MAXPOOL, MEET).at(m, 0)),
    "one tap for two windows": ("not said of each", lambda: stating(MAXPOOL, MEET).at(m, h).put({h: term(0)}).assume()),
    "a number that is used already": ("no number that is known", lambda: stating(MAXPOOL, FIRST).at(KERNEL[0], w)),
    "a hypothesis of each of what one has": (
        "no hypothesis is called",
        lambda: of_each(BY_LABEL["dense-not-astride"], "dilation > x"),
    ),
    "for each, where one is meant": (
        "is about one",
        lambda: lemma(REMAINDER).each(size, 0, y).each(Variable("block"), 0, y),
    ),
    "for each up to itself": ("another for another", lambda: lemma(BY_LABEL["one-window"]).each(m, 0, m + 1).assume()),
    "shown by what does not show it": (
        "shows no hypothesis",
        lambda: lemma(IN_RANGE).by(lemma(IN_ORDER)).put({outer: term(0), inner: term(0)}).assume(),
    ),
    "what is so of some calls, of all": (OTHER, lambda: replace(*of_floor_mode(BY_MODE), label="Y.shape", basis=ANY)),
    "on axes, on hypotheses": ("one axis at a time", lambda: lemma(IN_RANGE).on_axes(MAXPOOL.axes).assume()),
    "a name for what a quantifier binds": (
        "cannot stand for a part",
        lambda: (
            lemma(WEAKEST).where("a window", a, meets_input(m))
            if a.sort is Sort.BOOL
            else lemma(WEAKEST).where("m", a, m)
        ).assume(),
    ),
    "a quantifier where there is none": ("no quantifier", lambda: stating(MAXPOOL, "extent").at(0).assume()),
    "another part than was proved of bits": (
        OTHER,
        lambda: BitAssumption(
            "int8.order, of b", "(= (bvsgt (key b) (key a)) p)", BitLemma("int8.order", "(= (greater a b) q)", {}, {})
        ),
    ),
}


@pytest.mark.parametrize(("why", "made"), FORGED.values(), ids=FORGED)
def test_forged_assumption_is_refused_where_it_is_made(why: str, made: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=why):
        made()


def test_what_is_assumed_twice_is_one_term() -> None:
    """Two that are equal and not the same would be compared part by part wherever a script looks one of them up."""
    one, other = (suppose("a.supposition", forall(m, 0, y, NOT_ASTRIDE)) for _ in range(2))
    assert one.term is other.term


UNSOUND: dict[str, Callable[[], Catalogue]] = {
    "windows.weakest-condition": lambda: catalogue(  # a lemma under its label, supposed and not used
        *BY_LABEL.values(),
        replace(WEAKEST, assumptions=(suppose("windows.not-astride", forall(m, 0, y, NOT_ASTRIDE)),)),
    ),
    "a.lemma-of-nowhere": lambda: catalogue(obligation("a.lemma-of-nowhere", x >= 0, lemma(IN_ORDER).assume())),
    "a.before-its-lemma": lambda: catalogue(
        obligation("a.before-its-lemma", x >= 0, lemma(IN_RANGE).standing_on(OUTER.label, INNER.label).assume()),
        IN_RANGE,
    ),
    "a.refuted-lemma": lambda: catalogue(
        replace(IN_RANGE, expected=Verdict.REFUTED),
        obligation("a.refuted-lemma", x >= 0, lemma(IN_RANGE).standing_on(OUTER.label, INNER.label).assume()),
    ),
    "a.not-as-proved": lambda: catalogue(
        replace(IN_RANGE, assumptions=IN_RANGE.assumptions[:1]),
        obligation("a.not-as-proved", x >= 0, lemma(IN_RANGE).standing_on(OUTER.label, INNER.label).assume()),
    ),
    "a.silent-hypothesis": lambda: catalogue(
        IN_RANGE, obligation("a.silent-hypothesis", x >= 0, lemma(IN_RANGE).assume())
    ),
    "a.clause-supposed": lambda: catalogue(obligation("a.clause-supposed", x >= 0, suppose("extent", x >= 0))),
    "a.use-supposed": lambda: catalogue(
        obligation("a.use-supposed", x >= 0, suppose("extent, of another", kernel >= dilation))
    ),
    "a.chosen-twice": lambda: catalogue(
        obligation("a.chosen-twice", x >= 0, *(stating(MAXPOOL, c).at(h, w).assume() for c in (FIRST, "Indices.flat")))
    ),
    "a.clause-of-elsewhere": lambda: catalogue(
        obligation("a.clause-of-elsewhere", x >= 0, *assumed(MAXPOOL.changed("extent", y >= 0), "extent"))
    ),
}


@pytest.mark.parametrize("label", UNSOUND)
def test_catalogue_refuses_by_name(label: str) -> None:
    found = UNSOUND[label]()
    with pytest.raises(ValueError, match=label):
        _ = found.obligations


def test_circle_of_lemmas_is_refused() -> None:
    """Objects cannot stand on each other; two of one label could."""
    first = obligation("a.first", x >= 0, suppose("x", x >= 1))
    second = obligation("a.second", x >= 0, lemma(first).standing_on("x").assume())
    again = obligation("a.first", x >= 0, lemma(second).standing_on("x").assume())
    with pytest.raises(ValueError, match=r"a\.first: stands on a\.second, which is no obligation before it"):
        _ = catalogue(again, second).obligations


def test_whole_catalogue_is_tied() -> None:
    """Composites stand on clauses alone; what others leave standing is said."""
    for label in ("windows.one-window", "windows.weakest-condition", "windows.check-is-clause"):
        found = CATALOGUE[label]
        assert isinstance(found, Obligation)
        assert all(h.is_stated for h in sequent_of(found).needed), label
    told = [CATALOGUE["indices.in-range"].stands_on.told(t) for t in CATALOGUE["indices.in-range"].assumed]
    assert told[:2] == [
        "indices.step-in-range, of the channel (given: outer < outers, inner < size)",
        "supposed: the row is in X",
    ]
    assert sum(len(o.stands_on.lemmas) for o in CATALOGUE.obligations if isinstance(o, Obligation)) > 60


def test_forms_alone_decide_what_follows() -> None:
    assert implies(and_(a >= 0, b > 1), and_(1 < b))
    assert implies((a >= 0).implies(b >= 0), and_(a >= 0, b > 1).implies(b >= 0))
    assert implies(forall(h, 0, 1, h + a >= 0), 0 + a >= 0) == implies(term(0) + a >= 0, forall(h, 0, 1, h + a >= 0))
    assert implies(a >= a, a.eq(a))
    assert not implies(and_(a >= 0, b > 1).implies(b >= 0), (a >= 0).implies(b >= 0))
    assert not implies(exists(h, 0, a, h >= b), forall(h, 0, a, h >= b))
    assert not implies(a >= 0, a > 0)
    assert not implies(not_(and_(a >= 0, b >= 0)), not_(a >= 0))
    assert replace_terms(has_name := meets_input(m), IN_WORDS) != has_name
    assert words(IN_WORDS).put_back(replace_terms(has_name, IN_WORDS)) == has_name


def test_what_is_lost_is_missed_by_name() -> None:
    """A theory, an obligation; and what nobody recorded is told too."""
    without = {name: theory for name, theory in CATALOGUE.theories.items() if name not in ("errata", "c")}
    windows = without["windows"]
    fewer = replace(windows, load=lambda: [o for o in windows.load() if o.label != "windows.simple-condition"])
    catalogue = replace(CATALOGUE, theories={**without, "windows": fewer, "more": Theory("more", lambda: [IN_RANGE])})
    assert list(lost(replace(catalogue, theories={**catalogue.theories, "c": CATALOGUE.theories["c"]}))) == [
        "windows.simple-condition: the obligation is recorded, and lost",
        "errata: the theory is recorded, and lost",
        "more: the theory is not recorded",
    ]
    assert list(lost(CATALOGUE)) == []
    forgetful = replace(CATALOGUE, recorded=lambda: {**CATALOGUE.recorded(), "shape": ()})
    assert "shape.last-fits: the obligation is not recorded" in list(lost(forgetful))


def test_what_is_proved_of_some_calls_is_told() -> None:
    """Where a clause tells modes apart, what is assumed of one mode bears a label that says so."""
    assert of_floor_mode(MAXPOOL) == assumed(MAXPOOL, "Y.shape")
    (size,) = of_floor_mode(BY_MODE)
    assert (size.label, size.term) == ("Y.shape, where ceil_mode = 0", y.eq(slack // stride + 1))
    first, second = instances(BY_MODE, "Y.shape", of=FLOOR_MODE)
    assert [a.term for a in (first, second)] == [substitute(size.term, axis) for axis in MAXPOOL.axes]
    assert BY_MODE.on_axis(of=FLOOR_MODE)["Y.shape"].formula == size.term
    fits = obligation("fits", (y - 1) * stride <= slack, *assumed(MAXPOOL, "strides.positive"), size)
    used = obligation("used", fits.goal, lemma(fits).standing_on(size.label).assume())
    with pytest.raises(ValueError, match=r"stands on 'Y\.shape, where ceil_mode = 0', which"):
        _ = replace(used, assumptions=(lemma(fits).assume(),)).stands_on
    assert used.stands_on.left == {"fits": (size.label,)}
    told = replace(catalogue(fits, used), operator=BY_MODE)
    assert list(narrowed(told)) == ["Y.shape: it is assumed where ceil_mode = 0, and nothing is proved of other calls"]
    of_all = obligation("all", y <= y, ANY.assume())
    assert list(narrowed(replace(told, theories={"one": Theory("one", lambda: (fits, of_all))}))) == []
    assert list(narrowed(CATALOGUE)) == []
