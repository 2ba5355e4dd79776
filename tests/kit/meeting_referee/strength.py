"""Who is weaker, which scenario is played, what is built (BFS-30.3.A to BFS-30.3.E, BFS-30.4 to BFS-30.6)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.by_fire_and_sword.armies.force import Force
from tests.kit.meeting_referee import book
from tests.kit.meeting_referee.log import Log


class Strength(Log):
    """Checks A to E: strength, scenario, fortifications."""

    # -- A, B -------------------------------------------------------------------------------------

    def _strength(self) -> None:
        self._step(1)
        one, two = (force.fsp for force in self.forces)
        self.weaker = None if one == two else int(two < one)
        self.advantage = abs(one - two)
        event = self.take("compared")
        self.expect(
            event["fsp"] in ([one, two], (one, two)), "BFS-30.3.A", f"{event['fsp']}: FSP are {one}, {two}"
        )
        self.expect(event["weaker"] == self.weaker, "BFS-30.3.B", f"side {event['weaker']} is weaker")
        self.expect(event["advantage"] == self.advantage, "BFS-30.3.B", f"advantage {event['advantage']}")
        for side, force in enumerate(self.forces):
            self._figures(force)
            self._small(side, force)
        if self.options["numerical_superiority"] and self.weaker is not None:
            self._superiority()

    def _figures(self, force: Force) -> None:
        """BFS-34.1, BFS-33.1: the figures of the roster."""
        bases = sum(unit.bases for unit in force.units)
        self.expect(
            force.fv == bases + force.cp, "BFS-34.1", f"FV {force.fv} of {bases} bases, {force.cp} CP"
        )
        points = sum(unit.bases for unit in force.units if unit.type in ("cavalry", "dragoons"))
        kinds: dict[str, int] = {}
        for unit in force.units:
            bonus = 2 if "Scouts" in unit.special else 0
            if not bonus and unit.special & {
                "Light Cavalry", "Feigned Flight", "Skirmishers", "Dragoons", "Highlanders",
            }:  # fmt: skip
                bonus = 1
            if "Commanded Musketeers" in unit.special:
                bonus = 0
            key = unit.additional or unit.id
            kinds[key] = max(kinds.get(key, 0), bonus)
        points += sum(kinds.values()) + sum(more for _, more in force.reconnaissance)
        self.expect(force.rp == points, "BFS-33.1", f"{force.name}: {force.rp} RP, reckoned {points}")

    def _small(self, side: int, force: Force) -> None:
        """BFS-30.5.1, BFS-30.5.2"""
        self.expect(force.small or force.fsp > 4, "BFS-30.5.1", f"{force.fsp} FSP make a small force")
        if not force.small:
            return
        self.expect(self.take("noted")["rule"] == "BFS-30.5.1", "BFS-30.5.1", "nobody says that it is small")
        enemy, limit = self.forces[1 - side].fsp, self.options["small_force_limit"]
        weight = ""
        if limit and enemy > 7:
            weight = "strong warning" if enemy > limit else "warning"
        found = self.take("noted") if self.next_is("noted", side=side, rule="BFS-30.5.2") else {"weight": ""}
        self.expect(
            found["weight"] == weight, "BFS-30.5.2", f"{enemy} FSP: {found['weight'] or 'no warning'}"
        )

    def _superiority(self) -> None:
        """BFS-30.6.1, BFS-30.6.6"""
        event = self.take("superiority-fixed")
        strong = 1 - self._weak
        markers = 0
        for least in (3, 5, 7, 9):
            markers += self.advantage >= least
        self.superior = (markers, markers)
        if markers and self.forces[strong].fv >= 2 * self.forces[self._weak].fv:
            self.superior = (markers + 1, markers)
        self.expect(event["side"] == strong, "BFS-30.6.1", "the weaker side has the markers")
        self.expect(event["markers"] == self.superior[0], "BFS-30.6.1", f"{event['markers']} markers")
        self.expect(len(event["uses"]) == markers, "BFS-30.6.6", f"uses: {event['uses']}")

    @property
    def _weak(self) -> int:
        assert self.weaker is not None
        return self.weaker

    # -- C, D, E ----------------------------------------------------------------------------------

    def _scenario(self) -> None:
        defensive = sum(force.defensive for force in self.forces)
        if self.options["scenario"]:
            fixed = self.options["scenario"]
            cheap = defensive == 1 and self.weaker is not None and self.forces[self.weaker].defensive
            worth = {**book.WORTH, **(book.CHEAPER if cheap else {})}[fixed]
        elif self.weaker is None and defensive == 1:
            fixed, worth = book.HINDER, 0  # BFS-30.4.4
        elif self.weaker is None or defensive == 2:
            fixed, worth = self._one_die(), 0
        else:
            faces = book.DEFENSIVE if defensive else book.UNEQUAL
            cheap = bool(defensive and self.forces[self.weaker].defensive)
            fixed, worth = self._several_dice(faces, cheap=cheap)
        event = self.take("scenario-fixed")
        self.expect(event["scenario"] == fixed, "BFS-30.3.C", f"{event['scenario']} is played, not {fixed}")
        self.expect(event["value"] == worth, "BFS-30.3.D", f"{fixed} is worth {event['value']}, not {worth}")
        self.scenario, self.worth = book.scenario(event["scenario"]), event["value"]
        if self.next_is("scenario-valued"):
            valued = self.take("scenario-valued")
            most = min(self.advantage, max(row["fsp"] for row in self.scenario["value"]))
            self.expect(
                fixed in book.VARIABLE and self.weaker is not None, "BFS-30.3.D.1", "it has one value"
            )
            self.expect(
                worth <= valued["value"] <= most, "BFS-30.3.D.1", f"worth {valued['value']} in the end"
            )
            self.worth = valued["value"]

    def _one_die(self) -> str:
        """BFS-30.3.C"""
        side = self.weaker or 0
        die = self.dice(side, 1, "BFS-30.3.C")["dice"][0]
        named = self.take("scenarios-named")
        self.expect(
            named["options"] == [book.EQUAL[die - 1]], "BFS-30.3.C", f"{die} names {named['options']}"
        )
        return book.EQUAL[die - 1]

    def _several_dice(self, faces: Sequence[str], *, cheap: bool) -> tuple[str, int]:
        """BFS-30.3.D, BFS-30.4.1, BFS-30.4.2"""
        rule = "BFS-30.4.1" if faces is book.DEFENSIVE else "BFS-30.3.D"
        roll = self.dice(self._weak, self.forces[self._weak].cp, rule)
        self.expect(not roll["rerolls"], rule, "scenario dice are not rolled again")
        worth = {**book.WORTH, **(book.CHEAPER if cheap else {})}
        keys = list(dict.fromkeys(faces[die - 1] for die in roll["dice"]))
        may = [key for key in keys if worth[key] <= self.advantage]
        named = self.take("scenarios-named")
        self.expect(named["options"] == may, rule, f"{roll['dice']}: {named['options']} for {may}")
        for offer in named["offers"]:
            key = offer["key"]
            self.expect(offer["value"] == worth[key], rule, f"{key} is offered for {offer['value']}")
            self.expect(
                offer["discardable"] == (cheap and key in book.CHEAPER), "BFS-30.4.2", f"{key} discarded"
            )
        if self.next_is("scenarios-discarded"):
            gone = self.take("scenarios-discarded")
            self.expect(
                cheap and set(keys) <= set(book.CHEAPER), "BFS-30.4.2", f"{keys} may not all be discarded"
            )
            self.expect(list(gone["scenarios"]) == keys, "BFS-30.4.2", f"{gone['scenarios']} for {keys}")
            return book.HINDER, 0
        if not may:
            self.checked["BFS-30.4.5" if faces is book.DEFENSIVE else "BFS-30.3.D, nothing to choose"] += 1
            return self._one_die(), 0
        chosen = self.events[self.at].get("scenario", "")
        self.expect(chosen in may, rule, f"{chosen} is not one of {may}")
        return chosen, worth.get(chosen, 0)

    def _fortifications(self) -> None:
        """BFS-30.3.E, BFS-29.9.3, BFS-29.9.4"""
        allowed = self.scenario.get("fortifications") == "weaker" and self.weaker is not None
        room = self.advantage - self.worth
        if not self.next_is("fortified"):
            self.expect(not allowed or room <= 0, "BFS-30.3.E", "nobody asks what is built")
            return
        event = self.take("fortified")
        self.expect(allowed and event["side"] == self.weaker, "BFS-30.3.E", "no fortifications here")
        cost = (event["elements"] + 1) // 2
        for kind, per_fsp in (("kobylica", 4), ("chevaux_de_frise", 3)):
            carried = event["carriers"].get(kind, {})
            cost += -(-sum(carried.values()) // per_fsp)
            self.expect(
                event["obstacles"].get(kind, 0) == sum(carried.values()), "BFS-29.9.3", f"{kind}: number"
            )
            for id_, number in carried.items():
                bases = self.of(self._weak)[id_].bases
                fair = number == bases if kind == "kobylica" else number <= bases
                self.expect(
                    fair and kind in self.units[id_].carries, "BFS-29.9.4", f"{number} {kind} for {id_}"
                )
                self.expect(id_ not in self.carriers, "BFS-29.9.4", f"{id_} carries two kinds")
                self.carriers.add(id_)
        self.expect(set(event["obstacles"]) <= {"kobylica", "chevaux_de_frise"}, "BFS-29.9.1", "caltrops")
        self.expect(event["fsp"] == cost <= room, "BFS-30.3.E", f"{event['fsp']} FSP for {cost} of {room}")
        self.spent = cost
