"""What the odds are asked by: a shot or a round of melee between stands of the books or of one's own.

In the address `a-` begins the fields of the attacker, `t-` those of the target, `a1-`, `a2-` ... those of the
attacker's supporting stands.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from rulesets.contract.odds import Ask, Data, Given, Part, Question
from rulesets.engine.errors import LeaguerError
from rulesets.snaphance import sheet
from rulesets.snaphance.armies import StandProfile, books
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.odds.query import MAX_SUPPORTS
from rulesets.snaphance.shooting.fire import PLEDGED

OWN = "own"
KINDS = (("shot", "A shot"), ("melee", "A round of melee"))
ROLES = {"a": "attacker", "t": "target"}

_LEGENDS = {"a": ("Fires", "Has made the contact"), "t": ("Is fired at", "Is attacked")}
_STRIKES = (
    ("front", "its front"),
    ("flank", "its flank or rear"),
    ("behind", "these, from behind its front"),
)
_FIRES = (
    ("voluntary", "its own will"), ("opportunity", "on opportunity"), ("defensive", "in defence"),
    ("support", "in support"), ("contact", "Horse on contact"),
)  # fmt: skip
_ENTRIES = {"a": "swedish.swedish-brigade", "t": "imperial.cuirassiers"}
_OWN_FIGURES = ("code", "ranks", "charge_bonus", "charge_bonus_after_loss", "weapon", "mix_dice",
                "contact_fire_dice")  # fmt: skip
_FIGHTS = ("strikes", "ground", "charging", "higher", "bonus_lost", "before_pikes")


def ask(data: Data) -> Question:
    """The question that stands in an address, with the fields that it needs."""
    kinds = Ask("kind", "The odds of", "radio", KINDS, default="shot")
    kind = (*kinds.read(data), "shot")[0]
    kind = kind if kind in dict(KINDS) else "shot"
    stands = [stand for side in ROLES for stand in _side(data, side, kind)]
    parts = [Part("head", "", "kinds", (("", (kinds,)),)), *(stand.part() for stand in stands)]
    if kind == "shot":
        parts.append(Part("how", "The shot", "how", (("state", _conditions()),)))

    def query(given: Given) -> dict[str, Any]:
        return _query(kind, stands, given)

    return Question(tuple(parts), query, lambda error: _place(error, stands))


@cache
def entry_choices() -> list[tuple[str, Any]]:
    """Every stand of every book, and one of one's own."""
    shelves = [(book.name, [(entry.id, entry.label) for entry in book.entries]) for book in books().values()]
    return [*shelves, ("Another", [(OWN, "A stand of your own …")])]


# ---------------------------------------------------------------------------- stands


