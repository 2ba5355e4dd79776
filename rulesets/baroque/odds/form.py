"""What the odds are asked by: a shot, pistols or a round of melee between units of the books or of one's own.

In the address `a-` begins the fields of the attacker, `t-` those of the target, `a1-`, `a2-` ... those of the
attacker's Support Units.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from rulesets.baroque import tables
from rulesets.baroque.armies import BaroqueBook, UnitProfile, books
from rulesets.baroque.odds.query import MAX_SUPPORTS
from rulesets.contract.odds import Ask, Data, Given, Part, Question
from rulesets.engine.errors import LeaguerError

OWN = "own"
KINDS = (("shot", "A shot"), ("pistols", "Point-blank pistols"), ("melee", "A round of melee"))
ROLES = {"a": "attacker", "t": "target"}

_LEGENDS = {"a": ("Fires", "One side"), "t": ("Is fired at", "The other")}
_FACES = (("front", "its front"), ("side", "its side"), ("flank", "its flank"), ("rear", "its rear"))
_GROUNDS = (("open", "open ground"), ("broken", "broken ground"), ("difficult", "difficult ground"))
_POSITIONS = (("level", "on the level"), ("higher", "higher on a hill"), ("obstacle", "behind an obstacle"))
_COVERS = (("none", "none"), ("edge", "edge of a wood or town"), ("obstacle", "a linear obstacle"))
_ENTRIES = {"a": "tyw-swedish.swedish-foot", "t": "tyw-catholic.cuirassiers"}
_NAMES = {"own_vbu": "vbu", "lance_used": "lance", "partly": "wholly", "fired": "first_volley"}
"""Fields that are called otherwise in a query."""


def ask(data: Data) -> Question:
    """The question that stands in an address, with the fields that it needs."""
    kinds = Ask("kind", "The odds of", "radio", KINDS, default="shot")
    kind = (*kinds.read(data), "shot")[0]
    kind = kind if kind in dict(KINDS) else "shot"
    units = [unit for side in ROLES for unit in _side(data, side, kind)]
    head = Part("head", "", "kinds", (("", (kinds,)),))
    parts = [head, *(unit.part() for unit in units)]
    if kind == "shot":
        parts.append(Part("how", "The shot", "how", (("state", _conditions(units[0])),)))

    def query(given: Given) -> dict[str, Any]:
        return _query(kind, units, given)

    return Question(tuple(parts), query, lambda error: _place(error, units))


@cache
def entry_choices() -> list[tuple[str, Any]]:
    """Every unit of every book, and a unit of one's own."""
    shelves = [(book.name, [(entry.id, entry.label) for entry in book.entries]) for book in books().values()]
    return [*shelves, ("Another", [(OWN, "A unit of your own …")])]


# ---------------------------------------------------------------------------- units


