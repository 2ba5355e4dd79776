"""The forms of the list pages."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from django import forms
from django.contrib.auth.models import User

from armylists import bookaccess, booksource, documents, models, start
from armylists.given import army_in
from armylists.owned.views import whole
from armylists.titles import titled
from armylists.typical import typical
from armylists.wording import given as given_words
from armylists.wording import lists as words
from rulesets.contract import registry
from rulesets.contract.documents import list_rules, roster
from rulesets.contract.registry import PACKAGES
from rulesets.engine.errors import FaultyDocumentError, LeaguerError
from rulesets.engine.lists import ArmyList, ListError, ListRules, Posted, decided
from rulesets.engine.wording import capfirst
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


def grouped_books(user: object) -> list[Any]:
    """Every book that `user` may build on as `system/book`, grouped by the name of its system."""
    return [
        (rules.name, book_choices(rules.slug) + bookaccess.choices(user, rules.slug)) for rules in systems()
    ]


class PlainForm(forms.Form):
    """A form whose labels stand above their fields, without a colon."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


class NewListForm(PlainForm):
    """Which army, how large, and what to begin with; all of one rule system."""

    book = forms.ChoiceField(label="Army book", widget=forms.RadioSelect)
    size = forms.ChoiceField(label="Size", widget=forms.RadioSelect)
    points = forms.IntegerField(label="Points", min_value=1, max_value=100_000, required=False)
    name = forms.CharField(label="Name of the army", max_length=120, required=False)
    begin = forms.ChoiceField(
        label="Start with",
        choices=[
            ("typical", "Typical army: legal, and spends the points"),
            ("minimum", "Smallest legal army"),
            ("empty", "Empty list"),
        ],
        initial="typical",
        widget=forms.RadioSelect,
    )

    def __init__(self, system: str, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = registry.get(system).roster.sizes
        offer(self, "book", [*book_choices(system), *bookaccess.choices(user, system)])
        named = [(str(points), words) for points, words in sizes]
        offer(self, "size", [*named, (OTHER, "Other size")])
        self.fields["size"].initial = str(sizes[len(sizes) // 2][0]) if sizes else OTHER
        if not sizes:
            self.fields["points"].initial = list_rules(system).points or None

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("size") == OTHER and not data.get("points") and "points" not in self.errors:
            self.add_error("points", "Enter the number of points.")
        elif data.get("book") and data.get("points") and data.get("size") == OTHER:
            self._check_room_for_units(data["book"], data["points"])
        return data

    def _check_room_for_units(self, book: str, points: int) -> None:
        """Refuse a size that is spent before the first unit is bought."""
        system, _, key = book.partition("/")
        try:
            sheet = roster(start.empty(system, key, points))
        except ListError:
            return  # whoever begins the list is told why
        bought = [each for each in sheet.purchases if each.points]
        if points <= (spent := sum(each.points for each in bought)):
            self.add_error("points", words.size_too_small([each.name.lower() for each in bought], spent))

    def army(self, player: str) -> ArmyList:
        """Return the list to begin with, of a form that is valid."""
        data = self.cleaned_data
        system, _, book = data["book"].partition("/")
        points = data["points"] if data["size"] == OTHER else int(data["size"])
        begin = {"typical": typical, "minimum": start.minimum, "empty": start.empty}[data["begin"]]
        return begin(system, book, points, " ".join(data["name"].split()), player)


class NewCardListForm(PlainForm):
    """Which card, and a limit if one was agreed; of one rule system whose lists are built from cards."""

    card = forms.ChoiceField(label="Card", widget=forms.RadioSelect)
    points = forms.IntegerField(label="Limit", min_value=1, max_value=100_000, required=False)
    name = forms.CharField(label="Name of the force", max_length=120, required=False)
    begin = forms.ChoiceField(
        label="Start with",
        choices=[
            ("minimum", "Smallest legal force: what the card demands"),
            ("typical", "Typical force of the card"),
        ],
        initial="minimum",
        widget=forms.RadioSelect,
        required=False,
    )

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
        if data["begin"] == "typical":
            return typical(system, book, points, name, player, card)
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
    """A list from a file or from pasted text; what was pasted stays in the form when it cannot be read.

    `army` is the list if it could be read as it is; else `posted` is what was understood of its `text`.
    """

    file = forms.FileField(label="File", required=False)
    text = forms.CharField(
        label="Or paste it here", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 14})
    )
    book = forms.ChoiceField(
        label="Army book", required=False,
        help_text="Leave it open and Leaguer picks the book with most of your units.",
    )  # fmt: skip

    army: ArmyList | None = None
    posted: Posted | None = None
    text_read = ""

    def __init__(self, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        offer(self, "book", [("", "Find it for me"), *grouped_books(user)])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text", "")
        if self.errors:
            return data
        if not file and not text.strip():
            raise forms.ValidationError("Choose a file or paste a list.")
        try:
            self._read(file.read() if file else text.encode(), data.get("book", ""))
        except ListError as error:
            if error.code == "no-book":
                raise forms.ValidationError({"book": words.CHOOSE_BOOK}) from None
            for fault in error.faults:
                self.add_error("file" if file else "text", f"{fault.path or 'The list'}: {fault.message}.")
        return data

    def _read(self, data: bytes, book: str) -> None:
        system, _, key = book.partition("/")
        strict: ListError | None = None
        try:
            army = documents.read_list(data, *PACKAGES, user=self.user)
            if not book or (army.system, army.book) == (system, key) or not documents.is_text(data):
                self.army = army
                return
        except ListError as error:
            if not documents.is_text(data) or error.code == "too-large":
                raise
            strict = error
        self.text_read = documents.decoded(data)
        try:
            self.posted = documents.read_post(self.text_read, self.user, system, key)
        except ListError as error:
            raise (error if book else strict or error) from None


class DecideForm(PlainForm):
    """The open lines of a posted list, each decided: `line`, `was` and `choice` of each."""

    text = forms.CharField(strip=False, widget=forms.HiddenInput)
    book = forms.CharField(required=False, max_length=160)

    def decided(self) -> str:
        """Return the text with every decision carried out."""
        sent: Any = self.data
        answers = []
        for number, (line, was) in enumerate(zip(sent.getlist("line"), sent.getlist("was"), strict=False)):
            choice = sent.get(f"choice-{number}", "edit")
            if choice == "unit":
                now = sent.get(f"unit-{number}") or was
            else:
                now = sent.get(f"edit-{number}", was) if choice == "edit" else choice.removeprefix("=")
            answers.append((whole(line), was, " ".join(now.split()) if line != "0" else now))
        return decided(self.cleaned_data["text"], answers)


class IndexForm(PlainForm):
    """The filters of the list of lists, all of them in the address: the books of one's lists, archived."""

    book = forms.ChoiceField(label="Book", required=False)
    archived = forms.BooleanField(label="Archived", required=False)

    def __init__(self, *args: Any, user: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pairs = models.ArmyList.objects.of(user).order_by().values_list("system", "book").distinct()
        # An old address goes on filtering, by a book that no list is of now.
        used = {"/".join(pair) for pair in pairs} | {self.data.get("book", "")}
        books = (each for each in [*book_choices(), *bookaccess.choices(user)] if each[0] in used)
        offer(self, "book", [("", "All books"), *books])


class GivenForm(forms.Form):
    """An army list of a player: one of their own, the link of a shared one, a file, or its text. `army` after
    `is_valid` is the list, None where the form may stay empty and does.
    """

    own = forms.ChoiceField(label="One of your lists", required=False)
    link = forms.CharField(
        label="Or the link of a shared list", max_length=500, required=False,
        widget=forms.URLInput(attrs={"inputmode": "url"}),
    )  # fmt: skip
    file = forms.FileField(
        label="Or a file", required=False, help_text="Plain text, a roster PDF from Leaguer, or JSON."
    )
    text = forms.CharField(
        label="Or its text", required=False, max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="In Leaguer’s own format: one unit per line.",
    )  # fmt: skip

    def __init__(
        self, *args: Any, user: User, systems: Collection[str], optional: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **({"auto_id": "bring_%s"} | kwargs))
        self.user, self.optional = user, optional
        self.army: ArmyList | None = None
        rows = models.ArmyList.objects.of(user).in_use().filter(system__in=systems).order_by("name", "pk")
        booksource.fetch_for(rows)
        own: Any = self.fields["own"]
        own.choices = [("", "–"), *((str(row.public_id), title) for row, title in titled(rows))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [name for name in ("own", "link", "file", "text") if cleaned.get(name)]
        if self.errors or (not given and self.optional):
            return cleaned
        if len(given) != 1:
            raise forms.ValidationError(given_words.GIVE_ONE)
        try:
            self.army = self._army(cleaned)
        except (ListError, FaultyDocumentError) as error:
            faults = [given_words.in_file(fault.path, fault.message) for fault in error.faults]
            self.add_error(given[0], faults[:10])
        except LeaguerError as error:
            self.add_error(given[0], f"{capfirst(error.message)}.")
        return cleaned

    def _army(self, cleaned: dict[str, Any]) -> ArmyList:
        file = cleaned["file"].read() if cleaned["file"] else cleaned["text"].encode() or None
        return army_in(self.user, own=cleaned["own"], link=cleaned["link"], file=file)
