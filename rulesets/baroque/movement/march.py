"""How many movement actions a unit may make in its activation (BQ-5.1.b-e, BQ-2.5.3.c, BQ-6.1.3.2.b)."""

from __future__ import annotations

from rulesets.baroque import morale, tables
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.field import Spent
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.traits import fires_on_the_move
from rulesets.baroque.wording import common
from rulesets.baroque.wording import movement as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps
from rulesets.engine.dice import Modifier
from rulesets.freetable.ways import Why


def why_no_move(state: State, unit: Unit) -> Why | None:
    """Return the rule and reason why no further movement action may be made (BQ-5.1.f), or None."""
    activation = state.activation
    if unit.profile.type == BAGGAGE:
        return "BQ-7.9.a", common.BAGGAGE_STAYS
    if activation is None or activation.unit != unit.id:
        return "BQ-4.1.1.d", words.NOT_ACTIVE
    if activation.done:
        return "BQ-4.1.1.e", words.ACTIVATION_OVER
    if state.engaged(unit.id):
        return "BQ-4.1.1.e", common.IN_MELEE
    if activation.march_over:
        return "BQ-5.1.d", words.MOVEMENT_OVER
    if unit.disordered and activation.march >= 1:
        return "BQ-2.5.3.c", words.DISORDERED_MOVES_ONCE
    return why_no_move_after_fire(state, unit)


def why_no_move_after_fire(state: State, unit: Unit) -> Why | None:
    """Return why firing bars further movement (BQ-6.1.3.2.b, BQ-6.1.b); None if it does not."""
    activation = state.activation
    if activation is None or activation.unit != unit.id or not activation.shots:
        return None
    if fires_on_the_move(unit.profile) or activation.march < activation.reserved:
        return None
    return "BQ-6.1.3.2.b", words.FIRED_AND_PAID_NO_MORE


def march_modifiers(unit: Unit) -> list[Modifier]:
    """Return the modifiers of Slow and Fast units to their march tests (BQ-5.1.1.a, BQ-5.1.1.b)."""
    key = {"S": "slow", "F": "fast"}.get(unit.profile.speed)
    if key is None:
        return []
    return [tables.discipline_modifier("march", key).why(key)]


def march_harder(actions: int) -> int:
    """Return by how much the test after so many movement actions is harder than the plain one (BQ-5.1.e)."""
    return max(0, actions - 2)


def march_test(battle: Battle, unit: Unit) -> Steps[bool]:
    """Test the march at the end of the second movement action of an activation and every further one
    (BQ-5.1.c).

    To be called when the action has been made. True if none is due or it is passed; failure Disorders the
    unit and ends its movement, it may still shoot or fight (BQ-5.1.d).
    """
    state: State = battle.state
    activation = state.activation
    if activation is None or activation.unit != unit.id or activation.march < 2 or not unit.on_field:
        return True
    passed = yield from discipline_test(
        battle, unit, words.march_action(activation.march), "BQ-5.1.c", march_modifiers(unit),
        march_harder(activation.march),
    )  # fmt: skip
    if not passed:
        morale.disorder(battle, unit, words.MARCH_FAILED, "BQ-5.1.d")
        battle.apply(Spent("BQ-5.1.d", unit.id, march_over=True, why=words.NO_FURTHER_MOVEMENT))
    return passed
