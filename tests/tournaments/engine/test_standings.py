"""Points and tie-breaks, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.engine.test_swiss import people
from tournaments.engine.document import Bye, Pairing, Result, Round, Tournament
from tournaments.engine.lots import open_lot
from tournaments.engine.scoring import scored
from tournaments.engine.settings import Band, Scoring, Settings, TieBreak
from tournaments.engine.standings import standings
from tournaments.wording import tiebreaks

LEVELS = Scoring(small="difference", bands=(
    Band(least=0, points=(3, 3), name="draw"), Band(least=2, points=(4, 2), name="tactical victory"),
    Band(least=7, points=(5, 1), name="strategic victory"),
    Band(least=13, points=(6, 0), name="historic victory"),
))  # fmt: skip
"""By Fire and Sword's victory levels (BFS-34.6, 34.7)."""


@pytest.mark.parametrize(("scores", "points", "small", "level"), [
    ((10, 2), (5, 1), (8, 0), "strategic victory"),  # the rule book's own example
    ((2, 10), (1, 5), (0, 8), "strategic victory"),
    ((5, 4), (3, 3), (1, 0), "draw"), ((6, 4), (4, 2), (2, 0), "tactical victory"),
    ((13, 0), (6, 0), (13, 0), "historic victory"), ((0, 0), (3, 3), (0, 0), "draw"),
])  # fmt: skip
def test_a_difference_of_scores_gives_big_and_small_points(
    scores: tuple[int, int], points: tuple[int, int], small: tuple[int, int], level: str
) -> None:
    found = scored(Result(scores=scores), LEVELS)
    assert (found.points, found.small, found.level) == (points, small, level)


@pytest.mark.parametrize(("result", "outcomes", "points"), [
    (Result(scores=(3, 1)), ("win", "loss"), (3, 0)), (Result(scores=(2, 2)), ("draw", "draw"), (1, 1)),
    (Result(scores=(1, 4)), ("loss", "win"), (0, 3)),
    (Result(scores=(1, 4), winner=0), ("win", "loss"), (3, 0)),
    (Result(scores=(1, 4), winner="draw"), ("draw", "draw"), (1, 1)),
    (Result(forfeit="first"), ("loss", "win"), (0, 3)), (Result(forfeit="second"), ("win", "loss"), (3, 0)),
    (Result(forfeit="both"), ("loss", "loss"), (0, 0)),
])  # fmt: skip
def test_wins_draws_and_forfeits(result: Result, outcomes: Any, points: Any) -> None:
    found = scored(result, Scoring())
    assert (found.outcomes, found.points) == (outcomes, points)


def test_a_draw_that_is_said_gives_both_the_points_of_a_draw_whatever_the_difference() -> None:
    found = scored(Result(scores=(10, 2), winner="draw"), LEVELS)
    assert (found.outcomes, found.points, found.level) == (("draw", "draw"), (3, 3), "draw")


FOUR = (
    Round(pairings=(Pairing(players=("p1", "p2"), result=Result(scores=(10, 4), losses=(2, 7))),
                    Pairing(players=("p3", "p4"), result=Result(scores=(8, 8))))),
    Round(pairings=(Pairing(players=("p1", "p3"), result=Result(scores=(2, 6))),
                    Pairing(players=("p2", "p4"), result=Result(scores=(9, 1), losses=(0, 3))))),
)  # fmt: skip
"""Points by 3, 1, 0: p1 3, p2 3, p3 4, p4 1. Small points: p1 12, p2 13, p3 14, p4 9."""


def placed(*tiebreaks: TieBreak, rounds: tuple[Round, ...] = FOUR, **more: Any) -> list[tuple[Any, ...]]:
    """Rank, player and values of the tie-breaks."""
    settings = Settings(rounds=5, tiebreaks=tiebreaks, **more)
    found = standings(Tournament(settings=settings, players=people("A", "B", "C", "D"), rounds=rounds))
    return [(each.rank, each.player.id, *(one.value for one in each.values)) for each in found.places]


