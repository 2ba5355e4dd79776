"""Exact odds: their modifiers are those of play, their probabilities those of every possible roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulesets.baroque.morale import outcome
from rulesets.baroque.odds import ODDS
from rulesets.baroque.odds.aftermath import harm
from tests.kit.field import Field, unit
from tests.kit.shooting import fire_at

odds = ODDS.answer

FOOT = {"entry": "tyw-swedish.swedish-foot"}
HORSE = {"entry": "tyw-catholic.cuirassiers"}
STATE = {
    "disordered", "leader", "inflamed", "first_volley", "moves", "charging", "touched", "ground", "wholly",
    "position", "lance",
}  # fmt: skip


def own(type_: str = "P&M", **fields: Any) -> dict[str, Any]:
    """A unit of one's own with a profile; state fields and profile values alike."""
    profile = {"type": type_, "vbu": 6, **{k: v for k, v in fields.items() if k not in (*STATE, "now")}}
    rest = {k: v for k, v in fields.items() if k in STATE}
    return {"profile": profile, **rest, **({"vbu": fields["now"]} if "now" in fields else {})}


def musketeers(**fields: Any) -> dict[str, Any]:
    return own("T", **{"weapons": ["Musket"], "first_volley": False, **fields})


def shot(attacker: Any = None, target: Any = None, distance: float = 1.5, **how: Any) -> dict[str, Any]:
    return odds({
        "kind": "shot", "attacker": attacker or musketeers(), "target": target or own(),
        "conditions": {"distance": distance, **how},
    })  # fmt: skip


def melee(attacker: Any, target: Any) -> dict[str, Any]:
    return odds({"kind": "melee", "attacker": attacker, "target": target})


def as_map(items: list[dict[str, Any]], name: str) -> dict[int, float]:
    return {item[name]: item["probability"] for item in items}


def rules(items: list[dict[str, Any]]) -> dict[str, int]:
    return {item["rule"]: item["value"] for item in items}


def close(found: Mapping[int, float], wanted: Mapping[int, Fraction]) -> bool:
    return found == pytest.approx({key: float(value) for key, value in wanted.items()})


# ---------------------------------------------------------------------------- against brute force


def every_roll(count: int) -> Counter[int]:
    """How many of all rolls of some dice make each number of hits."""
    rolls: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=count):
        rolls[dice.count(6) + dice.count(5) // 2] += 1
    return rolls


@pytest.mark.rule("BQ-6.1.4", "BQ-6.2.b", "BQ-6.2.d", "BQ-6.2.1.b")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("disordered", [False, True])
def test_losses_equal_every_possible_roll_and_test(count: int, disordered: bool) -> None:
    """The firer's VBU makes the dice; the target of VBU 4 is hit at point blank."""
    wanted: Counter[int] = Counter()
    for hits, weight in every_roll(count).items():
        for die in range(1, 7):
            lost = 0
            if hits:
                made = outcome(die, max(1, 4 - hits - disordered), disordered)
                lost = min(4, made.losses + made.disorder_losses)
            wanted[lost] += weight
    whole = 6 ** (count + 1)

    answer = shot(
        musketeers(vbu=count, sm=-2, now=count),
        own(vbu=4, disordered=disordered),
        distance=1,
    )["target"]

    assert close(as_map(answer["losses"], "losses"), {k: Fraction(v, whole) for k, v in wanted.items()})


def test_the_odds_are_those_of_the_rules_in_play() -> None:
    """Every roll of one shot with two dice and its test, played on a table, against the odds of the same."""
    played: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=2):
        hit = 6 in dice or dice == (5, 5)
        for test in range(1, 7):
            firer = unit("a.c1u1", 10, 5, 90, "T", weapons=("Musket",), sm=-2, vbu=3, volley_fired=True)
            field = Field(firer, unit("b.c1u1", 10, 6.5, 270, vbu=2), dice=(*dice, test) if hit else dice)
            fire_at(field, firer, field.state.units["b.c1u1"])
            played[min(2, field.state.units["b.c1u1"].losses)] += 1

    answer = shot(musketeers(vbu=3, sm=-2), own(vbu=2))

    assert answer["attacker"]["dice"] == 2
    wanted = {losses: Fraction(count, 216) for losses, count in played.items()}
    assert close(as_map(answer["target"]["losses"], "losses"), wanted)


