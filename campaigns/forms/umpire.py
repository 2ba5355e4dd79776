"""The umpire's forms: deadlines, corrections, going back, copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils import timezone

from armylists import profiles
from campaigns.cards.forces import faction_name
from campaigns.creation import MAX_HOURS
from campaigns.engine.forces import command_names
from campaigns.engine.resolve import open_engagements
from campaigns.engine.state import State
from campaigns.forms.choices import factions, list_choices, list_of, set_choices
from campaigns.forms.orders import area_field
from campaigns.models import Campaign

RELATIONS = {"war": "war", "neutral": "peace", "truce": "truce", "alliance": "alliance"}
FATES = {"well": "well", "wounded": "wounded", "captured": "captured", "killed": "killed"}


class DeadlineForm(forms.Form):
    """Until when orders are taken, and how it goes on from there."""

    deadline = forms.DateTimeField(
        label="Orders are due by",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    hours = forms.IntegerField(
        label="Hours for each later turn", min_value=0, max_value=MAX_HOURS, required=False,
        help_text="168 is a week. Leave empty for no deadline.",
    )  # fmt: skip
    alone = forms.BooleanField(
        label="Carry out turns without you",
        required=False,
        help_text="At the deadline, and when the last battle of a turn is settled.",
    )

    early = forms.BooleanField(
        label="Carry out the orders as soon as all players are ready", required=False,
        help_text="Otherwise they are carried out at the deadline, or when you say so.",
    )  # fmt: skip

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        initial = {name: getattr(campaign, name) for name in ("hours", "alone", "deadline", "early")}
        initial["hours"] = campaign.hours or None
        super().__init__(*args, **(kwargs | {"initial": initial}))
        zone = profiles.place_words(timezone.get_current_timezone())
        self.fields["deadline"].help_text = f"Time zone: {zone}. Leave empty for no deadline."
        if campaign.shape != Campaign.Shape.MAP:
            self._speak_of_rounds()

    def _speak_of_rounds(self) -> None:
        """Call things as ladders and stories do: they have rounds, and no orders."""
        self.fields["deadline"].label = "Open until"
        self.fields["hours"].label = "Hours for each later round"
        self.fields["alone"].label = "Carry out rounds without you"
        self.fields["alone"].help_text = "At the deadline, and when the last battle of a round is settled."
        self.fields["early"].label = "Continue as soon as all players are ready"
        self.fields["early"].help_text = "Otherwise it goes on at the deadline, or when you say so."


class ReasonForm(forms.Form):
    """Why the umpire does something."""

    reason = forms.CharField(
        label="Reason", max_length=500, help_text="Everyone can read it in the chronicle."
    )


class BackForm(ReasonForm):
    """To the beginning of which turn."""

    turn = forms.ChoiceField(label="Go back to the beginning of")

    def __init__(self, *args: Any, turns: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, turn=[(str(turn), words) for turn, words in turns])
        self.order_fields(["turn", "reason"])


class CloneForm(forms.Form):
    """A copy of a campaign."""

    name = forms.CharField(label="Name", max_length=120, required=False)
    fresh = forms.BooleanField(label="Start again from turn 1", required=False)


ACTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "add": ("Add a force", ("faction", "area", "name", "klass", "list")),
    "move": ("Move a force", ("force", "area")),
    "hand": ("Give a force to another faction", ("force", "faction")),
    "remove": ("Remove a force", ("force",)),
    "rename": ("Rename a force", ("force", "name")),
    "unit": ("Change a unit", ("unit", "lost", "status", "back", "experience")),
    "leader": ("Change a leader", ("command", "fate", "back", "captor")),
    "owner": ("Change who holds an area", ("area", "faction")),
    "money": ("Change money", ("faction", "amount")),
    "points": ("Change victory points", ("faction", "amount")),
    "relation": ("War and peace", ("faction", "other", "relation")),
    "weather": ("Set the weather", ("weather",)),
    "date": ("Set the date", ("date",)),
    "end": ("End the campaign", ("faction",)),
}
"""An umpire's corrections: what each is called, and its fields."""
OPTIONAL = {("owner", "faction"), ("end", "faction"), ("add", "name"), ("add", "klass")}


