"""The log of a meeting, read from its first line to its last: events, dice, who was drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Force, ForceUnit

Event = Mapping[str, Any]


class OutOfOrderError(Exception):
    """The log does not go on as a meeting does: nothing after it can be read."""


class Log:
    """Reads the events of a meeting; `faults`: what is wrong in them, `checked`: how often which rule was
    looked at.
    """

    def __init__(
        self, forces: tuple[Force, Force], options: Mapping[str, Any], table: tuple[float, float],
        events: Sequence[Event],
    ) -> None:  # fmt: skip
        self.forces, self.options, self.table = forces, options, table
        self.events = list(events)
        self.at = 0
        self.weaker: int | None = None
        self.faults: list[str] = []
        self.checked: Counter[str] = Counter()
        self.units = {f"{'ab'[s]}.{u.id}": u for s in (0, 1) for u in forces[s].units}
        self.away: dict[str, str] = {}
        self.terrain: list[dict[str, Any]] = []
        self.insubordinate: set[str] = set()
        self.have: Counter[str] = Counter()
        self.received: list[dict[str, Any]] = []
        self.squadrons: list[dict[str, Any]] = []
        self.bought: list[Event] = []
        self.marched: list[tuple[str, ...]] = []
        self.robbers: dict[int, dict[str, Any]] = {}
        self.carriers: set[str] = set()
        self.late: set[str] = set()
        self.superior: tuple[int, int] = (0, 0)
        self.buyer: int | None = None
        self.spent = 0
        self.lost: Counter[str] = Counter()
        self.standing: dict[str, tuple[str, ...]] = {}

    # -- reading ----------------------------------------------------------------------------------

    def expect(self, true: object, rule: str, words: str) -> None:
        """Notes a fault unless `true`."""
        self.checked[rule] += 1
        if not true:
            self.faults.append(f"{rule}, at {self.at}: {words}")

    def next_is(self, kind: str, **values: object) -> bool:
        """Whether the next event is of that kind and has these values."""
        if self.at >= len(self.events):
            return False
        event = self.events[self.at]
        return event["kind"] == kind and all(event.get(key) == value for key, value in values.items())

    def take(self, kind: str) -> dict[str, Any]:
        """The next event, which must be of that kind."""
        if not self.next_is(kind):
            found = self.events[self.at]["kind"] if self.at < len(self.events) else "the end"
            raise OutOfOrderError(f"{kind} at {self.at}, but there is {found}")
        self.at += 1
        return dict(self.events[self.at - 1])

    def while_next(self, kind: str, **values: object) -> Iterator[dict[str, Any]]:
        """The events of a kind that follow one another."""
        while self.next_is(kind, **values):
            yield self.take(kind)

    def dice(self, side: int, count: int, rule: str) -> dict[str, Any]:
        """The next roll: so many ten-sided dice of a side."""
        roll = dict(self.take("rolled")["roll"])
        self.expect(roll["side"] == side, rule, f"{roll['purpose']}: side {roll['side']} rolls, not {side}")
        self.expect(
            len(roll["dice"]) == count and roll["sides"] == 10, rule, f"{roll['dice']}: not {count}d10"
        )
        return roll

    def drawn(self, side: int, among: Sequence[str], rule: str) -> str:
        """Who was drawn by the next roll of several, each being as likely; no die where there is only one."""
        if len(among) == 1:
            return among[0]
        count = len(str(len(among) - 1))
        roll = self.dice(side, count, rule)
        dice = list(roll["dice"])
        thrown = [list(dice)]
        for at, value, _ in roll["rerolls"]:
            if at == 0:
                thrown.append([])
            thrown[-1].append(value)
        share = 10**count // len(among)
        places = []
        for each in thrown:
            number = int("".join(str(die % 10) for die in each)) or 10**count
            places.append((number - 1) // share)
        self.expect(all(at >= len(among) for at in places[:-1]), rule, f"{thrown}: rolled again for nothing")
        self.expect(places[-1] < len(among), rule, f"{thrown[-1]} draws none of {len(among)}")
        found: str = among[min(places[-1], len(among) - 1)]
        self.expect(roll["unit"] == found, rule, f"{thrown[-1]} draws {found}, not {roll['unit']}")
        return found

    def _step(self, number: int) -> None:
        """A step of the meeting begins."""
        self.expect(self.take("step-began")["step"] == number, "BFS-30.3", f"step {number} does not begin")

    def of(self, side: int) -> dict[str, ForceUnit]:
        """The units of a side by their ids, in the order of its list."""
        return {id_: unit for id_, unit in self.units.items() if id_[0] == "ab"[side]}