@pytest.mark.parametrize(("how", "p1", "p2"), [
    (TieBreak(by="small"), 12, 13),
    (TieBreak(by="small_against"), -10, -11),
    (TieBreak(by="small_difference"), 2, 2),
    (TieBreak(by="wins"), 1, 1),
    (TieBreak(by="scores"), 12, 13),
    (TieBreak(by="scores_against"), -10, -11),
    (TieBreak(by="inflicted"), 7, 5),
    (TieBreak(by="progressive", cut_low=1), 3, 3),
    (TieBreak(by="buchholz"), 3 + 4, 3 + 1),
    (TieBreak(by="buchholz", cut_low=1), 4, 3),
    (TieBreak(by="buchholz", cut_low=1, cut_high=1), 0, 0),
    (TieBreak(by="sonneborn_berger"), 3, 1),
    (TieBreak(by="direct"), 3, 0),
    (TieBreak(by="progressive"), 3 + 3, 0 + 3),
    (TieBreak(by="schedule"), Fraction(3 + 4, 12), Fraction(3 + 1, 12)),
])  # fmt: skip
def test_each_tie_break_parts_those_who_are_level(how: TieBreak, p1: Any, p2: Any) -> None:
    found = placed(how)
    assert [each[1] for each in found if each[0] == 1] == ["p3"]
    assert {each[1]: each[2] for each in found[1:3]} == {"p1": p1, "p2": p2}
    first = "p1" if p1 > p2 else "p2"
    assert found[1][:2] == (2, first if p1 != p2 else "p1")
    assert found[2][0] == (3 if p1 != p2 else 2)


def test_a_tie_break_is_shown_with_what_was_added_and_left_out() -> None:
    settings = Settings(rounds=5, tiebreaks=(TieBreak(by="buchholz", cut_low=1),))
    found = standings(Tournament(settings=settings, players=people("A", "B", "C", "D"), rounds=FOUR))
    (value,) = next(each.values for each in found.places if each.player.id == "p1")
    assert (value.terms, value.cut) == ((4,), (3,))


def test_later_tie_breaks_part_only_those_who_are_still_level() -> None:
    found = placed(TieBreak(by="wins"), TieBreak(by="direct"))
    assert found[:3] == [(1, "p3"), (2, "p1", 1, 3), (3, "p2", 1, 0)]


def test_the_lot_parts_everybody_and_can_be_drawn_again() -> None:
    rounds = (Round(byes=tuple(Bye(player=f"p{number}") for number in range(1, 5))),)
    found = placed(TieBreak(by="lot"), rounds=rounds)
    drawn = sorted(range(1, 5), key=lambda number: open_lot(Tournament(seed="1"), "standings", f"p{number}"))
    assert [each[:2] for each in found] == [(at, f"p{key}") for at, key in enumerate(drawn, 1)]


def test_a_bye_counts_as_the_settings_say_and_is_no_win() -> None:
    half = (Round(byes=(Bye(player="p1", kind="half"), Bye(player="p2"), Bye(player="p3", kind="zero"))),)
    found = placed(TieBreak(by="wins"), rounds=half)
    assert [each[1] for each in found] == ["p2", "p1", "p3", "p4"]
    assert placed(TieBreak(by="buchholz"), rounds=half, unplayed="own")[0][1] == "p2"


def test_what_an_unplayed_round_adds_to_ones_own_buchholz() -> None:
    one_bye = (*FOUR, Round(byes=(Bye(player="p1", kind="zero"), Bye(player="p2", kind="zero"))))
    for unplayed, p1, p2 in (("zero", 7, 4), ("own", 10, 7)):
        found = placed(TieBreak(by="buchholz"), rounds=one_bye, unplayed=unplayed)
        assert {each[1]: each[2] for each in found[1:3]} == {"p1": p1, "p2": p2}


def test_the_standings_of_an_earlier_round_and_those_that_are_provisional() -> None:
    open_round = Round(pairings=(Pairing(players=("p1", "p4")),))
    tournament = Tournament(settings=Settings(rounds=3), players=people(*"ABCD"), rounds=(*FOUR, open_round))
    assert standings(tournament).provisional
    earlier = standings(tournament, after=1)
    assert (earlier.after, earlier.provisional) == (1, False)
    assert earlier.places[0].player.id == "p1"


@pytest.mark.parametrize(("how", "unplayed", "says"), [
    (TieBreak(by="buchholz", cut_low=1, cut_high=1), "fide_2026",
        ("Buchholz without the 1 lowest and 1 highest", "FIDE C.07 of March 2026, 8.1 and 14 and 16")),
    (TieBreak(by="sonneborn_berger"), "fide_2023",
        ("Sonneborn-Berger", "FIDE C.07 of July 2023, 9.1 and 16")),
    (TieBreak(by="buchholz"), "zero",
        ("Buchholz", "Leaguer: like FIDE C.07, 8.1, but rounds without a battle count as nothing")),
    (TieBreak(by="progressive", cut_low=2), "own",
        ("progressive score without the first 2", "FIDE C.07 of March 2026, 7.5 and 14")),
    (TieBreak(by="small", cut_low=1), "zero", ("small points", "Leaguer")),
    (TieBreak(by="lot"), "zero", ("lot", "Leaguer: drawn from the seed")),
])  # fmt: skip
def test_each_tie_break_says_whose_rule_it_is_and_of_when(
    how: TieBreak, unplayed: Any, says: tuple[str, str]
) -> None:
    assert (tiebreaks.name(how), tiebreaks.rule(how, Settings(unplayed=unplayed))) == says
