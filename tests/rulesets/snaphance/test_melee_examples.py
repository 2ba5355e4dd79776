"""The worked examples of melee, from the charge to the last pursuit (SN-EX-17 to SN-EX-25)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import charge, hexes
from rulesets.snaphance.clash import Clash
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.events.fire import Fired
from rulesets.snaphance.events.melee import MeleeBegan, MeleeDecided
from rulesets.snaphance.melee import dice as melee_dice
from rulesets.snaphance.melee.dice import charge_bonus
from rulesets.snaphance.melee.results import DRAWN, LOST, WON, Fallen, decide
from rulesets.snaphance.state import Melee
from tests.kit.examples import example
from tests.kit.hexfield import HexField, Stand, stand
from tests.kit.scripted import Answer

MISS, HIT = 1, 6


def thrown(hits: int, dice: int) -> tuple[int, ...]:
    return (HIT,) * hits + (MISS,) * (dice - hits)


def charged(
    field: HexField, unit: str, place: str, target: str, *answers: Answer, together: tuple[str, ...] = ()
) -> None:
    """A stand (with others `together`) charges an enemy, ending on that hex with its facing kept."""
    field.activate(unit, *together)
    facing = field.stand(unit).facing
    key = {"do": "charge", "unit": unit, "hex": place, "facing": facing, "target": target}
    assert key in [dict(option.key) for option in charge.options(field)]
    field.run(charge.perform(field, key), *answers)


def rolls(field: HexField, purpose: str) -> list[tuple[str, int]]:
    """Who threw how many dice for that."""
    found = [getattr(event, "roll", None) for event in field.log]
    return [(roll.unit, len(roll.dice)) for roll in found if roll is not None and roll.purpose == purpose]


def fought(field: HexField) -> list[tuple[str, str, tuple[str, ...]]]:
    """The melees that were fought: attacker, defender, supporting stands."""
    return [(event.unit, event.target, event.supporters) for event in field.events(MeleeBegan)]


def to(unit: str, label: str) -> dict[str, str]:
    return {"do": "retreat", "unit": unit, "hex": label}


# -- 10.2: the Swiss charge --------------------------------------------------------------------------

SWISS, PS, SHOT = "a.c1u1", "b.c1u1", "b.c1u2"


@pytest.mark.example("SN-EX-17", "SN-EX-18", "SN-EX-19")
@pytest.mark.rule(
    "SN-10.1.a", "SN-10.2.a", "SN-10.2.c", "SN-10.2.e", "SN-10.3.a", "SN-10.6.b", "SN-10.6.c", "SN-7.4.i",
    "SN-7.5.b", "SN-12.0.a", "SN-12.0.b", "SN-13.0.b", "SN-13.1.a", "SN-13.1.b", "SN-13.1.c",
)  # fmt: skip
def test_a_swiss_pike_block_charges_and_pursues_pike_and_shot():
    setting_up, result, chase = (example(f"SN-EX-{n}", "snaphance")["expect"] for n in (17, 18, 19))
    given = example("SN-EX-17", "snaphance")["given"]["defenders"]
    swiss = stand(SWISS, "0607", "Pk", ranks=3, charge_bonus=4, pursuit_table="cavalry")
    field = HexField(
        swiss,
        stand(PS, "0605", given[0]["code"], sp=given[0]["sp"]),
        stand(SHOT, "0705", given[1]["code"], sp=given[1]["sp"]),
        dice=(
            *thrown(0, 4), *thrown(0, 3),  # fire of the P&S and of the Shot
            *thrown(3, 10), *thrown(0, setting_up["defender_dice_d6"]), 5,  # the P&S lose by 2
            example("SN-EX-19", "snaphance")["rolls"][0]["die"],
            *thrown(0, 10), *thrown(0, 3),  # the pursuit catches them: a draw
        ),
    )  # fmt: skip
    charged(
        field, SWISS, "0606", PS,
        to(PS, "0604"), to(PS, "0603"),
        to(SHOT, "0704"), to(SHOT, "0803"), to(SHOT, "0802"), to(SHOT, "0901"),
        {"do": "pursue", "unit": SWISS},
    )  # fmt: skip
    assert fought(field)[0] == (SWISS, PS, (SHOT,))
    shots = [(event.unit, event.dice) for event in field.events(Fired)]
    assert shots == [(PS, 4), (SHOT, setting_up["support_dice_d6"])]
    assert rolls(field, "Melee")[:2] == [(SWISS, 10), (PS, setting_up["defender_dice_d6"])]
    shot, regiment = field.stand(SHOT), field.stand(PS)
    assert given[0]["sp"] - regiment.sp == result["loser_sp_lost"]
    assert regiment.disordered
    assert hexes.distance(regiment.place, hexes.named("0605")) == result["loser_retreat_hexes"]
    assert (given[1]["sp"] - shot.sp, shot.disordered) == (result["supporter_sp_lost"], True)
    assert hexes.label(shot.place) == "0901"
    assert hexes.distance(field.stand(SWISS).place, hexes.named("0606")) == chase["pursuit_hexes"]
    assert fought(field)[1] == (SWISS, PS, ())
    assert len(field.events(Fired)) == 2  # the pursued does not fire again
    assert rolls(field, "Melee")[2:] == [(SWISS, 10), (PS, 3)]


@pytest.mark.example("SN-EX-19")
@pytest.mark.rule("SN-10.2.e", "SN-13.0.a")
def test_the_swiss_cannot_choose_to_pursue_the_shot():
    field = HexField(
        stand(SWISS, "0607", "Pk", ranks=3, charge_bonus=4, pursuit_table="cavalry"),
        stand(PS, "0605", "PS"),
        stand(SHOT, "0705", "Sh"),
        dice=(*thrown(0, 7), *thrown(3, 10), *thrown(0, 9), 5, 1),
    )
    charged(
        field, SWISS, "0606", PS,
        to(PS, "0604"), to(PS, "0603"), to(SHOT, "0704"), to(SHOT, "0803"), to(SHOT, "0802"),
        to(SHOT, "0901"), {"do": "pursue", "unit": SWISS},
    )  # fmt: skip
    assert [dict(option.key) for option in field.asked[-1].options] == [
        {"do": "pursue", "unit": SWISS},
        {"do": "hold", "unit": SWISS},
    ]


# -- 11.1: one rank against two ----------------------------------------------------------------------

LANCERS, PISTOLS = "a.c1u1", "b.c1u1"


@pytest.mark.example("SN-EX-20", "SN-EX-21")
@pytest.mark.rule(
    "SN-7.4.e", "SN-7.4.1.a", "SN-10.1.a", "SN-10.1.c", "SN-8.1.d", "SN-8.4.b", "SN-8.4.c", "SN-10.3.g",
    "SN-11.1.d", "SN-11.3.a",
)  # fmt: skip
def test_lancers_charge_a_double_pistol_unit():
    fire, fight = (example(f"SN-EX-{n}", "snaphance")["expect"] for n in (20, 21))
    row = example("SN-EX-20", "snaphance")
    lancers, pistols = row["given"]["attacker"], row["given"]["defender"]
    dice = (
        *thrown(1, fire["defensive_fire_dice_d6"]), row["rolls"][1]["die"],
        *thrown(1, fight["lancer_dice_d6"]), *thrown(1, fight["pistol_dice_d6"]),
        *(each["die"] for each in example("SN-EX-21", "snaphance")["rolls"][2:]),
    )  # fmt: skip
    field = HexField(
        stand(
            LANCERS, "0607", "Ln", sp=lancers["sp"], charge_bonus=lancers["charge_bonus"],
            charge_bonus_after_loss=lancers["charge_bonus_after_loss"],
        ),
        stand(PISTOLS, "0605", "Pi", sp=pistols["sp_by_rank"][0], ranks=2),
        dice=dice,
    )  # fmt: skip
    clash = Clash(LANCERS, PISTOLS)
    potential = lancers["sp"] + charge_bonus(field.stand(LANCERS))
    assert potential == fire["potential_lancer_dice_d6"]
    charged(field, LANCERS, "0606", PISTOLS, to(LANCERS, "0607"), to(LANCERS, "0608"), to(LANCERS, "0609"))
    assert rolls(field, "Melee") == [(LANCERS, fight["lancer_dice_d6"]), (PISTOLS, fight["pistol_dice_d6"])]
    (decided,) = field.events(MeleeDecided)
    assert decided.losses == (fight["lancer_morale_loss"], fight["pistol_morale_loss"])
    assert decided.winner == -1
    mine, theirs = field.stand(LANCERS), field.stand(PISTOLS)
    assert (mine.sp, charge_bonus(mine)) == (fight["lancer_sp_after"], fight["lancer_charge_bonus_after"])
    assert theirs.ranks == fight["pistol_sp_by_rank_after"]
    assert mine.disordered
    assert theirs.disordered
    assert (hexes.label(mine.place), mine.facing) == ("0609", 1)
    assert field.state.melees == []
    assert melee_dice.number(melee_dice.terms(field.state, clash, "defender")) == 4  # disordered by now


# -- Battle Stand example 2 --------------------------------------------------------------------------

P1, P2, P3 = "a.c1u1", "a.c1u2", "a.c1u3"
PIKE, SHOT2, BROWN = "b.c1u1", "b.c1u2", "b.c2u1"
NAMES = {
    "P&S1": P1, "P&S2": P2, "P&S3": P3, "Pike": PIKE, "Shot": SHOT2, "Brown P&S": BROWN,
}  # fmt: skip


def blue(count: int, row: str = "07") -> list[Stand]:
    """P&S1 to P&S3, side by side; from 06 they have Pike (0705) and Shot (0805) before them."""
    return [stand(f"a.c1u{n}", f"{5 + n:02d}{row}", "PS") for n in range(1, count + 1)]


def brown_side() -> list[Stand]:
    return [stand(PIKE, "0705", "Pk", ranks=3), stand(SHOT2, "0805", "Sh")]


def named(melees: list[list[str]]) -> list[tuple[str, str]]:
    return [(NAMES[one], NAMES[other]) for one, other in melees]


@pytest.mark.example("SN-EX-22")
@pytest.mark.rule("SN-10.2.c", "SN-10.2.f", "SN-4.9.a")
def test_diagram_1_every_stand_contacted_is_assaulted_individually():
    expect = example("SN-EX-22", "snaphance")["expect"]
    dice = (*thrown(0, 7), *thrown(0, 6), *thrown(0, 5), *thrown(0, 7), *thrown(0, 5))
    field = HexField(*blue(2), *brown_side(), dice=dice)
    first = {"do": "melee", "unit": P1, "target": PIKE}
    charged(field, P1, "0606", PIKE, first, together=(P2,))
    assert [pair[:2] for pair in fought(field)] == named(expect["melees"])
    assert [pair[2] for pair in fought(field)] == [(), ()]
    assert {one for melee in field.state.melees for one in melee.stands} == {
        NAMES[name] for name in expect["battle_stands"]
    }


@pytest.mark.example("SN-EX-23")
@pytest.mark.rule("SN-10.2.f", "SN-10.6.a", "SN-10.6.b")
def test_diagram_2_the_attacker_chooses_who_fights_and_whom_the_third_supports():
    expect = example("SN-EX-23", "snaphance")["expect"]
    dice = (*thrown(0, 7 + 4), *thrown(0, 6), *thrown(0, 5), *thrown(0, 7), *thrown(0, 5))
    field = HexField(*blue(3), *brown_side(), dice=dice)
    charged(
        field, P1, "0606", PIKE,
        {"do": "battle-stand", "unit": P1, "target": PIKE},
        {"do": "support", "unit": P2},
        {"do": "support", "unit": P2, "target": PIKE},
        {"do": "melee", "unit": P1, "target": PIKE},
        together=(P2, P3),
    )  # fmt: skip
    assert [pair[:2] for pair in fought(field)] == named(expect["chosen_melees"])
    assert [pair[2] for pair in fought(field)] == [(P2,), ()]
    options = [{str(option.key.get("target", "")) for option in asked.options} for asked in field.asked[1:3]]
    assert options == [{SHOT2, ""}, {PIKE, SHOT2}]  # P&S2 fights the Shot, or supports in either melee


@pytest.mark.example("SN-EX-24")
@pytest.mark.rule("SN-11.4.a", "SN-10.6.d", "SN-10.6.b")
def test_diagram_3_a_stand_of_another_command_reignites_the_melee():
    row = example("SN-EX-24", "snaphance")
    support = 4  # half of 6 SP and a Charge Bonus of 1, rounded up
    field = HexField(
        *blue(3, "06"), *brown_side(), stand(BROWN, "0604", "PS"), active=1,
        dice=(*thrown(0, 6 + support), *thrown(0, 6 + 3)),
    )  # fmt: skip
    field.state.melees = [Melee((P1, PIKE), (P2,), ("a.c1",)), Melee((P3, SHOT2), (), ("a.c1",))]
    charged(field, BROWN, "0605", NAMES[row["given"]["contacted"]])
    ((attacker, defender, supporters),) = fought(field)
    assert [attacker, defender] == [NAMES[name] for name in row["expect"]["reignited_melee"]]
    assert set(supporters) == {P2, NAMES[row["expect"]["new_supporting_stand"]]}
    assert rolls(field, "Melee") == [(PIKE, 6 + support), (P1, 6 + 3)]
    assert field.events(Fired) == []
    again = next(melee for melee in field.state.melees if melee.stands == (P1, PIKE))
    assert set(again.supporters) == {P2, BROWN}
    assert again.fought == ("a.c1", "b.c2")


@pytest.mark.example("SN-EX-25")
@pytest.mark.rule("SN-11.4.c", "SN-7.4.b")
def test_diagram_4_a_supporting_stand_is_pulled_into_its_own_melee():
    row = example("SN-EX-25", "snaphance")
    field = HexField(
        *blue(2, "06"), *brown_side()[:1], stand(BROWN, "0604", "PS"), active=1,
        dice=(*thrown(0, 7), *thrown(0, 6)),
    )  # fmt: skip
    field.state.melees = [Melee((P2, PIKE), (P1,), ("a.c1",))]
    charged(field, BROWN, "0605", NAMES[row["given"]["contacted"]])
    ((attacker, defender, supporters),) = fought(field)
    assert [attacker, defender] == [NAMES[name] for name in row["expect"]["new_melee"]]
    assert supporters == ()
    assert field.events(Fired) == []
    assert [melee.stands for melee in field.state.melees] == [(P2, PIKE), (P1, BROWN)]
    assert field.state.melees[0].supporters == ()


def fallen(code: str = "PS", loss: int = 0, sp: int = 6, **changes: Any) -> Fallen:
    return Fallen(CLASSES[code], loss, changes.pop("shaken", False), sp, **changes)


@pytest.mark.rule("SN-10.1.d", "SN-11.0.a")
@pytest.mark.parametrize(("losses", "verdict"), [
    ((0, 1), WON), ((1, 0), LOST), ((2, 1), LOST), ((3, 4), WON), ((0, 0), DRAWN), ((2, 2), DRAWN),
])  # fmt: skip
def test_the_greater_morale_loss_loses(losses: tuple[int, int], verdict: int):
    made = decide(fallen(loss=losses[0]), fallen(loss=losses[1]))
    assert made.verdicts == (verdict, -verdict)


@pytest.mark.rule("SN-8.1.d", "SN-11.0.b")
@pytest.mark.parametrize(("losses", "sp"), [
    ((1, 0), (1, 0)), ((2, 0), (2, 0)), ((5, 0), (2, 0)), ((3, 2), (2, 1)), ((2, 1), (2, 1)),
])  # fmt: skip
def test_the_loser_loses_two_sp_at_most_and_the_winner_one(losses: tuple[int, int], sp: tuple[int, int]):
    assert decide(fallen(loss=losses[0]), fallen(loss=losses[1])).sp == sp
    assert decide(fallen(loss=losses[1]), fallen(loss=losses[0])).sp == sp[::-1]


@pytest.mark.rule("SN-8.1.d", "SN-11.3.a")
def test_in_a_draw_both_lose_one_at_most():
    assert decide(fallen(loss=2), fallen(loss=2)).sp == (1, 1)


@pytest.mark.rule("SN-11.1.a", "SN-11.1.b", "SN-11.1.c")
@pytest.mark.parametrize(("code", "enemy", "sp"), [
    ("Hs", "PS", 1), ("Ln", "Dr", 1), ("Pi", "Art", 1), ("Hs", "Hs", 2), ("Hs", "LC", 1), ("PS", "Hs", 2),
    ("LC", "Hs", 1), ("LC", "Sh", 1), ("LC", "LC", 1),
    ("PS", "Sk", 1), ("PS", "LC", 1), ("PS", "Sh", 2), ("PS", "Dr", 2),
])  # fmt: skip
def test_mounted_against_foot_and_light_cavalry_lose_one_at_most_and_light_troops_cause_one(
    code: str, enemy: str, sp: int
):
    assert decide(fallen(code, 4), fallen(enemy)).sp[0] == sp


@pytest.mark.rule("SN-C-found-tower", "SN-C-terrain")
def test_the_garrison_of_a_fortified_building_loses_one_at_most():
    assert decide(fallen("Sh", 4, garrison=True), fallen("PS")).sp == (1, 0)


@pytest.mark.rule("SN-8.3.b", "SN-8.3.c", "SN-11.0.b", "SN-11.2.a")
@pytest.mark.parametrize(
    ("one", "other", "verdict", "by_morale", "sp"),
    [
        ({"shaken": True}, {}, DRAWN, DRAWN, (1, 0)),
        ({"loss": 2, "shaken": True}, {}, LOST, LOST, (2, 0)),
        ({"loss": 1, "shaken": True}, {}, LOST, LOST, (1, 0)),
        ({"loss": 1, "sp": 1}, {"loss": 3}, LOST, WON, (1, 1)),
        ({"sp": 1, "shaken": True}, {"loss": 1}, LOST, WON, (1, 1)),
        ({"loss": 1, "sp": 1, "alone": False}, {"loss": 3}, WON, WON, (1, 2)),
        ({"loss": 1, "sp": 1, "alone": False}, {"loss": 3, "sp": 2}, WON, WON, (1, 2)),
        ({"loss": 3, "sp": 2}, {"loss": 1}, LOST, LOST, (2, 1)),
    ],
    ids=[
        "only for having been disordered", "disordered and beaten by 2", "disordered and beaten by 1",
        "a lone stand is eliminated", "it dies of its disorder alone", "a supported stand is eliminated",
        "the other is killed by its defeat alone", "it loses anyway and dies of two SP",
    ],
)  # fmt: skip
def test_disorder_and_elimination_in_a_decision(
    one: dict[str, Any], other: dict[str, Any], verdict: int, by_morale: int, sp: tuple[int, int]
):
    made = decide(fallen(**one), fallen(**other))
    assert made.verdicts == (verdict, -verdict)
    assert made.by_morale == (by_morale, -by_morale)
    assert made.sp == sp


@pytest.mark.rule("SN-11.2.a")
@pytest.mark.parametrize("alone", [(True, True), (True, False), (False, True), (False, False)])
def test_if_both_battle_stands_are_eliminated_nobody_wins_whoever_supports_them(alone: tuple[bool, bool]):
    for losses in ((2, 1), (1, 2)):
        made = decide(*(fallen(loss=losses[side], sp=1, alone=alone[side]) for side in (0, 1)))
        assert (made.verdicts, made.sp) == ((DRAWN, DRAWN), (1, 1))
