"""A hex map to try single procedures on: stands where the test puts them, scripted dice and choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from rulesets.snaphance import hexes
from rulesets.snaphance.armies.book import StandProfile
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.ground import PLAIN, Cell, Map
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.sheet import Sheet, load
from rulesets.snaphance.state import Activation, General, Group, Side, Stand
from rulesets.snaphance.viewing import Battlefield
from tests.kit.scripted import PLAYERS, ScriptedBattle

PLAIN_PROFILES: dict[str, dict[str, Any]] = {
    "Pi": {"sp": 5, "mp": 3, "charge_bonus": 1, "weapon": "pistol", "pursuit_table": "cavalry"},
    "Ln": {"sp": 6, "mp": 3, "charge_bonus": 4, "charge_bonus_after_loss": 3, "pursuit_table": "cavalry"},
    "Hs": {"sp": 5, "mp": 3, "charge_bonus": 2, "contact_fire_dice": 2, "pursuit_table": "cavalry"},
    "FH": {
        "sp": 5, "mp": 4, "charge_bonus": 3, "charge_bonus_after_loss": 2, "pursuit_table": "cavalry"
    },
    "Pk": {"sp": 6, "mp": 2, "charge_bonus": 3, "pursuit_table": "infantry"},
    "PS": {
        "sp": 6, "mp": 1, "charge_bonus": 1, "weapon": "musket", "mix_dice": -2, "pursuit_table": "infantry"
    },
    "Sh": {"sp": 5, "mp": 2, "charge_bonus": 1, "weapon": "musket"},
    "Sk": {"sp": 2, "mp": 2, "charge_bonus": 0, "weapon": "musket"},
    "LC": {"sp": 3, "mp": 4, "charge_bonus": 0, "weapon": "carbine"},
    "Dr": {"sp": 3, "mp": 3, "charge_bonus": 1, "weapon": "arquebus"},
    "Art": {"sp": 3, "mp": 1, "charge_bonus": 0, "weapon": "cannon_field"},
}  # fmt: skip
"""Figures of a plain stand of each class (SN-C-archetypes), of one rank, order rating B, 2 break points."""

_STATE = {field.name for field in fields(Stand)} - {"profile", "ranks"}


def profile(code: str = "PS", **changes: Any) -> StandProfile:
    """What the list says of a plain stand of that class; `changes` replace single figures."""
    values: dict[str, Any] = {
        "entry": f"test.{code.lower()}", "name": CLASSES[code].name, "code": code, "ranks": 1,
        "charge_bonus_after_loss": min(1, PLAIN_PROFILES[code]["charge_bonus"]), "order_rating": "B",
        "break_points": 2, "weapon": "none", "mix_dice": 0, "contact_fire_dice": 0, "pursuit_table": "none",
        "must_pursue": False, "may_contact_mcs": False, "points": 20,
    }  # fmt: skip
    return StandProfile(**{**values, **PLAIN_PROFILES[code], **changes})


def stand(
    id_: str, place: str | None, code: str = "PS", facing: int | None = None, *, left: Iterable[int] = (),
    **changes: Any,
) -> Stand:  # fmt: skip
    """A stand on the map: `id_` begins with `a` (side 0, facing 1, north) or `b` (side 1, facing 4).

    `place` is the label of its hex, None for one in reserve. `left`: the SP left in each rank, the front one
    first; whole if not given. State fields and figures of the profile alike in `changes`.
    """
    state = {name: changes.pop(name) for name in list(changes) if name in _STATE}
    group = state.pop("group", id_.split("u")[0])
    side = state.pop("side", "ab".index(id_[0]))
    told = profile(code, **changes)
    made = Stand(
        id_, side, group, state.pop("name", id_), told, list(left) or [told.sp] * told.ranks,
        None if place is None else hexes.named(place), (1, 4)[side] if facing is None else facing,
        "reserve" if place is None else "field",
    )  # fmt: skip
    for name, value in state.items():
        setattr(made, name, value)
    return made


class HexField(ScriptedBattle):
    """A battle in the middle of round 1, dice and choices from the test.

    `terrain` and `levels` by hex label, `sides` by (hex label, name of the side such as "NE"), `roads` hex
    labels. A General stands behind the first stand of his group, in nobody's hex, unless `generals` gives
    him another (None: off the map).
    """

    def __init__(
        self, *stands: Stand, columns: int = 12, rows: int = 12, terrain: Mapping[str, str] | None = None,
        levels: Mapping[str, int] | None = None, sides: Mapping[tuple[str, str], str] | None = None,
        roads: Iterable[str] = (), dice: Iterable[int] = (), active: int = 0, group: str = "",
        generals: Mapping[str, str | None] | None = None, training: str = "unspecified",
        break_at: int = 99, sheet: Sheet | None = None, most_rounds: int = 0,
    ) -> None:  # fmt: skip
        state = Battlefield(
            map=hex_map(columns, rows, terrain, levels, sides, roads), sheet=sheet or load(),
            turn=1, most_rounds=most_rounds, active=active,
            sides=[
                Side(
                    index, name, "test", training,  # type: ignore[arg-type]
                    sum(s.profile.break_points * s.profile.ranks for s in stands if s.side == index),
                    break_at,
                )
                for index, name in enumerate(PLAYERS)
            ],
        )  # fmt: skip
        super().__init__(state, dice)
        self._fill(stands, generals or {})
        self.state.active_group = group or next(
            (s.group for s in stands if s.side == active), f"{'ab'[active]}.c1"
        )

    def _fill(self, stands: Iterable[Stand], generals: Mapping[str, str | None]) -> None:
        state = self.state
        for one in stands:
            state.stands[one.id] = one
            if one.hex is not None:
                state.occupied[one.hex] = (*state.occupied.get(one.hex, ()), one.id)
        for side, letter in enumerate("ab"):
            names = sorted({s.group for s in state.stands.values() if s.side == side}) or [f"{letter}.c1"]
            for name in names:
                members = tuple(s.id for s in state.stands.values() if s.group == name)
                state.groups[name] = Group(name, side, name, f"{name}.leader", members, True)
                general = General(f"{name}.leader", side, name, f"General of {name}", "average", 0, 3)
                if name in generals:
                    label = generals[name]
                    general.hex = None if label is None else hexes.named(label)
                else:
                    general.hex = self._behind(members)
                state.generals[general.id] = general

    def _behind(self, members: Iterable[str]) -> Hex | None:
        """A free hex next to the first stand of a group that is on the map, behind it if possible."""
        first = next((s for s in map(self.state.stands.__getitem__, members) if s.hex is not None), None)
        if first is None:
            return None
        places = (*hexes.rear(first.place, first.facing), *hexes.neighbours(first.place))
        return next((p for p in places if p in self.state.map and p not in self.state.occupied), None)

    def stand(self, id_: str) -> Stand:
        """The stand of that id as it is now."""
        found: Stand = self.state.stands[id_]
        return found

    def activate(self, *ids: str, **changes: Any) -> Activation:
        """Let these stands act, as if their player had chosen them; `changes` to the Activation's fields."""
        first = self.stand(ids[0])
        self.state.active, self.state.active_group = first.side, first.group
        activation = self.state.activation = Activation(ids, **changes)
        return activation


def hex_map(
    columns: int, rows: int, terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None, sides: Mapping[tuple[str, str], str] | None = None,
    roads: Iterable[str] = (),
) -> Map:  # fmt: skip
    """A map from labels; a side is laid for both hexes that share it."""
    terrain, levels, sides, roads = terrain or {}, levels or {}, sides or {}, set(roads)
    cells = {
        hexes.named(label): Cell(terrain.get(label, "open"), levels.get(label, PLAIN), label in roads)
        for label in {*terrain, *levels, *roads}
    }
    edges: dict[tuple[Hex, int], str] = {}
    for (label, name), kind in sides.items():
        place, towards = hexes.named(label), hexes.SIDES.index(name)
        edges[place, towards] = kind
        edges[hexes.neighbour(place, towards), (towards + 3) % 6] = kind
    return Map(columns, rows, cells, edges)
