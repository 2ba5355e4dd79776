"""Morale (BQ-2.5, BQ-6.2, BQ-7.5.6): Cohesion Tests, Disorder, losses, exhaustion, routs, Leaders lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, TypeAlias

from rulesets.baroque import tables
from rulesets.baroque.command import discipline_test
from rulesets.baroque.events.command import LeaderDetached, LeaderLost
from rulesets.baroque.events.field import Disordered, Exhausted, LostVBU, Removed
from rulesets.baroque.events.setup import DestinySpent
from rulesets.baroque.state import State, Status, Unit, enemy
from rulesets.baroque.traits import Traits, traits
from rulesets.baroque.wording import common
from rulesets.baroque.wording import morale as words
from rulesets.engine.battle import Battle
from rulesets.engine.chance import Counts, Distribution, Exact, Pass
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.dice import Modifier, total
from rulesets.engine.geometry import rounded
from rulesets.engine.records import record

Cause: TypeAlias = Literal["fire", "melee"]

DESTINY = "rolls_of_destiny"
"""BQ-8.RD.c: the key of the setup's options by which both sides agree to Rolls of Destiny."""

ADDED = "disorder_adds_to_failure"
"""BQ-6.2.1.b: the key of the option by which accumulated Disorder costs a loss in a failed test too."""

ACCUMULATED = {"fire": "BQ-6.2.1.b", "melee": "BQ-7.5.1"}


@record
class CohesionResult:
    """What a Cohesion Test did; `tested` is False when there was no hit.

    `losses` are those of a failed test: only they repulse a charge or lose a melee (BQ-6.6.f, BQ-7.5.2.a).
    `disorder_losses` are for accumulated Disorder.
    """

    tested: bool = False
    passed: bool = True
    losses: int = 0
    disorder_losses: int = 0
    routed: bool = False


# ---------------------------------------------------------------------------- the test as figures


@record
class Outcome:
    """What a die of a Cohesion Test means: see CohesionResult."""

    passed: bool
    losses: int
    disorder_losses: int

    def of_die(self, die: int, critical: int) -> str:
        """Return it with the die rolled, and that a 6 or 1 decided where the number needed did not.

        `critical` is the number before its least value of 1.
        """
        natural = self.passed != (die <= critical)
        return f"{die}, {self.describe(common.always(die, self.passed) if natural else '')}"

    def describe(self, why: str = "") -> str:
        return words.outcome(self.passed, self.losses, self.disorder_losses, why)


def critical_number(vbu: int, hits: int, modifiers: Iterable[Modifier]) -> int:
    """Return the Critical Number: current VBU - hits + modifiers, never below 1 (BQ-6.2.b)."""
    return max(1, _unlimited(vbu, hits, modifiers))


def _unlimited(vbu: int, hits: int, modifiers: Iterable[Modifier]) -> int:
    return vbu - hits + total(modifiers)


def outcome(die: int, critical: int, disordered: bool, *, adds: bool = False) -> Outcome:
    """Return what `die` means (BQ-6.2.b, BQ-6.2.d, BQ-6.2.1); `disordered`: the unit was so before the test.

    `adds`: accumulated Disorder costs its loss in a failed test too, as the players may agree.
    """
    test = tables.tables().cohesion_test
    passed = die != test.natural_fail and (die == test.natural_pass or die <= critical)
    more = test.passed_while_disordered_loss if disordered and (passed or adds) else 0  # BQ-6.2.1.b
    least = test.loss_if_critical_number_at_least_6
    return Outcome(passed, 0 if passed else max(least, die - critical), more)  # BQ-6.2.d


def cohesion_modifiers(state: State, unit: Unit) -> list[Modifier]:
    """Return what is true of the unit itself, whatever hit it (BQ-6.2.c): Leader, Disorder, agitators."""
    return own_modifiers(
        leader=state.attached_leader(unit.id) is not None,
        disordered=unit.disordered,
        inflamed=unit.cohesion_bonus,
    )


def own_modifiers(*, leader: bool, disordered: bool, inflamed: int = 0) -> list[Modifier]:
    """Return modifiers of the unit to its Critical Number (BQ-6.2.c, BQ-2.6.1.f, BQ-8.1.9.a)."""
    found = []
    if leader:
        found.append(tables.cohesion_modifier("leader_attached").why(common.LEADER_ATTACHED))
    if disordered:
        found.append(tables.cohesion_modifier("disordered").why(common.DISORDERED_MODIFIER))
    if inflamed:
        found.append(Modifier(tables.cohesion_modifier("inflamed").rule, inflamed, common.AGITATORS))
    return found


def cohesion_passes(own: Traits, *, feared: bool) -> tuple[Pass, ...]:
    """Return what re-rolls a 1 or a 6 (BQ-8.1.5 to BQ-8.1.8). `feared`: it fights a Feared Unit."""
    ones = (tables.characteristic("Feared Unit").rule if feared else "") or own.cohesion_ones_rerolled
    found = [Pass(ones, _ones)] if ones else []
    if own.hardened:
        found.append(Pass(own.hardened, _sixes))
    return tuple(found)


