"""The forms that a campaign begins with: one that ships, one's own, or a file."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args

from django import forms
from django.contrib.auth.models import User
from django.utils.text import slugify

from armylists.wording.given import in_file
from campaigns.cards.checklist import usual_start
from campaigns.creation import MAX_HOURS
from campaigns.engine.documents import MAX_BYTES
from campaigns.engine.maps import MapError, Terrain, read_map
from campaigns.engine.rules import RulesError, read_rules, usual
from campaigns.engine.shipped import campaigns, maps
from campaigns.forms.choices import set_choices
from campaigns.models import OwnMap
from rulesets.contract import registry
from rulesets.engine.jsontext import JSONError, read_json
from rulesets.engine.wording import capfirst

SHIPPED, OWN = "shipped", "own"
USUAL = "usual"
COLOURS = ("#8c2f39", "#2c4560", "#4a5a2a", "#7a5410", "#5b3a66", "#1f6160", "#8a4a1c", "#4d4d4d")
FACTIONS, MORE = 4, 4


HOURS = (
    "168 is a week. You carry out the first turn yourself, once everyone has joined. Leave empty to carry "
    "out every turn yourself."
)
AREAS_OF = "owner:"
"""How a choice begins that stands for all areas of an owner on the map."""
MAX_FILE = 2 * MAX_BYTES
"""Bytes of a campaign file that a page reads: some hundred turns."""
FIRST_DAY = date(1648, 4, 1)


def _campaigns() -> list[tuple[str, str]]:
    return [(key, document.name) for key, document in campaigns().items()]


def pace_of(data: dict[str, Any]) -> dict[str, Any]:
    """Return what `campaigns.creation.create` takes from the cleaned `data` of a form: without hours, the
    umpire carries out every turn.
    """
    hours = data["hours"] or 0
    return {"hours": hours, "alone": hours > 0}


class ShippedForm(forms.Form):
    """A campaign that ships."""

    campaign = forms.ChoiceField(label="Campaign", widget=forms.RadioSelect, choices=_campaigns)
    name = forms.CharField(
        label="Name", max_length=120, required=False, help_text="Leave empty to keep its own name."
    )
    hours = forms.IntegerField(
        label="Hours for each turn’s orders", min_value=0, max_value=MAX_HOURS, required=False,
        help_text=HOURS,
    )  # fmt: skip


class FileForm(forms.Form):
    """A campaign document, or a whole campaign as it was exported."""

    file = forms.FileField(
        label="File", help_text="A campaign document, or a campaign that you downloaded (JSON)."
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_FILE:
            raise forms.ValidationError(
                f"This file is larger than {MAX_FILE // 1_000_000} MB. Ask whoever runs this site to use the "
                "command campaign_import."
            )
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
        label="Income per turn", min_value=0, max_value=10_000, required=False, initial=0
    )
    home = forms.MultipleChoiceField(
        label="Home", required=False, widget=forms.SelectMultiple(attrs={"size": 6}),
        help_text="The areas that it holds. Choose none to use those on the map.",
        error_messages={"invalid_choice": "Choose areas of the map of this campaign."},
    )  # fmt: skip
    neutral = forms.BooleanField(label="Neutral: nobody plays it", required=False)
    invite = forms.EmailField(label="Invite", required=False, help_text="E-mail address of its player.")

    def __init__(self, *args: Any, homes: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, home=homes)

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
            ("ladder", "Ladder: players challenge each other"),
            ("story", "Story: each battle decides the next"),
        ],
    )
    systems = forms.MultipleChoiceField(
        label="Rule systems",
        widget=forms.CheckboxSelectMultiple,
        help_text="Each battle is fought in the system of its forces.",
    )
    any_system = forms.BooleanField(
        label="Any battle can be fought in any of them",
        required=False,
        help_text="Army lists then stand in for the forces, which take the same share of losses.",
    )
    map = forms.ChoiceField(
        label="Map", required=False,
        # The homes of the factions below are areas of the chosen map.
        widget=forms.Select(attrs={
            "hx-post": "", "hx-trigger": "change", "hx-include": "closest form", "hx-vals": '{"more": "map"}',
            "hx-target": "#factions", "hx-select": "#factions", "hx-swap": "outerHTML",
        }),
    )  # fmt: skip
    map_file = forms.FileField(
        label="or a map from a file", required=False, help_text="A JSON file from the map editor."
    )
    start = forms.DateField(
        label="First day", required=False, widget=forms.DateInput(attrs={"type": "date"}),
        help_text="Leave empty to start on the same day as the map’s own campaign.",
    )  # fmt: skip
    opening = forms.ChoiceField(
        label="At the beginning", initial="war", required=False, widget=forms.RadioSelect,
        choices=[("war", "War: every faction is at war with every other"),
                 ("peace", "Peace: nobody fights until a faction declares war")],
        help_text="Only for a map. You can change each pair of factions later.",
    )  # fmt: skip
    rules = forms.ChoiceField(label="Rule set", required=False, help_text="You can change every rule later.")
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
            map=[*([("Your maps", own)] if own else []), ("Included maps", ready)],
            rules=[(USUAL, "Standard rules"), *rules],
        )
        self.drawn: Any = None
        self.figures = usual()

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
            raise forms.ValidationError("Choose a map, or upload one as a file.")
        return read_map(found.document).to_json()

    def _read_rules(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("rules_file"):
            try:
                self.figures = read_rules(parsed(cleaned["rules_file"]))
            except (RulesError, forms.ValidationError) as error:
                self.add_error("rules_file", messages_of(error))
        elif cleaned.get("rules") in campaigns():
            self.figures = campaigns()[cleaned["rules"]].rules

    def first_day(self) -> date:
        """Return the day that was given, else that of the campaign which the map was made for."""
        given: date | None = self.cleaned_data["start"]
        usual = usual_start(self.drawn["name"]) if self.drawn is not None else None
        return given or usual or FIRST_DAY

    def document(self, factions: list[FactionForm], scenes: list[SceneForm]) -> dict[str, Any]:
        """Return the campaign document that the forms make."""
        data, rules = self.cleaned_data, self.figures.to_json()
        if data["shape"] == "map" and data["opening"]:
            rules["diplomacy"]["default"] = "war" if data["opening"] == "war" else "neutral"
        if data["any_system"]:
            rules["battles"]["systems"] = "any"
        value: dict[str, Any] = {
            "name": data["name"], "shape": data["shape"], "systems": data["systems"],
            "start": self.first_day().isoformat(), "rules": rules,
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
    return [("", "None: random ground"), *((name, found) for name, found in groups if found)]


class SceneForm(_NamedForm):
    """A scene of a story: its text, who fights in it, and where the story goes on."""

    name = forms.CharField(label="Title", max_length=120, required=False)
    words = forms.CharField(
        label="Text before it", max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    first = forms.CharField(label="First side", max_length=120, required=False)
    second = forms.CharField(label="Second side", max_length=120, required=False)
    won = forms.IntegerField(
        label="If the first side wins, go to scene", min_value=1, max_value=20, required=False
    )
    lost = forms.IntegerField(label="If it loses, go to scene", min_value=1, max_value=20, required=False)
    drawn = forms.IntegerField(label="After a draw, go to scene", min_value=1, max_value=20, required=False)
    terrain = forms.ChoiceField(
        label="Ground", choices=[(each, each.capitalize()) for each in GROUNDS], required=False
    )
    scenario = forms.ChoiceField(label="Scenario to fight it on", choices=_scenarios, required=False)
    points = forms.IntegerField(label="Points for the winner", min_value=0, max_value=1000, required=False)

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
    owned = {f"{AREAS_OF}{area['owner']}" for area in drawn["areas"]}
    known = owned | {area["id"] for area in drawn["areas"]}
    holders: dict[str, str] = {}
    for form in factions:
        for choice in form.cleaned_data.get("home") or ():
            if choice not in known:
                form.add_error("home", "Choose areas of the map of this campaign.")
            for area in drawn["areas"]:
                if choice in (area["id"], f"{AREAS_OF}{area['owner']}"):
                    holders[area["id"]] = form.key
    for area in drawn["areas"]:
        for name in ("owner", "home"):
            mine = holders.get(area["id"], area[name])
            area[name] = mine if mine in keys else ""
    return drawn


def home_choices(user: User, chosen: str = "", *, every: bool = False) -> list[Any]:
    """Return what a faction may hold at the beginning on the `chosen` map (the first one by default), under
    the map's name: all areas of an owner, or single areas; of `every` map where it comes from a file. One
    query.
    """
    rows = OwnMap.objects.of(user).values_list("public_id", "name", "document__areas")
    drawn = {f"{OWN}:{key}": (name, areas or []) for key, name, areas in rows}
    for key, each in maps().items():
        drawn[f"{SHIPPED}:{key}"] = each.name or key, [area.model_dump() for area in each.areas]
    picked = chosen if chosen in drawn else next(iter(drawn), "")
    return [(name, _homes(name, areas)) for key, (name, areas) in drawn.items() if every or key == picked]


def _homes(name: str, areas: list[dict[str, Any]]) -> list[tuple[str, str]]:
    owners = sorted({area["owner"] for area in areas if area["owner"]})
    # A map names owners by their ids alone; the campaign that it was made for knows what they are called.
    called = {
        faction.id: faction.name
        for each in campaigns().values()
        if each.map is not None and each.map.name == name
        for faction in each.factions
    }
    choices = [
        (f"{AREAS_OF}{owner}", f"All areas of {called.get(owner, owner.replace('-', ' ').title())}")
        for owner in owners
    ]
    return choices + sorted(((area["id"], area["name"]) for area in areas), key=lambda each: each[1])


def parsed(file: Any) -> Any:
    """Return what a file of JSON holds; raises ValidationError for one that is none."""
    if file.size > MAX_BYTES:
        raise forms.ValidationError("This file is too large.")
    try:
        return read_json(file.read())
    except JSONError as error:
        raise forms.ValidationError(capfirst(f"{error}.")) from None


def messages_of(error: Any, *, file: bool = True) -> list[str]:
    """Return what is wrong, a sentence for each fault, the first ten. `file`: of a file, whose places are
    named.
    """
    if isinstance(error, forms.ValidationError):
        return list(error.messages)
    if not file:
        return [capfirst(str(fault)) for fault in error.faults][:10]
    return [in_file(fault.path, fault.message) for fault in error.faults][:10]
