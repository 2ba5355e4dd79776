"""Laws of every melee, whoever stands where: crowded maps, charges and choices by chance (SN-10 to SN-13)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulesets.engine.decisions import Decision
from rulesets.engine.dice import SeededDice
from rulesets.snaphance import activation, hexes
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.events.charge import FacedAttacker
from rulesets.snaphance.events.command import TurnedOnOpportunity
from rulesets.snaphance.events.melee import MeleeBegan
from rulesets.snaphance.events.movement import Moved, Stepped
from rulesets.snaphance.state import State
from tests.kit import hexlaws
from tests.kit.effort import tries
from tests.kit.hexfield import HexField, Stand, stand

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
