"""Melee: a round for all units in contact, who loses, and what follows at once (BQ-7.5, BQ-7.6, BQ-7.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulesets.baroque.events.command import UnitDone
from rulesets.baroque.events.field import LancesUsed, Spent
from rulesets.baroque.melee import dice, pursuit
from rulesets.baroque.melee.contact import EXPOSED, joined
from rulesets.baroque.melee.dice import Fighter, ignores_flanks
from rulesets.baroque.melee.facts import ChargeFacts, fighter
from rulesets.baroque.melee.roles import Bout, divide, melee_of
from rulesets.baroque.melee.rout import break_off, retreat, retreat_support, rout, shake_those_behind
from rulesets.baroque.morale import CohesionResult, cohesion_test
from rulesets.baroque.state import BAGGAGE, State, Unit
from rulesets.baroque.wording import melee as words
from rulesets.engine.battle import Battle
from rulesets.engine.chance import Counts
from rulesets.engine.decisions import Option, Steps
from rulesets.engine.dice import total
from rulesets.engine.geometry import Base
from rulesets.engine.hits import roll_hits

Again = dict[str, bool]
"""Units that fight on at once, and whether they come by a pursuit with real movement (BQ-7.3.g)."""


@dataclass(slots=True)
class _Round:
    """A melee of a phase: units, their facts and places, the Cohesion Tests of the Main Units."""

    bout: Bout
    fighters: dict[str, Fighter]
    stood: dict[str, Base]
    tests: list[CohesionResult] = field(default_factory=lambda: [CohesionResult(), CohesionResult()])

    def loser(self) -> int | None:
        """Return the losing side: routed, or more losses (BQ-7.5.2.a). None: a draw; -1: both rout."""
        first, second = self.tests
        if first.routed or second.routed:
            return -1 if first.routed and second.routed else int(second.routed)
        if first.losses == second.losses:
            return None
        return int(second.losses > first.losses)


# ---------------------------------------------------------------------------- as an action


def options(battle: Battle, unit: Unit) -> list[Option]:
    """Return the option to fight for a unit that is activated in contact (BQ-7.1.d, BQ-7.5.5.a)."""
    state: State = battle.state
    if not state.is_active(unit) or not state.engaged(unit.id):
        return []
    label = words.fight([enemy.name for enemy in state.engaged_with(unit.id)])
    return [Option({"do": "fight", "unit": unit.id}, label, "BQ-7.1.d")]


# ---------------------------------------------------------------------------- phases


def fight(battle: Battle, unit: Unit, *, charge: ChargeFacts | None = None) -> Steps[None]:
    """Fight the melee of all units linked with `unit`, with all phases that follow at once (BQ-7.5).

    A phase follows at once if a pursuit makes contact (BQ-7.1.e, BQ-7.5.4.f, BQ-7.5.5.b) or a retreat does
    not break it (BQ-7.5.3.b). Every phase that is not a draw costs a unit VBU or its life, so the melee
    ends.
    """
    state: State = battle.state
    activation = state.activation
    active = "" if activation is None else activation.unit
    takes_part = any(one.id == active for one in melee_of(state, unit))
    _activate_passively(battle, unit)
    again = yield from _phase(battle, unit, charge or ChargeFacts())
    while again:
        first = state.units[next(iter(again))]
        linked = {one.id for one in melee_of(state, first)} if first.on_field else {first.id}
        takes_part = takes_part or active in linked  # a pursuit has come upon it
        charging = frozenset(name for name, moved in again.items() if moved and name in linked)
        left = {name: moved for name, moved in again.items() if name not in linked}
        if first.on_field and state.engaged(first.id):
            left |= yield from _phase(battle, first, ChargeFacts(charging, pursuit=True))
        again = left
    if takes_part:
        battle.apply(Spent("BQ-4.1.1.e", active, done=True, why=words.HAS_FOUGHT))


def _activate_passively(battle: Battle, unit: Unit) -> None:
    """Mark friends of the active unit's command in its melee as activated (BQ-7.6.1.b)."""
    state: State = battle.state
    if state.activation is None or state.activation.unit != unit.id:
        return
    for friend in melee_of(state, unit):
        waits = friend.command == unit.command and not friend.activated and friend.profile.type != BAGGAGE
        if waits and friend is not unit:
            battle.apply(UnitDone("BQ-7.6.1.b", friend.id, passive=True))


