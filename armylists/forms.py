"""The forms of the list pages."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms

from armylists import bookaccess, booksource, documents, start
from rulesets.contract import registry
from rulesets.contract.documents import list_rules
from rulesets.contract.registry import PACKAGES
from rulesets.engine.lists import ArmyList, ListError, ListRules
from rulesets.site.forms import offer

OTHER = "other"


def systems() -> list[ListRules]:
    """Every rule system that has army lists."""
    return [list_rules(slug) for slug in PACKAGES]


def book_choices(system: str = "") -> list[tuple[str, str]]:
    """Every book, of one system if it is named, as `system/book` with its name."""
    return [
        (f"{rules.slug}/{key}", book.name)
        for rules in systems()
        if system in ("", rules.slug)
        for key, book in rules.books().items()
    ]


class PlainForm(forms.Form):
    """A form whose labels stand above their fields, without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class NewListForm(PlainForm):
    """Which army, how large, and what to begin with; all of one rule system."""

    book = forms.ChoiceField(label="Army book", widget=forms.RadioSelect)
    size = forms.ChoiceField(label="Size", widget=forms.RadioSelect)
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

    def __init__(self, system: str, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = registry.get(system).roster.sizes
        offer(self, "book", [*book_choices(system), *bookaccess.choices(user, system)])
        named = [(str(points), words) for points, words in sizes]
        offer(self, "size", [*named, (OTHER, "Another size")])
        self.fields["size"].initial = str(sizes[len(sizes) // 2][0]) if sizes else OTHER
        if not sizes:
            self.fields["points"].initial = list_rules(system).points or None

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("size") == OTHER and not data.get("points") and "points" not in self.errors:
            self.add_error("points", "Say how many points.")
        return data

    def army(self, player: str) -> ArmyList:
        """Return the list to begin with, of a form that is valid."""
        data = self.cleaned_data
        system, _, book = data["book"].partition("/")
        points = data["points"] if data["size"] == OTHER else int(data["size"])
        begin = start.minimum if data["begin"] == "minimum" else start.empty
        return begin(system, book, points, " ".join(data["name"].split()), player)


class NewCardListForm(PlainForm):
    """Which card, and a limit if one was agreed; of one rule system whose lists are built from cards."""

    card = forms.ChoiceField(label="Card", widget=forms.RadioSelect)
    points = forms.IntegerField(label="Limit", min_value=1, max_value=100_000, required=False)
    name = forms.CharField(label="Name of the force", max_length=120, required=False)

    def __init__(self, system: str, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        own = bookaccess.buildable(user, system)
        booksource.fetch((book.key, str(book.version)) for book in own)
        self.sections = [_section(system, key) for key in list_rules(system).books()]
        for book in own:
            with suppress(ListError):  # what is wrong with it is shown on its own page
                self.sections.append(_section(system, book.key, str(book.version)))
        self.cards = {value: card for _, cards in self.sections for value, card, _ in cards}
        offer(self, "card", self.cards.items())
        words = registry.get(system).roster.words.total
        self.fields["points"].label = f"{words} agreed, if any"

    @property
    def chosen(self) -> str:
        """The card that is chosen now; of a book that a link names, its first."""
        value = str(self["card"].value() or "")
        return next((card for card in self.cards if card.startswith(value)), "")

    def army(self, player: str) -> ArmyList:
        """Return the list to begin with, of a valid form; it is called as its card is until it is named."""
        data = self.cleaned_data
        system, book, card = data["card"].split("/")
        points, name = data["points"] or 0, " ".join(data["name"].split())
        name = name or self.cards.get(data["card"], "")
        return start.from_card(system, book, card, points, name, player)


def _section(system: str, key: str, version: str = "") -> tuple[str, list[tuple[str, str, str]]]:
    """Return the name of a book, of a user's own in that version, with the cards that a list may begin from:
    their values in the form, names and notes."""
    book, rules = list_rules(system).book(key, version), registry.get(system).roster.cards
    assert rules is not None
    cards = [(f"{system}/{key}/{each.id}", each.name, each.note) for each in rules.beginnings(book)]
    return f"{book.name} (your book)" if version else book.name, cards


def new_list_form(system: str) -> type[NewListForm] | type[NewCardListForm]:
    """Return the form that begins a list of a system."""
    return NewCardListForm if registry.get(system).roster.cards else NewListForm


class UploadForm(PlainForm):
    """A list from a file or from pasted text; what was pasted stays in the form when it cannot be read."""

    file = forms.FileField(label="A file", required=False)
    text = forms.CharField(
        label="Or paste it here", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 14})
    )

    army: ArmyList

    def __init__(self, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text", "")
        if self.errors:
            return data
        if not file and not text.strip():
            raise forms.ValidationError("Choose a file or paste a list.")
        try:
            if file:
                self.army = documents.read_list(file.read(), *PACKAGES, user=self.user)
            else:
                self.army = documents.read_text(text, *PACKAGES, user=self.user)
        except ListError as error:
            for fault in error.faults:
                self.add_error("file" if file else "text", f"{fault.path or 'The list'}: {fault.message}.")
        return data


class IndexForm(PlainForm):
    """The filters of the list of lists, all of them in the address."""

    book = forms.ChoiceField(label="Book", required=False)
    archived = forms.BooleanField(label="Archived", required=False)

    def __init__(self, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "book", [("", "All books"), *book_choices(), *bookaccess.choices(user)])
