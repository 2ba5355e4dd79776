"""The forms of the battle pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.html import escape

from armylists.owned.views import whole
from battles.armyforms import ArmyForm, systems_apart
from battles.models import Battle
from battles.persistence import MOST_STEPS
from battles.services import MAX_SEED
from battles.setups import side_name, table_unit
from rulesets.contract import registry
from rulesets.contract.system import RuleSystem
from rulesets.engine.document import SETUP_VERSION
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field
from rulesets.engine.jsontext import JSONError, read_json
from rulesets.engine.strength import RECRUIT, REGULAR, VETERAN
from rulesets.engine.wording import capfirst
from rulesets.site.forms import form_field

_OPPONENT = (
    "The user name of a player to invite. They lead the second army, and the battle starts when they accept. "
    "Leave empty to play against the tactician or by yourself."
)
_UNREADABLE = "This form cannot be read. Reload the page and try again."

USUAL = "usual"

BY_HAND = "People lead both: I lead both armies, or the player I invite leads the second"
WHO = (
    ("first", "I lead the first army, the tactician leads the second"),
    ("second", "I lead the second army, the tactician leads the first"),
    ("hand", BY_HAND),
    ("both", "The tactician leads both: I only watch"),
)
STRENGTH_WORDS = (
    (RECRUIT, "Recruit: makes many mistakes"),
    (REGULAR, "Regular: makes a few mistakes"),
    (VETERAN, "Veteran: plays as well as it can"),
)
TACTICIANS = {"both": (0, 1), "first": (1,), "second": (0,), "hand": ()}


class DiceForm(forms.Form):
    """Where the dice come from."""

    dice = forms.ChoiceField(
        label="Dice",
        choices=[("stream", "Leaguer rolls them"), ("typed", "We roll our own dice and type them in")],
        widget=forms.RadioSelect,
        initial="stream",
        help_text="Leaguer rolls from a secret seed. You can check every die when the battle is over.",
    )
    seed = forms.CharField(
        label="Seed",
        max_length=MAX_SEED,
        required=False,
        help_text="Leave empty for a secret seed. Type one only to repeat a battle: the same lists, seed "
        "and choices always give the same battle.",
    )


class OpponentField(forms.CharField):
    """The user name of who is invited to lead the second side; "" for nobody."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label="Invite a player", max_length=150, required=False, **kwargs)


class PeopleForm(DiceForm):
    """Who leads which side, and how strong the tactician is. Whoever is invited leads the second side."""

    who = forms.ChoiceField(
        label="Who leads",
        choices=WHO,
        widget=forms.RadioSelect,
        initial="first",
        help_text="The tactician is the computer player. You can hand an army to it, or take it back, during "
        "the battle.",
    )
    strength = forms.ChoiceField(
        label="Strength of the tactician",
        choices=STRENGTH_WORDS,
        widget=forms.RadioSelect,
        initial=REGULAR,
        required=False,
    )
    opponent = OpponentField()

    def clean(self) -> dict[str, Any]:
        return super().clean() or {}

    @property
    def tacticians(self) -> tuple[int, ...]:
        """The sides that play automatically: none if somebody is invited."""
        return () if self.cleaned_data["opponent"].strip() else TACTICIANS[self.cleaned_data["who"]]

    @property
    def strengths(self) -> dict[str, list[str]]:
        """What a set-up says of the tactician's strength: nothing of a veteran, who is the usual one."""
        chosen = self.cleaned_data.get("strength") or VETERAN
        return {} if chosen == VETERAN else {"strengths": [chosen, chosen]}


