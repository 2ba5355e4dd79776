"""The question to the odds as a form: its fields are those that the rule system asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from rulesets.contract import registry
from rulesets.contract.odds import Ask, Part
from rulesets.contract.system import RuleSystem
from rulesets.engine.errors import LeaguerError
from rulesets.site.odds import odds_of


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of the form as a page shows it: its groups of fields, and errors that are no field's."""

    legend: str
    style: str
    groups: tuple[tuple[str, list[forms.BoundField]], ...]
    errors: tuple[str, ...]


class OddsForm(forms.Form):
    """A question to the odds of a system, filled with what stands in the address.

    Raises LeaguerError if the address names a system without odds.
    """

    def __init__(self, data: QueryDict) -> None:
        self.system = data.get("system", "") or registry.having("odds")[0].slug
        self.odds = odds_of(self.system)
        self.question = self.odds.ask(dict(data.lists()))
        self.errors_of_parts: dict[str, list[str]] = {}
        super().__init__(self._filled(data), auto_id="%s")
        self.fields.update({ask.name: _field(ask) for ask in self._asks()})

    def _asks(self) -> Iterator[Ask]:
        for part in self.question.parts:
            yield from part.asks

    def _filled(self, data: QueryDict) -> QueryDict:
        """The data without what is forgotten, with defaults for what the address does not name."""
        filled, given = data.copy(), dict(data.lists())
        for ask in self._asks():
            values = ask.read(given)
            if values or ask.name in filled:
                filled.setlist(ask.name, values)
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
        groups = tuple((style, [self[ask.name] for ask in asks]) for style, asks in part.groups if asks)
        return PartView(part.legend, part.style, groups, tuple(self.errors_of_parts.get(part.key, ())))

    def answer(self) -> dict[str, Any] | None:
        """The odds; None for a question that cannot be answered, whose errors then stand at their fields."""
        if not self.is_valid():
            return None
        given = {name: value for name, value in self.cleaned_data.items() if value is not None}
        try:
            return self.odds.answer(self.question.query(given))
        except LeaguerError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: LeaguerError) -> None:
        """Puts the error at the field that its path names, or above its part."""
        part, name = self.question.place(error)
        if name in self.fields:
            self.add_error(name, _sentence(error.message))
        else:
            self.errors_of_parts.setdefault(part, []).append(_sentence(error.message))


def _field(ask: Ask) -> forms.Field:
    return _FIELDS[ask.kind](ask, label=ask.label, required=ask.required)


def _choice(ask: Ask, **common: Any) -> forms.Field:
    widget = forms.RadioSelect if ask.kind == "radio" else forms.Select
    return forms.ChoiceField(**common, choices=ask.choices, widget=widget)


def _many(ask: Ask, **common: Any) -> forms.Field:
    return forms.MultipleChoiceField(**common, choices=ask.choices, widget=forms.CheckboxSelectMultiple)


def _number(ask: Ask, **common: Any) -> forms.Field:
    limits: dict[str, Any] = {"min_value": ask.low, "max_value": ask.high}
    return forms.FloatField(**common, **limits, widget=forms.NumberInput(attrs={**_hint(ask), "step": "any"}))


def _whole(ask: Ask, **common: Any) -> forms.Field:
    limits: dict[str, Any] = {
        name: None if limit is None else int(limit)
        for name, limit in (("min_value", ask.low), ("max_value", ask.high))
    }
    return forms.IntegerField(**common, **limits, widget=forms.NumberInput(attrs=_hint(ask)))


def _flag(ask: Ask, **common: Any) -> forms.Field:  # noqa: ARG001
    return forms.BooleanField(**common)


def _hint(ask: Ask) -> dict[str, str]:
    return {"placeholder": ask.hint} if ask.hint else {}


_FIELDS = {
    "choice": _choice, "radio": _choice, "many": _many, "number": _number, "whole": _whole, "flag": _flag,
}  # fmt: skip


def _sentence(message: str) -> str:
    text = message.rstrip(".")
    if text.startswith("is "):
        text = f"This {text}"
    return f"{text[:1].upper()}{text[1:]}."