@pytest.mark.rule("BQ-7.5.a", "BQ-7.5.2.a", "BQ-7.5.2.b")
def test_who_wins_a_melee_equals_every_possible_roll() -> None:
    """VBU 2 against VBU 1, every case enumerated: three dice to strike, one a side to test."""
    result: Counter[str] = Counter()
    for mine, theirs in product(side_of(1, vbu=2), side_of(2, vbu=1)):
        weight = mine[1] * theirs[1]
        result[judged(mine[0], theirs[0])] += weight
    whole = 6**5

    answer = melee(own("T", vbu=2), own("T", vbu=1))

    found = answer["result"]
    assert found["attacker_wins"] == pytest.approx(result["wins"] / whole)
    assert found["target_wins"] == pytest.approx(result["loses"] / whole)
    assert found["draw"] == pytest.approx(result["draw"] / whole)
    assert found["both_rout"] == pytest.approx(result["both"] / whole)


def side_of(enemy_dice: int, vbu: int) -> list[tuple[tuple[int, bool], int]]:
    """What a side suffers in every case: (losses, routed) with its weight."""
    found: Counter[tuple[int, bool]] = Counter()
    for hits, weight in every_roll(enemy_dice).items():
        for die in range(1, 7):
            lost = outcome(die, max(1, vbu - hits), False).losses if hits else 0
            found[lost, lost >= vbu] += weight
    return list(found.items())


def judged(mine: tuple[int, bool], theirs: tuple[int, bool]) -> str:
    if mine[1] and theirs[1]:
        return "both"
    if mine[1] or theirs[1]:
        return "loses" if mine[1] else "wins"
    return "draw" if mine[0] == theirs[0] else "loses" if mine[0] > theirs[0] else "wins"


# ---------------------------------------------------------------------------- what an answer holds


def test_an_answer_names_the_rule_of_every_modifier() -> None:
    answer = shot({**FOOT, "moves": 1}, {**HORSE, "leader": True}, distance=1.5)

    assert rules(answer["attacker"]["dice_modifiers"]) == {
        "BQ-6.1.2": 1, "BQ-6.1.3.1": -2, "BQ-6.1.3.2.a": -1, "BQ-8.2.3": -1,
    }  # fmt: skip
    assert answer["attacker"]["dice"] == 3
    assert answer["attacker"]["rerolls"] == ["BQ-6.1.5.a"]
    assert [item["value"] for item in answer["target"]["cohesion_modifiers"]] == [1, 1]


@pytest.mark.parametrize(
    "answer",
    [
        lambda: shot(),
        lambda: shot(FOOT, HORSE),
        lambda: melee({**HORSE, "charging": True}, own("T", disordered=True)),
    ],
)
def test_probabilities_sum_up_to_one(answer: Any) -> None:
    found = answer()
    sides = [side for side in (found["attacker"], found["target"]) if "losses" in side]

    for side in sides:
        assert sum(as_map(side["losses"], "losses").values()) == pytest.approx(1, abs=1e-7)
    if found["kind"] == "melee":
        names = ("attacker_wins", "draw", "target_wins", "both_rout")
        assert sum(found["result"][name] for name in names) == pytest.approx(1, abs=1e-7)


@pytest.mark.rule("BQ-6.2.a")
def test_a_unit_is_disordered_as_soon_as_it_is_hit() -> None:
    answer = shot()

    hit = 1 - as_map(answer["attacker"]["hits"], "hits")[0]
    assert answer["target"]["disordered"] == pytest.approx(hit)


@pytest.mark.rule("BQ-2.5.1.a", "BQ-6.2.e")
def test_exhaustion_and_rout_are_told_apart() -> None:
    """VBU 6 with 3 left: one loss exhausts, three rout; both come out of the distribution of losses."""
    answer = shot(musketeers(vbu=12), own(now=3), distance=1)["target"]
    losses = as_map(answer["losses"], "losses")

    assert answer["exhausted"] == pytest.approx(losses[1] + losses[2])
    assert answer["routed"] == pytest.approx(sum(chance for lost, chance in losses.items() if lost >= 3))


@pytest.mark.rule("BQ-6.2.2.a", "BQ-7.5.6.a")
def test_a_leader_falls_in_a_third_of_the_sixes_by_fire_and_in_half_by_melee() -> None:
    fire = shot(musketeers(), own(leader=True))
    fight = melee(own("T"), own("T", leader=True))

    hit = 1 - as_map(fire["attacker"]["hits"], "hits")[0]
    struck = 1 - as_map(fight["attacker"]["hits"], "hits")[0]
    assert fire["target"]["leader_lost"] == pytest.approx(hit / 6 / 3)
    assert fight["target"]["leader_lost"] == pytest.approx(struck / 6 / 2)


