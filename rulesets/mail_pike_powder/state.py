"""The state of a battle of Mail, Pike & Powder. Lengths in inches.

Nothing here decides anything: rules read the state and change it through events (events.py). Side 0 deploys
along y = 0 facing +y (heading 90), side 1 along y = depth facing -y (heading 270). Ids: battalias `a.c1`,
units `a.c1u2`, commanders `a.c1.leader`; `a` is side 0, `b` side 1. A battalia is a Command and its commander
a Leader, as in all systems.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from rulesets.engine.geometry import Base
from rulesets.engine.records import Shown, record
from rulesets.mail_pike_powder import tables
from rulesets.mail_pike_powder.armies.profiles import UnitProfile

Status = Literal["reserve", "field", "broken", "shattered", "destroyed", "left"]
Face = Literal["front", "flank", "rear"]

COLUMNS = frozenset({"attack_column", "march_column"})
LOOSE = frozenset({"skirmish"})


@dataclass(slots=True)
class Unit:
    """A unit. `status` "reserve": not deployed yet; `base` is None while it is not on the table.

    `casualties` may exceed its Stamina until the phase is over (MPP-C-18). `disordered`: its side's turn
    in which it became so, counted from 1, 0 if it is in order (MPP-7.4). Of this turn: `ordered` (it had
    an order or moved by itself), `moves` made, `traversed` (it has made traversing shots), `shot`,
    `faces` (of a square or building: bits of those that have shot). Of its
    combat: `rounds` fought, `charging`, `won` the last round. Once a battle: `fired` (its first volley),
    `steadied` (a break test passed or rolled again), `plugged` (bayonets fixed), `tested` (what it is
    worth is known). `worn`: casualties it came with.
    """

    id: str
    side: int
    command: str
    name: str
    profile: UnitProfile
    stamina: int
    morale: int
    formation: str
    base: Base | None = None
    status: Status = "reserve"
    casualties: int = 0
    disordered: int = 0
    ordered: bool = False
    moves: int = 0
    traversed: bool = False
    shot: bool = False
    faces: int = 0
    rounds: int = 0
    charging: bool = False
    won: bool = False
    fired: bool = False
    steadied: bool = False
    plugged: bool = False
    tested: bool = True
    worn: int = 0

    @property
    def on_field(self) -> bool:
        return self.status == "field"

    @property
    def shaken(self) -> bool:
        """Return whether its casualties have reached its Stamina (MPP-1.1.a, MPP-C-18)."""
        return self.casualties >= self.stamina

    @property
    def excess(self) -> int:
        """Return the casualties beyond its Stamina (MPP-C-18)."""
        return max(0, self.casualties - self.stamina)

    @property
    def unsteady(self) -> bool:
        """Return whether it is shaken or disordered (MPP-8.1.c, MPP-9.2.a)."""
        return self.disordered > 0 or self.shaken

    @property
    def place(self) -> Base:
        """Return the base of a unit on the table; raises LookupError for one that is not."""
        if self.base is None:
            raise LookupError(f"{self.id} is not on the table")
        return self.base

    @property
    def foot(self) -> bool:
        return not self.profile.mounted and self.unit_class in ("infantry", "skirmishers")

    @property
    def horse(self) -> bool:
        """Return whether it fights as cavalry: dragoons fight as foot."""
        return self.unit_class == "cavalry"

    @property
    def unit_class(self) -> str:
        return self.profile.unit_class

    @property
    def loose(self) -> bool:
        """Return whether it is in skirmish or open order (MPP-4.1)."""
        return self.formation in LOOSE

    @property
    def guns(self) -> bool:
        return self.unit_class == "artillery"

    def has(self, rule: str) -> bool:
        """Return whether it has a special rule of that name (MPP-C-35)."""
        return rule in self.profile.special

    def to_json(self) -> dict[str, Any]:
        base = self.base
        return {
            "id": self.id, "side": self.side, "command": self.command, "name": self.name,
            "entry": self.profile.entry, "type": self.unit_class, "formation": self.formation,
            "base": None if base is None else [base.x, base.y, base.heading, base.width, base.depth],
            "status": self.status, "stamina": self.stamina, "morale": self.morale,
            "casualties": self.casualties, "left": max(0, self.stamina - self.casualties),
            "shaken": self.shaken, "disordered": self.disordered > 0, "since": self.disordered,
            "ordered": self.ordered, "moves": self.moves, "traversed": self.traversed, "shot": self.shot,
            "faces": self.faces,
            "rounds": self.rounds, "charging": self.charging, "won": self.won, "fired": self.fired,
            "steadied": self.steadied, "plugged": self.plugged, "tested": self.tested, "worn": self.worn,
        }  # fmt: skip


@dataclass(slots=True)
class Leader(Shown):
    """A commander: a point while free, with a unit while `attached`. `commander_in_chief`: the general.

    Of this turn: `spent` (he gives no more orders), `ordered` (he has given one), `moved`, `rerolled` (the
    general's reroll). `fallen`: the first who led the battalia is dead, whoever leads it now.
    """

    id: str
    side: int
    command: str
    name: str
    level: str
    commander_in_chief: bool
    mounted: bool = True
    x: float = 0.0
    y: float = 0.0
    placed: bool = False
    attached: str = ""
    alive: bool = True
    fallen: bool = False
    spent: bool = False
    ordered: bool = False
    moved: bool = False
    rerolled: bool = False

    @property
    def rating(self) -> int:
        """Return the command rating (MPP-C-05)."""
        return int(self.level)


@dataclass(slots=True)
class Command(Shown):
    """A battalia (MPP-C-04). `broken`: as its morale was last checked (MPP-7.1.a)."""

    id: str
    side: int
    name: str
    leader: str
    units: tuple[str, ...]
    deployed: bool = False
    broken: bool = False


@dataclass(slots=True)
class Side(Shown):
    """One army: its name, its list's name, and its turns so far."""

    index: int
    name: str
    army: str
    turns: int = 0


@record
class Piece(Shown):
    """A terrain piece: an area with an `outline` (x1, y1, x2, y2 ...), or a `line` with or without a
    width.
    """

    id: str
    kind: str
    outline: tuple[float, ...] = ()
    line: tuple[float, ...] = ()
    width: float = 0.0
    placed_by: int = -1


@dataclass(slots=True)
class State:
    """The whole battle. `contacts[(attacker, target)]`: the face of `target` that `attacker`'s front touches.

    `turn` is 0 during setup, a turn being one of each side (MPP-C-13); `active`: whose it is. `phase`:
    command, shooting, combat or "". `first`: who moves first.
    """

    width: float
    depth: float
    sides: list[Side]
    units: dict[str, Unit] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    commands: dict[str, Command] = field(default_factory=dict)
    terrain: dict[str, Piece] = field(default_factory=dict)
    contacts: dict[tuple[str, str], Face] = field(default_factory=dict)
    turn: int = 0
    max_turns: int = 8
    active: int = -1
    phase: str = ""
    first: int = -1
    silenced: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    def on_field(self, side: int | None = None) -> Iterator[Unit]:
        """Yield units on the table, in a fixed order; of one side or of both."""
        for unit in self.units.values():
            if unit.status == "field" and (side is None or unit.side == side):
                yield unit

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """Yield the enemies of a unit on the table."""
        return self.on_field(1 - unit.side)

    def engaged_with(self, unit: str) -> list[Unit]:
        """Return the enemies in contact with a unit, whoever's front touches."""
        found = {b if a == unit else a: None for a, b in self.contacts if unit in (a, b)}
        return [self.units[id_] for id_ in found]

    def engaged(self, unit: str) -> bool:
        return bool(self.contacts) and any(unit in pair for pair in self.contacts)

    def leader_of(self, unit: Unit) -> Leader | None:
        """Return the living commander of a unit's battalia."""
        command = self.commands.get(unit.command)
        leader = self.leaders.get(command.leader) if command else None
        return leader if leader is not None and leader.alive else None

    def general(self, side: int) -> Leader | None:
        """Return the living general of a side."""
        return next(
            (each for each in self.leaders.values()
             if each.side == side and each.commander_in_chief and each.alive), None,
        )  # fmt: skip

    def joined(self, unit: str) -> list[Leader]:
        """Return the commanders who have joined a unit."""
        return [each for each in self.leaders.values() if each.attached == unit and each.alive]

    def to_json(self) -> dict[str, Any]:
        return {
            "width": self.width, "depth": self.depth, "turn": self.turn, "max_turns": self.max_turns,
            "active": self.active, "phase": self.phase, "first": self.first, "silenced": self.silenced,
            "options": self.options,
            "sides": [side.to_json() for side in self.sides],
            "commands": [command.to_json() for command in self.commands.values()],
            "leaders": [leader.to_json() for leader in self.leaders.values()],
            "units": [unit.to_json() for unit in self.units.values()],
            "terrain": [piece.to_json() for piece in self.terrain.values()],
            "contacts": [[a, b, face] for (a, b), face in self.contacts.items()],
        }  # fmt: skip


def quarter(base: Base, other: Base) -> int:
    """Return which face of a base another lies before: 0 front, 1 left, 2 rear, 3 right."""
    dx, dy = other.cx - base.cx, other.cy - base.cy
    ahead, left = dx * base.fx + dy * base.fy, dy * base.fx - dx * base.fy
    if abs(ahead) >= abs(left):
        return 0 if ahead > 0 else 2
    return 1 if left > 0 else 3


def base_of(profile: UnitProfile, formation: str) -> tuple[float, float]:
    """Return width and depth of a unit's base in a formation, in inches; large units are a third wider, small
    ones a third narrower.
    """
    if profile.unit_class == "artillery":
        arm = "guns"
    elif profile.unit_class == "baggage":
        arm, formation = "baggage", "line"  # wagons look alike in every order
    else:
        arm = "horse" if profile.mounted else "foot"
    width, depth = tables.footprint(arm, formation)
    factor = {"large": 4 / 3, "small": 2 / 3, "tiny": 1 / 2}.get(profile.size, 1.0)
    return round(width * factor, 2), depth
