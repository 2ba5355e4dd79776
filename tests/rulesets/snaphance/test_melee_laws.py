"""Laws of melees on crowded maps (SN-10 to SN-13), and of reactions in whole battles (SN-5, SN-6)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision
from rulesets.engine.dice import SeededDice
from rulesets.snaphance import activation, hexes
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.events.charge import Declared, Evaded, FacedAttacker, Intercepted
from rulesets.snaphance.events.command import TurnedOnOpportunity
from rulesets.snaphance.events.melee import MeleeBegan
from rulesets.snaphance.events.movement import Moved, Stepped
from rulesets.snaphance.state import State
from tests.kit import hexlaws
from tests.kit.effort import tries
from tests.kit.hexfield import HexField, Stand, stand
from tests.kit.hexlists import random_battle
from tests.kit.hexplayers import eager

CROWDS = tries(30)
COLUMNS = ROWS = 8


def crowd(chance: random.Random) -> HexField:
    """A small map full of stands of all classes with any facing, some of them worn or disordered."""
    terrain = {
        label: chance.choice(("woods", "rough", "fort", "lake", "town", "marsh"))
        for label in chance.sample(_labels(), 6)
    }
    free = [label for label in _labels() if terrain.get(label, "rough") == "rough"]
    places = chance.sample(free, 30)
    stands = [_stand(chance, number, place) for number, place in enumerate(places)]
    return HexField(*stands, columns=COLUMNS, rows=ROWS, terrain=terrain)


def _labels() -> list[str]:
    return [f"{column:02d}{row:02d}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]


def _stand(chance: random.Random, number: int, place: str) -> Stand:
    code = chance.choice(sorted(CLASSES))
    ranks = chance.choice((1, 1, 2)) if code in ("Pi", "Pk", "PS") else 1
    made = stand(
        f"{'ab'[number % 2]}.c{1 + number % 6 // 2}u{number}", place, code, chance.randrange(6), ranks=ranks,
        disordered=chance.random() < 0.2, must_pursue=chance.random() < 0.1,
    )  # fmt: skip
    made.ranks[-1] = chance.randint(1, made.ranks[-1])
    made.opportunity = not made.disordered and chance.random() < 0.3
    return made


def play(field: HexField, chance: random.Random) -> None:
    """Each stand of the active side acts once, charging where it may, all else by chance."""

    def answer(decision: Decision) -> dict[str, Any]:
        keys = [dict(option.key) for option in decision.options]
        eager = [key for key in keys if key["do"] in ("charge", "pursue", "opportunity-charge")]
        return chance.choice(eager or keys)

    state: State = field.state
    for one in list(state.on_field(state.active)):
        state.active_group = one.group
        if not one.on_field or state.in_melee(one.id):
            continue
        steps = activation.act(field, (one.id,))
        try:
            decision = next(steps)
            while True:
                decision = steps.send(decision.read(answer(decision)))
        except StopIteration:
            hexlaws.check_field(field, {})


def check_ways(field: HexField, poses: dict[str, tuple[hexes.Hex, int]]) -> None:
    """Retreats, bounces and pursuits go from hex to hex with the facing kept, pursuits straight ahead.

    `poses`: where every stand stood at first, and how.
    """
    for event in field.log:
        if isinstance(event, Stepped):
            poses.update(
                (unit, (hexes.named(label), event.facing))
                for unit, label in zip(event.units, event.hexes, strict=True)
            )
        elif isinstance(event, FacedAttacker | TurnedOnOpportunity):
            poses[event.unit] = poses[event.unit][0], event.facing
        elif isinstance(event, Moved):
            place, facing = poses[event.unit]
            end = hexes.named(event.hex)
            if event.how in ("retreat", "bounce", "pursue"):
                assert event.facing == facing, event
                assert hexes.distance(place, end) == 1, event
            if event.how == "pursue":
                assert end in hexes.front(place, facing), event
            poses[event.unit] = end, event.facing


@pytest.mark.rule("SN-10.2.a", "SN-10.6.a", "SN-11.3.a", "SN-12.0.a", "SN-13.1.a")
@pytest.mark.parametrize("number", range(CROWDS))
def test_melees_in_a_crowd_keep_the_laws(number: int):
    chance = random.Random(number)
    field = crowd(chance)
    field.dice = SeededDice(f"crowd {number}")
    poses = {one.id: (one.place, one.facing) for one in field.state.on_field()}
    play(field, chance)
    check_ways(field, poses)
    for event in field.events(MeleeBegan):
        fighting = (event.unit, event.target, *event.supporters)
        assert len(set(fighting)) == len(fighting)
        assert field.stand(event.unit).side != field.stand(event.target).side


BATTLES = (700, 704, 701)


def patient(seed: int):
    """Goes onto opportunity where it can, else plays as the eager do."""
    rng, other = random.Random(seed), eager(seed)

    def choose(battle, decision):
        if decision.kind in ("group", "stand") and rng.random() < 0.5:
            found = [*decision.fitting({"do": "group-opportunity"}), *decision.fitting({"do": "opportunity"})]
            if found:
                return dict(rng.choice(found).key)
        return other(battle, decision)

    return choose


def check(state: State, event, intercepted: set) -> str:
    """What must hold when an event is about to happen; returns what kind of reaction it is, if any."""
    if isinstance(event, Evaded):
        evader = state.stands[event.unit]
        assert evader.side != state.active
        assert evader.profile.code in ("Sk", "Dr", "LC")
        assert all(state.stands[id_].side == state.active for id_ in event.attackers)
        assert not state.in_melee(evader.id)
    elif isinstance(event, Intercepted):
        unit, target = state.stands[event.unit], state.stands[event.target]
        assert (unit.side, target.side) == (1 - state.active, state.active)
        assert unit.profile.kind.mounted or not target.profile.kind.mcs
        assert (event.target, state.turn, state.active_group) not in intercepted
        intercepted.add((event.target, state.turn, state.active_group))
    elif isinstance(event, Declared) and event.action == "opportunity fire":
        assert state.stands[event.unit].opportunity
        assert state.stands[event.unit].side != state.active
    elif isinstance(event, Moved) and event.how in ("opportunity", "counter", "evade"):
        stand, place = state.stands[event.unit], hexes.named(event.hex)
        assert event.facing == stand.facing
        ways = hexes.rear if event.how == "evade" else hexes.front
        assert place in ways(stand.place, stand.facing)
    else:
        return ""
    return str(event.kind)


@pytest.mark.rule("SN-5.0.a", "SN-5.0.d", "SN-6.0.b", "SN-6.0.c", "SN-6.0.d", "SN-6.2.b", "SN-6.1.c")
def test_reactions_keep_their_laws(monkeypatch):
    apply, intercepted, seen = Battle.apply, set(), Counter()

    def checked(battle, event):
        seen[check(battle.state, event, intercepted)] += 1
        apply(battle, event)

    monkeypatch.setattr(Battle, "apply", checked)
    for number in BATTLES:
        intercepted.clear()
        random_battle(number, 20, max_turns=5).play([patient(number), eager(-number)])
    assert all(seen[kind] for kind in ("evaded", "intercepted", "declared", "moved"))
