"""Rounds by FIDE's systems: what py4swiss is told, and what is taken back from it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.engine.test_swiss import pairs, people, played
from tournaments.engine import settings as rules
from tournaments.engine.check import check_round
from tournaments.engine.document import Bye, Forbidden, Pairing, Result, Round, Tournament, everybody_in
from tournaments.engine.fide import begins_first, propose, starting_numbers, to_py4swiss
from tournaments.engine.generate import generate
from tournaments.engine.rounds import next_round
from tournaments.engine.settings import Acceleration, Fide, Settings
from tournaments.engine.swiss import PairingError

SYSTEMS = ("dutch", "dubov", "burstein")


def event(
    *ratings: int, system: Any = "dutch", rounds: int = 5, top: Any = "first", **more: Any
) -> Tournament:
    """Players p1, p2 and so on of these ratings."""
    everybody = tuple(
        each.model_copy(update={"rating": rating})
        for each, rating in zip(people(*" " * len(ratings)), ratings, strict=True)
    )
    settings = Settings(rounds=rounds, fide=Fide(system=system, top=top))
    return Tournament(players=everybody, settings=settings, **more)


EIGHT = (2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_first_round_pairs_the_top_half_with_the_bottom_half(system: str) -> None:
    found = propose(event(*EIGHT, system=system))
    assert [each.players for each in found.pairings] == [
        ("p1", "p5"),
        ("p6", "p2"),
        ("p3", "p7"),
        ("p8", "p4"),
    ]
    assert [each.table for each in found.pairings] == [1, 2, 3, 4]


def test_the_settings_say_who_begins_and_else_the_lot() -> None:
    assert propose(event(*EIGHT, top="second")).pairings[0].players == ("p5", "p1")
    drawn = {begins_first(event(*EIGHT, top="lot", seed=str(seed))) for seed in range(20)}
    assert drawn == {True, False}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("size", [7, 12])
def test_nobody_meets_twice_and_nobody_has_two_byes(system: Any, size: int) -> None:
    settings = Settings(fide=Fide(system=system))
    found = generate(size, 5, "fide", settings=settings)
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for number, each in enumerate(found.rounds, 1):
        fought = {frozenset(one.players) for one in each.pairings if one.result and one.result.played}
        assert not fought & met
        met |= fought
        assert everybody_in(each) == {player.id for player in found.players if player.plays(number)}
        byes += [bye.player for bye in each.byes if bye.kind == "bye"]
    assert len(byes) == len(set(byes))


def test_starting_numbers_are_given_then_by_rating_then_by_lot() -> None:
    found = event(1500, 1800, 1500, 1200)
    first, *others = found.players
    numbered = found.model_copy(update={"players": (*others, first.model_copy(update={"number": 1}))})
    numbers = starting_numbers(numbered)
    assert (numbers["p1"], numbers["p2"], numbers["p3"], numbers["p4"]) == (1, 2, 3, 4)
    level = event(1500, 1500, 1500, 1500)
    turned = level.model_copy(update={"players": level.players[::-1]})
    assert starting_numbers(level) == starting_numbers(turned)


def test_py4swiss_is_told_of_forfeits_byes_late_arrivals_and_points() -> None:
    past = event(*EIGHT[:5])
    late = past.players[4].model_copy(update={"first_round": 2})
    one = Round(
        pairings=(
            Pairing(players=("p1", "p3"), result=Result(forfeit="second")),
            Pairing(players=("p4", "p2"), result=Result(scores=(3, 3))),
        )
    )
    two = Round(
        pairings=(Pairing(players=("p2", "p1"), result=Result(scores=(1, 0))),),
        byes=(Bye(player="p5"), Bye(player="p3", kind="half"), Bye(player="p4", kind="full")),
    )
    found = past.model_copy(update={"players": (*past.players[:4], late), "rounds": (one, two)})
    lines = [
        (each.points_times_ten, [result.to_string() for result in each.results])
        for each in to_py4swiss(found).player_sections
    ]
    assert lines == [
        (30, ["   3 w +", "   2 b 0"]), (40, ["   4 b =", "   1 w 1"]), (10, ["   1 b -", "0000 - H"]),
        (40, ["   2 w =", "0000 - F"]), (30, ["0000 - Z", "0000 - U"]),
    ]  # fmt: skip


def test_asked_byes_locks_and_those_who_are_away_are_kept() -> None:
    past = event(*EIGHT)
    gone = past.players[7].model_copy(update={"last_round": 1})
    past = past.model_copy(update={"players": (*past.players[:7], gone)})
    past = played(past, propose(past), (1, 0), (1, 0), (1, 0), (1, 0))
    found = propose(past, asked={"p2": "half"}, locks=[("p1", "p4")])
    assert found.pairings[0] == Pairing(players=("p1", "p4"), table=1, locked=True)
    assert [each.locked for each in found.pairings] == [True, False, False]
    assert {(each.player, each.kind) for each in found.byes} >= {("p2", "half")}
    assert everybody_in(found) == {f"p{number}" for number in range(1, 8)}


def test_who_is_forbidden_to_meet_does_not() -> None:
    past = event(*EIGHT, forbidden=(Forbidden(players=("p5", "p1"), rounds=(1, 1)),))
    assert frozenset(("p1", "p5")) not in pairs(propose(past))
    later = past.model_copy(update={"forbidden": (Forbidden(players=("p5", "p1"), rounds=(2, 3)),)})
    assert frozenset(("p1", "p5")) in pairs(propose(later))


def test_accelerated_rounds_pair_the_strong_with_the_strong() -> None:
    past = event(*EIGHT)
    quick = Acceleration(points=1, from_round=1, to_round=2, first=1, last=4)
    fide = Fide(top="first", accelerated=(quick,))
    past = past.model_copy(update={"settings": past.settings.model_copy(update={"fide": fide})})
    met = pairs(propose(past))
    assert met == {frozenset(each) for each in (("p1", "p3"), ("p2", "p4"), ("p5", "p7"), ("p6", "p8"))}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_that_cannot_be_is_refused(system: str) -> None:
    past = event(2000, 1900, system=system)
    past = played(past, propose(past), (1, 0))
    with pytest.raises(PairingError, match="no round is possible without a rematch"):
        propose(past)
    with pytest.raises(PairingError, match="at least two players"):
        propose(event(2000, system=system))


def test_a_locked_pair_may_be_the_whole_round() -> None:
    assert pairs(propose(event(2000, 1900), locks=[("p1", "p2")])) == {frozenset(("p1", "p2"))}


def test_the_settings_decide_how_a_round_is_paired() -> None:
    past = event(*EIGHT)
    assert next_round(past) == propose(past)
    by_criteria = past.model_copy(update={"settings": Settings(pairing=(rules.Rematch(),))})
    assert next_round(by_criteria) != propose(past)
    robin = past.model_copy(update={"settings": Settings(kind="round_robin")})
    assert next_round(robin).pairings[0].players == ("p1", "p8")


@pytest.mark.parametrize("settings", [Settings(fide=Fide(system="dubov")), Settings(kind="round_robin")])
def test_a_round_is_checked_against_the_one_that_its_rules_make(settings: Settings) -> None:
    found = generate(8, 3, "checked", settings=settings)
    assert all(check_round(found, number).optimal for number in (1, 2, 3))
    last = found.rounds[-1]
    turned = last.pairings[0].model_copy(update={"players": last.pairings[0].players[::-1], "result": None})
    other = found.up_to(2).with_round(last.model_copy(update={"pairings": (turned, *last.pairings[1:])}))
    checked = check_round(other, 3)
    assert (checked.optimal, checked.worse) == (False, None)
    assert checked.better is not None
    assert [each.players for each in checked.better.pairings] == [each.players for each in last.pairings]
