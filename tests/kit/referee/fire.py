"""The referee's eye on fire, Cohesion Tests and losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesets.baroque.state import Unit
from rulesets.engine import geometry
from rulesets.engine.dice import Roll
from rulesets.engine.geometry import Base
from tests.kit.referee import book, sight
from tests.kit.referee.log import TERRAIN, Referee


class FireReferee(Referee):
    """Checks shots and the tests of those who are hit."""

    def on_fired(self, event: Any) -> None:
        """BQ-6.1.1.a, BQ-6.7: the dice of a shot and their hits."""
        if self.events[self.at - 1].kind != "rolled":
            self.expect(False, "BQ-6.1.1.a: fire without dice")
            return
        roll: Roll = self.events[self.at - 1].roll
        firer, target = self.unit(event.unit), self.unit(event.target)
        if event.fire == "pistols":
            terms = [("pistols", 3)] + ([("disordered", -1)] if firer.disordered else [])
            terms += [("cuirass", -1)] if book.has(target, "Cuirass") else []
            dice, seen, volley = max(1, sum(value for _, value in terms)), 0, False
            self.expect(not firer.pistols_fired, "BQ-6.7.b: a second time")
        else:
            terms, dice, seen, volley = self.shot(event, roll, firer, target)
        self.expect(event.dice == dice == len(roll.dice), f"{dice} dice by {terms}")
        self.expect(event.volley == volley, "BQ-6.1.5.a: first volley")
        passes = [(book.missed, "BQ-6.1.5.a")] if volley else []
        trained = book.has(firer, "Well Trained Shooters") or (
            book.has(firer, "Master Gunner") and firer.profile.type == "ART"
        )
        passes += [(book.low, "BQ-8.1")] if trained else []
        final = self.passes(roll, passes)
        self.expect(book.hits(final) == event.hits, f"BQ-6.1.4: {book.hits(final)} hits")
        if event.fire in ("active", "caracole"):
            self.stated = ""
        if event.hits:
            self.hit[target.id].append((event.hits, seen))
        added = " ".join(f"{value:+d} {why}" for why, value in terms)
        self.note(f"BQ-6.1.1.a: {added}: {dice} dice; {', '.join(map(str, final))}: {event.hits} hits")

    def shot(
        self, event: Any, roll: Roll, firer: Unit, target: Unit
    ) -> tuple[list[tuple[str, int]], int, int, bool]:
        """The terms, the dice, the distance band and whether it is a first volley."""
        evading = event.fire in ("active", "caracole") and target.id in self.stood
        place = self.stood[target.id] if evading else target.place
        distances = [geometry.point_gap(*middle, place) for middle in firing_middles(firer)]
        told = float(roll.result.split(" BU")[0].rpartition(" ")[2])
        nearest = min(distances, key=lambda each: abs(each - told))
        distance = 0.0 if event.fire == "defensive" else nearest
        self.expect(abs(told - distance) < 0.006, f"BQ-6.3.2: distances {distances}")
        seen = book.band(round(distance, 4))
        best = book.weapon(firer, seen) if seen < 4 else None
        if best is None:
            self.expect(False, "BQ-6.1.1.b: out of range")
            return [], event.dice, seen, event.volley
        arm, table = best
        terms = [("VBU", firer.profile.vbu - firer.losses), (arm, table)]
        terms += [("SM", firer.profile.sm)] if firer.profile.sm else []
        moves = firer.moves + max(0, event.reserved)
        terms += [("moves", -moves)] if moves and firer.profile.type not in book.MOVING_FIRE else []
        terms += [("disordered", -1)] if firer.disordered else []
        terms += [("regimental", 1)] if book.has(firer, "Regimental Artillery") else []
        terms += [("at " + target.profile.type, -1)] if target.profile.type in book.LIGHT_TARGETS else []
        terms += [("evading", -1)] if evading else []
        terms += [("massed", 1)] if target.profile.massed and arm in book.CANNON else []
        if book.has(target, "Cuirass") and arm not in book.GUNS:
            terms.append(("cuirass", -2 if arm in book.BOWS else -1))
        terms += [(m.why, m.value) for m in roll.modifiers if m.why == "indirect fire" or terrain(m.why)]
        dice = sum(value for _, value in terms)
        if event.fire != "defensive":
            self.sees(event, roll, firer, target, place, distance)
        for modifier in roll.modifiers:
            if "half" in modifier.why:
                dice = (max(dice, 0) + 1) // 2
                terms.append((modifier.why, modifier.value))
        volley = arm in book.VOLLEYS and not firer.volley_fired
        return terms, max(1, dice), seen, volley

    def sees(self, event: Any, roll: Roll, firer: Unit, target: Unit, place: Base, distance: float) -> None:
        """BQ-6.3.1, BQ-6.3.3, BQ-6.3.5, BQ-6.9 on open ground, not indirect: arc, lines, priority."""
        if (
            self.state.terrain
            or distance < sight.GRAZE
            or any(modifier.why == "indirect fire" for modifier in roll.modifiers)
        ):
            return
        told = sum("half" in modifier.why for modifier in roll.modifiers)
        edges = [
            (edge, out)
            for edge, out in sight.firing_edges(firer)
            if abs(sight.nearest(sight.middle(edge), place) - distance) < 1e-3
        ]
        self.expect(any(sight.in_arc(edge, out, place, 0.06) for edge, out in edges), "BQ-6.3.1.a: no arc")
        seen = {
            sight.halvings(self.state, firer, edge, target, place, slack)
            for edge, _ in edges
            for slack in (0.0, sight.GRAZE, -sight.GRAZE)
        }
        howitzer = firer.profile.type == "ART" and not (book.CANNON & set(firer.profile.weapons))
        self.expect(told in seen or howitzer, f"BQ-6.3.3: halved {told} times, {seen}")
        if event.fire in ("active", "caracole") and target.id not in self.stood and len(edges) == 1:
            near = list(sight.must_be_fired_at(self.state, firer, *edges[0]))
            first, full = near[0] if near else (target, False)
            self.expect(first is target or not full or howitzer, f"BQ-6.3.5.a: {first.id} is before it")
        self.checked["BQ-6.3.3"] += 1

    def passes(self, roll: Roll, passes: Sequence[tuple[Any, str]]) -> list[int]:
        """The final dice; the re-rolls must be those that each pass calls for, once each."""
        final, left = list(roll.dice), list(roll.rerolls)
        for wanted, rule in passes:
            mine = [each for each in left if each[2].startswith(rule)]
            left = [each for each in left if not each[2].startswith(rule)]
            self.expect(sorted(final[i] for i, _, _ in mine) == sorted(wanted(final)), f"{rule}: re-rolls")
            for index, die, _ in mine:
                final[index] = die
        self.expect(not left, f"re-rolls that nothing calls for: {left}")
        return final

    # ------------------------------------------------------------------ Cohesion Tests

    def cohesion(self, rule: str, roll: Roll) -> None:
        """BQ-6.2, BQ-7.5.b: the Critical Number, the outcome, and what it does."""
        unit = self.unit(roll.unit)
        if rule != "BQ-8.RD.b":
            self.critical = (unit.id, *self.critical_number(rule, roll, unit))
        name, number, feared = self.critical
        self.expect(name == unit.id and roll.target == number, f"BQ-6.2.b: Critical Number {number}")
        ones = book.has(unit, "Recruits") or book.has(unit, "Demotivated Troops") or feared
        passes = [(lambda dice: [die for die in dice if die == 1], "BQ-8.1")] if ones else []
        final = list(roll.dice)
        for index, die, _ in roll.rerolls[:1]:  # BQ-8.0
            again = (final[index] == 1 and bool(passes)) or (
                final[index] == 6 and book.has(unit, "Hardened Unit")
            )
            self.expect(again, "re-rolls a die that nothing calls for")
            final[index] = die
        due = (roll.dice[0] == 1 and ones) or (roll.dice[0] == 6 and book.has(unit, "Hardened Unit"))
        self.expect(len(roll.rerolls) == bool(due), "one re-roll is due, or none")
        die = final[0]
        passed = die != 6 and (die == 1 or die <= number)
        losses = 0 if passed else max(1, die - number)
        more = int(passed and unit.disordered)
        outcome = "passes" if passed else f"fails, {losses} lost"
        outcome += ", 1 lost for Disorder again" if more else ""
        self.note(f"BQ-6.2.b: Critical Number {number}, {die} {outcome}")
        following = next(self.after(), None)
        if following is None or following.kind != "destiny-spent":
            self.due[unit.id] = losses + more
            self.suffers(unit, losses + more)
        self.tested(unit, losses, losses + more >= unit.vbu)

    def critical_number(self, rule: str, roll: Roll, unit: Unit) -> tuple[int, bool]:
        """BQ-6.2.c; whether a Feared Unit calls for re-rolls of 1s."""
        waiting = self.hit[unit.id]
        self.expect(bool(waiting), "BQ-6.2.a: a test without a hit")
        hits, seen = waiting.pop(0) if waiting else (1, 0)
        number = unit.profile.vbu - unit.losses - hits + self.led(unit) - unit.disordered
        number += unit.cohesion_bonus + (0, 1, 2, 2)[seen]
        number += sum(modifier.value for modifier in roll.modifiers if terrain(modifier.why))
        return max(1, number), False

    def suffers(self, unit: Unit, losses: int) -> None:
        """BQ-6.2.a, BQ-6.2.e, BQ-2.5.1.a: losses, rout or exhaustion, Disorder, in the events that follow."""
        kinds: list[tuple[str, int]] = []
        for event in self.after():
            if event.kind == "rolled" and event.roll.purpose == "Fate of the leader":
                self.expect(self.led(unit), "BQ-2.6.1.j: the fate of a Leader who is not there")
                continue
            if event.kind in ("leader-lost", "leader-detached"):
                continue
            if event.kind not in ("lost-vbu", "removed", "exhausted", "disordered") or event.unit != unit.id:
                break
            kinds.append((event.kind, getattr(event, "losses", 0)))
        left = unit.profile.vbu - unit.losses - losses
        wanted = [("lost-vbu", losses)] if losses else []
        if left <= 0:
            wanted.append(("removed", 0))
        else:
            tired = 2 * left < unit.profile.vbu and not book.exhausted(unit)
            wanted += [("exhausted", 0)] if tired else []
            wanted += [("disordered", 0)] if not unit.disordered else []
        self.expect(kinds[: len(wanted)] == wanted, f"BQ-6.2: {wanted} should follow, not {kinds}")

    def tested(self, unit: Unit, losses: int, routed: bool) -> None:
        """For the melee: see RefereeOfMelees."""


def terrain(why: str) -> bool:
    """Whether a modifier comes from the ground, which the referee takes from the log."""
    return any(word in why for word in TERRAIN)


def firing_middles(unit: Unit) -> list[tuple[float, float]]:
    """BQ-6.3.1.b-c: the middles of the edges that a unit may fire from."""
    base, type_ = unit.place, unit.profile.type
    front = (base.x, base.y)
    rear = (base.x - base.fx * base.depth, base.y - base.fy * base.depth)
    sides = [
        (base.cx + base.fy * half, base.cy - base.fx * half) for half in (-base.width / 2, base.width / 2)
    ]
    if type_ == "ETE":
        return [front, *sides, rear]
    wide = type_ == "LTE" or (type_ == "CL" and unit.profile.massed)
    return [front, *sides] if wide else [front]
