"""Formulas as data: what they give, what is wrong with them, and that nothing is ever divided by nothing."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.test_swiss import people
from tournaments.engine.document import Result, TournamentError, read_tournament
from tournaments.engine.formula import FIGURES, Formula, faults_of, worked_out
from tournaments.engine.scoring import TYPICAL, best, drawn, scored, typical
from tournaments.engine.scoringchecks import faults_in_scoring, needed
from tournaments.engine.settings import Band, Scoring

FOUGHT = Result(scores=(7, 3), losses=(30, 45), strength=(120, 90), objectives=(2, 0))


def formula(*terms: dict[str, Any], **more: Any) -> Formula:
    return Formula.model_validate_json(json.dumps({"terms": terms, **more}))


def first(found: Formula, result: Result = FOUGHT) -> tuple[Fraction, Fraction]:
    return scored(result, Scoring(formula=found)).points


@pytest.mark.parametrize(("terms", "more", "points"), [
    ([{"times": 5}], {}, (5, 5)),
    ([{"of": "score"}], {}, (7, 3)), ([{"of": "enemy_score", "times": -1}], {}, (-3, -7)),
    ([{"of": "difference"}, {"times": 10}], {}, (14, 6)),
    ([{"of": "difference"}, {"times": 10}], {"least": 8, "most": 12}, (12, 8)),
    ([{"of": "losses_share"}], {}, (25, 50)), ([{"of": "enemy_losses_share", "times": 0.2}], {}, (10, 5)),
    ([{"of": "losses", "per": "strength"}], {}, (Fraction(1, 4), Fraction(1, 2))),
    ([{"of": "enemy_losses", "per": 10, "round": "down"}], {}, (4, 3)),
    ([{"of": "enemy_losses", "per": 10, "round": "up"}], {}, (5, 3)),
    ([{"of": "enemy_losses", "per": 10}], {"round": "nearest", "step": 0.5}, (Fraction(9, 2), 3)),
    ([{"of": "objectives", "per": "enemy_objectives", "when_nothing": 9}], {}, (9, 0)),
    ([{"of": "losses_share", "steps": [{"least": 0, "counts": 6}, {"least": 30, "counts": 1}]}], {}, (6, 1)),
    ([{"of": "won", "times": 10}, {"of": "drawn", "times": 5}], {}, (10, 0)),
    ([{"of": "score", "most": 5}, {"of": "objectives", "least": 1}], {}, (7, 4)),
])  # fmt: skip
def test_what_a_formula_gives(terms: list[dict[str, Any]], more: dict[str, Any], points: Any) -> None:
    assert first(formula(*terms, **more)) == points


@pytest.mark.parametrize(("made", "fault"), [
    (formula({"of": "score", "per": 0}), "f.terms[0].per: must not be 0: you cannot divide by 0"),
    (formula({}, {"of": "score", "per": "enemy_losses"}),
        "f.terms[1].per: can be 0 (enemy’s losses): say what the term is then worth"),
    (formula({"steps": [{"least": 0, "counts": 1}]}),
        "f.terms[0].steps: need a figure to apply to"),
    (formula({"of": "score", "steps": [{"least": 2, "counts": 1}, {"least": 2, "counts": 3}]}),
        "f.terms[0].steps: must rise with each step"),
    (formula({"least": 3, "most": 2}), "f.terms[0].least: is above the maximum"),
    (formula({}, least=3, most=2), "f.least: is above the maximum"),
])  # fmt: skip
def test_each_fault_of_a_formula_is_named_at_its_place(made: Formula, fault: str) -> None:
    assert [str(each) for each in faults_of(made, "f")] == [fault]


TERMS = st.fixed_dictionaries({}, optional={
    "of": st.sampled_from(FIGURES), "times": st.integers(-9, 9), "per": st.one_of(
        st.integers(-3, 3), st.sampled_from(FIGURES)),
    "when_nothing": st.integers(-5, 5), "least": st.integers(-5, 0), "most": st.integers(0, 5),
})  # fmt: skip
NUMBERS = st.tuples(st.integers(0, 3), st.integers(0, 3))


@given(terms=st.lists(TERMS, min_size=1, max_size=3), scores=NUMBERS, losses=NUMBERS, objectives=NUMBERS)
def test_a_formula_without_faults_gives_a_figure_for_every_battle(
    terms: list[dict[str, Any]], scores: Any, losses: Any, objectives: Any
) -> None:
    made = formula(*terms, least=-50, most=50)
    result = Result(scores=scores, losses=losses, strength=(3, 3), objectives=objectives)
    if not list(faults_of(made, "f")):
        both = first(made, result)
        assert all(-50 <= each <= 50 for each in both)
        turned = Result(
            scores=scores[::-1], losses=losses[::-1], strength=(3, 3), objectives=objectives[::-1]
        )
        assert first(made, turned) == both[::-1], "both sides are counted alike"


def test_twenty_nil_by_shares_of_losses() -> None:
    bands = tuple(Band(least=5 * at, points=(10 + at, 10 - at)) for at in range(11))
    scoring = Scoring(of="losses_share", bands=bands, small="difference")
    found = scored(FOUGHT, scoring)
    assert (found.points, found.outcomes, found.small) == ((15, 5), ("win", "loss"), (25, 0))
    assert needed(scoring) == {"losses", "strength"}


def test_a_bonus_is_added_and_small_points_may_have_a_formula_of_their_own() -> None:
    scoring = Scoring(
        bonus=formula({"of": "objectives", "most": 1}), small_formula=formula({"of": "enemy_losses"})
    )
    found = scored(FOUGHT, scoring)
    assert (found.points, found.small) == ((4, 0), (45, 30))
    assert scored(Result(scores=(7, 3), winner=1, objectives=(1, 1), losses=(0, 0)), scoring).points == (1, 4)


def test_typical_results_show_what_a_scoring_does() -> None:
    found = typical(Scoring(formula=formula({"of": "difference"}, {"times": 10}, least=0, most=20)))
    assert {key: each.points for key, each in found.items()} == {
        "rout": (20, 0), "clear": (18, 2), "narrow": (12, 8), "draw": (10, 10), "nothing": (10, 10),
        "no_show": (3, 0),
    }  # fmt: skip
    assert all(result.losses is not None for key, result in TYPICAL.items() if key != "no_show")


def test_the_best_result_and_a_draw_by_a_formula() -> None:
    limited = Scoring(formula=formula({"of": "difference"}, {"times": 10}, least=0, most=20))
    assert (best(limited), drawn(limited)) == (20, 10)
    free = Scoring(formula=formula({"of": "score"}), bonus=formula({"times": 3}))
    assert (best(free), drawn(free)) == (20, 8)
    assert worked_out(formula({"of": "score"}), {"score": Fraction(4)}) == 4


def test_a_result_that_lacks_what_the_formula_needs_is_a_fault() -> None:
    document = {
        "format": "leaguer-tournament", "version": 1,
        "settings": {"scoring": {"formula": {"terms": [{"of": "enemy_losses_share"}]}}},
        "players": [{"id": each.id, "name": each.name} for each in people("A", "B")],
        "rounds": [{"pairings": [{"players": ["p1", "p2"], "result": {"losses": [1, 2]}}]}],
    }  # fmt: skip
    with pytest.raises(TournamentError) as error:
        read_tournament(document)
    assert [str(each) for each in error.value.faults] == [
        "rounds[0].pairings[0].result.strength: is missing: the scoring needs the strength of both sides"
    ]
    document["rounds"][0]["pairings"][0]["result"] = {"forfeit": "first"}  # type: ignore[index]
    assert read_tournament(document).rounds[0].complete
    assert list(faults_in_scoring(Scoring(bonus=formula({"per": 0})), "s"))
