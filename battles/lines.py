"""The log as pages, API answers and PDFs show it: dataclasses that know no HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from battles.cards import listed_names, numbers
from rulesets.contract.presentation import Presentation
from rulesets.engine.dice import Modifier, Roll, total
from rulesets.engine.events import Conceded, DrawAgreed, Entry, Rolled
from rulesets.engine.wording import curly, tidy


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it was first rolled, what it was re-rolled to, and by which rule."""

    face: int
    again: int | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RollCard:
    """Everything that explains a roll. `begun`: the dice that its modifiers changed; None for other rolls."""

    purpose: str
    sides: int
    dice: tuple[Die, ...]
    target: int | None
    modifiers: tuple[Modifier, ...]
    result: str
    begun: int | None = None

    @property
    def total(self) -> int:
        """The sum of the modifiers."""
        return total(self.modifiers)

    @property
    def explained(self) -> bool:
        """Whether there is more to show than the log's line already does."""
        return bool(self.dice or self.modifiers)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; a name of something on one side (-1: of nobody's) shows by its colour.

    `number`: what is drawn on the base of the unit that it names, 0 if it names none. It is shown before the
    name, so `text` does not say it again.
    """

    text: str
    side: int = -1
    number: int = 0

    @property
    def style(self) -> str:
        """The style of the side."""
        return side_style(self.side)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log. `side`: which side it is about (-1 for neither); `weight`: major, minor, retold or
    empty. `words` is plain text, `parts` the same with each name as its own part.
    """

    number: int
    kind: str
    rule: str
    words: str
    parts: tuple[Part, ...]
    side: int
    weight: str
    roll: RollCard | None = None

    @property
    def side_class(self) -> str:
        """The style of the side it is about."""
        return side_style(self.side)

    def to_json(self) -> dict[str, Any]:
        """Return the line as the API gives it."""
        return {
            "number": self.number, "kind": self.kind, "rule": self.rule, "words": self.words,
            "side": self.side if self.side >= 0 else None,
            "roll": None if self.roll is None else _roll_json(self.roll),
        }  # fmt: skip


def side_style(side: int) -> str:
    """Return the style of a side, nothing for -1."""
    return f"side-{'ab'[side]}" if side >= 0 else ""


def _roll_json(roll: RollCard) -> dict[str, Any]:
    return {
        "purpose": roll.purpose,
        "sides": roll.sides,
        "dice": [{"face": die.face, "again": die.again, "rule": die.rule} for die in roll.dice],
        "target": roll.target,
        "begun": roll.begun,
        "modifiers": [modifier.to_json() for modifier in roll.modifiers],
        "result": roll.result,
    }


def _place_of(name: str, words: str) -> int:
    """Where a name stands as a whole in words; -1: nowhere."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words)
    return found.start() if found is not None else -1


_MARK = "\x1f"
_ENDINGS = frozenset(event.kind for event in (Conceded, DrawAgreed))  # of every system


class Register:
    """The names and sides of everything in a battle that has an id."""

    def __init__(self, sides: Mapping[int, str] | list[str], state: Mapping[str, Any]) -> None:
        self.names = {str(index): str(name) for index, name in enumerate(sides)}
        self.sides = {str(index): index for index in range(len(self.names))}
        for kind in ("commands", "leaders", "units"):
            for each in state.get(kind, ()):
                self.names[each["id"]] = each["name"].replace(_MARK, "")
                self.sides[each["id"]] = each["side"]
        self.numbers = numbers(state)
        self._listed = listed_names(state)
        self._double = self._of_both_sides()

    def name(self, id_: str) -> str:
        """Return the name for an id, with its side where both have one of that name; an unknown id itself."""
        name = self.names.get(id_, id_)
        return f"{name} ({self.names[str(self.sides[id_])]})" if name in self._double else name

    def listed(self, id_: str) -> str:
        """Return the same where its number stands before it: the first of two is not numbered again."""
        listed = self._listed.get(id_, "")
        return listed if listed != self.names.get(id_, "") and listed else self.name(id_)

    def parts(self, event: Any) -> tuple[Part, ...]:
        """Return an event in words, its names apart."""
        found = (self._part(piece, named=named) for piece, named in self._pieces(event))
        return tuple(part for part in found if part.text)

    def sentence(self, event: Any) -> str:
        """Return an event as plain text."""
        return "".join(self.name(piece) if named else piece for piece, named in self._pieces(event))

    def _pieces(self, event: Any) -> Iterator[tuple[str, bool]]:
        """Yield the ids in what an event says, and the words between them as they are shown."""
        for place, piece in enumerate(tidy(event.describe(self._marked)).split(_MARK)):
            named = bool(place % 2)
            yield piece if named else curly(piece), named

    def _marked(self, id_: str) -> str:
        return f"{_MARK}{id_}{_MARK}" if id_ in self.names else id_

    def _part(self, piece: str, *, named: bool) -> Part:
        return self.part(piece) if named else Part(piece)

    def part(self, id_: str) -> Part:
        """Return the name for an id as a part of a sentence."""
        name = self._listed.get(id_) or self.names.get(id_, id_)
        return Part(name, self.sides.get(id_, -1), self.numbers.get(id_, 0))

    def apart(self, words: str, ids: Iterable[str]) -> tuple[Part, ...]:
        """Words with the names of these units apart, each where it stands first."""
        found: list[Part] = []
        named = [id_ for id_ in dict.fromkeys(ids) if id_ in self.numbers]
        while named:
            places = {id_: _place_of(self.names[id_], words) for id_ in named}
            first = min(named, key=lambda id_: (places[id_] < 0, places[id_]))
            if places[first] < 0:
                break
            found += [Part(words[: places[first]]), self.part(first)]
            words = words[places[first] + len(self.names[first]) :]
            named.remove(first)
        return tuple(part for part in (*found, Part(words)) if part.text)

    def _of_both_sides(self) -> frozenset[str]:
        """Names that both sides use."""
        of = [{name for id_, name in self.names.items() if self.sides[id_] == side} for side in (0, 1)]
        return frozenset(of[0] & of[1])

    def side(self, event: Any) -> int:
        """Return the side that an event is about; -1 for nobody's."""
        if isinstance(event, Rolled):
            return event.roll.side
        side = getattr(event, "side", None)
        if isinstance(side, int):
            return side
        return next((self.sides[id_] for id_ in event.subjects() if id_ in self.sides), -1)


def without_repeats(lines: Iterable[LogLine], *, brief: bool = False) -> list[LogLine]:
    """Return the lines for a reader: without those that repeat a roll, if `brief` without minor ones too."""
    left_out = {"retold", "minor"} if brief else {"retold"}
    return [line for line in lines if line.weight not in left_out]


def log_line(entry: Entry, register: Register, presentation: Presentation) -> LogLine:
    """Return an entry of the log in words."""
    event = entry.event
    kind = type(event).kind
    weights = {
        "major": presentation.major | _ENDINGS,
        "minor": presentation.minor,
        "retold": presentation.retold,
    }
    weight = next((name for name, kinds in weights.items() if kind in kinds), "")
    roll = roll_card(event.roll, presentation.volleys) if isinstance(event, Rolled) else None
    words = register.sentence(event)
    parts = register.parts(event)
    return LogLine(entry.number, kind, event.rule, words, parts, register.side(event), weight, roll)


def roll_card(roll: Roll, volleys: frozenset[str] = frozenset()) -> RollCard:
    """Return a roll with its dice, each beside what it was rolled again to; `volleys` as the system has."""
    again = {index: (value, rule) for index, value, rule in roll.rerolls}
    dice = tuple(Die(face, *again.get(index, (None, ""))) for index, face in enumerate(roll.dice))
    # What is stored may have been written with the apostrophe of a typewriter.
    modifiers = tuple(replace(modifier, why=curly(modifier.why)) for modifier in roll.modifiers)
    begun = len(dice) - total(modifiers) if modifiers and roll.rule in volleys else None
    return RollCard(roll.purpose, roll.sides, dice, roll.target, modifiers, curly(tidy(roll.result)), begun)
