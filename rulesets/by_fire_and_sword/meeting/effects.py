"""Additional effects: how many, which, and whom they hit (BFS-30.3.F, BFS-32)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from rulesets.by_fire_and_sword.meeting.draw import FACES, draw
from rulesets.by_fire_and_sword.meeting.events import (
    EffectReceived,
    EffectsDue,
    Exhausted,
    SetAside,
    UnitDrawn,
)
from rulesets.by_fire_and_sword.meeting.squadrons import Formation, formations
from rulesets.by_fire_and_sword.meeting.state import Effect, MeetingState
from rulesets.by_fire_and_sword.tables import plain_rows
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.records import record

INSUBORDINATE = "Insubordinate"
LEAST_CP = 2
EXHAUSTION, PANIC, DELAY, FATIGUE = "exhaustion", "panic", "delay", "fatigue"
MARCH_LOSSES = "march_losses"
INSUBORDINATION, COWARD, DAY = "insubordination", "cowardly_commander", "good_bad_day"
ONCE = frozenset(("enthusiasm", "cowardly_commander", "choice_of_terrain", "good_bad_day"))


@record
class Kind:
    """A row of the list of effects: its key and name, the number on the die (None: no face), its rule, and
    whether it may be chosen (BFS-32.12).
    """

    key: str
    name: str
    die: int | None
    rule: str
    may_choose: bool


@record
class Limits:
    """What the stronger force allows: `docile` units that are not Insubordinate by themselves, `cowards`:
    commanders who may be drawn, `delays`: how many units may be delayed (BFS-32.6.2).
    """

    docile: int
    cowards: int
    delays: int


@cache
def kinds() -> Mapping[str, Kind]:
    """Return the effects by key, in the order of the dice; Exhaustion, which no die shows, after Fatigue."""
    found = {}
    for row in plain_rows("additional_effect"):
        key = row.get("key") or key_of(row["name"])
        found[key] = Kind(key, row["name"], row.get("roll"), row["rule"], row["may_choose"])
    return found


@cache
def by_die() -> Mapping[int, Kind]:
    """Return the effect of each number, 10 for the face 0 (BFS-32.0)."""
    return {kind.die: kind for kind in kinds().values() if kind.die is not None}


def key_of(name: str) -> str:
    """Return the key of an effect from its name."""
    return name.lower().replace(" ", "_").replace("/", "_")


# -- how many and which ----------------------------------------------------------------------------


def remaining(advantage: int, scenario: int, fortifications: int) -> int:
    """Return how many effects make the difference good; below 0 counts as 0 (BFS-30.3.F)."""
    return max(0, advantage - scenario - fortifications)


def chosen_of(due: int) -> int:
    """Return how many of the effects due are chosen, the others being rolled (BFS-32.12)."""
    return due // 3


def received(key: str, have: Mapping[str, int], limits: Limits) -> str | None:
    """Return what a rolled effect becomes when those in `have` were received before (BFS-32.0).

    That is itself, another that takes its place, or None: it is rolled again.
    """
    if key == FATIGUE:  # BFS-32.1.4
        if have.get(EXHAUSTION):
            return None
        return EXHAUSTION if have.get(FATIGUE) else FATIGUE
    if key in ONCE and have.get(key):  # BFS-32.2, BFS-32.5, BFS-32.9, BFS-32.10
        return None
    if key == INSUBORDINATION and have.get(key, 0) >= limits.docile:  # BFS-32.4
        return None
    if key == COWARD and not limits.cowards:  # BFS-32.5
        return None
    if key == DELAY and have.get(DELAY, 0) >= limits.delays:  # BFS-32.6.2
        return PANIC
    return key


def choosable(have: Mapping[str, int], limits: Limits) -> Iterator[Kind]:
    """Yield the effects that may be chosen now: no second Fatigue, which is Exhaustion (BFS-32.12)."""
    for kind in kinds().values():
        if kind.may_choose and received(kind.key, have, limits) == kind.key:
            yield kind


def limits_of(state: MeetingState, side: int) -> Limits:
    """Return what the force of `side`, the stronger one, allows."""
    units = state.units_of(side)
    fit = sum(unit.of.reserves for unit in units)
    return Limits(
        docile=sum(INSUBORDINATE not in unit.of.special for unit in units),
        cowards=sum(not one.of.historical for one in state.commanders_of(side)),
        delays=min(len(units) // 2, fit),
    )


def counts(effects: Sequence[Effect]) -> Counter[str]:
    """Return how often each effect was received."""
    return Counter(effect.key for effect in effects)


# -- rolling them ----------------------------------------------------------------------------------


def receive(battle: Battle) -> Steps[None]:
    """Let the weaker side receive effects for the FSP that are missing (BFS-30.3.F, BFS-32.0, BFS-32.12)."""
    state: MeetingState = battle.state
    if state.weaker is None:
        return
    due = remaining(state.advantage, state.scenario.value, state.fortifications["fsp"])
    chosen = chosen_of(due) if state.options["choice_of_effects"] else 0
    battle.apply(EffectsDue("BFS-30.3.F", state.weaker, due, chosen))
    while state.slots_left:
        choices_left = state.chosen_due - sum(effect.die is None for effect in state.effects)
        picked = "roll"
        if choices_left:
            picked = yield from _ask(state, state.weaker, rolls_left=state.slots_left - choices_left)
        if picked == "roll":
            yield from _roll(battle, state.weaker)
        else:
            yield from _take(battle, state.weaker, kinds()[picked], None)


def _ask(state: MeetingState, side: int, *, rolls_left: int) -> Steps[str]:
    """Ask whether the next effect is chosen, and which; otherwise it is rolled (BFS-32.12)."""
    options = [
        Option({"do": "choose", "effect": kind.key}, words.choose_effect(kind.name), kind.rule)
        for kind in choosable(counts(state.effects), limits_of(state, 1 - side))
    ]
    if rolls_left:
        options.insert(0, Option({"do": "roll"}, words.ROLL_NEXT_EFFECT, "BFS-32.0"))
    text = words.next_effect(state.due)
    choice = yield Decision("additional effect", side, text, "BFS-32.12", tuple(options))
    return str(choice.get("effect", "roll"))


def _roll(battle: Battle, side: int) -> Steps[None]:
    """Roll one die for one effect, again and again until one is allowed (BFS-32.0)."""
    state: MeetingState = battle.state
    limits, have = limits_of(state, 1 - side), counts(state.effects)
    purpose = text = words.additional_effect(state.due - state.slots_left + 1, state.due)
    thrown: list[int] = []
    while not thrown or received(by_die()[thrown[-1]].key, have, limits) is None:
        if thrown:
            text = words.again_as_impossible(purpose, by_die()[thrown[-1]].name)
        thrown += yield from battle.roll(text, side=side, sides=FACES, rule="BFS-32.0")
    kind = by_die()[thrown[-1]]
    rerolls = [(0, die, by_die()[before].rule) for before, die in pairwise(thrown)]
    battle.record(purpose, thrown[:1], kind.name, rule="BFS-32.0", side=side, sides=FACES, rerolls=rerolls)
    yield from _take(battle, side, kind, thrown[-1])


def _take(battle: Battle, side: int, kind: Kind, die: int | None) -> Steps[None]:
    """Let the weaker `side` receive an effect; who is hit at once is drawn (BFS-33.15).

    `die`: what was rolled, None if it was chosen.
    """
    state: MeetingState = battle.state
    becomes = received(kind.key, counts(state.effects), limits_of(state, 1 - side))
    assert becomes is not None
    if becomes == EXHAUSTION:
        assert die is not None
        battle.apply(Exhausted("BFS-32.11", side, die))
        return
    now = kinds()[becomes]
    unit = commander = choice = ""
    if becomes == INSUBORDINATION:  # BFS-32.4
        units = [each for each in state.units_of(1 - side) if INSUBORDINATE not in each.of.special]
        ids = [each.id for each in units if each.id not in state.insubordinate]
        unit = yield from draw(battle, side=side, among=ids, purpose="Insubordination", rule="BFS-32.4")
    elif becomes == COWARD:  # BFS-32.5
        ids = [one.id for one in state.commanders_of(1 - side) if not one.of.historical]
        commander = yield from draw(
            battle, side=side, among=ids, purpose="Cowardly Commander", rule="BFS-32.5"
        )
    elif becomes == DAY:
        choice = yield from _good_or_bad(state, side)
    instead = kind.key if becomes != kind.key else ""
    effect = Effect(
        now.key, now.name, now.rule, die, unit=unit, commander=commander, choice=choice, instead_of=instead
    )
    battle.apply(EffectReceived("BFS-32.6.2" if instead else now.rule, side, effect))


def _good_or_bad(state: MeetingState, side: int) -> Steps[str]:
    """Ask whether the own chief has 1 CP more, or the enemy's 1 CP less, never below 2 (BFS-32.10)."""
    own, enemy = state.chief(side), state.chief(1 - side)
    if enemy.of.cp <= LEAST_CP:
        return "good"
    good = Option({"do": "good"}, words.good_day(own.name, own.of.cp + 1), "BFS-32.10")
    bad = Option({"do": "bad"}, words.bad_day(enemy.name, enemy.of.cp - 1), "BFS-32.10")
    choice = yield Decision("day", side, words.GOOD_OR_BAD, "BFS-32.10", (good, bad))
    return str(choice["do"])