def rolled_again(die: int, passes: Iterable[Pass]) -> str:
    """Return the rule that re-rolls the first die, "" for none; the second die stands (BQ-8.0)."""
    counts = tuple(int(face == die) for face in range(1, 7))
    return next((each.rule for each in passes if any(each.choose(counts))), "")


@cache
def die_distribution(passes: tuple[Pass, ...] = ()) -> Distribution:
    """Return the final die of a Cohesion Test, exactly."""
    source = Exact()
    first = source.die(6)
    die = source.then(first, lambda die: source.die(6) if rolled_again(die, passes) else die)
    return source.distribution(die)


def _ones(counts: Counts) -> Counts:
    return (counts[0], 0, 0, 0, 0, 0)


def _sixes(counts: Counts) -> Counts:
    return (0, 0, 0, 0, 0, counts[5])


# ---------------------------------------------------------------------------- the test in play


def cohesion_test(
    battle: Battle, unit: Unit, hits: int, *, cause: Cause, modifiers: Sequence[Modifier] = (),
    rule: str = "BQ-6.2.a", feared: bool = False,
) -> Steps[CohesionResult]:  # fmt: skip
    """Test the cohesion of a unit that took `hits`; with none there is no test (BQ-6.2, BQ-6.2.a).

    `modifiers` are those of the fire (BQ-6.2.c) or of the melee (BQ-7.5.d, BQ-7.5.e); Leader, Disorder and
    agitators are added here. When it returns losses, Disorder, rout and the Leader's fate are all settled.
    """
    if hits < 1:
        return CohesionResult()
    every = [*cohesion_modifiers(battle.state, unit), *modifiers]
    critical = critical_number(unit.vbu, hits, every)
    disordered, adds = unit.disordered, bool(battle.state.options.get(ADDED))
    die = yield from _throw(battle, unit, hits, critical, every, rule, feared)
    if (yield from _destiny(battle, unit, outcome(die, critical, disordered, adds=adds), die, critical)):
        die = yield from _throw(battle, unit, hits, critical, every, "BQ-8.RD.b", feared)
    result = outcome(die, critical, disordered, adds=adds)
    wavering = ""
    if die == tables.tables().cohesion_test.natural_fail:
        # Before the losses: a unit that routs by them has no leader attached any more.
        wavering = yield from _leader_at_risk(battle, unit, cause)  # BQ-2.6.1.j
    _suffer(battle, unit, result, cause, rule)
    # The command wavers last, so that the unit of the dead leader tests with the losses of this test.
    if wavering:
        yield from _command_wavers(battle, wavering)
    return CohesionResult(True, result.passed, result.losses, result.disorder_losses, not unit.on_field)


def _throw(
    battle: Battle, unit: Unit, hits: int, critical: int, modifiers: Sequence[Modifier], rule: str,
    feared: bool,
) -> Steps[int]:  # fmt: skip
    """Roll and log the die of the test with its re-rolls (BQ-8.1.5-8); returns the die that stands."""
    dice = yield from battle.roll(words.COHESION_TEST, side=unit.side, unit=unit.id, rule=rule)
    die, rerolls = dice[0], []
    if again := rolled_again(die, cohesion_passes(traits(unit.profile), feared=feared)):
        (die,) = yield from battle.roll(words.COHESION_TEST, side=unit.side, unit=unit.id, rule=rule)
        rerolls.append((0, die, again))
    terms = "".join(f", {modifier.why} {modifier.value:+d}" for modifier in modifiers)
    made = outcome(die, critical, unit.disordered, adds=bool(battle.state.options.get(ADDED)))
    result = made.of_die(die, _unlimited(unit.vbu, hits, modifiers))
    needs = words.needs(critical, unit.vbu, hits, terms)
    battle.record(
        words.COHESION_TEST, dice, f"{needs}: {result}",
        rule=rule, side=unit.side, unit=unit.id, target=critical, modifiers=modifiers, rerolls=rerolls,
    )  # fmt: skip
    return die


def _suffer(battle: Battle, unit: Unit, result: Outcome, cause: Cause, rule: str) -> None:
    """Apply the outcome; passed or not, the unit is Disordered after the test (BQ-6.2.a, BQ-6.2.1.a)."""
    if result.losses and lose_vbu(battle, unit, result.losses, words.TEST_FAILED, "BQ-6.2.d"):
        return
    if result.disorder_losses:
        lose_vbu(battle, unit, result.disorder_losses, words.DISORDERED_AGAIN, ACCUMULATED[cause])
    else:
        disorder(battle, unit, words.BY_FIRE if cause == "fire" else words.IN_MELEE, rule)


# ---------------------------------------------------------------------------- Roll of Destiny


def _destiny(battle: Battle, unit: Unit, made: Outcome, die: int, critical: int) -> Steps[bool]:
    """Offer a Roll of Destiny: True if a side has this test repeated, which may happen once (BQ-8.RD.b).

    The side that tested is asked first. Nobody is asked who could only lose by it: the owner of a test
    without any loss, the enemy after a 6.
    """
    state: State = battle.state
    if not state.options.get(DESTINY):  # BQ-8.RD.c
        return False
    spared = made.passed and not made.disorder_losses
    worst = die == tables.tables().cohesion_test.natural_fail
    for side, pointless in ((unit.side, spared), (enemy(unit.side), worst)):
        if state.sides[side].destiny < 1 or pointless:
            continue
        choice = yield _destiny_decision(unit, side, made, die, critical, state.sides[side].destiny)
        if choice["do"] == "destiny":
            battle.apply(DestinySpent("BQ-8.RD.b", side))
            return True
    return False


