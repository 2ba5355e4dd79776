"""Exact chances of a meeting: which scenarios two forces can choose, and which effects the dice bring.

Nothing is sampled or rounded: scenario dice are counted by the sets of scenarios that they name, effects are
followed die by die through every state that the rules distinguish. Both ask the same functions as a meeting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

from rulesets.by_fire_and_sword.meeting.compare import weaker_of
from rulesets.by_fire_and_sword.meeting.draw import FACES
from rulesets.by_fire_and_sword.meeting.effects import (
    DELAY,
    EXHAUSTION,
    FATIGUE,
    INSUBORDINATION,
    ONCE,
    Limits,
    by_die,
    chosen_of,
    kinds,
    received,
)
from rulesets.by_fire_and_sword.meeting.options import ScenarioReroll
from rulesets.by_fire_and_sword.meeting.scenario import (
    CHOICE,
    EQUAL,
    FIXED,
    Selection,
    Strength,
    raw_list,
    scenario_on,
    selection_of,
)
from rulesets.by_fire_and_sword.meeting.state import Offer
from rulesets.by_fire_and_sword.scenarios.definitions import Scenario


@dataclass(frozen=True, slots=True)
class ScenarioChance:
    """A scenario: the chance that it may be chosen from the dice, that it is the only one that may, that it
    may be played because all dice are discarded, and that one die of BFS-30.3.C decides and shows it.

    `value` in FSP, the least of a variable one.
    """

    key: str
    value: int
    variable: bool
    available: Fraction = Fraction(0)
    alone: Fraction = Fraction(0)
    discarding: Fraction = Fraction(0)
    decided: Fraction = Fraction(0)

    @property
    def possible(self) -> bool:
        """Return whether it can be played at all."""
        return bool(self.available or self.discarding or self.decided)


@dataclass(frozen=True, slots=True)
class ScenarioChances:
    """How two forces come to their scenario: the method and its rule, the number of dice, each scenario.

    `sets`: the chance of each set of scenarios to choose from, the likeliest first; `none` that it is empty.
    """

    method: str
    rule: str
    dice: int
    scenarios: tuple[ScenarioChance, ...]
    sets: tuple[tuple[tuple[str, ...], Fraction], ...]
    none: Fraction


@dataclass(frozen=True, slots=True)
class EffectChance:
    """An effect: the chance to receive it at least once, and how often it is received on the average."""

    key: str
    once: Fraction
    expected: Fraction


# -- scenarios -------------------------------------------------------------------------------------


def scenario_chances(
    forces: Sequence[Strength], scenarios: Mapping[str, Scenario], rerolls: Sequence[ScenarioReroll] = ()
) -> ScenarioChances:
    """Return the chance of each scenario when these forces meet (BFS-30.3.C, BFS-30.3.D, BFS-30.4)."""
    weaker, _ = weaker_of(forces)
    selection = selection_of(forces, weaker, scenarios, rerolls)
    case = selection.case
    if case.method == CHOICE:
        return _of_several_dice(selection)
    decided = {case.scenario: Fraction(1)} if case.method == FIXED else _of_one_die()
    found = tuple(
        ScenarioChance(key, scenarios[key].value_fsp, scenarios[key].variable, decided=chance)
        for key, chance in decided.items()
    )
    return ScenarioChances(case.method, case.rule, int(case.method != FIXED), found, (), Fraction(0))


def _of_one_die() -> dict[str, Fraction]:
    """Return each scenario of the list of equal forces with its chance (BFS-30.3.C)."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for die in range(1, FACES + 1):
        found[scenario_on(EQUAL, die)] += Fraction(1, FACES)
    return dict(found)


