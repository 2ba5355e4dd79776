"""The forms of the pages of own books; the editor's fields come from the description of a book."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms

from armylists.forms import PlainForm
from armylists.models import OwnBook
from rulesets.contract import registry
from rulesets.contract.documents import book_rules
from rulesets.engine.bookrules import BookRules, Document, check_size, read_file, read_text
from rulesets.engine.errors import Fault, FaultyBookError, LeaguerError
from rulesets.site.files import kinds, rules_for

LEAST_LINES = 6
"""Lines of a text that is taken for a map."""
_AS_IT_SAYS = ("", "what the file says")


def kind_name(rules: BookRules) -> str:
    """`Baroque, an army book`"""
    words = {OwnBook.BOOK: "an army book", OwnBook.SCENARIO: "a scenario"}[rules.kind]
    return f"{registry.get(rules.system).name}, {words}"


def _kind_choices(among: Collection[str] = ()) -> list[tuple[str, str]]:
    found = [(f"{rules.system}/{rules.kind}", kind_name(rules)) for rules in kinds()]
    return [choice for choice in found if not among or choice[0] in among]


def _shipped_choices(among: Collection[str] = ()) -> list[Any]:
    return [
        (
            kind_name(rules),
            [
                (f"{rules.system}/{rules.kind}/{key}", document.get("name", key))
                for key, document in rules.shipped().items()
            ],
        )
        for rules in kinds()
        if not among or f"{rules.system}/{rules.kind}" in among
    ]


def _read(content: str | bytes, kind: str) -> tuple[BookRules, Document]:
    """Return the document in a file or a text, or a new scenario on the map in it; raises LeaguerError."""
    # Before all else: what is too large for a book is not tried as a map either.
    check_size(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    try:
        document = read_file(content) if isinstance(content, bytes) else read_text(content)
        return rules_for(document, kind), document
    except LeaguerError:
        if drawn := _drawn(content, kind):
            return drawn
        raise


def _drawn(content: str | bytes, kind: str) -> tuple[BookRules, Document] | None:
    """Return a new scenario on the map of a plain text; None for what is no such map.

    Raises FaultyBookError for one that is a map for the most part, with every line that is wrong.
    """
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    except UnicodeDecodeError:
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < LEAST_LINES:
        return None
    for each in registry.scenario_editors():
        if kind not in ("", f"{each.system}/{OwnBook.SCENARIO}"):
            continue
        rules = book_rules(each.system, OwnBook.SCENARIO)
        try:
            return rules, each.with_map_text(rules.empty("A new map"), text)
        except FaultyBookError as error:
            wrong = {fault.path for fault in error.faults}
            if len(lines) > 2 * len(wrong):
                faults = (Fault(f"map, {fault.path}", fault.message) for fault in error.faults)
                raise FaultyBookError(*faults) from None
    return None


class BeginningForm(PlainForm):
    """How a book is begun. `among`: the kinds to choose from (`snaphance/scenario`), all of them if empty.

    `begun`, of a valid form: how the book is read, its document, and what it was begun from.
    """

    begun: tuple[BookRules, Document, str]

    def __init__(self, *args: Any, among: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("kind", _kind_choices), ("shipped", _shipped_choices)):
            field = self.fields.get(name)
            if among and isinstance(field, forms.ChoiceField):
                field.choices = [*([] if field.required else [_AS_IT_SAYS]), *choices(among)]


class EmptyBookForm(BeginningForm):
    """A book to be written from the beginning."""

    kind = forms.ChoiceField(label="For", choices=_kind_choices)
    name = forms.CharField(label="Name", max_length=80)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            system, _, kind = data["kind"].partition("/")
            rules = book_rules(system, kind)
            self.begun = rules, rules.empty(" ".join(data["name"].split())), ""
        return data


class CopiedBookForm(BeginningForm):
    """A book that ships, to be changed."""

    shipped = forms.ChoiceField(label="Copy of", choices=_shipped_choices)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            system, kind, key = data["shipped"].split("/", 2)
            rules = book_rules(system, kind)
            self.begun = rules, dict(rules.shipped()[key]), key
        return data


class ImportForm(BeginningForm):
    """A book from a file or pasted text; its document says which system it is for."""

    file = forms.FileField(
        label="File",
        required=False,
        help_text="TOML or JSON. For a scenario, the plain text of a map is enough.",
    )
    text = forms.CharField(
        label="Or paste it here", required=False, strip=False, widget=forms.Textarea(attrs={"rows": 6})
    )
    kind = forms.ChoiceField(
        label="For",
        choices=lambda: [_AS_IT_SAYS, *_kind_choices()],
        required=False,
        help_text="Only needed if the file does not name its system.",
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text", "")
        if self.errors:
            return data
        if not file and not text.strip():
            raise forms.ValidationError("Choose a file or paste a book.")
        try:
            self.begun = (*_read(file.read() if file else text, data.get("kind", "")), "")
        except LeaguerError as error:
            words = f"{error}" if error.path else f"This {error}"  # which says what it is
            self.add_error("file" if file else "text", f"{words}.")
        return data
