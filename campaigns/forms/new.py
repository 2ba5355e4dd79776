"""The forms that a campaign begins with: one that ships, one's own, or a file."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, get_args

from django import forms
from django.contrib.auth.models import User
from django.utils.text import slugify

from campaigns.creation import MAX_HOURS
from campaigns.engine.documents import MAX_BYTES
from campaigns.engine.maps import MapError, Terrain, read_map
from campaigns.engine.rules import CampaignRules, RulesError, read_rules
from campaigns.engine.shipped import campaigns, maps
from campaigns.forms.choices import set_choices
from campaigns.forms.orders import BETWEEN
from campaigns.models import OwnMap
from rulesets.contract import registry
from rulesets.engine.wording import capfirst

SHIPPED, OWN = "shipped", "own"
USUAL = "usual"
COLOURS = ("#8c2f39", "#2c4560", "#4a5a2a", "#7a5410", "#5b3a66", "#1f6160", "#8a4a1c", "#4d4d4d")
FACTIONS, MORE = 4, 4


HOURS = "168 is a week. The first turn waits for you until everybody is there; left empty, each turn does."


def _campaigns() -> list[tuple[str, str]]:
    return [(key, document.name) for key, document in campaigns().items()]


class ShippedForm(forms.Form):
    """A campaign that ships."""

    campaign = forms.ChoiceField(label="Campaign", widget=forms.RadioSelect, choices=_campaigns)
    name = forms.CharField(label="Name", max_length=120, required=False, help_text="Its own if left empty.")
    hours = forms.IntegerField(
        label="Hours for each turn’s orders", min_value=0, max_value=MAX_HOURS, required=False,
        help_text=HOURS,
    )  # fmt: skip


class FileForm(forms.Form):
    """A campaign document, or a whole campaign as it was exported."""

    file = forms.FileField(
        label="File", help_text="JSON: a campaign document, or a campaign that was exported."
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > 8 * MAX_BYTES:
            raise forms.ValidationError("The file is larger than any campaign.")
        return file


class _NamedForm(forms.Form):
    """A part of a new campaign; one without a name is left out."""

    name = forms.CharField(label="Name", max_length=120, required=False)

    @property
    def key(self) -> str:
        """Its id."""
        return slugify(str(self.cleaned_data.get("name", "")))[:50]


class FactionForm(_NamedForm):
    """A faction of a new campaign."""

    colour = forms.RegexField(
        regex=r"^#[0-9a-fA-F]{6}$",
        label="Colour",
        required=False,
        widget=forms.TextInput(attrs={"type": "color"}),
    )
    money = forms.IntegerField(label="Money", min_value=0, max_value=10_000, required=False, initial=0)
    income = forms.IntegerField(
        label="Income a turn", min_value=0, max_value=10_000, required=False, initial=0
    )
    home = forms.CharField(
        label="Holds", max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Areas of the map by name or id, with commas; “all” for those the map gives it.",
    )  # fmt: skip
    neutral = forms.BooleanField(label="Neutral: nobody plays it", required=False)
    invite = forms.EmailField(label="Invite", required=False, help_text="E-mail of its player.")

    def faction(self) -> dict[str, Any]:
        """Return the faction as its document has it."""
        data = self.cleaned_data
        return {
            "id": self.key, "name": data["name"], "colour": data.get("colour") or COLOURS[0],
            "money": data.get("money") or 0, "income": data.get("income") or 0, "neutral": data["neutral"],
        }  # fmt: skip


class CampaignForm(forms.Form):
    """A campaign of one's own: its shape, its systems, its map, its beginning and its rules."""

    name = forms.CharField(label="Name", max_length=120)
    shape = forms.ChoiceField(
        label="Shape",
        initial="map",
        widget=forms.RadioSelect,
        choices=[
            ("map", "Map: forces march, meet and fight"),
            ("ladder", "Ladder: players challenge one another"),
            ("story", "Story: each battle chooses the next"),
        ],
    )
    systems = forms.MultipleChoiceField(
        label="Rule systems",
        widget=forms.CheckboxSelectMultiple,
        help_text="The first is the usual one of its battles.",
    )
    any_system = forms.BooleanField(
        label="Each battle may be fought in any of them",
        required=False,
        help_text="Army lists then stand in for the forces, which lose the same shares.",
    )
    map = forms.ChoiceField(label="Map", required=False)
    map_file = forms.FileField(label="or a map from a file", required=False, help_text="JSON of ours.")
    start = forms.DateField(
        label="First day", initial=date(1648, 4, 1), widget=forms.DateInput(attrs={"type": "date"})
    )
    rules = forms.ChoiceField(
        label="Rule set", required=False, help_text="You can change every figure of it later."
    )
    rules_file = forms.FileField(label="or a rule set from a file", required=False)
    hours = forms.IntegerField(
        label="Hours for each turn’s orders", min_value=0, max_value=MAX_HOURS, required=False,
        help_text=HOURS,
    )  # fmt: skip

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        own = [(f"{OWN}:{each.public_id}", each.name) for each in OwnMap.objects.of(user).defer("document")]
        ready = [(f"{SHIPPED}:{key}", each.name or key) for key, each in maps().items()]
        rules = [(key, each.rules.name) for key, each in campaigns().items()]
        set_choices(
            self,
            systems=[(each.slug, each.name) for each in registry.having("campaign")],
            map=[*([("Your maps", own)] if own else []), ("Maps that ship", ready)],
            rules=[(USUAL, "The usual figures"), *rules],
        )
        self.drawn: Any = None
        self.figures = CampaignRules()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("shape") == "map" and not self.errors:
            try:
                self.drawn = self._map_of(cleaned)
            except (MapError, forms.ValidationError) as error:
                self.add_error("map_file" if cleaned.get("map_file") else "map", messages_of(error))
        if "rules" in cleaned and "rules_file" in cleaned:
            self._read_rules(cleaned)
        return cleaned

    def _map_of(self, cleaned: dict[str, Any]) -> Any:
        if cleaned.get("map_file"):
            return read_map(parsed(cleaned["map_file"])).to_json()
        kind, _, key = cleaned.get("map", "").partition(":")
        if kind == SHIPPED and key in maps():
            return maps()[key].to_json()
        found = OwnMap.objects.of(self.user).filter(public_id=key).first() if kind == OWN else None
        if found is None:
            raise forms.ValidationError("Choose a map, or give one as a file.")
        return read_map(found.document).to_json()

    def _read_rules(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("rules_file"):
            try:
                self.figures = read_rules(parsed(cleaned["rules_file"]))
            except (RulesError, forms.ValidationError) as error:
                self.add_error("rules_file", messages_of(error))
        elif cleaned.get("rules") in campaigns():
            self.figures = campaigns()[cleaned["rules"]].rules

    def document(self, factions: list[FactionForm], scenes: list[SceneForm]) -> dict[str, Any]:
        """Return the campaign document that the forms make."""
        data, rules = self.cleaned_data, self.figures.to_json()
        if data["any_system"]:
            rules["battles"]["systems"] = "any"
        value: dict[str, Any] = {
            "name": data["name"], "shape": data["shape"], "systems": data["systems"],
            "start": data["start"].isoformat(), "rules": rules,
            "factions": [each.faction() for each in factions],
        }  # fmt: skip
        if data["shape"] == "map":
            value["map"] = _held(self.drawn, factions)
        if data["shape"] == "story":
            value["story"] = [each.node(scenes) for each in scenes]
        return value


GROUNDS = tuple(each for each in get_args(Terrain) if each != "sea")
"""What armies can meet on."""


def _scenarios() -> list[Any]:
    """Return the scenarios that ship, by the systems whose battles know such."""
    systems = [(each.name, registry.get(each.slug).campaign) for each in registry.systems()]
    groups = [(name, list(each.scenarios().items())) for name, each in systems if each is not None]
    return [("", "None: ground made for the day"), *((name, found) for name, found in groups if found)]


class SceneForm(_NamedForm):
    """A scene of a story: its text, who fights in it, and where the story goes on."""

    name = forms.CharField(label="Title", max_length=120, required=False)
    words = forms.CharField(
        label="Text before it", max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    first = forms.CharField(label="First side", max_length=120, required=False)
    second = forms.CharField(label="Second side", max_length=120, required=False)
    won = forms.IntegerField(label="If the first side wins, scene", min_value=1, max_value=20, required=False)
    lost = forms.IntegerField(label="If it loses, scene", min_value=1, max_value=20, required=False)
    drawn = forms.IntegerField(label="After a draw, scene", min_value=1, max_value=20, required=False)
    terrain = forms.ChoiceField(
        label="Ground", choices=[(each, each.capitalize()) for each in GROUNDS], required=False
    )
    scenario = forms.ChoiceField(label="On the map of a scenario", choices=_scenarios, required=False)
    points = forms.IntegerField(label="Points for winning it", min_value=0, max_value=1000, required=False)

    def node(self, scenes: list[SceneForm]) -> dict[str, Any]:
        """Return the scene as its document has it; scenes are named by their numbers from 1."""
        data = self.cleaned_data
        keys = {number: scene.key for number, scene in enumerate(scenes, start=1)}
        branches = [
            {"when": when, "to": keys.get(data[when], f"scene-{data[when]}")}
            for when in ("won", "lost", "drawn")
            if data.get(when)
        ]
        sides = [slugify(data[side])[:50] for side in ("first", "second") if data.get(side)]
        return {
            "id": self.key, "name": data["name"], "words": data["words"], "sides": sides,
            "branches": branches, "terrain": data["terrain"] or GROUNDS[0], "scenario": data["scenario"],
            "points": 1 if data["points"] is None else data["points"],
        }  # fmt: skip


def _held(drawn: dict[str, Any], factions: list[FactionForm]) -> dict[str, Any]:
    """Return the map with the factions on it: each holds the areas that its form names, or those that are
    its.
    """
    keys = {form.key for form in factions}
    named = {area["name"].casefold(): area["id"] for area in drawn["areas"]} | {
        area["id"]: area["id"] for area in drawn["areas"]
    }
    holders: dict[str, str] = {}
    for form in factions:
        for word in BETWEEN.split(form.cleaned_data.get("home") or ""):
            word = word.strip().casefold()
            if word and word != "all":
                if word not in named:
                    form.add_error("home", f"There is no area «{word}» on the map.")
                holders[named.get(word, "")] = form.key
    for area in drawn["areas"]:
        for name in ("owner", "home"):
            mine = holders.get(area["id"], area[name])
            area[name] = mine if mine in keys else ""
    return drawn


def parsed(file: Any) -> Any:
    """Return what a file of JSON holds; raises ValidationError for one that is none."""
    if file.size > MAX_BYTES:
        raise forms.ValidationError("The file is too large.")
    try:
        return json.loads(file.read().decode())
    except (ValueError, RecursionError):
        raise forms.ValidationError("The file is not JSON.") from None


def messages_of(error: Any) -> list[str]:
    """Return what is wrong, a sentence for each fault, the first ten."""
    if isinstance(error, forms.ValidationError):
        return list(error.messages)
    return [capfirst(str(fault)) for fault in error.faults][:10]
