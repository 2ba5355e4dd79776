"""Exchanging players by hand where a draw or teams say who meets whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.playing import begun, by_chance, of_teams, played, to_the_end
from tournaments.engine.actions import read_action
from tournaments.engine.check import check_round
from tournaments.engine.document import Tournament, everybody_in
from tournaments.engine.ranking import ranking
from tournaments.engine.rounds import next_round
from tournaments.engine.swiss import PairingError


def exchanged(tournament: Tournament, one: str, other: str) -> Tournament:
    """The tournament after two of its last round were exchanged."""
    number = len(tournament.rounds)
    return read_action({"do": "exchange", "round": number, "one": one, "other": other}).apply(tournament)


@given(size=st.integers(4, 12), data=st.data(), kind=st.sampled_from(("knockout", "double_knockout")))
def test_after_an_exchange_in_the_first_round_a_knock_out_goes_on_as_it_was_then_drawn(
    size: int, kind: str, data: st.DataObject
) -> None:
    found = begun(size, kind)
    found = found.with_round(next_round(found))
    one, other = data.draw(st.permutations(sorted(everybody_in(found.rounds[0]))))[:2]
    turned = exchanged(found, one, other)
    pairing = turned.rounds[0]
    done = to_the_end(played(turned.up_to(0), pairing), by_chance(size))
    assert len([each for each in ranking(done).places if each.rank == 1]) == 1
    assert check_round(done, 2).optimal


def test_in_groups_players_change_their_places_in_the_first_round_alone() -> None:
    found = begun(8, "groups", groups={"count": 2})
    found = found.with_round(next_round(found))
    groups = found.rounds[0].draw
    turned = exchanged(found, groups[0][0], groups[1][0])
    assert turned.rounds[0].draw[0][0] == groups[1][0]
    done = to_the_end(played(turned.up_to(0), turned.rounds[0]))
    met = {frozenset(each.players) for one in done.rounds[:3] for each in one.pairings}
    assert len(met) == 12, "everybody of a group has met everybody"
    second = played(found.up_to(0), found.rounds[0])
    second = second.with_round(next_round(second))
    with pytest.raises(PairingError, match="The draw decides who meets whom"):
        exchanged(second, groups[0][0], groups[1][0])


def test_in_later_rounds_of_a_knock_out_only_sides_are_exchanged() -> None:
    found = played(begun(8, "knockout"), next_round(begun(8, "knockout")))
    found = found.with_round(next_round(found))
    first, second = (each.players for each in found.rounds[1].pairings)
    assert exchanged(found, *first).rounds[1].pairings[0].players == first[::-1]
    with pytest.raises(PairingError, match="The draw decides who meets whom"):
        exchanged(found, first[0], second[0])


def test_of_teams_only_the_line_up_is_changed() -> None:
    found = of_teams(4, 3, rounds=3)
    found = found.with_round(next_round(found))
    turned = exchanged(found, "a1", "a2")
    assert everybody_in(turned.rounds[0]) == everybody_in(found.rounds[0])
    with pytest.raises(PairingError, match="different teams"):
        exchanged(found, "a1", next(key for key in ("b1", "c1", "d1") if not any(
            {key, "a1"} == set(each.players) for each in found.rounds[0].pairings)))  # fmt: skip
