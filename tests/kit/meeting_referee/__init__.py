"""A referee who was not there: he reads the log of a meeting and works out every figure of it again.

He knows the two forces, what was agreed on and the table, and nothing of the code that made the log.

book        figures of the rule book, typed by hand; the scenarios' own files
log         events, dice, who was drawn
strength    A to E: who is weaker, the scenario, fortifications
effects     F: additional effects
field       G, H: terrain, reconnaissance
deployment  I: who is away, steps, robbers, forced marches
geometry    distances of terrain
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.kit.meeting_referee.deployment import Deployment
from tests.kit.meeting_referee.log import OutOfOrderError


class MeetingReferee(Deployment):
    """Reads a whole meeting, to the reminders of what comes later on the table."""

    # -- the whole --------------------------------------------------------------------------------

    def read(self) -> list[str]:
        """Reads the whole log; what was found wrong."""
        try:
            self._strength()
            self._step(2)
            self._scenario()
            self._fortifications()
            self._step(3)
            self._effects()
            self._step(4)
            self._terrain()
            self._step(5)
            self._reconnaissance()
            self._step(6)
            self._deployment()
            self._step(7)
            self._end()
        except OutOfOrderError as error:
            self.faults.append(f"out of order: {error}")
        return self.faults

    def _end(self) -> None:
        """BFS-30.3.J, BFS-33.15"""
        event = self.take("initiative-fixed")
        self.expect(event["initiative"] == self.weaker, "BFS-30.3.J", f"initiative: {event['initiative']}")
        self.told += self.while_next("reminded")
        found = Counter((one["rule"], one["side"], one["turn"]) for one in self.told)
        wanted = Counter(self._reminders())
        self.expect(found == wanted, "BFS-33.15", f"too many {found - wanted}, missing {wanted - found}")
        self.take("table-ready")
        self.expect(self.at == len(self.events), "BFS-30.3", "the log goes on")

    def _reminders(self) -> Iterator[tuple[str, int, int | None]]:
        """BFS-33.15: everything that has its moment on the table: rule, whose, turn."""
        yield "BFS-30.3.J", self.weaker or 0, 1
        if self.weaker is not None:
            yield from self._of_effects(self.weaker, 1 - self.weaker)
        if self.buyer is not None:
            yield from self._of_purchases(self.buyer, 1 - self.buyer)
        for side, robbers in self.robbers.items():
            yield from (("BFS-30.3.I.2", side, 1) for _ in robbers["losses"])
            if robbers["no_order"]:
                yield "BFS-30.3.I.1", side, 1

    def _of_effects(self, weak: int, strong: int) -> Iterator[tuple[str, int, int | None]]:
        have = Counter(effect["key"] for effect in self.received)
        tired = {"fatigue": "BFS-32.1.1", "exhaustion": "BFS-32.11"}
        for key, rule in tired.items():
            if have[key]:
                yield from ((each, strong, None) for each in (rule, "BFS-32.1.2", "BFS-32.1.3"))
        yield from [("BFS-32.2", weak, None)] * 2 * have["enthusiasm"]
        drawn = {effect["unit"] for effect in self.received if effect["key"] == "march_losses"}
        yield from (("BFS-32.3", strong, 1) for _ in drawn)
        yield from [("BFS-32.4", strong, None)] * have["insubordination"]
        if have["cowardly_commander"]:
            yield from [("BFS-32.5", strong, None)] * 2
        if have["delay"]:
            yield "BFS-32.6.1", strong, 2
        if have["unexpected_reinforcements"]:
            yield from (("BFS-32.7", weak, None), ("BFS-32.7.1", weak, 2), ("BFS-32.7.2", strong, 2))
        if have["panic"] and any(not self.units[id_].gun for id_ in self._formations(strong)):
            yield "BFS-32.8", strong, 1
        for effect in self.received:
            if effect["key"] == "good_bad_day":
                yield "BFS-32.10", weak if effect["choice"] == "good" else strong, None
        uses = ("BFS-30.6.2", "BFS-30.6.3", "BFS-30.6.4", "BFS-30.6.5")
        yield from ((rule, strong, None) for rule in uses[: self.superior[1]])

    def _of_purchases(self, own: int, enemy: int) -> Iterator[tuple[str, int, int | None]]:
        places = set(self.away.values())
        rows: dict[str, list[tuple[str, int, int | None]]] = {
            "decisive_moment": [("BFS-33.3", own, None)],
            "big_mouthed_prisoner": [("BFS-33.4", enemy, 1)],
            "forced_march": [("BFS-33.5.1", own, 0)] * len(self.marched),
            "flanking_maneuver": [
                ("BFS-33.6.2", own, None), ("BFS-33.6.3", own, None), ("BFS-33.6.4", enemy, None),
            ] * ("flank" in places),
            "ambush": [
                ("BFS-33.7.1", own, None), ("BFS-33.7.2", own, None), ("BFS-33.7.3", enemy, None),
            ] * ("ambush" in places),
            "splitting": [("BFS-33.9", enemy, 1)],
            "confusion": [("BFS-33.10", enemy, 1), ("BFS-33.10", own, 1)],
            "chaos": [("BFS-33.11", enemy, 1)],
            "outmaneuver": [("BFS-33.12", enemy, 1)],
            "cut_off_the_retreat": [("BFS-33.13", enemy, -1)],
        }  # fmt: skip
        for key, expected in rows.items():
            if self._times(key):
                yield from expected

    def markers(self) -> list[dict[str, int]]:
        """BFS-32.1.2, BFS-32.2, BFS-32.11: the markers of both sides at the end."""
        found: list[dict[str, int]] = [{}, {}]
        if self.weaker is not None:
            for effect in self.received:
                if effect["key"] in ("fatigue", "exhaustion"):
                    found[1 - self.weaker][effect["key"]] = 3
                elif effect["key"] == "enthusiasm":
                    found[self.weaker]["enthusiasm"] = 1
        return found
