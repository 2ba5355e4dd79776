"""Mail, Pike & Powder on a table of the test's: units where it puts them, scripted dice and choices."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from armylists.typical import typical
from rulesets.contract import registry
from rulesets.engine.battle import Battle
from rulesets.engine.document import begin
from rulesets.engine.geometry import Base
from rulesets.mail_pike_powder.armies import UnitProfile, books
from rulesets.mail_pike_powder.state import Command, Leader, Piece, Side, State, Unit, base_of
from tests.kit.scripted import PLAYERS, ScriptedBattle

SLUG = "mail_pike_powder"


def profile(unit_class: str = "infantry", **changes: Any) -> UnitProfile:
    """A plain unit of that class; `changes` replace single figures."""
    horse = unit_class == "cavalry"
    values: dict[str, Any] = {
        "entry": f"test.{unit_class}", "name": unit_class, "label": unit_class, "unit_class": unit_class,
        "clash": 9 if horse else 5, "sustained": 6 if horse else 5, "short": 0 if horse else 2,
        "long": 0 if horse else 2, "weapon": "" if horse else "smoothbore_musket",
        "range_in": 0.0 if horse else 18.0, "morale": 4, "stamina": 3, "size": "standard", "mounted": horse,
        "pikes": False, "heavy": False, "open_order": False, "gun": "", "dice_close": 0, "dice_medium": 0,
        "dice_long": 0, "formations": ("line",), "special": (), "elite": 0, "points": 40,
    }  # fmt: skip
    return UnitProfile(**{**values, **changes})


def unit(id_: str, x: float, y: float, heading: float, unit_class: str = "infantry", **changes: Any) -> Unit:
    """A unit on the table: `id_` begins with `a` (side 0) or `b` (side 1). State fields and figures of its
    profile alike in `changes`.
    """
    fields = {
        name: changes.pop(name) for name in list(changes) if name in Unit.__slots__ and name != "morale"
    }
    made = profile(unit_class, **changes)
    side = "ab".index(id_[0])
    formation = fields.pop("formation", made.formations[0])
    base = Base(x, y, heading, *base_of(made, formation))
    found = Unit(
        id_,
        side,
        fields.pop("command", id_[:4]),
        id_,
        made,
        made.stamina,
        made.morale,
        formation,
        base,
        "field",
    )
    for name, value in fields.items():
        setattr(found, name, value)
    return found


class Field(ScriptedBattle):
    """A battle in the middle, in the turn of side `active`: a battalia and a commander of rating 8 each."""

    def __init__(
        self, *units: Unit, terrain: Iterable[Piece] = (), dice: Iterable[int] = (), active: int = 0,
        phase: str = "command", rating: int = 8, **options: Any,
    ) -> None:  # fmt: skip
        sides = [Side(index, name, "test", 1) for index, name in enumerate(PLAYERS)]
        state = State(72.0, 48.0, sides, turn=1, active=active, first=0, phase=phase, options=options)
        super().__init__(state, dice)
        state.units = {each.id: each for each in units}
        for side, letter in enumerate("ab"):
            names = sorted({u.command for u in units if u.side == side} or {f"{letter}.c1"})
            for number, name in enumerate(names):
                members = tuple(u.id for u in units if u.command == name)
                state.commands[name] = Command(name, side, name, f"{name}.leader", members, True)
                leader = Leader(f"{name}.leader", side, name, f"leader of {name}", str(rating), number == 0)
                leader.x, leader.y, leader.placed = 36.0, (2.0 if side == 0 else 46.0), True
                state.leaders[leader.id] = leader
        state.terrain = {piece.id: piece for piece in terrain}


@cache
def _entries(book: str) -> tuple[str, ...]:
    return tuple(entry.id for entry in books()[book].entries)


def army(book: str, rng: Random, battalias: int = 2, units: int = 3) -> dict[str, Any]:
    """A list of units by chance: it need not be legal."""
    commands = [
        {
            "id": f"c{one}", "name": "", "leader": {"level": "8", "commander_in_chief": one == 1},
            "units": [
                {"id": f"c{one}u{two}", "entry": rng.choice(_entries(book))} for two in range(1, units + 1)
            ],
        }
        for one in range(1, battalias + 1)
    ]  # fmt: skip
    return {
        "format": "leaguer-list", "version": 1, "system": SLUG, "book": book,
        "book_version": books()[book].version, "name": f"Army of {book}", "points": 500, "commands": commands,
        "extras": {},
    }  # fmt: skip


def battle(seed: int = 1, **changes: Any) -> Battle:
    """A battle of two armies by chance, at its first decision."""
    rng = Random(seed)
    lists = [army(rng.choice(sorted(books())), rng) for _ in PLAYERS]
    setup = {
        "format": "leaguer-setup", "version": 1, "system": SLUG, "lists": lists, "sides": list(PLAYERS),
        "table": {"width": 72, "depth": 30}, "max_turns": 4, **changes,
    }  # fmt: skip
    return begin(registry.get(SLUG), setup, str(seed))


def usual_setup(points: int = 500) -> dict[str, Any]:
    """The set-up of a battle of two typical armies, as a player without a list of their own begins one."""
    armies = [typical(SLUG, book, points).model_dump(mode="json") for book in ("royalist", "parliament")]
    return {
        "format": "leaguer-setup", "version": 1, "system": SLUG, "lists": armies,
        "sides": ["Royalists", "Parliament"], "table": {"width": 72, "depth": 48},
    }  # fmt: skip