class _Unit:
    """One of the units that are asked about: `key` begins its fields; a Support Unit has a number."""

    def __init__(self, data: Data, key: str, kind: str) -> None:
        self.data, self.key, self.kind = data, key, kind
        self.side, self.number = key[0], key[1:]
        self.entry = (*self._ask_entry().read(data), "")[0]
        self.book: BaroqueBook | None = books().get(self.entry.partition(".")[0])
        if self.book is not None and self.entry not in self.book.entry_by_id:
            self.book = None
        self.profile: UnitProfile | None = None
        if self.book is not None:
            self.profile = self.book.unit(self.entry, data.get(f"{key}-options", ()))

    @property
    def path(self) -> str:
        """Where it stands in a query."""
        role = ROLES[self.side]
        return f"{role}.supports[{int(self.number) - 1}]" if self.number else role

    def part(self) -> Part:
        """Its part of the form."""
        legend = f"Support {self.number}" if self.number else _LEGENDS[self.side][self.kind == "melee"]
        groups = (
            ("", (self._ask_entry(), *self._ask_options())),
            ("own", self._ask_own() if self.entry == OWN else ()),
            ("state", self._ask_state()),
        )
        return Part(self.key, legend, "side side-a" if self.side == "a" else "side side-b", groups)

    def supports(self) -> list[_Unit]:
        """Its Support Units, as many as the address says."""
        if self.kind != "melee":
            return []
        said = (*self._ask_supports().read(self.data), "0")[0]
        number = min(int(said), MAX_SUPPORTS) if said.isdecimal() and len(said) < 3 else 0
        return [_Unit(self.data, f"{self.key}{place}", self.kind) for place in range(1, number + 1)]

    def weapons(self) -> list[str]:
        """What it may fire."""
        mine = self.profile.weapons if self.profile else self.data.get(f"{self.key}-weapons", ())
        return [name for name in mine if tables.weapon(name)]

    # -------------------------------------------------------------------- its fields

    def _ask(self, name: str, label: str, kind: Any, *args: Any, **more: Any) -> Ask:
        return Ask(f"{self.key}-{name}", label, kind, *args, **more)

    def _ask_entry(self) -> Ask:
        return self._ask("entry", "Unit", "choice", entry_choices(), default=_ENTRIES[self.side])

    def _ask_options(self) -> tuple[Ask, ...]:
        """The options of the entry; ticks that are left from another entry are forgotten."""
        if self.entry == OWN:
            return ()
        offered = self.book.options_for(self.entry) if self.book else ()
        here = {option.id for option in offered}
        given = set(self.data.get(f"{self.key}-options", ()))
        if not offered and given <= _all_options():
            return ()
        choices = [(option.id, option.name) for option in offered]
        return (
            self._ask(
                "options", "Options", "many", choices, required=False,
                forgotten=lambda value: value in _all_options() and value not in here,
            ),
        )  # fmt: skip

    def _ask_own(self) -> tuple[Ask, ...]:
        ask = self._ask
        types = [(row.code, f"{row.name} ({row.code})") for row in tables.tables().troop_type]
        letters = [(letter, letter) for letter in "ABC"]
        return (
            ask("type", "Type", "choice", types, default="P&M"),
            ask("own_vbu", "VBU", "whole", default="6", low=1, high=20),
            ask("i", "Impetus (I)", "whole", default="2", low=0, high=12),
            ask("d", "Discipline", "choice", letters, default="B"),
            ask("sm", "Shooting modifier", "whole", default="0", low=-12, high=0),
            ask("mm", "Melee modifier", "whole", default="0", low=-12, high=12),
            ask("weapons", "Weapons", "many", _weapon_choices(), required=False),
            ask("special", "Special characteristics", "many", _special_choices(), required=False),
            ask("massed", "Massed", "flag", required=False),
        )

    def _ask_state(self) -> tuple[Ask, ...]:
        """What has happened to the unit, and what it does; what is ticked comes last."""
        ask = self._ask
        asks = [ask("vbu", "VBU now", "whole", low=1, required=False, hint="no losses")]
        if self.kind == "shot" and self.side == "a":
            asks.append(ask("moves", "Movement actions", "whole", default="0", low=0, high=9))
            asks.append(ask("fired", "Has fired before", "flag", required=False))
        if self.kind == "melee":
            asks += self._ask_fighter()
        asks.append(ask("disordered", "Disordered", "flag", required=False))
        asks.append(ask("leader", "Leader attached", "flag", required=False))
        if self.profile is None or self.profile.has("Agitators and Preachers"):
            asks.append(ask("inflamed", "Stirred up by its agitators", "flag", required=False))
        return tuple(sorted(asks, key=lambda each: each.kind == "flag"))

    def _ask_fighter(self) -> list[Ask]:
        ask = self._ask
        asks = [
            ask("touched", "Touched on", "choice", _FACES, default="front"),
            ask("ground", "Stands on", "choice", _GROUNDS, default="open"),
            ask("position", "Position", "choice", _POSITIONS, default="level"),
            ask("charging", "Charged into this round", "flag", required=False),
            ask("partly", "Not with its whole base", "flag", required=False),
        ]
        if self.profile is None or self.profile.has("Lance"):
            asks.append(ask("lance_used", "Its lances are used already", "flag", required=False))
        return asks if self.number else [*asks, self._ask_supports()]

    def _ask_supports(self) -> Ask:
        numbers = [("0", "none"), *((str(number), str(number)) for number in range(1, MAX_SUPPORTS + 1))]
        return self._ask("supports", "Support Units", "choice", numbers, default="0")

    # -------------------------------------------------------------------- its query

    def query(self, given: Given) -> dict[str, Any]:
        """This unit in a query."""
        mine = {
            name.removeprefix(f"{self.key}-"): value
            for name, value in given.items()
            if name.startswith(f"{self.key}-")
        }
        unit: dict[str, Any] = {name: True for name in ("disordered", "leader", "inflamed") if mine.get(name)}
        if self.entry == OWN:
            unit["profile"] = self._profile(mine)
        else:
            unit |= {"entry": mine["entry"], "options": mine.get("options", [])}
        if mine.get("vbu"):
            unit["vbu"] = mine["vbu"]
        if "moves" in mine:
            unit |= {"moves": mine["moves"], "first_volley": not mine.get("fired")}
        if "touched" in mine:
            unit |= {name: mine[name] for name in ("touched", "ground", "position")}
            unit |= {"charging": bool(mine.get("charging")), "wholly": not mine.get("partly")}
            unit |= {"lance": not mine.get("lance_used")}
        return unit

    def _profile(self, mine: Given) -> dict[str, Any]:
        names = ("type", "i", "d", "sm", "mm", "weapons", "special")
        profile = {name: mine[name] for name in names if name in mine}
        name = f"The {ROLES[self.side]}" + (f"’s support {self.number}" if self.number else "")
        return {**profile, "massed": bool(mine.get("massed")), "vbu": mine["own_vbu"], "name": name}


