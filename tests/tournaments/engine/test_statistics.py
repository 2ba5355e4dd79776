"""Win rates with intervals, standings of groups, awards and what has changed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, by_chance, to_the_end
from tournaments.engine.day import SoftScore
from tournaments.engine.document import Pairing, Result, Round, Tournament
from tournaments.engine.ranking import ranking
from tournaments.engine.settings import Settings
from tournaments.engine.standings import standings
from tournaments.engine.statistics import (
    Rate,
    awards,
    climbed,
    rate_of_first,
    rates_by_book,
    rates_by_pairing,
    standings_by,
)


@pytest.mark.parametrize(("rate", "low", "high"), [
    (Rate(10, 5, 0), 0.2366, 0.7634), (Rate(10, 0, 0), 0.0, 0.2775), (Rate(20, 15, 0), 0.5313, 0.8881),
    (Rate(10, 4, 2), 0.2366, 0.7634), (Rate(0, 0, 0), 0.0, 1.0),
])  # fmt: skip
def test_intervals_are_wilsons(rate: Rate, low: float, high: float) -> None:
    assert rate.interval == pytest.approx((low, high), abs=5e-5)


@given(battles=st.integers(1, 500), data=st.data())
def test_an_interval_holds_its_share_and_narrows(battles: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, battles))
    few, many = Rate(battles, wins, 0), Rate(10 * battles, 10 * wins, 0)
    low, high = few.interval
    assert 0 <= low <= few.share <= high <= 1
    assert many.interval[1] - many.interval[0] < high - low


def booked(*books: str, **more: str) -> Tournament:
    """Four players with army books who have played two rounds: p1 beats p2, p3 draws with p4; p1 draws with
    p3, p4 beats p2.
    """
    found = begun(4, "swiss", rounds=3)
    players = tuple(
        each.model_copy(update={"book": book, "nation": book[:1]} | more)
        for each, book in zip(found.players, books, strict=True)
    )

    def fought(*pairs: tuple[str, str, tuple[int, int]]) -> Round:
        return Round(pairings=tuple(
            Pairing(players=(one, other), table=at, result=Result(scores=scores))
            for at, (one, other, scores) in enumerate(pairs, 1)
        ))  # fmt: skip

    rounds = (
        fought(("p1", "p2", (3, 0)), ("p3", "p4", (2, 2))),
        fought(("p1", "p3", (1, 1)), ("p2", "p4", (0, 5))),
    )
    return found.model_copy(update={"players": players, "rounds": rounds})


def test_win_rates_by_army_book_and_by_pairing_of_books() -> None:
    found = booked("swedish", "polish", "swedish", "polish")
    assert rates_by_book([found]) == {"swedish": Rate(2, 1, 1), "polish": Rate(2, 0, 1)}
    assert rates_by_pairing([found, found]) == {
        ("swedish", "polish"): Rate(4, 2, 2), ("polish", "swedish"): Rate(4, 0, 2),
    }  # fmt: skip
    assert list(rates_by_book([found])) == ["swedish", "polish"], "the highest first"
    assert rate_of_first([found]) == Rate(4, 1, 2)
    assert rates_by_book([booked("", "polish", "", "polish")]) == {}


def test_what_was_not_fought_counts_in_no_rate() -> None:
    found = booked("swedish", "polish", "swedish", "polish")
    unfought = Round(pairings=(
        Pairing(players=("p1", "p4"), result=Result(forfeit="first")), Pairing(players=("p2", "p3")),
    ))  # fmt: skip
    assert rates_by_book([found.with_round(unfought)]) == rates_by_book([found])


def test_standings_by_army_book_add_the_points_of_the_best() -> None:
    found = booked("swedish", "polish", "swedish", "polish")
    assert [(each.rank, each.name, each.points) for each in standings_by(found, "book")] == [
        (1, "swedish", 4 + 2), (2, "polish", 0 + 4),
    ]  # fmt: skip
    assert [(each.rank, each.points) for each in standings_by(found, "nation", best=1)] == [(1, 4), (1, 4)]
    assert standings_by(found, "book", after=1)[0].points == 4
    assert standings_by(found, "club") == ()


def test_awards_go_to_the_first_the_best_of_each_army_and_the_last() -> None:
    found = booked("swedish", "polish", "swedish", "polish")
    painted = found.players[1].model_copy(update={"soft": (SoftScore(name="Painting", points=3),)})
    found = found.model_copy(update={"players": (found.players[0], painted, *found.players[2:])})
    given = {(each.what, each.of): [player.id for player in each.players] for each in awards(found)}
    assert given == {
        ("first", ""): ["p4"], ("second", ""): ["p1"], ("third", ""): ["p3"],
        ("best_of_book", "swedish"): ["p1"], ("best_of_book", "polish"): ["p4"],
        ("best_of_nation", "s"): ["p1"], ("best_of_nation", "p"): ["p4"],
        ("soft", "Painting"): ["p2"], ("wooden_spoon", ""): ["p2"],
    }  # fmt: skip
    assert awards(Tournament(settings=Settings())) == ()


@given(seed=st.integers(0, 200), kind=st.sampled_from(("swiss", "groups", "double_knockout")))
def test_the_places_that_are_won_are_those_between_two_standings(seed: int, kind: Any) -> None:
    found = to_the_end(begun(9, kind, rounds=4), by_chance(seed))
    for number in range(2, len(found.rounds) + 1):
        before, now = (
            {each.player.id: each.rank for each in ranking(found, at).places} for at in (number - 1, number)
        )
        assert climbed(found, number) == {key: before[key] - now[key] for key in now}
    assert climbed(found, 1) == {}
    assert sum((each.points for each in standings(found).places), Fraction(0)) > 0
