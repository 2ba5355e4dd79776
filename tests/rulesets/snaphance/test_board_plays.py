"""Laws of a piece in hand over battles by chance: nothing fails, all that is offered about it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from rulesets.contract.board import UnitInspection
from rulesets.engine.battle import Battle
from rulesets.snaphance.board import BOARD
from rulesets.snaphance.board.sketch import about
from rulesets.snaphance.state import State
from tests.kit.hexlists import random_battle
from tests.kit.hexplayers import eager

EVERY = 151  # choices between two looks at everything


def pieces(state: State) -> Iterator[str]:
    """Everything that can be taken in hand."""
    yield from (stand.id for stand in state.stands.values() if stand.status in ("field", "reserve"))
    yield from (general.id for general in state.generals.values() if general.alive)


def check_hand(shown: UnitInspection) -> None:
    """What is allowed is offered, what is not has a reason; chances are chances; outlines are outlines."""
    for each in shown.actions:
        assert each.what, shown
        assert each.allowed or each.why, each
    for move in shown.moves:
        assert move.chance is None or 0.0 <= move.chance <= 1.0, move
        assert all(len(ghost.outline) >= 8 for ghost in move.ghosts), move
    for area in shown.areas:
        assert area.chance is None or 0.0 < area.chance < 1.0, area
        assert all(len(outline) == 12 for outline in (area.outline, *area.parts)), area
    for target in shown.targets:
        assert target.figures, target
        for figure in target.figures:
            assert figure.chance is None or 0.0 <= figure.chance <= 1.0, (target, figure)


def look(battle: Battle) -> None:
    """Take everything in hand; what the pending decision offers about a piece is in its hand."""
    pending = battle.pending
    assert pending is not None
    before = battle.state.to_json()
    for piece in pieces(battle.state):
        shown = BOARD.inspect(battle, piece)
        check_hand(shown)
        json.dumps(shown.to_json())
        if shown.side != pending.side or "leader" in piece:
            continue
        offered = [option for option in pending.options if about(option, pending, piece)]
        kinds = {option.key["do"] for option in offered}
        assert len(kinds) <= sum(each.allowed for each in shown.actions) <= len(offered), piece
    assert battle.state.to_json() == before


@pytest.mark.parametrize("number", range(2))
def test_everything_can_be_taken_in_hand_at_any_time(number: int) -> None:
    battle = random_battle(number, stands=6, max_turns=2)
    player = eager(number)
    kinds: set[str] = set()
    while battle.pending is not None:
        declining = BOARD.reactions.get(battle.pending.kind)
        assert declining is None or battle.pending.read(declining) == dict(declining)
        fresh = battle.pending.kind not in kinds
        if fresh or len(battle.choices) % EVERY == 0:
            kinds.add(battle.pending.kind)
            look(battle)
        battle.choose(player(battle, battle.pending))
    assert {"deploy unit", "group", "stand"} <= kinds