def _of_several_dice(selection: Selection) -> ScenarioChances:
    """Return the chances where one die for each CP is rolled (BFS-30.3.D, BFS-30.4.1, BFS-30.4.2)."""
    # What matters is which scenarios may be chosen together, so equal sets of dice are added up.
    sets: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    discarding = decided = Fraction(0)
    for offers, chance in _named(selection):
        options = tuple(offer.key for offer in offers if offer.affordable)
        sets[options] += chance
        if all(offer.discardable for offer in offers):
            discarding += chance
        if not options:
            decided += chance
    found = {
        offer.key: ScenarioChance(
            offer.key,
            offer.value,
            offer.variable,
            available=sum((c for keys, c in sets.items() if offer.key in keys), Fraction(0)),
            alone=sets.get((offer.key,), Fraction(0)),
        )
        for offer in (selection.offer(die) for die in range(1, FACES + 1))
    }
    # These may be named by no face of this list: what is played instead of discarded scenarios, and what one
    # die decides if none can be paid for.
    instead = str(raw_list(selection.case.list).get("all_discarded", ""))
    for key, share in {
        **dict.fromkeys([instead] if discarding else [], Fraction(0)),
        **_of_one_die(),
    }.items():
        scenario = selection.scenarios[key]
        one = found.get(key, ScenarioChance(key, scenario.value_fsp, scenario.variable))
        found[key] = ScenarioChance(
            key, one.value, one.variable, one.available, one.alone,
            discarding if key == instead else Fraction(0), decided * share,
        )  # fmt: skip
    ordered = sorted(sets.items(), key=lambda each: (-each[1], each[0]))
    return ScenarioChances(
        selection.case.method, selection.case.rule, selection.dice,
        tuple(found[key] for key in selection.scenarios if key in found and found[key].possible),
        tuple((keys, chance) for keys, chance in ordered if keys), sets.get((), Fraction(0)),
    )  # fmt: skip


def _named(selection: Selection) -> Iterator[tuple[tuple[Offer, ...], Fraction]]:
    """Yield each set of scenarios that the dice can name, in the order of the list, with its chance."""
    again = Fraction(len(selection.rerolls), FACES)  # an army rule forces one reroll of each of these dice
    first: dict[str, int] = {}
    by_key: dict[str, Fraction] = defaultdict(Fraction)
    for die in range(1, FACES + 1):
        key = scenario_on(selection.case.list, die)
        first.setdefault(key, die)
        by_key[key] += (int(die not in selection.rerolls) + again) / FACES
    # Sets of scenarios rather than rolls: there are few of them, but FACES**dice rolls.
    sets: dict[frozenset[str], Fraction] = {frozenset(): Fraction(1)}
    for _ in range(selection.dice):
        after: dict[frozenset[str], Fraction] = defaultdict(Fraction)
        for named, chance in sets.items():
            for key, share in by_key.items():
                after[named | {key}] += chance * share
        sets = after
    for named, chance in sets.items():
        yield tuple(selection.offer(first[key]) for key in first if key in named), chance


# -- effects ---------------------------------------------------------------------------------------

Step: TypeAlias = tuple[str, int, int]
"""An effect, the number of the state that it leads to, and its share of _STEP."""

State: TypeAlias = tuple[tuple[str, int], ...]
"""What was received before and changes what may be received next: effects with their numbers, in order."""

_STEP = lcm(*range(1, FACES + 1))
"""A common denominator of every chance that one effect can have, however many numbers are rolled again."""


@lru_cache(maxsize=256)
def effect_chances(
    due: int, limits: Limits, chosen: tuple[str, ...] | None = None
) -> tuple[EffectChance, ...]:
    """Return what `due` effects bring, rolled against an enemy with these limits (BFS-32.0, BFS-32.12).

    `chosen`: with the choice of effects, those chosen before rolling; a choice that is left for later is not
    counted. Raises ValueError for more than may be chosen, or what may not be.
    """
    before: dict[str, int] = {}
    for key in chosen or ():
        if not kinds()[key].may_choose or received(key, before, limits) != key:
            raise ValueError(key)
        before[key] = before.get(key, 0) + 1
    if len(chosen or ()) > chosen_of(due):
        raise ValueError("chosen")
    rolls = due if chosen is None else due - chosen_of(due)
    start = _relevant(before, limits, rolls)
    plain = tuple(key for key in kinds() if key not in (FATIGUE, EXHAUSTION) and key not in ONCE)
    followed = _follow(start, limits, rolls, plain)
    # Counted in whole numbers and divided once at the end, which is much quicker than adding fractions.
    whole = _STEP**rolls
    found = []
    for key in kinds():
        had = before.get(key, 0)
        # A chosen Fatigue can still become Exhaustion; any other effect that was received stays.
        if had and key != FATIGUE:
            once = Fraction(1)
        elif key in plain:
            once = 1 - Fraction(followed.without[key], whole)
        else:
            once = Fraction(followed.ending_with[key], whole)
        found.append(EffectChance(key, once, Fraction(followed.gained[key], whole) + had))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Followed:
    """Weights after so many effects, each times _STEP**effects: how often an effect was gained on the
    average, `ending_with` it in the end, `without` it from beginning to end.
    """

    gained: Mapping[str, int]
    ending_with: Mapping[str, int]
    without: Mapping[str, int]


