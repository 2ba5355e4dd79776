"""FIDE's tie-breaks (C.07), by the figures of its exercises: of 2023, and as the rule of March 2026 changes
them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.engine.held import NINE, ROBIN, SWISS, held
from tournaments.engine.document import Tournament
from tournaments.engine.scoring import games
from tournaments.engine.settings import TieBreak
from tournaments.engine.standings import standings
from tournaments.engine.terms import Table
from tournaments.engine.tiebreaks import values_of


def figures(text: str) -> dict[str, Fraction]:
    """The values of players 1, 2 and so on."""
    return {f"p{key}": Fraction(each) for key, each in enumerate(text.split(), 1)}


def worked_out(tournament: Tournament, **how: Any) -> dict[str, Fraction]:
    """A tie-break of everybody, whoever is level."""
    table = Table(tournament, games(tournament))
    return {key: each.value for key, each in values_of(TieBreak(**how), list(table.games), table).items()}


BUCHHOLZ = "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"
CUT = "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11"
BERGER = "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"
BERGER_CUT = "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75"


@pytest.mark.parametrize(("how", "cut_low", "expected"), [
    ("buchholz", 0, BUCHHOLZ),  # exercises 1 to 4
    ("buchholz", 1, CUT),  # 5 to 8
    ("sonneborn_berger", 0, BERGER),  # 11 and 12
    ("sonneborn_berger", 1, BERGER_CUT),  # 13
    ("wins_all", 0, "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3"),  # 27
    ("wins_fought", 0, "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3"),  # 28
    ("progressive", 0, "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5"),  # 32
    ("progressive", 1, "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10"),  # 33
    ("rating", 0, "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"),  # 17
    ("rating", 1, "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 0 2025 1900 1963 1900"),  # 18
])  # fmt: skip
def test_the_exercises_of_2023(how: str, cut_low: int, expected: str) -> None:
    found = held(SWISS, unplayed="fide_2023")
    assert worked_out(found, by=how, cut_low=cut_low) == figures(expected)


@pytest.mark.parametrize(("how", "cut_low", "before", "changed"), [
    ("buchholz", 0, BUCHHOLZ, {"p4": 14, "p6": Fraction("11.5"), "p11": Fraction("12.5")}),
    ("buchholz", 1, CUT, {"p6": Fraction("10.5"), "p11": 11}),
    ("sonneborn_berger", 0, BERGER, {"p4": Fraction("9.25"), "p6": 6, "p11": Fraction("4.75")}),
    ("sonneborn_berger", 1, BERGER_CUT, {"p4": Fraction("7.75"), "p6": 5, "p11": Fraction("3.25")}),
])  # fmt: skip
def test_the_exercises_by_the_rule_of_2026(
    how: str, cut_low: int, before: str, changed: dict[str, Any]
) -> None:
    """16.4.1 and 16.4.2 limit the dummy: of those with a round without a battle, these are worth less."""
    found = worked_out(held(SWISS, unplayed="fide_2026"), by=how, cut_low=cut_low)
    assert found == figures(before) | changed


def test_more_cuts_and_medians() -> None:
    """By hand: player 2 met opponents with 1, 1.5, 3.5, 3.5 and 3.5; player 4's bye is cut first."""
    found = held(SWISS, unplayed="fide_2023")
    median = worked_out(found, by="buchholz", cut_low=1, cut_high=1)
    assert (median["p2"], median["p4"], median["p12"]) == (Fraction("8.5"), 8, 6)
    assert worked_out(found, by="buchholz", cut_low=2)["p2"] == Fraction("10.5")
    assert worked_out(found, by="buchholz", cut_low=2, cut_high=2)["p2"] == Fraction("3.5")
    assert worked_out(found, by="progressive", cut_low=2)["p1"] == Fraction("8.5")


@pytest.mark.parametrize(("cut_low", "expected"), [
    (0, "9.25 6.25 6.25 4.25 3.25 2.25"), (1, "9.25 4.75 4.75 4.25 3.25 1.5"),
])  # fmt: skip
@pytest.mark.parametrize("unplayed", ["fide_2023", "fide_2026"])
def test_a_forfeit_in_a_round_robin_is_a_battle(cut_low: int, expected: str, unplayed: str) -> None:
    """Exercises 14 and 15; players 5 and 6 of the exercise have changed their numbers."""
    found = held(ROBIN, kind="round_robin", unplayed=unplayed)
    assert worked_out(found, by="sonneborn_berger", cut_low=cut_low) == figures(expected)


@pytest.mark.parametrize(("table", "kind", "ranks"), [
    (SWISS, "swiss", {1: 2, 3: 2, 4: 2, 16: 2, 5: 7, 8: 7, 11: 7}),  # exercises 23 and 24
    (NINE, "swiss", {1: 3, 2: 5, 3: 1, 4: 3, 5: 9, 6: 2, 7: 6, 8: 6, 9: 14, 10: 9, 11: 13, 12: 14, 13: 16,
                     14: 9, 15: 9, 16: 6}),  # 25
    (ROBIN, "round_robin", {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}),  # 26
])  # fmt: skip
def test_direct_encounters(table: dict[int, str], kind: Any, ranks: dict[int, int]) -> None:
    found = standings(held(table, TieBreak(by="direct"), kind=kind))
    placed = {each.player.number: each.rank for each in found.places}
    assert {key: placed[key] for key in ranks} == ranks


def test_who_is_ahead_whatever_missing_encounters_bring_is_placed_first() -> None:
    """Player 1 beat 2 and 3; these two have not met: neither can pass player 1, and the rest stays open."""
    table = {1: "2w1 3b1 4w0", 2: "1b0 4w1 U", 3: "4b1 1w0 U", 4: "3w0 2b0 1b1"}
    found = standings(held(table, TieBreak(by="direct")))
    assert [(each.rank, each.player.id) for each in found.places[:3]] == [(1, "p1"), (2, "p2"), (2, "p3")]


def test_each_term_names_its_round_and_opponent_and_what_stands_for_none() -> None:
    tournament = held(SWISS, unplayed="fide_2026")
    table = Table(tournament, games(tournament))
    parts = values_of(TieBreak(by="buchholz", cut_low=1), ["p4"], table)["p4"].parts
    assert [(each.round, each.opponent, each.worth, each.cut, each.dummy) for each in parts] == [
        (1, "p12", 3, False, False),
        (2, "", Fraction("2.5"), True, True),
        (3, "p13", Fraction("1.5"), False, False),
        (4, "p3", Fraction("3.5"), False, False),
        (5, "p1", Fraction("3.5"), False, False),
    ]
