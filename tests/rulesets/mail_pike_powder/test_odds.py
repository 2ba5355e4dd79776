"""Exact odds: what every possible fall of the dice comes to when the battle's own procedures are played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import jsonschema
import pytest
from django.test import Client

from rulesets.contract.odds import OddsError
from rulesets.engine.dice import total
from rulesets.mail_pike_powder import combat, orders, shooting
from rulesets.mail_pike_powder.events import Disordered, Moved, OrderGiven, Removed
from rulesets.mail_pike_powder.odds import ODDS, melee_chances, order_chances, shot_chances
from rulesets.mail_pike_powder.odds.chances import FATES
from tests.rulesets.mail_pike_powder.branches import Branching, exhausted
from tests.rulesets.mail_pike_powder.positions import unit


def fate(table: Branching, id_: str) -> str:
    """What has become of a unit, as the odds call it."""
    removed = [event.status for event in table.events(Removed) if event.unit == id_]
    if removed:
        return "shattered" if removed[0] == "shattered" else "breaks"
    if any(decision.kind == "break result" for decision in table.asked):
        return "holds_or_retreats"
    disordered = "_disordered" * any(event.unit == id_ for event in table.events(Disordered))
    how = next((e.how for e in table.events(Moved) if e.unit == id_ and e.how != "pull-back"), "")
    return {"retreat": "retreats", "give-ground": "gives_ground", "": "holds"}[how] + disordered


def has_tested(table: Branching, id_: str) -> bool:
    """Whether a unit has taken a break test."""
    return any(
        event.kind == "rolled" and event.roll.purpose == "Break test" and event.roll.unit == id_
        for event in table.log
    )


def suffered(table: Branching, id_: str) -> int:
    return sum(event.casualties for event in table.log if event.kind == "suffered" and event.unit == id_)


def same(harm: Any, played: dict[Any, Fraction], side: int, *, literal: bool) -> None:
    """Check casualties, tests and fates of a side; `played`: (casualties, test, fate) of each side."""
    losses, tests, fates = Counter[int](), Fraction(), Counter[str]()
    for outcome, share in played.items():
        lost, test, ended = outcome[side]
        losses[lost] += share
        fates[ended] += share
        tests += share * test
    if not literal:
        assert {lost: Fraction(w, harm.losses.denominator) for lost, w in harm.losses.weights} == dict(losses)
        assert harm.tested == tests
    made = harm.literal if literal else harm.fates
    assert {name: Fraction(w, made.denominator) for name, w in made.weights} == dict(fates)


# -- a shot ---------------------------------------------------------------------------------------

SHOTS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("foot", {"long": 2}, "foot", {}),
    ("foot", {"long": 2}, "foot", {"casualties": 2, "disordered": 1}),
    ("foot", {"long": 2}, "foot", {"casualties": 3, "morale": 0}),
    ("foot", {"long": 3}, "horse", {"stamina": 2, "morale": 5}),
    ("foot", {"disordered": 1, "long": 2}, "shot", {}),
    ("gun", {}, "foot", {"casualties": 1, "special": ("Stubborn",)}),
    ("gun", {}, "gun", {"casualties": 1}),
    ("foot", {"long": 2, "special": ("Sharp Shooters",)}, "foot", {"special": ("Wavering",)}),
    (
        "foot",
        {"long": 1, "special": ("First Fire",)},
        "foot",
        {"special": ("Valiant",), "casualties": 3, "morale": 5},
    ),
    ("foot", {"long": 2}, "horse", {"special": ("Steady",), "casualties": 2}),
    ("foot", {"long": 2}, "baggage", {}),
]


@pytest.mark.rule("MPP-1.1.a", "MPP-1.1.b", "MPP-1.1.c", "MPP-1.1.d", "MPP-1.2.b", "MPP-7.2")
@pytest.mark.parametrize(
    ("one", "first", "two", "second", "literal"),
    [*((*row, False) for row in SHOTS), *((*row, True) for row in SHOTS[2:4])],
)
def test_a_shot_comes_to_what_every_fall_of_its_dice_comes_to(
    *, one: str, first: Any, two: str, second: Any, literal: bool
) -> None:
    def make() -> Branching:
        return Branching(
            unit("a1", 36, 17, one, **first), unit("b1", 36, 24, two, **second),
            options={"literal_break_test": literal},
        )  # fmt: skip

    table = make()
    attack = shooting.attack(table.state, table.unit("a1"), table.unit("b1"))
    odds = shot_chances(attack, table.unit("b1"))
    played = exhausted(
        make, lambda each: shooting.volley(each, each.unit("a1"), each.unit("b1"), "shooting"),
        lambda each: ((suffered(each, "b1"), has_tested(each, "b1"), fate(each, "b1")),),
        {"a1": tuple(sorted({attack.need, 6})), "b1": (attack.save,) if attack.save < 7 else ()},
    )  # fmt: skip
    same(odds.target, played, 0, literal=literal)


@pytest.mark.rule("MPP-7.1.a")
def test_the_shaken_of_a_broken_battalia_break_on_any_failed_test() -> None:
    def make() -> Branching:
        table = Branching(unit("a1", 36, 17, long=2), unit("b1", 36, 24, casualties=2))
        table.state.commands["b.c1"].broken = True
        return table

    table = make()
    attack = shooting.attack(table.state, table.unit("a1"), table.unit("b1"))
    played = exhausted(
        make, lambda each: shooting.volley(each, each.unit("a1"), each.unit("b1"), "shooting"),
        lambda each: ((suffered(each, "b1"), has_tested(each, "b1"), fate(each, "b1")),),
        {"a1": (4, 6), "b1": (4,)},
    )  # fmt: skip
    same(shot_chances(attack, table.unit("b1"), doomed=True).target, played, 0, literal=False)


# -- a round of combat ----------------------------------------------------------------------------

FIGHTS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("horse", {"clash": 2, "charging": True}, "foot", {"clash": 2, "casualties": 2}),
    ("foot", {"clash": 2}, "foot", {"clash": 2, "stamina": 1, "morale": 5}),
    ("horse", {"clash": 1, "casualties": 2}, "pikes", {"clash": 2, "morale": 0}),
    ("foot", {"won": True, "rounds": 1, "sustained": 2}, "shot", {"clash": 1, "stamina": 1}),
    ("horse", {"clash": 1, "charging": True, "special": ("Heavy Cavalry +D3",)}, "horse", {"clash": 1}),
    ("foot", {"clash": 2, "special": ("Tough Fighters",)}, "foot", {"clash": 1, "special": ("Stubborn",)}),
    ("horse", {"clash": 2, "charging": True, "special": ("Ferocious Charge",)}, "gun", {"clash": 1}),
    ("foot", {"clash": 2, "disordered": 1}, "foot", {"clash": 1, "casualties": 2, "special": ("Valiant",)}),
    ("foot", {"clash": 2, "morale": 0}, "foot", {"clash": 1, "special": ("Steady",)}),
]


@pytest.mark.rule("MPP-1.1.e", "MPP-1.1.f", "MPP-1.1.g", "MPP-1.2.c", "MPP-6.1.a", "MPP-7.3")
@pytest.mark.parametrize(
    ("one", "first", "two", "second", "literal"),
    [*((*row, False) for row in FIGHTS), *((*row, True) for row in FIGHTS[:2])],
)
def test_a_round_of_combat_comes_to_what_every_fall_of_its_dice_comes_to(
    *, one: str, first: Any, two: str, second: Any, literal: bool
) -> None:
    def make() -> Branching:
        return Branching(
            unit("a1", 36, 24, one, **first), unit("b1", 36, 24, two, **second),
            options={"literal_break_test": literal},
        )  # fmt: skip

    table = make()
    units = table.unit("a1"), table.unit("b1")
    attacks = (
        combat.attack(table.state, *units, ()), combat.attack(table.state, *units[::-1], ())
    )  # fmt: skip
    added = [total(combat.result_modifiers(table.state, [each], 0)) for each in units]
    odds = melee_chances(attacks, units, (added[0], added[1]))
    cuts = {f"{what} {id_}": (need,) for id_, mine, theirs in (("a1", 0, 1), ("b1", 1, 0)) for what, need in (
        ("Hand-to-hand combat", attacks[mine].need), ("Hand-to-hand combat, again", attacks[mine].need),
        ("Saves", attacks[theirs].save), ("Saves, again", attacks[theirs].save))}  # fmt: skip
    cuts["in the combat result a1"] = (3, 5)

    def ended(each: Branching) -> Any:
        results = [event for event in each.log if event.kind == "round-fought"]
        lead = next(event.result - event.enemy for event in results if event.unit == "a1")
        sides = tuple((suffered(each, id_), has_tested(each, id_), fate(each, id_)) for id_ in ("a1", "b1"))
        return (*sides, (lead > 0) - (lead < 0))

    played = exhausted(make, lambda each: combat.phase(each, 0), ended, cuts)
    for side in (0, 1):
        same(odds.harm[side], played, side, literal=literal)
    won = Counter[int]()
    for outcome, share in played.items():
        won[outcome[2]] += share
    assert odds.wins == pytest.approx([float(won[1]), float(won[0]), float(won[-1])])


@pytest.mark.rule("MPP-7.1.e")
def test_a_commander_in_the_combat_is_at_risk() -> None:
    table = Branching(unit("a1", 36, 24), unit("b1", 36, 24), joined={"b.c1.leader": "b1"})
    units = table.unit("a1"), table.unit("b1")
    attacks = combat.attack(table.state, *units, ()), combat.attack(table.state, *units[::-1], ())
    assert attacks[1].dice == 6
    odds = melee_chances(attacks, units, (0, 0), commanders=(0, 1)).harm[1]
    once = Fraction(1, 36)
    wanted = sum(share * (1 - (1 - once) ** lost) for lost, share in odds.losses.items())
    assert odds.commander_lost == wanted > 0


# -- an order -------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-2.1")
@pytest.mark.parametrize("militia", [False, True])
@pytest.mark.parametrize("rating", [4, 6, 7, 8, 10, 12])
def test_an_order_comes_to_what_every_fall_of_its_dice_comes_to(rating: int, *, militia: bool) -> None:
    special = ("Militia",) if militia else ()

    def made(each: Branching) -> int:
        if any(event.kind == "rolled" and event.roll.purpose == "Blunder" for event in each.log):
            return -1
        return int(each.events(OrderGiven)[0].moves)

    def make(*, again: bool) -> Branching:
        table = Branching(unit("a1", 36, 10, special=special), level=str(rating))
        table.state.leaders["a.c1.leader"].rerolled = not again
        return table

    odds = order_chances(rating, militia=militia)
    for number, again in ((1, False), (2, True)):
        played = exhausted(
            partial(make, again=again),
            lambda each: orders.take(each, each.state.leaders["a.c1.leader"], [each.unit("a1")], "move"),
            made, {},
        )  # fmt: skip
        assert odds[number] == pytest.approx({count: float(played.get(count, 0)) for count in range(-1, 4)})


# -- queries and answers --------------------------------------------------------------------------

MELEE = {
    "kind": "melee",
    "attacker": {"entry": "imperialist.cuirassiers", "charging": True, "commander": True},
    "target": {"entry": "swedish.musketeers", "casualties": 1, "supports": [{"entry": "swedish.pikes"}]},
}
ORDER = {"kind": "order", "conditions": {"rating": 8, "distance": 13, "near": True, "reliable": True}}
OWN: dict[str, Any] = {"profile": {"name": "Mine", "clash": 6, "sustained": 5, "long": 3, "weapon": "bow"}}
SHOT = {"kind": "shot", "attacker": OWN, "target": OWN}
MINE = {"kind": "melee", "attacker": OWN}


@pytest.mark.parametrize("query", [ODDS.example, MELEE, ORDER])
def test_an_answer_has_the_form_that_its_schema_says(query: Any) -> None:
    answer = ODDS.answer(query)
    jsonschema.validate(query, ODDS.query_schema)
    jsonschema.validate(answer, ODDS.answer_schema)
    assert list(ODDS.lines(answer))
    assert ODDS.shown(answer).heading


@pytest.mark.rule("MPP-1.2.b", "MPP-1.2.c")
def test_both_readings_of_the_break_test_are_shown_side_by_side() -> None:
    answer = ODDS.answer(MELEE)
    target = answer["target"]
    assert set(target["fates"]) == set(target["literal"]) == set(FATES)
    assert sum(target["fates"].values()) == pytest.approx(1)
    assert sum(target["literal"].values()) == pytest.approx(1)
    assert target["fates"]["breaks"] > target["literal"]["breaks"]
    listing = ODDS.shown(answer).listings[1]
    assert listing.heads == ("As we read it", "As printed")
    assert "MPP-1.2.b" in listing.note
    breaks = next(row for row in listing.rows if row.name == "Breaks")
    assert breaks.chances == (target["fates"]["breaks"], target["literal"]["breaks"])


@pytest.mark.rule("MPP-6.1.a", "MPP-6.1.b", "MPP-8.1.a")
def test_a_combat_of_the_books_has_the_dice_and_modifiers_of_the_battle() -> None:
    answer = ODDS.answer(MELEE)
    horse, foot = answer["attacker"], answer["target"]
    assert (horse["hits_on"], foot["hits_on"]) == (3, 4)
    assert [each["rule"] for each in horse["hit_modifiers"]] == ["MPP-8.1.a"]
    assert sum(each["value"] for each in horse["result_modifiers"]) == 3
    assert [(each["rule"], each["value"]) for each in foot["result_modifiers"]] == [("MPP-6.1.a", 1)]
    assert foot["dice"] == 2 + foot["support"][0]["dice"]


@pytest.mark.rule("MPP-2.1", "MPP-2.2")
def test_the_odds_of_an_order() -> None:
    answer = ODDS.answer(ORDER)
    assert answer["needed"] == 8 - 1 - 1 + 1
    assert sum(row["probability"] for row in answer["once"]["moves"]) + answer["once"][
        "blunder"
    ] == pytest.approx(1)
    assert answer["rerolled"]["blunder"] < answer["once"]["blunder"]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ({**SHOT, "conditions": {"distance": 19}}, "conditions.distance"),
        ({**SHOT, "attacker": {"entry": "swedish.pikes"}, "conditions": {"distance": 1}}, "attacker"),
        ({**SHOT, "conditions": {"distance": 12, "enfilade": True}}, "conditions.enfilade"),
        ({**MINE, "target": {"entry": "nobody"}}, "target.entry"),
        ({**MINE, "target": {**OWN, "options": ["x"]}}, "target.options"),
        ({**MINE, "target": {**OWN, "casualties": 6}}, "target.casualties"),
        ({**MINE, "target": {"entry": "swedish.swedish-horse", "formation": "square"}},
         "target.formation"),
        ({**MINE, "target": {"entry": "swedish.pikes", "options": ["x"]}},
         "target.options[0]"),
        ({**MINE, "target": {"profile": {**OWN["profile"], "special": ["Flying"]}}},
         "target.profile.special[0]"),
        ({**MINE, "target": {"profile": {**OWN["profile"], "gun": "light"}}},
         "target.profile.gun"),
        ({"kind": "order", "conditions": {"rating": 13}}, "conditions.rating"),
        ({"kind": "storm"}, "kind"),
    ],
)  # fmt: skip
def test_a_query_that_has_no_answer_is_refused_at_its_place(query: Any, path: str) -> None:
    with pytest.raises(OddsError) as refused:
        ODDS.answer(query)
    assert refused.value.path == path
    assert refused.value.message


@pytest.mark.parametrize("kind", ["shot", "melee", "order"])
def test_the_page_asks_what_a_kind_needs_and_answers(client: Client, kind: str) -> None:
    page = client.get("/odds/", {"system": "mail_pike_powder", "kind": kind}).content.decode()
    assert "Nothing to show yet" not in page
    assert ('name="a-entry"' in page) == (kind != "order")
    assert ('name="rating"' in page) == (kind == "order")
    assert ('name="a-supports"' in page) == (kind == "melee")
    assert ("As printed" in page) == (kind != "order")


def test_what_is_wrong_stands_at_its_field(client: Client) -> None:
    query = {"system": "mail_pike_powder", "kind": "shot", "distance": "40"}
    page = client.get("/odds/", query).content.decode()
    assert 'id="distance_error"' in page
