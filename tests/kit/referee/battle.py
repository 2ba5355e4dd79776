"""The referee of a whole battle, to the last turn."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.state import BAGGAGE, State
from rulesets.engine.battle import Battle
from tests.kit.referee import book
from tests.kit.referee.melee import MeleeReferee


class BattleReferee(MeleeReferee):
    """Checks what is lost by the end of each turn, too."""

    def on_turn_ended(self, event: Any) -> None:
        """BQ-9.1.a-f: the VD lost."""
        for side in (0, 1):
            lost = 3 if self.state.sides[side].baggage_sacked else 0
            for unit in self.state.units.values():
                if unit.side != side or unit.profile.type == BAGGAGE:
                    continue
                if unit.status in ("routed", "destroyed", "dispersed", "left"):
                    lost += 2 * unit.profile.vd
                elif book.exhausted(unit) and unit.status in ("field", "withdrawn"):
                    lost += unit.profile.vd
            villages = sum(piece.kind == "village" for piece in self.state.terrain.values())
            self.expect(
                lost <= event.lost[side] <= lost + villages, f"BQ-9.1: side {side} has lost {lost} VD"
            )
        self.note(f"BQ-9.1.f: VDT {event.vdt} less {event.lost}")

    def on_battle_ended(self, event: Any) -> None:
        broken = [side for side in (0, 1) if event.left[side] <= 0]
        if len(broken) == 1:
            self.expect(event.winner == 1 - broken[0], "BQ-9.1.f: the wrong army has lost")
            self.note(
                f"BQ-9.1.f: {event.left[broken[0]]} left, 0 or less: the army of side {broken[0]} breaks"
            )


def readable(battle: Battle) -> tuple[State, list[Any]]:
    """The state before the first event of a battle, and its events."""
    state: State = battle.system.begin(battle.setup)
    return state, [entry.event for entry in battle.entries]


def judged(battle: Battle) -> BattleReferee:
    """A referee who has read the log of a battle."""
    referee = BattleReferee(*readable(battle))
    referee.read()
    return referee
