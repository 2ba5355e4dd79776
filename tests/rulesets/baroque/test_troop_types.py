"""What each type of troops is and may do (BQ-2.2), asked of the code that plays it; what a unit keeps."""

from __future__ import annotations

import pytest

from rulesets.baroque import tables, terrain
from rulesets.baroque.armies import BOOKS
from rulesets.baroque.events.command import Reacted
from rulesets.baroque.events.field import Disordered, Fired, LostVBU
from rulesets.baroque.melee import dice
from rulesets.baroque.melee.pursuit import may_pursue, must_pursue
from rulesets.baroque.morale import lose_vbu, remove
from rulesets.baroque.movement.march import march_modifiers
from rulesets.baroque.setup.beginning import base_size
from rulesets.baroque.shooting.defence import may_defend
from rulesets.baroque.state import Piece, Unit
from rulesets.baroque.traits import caracoles, fires_on_the_move, hard_to_hit
from rulesets.engine import geometry
from tests.kit.field import Field, profile, unit

MOUNTED = ("GA", "TR", "RE", "SP", "CL", "H&M")
FOOT = ("P&M", "ETE", "LTE", "PK", "T", "WB", "S", "DR", "ART")


@pytest.mark.rule("BQ-2.2.a")
@pytest.mark.parametrize("type_", MOUNTED + FOOT)
def test_a_type_is_mounted_or_foot(type_):
    assert tables.is_mounted(type_) is (type_ in MOUNTED)


ANY_THREAT = {"shooting", "charging_foot", "charging_mounted"}
TRAITS = [
    ("BQ-2.2.b", "GA", {"has to pursue", "countercharges at +2"}, ANY_THREAT - {"charging_mounted"}),
    ("BQ-2.2.c", "TR", set(), ANY_THREAT - {"charging_mounted"}),
    ("BQ-2.2.d", "RE", {"fires on the move", "caracoles"}, ANY_THREAT - {"charging_mounted"}),
    ("BQ-2.2.e", "SP", {"fires on the move"}, ANY_THREAT - {"charging_mounted"}),
    ("BQ-2.2.f", "CL", {"fires on the move", "hard to hit"}, ANY_THREAT),
    ("BQ-2.2.g", "H&M", set(), ANY_THREAT - {"charging_mounted"}),
    ("BQ-2.2.h", "P&M", {"denies impetus"}, set()),
    ("BQ-2.2.i", "ETE", {"denies impetus", "fears no flank"}, set()),
    ("BQ-2.2.j", "LTE", {"denies impetus"}, set()),
    ("BQ-2.2.k", "PK", {"denies impetus"}, set()),
    ("BQ-2.2.l", "WB", {"has to pursue", "countercharges at +2", "crosses broken ground"}, set()),
    ("BQ-2.2.m", "T", {"crosses broken ground"}, set()),
    ("BQ-2.2.n", "S", {"fires on the move", "hard to hit", "is dispersed", "crosses broken ground",
                       "crosses hedges"}, ANY_THREAT),
    ("BQ-2.2.o", "DR", {"crosses broken ground", "crosses hedges"}, ANY_THREAT),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "type_", "traits", "evades"), TRAITS)
@pytest.mark.rule(
    "BQ-2.2.b", "BQ-2.2.c", "BQ-2.2.d", "BQ-2.2.e", "BQ-2.2.f", "BQ-2.2.h", "BQ-2.2.i", "BQ-2.2.j",
    "BQ-2.2.k", "BQ-2.2.l", "BQ-2.2.m", "BQ-2.2.n", "BQ-2.2.o",
)  # fmt: skip
def test_what_a_type_may_and_must_do(rule, type_, traits, evades):
    """From which edges it fires and defends itself is in test_shooting_targets and test_shooting_defence."""
    one, troop = unit("a1", 5, 5, 90, type_, i=2, weapons=("Pike", "Musket")), tables.troop_type(type_)
    asked = {
        "fires on the move": fires_on_the_move(one.profile),
        "caracoles": caracoles(profile(type_, massed=True)),
        "hard to hit": hard_to_hit(one.profile),
        "has to pursue": must_pursue(one),
        "countercharges at +2": troop.countercharge_modifier == 2,
        "denies impetus": dice.has_pikes(one.profile),
        "fears no flank": dice.ignores_flanks(one.profile),
        "is dispersed": troop.dispersed_when_charged,
        "crosses hedges": type_ in tables.ground("linear_obstacle").disorder_exempt,
        "crosses broken ground": type_ in tables.ground("broken").disorder_exempt,
    }
    assert {trait for trait, holds in asked.items() if holds} == traits
    assert (troop.rule, set(troop.evade_from)) == (rule, evades)


