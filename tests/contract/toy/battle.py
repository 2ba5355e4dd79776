"""Battles of Push of Pike: state, events, the procedure of a turn, who has won."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Number, Option, Steps
from rulesets.engine.events import Event
from rulesets.engine.fielding import read_losses
from rulesets.engine.mustering import SIDES, listed, unit_names
from rulesets.engine.records import record
from rulesets.engine.system import Core, Result, TableLimits
from tests.contract.toy.armies import LISTS, Profile

FRONT = 2.0
"""How wide a base is, in inches."""


@dataclass
class Unit:
    """A unit; `base`: the middle of its front, its heading, width and depth, None once it is destroyed."""

    id: str
    name: str
    side: int
    type: str
    profile: Profile
    strength: int
    base: list[float] | None
    losses: int = 0
    status: str = "ready"

    def ahead(self, inches: float) -> float:
        """Return the y of its front so many inches ahead."""
        return round(self.base[1] + (-inches if self.side else inches), 4)


@dataclass
class State:
    """The table with both armies; `whole` by side: the strength that they began with."""

    setup: Mapping[str, Any]
    units: dict[str, Unit]
    whole: tuple[int, ...] = ()
    turn: int = 0

    def alive(self, side: int) -> list[Unit]:
        """Return the units of a side that are left."""
        return [unit for unit in self.units.values() if unit.side == side and unit.base]

    def left(self, side: int) -> int:
        """Return the strength that a side has left."""
        return sum(unit.strength for unit in self.alive(side))

    def to_json(self) -> dict[str, Any]:
        sides = [{"index": side, "name": name, "army": self.setup["lists"][side]["name"]}
                 for side, name in enumerate(self.setup["sides"])]  # fmt: skip
        found = {"sides": sides, "units": [asdict(unit) for unit in self.units.values()], "turn": self.turn}
        return {**self.setup["table"], **found, "terrain": [], "commands": [], "leaders": []}


def begin(setup: Mapping[str, Any]) -> State:
    """Line both armies up (TOY-1.2); raises SetupError with the path of what is wrong."""
    state = State(setup, {unit.id: unit for side in (0, 1) for unit in _line(setup, side)})
    strengths = {unit.id: unit.strength for unit in state.units.values()}
    for key, lost in read_losses(setup["options"].get("losses", {}), strengths, "strength").items():
        state.units[key].strength -= lost
    state.whole = state.left(0), state.left(1)
    return state


def _line(setup: Mapping[str, Any], side: int) -> Iterator[Unit]:
    army, table = listed(setup["lists"][side], f"lists[{side}]", LISTS), setup["table"]
    book, units = LISTS.book_of(army), list(army.units())
    names = unit_names(army, book, of_bases=setup.get("unit_numbers", False))
    for place, unit in enumerate(units, 1):
        x, y = table["width"] * place / (len(units) + 1), table["depth"] - 2.0 if side else 2.0
        own = book.entry_by_id[unit.entry].profile
        base = [x, y, 270.0 if side else 90.0, FRONT, 1.0]
        yield Unit(f"{SIDES[side]}.{unit.id}", names[unit.id], side, own.sign, own, own.strength, base)


@record
class TurnBegan(Event):
    turn: int
    kind: ClassVar[str] = "turn-began"
    sentence: ClassVar[str] = "Turn {turn} begins"

    def apply(self, state: State) -> None:
        state.turn = self.turn


@record
class Advanced(Event):
    unit: str
    y: float
    kind: ClassVar[str] = "advanced"
    sentence: ClassVar[str] = "{unit} advances"

    def apply(self, state: State) -> None:
        state.units[self.unit].base[1] = self.y


@record
class Struck(Event):
    unit: str
    lost: int
    kind: ClassVar[str] = "struck"
    sentence: ClassVar[str] = "{unit} loses {lost} strength"

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.strength, unit.losses = unit.strength - self.lost, unit.losses + self.lost
        if not unit.strength:
            unit.base, unit.status = None, "destroyed"


def play(battle: Battle) -> Steps[Result]:
    """Play turns until an army is broken or the last turn is over (TOY-2.1, TOY-3.1)."""
    state: State = battle.state
    for turn in range(1, battle.setup["max_turns"] + 1):
        battle.apply(TurnBegan("TOY-2.1", turn))
        for side in (0, 1):
            yield from act(battle, side)
        broken = [side for side in (0, 1) if 2 * state.left(side) <= state.whole[side]]
        if broken:
            winner = 1 - broken[0] if len(broken) == 1 else None
            return Result(winner, "TOY-3.1", "half of an army is lost", turn, scores(state))
    return Result(None, "TOY-3.1", "the last turn is over", state.turn, scores(state))


def act(battle: Battle, side: int) -> Steps[None]:
    """Let one unit of a side advance or strike, or all hold (TOY-2.1)."""
    state: State = battle.state
    options = [option for unit in state.alive(side) for option in offered(state, unit)]
    hold = Option({"do": "hold"}, "Hold", "TOY-2.1")
    choice = yield Decision("act", side, "Which unit acts?", "TOY-2.1", (*options, hold))
    if choice["do"] == "advance":
        unit = state.units[choice["unit"]]
        battle.apply(Advanced("TOY-2.2", unit.id, unit.ahead(choice["inches"])))
    elif choice["do"] == "strike":
        yield from strike(battle, state.units[choice["unit"]], state.units[choice["target"]])


def offered(state: State, unit: Unit) -> Iterator[Option]:
    """Yield how far a unit may advance, and whom it may strike (TOY-2.2, TOY-2.3)."""
    x, y = unit.base[:2]
    far = min(unit.profile.move, y if unit.side else state.setup["table"]["depth"] - y)
    inches = Number("inches", 0, far, "in", default=far)
    yield Option({"do": "advance", "unit": unit.id}, f"{unit.name} advances", "TOY-2.2", (inches,))
    for enemy in state.alive(1 - unit.side):
        if abs(enemy.base[0] - x) <= FRONT and abs(enemy.base[1] - y) <= unit.profile.reach:
            key = {"do": "strike", "unit": unit.id, "target": enemy.id}
            yield Option(key, f"{unit.name} strikes at {enemy.name}", "TOY-2.3")


def strike(battle: Battle, unit: Unit, target: Unit) -> Steps[None]:
    """Roll a die for each of the unit's strength (TOY-2.3)."""
    least = needs(unit.profile, target.profile)
    rolled = {"rule": "TOY-2.3", "side": unit.side, "unit": unit.id}
    dice = yield from battle.roll("Strike", count=unit.strength, **rolled)
    hits = min(target.strength, sum(die >= least for die in dice))
    battle.record("Strike", dice, f"hits {target.name} {hits} times", target=least, **rolled)
    if hits:
        battle.apply(Struck("TOY-2.3", target.id, hits))


def needs(striker: Profile, target: Profile) -> int:
    """Return what a die has to show to hit (TOY-2.3)."""
    return 4 if (striker.sign, target.sign) == ("PK", "TR") else 5


def scores(state: State) -> tuple[dict[str, Any], ...]:
    """Return by side what it began with and has left (TOY-3.1)."""
    return tuple({"total": whole, "left": state.left(i), "lost": whole - state.left(i)}
                 for i, whole in enumerate(state.whole))  # fmt: skip


def choose(battle: Battle, decision: Decision) -> Choice:
    """Choose as the tactician: strike where possible, else advance."""
    option = min(decision.options, key=lambda each: {"strike": 0, "advance": 1}.get(each.key["do"], 2))
    return {**option.key, **{each.name: each.default for each in option.params}}


CORE = Core(begin, begin, play, choose, scores=scores, table=TableLimits(12, 10, 8, 24, 24))