def _destiny_decision(
    unit: Unit, side: int, made: Outcome, die: int, critical: int, left: int
) -> Decision:  # fmt: skip
    text = words.asks_destiny(unit.name, die, made.describe())
    passes = sum(outcome(face, critical, unit.disordered).passed for face in range(1, 7)) / 6
    again = words.repeat_test(critical, passes, left)
    options = (
        Option({"do": "destiny", "unit": unit.id}, again, "BQ-8.RD.b"),
        Option({"do": "accept", "unit": unit.id}, words.KEEP_RESULT, "BQ-8.RD.b"),
    )
    return Decision("destiny", side, text, "BQ-8.RD.b", options, unit.id)


# ---------------------------------------------------------------------------- Disorder, losses, rout


def disorder(battle: Battle, unit: Unit, why: str, rule: str) -> None:
    """Disorder a unit; one that is already Disordered stays so and loses nothing (BQ-2.5.3.b, BQ-2.5.3.e)."""
    if not unit.disordered:
        battle.apply(Disordered(rule, unit.id, why))


def lose_vbu(battle: Battle, unit: Unit, losses: int, why: str, rule: str) -> bool:
    """Take VBU for good; True if the unit routs and is removed (BQ-2.5.1.a, BQ-2.5.2, BQ-6.2.e, BQ-2.3.c)."""
    was_exhausted = unit.exhausted
    battle.apply(LostVBU(rule, unit.id, losses, why))
    if unit.vbu <= 0:
        remove(battle, unit, "routed", words.VBU_GONE, "BQ-2.5.2")
        return True
    if unit.exhausted and not was_exhausted:
        battle.apply(Exhausted("BQ-2.5.1.a", unit.id))
    return False


LEADER_GOES_TOO: frozenset[Status] = frozenset({"withdrawn", "left"})
"""BQ-2.5.1.1.c: how a unit goes and takes its Leader along; one that is destroyed does not (BQ-2.6.1.k)."""


def remove(battle: Battle, unit: Unit, status: Status, why: str, rule: str) -> None:
    """Take a unit from the table (BQ-2.5.2, BQ-2.6.1.k); its Leader is unharmed (BQ-6.2.2.b, BQ-7.5.6.c)."""
    leader = battle.state.attached_leader(unit.id)
    if leader is not None:
        if status in LEADER_GOES_TOO:
            battle.apply(LeaderLost("BQ-2.5.1.1.c", leader.id, words.LEADER_LEAVES))
        else:
            x, y = rounded(unit.place.cx), rounded(unit.place.cy)
            battle.apply(LeaderDetached("BQ-2.6.1.k", leader.id, x, y, barred=True))
    battle.apply(Removed(rule, unit.id, status, why))


# ---------------------------------------------------------------------------- Leaders


def leader_fate(cause: Cause, die: int) -> int:
    """Return 0 if the leader lives, 1 if lost, 2 if lost and the command tests (BQ-6.2.2.a, BQ-7.5.6.a).

    The rows of a cause stand in the table in this order.
    """
    rows = [row for row in tables.tables().leader_loss if row.cause == cause]
    return next(fate for fate, row in enumerate(rows) if die in row.d6)


def _leader_at_risk(battle: Battle, unit: Unit, cause: Cause) -> Steps[str]:
    """Roll for a leader after a 6 in the unit's test; return a command to test or "" (BQ-6.2.2, BQ-7.5.6)."""
    leader = battle.state.attached_leader(unit.id)
    if leader is None:
        return ""
    rule = "BQ-6.2.2.a" if cause == "fire" else "BQ-7.5.6.a"
    dice = yield from battle.roll(words.FATE, side=unit.side, unit=unit.id, rule=rule)
    fate = leader_fate(cause, dice[0])
    shown = f"{dice[0]}: {words.FATES[fate]}"
    battle.record(words.FATE, dice, shown, rule=rule, side=unit.side, unit=unit.id)
    if fate:
        battle.apply(LeaderLost(rule, leader.id, words.LEADER_KILLED))
    return leader.command if fate > 1 else ""


def _command_wavers(battle: Battle, command: str) -> Steps[None]:
    """Test every unit of the lost leader; failure Disorders it, or costs it 1 VBU (BQ-7.5.6.b)."""
    rule, state = "BQ-7.5.6.b", battle.state
    for name in state.commands[command].units:
        unit: Unit = state.units[name]
        if not unit.on_field:
            continue
        if (yield from discipline_test(battle, unit, words.LEADER_DEAD_TEST, rule)):
            continue
        if unit.disordered:
            lose_vbu(battle, unit, 1, words.LEADER_DEAD, rule)
        else:
            disorder(battle, unit, words.LEADER_DEAD, rule)
