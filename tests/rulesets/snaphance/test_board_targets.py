"""Odds of shots and melees at the board, against the same thing played out by every die there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesets.engine.dice import ScriptedDice, SeededDice
from rulesets.snaphance import hexes, melee, movement
from rulesets.snaphance.board.clash import outcome, settled
from rulesets.snaphance.board.inspection import inspect
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.events.melee import MeleeDecided
from rulesets.snaphance.melee import results
from rulesets.snaphance.melee.dice import ROLES, number, terms
from rulesets.snaphance.morale import morale_loss
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, stand
from tests.rulesets.snaphance.test_board_inspection import acting


def met(*, attacker: str = "Hs", defender: str = "Pk", **changes: Any) -> tuple[HexField, Clash]:
    """Two Battle Stands in contact, the attacker having charged from two hexes away."""
    field = HexField(
        stand("a.c1u1", "0506", attacker, **changes.pop("one", {})),
        stand("b.c1u1", "0505", defender, **changes.pop("other", {})),
        **changes,
    )
    start = hexes.named("0508")
    way = (hexes.named("0507"), hexes.named("0506"))
    approach = Approach("a.c1u1", start, 2, True, "charge", way)
    return field, Clash("a.c1u1", "b.c1u1", approaches={"a.c1u1": approach})


def by_hand(field: HexField, clash: Clash) -> Counter[int]:
    """Who wins a melee without any fire, by every roll of both sides' dice and tests: verdicts of the
    attacker in parts of the whole.
    """
    state = field.state
    throws = [number(terms(state, clash, role)) for role in ROLES]
    stands = [state.stands[clash.attacker], state.stands[clash.defender]]
    tests = [list(_tests(stands[role], throws[1 - role])) for role in (0, 1)]
    found: Counter[int] = Counter()
    for (one, first), (two, second) in product(*tests):
        fallen = [
            results.Fallen(each.profile.kind, loss, hit and each.disordered, sum(each.ranks))
            for each, (hit, loss) in zip(stands, (one, two), strict=True)
        ]
        found[results.decide(fallen[0], fallen[1]).verdicts[0]] += first * second
    return found


def _tests(struck: Any, dice: int) -> Iterator[tuple[tuple[bool, int], int]]:
    """Every Morale Test against so many dice, with its weight of 6 ** (dice + 1)."""
    weights: Counter[tuple[bool, int]] = Counter()
    for rolled in product(range(1, 7), repeat=dice):
        hits = rolled.count(6) + rolled.count(5) // 2
        for die in range(1, 7):
            if not hits:
                weights[False, 0] += 1
                continue
            morale = max(1, struck.profile.sp - hits - struck.losses - int(struck.disordered))
            weights[True, morale_loss(die, morale)] += 1
    yield from weights.items()


@pytest.mark.parametrize(
    ("one", "other"),
    [({"sp": 3}, {"sp": 3}), ({"sp": 2, "disordered": True}, {"sp": 4}), ({"sp": 4}, {"sp": 1})],
)
def test_a_melee_without_fire_is_counted_out_exactly(one: dict[str, Any], other: dict[str, Any]) -> None:
    field, clash = met(attacker="Ln", defender="Pk", one={**one, "charge_bonus": 0}, other=other)
    found, counted = outcome(field, clash), by_hand(field, clash)
    whole = sum(counted.values())
    assert found.won[0] == Fraction(counted[results.WON], whole)
    assert found.drawn == Fraction(counted[results.DRAWN], whole)
    assert found.won[1] == Fraction(counted[results.LOST], whole)


def test_everything_that_may_come_of_a_clash_adds_up() -> None:
    field, clash = met(attacker="Ln", defender="Pi", other={"ranks": 2})
    found = outcome(field, clash)
    assert found.won[0] + found.won[1] + found.drawn + sum(found.gone) == 1
    assert [sum(losses.values()) for losses in found.lost] == [1, 1]


def test_fire_at_contact_tells_on_the_melee() -> None:
    """SN-7.4.1.a: a hit of Pistols takes the Lancers' Charge Bonus: they win less often than unfired at."""
    field, clash = met(attacker="Ln", defender="Pi")
    fired = outcome(field, clash)
    silent = Clash("a.c1u1", "b.c1u1", approaches=clash.approaches, silent=frozenset({"b.c1u1"}))
    unfired = outcome(field, silent)
    assert fired.won[0] < unfired.won[0]
    assert fired.won[1] > unfired.won[1]


