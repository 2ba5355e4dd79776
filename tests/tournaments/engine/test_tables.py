"""Tables and scenarios: nobody has one twice where that can be avoided, against every way there is."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, by_chance, of_teams, played, to_the_end
from tournaments.engine.document import Pairing, Round, Tournament
from tournaments.engine.rounds import next_round, paired
from tournaments.engine.swiss import PairingError
from tournaments.engine.tables import assigned, seen

TERRAIN = [
    {"number": at, "terrain": ("hills", "village", "river")[at % 3], "scenario": ("Attack", "Ambush")[at % 2]}
    for at in range(1, 7)
]


def repeated(tournament: Tournament, found: Round, what: str) -> int:
    """How often players of a round have had what they get before."""
    terrain = {each.number: each.terrain for each in tournament.settings.terrain}
    known, total = seen(tournament), 0
    for each in found.pairings:
        which = {"table": str(each.table), "terrain": terrain.get(each.table, ""), "scenario": each.scenario}
        total += known.often(each, what, which[what])
    return total


@given(
    seed=st.integers(0, 500), rounds=st.integers(0, 3),
    fresh=st.lists(st.sampled_from(("table", "terrain", "scenario")), min_size=1, unique=True),
)  # fmt: skip
def test_no_way_to_place_a_round_repeats_less(seed: int, rounds: int, fresh: list[str]) -> None:
    found = begun(8, "swiss", rounds=5, fresh=tuple(fresh), terrain=tuple(TERRAIN[:5]))
    for _ in range(rounds):
        found = played(found, next_round(found), by_chance(seed))
    new = next_round(found)
    table = {each.number: each for each in found.settings.terrain}

    def sums(pairings: Any) -> tuple[int, ...]:
        return tuple(repeated(found, Round(pairings=pairings), what) for what in fresh)

    ways = (
        tuple(
            each.model_copy(update={"table": at, "scenario": table[at].scenario})
            for each, at in zip(new.pairings, numbers, strict=True)
        )
        for numbers in permutations(table, len(new.pairings))
    )
    assert sums(new.pairings) == min(map(sums, ways))


def test_without_a_wish_the_first_table_is_for_those_who_stand_highest() -> None:
    found = to_the_end(begun(8, "swiss", rounds=3))
    assert [each.table for each in found.rounds[2].pairings] == [1, 2, 3, 4]
    assert "p1" in found.rounds[2].pairings[0].players


def test_nobody_is_twice_at_a_table_where_there_are_enough() -> None:
    found = to_the_end(begun(12, "swiss", rounds=5, tables=14, fresh=("table",)), by_chance(4))
    seats = [(key, each.table) for one in found.rounds for each in one.pairings for key in each.players]
    assert len(seats) == len(set(seats))
    assert [each.table for each in found.rounds[4].pairings] == sorted(
        each.table for each in found.rounds[4].pairings
    )


def test_the_same_seed_places_alike_and_another_does_not() -> None:
    found = begun(16, "swiss", fresh=("table",))
    again = found.model_copy(update={"seed": "other"})
    round_ = Round(pairings=tuple(Pairing(players=(f"p{at}", f"p{at + 8}")) for at in range(1, 9)))
    assert assigned(found, round_) == assigned(found, round_)
    assert assigned(found, round_) != assigned(again, round_)


@pytest.mark.parametrize(("how", "different"), [("drawn", 1), ("drawn_each", 2)])
def test_drawn_scenarios_are_not_repeated_while_there_are_others(how: str, different: int) -> None:
    names = ("Patrol", "Forage", "Ambush")
    found = to_the_end(begun(8, "swiss", rounds=3, scenarios={"how": how, "names": names}))
    had: dict[str, list[str]] = {}
    for one in found.rounds:
        assert len({each.scenario for each in one.pairings}) >= 1
        for each in one.pairings:
            for key in each.players:
                had.setdefault(key, []).append(each.scenario)
    if how == "drawn":
        assert all(sorted(each) == sorted(names) for each in had.values())
    else:
        assert len({each.scenario for each in found.rounds[0].pairings}) >= different
        assert all(repeat <= 1 for repeat in (len(each) - len(set(each)) for each in had.values()))


def test_scenarios_may_be_set_or_bound_to_tables_or_left_to_the_players() -> None:
    settings = {"how": "set", "names": ("Patrol", "Forage")}
    found = to_the_end(begun(4, "swiss", rounds=3, scenarios=settings))
    assert [{each.scenario for each in one.pairings} for one in found.rounds] == [
        {"Patrol"},
        {"Forage"},
        {""},
    ]
    chosen = next_round(begun(4, "swiss", scenarios={"how": "chosen", "names": ("Patrol",)}))
    assert {each.scenario for each in chosen.pairings} == {""}
    bound = next_round(begun(4, "knockout", terrain=tuple(TERRAIN)))
    assert [each.scenario for each in bound.pairings] == ["Ambush", "Attack"]


def test_too_few_tables_are_named() -> None:
    with pytest.raises(PairingError, match="There are 4 pairings but only 3 tables"):
        next_round(begun(8, "swiss", tables=3))
    assert len(paired(begun(8, "swiss", tables=4)).round.pairings) == 4


def test_boards_of_a_team_match_stay_together() -> None:
    found = to_the_end(of_teams(4, 2, rounds=2, fresh=("table",)))
    of = [each.players[0][0] in "ab" or each.players[0][0] in "cd" for each in found.rounds[1].pairings]
    assert len(of) == 4
    first, second = ({key[0] for key in each.players} for each in found.rounds[1].pairings[:2])
    assert first == second
