"""The referee of a whole battle, to the last turn."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.state import BAGGAGE, State
from rulesets.engine.battle import Battle
from tests.kit.referee import book, sight
from tests.kit.referee.melee import MeleeReferee


class BattleReferee(MeleeReferee):
    """Checks what a rout does to those behind, and what is lost by the end of each turn."""

    def on_removed(self, event: Any) -> None:
        """BQ-7.5.2.h: friends within 1 BU straight behind who rout in melee are Disordered; in contact they
        lose 1 VBU.
        """
        super().on_removed(event)
        unit = self.unit(event.unit)
        if unit.profile.type in book.SPARING or unit.profile.type == BAGGAGE or not self.in_melee(event):
            return
        due = {}
        for friend in self.state.on_field(unit.side):
            if friend is not unit and friend.profile.type != BAGGAGE:
                away = sight.straight_behind(unit.place, friend.place)
                if away is not None and away < 0.99:
                    due[friend.id] = away < 1e-3
        shaken, hurt = set(), set()
        for following in self.after():
            if following.rule != "BQ-7.5.2.h" and following.kind not in (
                "removed",
                "leader-detached",
                "exhausted",
            ):
                break
            if following.kind == "disordered":
                shaken.add(following.unit)
            elif following.kind == "lost-vbu":
                hurt.add(following.unit)
        for name, contact in due.items():
            friend = self.unit(name)
            self.expect(not contact or name in hurt, f"BQ-7.5.2.h: {name} loses nothing")
            self.expect(friend.disordered or name in shaken | hurt, f"BQ-7.5.2.h: {name} is not Disordered")
            self.checked["BQ-7.5.2.h"] += 1

    def in_melee(self, event: Any) -> bool:
        """Whether a unit is removed by a melee."""
        if event.rule in ("BQ-7.5.2.f", "BQ-7.5.2.g", "BQ-7.5.2.h"):
            return True
        before = self.events[max(0, self.at - 5) : self.at]
        tests = [e for e in before if e.kind == "rolled" and e.roll.purpose == "Cohesion test"]
        return event.rule == "BQ-2.5.2" and bool(tests) and tests[-1].rule == "BQ-7.5.b"

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
    state: State = battle.system.core.begin(battle.setup)
    return state, [entry.event for entry in battle.entries]


def judged(battle: Battle) -> BattleReferee:
    """A referee who has read the log of a battle."""
    referee = BattleReferee(*readable(battle))
    referee.read()
    return referee
