"""The decision panel: what the one whose choice it is may choose, ordered so that it can be taken in.

Options about several units stand under the unit's name; many of one sort are folded under what their words
have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil, floor
from secrets import randbelow
from typing import Any

from battles.lines import Part
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Decision, Dice, Number, Option
from rulesets.engine.sealing import SALT, Seal
from rulesets.engine.wording import listed, minus, plain, tidy

Names = Callable[[str], str]
Outline = Callable[[Mapping[str, Any]], Sequence[float]]
Apart = Callable[[str, Iterable[str]], tuple[Part, ...]]

NUMBERS = {"bu": "How far", "inches": "How far", "degrees": "How much", "x": "x", "y": "y"}
"""What the numbers of an option are called whose names say too little."""
PLACES = ("at", "to")
"""Keys that name a ready-made place."""
ON_MAP = ("hex", "facing")
"""Keys that name a place on a map of hexes."""
FEW_PLACES = 14
"""So many places on a map stand one by one: more are picked from a list."""
LAST = {"withdraw": 1, "end-unit": 2, "end-command": 2}
"""What gives something up comes after everything else."""
FEW = 12
"""So many options need no folding."""
MANY = 2 * FEW
"""More options about several units are folded under the names of these."""
RUN, PLACED = 3, 2
"""More of one sort are folded where there are many in all; of one thing at several places sooner."""
MOST_WAYS = 4
"""So many ways of doing a thing at most are named by a heading."""
LEAST_OFFERED = 0.1
"""The page offers no shorter move or smaller turn, though rules may allow one."""


def _whole(words: str, _ids: Iterable[str]) -> tuple[Part, ...]:
    return (Part(words),)


@dataclass(frozen=True, slots=True)
class Field:
    """A number that goes with an option, (`count` above 0) dice that are typed in, or (`text`) a text.

    `sent`: what the page sends without asking for it, a salt that nobody has to think of.
    """

    name: str
    label: str
    low: float
    high: float
    step: str
    value: float
    unit: str = ""
    count: int = 0
    text: bool = False
    sent: str = ""

    @property
    def places(self) -> range:
        """One for each die."""
        return range(self.count)

    @property
    def least(self) -> float:
        """The least that the page offers; rules may allow a hair's breadth, which nobody types."""
        fine = self.step == "any" and 0 < self.low < LEAST_OFFERED <= min(self.high, self.value)
        return LEAST_OFFERED if fine else self.low

    @property
    def limits(self) -> str:
        """The limits in words, at two decimals and never beyond them: `0.1 to 57.29 degrees`."""
        low, high = plain(ceil(self.least * 100 - 1e-6) / 100), plain(floor(self.high * 100 + 1e-6) / 100)
        return f"{minus(float(low))} to {minus(float(high))} {self.unit}".rstrip()

    @property
    def shown(self) -> str:
        """The value that its entry begins with, at two decimals where that keeps to the limits."""
        near = (round(self.value, 2), floor(self.value * 100) / 100, ceil(self.value * 100) / 100)
        fitting = next((each for each in near if self.low <= each <= self.high), self.value)
        return f"{fitting:.8g}"


@dataclass(frozen=True, slots=True)
class Pick:
    """One of many places on a map: the option's key as canonical JSON, its own words, and the column of the
    map under which it stands in the list.
    """

    key: str
    label: str
    advised: bool
    column: int = 0


@dataclass(frozen=True, slots=True)
class OptionCard:
    """An option: its place on the page, words, rule, the numbers it asks for, and the units that it names.

    `outline`: the corners of a ready-made place as JSON, "" if it has none. `picks`: it stands for so many
    options that one picks from a list; its key is that of the first, its label what the words of all begin
    with. `rest`: its words after the name of the unit under which it stands, "" if they do not begin with it.
    `stakes`: what hangs on the dice that it leads to.
    """

    index: int
    label: str
    rule: str
    key: Mapping[str, Any]
    fields: tuple[Field, ...]
    pieces: str = ""
    outline: str = ""
    advised: bool = False
    parts: tuple[Part, ...] = ()
    picks: tuple[Pick, ...] = ()
    rest: str = ""
    stakes: str = ""

    @property
    def json(self) -> str:
        """The key as canonical JSON, as a form sends it back."""
        return canonical_json(self.key)

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
    options: tuple[OptionCard, ...]
    unit: str = ""
    places: int = 0

    @property
    def asking(self) -> list[OptionCard]:
        """The options that ask for numbers."""
        return [option for option in self.options if option.fields]

    @property
    def advised(self) -> bool:
        """Whether the option that is marked is among them."""
        return any(option.advised for option in self.options)

    @property
    def ready(self) -> list[OptionCard]:
        """The options that are chosen as they stand."""
        return [option for option in self.options if not option.fields]


