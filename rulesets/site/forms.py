"""Fields of forms from the descriptions of rule systems; the form that searches rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict

from rulesets.contract import registry
from rulesets.engine.fields import Field
from rulesets.site.rulebrowser import STATUSES, phases


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
        choices=[("", "all"), *((status, status) for status in STATUSES)],
    )

    def __init__(self, data: QueryDict, *, system: str) -> None:
        super().__init__(data)
        registry.get(system)
        offer(self, "phase", [("", "all"), *((phase, phase) for phase in phases(system))])

    def wanted(self) -> dict[str, str]:
        """Return the words, the phase and the status that are asked for; nothing of what is not usable."""
        self.is_valid()
        given = self.cleaned_data
        return {
            "words": given.get("q", ""),
            "phase": given.get("phase", ""),
            "status": given.get("status", ""),
        }
