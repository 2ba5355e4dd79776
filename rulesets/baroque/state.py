"""The state of a Baroque battle: sides, commands, leaders, units, terrain. Lengths in BU.

Nothing here decides anything: rules read the state and change it through events (events.py). Side 0 deploys
along y = 0 facing +y (heading 90), side 1 along y = depth facing -y (heading 270). Ids: commands `a.c1`,
units `a.c1u2`, leaders `a.c1.leader`, baggage `a.baggage`; `a` is side 0, `b` side 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from rulesets.baroque.armies import UnitProfile
from rulesets.engine.geometry import Base
from rulesets.engine.records import Shown, record

Status = Literal["reserve", "field", "routed", "dispersed", "destroyed", "withdrawn", "left"]
Face = Literal["front", "side", "flank", "rear"]

ON_FIELD: Status = "field"
ELIMINATED: frozenset[str] = frozenset({"routed", "dispersed", "destroyed", "left"})
BAGGAGE = "BAG"


@dataclass(slots=True)
class Unit:
    """A Unit on the table (or its Baggage, type BAG). BQ-2.5: fresh or exhausted follows from `losses`.

    Its base stays whole until it is removed (BQ-0.3). Its fields are what markers show on a table (BQ-1.5).

    `moves`, `evasions`, `reacted`, `activated` and `disengaged` count within the turn. `status` "reserve"
    means not yet deployed; `base` is None while it is not on the table. `worn`: those of its losses that it
    had before the battle.
    """

    id: str
    side: int
    command: str
    name: str
    profile: UnitProfile
    base: Base | None = None
    status: Status = "reserve"
    losses: int = 0
    disordered: bool = False
    reacted: bool = False
    activated: bool = False
    moves: int = 0
    evasions: int = 0
    cannot_rally: bool = False
    discipline_bonus: int = 0
    cohesion_bonus: int = 0
    volley_fired: bool = False
    pistols_fired: bool = False
    lance_used: bool = False
    disengaged: bool = False
    worn: int = 0

    @property
    def vbu(self) -> int:
        """Return the current VBU after permanent losses (Disorder is not in it, BQ-2.5.3.a)."""
        return self.profile.vbu - self.losses

    @property
    def exhausted(self) -> bool:
        """Return whether the current VBU is below half of the original (BQ-2.5.1.a)."""
        # Twice the VBU rather than half of the original, so that the comparison stays one of whole numbers.
        return 2 * self.vbu < self.profile.vbu

    @property
    def came_exhausted(self) -> bool:
        """Return whether it was exhausted before the battle began (BQ-2.5.1.a)."""
        return 2 * (self.profile.vbu - self.worn) < self.profile.vbu

    @property
    def on_field(self) -> bool:
        return self.status == ON_FIELD

    @property
    def place(self) -> Base:
        """Return the base of a unit that is on the table; raise LookupError for one that is not."""
        if self.base is None:
            raise LookupError(f"{self.id} is not on the table")
        return self.base

    def to_json(self) -> dict[str, Any]:
        base = self.base
        return {
            "id": self.id, "side": self.side, "command": self.command, "name": self.name,
            "entry": self.profile.entry, "type": self.profile.type,
            "base": None if base is None else [base.x, base.y, base.heading, base.width, base.depth],
            "status": self.status, "vbu": self.vbu, "losses": self.losses, "exhausted": self.exhausted,
            "disordered": self.disordered, "reacted": self.reacted, "activated": self.activated,
            "moves": self.moves, "evasions": self.evasions, "cannot_rally": self.cannot_rally,
            "discipline_bonus": self.discipline_bonus, "cohesion_bonus": self.cohesion_bonus,
            "volley_fired": self.volley_fired, "pistols_fired": self.pistols_fired,
            "lance_used": self.lance_used, "disengaged": self.disengaged,
            **({"worn": self.worn} if self.worn else {}),
        }  # fmt: skip


@dataclass(slots=True)
class Leader(Shown):
    """A Leader (BQ-2.6.1): a point while free, with a unit while attached.

    `moved` is what was used of 4 BU in this activation of the command; `settled`: the level cannot
    change any more.
    `joined` / `left`: a unit in this activation; `barred`: the unit was destroyed, so
    no other may be joined before the command's next activation.
    """

    id: str
    side: int
    command: str
    name: str
    level: str
    commander_in_chief: bool
    x: float = 0.0
    y: float = 0.0
    placed: bool = False
    attached: str = ""
    alive: bool = True
    level_changed: bool = False
    settled: bool = False
    moved: float = 0.0
    joined: bool = False
    left: bool = False
    barred: bool = False


@dataclass(slots=True)
class Command(Shown):
    """A Command. `vdc`: VD at the start (BQ-9.1.g); `activated`: this turn; `broken`: at its break point."""

    id: str
    side: int
    name: str
    leader: str
    units: tuple[str, ...]
    vdc: int
    deployed: bool = False
    activated: bool = False
    broken: bool = False


@dataclass(slots=True)
class Side(Shown):
    """One army. `vdt` at the start (BQ-9.1.a); `exploration_dice` and `destiny` rolls still unused."""

    index: int
    name: str
    army: str
    structure: str
    vdt: int
    exploration_dice: int
    destiny: int
    camp_followers: bool
    fortified_baggage: bool
    baggage_sacked: bool = False


@record
class Piece(Shown):
    """A terrain piece: an area, of which only the outline counts (BQ-3.1.a), or a line.

    `kind` is a key of the terrain tables (gentle_hill, wood, village, linear_obstacle, road, river ...).
    `outline`: a convex polygon (x1, y1, x2, y2 ...). `line`: a polyline, for roads and rivers of `width`; on
    a hill its ridge. `placed_by`: a side or -1. `options`: what it cost in the terrain procedure (BQ-3.3.e).
    `enclosed`: bordered by linear obstacles. `crossings`: fords and bridges of a river as (kind, x, y).
    """

    id: str
    kind: str
    outline: tuple[float, ...] = ()
    line: tuple[float, ...] = ()
    placed_by: int = -1
    options: int = 0
    ridge: bool = False
    blocks_sight: bool = False
    enclosed: bool = False
    width: float = 0.0
    crossings: tuple[tuple[str, float, float], ...] = ()


@dataclass(slots=True)
class Activation(Shown):
    """What the unit that is active now has done in this activation (BQ-4.1.1.e).

    `march`: movement actions made; `reserved`: those it may make in all, what it had made when it shot plus
    what it paid for then (BQ-6.1.3.2.b; -1: not shot yet, or nothing to pay); `done`: nothing more is
    allowed; `last_kind`: of movement; `turned`: a light gun has turned (BQ-5.3.a); `passed_through`: its last
    movement action passed a friend (BQ-6.1.3.3).
    """

    unit: str
    rallied: bool = False
    acted: bool = False
    march: int = 0
    shots: int = 0
    reserved: int = -1
    march_over: bool = False
    last_kind: str = ""
    turned: bool = False
    passed_through: bool = False
    done: bool = False


@dataclass(slots=True)
class State:
    """The whole battle. `contacts[(attacker, target)]` is the face of `target` that `attacker`'s front
    touches.

    `turn` is 0 during setup. `active`: the side whose command is activated now (-1 outside). `river`: dry,
    normal, deep or "" (no river). `first`: the First Player of BQ-3.3 (-1 before).
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
    max_turns: int = 16
    active: int = -1
    active_command: str = ""
    activation: Activation | None = None
    first: int = -1
    river: str = ""
    options: dict[str, Any] = field(default_factory=dict)

    # -- reading ------------------------------------------------------------------------------

    def on_field(self, side: int | None = None) -> Iterator[Unit]:
        """Yield units and Baggage on the table, in a fixed order; of one side or of both."""
        for unit in self.units.values():
            if unit.status == "field" and (side is None or unit.side == side):
                yield unit

    def engaged_with(self, unit: str) -> list[Unit]:
        """Return the enemies in melee contact with `unit`, whoever's front touches (BQ-7.1.a)."""
        found = {b if a == unit else a: None for a, b in self.contacts if unit in (a, b)}
        return [self.units[id_] for id_ in found]

    def engaged(self, unit: str) -> bool:
        return bool(self.contacts) and any(unit in pair for pair in self.contacts)

    def is_active(self, unit: Unit) -> bool:
        """Return whether the unit is in the middle of its activation."""
        activation = self.activation
        return activation is not None and activation.unit == unit.id and not activation.done

    def leader_of(self, unit: Unit) -> Leader | None:
        """Return the living Leader of the unit's own Command, None if lost or gone (BQ-6.2.2.c)."""
        command = self.commands.get(unit.command)
        leader = self.leaders.get(command.leader) if command else None
        return leader if leader is not None and leader.alive else None

    def attached_leader(self, unit: str) -> Leader | None:
        """Return the Leader attached to the unit, if any."""
        for leader in self.leaders.values():
            if leader.attached == unit and leader.alive:
                return leader
        return None

    def to_json(self) -> dict[str, Any]:
        activation = self.activation
        return {
            "width": self.width, "depth": self.depth, "turn": self.turn, "max_turns": self.max_turns,
            "active": self.active, "active_command": self.active_command, "first": self.first,
            "river": self.river, "options": self.options,
            "activation": None if activation is None else activation.to_json(),
            "sides": [side.to_json() for side in self.sides],
            "commands": [command.to_json() for command in self.commands.values()],
            "leaders": [leader.to_json() for leader in self.leaders.values()],
            "units": [unit.to_json() for unit in self.units.values()],
            "terrain": [piece.to_json() for piece in self.terrain.values()],
            "contacts": [[a, b, face] for (a, b), face in self.contacts.items()],
        }  # fmt: skip


def enemy(side: int) -> int:
    """Return the other side."""
    return 1 - side