@pytest.mark.rule("BQ-2.2.b", "BQ-2.2.c")
def test_gallopers_use_the_fast_column_and_trotters_choose_whether_to_pursue():
    assert tables.charge_bonus(tables.dice_column("GA", "")).bonus_bu == (1, 1, 1, 2, 2, 2)
    assert tables.dice_column("TR", "") == tables.dice_column("RE", "") != tables.dice_column("GA", "")
    assert may_pursue(unit("a1", 5, 5, 90, "TR", i=3), unit("b1", 5, 6, 270, "TR"))
    assert not caracoles(profile("RE"))


def of_an_own_book(**fields):
    """The unit of a book of one's own that has M 2 and these characteristics."""
    table = BOOKS.form().tables[0]
    row = {**table.new, "id": "one", "name": "One", "profile": {**table.new["profile"], **fields}}
    return BOOKS.read({**BOOKS.empty("Mine"), "entries": [row]}, "own.mine", "1").unit("own.mine.one")


@pytest.mark.rule("BQ-2.2.g")
def test_horse_and_muskets_count_as_mounted_and_are_slow():
    assert tables.is_mounted("H&M")
    for speed in ("", "F"):
        made = of_an_own_book(type="H&M", speed=speed)
        assert made.move == "2S"
        assert [each.value for each in march_modifiers(Unit("a.u1", 0, "", "", made))] == [-1]
        assert tables.dice_column(made.type, made.speed) == "slow_mounted"


@pytest.mark.rule("BQ-8.2.3")
def test_cuirasses_make_slow():
    assert of_an_own_book(type="TR", special=["Cuirass"]).move == "2S"


@pytest.mark.rule("BQ-2.3.a")
@pytest.mark.parametrize("speed", ["", "S", "F"])
def test_others_are_as_fast_as_their_book_says(speed):
    assert of_an_own_book(type="TR", speed=speed).move == f"2{speed}"


@pytest.mark.rule("BQ-2.2.p")
@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("Art A", "cannon", "heavy cannon"),
        ("Art B", "cannon", "medium cannon"),
        ("Art C", "cannon", "light cannon"),
        ("Art D", "howitzer", "heavy howitzer"),
        ("Art E", "howitzer", "medium howitzer"),
    ],
)
def test_artillery_is_a_cannon_or_a_howitzer_of_its_calibre(code, kind, words):
    row = tables.weapon(code)
    assert (row.kind, row.name.lower()) == (kind, words)
    guns = unit("a1", 5, 5, 90, "ART", weapons=(code,))
    assert not guns.profile.mounted
    assert not caracoles(guns.profile)
    assert hard_to_hit(guns.profile)
    assert may_defend(Field(guns).state, guns, "front") is (kind == "cannon")  # BQ-6.6.b


@pytest.mark.rule("BQ-1.4.c")
@pytest.mark.parametrize("type_", MOUNTED + FOOT)
def test_a_unit_is_a_rectangle_two_bu_wide_and_artillery_two_thirds(type_):
    width, depth = base_size(profile(type_))
    assert width == pytest.approx(2 / 3 if type_ == "ART" else 2, abs=1e-4)
    base = geometry.Base(10, 6, 90, width, depth)  # its front midpoint, facing up the table
    x1, y1, x2, y2, x3, y3, x4, y4 = base.corners
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx((10, 6))
    assert ((x3 + x4) / 2, (y3 + y4) / 2) == pytest.approx((10, 6 - depth))


