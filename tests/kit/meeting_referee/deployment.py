"""Who is away, who deploys when, what the robbers have done (BFS-30.3.I)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.kit.meeting_referee.field import Field
from tests.kit.meeting_referee.geometry import holds
from tests.kit.meeting_referee.log import Event


class Deployment(Field):
    """Checks I: everybody has one place, and the one that the rules give him."""

    # -- I ----------------------------------------------------------------------------------------

    def _deployment(self) -> None:
        for effect in self.received:
            if effect["key"] == "delay":
                self._reserves(self._weak, "BFS-32.6", "reserves", effect)
        if self._times("outmaneuver"):
            assert self.buyer is not None
            self._reserves(self.buyer, "BFS-33.12", "outmaneuvered", None)
        for side in (0, 1):
            held = sum(
                place in ("reserves", "outmaneuvered")
                for id_, place in self.away.items()
                if id_ in self.of(side)
            )
            self.expect(
                held <= len(self.of(side)) // 2, "BFS-32.6.2", f"{held} units of side {side} are delayed"
            )
        for key, place in (("flanking_maneuver", "flank"), ("ambush", "ambush")):
            if self._times(key):
                self._sent(key, place)
        rolls = self.scenario.get("first", "roll") == "roll"
        die = self.dice(self.part, 1, "BFS-30.3.I")["dice"][0] if rolls else 0
        order = self.take("deployment-order")
        self._order(order, die)
        for side in (order["first"], 1 - order["first"]):
            self._robbers(side, order)
        self._steps(order)
        self._forced_marches()
        self.told = list(self.while_next("reminded"))
        for effect in self.received:
            if effect["key"] == "march_losses":
                self._march_losses(effect)

    def _reserves(self, by: int, rule: str, place: str, effect: dict[str, Any] | None) -> None:
        """BFS-32.6, BFS-33.12"""
        among = [id_ for id_, unit in self.of(1 - by).items() if unit.reserves and id_ not in self.away]
        self.expect(among, rule, "there is nobody to draw")
        found = self.drawn(by, among, rule)
        if effect is not None:
            self.expect(self.take("unit-drawn")["unit"] == found, rule, f"{found} was drawn")
            effect["unit"] = found
        event = self.take("set-aside")
        self.expect((event["unit"], event["place"]) == (found, place), rule, f"{found} was drawn: {event}")
        self.away[found] = place

    def _sent(self, key: str, place: str) -> None:
        """BFS-33.6, BFS-33.7: who is sent, for no more than was paid."""
        left = [one["unit"] for one in self.while_next("lances-discarded")]
        ids = [one["unit"] for one in self.while_next("set-aside", place=place)]
        if not ids:
            return
        rule = "BFS-33.6" if place == "flank" else "BFS-33.7"
        units = [self.units[id_] for id_ in ids]
        bases = sum(unit.bases for unit in units)
        cheap = (
            {"Scouts", "Light Cavalry", "Feigned Flight", "Skirmishers"} if place == "flank" else {"Scouts"}
        )
        if all(unit.special & {"Light Cavalry", "Feigned Flight"} for unit in units) and place == "flank":
            each = 1
        else:
            each = 1 if any(all(rule_ in unit.special for unit in units) for rule_ in cheap) else 2
        first = self.options["flanking_price"] if place == "flank" else 10
        price = first + each * max(0, bases - 3)
        paid = next(one["price"] for one in self.bought if one["key"] == key)
        self.expect(price <= paid, rule, f"{ids} cost {price}, {paid} were paid")
        for id_, unit in zip(ids, units, strict=True):
            self.expect(id_ in self.of(self.buyer or 0) and id_ not in self.away, rule, f"{id_} is sent")
            heavy = unit.type in ("wagons", "artillery") or unit.gun or unit.wagon_train
            self.expect(not heavy, rule, f"{id_} is sent, of {unit.type}")
            self.expect(id_ not in self.carriers, "BFS-28.1.4", f"{id_} carries obstacles")
            arms = " ".join(unit.weapons).lower()
            self.expect(place == "flank" or "pikes" not in arms, "BFS-33.7", f"{id_} has pikes")
            self.expect(
                (id_ in left) == (place == "ambush" and "lance" in arms), "BFS-33.7", f"{id_}: lances"
            )
            self.away[id_] = place
        if len(ids) > 1:
            self._squadron(self.take("squadron-formed"))
        if place == "flank":
            event = self.take("written-in-secret")
            told = {key for key in event if key not in ("kind", "rule", "side", "key", "commitment")}
            self.expect(not told and len(event["commitment"]) == 64, "BFS-33.6.1", f"the log says {told}")
            self.expect(event["side"] == self.buyer, "BFS-33.6.1", "the wrong side has written it down")

    def _order(self, order: Event, die: int) -> None:
        """BFS-30.3.I: the steps of the scenario, those of who deploys first before the others."""
        first = self.scenario.get("first", "roll")
        parts = {"weaker": self.part, "stronger": 1 - self.part}
        if first != "roll":
            self.expect(order["first"] == parts[first], "BFS-30.3.I", f"side {order['first']} deploys first")
        else:
            side = self.part if die <= 5 else 1 - self.part
            self.expect(order["first"] == side, "BFS-30.3.I", f"{die}: {order['first']} deploys first")
        wanted = sorted(
            ((parts[step["part"]], step.get("who", "all")) for step in self.scenario["deployment"]),
            key=lambda step: step[0] != order["first"],
        )
        found = [(step["side"], step["who"]) for step in order["steps"]]
        self.expect(found == wanted, "BFS-30.3.I", f"{found} are the steps, not {wanted}")

    def _steps(self, order: Event) -> None:
        left = {side: [id_ for id_ in self.of(side) if id_ not in self.away] for side in (0, 1)}
        whole = {side: len(ids) for side, ids in left.items()}
        for number, step in enumerate(order["steps"]):
            side, who = step["side"], step["who"]
            event = self.take("units-taken")
            self.expect(
                (event["side"], event["step"]) == (side, number), "BFS-30.3.I", f"{event} is step {number}"
            )
            most = {"one unit": 1, "half": (whole[side] + 1) // 2}.get(who, len(left[side]))
            taken = list(event["units"])
            self.expect(
                len(taken) == min(most, len(left[side])), "BFS-30.3.I", f"{len(taken)} units deploy: {who}"
            )
            self.expect(set(taken) <= set(left[side]), "BFS-30.3.I", f"{taken} deploy, of {left[side]}")
            left[side] = [id_ for id_ in left[side] if id_ not in taken]
            if who == "late":
                self.late |= set(taken)
            for formed in self.while_next("squadron-formed"):
                self._squadron(formed)
                self.expect(
                    set(formed["units"]) <= set(taken), "BFS-29.10.3", f"{formed['units']} stand apart"
                )
            self.take("deployed")
        self.expect(not any(left.values()), "BFS-30.3.I", f"{left} were forgotten")

    def _squadron(self, event: dict[str, Any]) -> None:
        """BFS-29.10.3"""
        units = [self.units[id_] for id_ in event["units"]]
        kind = {(unit.type, unit.like or unit.label or unit.name, id_[0])
                for unit, id_ in zip(units, event["units"], strict=True)}  # fmt: skip
        most = {"cavalry": 6, "dragoons": 6, "infantry": 12}.get(units[0].type, 0)
        bases = sum(unit.bases for unit in units)
        self.expect(len(kind) == 1 and len(units) > 1, "BFS-29.10.3", f"{event['units']} are not identical")
        self.expect(event["bases"] == bases <= most, "BFS-29.10.3", f"{bases} bases in a squadron")
        alone = any("Independent" in unit.special for unit in units)
        self.expect(not alone, "BFS-29.10.3", f"{event['units']}: Independent")
        for id_ in event["units"]:
            caught = self.robbers.get(int(id_[0] == "b"), {}).get("no_squadron", ())
            self.expect(id_ not in caught, "BFS-30.3.I.2", f"{id_} was plundering and is in a squadron")
            double = any(id_ in other["units"] for other in self.squadrons)
            self.expect(not double, "BFS-29.10.3", f"{id_} is in two squadrons")
        self.squadrons.append(event)

    def _robbers(self, side: int, order: Event) -> None:
        """BFS-30.3.I.2"""
        among = [id_ for id_, unit in self.of(side).items() if "Robbers" in unit.special]
        found = self.robbers[side] = {"losses": Counter(), "no_order": set(), "no_squadron": set()}
        if not among:
            self.expect(not self.next_is("robbers-rolled"), "BFS-30.3.I.2", "there are no robbers")
            return
        dice = self.dice(side, 2 if len(among) >= 7 else 1, "BFS-30.3.I.2")["dice"]
        self.expect(list(self.take("robbers-rolled")["dice"]) == list(dice), "BFS-30.3.I.2", "other dice")
        for die in dice:
            losses = 0 if die == 1 else 1 if die <= 5 else 2
            if die >= 8:
                who = self.drawn(side, among, "BFS-30.3.I.2")
                if who not in self.away:
                    self._plundering(side, who, die, order)
                    losses = 0
            for _ in range(losses):
                event = self.take("robbers-lost")
                self.expect(event["unit"] in among, "BFS-30.3.I.2", f"{event['unit']} is no robber")
                self.expect(event["free_order"] == (losses == 2), "BFS-30.3.I.2", f"{die}: free order")
                found["losses"][event["unit"]] += 1
                if losses == 1:
                    found["no_order"].add(event["unit"])

    def _plundering(self, side: int, who: str, die: int, order: Event) -> None:
        event = self.take("robbers-away")
        self.expect(event["unit"] == who, "BFS-30.3.I.2", f"{who} was drawn, {event['unit']} is away")
        self.robbers[side]["no_order"].add(who)
        self.robbers[side]["no_squadron"].add(who)
        within = 0 if die < 10 else 10 if self.units[who].type in ("cavalry", "dragoons") else 20
        self.expect(event["within"] in (within, 0), "BFS-30.3.I.2", f"{event['within']} cm, not {within}")
        if event["within"]:
            own = [step for step in order["steps"] if step["side"] == side and step["who"] != "late"]
            zones = [zone["polygon"] for step in own for zone in step["zones"]]
            inside = any(holds(zone, event["x"], event["y"]) for zone in zones)
            self.expect(inside, "BFS-30.3.I.2", f"{event['x']}, {event['y']} lies in no zone of the owner")

    def _forced_marches(self) -> None:
        """BFS-33.5.1"""
        sizes = sorted(
            (one["size"] or 999 for one in self.bought if one["key"] == "forced_march"), reverse=True
        )
        made = [one for one in self.while_next("forced-march") if one["units"]]
        bases = sorted((sum(self.units[id_].bases for id_ in one["units"]) for one in made), reverse=True)
        self.expect(len(made) <= len(sizes), "BFS-33.5.1", f"{len(made)} march, {len(sizes)} were declared")
        fits = all(have <= paid for have, paid in zip(bases, sizes, strict=False))
        self.expect(fits, "BFS-33.5", f"{bases} bases march for classes of {sizes}")
        for one in made:
            self.marched.append(tuple(one["units"]))
            for id_ in one["units"]:
                unit = self.units[id_]
                heavy = unit.type in ("wagons", "artillery") or id_ in self.away or id_ in self.late
                self.expect(not heavy, "BFS-33.5.1", f"{id_} may not march")
        every = [id_ for one in made for id_ in one["units"]]
        self.expect(len(every) == len(set(every)), "BFS-33.5.1", f"{every}: one unit marches twice")

    def _formations(self, side: int) -> dict[str, tuple[str, ...]]:
        """BFS-30.2.4: units and squadrons on the table, by their first unit."""
        together = {id_: tuple(each["units"]) for each in self.squadrons for id_ in each["units"]}
        found: dict[str, tuple[str, ...]] = {}
        for id_ in self.of(side):
            ids = together.get(id_, (id_,))
            if id_ not in self.away and id_ not in self.late:
                found.setdefault(ids[0], ids)
        return found

    def _march_losses(self, effect: dict[str, Any]) -> None:
        """BFS-32.3"""
        lost = self.lost
        standing = {
            first: ids
            for first, ids in self._formations(1 - self._weak).items()
            if sum(self.units[id_].bases for id_ in ids) > lost[first]
        }
        self.standing.update(standing)
        if not standing:
            self.expect(not self.next_is("unit-drawn"), "BFS-32.3", "there is nobody to draw")
            return
        found = self.drawn(self._weak, list(standing), "BFS-32.3")
        event = self.take("unit-drawn")
        self.expect(event["unit"] == found, "BFS-32.3", f"{found} was drawn, not {event['unit']}")
        ids = standing[found]
        self.expect(tuple(event["squadron"]) == (ids if len(ids) > 1 else ()), "BFS-30.2.4", "the squadron")
        wild = {"Insubordinate", "Rabble", "Robbers"}
        double = any(self.units[id_].special & wild or id_ in self.insubordinate for id_ in ids)
        lost[found] += 2 if double else 1
        effect["unit"] = found
