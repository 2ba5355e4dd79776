"""From a setup document to a state: what is refused and where, what an army brings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.baroque import setup as setting_up
from rulesets.baroque.armies import sample_lists
from rulesets.baroque.setup.pieces import KINDS, form_of, make_piece
from rulesets.baroque.state import Piece
from rulesets.contract.documents import read_setup
from rulesets.engine.document import SetupError
from tests.kit.setting import army, begun, setup


def refused(**changes: Any) -> SetupError:
    value = read_setup(setup(**changes))
    with pytest.raises(SetupError) as caught:
        setting_up.check_setup(value)
    return caught.value


class TestArmies:
    def test_ids_tell_side_command_and_unit(self) -> None:
        state = begun(setup())
        assert list(state.commands) == ["a.c1", "a.c2", "b.c1", "b.c2"]
        assert list(state.units) == [
            "a.c1u1", "a.c1u2", "a.c2u1", "a.baggage", "b.c1u1", "b.c1u2", "b.c2u1", "b.baggage",
        ]  # fmt: skip
        assert state.commands["a.c1"].units == ("a.c1u1", "a.c1u2")
        assert state.leaders["b.c2.leader"].command == "b.c2"
        assert all(unit.status == "reserve" and unit.base is None for unit in state.units.values())

    @pytest.mark.rule("BQ-9.1.a", "BQ-9.1.g", "BQ-8.1.10")
    def test_vdt_and_vdc_are_sums_of_vd_and_camp_followers_add_two(self) -> None:
        state = begun(setup(b=army(["foot-sm1", "hussars"], ["reiters"], camp_followers=True)))
        vd = [unit.profile.vd for unit in state.units.values() if unit.side == 0]
        assert state.sides[0].vdt == sum(vd)
        assert state.sides[1].vdt == sum(vd) + 2
        assert state.commands["a.c1"].vdc == sum(vd[:2])
        assert state.sides[1].camp_followers

    @pytest.mark.rule("BQ-2.9.a", "BQ-2.9.b")
    def test_bought_exploration_dice_come_to_the_free_one(self) -> None:
        state = begun(setup(b=army(["foot-sm1"], exploration_dice=8)))
        assert [side.exploration_dice for side in state.sides] == [1, 9]

    @pytest.mark.rule("BQ-8.RD.a", "BQ-8.RD.c")
    @pytest.mark.parametrize(("agreed", "rolls"), [(False, 0), (True, 2)])
    def test_rolls_of_destiny_are_there_only_if_agreed_on(self, agreed: bool, rolls: int) -> None:
        one = army(["foot-sm1"], rolls_of_destiny=2)
        assert begun(setup(a=one, options={"rolls_of_destiny": agreed})).sides[0].destiny == rolls

    @pytest.mark.rule("BQ-2.8.a", "BQ-2.8.b")
    @pytest.mark.parametrize(("fortified", "vbu"), [(False, 2), (True, 4)])
    def test_every_army_has_baggage_of_a_perimeter_of_eight(self, fortified: bool, vbu: int) -> None:
        state = begun(setup(a=army(["foot-sm1"], fortified_baggage=fortified)))
        baggage = state.units["a.baggage"]
        width, depth = setting_up.base_size(baggage.profile)
        assert 2 * (width + depth) == 8
        assert (baggage.vbu, baggage.profile.m_bu, baggage.profile.i, baggage.profile.vd) == (vbu, 0, 0, 0)
        assert baggage.command == ""
        assert state.sides[0].fortified_baggage is fortified

    @pytest.mark.rule("BQ-1.3.a", "BQ-1.3.b", "BQ-1.3.c", "BQ-1.4.a")
    def test_bases_have_the_frontage_and_the_default_depth_of_their_type(self) -> None:
        state = begun(setup(a=army(["foot-lte", "art-a", "reiters-re"], book="tyw-catholic")))
        sizes = [setting_up.base_size(state.units[f"a.c1u{n}"].profile) for n in (1, 2, 3)]
        assert sizes == [(2.0, 1.33), (0.6667, 0.67), (2.0, 0.7)]

    @pytest.mark.rule("BQ-2.1.d")
    def test_one_leader_is_commander_in_chief_even_in_a_list_without(self) -> None:
        one = army(["foot-sm1"], ["reiters"])
        for command in one["commands"]:
            command["leader"]["commander_in_chief"] = False
        chiefs = [leader.commander_in_chief for leader in begun(setup(a=one)).leaders.values()]
        assert chiefs == [True, False, True, False]

    def test_units_of_one_name_are_numbered_and_own_names_kept(self) -> None:
        one = army(["foot-sm1", "foot-sm1", "reiters"])
        one["commands"][0]["units"][2]["name"] = "Kazanowski's reiters"
        names = [unit.name for unit in begun(setup(a=one)).units.values() if unit.side == 0]
        assert names[0].endswith(" 1")
        assert names[1].endswith(" 2")
        assert names[2:] == ["Kazanowski's reiters", "Baggage"]

    def test_an_illegal_list_may_be_fought(self) -> None:
        setting_up.check_setup(read_setup(setup(a=army(["art-b", "art-b"], points=1))))

    def test_a_command_without_units_is_left_out(self) -> None:
        assert list(begun(setup(a=army(["foot-sm1"], []))).commands) == ["a.c1", "b.c1", "b.c2"]

    def test_every_sample_list_begins(self) -> None:
        for one in sample_lists().values():
            state = begun(setup(a=one.to_json()))
            assert state.sides[0].vdt > 0
            json.dumps(state.to_json(), allow_nan=False)


class TestRefusals:
    @pytest.mark.parametrize(("change", "path"), [
        (lambda one: one["commands"][1]["units"][0].update(entry="x"), "lists[1].commands[1].units[0].entry"),
        (lambda one: one["commands"][0].pop("leader"), "lists[1].commands[0].leader"),
        (lambda one: one["commands"][0]["units"][0].update(id="baggage"), "lists[1].commands[0].units[0].id"),
        (lambda one: one.update(commands=[]), "lists[1].commands"),
        (lambda one: one.update(book="martian"), "lists[1].book"),
        (lambda one: one.update(extras={"exploration_dice": -1}), "lists[1].extras.exploration_dice"),
        (lambda one: one.update(format="leaguer-battle"), "lists[1].format"),
    ])  # fmt: skip
    def test_a_list_that_cannot_be_fought_is_refused_with_its_place(self, change: Any, path: str) -> None:
        one = army(["foot-sm1"], ["reiters"])
        change(one)
        assert refused(b=one).path == path

    @pytest.mark.parametrize("options", [
        {"fog": True}, {"rolls_of_destiny": "yes"}, {"rolls_of_destiny": 1}, {"river": "frozen"},
    ])  # fmt: skip
    def test_an_agreement_that_is_none_is_refused_with_its_place(self, options: dict[str, Any]) -> None:
        assert refused(options=options).path == f"options.{next(iter(options))}"

    def test_agreements_have_defaults(self) -> None:
        assert begun(setup(options={"river": "dry"})).options == {
            "rolls_of_destiny": False, "withdrawn_fresh_units_count": False,
            "disorder_adds_to_failure": False, "command_break_once": False, "river": "dry",
        }  # fmt: skip

    @pytest.mark.rule("BQ-3.4.c")
    def test_a_table_that_an_army_cannot_stand_on_is_refused(self) -> None:
        crowd = army(["foot-sm1"] * 30)
        assert refused(a=crowd, table={"width": 8, "depth": 12}).path == "table"

    @pytest.mark.parametrize(("piece", "path"), [
        ({"kind": "castle", "x": 5, "y": 5, "width": 2, "depth": 2}, "terrain[1].kind"),
        ({"kind": "wood", "x": 5, "y": 5, "width": 2}, "terrain[1]"),
        ({"kind": "wood", "x": 5, "y": 5, "width": -2, "depth": 2}, "terrain[1].width"),
        ({"kind": "wood", "x": 0.5, "y": 5, "width": 2, "depth": 2}, "terrain[1]"),
        ({"kind": "wood", "outline": [1, 1, 4, 1, 2, 2, 4, 4]}, "terrain[1].outline"),
        ({"kind": "road", "line": [0, 5]}, "terrain[1].line"),
        ({"kind": "road", "line": [0, 5, 0, 5]}, "terrain[1].line"),
        ({"kind": "shore", "x": 5, "y": 5, "width": 2, "depth": 2}, "terrain[1]"),
        ({"kind": "wood", "x": 5, "y": 5, "width": 2, "depth": 2, "id": "t1"}, "terrain[1].id"),
        ({"kind": "wood", "x": 5, "y": 5, "width": 2, "depth": 2, "colour": "green"}, "terrain[1].colour"),
        ("a wood", "terrain[1]"),
    ])  # fmt: skip
    def test_terrain_that_cannot_be_read_is_refused_with_its_place(self, piece: Any, path: str) -> None:
        good = {"kind": "wood", "x": 10, "y": 7, "width": 3, "depth": 2}
        if isinstance(piece, str):
            with pytest.raises(SetupError) as caught:
                setting_up.read_pieces([good, piece], 20, 15)
            assert caught.value.path == path
        else:
            assert refused(terrain=[good, piece]).path == path


class TestTables:
    @pytest.mark.rule("BQ-1.2.1")
    @pytest.mark.parametrize(("points", "width", "depth"), [
        (300, 20, 15), (600, 20, 15), (700, 20, 15), (799, 20, 15), (800, 30, 20), (1500, 30, 20),
    ])  # fmt: skip
    def test_the_advised_table_grows_with_the_armies(self, points: int, width: float, depth: float) -> None:
        assert setting_up.table_for(points) == {"width": width, "depth": depth}


NUMBERS: dict[str, dict[str, float]] = {
    "area": {"x": 8, "y": 7, "width": 3, "depth": 2.5, "heading": 20},
    "river": {"near": 9, "middle": 10, "far": 9.5, "width": 1.5},
    "road": {"x1": 0, "y1": 3, "x2": 20, "y2": 8, "width": 1},
    "obstacle": {"x": 8, "y": 7, "length": 3, "heading": 10, "turn": 45},
    "shore": {"side": 1, "depth": 3},
}


class TestPieces:
    @pytest.mark.rule("BQ-3.3.a", "BQ-3.1.a")
    @pytest.mark.parametrize("kind", KINDS)
    def test_what_a_battle_shows_of_a_piece_is_read_back_as_it_was(self, kind: str) -> None:
        piece = make_piece(kind, "t7", NUMBERS[form_of(kind)], (20.0, 15.0), placed_by=1, options=2)
        shown = json.loads(json.dumps(piece.to_json()))
        assert setting_up.read_pieces([shown], 20, 15) == [piece]

    @given(
        x=st.floats(4, 16), y=st.floats(4, 11), width=st.floats(2, 4), depth=st.floats(2, 4),
        heading=st.floats(0, 360), kind=st.sampled_from([kind for kind in KINDS if form_of(kind) == "area"]),
    )  # fmt: skip
    def test_areas_of_any_measure_are_read_back(self, kind: str, **numbers: float) -> None:
        piece = make_piece(kind, "t1", numbers, (20.0, 15.0))
        assert setting_up.read_pieces([piece.to_json()], 20, 15) == [piece]
        again = setting_up.read_pieces([{"kind": kind, **numbers}], 20, 15)
        assert again == [piece]

    @pytest.mark.rule("BQ-3.1.1.e", "BQ-3.1.4.c", "BQ-3.1.4.i")
    @pytest.mark.parametrize(("kind", "marks"), [
        ("wood", (False, False, False)), ("ridge", (True, False, False)), ("rocks", (False, True, False)),
        ("lake", (False, False, False)), ("orchard", (False, False, True)),
        ("open_field", (False, False, True)),
    ])  # fmt: skip
    def test_kinds_bring_their_marks(self, kind: str, marks: tuple[bool, bool, bool]) -> None:
        piece = make_piece(kind, "t1", NUMBERS["area"], (20.0, 15.0))
        assert (piece.ridge, piece.blocks_sight, piece.enclosed) == marks

    @pytest.mark.rule("BQ-3.1.4.i")
    def test_a_setup_may_say_otherwise(self) -> None:
        fort = {
            "kind": "rocks",
            "x": 8,
            "y": 7,
            "width": 2,
            "depth": 2,
            "blocks_sight": False,
            "enclosed": True,
        }
        (piece,) = setting_up.read_pieces([fort], 20, 15)
        assert not piece.blocks_sight
        assert piece.enclosed

    @pytest.mark.rule("BQ-3.1.2.a")
    def test_fords_and_bridges_are_read(self) -> None:
        river = {"kind": "river", "line": [10, 0, 10, 15], "width": 1, "crossings": [["bridge", 10, 4]]}
        (piece,) = setting_up.read_pieces([river], 20, 15)
        assert piece == Piece("t1", "river", line=(10, 0, 10, 15), width=1, crossings=(("bridge", 10, 4),))
