"""Units on a table where the test puts them; dice and choices from the test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.engine import geometry
from rulesets.engine.geometry import Base
from rulesets.mail_pike_powder import charges, tables
from rulesets.mail_pike_powder.armies.profiles import UnitProfile
from rulesets.mail_pike_powder.armies.tables import weapons
from rulesets.mail_pike_powder.state import Command, Leader, Piece, Side, State, Unit, base_of
from tests.kit.scripted import PLAYERS, ScriptedBattle

KINDS: dict[str, dict[str, Any]] = {
    "foot": {"unit_class": "infantry", "weapon": "smoothbore_musket", "formations": (
        "line", "attack_column", "march_column", "skirmish", "square", "mixed")},
    "pikes": {"unit_class": "infantry", "pikes": True, "long": 0, "clash": 7, "sustained": 7, "formations": (
        "block", "hedgehog", "march_column")},
    "horse": {"unit_class": "cavalry", "mounted": True, "clash": 8, "sustained": 6, "short": 1, "long": 1,
              "weapon": "pistol", "formations": ("line", "attack_column", "march_column")},
    "light": {"unit_class": "cavalry", "mounted": True, "open_order": True, "clash": 4, "sustained": 4,
              "weapon": "smoothbore_carbine", "formations": ("skirmish", "line")},
    "shot": {"unit_class": "skirmishers", "open_order": True, "clash": 2, "sustained": 2, "stamina": 2,
             "weapon": "smoothbore_musket", "formations": ("skirmish",)},
    "gun": {"unit_class": "artillery", "clash": 1, "sustained": 1, "stamina": 2, "gun": "medium", "long": 0,
            "weapon": "medium_artillery", "dice_close": 3, "dice_medium": 2, "dice_long": 1,
            "formations": ("deployed", "limbered")},
    "baggage": {"unit_class": "baggage", "clash": 1, "sustained": 1, "short": 0, "long": 0, "stamina": 1,
                "formations": ("line",)},
}  # fmt: skip
"""What is not plain in the stat lines of the kinds of troops."""
_STATE = set(Unit.__slots__) - {"profile", "base", "formation"}


def profile(kind: str = "foot", **changes: Any) -> UnitProfile:
    """A stat line: Clash 5, Sustained 4, Short 2, Long 3, Morale 4, Stamina 3, and what its kind has."""
    values: dict[str, Any] = {
        "entry": f"test.{kind}", "name": kind, "label": kind, "clash": 5, "sustained": 4, "short": 2,
        "long": 3, "weapon": "", "morale": 4, "stamina": 3, "size": "standard",
        "mounted": False, "pikes": False,
        "heavy": False, "open_order": False, "gun": "", "dice_close": 0, "dice_medium": 0, "dice_long": 0,
        "special": (), "elite": 0, "points": 30, **KINDS[kind], **changes,
    }  # fmt: skip
    values.setdefault("range_in", weapons()[values["weapon"]].range_in if values["weapon"] else 0.0)
    return UnitProfile(**values)


def unit(
    id_: str, x: float, y: float, kind: str = "foot", formation: str = "", heading: float | None = None,
    **changes: Any,
) -> Unit:  # fmt: skip
    """A unit whose front has its middle there: `id_` begins with `a` (side 0, facing 90) or `b` (facing 270).

    State fields and profile values alike in `changes`.
    """
    state = {name: changes.pop(name) for name in list(changes) if name in _STATE}
    for name in ("stamina", "morale"):
        if name in state:
            changes[name] = state.pop(name)
    side = "ab".index(id_[0])
    told = profile(kind, **changes)
    made = Unit(
        id_, side, state.pop("command", f"{id_[0]}.c1"), id_, told, told.stamina, told.morale,
        formation or told.formations[0], status="field",
    )  # fmt: skip
    size = (4.0, 4.0) if made.formation == "building" else base_of(told, made.formation)
    made.base = Base(x, y, (90.0, 270.0)[side] if heading is None else heading, *size)
    for name, value in state.items():
        setattr(made, name, value)
    return made


class Table(ScriptedBattle):
    """A battle in the middle of turn 1 of side `active`: a commander of rating 8 to each battalia, the first
    of a side its general, 6 inches behind the table's middle.
    """

    state: State

    def __init__(
        self, *units: Unit, terrain: Iterable[Piece] = (), dice: Iterable[int] = (), active: int = 0,
        width: float = 72.0, depth: float = 48.0, level: str = "8", options: Mapping[str, Any] | None = None,
        contacts: Mapping[tuple[str, str], str] | None = None, joined: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        sides = [Side(index, name, "test", 1) for index, name in enumerate(PLAYERS)]
        state = State(width, depth, sides, turn=1, active=active, first=0, options=dict(options or {}))
        super().__init__(state, dice)
        for each in units:
            state.units[each.id] = each
        for side, letter in enumerate("ab"):
            own = [each for each in units if each.side == side]
            for number, name in enumerate(sorted({each.command for each in own} or {f"{letter}.c1"})):
                ids = tuple(each.id for each in own if each.command == name)
                state.commands[name] = Command(name, side, name, f"{name}.leader", ids, True)
                leader = Leader(f"{name}.leader", side, name, f"leader of {name}", level, number == 0)
                leader.x, leader.y, leader.placed = width / 2, (6.0, depth - 6.0)[side], True
                state.leaders[leader.id] = leader
        for id_, joins in (joined or {}).items():
            state.leaders[id_].attached = joins
        for piece in terrain:
            state.terrain[piece.id] = piece
        state.contacts.update(contacts or {})  # type: ignore[arg-type]
        if contacts is None:
            self._touch()

    def unit(self, id_: str) -> Unit:
        return self.state.units[id_]

    def _touch(self) -> None:
        """Note the contacts of units that are put into one another's faces."""
        state = self.state
        for one in state.on_field():
            for two in state.enemies(one):
                if geometry.touching(one.place, two.place) and geometry.contact_face(one.place, two.place):
                    state.contacts[one.id, two.id] = charges.face_of(one.place, two)


def facing(
    one: str = "foot", two: str = "foot", *, first: Mapping[str, Any] | None = None,
    second: Mapping[str, Any] | None = None, **table: Any,
) -> Table:  # fmt: skip
    """Two units front to front in the middle of the table: `a1` of a kind and `b1` of another."""
    return Table(
        unit("a1", 36.0, 24.0, one, **(first or {})), unit("b1", 36.0, 24.0, two, **(second or {})), **table
    )


def area(kind: str, x1: float, y1: float, x2: float, y2: float, id_: str = "t1") -> Piece:
    """A rectangle of terrain."""
    return Piece(id_, kind, (x1, y1, x2, y1, x2, y2, x1, y2))


def line(kind: str, *points: float, id_: str = "t1", width: float = 0.0) -> Piece:
    """A hedge, wall or stream; a road with a width."""
    return Piece(id_, kind, line=points, width=width or (2.0 if kind == "road" else 0.0))


FIGURES = tables.figures()