@pytest.mark.rule("BQ-1.4.c")
def test_corridor_front_line_and_contact_follow_the_front_edge():
    base = geometry.Base(10, 6, 90, 2, 0.75)
    ahead, beside, behind = ((x, y, 90, 2, 0.75) for x, y in ((11.9, 20), (12.1, 20), (10, 5.9)))
    assert geometry.in_front_corridor(base, geometry.Base(*ahead))
    assert not geometry.in_front_corridor(base, geometry.Base(*beside))
    assert geometry.wholly_behind_front_line(base, geometry.Base(*behind))
    assert not geometry.wholly_behind_front_line(base, geometry.Base(*ahead))
    assert geometry.touching(base, geometry.Base(10, 6, 270, 2, 0.75))
    assert not geometry.touching(base, geometry.Base(10, 6.1, 270, 2, 0.75))


@pytest.mark.rule("BQ-2.5")
def test_a_unit_is_fresh_exhausted_withdrawn_or_routed_and_besides_disordered_or_reacted():
    field = Field(*(unit(f"a{i}", 3 * i, 5, 90, vbu=6) for i in range(1, 5)))
    fresh, worn, gone, broken = field.state.units.values()
    lose_vbu(field, worn, 4, "test", "BQ-6.2.d")
    remove(field, gone, "withdrawn", "test", "BQ-2.5.1.1.a")
    lose_vbu(field, broken, 6, "test", "BQ-6.2.d")
    assert [(one.on_field, one.exhausted) for one in (fresh, worn)] == [(True, False), (True, True)]
    assert [one.status for one in (gone, broken)] == ["withdrawn", "routed"]
    for one in (fresh, worn):
        before = (one.status, one.exhausted)
        field.apply(Disordered("BQ-2.5.3.b", one.id, "test"))
        assert (one.disordered, one.reacted) == (True, False)
        field.apply(Reacted("BQ-4.1.3.i", one.id, "opportunity fire", False))
        assert (one.disordered, one.reacted) == (True, True)
        assert (one.status, one.exhausted) == before


@pytest.mark.rule("BQ-0.3")
def test_losses_take_nothing_off_the_base():
    field = Field(unit("a1", 5, 5, 90, vbu=6))
    before = field.state.units["a1"].place.corners
    field.apply(LostVBU("BQ-6.2.d", "a1", 5, "test"))
    assert field.state.units["a1"].vbu == 1
    assert field.state.units["a1"].place.corners == before


@pytest.mark.rule("BQ-1.5")
def test_the_state_keeps_what_the_markers_show():
    field = Field(unit("a1", 5, 5, 90), unit("b1", 5, 8, 270))
    marks = ("disordered", "losses", "reacted", "volley_fired", "pistols_fired", "lance_used", "evasions")
    clean = field.state.units["a1"].to_json()
    assert [clean[mark] for mark in marks] == [False, 0, False, False, False, False, 0]
    field.apply(Disordered("BQ-2.5.3.b", "a1", "test"))
    field.apply(LostVBU("BQ-6.2.d", "a1", 1, "test"))
    field.apply(Reacted("BQ-4.1.3.i", "a1", "opportunity fire", True))
    field.apply(Fired("BQ-6.1.a", "a1", "b1", "opportunity", 3, 0, volley=True))
    marked = field.state.units["a1"].to_json()
    assert [marked[mark] for mark in marks[:4]] == [True, 1, True, True]


@pytest.mark.rule("BQ-3.1.a")
@pytest.mark.parametrize(("reach", "ground"), [(4.7, "difficult"), (4.3, "open")])
def test_only_the_outline_of_a_terrain_piece_counts(reach, ground):
    wood = Piece("t1", "wood", geometry.rectangle(5, reach - 1.5, 4, 3, 0))
    field = Field(unit("a1", 5, 5, 90, depth=1.0), terrain=[wood])
    assert terrain.ground(field.state, field.state.units["a1"].place) == ground
