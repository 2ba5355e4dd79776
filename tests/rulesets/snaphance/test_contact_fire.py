"""Defensive, supporting and contact fire when stands have met."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rulesets.engine.events import Rolled
from rulesets.snaphance.clash import Approach, Clash, Coming
from rulesets.snaphance.events.fire import Fired, LostSP, Removed
from rulesets.snaphance.shooting import contact
from rulesets.snaphance.state import Stand
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand

DEFENDER, ATTACKER = "0606", "0605"
"""The defender of side 0 faces north: the attacker stands in its left front hex and faces south."""


def came(unit: str, how: Coming = "charge") -> Approach:
    return Approach(unit, (3, 1), 2, True, how)


def met(
    attacker: Stand, defender: Stand, *others: Stand, how: Coming = "charge", dice: Iterable[int] = (),
    ours: tuple[str, ...] = (), theirs: tuple[str, ...] = (), terrain: dict[str, str] | None = None,
    sides: dict[tuple[str, str], str] | None = None, **clash: Any,
) -> tuple[HexField, Clash]:  # fmt: skip
    """The attacker of side 1 has met the defender of side 0. `theirs` support him, `ours` the defender."""
    field = HexField(defender, attacker, *others, dice=dice, active=1, terrain=terrain, sides=sides)
    approaches = clash.pop("approaches", {attacker.id: came(attacker.id, how)})
    before = Clash(attacker.id, defender.id, (theirs, ours), approaches=approaches, **clash)
    return field, field.run(contact.fire(field, before))


def foe(code: str = "PS", **changes: Any) -> Stand:
    return stand("b.c1u1", ATTACKER, code, **changes)


def own(code: str = "PS", **changes: Any) -> Stand:
    return stand("a.c1u1", DEFENDER, code, **changes)


def beside(code: str, place: str = "0506", **changes: Any) -> Stand:
    """Another stand of side 0."""
    return stand("a.c1u2", place, code, **changes)


def fired(field: HexField) -> list[tuple[str, str, int]]:
    return [(event.unit, event.fire, event.dice) for event in field.events(Fired)]


# ---------------------------------------------------------------------------- defensive fire


@pytest.mark.rule("SN-7.4.a", "SN-7.4.c", "SN-7.4.e", "SN-7.4.i", "SN-7.4.j")
@pytest.mark.parametrize(
    ("code", "count"), [("LC", 3), ("Pi", 5), ("PS", 4), ("Art", 5), ("Sh", 5), ("Dr", 3)]
)
def test_these_fire_at_point_blank_when_they_are_charged_in_front(code: str, count: int) -> None:
    field, _ = met(foe(), own(code, ranks=2 if code == "Pi" else 1), dice=[1] * count)

    assert fired(field) == [("a.c1u1", "defensive", count)]


MEETINGS = {
    "Lancers have no defensive fire": ((foe(), own("Ln")), {}, []),
    "fast Horse have none": ((foe(), own("FH")), {}, []),
    "Pikes have none": ((foe(), own("Pk")), {}, []),
    "a garrison defends itself all round at full effect": (
        (foe(), own("Sh", facing=4)), {"terrain": {DEFENDER: "fort"}}, [("a.c1u1", "defensive", 5)],
    ),
    "who charges over an obstacle has no cover from it": (
        (foe(), own("Sh")), {"sides": {(DEFENDER, "NW"): "works"}}, [("a.c1u1", "defensive", 5)],
    ),
    "a new stand that pursuers run into": (
        (foe(), own("PS")), {"how": "pursuit"}, [("a.c1u1", "defensive", 4)],
    ),
    "an ongoing melee is fought again without fire": (
        (foe("Hs"), own("PS"), beside("Sh", facing=0)),
        {"ours": ("a.c1u2",), "again": True, "approaches": {}}, [],
    ),
    "who has made the contact by a counter-charge": (
        (foe(), own("Pi")),
        {"approaches": {"b.c1u1": came("b.c1u1"), "a.c1u1": came("a.c1u1", "counter")}}, [],
    ),
    "shot on the other side of the attacker is not beside him": (
        (foe("Ln"), own("Pk"), beside("Sh", "0505", facing=5)), {"ours": ("a.c1u2",)}, [],
    ),
    "silent supporters": (
        (foe(), own("Pk"), beside("Sh")),
        {"ours": ("a.c1u2",), "how": "opportunity", "silent": frozenset({"a.c1u1", "a.c1u2"})}, [],
    ),
    "the side that charges has no supporting fire": (
        (foe(), own("Pk"), stand("b.c1u2", "0705", "PS")), {"theirs": ("b.c1u2",)}, [],
    ),
    "Horse that are met in flank or rear": ((foe("Ln"), own("Hs", facing=4)), {}, []),
    "Horse and the defensive fire of others": (
        (foe("Hs"), own("Pi")), {}, [("a.c1u1", "defensive", 5), ("b.c1u1", "contact", 2)],
    ),
    "Horse do not fire in pursuit but those they run into do": (
        (foe("Hs"), own("Hs")), {"how": "pursuit"}, [("a.c1u1", "contact", 2)],
    ),
}  # fmt: skip
"""By what they show: the stands that meet, how they do, and the fire that comes of it."""


@pytest.mark.rule(
    "SN-7.0.c", "SN-7.4.a", "SN-7.4.b", "SN-7.5.a", "SN-7.5.b", "SN-7.6.a", "SN-7.6.c", "SN-6.3.b",
    "SN-10.1.a", "SN-11.3.b", "SN-C-found-tower", "SN-C-support-fire",
)  # fmt: skip
@pytest.mark.parametrize(("stands", "how", "shots"), MEETINGS.values(), ids=list(MEETINGS))
def test_who_fires_when_stands_meet(
    stands: tuple[Stand, ...], how: dict[str, Any], shots: list[tuple[str, str, int]]
) -> None:
    field, _ = met(*stands, dice=[1] * sum(count for _, _, count in shots), **how)

    assert fired(field) == shots


@pytest.mark.rule("SN-7.4.a")
def test_who_is_attacked_in_flank_or_rear_does_not_fire() -> None:
    for facing in (3, 4, 5):
        field, _ = met(foe("Hs"), own("Art", facing=facing), dice=[1, 1])
        assert fired(field) == [("b.c1u1", "contact", 2)]


@pytest.mark.rule("SN-7.4.b", "SN-6.3.a", "SN-13.1.c")
@pytest.mark.parametrize("how", ["opportunity", "pursuit", "charge"])
def test_who_is_silent_gives_no_defensive_fire(how: Coming) -> None:
    field, _ = met(foe(), own("PS"), how=how, silent=frozenset({"a.c1u1"}))

    assert fired(field) == []


@pytest.mark.rule("SN-7.4.h")
@pytest.mark.parametrize("code", ["Sh", "Dr"])
@pytest.mark.parametrize(
    ("attacker", "around", "fires"),
    [
        ("FH", {}, False), ("Ln", {}, False), ("LC", {}, True), ("PS", {}, True),
        ("Ln", {"terrain": {DEFENDER: "rough"}}, True), ("Ln", {"terrain": {DEFENDER: "marsh"}}, True),
        ("Ln", {"terrain": {DEFENDER: "hillside"}}, False),
        ("Ln", {"sides": {(DEFENDER, "NW"): "stream"}}, True),
        ("Ln", {"sides": {(DEFENDER, "SW"): "stream"}}, False),
    ],
)  # fmt: skip
def test_shot_and_dragoons_need_ground_against_cavalry(
    code: str, attacker: str, around: dict[str, Any], fires: bool
) -> None:
    defender = own(code)

    field, _ = met(foe(attacker), defender, dice=[1] * defender.sp if fires else [], **around)

    assert [event.unit for event in field.events(Fired)] == (["a.c1u1"] if fires else [])


@pytest.mark.rule("SN-7.4.h")
@pytest.mark.parametrize(("beside", "fires"), [("PS", True), ("Ln", True), ("Sh", False), ("Art", False)])
def test_a_combat_stand_of_its_own_beside_it_lets_shot_defend_itself(beside: str, fires: bool) -> None:
    field, _ = met(foe("Ln"), own("Sh"), stand("a.c1u2", "0707", beside), dice=[1] * 5 if fires else [])

    assert bool(fired(field)) is fires


@pytest.mark.rule("SN-8.1.c", "SN-8.1.b", "SN-C-artillery")
def test_guns_that_are_charged_may_cost_two_points() -> None:
    guns, _ = met(foe(sp=6), own("Art"), dice=[6, 6, 1, 1, 1, 6])
    shot, _ = met(foe(sp=6), own("Sh"), dice=[6, 6, 1, 1, 1, 6])
    aside, _ = met(
        foe(sp=6), own("Pk"), stand("a.c1u2", "0505", "Art", facing=5), ours=("a.c1u2",),
        dice=[6, 6, 1, 1, 1, 6],
    )  # fmt: skip

    assert [field.stand("b.c1u1").sp for field in (guns, shot, aside)] == [4, 5, 5]


# ---------------------------------------------------------------------------- Pistols and Lancers


@pytest.mark.rule("SN-7.4.e", "SN-7.4.1.a", "SN-8.0.b", "SN-8.3.a")
@pytest.mark.example("SN-EX-20")
def test_a_hit_by_pistols_costs_lancers_their_charge_bonus() -> None:
    vector = example("SN-EX-20", "snaphance")
    given, expect = vector["given"], vector["expect"]
    lancers = foe("Ln", sp=given["attacker"]["sp"], charge_bonus=given["attacker"]["charge_bonus"])
    pistols = own("Pi", sp=5, ranks=2, left=given["defender"]["sp_by_rank"])

    field, clash = met(lancers, pistols, dice=[6, 1, 1, 1, 1, vector["rolls"][1]["die"]])

    assert fired(field) == [("a.c1u1", "defensive", expect["defensive_fire_dice_d6"])]
    assert field.events(Rolled)[1].roll.target == expect["lancer_adjusted_morale"]
    assert lancers.losses == expect["lancer_sp_lost"]
    assert lancers.disordered is expect["lancer_disordered"]
    assert clash.no_bonus == {lancers.id}
    assert expect["lancer_charge_bonus_this_attack"] == 0


@pytest.mark.rule("SN-7.4.1.a")
@pytest.mark.parametrize(
    ("attacker", "defender", "die", "cancelled"),
    [("Ln", "Pi", 6, True), ("Ln", "Pi", 1, False), ("FH", "Pi", 6, False), ("Ln", "PS", 6, False)],
)
def test_only_pistols_only_by_a_hit_and_only_lancers(
    attacker: str, defender: str, die: int, cancelled: bool
) -> None:
    field, clash = met(
        foe(attacker), own(defender, sp=5, mix_dice=0), dice=[die, 1, 1, 1, 1] + ([1] if die == 6 else [])
    )

    assert fired(field)
    assert clash.no_bonus == ({"b.c1u1"} if cancelled else set())


@pytest.mark.rule("SN-7.5.e")
@pytest.mark.parametrize(
    ("disordered", "morale", "cancelled"), [(False, 1, False), (False, 6, True), (True, 1, True)]
)
def test_supporting_pistols_need_a_loss_be_it_for_disorder(
    disordered: bool, morale: int, cancelled: bool
) -> None:
    field, clash = met(
        foe("Ln", disordered=disordered), own("Pk"), stand("a.c1u2", "0505", "Pi", facing=5),
        ours=("a.c1u2",), dice=[6, 1, 1, morale],
    )  # fmt: skip

    assert fired(field) == [("a.c1u2", "support", 3)]
    assert clash.no_bonus == ({"b.c1u1"} if cancelled else set())


# ---------------------------------------------------------------------------- supporting fire


@pytest.mark.rule("SN-7.5.a", "SN-7.5.b", "SN-7.5.c", "SN-7.5.d")
@pytest.mark.parametrize(
    ("code", "count"), [("PS", 2), ("Art", 5), ("Sh", 3), ("LC", 2), ("Dr", 2), ("Pi", 3)]
)
def test_supporters_fire_at_the_attacker(code: str, count: int) -> None:
    field, _ = met(
        foe("PS"), own("Pk"), stand("a.c1u2", "0505", code, facing=5), ours=("a.c1u2",), dice=[1] * count
    )

    assert fired(field) == [("a.c1u2", "support", count)]


@pytest.mark.rule("SN-7.5.a", "SN-7.4.i")
@pytest.mark.example("SN-EX-17")
def test_the_charged_stand_fires_whole_and_the_shot_beside_it_half() -> None:
    vector = example("SN-EX-17", "snaphance")
    charged, beside = vector["given"]["defenders"]

    field, _ = met(
        foe("Pk"), own("PS", sp=charged["sp"], mix_dice=0), stand("a.c1u2", "0506", "Sh", sp=beside["sp"]),
        ours=("a.c1u2",), dice=[1] * 9,
    )  # fmt: skip

    assert fired(field) == [("a.c1u1", "defensive", 6), ("a.c1u2", "support", 3)]


@pytest.mark.rule("SN-7.5.a")
@pytest.mark.parametrize(("supported", "fires"), [("Pk", True), ("Sh", False)])
def test_shot_supports_a_combat_stand_beside_it_against_cavalry_in_the_open(
    supported: str, fires: bool
) -> None:
    field, _ = met(
        foe("Ln"), own(supported), stand("a.c1u2", "0506", "Sh", facing=0), ours=("a.c1u2",),
        dice=[1, 1, 1] if fires else [],
    )  # fmt: skip

    assert fired(field) == ([("a.c1u2", "support", 3)] if fires else [])


@pytest.mark.rule("SN-10.1.a")
def test_each_supporter_fires_after_the_test_for_the_one_before() -> None:
    field, _ = met(
        foe("PS", sp=6, left=[1]), own("PS", sp=6, mix_dice=-5), stand("a.c1u2", "0506", "Sh"),
        ours=("a.c1u2",), dice=[6, 6],
    )  # fmt: skip

    assert [event.unit for event in field.events(Fired)] == ["a.c1u1"]
    assert not field.stand("b.c1u1").on_field


# ---------------------------------------------------------------------------- Horse


@pytest.mark.rule("SN-7.6.a", "SN-7.4.d")
def test_horse_fire_two_dice_on_contact_at_the_same_time_then_both_test() -> None:
    field, _ = met(
        foe("Hs", sp=5, left=[1]), own("Hs", sp=5, left=[1], disordered=True), dice=[6, 1, 6, 1, 6, 6]
    )

    assert fired(field) == [("a.c1u1", "contact", 2), ("b.c1u1", "contact", 2)]
    assert not field.stand("a.c1u1").on_field
    assert not field.stand("b.c1u1").on_field


@pytest.mark.rule("SN-6.3.a", "SN-7.6.a")
@pytest.mark.parametrize(
    ("how", "count"), [("opportunity", 2), ("counter", 2), ("pursuit", 0), ("charge", 0)]
)
def test_horse_met_on_opportunity_still_fire_but_not_when_pursued(how: Coming, count: int) -> None:
    field, _ = met(foe("Ln"), own("Hs"), how=how, silent=frozenset({"a.c1u1"}), dice=[1] * count)

    assert fired(field) == ([("a.c1u1", "contact", 2)] if count else [])


@pytest.mark.rule("SN-7.6.b")
def test_horse_support_with_one_die_on_either_side() -> None:
    field, _ = met(
        foe("Hs"), own("Hs"), stand("a.c1u2", "0505", "Hs", facing=5), stand("b.c1u2", "0705", "Hs"),
        ours=("a.c1u2",), theirs=("b.c1u2",), dice=[1] * 6,
    )  # fmt: skip

    assert fired(field)[2:] == [("a.c1u2", "support", 1), ("b.c1u2", "support", 1)]


@pytest.mark.rule("SN-7.6.b", "SN-7.6.c", "SN-11.4.a")
@pytest.mark.parametrize(("how", "count"), [("charge", 1), ("pursuit", 0)])
def test_horse_that_charge_into_a_melee_fire_in_support(how: Coming, count: int) -> None:
    field, _ = met(
        foe("PS"), own("PS"), stand("b.c1u2", "0705", "Hs"), theirs=("b.c1u2",), again=True,
        approaches={"b.c1u2": came("b.c1u2", how)}, dice=[1] * count,
    )  # fmt: skip

    assert fired(field) == ([("b.c1u2", "support", 1)] if count else [])


@pytest.mark.rule("SN-7.6.a", "SN-2.1.4", "SN-C-classes")
def test_fast_horse_fire_on_contact_only_if_their_list_says_so() -> None:
    plain, _ = met(foe("FH"), own("Pk"))
    armed, _ = met(foe("FH", contact_fire_dice=2), own("Pk"), dice=[1, 1])

    assert (fired(plain), fired(armed)) == ([], [("b.c1u1", "contact", 2)])


# ---------------------------------------------------------------------------- Skirmishers


@pytest.mark.rule("SN-7.4.g", "SN-10.5.a")
@pytest.mark.parametrize(
    ("attacker", "stays"), [("PS", False), ("Ln", False), ("LC", False), ("Sh", True), ("Dr", True)]
)
def test_skirmishers_in_the_open_fire_and_are_gone_but_against_shot_and_dragoons(
    attacker: str, stays: bool
) -> None:
    field, _ = met(foe(attacker), own("Sk"), dice=[1, 1])

    assert fired(field) == [("a.c1u1", "defensive", 2)]
    assert field.stand("a.c1u1").on_field is stays
    assert [event.rule for event in field.events(Removed)] == ([] if stays else ["SN-7.4.g"])


@pytest.mark.rule("SN-7.4.f", "SN-10.5.d")
@pytest.mark.parametrize(
    "around", [{"terrain": {DEFENDER: "woods"}}, {"sides": {(DEFENDER, "NW"): "obstacle"}}]
)
def test_skirmishers_in_cover_fire_and_fight(around: dict[str, Any]) -> None:
    field, _ = met(foe("PS"), own("Sk"), dice=[1, 1], **around)

    assert fired(field) == [("a.c1u1", "defensive", 2)]
    assert field.stand("a.c1u1").on_field


@pytest.mark.rule("SN-7.5.c", "SN-10.5.g")
@pytest.mark.parametrize(("terrain", "stays"), [("open", False), ("woods", True)])
def test_supporting_skirmishers_fire_whole_and_are_gone_unless_in_cover(terrain: str, stays: bool) -> None:
    field, _ = met(
        foe("PS"), own("Pk"), stand("a.c1u2", "0506", "Sk"), ours=("a.c1u2",), dice=[1, 1],
        terrain={"0506": terrain},
    )  # fmt: skip

    assert fired(field) == [("a.c1u2", "support", 2)]
    assert field.stand("a.c1u2").on_field is stays


@pytest.mark.rule("SN-6.3.b", "SN-7.5.c", "SN-11.3.b")
@pytest.mark.parametrize(
    "how",
    [{"how": "opportunity", "silent": frozenset({"a.c1u1", "a.c1u2"})}, {"again": True, "approaches": {}}],
    ids=["silent", "in a melee that goes on"],
)
def test_skirmishers_that_do_not_fire_support_the_melee_all_the_same(how: dict[str, Any]) -> None:
    field, _ = met(foe("PS"), own("Pk"), beside("Sk"), ours=("a.c1u2",), **how)

    assert field.stand("a.c1u2").on_field


@pytest.mark.rule("SN-7.0.f", "SN-8.1.b")
def test_whatever_it_hits_one_stand_costs_one_point_and_two_stands_two() -> None:
    field, _ = met(
        foe("Pk", sp=6), own("Sh", sp=5), stand("a.c1u2", "0506", "PS", sp=6, mix_dice=0), ours=("a.c1u2",),
        dice=[6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
    )  # fmt: skip

    assert [event.sp for event in field.events(LostSP)] == [1, 1]
