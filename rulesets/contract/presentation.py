"""What a rule system says of its battles to those who draw and list them: one `Presentation` a system.

A `Presentation` that says nothing shows a battle without turns, as its log alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rulesets.engine.books import data, read_toml

if TYPE_CHECKING:
    from rulesets.engine.battle import Battle


@dataclass(frozen=True, slots=True)
class Standing:
    """How a side stands in what decides the battle: how much it started with, lost and has left."""

    total: int
    lost: int

    @property
    def left(self) -> int:
        """What is left, below 0 when more was lost than there was."""
        return self.total - self.lost

    def to_json(self) -> dict[str, int]:
        return {"total": self.total, "lost": self.lost, "left": self.left}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of the table, in the system's unit of length."""

    x: float
    y: float
    width: float
    depth: float


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a meeting: its number from 1, its name, the letters that the rules give its parts, what is
    done in it (a sentence), and the rules that it follows.
    """

    number: int
    name: str
    letters: str
    does: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a kind of terrain is on a meeting's table: its name and usual size; whether a piece of it is an
    oval inside its width and depth or fills them, may lie close to others as long as it does not touch them,
    and may reach beyond the table.
    """

    name: str
    size: tuple[float, float]
    oval: bool
    close: bool
    beyond: bool


@dataclass(frozen=True, slots=True)
class Area:
    """Where a side deploys: a flat polygon x1, y1, x2, y2 ..., what the side is called there, and in words
    where it is.
    """

    side: int
    name: str
    words: str
    outline: tuple[float, ...]


@dataclass(frozen=True)
class Meeting:
    """How two forces come to a table that is ready, for a system whose battles are fought on a real one: a
    battle of it is this procedure and no more.

    `steps`, in their order. `ready(result as JSON)`: whether it came to its end, and was not called off.
    `scenarios(documents)`: the names of all scenarios by key, those that players have brought along
    included; `ours(documents)`: what is said of those that are ours and not the rules';
    `describe(documents, key)`: one of them in words, as headings ("" for none) and lines;
    `read_scenario(text)` makes such a document of a TOML or JSON text. `ground(kind)`: what a kind of terrain
    is. `placing`: the kind of decision in which pieces have to lie `spacing` apart. `areas(state)`: where the
    sides deploy, as far as it is known. `sheet(state, side)`: what a side has to know at the table, without
    what the other keeps secret: dataclasses with `to_json()`. `proposed(battle)`: the piece of terrain, as
    the state holds pieces, that a player is asked to agree to. `decisions`: every kind of decision that may
    come up.
    """

    steps: tuple[Step, ...]
    ready: Callable[[Mapping[str, Any]], bool]
    scenarios: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, str]]
    read_scenario: Callable[[str], dict[str, Any]]
    ground: Callable[[str], Ground]
    placing: str
    spacing: float
    areas: Callable[[Any], Iterable[Area]]
    sheet: Callable[[Any, int], Any]
    proposed: Callable[[Battle], Mapping[str, Any] | None]
    ours: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, str]]
    describe: Callable[[Sequence[Mapping[str, Any]], str], Sequence[tuple[str, tuple[str, ...]]]]
    decisions: tuple[str, ...]


@data
class Hint:
    """What a newcomer is told beside a decision of a kind: what is asked, what to tap, what it means.

    `needs`: what the text supposes, of which one has to be on offer (values of `do`); where none is, the
    text is `otherwise`. `picked`: what comes next once a unit has been taken in hand on the board.
    """

    kind: str
    title: str
    text: str
    picked: str = ""
    needs: tuple[str, ...] = ()
    otherwise: str = ""


@data
class Term:
    """A word of the rules that the questions and buttons use, and what it means; \\d stands for a digit."""

    word: str
    means: str


@data
class _Hints:
    hint: tuple[Hint, ...]
    term: tuple[Term, ...] = ()


def read_hints(file: Path) -> tuple[Mapping[str, Hint], tuple[Term, ...]]:
    """Return the hints in a system's file, by the kind of decision, and the words that they explain; raises
    BookError for a faulty file.
    """
    found = read_toml(file, _Hints)
    return {each.kind: each for each in found.hint}, found.term


@dataclass(frozen=True, slots=True)
class Drawn:
    """A map that a system draws itself, as parts of an SVG from below: what belongs into `<defs>`, the
    ground, the names on it, and the deployment zones. `grounds`: the kinds of ground on it by name, each with
    a swatch 24 wide and 16 high.
    """

    defs: str
    ground: str
    labels: str
    zones: str = ""
    grounds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that units are marked with while an entry of their JSON, `key`, is true.

    `word` says it. `at`: where on a base its sign is drawn: the front's or the rear's corner, `edge` if the
    outline is broken instead, "" if nothing is. `passing`: it shows what a unit has done in a turn, and is
    shown on a board alone. `grave`: worse than a warning.
    """

    key: str
    word: str
    at: Literal["front right", "front left", "rear right", "rear left", "edge", ""] = ""
    passing: bool = False
    grave: bool = False


@dataclass(frozen=True, slots=True)
class LossLine:
    """What one unit, camp or place cost its side."""

    name: str
    why: str
    rule: str
    value: int


@dataclass(frozen=True, slots=True)
class LossGroup:
    """The losses of a command; `total` is what it began with, None for what belongs to no command."""

    name: str
    total: int | None
    lost: int
    notes: tuple[str, ...]
    lines: tuple[LossLine, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of a side at the end, in what decides a battle, and its losses by command.

    `whole`: all that it began with, where that is more than the `total` that ends it; 0 elsewhere.
    """

    total: int
    lost: int
    left: int
    percentage: float
    groups: tuple[LossGroup, ...]
    whole: int = 0


