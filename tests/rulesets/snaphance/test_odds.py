"""Exact odds: their modifiers are those of play, their probabilities those of every possible roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import jsonschema
import pytest

from rulesets.contract.odds import OddsError, read
from rulesets.snaphance import hexes
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.melee import dice as melee_dice
from rulesets.snaphance.odds import ODDS
from rulesets.snaphance.shooting.volley import Shot, chances
from tests.kit.hexfield import PLAIN_PROFILES, HexField, stand

odds = ODDS.answer

STATE = {
    "lost", "disordered", "general", "moves", "hexes", "then_moves", "both_ranks", "charging", "strikes",
    "ground", "across", "higher", "bonus_lost", "before_pikes", "supports",
}  # fmt: skip
FIGURES = (
    "sp",
    "ranks",
    "charge_bonus",
    "charge_bonus_after_loss",
    "weapon",
    "mix_dice",
    "contact_fire_dice",
)


def own(code: str = "PS", **fields: Any) -> dict[str, Any]:
    """A stand of one's own, like the plain ones of the hex field; state and figures alike."""
    plain = {name: value for name, value in PLAIN_PROFILES[code].items() if name in FIGURES}
    figures = {name: value for name, value in fields.items() if name not in STATE}
    state = {name: value for name, value in fields.items() if name in STATE}
    return {"profile": {"code": code, "name": code, **plain, **figures}, **state}


def shot(attacker: Any, target: Any, distance: int = 2, **how: Any) -> dict[str, Any]:
    return odds(
        {"kind": "shot", "attacker": attacker, "target": target, "conditions": {"distance": distance, **how}}
    )


def melee(attacker: Any, target: Any) -> dict[str, Any]:
    return odds({"kind": "melee", "attacker": attacker, "target": target})


def as_map(items: list[dict[str, Any]], name: str) -> dict[int, float]:
    return {item[name]: item["probability"] for item in items}


def rules(side: Mapping[str, Any]) -> dict[str, int]:
    return {item["rule"]: item["value"] for item in side["dice_modifiers"]}


