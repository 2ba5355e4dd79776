"""The forms of the reference pages: the search in the rules, and the question to the odds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from rulesets import registry
from rulesets.baroque import tables
from rulesets.baroque.armies import UnitProfile, books
from rulesets.baroque.odds import OddsError, odds
from rulesets.rulebrowser import STATUSES, phases

OWN = "own"


class RuleForm(forms.Form):
    """What to look for in the rules of a system."""

    q = forms.CharField(
        label="Words", max_length=120, required=False, widget=forms.TextInput(attrs={"type": "search"})
    )
    phase = forms.ChoiceField(label="Phase", required=False)
    status = forms.ChoiceField(
        label="In Leaguer",
        required=False,
        choices=[("", "all"), *((status, status) for status in STATUSES)],
    )

    def __init__(self, data: QueryDict, *, system: str) -> None:
        super().__init__(data)
        registry.get(system)
        self.fields["phase"].choices = [("", "all"), *((phase, phase) for phase in phases(system))]

    def wanted(self) -> dict[str, str]:
        """The words, the phase and the status that are asked for; nothing of what is not usable."""
        self.is_valid()
        given = self.cleaned_data
        return {
            "words": given.get("q", ""),
            "phase": given.get("phase", ""),
            "status": given.get("status", ""),
        }


# ---------------------------------------------------------------------------- odds

KINDS = (("shot", "A shot"), ("pistols", "Point-blank pistols"), ("melee", "A round of melee"))
FACES = (("front", "its front"), ("side", "its side"), ("flank", "its flank"), ("rear", "its rear"))
GROUNDS = (("open", "open ground"), ("broken", "broken ground"), ("difficult", "difficult ground"))
POSITIONS = (("level", "on the level"), ("higher", "higher on a hill"), ("obstacle", "behind an obstacle"))
COVERS = (("none", "none"), ("edge", "edge of a wood or town"), ("obstacle", "a linear obstacle"))
DEFAULTS = {
    "attacker": {"entry": "tyw-swedish.swedish-foot", "moves": "0"},
    "target": {"entry": "tyw-catholic.cuirassiers"},
    "both": {
        "type": "P&M", "own_vbu": "6", "i": "2", "d": "B", "sm": "0", "mm": "0",
        "touched": "front", "ground": "open", "position": "level",
    },
}  # fmt: skip


def entry_choices() -> list[tuple[str, Any]]:
    """Every unit of every book, and a unit of one's own."""
    shelves = [(book.name, [(entry.id, entry.label) for entry in book.entries]) for book in books().values()]
    return [*shelves, ("Another", [(OWN, "A unit of your own …")])]


def _type_choices() -> list[tuple[str, str]]:
    return [(row.code, f"{row.name} ({row.code})") for row in tables.tables().troop_type]


def _weapon_choices() -> list[tuple[str, str]]:
    names = (row.printed[0] if row.printed else row.weapon for row in tables.tables().firing)
    return [(name, name) for name in ("Pike", "Point-blank pistol", *names)]


def _special_choices() -> list[tuple[str, str]]:
    return [
        (row.name, row.name) for row in tables.tables().characteristic if row.name != "Point-blank pistol"
    ]


