"""Command and control: Discipline Tests, command range, rallying (BQ-2.4, BQ-2.6.1.d, BQ-2.6.2, BQ-4.1.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.baroque import tables
from rulesets.baroque.events.command import Rallied
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.traits import traits
from rulesets.baroque.wording import command as words
from rulesets.baroque.wording import common
from rulesets.engine import geometry
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.dice import Modifier, total

NEARLY = 1e-6  # so that a distance of just the range is within it

Rerolls = list[tuple[int, int, str]]


# ---------------------------------------------------------------------------- Discipline Test


def discipline_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Return what changes each test: command range, attached Leader, agitators (BQ-2.4.1.b)."""
    found = []
    if not in_command_range(state, unit):
        found.append(tables.discipline_modifier("all", "out_of_command").why(words.OUT_OF_COMMAND))
    if state.attached_leader(unit.id) is not None:
        found.append(tables.discipline_modifier("all", "leader_attached").why(common.LEADER_ATTACHED))
    if unit.discipline_bonus:
        rule = tables.discipline_modifier("all", "inspired").rule
        found.append(Modifier(rule, unit.discipline_bonus, common.AGITATORS))
    return found


def needed(unit: Unit, modifiers: Sequence[Modifier], harder: int = 0) -> int:
    """Return the lowest die that passes, natural 1 and 6 aside (BQ-2.4.1.a). `harder` raises it."""
    return tables.discipline_target(unit.profile.d) + harder - total(modifiers)


def passes(die: int, target: int) -> bool:
    """Return whether a die passes (BQ-2.4.1.c): an unmodified 1 never does, an unmodified 6 always."""
    naturals = tables.tables().discipline_naturals
    return die != naturals.always_fail and (die == naturals.always_pass or die >= target)


def discipline_test(
    battle: Battle, unit: Unit, purpose: str, rule: str, modifiers: Sequence[Modifier] = (), harder: int = 0,
    *, iron_officers: bool = False,
) -> Steps[bool]:  # fmt: skip
    """Test the discipline of `unit`: True if it passes; a failure itself changes nothing (BQ-2.4.1,
    BQ-2.4.1.d).

    `modifiers` are those of the rule that calls for the test (BQ-2.4.1.e lists them); the general ones are
    added here. `harder` raises the number needed (BQ-5.1.e). `iron_officers`: the unit may re-roll a
    failure other than a natural 1 (BQ-8.1.1).
    """
    every = [*discipline_modifiers(battle.state, unit), *modifiers]
    target = needed(unit, every, harder)
    dice = yield from battle.roll(purpose, side=unit.side, unit=unit.id, rule=rule)
    rerolls: Rerolls = []
    die = yield from _demotivated(battle, unit, purpose, 0, dice[0], rerolls)
    hopeless = die == tables.tables().discipline_naturals.always_fail
    if iron_officers and not (rerolls or hopeless or passes(die, target)):  # BQ-8.0: a die once
        again = yield from battle.roll(words.again(purpose), side=unit.side, unit=unit.id, rule="BQ-8.1.1")
        die = again[0]
        rerolls.append((0, die, "BQ-8.1.1"))
    passed = passes(die, target)
    battle.record(
        purpose, dice, f"{_needs(unit, every, harder, target)}: {_outcome(die, target)}",
        rule=rule, side=unit.side, unit=unit.id, target=target, modifiers=every, rerolls=rerolls,
    )  # fmt: skip
    return passed


def discipline_chance(state: State, unit: Unit, modifiers: Sequence[Modifier] = (), harder: int = 0) -> float:
    """Return the exact chance of a Discipline Test with these and the general modifiers."""
    target = needed(unit, [*discipline_modifiers(state, unit), *modifiers], harder)
    plain = sum(passes(die, target) for die in range(1, 7))
    if not traits(unit.profile).demotivated:
        return plain / 6
    return (plain - 1) / 6 + plain / 36  # BQ-8.1.7: the 6 is rolled again


def _demotivated(
    battle: Battle, unit: Unit, purpose: str, index: int, die: int, rerolls: Rerolls
) -> Steps[int]:
    """Re-roll a 6 of Demotivated Troops once; the second result stands (BQ-8.1.7, BQ-8.0)."""
    again_on = tables.tables().discipline_naturals.always_pass
    if die != again_on or not traits(unit.profile).demotivated:
        return die
    again = yield from battle.roll(words.again(purpose), side=unit.side, unit=unit.id, rule="BQ-8.1.7")
    rerolls.append((index, again[0], "BQ-8.1.7"))
    return again[0]


def _outcome(die: int, target: int) -> str:
    """Return `5, passed`; or `6, passed (a 6 always passes)` if needed says otherwise (BQ-2.4.1.c)."""
    passed = passes(die, target)
    decided = common.always(die, passed) if passed != (die >= target) else ""
    return words.outcome(die, passed, decided)


def _needs(unit: Unit, modifiers: Sequence[Modifier], harder: int, target: int) -> str:
    """Return words such as `needs 3 or more (B 4, leader attached +1)`."""
    parts = [f"{unit.profile.d} {tables.discipline_target(unit.profile.d)}"]
    if harder:
        parts.append(words.march_harder(harder))
    parts += [f"{modifier.why} {modifier.value:+d}" for modifier in modifiers]
    return words.needs(target, parts)


# ---------------------------------------------------------------------------- command range


