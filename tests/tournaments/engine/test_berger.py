"""Round robins by the tables of FIDE's handbook."""

from __future__ import annotations

import pytest

from tests.tournaments.engine.test_swiss import people, played
from tournaments.engine.berger import berger, next_round
from tournaments.engine.document import Tournament
from tournaments.engine.settings import Settings
from tournaments.engine.swiss import PairingError

TABLES = {
    4: "1-4 2-3, 4-3 1-2, 2-4 3-1",
    6: "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7,"
        " 8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1"
    ),
}
"""FIDE handbook C.05, annex 1."""


@pytest.mark.parametrize("size", TABLES)
def test_the_rounds_are_those_of_the_tables(size: int) -> None:
    rounds = berger([str(number) for number in range(1, size + 1)])
    assert ", ".join(" ".join(f"{one}-{other}" for one, other in each) for each in rounds) == TABLES[size]


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
    with pytest.raises(PairingError, match="The one round is paired"):
        next_round(played(found, next_round(found), (1, 0)))