class UnitForm(forms.Form):
    """One of the two units and its state; what another kind of question asks is not in it."""

    entry = forms.ChoiceField(label="Unit", choices=entry_choices)
    options = forms.MultipleChoiceField(label="Options", required=False, widget=forms.CheckboxSelectMultiple)
    type = forms.ChoiceField(label="Type", choices=_type_choices)
    own_vbu = forms.IntegerField(label="VBU", min_value=1, max_value=20)
    i = forms.IntegerField(label="Impetus (I)", min_value=0, max_value=12)
    d = forms.ChoiceField(label="Discipline", choices=[(letter, letter) for letter in "ABC"])
    sm = forms.IntegerField(label="Shooting modifier", min_value=-12, max_value=0)
    mm = forms.IntegerField(label="Melee modifier", min_value=-12, max_value=12)
    weapons = forms.MultipleChoiceField(
        label="Weapons", choices=_weapon_choices, required=False, widget=forms.CheckboxSelectMultiple
    )
    special = forms.MultipleChoiceField(
        label="Special characteristics",
        choices=_special_choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    massed = forms.BooleanField(label="Massed", required=False)
    vbu = forms.IntegerField(
        label="VBU now",
        min_value=1,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": "no losses"}),
    )
    disordered = forms.BooleanField(label="Disordered", required=False)
    leader = forms.BooleanField(label="Leader attached", required=False)
    inflamed = forms.BooleanField(label="Stirred up by its agitators", required=False)
    moves = forms.IntegerField(label="Movement actions", min_value=0, max_value=9)
    fired = forms.BooleanField(label="Has fired before", required=False)
    charging = forms.BooleanField(label="Charged into this round", required=False)
    touched = forms.ChoiceField(label="Touched on", choices=FACES)
    ground = forms.ChoiceField(label="Stands on", choices=GROUNDS)
    partly = forms.BooleanField(label="Not with its whole base", required=False)
    position = forms.ChoiceField(label="Position", choices=POSITIONS)
    lance_used = forms.BooleanField(label="Its lances are used already", required=False)

    PROFILE = ("type", "own_vbu", "i", "d", "sm", "mm", "weapons", "special", "massed")
    FIRER = ("moves", "fired")
    FIGHTER = ("touched", "ground", "position", "charging", "partly", "lance_used")
    STATE = ("vbu", "disordered", "leader", "inflamed")

    def __init__(self, data: QueryDict, side: str, kind: str) -> None:
        prefix = side[0]
        defaults = {**DEFAULTS["both"], **DEFAULTS[side]}
        super().__init__(_filled(data, defaults, f"{prefix}-"), prefix=prefix, auto_id="%s")
        self.side = side
        self.profile = self._profile()
        self._drop(self._not_asked(kind))
        if "options" in self.fields:
            self._offer_options()

    def _not_asked(self, kind: str) -> set[str]:
        dropped = set(self.PROFILE) if self.data.get(f"{self.prefix}-entry") != OWN else {"options"}
        if kind != "shot" or self.side != "attacker":
            dropped |= set(self.FIRER)
        if kind != "melee":
            dropped |= set(self.FIGHTER)
        if self.profile and not self.profile.has("Lance"):
            dropped.add("lance_used")
        if self.profile and not self.profile.has("Agitators and Preachers"):
            dropped.add("inflamed")
        return dropped

    def _drop(self, names: set[str]) -> None:
        for name in names:
            del self.fields[name]

    def _profile(self) -> UnitProfile | None:
        """The unit of a book, with the options that are ticked; None for one's own or an unknown one."""
        entry = self.data.get(f"{self.prefix}-entry", "")
        book = books().get(entry.partition(".")[0])
        if book is None or entry not in book.entry_by_id:
            return None
        return book.unit(entry, self.data.getlist(f"{self.prefix}-options"))

    def _offer_options(self) -> None:
        """The options of the entry; ticks that are left from another entry are forgotten."""
        entry = self.data.get(f"{self.prefix}-entry", "")
        book = books().get(entry.partition(".")[0])
        offered = book.options_for(entry) if book else ()
        self.fields["options"].choices = [(option.id, option.name) for option in offered]
        known = {option.id for each in books().values() for option in each.options}
        here = {option.id for option in offered}
        name = f"{self.prefix}-options"
        kept = [key for key in self.data.getlist(name) if key in here or key not in known]
        self.data.setlist(name, kept)
        if not offered and not kept:
            del self.fields["options"]

    # -------------------------------------------------------------------- parts of the page

    def _bound(self, names: tuple[str, ...]) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields of a unit of one's own."""
        return self._bound(self.PROFILE)

    @property
    def state_fields(self) -> list[forms.BoundField]:
        """What has happened to the unit, and what it does."""
        names = (*self.FIRER, *self.FIGHTER, *self.STATE)
        fields = self._bound(names)
        return sorted(fields, key=lambda field: field.widget_type == "checkbox")

    # -------------------------------------------------------------------- the query

    def query(self) -> dict[str, Any]:
        """This unit in a query, of a form that is valid."""
        given = self.cleaned_data
        unit: dict[str, Any] = {
            name: True for name in ("disordered", "leader", "inflamed") if given.get(name)
        }
        if given["entry"] == OWN:
            unit["profile"] = self._own(given)
        else:
            unit |= {"entry": given["entry"], "options": given.get("options", [])}
        if given.get("vbu"):
            unit["vbu"] = given["vbu"]
        if "moves" in given:
            unit |= {"moves": given["moves"], "first_volley": not given["fired"]}
        if "charging" in given:
            unit |= {name: given[name] for name in ("charging", "touched", "ground", "position")}
            unit |= {"wholly": not given["partly"], "lance": not given.get("lance_used", False)}
        return unit

    def _own(self, given: Mapping[str, Any]) -> dict[str, Any]:
        profile = {name: given[name] for name in self.PROFILE if name != "own_vbu"}
        return {**profile, "vbu": given["own_vbu"], "name": f"The {self.side}"}


class ShotForm(forms.Form):
    """How a shot is fired."""

    distance = forms.FloatField(label="Distance in BU", min_value=0, max_value=8)
    weapon = forms.ChoiceField(label="Weapon", required=False)
    cover = forms.ChoiceField(label="Cover of the target", choices=COVERS)
    limited = forms.BooleanField(label="Limited fire", required=False)
    through = forms.BooleanField(label="Through light cavalry or skirmishers", required=False)
    indirect = forms.BooleanField(label="Indirect fire", required=False)
    evading = forms.BooleanField(label="At an evading unit", required=False)

    def __init__(self, data: QueryDict, firer: UnitForm) -> None:
        super().__init__(_filled(data, {"distance": "1.5", "cover": "none"}), auto_id="%s")
        mine = firer.profile.weapons if firer.profile else self.data.getlist(f"{firer.prefix}-weapons")
        missiles = [name for name in mine if tables.weapon(name)]
        self.fields["weapon"].choices = [("", "the best"), *((name, name) for name in missiles)]
        chosen = self.data.get("weapon", "")
        if chosen not in missiles and tables.weapon(chosen):
            self.data["weapon"] = ""  # left from another unit
        if len(missiles) < 2 and not self.data.get("weapon"):
            del self.fields["weapon"]
        self.fields["distance"].widget.attrs["step"] = "any"

    def query(self) -> dict[str, Any]:
        """The conditions in a query, of a form that is valid."""
        given = dict(self.cleaned_data)
        given["weapon"] = given.get("weapon") or None
        return given


class KindForm(forms.Form):
    """What is asked."""

    kind = forms.ChoiceField(label="The odds of", choices=KINDS, widget=forms.RadioSelect)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(_filled(data, {"kind": "shot"}), auto_id="%s")


class OddsForm:
    """The whole question: its kind, the two units, and how a shot is fired."""

    def __init__(self, data: QueryDict) -> None:
        self.head = KindForm(data)
        kind = self.head["kind"].value()
        self.kind = kind if kind in dict(KINDS) else "shot"
        self.attacker = UnitForm(data, "attacker", self.kind)
        self.target = UnitForm(data, "target", self.kind)
        self.conditions = ShotForm(data, self.attacker) if self.kind == "shot" else None

    @property
    def units(self) -> tuple[UnitForm, UnitForm]:
        """The two units."""
        return self.attacker, self.target

    def answer(self) -> dict[str, Any] | None:
        """The odds; None for a question that cannot be answered, whose errors then stand at their fields."""
        parts = [self.head, self.attacker, self.target, *([self.conditions] if self.conditions else [])]
        faulty = [part for part in parts if not part.is_valid()]  # all of them: each shows its own errors
        if faulty:
            return None
        query: dict[str, Any] = {"kind": self.kind}
        query |= {"attacker": self.attacker.query(), "target": self.target.query()}
        if self.conditions:
            query["conditions"] = self.conditions.query()
        try:
            return odds(query)
        except OddsError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: OddsError) -> None:
        """Puts the error at the field that its path names, or above all of them."""
        part, _, rest = error.path.partition(".")
        form = {"attacker": self.attacker, "target": self.target, "conditions": self.conditions}.get(part)
        name = re.sub(r"\[.*", "", rest.rpartition(".")[2])
        if name == "vbu" and "profile" in rest:
            name = "own_vbu"
        if form is None:
            self.head.add_error(None, error.message)
        else:
            form.add_error(name if name in form.fields else None, _sentence(error.message))


def _sentence(message: str) -> str:
    text = message.rstrip(".")
    if text.startswith("is "):
        text = f"This {text}"
    return f"{text[:1].upper()}{text[1:]}."


def _filled(data: QueryDict, defaults: Mapping[str, str], prefix: str = "") -> QueryDict:
    """The data with defaults for what the address does not name."""
    filled = data.copy()
    for name, value in defaults.items():
        if f"{prefix}{name}" not in filled:
            filled[f"{prefix}{name}"] = value
    return filled
