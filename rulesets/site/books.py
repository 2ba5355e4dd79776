"""The reference part of a rule system, ready to be shown: its army books, chapters, tables and examples.

What only the system itself can say about its books and tables, its `Library` says. Everything here is plain
data that knows no page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rulesets.contract import registry
from rulesets.contract.library import in_words
from rulesets.contract.registry import folder
from rulesets.engine.books import MANY, Book, CountLimit, Entry, FractionLimit, Option, option_points
from rulesets.engine.cards import ArmyCard, Figure
from rulesets.engine.errors import LeaguerError
from rulesets.engine.roster import UnitCard
from rulesets.engine.wording import capfirst

# ---------------------------------------------------------------------------- army books


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option of an entry: what it does, how many may take it, its price, and the unit it makes.

    `changed`: the figures that differ from those of the unit without it.
    """

    id: str
    name: str
    effect: str
    limit: str
    points: int
    card: UnitCard
    changed: tuple[Figure, ...]
    rules: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A row of a book. `together`: the other entries that share its range.

    `bracket`: its place among neighbours of that group; `slug`: the last part of its id.
    """

    id: str
    slug: str
    card: UnitCard
    low: int
    high: int
    together: tuple[str, ...]
    bracket: str
    options: tuple[OptionLine, ...]
    range_marked: bool

    @property
    def number(self) -> str:
        """How many of it there may be: `1–6`, `2 or more`, `any number`."""
        if self.high >= MANY:
            return f"{self.low} or more" if self.low else "any number"
        return f"{self.low}–{self.high}"

    @property
    def doubtful(self) -> bool:
        """True if a value of the row or of one of its options is not as printed."""
        return bool(self.card.sources or any(option.sources for option in self.options))


@dataclass(frozen=True, slots=True)
class TypeGroup:
    """The entries of one type of troops."""

    kind: str
    sign: str
    entries: tuple[EntryLine, ...]


@dataclass(frozen=True, slots=True)
class BookPage:
    """An army book as a page: its entries by type of troops, and its cards if it consists of cards."""

    book: Book[Any]
    facts: tuple[Figure, ...]
    groups: tuple[TypeGroup, ...]
    sources: tuple[str, ...]
    cards: tuple[ArmyCard, ...] = ()

    @property
    def entries(self) -> tuple[EntryLine, ...]:
        """All rows, in the order of the page."""
        return tuple(entry for group in self.groups for entry in group.entries)

    @property
    def meanings(self) -> tuple[Figure, ...]:
        """One figure of each label that units of the book have: its `title` says what the label means."""
        figures = (figure for entry in self.entries for figure in entry.card.figures)
        return tuple({each.label: each for each in figures}.values())


@cache
def book_page(system: str, key: str) -> BookPage:
    """Return the book called `key` as a page; raises LeaguerError for an unknown system or book."""
    books = registry.get(system).lists.books()
    if key not in books:
        message = f"there is no army book “{key}”: choose from {', '.join(books)}"
        raise LeaguerError(message, path="book", code="book")
    return page_of(system, books[key])


def page_of(system: str, book: Book[Any]) -> BookPage:
    """Return the page of any book of a system."""
    library, cards = registry.get(system).library, registry.get(system).roster.cards
    groups: dict[str, list[EntryLine]] = {}
    for key in library.entries(book):
        line = _entry_line(system, book, book.entry_by_id[key])
        groups.setdefault(line.card.kind, []).append(line)
    return BookPage(
        book=book,
        facts=tuple(library.facts(book)),
        groups=tuple(
            TypeGroup(kind, lines[0].card.sign, tuple(_bracketed(lines))) for kind, lines in groups.items()
        ),
        sources=tuple(library.sentences(book.provenance)),
        cards=tuple(cards.cards(book)) if cards else (),
    )


def entry_line(system: str, key: str, slug: str) -> EntryLine:
    """Return the row of a book whose id ends in `slug`; raises LeaguerError."""
    for entry in book_page(system, key).entries:
        if entry.slug == slug:
            return entry
    raise LeaguerError(f"there is no unit “{slug}” in the book {key}", path="entry", code="entry")


def _entry_line(system: str, book: Book[Any], entry: Entry[Any]) -> EntryLine:
    members = book.groups[entry.group or entry.id]
    return EntryLine(
        id=entry.id,
        slug=entry.id.partition(".")[2],
        card=registry.get(system).roster.card(book, entry.id, ()),
        low=entry.min,
        high=entry.max,
        together=tuple(other.label for other in members if other.id != entry.id),
        bracket="",
        options=tuple(_option_line(system, book, entry, option) for option in book.options_for(entry.id)),
        range_marked=bool({"min", "max"} & {*entry.provenance.reconstructed, *entry.provenance.ours}),
    )


def _bracketed(lines: Sequence[EntryLine]) -> Iterator[EntryLine]:
    """Yield the rows with their place among neighbours that share a range: first, middle, last, alone."""
    for index, line in enumerate(lines):
        before = index > 0 and lines[index - 1].card.label in line.together
        after = index + 1 < len(lines) and lines[index + 1].card.label in line.together
        place = ("middle" if before else "first") if after else "last" if before else ""
        yield replace(line, bracket=place or ("alone" if line.together else ""))


def _option_line(system: str, book: Book[Any], entry: Entry[Any], option: Option) -> OptionLine:
    rules = registry.get(system).roster
    plain, card = rules.card(book, entry.id, ()), rules.card(book, entry.id, (option.id,))
    return OptionLine(
        id=option.id,
        name=option.name,
        effect=option.effect.strip().removesuffix("."),
        limit=limit_words(option),
        points=option_points(entry, option),
        card=card,
        changed=tuple(_changed(plain, card)),
        rules=option.rules,
        sources=tuple(registry.get(system).library.sentences(option.provenance)),
    )


def _changed(plain: UnitCard, card: UnitCard) -> Iterator[Figure]:
    before = {figure.label: figure.value for figure in plain.figures}
    if card.kind != plain.kind:
        yield Figure("Type", card.kind, "Type of troops")
    yield from (figure for figure in card.figures if before.get(figure.label) != figure.value)
    if card.weapons != plain.weapons:
        yield Figure("Weapons", ", ".join(weapon.name for weapon in card.weapons) or "none", "Weapons")


_FRACTIONS = {(1, 2): "half", (1, 3): "a third", (2, 3): "two thirds", (1, 4): "a quarter"}


def limit_words(option: Option) -> str:
    """Return how many may take an option, in words: `up to half of them`."""
    limit = option.limit
    if isinstance(limit, FractionLimit):
        share = _FRACTIONS.get((limit.numerator, limit.denominator))
        return f"up to {share or f'{limit.numerator}/{limit.denominator}'} of them"
    if isinstance(limit, CountLimit):
        return "one unit" if limit.count == 1 else f"up to {limit.count} units"
    return "any number" if limit.type == "any" else "one or more"


# ---------------------------------------------------------------------------- worked examples


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rules. `given` and `expect` are facts, both names and values in words."""

    id: str
    rules: tuple[str, ...]
    given: Mapping[str, str]
    rolls: tuple[int, ...]
    expect: Mapping[str, str]
    note: str
    derived: bool


