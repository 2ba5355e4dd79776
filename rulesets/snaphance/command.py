"""Command and control: command range, Order Tests, recovery, opportunity (SN-3.0, SN-4.5, SN-6.1, SN-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Option, Steps
from rulesets.engine.dice import Modifier, total
from rulesets.snaphance import hexes, zones
from rulesets.snaphance.charge import skirmish
from rulesets.snaphance.events.command import (
    GeneralHelped,
    OpportunityTried,
    Recovered,
    TurnedOnOpportunity,
)
from rulesets.snaphance.state import General, Stand, State
from rulesets.snaphance.wording import command as words
from rulesets.snaphance.wording import common

RATINGS: dict[Literal["A", "B", "C"], int] = {"A": 3, "B": 4, "C": 5}
"""SN-4.5.a: the score that an Order Test needs, by order rating (SN-1.3.c)."""

# ---------------------------------------------------------------------------- command range


def in_command(state: State, stand: Stand) -> bool:
    """Return whether the stand is in the command range of its own group's General now (SN-3.0.a)."""
    general = state.general_of(stand)
    return general is not None and _away(general, stand) <= general.command_range


def _away(general: General, stand: Stand) -> int:
    """Return H from a General to a stand; more than any range if one of them is not on the map."""
    if general.hex is None or stand.hex is None:
        return 1000
    return hexes.distance(general.hex, stand.hex)


def penalty_range(state: State, general: General) -> int:
    """Return how far from the General, in H, Order Tests are not yet harder (SN-4.5.d, SN-C-order-range).

    6H in a well trained army, 4H in a poorly trained one, otherwise the General's command range (SN-3.0.b); a
    replacement has 2H whatever the army (SN-3.2.d).
    """
    numbers = state.sheet.numbers
    if general.replacement:
        return general.command_range
    match state.sides[general.side].training:
        case "well_trained":
            return numbers.well_trained_range
        case "poorly_trained":
            return numbers.poorly_trained_range
        case _:
            return general.command_range


# ---------------------------------------------------------------------------- the Order Test


def helper(state: State, stands: Sequence[Stand]) -> General | None:
    """Return the General who helps these stands in an Order Test now, if any (SN-4.5.c).

    The General is in the hex of the stand or, where several are tested as a group, attached to one of them.
    In one activation a General helps one stand or one group only, though in all its tests (SN-3.1.e).
    """
    general = state.general_of(stands[0])
    if general is None or general.hex is None:
        return None
    if general.helping and not {stand.id for stand in stands} <= set(general.helping):
        return None
    # A lone stand is helped by a General in its hex, attached or not; a group needs one attached.
    if len(stands) == 1:
        return general if general.hex == stands[0].hex else None
    return general if any(general.attached == stand.id for stand in stands) else None


def order_modifiers(state: State, stands: Sequence[Stand]) -> list[Modifier]:
    """Return what changes the die of an Order Test of these stands (SN-4.5.c-d, SN-9.1.a).

    The distance counts once, and for a group if any of its stands is too far away.
    """
    found = []
    if helper(state, stands) is not None:
        found.append(Modifier("SN-4.5.c", 1, words.GENERAL_HELPS))
    general = state.general_of(stands[0])
    if general is None:
        found.append(Modifier("SN-3.0.b", -1, common.WITHOUT_GENERAL))
    elif any(_away(general, stand) > penalty_range(state, general) for stand in stands):
        labelled = state.sides[general.side].training != "unspecified" and not general.replacement
        found.append(Modifier("SN-4.5.d" if labelled else "SN-3.0.b", -1, words.FAR_FROM_GENERAL))
    return found


def order_target(stands: Sequence[Stand], harder: int = 0) -> int:
    """Return the score needed: the worst rating among the stands, raised by `harder` (SN-4.5.a, SN-4.5.f)."""
    return max(RATINGS[stand.profile.order_rating] for stand in stands) + harder


def order_chance(state: State, stands: Sequence[Stand], harder: int = 0) -> Fraction:
    """Return the exact probability that these stands pass an Order Test now."""
    needed = order_target(stands, harder) - total(order_modifiers(state, stands))
    # Beyond the faces of the die a test is certain, or impossible.
    return Fraction(min(6, max(0, 7 - needed)), 6)


def with_chance(what: str, state: State, stands: Sequence[Stand], harder: int = 0) -> str:
    """Return the words of an option with the chance of its test: `Rally, Order Test 67%`."""
    return words.with_chance(what, float(order_chance(state, stands, harder)))


def order_test(
    battle: Battle, stands: Sequence[Stand], purpose: str, *, harder: int = 0, rule: str
) -> Steps[bool]:
    """Take an Order Test with one die for one or several stands; True if it is passed (SN-4.5.a, SN-4.9.a).

    Neither a 1 nor a 6 decides by itself (SN-4.5.f). What follows from a failure is left to the caller
    (SN-4.5.b, SN-6.1.b, SN-9.0.b); who helped is bound to these stands (SN-3.1.b).
    """
    state: State = battle.state
    modifiers, target = order_modifiers(state, stands), order_target(stands, harder)
    general, first = helper(state, stands), stands[0]
    dice = yield from battle.roll(purpose, side=first.side, unit=first.id, rule=rule)
    score = dice[0] + total(modifiers)
    passed = score >= target
    rating = first.profile.order_rating if len(stands) == 1 else ""
    changes = [(modifier.why, modifier.value) for modifier in modifiers]
    shown = words.order_tested(rating, target - harder, harder, changes, dice[0], score)
    battle.record(
        purpose, dice, shown, rule=rule, side=first.side, unit=first.id, target=target, modifiers=modifiers
    )
    ids = tuple(stand.id for stand in stands)
    if general is not None and not set(ids) <= set(general.helping):
        battle.apply(GeneralHelped("SN-3.1.b", ids, general.id))
    return passed


