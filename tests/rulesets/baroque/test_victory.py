"""Demoralisation of commands and armies, and how battles end."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.baroque import victory
from rulesets.baroque.events.command import CommandBroken, TurnEnded
from rulesets.baroque.events.field import BattleEnded, Removed
from rulesets.baroque.state import Piece, Unit
from rulesets.engine.geometry import rectangle
from tests.kit.field import Field, unit


def exhausted(id_: str, vd: int, x: float = 3.0, **more: Any) -> Unit:
    return unit(id_, x, 3, 90 if id_[0] == "a" else 270, vd=vd, vbu=6, losses=4, **more)


def lost(id_: str, vd: int, status: str = "routed", **more: Any) -> Unit:
    return unit(id_, 3, 3, 90, vd=vd, status=status, **more)


def fresh(id_: str, vd: int, x: float = 10.0, y: float = 3.0, **more: Any) -> Unit:
    return unit(id_, x, y, 90, vd=vd, **more)


class TestLosses:
    @pytest.mark.rule("BQ-9.1.a", "BQ-9.1.b", "BQ-9.1.c", "BQ-9.1.d", "BQ-9.1.f")
    @pytest.mark.example("DX-11")
    def test_exhausted_eliminated_and_baggage_add_up(self) -> None:
        field = Field(
            exhausted("a.1", 3), lost("a.2", 3), fresh("a.3", 3), lost("a.4", 2, "dispersed"),
            fresh("a.5", 2, 14), fresh("a.6", 1, 16), fresh("a.7", 1, 6), fresh("b.1", 9, y=12),
        )  # fmt: skip
        state = field.state
        state.sides[0].baggage_sacked = True
        found = victory.vd_lost(state, 0)
        assert state.sides[0].vdt == 15
        assert found.total == 16
        assert [(line.rule, line.vd) for line in found.lines] == [
            ("BQ-9.1.b", 3), ("BQ-9.1.c", 6), ("BQ-9.1.c", 4), ("BQ-9.1.d", 3),
        ]  # fmt: skip

    @pytest.mark.rule("BQ-9.1.c")
    @pytest.mark.parametrize("status", ["routed", "dispersed", "destroyed", "left"])
    def test_every_way_of_being_eliminated_costs_twice_the_vd_in_all(self, status: str) -> None:
        state = Field(lost("a.1", 3, status, losses=5)).state
        assert victory.vd_lost(state, 0).total == 6

    @pytest.mark.rule("BQ-2.5.1.1.e")
    @pytest.mark.parametrize(
        ("losses", "harsh", "cost"), [(0, False, 0), (4, False, 3), (0, True, 3), (4, True, 3)]
    )
    def test_a_withdrawn_unit_costs_its_vd_if_exhausted_or_if_agreed_on(
        self, losses: int, harsh: bool, cost: int
    ) -> None:
        state = Field(lost("a.1", 3, "withdrawn", losses=losses)).state
        state.options["withdrawn_fresh_units_count"] = harsh
        assert victory.vd_lost(state, 0).total == cost

    def test_who_never_came_on_the_table_costs_nothing(self) -> None:
        assert victory.vd_lost(Field(lost("a.1", 3, "reserve")).state, 0).total == 0

    @pytest.mark.rule("BQ-9.1.g")
    def test_a_command_counts_its_own_units_only(self) -> None:
        field = Field(
            exhausted("a.1", 3, command="a.c1"),
            lost("a.2", 2, command="a.c1"),
            lost("a.3", 2, command="a.c2"),
        )
        state = field.state
        state.sides[0].baggage_sacked = True
        assert victory.vdc_lost(state, state.commands["a.c1"]) == 7
        assert victory.vdc_lost(state, state.commands["a.c2"]) == 4


class TestVillages:
    VILLAGE = Piece("t1", "village", rectangle(10, 4, 4, 3))

    def loss(self, *units: Unit, village: Piece = VILLAGE) -> int:
        return victory.vd_lost(Field(*units, terrain=[village]).state, 0).total

    @pytest.mark.rule("BQ-9.1.e")
    def test_a_village_in_the_own_zone_costs_one_vd_while_the_enemy_alone_is_in_it(self) -> None:
        inside = fresh("b.1", 3, 10, 4)
        assert self.loss(inside) == 1
        assert self.loss(inside, fresh("a.1", 3, 10.5, 5.2)) == 0  # defended
        assert self.loss(inside, fresh("a.1", 3, 10.0, 6.0)) == 1  # less than half of it is inside
        assert self.loss(fresh("b.1", 3, 10, 5.6)) == 0  # not wholly inside
        assert self.loss(fresh("a.1", 3, 10, 4)) == 0

    @pytest.mark.rule("BQ-9.1.e")
    def test_a_village_outside_the_zone_is_nobodys_loss(self) -> None:
        village = Piece("t1", "village", rectangle(10, 7.5, 4, 3))
        assert self.loss(fresh("b.1", 3, 10, 7.5), village=village) == 0


class TestEndOfTurn:
    def end(self, field: Field) -> Any:
        return field.run(victory.end_of_turn(field))

    @pytest.mark.rule("BQ-9.1.f", "BQ-4.1.1.g")
    def test_a_turn_ends_with_the_vd_of_both_and_the_hash_of_the_state(self) -> None:
        field = Field(fresh("a.1", 3), exhausted("a.2", 2), fresh("b.1", 4, y=12))
        expected = field.state_hash()
        assert self.end(field) is None
        (ended,) = field.events(TurnEnded)
        assert (ended.vdt, ended.lost, ended.state_hash) == ((5, 4), (2, 0), expected)

    @pytest.mark.rule("BQ-9.1.f")
    def test_an_army_with_no_vdt_left_has_lost(self) -> None:
        field = Field(fresh("a.1", 3), lost("a.2", 3, command="a.c2"), fresh("b.1", 4, y=12))
        result = self.end(field)
        assert result.winner == 1
        assert result.rule == "BQ-9.1.f"
        assert result.how == "the enemy’s army is routed"
        assert field.events(BattleEnded)[0].left == (0, 4)
        assert not field.events(CommandBroken)  # the army's break point is looked at first

    @pytest.mark.rule("BQ-9.1.f")
    def test_when_both_break_at_once_the_greater_remaining_part_wins(self) -> None:
        result = self.end(Field(lost("a.1", 3), fresh("a.2", 3), lost("b.1", 3)))
        assert result.winner == 0
        assert [score["percentage"] for score in result.scores] == [0.0, -100.0]

    @pytest.mark.rule("BQ-9.1.f")
    def test_equal_remains_of_two_broken_armies_are_a_draw(self) -> None:
        field = Field(lost("a.1", 3), fresh("a.2", 3), lost("b.1", 2), fresh("b.2", 2, y=12))
        assert self.end(field).winner is None
        assert field.events(BattleEnded)[0].winner == -1

    def test_after_the_last_turn_the_greater_remaining_part_wins(self) -> None:
        field = Field(fresh("a.1", 3), exhausted("a.2", 2), fresh("b.1", 4, y=12))
        field.state.max_turns = 1
        result = self.end(field)
        assert (result.winner, result.turns) == (1, 1)
        assert result.how == "the last turn is over, 60% against 100% of the VDT left"

    def test_a_field_without_troops_ends_the_battle(self) -> None:
        field = Field(lost("a.1", 3, "withdrawn"), lost("b.1", 4, "withdrawn"))
        assert self.end(field).winner is None

    @pytest.mark.rule("BQ-9.1.h", "BQ-9.1.g")
    def test_units_of_a_broken_command_test_and_are_lost_when_they_fail(self) -> None:
        field = Field(
            lost("a.1", 3), fresh("a.2", 2, 8), fresh("a.3", 1, 11),
            fresh("a.9", 9, 15, command="a.c2"), fresh("b.1", 4, y=12), dice=(1, 6),
        )  # fmt: skip
        assert self.end(field) is None
        (broken,) = field.events(CommandBroken)
        assert (broken.command, broken.vdc, broken.lost) == ("a.c1", 6, 6)
        assert [(event.unit, event.status, event.rule) for event in field.events(Removed)] == [
            ("a.2", "routed", "BQ-9.1.h")
        ]
        assert field.events(TurnEnded)[0].lost == (10, 0)

    @pytest.mark.rule("BQ-9.1.h", "BQ-9.1.f")
    def test_the_army_is_looked_at_again_after_the_command_tests(self) -> None:
        field = Field(
            lost("a.1", 3), fresh("a.2", 2, 8), fresh("a.3", 1, 11),
            fresh("a.9", 3, 15, command="a.c2"), fresh("b.1", 4, y=12), dice=(1, 1),
        )  # fmt: skip
        assert self.end(field).winner == 1

    @pytest.mark.rule("BQ-9.1.h")
    @pytest.mark.parametrize(("once", "dice"), [(False, (6, 6)), (True, (6,))])
    def test_the_test_is_repeated_every_turn_unless_agreed_otherwise(
        self, once: bool, dice: tuple[int, ...]
    ) -> None:
        field = Field(
            lost("a.1", 3), fresh("a.2", 3, 8), fresh("a.9", 9, 15, command="a.c2"), fresh("b.1", 4, y=12),
            dice=dice,
        )  # fmt: skip
        field.state.options["command_break_once"] = once

        def two_turns() -> Any:
            yield from victory.end_of_turn(field)
            yield from victory.end_of_turn(field)

        field.run(two_turns())
        assert len(field.events(CommandBroken)) == len(dice)

    @pytest.mark.rule("BQ-9.1.h")
    def test_a_command_without_units_left_does_not_test(self) -> None:
        field = Field(lost("a.1", 3), fresh("a.9", 9, 15, command="a.c2"), fresh("b.1", 4, y=12))
        assert self.end(field) is None
        assert not field.events(CommandBroken)


class TestScore:
    def test_losses_are_told_by_command_and_unit_with_their_rules(self) -> None:
        field = Field(
            lost("a.1", 3), exhausted("a.2", 2, command="a.c2"), fresh("a.3", 4, 15, command="a.c2")
        )
        field.state.sides[0].baggage_sacked = True
        field.state.units["a.baggage"] = unit("a.baggage", 0, 0, 90, "BAG", vd=0)
        found = victory.score(field.state, 0)
        assert (found["vdt"], found["lost"], found["left"]) == (9, 11, -2)
        assert [(c["id"], c["vdc"], c["lost"]) for c in found["commands"]] == [("a.c1", 3, 6), ("a.c2", 6, 2)]
        assert found["commands"][0]["lines"] == [
            {"subject": "a.1", "name": "a.1", "rule": "BQ-9.1.c", "vd": 6, "why": "routed"}
        ]
        assert [line["rule"] for line in found["other"]] == ["BQ-9.1.d"]