def read_score(score: Mapping[str, Any]) -> Score:
    """Return the figures of a side from its part of a result."""
    groups = tuple(
        LossGroup(
            each["name"], each["total"], each["lost"], tuple(each["notes"]),
            tuple(LossLine(line["name"], line["why"], line["rule"], line["value"]) for line in each["lines"]),
        )
        for each in score.get("groups", ())
    )  # fmt: skip
    total, lost, left, percentage = (score.get(name, 0) for name in ("total", "lost", "left", "percentage"))
    return Score(total, lost, left, percentage, groups)


@dataclass(frozen=True)
class Presentation:
    """How a system's battles are shown.

    `length`: the unit of length, `scale`: how large it is drawn, half the front of a unit being 1;
    `strength`: what a unit's strength is called. `turn_began`: the kind of event that opens a turn, or the
    part of a side in it; `initiative`: of the one that says whose initiative it is. `major`: kinds of
    events that a reader looks for in a log, `minor` those that they may skip, `retold` those that say no
    more than the roll before them. `volleys`: rules of rolls whose modifiers are dice, no fewer and no more
    than they say: the dice that such a roll began with are shown before them. `measure`: the short name of
    what decides a battle, `standing(state)` gives it by side. `zones(state as JSON)` are the deployment
    zones by side, `terrain_name(kind)` is a word for a terrain piece. `place(state, key)` is the outline of
    the ready-made place for terrain that an option with that key names, () if it names none. `turn(state)`:
    the turn that a battle has come to.
    `meeting`: what a battle of the system is if it is not fought here; its steps stand where other
    battles have their turns.

    `turn_name`: what a turn is called, `leader`, `command` and `unit` what those are. `map(state as JSON,
    prefix of ids, unit, margin)` draws the ground for a system that fights on a map of hexes, `unit` for one
    of its lengths. `sign(type)`: the name of the drawn sign of a unit's troops. `marks`: what units are
    marked with, in the order in which it is said. `strength_of(unit as JSON)`: what it has left, and had;
    `ranks(unit)` the same rank by rank, where its base shows that. `gone`: words for the states of units that
    are lost. `contacts(state as JSON)`: whose front is in contact with whom, as ids. `broken`: what a command
    without fight is called, `others`: units of no command. `tables`: usual sizes of a table, and for what.
    `score(side's part of a result)`: what it cost. `caption`: what the marks of units in a drawing mean;
    `legend`: the same at a board, a line for each item. `hints`: what a newcomer is told beside a decision,
    by its kind, one for each kind that there is; None: a first battle is played without.
    """

    turn_began: str = ""
    initiative: str = ""
    major: frozenset[str] = frozenset()
    minor: frozenset[str] = frozenset()
    retold: frozenset[str] = frozenset()
    volleys: frozenset[str] = frozenset()
    measure: str = ""
    measure_name: str = ""
    length: str = ""
    scale: float = 1.0
    strength: str = "strength"
    standing: Callable[[Any], tuple[Standing, ...]] = lambda _state: ()
    zones: Callable[[Mapping[str, Any]], tuple[Rectangle, ...]] = lambda _state: ()
    terrain_name: Callable[[str], str] = lambda kind: kind.replace("_", " ")
    place: Callable[[Any, Mapping[str, Any]], tuple[float, ...]] = lambda _state, _key: ()
    turn: Callable[[Any], int] = lambda state: int(getattr(state, "turn", 0))
    meeting: Meeting | None = None
    turn_name: str = "turn"
    leader: str = "leader"
    command: str = "command"
    unit: str = "unit"
    map: Callable[[Mapping[str, Any], str, float, float], Drawn] | None = None
    sign: Callable[[str], str] = lambda kind: kind.replace("&", "")
    marks: tuple[Mark, ...] = ()
    strength_of: Callable[[Mapping[str, Any]], tuple[int, int]] = lambda unit: (
        unit["strength"],
        unit["strength"] + unit["losses"],
    )
    ranks: Callable[[Mapping[str, Any]], tuple[int, ...]] = lambda _unit: ()
    gone: Mapping[str, str] = field(default_factory=dict)
    contacts: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] = lambda _state: ()
    broken: str = "broken"
    others: str = "Others"
    tables: Mapping[tuple[float, float], str] = field(default_factory=dict)
    score: Callable[[Mapping[str, Any]], Score] = read_score
    caption: str = ""
    legend: tuple[str, ...] = ()
    hints: Mapping[str, Hint] | None = None
    terms: tuple[Term, ...] = ()

    @property
    def hexes(self) -> bool:
        """Whether the table is a map of hexes, which the system draws itself."""
        return self.map is not None