@pytest.mark.rule("BQ-8.1.8", "BQ-8.1.6")
def test_hardened_units_hold_better_and_recruits_worse() -> None:
    plain, hardened, recruits = (
        shot(target=own(special=special))["target"]["expected_losses"]
        for special in ([], ["Hardened Unit"], ["Recruits"])
    )

    assert hardened < plain < recruits


@pytest.mark.rule("BQ-6.1.3.6.a", "BQ-6.1.3.6.c", "BQ-6.1.3.7", "BQ-6.3.3.c", "BQ-6.9.b")
@pytest.mark.parametrize(
    ("how", "dice"),
    [
        ({}, 7), ({"cover": "edge"}, 6), ({"cover": "obstacle"}, 6), ({"evading": True}, 6),
        ({"limited": True}, 4), ({"through": True}, 4), ({"limited": True, "through": True}, 2),
    ],
)  # fmt: skip
def test_the_conditions_of_a_shot(how: dict[str, Any], dice: int) -> None:
    assert shot(**how)["attacker"]["dice"] == dice


@pytest.mark.rule("BQ-6.4.b", "BQ-6.1.3.6.a")
def test_artillery_fires_indirectly_and_heeds_no_cover() -> None:
    gun = own("ART", vbu=1, weapons=["Art B"], first_volley=False)

    assert shot(gun, distance=3, indirect=True)["attacker"]["dice"] == 1
    assert shot(gun, distance=3, cover="edge")["attacker"]["dice"] == 2


@pytest.mark.example("DX-12")
@pytest.mark.rule("BQ-6.7.a", "BQ-6.7.c")
def test_pistols() -> None:
    trotters = own("TR", weapons=["Point-blank pistol"], disordered=True)
    query = {"kind": "pistols", "attacker": trotters, "target": own("TR", special=["Cuirass"])}

    answer = odds(query)

    assert (answer["attacker"]["vbu"], answer["attacker"]["dice"]) == (3, 1)
    assert answer["target"]["cohesion_modifiers"] == []


@pytest.mark.example("DX-8")
@pytest.mark.rule("BQ-7.3.a", "BQ-7.3.c")
@pytest.mark.parametrize(("target", "dice"), [("T", 10), ("P&M", 6)])
def test_pikes_deny_the_impetus_of_a_charge(target: str, dice: int) -> None:
    weapons = ["Pike"] if target == "P&M" else []

    assert melee(own("GA", i=4, charging=True), own(target, weapons=weapons))["attacker"]["dice"] == dice


@pytest.mark.rule("BQ-8.1.5")
def test_a_feared_unit_takes_a_die_and_has_ones_rolled_again() -> None:
    answer = melee(own("T"), own("T", special=["Feared Unit"]))

    assert rules(answer["attacker"]["dice_modifiers"]) == {"BQ-8.1.5": -1}
    assert answer["attacker"]["cohesion_rerolls"] == ["BQ-8.1.5"]
    assert answer["target"]["cohesion_rerolls"] == []


@pytest.mark.rule("BQ-8.2.2")
def test_lances_are_used_in_a_charge_only() -> None:
    lancers = own("GA", i=3, special=["Lance"], charging=True)

    assert melee(lancers, own("T"))["attacker"]["rerolls"] == ["BQ-8.2.2"]
    assert melee({**lancers, "charging": False}, own("T"))["attacker"]["rerolls"] == []
    assert melee({**lancers, "lance": False}, own("T"))["attacker"]["rerolls"] == []


@pytest.mark.example("DX-13")
@pytest.mark.rule("BQ-7.4.d", "BQ-7.4.e", "BQ-7.5.d")
def test_mounted_charging_a_walled_orchard() -> None:
    horse = own("TR", i=3, charging=True)
    answer = melee(horse, own(ground="difficult", position="obstacle"))["attacker"]

    assert answer["dice"] == 2
    assert rules(answer["cohesion_modifiers"])["BQ-7.5.d"] == -2


@pytest.mark.rule("BQ-7.5.2.g")
def test_who_loses_on_flank_or_rear_routs_unless_he_is_an_early_tercio() -> None:
    strong = own("T", vbu=8)

    flanked = melee(strong, own("T", touched="flank"))["result"]
    tercio = melee(strong, own("ETE", touched="rear"))["result"]

    assert flanked["target_routs_by_losing"] > 0
    assert tercio["target_routs_by_losing"] == 0


STRUCK = {
    "kind": "melee",
    "attacker": {"entry": "polish.hussars"},
    "target": {"entry": "tyw-catholic.militia", "leader": True, "charging": True, "touched": "flank"},
}