def _phase(battle: Battle, unit: Unit, facts: ChargeFacts) -> Steps[Again]:
    """Fight a phase: all melees roll, then the Main Units that were hit test, then all move."""
    bouts = yield from divide(battle, unit)
    rounds = [_begun(battle.state, bout, facts) for bout in bouts]
    for one in rounds:
        for name, each in one.fighters.items():
            if each.lance:
                battle.apply(LancesUsed("BQ-8.2.2", name))
    scored = []
    for one in rounds:
        scored.append((yield from _roll(battle, one)))
    for one, hit in zip(rounds, scored, strict=True):
        yield from _test(battle, one, hit)
    again: Again = {}
    gone: set[str] = set()
    for one in rounds:
        again |= yield from _follow(battle, one, gone)
    return again


def _begun(state: State, bout: Bout, facts: ChargeFacts) -> _Round:
    fighters = {}
    for side in (0, 1):
        for unit in bout.side(side):
            main = unit is bout.mains[side]
            fighters[unit.id] = fighter(state, unit, bout.side(1 - side), facts, main=main)
    stood = {unit.id: unit.place for side in (0, 1) for unit in bout.side(side)}
    return _Round(bout, fighters, stood)


def _roll(battle: Battle, one: _Round) -> Steps[tuple[int, int]]:
    """Roll for both sides; return the hits that each side has scored (BQ-7.5.a, BQ-7.6.b)."""
    scored = []
    for side in _order(battle.state):
        pools: list[Counts] = []
        for unit in one.bout.side(side):
            pools.append((yield from _roll_unit(battle, unit, one, unit is one.bout.mains[side])))
        scored.append(dice.pooled_hits(pools))
    # Hits are returned by the number of the side, whichever side has rolled first.
    return (scored[0], scored[1]) if _order(battle.state)[0] == 0 else (scored[1], scored[0])


def _roll_unit(battle: Battle, unit: Unit, one: _Round, main: bool) -> Steps[Counts]:
    facts = one.fighters[unit.id]
    modifiers = dice.melee_modifiers(facts)
    count = dice.melee_dice(facts) if main else dice.support_dice(facts)
    return (
        yield from roll_hits(
            battle, words.MELEE if main else words.MELEE_SUPPORT, count, dice.passes(facts), side=unit.side,
            unit=unit.id, rule="BQ-7.5.a" if main else "BQ-7.6.b", modifiers=modifiers,
            words=words.rolls(facts.vbu, total(modifiers), count, support=not main),
        )
    )  # fmt: skip


def _test(battle: Battle, one: _Round, scored: tuple[int, int]) -> Steps[None]:
    """Test the cohesion of the Main Units; only they take hits (BQ-7.5.b, BQ-7.6.j)."""
    for side in _order(battle.state):
        unit, taken = one.bout.mains[side], scored[1 - side]
        if not unit.on_field:  # lost to the death of a Leader in another melee of this phase (BQ-7.5.6.b)
            one.tests[side] = CohesionResult(routed=True)
            continue
        facts = one.fighters[unit.id]
        result = yield from cohesion_test(
            battle, unit, taken, cause="melee", modifiers=dice.melee_cohesion(facts), rule="BQ-7.5.b",
            feared=facts.enemy.feared,
        )  # fmt: skip
        one.tests[side] = result
        if result.routed:
            shake_those_behind(battle, unit, one.stood[unit.id])


def _order(state: State) -> tuple[int, int]:
    """Return the sides in the order in which their simultaneous dice are rolled: the Active Player first."""
    return (1, 0) if state.active == 1 else (0, 1)


# ---------------------------------------------------------------------------- what follows


