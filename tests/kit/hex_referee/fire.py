"""Fire and Morale Tests as the referee sees them: dice, who may fire at whom, losses, disorder."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tests.kit.hex_referee import book
from tests.kit.hex_referee.field import Body
from tests.kit.hex_referee.log import Json
from tests.kit.hex_referee.moves import MoveReferee


class FireReferee(MoveReferee):
    """Counts the dice of each volley, works out each Morale Test and what it costs."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.volleys: set[tuple[str, int]] = set()  # ranks that have fired by choice in this activation
        self.bound = False
        self.waiting: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)  # hits, cap: tests due
        self.due: dict[str, int] = {}  # SP that must be lost next
        self.shaken: dict[str, bool] = {}  # was it disordered before its test
        self.unlanced: set[str] = set()  # Lancers who have lost their Charge Bonus to the fire of Pistols
        self.shot_by: dict[str, tuple[str, str]] = {}  # kind of fire and code of who was tested for last

    def on_unit_activated(self, event: Json) -> None:
        super().on_unit_activated(event)
        self.volleys, self.bound = (set() if not event.get("moves") else self.volleys), False
        self.unlanced.clear()
        self.nothing_due()

    def nothing_due(self) -> None:
        left = {name: hits for name, hits in self.waiting.items() if hits and self.body(name).at is not None}
        self.expect("SN-8.0.a", left, {}, "hits without a Morale Test")
        self.expect("SN-8.1.a", self.due, {}, "SP not lost")
        self.waiting.clear()
        self.due.clear()

    # -- fire ---------------------------------------------------------------------------------

    def on_fired(self, event: Json) -> None:
        firer, target, kind = self.body(event["unit"]), self.body(event["target"]), event["fire"]
        roll = self.events[self.at - 1]["roll"]
        dice = self.volley(firer, target, event)
        self.expect("SN-7.0.c", len(roll["dice"]), dice, f"dice of {kind} fire by {firer.id} {firer.code}")
        self.expect("SN-7.0.d", event["hits"], book.hits(roll["dice"]), "hits")
        self.may_fire(firer, target, event)
        cap = 2 if firer.code == "Art" and kind == "defensive" else 1  # SN-8.1.c
        if event["hits"]:
            self.waiting[target.id].append((event["hits"], cap))
        self.shot_by[target.id] = (kind, firer.code)
        if target.code == "Ln" and firer.code == "Pi" and kind == "defensive" and event["hits"]:
            self.unlanced.add(target.id)  # SN-7.4.1.a
        firer.ready = False
        if kind == "voluntary":
            self.volleys.add((firer.id, event["rank"]))
            self.bound = event["keeps"]
            self.fresh = False

    def volley(self, firer: Body, target: Body, event: Json) -> int:
        """SN-7.0.c and everything that changes it."""
        kind, reach = event["fire"], book.far(firer.place, target.place)
        if kind == "contact":
            return int(firer.row["contact_fire_dice"])
        if kind == "support" and firer.code == "Hs":
            return 1
        if event["rank"] >= len(firer.ranks):
            return 0
        dice: int = firer.ranks[event["rank"]] - event["rank"]
        table = book.WEAPONS[firer.row["weapon"]]
        if reach > len(table):
            return 0
        dice += table[reach - 1] + int(firer.row["mix_dice"])
        if kind == "voluntary":
            dice -= self.moved(firer)
            if event["keeps"] and firer.code in ("Sh", "PS", "Pi"):
                dice -= 1
        dice += self.factors(firer, target, reach, kind)
        if kind == "support" and firer.code not in ("Sk", "Art"):
            return book.half(max(dice, 0))
        return dice

    def moved(self, firer: Body) -> int:
        """SN-7.2, SN-C-fire-factors: dice lost for having moved."""
        hexes = self.walked
        match firer.code:
            case "Sk":
                return max(self.moves - 1, 0)
            case "LC":
                return max(hexes - 2, 0)
            case "Dr":
                return 99 if hexes >= 3 else min(hexes, 1)
            case "Art":
                return 99 if self.moves else 0
        return self.moves

    def factors(self, firer: Body, target: Body, reach: int, kind: str) -> int:
        """SN-C-fire-factors."""
        dice = -1 if firer.disordered else 0
        if firer.code == "Art" and len(target.ranks) >= 2:
            dice += 1
        if self.field.ground(firer.place) == "fort" and kind != "defensive":
            dice -= 1
        cover = self.cover(firer, target, kind)
        if cover == 0 and target.code in book.SEEN_THROUGH and reach >= 2:
            dice -= 1
        return dice + cover

    def cover(self, firer: Body, target: Body, kind: str) -> int:
        """The better cover of the target's ground and of the side that the line enters by; the shooter's
        better hand. Who charges has none from what he crosses.
        """
        ground = book.COVER.get(self.field.ground(target.place), 0)
        if kind in ("defensive", "support"):
            return ground
        found = []
        for way in self.field.clear(firer, target.place):
            last = way[-1] if way else firer.place
            if book.far(last, target.place) == 1:
                found.append(min(ground, book.COVER.get(self.field.side(target.place, last), 0)))
        return max(found, default=ground)

    def may_fire(self, firer: Body, target: Body, event: Json) -> None:
        """Arc, sight, melee, and what each kind of fire asks."""
        kind = event["fire"]
        garrison = self.field.ground(firer.place) == "fort"
        if kind in ("voluntary", "opportunity", "defensive"):
            arc = garrison or book.in_arc(firer.place, firer.facing, target.place, firer.code == "Art")
            self.expect("SN-7.0.a", arc, True, "out of the arc")
            self.expect("SN-7.1.b", bool(self.field.clear(firer, target.place)), True, "out of sight")
        if kind in ("voluntary", "opportunity"):
            self.expect("SN-7.0.e", self.field.fights(firer.id), False, "fires out of melee")
            self.expect("SN-7.0.e", self.field.fights(target.id), False, "fires into melee")
        if kind == "voluntary":
            self.expect("SN-4.0.h", firer.id in self.acting, True, "not its turn")
            self.expect("SN-4.0.h", (firer.id, event["rank"]) in self.volleys, False, "fires twice")
            self.expect("SN-7.3.a", event["rank"] > 0 and firer.code != "Pi", False, "a second rank")
            if self.moves > 1 and firer.id in self.ways:
                self.expect("SN-4.4.a", self.trial, ("extra move", True), "the test before")
        elif kind == "opportunity":
            self.expect("SN-6.0.c", firer.side != self.active, True, "of the active side")
            ready = firer.ready or (event["rank"] > 0 and firer.code == "Pi")
            self.expect("SN-6.4.a", ready, True, "not on opportunity")
        elif kind == "defensive":
            front = garrison or target.place in firer.front
            self.expect("SN-7.4.a", front, True, "not from the front")
            self.expect("SN-7.4.c", self.eligible(firer, target), True, "no defensive fire")
            self.expect("SN-7.4.b", self.field.fights(firer.id), False, "in melee already")
            self.uncaught(firer, target)
        elif kind == "support":
            self.expect("SN-7.5.a", target.place in firer.front, True, "supports without facing him")
            self.expect("SN-7.5.a", self.supports(firer, target), True, "no supporting fire")
            if firer.code != "Hs":
                self.expect("SN-7.4.b", self.field.fights(firer.id), False, "in melee already")
                self.uncaught(firer, target)
        else:
            self.expect("SN-7.6.a", target.place in firer.front, True, "not through its front")

    def uncaught(self, firer: Body, target: Body) -> None:
        """SN-7.4.b, SN-6.3.a: not against an opportunity charge, not while pursued."""
        way = self.ways.get(target.id)
        how = way.how if way is not None else ""
        self.expect("SN-6.3.a", how in ("opportunity", "counter"), False, f"against a charge: {how}")

    def eligible(self, firer: Body, target: Body) -> bool:
        """SN-7.4.c-i."""
        code = firer.code
        if code in ("LC", "Pi", "Art", "PS", "Sk", "Hs"):
            return True
        if code in ("Sh", "Dr"):
            if target.code not in book.HEAVY:
                return True
            friends = any(
                other.code in book.COMBAT and book.far(other.place, firer.place) == 1
                for other in self.field.on(firer.side)
            )
            return friends or self.sheltered(firer, target)
        return False

    def sheltered(self, body: Body, foe: Body) -> bool:
        """SN-7.4.f, .h: in ground, or behind a side, that is defensive or costs the charger his bonus."""
        kinds = {self.field.ground(body.place)}
        if book.far(body.place, foe.place) == 1:
            kinds.add(self.field.side(body.place, foe.place))
        return bool(kinds & (book.DEFENSIVE | book.REMOVES))

    def supports(self, firer: Body, target: Body) -> bool:
        """SN-7.5: Shot beside a Combat Stand always, the others as for their own defensive fire."""
        if firer.code in ("Sh", "Sk", "Art", "PS", "Hs"):
            return True
        return self.eligible(firer, target)

    # -- Morale Tests -------------------------------------------------------------------------

    def on_rolled(self, event: Json) -> None:
        super().on_rolled(event)
        roll = event["roll"]
        if roll["purpose"] == "Morale test" and event["rule"] != "SN-11.0.a":
            body = self.body(roll["unit"])
            self.expect("SN-8.0.a", bool(self.waiting[body.id]), True, "a test without hits")
            hits, cap = self.waiting[body.id].pop(0) if self.waiting[body.id] else (0, 1)
            lost = self.morale(roll, body, hits)
            self.suffers(body, lost, cap)

    def morale(self, roll: Json, body: Body, hits: int) -> int:
        """SN-8.0.b-d, SN-8.4.c: the morale loss."""
        initial = int(body.row["sp"])
        losses = initial - body.ranks[0]
        adjusted = initial - hits - losses - body.disordered + self.field.led(body)
        adjusted = max(adjusted, 1)
        self.expect("SN-8.0.b", roll["target"], adjusted, f"adjusted morale of {body.id}")
        lost = book.loss(roll["dice"][0], adjusted)
        said = "passed" if not lost else f"morale loss {lost}"
        self.expect("SN-8.0.c", said in roll["result"], True, f"not {said}")
        self.shaken[body.id] = body.disordered
        return lost

    def suffers(self, body: Body, lost: int, cap: int) -> None:
        """SN-8.1, SN-8.3: SP that go now, disorder."""
        sp = max(min(lost, cap), 1 if self.shaken.get(body.id) else 0)
        sp = min(sp, sum(body.ranks))
        if sp:
            self.due[body.id] = sp
        following = [self.next(1 + number) for number in range(8)]
        ends = any(
            each.get("unit") == body.id and each.get("kind") in ("disordered", "removed")
            for each in following
        )
        self.expect("SN-8.3.a", ends or body.disordered, True, f"{body.id} in order after its test")

    def on_lost_sp(self, event: Json) -> None:
        body = self.body(event["unit"])
        if event["rule"] in ("SN-8.1.a", "SN-8.3.b"):
            self.expect("SN-8.1.a", event["sp"], self.due.pop(body.id, 0), f"SP lost by {body.id}")
            kind, code = self.shot_by.get(body.id, ("", ""))
            if (
                "fire" in event["why"]
                and (body.code, code) == ("Ln", "Pi")
                and kind in ("support", "opportunity")
            ):
                self.unlanced.add(body.id)  # SN-7.4.1.1.b, SN-7.5.e

    def then_lost_sp(self, event: Json) -> None:
        body = self.body(event["unit"])
        gone = self.field.lose(body, event["sp"])
        points = gone * int(body.row["break_points"])
        self.expect("SN-14.0.a", (event["ranks"], event["points"]), (gone, points), "ranks and points")
        self.field.lost[body.side] += points
        if not body.ranks:
            self.expect("SN-1.3.b", self.goes(body.id), True, "stays without SP")

    def goes(self, name: str) -> bool:
        return any(self.next(1 + number).get("kind") == "removed" and self.next(1 + number)["unit"] == name
                   for number in range(6))  # fmt: skip

    def then_removed(self, event: Json) -> None:
        body = self.body(event["unit"])
        points = 0 if event["how"] == "pursued" else len(body.ranks) * int(body.row["break_points"])
        self.expect("SN-14.0.a", event["points"], points, "break points")
        self.field.lost[body.side] += points
        chief = next((each for each in self.field.chiefs.values() if each.attached == body.id), None)
        self.field.remove(body, event["how"])
        self.waiting.pop(body.id, None)
        self.due.pop(body.id, None)
        if chief is not None and chief.alive:
            said = [self.next(1 + number).get("leader") for number in range(3)]
            self.expect("SN-3.2.b", chief.id in said, True, "its General lives on")
            chief.attached = ""

    def then_battle_ended(self, event: Json) -> None:
        """SN-14.0.b, SN-C-break, SN-C-setup."""
        lost, level, whole = self.field.lost, self.field.break_at, self.field.break_points
        self.expect("SN-14.0.b", tuple(event["lost"]), tuple(lost), "break points lost")
        broken = [side for side in (0, 1) if lost[side] >= level[side]]
        empty = [side for side in (0, 1) if not any(not body.gone and body.side == side
                                                    for body in self.field.bodies.values())]  # fmt: skip
        if len(broken) == 1 and not empty:
            self.expect("SN-14.0.b", event["winner"], 1 - broken[0], "winner")
        elif ("last round" in event["how"] and "%" in event["how"]) or len(broken) == 2:
            shares = [lost[side] * whole[1 - side] for side in (0, 1)]
            winner = -1 if shares[0] == shares[1] else 0 if shares[0] < shares[1] else 1
            self.expect("SN-C-setup", event["winner"], winner, "winner by shares")
