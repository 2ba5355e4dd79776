"""Multiple melees: Main and Support Units, passive activation, the Baggage (BQ-7.6, BQ-7.9)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque.charge import run as charge
from rulesets.baroque.events.command import UnitActivated, UnitDone
from rulesets.baroque.events.field import BaggageSacked, Contacted, Disordered, Moved
from rulesets.baroque.melee.facts import ChargeFacts
from rulesets.baroque.melee.fight import fight
from rulesets.baroque.melee.roles import Bout, coverage, divide, melee_of
from rulesets.baroque.state import Unit
from rulesets.engine.events import Rolled
from tests.kit.field import Field, unit
from tests.kit.reacting import horse

MISS = (1, 1, 1, 1, 1, 1)


def in_contact(*units: Unit, contacts: dict[tuple[str, str], str], **changes: Any) -> Field:
    field = Field(*units, **changes)
    for (one, two), face in contacts.items():
        field.apply(Contacted("BQ-7.1.a", one, two, face))  # type: ignore[arg-type]
    return field


def named(bouts: list[Bout]) -> list[tuple[tuple[str, str], tuple[str, ...], tuple[str, ...]]]:
    return [
        (
            (bout.mains[0].id, bout.mains[1].id),
            tuple(one.id for one in bout.supports[0]),
            tuple(one.id for one in bout.supports[1]),
        )
        for bout in bouts
    ]


def rolls(field: Field, purpose: str) -> list[Any]:
    return [event.roll for event in field.events(Rolled) if event.roll.purpose == purpose]


# ---------------------------------------------------------------------------- who is Main Unit


@pytest.mark.rule("BQ-7.6.a", "BQ-7.6.c", "BQ-7.6.d")
@pytest.mark.example("EX-7.6-diagram")
def test_the_unit_that_covers_more_of_the_enemy_front_is_the_main_unit() -> None:
    field = in_contact(
        unit("a1", 9.2, 7, 90), unit("a2", 11.2, 7, 90), unit("b1", 10, 7, 270),
        contacts={("a1", "b1"): "front", ("a2", "b1"): "front"},
    )  # fmt: skip
    first, second, enemy = field.state.units.values()
    assert coverage(field.state, first, enemy, 0) == 1.2
    assert coverage(field.state, second, enemy, 0) == 0.8
    assert named(field.run(divide(field, second))) == [(("a1", "b1"), ("a2",), ())]


@pytest.mark.rule("BQ-7.6.f")
@pytest.mark.example("EX-7.6-diagram")
@pytest.mark.parametrize("face", ["side", "flank", "rear"])
def test_an_enemy_at_the_front_comes_before_one_at_side_flank_or_rear(face: str) -> None:
    field = in_contact(
        unit("a1", 11.9, 7, 90), unit("a2", 9, 7.4, 0), unit("b1", 10, 7, 270),
        contacts={("a2", "b1"): face, ("a1", "b1"): "front"},
    )  # fmt: skip
    assert named(field.run(divide(field, field.state.units["a2"]))) == [(("a1", "b1"), ("a2",), ())]


@pytest.mark.rule("BQ-7.6.f", "BQ-7.6.i")
def test_without_a_contact_at_the_front_the_active_player_chooses() -> None:
    for chosen in ("a1", "a2"):
        field = in_contact(
            unit("a1", 11, 6.6, 180), unit("a2", 9, 6.6, 0), unit("b1", 10, 7, 90),
            contacts={("a1", "b1"): "flank", ("a2", "b1"): "flank"},
        )  # fmt: skip
        bouts = field.run(
            divide(field, field.state.units["a1"]), {"do": "main", "unit": chosen, "target": "b1"}
        )
        assert field.asked[0].side == 0
        assert bouts[0].mains[0].id == chosen


@pytest.mark.rule("BQ-7.6.e", "BQ-7.6.g", "BQ-7.6.h")
def test_more_than_two_main_units_make_smaller_melees() -> None:
    field = in_contact(
        unit("a1", 9, 7, 90), unit("a2", 11.5, 7, 90), unit("b1", 9, 7, 270), unit("b2", 11, 7, 270),
        contacts={("a1", "b1"): "front", ("a2", "b2"): "front", ("a1", "b2"): "front"},
    )  # fmt: skip
    assert named(field.run(divide(field, field.state.units["a1"]))) == [
        (("a1", "b1"), (), ()),
        (("a2", "b2"), (), ()),
    ]


@pytest.mark.rule("BQ-7.6.1.a", "BQ-7.6.c", "BQ-7.6.g")
@pytest.mark.example("EX-7.6.1-diagram")
def test_a_newcomer_becomes_main_unit_and_the_old_one_supports_both_melees() -> None:
    # m1 = a1, b1; m2 = a2, b2. a2 covers 0.6 BU of b2 and touches b1; the newcomer a3 covers 1.4 BU of b2.
    field = in_contact(
        unit("a1", 8.2, 7, 90), unit("a2", 10.2, 7, 90), unit("b1", 8.6, 7, 270), unit("b2", 11.6, 7, 270),
        contacts={("a1", "b1"): "front", ("a2", "b2"): "front", ("a2", "b1"): "front"},
    )  # fmt: skip
    assert named(field.run(divide(field, field.state.units["a1"]))) == [
        (("a1", "b1"), (), ()),
        (("a2", "b2"), (), ()),
    ]
    newcomer = unit("a3", 12.2, 7, 90)
    field.state.units["a3"] = newcomer
    field.apply(Contacted("BQ-7.1.a", "a3", "b2", "front"))
    assert named(field.run(divide(field, newcomer))) == [
        (("a1", "b1"), ("a2",), ()),
        (("a3", "b2"), ("a2",), ()),
    ]


@pytest.mark.rule("BQ-7.6.d")
def test_an_angled_front_is_projected_on_the_front_of_the_unit_that_is_not_active() -> None:
    field = in_contact(unit("a1", 10, 6.5, 60), unit("b1", 10, 7, 270), contacts={("a1", "b1"): "front"})
    angled, straight = field.state.units.values()
    # 2 BU x cos 30 degrees of b1's front; from the other side b1's front reaches beyond an end of a1's.
    assert coverage(field.state, angled, straight, 0) == 1.73
    assert coverage(field.state, straight, angled, 1) == 1.62


# ---------------------------------------------------------------------------- fighting it


@pytest.mark.rule("BQ-7.6.b", "BQ-7.6.j")
def test_support_dice_are_half_and_only_the_main_unit_is_hurt() -> None:
    field = in_contact(
        unit("a1", 9.2, 7, 90, i=0), unit("a2", 11.2, 7, 90, i=0), unit("b1", 10, 7, 270, i=0),
        contacts={("a1", "b1"): "front", ("a2", "b1"): "front"},
        dice=(5, 1, 1, 1, 1, 1, 5, 1, 1, 6, 1, 1, 1, 1, 1, 6, 2, 4, 4),
    )  # fmt: skip
    # A pair of 5s across both pools hits b1, which rolls 2 for a 5; a1 is hit too and rolls 6. Two retreats.
    field.run(fight(field, field.state.units["a1"]))
    first, second, enemy = field.state.units.values()
    assert (first.losses, second.losses, enemy.losses) == (1, 0, 0)
    assert (first.disordered, second.disordered, enemy.disordered) == (True, True, True)


@pytest.mark.rule("BQ-7.6.j")
def test_supports_of_a_beaten_main_unit_are_disordered_and_retreat_with_their_own_dice() -> None:
    field = in_contact(
        horse("a1", 9.2, 7, 90, i=0), horse("a2", 11.2, 7, 90, i=0), unit("b1", 10, 7, 270, "T", i=0),
        contacts={("a1", "b1"): "front", ("a2", "b1"): "front"},
        dice=(*MISS, 1, 1, 1, 6, 1, 1, 1, 1, 1, 6, 1, 6),
    )  # fmt: skip
    field.run(fight(field, field.state.units["a1"]))
    first, second, _ = field.state.units.values()
    assert (first.place.y, second.place.y) == (6, 4)
    assert [event.unit for event in field.events(Disordered)] == ["a1", "a2"]
    assert not field.state.contacts


@pytest.mark.rule("BQ-7.6.j", "BQ-7.5.2.a")
def test_supports_retreat_when_their_main_unit_routs() -> None:
    field = in_contact(
        horse("a1", 9.2, 7, 90, i=0, vbu=1), horse("a2", 11.2, 7, 90, i=0), unit("b1", 10, 7, 270, "T", i=0),
        contacts={("a1", "b1"): "front", ("a2", "b1"): "front"},
        dice=(1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 6, 2),
    )  # fmt: skip
    field.run(fight(field, field.state.units["a1"]))
    assert field.state.units["a1"].status == "routed"
    assert field.state.units["a2"].place.y == 5
    assert field.state.units["a2"].disordered


@pytest.mark.rule("BQ-7.3.c")
def test_pikes_in_support_deny_the_impetus_too() -> None:
    gallopers = horse("a1", 10, 7, 90, "GA", i=4)
    field = in_contact(
        gallopers, unit("b1", 9.5, 7, 270, "T", i=0), unit("b2", 11.5, 7, 270, "PK"),
        contacts={("a1", "b1"): "front", ("a1", "b2"): "front"}, dice=(1,) * 15,
    )  # fmt: skip
    field.run(fight(field, gallopers, charge=ChargeFacts(frozenset({"a1"}))), {"do": "stay", "unit": "a1"})
    assert len(rolls(field, "Melee")[0].dice) == 6


@pytest.mark.rule("BQ-8.1.5")
def test_a_feared_support_unit_frightens_the_main_unit_that_it_fights() -> None:
    field = in_contact(
        unit("a1", 10, 7, 90, i=0), unit("b1", 9.5, 7, 270, i=0),
        unit("b2", 11.5, 7, 270, i=0, special=("Feared Unit",)),
        contacts={("a1", "b1"): "front", ("a1", "b2"): "front"}, dice=(1,) * 14,
    )  # fmt: skip
    field.run(fight(field, field.state.units["a1"]))
    assert [len(roll.dice) for roll in rolls(field, "Melee")] == [5, 6]


@pytest.mark.rule("BQ-7.6.k")
def test_support_units_may_pursue_when_their_main_unit_really_does() -> None:
    field = in_contact(
        horse("a1", 9.2, 7, 90, "GA"), horse("a2", 11.2, 7, 90), horse("b1", 10, 7, 270),
        contacts={("a1", "b1"): "front", ("a2", "b1"): "front"},
        dice=(6, 1, 1, 1, 1, 1, 1, 1, 1, *MISS, 6, 6, 1, 2),
    )  # fmt: skip
    field.run(
        fight(field, field.state.units["a1"]),
        {"do": "straight", "unit": "a1"}, {"do": "pursue", "unit": "a2"}, {"do": "straight", "unit": "a2"},
    )  # fmt: skip
    first, second, beaten = field.state.units.values()
    assert (beaten.place.y, first.place.y, second.place.y) == (10, 8, 8)


# ---------------------------------------------------------------------------- passive activation


@pytest.mark.rule("BQ-7.6.1.b")
def test_friends_of_the_same_command_in_the_melee_count_as_activated() -> None:
    # a2 has most of the front: 6 dice, and halves of 6 + 2 and of 6 for a1 and a3, against 6 - 1 - 1.
    field = Field(
        unit("a1", 11.2, 6.8, 90), unit("a2", 9.2, 7, 90), unit("a3", 9, 7.4, 0, command="a.c2"),
        unit("b1", 10, 7, 270, i=0), dice=(1,) * (6 + 4 + 3 + 5),
    )  # fmt: skip
    field.apply(Contacted("BQ-7.1.a", "a2", "b1", "front"))
    field.apply(Contacted("BQ-7.1.a", "a3", "b1", "flank"))
    field.apply(UnitActivated("BQ-4.1.1.d", "a1"))
    field.run(charge.charge(field, field.state.units["a1"], field.state.units["b1"], bonus=False))
    assert [(event.unit, event.passive) for event in field.events(UnitDone)] == [("a2", True)]
    assert field.state.units["a2"].activated
    assert not field.state.units["a3"].activated


# ---------------------------------------------------------------------------- the Baggage


def camp(**changes: Any) -> Unit:
    changes = {"width": 3.0, "depth": 1.0, "vbu": 2, "i": 0, "m_bu": 0, **changes}
    return unit("b9", 10, 8, 270, "BAG", **changes)


@pytest.mark.rule("BQ-7.9.a", "BQ-7.9.b", "BQ-2.8.b", "BQ-2.8.c")
def test_the_baggage_fights_with_its_vbu_and_is_sacked_at_zero() -> None:
    field = in_contact(
        unit("a1", 10, 8, 90, "WB"), camp(), contacts={("a1", "b9"): "front"},
        dice=(6, 6, 1, 1, 1, 1, 1, 1, 6, 4),
    )  # fmt: skip
    field.run(fight(field, field.state.units["a1"]))
    assert [len(roll.dice) for roll in rolls(field, "Melee")] == [6, 2]
    assert [event.side for event in field.events(BaggageSacked)] == [1]
    assert field.state.sides[1].baggage_sacked
    assert not field.state.units["b9"].on_field


@pytest.mark.rule("BQ-7.9.a")
def test_baggage_that_loses_a_round_stays_where_it_is() -> None:
    field = in_contact(
        unit("a1", 10, 8, 90, i=0), camp(vbu=4), contacts={("a1", "b9"): "front"},
        dice=(6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5),
    )  # fmt: skip
    field.run(fight(field, field.state.units["a1"]))
    assert field.state.units["b9"].losses == 2
    assert field.state.contacts == {("a1", "b9"): "front"}
    assert field.events(Moved) == []


@pytest.mark.rule("BQ-7.9.c")
def test_the_rescuer_of_the_baggage_is_only_its_support() -> None:
    field = in_contact(
        unit("a1", 10, 8, 90, i=0), camp(), unit("b1", 10, 7.25, 90),
        contacts={("a1", "b9"): "front", ("b1", "a1"): "rear"},
    )  # fmt: skip
    assert named(field.run(divide(field, field.state.units["b1"]))) == [(("a1", "b9"), (), ("b1",))]


@pytest.mark.rule("BQ-7.9.d")
def test_the_owner_of_the_baggage_names_the_main_unit_of_its_attackers() -> None:
    field = in_contact(
        unit("a1", 10, 8, 90), unit("a2", 10, 9, 270), camp(),
        contacts={("a1", "b9"): "front", ("a2", "b9"): "rear"},
    )  # fmt: skip
    bouts = field.run(divide(field, field.state.units["a1"]), {"do": "main", "unit": "b9", "target": "a2"})
    assert field.asked[0].side == 1
    assert named(bouts) == [(("a2", "b9"), ("a1",), ())]
    assert [one.id for one in melee_of(field.state, field.state.units["a2"])] == ["a2", "b9", "a1"]
