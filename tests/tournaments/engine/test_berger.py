"""Round robins by the tables of FIDE's handbook."""

from __future__ import annotations

import pytest

from tests.tournaments.engine.test_swiss import people, played
from tournaments.engine.berger import berger, next_round
from tournaments.engine.document import Tournament
from tournaments.engine.settings import Settings
from tournaments.engine.swiss import PairingError

TABLES = {
    4: ("1-4 2-3, 4-3 1-2, 2-4 3-1"),
    6: ("1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1"),
    8: (
        "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, "
        "8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1"
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3, "
        "3-10 4-2 5-1 6-9 7-8, 10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, "
        "5-10 6-4 7-3 8-2 9-1"
    ),
    12: (
        "1-12 2-11 3-10 4-9 5-8 6-7, 12-7 8-6 9-5 10-4 11-3 1-2, 2-12 3-1 4-11 5-10 6-9 7-8, "
        "12-8 9-7 10-6 11-5 1-4 2-3, 3-12 4-2 5-1 6-11 7-10 8-9, 12-9 10-8 11-7 1-6 2-5 3-4, "
        "4-12 5-3 6-2 7-1 8-11 9-10, 12-10 11-9 1-8 2-7 3-6 4-5, 5-12 6-4 7-3 8-2 9-1 10-11, "
        "12-11 1-10 2-9 3-8 4-7 5-6, 6-12 7-5 8-4 9-3 10-2 11-1"
    ),
    14: (
        "1-14 2-13 3-12 4-11 5-10 6-9 7-8, 14-8 9-7 10-6 11-5 12-4 13-3 1-2, "
        "2-14 3-1 4-13 5-12 6-11 7-10 8-9, 14-9 10-8 11-7 12-6 13-5 1-4 2-3, "
        "3-14 4-2 5-1 6-13 7-12 8-11 9-10, 14-10 11-9 12-8 13-7 1-6 2-5 3-4, "
        "4-14 5-3 6-2 7-1 8-13 9-12 10-11, 14-11 12-10 13-9 1-8 2-7 3-6 4-5, "
        "5-14 6-4 7-3 8-2 9-1 10-13 11-12, 14-12 13-11 1-10 2-9 3-8 4-7 5-6, "
        "6-14 7-5 8-4 9-3 10-2 11-1 12-13, 14-13 1-12 2-11 3-10 4-9 5-8 6-7, "
        "7-14 8-6 9-5 10-4 11-3 12-2 13-1"
    ),
    16: (
        "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9, 16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2, "
        "2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10, 16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3, "
        "3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11, 16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4, "
        "4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12, 16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5, "
        "5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13, 16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6, "
        "6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14, 16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7, "
        "7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15, 16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8, "
        "8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1"
    ),
}
"""FIDE handbook C.05, annex 1."""


@pytest.mark.parametrize("size", TABLES)
def test_the_rounds_are_those_of_the_tables(size: int) -> None:
    rounds = berger([str(number) for number in range(1, size + 1)])
    assert ", ".join(" ".join(f"{one}-{other}" for one, other in each) for each in rounds) == TABLES[size]


@pytest.mark.parametrize("size", TABLES)
def test_with_one_player_less_whoever_meets_the_last_number_has_the_bye(size: int) -> None:
    rounds = berger([str(number) for number in range(1, size)])
    shown = [" ".join(f"{one or size}-{other or size}" for one, other in each) for each in rounds]
    assert ", ".join(shown) == TABLES[size]


@pytest.mark.parametrize("size", [3, 5, 12, 17])
def test_everybody_meets_everybody_once(size: int) -> None:
    keys = [str(number) for number in range(size)]
    met = [frozenset(pair) for each in berger(keys) for pair in each if None not in pair]
    assert len(met) == len(set(met)) == size * (size - 1) // 2


def test_who_meets_somebody_who_is_not_there_has_a_bye() -> None:
    settings = Settings(kind="round_robin", rounds=3)
    here = people("A", "B", "C")
    gone = here[0].model_copy(update={"id": "gone", "last_round": 1})
    found = Tournament(settings=settings, players=(*here, gone))
    first = next_round(found)
    assert not first.byes
    second = next_round(played(found, first, (1, 0), (1, 0)))
    assert [each.player for each in second.byes] == ["p3"]


def test_after_the_last_round_there_is_none() -> None:
    found = Tournament(settings=Settings(kind="round_robin", rounds=1), players=people("A", "B"))
    with pytest.raises(PairingError, match="The only round is paired"):
        next_round(played(found, next_round(found), (1, 0)))