def every_roll(count: int) -> Counter[int]:
    """How many of all rolls of some dice make each number of hits."""
    return Counter(dice.count(6) + dice.count(5) // 2 for dice in product(range(1, 7), repeat=count))


def loss(die: int, adjusted: int) -> int:
    """SN-8.0.c-d, told without the code under test."""
    return 0 if die == 1 else max(die - max(1, adjusted), int(die == 6))


# ---------------------------------------------------------------------------- shots


@pytest.mark.rule("SN-7.0.d", "SN-7.0.f", "SN-8.0.b", "SN-8.0.c", "SN-8.0.d", "SN-8.1.b", "SN-8.3.b")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("disordered", [False, True])
def test_what_fire_costs_equals_every_possible_roll_and_test(count: int, disordered: bool) -> None:
    wanted: Counter[int] = Counter()
    for hits, weight in every_roll(count).items():
        for die in range(1, 7):
            lost = loss(die, 5 - hits - disordered) if hits else 0
            wanted[min(1, max(lost, int(disordered and hits > 0)))] += weight

    answer = shot(own("Sh", sp=count), own("Pi", sp=5, disordered=disordered))

    assert answer["attacker"]["volleys"][0]["dice"] == count
    assert as_map(answer["target"]["losses"], "losses") == pytest.approx(
        {lost: ways / 6 ** (count + 1) for lost, ways in wanted.items()}
    )


@pytest.mark.rule("SN-7.3.a", "SN-8.3.b")
def test_the_second_volley_finds_the_target_as_the_first_has_left_it() -> None:
    """One die of each rank: both hit 1 in 36; then a target of 5 SP is disordered, and may have lost one."""
    answer = shot(own("Pi", sp=3, ranks=2, both_ranks=True, lost=0), own("PS", sp=5), distance=1)
    volleys = [volley["dice"] for volley in answer["attacker"]["volleys"]]
    wanted: Counter[int] = Counter()
    for first, weight in every_roll(3).items():
        for second, other in every_roll(2).items():
            for one, two in product(range(1, 7), repeat=2):
                lost = min(1, loss(one, 5 - first)) if first else 0
                further = 0
                if second:
                    shaken = int(first > 0)
                    further = min(1, max(loss(two, 5 - lost - shaken - second), shaken))
                wanted[lost + further] += weight * other

    assert volleys == [3, 2]
    assert as_map(answer["target"]["losses"], "losses") == pytest.approx(
        {lost: ways / 6**7 for lost, ways in wanted.items()}
    )


@pytest.mark.rule("SN-7.0.c", "SN-8.0.b")
@pytest.mark.parametrize("code", ["Sh", "PS", "Sk", "Pi", "LC", "Dr", "Art"])
def test_the_odds_of_a_shot_are_those_of_the_board(code: str) -> None:
    field = HexField(
        stand("a.c1u1", "0606", code, sp=6, disordered=True),
        stand("b.c1u1", "0604", "Sk", sp=4, left=[3]),
        terrain={"0604": "rough"},
    )
    made = chances(field.state, Shot("a.c1u1", "b.c1u1", "voluntary"))

    answer = shot(own(code, sp=6, disordered=True), own("Sk", sp=4, lost=1), cover="rough")

    assert answer["target"]["tested"] == pytest.approx(float(made.probability(lambda harm: harm[0])))
    assert answer["target"]["failed"] == pytest.approx(float(made.probability(lambda harm: harm[1])))
    assert answer["target"]["expected_losses"] == pytest.approx(float(made.mean(lambda harm: harm[2])))


@pytest.mark.rule("SN-7.2.b", "SN-7.2.c", "SN-7.3.b", "SN-7.5.b", "SN-7.6.a", "SN-8.1.c")
@pytest.mark.parametrize(
    ("attacker", "how", "dice"),
    [
        (own("LC", moves=1, hexes=3), {"distance": 1}, 2), (own("Sh", moves=1), {}, 4),
        (own("Sh", then_moves=True), {}, 4), (own("PS"), {"fire": "support", "distance": 1}, 2),
        (own("Hs"), {"fire": "contact", "distance": 1}, 2),
        (own("Hs"), {"fire": "support", "distance": 1}, 1),
        (own("Sh"), {"garrison": True}, 4), (own("Sh"), {"cover": "works"}, 3),
        (own("Art"), {"fire": "defensive", "distance": 1}, 5),
    ],
)  # fmt: skip
def test_the_conditions_of_a_shot(attacker: Any, how: dict[str, Any], dice: int) -> None:
    answer = shot(attacker, own("PS"), **how)

    assert answer["attacker"]["volleys"][0]["dice"] == dice


@pytest.mark.rule("SN-8.1.c")
def test_the_defensive_fire_of_guns_may_cost_two() -> None:
    defence = shot(own("Art"), own("PS"), 1, fire="defensive")["target"]
    by_will = shot(own("Art"), own("PS"), 1)["target"]

    assert max(as_map(defence["losses"], "losses")) == 2
    assert max(as_map(by_will["losses"], "losses")) == 1


@pytest.mark.rule("SN-1.3.b")
def test_who_has_one_point_left_is_eliminated_by_a_loss() -> None:
    target = shot(own("Sh"), own("Sk", sp=2, lost=1))["target"]

    assert target["eliminated"] == pytest.approx(target["expected_losses"])
    assert target["disordered"] == pytest.approx(target["tested"] - target["eliminated"])


# ---------------------------------------------------------------------------- melee


@pytest.mark.rule("SN-11.0.a", "SN-11.0.b", "SN-11.2.a", "SN-8.1.d", "SN-8.3.b", "SN-8.3.c")
@pytest.mark.parametrize(("sp", "left", "shaken"), [(3, 3, False), (3, 2, True), (2, 1, False)])
def test_a_round_of_melee_equals_every_possible_roll_and_test(sp: int, left: int, shaken: bool) -> None:
    """Two stands of foot, alone: the first has lost what is not `left`."""
    dice = (max(1, left - shaken), 2)
    morale = (left - shaken, 2)
    results: Counter[str] = Counter()
    losses: Counter[int] = Counter()
    rolls = [every_roll(count) for count in dice]
    for (mine, weight), (theirs, other) in product(rolls[0].items(), rolls[1].items()):
        for die, die2 in product(range(1, 7), repeat=2):
            own_loss = loss(die, morale[0] - theirs) if theirs else 0
            foe_loss = loss(die2, morale[1] - mine) if mine else 0
            won = (foe_loss > own_loss) - (foe_loss < own_loss)
            least = int(shaken and theirs > 0)
            gone = max(min(1, own_loss), least) >= left
            if gone != (min(1, foe_loss) >= 2):
                won = -1 if gone else 1
            cap = 2 if won < 0 and own_loss > 1 else 1
            results[("target_wins", "draw", "attacker_wins")[won + 1]] += weight * other
            losses[min(left, cap, max(own_loss, least))] += weight * other

    answer = melee(own("PS", sp=sp, lost=sp - left, disordered=shaken), own("PS", sp=2))

    whole = 6 ** (sum(dice) + 2)
    assert (answer["attacker"]["dice"], answer["target"]["dice"]) == dice
    assert answer["result"] == pytest.approx({name: results[name] / whole for name in answer["result"]})
    assert as_map(answer["attacker"]["losses"], "losses") == pytest.approx(
        {lost: ways / whole for lost, ways in losses.items()}
    )


def scene(code: str, other: str, *, near: str = "0705", facing: int = 4, **changes: Any) -> HexField:
    """Side 0's stand at 0606 faces north; the other stands in its right front hex."""
    terrain = {"0705": changes.pop("ground", "open")}
    sides = {("0606", "NE"): changes.pop("across")} if "across" in changes else {}
    return HexField(
        stand("a.c1u1", "0606", code, **changes), stand("b.c1u1", near, other, facing=facing),
        terrain=terrain, sides=sides,
    )  # fmt: skip


@pytest.mark.rule("SN-10.1.b", "SN-10.3.a", "SN-10.4.b", "SN-C-combat-factors")
@pytest.mark.parametrize(
    ("code", "other", "scenery", "facts"),
    [
        ("PS", "PS", {}, {}), ("Ln", "Sh", {}, {}), ("Ln", "PS", {}, {}), ("Pk", "Hs", {}, {}),
        ("Ln", "Pk", {}, {}), ("PS", "Pk", {"ground": "town"}, {}), ("Hs", "Sh", {"ground": "woods"}, {}),
        ("Hs", "Sh", {"across": "obstacle"}, {}), ("PS", "Sh", {"across": "works"}, {}),
        ("PS", "Sh", {"ground": "fort"}, {}), ("Sh", "PS", {"disordered": True}, {"disordered": True}),
        ("FH", "PS", {"facing": 1}, {"strikes": "behind"}),
        ("FH", "Pk", {"facing": 1}, {"strikes": "behind"}),
        ("Sh", "PS", {"facing": 1}, {"strikes": "behind"}),
        ("Ln", "Sh", {"left": [5]}, {"lost": 1}), ("LC", "Sk", {}, {}),
    ],
)  # fmt: skip
def test_the_dice_of_a_melee_are_those_of_the_board(
    code: str, other: str, scenery: dict[str, Any], facts: dict[str, Any]
) -> None:
    """Told by the odds and by the map, charged from two hexes behind; who is met from behind is disordered
    before the melee, which is none of its dice.
    """
    field = scene(code, other, **scenery)
    start = hexes.named("0608")
    clash = Clash("a.c1u1", "b.c1u1", approaches={"a.c1u1": Approach("a.c1u1", start, 2, True, "charge")})
    wanted = [
        [(term.rule, term.value) for term in melee_dice.terms(field.state, clash, role)]
        for role in melee_dice.ROLES
    ]

    answer = melee(
        own(code, charging=True, across=scenery.get("across"), **facts),
        own(other, ground=scenery.get("ground", "open")),
    )

    for side, terms in zip((answer["attacker"], answer["target"]), wanted, strict=True):
        found = [(item["rule"], item["value"]) for item in side["dice_modifiers"]]
        assert [("SN-1.3.a", side["sp"]), *found] == terms


@pytest.mark.rule("SN-10.6.b", "SN-10.2.a", "SN-11.2.a")
def test_supporting_stands_add_half_of_their_own_dice() -> None:
    backed = own("PS", sp=1, disordered=True, supports=[own("Sh", sp=3), own("PS", sp=3, strikes="flank")])

    answer = melee(backed, own("PS"))["attacker"]

    assert answer["dice"] == 1
    assert [each["dice"] for each in answer["support"]] == [2, 2]
    assert as_map(answer["hits"], "hits") == pytest.approx(
        {hits: ways / 6**5 for hits, ways in every_roll(5).items()}, abs=1e-9
    )


@pytest.mark.rule("SN-10.3.b", "SN-10.3.c", "SN-10.3.d", "SN-10.3.e", "SN-7.4.1.a", "SN-10.3.g")
@pytest.mark.parametrize(
    ("attacker", "target", "rule"),
    [
        (own("Ln", charging=True), own("Sh"), "SN-10.3.a"),
        (own("Ln", charging=True), own("PS"), "SN-10.3.c"),
        (own("Ln", charging=True, strikes="flank"), own("PS"), "SN-10.3.a"),
        (own("Ln", charging=True, before_pikes=True), own("Sh"), "SN-10.3.d"),
        (own("Ln", charging=True, bonus_lost=True), own("Sh"), "SN-7.4.1.a"),
        (own("Ln", charging=True), own("Sh", ground="rough"), "SN-10.3.e"),
        (own("PS", charging=True), own("LC"), "SN-10.3.b"),
    ],
)
def test_when_a_charge_has_its_bonus(attacker: Any, target: Any, rule: str) -> None:
    found = rules(melee(attacker, target)["attacker"])

    assert rule in found
    assert ("SN-10.3.a" in found) is (rule == "SN-10.3.a")


@pytest.mark.rule("SN-11.1.d", "SN-11.1.e", "SN-12.0.a", "SN-C-found-tower")
def test_how_stands_are_after_the_round() -> None:
    riders = melee(own("Hs"), own("Hs"))
    taken = melee(own("PS"), own("Art"))
    guns = taken["target"]
    held = melee(own("PS"), own("Sh", ground="fort"))["target"]

    assert riders["attacker"]["bounces"] == pytest.approx(riders["result"]["draw"])
    assert riders["target"]["bounces"] == 0
    assert riders["target"]["retreats"] > 0
    assert guns["retreats"] == 0
    assert guns["eliminated"] == pytest.approx(taken["result"]["attacker_wins"])
    assert held["retreats"] == 0
    assert max(as_map(held["losses"], "losses")) == 1


@pytest.mark.rule("SN-8.4.b", "SN-8.4.c")
def test_losses_of_deep_units_come_off_the_rear() -> None:
    deep = melee(own("Pk", sp=6, ranks=3, lost=7), own("PS"))["attacker"]

    assert (deep["sp"], deep["dice"], deep["sp_left"], deep["morale_modifiers"]) == (6, 6, 11, [])


def test_all_chances_of_a_side_are_whole() -> None:
    answer = melee(own("Ln", charging=True, supports=[own("Pi")]), own("Sh", supports=[own("Pk")]))

    assert sum(answer["result"].values()) == pytest.approx(1)
    for side in (answer["attacker"], answer["target"]):
        assert sum(as_map(side["hits"], "hits").values()) == pytest.approx(1)
        assert sum(as_map(side["losses"], "losses").values()) == pytest.approx(1)


# ---------------------------------------------------------------------------- faults


SHOT = {"kind": "shot", "attacker": own("Sh"), "target": own("PS"), "conditions": {"distance": 2}}
MELEE = {"kind": "melee", "attacker": own("PS"), "target": own("PS")}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ([], ""), ({"kind": "duel"}, "kind"), ({**SHOT, "target": {}}, "target"),
        ({**SHOT, "target": {"entry": "none.such"}}, "target.entry"),
        ({**SHOT, "target": own("PS", lost=6)}, "target.lost"),
        ({**SHOT, "attacker": own("Ln")}, "conditions.distance"),
        ({**SHOT, "conditions": {"distance": 9}}, "conditions.distance"),
        ({**SHOT, "conditions": {"distance": 2, "fire": "defensive"}}, "conditions.distance"),
        ({**SHOT, "conditions": {"distance": 1, "fire": "contact"}}, "conditions.fire"),
        ({**SHOT, "attacker": own("Pk"), "conditions": {"fire": "defensive"}}, "conditions.fire"),
        ({**SHOT, "attacker": own("Ln"), "conditions": {"fire": "support"}}, "conditions.fire"),
        ({**SHOT, "conditions": {"distance": 2, "cover": "lava"}}, "conditions.cover"),
        ({**SHOT, "attacker": own("Sh", both_ranks=True)}, "attacker.both_ranks"),
        ({**SHOT, "attacker": own("Sh", then_moves=True, moves=1)}, "attacker.then_moves"),
        ({**SHOT, "attacker": own("Art", moves=1)}, "attacker.moves"),
        ({**SHOT, "attacker": own("Sk", lost=1, moves=2)}, "conditions.distance"),
        ({**MELEE, "target": own("PS", ground="stream")}, "target.ground"),
        ({**MELEE, "attacker": own("PS", across="woods")}, "attacker.across"),
        ({**MELEE, "attacker": own("PS", supports=[own("PS", lost=9)])}, "attacker.supports[0].lost"),
        ({**MELEE, "attacker": own("PS", moves=1)}, "attacker.moves"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_path(query: Any, path: str) -> None:
    with pytest.raises(OddsError) as raised:
        odds(query)
    assert raised.value.path == path


# ---------------------------------------------------------------------------- form, page, words, schema


def asked(**address: str) -> dict[str, Any]:
    """The query of an address, its fields read as a page reads them."""
    data = {name.replace("_", "-", 1): [value] for name, value in address.items()}
    question = ODDS.ask(data)
    given: dict[str, Any] = {}
    for part in question.parts:
        for field in part.fields:
            for value in read(field, data)[:1]:
                whole = field.kind == "whole"
                given[field.key] = True if field.kind == "flag" else int(value) if whole else value
    return question.query(given)


def test_the_form_asks_what_it_says() -> None:
    plain = asked()
    assert odds(plain)["attacker"]["name"] == "Swedish Brigade"

    fight = asked(
        kind="melee", a_entry="archetypes.gendarmes", a_charging="on", a_strikes="flank", a_supports="1",
        a1_entry="own", a1_code="Pi", a1_sp="4", t_entry="archetypes.shot-arq", t_ground="rough", t_lost="1",
    )  # fmt: skip
    assert fight["attacker"]["charging"]
    assert fight["attacker"]["supports"][0]["profile"]["code"] == "Pi"
    assert (fight["target"]["ground"], fight["target"]["lost"]) == ("rough", 1)
    assert odds(fight)["attacker"]["support"][0]["dice"] == 2


@pytest.mark.parametrize(
    ("query", "key", "name"),
    [
        ({**SHOT, "target": own("PS", lost=6)}, "t", "t-lost"),
        ({**SHOT, "conditions": {"distance": 9}}, "how", "distance"),
        ({**MELEE, "attacker": own("PS", supports=[own("PS", lost=9)])}, "a1", "a1-lost"),
    ],
)
def test_errors_stand_at_their_fields(query: dict[str, Any], key: str, name: str) -> None:
    question = ODDS.ask({"kind": [query["kind"]], "a-supports": ["1"]})
    with pytest.raises(OddsError) as raised:
        odds(query)
    assert question.place(raised.value) == (key, name)


@pytest.mark.parametrize(
    "query",
    [
        ODDS.example, SHOT, MELEE,
        {**SHOT, "attacker": own("Pi", ranks=2, both_ranks=True)},
        {"kind": "melee", "attacker": own("Ln", charging=True, supports=[own("Pi")]),
         "target": own("Sh", general=True)},
    ],
)  # fmt: skip
def test_answers_fit_their_schema_and_are_told_and_drawn(query: Mapping[str, Any]) -> None:
    jsonschema.validate(query, ODDS.query_schema)
    answer = odds(query)
    jsonschema.validate(answer, ODDS.answer_schema)

    drawn = ODDS.shown(answer)
    told = "\n".join(ODDS.lines(answer))

    for strike in drawn.strikes:
        assert strike.base + sum(change["value"] for change in strike.changes) == strike.dice
    assert answer["target"]["name"] in told
    assert len(drawn.brief) in (3, 4)
    if drawn.result:
        assert drawn.result[-1].x + drawn.result[-1].width == pytest.approx(100, abs=0.01)


def test_numbers_of_hits_that_hardly_ever_happen_have_no_column() -> None:
    answer = melee(own("Ln", sp=6, charge_bonus=4, charging=True), own("Sh"))

    columns = ODDS.shown(answer).strikes[0].hits.columns

    assert len(answer["attacker"]["hits"]) == 11
    assert len(columns) == 8
    assert columns[-1].more == pytest.approx(columns[-1].share, abs=0.001)


def test_the_chances_are_exact() -> None:
    """The chance of a hit with one die is a sixth, that of a loss then a sixth again."""
    answer = shot(own("Sh", sp=1), own("PS", sp=7))["target"]

    assert answer["tested"] == pytest.approx(float(Fraction(1, 6)))
    assert answer["expected_losses"] == pytest.approx(float(Fraction(1, 36)))
