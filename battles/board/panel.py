"""The decision panel: what the one whose choice it is may choose, ordered so that it can be taken in.

Options about several units stand under the unit's name; many of one sort are folded under what their words
have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from battles.cards import PLACES, Field, OptionCard, are_picked, decision_panel, same_but_place
from battles.lines import Part
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Decision
from rulesets.engine.wording import listed

Names = Callable[[str], str]
Outline = Callable[[Mapping[str, Any]], Sequence[float]]
Apart = Callable[[str, Iterable[str]], tuple[Part, ...]]

FEW = 12
"""So many options need no folding."""
RUN, PLACED = 3, 2
"""More of one sort are folded where there are many in all; of one thing at several places sooner."""
MOST_WAYS = 4
"""So many ways of doing a thing at most are named by a heading."""


def _whole(words: str, _ids: Iterable[str]) -> tuple[Part, ...]:
    return (Part(words),)


@dataclass(frozen=True, slots=True)
class Pick:
    """One of many places on a map: the option's key as canonical JSON, and its own words."""

    key: str
    label: str
    advised: bool = False


@dataclass(frozen=True, slots=True)
class BoardOption:
    """An option with its key as canonical JSON and the pieces that it names; `outline`: the corners of a
    ready-made place as JSON, "" if it has none. `picks`: it stands for so many options that one picks from a
    list; its key is that of the first, its label what the words of all begin with. `rest`: its words after
    the name of the unit under which it stands, "" if they do not begin with it.
    """

    index: int
    label: str
    rule: str
    key: str
    pieces: str
    fields: tuple[Field, ...]
    outline: str = ""
    advised: bool = False
    parts: tuple[Part, ...] = ()
    picks: tuple[Pick, ...] = ()
    rest: str = ""

    @property
    def dice(self) -> bool:
        """Whether it asks for dice that a person has rolled."""
        return any(field.count for field in self.fields)

    @property
    def many(self) -> bool:
        """Whether it asks for several numbers, as a place on a table does."""
        return sum(not field.sent for field in self.fields) > 1


@dataclass(frozen=True, slots=True)
class Section:
    """Options that belong together: under a heading, folded or not; without one they stand alone.

    `unit`: the id of the unit that the heading names, if it does; `places`: how many are ready-made places.
    """

    heading: str
    folded: bool
    options: tuple[BoardOption, ...]
    unit: str = ""
    places: int = 0

    @property
    def asking(self) -> list[BoardOption]:
        """The options that ask for numbers."""
        return [option for option in self.options if option.fields]

    @property
    def advised(self) -> bool:
        """Whether the option that is marked is among them."""
        return any(option.advised for option in self.options)

    @property
    def ready(self) -> list[BoardOption]:
        """The options that are chosen as they stand."""
        return [option for option in self.options if not option.fields]


@dataclass(frozen=True, slots=True)
class Panel:
    """A decision that a person has to make now."""

    kind: str
    side: int
    text: str
    rule: str
    subject: str
    subject_id: str
    secret: bool
    count: int
    sections: tuple[Section, ...]

    @property
    def advised(self) -> BoardOption | None:
        """The option that the tactician would choose, if he was asked."""
        options = (option for section in self.sections for option in section.options)
        return next((option for option in options if option.advised), None)


def panel(
    decision: Decision,
    names: Names,
    pieces: Mapping[str, Sequence[str]],
    outline: Outline | None = None,
    advice: Mapping[str, Any] | None = None,
    apart: Apart = _whole,
) -> Panel:
    """A decision as a board asks it; `pieces` are the pieces that each id stands for, `outline` knows where
    a ready-made place lies, `advice` is a choice that is marked and written into its fields, `apart` sets
    the names of units apart in an option's words.
    """
    card = decision_panel(decision, names)
    advised = -1 if advice is None else _matching(card.options, advice)
    made = {
        each.index: _option(each, pieces, outline, advice if each.index == advised else None, apart)
        for each in card.options
    }
    sections = tuple(_sections(card.options, made, names, decision.subject))
    alone = pieces.get(decision.subject) == (decision.subject,)  # it may be a command, or nothing
    subject = decision.subject if alone else ""
    return Panel(
        card.kind, card.side, card.text, card.rule, card.subject, subject, card.secret,
        len(card.options), sections,
    )  # fmt: skip


