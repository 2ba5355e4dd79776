"""The referee's own map and stands: he moves them by what the log says, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from rulesets.engine.battle import Battle
from rulesets.snaphance.hexes import label, named
from tests.kit.hex_referee import book
from tests.kit.hex_referee.book import Hex


@dataclass(eq=False)
class Body:
    """A stand as the referee knows it; `row`: its row of the army list."""

    id: str
    side: int
    group: str
    row: dict[str, Any]
    ranks: list[int]
    at: Hex | None = None
    facing: int = 1
    gone: str = ""
    disordered: bool = False
    ready: bool = False
    acted: bool = False

    @property
    def code(self) -> str:
        return str(self.row["code"])

    @property
    def place(self) -> Hex:
        assert self.at is not None, self.id
        return self.at

    @property
    def front(self) -> list[Hex]:
        return book.fronts(self.place, self.facing)


@dataclass(eq=False)
class Chief:
    """A General as the referee knows him."""

    id: str
    side: int
    group: str
    initiative: int
    reach: int
    at: Hex | None = None
    attached: str = ""
    alive: bool = True
    poor: bool = False
    rode: bool = False
    helping: tuple[str, ...] = ()
    returns: int = 0


@dataclass
class Way:
    """How a stand comes along: from where, over which hexes; `how` as the log calls it; `declared`: a step
    into contact, which counts as made when the charger is met before it; `met`: charged on his way.
    """

    start: Hex
    how: str
    path: list[Hex] = field(default_factory=list)
    mode: str = ""
    declared: bool = False
    met: bool = False

    @property
    def moved(self) -> bool:
        """SN-10.3.f, SN-10.4.a: at least one hex."""
        return bool(self.path) or self.declared


@dataclass(eq=False)
class Field:
    """Map, stands, Generals, melees and losses, kept from the log alone."""

    columns: int
    rows: int
    cells: dict[Hex, tuple[str, int, bool]]
    sides: dict[tuple[Hex, int], str]
    bodies: dict[str, Body]
    chiefs: dict[str, Chief]
    training: tuple[str, str]
    break_points: tuple[int, int]
    break_at: tuple[int, int]
    melees: list[dict[str, Any]] = field(default_factory=list)
    lost: list[int] = field(default_factory=lambda: [0, 0])
    round: int = 0

    # -- the map ------------------------------------------------------------------------------

    def holds(self, place: Hex) -> bool:
        q, r = place
        return 0 <= r < self.rows and 0 <= q + r // 2 < self.columns

    def ground(self, place: Hex) -> str:
        return self.cells.get(place, ("open", 0, False))[0]

    def level(self, place: Hex) -> int:
        return self.cells.get(place, ("open", 0, False))[1]

    def road(self, place: Hex) -> bool:
        return self.cells.get(place, ("open", 0, False))[2]

    def side(self, place: Hex, other: Hex) -> str:
        return self.sides.get((place, book.bearing(place, other)), "")

    def removes(self, place: Hex, other: Hex) -> bool:
        """SN-10.3.e: whether stepping from one hex to its neighbour, or striking over, costs the bonus;
        a road changes only what the step costs.
        """
        return bool({self.ground(other), self.side(place, other)} & book.REMOVES)

    def entry(self, code: str, place: Hex, other: Hex) -> tuple[int, bool, bool] | None:
        """SN-C-terrain: MP, whether it takes a whole move, whether it disorders; None: it may not."""
        if not self.holds(other):
            return None
        onward = "road" if self.road(place) and self.road(other) else self.ground(other)
        codes = [
            book.ENTRY[kind].split()[book.COLUMN[code]] for kind in (onward, self.side(place, other)) if kind
        ]
        if "no" in codes:
            return None
        if "all" in codes or "all_d" in codes:
            return 1, True, "all_d" in codes
        return max(int(each) for each in codes), False, False

    # -- the stands ---------------------------------------------------------------------------

    def on(self, side: int | None = None) -> Iterator[Body]:
        for body in self.bodies.values():
            if body.at is not None and (side is None or body.side == side):
                yield body

    def those_at(self, place: Hex) -> list[Body]:
        return [body for body in self.on() if body.at == place]

    def foe_at(self, place: Hex, side: int) -> Body | None:
        return next((body for body in self.those_at(place) if body.side != side), None)

    def zoned(self, body: Body) -> bool:
        """SN-4.6.a: whether it has a zone of control."""
        return body.code in book.ZONED or (body.code == "Sk" and self.ground(body.place) not in book.OPEN)

    def holders(self, place: Hex, side: int) -> list[Body]:
        """Enemies of `side` whose zone a hex lies in."""
        return [foe for foe in self.on(1 - side) if self.zoned(foe) and place in foe.front]

    def exposed(self, body: Body, place: Hex, facing: int) -> bool:
        """SN-4.6.c."""
        ahead = book.fronts(place, facing)
        return any(foe.place not in ahead for foe in self.holders(place, body.side))

    def fights(self, name: str) -> bool:
        return any(name in melee["units"] or name in melee["supporters"] for melee in self.melees)

    def chief(self, body: Body) -> Chief | None:
        return next(
            (chief for chief in self.chiefs.values() if chief.group == body.group and chief.alive), None
        )

    def led(self, body: Body) -> bool:
        """SN-3.2.a: a General is attached to it."""
        return any(chief.alive and chief.attached == body.id for chief in self.chiefs.values())

    def clear(self, body: Body, target: Hex) -> list[list[Hex]]:
        """SN-7.1: the ways, by either hand, on which the target's hex is seen."""
        start = body.place
        return [way for way in (book.between(start, target, 1), book.between(start, target, -1))
                if not any(self._hides(body, start, each, target) for each in way)]  # fmt: skip

    def _hides(self, body: Body, start: Hex, place: Hex, target: Hex) -> bool:
        if self.ground(place) in book.BLOCKS:
            return True
        if self.level(place) == 2:
            low, high = sorted((self.level(start), self.level(target)))
            if not (high == 2 and low >= 1):
                return True
        if self.ground(start) == "fort":
            return False
        return any(other.code not in book.SEEN_THROUGH for other in self.those_at(place))

    # -- what the log does --------------------------------------------------------------------

    def put(self, body: Body, place: Hex, facing: int) -> None:
        body.at, body.facing = place, facing
        for chief in self.chiefs.values():
            if chief.attached == body.id and chief.alive:
                chief.at = place

    def lose(self, body: Body, sp: int) -> int:
        """SN-8.4.b: off the rear first; returns how many ranks are gone."""
        before = len(body.ranks)
        while sp and body.ranks:
            taken = min(sp, body.ranks[-1])
            body.ranks[-1] -= taken
            sp -= taken
            if not body.ranks[-1]:
                body.ranks.pop()
        return before - len(body.ranks)

    def remove(self, body: Body, how: str) -> None:
        body.at, body.gone = None, how
        self.melees = [melee for melee in self.melees if body.id not in melee["units"]]
        for melee in self.melees:
            melee["supporters"] = [each for each in melee["supporters"] if each != body.id]


def opened(battle: Battle) -> Field:
    """The field before the first event of a battle."""
    state: Any = battle.system.core.begin(battle.setup)
    bodies = {
        stand.id: Body(stand.id, stand.side, stand.group, asdict(stand.profile), list(stand.ranks))
        for stand in state.stands.values()
    }
    chiefs = {
        one.id: Chief(one.id, one.side, one.group, one.initiative, one.command_range)
        for one in state.generals.values()
    }
    cells = {place: (cell.terrain, cell.level, cell.road) for place, cell in state.map.cells.items()}
    one, two = state.sides
    return Field(
        state.map.columns, state.map.rows, cells, dict(state.map.sides), bodies, chiefs,
        (one.training, two.training), (one.break_points, two.break_points), (one.break_at, two.break_at),
    )  # fmt: skip


def show(place: Hex | None) -> str:
    return "nowhere" if place is None else label(place)


def read(name: str) -> Hex:
    return named(name)
