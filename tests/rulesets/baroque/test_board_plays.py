"""Laws of a piece in hand over random legal plays: nothing fails, nothing is promised that is not offered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.baroque.reactions.discipline import RULES
from rulesets.baroque.state import State
from rulesets.contract import registry
from rulesets.contract.board import Board, UnitInspection
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.site import rulebook
from tests.kit.standing import leads_somewhere
from tests.rulesets.baroque.test_play import WAYS, begun

BOOK = rulebook.rules("baroque").keys()
PLAYS = 2 * len(WAYS)


def the_board() -> Board:
    found = registry.get("baroque").board
    assert found is not None
    return found


def pieces(state: State) -> Iterator[str]:
    """Everything that can be taken in hand."""
    yield from (unit.id for unit in state.units.values() if unit.status in ("field", "reserve"))
    yield from (leader.id for leader in state.leaders.values() if leader.alive)


def rules_of(hand: UnitInspection) -> set[str]:
    """Every rule that a hand names."""
    lines = (*hand.facts, *hand.actions, *hand.moves, *hand.areas, *hand.targets, *hand.answers)
    figures = [figure for target in hand.targets for figure in target.figures]
    return {line.rule for line in (*lines, *figures)} - {""}


def check_hand(decision: Decision, hand: UnitInspection, offered: dict[str, dict[str, Any]]) -> set[str]:
    """What is allowed is offered; returns the keys that the hand knows."""
    known = set()
    for rule in rules_of(hand):
        assert rule in BOOK, rule
    for each in hand.actions:
        assert each.what, hand
        assert each.allowed == (each.key is not None), each
        assert each.allowed or each.why, each
        if each.key is not None:
            known.add(json.dumps(dict(each.key), sort_keys=True))
    for move in hand.moves:
        known.add(json.dumps(dict(move.key), sort_keys=True))
        assert move.chance is None or 0.0 <= move.chance <= 1.0, move
        for ghost in move.ghosts:
            assert len(ghost.outline) >= 8, move
            assert ghost.note or not ghost.refused, move
    for area in hand.areas:
        assert len(area.outline) >= 6, area
        assert len(area.outline) % 2 == 0, area
        assert area.chance is None or 0.0 < area.chance <= 1.0, area
    assert known <= offered.keys(), known - offered.keys()
    json.dumps(hand.to_json(), allow_nan=False)
    return known


def check_hands(battle: Battle, decision: Decision) -> None:
    """Every piece on the table in hand; each option that names a piece of its side is known to that hand."""
    offered = {json.dumps(dict(o.key), sort_keys=True): dict(o.key) for o in decision.options}
    before = battle.state_hash()
    for piece in pieces(battle.state):
        hand = the_board().inspect(battle, piece)
        known = check_hand(decision, hand, offered)
        unit = battle.state.units.get(piece)
        if unit and unit.base is not None:
            # A wheel may be as little as a tenth of a degree, which the rules count as one.
            moves = [move for move in hand.moves if move.key["do"] != "wheel"]
            assert [move for move in moves if not leads_somewhere(move, unit.base)] == []
        if hand.side != decision.side:
            assert not known
            continue
        for text, key in offered.items():
            if piece in (key.get("unit"), key.get("leader")):
                assert text in known, (piece, key)
    assert battle.state_hash() == before


def check_reactions(decision: Decision) -> None:
    """BQ-4.1.3.a: whatever is a reaction can be declined by the choice that the board knows; nothing else
    is.
    """
    declining = the_board().reactions.get(decision.kind)
    kinds = {option.key["do"] for option in decision.options}
    assert (declining is not None) == bool(kinds & RULES.keys()), kinds
    if declining is not None:
        assert decision.read(declining) == dict(declining)


@pytest.mark.rule("BQ-4.1.3.a")
@pytest.mark.parametrize("number", range(PLAYS))
def test_every_hand_of_a_play_tells_what_is_offered_and_no_more(number: int) -> None:
    battle, players = begun(number)

    def look(battle: Battle) -> None:
        if battle.pending is not None:
            check_reactions(battle.pending)
        if battle.pending is not None and len(battle.choices) % 19 == number % 19:
            check_hands(battle, battle.pending)

    battle.play(players, after=look)
    for piece in pieces(battle.state):
        assert not any(each.allowed for each in the_board().inspect(battle, piece).actions)