_ENDINGS = {
    "_bu_over": " in BU, more than",
    "_bu_up_to": " in BU, at most",
    "_bu": " in BU",
    "_cm": " in cm",
    "_cm2": " in cm²",
    "_deg": " in degrees",
    "_inches": " in inches",
    "_degrees": " in degrees",
    "_if_6": " on a 6",
    "_d6": " (D6)",
}
"""How the names of facts end that a measure or a limit is part of, as they are said."""


@cache
def examples(system: str) -> tuple[Example, ...]:
    """Return the worked examples of a system, those of the book first; raises LeaguerError."""
    path = folder(system) / "data" / "examples.toml"
    if not path.exists():
        return ()
    text = tomllib.loads(path.read_text(encoding="utf-8"))
    names = registry.get(system).library.names

    def called(key: str) -> str:
        for ending, said in _ENDINGS.items():
            if key.endswith(ending):
                return called(key.removesuffix(ending)) + said
        return capfirst(" ".join(names.get(word, word) for word in key.split("_")))

    def facts(values: Mapping[str, Any]) -> dict[str, str]:
        return {called(key): in_words(value) for key, value in values.items()}

    rows = [*text["example"], *({**row, "derived": True} for row in text.get("derived_example", ()))]
    found = [
        Example(
            id=row["id"],
            rules=tuple(row["rule"]),
            given=facts(row["given"]),
            rolls=tuple(die for die in row.get("rolls", ()) if isinstance(die, int)),
            expect=facts(row["expect"]),
            note=row.get("note", ""),
            derived=row.get("derived", False),
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda each: each.derived))
