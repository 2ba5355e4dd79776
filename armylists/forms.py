"""The forms of the list pages."""

from __future__ import annotations

from typing import Any

from django import forms

from armylists import documents, start
from rulesets.engine.lists import ArmyList, ListError, ListRules, list_rules
from rulesets.registry import PACKAGES

SIZES = ((300, "300 points, a patrol"), (600, "600 points, a battle"), (1000, "1,000 points, a great battle"))
OTHER = "other"


def systems() -> list[ListRules]:
    """Every rule system that has army lists."""
    return [list_rules(slug) for slug in PACKAGES]


def book_choices() -> list[tuple[str, str]]:
    """Every book as `system/book` with its name."""
    return [(f"{rules.slug}/{key}", book.name) for rules in systems() for key, book in rules.books().items()]


class PlainForm(forms.Form):
    """A form whose labels stand above their fields, without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class NewListForm(PlainForm):
    """Which army, how large, and what to begin with."""

    book = forms.ChoiceField(label="Army book", choices=book_choices, widget=forms.RadioSelect)
    size = forms.ChoiceField(
        label="Size",
        choices=[*((str(points), words) for points, words in SIZES), (OTHER, "Another size")],
        initial="600",
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label="Points, if another size", min_value=1, max_value=100_000, required=False
    )
    name = forms.CharField(label="Name of the army", max_length=120, required=False)
    begin = forms.ChoiceField(
        label="Begin",
        choices=[
            ("minimum", "with the least that the book demands: a legal list to build on"),
            ("empty", "with nothing"),
        ],
        initial="minimum",
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("size") == OTHER and not data.get("points") and "points" not in self.errors:
            self.add_error("points", "Say how many points.")
        return data

    def army(self, player: str) -> ArmyList:
        """The list to begin with, of a form that is valid."""
        data = self.cleaned_data
        system, _, book = data["book"].partition("/")
        points = data["points"] if data["size"] == OTHER else int(data["size"])
        begin = start.minimum if data["begin"] == "minimum" else start.empty
        return begin(system, book, points, " ".join(data["name"].split()), player)


class UploadForm(PlainForm):
    """A list from a file or from pasted text; what was pasted stays in the form when it cannot be read."""

    file = forms.FileField(label="A file", required=False)
    text = forms.CharField(
        label="Or paste it here", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 14})
    )

    army: ArmyList

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text", "")
        if self.errors:
            return data
        if not file and not text.strip():
            raise forms.ValidationError("Choose a file or paste a list.")
        system = next(iter(PACKAGES)) if len(PACKAGES) == 1 else None
        try:
            read = documents.read_list(file.read(), system) if file else documents.read_text(text, system)
            self.army = read
        except ListError as error:
            for fault in error.faults:
                self.add_error("file" if file else "text", f"{fault.path or 'The list'}: {fault.message}.")
        return data


class ShelfForm(PlainForm):
    """The filters of the list of lists, all of them in the address."""

    book = forms.ChoiceField(label="Book", required=False)
    archived = forms.BooleanField(label="Put away", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["book"].choices = [("", "All books"), *book_choices()]
