"""What the reference does around its loops: whole calls, and mutants, each of which one of them notices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.catalogue import CATALOGUE
from proofs.mutation import programs as mutate
from proofs.reports.examination import examine
from reference import maxpool
from reference.examples.whole_calls import problems
from spec.operator.experiments import Experiments

MUTANTS = [(name, mutant.text) for name, mutant in mutate.changed_around()]
SAMPLE = range(len(MUTANTS))[::9]
"""Some are tried here, and all by `maxpool mutate --program`."""


def test_the_reference_does_what_it_must() -> None:
    assert list(problems(maxpool)) == []


@pytest.mark.parametrize("number", SAMPLE)
def test_a_mutant_is_noticed_or_says_the_same(number: int) -> None:
    judged = mutate.judge_around(number)
    assert bool(judged.noticed_by) is not judged.harmless, judged


def test_a_mutant_that_visits_taps_for_hours_is_ended() -> None:
    """One that counts too few taps does; what it ends with is the same on any machine."""
    judged = [mutate.judge_around(i) for i, (name, text) in enumerate(MUTANTS) if (name, text) == ("maxpool", "1: 0")]
    assert "Endless: runs more than 1,000,000 lines" in [m.noticed_by for m in judged]


def test_the_reference_ends_long_before_a_mutant_is_ended() -> None:
    with mutate._counted(mutate.MOST_LINES // 20):
        assert list(problems(maxpool)) == []
    with pytest.raises(mutate.Endless), mutate._counted(1_000):
        list(problems(maxpool))


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("maxpool", "elements = nan_as_minus_infinity(X) left out"),
        ("maxpool", "elements: X"),
        ("maxpool", "require_work(*sizes, *accumulate((*sizes, *lists[1]), mul)) left out"),
        ("checked", "_require_windows_to_be_countable(described) left out"),
        ("nan_as_minus_infinity", "-np.inf: the operator left out"),
        ("nan_as_minus_infinity", "elements = X.copy() left out"),
        ("nan_as_minus_infinity", "elements[np.isnan(X)] = -np.inf left out"),
        ("require_work", "max(visits) > MOST_VISITS: GtE"),
    ],
)
def test_what_an_attack_tried_is_noticed(function: str, text: str) -> None:
    numbers = (i for i, (name, found) in enumerate(MUTANTS) if name == function and found.endswith(text))
    judged = [mutate.judge_around(number) for number in numbers]
    assert judged
    assert all(m.noticed_by for m in judged)


def test_what_is_said_to_be_equivalent_is_a_mutant() -> None:
    assert set(MUTANTS) >= mutate.EQUIVALENT.keys()


@pytest.mark.whole
def test_the_check_says_what_the_reference_does_wrong() -> None:
    catalogue = replace(CATALOGUE, experiments=Experiments(wrong=lambda: ["call x: gives Y = [0]"]))
    assert "call x: gives Y = [0]" in examine(catalogue).problems
