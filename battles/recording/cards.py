"""What the pages of a record show, as dataclasses that know no HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
    rule: str = ""
    points: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values."""

    key: str
    label: str
    buttons: tuple[Button, ...]
    mark: Mark
    rule: str = ""

    @property
    def words(self) -> str:
        """The value chosen."""
        return next((each.label for each in self.buttons if each.chosen), "")


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit with a box for each base; `marked`: no source gives their number."""

    id: str
    side: int
    name: str
    kind: str
    bases: int
    boxes: tuple[str, ...]
    main: tuple[Counter, ...]
    more: tuple[Counter, ...]
    where: Choice
    squadron: str
    squadron_key: str
    marched: bool
    whole: tuple[Button, ...]
    mark: str
    notes: tuple[str, ...]
    opened: bool
    gone: bool
    marked: bool = False

    @property
    def anchor(self) -> str:
        """Where on the page it stands."""
        return f"u-{self.side}-{self.id}"

    @property
    def boxes_words(self) -> str:
        """What the boxes show."""
        lost = [each for each in self.boxes if each]
        return f"{len(lost)} of {self.bases} bases lost" if lost else f"{self.bases} bases"


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """The units of a Regiment, or (without a title) all of a force."""

    title: str
    units: tuple[UnitCard, ...]

    @property
    def opened(self) -> bool:
        """Whether something of it is lost, or has to be looked at."""
        return any(unit.mark in (WAITING, DISPUTED) or any(unit.boxes) for unit in self.units)

    @property
    def words(self) -> str:
        """How many bases it has, and how many are lost."""
        lost = sum(bool(box) for unit in self.units for box in unit.boxes)
        bases = sum(unit.bases for unit in self.units)
        return f"{lost} of {bases} bases lost" if lost else f"{bases} bases"


@dataclass(frozen=True, slots=True)
class CommanderCard:
    """A commander; `marked`: no source gives his Command Points."""

    id: str
    name: str
    rank: str
    cp: int
    fate: Choice
    cut_off: Choice | None
    value: int
    marked: bool = False


@dataclass(frozen=True, slots=True)
class RegimentCard:
    """A Regiment of a division: how near it is to breaking, and the form of its test."""

    id: str
    side: int
    name: str
    standing: Any
    due: bool
    turn: int
    fleeing: str
    last: Mark
    tests: tuple[tuple[str, str], ...]

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
    points: str
    here: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """The threshold bar of a side: Force Value lost, in which band, how much more until the next.

    `marked`: the Force Value rests on values that no source gives.
    """

    lost: int
    fv: int
    share: float
    band: str
    points: str
    next: str
    segments: tuple[Segment, ...]
    marked: bool = False


@dataclass(frozen=True, slots=True)
class RecordSide:
    """All that is recorded of a side."""

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

    @property
    def anchor(self) -> str:
        """Where on the page it stands."""
        return f"side-{self.index}"


@dataclass(frozen=True, slots=True)
class Saying:
    """What a side says in a dispute; `value` is sent by who takes it for right, empty where nobody can."""

    side: int
    who: str
    words: str
    value: str
    own: bool


@dataclass(frozen=True, slots=True)
class DisputeCard:
    """An entry that both sides tell differently."""

    key: str
    where: str
    label: str
    side: int | None
    turn: int
    sayings: tuple[Saying, ...]
    accept: str


@dataclass(frozen=True, slots=True)
class WaitingCard:
    """Something that the other side has said and this reader has not agreed to."""

    key: str
    where: str
    label: str
    words: str
    turn: int


@dataclass(frozen=True, slots=True)
class Signature:
    """Whether a side has signed."""

    name: str
    who: str
    signed: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The record as one reader sees it. `scores`: what each side's own word would come to, if they differ."""

    sides: tuple[RecordSide, RecordSide]
    score: Any
    scores: tuple[tuple[str, Any], ...]
    disputes: tuple[DisputeCard, ...]
    waiting: tuple[WaitingCard, ...]
    open: int
    turn: int
    turns: Counter
    signatures: tuple[Signature, ...]
    settled: bool
    may_record: bool
    may_sign: bool
    division: bool

    @property
    def both_due(self) -> bool:
        """Whether Regiments of both sides have to test: the side with the Initiative waits (BFS-16.2)."""
        return all(any(regiment.due for regiment in side.regiments) for side in self.sides)


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A claim in words."""

    number: int
    at: Any
    turn: int
    who: str
    side: int | None
    where: str
    what: str


def outcome_words(outcome: Any) -> str:
    """How a Motivation test went, in words."""
    end = "passed" if outcome.passed else "failed: Wiped Out"
    if outcome.target is None:
        return end
    if outcome.automatic:
        return f"{end} without a die, against {outcome.target}"
    die = f"die {outcome.test.die} " if outcome.test.die is not None else ""
    return f"{end}: {die}against {outcome.target}"
