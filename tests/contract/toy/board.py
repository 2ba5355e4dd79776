"""Push of Pike on the screen: how a battle is shown, and what a selected unit may do."""

from rulesets.contract.board import Board, Figure, Ghost, Move, Target, UnitInspection
from rulesets.contract.presentation import Presentation, Standing
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Option
from rulesets.engine.geometry import Base
from tests.contract.toy import battle as rules


def inspect(battle: Battle, id_: str) -> UnitInspection:
    """Return what the player of a unit's side may know of it; raises LookupError for none on the table."""
    unit = battle.state.units.get(id_)
    if unit is None or not unit.base:
        raise LookupError(f"{id_} is not on the table")
    asked = battle.pending is not None and battle.pending.side == unit.side
    advance, *strikes = rules.offered(battle.state, unit)
    targets = tuple(_target(battle.state, unit, each, asked) for each in strikes)
    moves = (_move(unit, advance),) if asked else ()
    return UnitInspection(unit.id, unit.name, unit.side, moves=moves, targets=targets)


def _move(unit: rules.Unit, option: Option) -> Move:
    x, _, *rest = unit.base
    places = [(far, Base(x, unit.ahead(far), *rest)) for far in (0.0, option.params[0].high)]
    ghosts = tuple(Ghost(far, base.corners, base.heading) for far, base in places)
    return Move(option.key, option.label, option.rule, "inches", ghosts)


def _target(state: rules.State, unit: rules.Unit, option: Option, asked: bool) -> Target:
    enemy = state.units[option.key["target"]]
    chance = 1 - ((rules.needs(unit.profile, enemy.profile) - 1) / 6) ** unit.strength
    figure = Figure("Hits at least once", chance, f"{chance:.0%}", option.rule)
    return Target(enemy.id, enemy.name, "fight", option.rule, (figure,), option.key if asked else None)


BOARD = Board(inspect)
PRESENTATION = Presentation(
    turn_began="turn-began", measure="strength", length="in", gone={"destroyed": "destroyed"},
    standing=lambda state: tuple(Standing(each["total"], each["lost"]) for each in rules.scores(state)),
    tables={(12, 10): "two lines"}, caption="Each base is a unit.", legend=("A base: a unit",),
)  # fmt: skip
