"""What an exchange of two players would break is what the round after it breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.tournaments import do, pair, paired, played, tournament
from tests.tournaments.engine.playing import begun, of_teams
from tournaments.engine.actions import FoldError
from tournaments.engine.document import Forbidden, Tournament, everybody_in
from tournaments.engine.exchanges import Exchanged, exchanges
from tournaments.engine.rounds import next_round
from tournaments.engine.why import breaks
from tournaments.wording.pairing import exchanged


def clubs(count: int) -> Tournament:
    """A tournament whose players are of two clubs, after a round."""
    found = tournament(count)
    players = [each.model_copy(update={"club": ("York", "Leeds")[at % 2]})
               for at, each in enumerate(found.players)]  # fmt: skip
    return played(found.model_copy(update={"players": tuple(players)}))


def by_other(found: Tournament, one: str) -> dict[str, Exchanged]:
    return {each.other: each for each in exchanges(found, len(found.rounds), one)}


@settings(max_examples=25)
@given(size=st.integers(4, 9), data=st.data())
def test_what_is_said_before_is_what_the_round_breaks_afterwards(size: int, data: st.DataObject) -> None:
    found = clubs(size)
    found = do(found, pair(found))
    one, other = data.draw(st.permutations(sorted(everybody_in(found.rounds[1]))))[:2]
    said = by_other(found, one)[other]
    after = do(found, {"do": "exchange", "round": 2, "one": one, "other": other})
    pairs_of_both = {each.players for each in after.rounds[1].pairings if {one, other} & set(each.players)}
    told = {(each.one, each.other): each.broken for each in said.pairs if each.other is not None}
    if said.sides:
        assert len(pairs_of_both) == 1
        assert {one, other} == set(*pairs_of_both)
    else:
        assert told.keys() == pairs_of_both
        assert {pair[0]: broken for pair, broken in told.items()} == {
            key: broken
            for key, broken in breaks(after, 2).items()
            if key in {each[0] for each in pairs_of_both}
        }


def test_it_says_in_words_what_each_would_break_and_the_best_come_first() -> None:
    found = clubs(5)
    found = do(found, pair(found))
    names = {each.id: each.name for each in found.players}
    said = {each.other: exchanged(each, names) for each in exchanges(found, 2, "anna")}
    assert set(said) == {"bob", "cora", "dan", "eve"}
    assert any("have met before" in each for each in said.values())
    free = found.rounds[0].byes[0].player
    bye = found.rounds[1].byes[0].player
    assert free != bye
    assert "has had a bye before" in exchanged(by_other(found, free)[bye], names)
    first = exchanges(found, 2, "anna")[0]
    assert all(each.rule.by != "rematch" for pair in first.pairs for each in pair.broken)


def test_locks_and_who_must_not_meet_are_said() -> None:
    found = clubs(6)
    found = do(found, {"do": "lock", "players": ["anna", "bob"]})
    found = do(found, pair(found))
    names = {each.id: each.name for each in found.players}
    locked = exchanged(by_other(found, "anna")["cora"], names)
    assert "are not the two players who were locked" in locked
    other = next(each.players for each in found.rounds[1].pairings if "cora" in each.players)
    mate = next(key for key in other if key != "cora")
    apart = found.model_copy(update={"forbidden": (Forbidden(players=(mate, "anna")),)})
    assert "must not meet" in exchanged(by_other(apart, "anna")["cora"], names)


def test_what_cannot_be_made_is_said_and_stands_last() -> None:
    found = paired(clubs(6))
    one = found.rounds[1].pairings[0].players[0]
    found = do(found, {"do": "decide", "round": 2, "player": one, "result": {"scores": [3, 1]}})
    free = found.rounds[1].pairings[1].players[0]
    last = exchanges(found, 2, free)[-2:]
    assert {each.other for each in last} == set(found.rounds[1].pairings[0].players)
    assert all(each.played and not each.possible for each in last)
    knockout = begun(8, "knockout")
    knockout = knockout.with_round(next_round(knockout))
    names = {each.id: each.name for each in knockout.players}
    a, b = (each.players[0] for each in knockout.rounds[0].pairings[:2])
    assert exchanged(by_other(knockout, a)[b], names) == "Breaks nothing."
    late = replace(by_other(knockout, a)[b], refused="The draw decides who meets whom here.")
    assert not late.possible
    assert exchanged(late, names).startswith("Not possible: The draw")


def test_between_teams_an_exchange_is_refused_here_as_the_action_refuses_it() -> None:
    teams = of_teams(4, 2)
    teams = teams.with_round(next_round(teams))
    one = teams.rounds[0].pairings[0].players[0]
    mates = set(next(each.members for each in teams.teams if one in each.members))
    for key, each in by_other(teams, one).items():
        allowed = key in mates or each.sides
        assert each.possible == allowed
        if not allowed:
            with pytest.raises(FoldError, match="in different teams"):
                do(teams, {"do": "exchange", "round": 1, "one": one, "other": key})
