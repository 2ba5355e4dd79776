"""The state of a Snaphance battle: the map, sides, command groups, Generals, stands, ongoing melees.

Nothing here decides anything: rules read the state and change it through events. Side 0 stands at the bottom
of the map (high rows) and faces north, side 1 at the top and faces south. Ids: command groups `a.c1`, stands
`a.c1u2`, Generals `a.c1.leader`; `a` is side 0, `b` side 1. JSON calls them commands, units and leaders, as
every system does, and names hexes by their labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from rulesets.engine.records import record
from rulesets.snaphance import hexes
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.ground import Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.sheet import Sheet

Status = Literal["reserve", "field", "destroyed", "fled", "pursued"]
"""`reserve`: not on the map yet; `fled`: off the board in retreat (SN-12.0.h); `pursued`: off it in pursuit,
which costs no break points (SN-13.0.h).
"""

Mode = Literal["", "forward", "backward", "sideways", "rear", "free"]
"""What a single move has been so far: "" not begun, `rear` a turn to the rear (SN-4.3.a), `free` that of the
classes that move in any direction (SN-4.1.a).
"""


class _Part:
    """A part of the state that is shown as JSON by its fields."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        return {
            _NAMES.get(each.name, each.name): _json(getattr(self, each.name))
            for each in fields(self)  # type: ignore[arg-type]  # every part is a dataclass
        }


_NAMES = {"group": "command", "stands": "units"}
"""What JSON calls some fields, as every system does."""


def _json(value: Any) -> Any:
    """Return a value of a field as JSON: a hex by its label."""
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(each, int) for each in value):
        return hexes.label(value)
    if isinstance(value, (list, tuple)):
        return [_json(each) for each in value]
    if isinstance(value, dict):
        return {key: _json(each) for key, each in value.items()}
    return value.to_json() if isinstance(value, _Part) else value