def _side(data: Data, side: str, kind: str) -> list[_Unit]:
    main = _Unit(data, side, kind)
    return [main, *main.supports()]


@cache
def _all_options() -> frozenset[str]:
    """The options of all books."""
    return frozenset(option.id for book in books().values() for option in book.options)


def _weapon_choices() -> list[tuple[str, str]]:
    names = (row.printed[0] if row.printed else row.weapon for row in tables.tables().firing)
    return [(name, name) for name in ("Pike", "Point-blank pistol", *names)]


def _special_choices() -> list[tuple[str, str]]:
    return [
        (row.name, row.name) for row in tables.tables().characteristic if row.name != "Point-blank pistol"
    ]


# ---------------------------------------------------------------------------- the shot and the query


def _conditions(firer: _Unit) -> tuple[Ask, ...]:
    """How a shot is fired."""
    missiles = firer.weapons()
    choices = [("", "the best"), *((name, name) for name in missiles)]
    weapon = Ask(
        "weapon", "Weapon", "choice", choices, required=False,
        forgotten=lambda value: value not in missiles and tables.weapon(value) is not None,
    )  # fmt: skip
    asked = len(missiles) > 1 or weapon.read(firer.data) not in ([], [""])
    return (
        Ask("distance", "Distance in BU", "number", default="1.5", low=0, high=8),
        *([weapon] if asked else []),
        Ask("cover", "Cover of the target", "choice", _COVERS, default="none"),
        Ask("limited", "Limited fire", "flag", required=False),
        Ask("through", "Through light cavalry or skirmishers", "flag", required=False),
        Ask("indirect", "Indirect fire", "flag", required=False),
        Ask("evading", "At an evading unit", "flag", required=False),
    )


def _query(kind: str, units: list[_Unit], given: Given) -> dict[str, Any]:
    query: dict[str, Any] = {"kind": kind}
    for unit in units:
        if unit.number:
            query[ROLES[unit.side]].setdefault("supports", []).append(unit.query(given))
        else:
            query[ROLES[unit.side]] = unit.query(given)
    if kind == "shot":
        flags = {name: bool(given.get(name)) for name in ("limited", "through", "indirect", "evading")}
        how = {name: given[name] for name in ("distance", "cover")}
        query["conditions"] = {**how, **flags, "weapon": given.get("weapon") or None}
    return query


def _place(error: LeaguerError, units: list[_Unit]) -> tuple[str, str]:
    """The part and the field of the form where an error in the query belongs."""
    name = re.sub(r"\[\d+\]$", "", error.path).rpartition(".")[2]
    if error.path.startswith("conditions"):
        return "how", name
    for unit in sorted(units, key=lambda each: -len(each.path)):
        if error.path.startswith(unit.path):
            if name == "vbu" and "profile" in error.path:
                name = "own_vbu"
            here = {query: field for field, query in _NAMES.items() if query != "vbu"}
            return unit.key, f"{unit.key}-{here.get(name, name)}"
    return "head", ""