def _follow(start: State, limits: Limits, rolls: int, plain: Sequence[str]) -> _Followed:
    """Weigh every way of rolling so many effects; `plain`: effects that need not show in a state."""
    states, steps = _graph(start, limits, rolls)
    lanes = ("", *plain)  # the weight of all ways, and of those that never come to an effect
    now = [[0] * len(states) for _ in lanes]
    for lane in now:
        lane[0] = 1
    gained: dict[str, int] = defaultdict(int)
    for _ in range(rolls):
        # All weights grow by _STEP with each effect, so what was gained before grows with them.
        gained = defaultdict(int, {key: number * _STEP for key, number in gained.items()})
        for at, weight in enumerate(now[0]):
            for key, _, share in steps[at] if weight else ():
                gained[key] += weight * share
                # Exhaustion takes the place of the Fatigue received before (BFS-32.11).
                if key == EXHAUSTION:
                    gained[FATIGUE] -= weight * share
        now = [_moved(lane, steps, without) for lane, without in zip(now, lanes, strict=True)]
    ending: dict[str, int] = defaultdict(int)
    for state, weight in zip(states, now[0], strict=True):
        for key, _ in state:
            ending[key] += weight
    return _Followed(gained, ending, {key: sum(lane) for key, lane in zip(lanes, now, strict=True)})


def _moved(weights: Sequence[int], steps: Sequence[Sequence[Step]], without: str) -> list[int]:
    """Return the weight of each state after one more effect; ways that lead to `without` are left out."""
    after = [0] * len(weights)
    for at, weight in enumerate(weights):
        if weight:
            for key, to, share in steps[at]:
                if key != without:
                    after[to] += weight * share
    return after


def _graph(start: State, limits: Limits, rolls: int) -> tuple[list[State], list[list[Step]]]:
    """Return every state that so many effects can come to, `start` first, and the steps from each."""
    number = {start: 0}
    states, steps = [start], []
    for state in states:  # it grows meanwhile
        found = []
        for key, then, share in _next(state, limits, rolls):
            if then not in number:
                number[then] = len(states)
                states.append(then)
            found.append((key, number[then], share))
        steps.append(found)
    return states, steps


def _next(state: State, limits: Limits, rolls: int) -> Iterator[tuple[str, State, int]]:
    """Yield what the next effect can be in a state: the effect, the state then, and its share of _STEP."""
    have = dict(state)
    becomes = [received(by_die()[die].key, have, limits) for die in range(1, FACES + 1)]
    possible = [key for key in becomes if key is not None]
    for key in dict.fromkeys(possible):
        then = {**have, key: have.get(key, 0) + 1}
        if key == EXHAUSTION:
            then.pop(FATIGUE)
        # Numbers that are rolled again leave the others equally likely, so the share is of those.
        yield key, _relevant(then, limits, rolls), possible.count(key) * _STEP // len(possible)


def _relevant(have: Mapping[str, int], limits: Limits, rolls: int) -> State:
    """Return the part of what was received that can change what comes next."""
    # The less a state counts, the fewer states there are: a limit that cannot be reached any more is left
    # out.
    counted = {FATIGUE, EXHAUSTION, *ONCE}
    if limits.docile < rolls + have.get(INSUBORDINATION, 0):
        counted.add(INSUBORDINATION)
    if limits.delays < rolls + have.get(DELAY, 0):
        counted.add(DELAY)
    return tuple(sorted((key, number) for key, number in have.items() if key in counted))
