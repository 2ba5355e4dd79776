"""What the pages of a record show, as dataclasses that know no HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from battles.cards import ResultCard, SideResult
from battles.recording.ledger import Ledger, Standing

AGREED, SAID, WAITING, DISPUTED = "agreed", "said", "waiting", "disputed"


@dataclass(frozen=True, slots=True)
class Mark:
    """How far an entry is agreed on, and that in words: nothing for what is.

    `said`: one side says it and the other has not agreed; `waiting`: this reader has to; `disputed`.
    """

    state: str = AGREED
    words: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """Something that one press records: the changes as a form sends them."""

    label: str
    value: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that goes up and down; `less` and `more` are empty where it can go no further."""

    key: str
    label: str
    value: str
    less: str
    more: str
    mark: Mark
    points: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values."""

    label: str
    buttons: tuple[Button, ...]
    mark: Mark

    @property
    def words(self) -> str:
        """The value chosen."""
        return next((each.label for each in self.buttons if each.chosen), "")


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit with a box for each base; `count`: what it has lost, as it is scored."""

    key: str
    count: Any
    boxes: tuple[str, ...]
    main: tuple[Counter, ...]
    more: tuple[Counter, ...]
    where: Choice
    squadron: str
    whole: tuple[Button, ...]
    mark: str
    opened: bool

    @property
    def anchor(self) -> str:
        """Where on the page it stands."""
        return self.key.replace(".", "-")


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """The units of a Regiment, or (without a title) all of a force."""

    title: str
    units: tuple[UnitCard, ...]

    @property
    def opened(self) -> bool:
        """Whether something of it is lost or needs attention."""
        return any(unit.mark in (WAITING, DISPUTED) or any(unit.boxes) for unit in self.units)

    @property
    def boxes(self) -> list[str]:
        """A box for each base of all its units."""
        return [box for unit in self.units for box in unit.boxes]


@dataclass(frozen=True, slots=True)
class CommanderCard:
    """A commander; `count`: what becomes of them, as it is scored."""

    count: Any
    fate: Choice
    cut_off: Choice | None


@dataclass(frozen=True, slots=True)
class RegimentCard:
    """A Regiment of a division: how near it is to breaking, and whether it has to test.

    `fleeing`: what a form sends so that all that is left flees; `last`: how far its last test is agreed on.
    """

    standing: Any
    due: bool
    fleeing: str
    last: Mark

    @property
    def share(self) -> int:
        """How far it is to its Motivation Level, in percent."""
        points, level = int(self.standing.points), int(self.standing.level)
        return min(100, round(100 * points / max(1, level)))


@dataclass(frozen=True, slots=True)
class Segment:
    """A band of the threshold bar: from `start`, `width` in percent."""

    name: str
    start: float
    width: float
    words: str
    here: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """The threshold bar of a side: how far it is filled, in percent; `next`: how much more until the next."""

    share: float
    points: str
    next: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class RecordSide:
    """All that is recorded of a side. `marched`: it matters which Squadron a unit was in (BFS-32.3)."""

    index: int
    name: str
    who: str
    mine: bool
    score: Any
    bar: Bar
    groups: tuple[UnitGroup, ...]
    commanders: tuple[CommanderCard, ...]
    scenario: tuple[Counter, ...]
    cut_off: Choice
    facts: tuple[Choice, ...]
    regiments: tuple[RegimentCard, ...]
    witnesses: tuple[tuple[str, str], ...]
    marched: bool


@dataclass(frozen=True, slots=True)
class TallyUnit:
    """A unit that is counted: a box for each that it has to lose, and what is asked of it."""

    key: str
    name: str
    boxes: tuple[str, ...]
    lost: Counter
    fate: Choice
    mark: str
    gone: bool

    @property
    def anchor(self) -> str:
        """Where on the page it stands."""
        return self.key.replace(".", "-")


@dataclass(frozen=True, slots=True)
class TallyGroup:
    """A command: its leader and its units; `notes`: such as that it is broken."""

    key: str
    name: str
    leader: str
    fate: Choice
    units: tuple[TallyUnit, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TallySide:
    """A side of a record that counts units; `result`: its figures."""

    index: int
    name: str
    who: str
    mine: bool
    groups: tuple[TallyGroup, ...]
    result: SideResult


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """An entry that is not agreed on; `sayings`: side, player and value in words of each that speaks."""

    standing: Standing
    where: str
    label: str
    sayings: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The record as one reader sees it. `scores`: what each side's own word would come to, if they differ;
    `signatures`: who leads each side, and whether they have signed; `result`: the score as the result of a
    battle, for a record that counts units.
    """

    ledger: Ledger
    sides: tuple[RecordSide | TallySide, ...]
    score: Any
    scores: tuple[tuple[str, Any], ...]
    disputes: tuple[OpenEntry, ...]
    waiting: tuple[OpenEntry, ...]
    open: int
    signatures: tuple[tuple[str, str, bool], ...]
    may_record: bool
    may_sign: bool
    result: ResultCard | None = None

    @property
    def both_due(self) -> bool:
        """Whether Regiments of both sides have to test: the side with the Initiative waits (BFS-16.2)."""
        found = [side.regiments for side in self.sides if isinstance(side, RecordSide)]
        return bool(found) and all(any(each.due for each in regiments) for regiments in found)