@dataclass(slots=True, eq=False)
class Stand(_Part):
    """A stand with the ranks attached to it in its hex (SN-1.2.a, SN-8.4.a): itself alone equals it.

    `ranks`: the SP left in each rank, the front one first; ranks that are gone are not in it. `moved`: it has
    acted in this round (SN-1.4.d). `opportunity`: SN-6.1.c; `turned`: it has turned its one face on
    opportunity in this activation of its group; `tried`: it has taken its test for opportunity in it.
    `arrives`: the round in which it comes from the reserve, 0 for one that is deployed. `worn`: the SP that
    it had lost before the battle.
    """

    id: str
    side: int
    group: str
    name: str
    profile: StandProfile
    ranks: list[int]
    hex: Hex | None = None
    facing: int = 1
    status: Status = "reserve"
    disordered: bool = False
    opportunity: bool = False
    moved: bool = False
    turned: bool = False
    tried: bool = False
    arrives: int = 0
    worn: int = 0

    @property
    def sp(self) -> int:
        """Return the current SP of the front stand (SN-1.3.a, SN-8.4.c)."""
        return self.ranks[0] if self.ranks else 0

    @property
    def losses(self) -> int:
        """Return the permanent SP losses of the front stand (SN-8.0.b)."""
        return self.profile.sp - self.sp

    @property
    def ranks_lost(self) -> int:
        """Return how many of its ranks have been removed in this battle (SN-14.0.a)."""
        return self.ranks_brought - len(self.ranks)

    @property
    def ranks_brought(self) -> int:
        """Return with how many ranks it came: those worn away before are not lost again (SN-8.4.b)."""
        # Rounded up, for a rank that is worn in part is still there.
        return -(-(self.profile.sp * self.profile.ranks - self.worn) // self.profile.sp)

    @property
    def on_field(self) -> bool:
        return self.status == "field"

    @property
    def place(self) -> Hex:
        """The hex of a stand that is on the map; raises LookupError for one that is not."""
        if self.hex is None:
            raise LookupError(f"{self.id} is not on the map")
        return self.hex

    @property
    def front(self) -> tuple[Hex, Hex]:
        """Return its two front hexes, the right one first (SN-4.0.c)."""
        return hexes.front(self.place, self.facing)

    def faces(self, place: Hex) -> bool:
        """Return whether `place` is one of its two front hexes."""
        return place in self.front

    def to_json(self) -> dict[str, Any]:
        value = _Part.to_json(self) | {"entry": self.profile.entry, "type": self.profile.code}
        del value["profile"]
        # Left out where it is 0, so that the JSON of older battles, and their hashes, stay the same.
        if not self.worn:
            del value["worn"]
        return value


@dataclass(slots=True)
class General(_Part):
    """A General (SN-1.1.a, SN-1.2.c): no stand, without SP or zone of control.

    `command_range` in H; `replacement`: a poor one who came for a General who fell (SN-3.2.d). `attached`:
    the id of a stand (SN-3.1.c). Within an activation of the group: `moved`: this General's move is made
    (SN-3.1.a); `helping`: the stands assisted in Order Tests, which bind the General (SN-3.1.b).
    `returns`: the round in which a replacement appears, 0 if none is to come.
    """

    id: str
    side: int
    group: str
    name: str
    level: str
    initiative: int
    command_range: int
    hex: Hex | None = None
    attached: str = ""
    alive: bool = True
    replacement: bool = False
    returns: int = 0
    moved: bool = False
    helping: tuple[str, ...] = ()


@dataclass(slots=True)
class Group(_Part):
    """A command group (SN-1.1.a): its General and its stands; `activated` in this round (SN-1.4.a)."""

    id: str
    side: int
    name: str
    leader: str
    stands: tuple[str, ...]
    deployed: bool = False
    activated: bool = False


@dataclass(slots=True)
class Side(_Part):
    """One army: `break_points` at the start and `break_at` so many lost (SN-14.0.b); `training` SN-4.5.d."""

    index: int
    name: str
    army: str
    training: Literal["well_trained", "poorly_trained", "unspecified"]
    break_points: int
    break_at: int


@record
class Melee(_Part):
    """An ongoing melee (SN-11.3.a): its Battle Stands, side 0's first, and who supports which side.

    `fought`: the groups in whose activation of this round it has been fought (SN-11.3.b). `began`: the side
    that made the contact, for which obstacles and bounces ask (SN-11.1.d).
    """

    stands: tuple[str, str]
    supporters: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    began: int = 0


@dataclass(slots=True)
class Move(_Part):
    """The single move that is under way (SN-4.0.g), of one stand or of a group.

    `mp`: MP of the move, `left`: of those left. `entered`: hexes entered in it. `turned`: faces turned in it
    (SN-4.2.b). `start`: hex and facing of each stand when it began; `path`: the hexes that the first stand
    has entered. `over`: nothing more may be done in it.
    """

    mp: int
    left: int
    start: dict[str, tuple[Hex, int]]
    mode: Mode = ""
    entered: int = 0
    turned: int = 0
    over: bool = False
    path: list[Hex] = field(default_factory=list)


@dataclass(slots=True)
class Activation(_Part):
    """What the stands that act now have done in this activation (SN-4.0.h): one, or several as a group.

    `moves`: single moves begun. `move`: the one under way. `hexes`: entered in all of them (SN-7.2.b, .d);
    `backward`: of those backwards (SN-4.7.b). `fired`, and by which of a group (`fired_by`); `bound`: it said
    that it would move after firing (SN-7.2.c, SN-7.3.b), so one move is left to it. `begun`: it has done
    anything (SN-6.1.a). `recovered`: it has taken its recovery test. `held`: it may not move, fire or go
    onto opportunity any more (SN-9.0.b). `over`: it has finished.
    `evaded`: who has evaded from whom, as `evader attacker`: in which single moves of the attacker
    (SN-5.0.e). `no_bonus`: who has lost its Charge Bonus to opportunity fire (SN-7.4.1.1.b). `answer`: the
    enemy who will charge it when it has fired (SN-6.2.e).
    """

    stands: tuple[str, ...]
    moves: int = 0
    move: Move | None = None
    hexes: int = 0
    backward: int = 0
    fired: bool = False
    fired_by: tuple[str, ...] = ()
    bound: bool = False
    begun: bool = False
    recovered: bool = False
    held: bool = False
    over: bool = False
    evaded: dict[str, list[int]] = field(default_factory=dict)
    no_bonus: tuple[str, ...] = ()
    answer: str = ""

    @property
    def stand(self) -> str:
        """The stand that acts; the first of a group."""
        return self.stands[0]


@record
class Plan:
    """What is settled before a battle and never changes in it (SN-C-setup).

    `zones`: where each side deploys; `placements`: hex and facing of stands that stand there from the start;
    `posts`: the hexes that Generals have from the start, by group; `entries`: by which hexes a stand enters
    that comes later; `at_the_end`: who wins when the last round is over and nobody is broken: "share",
    "draw", "first" or "second".
    """

    zones: tuple[frozenset[Hex], frozenset[Hex]] = (frozenset(), frozenset())
    placements: Mapping[str, tuple[Hex, int]] = field(default_factory=dict)
    posts: Mapping[str, Hex] = field(default_factory=dict)
    entries: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    at_the_end: str = "share"


@dataclass(slots=True)
class State:
    """The whole battle; `viewing` says how it is drawn. `turn` is the round (SN-1.4.a), 0 during deployment.

    `map` and `sheet` (the effective Summary Sheet) never change in a battle. `occupied`: the stands on each
    hex, updated by the events; two only while one passes through another. `active`: the side whose group is
    activated (-1 outside), `active_group` that group. `declared`: the groups that the sides have declared for
    the next initiative throw (SN-1.4.b). `melees`: the ongoing ones. `most_rounds`: 0 for no limit. `lost`:
    break points lost by side (SN-14.0.b). `intercepted`: who has been charged on opportunity, and in which
    activation of a group: at most once in each (SN-6.2.b).
    """

    map: Map
    sheet: Sheet
    sides: list[Side]
    stands: dict[str, Stand] = field(default_factory=dict)
    generals: dict[str, General] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    occupied: dict[Hex, tuple[str, ...]] = field(default_factory=dict)
    melees: list[Melee] = field(default_factory=list)
    turn: int = 0
    most_rounds: int = 0
    active: int = -1
    active_group: str = ""
    declared: dict[int, str] = field(default_factory=dict)
    activation: Activation | None = None
    lost: list[int] = field(default_factory=lambda: [0, 0])
    options: dict[str, Any] = field(default_factory=dict)
    plan: Plan = field(default_factory=Plan)
    intercepted: dict[str, str] = field(default_factory=dict)

    # -- reading ------------------------------------------------------------------------------

    def on_field(self, side: int | None = None) -> Iterator[Stand]:
        """Yield stands on the map in a fixed order; of one side or of both."""
        for stand in self.stands.values():
            if stand.status == "field" and (side is None or stand.side == side):
                yield stand

    def stand_at(self, place: Hex) -> Stand | None:
        """Return the stand on a hex (the one that came last while one passes through another)."""
        found = self.occupied.get(place)
        return self.stands[found[-1]] if found else None

    def enemy_at(self, place: Hex, side: int) -> Stand | None:
        """Return the stand of `side`'s enemy on a hex."""
        found = self.stand_at(place)
        return found if found is not None and found.side != side else None

    def friend_at(self, place: Hex, side: int) -> Stand | None:
        """Return the stand of `side` on a hex."""
        found = self.stand_at(place)
        return found if found is not None and found.side == side else None

    def general_of(self, stand: Stand) -> General | None:
        """Return the living General of the stand's own group, None if it has none (SN-3.0.a)."""
        general = self.generals.get(self.groups[stand.group].leader)
        return general if general is not None and general.alive else None

    def attached_general(self, stand: Stand) -> General | None:
        """Return the General attached to the stand, if any (SN-3.1.c, SN-3.2.a)."""
        general = self.generals.get(self.groups[stand.group].leader)
        if general is None or general.attached != stand.id:
            return None
        return general if general.alive else None

    def melees_of(self, stand: str) -> list[Melee]:
        """Return the ongoing melees that a stand is in, as Battle Stand or as supporter."""
        return [melee for melee in self.melees if stand in melee.stands or stand in melee.supporters]

    def in_melee(self, stand: str) -> bool:
        """Return whether a stand is in an ongoing melee, as Battle Stand or as supporter."""
        # Asked of every stand again and again, and most often there is no melee at all.
        melees = self.melees
        return bool(melees) and any(stand in melee.stands or stand in melee.supporters for melee in melees)

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.turn, "most_rounds": self.most_rounds, "active": self.active,
            "active_group": self.active_group, "lost": list(self.lost),
            "declared": {str(side): group for side, group in self.declared.items()},
            "activation": _json(self.activation),
            "sides": _json(self.sides), "commands": _json([*self.groups.values()]),
            "leaders": _json([*self.generals.values()]), "units": _json([*self.stands.values()]),
            "melees": _json(self.melees),
            "intercepted": dict(self.intercepted), "options": self.options,
        }  # fmt: skip


def enemy(side: int) -> int:
    """Return the other side."""
    return 1 - side