@dataclass(frozen=True, slots=True)
class Panel:
    """A decision that a person has to make now; `subject`: the name of what it is about, `subject_id`: the
    id of the unit that it is about, if it is one; `asked`: the question, that unit's name apart.
    """

    decision: Decision
    subject: str
    subject_id: str
    sections: tuple[Section, ...]
    asked: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The question."""
        return tidy(self.decision.text)

    @property
    def names_subject(self) -> bool:
        """Whether the question names what it is about, with or without the side in brackets behind it."""
        return any(part.number for part in self.asked) or self.subject in self.text

    @property
    def advised(self) -> OptionCard | None:
        """The option that the tactician would choose, if it was asked."""
        options = (option for section in self.sections for option in section.options)
        return next((option for option in options if option.advised), None)


def panel(
    decision: Decision,
    names: Names,
    pieces: Mapping[str, Sequence[str]],
    outline: Outline | None = None,
    advice: Mapping[str, Any] | None = None,
    apart: Apart = _whole,
    stakes: Callable[[Option], str] = lambda _option: "",
) -> Panel:
    """Return a decision as a page asks it.

    `pieces` are the units that each id stands for, `outline` knows where a ready-made place lies, `advice` is
    a choice that is marked and written into its fields, `apart` sets the names of units apart in an option's
    words, `stakes` says what hangs on an option's dice.
    """
    # A seal needs a program that computes it: people write a number, and the site seals it.
    offered = (option for option in decision.options if option.key.get("do") != "sealed")
    # Stable, so that within both groups the order of the rules stays.
    ordered = sorted(offered, key=lambda option: LAST.get(option.key.get("do", ""), 0))
    cards = [
        replace(_option(index, option, pieces, outline, apart), stakes=stakes(option))
        for index, option in enumerate(ordered)
    ]
    if advice is not None and (place := _matching(cards, advice)) is not None:
        cards[place] = _advised(cards[place], advice)
    alone = pieces.get(decision.subject) == (decision.subject,)  # it may be a command, or nothing
    return Panel(
        decision,
        names(decision.subject) if decision.subject else "",
        decision.subject if alone else "",
        tuple(_sections(cards, names, decision.subject, apart)),
        apart(tidy(decision.text), [decision.subject]),
    )


def _sections(cards: Sequence[OptionCard], names: Names, subject: str, apart: Apart) -> Iterator[Section]:
    about = _units(cards, subject)
    # Counted as they will stand on the page: a list to pick from takes one place.
    shown = sum(1 if _are_picked(run) else len(run) for run in _runs(cards))
    for unit, group in groupby(cards, key=lambda card: about.get(card.index, "")):
        found = list(group)
        if unit:
            heading = names(unit)
            named = apart(heading, [unit])[0]
            yield Section(heading, shown > MANY, tuple(_under(card, named) for card in found), unit)
            continue
        for run in _runs(found):
            if _are_picked(run):
                yield Section("", False, (_picked(run),))
                continue
            places = sum(map(_placed, run))
            folded = shown > FEW and len(run) > (PLACED if places else RUN)
            heading = _heading([card.label for card in run], places) if folded else ""
            folded = bool(heading)
            heading = heading.removesuffix(", place") if places else heading
            yield Section(heading, folded, tuple(run), places=places)


def _under(option: OptionCard, heading: Part) -> OptionCard:
    """Return an option under a unit's name: what the heading says its button need not say again."""
    first, *others = option.parts or (Part(""),)
    if not (first.number and others and first == heading):
        return option
    return replace(option, rest="".join(part.text for part in others).strip(" :"))


def _matching(cards: Sequence[OptionCard], choice: Mapping[str, Any]) -> int | None:
    """Return the place of the option that a choice is for: the one with the longest key that it holds."""
    held = [card for card in cards if all(choice.get(name) == value for name, value in card.key.items())]
    # The longest key, since a short one may be part of several choices.
    return max(held, key=lambda card: len(card.key)).index if held else None


def _units(options: Sequence[OptionCard], subject: str) -> Mapping[int, str]:
    """Return the unit that each option is about, if the decision is between several and one has more than
    one sort of them, or there are many.

    What is asked of one unit, the decision's subject, is not marked by the units that its options name.
    """
    named = {card.index: str(card.key["unit"]) for card in options if card.key.get("unit")}
    kinds: dict[str, set[str]] = {}
    for card in options:
        if card.index in named:
            kinds.setdefault(named[card.index], set()).add(str(card.key.get("do")))
    several = any(len(each) > 1 for each in kinds.values()) or len(named) > max(MANY, len(kinds))
    return named if several and subject not in kinds and len(kinds) > 1 else {}


