"""The roster of a force: its sums line by line, thresholds to tick, marks, and the tables cut down to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword import reference, roster
from rulesets.by_fire_and_sword.armies.book import books
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.cardlists import begin
from rulesets.contract.documents import roster as sheet_of
from rulesets.engine.lists import ArmyList
from rulesets.engine.roster import RosterSheet

PLAYED = ("muscovite-1648-76-11", "polish-1649-52-10", "polish-tatars-13", "brandenburg-defensive-9")


def played(name: str) -> RosterSheet:
    return sheet_of(sample_lists()[name])


def begun(book: str, card: str) -> ArmyList:
    return ArmyList(
        system="by_fire_and_sword", book=book, points=0, commands=begin(books()[book], card), extras={}
    )


def figures(sheet: RosterSheet) -> dict[str, str]:
    return {figure.label: figure.value for figure in sheet.figures}


@pytest.mark.rule("BFS-29.2.9", "BFS-34.1", "BFS-33.1")
@pytest.mark.parametrize("name", PLAYED)
def test_every_sum_is_the_sum_of_its_lines(name: str) -> None:
    sheet = played(name)
    assert [each.label for each in sheet.sums] == ["FSP", "FV", "RP"]
    for each in sheet.sums:
        assert each.lines
        assert sum(line.value for line in each.lines) == each.total
    shown = figures(sheet)
    assert [str(each.total) for each in sheet.sums] == [str(sheet.total), shown["FV"], shown["RP"]]
    assert sheet.limit == 0
    assert not sheet.over


@pytest.mark.rule("BFS-29.2.9")
def test_the_played_muscovite_force_is_told_as_it_was_played() -> None:
    sheet = played("muscovite-1648-76-11")
    assert (sheet.total, sheet.legal) == (11, True)
    assert figures(sheet)["Bases"] == "31"
    fsp = {line.label: line.value for line in sheet.sums[0].lines}
    assert fsp["Muscovite force 1648-76, core"] == 4
    assert fsp["Level 9, Reiters of level 9"] == 1
    rules = {line.label: line.rule for line in sheet.sums[0].lines}
    assert rules["Muscovite force 1648-76, core"] == rules["Level 9, Reiters of level 9"] == "BFS-29.2.6"
    assert rules["Lieutenant Colonel"] == rules["Boyars"] == "BFS-29.2.7.a"
    command = sheet.commands[0]
    assert [each.label for each in command.commanders] == ["Golova", "Lieutenant Colonel"]
    assert [each.sign for each in command.commanders] == ["chief", "leader"]
    assert sum(unit.boxes for unit in command.units) == 31
    assert command.tally is None


@pytest.mark.rule("BFS-29.2.8", "BFS-29.9.3")
def test_what_notes_and_obstacles_cost_is_told_with_their_rules() -> None:
    rules = {line.label: line.rule for line in played("polish-tatars-13").sums[0].lines}
    assert rules["Colonel, 3 Command Points"] == rules["Further bases"] == "BFS-29.2.8"
    army = begun("polish-crown", "division-1648-60")
    place, foot = next((i, each) for i, each in enumerate(army.commands) if each.card == "foot-regiment")
    armed = tuple(
        unit.model_copy(update={"options": ("polish-crown.foot-regiment.with-kobylica",)})
        if unit.entry.endswith("haiduks-1")
        else unit
        for unit in foot.units
    )
    commands = (*army.commands[:place], foot.model_copy(update={"units": armed}), *army.commands[place + 1 :])
    lines = sheet_of(army.model_copy(update={"commands": commands})).sums[0].lines
    assert ("Kobylica, 4 elements", 1, "BFS-29.9.3") in [
        (each.label, each.value, each.rule) for each in lines
    ]


@pytest.mark.rule("BFS-34.2", "BFS-34.3")
@given(st.integers(3, 300))
def test_a_box_for_every_loss_up_to_the_whole_force(fv: int) -> None:
    chart = roster.loss_chart(fv)
    assert [band.name for band in chart.bands] == [
        "No losses", "Minor", "Acceptable", "Heavy", "Very heavy", "Massacre",
    ]  # fmt: skip
    assert sum(band.boxes for band in chart.bands) >= fv
    assert [band.own for band in chart.bands] == ["+6", "+3", "+1", "–", "–", "–"]
    assert [band.enemy for band in chart.bands] == ["–", "–", "–", "–", "+2", "+4"]


@pytest.mark.rule("BFS-34.2")
def test_the_thresholds_of_the_examples() -> None:
    spans = [(band.span, band.boxes) for band in roster.loss_chart(16).bands]
    assert spans == [("0", 0), ("1–2", 2), ("3–4", 2), ("5–8", 4), ("9–12", 4), ("13 and more", 4)]
    small = {band.name: (band.span, band.boxes) for band in roster.loss_chart(4).bands}
    assert small["Acceptable"] == ("none", 0)
    assert small["Minor"] == ("1", 1)


@pytest.mark.rule("BFS-29.8.1", "BFS-29.4.1")
def test_a_division_shows_motivation_by_regiment_and_boxes_for_breaking_points() -> None:
    sheet = sheet_of(begun("polish-crown", "division-1648-60"))
    assert sheet.legal
    head, *regiments = sheet.commands
    assert len(regiments) == 3
    assert head.tally is None
    for each in regiments:
        shown = {figure.label: figure.value for figure in each.figures}
        assert each.tally == ("Breaking points", int(shown["Motivation"]))
        assert int(shown["Bases"]) == sum(unit.boxes for unit in each.units)
        assert [commander.sign for commander in each.commanders] == ["leader"]
    assert head.commanders[0].sign == "chief"
    assert sheet.words.by_command == ("FSP", "Force Strength Points of each part")
    assert sum(int(each.figures[0].value) for each in sheet.commands) == sheet.total


@pytest.mark.rule("BFS-29.10.3")
def test_units_that_may_stand_as_squadrons_are_named() -> None:
    hints = [
        words for words, rule in played("muscovite-1648-76-11").commands[0].hints if rule == "BFS-29.10.3"
    ]
    assert any(words.startswith("Reiters (2 + 2 + 2)") and "6 bases" in words for words in hints)


def test_values_of_ours_are_marked_and_said_so_in_words() -> None:
    sheet = played("muscovite-1648-76-11")
    boyars = next(unit for unit in sheet.commands[0].units if unit.label == "Boyars")
    assert {figure.label for figure in boyars.figures if figure.marked} >= {"Skill", "Mor.", "Arm."}
    words = {source.about: source.sentence for source in sheet.sources}
    assert "Ours, in no source" in words["Reiters"]
    assert len(sheet.sources) == len(set(sheet.sources))


@pytest.mark.rule("BFS-29.2.2")
def test_special_rules_tell_what_is_known_and_where_the_rest_stands() -> None:
    known = reference.special("Scouts")
    assert (known.rule, "2 reconnaissance points" in known.effect) == ("BFS-22.28.a", True)
    assert reference.special("Shooting while Charging (bow)").rule == "BFS-22.29.a"
    assert reference.special("Small Companies").effect == reference.UNKNOWN
    assert reference.special("Small Companies", "As our book says.").effect == "As our book says."
    names = [trait.name for trait in played("cossack-12").traits]
    assert names[0] == "Without water, mud or holes a Cossack is as good as gone"
    assert len(names) == len(set(names))


# ------------------------------------------------------------------------------------------------ tables


def table(sheet: RosterSheet, title: str) -> list[str]:
    """The first cells of a table, [] if the sheet has none of that name."""
    return [row[0] for found in sheet.tables if found.title == title for row in found.rows]


@pytest.mark.rule("BFS-13.1", "BFS-15.2", "BFS-25.6.1", "BFS-14.13")
def test_the_tables_are_cut_down_to_what_the_force_uses() -> None:
    sheet = played("muscovite-1648-76-11")
    assert set(table(sheet, "Ranged weapons")) == {"Poor quality firearms", "Bow", "Pistol", "Carbine"}
    assert set(table(sheet, "Close combat weapons")) == {"Hand weapon", "Cavalry polearms and estocs"}
    assert table(sheet, "Guns") == []
    assert not any("Light Cavalry" in cell for cell in table(sheet, "Combat Resolution"))
    assert "Pistols" in table(sheet, "Close combat")
    assert table(sheet, "Squadrons") == ["Cavalry"]


@pytest.mark.rule("BFS-22.16.i")
def test_light_cavalry_brings_its_line_of_combat_resolution() -> None:
    assert any("Light Cavalry" in cell for cell in table(played("polish-tatars-13"), "Combat Resolution"))


@pytest.mark.rule("BFS-15.3")
def test_weapons_are_found_by_class_number_and_rider() -> None:
    assert reference.close_weapon("Spears", mounted=True).weapon == "cavalry_polearms_and_estocs"  # type: ignore[union-attr]
    assert reference.close_weapon("Spears", mounted=False).weapon == "infantry_polearms"  # type: ignore[union-attr]
    assert reference.close_weapon("Berdishe axe", mounted=False).weapon == "two_handed_weapon"  # type: ignore[union-attr]
    assert reference.ranged_weapon("Pistols") is reference.ranged_weapon("pistol") is not None
    assert reference.ranged_weapon("Half-musket").range_long_cm == 25  # type: ignore[union-attr]
    assert reference.gun("Regimental gun - 3 pdr").effectiveness == 8  # type: ignore[union-attr]
    assert reference.ranged_weapon("Blowpipe") is None


# ------------------------------------------------------------------------------------------------ findings


@pytest.mark.rule("BFS-29.2.3")
def test_findings_stand_at_their_part_and_name_it() -> None:
    army = begun("muscovite", "skirmish-1648-76")
    command = army.commands[0]
    broken = command.model_copy(update={"units": command.units[:-1]})
    sheet = sheet_of(army.model_copy(update={"commands": (broken,)}))
    assert not sheet.legal
    assert sheet.commands[0].findings
    assert {finding.where for finding in sheet.findings} == {"Muscovite force 1648-76"}
    stray = command.units[1].model_copy(update={"bases": 9})
    army = army.model_copy(
        update={
            "commands": (
                command.model_copy(update={"units": (*command.units[:1], stray, *command.units[2:])}),
            )
        }
    )
    sheet = sheet_of(army)
    assert [finding.part for finding in sheet.findings] == [stray.id]
    assert next(unit for unit in sheet.commands[0].units if unit.id == stray.id).findings


def test_a_unit_that_the_book_does_not_have_is_shown_as_such() -> None:
    army = begun("muscovite", "skirmish-1648-76")
    command = army.commands[0]
    ghost = command.units[1].model_copy(update={"entry": "muscovite.skirmish-1648-76.ghosts"})
    changed = command.model_copy(update={"units": (*command.units, ghost.model_copy(update={"id": "x1"}))})
    sheet = sheet_of(army.model_copy(update={"commands": (changed,)}))
    shown = sheet.commands[0].units[-1]
    assert (shown.known, shown.kind) == (False, "Not in the book")
    assert not sheet.legal
