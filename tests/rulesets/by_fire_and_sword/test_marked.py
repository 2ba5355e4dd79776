"""What no source gives is marked, on the figures that follow from it too; what a source gives is not."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.by_fire_and_sword.armies.book import books
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.by_fire_and_sword.armies.force import force, reconnaissance_lines
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.provenance import card_marks, sentences
from rulesets.engine.books import Provenance
from rulesets.engine.lists import ArmyList

SAMPLES = sample_lists()


def sample(name: str) -> ArmyList:
    return SAMPLES[name]


@pytest.mark.parametrize("name", ["brandenburg-defensive-9", "polish-1649-52-10"])
def test_the_figures_of_a_force_as_it_was_played_are_not_marked(name: str) -> None:
    found = force(sample(name))
    assert found.marked == frozenset()
    assert not any("bases" in unit.marked for unit in found.units)


@pytest.mark.rule("BFS-34.1")
def test_a_force_value_is_marked_for_bases_or_for_the_command_points_of_its_commander() -> None:
    muscovite = force(sample("muscovite-1648-76-11"))
    assert muscovite.marked == {"cp", "fv"}
    assert muscovite.chief is not None
    assert "cp" in muscovite.chief.marked
    swedish = force(sample("swedish-detachment-12"))
    assert {"fsp", "fv", "bases", "rp"} <= swedish.marked
    assert "cp" not in swedish.marked, "the colonel's 3 and 4 points are those of forces that were played"


def test_command_points_that_a_note_sells_are_as_sure_as_the_note() -> None:
    book = books()["brandenburg"]
    entry = "brandenburg.defensive.lieutenant-colonel"
    assert "command_points" in book.marked(entry)
    assert book.unit(entry).command_points == 2
    bought = ("brandenburg.defensive.three-points",)
    assert book.unit(entry, bought).command_points == 3
    assert "command_points" not in book.marked(entry, bought), "3 were played"
    tartar = books()["tartar"]
    mirza = "tartar.raid-1648-76.mirza"
    assert "command_points" in tartar.marked(mirza, ("tartar.raid-1648-76.four-points",))


def test_every_line_of_the_fsp_says_whether_its_price_is_ours() -> None:
    played = check(sample("polish-tatars-13"))
    assert [line.label for line in played.lines if line.marked] == []
    ours = check(sample("imperial-corps-12"))
    assert all(line.marked for line in ours.lines if line.path != "commands")
    assert ours.lines[0].to_json()["marked"] is True
    assert "marked" not in played.lines[0].to_json()
    cossack = check(sample("cossack-12"))
    by_label = {line.label: line.marked for line in cossack.lines}
    assert by_label["Cossack skirmish force 1648-76, core"] is False
    assert any(by_label.values())


@pytest.mark.rule("BFS-33.1")
def test_reconnaissance_points_are_marked_line_by_line() -> None:
    found = force(sample("polish-tatars-13"))
    lines = reconnaissance_lines(found)
    assert next(line.marked for line in lines if line.rule == "BFS-33.1") is False, "bases as played"
    assert any(line.marked for line in lines), "special rules that no source gives"
    assert found.marked == {"rp"}


@pytest.mark.rule("BFS-29.8.1")
def test_a_motivation_level_is_marked_for_its_coefficient_or_its_bases() -> None:
    regiments = {each.name: each for each in force(sample("polish-division")).regiments}
    marks = {
        name: each.marked & {"motivation_level", "motivation_percent"} for name, each in regiments.items()
    }
    levy = next(each for name, each in marks.items() if "Levy" in name)
    assert levy == set(), "eight banners of 3 bases and 30 % are an example of the rules"
    assert {"motivation_level", "motivation_percent"} in marks.values()


@pytest.mark.parametrize("name", list(SAMPLES))
def test_the_report_of_a_list_names_the_marked_figures(name: str) -> None:
    army = sample(name)
    assert check(army).derived["marked"] == sorted(force(army).marked)


def test_a_card_as_a_whole_covers_what_has_no_provenance_of_its_own() -> None:
    whole = Provenance(ours=("card",))
    assert {"fsp", "period_from", "motivation_percent", "special_rules"} <= card_marks(whole)
    assert not card_marks(whole) & {"bases", "command_points"}
    assert list(sentences(whole)) == ["Ours, in no source: the card as a whole."]


def _documents() -> list[Any]:
    return [
        pytest.param(card, id=f"{book.key}.{card.id}")
        for book in books().values()
        for card in book.document.card
    ]


@pytest.mark.parametrize("card", _documents())
def test_what_is_ours_on_a_card_is_named_by_the_keys_of_its_document(card: Any) -> None:
    named = {*card.provenance.ours, *card.provenance.reconstructed}
    fields = {*type(card).__dataclass_fields__, "card", "fsp", "bases", "level", "rank", "command_points"}
    assert named <= fields
