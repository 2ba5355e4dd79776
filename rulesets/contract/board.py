"""What a rule system shows a player at the board of one piece: what it may do, where to, at what odds.

Without it a board shows the pieces and offers the decision panel alone. Places are in the system's unit of
length, outlines are flat polygons (x1, y1, x2, y2 ...), angles in degrees. Nothing here rolls or changes
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rulesets.engine.battle import Battle
    from rulesets.engine.decisions import Decision, Option

Outline = tuple[float, ...]
AreaKind = Literal["march", "charge", "fire", "control", "leader", "zone"]


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where the piece would stand if the move's number were `value`; `note` says what stops it or happens
    there.

    `also`: the values of the option's other numbers, for a move that has several; such ghosts are single
    places, nothing is to be read between them. `refused`: the piece may not end there, `note` says why.
    """

    value: float
    outline: Outline
    heading: float
    note: str = ""
    also: Mapping[str, float] = field(default_factory=dict)
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """An option of the pending decision that moves the piece: the option's `key`, and sampled end positions.

    `param` names the option's number that the ghosts run through, "" for a move without one (a single ghost).
    A way that is barred now is no option: all of its ghosts are refused, and their notes say why.
    No ghosts: the numbers are a place on the table. `chance`: that the test which the move needs is passed if
    it is made to its end, None if it needs none; `words` explains it. `at_once`: it is a single step, done as
    soon as it is pointed at. `others`: where those who move with it would stand.
    """

    key: Mapping[str, Any]
    label: str
    rule: str
    param: str
    ghosts: tuple[Ghost, ...]
    chance: float | None = None
    words: str = ""
    at_once: bool = False
    others: tuple[Ghost, ...] = ()

    @property
    def barred(self) -> bool:
        """Whether it may not be made at all: it only says why."""
        return bool(self.ghosts) and all(ghost.refused for ghost in self.ghosts)


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table that the piece can reach, charge, shoot at or control.

    `chance`: that it gets so far, None if it is sure. `step` orders areas of a kind, the nearest first
    (1st, 2nd, 3rd march; range bands). `short`: a word or two for the field itself, before the chance.
    `parts`: more outlines that belong to it, as to an area of hexes.
    """

    kind: AreaKind
    label: str
    rule: str
    outline: Outline
    chance: float | None = None
    step: int = 0
    short: str = ""
    parts: tuple[Outline, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a player may think of doing with the piece: whether it is allowed now, and why not.

    `key`: of the pending decision's option that does it, None when it is not on offer.
    """

    what: str
    allowed: bool
    why: str
    rule: str
    key: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of a table of odds: what, its exact probability from 0 to 1 (or None), the value in words.

    `short`: what it is called in the one line that sums the table up, "" if it is not in it.
    """

    label: str
    chance: float | None
    words: str
    rule: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy that the piece can act against, with exact odds before committing.

    `how` is a word: fight, shoot, charge. `key`: of the pending decision's option; None while it is not on
    offer, the odds are then those of the moment if the piece could act.
    """

    unit: str
    name: str
    how: str
    rule: str
    figures: tuple[Figure, ...]
    key: Mapping[str, Any] | None = None

    @property
    def summary(self) -> tuple[Figure, ...]:
        """The figures that say how it may end: win, draw, lose; what a shot does."""
        return tuple(figure for figure in self.figures if figure.short)


@dataclass(frozen=True, slots=True)
class Answer:
    """A reaction that an enemy could try, to what, and the chance that its test passes (None: needs none)."""

    unit: str
    name: str
    to: str
    what: str
    rule: str
    chance: float | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A place beside the piece, by its name on the map, that it may not go to now, and why not."""

    place: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Way:
    """How the piece gets to a place of a map by several choices: their keys in order, and the places that it
    comes through, its own first.

    `facing`: that at its end. `words`: what it takes. `sure`: it can be followed at once; what costs
    something or needs a test is asked first.
    """

    place: str
    facing: int
    keys: tuple[Mapping[str, Any], ...]
    places: tuple[str, ...]
    words: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Fact:
    """A characteristic or marker of the piece."""

    label: str
    value: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class UnitInspection:
    """Everything a board shows of the piece that a player has in hand."""

    unit: str
    name: str
    side: int
    facts: tuple[Fact, ...] = ()
    actions: tuple[Action, ...] = ()
    moves: tuple[Move, ...] = ()
    areas: tuple[Area, ...] = ()
    targets: tuple[Target, ...] = ()
    answers: tuple[Answer, ...] = ()
    bars: tuple[Bar, ...] = ()
    ways: tuple[Way, ...] = ()

    def for_others(self) -> UnitInspection:
        """Return the same for a viewer who does not decide for the piece: without the pending decision."""
        actions = tuple(each for each in self.actions if not each.allowed)
        targets = tuple(replace(target, key=None) for target in self.targets)
        return replace(self, actions=actions, moves=(), answers=(), targets=targets, bars=(), ways=())

    def to_json(self) -> dict[str, Any]:
        """Return the hand as JSON values."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}


@dataclass(frozen=True)
class Board:
    """How a system's pieces are taken in hand.

    `inspect(battle, unit)` is what the player of that unit's side may know (`for_others` of it for anybody
    else); it raises LookupError for an id that is neither on the table nor waiting to be put there.
    `reactions`: kinds of decisions that are reactions, each with the choice that declines. `stakes(battle,
    option)`: what hangs on an option of the pending decision that leads to dice, in a sentence or two; "" for
    any other.
    """

    inspect: Callable[[Battle, str], UnitInspection]
    reactions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    stakes: Callable[[Battle, Option], str] = lambda _battle, _option: ""


def offered(decision: Decision | None, piece: str, side: int) -> list[Option]:
    """Return the options of the pending decision about a piece of that side, in the order offered: those that
    name it as one who acts, or name nobody where the decision is about it.
    """
    if decision is None or decision.side != side:
        return []
    return [option for option in decision.options if _about(option.key, decision, piece)]


def _about(key: Mapping[str, Any], decision: Decision, piece: str) -> bool:
    named = [key[name] for name in ("unit", "leader") if name in key]
    named += str(key.get("units", "")).split()
    return piece in named if named else decision.subject == piece


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return round(value, 4)
    return dict(value) if isinstance(value, Mapping) else value
