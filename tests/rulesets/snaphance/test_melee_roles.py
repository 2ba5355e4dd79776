"""Battle Stands and supporting stands: who fights whom when stands have met (SN-10.2, SN-10.6, SN-11.4)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.snaphance import clash, hexes, melee
from rulesets.snaphance.charge import may_charge
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.events.melee import SupportEnded
from rulesets.snaphance.melee.roles import again
from rulesets.snaphance.state import Melee
from tests.kit.hexfield import HexField, Stand, stand
from tests.kit.scripted import Answer

P1, P2, P3 = "a.c1u1", "a.c1u2", "a.c1u3"
X, Y, Z = "b.c1u1", "b.c1u2", "b.c1u3"


def attackers(*codes: str) -> list[Stand]:
    """P1, P2, P3 side by side at 0606, 0706, 0806, facing north: between two of them lies a hex in front."""
    return [stand(f"a.c1u{n}", f"{5 + n:02d}06", code) for n, code in enumerate(codes, 1)]


def assign(field: HexField, ids: list[str], *answers: Answer, **more: Any) -> list[Clash]:
    """The clashes that these stands bring about, each having come straight up from behind."""
    comers = [field.stand(one) for one in ids]
    approaches = {
        each.id: Approach(each.id, hexes.rear(each.place, each.facing)[0], 1, True, "charge")
        for each in comers
    }
    made: list[Clash] = field.run(melee.assign(field, comers, approaches, **more), *answers)
    return made


def pairs(clashes: list[Clash]) -> list[tuple[str, str]]:
    return [(clash.attacker, clash.defender) for clash in clashes]


# -- one attacker -------------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.2.b", "SN-10.2.c", "SN-10.2.d")
@pytest.mark.parametrize(
    ("first", "second", "how", "pair", "supports", "idle"),
    [
        (("PS",), ("PS",), {"chosen": X}, X, (Y,), ()),
        (("PS",), ("PS",), {"before": Y}, Y, (X,), ()),
        (("Sh",), ("PS",), {}, Y, (X,), ()),
        (("PS", 1), ("PS",), {}, Y, (), (X,)),
        (("PS", 1), ("PS", 1), {"before": X}, X, (), ()),
    ],
    ids=["asked", "chosen before", "Combat Stand first", "who faces it first", "both struck on the flank"],
)
def test_whom_a_single_charger_fights(
    first: Any, second: Any, how: dict[str, str], pair: str, supports: tuple[str, ...], idle: tuple[str, ...]
):
    field = HexField(*attackers("PS"), stand(X, "0605", *first), stand(Y, "0705", *second))
    answers = [{"do": "battle-stand", "unit": P1, "target": how["chosen"]}] if "chosen" in how else []
    (clash,) = assign(field, [P1], *answers, targets={P1: how["before"]} if "before" in how else {})
    assert (clash.attacker, clash.defender) == (P1, pair)
    assert (clash.supporters[1], clash.idle) == (supports, idle)


# -- several attackers --------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.2.c", "SN-10.2.f")
def test_of_two_attackers_one_fights_each_of_two_enemies():
    field = HexField(*attackers("PS", "PS"), stand(X, "0705", "Pk"), stand(Y, "0805", "Sh"))
    clashes = assign(field, [P1, P2])
    assert pairs(clashes) == [(P1, X), (P2, Y)]
    assert all(clash.supporters == ((), ()) for clash in clashes)


@pytest.mark.rule("SN-10.2.f")
def test_with_more_attackers_than_enemies_their_player_says_who_supports():
    field = HexField(*attackers("PS", "PS", "PS"), stand(X, "0705", "Pk"), stand(Y, "0805", "Sh"))
    clashes = assign(
        field,
        [P1, P2, P3],
        {"do": "support", "unit": P1},
        # P2 must fight the Pikes then, for otherwise nobody would
    )
    assert pairs(clashes) == [(P2, X), (P3, Y)]
    assert clashes[0].supporters == ((P1,), ())


@pytest.mark.rule("SN-10.2.f")
def test_no_attacker_may_support_while_an_enemy_that_it_meets_has_none():
    field = HexField(*attackers("PS", "PS"), stand(X, "0605", "Sh"), stand(Y, "0805", "Sh"))
    assert pairs(assign(field, [P1, P2])) == [(P1, X), (P2, Y)]
    assert field.asked == []


@pytest.mark.rule("SN-10.2.c", "SN-10.2.f")
def test_two_attackers_against_three_enemies_fight_the_combat_stands():
    field = HexField(
        *attackers("PS", "PS"), stand(X, "0605", "Sh"), stand(Y, "0705", "PS"), stand(Z, "0805", "PS")
    )
    clashes = assign(field, [P1, P2])
    assert pairs(clashes) == [(P1, Y), (P2, Z)]
    assert clashes[0].supporters == ((), (X,))


# -- supporting stands --------------------------------------------------------------------------------


@pytest.mark.rule("SN-10.6.a")
def test_only_who_has_the_enemy_battle_stand_in_front_supports():
    field = HexField(
        *attackers("PS"), stand(X, "0705", "PS"),
        stand("a.c2u1", "0706", "Sh"), stand("a.c2u2", "0804", "PS", 1), stand(Y, "0605", "PS", 1),
    )  # fmt: skip
    (clash,) = assign(field, [P1], targets={P1: X})
    assert clash.supporters == (("a.c2u1",), ())


@pytest.mark.rule("SN-10.6.a")
def test_who_faces_the_enemies_of_two_melees_chooses_which_it_supports():
    field = HexField(
        *attackers("PS", "PS"), stand(X, "0605", "PS"), stand(Y, "0805", "PS"), stand(Z, "0705", "Sh")
    )
    clashes = assign(field, [P1, P2], {"do": "support", "unit": Z, "target": P2})
    assert pairs(clashes) == [(P1, X), (P2, Y)]
    assert [clash.supporters for clash in clashes] == [((), ()), ((), (Z,))]
    assert field.asked[-1].side == 1


@pytest.mark.rule("SN-10.6.a")
@pytest.mark.parametrize("ongoing", [Melee((P2, Y)), Melee((P3, Y), (P2,))], ids=["fights", "supports"])
def test_who_fights_or_supports_an_ongoing_melee_stays_with_it(ongoing: Melee):
    field = HexField(*attackers("PS", "PS", "PS"), stand(X, "0705", "PS"), stand(Y, "0805", "PS"))
    field.state.melees = [ongoing]
    (clash,) = assign(field, [P1], targets={P1: X})
    assert clash.supporters == ((), ())


@pytest.mark.rule("SN-C-terrain", "SN-C-found-tower")
def test_nobody_supports_an_attack_on_a_fortified_building():
    field = HexField(
        *attackers("Sh", "Sh"), stand(X, "0705", "Sh"), stand(Y, "0605", "Sh"), terrain={"0705": "fort"}
    )
    (clash,) = assign(field, [P1], targets={P1: X})
    assert clash.supporters == ((), (Y,))


# -- ongoing melees -----------------------------------------------------------------------------------


@pytest.mark.rule("SN-11.4.a", "SN-10.6.d")
def test_who_charges_a_battle_stand_of_an_ongoing_melee_joins_it_in_support():
    field = HexField(*attackers("PS", "PS"), stand(X, "0705", "PS"))
    field.state.melees = [Melee((P1, X), began=1)]
    (clash,) = assign(field, [P2])
    assert (clash.attacker, clash.defender, clash.again) == (X, P1, True)
    assert clash.supporters == ((), (P2,))
    assert set(clash.approaches) == {P2}


@pytest.mark.rule("SN-7.4.b", "SN-11.4.a")
def test_nobody_in_the_ongoing_melee_fires_at_him():
    field = HexField(*attackers("PS", "PS"), stand(X, "0705", "PS"), stand(Y, "0605", "Sh"))
    field.state.melees = [Melee((P1, X), (Y,))]
    (clash,) = assign(field, [P2])
    assert clash.silent == {P1, X, Y}


@pytest.mark.rule("SN-11.4.c")
def test_who_meets_only_a_supporter_pulls_him_out_into_a_melee_of_its_own():
    field = HexField(*attackers("PS", "PS"), stand(X, "0605", "PS"), stand(Y, "0705", "Sh"))
    field.state.melees = [Melee((P1, X), (Y,))]
    (clash,) = assign(field, [P2])
    assert (clash.attacker, clash.defender, clash.again) == (P2, Y, False)
    assert Y in clash.silent
    assert field.state.melees == [Melee((P1, X))]
    assert [event.unit for event in field.events(SupportEnded)] == [Y]


@pytest.mark.rule("SN-11.4.c", "SN-11.4.a")
def test_who_meets_the_battle_stand_too_joins_the_melee():
    field = HexField(*attackers("PS", "PS"), stand(X, "0705", "PS"), stand(Y, "0805", "Sh", 3))
    field.state.melees = [Melee((P1, X), (Y,))]
    (clash,) = assign(field, [P2], targets={P2: Y})
    assert (clash.attacker, clash.again) == (P1, True)


@pytest.mark.rule("SN-10.2.f", "SN-11.4.a")
def test_an_attacker_that_is_left_over_may_join_an_ongoing_melee():
    field = HexField(
        *attackers("PS", "PS", "PS"), stand(X, "0605", "PS"), stand(Y, "0705", "PS"), stand(Z, "0905", "PS")
    )
    field.state.melees = [Melee((P1, X))]
    clashes = assign(field, [P2, P3])
    assert pairs(clashes) == [(P2, Y), (P3, Z)]


@pytest.mark.rule("SN-11.4.a", "SN-10.6.a")
def test_of_two_ongoing_melees_only_the_one_that_is_joined_is_fought_again():
    field = HexField(
        *attackers("PS", "PS"), stand(X, "0605", "PS"), stand(Y, "0705", "PS"), stand(Z, "0805", "PS"),
        stand("a.c2u1", "0704", "PS", 4), stand("a.c2u2", "0804", "PS", 4),
    )  # fmt: skip
    field.state.melees = [Melee(("a.c2u1", Y)), Melee(("a.c2u2", Z))]
    clashes = assign(field, [P1, P2], {"do": "support", "unit": P2, "target": Z})
    assert pairs(clashes) == [(P1, X), ("a.c2u2", Z)]
    assert clashes[1].supporters == ((P2,), ())


@pytest.mark.rule("SN-11.3.b")
def test_an_ongoing_melee_is_fought_again_by_all_who_can_support_it():
    field = HexField(
        *attackers("PS", "PS"), stand(X, "0705", "PS"), stand(Y, "0605", "Sh"), stand(Z, "0805", "Sh", 1)
    )
    field.state.melees = [Melee((P1, X), (Y,), began=1)]
    clash = again(field.state, field.state.melees[0])
    assert (clash.attacker, clash.defender) == (X, P1)
    assert clash.supporters == ((Y,), (P2,))
    assert not clash.approaches


@pytest.mark.rule("SN-C-found-tower", "SN-C-terrain")
@pytest.mark.parametrize(("code", "attacked", "may"), [
    ("PS", False, True), ("Dr", False, True), ("Hs", False, False), ("LC", False, False), ("PS", True, False),
])  # fmt: skip
def test_only_foot_attack_a_fortified_building_one_stand_at_a_time(code: str, attacked: bool, may: bool):
    field = HexField(
        stand(P1, "0606", code, charge_bonus=1), stand(P2, "0706", "PS"), stand(X, "0705", "Sh"),
        terrain={"0705": "fort"},
    )  # fmt: skip
    field.state.melees = [Melee((P2, X))] if attacked else []
    one, garrison = field.stand(P1), field.stand(X)
    assert may_charge(field.state, one, garrison, hexes.named("0607"), one.place) is may


@pytest.mark.rule("SN-10.6.a", "SN-10.4.e")
@pytest.mark.parametrize(("facing", "supporters"), [(1, (P2,)), (2, (P2,)), (0, ()), (3, ())])
def test_a_supporter_that_turns_to_face_another_attacker_supports_no_longer(
    facing: int, supporters: tuple[str, ...]
):
    field = HexField(*attackers("PS", "PS"), stand(X, "0705", "PS"))
    field.state.melees = [Melee((P1, X), (P2,))]
    field.stand(P2).facing = facing
    clash.turned(field, field.stand(P2))
    assert field.state.melees == [Melee((P1, X), supporters)]
