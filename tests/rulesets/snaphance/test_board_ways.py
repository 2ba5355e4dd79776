"""Several choices in one drag: every way of a stand is one that can really be gone, choice by choice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulesets.engine.battle import Battle
from rulesets.engine.document import begin
from rulesets.snaphance import SYSTEM, hexes
from rulesets.snaphance.board.inspection import inspect
from tests.kit.battles import sample
from tests.kit.hexlists import setup
from tests.kit.hexplayers import eager

SEED = "7"
TRIED = 12
"""So many ways of a moment are followed to their end."""


def fought(wanted: str) -> Battle:
    """A battle that has come to a decision of that kind, about a stand that has somewhere to go."""
    document = setup(sample("swedish-army-1632"), sample("imperial-army-1632"), terrain="open", max_turns=3)
    battle, player = begin(SYSTEM, document, SEED), eager("ways")
    while battle.pending is not None:
        if battle.pending.kind == wanted and len(inspect(battle, mover(battle)).ways) > TRIED:
            return battle
        battle.choose(player(battle, battle.pending))
    raise AssertionError(f"no {wanted} with ways")


def mover(battle: Battle) -> str:
    """The stand that acts, or the first one that may."""
    assert battle.pending is not None
    if battle.pending.kind == "stand":
        return battle.pending.subject
    return next(
        (str(each.key["unit"]) for each in battle.pending.options if each.key["do"] == "activate"), ""
    )


def again(battle: Battle) -> Battle:
    """The same battle at the same moment, played anew."""
    copy = begin(SYSTEM, battle.setup, SEED)
    for made in battle.choices:
        copy.choose(made.choice)
    return copy


@pytest.mark.parametrize("kind", ["stand", "group"])
def test_every_way_is_made_of_legal_choices_and_ends_where_it_says(kind: str) -> None:
    battle = fought(kind)
    unit = mover(battle)
    before = battle.view(None)["state"]
    ways = inspect(battle, unit).ways
    assert battle.view(None)["state"] == before, "looking changes nothing"
    assert len({way.place for way in ways}) == len(ways)
    for way in [each for each in ways if each.sure][:TRIED]:
        copy = again(battle)
        for key in way.keys:
            assert copy.pending is not None
            assert copy.pending.side == battle.pending.side  # type: ignore[union-attr]
            copy.choose(dict(key))
        stand = copy.state.stands[unit]
        assert hexes.label(stand.hex) == way.place
        assert stand.facing == way.facing or stand.profile.kind.free
        assert not stand.disordered or battle.state.stands[unit].disordered


def test_a_way_with_an_extra_move_is_made_of_legal_choices_too() -> None:
    battle = fought("stand")
    unit = mover(battle)
    further = [
        way for way in inspect(battle, unit).ways if any(key["do"] == "extra-move" for key in way.keys)
    ]
    assert further
    for way in further[:TRIED]:
        copy = again(battle)
        for key in way.keys:
            copy.choose(dict(key))
        assert hexes.label(copy.state.stands[unit].place) == way.place


def test_a_way_goes_from_hex_to_hex_and_says_what_it_takes() -> None:
    battle = fought("stand")
    unit = mover(battle)
    start = hexes.label(battle.state.stands[unit].place)
    for way in inspect(battle, unit).ways:
        assert way.places[0] == start
        assert way.places[-1] == way.place
        assert way.place != start, "no way leads to where it stands"
        named = [hexes.named(place) for place in way.places]
        assert way.words.startswith(f"{len(way.places) - 1} hex")
        extra = any(key["do"] == "extra-move" for key in way.keys)
        assert extra == ("Order Test" in way.words)
        assert not (extra and way.sure), "what needs a test is asked first"
        if not any(key["do"] == "pass" for key in way.keys):
            assert all(hexes.distance(a, b) == 1 for a, b in pairwise(named))


def test_who_does_not_decide_sees_no_ways() -> None:
    battle = fought("stand")
    shown = inspect(battle, mover(battle))
    assert shown.ways
    assert not shown.for_others().ways
    enemy = next(
        stand for stand in battle.state.stands.values() if stand.on_field and stand.side != shown.side
    )
    assert not inspect(battle, enemy.id).ways
