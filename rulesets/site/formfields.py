"""Fields of forms from the descriptions of rule systems."""

from __future__ import annotations

from typing import Any

from django import forms

from rulesets.engine.fields import Field


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
