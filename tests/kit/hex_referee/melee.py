"""Melee as the referee sees it: who fights, with how many dice, who wins, what it costs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.kit.hex_referee import book
from tests.kit.hex_referee.field import Body, Way
from tests.kit.hex_referee.fire import FireReferee
from tests.kit.hex_referee.log import Json


class MeleeReferee(FireReferee):
    """Works out both throws, the morale losses, the result and the SP that it costs."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.pair: tuple[str, str] = ("", "")  # Battle Stands, who made the contact first
        self.helpers: list[str] = []
        self.again = False
        self.scored: dict[str, int] = {}
        self.morals: dict[str, int] = {}
        self.struck: set[tuple[str, str]] = set()  # attacker, defender: from behind, in this contact
        self.places: dict[str, Any] = {}  # where the Battle Stands stood

    def on_melee_began(self, event: Json) -> None:
        one, two = self.body(event["unit"]), self.body(event["target"])
        self.nothing_due()
        self.pair, self.again = (one.id, two.id), event["again"]
        self.helpers = list(event["supporters"])
        self.scored, self.morals = {}, {}
        self.places = {one.id: one.place, two.id: two.place}
        self.expect("SN-10.2.a", one.side != two.side, True, "of one side")
        self.expect("SN-10.0.d", two.place in one.front or one.place in two.front, True, "not in contact")
        if not self.again:
            self.expect("SN-10.0.d", two.place in one.front, True, "the attacker does not face him")
            self.expect("SN-11.4.c", any(two.id in each["units"] for each in self.field.melees), False,
                        "a Battle Stand of another melee")  # fmt: skip
        self.supporters(one, two)
        if not self.again:
            self.precedence(one, two)
            self.owed_fire(one, two)
            self.taken_in_flank(one, two)

    def supporters(self, one: Body, two: Body) -> None:
        """SN-10.6.a: who has the enemy Battle Stand in front, and who is free."""
        may: list[str] = []
        for own, foe in ((one, two), (two, one)):
            for other in self.field.on(own.side):
                if other is own or foe.place not in other.front:
                    continue
                others = [melee for melee in self.field.melees if other.id in melee["units"]]
                elsewhere = any(other.id in melee["supporters"] and foe.id not in melee["units"]
                                for melee in self.field.melees)  # fmt: skip
                if not others and not elsewhere:
                    may.append(other.id)
        self.expect("SN-10.6.a", sorted(set(self.helpers) - set(may)), [], "supports without the right")
        silent = {name for name in may if name not in self.helpers and self.owes(name)}
        self.expect("SN-10.6.a", sorted(silent), [], "does not support")

    def owed_fire(self, one: Body, two: Body) -> None:
        """SN-7.4.a, SN-7.6.a: who may fire at the contact has fired, if any dice are left to it."""
        way = self.ways.get(one.id)
        how = way.how if way is not None else "charge"
        front = one.place in two.front
        fired = self.fired_lately()
        if how == "charge" and front and two.code not in ("Hs", "Ln", "FH", "Pk"):
            event = {"fire": "defensive", "rank": 0, "keeps": False}
            wanted = self.eligible(two, one) and not self.field.fights(two.id)
            wanted = wanted and self.volley(two, one, event) > 0
            pulled = [self.next(-1 - number).get("kind") for number in range(4)]
            wanted = wanted and "support-ended" not in pulled  # SN-11.4.c
            silent = ("defensive", two.id) not in fired
            self.expect("SN-7.4.a", wanted and silent, False, f"no defensive fire of {two.id}")
        for body, foe in ((one, two), (two, one)):
            chases = any(each in self.ways and self.ways[each].how == "pursue" for each in (one.id, two.id))
            if body.row["contact_fire_dice"] and not chases and foe.place in body.front:
                wanted = not self.field.fights(body.id)
                self.expect("SN-7.6.a", ("contact", body.id) in fired, wanted, f"contact fire of {body.id}")

    def fired_lately(self) -> set[tuple[str, str]]:
        """Fire given since the contact: kind and firer."""
        found = set()
        for offset in range(-1, -60, -1):
            event = self.next(offset)
            if event.get("kind") in (
                None,
                "melee-began",
                "declared",
                "intercepted",
                "unit-activated",
                "moved",
            ):
                break
            if event["kind"] == "fired":
                found.add((event["fire"], event["unit"]))
        return found

    def taken_in_flank(self, one: Body, two: Body) -> None:
        """SN-10.4.a: disordered by an attack on flank or rear that began behind its face line."""
        if one.place in book.behinds(two.place, two.facing) and self.from_behind(one, two):
            self.expect("SN-10.4.a", two.disordered, True, f"{two.id} is in order")

    def owes(self, name: str) -> bool:
        """Whether a stand that could support has no reason not to."""
        return len(self.acting) < 2  # of a group that charges together others are still to be assaulted

    def precedence(self, one: Body, two: Body) -> None:
        """SN-10.2.c-d: a Combat Stand before a Support Stand, then who faces the attacker."""
        way = self.ways.get(one.id)
        if way is None or way.how == "pursue" or len(self.acting) > 1:
            return
        met = [foe for place in one.front if (foe := self.field.foe_at(place, one.side)) is not None]
        best = max((foe.code in book.COMBAT, one.place in foe.front) for foe in met)
        said = (two.code in book.COMBAT, one.place in two.front)
        self.expect("SN-10.2.c", said, best, f"Battle Stand among {[foe.id for foe in met]}")

    # -- dice ---------------------------------------------------------------------------------

    def on_rolled(self, event: Json) -> None:
        super().on_rolled(event)
        roll = event["roll"]
        if roll["purpose"] == "Melee":
            self.throws(roll)
        elif event["rule"] == "SN-11.0.a":
            body = self.body(roll["unit"])
            hits = self.scored.get(self.other(body.id), 0)
            self.expect("SN-11.0.a", hits > 0, True, "a test without hits")
            self.morals[body.id] = self.morale(roll, body, hits)

    def other(self, name: str) -> str:
        return self.pair[1] if name == self.pair[0] else self.pair[0]

    def throws(self, roll: Json) -> None:
        """SN-10.1.b, SN-10.2.a."""
        body, foe = self.body(roll["unit"]), self.body(self.other(roll["unit"]))
        dice = self.strength(body, foe)
        halves = 0
        for name in self.helpers:
            helper = self.body(name)
            if helper.side == body.side:
                halves += book.half(max(self.strength(helper, foe), 1))
        self.expect("SN-10.1.b", len(roll["dice"]), max(dice, 1) + halves,
                    f"dice of {body.id} {body.code} against {foe.code} ({dice} + {halves})")  # fmt: skip
        self.scored[body.id] = book.hits(roll["dice"])

    def strength(self, body: Body, foe: Body) -> int:
        """SN-10.1.b, SN-C-combat-factors: the dice of one stand against the enemy Battle Stand."""
        dice = body.ranks[0] - body.disordered + self.impetus(body, foe)
        place, other = body.place, foe.place
        attacks = self.attacks(body)
        if book.far(place, other) == 1 and other in body.front and place in book.behinds(other, foe.facing):
            dice += 2 if body.code in book.HEAVY and self.from_behind(body, foe) else 1
        dice += self.field.level(place) > self.field.level(other)
        charged = not attacks and foe.code in book.MOUNTED and other in body.front
        dice += body.code == "Pk" and not body.disordered and charged
        side = self.field.side(place, other) if book.far(place, other) == 1 else ""
        if body.code in book.MOUNTED:
            into = {self.field.ground(place)} | ({self.field.ground(other)} if attacks else set())
            hindered = bool(into & book.HINDERING)
            dice -= hindered or (attacks and side in book.OBSTACLES)
        elif attacks:
            dice -= side in book.OBSTACLES
        if attacks:
            dice -= self.field.ground(other) == "fort"
        if not attacks:
            dice += bool({self.field.ground(place), side} & book.DEFENDED)
        return dice

    def attacks(self, body: Body) -> bool:
        """Whether it is of the side that made the contact, or has just come itself."""
        return self.comes(body) or body.side == self.body(self.pair[0]).side

    def comes(self, body: Body) -> bool:
        """Whether it comes by a charge or in pursuit, and is not merely met on its way."""
        way = None if self.settled(body) else self.ways.get(body.id)
        return way is not None and (way.how != "charge" or (bool(self.charge) and not way.met))

    def from_behind(self, body: Body, foe: Body) -> bool:
        """SN-10.4.a, SN-10.4.d: it began its move behind the face line and moved, in this very contact."""
        way = None if self.settled(body) else self.ways.get(body.id)
        return way is not None and way.moved and not book.ahead(foe.place, foe.facing, way.start)

    def settled(self, body: Body) -> bool:
        """SN-11.3.b: it was in this melee before; only who newly comes into contact has a bonus."""
        if not self.again:
            return False
        known = [melee for melee in self.field.melees if set(melee["units"]) == set(self.pair)]
        return any(body.id in (*melee["units"], *melee["supporters"]) for melee in known)

    def impetus(self, body: Body, foe: Body) -> int:
        """SN-10.3: the Charge Bonus, when entitled."""
        way = None if self.settled(body) else self.ways.get(body.id)
        if way is None or not way.moved or foe.place not in body.front or self.denied(body, foe, way):
            return 0
        onset = self.ways.get(self.pair[0])
        if body.side != self.body(self.pair[0]).side and onset is not None and onset.how == "pursue":
            return 0  # it stood there already when the pursuer came
        if not (self.comes(body) or way.declared or way.mode in ("forward", "free")):
            return 0  # SN-10.3.1.a
        return self.bonus(body)

    def denied(self, body: Body, foe: Body, way: Way) -> bool:
        if body.code not in book.MOUNTED:
            if foe.code in book.MOUNTED:
                return True  # SN-10.3.b
        else:
            if foe.code in book.PIKES and body.place in foe.front:
                return True  # SN-10.3.c
            for pikes in self.field.on(foe.side):  # SN-10.3.d
                if pikes.code == "Pk" and pikes is not foe and body.place in pikes.front and (
                    book.far(pikes.place, foe.place) == 1
                ):  # fmt: skip
                    return True
        places = [way.start, *way.path]
        crossed = any(self.field.removes(a, b) for a, b in pairwise(places))
        if (
            crossed
            or self.field.ground(body.place) in book.REMOVES
            or self.field.removes(body.place, foe.place)
        ):
            return True  # SN-10.3.e
        return body.id in self.unlanced

    # -- the result ---------------------------------------------------------------------------

    def on_melee_decided(self, event: Json) -> None:
        one, two = (self.body(name) for name in self.pair)
        self.expect("SN-10.2.a", (event["unit"], event["target"]), self.pair, "other Battle Stands")
        losses = tuple(self.morals.get(name, 0) for name in self.pair)
        for body in (one, two):
            wanted = bool(self.scored.get(self.other(body.id)))
            self.expect("SN-11.0.a", body.id in self.morals, wanted, f"Morale Test of {body.id}")
        self.expect("SN-11.0.a", tuple(event["losses"]), losses, "morale losses")
        won = -1
        if losses[0] != losses[1]:
            won = two.side if losses[0] > losses[1] else one.side
        dead = [body for body in (one, two)  # SN-11.2.a: even with the smallest loss that it may have
                if self.costs(one, two, body.side)[body.id] >= sum(body.ranks)]  # fmt: skip
        lone = [body for body in dead if not any(self.body(name).side == body.side for name in self.helpers)]
        if len(dead) == 2:
            won = -1
        elif lone:
            won = 1 - lone[0].side
        self.expect("SN-11.0.a", event["winner"], won, "winner")
        for body in (one, two):
            if cost := self.costs(one, two, event["winner"])[body.id]:
                self.due[body.id] = min(cost, sum(body.ranks))
        self.won = event["winner"]
        for name in (*self.pair, *self.helpers):
            self.unlanced.discard(name)

    won = -1

    def costs(self, one: Body, two: Body, won: int) -> dict[str, int]:
        """SN-8.1.d, SN-8.3.b, SN-11.0.b, SN-11.1.a-c."""
        found = {}
        for body, foe in ((one, two), (two, one)):
            loses = won >= 0 and won != body.side
            cap = 2 if loses else 1
            if body.code in book.HEAVY and foe.code not in book.MOUNTED:
                cap = 1
            if body.code == "LC" or foe.code in ("Sk", "LC"):
                cap = 1
            if self.field.ground(body.place) == "fort":
                cap = 1
            least = 1 if body.id in self.morals and self.shaken.get(body.id) else 0
            found[body.id] = max(min(self.morals.get(body.id, 0), cap), least)
        return found

    def then_melee_ongoing(self, event: Json) -> None:
        units = list(event["units"])
        self.field.melees = [melee for melee in self.field.melees if melee["units"] != units]
        melee = {key: event[key] for key in ("supporters", "fought", "began")} | {"units": units}
        self.field.melees.append(
            {**melee, "supporters": list(event["supporters"]), "fought": list(event["fought"])}
        )

    def on_melee_ongoing(self, event: Json) -> None:
        bodies = [self.body(name) for name in event["units"]]
        if set(event["units"]) == set(self.pair):
            if self.again:
                before = [melee for melee in self.field.melees if set(melee["units"]) == set(self.pair)]
                if before:
                    self.expect("SN-11.1.d", event["began"], before[0]["began"], "who made the contact")
            else:
                self.expect("SN-11.1.d", event["began"], self.body(self.pair[0]).side, "who made the contact")
        self.expect("SN-11.3.a", [body.side for body in bodies], [0, 1], "sides")
        adjacent = book.far(bodies[0].place, bodies[1].place)
        self.expect("SN-11.3.a", adjacent, 1, "not adjacent")

    def then_melee_over(self, event: Json) -> None:
        units = list(event["units"])
        self.field.melees = [melee for melee in self.field.melees if melee["units"] != units]

    def then_support_ended(self, event: Json) -> None:
        for melee in self.field.melees:
            melee["supporters"] = [each for each in melee["supporters"] if each != event["unit"]]