class SetupForm(PeopleForm):
    """What both sides agree on before a battle."""

    table = forms.ChoiceField(label="Table", initial=USUAL)
    width = forms.FloatField(min_value=6, max_value=80, required=False)
    depth = forms.FloatField(min_value=6, max_value=60, required=False)
    terrain = forms.ChoiceField(
        label="Terrain",
        choices=[("roll", "Placed by the rules, with dice"), ("open", "Open ground")],
        widget=forms.RadioSelect,
        initial="roll",
    )
    max_turns = forms.IntegerField(label="Maximum number of turns", min_value=1, max_value=60, initial=16)
    agreed = forms.BooleanField(
        label="Play even if a list is not legal",
        required=False,
        help_text="Use this if you both agree to too many points, or to too many or too few units. A command "
        "or group without a leader can never fight.",
    )

    def __init__(self, *args: Any, systems: list[RuleSystem] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.systems = systems or systems_apart(meetings=False)
        self.fields["opponent"].help_text = _OPPONENT
        self.length = " or ".join(dict.fromkeys(table_unit(system) for system in self.systems))
        table = self.fields["table"]
        assert isinstance(table, forms.ChoiceField)
        self.sizes = {size: (system, fits) for system in self.systems for size, fits in _tables(system)}
        table.choices = [
            (USUAL, "The usual size"),
            *self._sizes(),
            ("other", "Another size"),
        ]
        names = " or ".join(system.name for system in self.systems)
        table.error_messages["invalid_choice"] = f"That is not a table of {names}: choose one of these."
        for name in ("width", "depth"):
            self.fields[name] = self._measure(name)
        self.fields |= {
            agreement_name(system, agreement): agreement_field(agreement)
            for system in self.systems
            for agreement in system.core.agreements()
        }

    def _sizes(self) -> Iterable[Any]:
        """Return the usual sizes to choose from, under the name of each system if there are several."""
        by_system = [
            (system.name, [(_key(size), self._size(size)) for size, _ in _tables(system)])
            for system in self.systems
        ]
        return by_system if len(by_system) > 1 else by_system[0][1]

    def _measure(self, name: str) -> forms.Field:
        """Return a field for the width or depth, as small and as large as the rules have it."""
        limits = [system.core.table for system in self.systems]
        return forms.FloatField(
            label=f"{name.capitalize()} in {self.length}, if another size",
            required=False,
            min_value=min(each.least for each in limits),
            max_value=max(getattr(each, f"most_{name}") for each in limits),
        )

    def limits(self) -> dict[str, dict[str, Any]]:
        """How large a table of each system may be, by its name, for the page's script."""
        return {
            system.name: {
                "unit": table_unit(system),
                "least": system.core.table.least,
                "width": system.core.table.most_width,
                "depth": system.core.table.most_depth,
            }
            for system in self.systems
        }

    def _size(self, size: tuple[float, float]) -> str:
        """Return a usual size of a table in words."""
        system, fits = self.sizes[size]
        return f"{size[0]:g} × {size[1]:g} {table_unit(system)}, {fits}"

    def agreements(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of what each rule system lets players agree on, by its name."""
        found = (
            (system.name, [self[agreement_name(system, each)] for each in system.core.agreements()])
            for system in self.systems
        )
        return [(name, fields) for name, fields in found if fields]

    def _options(self, slug: str) -> dict[str, Any]:
        """Return the setup's `options`: what was agreed on other than usual, for the system of the lists."""
        system = next((each for each in self.systems if each.slug == slug), None)
        return agreed(system, self.cleaned_data) if system else {}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("table") == "other":
            for name in ("width", "depth"):
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, f"Give the size in {self.length}.")
        return cleaned

    def _table(self, slug: str) -> tuple[float | None, float | None]:
        """Return the size that is chosen; the usual one is the first of those of the rule system of the
        lists.
        """
        data = self.cleaned_data
        sizes = {_key(size): size for size in self.sizes}
        if data["table"] == USUAL:
            own = (size for size, (system, _) in self.sizes.items() if system.slug == slug)
            return next(own, (None, None))
        return sizes.get(data["table"], (data.get("width"), data.get("depth")))

    def document(self, armies: tuple[ArmyForm, ArmyForm]) -> dict[str, Any]:
        """Return the set-up document for two armies."""
        data = self.cleaned_data
        lists = [army.document for army in armies]
        width, depth = self._table(lists[0].get("system", ""))
        return {
            "format": "leaguer-setup",
            "version": SETUP_VERSION,
            "system": lists[0].get("system", ""),
            "lists": lists,
            "sides": distinct([army.name or side_name(army.document, i) for i, army in enumerate(armies)]),
            "table": {"width": width, "depth": depth},
            "terrain": data["terrain"],
            "max_turns": data["max_turns"],
            "dice": data["dice"],
            "options": self._options(lists[0].get("system", "")),
            **self.strengths,
        }


def _tables(system: RuleSystem) -> Iterable[tuple[tuple[float, float], str]]:
    """Return the usual sizes of a system's tables, and what they are for."""
    return registry.get(system.slug).presentation.tables.items()


def _key(size: tuple[float, float]) -> str:
    """`20x15`"""
    return f"{size[0]:g}x{size[1]:g}"


def agreed(system: RuleSystem, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was agreed on other than usual, as the `options` of a setup: from the fields of a form."""
    found = {}
    for agreement in system.core.agreements():
        value = given[agreement_name(system, agreement)]
        if agreement.kind != "flag":
            value = {str(each): each for each in agreement.values}.get(value, agreement.default)
        if value != agreement.default:
            found[agreement.key] = value
    return found


def agreement_name(system: RuleSystem, agreement: Field) -> str:
    """Return the name of the field for an agreement."""
    return f"agree-{system.slug}-{agreement.key}"


def agreement_field(agreement: Field) -> forms.Field:
    """Return a field for what players may agree on."""
    return form_field(replace(agreement, label=capfirst(agreement.label), optional=True))


def distinct(names: list[str]) -> list[str]:
    """Two sides of one name are distinguished by a number."""
    if names[0] != names[1]:
        return names
    return [f"{name[:116]} ({number})" for number, name in enumerate(names, start=1)]


class ScenarioForm(PeopleForm):
    """Who fights a scenario, and with which dice; lists and table are its own."""

    field_order = ("who", "strength", "opponent", "dice", "seed")

    def __init__(self, *args: Any, sides: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, second = sides
        field = self.fields["who"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("first", f"I lead {first}, the tactician leads {second}"),
            ("second", f"I lead {second}, the tactician leads {first}"),
            *WHO[2:],
        ]
        self.fields["opponent"].help_text = escape(_OPPONENT.replace("the second army", second))


class IndexForm(forms.Form):
    """Which of one's battles to show."""

    status = forms.ChoiceField(label="Status", choices=[("", "All"), *Battle.Status.choices], required=False)
    system = forms.ChoiceField(label="Rules", required=False)
    name = forms.CharField(label="Name", max_length=120, required=False)
    archived = forms.BooleanField(label="Archived", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["system"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "All"), *((system.slug, system.name) for system in registry.systems())]


def read_revision(data: Mapping[str, Any]) -> int:
    """Return the revision of the battle that a form was shown at; raises LeaguerError for a form that was not
    ours.
    """
    revision = whole(data.get("revision"))
    if revision < 0:
        raise LeaguerError(_UNREADABLE, path="revision")
    return revision


def read_steps(data: Mapping[str, Any]) -> int:
    """Return how many choices an undo takes back, one if a form does not say; raises LeaguerError for a form
    that was not ours.
    """
    steps = whole(data.get("steps", "1"))
    if not 1 <= steps <= MOST_STEPS:
        raise LeaguerError(_UNREADABLE, path="steps")
    return steps


def read_choice(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choice that a decision's form sends.

    Numbers and dice that cannot be read stay texts, which the decision then refuses with its limits. Raises
    LeaguerError for a form that was not ours.
    """
    try:
        key = read_json(data.get("key", ""))
    except JSONError:
        key = None
    if not isinstance(key, dict):
        raise LeaguerError(_UNREADABLE, path="key")
    choice = dict(key)
    for name in data:
        if name.startswith("number-"):
            choice[name.removeprefix("number-")] = _number(data[name])
        elif name.startswith("text-"):
            choice[name.removeprefix("text-")] = data[name].strip()
        elif name.startswith("dice-"):
            getlist = getattr(data, "getlist", lambda key: [data[key]])
            choice[name.removeprefix("dice-")] = [_number(value) for value in getlist(name)]
    return choice


def _number(text: str) -> Any:
    try:
        value = float(text)
    except ValueError:
        return text
    return int(value) if value.is_integer() and abs(value) < 1e9 else value
