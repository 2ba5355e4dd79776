"""The referee's eye on melees: who fights whom, with how many dice, who loses and what becomes of him."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.engine.dice import Roll
from tests.kit.referee import book
from tests.kit.referee.actions import ActionsReferee
from tests.kit.referee.fire import terrain

END_OF_PHASE = frozenset({"unit-done", "unit-activated", "command-done", "turn-ended"})


def _tests_of_melee(events: Sequence[Any]) -> Iterator[Roll]:
    """Cohesion Tests by melee and their re-rolls by the Roll of Destiny, which may be of a test by fire."""
    by_melee = False
    for event in events:
        if event.kind != "rolled" or event.roll.purpose != "Cohesion test":
            continue
        if event.rule != "BQ-8.RD.b":
            by_melee = event.rule == "BQ-7.5.b"
        if by_melee:
            yield event.roll


@dataclass
class Bout:
    """One melee of a phase: the units of each side, Main Unit first, and what the tests cost the Mains."""

    sides: tuple[list[Unit], list[Unit]]
    losses: list[int] = field(default_factory=lambda: [0, 0])
    routed: list[bool] = field(default_factory=lambda: [False, False])
    taken: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0), (0, 0)])  # hits, terrain and flank
    flanked: dict[str, bool] = field(default_factory=dict)
    feared: list[bool] = field(default_factory=lambda: [False, False])

    def loser(self) -> int | None:
        """BQ-7.5.2.a; -1 if both rout."""
        if any(self.routed):
            return -1 if all(self.routed) else self.routed.index(True)
        return None if self.losses[0] == self.losses[1] else self.losses.index(max(self.losses))


class MeleeReferee(ActionsReferee):
    """Checks who fights whom, with what, and who retreats."""

    def __init__(self, state: State, events: Sequence[Any]) -> None:
        super().__init__(state, events)
        self.charging: dict[str, str] = {}  # who has charged, and how: charge, pursuit
        self.meeting: set[str] = set()  # who has come to meet the charger
        self.bouts: list[Bout] = []
        self.until = -1  # the event that ends the phase under way

    # ------------------------------------------------------------------ who charges

    def on_declared(self, event: Any) -> None:
        super().on_declared(event)
        if event.rule in ("BQ-5.4.b", "BQ-5.4.6.a"):
            self.charging, self.meeting = {event.unit: "charge"}, set()
        elif event.rule in ("BQ-5.4.2.a", "BQ-5.4.3.a"):
            self.charging[event.unit] = "charge"
        if event.rule == "BQ-5.4.3.a":
            self.meeting.add(event.unit)

    def on_moved(self, event: Any) -> None:
        super().on_moved(event)
        if event.how == "pursue" and event.bu > 1e-3:
            self.charging[event.unit] = "pursuit"

    def on_contacted(self, event: Any) -> None:
        striker, target = self.unit(event.unit), self.unit(event.target)
        self.expect(striker.side != target.side, "BQ-7.1.a: touches a friend")
        if event.face != "front" and event.rule != "BQ-5.4.3.d":
            if event.unit in self.charging and event.target not in self.meeting:
                self.charging.pop(event.target, None)  # struck from the side on his way
            if event.face in ("flank", "rear") and not target.disordered and not book.no_flanks(target):
                following = next(self.after())
                shaken = following.kind == "disordered" and following.unit == target.id
                self.expect(shaken, "BQ-7.2.3.c: not Disordered at once")
        self.note(f"BQ-7.2: struck on the {event.face}")

    def on_unit_done(self, event: Any) -> None:
        if not event.passive:
            self.charging = {}

    # ------------------------------------------------------------------ the dice of a phase

    def on_rolled(self, event: Any) -> None:
        purpose = event.roll.purpose
        if purpose == "Melee" and self.at > self.until:
            self.phase()
        elif purpose == "Melee":
            pass
        elif purpose == "Charge bonus":
            self.by_table(event.roll, book.ADVANCE, "BQ-5.4.1.b")
        elif purpose == "Pursuit":
            self.by_table(event.roll, book.ADVANCE, "BQ-7.5.4.d")
        elif purpose == "Retreat":
            self.by_table(event.roll, book.RETREAT, "BQ-7.5.2.i")
            self.goes_back(event.roll)
        super().on_rolled(event)

    def by_table(self, roll: Roll, table: dict[str, tuple[int, ...]], rule: str) -> None:
        unit = self.unit(roll.unit)
        bu = table[book.column(unit)][roll.dice[0] - 1]
        self.expect(f"{roll.dice[0]}: {bu} BU" in roll.result, f"{rule}: {bu} BU")
        self.note(f"{rule}: column {book.column(unit)}, {roll.dice[0]}: {bu} BU")

    def goes_back(self, roll: Roll) -> None:
        """BQ-7.5.2.d-f: back by the die; less if something stops it, more to come behind friends."""
        unit = self.unit(roll.unit)
        bu = book.RETREAT[book.column(unit)][roll.dice[0] - 1]
        for event in self.after():
            if getattr(event, "unit", "") != unit.id:
                continue
            if event.kind == "moved":
                self.expect(event.how == "retreat", "BQ-7.5.2.d: no retreat")
                self.expect(event.bu <= bu + 0.01 or event.through, f"BQ-7.5.2.d: farther than {bu} BU")
                return
            if event.kind == "removed":
                self.expect(event.status in ("left", "destroyed"), "BQ-7.5.2.f: removed otherwise")
                return
            if event.kind in ("rolled", "contacted"):
                break
        self.expect(False, "BQ-7.5.2.d: does not go back")

    def phase(self) -> None:
        """All rolls of the phase, which stand together in the log, and what comes of them."""
        rolls: list[Roll] = []
        number = self.at
        while self.events[number].kind == "rolled" and self.events[number].roll.purpose.startswith("Melee"):
            rolls.append(self.events[number].roll)
            number += 1
        last = number - 1
        parties: list[list[Roll]] = []
        for roll in rolls:
            if roll.purpose == "Melee":
                parties.append([roll])
            else:
                parties[-1].append(roll)
        self.expect(len(parties) % 2 == 0, "BQ-7.6.a: not one Main Unit a side")
        self.bouts = [self.bout(one, two) for one, two in zip(parties[::2], parties[1::2], strict=True)]
        self.roles()
        started, self.until = self.at, last
        while number < len(self.events):
            event = self.events[number]
            if event.kind in END_OF_PHASE or (event.kind == "rolled" and event.roll.purpose == "Melee"):
                break
            number += 1
        self.aftermath(started, last + 1, number)
        for bout in self.bouts:
            for unit in (*bout.sides[0], *bout.sides[1]):
                self.charging.pop(unit.id, None)

    def bout(self, one: list[Roll], two: list[Roll]) -> Bout:
        first, second = (one, two) if self.unit(one[0].unit).side == 0 else (two, one)
        made = Bout(([self.unit(r.unit) for r in first], [self.unit(r.unit) for r in second]))
        started = self.at
        pools: list[list[int]] = []
        for side, party in enumerate((first, second)):
            pool: list[int] = []
            for roll in party:
                while self.events[self.at].kind != "rolled" or self.events[self.at].roll is not roll:
                    self.at += 1 if self.at < len(self.events) - 1 else -self.at
                pool += self.fights(roll, made, side)
            pools.append(pool)
        self.at = started
        for side in (0, 1):
            main = made.sides[side][0]
            scored = book.hits(pools[1 - side])
            extra = 1 if made.flanked[main.id] and not book.no_flanks(main) else 0
            made.taken[side] = (scored, extra)
        return made

    def fights(self, roll: Roll, bout: Bout, side: int) -> list[int]:
        """BQ-7.3, BQ-7.4, BQ-7.5.a, BQ-7.6.b: the dice of one unit; returns those that stand."""
        unit, enemies = self.unit(roll.unit), bout.sides[1 - side]
        main = unit is bout.sides[side][0]
        against = enemies[0]
        terms = [("VBU", unit.profile.vbu - unit.losses)]
        if unit.id in self.charging and unit.profile.i:
            terms.append(("impetus", self.impetus(unit, against, enemies, roll)))
        if unit.profile.mm and not book.exhausted(unit):
            terms.append(("MM", unit.profile.mm))
        terms += [("disordered", -1)] if unit.disordered else []
        flanked = any(
            target == unit.id and face in ("flank", "rear")
            for (_, target), face in self.state.contacts.items()
        )
        bout.flanked[unit.id] = flanked
        terms += [("flank or rear", -1)] if flanked and not book.no_flanks(unit) else []
        terms += [("leader", 1)] if self.led(unit) else []
        fought = enemies if main else enemies[:1]
        feared = any(book.has(enemy, "Feared Unit") for enemy in fought)
        if main:
            bout.feared[side] = feared
        terms += [("feared enemy", -1)] if feared else []
        terms += [(m.why, m.value) for m in roll.modifiers if m.value and terrain(m.why)]
        full = max(1, sum(value for _, value in terms))
        dice = full if main else (full + 1) // 2
        self.expect(len(roll.dice) == dice, f"BQ-7.5.a: {dice} dice by {terms}")
        lance = self.charging.get(unit.id) == "charge" and book.has(unit, "Lance")
        passes = [(book.missed, "BQ-8.2.2")] if lance and self.lances(unit) else []
        passes += [(book.low, "BQ-8.1.4")] if book.has(unit, "Motivated Fighters") else []
        final = self.passes(roll, passes)
        added = " ".join(f"{value:+d} {why}" for why, value in terms)
        role = "" if main else ", half in support"
        self.note(f"BQ-7.5.a: {added}{role}: {dice} dice; {', '.join(map(str, final))}")
        return final

    def lances(self, unit: Unit) -> bool:
        """BQ-8.2.2: whether this is the first charge: the log says so just before the dice."""
        number = self.at - 1
        while number >= 0 and self.events[number].kind in ("rolled", "lances-used"):
            if self.events[number].kind == "lances-used" and self.events[number].unit == unit.id:
                return True
            number -= 1
        return False

    def impetus(self, unit: Unit, against: Unit, enemies: list[Unit], roll: Roll) -> int:
        """BQ-7.3: the bonus, or none."""
        horse = book.mounted(unit)
        denied = (
            book.exhausted(unit)
            or (horse and any(book.pikes(enemy) for enemy in enemies))
            or (not horse and book.mounted(against))
            or (against.profile.type == BAGGAGE and self.state.sides[against.side].fortified_baggage)
            or any(not m.value and "no impetus" in m.why and terrain(m.why) for m in roll.modifiers)
        )
        return 0 if denied else unit.profile.i

    # ------------------------------------------------------------------ Main and Support Units

    def roles(self) -> None:
        """BQ-7.6.c-h: the pairs of Main Units by their fronts; everybody in contact takes part."""
        mains = {unit.id for bout in self.bouts for unit in (bout.sides[0][0], bout.sides[1][0])}
        taking = {unit.id for bout in self.bouts for side in bout.sides for unit in side}
        linked = self.linked(self.bouts[0].sides[0][0].id)
        self.expect(taking == linked, f"BQ-7.6.a: {sorted(taking ^ linked)} are in contact or not")
        rank = {frozenset(pair): self.covered(*pair) for pair in self.pairs(linked)}
        for bout in self.bouts:
            pair = frozenset({bout.sides[0][0].id, bout.sides[1][0].id})
            self.expect(pair in rank, "BQ-7.6.a: the Main Units are not in contact")
            free = [
                other for other in rank if other & pair and not (other - pair) & (mains - pair)
            ]  # rivals whose other unit is not a Main Unit elsewhere
            best = max((rank[other] for other in free), default=(False, False, 0.0))
            self.expect(rank.get(pair, best) >= best, f"BQ-7.6.c: {sorted(pair)} although {best}")
            for side in (0, 1):
                foe = bout.sides[1 - side][0].id
                for support in bout.sides[side][1:]:
                    self.expect(support.id not in mains, f"BQ-7.6.g: {support.id} in two roles")
                    self.expect(frozenset({support.id, foe}) in rank, f"BQ-7.6.h: {support.id} fights nobody")
        if len(taking) > 2:
            roles = "; ".join(
                f"{bout.sides[0][0].id} against {bout.sides[1][0].id}, in support "
                f"{[u.id for side in bout.sides for u in side[1:]]}"
                for bout in self.bouts
            )
            self.checked["BQ-7.6.a"] += 1
            self.notes[self.at - 1] = f"BQ-7.6.c: Main Units {roles}"

    def linked(self, first: str) -> set[str]:
        found, left = {first}, [first]
        while left:
            here = left.pop()
            for pair in self.state.contacts:
                if here in pair:
                    other = pair[0] if pair[1] == here else pair[1]
                    if other not in found:
                        found.add(other)
                        left.append(other)
        return found

    def pairs(self, linked: set[str]) -> set[tuple[str, str]]:
        return {(a, b) if self.unit(a).side == 0 else (b, a) for a, b in self.state.contacts if a in linked}

    def covered(self, one: str, two: str) -> tuple[bool, bool, float]:
        """BQ-7.6.c-d, f: Baggage first, then fronts, then how much of the non-active front is covered."""
        baggage = BAGGAGE in (self.unit(one).profile.type, self.unit(two).profile.type)
        contacts = self.state.contacts
        front = "front" in (contacts.get((one, two)), contacts.get((two, one))) and not baggage
        if not front:
            return baggage, False, 0.0
        acting, other = (one, two) if self.unit(one).side == self.state.active else (two, one)
        mine, theirs = self.unit(acting).place, self.unit(other).place
        ends = []
        for half in (-mine.width / 2, mine.width / 2):
            x, y = mine.x + mine.fy * half, mine.y - mine.fx * half
            ends.append((x - theirs.x) * theirs.fy - (y - theirs.y) * theirs.fx)
        low, high = max(min(ends), -theirs.width / 2), min(max(ends), theirs.width / 2)
        return False, True, round(max(0.0, high - low), 2)

    # ------------------------------------------------------------------ the tests and what follows

    def critical_number(self, rule: str, roll: Roll, unit: Unit) -> tuple[int, bool]:
        if rule != "BQ-7.5.b":
            return super().critical_number(rule, roll, unit)
        for bout in self.bouts:
            for side in (0, 1):
                if bout.sides[side][0] is unit:
                    hits, worse = bout.taken[side]
                    self.expect(hits > 0, "BQ-7.5.b: a test without a hit")
                    number = unit.profile.vbu - unit.losses - hits + self.led(unit) - unit.disordered
                    number += unit.cohesion_bonus - worse
                    number += sum(modifier.value for modifier in roll.modifiers if terrain(modifier.why))
                    return max(1, number), bout.feared[side]
        self.expect(False, "BQ-7.6.j: a Support Unit is tested")
        return roll.target or 1, False

    def aftermath(self, started: int, begin: int, end: int) -> None:
        """BQ-7.5.2, BQ-7.6.j: who must have gone back, routed or stayed by the end of the phase."""
        events = self.events[begin:end]
        tests = list(_tests_of_melee(events))
        back = [e.roll.unit for e in events if e.kind == "rolled" and e.roll.purpose == "Retreat"]
        self.expect(len(back) == len(set(back)), "BQ-7.6.j: retreats twice in a phase")
        owed: set[str] = set()
        for bout in self.bouts:
            for side in (0, 1):
                main = bout.sides[side][0]
                mine = [roll for roll in tests if roll.unit == main.id]
                self.expect(bool(mine) == (bout.taken[side][0] > 0), f"BQ-6.2.a: tests of {main.id}")
                if mine:
                    self.judge(bout, side, mine[-1])
            owed |= self.owed(bout, events)
        wanted = {name for name in owed if self.stands(name, events)}
        self.expect(wanted <= set(back), f"BQ-7.5.2.d: {sorted(wanted - set(back))} should retreat")
        self.expect(set(back) <= owed, f"BQ-7.5.2.d: {sorted(set(back) - owed)} should not retreat")

    def judge(self, bout: Bout, side: int, roll: Roll) -> None:
        """What the last test of a Main Unit cost it."""
        main = bout.sides[side][0]
        die = roll.dice[0] if not roll.rerolls else roll.rerolls[-1][1]
        number = roll.target or 1
        passed = die != 6 and (die == 1 or die <= number)
        bout.losses[side] = 0 if passed else max(1, die - number)
        lost = bout.losses[side] or int(main.disordered)
        bout.routed[side] = lost >= main.profile.vbu - main.losses

    def owed(self, bout: Bout, events: Sequence[Any]) -> set[str]:
        """Who has to retreat."""
        loser = bout.loser()
        if loser is None:
            return set()
        if loser < 0:
            return {unit.id for side in bout.sides for unit in side[1:]}
        beaten, winner = bout.sides[loser][0], bout.sides[1 - loser][0]
        face = self.state.contacts.get((winner.id, beaten.id))
        fast = beaten.profile.type == BAGGAGE or (
            beaten.profile.type == "ETE" and face not in (None, "front")
        )
        if fast and not bout.routed[loser]:
            return set()
        found = {unit.id for unit in bout.sides[loser][1:]}
        if not bout.routed[loser]:
            if bout.flanked[beaten.id] and not book.no_flanks(beaten):
                gone = any(
                    e.kind == "removed" and e.unit == beaten.id and e.rule == "BQ-7.5.2.g" for e in events
                )
                self.expect(gone, f"BQ-7.5.2.g: {beaten.id} is not routed")
            else:
                found.add(beaten.id)
        self.pursues(winner, beaten, bout, loser, events)
        return found

    def pursues(self, winner: Unit, beaten: Unit, bout: Bout, loser: int, events: Sequence[Any]) -> None:
        """BQ-7.5.4.a-b: Gallopers and Irregular Foot that have to, and those who may not."""
        forced = [
            e for e in events if e.kind == "declared" and e.rule == "BQ-7.5.4.a" and e.unit == winner.id
        ]
        gone = bout.routed[loser] or bout.flanked[beaten.id]
        after_horse = not book.mounted(winner) and book.mounted(beaten) and not gone
        left = 0 if bout.routed[1 - loser] else winner.profile.vbu - winner.losses
        left -= bout.losses[1 - loser] or int(bool(bout.taken[1 - loser][0]) and winner.disordered)
        tired = 2 * left < winner.profile.vbu
        if winner.profile.type not in ("GA", "WB"):
            self.expect(not forced, f"BQ-7.5.4.a: {winner.id} is compelled")
        elif not bout.taken[1 - loser][0]:
            must = not tired and winner.profile.i > 0 and not after_horse
            self.expect(bool(forced) == must, f"BQ-7.5.4.a: {winner.id} has to pursue: {must}")
        if winner.profile.i < 1 or after_horse:
            rolled = [e for e in events if e.kind == "rolled" and e.roll.purpose == "Pursuit"]
            self.expect(all(e.roll.unit != winner.id for e in rolled), f"BQ-7.5.4: {winner.id} pursues")

    def stands(self, name: str, events: Sequence[Any]) -> bool:
        """Whether a unit that has to retreat was there to do so, not removed before."""
        for event in events:
            if event.kind == "rolled" and event.roll.purpose == "Retreat" and event.roll.unit == name:
                return True
            if event.kind == "removed" and event.unit == name:
                return False
        return True