class _Stand:
    """One of the stands that are asked about: `key` begins its fields; a supporting stand has a number."""

    def __init__(self, data: Data, key: str, kind: str) -> None:
        self.data, self.key, self.kind = data, key, kind
        self.side, self.number = key[0], key[1:]
        self.entry = (*self._ask_entry().read(data), "")[0]
        self.profile: StandProfile | None = None
        book = books().get(self.entry.partition(".")[0])
        if book is not None and self.entry in book.entry_by_id:
            self.profile = book.stand(self.entry)

    @property
    def path(self) -> str:
        """Where it stands in a query."""
        role = ROLES[self.side]
        return f"{role}.supports[{int(self.number) - 1}]" if self.number else role

    @property
    def code(self) -> str:
        """Its class; "" if it is not known."""
        if self.profile is not None:
            return self.profile.code
        return (*self.data.get(f"{self.key}-code", ()), "")[0] if self.entry == OWN else ""

    def part(self) -> Part:
        """Its part of the form."""
        legend = f"Support {self.number}" if self.number else _LEGENDS[self.side][self.kind == "melee"]
        groups = (
            ("", (self._ask_entry(),)),
            ("own", self._ask_own() if self.entry == OWN else ()),
            ("state", self._ask_state()),
        )
        return Part(self.key, legend, "side side-a" if self.side == "a" else "side side-b", groups)

    def supports(self) -> list[_Stand]:
        """Its supporting stands, as many as the address says."""
        if self.kind != "melee":
            return []
        said = (*self._ask_supports().read(self.data), "0")[0]
        number = min(int(said), MAX_SUPPORTS) if said.isdecimal() and len(said) < 3 else 0
        return [_Stand(self.data, f"{self.key}{place}", self.kind) for place in range(1, number + 1)]

    # -------------------------------------------------------------------- its fields

    def _ask(self, name: str, label: str, kind: Any, *args: Any, **more: Any) -> Ask:
        return Ask(f"{self.key}-{name}", label, kind, *args, **more)

    def _ask_entry(self) -> Ask:
        return self._ask("entry", "Stand", "choice", entry_choices(), default=_ENTRIES[self.side])

    def _ask_own(self) -> tuple[Ask, ...]:
        ask = self._ask
        codes = [(code, f"{row.name} ({code})") for code, row in CLASSES.items()]
        weapons = [(row.key, row.name) for row in sheet.load().weapons.values()]
        return (
            ask("code", "Class", "choice", codes, default="PS"),
            ask("sp", "Strength points of a rank", "whole", default="6", low=1, high=12),
            ask("ranks", "Ranks", "whole", default="1", low=1, high=3),
            ask("charge_bonus", "Charge Bonus", "whole", default="1", low=0, high=12),
            ask("charge_bonus_after_loss", "Charge Bonus after losses", "whole", default="1", low=0, high=12),
            ask("weapon", "Fire-arm", "choice", weapons, default="none"),
            ask("mix_dice", "Dice that its pikes take", "whole", default="0", low=-12, high=0),
            ask("contact_fire_dice", "Dice of contact fire", "whole", default="0", low=0, high=12),
        )

    def _ask_state(self) -> tuple[Ask, ...]:
        """What has happened to the stand, and what it does; what is ticked comes last."""
        ask = self._ask
        asks = [ask("lost", "Strength points lost", "whole", low=0, high=60, required=False, hint="none")]
        if self.kind == "shot" and self.side == "a":
            asks += self._ask_firer()
        if self.kind == "melee":
            asks += self._ask_fighter()
        asks.append(ask("disordered", "Disordered", "flag", required=False))
        if not self.number and (self.kind == "melee" or self.side == "t"):
            asks.append(ask("general", "General attached", "flag", required=False))
        return tuple(sorted(asks, key=lambda each: each.kind == "flag"))

    def _ask_firer(self) -> list[Ask]:
        ask = self._ask
        asks = [
            ask("moves", "Moves made before", "whole", default="0", low=0, high=9),
            ask("hexes", "Hexes moved before", "whole", default="0", low=0, high=30),
        ]
        if self.code in (*PLEDGED, ""):
            asks.append(ask("then_moves", "Means to move afterwards", "flag", required=False))
        if self.code in ("Pi", "") and (self.profile is None or self.profile.ranks > 1):
            asks.append(ask("both_ranks", "Both ranks fire", "flag", required=False))
        return asks

    def _ask_fighter(self) -> list[Ask]:
        ask = self._ask
        asks = []
        if self.side == "a" or self.number:
            asks.append(ask("strikes", "Strikes", "choice", _STRIKES, default="front"))
        asks.append(ask("ground", "Stands on", "choice", _grounds(), default="open"))
        if self.side == "a" or self.number:
            across = [("", "nothing"), *_sides()]
            asks.append(ask("across", "Across", "choice", across, required=False))
        asks += [
            ask("charging", "Charged into this round", "flag", required=False),
            ask("higher", "Stands higher on a slope", "flag", required=False),
            ask("bonus_lost", "Has lost its Charge Bonus to fire", "flag", required=False),
            ask("before_pikes", "Before a Pike block next to its enemy", "flag", required=False),
        ]
        return asks if self.number else [*asks, self._ask_supports()]

    def _ask_supports(self) -> Ask:
        numbers = [("0", "none"), *((str(number), str(number)) for number in range(1, MAX_SUPPORTS + 1))]
        return self._ask("supports", "Supporting stands", "choice", numbers, default="0")

    # -------------------------------------------------------------------- its query

    def query(self, given: Given) -> dict[str, Any]:
        """This stand in a query."""
        mine = {
            name.removeprefix(f"{self.key}-"): value
            for name, value in given.items()
            if name.startswith(f"{self.key}-")
        }
        stand: dict[str, Any] = {"disordered": bool(mine.get("disordered"))}
        if mine.get("general"):
            stand["general"] = True
        if self.entry == OWN:
            stand["profile"] = self._profile(mine)
        else:
            stand["entry"] = mine["entry"]
        if mine.get("lost"):
            stand["lost"] = mine["lost"]
        if "moves" in mine:
            stand |= {"moves": mine["moves"], "hexes": mine["hexes"]}
            stand |= {name: bool(mine.get(name)) for name in ("then_moves", "both_ranks")}
        if "ground" in mine:
            stand |= {name: mine[name] for name in _FIGHTS if name in mine}
            stand["across"] = mine.get("across") or None
        return stand

    def _profile(self, mine: Given) -> dict[str, Any]:
        name = f"The {ROLES[self.side]}" + (f"’s support {self.number}" if self.number else "")
        return {**{key: mine[key] for key in _OWN_FIGURES if key in mine}, "sp": mine["sp"], "name": name}


