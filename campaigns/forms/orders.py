"""The forms that orders are written in: one for each force, all sent together, and one for each act."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import Any

from django import forms

from campaigns.engine.forces import command_names, names
from campaigns.engine.maps import CampaignMap
from campaigns.engine.orders import ForceOrder
from campaigns.engine.state import Force, State
from campaigns.engine.ways import blocked, map_of, share
from campaigns.forms.choices import PlainBoxes, PlainSelect, factions, set_choices
from campaigns.wording import orders as words
from rulesets.engine.errors import Fault
from rulesets.engine.wording import capfirst

KINDS = {
    "march": "March", "hold": "Hold", "scout": "Scout", "forage": "Forage",
    "raid": "Raid", "besiege": "Besiege", "garrison": "Garrison",
    "join": "Join another force", "split": "Split", "recruit": "Recruit", "refit": "Refit",
}  # fmt: skip
BETWEEN = re.compile(r"[,;>→\n]+")
PLACE = re.compile(r"^forces(?:\.|\[\"?|\[')([a-z0-9-]+)(?:\"?\]|'\])?(?:\.([a-z]+))?")


class PathField(forms.CharField):
    """Areas of a map by their ids or names, with commas between them; cleans to a list of ids."""

    def __init__(self, *, map: CampaignMap | None, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=4000, **kwargs)
        self.map = map

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(self.called, value)) if isinstance(value, list | tuple) else value

    def called(self, key: str) -> str:
        """Return the name of an area; its id where it is unknown or two areas have the same name."""
        known = self.map.by_id if self.map else {}
        name = known[key].name if key in known else key
        alone = sum(area.name.casefold() == name.casefold() for area in known.values()) == 1
        return name if alone and not BETWEEN.search(name) else key

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return [self.area(part.strip()) for part in BETWEEN.split(text or "") if part.strip()]

    def area(self, word: str) -> str:
        """Return the id of an area that is called so; raises ValidationError if none is."""
        known = self.map.by_id if self.map else {}
        if word in known:
            return word
        named = [key for key, area in known.items() if area.name.casefold() == word.casefold()]
        if len(named) != 1:
            raise forms.ValidationError(f"There is no area called “{word}” on the map.")
        return named[0]


class AreaField(PathField):
    """One area by its id or name; cleans to its id, "" for none."""

    def prepare_value(self, value: Any) -> Any:
        return self.called(value) if value else value

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        if len(found) > 1:
            raise forms.ValidationError("Enter only one area.")
        return found[0] if found else ""


def area_field(label: str, state: State) -> AreaField:
    """Return a field for an area that has to be named."""
    field = AreaField(label=label, map=state.map)
    field.required = True
    field.widget.attrs["list"] = "areas"
    return field


class ForceOrderForm(forms.Form):
    """What one force is to do. `order` after `is_valid` is its order as JSON."""

    do = forms.ChoiceField(label="Order", widget=PlainSelect)
    area = forms.CharField(required=False)
    other = forms.ChoiceField(label="Join", required=False, widget=PlainSelect)
    forced = forms.BooleanField(label="Forced march", required=False)
    evade = forms.BooleanField(label="Retreat if attacked", required=False)
    storm = forms.BooleanField(label="Storm the walls", required=False)
    ambush = forms.BooleanField(label="Set an ambush", required=False)
    merge = forms.BooleanField(label="Merge worn units of the same kind", required=False)
    amount = forms.IntegerField(
        label="Spend at most", min_value=0, max_value=10_000, required=False,
        help_text="Leave empty to spend as much as the rules allow.",
    )  # fmt: skip
    name = forms.CharField(label="Name of the new force", max_length=120, required=False)
    commands = forms.MultipleChoiceField(label="Whole commands", required=False, widget=PlainBoxes)
    units = forms.MultipleChoiceField(
        label="Units",
        required=False,
        widget=PlainBoxes,
        help_text="To recruit or refit all units, tick none.",
    )

    def __init__(
        self,
        data: Any,
        force: Force,
        state: State,
        order: Mapping[str, Any] | None = None,
        *,
        hidden: bool = False,
    ) -> None:
        self.force = force
        value = ForceOrder.model_validate(order or {})
        initial = value.model_dump() | {
            "area": value.target if value.do == "scout" else "",
            "other": value.target if value.do == "join" else "",
            "amount": value.amount or None,
        }
        if hidden and order is None:
            initial["do"] = ""
        super().__init__(data, prefix=force.id, initial=initial)
        self.fields["do"].required = not hidden
        self.state = state
        self.found: dict[str, list[str]] = {}
        self.fields["path"] = PathField(
            label="Route",
            map=state.map,
            help_text="Areas separated by commas. Enter only the goal to take the quickest way.",
        )
        self.fields["path"].widget.attrs |= {"data-path": "", "list": "areas", "autocomplete": "off"}
        self.fields["area"] = AreaField(label="Area to scout", map=state.map)
        self.fields["area"].widget.attrs["list"] = "areas"
        offered = [kind for kind in KINDS if kind in state.rules.orders]
        others = [each for each in state.standing() if each.faction == force.faction and each.id != force.id]
        units = [unit for unit in force.units if unit.status != "lost"]
        set_choices(
            self,
            do=[
                *([("", words.HIDDEN)] if hidden else []),
                *((kind, KINDS[kind]) for kind in dict.fromkeys(("hold", *offered))),
            ],
            other=[("", "–"), *((each.id, each.name) for each in others)],
            commands=list(command_names(force).items()),
            units=[(unit.id, f"{unit.name} {unit.left}/{unit.steps}") for unit in units],
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if path := cleaned.get("path"):
            cleaned["path"] = self._whole(path)
        return cleaned

    def _whole(self, path: Sequence[str]) -> list[str]:
        """Return a route with the quickest way between two areas that are not next to each other."""
        found: list[str] = []
        for goal in path:
            at = found[-1] if found else self.force.at
            near = self.state.map.ways.get(at, {}) if self.state.map else {}
            gap = goal != at and goal not in near
            found += (quickest(self.state, self.force, goal, at) or [goal]) if gap else [goal]
        return found

    @property
    def summary(self) -> str:
        """What is written, in a few words: `March: Newport, Ryde`."""
        do, path = self["do"].value(), self["path"].value() or []
        known = self.state.map.by_id if self.state.map else {}
        parts = BETWEEN.split(path) if isinstance(path, str) else path
        way = [known[part.strip()].name if part.strip() in known else part.strip() for part in parts]
        kind = KINDS.get(do, "" if do else words.HIDDEN)
        return f"{kind}: {', '.join(way)}" if any(way) else kind

    @property
    def order(self) -> dict[str, Any]:
        """The order as JSON values, without what its kind has no use for."""
        data = self.cleaned_data
        do = data["do"]
        order: dict[str, Any] = {"do": do, "path": data["path"], "evade": data["evade"]}
        if do == "scout":
            order["target"] = data["area"]
        if do == "join":
            order["target"] = data["other"]
        for name in USES.get(do, ()):
            order[name] = data[name] or (0 if name == "amount" else data[name])
        if data["path"]:
            order["forced"] = data["forced"]
        return order


def quickest(state: State, force: Force, goal: str, start: str = "") -> list[str]:
    """Return the areas of the quickest way that a force may march to another, however many turns it takes;
    without the `start` ("" for where it stands), empty if no way leads there.
    """
    heap: list[tuple[float, str, list[str]]] = [(0.0, start or force.at, [])]
    seen: set[str] = set()
    while heap:
        spent, at, way = heappop(heap)
        if at == goal:
            return way
        if at in seen:
            continue
        seen.add(at)
        for area, link in map_of(state).ways[at].items():
            if area in seen or blocked(state, force.faction, at, area):
                continue
            total = spent + share(state, force, link, area, forced=False, weather=100)
            if total < inf:
                heappush(heap, (total, area, [*way, area]))
    return []


USES: Mapping[str, tuple[str, ...]] = {
    "hold": ("ambush",), "besiege": ("storm",), "split": ("commands", "units", "name"),
    "recruit": ("units", "amount", "merge"), "refit": ("units", "merge"),
}  # fmt: skip
"""Which fields beside its way an order of a kind has."""


class OrderForms:
    """The forms of all forces that somebody may order."""

    def __init__(
        self,
        state: State,
        forces: Sequence[Force],
        orders: Mapping[str, Any],
        data: Mapping[str, Any] | None = None,
        *,
        hidden: bool = False,
    ) -> None:
        """`hidden`: what its players order is hidden from whoever writes these, and stands for each force of
        which they write nothing.
        """
        given = orders.get("forces", {})
        self.forms = {
            force.id: ForceOrderForm(data, force, state, given.get(force.id), hidden=hidden)
            for force in forces
        }
        self.names = names(state)
        self.rest: list[str] = []

    def __iter__(self) -> Iterator[ForceOrderForm]:
        return iter(self.forms.values())

    @cached_property
    def valid(self) -> bool:
        """Whether every field can be read."""
        found = [form.is_valid() for form in self]
        return all(found)

    @property
    def alone(self) -> bool:
        """Whether there is but one force."""
        return len(self.forms) == 1

    def orders(self) -> dict[str, Any]:
        """Return the orders of the forces as JSON values."""
        return {key: form.order for key, form in self.forms.items() if form.cleaned_data["do"]}

    def take(self, faults: Iterable[Fault]) -> None:
        """Put faults of the orders beside their fields; `rest` are those that belong to none."""
        for fault in faults:
            place = PLACE.match(fault.path)
            form = self.forms.get(place[1]) if place else None
            if form is None or place is None:
                self.rest.append(fault_words(fault, self.names))
                continue
            form.found.setdefault(_field_of(form, place[2]), []).append(capfirst(fault.message))

    @property
    def faulty(self) -> list[ForceOrderForm]:
        """The forms beside whose fields something stands."""
        return [form for form in self if form.found or (form.is_bound and form.errors)]

    @property
    def wrong(self) -> list[str]:
        """The ids of the fields beside which something stands."""
        return [
            form[name].auto_id
            for form in self.faulty
            for name in (*form.found, *(form.errors if form.is_bound else ()))
            if name in form.fields
        ]


def fault_words(fault: Fault, names: Mapping[str, str]) -> str:
    """Return what speaks against orders in words: with the name of the force, without its place."""
    place = PLACE.match(fault.path)
    if place is None:
        return capfirst(fault.message)
    return f"{names[place[1]]}: {fault.message}" if place[1] in names else words.FORCE_IS_GONE


def _field_of(form: ForceOrderForm, name: str | None) -> str:
    """Return the field that a part of an order is written in; its kind for the order as a whole."""
    if name == "target":
        return "other" if form["do"].value() == "join" else "area"
    return name if name in form.fields else "do"


# -- acts ------------------------------------------------------------------------------------------

RELATIONS = {"war": "War", "neutral": "Peace", "truce": "Truce", "alliance": "Alliance"}


class ActForm(forms.Form):
    """Something that the faction `own` does; `lists` are army lists to choose from. After `is_valid`, `act`
    is it as JSON values.
    """

    def __init__(self, data: Any, state: State, own: str, lists: list[Any]) -> None:
        super().__init__(data)
        self.offer(state, own, lists)

    def offer(self, state: State, own: str, lists: list[Any]) -> None:
        """Give the fields what there is to choose from."""
        set_choices(self, to=factions(state, but=own))

    @property
    def act(self) -> dict[str, Any]:
        """The act as JSON values."""
        return {"do": self.prefix, **self.cleaned_data}


class DiplomacyForm(ActForm):
    """Offer a relation, accept one, or declare war."""

    prefix = "diplomacy"
    to = forms.ChoiceField(label="To")
    relation = forms.ChoiceField(label="Offer or declare", choices=list(RELATIONS.items()), initial="truce")


class PayForm(ActForm):
    """Pay another faction, perhaps as ransom for one of its captives."""

    prefix = "pay"
    to = forms.ChoiceField(label="To")
    amount = forms.IntegerField(label="Amount", min_value=1, max_value=1_000_000)
    ransom = forms.ChoiceField(label="Ransom for", required=False)

    def offer(self, state: State, own: str, lists: list[Any]) -> None:
        super().offer(state, own, lists)
        captives = [
            (command.id, command_names(force)[command.id])
            for force in state.forces.values()
            if force.faction == own
            for command in force.commands
            if command.leader and command.leader.fate == "captured"
        ]
        set_choices(self, ransom=[("", "Nobody"), *captives])


class RaiseForm(ActForm):
    """Raise a new force from an army list, whose document is to be set before the act is asked for."""

    prefix = "raise"
    area = forms.CharField()
    name = forms.CharField(label="Name", max_length=120)
    klass = forms.ChoiceField(label="Class")
    army = forms.ChoiceField(label="Army list")
    document: Mapping[str, Any] = {}

    def offer(self, state: State, own: str, lists: list[Any]) -> None:
        self.fields["area"] = area_field("Area", state)
        set_choices(self, klass=[(each.key, each.name) for each in state.rules.classes], army=lists)

    @property
    def act(self) -> dict[str, Any]:
        """The act as JSON values, with the chosen list's document."""
        act = super().act
        del act["army"]
        return {**act, "list": self.document}


ACTS: Mapping[str, type[ActForm]] = {"diplomacy": DiplomacyForm, "pay": PayForm, "raise": RaiseForm}
