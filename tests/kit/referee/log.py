"""What is stated, moved and tested, as the referee sees it.

He goes by the rule book as `tests.kit.referee.book` has it and by the state that the events themselves make,
never by the functions that made the rolls. `faults` says where the log and the book differ; `notes` has for
the number of an event what was checked there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from rulesets.baroque.state import State, Unit
from rulesets.engine import geometry
from rulesets.engine.dice import Roll
from tests.kit.referee import book

TERRAIN = ("terrain", "obstacle", "edge of", "ground")
REACTIONS = ("Opportunity charge", "Countercharge", "Opportunity fire", "Defensive fire")
SHOTS = ("Fire at", "Caracole at", "Opportunity fire at", "Defensive fire at", "Point-blank pistols at")


class Referee:
    """Reads `events` on `state`, which is changed by them: statements, moves, reactions, Discipline Tests."""

    def __init__(self, state: State, events: Sequence[Any]) -> None:
        self.state = state
        self.events = events
        self.faults: list[str] = []
        self.notes: dict[int, str] = {}
        self.checked: dict[str, int] = defaultdict(int)
        self.at = 0
        self.stated = ""  # what the active unit has said that it does: charge, shot, ""
        self.stood: dict[str, Any] = {}  # where those stood who have evaded from it
        self.hit: dict[str, list[tuple[int, int]]] = defaultdict(list)  # hits by fire to be tested, with band
        self.critical: tuple[str, int, bool] = ("", 0, False)
        self.due: dict[str, int] = {}  # losses that a test has brought
        self.wavers: set[str] = set()  # who has failed when his Leader fell
        self.fallen: list[tuple[Any, int, str]] = []  # who routed in this activation: base, side, id

    # ------------------------------------------------------------------ the log

    def read(self) -> None:
        """Looks at each event with the state before it, then lets it change the state."""
        for number, event in enumerate(self.events):
            self.at = number
            look = getattr(self, "on_" + event.kind.replace("-", "_"), None)
            if look is not None:
                look(event)
            event.apply(self.state)

    def unit(self, id_: str) -> Unit:
        return self.state.units[id_]

    def expect(self, true: bool, fault: str) -> None:
        if not true:
            self.faults.append(f"{self.at + 1} {fault}: {self.events[self.at].to_json()}")

    def note(self, words: str) -> None:
        self.checked[words.split(":")[0]] += 1
        self.notes[self.at] = words

    def after(self) -> Iterator[Any]:
        """The events that follow the one looked at."""
        for number in range(self.at + 1, len(self.events)):
            yield self.events[number]

    # ------------------------------------------------------------------ statements and moves

    def on_declared(self, event: Any) -> None:
        unit = self.unit(event.unit)
        active = unit.side == self.state.active
        if active and event.action in ("fire", "caracole"):
            self.stated, self.stood = "shot", {}
        elif active and event.rule in ("BQ-5.4.b", "BQ-5.4.6.a"):
            self.stated, self.stood = "charge", {}
            self.expect(unit.profile.i > 0, "BQ-5.4.e: charges with I 0")
        elif event.rule == "BQ-5.4.2.a":
            target = self.unit(event.target)
            self.expect(book.mounted(unit) or not book.mounted(target), "BQ-5.4.2.c: foot against mounted")
        elif event.rule == "BQ-5.4.3.a":
            target = self.unit(event.target)
            self.expect(book.mounted(unit) or not book.mounted(target), "BQ-5.4.3.b: foot against mounted")

    def on_moved(self, event: Any) -> None:
        unit = self.unit(event.unit)
        start, m = unit.place, unit.profile.m_bu
        if event.action and unit.side == self.state.active:
            self.stated = "" if self.stated != "charge" else self.stated
            activation = self.state.activation
            made = 0 if activation is None else activation.march
            begun = (
                self.events[self.at - 1].kind == "moved"
            )  # BQ-6.5.b: Disordered on his way, he completes it
            self.expect(not (unit.disordered and made) or begun, "BQ-2.5.3.c: a second action in Disorder")
        if event.how in ("advance", "oblique", "back", "wheel"):
            behind = event.how == "back" and event.through  # BQ-5.5.1.e
            self.expect(event.bu <= m + 0.01 or behind, f"BQ-5.1.a: more than {m}")
        if event.how in ("advance", "charge", "back", "evade", "retreat", "pushed", "break-off", "repulse"):
            dx, dy = event.x - start.x, event.y - start.y
            if event.how != "pushed":
                self.expect(abs(dx * start.fy - dy * start.fx) < 0.01, "not straight")
            self.expect(abs(hypot(dx, dy) - event.bu) < 0.01, "a wrong distance")
        if event.how in ("evade", "disengage"):
            whole = event.bu >= m - 0.01 or event.how == "disengage"
            self.expect(whole, f"BQ-5.6.h: less than a whole movement action of {m}")
            self.note(f"BQ-5.6.h: one whole movement action, M {m:g}, to the rear, facing kept")
        if event.how == "evade":
            self.stood[unit.id] = start

    def on_removed(self, event: Any) -> None:
        unit = self.unit(event.unit)
        self.fallen.append((unit.place, unit.side, unit.id))
        if event.status == "left":  # BQ-5.8.a: by an evasion, perhaps
            self.stood[unit.id] = unit.place
            return
        why = {"routed": ("BQ-2.5.2", "BQ-7.5.2.g", "BQ-9.1.h"), "destroyed": ("BQ-7.5.2.f",)}
        why |= {"dispersed": ("BQ-7.7.a", "BQ-7.8"), "withdrawn": ("BQ-2.5.1.1.a",)}
        self.expect(event.rule in why[event.status], f"{event.status} by a rule that knows no such end")
        if event.rule == "BQ-2.5.2":
            self.expect(unit.losses >= unit.profile.vbu, "BQ-2.5.2: VBU is left")
        if event.status == "dispersed":
            self.expect(unit.profile.type in ("S", "ART"), "BQ-7.7.a: no such troops")

    def on_lost_vbu(self, event: Any) -> None:
        """Every loss has its cause: a Cohesion Test, a rout in contact, the death of a Leader."""
        unit = self.unit(event.unit)
        if event.rule in ("BQ-6.2.d", "BQ-6.2.1.b", "BQ-7.5.1"):
            self.expect(self.due.pop(unit.id, 0) == event.losses, "BQ-6.2.d: a loss that no test has brought")
        elif event.rule == "BQ-7.5.2.h":
            near = any(
                side == unit.side
                and geometry.gap(base, unit.place) < 0.02
                and self.unit(name).profile.type not in book.SPARING
                for base, side, name in self.fallen
            )
            self.expect(near and event.losses == 1, "BQ-7.5.2.h: nobody routs into it")
        elif event.rule == "BQ-7.5.6.b":
            self.expect(unit.id in self.wavers and event.losses == 1, "BQ-7.5.6.b: it did not waver")
            self.wavers.discard(unit.id)
        else:
            self.expect(False, "a loss by a rule that brings none")

    def on_unit_activated(self, event: Any) -> None:
        self.fallen = []
        self.stated, self.stood = "", {}
        self.expect(not self.unit(event.unit).activated, "BQ-4.1.1.d: activated twice")
        left = [name for name, waiting in self.hit.items() if waiting and self.unit(name).on_field]
        self.expect(not left, f"BQ-6.2.a: hits without a test for {left}")
        self.hit.clear()

    def on_reacted(self, event: Any) -> None:
        unit = self.unit(event.unit)
        self.expect(unit.side != self.state.active, "BQ-4.1.3.a: the active side reacts")
        self.expect(not unit.reacted, "BQ-4.1.3.i: a second reaction in the turn")
        self.expect(not book.exhausted(unit), "BQ-2.5.1.b: an Exhausted unit reacts")

    # ------------------------------------------------------------------ rolls

    def on_rolled(self, event: Any) -> None:
        roll: Roll = event.roll
        purpose = roll.purpose
        if roll.target is not None and roll.unit and not purpose.startswith(SHOTS):
            if purpose == "Cohesion test":
                self.cohesion(event.rule, roll)
            elif not purpose.startswith("Melee"):
                self.discipline(roll)
        elif purpose.startswith("Initiative"):
            self.initiative(roll)

    def initiative(self, roll: Roll) -> None:
        final = rerolled(roll)
        bonus = sum(modifier.value for modifier in roll.modifiers)
        names = {modifier.why.removesuffix(" leader") for modifier in roll.modifiers}
        self.expect(bonus == sum(book.LEVELS[name] for name in names), "BQ-2.6.1.l: a wrong bonus")
        self.expect(roll.result.endswith(f"= {sum(final) + bonus}"), "BQ-4.1.1.b: a wrong total")
        self.note(f"BQ-4.1.1.b: {final[0]} + {final[1]} + leader {bonus}")

    def in_range(self, unit: Unit) -> bool:
        """BQ-2.6.2.b, BQ-2.6.1.h."""
        leader = self.state.leaders[self.state.commands[unit.command].leader]
        if not leader.alive:
            return False
        reach = book.RANGE[self.state.sides[unit.side].structure]
        if leader.attached:
            host = self.unit(leader.attached)
            return host is unit or geometry.gap(host.place, unit.place) <= reach / 2 + 1e-6
        return geometry.point_gap(leader.x, leader.y, unit.place) <= reach + 1e-6

    def led(self, unit: Unit) -> bool:
        return any(leader.alive and leader.attached == unit.id for leader in self.state.leaders.values())

    def discipline(self, roll: Roll) -> None:
        """BQ-2.4.1 and what each rule adds to it."""
        unit = self.unit(roll.unit)
        terms = [("out of range", -1)] if not self.in_range(unit) else []
        terms += [("leader", 1)] if self.led(unit) else []
        terms += [("agitators", unit.discipline_bonus)] if unit.discipline_bonus else []
        terms += self.of_the_test(roll.purpose, unit)
        needs = book.DISCIPLINE[unit.profile.d] - sum(value for _, value in terms)
        final = rerolled(roll)
        passed = any(die == 6 or (die != 1 and die >= needs) for die in final)
        self.expect(roll.target == needs, f"needs {needs} by {terms}")
        self.expect(("passed" in roll.result) == passed, f"should have {'passed' if passed else 'failed'}")
        again = [die for die in roll.dice if die == 6] if book.has(unit, "Demotivated Troops") else []
        if roll.purpose != "Rally":
            self.expect(len(roll.rerolls) == len(again), "BQ-8.1.7: wrong re-rolls")
        added = "".join(f" {value:+d} {why}" for why, value in terms)
        self.note(
            f"BQ-2.4.1: class {unit.profile.d}{added}: needs {needs}, "
            f"{', '.join(map(str, final))} {'passes' if passed else 'fails'}"
        )
        self.follows_test(roll.purpose, unit, passed)

    def of_the_test(self, purpose: str, unit: Unit) -> list[tuple[str, int]]:
        """What the rule that asks for a Discipline Test adds."""
        if purpose.startswith("March"):  # BQ-5.1.e, BQ-5.1.1
            number = int(purpose.rpartition(" ")[2])
            speed = {"S": [("slow", -1)], "F": [("fast", 1)]}.get(unit.profile.speed, [])
            return speed + ([(f"action {number}", 2 - number)] if number > 2 else [])
        terms = [("disordered", -1)] if unit.disordered and purpose in (*REACTIONS, "Evasion") else []
        if purpose == "Opportunity charge":  # BQ-5.4.2.e
            terms.append(("mounted", -1) if book.mounted(unit) else ("foot", -2))
        elif purpose == "Countercharge":  # BQ-5.4.3.e
            if unit.profile.type in ("GA", "WB"):
                terms.append((unit.profile.type, 2))
            elif book.mounted(unit):
                terms.append(("mounted", 1))
            terms += [("motivated", 1)] if book.has(unit, "Motivated Fighters") else []
        elif purpose == "Opportunity fire":  # BQ-6.5.d
            terms += [("no answer to fire", -1)] if self.stated != "shot" else []
        elif purpose == "Defensive fire":  # BQ-6.6.h
            terms.append(("defensive fire", 2))
        elif purpose == "Evasion":  # BQ-5.6.c
            activation = self.state.activation
            foot = activation is not None and not book.mounted(self.unit(activation.unit))
            terms += {"CL": [("CL", 2)], "DR": [("DR", 1)], "S": [("S", 1)]}.get(unit.profile.type, [])
            terms += [("from foot", 1)] if foot and self.stated == "charge" else []
            terms += [("massed", -1)] if unit.profile.massed else []
            terms += [(f"{unit.evasions} before", -unit.evasions)] if unit.evasions else []
        return terms

    def follows_test(self, purpose: str, unit: Unit, passed: bool) -> None:
        """What comes at once after a Discipline Test."""
        events = self.after()
        following = next(events, None)
        if purpose in (*REACTIONS, "Evasion", "Rally", "Forced rally"):
            self.expect(getattr(following, "success", None) == passed, "is not followed by its outcome")
        elif purpose.startswith("March") and not passed:  # BQ-5.1.d
            if not unit.disordered:
                self.expect(following is not None and following.kind == "disordered", "BQ-5.1.d: no Disorder")
                following = next(events, None)
            over = following is not None and following.kind == "spent" and following.march_over
            self.expect(over, "BQ-5.1.d: moves on after a failed march test")
        elif purpose == "Their leader is dead" and not passed:
            self.wavers |= {unit.id} if unit.disordered else set()
        elif purpose == "Command demoralised" and not passed:  # BQ-9.1.h
            gone = following is not None and following.kind in ("removed", "leader-detached")
            self.expect(gone, "BQ-9.1.h: stays")


def rerolled(roll: Roll) -> list[int]:
    """The dice that stand."""
    final = list(roll.dice)
    for index, die, _ in roll.rerolls:
        final[index] = die
    return final