def _side(data: Data, side: str, kind: str) -> list[_Stand]:
    main = _Stand(data, side, kind)
    return [main, *main.supports()]


@cache
def _grounds() -> list[tuple[str, str]]:
    """Kinds of ground that fill hexes and that a stand can be on."""
    return [(row.key, row.name) for row in sheet.load().terrain.values() if not row.side and _enterable(row)]


@cache
def _sides() -> list[tuple[str, str]]:
    """What lies on hex sides and can be crossed."""
    return [(row.key, row.name) for row in sheet.load().terrain.values() if row.side and _enterable(row)]


def _enterable(row: sheet.TerrainRow) -> bool:
    return any(entry != "no" for entry in row.entry.values())


# ---------------------------------------------------------------------------- the shot and the query


def _conditions() -> tuple[Ask, ...]:
    """How a shot is fired."""
    covers = [(row.key, row.name) for row in sheet.load().terrain.values() if row.cover]
    return (
        Ask("fire", "Fires by", "choice", _FIRES, default="voluntary"),
        Ask("distance", "Distance in H", "whole", default="2", low=1, high=30),
        Ask("cover", "Cover of the target", "choice", [("open", "none"), *covers], default="open"),
        Ask("garrison", "Out of a fortified building", "flag", required=False),
    )


def _query(kind: str, stands: list[_Stand], given: Given) -> dict[str, Any]:
    query: dict[str, Any] = {"kind": kind}
    for stand in stands:
        if stand.number:
            query[ROLES[stand.side]].setdefault("supports", []).append(stand.query(given))
        else:
            query[ROLES[stand.side]] = stand.query(given)
    if kind == "shot":
        how = {name: given[name] for name in ("fire", "distance", "cover")}
        query["conditions"] = {**how, "garrison": bool(given.get("garrison"))}
    return query


def _place(error: LeaguerError, stands: list[_Stand]) -> tuple[str, str]:
    """The part and the field of the form where an error in the query belongs."""
    name = re.sub(r"\[\d+\]$", "", error.path).rpartition(".")[2]
    if error.path.startswith("conditions"):
        return "how", name
    for stand in sorted(stands, key=lambda each: -len(each.path)):
        if error.path.startswith(stand.path):
            return stand.key, f"{stand.key}-{name}"
    return "head", ""