def command_range(state: State, side: int, *, attached: bool = False) -> float:
    """Return how far Leaders of a side reach, in BU (BQ-2.6.2.a); half while attached (BQ-2.6.1.h)."""
    reach = tables.command_structure(state.sides[side].structure).range_bu
    return reach * tables.tables().leader.attached_command_range_factor if attached else reach


def in_command_range(state: State, unit: Unit) -> bool:
    """Return whether the unit is in range of its own leader; False without one (BQ-2.6.2.b, BQ-2.6.2.c)."""
    leader = state.leader_of(unit)
    if leader is None or unit.base is None:
        return False
    if leader.attached == unit.id:
        return True
    reach = command_range(state, unit.side, attached=bool(leader.attached))
    if leader.attached:
        # An attached leader is with the whole unit, so the range runs from base to base, not from a point.
        return geometry.gap(state.units[leader.attached].place, unit.base) <= reach + NEARLY
    return geometry.point_gap(leader.x, leader.y, unit.base) <= reach + NEARLY


# ---------------------------------------------------------------------------- rallying


def why_no_rally(state: State, unit: Unit) -> tuple[str, str] | None:
    """Return rule and reason why the active unit may not try to rally, None if it may (BQ-4.1.2.a)."""
    return next(_rally_bars(state, unit), None)


def _rally_bars(state: State, unit: Unit) -> Iterator[tuple[str, str]]:
    activation = state.activation
    if not unit.disordered:
        yield "BQ-4.1.2.a", words.IN_GOOD_ORDER
    if state.engaged(unit.id):
        yield "BQ-2.5.3.d", common.IN_MELEE
    if unit.cannot_rally:
        yield "BQ-8.1.9.a", words.STIRRED_UP_THIS_TURN
    if activation is None or activation.unit != unit.id or activation.rallied or activation.acted:
        yield "BQ-4.1.2.a", words.RALLY_FIRST


def rally_options(state: State, unit: Unit) -> list[Option]:
    """Return the option to rally, if the unit has it (BQ-4.1.2)."""
    if unit.profile.type == BAGGAGE or why_no_rally(state, unit) is not None:
        return []
    return [Option({"do": "rally", "unit": unit.id}, words.RALLY, "BQ-4.1.2.a")]


def rally_chance(state: State, unit: Unit) -> float:
    """Return the exact chance that a rally works (BQ-4.1.2.b); Iron Officers may re-roll it (BQ-8.1.1)."""
    if not traits(unit.profile).iron_officers:
        return discipline_chance(state, unit)
    target, naturals = needed(unit, discipline_modifiers(state, unit)), tables.tables().discipline_naturals
    plain = [passes(die, target) for die in range(1, 7)]
    again = {die for die in range(1, 7) if not plain[die - 1]} - {naturals.always_fail}
    if traits(unit.profile).demotivated:
        again.add(naturals.always_pass)
    final = sum(plain[die - 1] for die in range(1, 7) if die not in again)
    return (final + len(again) * sum(plain) / 6) / 6


def forced_rally_dice(state: State, unit: Unit) -> int:
    """Return how many dice a forced rally has (BQ-4.1.2.d); 0 if the unit cannot try one."""
    leader = state.leader_of(unit)
    if leader is None or not in_command_range(state, unit):
        return 0
    return tables.leader_level(leader.level).leadership_bonus


def forced_rally_chance(state: State, unit: Unit) -> float:
    """Return the exact probability that a forced rally works."""
    return 1 - float((1 - discipline_chance(state, unit)) ** forced_rally_dice(state, unit))


def rally(battle: Battle, unit: Unit) -> Steps[None]:
    """Rally an active Disordered unit: the test, then the choice of a forced rally (BQ-4.1.2)."""
    passed = yield from discipline_test(
        battle, unit, words.RALLY, "BQ-4.1.2.b", iron_officers=bool(traits(unit.profile).iron_officers)
    )
    battle.apply(Rallied("BQ-4.1.2.b", unit.id, passed))
    dice = 0 if passed else forced_rally_dice(battle.state, unit)
    if not dice:
        return
    label = words.forced_rally(dice)
    options = (
        Option({"do": "forced-rally", "unit": unit.id}, label, "BQ-4.1.2.d"),
        Option({"do": "stay", "unit": unit.id}, words.STAY_DISORDERED, "BQ-4.1.2.c"),
    )
    text = words.RALLY_FAILED
    choice = yield Decision("unit", unit.side, text, "BQ-4.1.2.c", options, unit.id)
    if choice["do"] == "forced-rally":
        yield from forced_rally(battle, unit, dice)


def forced_rally(battle: Battle, unit: Unit, count: int) -> Steps[bool]:
    """Force a rally with `count` dice, one of which must pass; it ends the activation (BQ-4.1.2.d)."""
    modifiers = discipline_modifiers(battle.state, unit)
    target = needed(unit, modifiers)
    rule, purpose = "BQ-4.1.2.d", words.FORCED_RALLY
    dice = yield from battle.roll(purpose, side=unit.side, count=count, unit=unit.id, rule=rule)
    rerolls: Rerolls = []
    final = []
    for index, die in enumerate(dice):
        final.append((yield from _demotivated(battle, unit, purpose, index, die, rerolls)))
    success = any(passes(die, target) for die in final)
    shown = ", ".join(map(str, final))
    battle.record(
        purpose, dice, f"{_needs(unit, modifiers, 0, target)}: {words.outcome(shown, success)}",
        rule=rule, side=unit.side, unit=unit.id, target=target, modifiers=modifiers, rerolls=rerolls,
    )  # fmt: skip
    battle.apply(Rallied(rule, unit.id, success, forced=True))
    return success
