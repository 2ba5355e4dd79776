"""How battles of Mail, Pike & Powder are shown."""

from __future__ import annotations

import pytest

from battles.freefield import Drawing
from battles.turns import turns_of
from rulesets.mail_pike_powder import tables, victory
from rulesets.mail_pike_powder.presentation import PRESENTATION, place, strength_of
from rulesets.mail_pike_powder.results import RESULTS
from rulesets.mail_pike_powder.setup.pieces import KINDS
from tests.kit.powder import Field, battle, unit


def test_a_side_stands_at_its_stamina_and_what_it_has_lost() -> None:
    field = Field(
        unit("a.c1u1", 20, 20, 90, casualties=2), unit("a.c1u2", 30, 20, 90, stamina=4),
        unit("b.c1u1", 20, 30, 270, status="broken", casualties=1),
    )  # fmt: skip
    assert [each.to_json() for each in PRESENTATION.standing(field.state)] == [
        {"total": 7, "lost": 2, "left": 5}, {"total": 3, "lost": 3, "left": 0},
    ]  # fmt: skip


def test_casualties_beyond_stamina_leave_nothing_and_a_shaken_unit_is_marked() -> None:
    shown = unit("a.c1u1", 20, 20, 90, casualties=5, disordered=1).to_json()
    assert strength_of(shown) == (0, 3)
    assert [mark.word for mark in PRESENTATION.marks if shown[mark.key]] == ["shaken", "disordered"]


@pytest.mark.rule("MPP-C-29")
def test_zones_lie_along_both_long_edges() -> None:
    first, second = PRESENTATION.zones({"width": 72.0, "depth": 48.0})
    assert (first.y, first.depth, second.y, second.width) == (0.0, 9.0, 39.0, 72.0)


def test_each_kind_of_terrain_has_a_name_and_every_ready_made_place_an_outline() -> None:
    field = Field()
    for kind in KINDS:
        assert PRESENTATION.terrain_name(kind) == tables.terrain(kind).name.lower()
        outline = place(field.state, {"do": "place", "kind": kind, "at": "1"})
        assert len(outline) >= 8, kind
        assert place(field.state, {"do": "place", "kind": kind, "at": "999"}) == ()
    assert place(field.state, {"do": "place", "unit": "a.c1u1", "at": "1-1"}) == ()


def test_a_turn_of_both_sides_is_one_turn_of_the_log() -> None:
    fought = battle(3)
    fought.play([fought.system.core.tactician] * 2)
    numbers = [mark.number for mark, _ in turns_of(fought)]
    assert fought.result is not None
    assert numbers == list(range(fought.result.turns + 1))


def test_a_table_in_inches_is_drawn_as_large_as_one_in_halves_of_a_front() -> None:
    field = Field(unit("a.c1u1", 20, 20, 90))
    drawing = Drawing(field.state.to_json(), PRESENTATION, "f")
    assert drawing.unit == pytest.approx(40 / 3)
    assert 'width="80.0"' in "".join(drawing.units()), "six inches of front"


def test_tournaments_learn_the_stamina_lost_on_both_sides() -> None:
    field = Field(unit("a.c1u1", 20, 20, 90, casualties=2), unit("b.c1u1", 20, 30, 270, status="broken"))
    first, second = RESULTS.figures({"scores": victory.scores(field.state)})
    assert (first.score, first.losses, first.strength) == (3, 2, 3)
    assert (second.score, second.losses, second.strength) == (2, 3, 3)
