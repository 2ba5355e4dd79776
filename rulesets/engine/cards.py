"""Army cards as dataclasses that know no page: what a card offers, and what a list has taken of it.

Some systems build their lists from cards: a core that is given, levels from which one picks, a column of
additional commanders and units, notes at the foot. Such a system's RosterRules hold `CardRules`. The same
card is shown on the page of its book (nothing taken), in the builder (with what can be taken and given back)
and as the preview of a book that is being written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit


@dataclass(frozen=True, slots=True)
class Figure:
    """A value under its short name; `title` says it in full, `marked` that it is reconstructed or ours."""

    label: str
    value: str
    title: str
    rule: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Trait:
    """A weapon or a special characteristic, with the rule that explains it."""

    name: str
    rule: str = ""
    effect: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card that a list, or a part of it, may be begun with: its id in the book, its name, what it is."""

    id: str
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class CardUnit:
    """A unit or commander on a card: `number` alike of `bases` included and up to `optional` more each.

    `line` are its characteristics, `arms` its weapons and special rules in words, `note` what its bases bear
    or what it has of its own. `size_marked`, `arms_marked`: no source gives its bases, its weapons or rules.
    """

    entry: str
    name: str
    sign: str
    kind: str
    number: int = 1
    bases: int = 0
    optional: int = 0
    line: tuple[Figure, ...] = ()
    arms: str = ""
    note: str = ""
    size_marked: bool = False
    arms_marked: bool = False


@dataclass(frozen=True, slots=True)
class CardPart:
    """What is taken or given back in one go. `taken` of `most` stand in the list.

    `price` is in words. `why_not` says what keeps one more from being taken; empty if nothing does. `given`:
    it belongs to the core and cannot be given back. `marked`: no source gives the price; `words_marked`: nor
    what its words say of it.
    """

    id: str
    name: str
    price: str
    units: tuple[CardUnit, ...]
    words: str = ""
    taken: int = 0
    most: int = 1
    why_not: str = ""
    given: bool = False
    marked: bool = False
    words_marked: bool = False
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSection:
    """The core, a level or the additional column. `figure` is the number printed beside it, None if none is.

    `reached`: whether the list has taken something of it. `marked`: no source gives the number.
    """

    title: str
    figure: int | None
    note: str
    parts: tuple[CardPart, ...]
    reached: bool = False
    rule: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class CardNote:
    """A note at the foot of a card: what may be bought, for whom, at what price.

    `marked`: no source gives the price; `words_marked`: nor what is bought.
    """

    name: str
    words: str
    price: str
    marked: bool = False
    words_marked: bool = False
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmyCard:
    """A whole card, ready to be shown.

    `regiments`: the parts, each with a card of its own, that it demands and allows; `joins`: those cards of
    parts that the list may still be given. `marked`: no source gives its period.
    """

    id: str
    name: str
    kind: str
    period: str
    figures: tuple[Figure, ...]
    traits: tuple[Trait, ...]
    sections: tuple[CardSection, ...]
    notes: tuple[CardNote, ...]
    text: str = ""
    regiments: tuple[CardNote, ...] = ()
    joins: tuple[CardChoice, ...] = ()
    marked: bool = False
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brings:
    """What a part of a card brings into a list: new units, and an option for one that stands there already.

    `more`: the entries of which a unit may take `option`, and how many bases it has more then. `again`: taken
    once more it brings the same once more; else it brings what is missing of it.
    """

    name: str
    units: tuple[ListUnit, ...] = ()
    option: str = ""
    more: Mapping[str, int] = field(default_factory=dict)
    again: bool = False


@dataclass(frozen=True, slots=True)
class CardRules:
    """How a system builds lists from cards.

    `beginnings(book)`: the cards a list may begin with. `begin(book, card, key)`: its commands, whose
    ids and those of their units begin with `key`. `join(book, card, key)`: a further command of that id.
    `cards(book)`: every card with nothing taken. `panels(army)`: for each command the card that it is built
    from, with what is taken; None for one without. `brings(book, card, part)`: what a part brings; raises
    KeyError for a part that the card does not have. `bases(book, entry)`: the fewest and the most bases of a
    unit, (0, 0) for what has none.
    """

    beginnings: Callable[[Book[Any]], Sequence[CardChoice]]
    begin: Callable[[Book[Any], str, str], tuple[ListCommand, ...]]
    join: Callable[[Book[Any], str, str], ListCommand]
    cards: Callable[[Book[Any]], Sequence[ArmyCard]]
    panels: Callable[[ArmyList], Sequence[ArmyCard | None]]
    brings: Callable[[Book[Any], str, str], Brings]
    bases: Callable[[Book[Any], str], tuple[int, int]]