# ---------------------------------------------------------------------------- recovery


def why_no_recovery(state: State, stand: Stand) -> tuple[str, str] | None:
    """Return the rule and reason why a stand may not try to rally; None if it may (SN-9.0.a, SN-9.1.b)."""
    if not stand.disordered:
        return "SN-9.0.a", words.IN_ORDER
    if state.in_melee(stand.id):
        return "SN-9.1.b", common.IN_CLOSE_COMBAT
    if stand.moved:
        return "SN-1.4.d", common.ACTED
    activation = state.activation
    if activation is not None and (stand.id not in activation.stands or activation.begun):
        return "SN-9.0.a", words.RALLYING_FIRST
    return None


def recovery_options(state: State, stand: Stand) -> list[Option]:
    """Return the option to rally, if the acting stand has it (SN-9.0.a)."""
    if why_no_recovery(state, stand) is not None:
        return []
    label = partial(with_chance, words.RALLY, state, [stand])
    return [Option({"do": "recover", "unit": stand.id}, label, "SN-9.0.a")]


def recover(battle: Battle, stands: Sequence[Stand]) -> Steps[bool]:
    """Rally one stand, or a group with one die, whatever the result of the test (SN-9.0.a-b, SN-9.1.a).

    Returns whether they may still act in this turn.
    """
    passed = yield from order_test(battle, stands, words.RECOVERY, rule="SN-9.1.a")
    ids = tuple(stand.id for stand in stands)
    battle.apply(Recovered("SN-9.0.a" if passed else "SN-9.0.b", ids, passed))
    return passed


# ---------------------------------------------------------------------------- opportunity


def why_no_opportunity(state: State, stand: Stand) -> tuple[str, str] | None:
    """Return the rule and reason why a stand may not try opportunity; None if it may (SN-6.1.a, SN-6.1.d)."""
    if stand.opportunity:
        return "SN-6.1.c", words.ON_OPPORTUNITY
    if stand.disordered:
        return "SN-6.1.c", common.DISORDERED
    if state.in_melee(stand.id):
        return "SN-6.1.a", common.IN_CLOSE_COMBAT
    if stand.moved:
        return "SN-1.4.d", common.ACTED
    if stand.tried:
        return "SN-6.1.a", words.TRIED
    if skirmish.must_break_off(state, stand):
        return "SN-10.5.h", words.MUST_BREAK_OFF
    activation = state.activation
    if activation is None:
        return None
    if activation.held:
        return "SN-9.0.b", words.FAILED_TO_RALLY
    done_more = bool(activation.moves or activation.move or activation.fired)  # than to rally (SN-6.1.d)
    begun = activation.begun and (done_more or not activation.recovered)
    if stand.id not in activation.stands or begun:
        return "SN-6.1.a", words.OPPORTUNITY_FIRST
    return None


def opportunity_options(state: State, stand: Stand) -> list[Option]:
    """Return the option to go onto opportunity, if the acting stand has it (SN-6.1.a)."""
    if why_no_opportunity(state, stand) is not None:
        return []
    label = partial(with_chance, words.GO_ONTO_OPPORTUNITY, state, [stand])
    return [Option({"do": "opportunity", "unit": stand.id}, label, "SN-6.1.a")]


def go_onto_opportunity(battle: Battle, stands: Sequence[Stand]) -> Steps[bool]:
    """Test one stand, or a group with one die, for opportunity; failure does no harm (SN-6.1.a-b, SN-4.9.b).

    Passing is the action of the turn.
    """
    rule = "SN-6.1.a" if len(stands) == 1 else "SN-4.9.b"
    passed = yield from order_test(battle, stands, words.ONTO_OPPORTUNITY, rule=rule)
    battle.apply(OpportunityTried("SN-6.1.b", tuple(stand.id for stand in stands), passed))
    return passed


def turn_options(state: State, stand: Stand) -> Iterator[Option]:
    """Yield the turns by one face after which a stand stays on opportunity, one in an activation (SN-6.1.c).

    Not to where it would meet an enemy (that would be a charge, SN-10.0.d) or show it a flank
    (SN-4.6.c).
    """
    activation = state.activation
    if activation is None or activation.stands != (stand.id,) or activation.begun:
        return
    if not stand.opportunity or stand.turned or state.in_melee(stand.id):
        return
    for facing in ((stand.facing + 1) % 6, (stand.facing - 1) % 6):
        met = any(state.enemy_at(place, stand.side) for place in hexes.front(stand.place, facing))
        if not met and not zones.exposed(state, stand, stand.place, facing):
            yield Option(
                {"do": "turn-on-opportunity", "unit": stand.id, "facing": facing},
                words.turn_on_opportunity(hexes.facing_words(facing)),
                "SN-6.1.c",
            )


def turn_on_opportunity(battle: Battle, choice: Choice) -> None:
    """Carry out one of the `turn_options`."""
    battle.apply(TurnedOnOpportunity("SN-6.1.c", choice["unit"], choice["facing"]))
