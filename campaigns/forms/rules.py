"""The form that an umpire edits a part of the rule set with: a field for each figure, named by its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from campaigns.cards.rules import Figure, Leaf, Section, blank_row, choice_words, label_of, leaves, put
from campaigns.engine.rules import CampaignRules, RulesError, read_rules
from rulesets.engine.wording import capfirst


class MonthsField(forms.CharField):
    """Numbers of months, with commas between them."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        try:
            return [int(part) for part in (text or "").replace(",", " ").split()]
        except ValueError:
            raise forms.ValidationError("Enter months as numbers, such as 12, 1, 2.") from None


class RulesForm(forms.Form):
    """A part of the rule set. After `is_valid`, `rules` is the whole changed rule set."""

    reason = forms.CharField(
        label="Reason", max_length=300, help_text="Everyone can read it in the chronicle."
    )

    def __init__(self, *args: Any, rules: CampaignRules, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = self.before = rules
        self.section = section
        # A table is offered with one more row, which may stay empty.
        rows = [
            row
            for each in section.figures
            for row in (each.leaves, *each.rows, *([blank_row(each)] if each.rows else []))
        ]
        self.places = {leaf.path: leaf for row in rows for leaf in row}
        self.fields = {path: field_of(leaf) for path, leaf in self.places.items()} | self.fields

    def figures(self) -> Iterator[tuple[Figure, list[Any], list[list[Any]]]]:
        """Yield each figure with its bound fields: alone or under their names, and those in rows."""
        for figure in self.section.figures:
            rows = [*figure.rows, blank_row(figure)] if figure.rows else []
            yield (
                figure,
                [self[leaf.path] for leaf in figure.leaves],
                [[self[leaf.path] for leaf in row] for row in rows],
            )

    def changes(self) -> str:
        """Return what was changed, in words: `Rumour 10 → 55`."""
        new = leaves(self.rules)
        parts = [
            f"{label_of(path)} {leaf.called} {leaf.shown} → {new[path].shown}".replace("  ", " ")
            for path, leaf in leaves(self.before).items()
            if path in new and new[path].value != leaf.value
        ]
        return ", ".join(parts) or self.section.title

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            self._read(cleaned)
        return cleaned

    def _read(self, cleaned: dict[str, Any]) -> None:
        """Read the rule set with what the form says, or put its faults at their fields."""
        document = self.rules.to_json()
        for path, leaf in self.places.items():
            if leaf.kind in ("whole", "number") and cleaned[path] is None:
                continue
            put(document, path, cleaned[path])
        for figure in self.section.figures:
            if figure.rows:
                _drop_empty(document, figure.path)
        try:
            self.rules = read_rules(document)
        except RulesError as error:
            for fault in error.faults:
                path = fault.path if fault.path in self.fields else fault.path.rpartition("[")[0]
                place = path if path in self.fields else None
                words = capfirst(fault.message)
                self.add_error(place, words if place else f"{label_of(fault.path) or 'The rules'}: {words}")


def field_of(leaf: Leaf) -> forms.Field:
    """Return the field that a value of the rule set is edited in."""
    label = capfirst(leaf.called) if leaf.label else ""
    match leaf.kind:
        case "yes":
            return forms.BooleanField(label=label, required=False, initial=leaf.value)
        case "choice":
            return forms.ChoiceField(label=label, choices=_pairs(leaf), initial=leaf.value)
        case "choices":
            return forms.MultipleChoiceField(
                label=label, choices=_pairs(leaf), initial=leaf.value, required=False,
                widget=forms.CheckboxSelectMultiple,
            )  # fmt: skip
        case "months":
            return MonthsField(label=label, initial=leaf.value, required=False, max_length=60)
        case "text":
            return forms.CharField(label=label, initial=leaf.value, required=False, max_length=120)
    limits: dict[str, Any] = {
        "min_value": None if leaf.low is None else int(leaf.low),
        "max_value": None if leaf.high is None else int(leaf.high),
    }
    kind = forms.IntegerField if leaf.kind == "whole" else forms.FloatField
    return kind(label=label, initial=leaf.value, required=False, **limits)


def _pairs(leaf: Leaf) -> list[tuple[str, str]]:
    return [(choice, capfirst(choice_words(leaf.path, choice))) for choice in leaf.choices]


def _drop_empty(document: dict[str, Any], path: str) -> None:
    """Leave out the rows of a table that were given no name."""
    parts = path.split(".")
    for part in parts[:-1]:
        document = document[part]
    document[parts[-1]] = [each for each in document[parts[-1]] if each.get("name")]
