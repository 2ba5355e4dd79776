"""Lists to choose from: army lists where a force is raised, one choice in a form of its own, and widgets that
need no template for each of their choices, as a page of orders holds thousands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.forms.utils import flatatt
from django.http import Http404
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from armylists import booksource
from armylists.models import ArmyList
from armylists.owned.access import owned
from armylists.titles import titled
from campaigns.engine.forces import MusterError
from campaigns.engine.state import State
from rulesets.contract.documents import samples

OWN, SAMPLE = "own", "sample"
Choices = Sequence[tuple[Any, Any]]


def set_choices(form: forms.Form, **choices: Choices) -> None:
    """Give fields of a form their choices."""
    for name, found in choices.items():
        form.fields[name].choices = found  # type: ignore[attr-defined]


def factions(state: State, *, but: str | None = None) -> list[tuple[str, str]]:
    """Return the factions of a campaign to choose from, with a line for none; `but` one of them."""
    return [("", "–"), *((each.id, each.name) for each in state.factions.values() if each.id != but)]


def list_choices(user: User, systems: Collection[str]) -> list[Any]:
    """Return the lists of these systems that a force can be raised from. One query."""
    rows = ArmyList.objects.of(user).in_use().filter(system__in=systems)
    booksource.fetch_for(rows)
    own = [(f"{OWN}:{row.public_id}", title) for row, title in titled(rows)]
    ready = [(f"{SAMPLE}:{key}", army.name) for key, army in samples().items() if army.system in systems]
    return [("", "–"), *([("Your lists", own)] if own else []), ("Sample lists", ready)]


def list_of(value: str, user: User) -> dict[str, Any]:
    """Return the document of a list that was chosen; raises MusterError for one that is not there."""
    kind, _, key = value.partition(":")
    if kind == SAMPLE and key in samples():
        return samples()[key].to_json()
    try:
        return owned(ArmyList, user, key).army.to_json()
    except (Http404, ValueError):
        raise MusterError("there is no such list", path="list") from None


class OneChoice(forms.Form):
    """A form with one field, to choose from a list."""

    def __init__(
        self, name: str, label: str, choices: Choices, *, auto_id: str = "id_%s", **options: Any
    ) -> None:
        super().__init__(auto_id=auto_id)
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, **options)


class PlainSelect(forms.Select):
    """A select as Django draws it, without groups."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(each) for each in self.format_value(value)}
        options = (
            (key, SafeString(" selected") if str(key) in chosen else "", label) for key, label in self.choices
        )
        return format_html(
            '<select name="{}"{}>{}</select>',
            name,
            flatatt(self.build_attrs(self.attrs, attrs)),
            format_html_join("", '<option value="{}"{}>{}</option>', options),
        )


class PlainBoxes(forms.CheckboxSelectMultiple):
    """Boxes to tick as Django draws them, without groups."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = {str(each) for each in self.format_value(value)}
        base = (attrs or {}).get("id", "")
        boxes = (
            (base, index, name, key, base, index, SafeString(" checked") if str(key) in chosen else "", label)
            for index, (key, label) in enumerate(self.choices)
        )
        drawn = (
            '<div><label for="{}_{}"><input type="checkbox" name="{}" value="{}" id="{}_{}"{}> '
            "{}</label></div>"
        )
        return format_html('<div id="{}">{}</div>', base, format_html_join("", drawn, boxes))