class ActForm(ReasonForm):
    """One act of the umpire. `act` after `is_valid` is it as JSON."""

    def __init__(self, *args: Any, do: str, state: State, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.do, self.state, self.user = do, state, user
        for name in ACTS[do][1]:
            if name == "area" and state.map is None:
                continue
            self.fields[name] = self._field(name)
            if (do, name) in OPTIONAL:
                self.fields[name].required = False
        self.order_fields([*ACTS[do][1], "reason"])
        self.document: dict[str, Any] = {}

    def _field(self, name: str) -> forms.Field:
        if name == "area":
            return area_field("Area", self.state)
        if name in NUMBERS:
            label, low, high = NUMBERS[name]
            return forms.IntegerField(label=label, min_value=low, max_value=high, required=name == "amount")
        if name == "date":
            return forms.DateField(
                label="Date", initial=self.state.date, widget=forms.DateInput(attrs={"type": "date"})
            )
        if name == "name":
            return forms.CharField(label="Name", max_length=120)
        label, choices = self._choices(name)
        return forms.ChoiceField(label=label, choices=choices, required=name not in ("captor", "status"))

    def _choices(self, name: str) -> tuple[str, list[Any]]:
        state = self.state
        match name:
            case "force":
                return "Force", [
                    (each.id, f"{each.name} ({faction_name(state, each.faction)})")
                    for each in state.standing()
                ]
            case "unit":
                return "Unit", [
                    (each.name, [(f"{each.id} {unit.id}", f"{unit.name} {unit.left}/{unit.steps}")
                                 for unit in each.units]) for each in state.standing()
                ]  # fmt: skip
            case "command":
                return "Leader", [
                    (f"{each.id} {command.id}", f"{command_names(each)[command.id]}, {each.name}")
                    for each in state.standing()
                    for command in each.commands
                    if command.leader
                ]
            case "relation":
                return "Relation", list(RELATIONS.items())
            case "status":
                return "Status", [
                    ("", "unchanged"),
                    ("ready", "ready"),
                    ("away", "away"),
                    ("lost", "lost for good"),
                ]
            case "fate":
                return "Fate", list(FATES.items())
            case "weather":
                return "Weather", [(each.name, each.name) for each in state.rules.calendar.weather]
            case "klass":
                return "Class", [(each.key, each.name) for each in state.rules.classes]
            case "list":
                return "Army list", list_choices(self.user, state.systems)
        return {"other": "With", "captor": "Held by"}.get(name, "Faction"), factions(state)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("list"):
            self.document = list_of(cleaned["list"], self.user)
        for name, words in self._amiss(cleaned):
            self.add_error(name, words)
        return cleaned

    def _amiss(self, cleaned: dict[str, Any]) -> Iterator[tuple[str | None, str]]:
        """Yield what cannot be meant, and its field."""
        value = cleaned.get("unit") or cleaned.get("command") or cleaned.get("force") or ""
        force = self.state.forces.get(value.split(" ", 1)[0])
        if force is None:
            return
        if self.do in ("move", "hand", "remove") and self._fights(force.id):
            yield "force", "It fights this turn. Finish the turn first, or go back."
        if self.do == "hand" and cleaned.get("faction") == force.faction:
            yield "faction", "It already belongs to this faction."
        if self.do == "leader" and cleaned.get("fate") == "captured":
            if not cleaned.get("captor"):
                yield "captor", "Choose who holds the captive."
            elif cleaned["captor"] == force.faction:
                yield "captor", "Choose another faction: this is their own."
        if self.do == "unit" and all(cleaned.get(name) in (None, "") for name in ACTS["unit"][1][1:]):
            yield None, "Choose what to change."

    def _fights(self, force: str) -> bool:
        """Return whether a force stands in an engagement of this turn: what it brings is done when the turn
        ends.
        """
        return self.state.phase == "battles" and any(
            force in side.forces for each in open_engagements(self.state) for side in each.sides
        )

    @property
    def act(self) -> dict[str, Any]:
        """The act as JSON values."""
        given = {name: self.cleaned_data[name] for name in ACTS[self.do][1] if name in self.cleaned_data}
        if "list" in given:
            given["list"] = self.document
        for name in ("unit", "command"):
            if name in given:
                given["force"], given[name] = given[name].split(" ", 1)
        act = {name: value for name, value in given.items() if value not in (None, "")}
        if "date" in act:
            act["date"] = act["date"].isoformat()
        return {"do": self.do, **act}


NUMBERS = {
    "amount": ("Change by", -1_000_000, 1_000_000),
    "lost": ("Steps lost", 0, 1000),
    "back": ("Returns in turn", 0, 10_000),
    "experience": ("Experience", 0, 10_000),
}