def _follow(battle: Battle, one: _Round, gone: set[str]) -> Steps[Again]:
    """Resolve draw, retreat and pursuit; `gone` are those who have retreated in this phase already
    (BQ-7.5.2).
    """
    loser = one.loser()
    if loser is None:
        yield from _draw(battle, one, gone)
        return {}
    if loser < 0:
        for side in _order(battle.state):
            yield from _supports_retreat(battle, one, side, gone)
        return {}
    beaten, winner = one.bout.mains[loser], one.bout.mains[1 - loser]
    if beaten.on_field and _stands_fast(battle.state, beaten, winner):
        return {}
    retreats = not _falls(one, beaten)
    # The winner decides before the loser retreats (BQ-7.5.4.c), without knowing how far the loser goes.
    chases = winner.on_field and (yield from pursuit.decide(battle, winner, beaten, retreats=retreats))
    yield from _beaten(battle, one, beaten, gone)
    yield from _supports_retreat(battle, one, loser, gone)
    again: Again = {}
    if chases and not (yield from pursuit.released(battle, winner, beaten, one.stood[beaten.id])):
        again = yield from _chase(battle, one, winner, beaten)
    if beaten.on_field and any(joined(battle.state, beaten, enemy) for enemy in one.bout.side(winner.side)):
        again.setdefault(beaten.id, False)  # BQ-7.5.3.b: it did not get clear
    return again


def _stands_fast(state: State, beaten: Unit, winner: Unit) -> bool:
    """Return whether the beaten stay: Baggage, Early Tercios not struck in front (BQ-7.2.3.d, BQ-7.9.a)."""
    if beaten.profile.type == BAGGAGE:
        return True
    return ignores_flanks(beaten.profile) and state.contacts.get((winner.id, beaten.id)) in ("side", *EXPOSED)


def _falls(one: _Round, beaten: Unit) -> bool:
    """Return whether a loser cannot retreat, for it was struck on flank or rear (BQ-7.5.2.g)."""
    return one.fighters[beaten.id].flanked and not ignores_flanks(beaten.profile)


def _beaten(battle: Battle, one: _Round, beaten: Unit, gone: set[str]) -> Steps[None]:
    """Make the loser retreat, or rout it if it was struck on flank or rear (BQ-7.5.2.d, BQ-7.5.2.g)."""
    if not beaten.on_field:
        return
    gone.add(beaten.id)
    if _falls(one, beaten):
        rout(battle, beaten, words.BEATEN_FROM_BEHIND, "BQ-7.5.2.g")
    else:
        yield from retreat(battle, beaten)


def _supports_retreat(battle: Battle, one: _Round, side: int, gone: set[str]) -> Steps[None]:
    """Make the Support Units of a beaten Main Unit retreat, each once in a phase (BQ-7.6.j)."""
    for unit in one.bout.supports[side]:
        if unit.on_field and unit.id not in gone:
            gone.add(unit.id)
            yield from retreat_support(battle, unit)


def _draw(battle: Battle, one: _Round, gone: set[str]) -> Steps[None]:
    """Leave the units in contact after a draw; Mounted may break off from Foot (BQ-7.5.2.b-c)."""
    for side in _order(battle.state):
        enemy = one.bout.mains[1 - side]
        for unit in one.bout.side(side):
            if unit.id not in gone and enemy.on_field and battle.state.engaged(unit.id):
                yield from break_off(battle, unit, enemy)


def _chase(battle: Battle, one: _Round, winner: Unit, beaten: Unit) -> Steps[Again]:
    """Let the Main Unit pursue (BQ-7.5.4, BQ-7.6.k); if it really moves its Support Units may too."""
    state: State = battle.state
    again: Again = {}
    if (yield from pursuit.pursue(battle, winner, beaten)):
        again |= _met(state, winner)
        for unit in one.bout.supports[winner.side]:
            if state.engaged(unit.id) or not (yield from pursuit.decide(battle, unit, beaten, support=True)):
                continue
            if (yield from pursuit.pursue(battle, unit, beaten)):
                again |= _met(state, unit)
    return again


def _met(state: State, unit: Unit) -> Iterator[tuple[str, bool]]:
    if unit.on_field and state.engaged(unit.id):
        yield unit.id, True
