"""The referee's eye on what units may do at all: moves, shots, charges, who passes whom, who breaks off."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.state import BAGGAGE, Unit
from tests.kit.referee import book, sight
from tests.kit.referee.fire import FireReferee

LIGHT = frozenset({"CL", "S", "DR", "T"})
NEVER = frozenset({"P&M", "PK", "ETE", "LTE", "ART"})  # BQ-5.7.a
SPEEDS = {"S": 0, "": 1, "F": 2}


class ActionsReferee(FireReferee):
    """Checks each act against what forbids it."""

    def engaged(self, unit: Unit) -> list[Unit]:
        pairs = [pair for pair in self.state.contacts if unit.id in pair]
        return [self.unit(two if one == unit.id else one) for one, two in pairs]

    def on_declared(self, event: Any) -> None:
        super().on_declared(event)
        unit, activation = self.unit(event.unit), self.state.activation
        if event.rule not in ("BQ-5.4.b", "BQ-5.4.6.a") or activation is None:
            return
        salvo = book.mounted(unit) or book.has(unit, "Salvo")
        self.expect(not activation.shots or salvo, "BQ-6.1.6: foot fires and charges")
        self.expect(not (unit.disordered and activation.march), "BQ-5.4.e: a second action in Disorder")
        self.expect(not self.engaged(unit), "BQ-4.1.1.e: charges out of a melee")
        self.paid(unit)

    def on_moved(self, event: Any) -> None:
        unit = self.unit(event.unit)
        activation = self.state.activation
        if event.action and activation is not None and activation.unit == unit.id:
            self.expect(not activation.done and not activation.march_over, "BQ-5.1.d: moves when it may not")
            self.expect(not self.engaged(unit), "BQ-4.1.1.e: moves out of a melee")
            self.paid(unit)
        if event.action and event.how == "oblique":
            self.expect(not unit.disordered or self.halted(), "BQ-5.2.2.a: an oblique move in Disorder")
        if event.how == "disengage":
            self.breaks_off(unit)
        if event.how in ("advance", "charge", "back", "evade", "retreat", "disengage", "break-off", "pursue"):
            self.passes_friends(event, unit)
        super().on_moved(event)

    def halted(self) -> bool:
        """BQ-6.5.b: whether the unit was shot at on its way and only completes it."""
        return bool(self.events[self.at - 1].kind == "moved")

    def paid(self, unit: Unit) -> None:
        """BQ-6.1.3.2.b: who has fired moves only as often as he has paid for."""
        activation = self.state.activation
        if activation is None or not activation.shots or unit.profile.type in book.MOVING_FIRE:
            return
        self.expect(activation.march < activation.reserved, "BQ-6.1.3.2.b: moves without having paid")

    def breaks_off(self, unit: Unit) -> None:
        """BQ-5.7.a-b."""
        self.expect(unit.profile.type not in NEVER, "BQ-5.7.a: such troops never disengage")
        mine = (unit.profile.m_bu, SPEEDS[unit.profile.speed])
        for enemy in self.engaged(unit):
            theirs = (enemy.profile.m_bu, SPEEDS[enemy.profile.speed])
            self.expect(mine > theirs and enemy.profile.type != BAGGAGE, f"BQ-5.7.b: not from {enemy.id}")
            face = self.state.contacts.get((enemy.id, unit.id), "front")
            self.expect(face == "front", "BQ-5.7.a: engaged elsewhere than on its front")
        self.checked["BQ-5.7.b"] += 1

    def passes_friends(self, event: Any, unit: Unit) -> None:
        """BQ-5.5: whom a straight move may lead through."""
        back = event.how not in ("advance", "charge", "pursue")
        base = unit.place
        if not back and abs((event.heading - base.heading + 180) % 360 - 180) > 1e-3:
            return  # a pursuer has turned
        for other in self.state.on_field():
            if other is unit or not sight.swept(base, other.place, event.bu, back=back):
                continue
            right = other.side == unit.side and self.may_pass(event.how, unit, other)
            self.expect(right, f"BQ-5.5: passes through {other.id}")
            self.checked["BQ-5.5"] += 1

    def may_pass(self, how: str, unit: Unit, friend: Unit) -> bool:
        mine, his = unit.profile.type, friend.profile.type
        if self.engaged(friend) or his == BAGGAGE or how == "pursue":
            return False
        if how in ("retreat", "break-off"):  # BQ-5.5.2.b
            return mine in ("S", "T", "DR") or book.mounted(unit)
        if how == "charge":  # BQ-5.5.4
            return his in ("CL", "S", "ART")
        return mine in LIGHT or his in LIGHT | {"ART"} or (book.mounted(unit) and book.mounted(friend))

    def on_fired(self, event: Any) -> None:
        firer, target, activation = self.unit(event.unit), self.unit(event.target), self.state.activation
        if event.fire in ("active", "opportunity", "caracole"):
            self.expect(not self.engaged(target), "BQ-6.3.4: fire into a melee")
            self.expect(target.profile.type != BAGGAGE, "BQ-7.9.a: fire at Baggage")
        if event.fire in ("active", "caracole") and activation is not None:
            twice = event.fire == "caracole"
            self.expect(not self.engaged(firer), "BQ-6.1.a: fires out of a melee")
            self.expect(activation.shots == int(twice), "BQ-6.1.c: fires once too often")
            reiters = firer.profile.type == "RE" and firer.profile.massed and not firer.disordered
            self.expect(not twice or reiters, "BQ-6.8.a: no caracole for such a unit")
            self.expect(not activation.passed_through, "BQ-6.1.3.3: fires just after passing friends")
        super().on_fired(event)
