"""How many dice a volley has: weapons, ranges, movement, ranks, factors, halves."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import Modifier, total
from rulesets.snaphance import sheet
from rulesets.snaphance.shooting import dice
from rulesets.snaphance.shooting.dice import Fire, Volley, modifiers, reach, weapon_dice, why_no_dice
from tests.kit.examples import example
from tests.kit.hexfield import profile

SHEET = sheet.load()
COVER = Modifier("SN-C-terrain", -1, "target in woods")


def volley(code: str, distance: int = 2, fire: Fire = "voluntary", *, at: str = "PS", **facts: Any) -> Volley:
    """The facts of a volley; profile figures of the firer and facts alike in `facts`."""
    own = {name: facts.pop(name) for name in list(facts) if name in ("weapon", "mix_dice")}
    firer = profile(code, **own)
    return Volley(firer, facts.pop("sp", firer.sp), fire, distance, profile(at), **facts)


def count(*args: Any, **facts: Any) -> int:
    return dice.count(volley(*args, **facts), SHEET)


def rules(one: Volley) -> dict[str, int]:
    return {each.rule: each.value for each in modifiers(one, SHEET)}


# ---------------------------------------------------------------------------- weapons and ranges


@pytest.mark.rule("SN-7.0.c", "SN-1.3.a")
@pytest.mark.example("SN-EX-6")
def test_musketeers_of_two_points_throw_two_dice_at_two_hexes_and_one_at_three() -> None:
    vector = example("SN-EX-6", "snaphance")
    given = vector["given"]

    found = [
        count(given["code"], at_range, weapon=given["weapon"], sp=given["sp"])
        for at_range in given["ranges_hexes"]
    ]

    assert found == vector["expect"]["dice_d6"]


@pytest.mark.rule("SN-7.0.c", "SN-7.0.g", "SN-C-weapons")
@pytest.mark.parametrize(
    ("weapon", "by_range"),
    [
        ("pistol", [5, 3, None]), ("arquebus", [5, 4, 3, None]), ("musket", [5, 5, 4, 3, None]),
        ("carbine", [5, 4, None]), ("cannon_light", [7, 5, 5, 4, 4, None]),
        ("cannon_field", [7, 5, 5, 5, 4, 4, 3, 3, None]),
        ("cannon_heavy", [6, 5, 5, 5, 5, 4, 4, 4, 3, 3, None]),
    ],
)  # fmt: skip
def test_each_weapon_by_its_range(weapon: str, by_range: list[int | None]) -> None:
    for distance, wanted in enumerate(by_range, start=1):
        if wanted is None:
            assert weapon_dice(profile("Sh", weapon=weapon), distance, SHEET) is None
            with pytest.raises(ValueError, match="does not reach"):
                count("Sh", distance, weapon=weapon)
        else:
            assert count("Sh", distance, weapon=weapon, sp=5) == wanted
    assert reach(profile("Sh", weapon=weapon), SHEET) == len(by_range) - 1


@pytest.mark.rule("SN-7.0.c")
def test_who_has_no_fire_arms_reaches_nobody() -> None:
    assert reach(profile("Ln"), SHEET) == 0
    assert weapon_dice(profile("Ln"), 1, SHEET) is None


@pytest.mark.rule(
    "SN-1.3.b", "SN-7.0.c", "SN-7.2.a", "SN-7.2.b", "SN-7.5.a", "SN-9.0.c", "SN-C-disorder",
    "SN-C-fire-factors", "SN-C-found-tower", "SN-C-weapons",
)  # fmt: skip
@pytest.mark.parametrize(
    ("shot", "facts", "wanted"),
    [
        # lost points and pikes, at every range
        (("PS", 2), {}, 4), (("PS", 3), {}, 3), (("PS", 2), {"sp": 5, "mix_dice": -1}, 4),
        (("Sk", 4), {"sp": 2}, 0), (("Sk", 4), {"sp": 1}, 0),
        # skirmishers move once and fire at full effect; light cavalry loses dice by the hex
        *((("Sk", 2), {"sp": 4, "moves": moves, "hexes": 2 * moves}, dice)
          for moves, dice in ((0, 4), (1, 4), (2, 3), (3, 2))),
        *((("LC", 1), {"sp": 5, "moves": min(1, hexes), "hexes": hexes}, dice)
          for hexes, dice in ((0, 5), (2, 5), (3, 4), (4, 3), (6, 1))),
        # cover, loose targets but at point blank, disorder
        (("Sh", 2), {}, 5), (("Sh", 2), {"cover": COVER}, 4), (("Sh", 2), {"disordered": True}, 4),
        *((("Sh", 2), {"at": code}, 4) for code in ("Sk", "LC", "Art")),
        *((("Sh", 2), {"at": code}, 5) for code in ("Dr", "Sh")),
        (("Sh", 1), {"at": "Sk"}, 5), (("Sh", 2), {"at": "Sk", "cover": COVER}, 4),
        # a garrison, but in defence
        (("Sh", 2), {"garrison": True}, 4), (("Sh", 2, "opportunity"), {"garrison": True}, 4),
        (("Sh", 1, "defensive"), {"garrison": True}, 5),
        # factors come before the half of supporting fire
        (("Sh", 1, "support"), {"sp": 6}, 3), (("Sh", 1, "support"), {"sp": 6, "disordered": True}, 3),
        (("Sh", 1, "support"), {"sp": 6, "disordered": True, "cover": COVER}, 2),
    ],
)  # fmt: skip
def test_the_dice_of_a_volley(shot: tuple[Any, ...], facts: dict[str, Any], wanted: int) -> None:
    assert count(*shot, **facts) == wanted


# ---------------------------------------------------------------------------- two ranks


@pytest.mark.rule("SN-7.3.a", "SN-7.3.b")
@pytest.mark.parametrize("key", ["SN-EX-9", "SN-EX-10"])
@pytest.mark.example("SN-EX-9", "SN-EX-10")
def test_reiters_fire_two_ranks_and_may_keep_their_charge(key: str) -> None:
    vector = example(key, "snaphance")
    given = vector["given"]

    found = [
        count(given["code"], given["range_hexes"], sp=sp, rank=rank, keeps=given["keep_charge_option"])
        for rank, sp in enumerate(given["sp_by_rank"])
    ]

    assert found == vector["expect"]["dice_by_rank_d6"]


# ---------------------------------------------------------------------------- movement


@pytest.mark.rule("SN-7.2.c")
@pytest.mark.parametrize("code", ["Sh", "PS"])
def test_shot_and_pikes_lose_a_die_for_each_move_before_and_for_the_one_after(code: str) -> None:
    still = count(code, 2)

    assert count(code, 2, moves=1) == still - 1
    assert count(code, 2, moves=2) == still - 2
    assert count(code, 2, keeps=True) == still - 1
    assert rules(volley(code, 2, keeps=True))["SN-7.2.c"] == -1


@pytest.mark.rule("SN-7.2.d")
def test_dragoons_lose_a_die_by_moving_and_do_not_fire_after_three_hexes() -> None:
    assert [count("Dr", 1, sp=3, moves=1, hexes=hexes) for hexes in (0, 1, 2)] == [3, 2, 2]
    assert why_no_dice(volley("Dr", 1, moves=1, hexes=2)) is None
    assert why_no_dice(volley("Dr", 1, moves=1, hexes=3)) == (
        "SN-7.2.d",
        "dragoons do not fire after 3 hexes",
    )


@pytest.mark.rule("SN-7.2.e", "SN-C-artillery")
def test_artillery_never_moves_and_fires() -> None:
    assert why_no_dice(volley("Art", moves=0)) is None
    assert why_no_dice(volley("Art", moves=1)) == ("SN-7.2.e", "artillery does not move and fire")
    assert why_no_dice(volley("Art", 1, "defensive", moves=1)) is None


@pytest.mark.rule("SN-7.0.c", "SN-7.3.b", "SN-C-fire-factors")
def test_pistols_lose_a_die_for_each_move_before() -> None:
    assert count("Pi", 2, sp=5, moves=1) == 2
    assert rules(volley("Pi", 2, keeps=True))["SN-7.3.b"] == -1


@pytest.mark.rule("SN-7.4.j", "SN-7.4.2.a")
@pytest.mark.parametrize("fire", ["defensive", "opportunity", "support"])
def test_movement_counts_in_fire_by_ones_own_will_alone(fire: Fire) -> None:
    assert count("Sh", 1, fire, moves=2, hexes=4, keeps=True) == count("Sh", 1, fire)


# ---------------------------------------------------------------------------- factors


@pytest.mark.rule("SN-7.0.c", "SN-C-fire-factors")
def test_deep_targets_suffer_from_artillery_alone() -> None:
    assert count("Art", 3, target_ranks=2) == count("Art", 3) + 1 == 4
    assert count("Art", 3, target_ranks=3) == 4
    assert count("Sh", 3, target_ranks=3) == count("Sh", 3)


# ---------------------------------------------------------------------------- support and contact


@pytest.mark.rule("SN-7.5.a", "SN-7.5.b", "SN-7.5.c", "SN-7.5.d", "SN-7.5.e", "SN-C-support-fire")
@pytest.mark.parametrize(
    ("code", "wanted", "rule"),
    [
        ("Sh", 3, "SN-7.5.a"), ("PS", 2, "SN-7.5.b"), ("Pi", 3, "SN-7.5.e"), ("LC", 3, "SN-7.5.e"),
        ("Dr", 3, "SN-7.5.e"), ("Sk", 5, None), ("Art", 7, None),
    ],
)  # fmt: skip
def test_supporting_fire_is_half_of_point_blank_but_of_skirmishers_and_guns(
    code: str, wanted: int, rule: str | None
) -> None:
    one = volley(code, 1, "support", sp=5)

    assert dice.count(one, SHEET) == wanted
    assert (rule in rules(one)) is (rule is not None)


@pytest.mark.rule("SN-7.6.a", "SN-7.6.b", "SN-C-fire-factors")
def test_contact_fire_of_horse_is_two_dice_in_support_one_whatever_its_state() -> None:
    worn = {"sp": 1, "disordered": True, "cover": COVER, "at": "Sk"}

    assert count("Hs", 1, "contact") == count("Hs", 1, "contact", **worn) == 2
    assert count("Hs", 1, "support") == count("Hs", 1, "support", **worn) == 1


@pytest.mark.rule("SN-7.0.c")
def test_strength_and_modifiers_sum_up_to_the_dice() -> None:
    one = volley("PS", 3, moves=1, disordered=True, cover=COVER, sp=6)

    assert 6 + total(modifiers(one, SHEET)) == 0
    assert dice.count(one, SHEET) == 0