# -- delay -----------------------------------------------------------------------------------------


def delay(battle: Battle) -> Steps[None]:
    """Put a unit of the stronger side into the reserves for each Delay (BFS-32.6, BFS-30.3.I)."""
    state: MeetingState = battle.state
    if state.weaker is None:
        return
    # A copy: each draw writes the unit into its effect while the loop runs.
    for number, effect in enumerate(tuple(state.effects)):
        if effect.key != DELAY:
            continue
        among = drawable(state, 1 - state.weaker)
        if not among:
            return
        unit = yield from draw(battle, side=state.weaker, among=among, purpose="Delay", rule="BFS-32.6")
        battle.apply(UnitDrawn("BFS-32.6", number, unit))
        battle.apply(SetAside("BFS-32.6", unit, "reserves"))


def drawable(state: MeetingState, side: int) -> list[str]:
    """Return who of a side may be drawn for Delay and Outmaneuver (BFS-32.6, BFS-33.12)."""
    return [unit.id for unit in state.units_of(side) if unit.of.reserves and unit.id not in state.set_aside]


def delay_room(state: MeetingState, side: int) -> int:
    """Return how many more units of a side may be delayed: half of them, Outmaneuver counted (BFS-32.6.2)."""
    away = sum(
        state.units[id_].side == side and place in ("reserves", "outmaneuvered")
        for id_, place in state.set_aside.items()
    )
    due = 0
    if side != state.weaker:
        # Delays whose unit is not drawn yet already claim a place among the units that may be delayed.
        due = sum(effect.key == DELAY and not effect.unit for effect in state.effects)
    return min(len(state.units_of(side)) // 2 - away - due, len(drawable(state, side)) - due)


# -- march losses ----------------------------------------------------------------------------------


def march_losses(battle: Battle) -> Steps[None]:
    """Draw a unit or squadron that has bases left for each March Losses (BFS-32.3, BFS-30.2.4)."""
    state: MeetingState = battle.state
    if state.weaker is None:
        return
    lost = Counter[str]()
    for number, effect in enumerate(tuple(state.effects)):
        if effect.key != MARCH_LOSSES:
            continue
        every = formations(state, 1 - state.weaker)
        standing = {one.id: one for one in every if one.bases > lost[one.id]}
        if not standing:
            return
        names = {id_: one.name for id_, one in standing.items()}
        drawn = yield from draw(
            battle, side=state.weaker, among=names, purpose="March Losses", rule="BFS-32.3"
        )
        one = standing[drawn]
        lost[drawn] += bases_lost(state, one)
        squadron = one.units if len(one.units) > 1 else ()
        battle.apply(UnitDrawn("BFS-32.3", number, drawn, squadron))


def bases_lost(state: MeetingState, one: Formation) -> int:
    """Return how many bases March Losses take: more of Insubordinate, Rabble, Robbers (BFS-32.3)."""
    rules = {rule for id_ in one.units for rule in state.units[id_].of.special}
    if any(id_ in state.insubordinate for id_ in one.units):
        rules.add(INSUBORDINATE)
    row = next(row for row in plain_rows("additional_effect") if key_of(row["name"]) == MARCH_LOSSES)
    more = row["bases_lost_if"]
    return int(more["bases"] if rules & set(more["any_of"]) else row["bases_lost"])
