"""Steps, zones of control, charges declared, evasions and interceptions, as the referee sees them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.kit.hex_referee import book
from tests.kit.hex_referee.book import Hex
from tests.kit.hex_referee.field import Body, Way, read
from tests.kit.hex_referee.log import Json, Referee


class MoveReferee(Referee):
    """Checks what each step costs, where it leads, and where movement has to end."""

    mp = left = entered = turned = 0
    backed = 0  # of those backwards
    walked = 0  # hexes entered in all single moves of those who act
    modes: set[str]
    empty = True  # nothing has been done in the single move
    halted = False  # SN-4.6.b: in an enemy zone
    charge = ""  # the target of the charge that is declared
    answering = ""  # who lets a shooter fire and charges him then

    def then_unit_deployed(self, event: Json) -> None:
        self.field.put(self.body(event["unit"]), read(event["hex"]), event["facing"])

    def then_unit_entered(self, event: Json) -> None:
        self.field.put(self.body(event["unit"]), read(event["hex"]), event["facing"])
        self.body(event["unit"]).acted = True

    def then_ground_found(self, event: Json) -> None:
        for label, (terrain, level, road) in event["cells"].items():
            self.field.cells[read(label)] = (terrain, level, bool(road))
        names = ("E", "NE", "NW", "W", "SW", "SE")
        for label, side, kind in event["sides"]:
            place, direction = read(label), names.index(side)
            self.field.sides[place, direction] = kind
            self.field.sides[book.near(place, direction), (direction + 3) % 6] = kind

    # -- moves --------------------------------------------------------------------------------

    def on_move_began(self, event: Json) -> None:
        bodies = [self.body(name) for name in event["units"]]
        self.expect("SN-4.0.g", event["mp"], min(body.row["mp"] for body in bodies), "MP")
        self.expect("SN-4.4.a", event["extra"], self.moves > 0, "extra move")
        if event["extra"]:
            self.expect("SN-4.4.a", any(body.disordered for body in bodies), False, "disordered")
            self.expect("SN-4.1.a", any(body.code == "Art" for body in bodies), False, "Artillery")
            if self.moves > 1:
                self.expect("SN-4.4.a", self.trial, ("extra move", True), "the test before")
        if len(bodies) > 1:
            same = {(body.code, body.group, body.facing) for body in bodies}
            self.expect("SN-4.9.a", len(same), 1, "kinds, groups, facings")
        self.moves += 1
        self.mp = self.left = event["mp"]
        self.entered = self.turned = 0
        self.modes, self.halted, self.charge = set(), False, ""
        self.empty = True
        for body in bodies:
            self.ways[body.id] = Way(body.place, "charge")

    def on_stepped(self, event: Json) -> None:
        bodies = [self.body(name) for name in event["units"]]
        first = bodies[0]
        self.empty = False
        if event["turned"]:
            self.turns(event, bodies)
        if event["way"]:
            self.steps(event, bodies)
        ends = [read(label) for label in event["hexes"]]
        for body, end in zip(bodies, ends, strict=True):
            if len(event["way"]) == 1:
                self.expect("SN-4.0.g", book.far(body.place, end), 1, "not a neighbour")
                self.friends(event, body, end, set(event["units"]))
        if first.code not in book.FREE and not self.charge:
            touched = [foe.id for body, end in zip(bodies, ends, strict=True)
                       for place in book.fronts(end, event["facing"])
                       if (foe := self.field.foe_at(place, body.side)) is not None]  # fmt: skip
            known = [foe.id for body in bodies for place in body.front
                     if (foe := self.field.foe_at(place, body.side)) is not None]  # fmt: skip
            self.expect("SN-10.0.d", sorted(set(touched) - set(known)), [], "contact without a charge")

    def turns(self, event: Json, bodies: list[Body]) -> None:
        body = bodies[0]
        if body.code in book.FREE:
            return
        if event["mode"] == "rear":
            self.expect("SN-4.3.a", (event["facing"] - body.facing) % 6, 3, "turn to the rear")
            self.expect("SN-4.3.a", any(each.disordered for each in bodies), False, "in disorder")
            self.expect("SN-4.3.a", (self.entered, self.turned), (0, 0), "not the whole move")
            self.left = 0
            return
        self.expect("SN-4.2.a", (event["facing"] - body.facing) % 6 in (1, 5), True, "not one face")
        self.turned += 1
        self.left -= 1
        self.expect("SN-4.2.a", event["left"], self.left, "MP left")
        self.expect("SN-4.2.a", self.left >= 0, True, "MP")
        self.expect("SN-4.6.b", self.halted, False, "turns on after it had to halt")
        if self.turned >= (3 if body.code == "Sh" else 2):
            following = [self.next(1 + number) for number in range(3 * len(bodies))]
            late = {each["unit"] for each in following if each.get("kind") == "disordered"}
            fresh = {each.id for each in bodies if not each.disordered}
            self.expect("SN-4.2.b", fresh <= late, True, "in order after a second turn")

    def steps(self, event: Json, bodies: list[Body]) -> None:
        """The hexes that the first enters; the others go the same way."""
        first, mode = bodies[0], event["mode"]
        held = self.halted and any(self.field.holders(body.place, body.side) for body in bodies)
        self.expect("SN-4.6.b", held, False, "goes on after it had to halt")
        lead = [first.place, *map(read, event["way"])]
        directions = [book.bearing(a, b) for a, b in pairwise(lead)]
        turned = [(direction - event["facing"]) % 6 for direction in directions]
        kinds = {0: "forward", 1: "forward", 2: "sideways", 5: "sideways"}
        went = ["free" if first.code in book.FREE else kinds.get(turn, "backward") for turn in turned]
        self.expect("SN-4.0.g", mode, went[-1], "direction")
        self.modes.update(went)
        self.expect("SN-4.8.b", self.mixed(first.code), False, f"mixes {self.modes}")
        price, whole, disorders = 0, False, set()
        for number, direction in enumerate(directions):
            costs = []
            for body in bodies:
                place = body.place
                for before in directions[:number]:
                    place = book.near(place, before)
                cost = self.field.entry(body.code, place, book.near(place, direction))
                self.expect("SN-C-terrain", cost is None, False, f"{body.id} may not enter")
                if cost is not None:
                    costs.append(cost)
                    disorders |= {body.id} if cost[2] and not body.disordered else set()
            price += max((cost[0] for cost in costs), default=0)
            whole = whole or any(cost[1] for cost in costs)
        before, self.entered = self.entered, self.entered + len(event["way"])
        self.walked += len(event["way"])
        if before == 0 and mode == "backward":  # SN-4.7.a-b
            self.left = min(2 * self.mp, 4 - self.backed) if first.code in book.HEAVY else 2 * self.mp
        elif mode == "sideways" and first.code in book.HEAVY:  # SN-4.8.a
            self.left = min(self.left, 2)
        self.backed += len(event["way"]) if mode == "backward" else 0
        if whole or price > self.mp * (2 if mode == "backward" else 1):
            self.expect("SN-C-terrain", (before, self.turned, len(directions)), (0, 0, 1), "not a whole move")
            self.left = 0
        else:
            self.left -= price
        self.expect("SN-C-terrain", event["left"], self.left, "MP left")
        self.expect("SN-4.0.g", self.left >= 0, True, "MP")
        self.limits(first, mode)
        late = {each["unit"] for each in self.soon("disordered")}
        self.expect(
            "SN-C-terrain", disorders <= late, True, f"in order on difficult ground {disorders - late}"
        )
        ends = [read(label) for label in event["hexes"]]
        for body, end in zip(bodies, ends, strict=True):
            self.ways[body.id].mode = mode
            place = body.place
            for direction in directions:
                place = book.near(place, direction)
                self.ways[body.id].path.append(place)
            self.expect("SN-4.9.a", end, place, "another way")
            if self.field.holders(end, body.side):
                self.halted = True
            self.expect("SN-4.6.c", self.field.exposed(body, end, event["facing"])
                        and body.code not in book.FREE, False, "exposed to a zone")  # fmt: skip

    def mixed(self, code: str) -> bool:
        """SN-4.7.c, SN-4.8.a-b: steps that do not go together in one single move."""
        if code == "Sh":
            return "backward" in self.modes and len(self.modes) > 1
        turned = self.turned > 0 and bool(self.modes & {"backward", "sideways"})
        return len(self.modes) > 1 or turned

    def limits(self, body: Body, mode: str) -> None:
        if body.code in book.HEAVY and mode == "sideways":
            self.expect("SN-4.8.a", self.entered <= 2, True, "more than 2H sideways")
        if mode in ("backward", "sideways") and body.code != "Sh" and not body.disordered:
            late = {each["unit"] for each in self.soon("disordered")}
            self.expect("SN-4.7.a", body.id in late, True, f"in order {mode}")

    def soon(self, kind: str) -> list[Json]:
        """Events of a kind up to the next step or the end of the move's turn."""
        found = []
        for offset in range(1, 40):
            event = self.next(offset)
            if event.get("kind") == kind:
                found.append(event)
            if event.get("kind") in (None, "unit-done", "stepped", "unit-activated"):
                break
        return found

    def friends(self, event: Json, body: Body, end: Hex, group: set[str]) -> None:
        """SN-4.10, SN-4.11: who stands there goes back to where the mover came from, if he may."""
        there = [each for each in self.field.those_at(end) if each.id not in group]
        for friend in there:
            self.expect("SN-1.2.a", friend.side, body.side, "an enemy is there")
            if (event["rule"] or "") not in ("SN-4.11.a", "SN-4.11.b"):
                continue
            moved = [read(each["hex"]) for each in self.soon("moved") if each["unit"] == friend.id]
            self.expect("SN-4.11.a", moved[:1], [body.place], "displaced to")
            if body.code in book.COMBAT:
                legal = friend.code not in book.COMBAT and event["mode"] == "forward"
            elif body.code == "Sk":
                legal = friend.code == "Sk"
            else:
                legal = body.code != "Art" and friend.code not in book.COMBAT
            self.expect("SN-4.11.b", legal, True, f"{body.code} displaces {friend.code}")

    def then_stepped(self, event: Json) -> None:
        group = set(event["units"])
        if len(event["way"]) > 1:
            self.passes(event, group)
        for name, label in zip(event["units"], event["hexes"], strict=True):
            body = self.body(name)
            self.field.put(body, read(label), event["facing"])
            body.ready = False
        self.fresh = False

    def passes(self, event: Json, group: set[str]) -> None:
        """SN-4.10.a-b: through whom the way leads."""
        body = self.body(event["units"][0])
        for label in event["way"][:-1]:
            for friend in self.field.those_at(read(label)):
                if friend.id in group:
                    continue
                self.expect("SN-4.10.a", friend.side, body.side, "through an enemy")
                both = body.code in book.COMBAT and friend.code in book.COMBAT
                legal = not both or (body.code != "Pk" and body.facing == friend.facing)
                self.expect("SN-4.10.b", legal, True, f"{body.code} through {friend.code}")

    def on_move_ended(self, event: Json) -> None:
        for name in event["units"]:
            body = self.body(name)
            if body.at is None or not (self.entered or self.turned or self.modes):
                continue
            if body.id in self.ways and self.ways[body.id].path:
                self.expect("SN-4.6.c", self.field.exposed(body, body.place, body.facing), False, "exposed")
                others = [each.id for each in self.field.those_at(body.place) if each is not body]
                self.expect("SN-1.2.a", others, [], "two stands in a hex")
        if self.empty and not event["last"] and self.moves:
            self.moves -= 1
            self.empty = False

    def on_unit_activated(self, event: Json) -> None:
        super().on_unit_activated(event)
        self.walked, self.backed = event.get("hexes", 0), 0

    # -- charges ------------------------------------------------------------------------------

    def on_declared(self, event: Json) -> None:
        if event["action"] != "charge":
            return
        self.charge = event["target"]
        self.fresh = False
        body, target = self.body(event["unit"]), self.body(event["target"])
        self.expect("SN-10.0.a", self.may_charge(body, target), True, f"{body.code} charges {target.code}")

    def may_charge(self, body: Body, target: Body) -> bool:
        """SN-10.0.a-c."""
        if self.bonus(body) <= 0:
            if body.code != "LC":
                return False
            start = self.ways[body.id].start if body.id in self.ways else body.place
            behind = not book.ahead(target.place, target.facing, start)
            return target.code == "Sk" or (target.code == "Sh" and behind)
        return body.code in book.MOUNTED or target.code not in book.HEAVY or bool(body.row["may_contact_mcs"])

    def bonus(self, body: Body) -> int:
        """SN-10.3.g: the Charge Bonus after losses of the front stand."""
        full, after = int(body.row["charge_bonus"]), int(body.row["charge_bonus_after_loss"])
        lost = body.ranks[0] < body.row["sp"] if body.ranks else True
        return min(full, after) if lost else full

    # -- other ways to move -------------------------------------------------------------------

    def on_moved(self, event: Json) -> None:
        body, place, how = self.body(event["unit"]), read(event["hex"]), event["how"]
        if how == "evade":
            turn = (book.bearing(body.place, place) - body.facing) % 6
            self.expect("SN-5.0.d", turn in (3, 4), True, "not to the rear")
            self.expect("SN-5.0.d", event["facing"], body.facing, "facing")
        elif how in ("opportunity", "counter"):
            turn = (book.bearing(body.place, place) - body.facing) % 6
            self.expect("SN-6.0.b", turn in (0, 1), True, "not straight ahead")
            self.ways[body.id].path.append(place)
        elif how == "pursue" and body.id in self.ways:
            self.ways[body.id].path.append(place)

    def then_moved(self, event: Json) -> None:
        body = self.body(event["unit"])
        self.field.put(body, read(event["hex"]), event["facing"])
        if event["how"] not in ("deploy", "enter", "displaced", "pushed"):
            body.ready = False

    def then_turned_on_opportunity(self, event: Json) -> None:
        body = self.body(event["unit"])
        self.expect("SN-6.1.c", (event["facing"] - body.facing) % 6 in (1, 5), True, "not one face")
        self.expect("SN-6.1.c", body.ready, True, "not on opportunity")
        body.facing = event["facing"]

    def then_faced_attacker(self, event: Json) -> None:
        body = self.body(event["unit"])
        fronted = [foe for place in body.front if (foe := self.field.foe_at(place, body.side)) is not None
                   and any({foe.id, body.id} <= {*melee["units"], *melee["supporters"]}
                           for melee in self.field.melees)]  # fmt: skip
        self.expect("SN-4.6.d", [foe.id for foe in fronted], [], "attacked from the front")
        turned = (event["facing"] - body.facing) % 6
        body.facing = event["facing"]
        body.ready = body.ready and turned in (0, 1, 5)

    def on_evaded(self, event: Json) -> None:
        body = self.body(event["unit"])
        self.expect("SN-5.0.a", body.code in ("Sk", "Dr", "LC"), True, "evades")
        self.expect("SN-5.0.a", body.side != self.active, True, "in its own activation")
        self.expect("SN-5.0.c", self.field.fights(body.id), False, "in melee")
        for attacker in event["attackers"]:
            self.evasions[body.id, attacker] += 1
            count = self.evasions[body.id, attacker]
            musket = body.code == "Sk" and body.row["weapon"] == "musket"
            self.expect("SN-5.0.f", count > 1 and (musket or body.disordered), False, "a second evasion")

    def on_answering(self, event: Json) -> None:
        """SN-6.2.e: who is about to be charged halts and fires first; the charge is made in any case."""
        if event["unit"]:
            self.answering = event["unit"]
            self.ways.pop(event["target"], None)

    def on_intercepted(self, event: Json) -> None:
        body, target = self.body(event["unit"]), self.body(event["target"])
        self.expect("SN-6.0.c", body.side != self.active, True, "of the active side")
        self.expect("SN-6.0.a", body.ready or body.id == self.answering, True, "not on opportunity")
        self.expect("SN-6.0.d", body.code not in book.MOUNTED and target.code in book.HEAVY, False, "foot")
        self.expect("SN-6.2.b", (target.id, self.group) in self.met, False, "a second charge on it")
        self.met.add((target.id, self.group))
        if self.charge and target.id in self.ways and target.id in self.acting:
            aim = self.body(self.charge).at  # not by a turn: the step that it would have made
            away = aim is not None and book.far(target.place, aim) > 1
            self.ways[target.id].declared = away and event["how"] == "counter"
        if target.id in self.ways:
            self.ways[target.id].met = True
        self.ways[body.id] = Way(body.place, event["how"], mode="forward")
        body.ready = False

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.modes = set()
        self.met: set[tuple[str, str]] = set()

    def on_round_began(self, event: Json) -> None:
        super().on_round_began(event)
        self.met.clear()