def _sections(
    options: Sequence[OptionCard], made: Mapping[int, BoardOption], names: Names, subject: str
) -> Iterator[Section]:
    about = _units(options, subject)
    shown = sum(1 if are_picked(run) else len(run) for run in _runs(options))
    for unit, cards in groupby(options, key=lambda card: about.get(card.index, "")):
        found = list(cards)
        if unit:
            heading = names(unit)
            yield Section(heading, False, tuple(_under(made[card.index], heading) for card in found), unit)
            continue
        for run in _runs(found):
            if are_picked(run):
                yield Section("", False, (_picked([made[card.index] for card in run]),))
                continue
            places = sum(map(_placed, run))
            folded = shown > FEW and len(run) > (PLACED if places else RUN)
            heading = _heading([card.label for card in run], places) if folded else ""
            folded = bool(heading)
            heading = heading.removesuffix(", place") if places else heading
            yield Section(heading, folded, tuple(made[card.index] for card in run), places=places)


def _under(option: BoardOption, heading: str) -> BoardOption:
    """An option as it stands under a unit's name: what the heading says its button need not say again."""
    first, *others = option.parts or (Part(""),)
    if not (first.number and others and heading.startswith(first.text)):
        return option
    return replace(option, rest="".join(part.text for part in others).strip())


def _matching(options: Sequence[OptionCard], choice: Mapping[str, Any]) -> int:
    """The number of the option that a choice is for: the one with the longest key that it holds; -1: none."""
    held = [card for card in options if all(choice.get(name) == value for name, value in card.key.items())]
    return max(held, key=lambda card: len(card.key)).index if held else -1


def _units(options: Sequence[OptionCard], subject: str) -> Mapping[int, str]:
    """The unit that each option is about, if the decision is between several and one has more than one.

    What is asked of one unit, the decision's subject, is not told apart by the units that its options name.
    """
    named = {card.index: str(card.key["unit"]) for card in options if card.key.get("unit")}
    kinds: dict[str, set[str]] = {}
    for card in options:
        if card.index in named:
            kinds.setdefault(named[card.index], set()).add(str(card.key.get("do")))
    several = subject not in kinds and len(kinds) > 1 and any(len(each) > 1 for each in kinds.values())
    return named if several else {}


def _runs(cards: Iterable[OptionCard]) -> Iterator[list[OptionCard]]:
    """Options of one sort that follow each other."""
    for _, places in groupby(cards, key=same_but_place):
        alike = list(places)
        if are_picked(alike):
            yield alike
        else:
            yield from (list(run) for _, run in groupby(alike, key=_sort))


def _picked(options: Sequence[BoardOption]) -> BoardOption:
    """Many places in one option, that which is advised chosen beforehand."""
    common = _common([each.label for each in options])
    picks = tuple(Pick(each.key, each.label.removeprefix(common).strip(), each.advised) for each in options)
    first = next((each for each in options if each.advised), options[0])
    return replace(first, label=common, picks=picks)


def _sort(card: OptionCard) -> tuple[Any, ...]:
    """What sort of thing an option is: what it does, and with which kind of thing or piece of ground."""
    return tuple(card.key.get(name) for name in ("do", "kind", "second", "piece", "leader"))


def _placed(card: OptionCard) -> bool:
    """Whether an option names a ready-made place."""
    return any(name in card.key for name in PLACES)


def _heading(labels: Sequence[str], places: int) -> str:
    """What options of one sort are folded under: the words that all begin with, else the ways that there are
    (`Forward, sideways or backward`), else for places the first; "" if nothing tells of all.
    """
    common = _common(labels)
    if common:
        return common
    ways = list(dict.fromkeys(label.split()[0].rstrip(",;:") for label in labels))
    if len(ways) <= min(MOST_WAYS, len(labels) - 1):
        return listed([ways[0], *map(str.lower, ways[1:])], "or")
    return labels[0] if places else ""


def _common(labels: Sequence[str]) -> str:
    """The words that all labels begin with, "" for none."""
    words = []
    for each in zip(*(label.split() for label in labels), strict=False):
        if len({word.rstrip(",;:") for word in each}) > 1:
            break
        words.append(each[0])
    return " ".join(words).rstrip(",;:")


def _option(
    card: OptionCard,
    pieces: Mapping[str, Sequence[str]],
    outline: Outline | None,
    advice: Mapping[str, Any] | None,
    apart: Apart,
) -> BoardOption:
    fields = card.fields
    if advice is not None:
        fields = tuple(replace(each, value=advice.get(each.name, each.value)) for each in fields)
    ids = [id_ for value in card.key.values() if isinstance(value, str) for id_ in value.split() or [value]]
    named = dict.fromkeys(piece for id_ in ids for piece in pieces.get(id_, ()))
    ready = _placed(card) and outline is not None
    corners = list(outline(card.key)) if ready and outline is not None else []
    return BoardOption(
        card.index, card.label, card.rule, canonical_json(card.key), " ".join(named), fields,
        canonical_json([round(each, 3) for each in corners]) if corners else "", advice is not None,
        apart(card.label, ids),
    )  # fmt: skip
