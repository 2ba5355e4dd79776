"""Fields of forms from the descriptions of rule systems; the forms of the rules browser and of odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from rulesets.contract import registry
from rulesets.contract.odds import Part, read
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Field
from rulesets.engine.wording import capfirst
from rulesets.site.odds import odds_of
from rulesets.site.rulebrowser import STATUSES, phase_words, phases


def offer(form: forms.Form, name: str, choices: Iterable[Any]) -> None:
    """Let a field of a form be chosen from what there is now."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def form_field(field: Field) -> forms.Field:
    """Return a description as a field of a form."""
    common: dict[str, Any] = {
        "label": field.label,
        "required": not field.optional,
        "initial": field.default,
        "help_text": field.rule,
    }
    if field.kind == "flag":
        return forms.BooleanField(**common)
    if field.kind == "many":
        return forms.MultipleChoiceField(**common, choices=field.choices, widget=forms.CheckboxSelectMultiple)
    if field.kind in ("choice", "radio"):
        widget = forms.RadioSelect if field.kind == "radio" else forms.Select
        return forms.ChoiceField(**common, choices=field.choices, widget=widget)
    if field.kind == "search":
        # Kept where it is while the form comes anew, so that nothing is lost of what is being typed.
        words = forms.TextInput(attrs={"type": "search", "autocomplete": "off", "hx-preserve": "true"})
        return forms.CharField(**common | {"help_text": field.help}, max_length=field.most, widget=words)
    return _number(field, common)


def _number(field: Field, common: dict[str, Any]) -> forms.Field:
    whole = field.kind == "whole"
    hint = {"placeholder": field.help} if field.help else {}
    widget = forms.NumberInput(attrs=hint if whole else {**hint, "step": "any"})
    limits: dict[str, Any] = {"min_value": field.low, "max_value": field.high}
    return (forms.IntegerField if whole else forms.FloatField)(**common, **limits, widget=widget)


class RuleForm(forms.Form):
    """What to look for in the rules of a system."""

    q = forms.CharField(
        label="Words", max_length=120, required=False, widget=forms.TextInput(attrs={"type": "search"})
    )
    phase = forms.ChoiceField(label="Phase", required=False)
    status = forms.ChoiceField(
        label="In Leaguer",
        required=False,
        choices=[("", "All"), *((status, capfirst(status)) for status in STATUSES)],
    )

    def __init__(self, data: QueryDict, *, system: str) -> None:
        super().__init__(data)
        registry.get(system)
        offer(self, "phase", [("", "All"), *((phase, phase_words(phase)) for phase in phases(system))])

    def wanted(self) -> dict[str, str]:
        """Return the words, the phase and the status that are asked for; nothing of what is not usable."""
        self.is_valid()
        given = self.cleaned_data
        return {
            # As the rules are stored, though pages show them with ’.
            "words": given.get("q", "").replace("’", "'"),
            "phase": given.get("phase", ""),
            "status": given.get("status", ""),
        }


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of the form as a page shows it: its groups of fields, and errors that are no field's."""

    legend: str
    style: str
    groups: tuple[tuple[str, list[forms.BoundField]], ...]
    errors: tuple[str, ...]


class OddsForm(forms.Form):
    """A question to the odds of a system, filled with what stands in the address.

    The form sends in `fields` the system that it asked for. If another is chosen now, what was given to
    that one is forgotten. Raises LeaguerError if the address names a system without odds.
    """

    def __init__(self, data: QueryDict) -> None:
        another = {"fields", "system"} <= data.keys() and data["fields"] != data["system"]
        if another:
            data = QueryDict(urlencode({"system": data["system"]}))
        self.system = data.get("system", "") or registry.having("odds")[0].slug
        self.odds = odds_of(self.system)
        self.question = self.odds.ask(dict(data.lists()))
        self.errors_of_parts: dict[str, list[str]] = {}
        super().__init__(self._filled(data), auto_id="%s")
        self.fields.update({field.key: form_field(field) for field in self._asked()})
        if another:
            for field in self.fields.values():
                field.widget.attrs.pop("hx-preserve", None)

    def _asked(self) -> Iterator[Field]:
        for part in self.question.parts:
            yield from part.fields

    def _filled(self, data: QueryDict) -> QueryDict:
        """Return the data without what is forgotten, with defaults for what the address does not name."""
        filled, given = data.copy(), dict(data.lists())
        for field in self._asked():
            values = read(field, given)
            if values or field.key in filled:
                filled.setlist(field.key, values)
        return filled

    @property
    def others(self) -> Sequence[RuleSystem]:
        """The systems to choose among; nothing if only one has odds."""
        found = registry.having("odds")
        return found if len(found) > 1 else ()

    @property
    def head(self) -> PartView:
        """The first part: what is asked."""
        return self._view(self.question.parts[0])

    @property
    def parts(self) -> list[PartView]:
        """The other parts of the form."""
        return [self._view(part) for part in self.question.parts[1:]]

    def _view(self, part: Part) -> PartView:
        groups = tuple(
            (style, [self[field.key] for field in fields]) for style, fields in part.groups if fields
        )
        return PartView(part.legend, part.style, groups, tuple(self.errors_of_parts.get(part.key, ())))

    def answer(self) -> dict[str, Any] | None:
        """Return the odds; None for a question with errors, which then stand at their fields."""
        if not self.is_valid():
            return None
        given = {name: value for name, value in self.cleaned_data.items() if value is not None}
        try:
            return self.odds.answer(self.question.query(given))
        except LeaguerError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: LeaguerError) -> None:
        """Put the error at the field that its path names, or above its part."""
        part, name = self.question.place(error)
        if name in self.fields:
            self.add_error(name, _sentence(error.message))
        else:
            self.errors_of_parts.setdefault(part, []).append(_sentence(error.message))


def _sentence(message: str) -> str:
    text = message.rstrip(".")
    if text.startswith("is "):
        text = f"This {text}"
    return f"{text[:1].upper()}{text[1:]}."