def _runs(cards: Iterable[OptionCard]) -> Iterator[list[OptionCard]]:
    """Options of one sort that follow each other."""
    for _, places in groupby(cards, key=_same_but_place):
        alike = list(places)
        if _are_picked(alike):
            yield alike
        else:
            yield from (list(run) for _, run in groupby(alike, key=_sort))


def _picked(options: Sequence[OptionCard]) -> OptionCard:
    """Many places in one option, that which is advised chosen beforehand; the columns of the map from left to
    right.
    """
    common = _common([each.label for each in options])
    picks = tuple(
        Pick(each.json, each.label.removeprefix(common).strip(), each.advised, int(str(each.key["hex"])[:2]))
        for each in sorted(options, key=lambda each: str(each.key["hex"]))
    )
    first = next((each for each in options if each.advised), options[0])
    return replace(first, label=common, picks=picks)


def _same_but_place(card: OptionCard) -> tuple[Any, ...]:
    """Return what an option of a map of hexes is about, its hex and its facing aside; () for one without a
    hex.
    """
    key = card.key
    return tuple((name, key[name]) for name in sorted(key) if name not in ON_MAP) if "hex" in key else ()


def _are_picked(run: Sequence[OptionCard]) -> bool:
    """Whether options that differ in their place on a map alone are too many to stand one by one."""
    return len(run) > FEW_PLACES and bool(_same_but_place(run[0])) and not any(each.fields for each in run)


def _sort(card: OptionCard) -> tuple[Any, ...]:
    """Return what sort of thing an option is: what it does, with which kind of thing or ground."""
    return tuple(card.key.get(name) for name in ("do", "kind", "second", "piece", "leader"))


def _placed(card: OptionCard) -> bool:
    """Whether an option names a ready-made place."""
    return any(name in card.key for name in PLACES)


def _heading(labels: Sequence[str], places: int) -> str:
    """Return what options of one sort are folded under: the words that all begin with, else the ways that
    there are (`Forward, sideways or backward`), else for places the first; "" if nothing names all.
    """
    common = _common(labels)
    if common:
        return common
    ways = list(dict.fromkeys(label.split()[0].rstrip(",;:") for label in labels))
    if len(ways) <= min(MOST_WAYS, len(labels) - 1):
        return listed([ways[0], *map(str.lower, ways[1:])], "or")
    return labels[0] if places else ""


def _common(labels: Sequence[str]) -> str:
    """Return the words that all labels begin with, "" for none."""
    words = []
    for each in zip(*(label.split() for label in labels), strict=False):
        if len({word.rstrip(",;:") for word in each}) > 1:
            break
        words.append(each[0])
    return " ".join(words).rstrip(",;:")


def _option(
    index: int, option: Option, pieces: Mapping[str, Sequence[str]], outline: Outline | None, apart: Apart
) -> OptionCard:
    key = dict(option.key)
    ids = [id_ for value in key.values() if isinstance(value, str) for id_ in value.split() or [value]]
    # A dict and not a set: the page marks the units in the order in which they are named.
    named = dict.fromkeys(piece for id_ in ids for piece in pieces.get(id_, ()))
    label = tidy(option.label)
    card = OptionCard(
        index,
        label,
        option.rule,
        key,
        tuple(map(_field, option.params)),
        pieces=" ".join(named),
        parts=apart(label, ids),
    )
    lies = _placed(card) or ("piece" in key and bool(card.fields))
    corners = outline(key) if outline is not None and lies else ()
    return replace(card, outline=canonical_json([round(each, 3) for each in corners]) if corners else "")


def _advised(card: OptionCard, advice: Mapping[str, Any]) -> OptionCard:
    """Return an option as the tactician would choose it."""
    fields = tuple(replace(each, value=advice.get(each.name, each.value)) for each in card.fields)
    return replace(card, fields=fields, advised=True)


def _field(param: Number | Dice | Seal) -> Field:
    if isinstance(param, Dice):
        label = f"{param.count}d{param.sides} as they lie"
        return Field(param.name, label, 1, param.sides, "1", 1, count=param.count)
    if isinstance(param, Seal):
        return Field(param.name, "SHA-256, 64 hexadecimal digits", 0, 0, "", 0, text=True)
    if param == SALT:
        return Field(
            param.name, param.label, param.low, param.high, "1", 0, sent=str(1 + randbelow(int(param.high)))
        )
    step = "1" if param.whole else "any"
    middle = param.low if param.whole else round((param.low + param.high) / 2, 2)
    if not middle and param.low < 0 < param.high:
        middle = min(1.0, param.high)  # no move at all would be refused
    value = middle if param.default is None else param.default
    label = param.label or NUMBERS.get(param.name, param.name.replace("_", " "))
    return Field(param.name, label, param.low, param.high, step, value, param.unit)