@pytest.mark.rule("BQ-7.2.3.c", "BQ-7.4.b", "BQ-7.4.c")
@pytest.mark.parametrize("face", ["flank", "rear"])
def test_a_unit_struck_on_flank_or_rear_fights_disordered(face: str) -> None:
    answer = odds({**STRUCK, "target": {**STRUCK["target"], "touched": face}})
    disordered = odds({**STRUCK, "target": {**STRUCK["target"], "touched": face, "disordered": True}})

    assert answer == disordered
    assert answer["target"]["dice"] == 7
    assert rules(answer["target"]["dice_modifiers"])["BQ-7.4.b"] == -1
    assert answer["result"]["attacker_wins"] == pytest.approx(0.292, abs=0.0005)


@pytest.mark.rule("BQ-7.2.3.c", "BQ-7.2.3.d", "BQ-7.2.2")
def test_a_side_charge_or_an_early_tercio_is_not_disordered_by_contact() -> None:
    for target in (own("T", touched="side"), own("ETE", touched="flank")):
        answer = melee(own("TR"), target)["target"]
        assert "BQ-7.4.b" not in rules(answer["dice_modifiers"])
        assert answer["cohesion_modifiers"] == []


@pytest.mark.rule("BQ-7.2.3.c", "BQ-7.6.b")
def test_a_support_unit_struck_on_its_flank_is_disordered_too() -> None:
    support = {**own("T", vbu=7), "touched": "rear"}

    answer = melee(own("T") | {"supports": [support]}, own("T"))["attacker"]["support"][0]

    assert rules(answer["dice_modifiers"]) == {"BQ-7.4.b": -1, "BQ-7.4.c": -1}
    assert answer["dice"] == 3


@pytest.mark.rule("BQ-2.3.c", "BQ-6.2.d")
def test_nobody_loses_more_than_he_has() -> None:
    for now in (1, 2):
        target = own(vbu=6, now=now, disordered=True)
        answer = shot(musketeers(vbu=9), target, distance=0.5, disorder_adds_to_failure=True)["target"]

        losses = as_map(answer["losses"], "losses")
        assert max(losses) == now
        assert losses[now] == pytest.approx(answer["routed"])
        assert answer["expected_losses"] == pytest.approx(sum(lost * p for lost, p in losses.items()))
        assert sum(losses.values()) == pytest.approx(1)


@pytest.mark.rule("BQ-7.6.b", "BQ-6.1.4")
def test_the_dice_of_support_units_count_with_those_of_the_main_unit() -> None:
    """VBU 2 with a support of VBU 3, so 2 and 2 dice, equals every roll of four dice; the enemy has one."""
    wanted: Counter[int] = Counter(every_roll(4))

    found = melee(own("T", vbu=2) | {"supports": [own("T", vbu=3)]}, own("T", vbu=1))["attacker"]

    assert (found["dice"], [each["dice"] for each in found["support"]]) == (2, [2])
    assert close(as_map(found["hits"], "hits"), {k: Fraction(v, 6**4) for k, v in wanted.items()})


@pytest.mark.rule("BQ-7.3.c", "BQ-8.1.5", "BQ-7.6.h")
def test_pikes_in_support_deny_impetus_and_feared_support_troubles_the_main_unit_only() -> None:
    horse = own("TR", vbu=6, i=3, charging=True) | {"supports": [own("TR", vbu=6, i=3)]}
    alone = melee(horse, own("T", vbu=6))["attacker"]
    pikes = own("PK", vbu=6, special=["Feared Unit"])
    joined = melee(horse, own("T", vbu=6) | {"supports": [pikes]})["attacker"]

    assert (alone["dice"], alone["support"][0]["dice"]) == (9, 3)
    assert (joined["dice"], joined["support"][0]["dice"]) == (5, 3)


@pytest.mark.rule("BQ-6.2.1.b")
def test_the_agreement_on_accumulated_disorder_makes_failed_tests_dearer() -> None:
    target = own(vbu=9, disordered=True)

    plain, dearer = shot(target=target), shot(target=target, disorder_adds_to_failure=True)

    more = dearer["target"]["expected_losses"] - plain["target"]["expected_losses"]
    assert more == pytest.approx(plain["target"]["failed"])


def test_the_same_query_is_answered_alike_and_its_answer_may_be_changed() -> None:
    first = shot()
    first["attacker"].clear()

    assert shot()["attacker"]["dice"] == 7
    assert harm(((4, ()),), 6, 0, False, ()) is harm(((4, ()),), 6, 0, False, ())