@pytest.mark.rule("SN-7.6.a")
def test_a_stand_whose_last_sp_contact_fire_may_cost_still_fires_at_the_same_time() -> None:
    field, clash = met(defender="Hs", one={"left": [1]}, other={"left": [1]})
    found = outcome(field, clash)
    gone = found.gone[0]
    assert 0 < gone == found.gone[1]
    assert sum(found.won) + found.drawn == (1 - gone) ** 2


def test_a_charge_on_offer_has_its_odds_before_it_is_declared() -> None:
    field = acting(stand("a.c1u1", "0507", "Hs"), stand("b.c1u1", "0505", "Sh"))
    [target] = [each for each in inspect(field, "a.c1u1").targets if each.how == "charge"][:1]
    assert target.key is not None
    assert target.key["do"] == "charge"
    first = target.figures[0]
    assert first.label == "a.c1u1 wins"
    assert first.chance is not None
    assert 0 < first.chance < 1
    assert any(each.label == "a.c1u1 in melee: dice" for each in target.figures)


def test_skirmishers_in_the_open_are_swept_away() -> None:
    field = acting(stand("a.c1u1", "0507", "Hs"), stand("b.c1u1", "0505", "Sk"))
    target = next(each for each in inspect(field, "a.c1u1").targets if each.how == "charge")
    assert target.figures[0].label == "b.c1u1 is swept away"
    assert target.figures[0].chance == 1.0


def test_a_shot_s_odds_are_those_of_its_dice() -> None:
    field = acting(stand("a.c1u1", "0507", "Sh", sp=2), stand("b.c1u1", "0505", "PS"))
    target = next(each for each in inspect(field, "a.c1u1").targets if each.how == "shoot")
    hits = next(each for each in target.figures if each.label.endswith("hits"))
    dice = next(each for each in target.figures if each.label == "Fire: dice")
    assert dice.words == "2"
    assert hits.chance == pytest.approx(12 / 36)  # a 6 (11 of 36), or both 5


def test_an_ongoing_melee_shows_its_next_round() -> None:
    field = acting(stand("a.c1u1", "0506", "PS"), stand("b.c1u1", "0505", "PS"))
    field.state.melees.append(Melee(("a.c1u1", "b.c1u1")))
    target = next(each for each in inspect(field, "a.c1u1").targets if each.how == "fight")
    assert target.unit == "b.c1u1"
    assert not any("fire" in each.label.lower() for each in target.figures)


def test_looking_at_odds_rolls_nothing() -> None:
    field = acting(stand("a.c1u1", "0507", "Hs"), stand("b.c1u1", "0505", "Pi", ranks=2))
    field.dice = ScriptedDice()
    inspect(field, "a.c1u1")
    assert not field.log
    assert next(movement.candidates(field.state), None) is not None


FOUGHT, NEAR = 800, 0.045  # seeded battles, and how near to the odds their shares come


@pytest.mark.parametrize(
    ("attacker", "defender", "beside"),
    [("Ln", "Pi", ()), ("Hs", "PS", (("b.c1u2", "0605", "Sh"),)), ("Pk", "Art", ())],
)
def test_charges_that_are_fought_go_as_the_odds_say(
    attacker: str, defender: str, beside: tuple[tuple[str, str, str], ...]
) -> None:
    def contact() -> tuple[HexField, Clash]:
        field = HexField(
            stand("a.c1u1", "0506", attacker), stand("b.c1u1", "0505", defender), *(stand(*b) for b in beside)
        )
        way = (hexes.named("0507"), hexes.named("0506"))
        approach = Approach("a.c1u1", hexes.named("0508"), 2, True, "charge", way)
        one = field.stand("a.c1u1")
        [clash] = settled(melee.assign(field, [one], {one.id: approach}), "b.c1u1")
        return field, clash

    expected = outcome(*contact())
    won: Counter[int] = Counter()
    for place in range(FOUGHT):
        field, clash = contact()
        field.dice = SeededDice(f"charge {place}")
        settled(melee.fight(field, clash), "b.c1u1")
        won[next(event.winner for event in field.events(MeleeDecided))] += 1
    for side in (0, 1):
        assert won[side] / FOUGHT == pytest.approx(float(expected.won[side]), abs=NEAR)
    assert won[-1] / FOUGHT == pytest.approx(float(expected.drawn), abs=NEAR)
