"""A scenario as its page shows it: facts, order of battle, map, the Summary Sheet and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from rulesets.contract.scenarios import (
    CommandSummary,
    ScenarioSummary,
    SheetLine,
    SheetSummary,
    SideSummary,
    UnitSummary,
)
from rulesets.engine.lists import ListCommand
from rulesets.engine.wording import signed, titled
from rulesets.snaphance import hexes
from rulesets.snaphance.armies.book import SnaphanceBook, StandProfile
from rulesets.snaphance.armies.check import break_at
from rulesets.snaphance.armies.lists import LISTS
from rulesets.snaphance.hexes import Hex
from rulesets.snaphance.mapdrawing import (
    MapParts,
    entry_svg,
    general_svg,
    hex_map_svg,
    outline_svg,
    stand_svg,
)
from rulesets.snaphance.scenarios import Scenario, ScenarioSide, read
from rulesets.snaphance.sheet import FactorRow, GeneralRow, Numbers, Sheet, TerrainRow, WeaponRow, load
from rulesets.snaphance.wording import scenario_editor as words
from rulesets.snaphance.wording.scenarios import ENDS


def summary(document: Mapping[str, Any]) -> ScenarioSummary:
    """Return a scenario for its readers; raises FaultyBookError."""
    scenario = read(document)
    sides = tuple(_side(scenario, number) for number in range(2))
    return ScenarioSummary(
        name=scenario.name,
        date=scenario.date,
        place=scenario.place,
        summary=scenario.summary.strip(),
        told=_paragraphs(scenario.told),
        sources=scenario.sources,
        scale=scenario.scale.strip(),
        ours=scenario.ours.strip(),
        facts=tuple(_facts(scenario)),
        victory=scenario.victory.words.strip(),
        notes=_paragraphs(scenario.notes),
        map=drawn(scenario),
        legend=" ".join(_legend(scenario)),
        sides=sides,
        sheet=tuple(_sheet(scenario.summary_sheet)),
        statuses=words.STATUSES,
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def _facts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    ground = scenario.ground
    yield words.MAP, words.size(ground.columns, ground.rows)
    yield words.ROUNDS, str(scenario.rounds) if scenario.rounds else words.NO_LIMIT
    if scenario.rounds:
        yield words.AFTER_LAST_ROUND, ENDS[scenario.victory.at_the_end]
    if scenario.scale:
        yield words.SCALE, scenario.scale.strip()


# -- the map --------------------------------------------------------------------------------------


def drawn(scenario: Scenario, prefix: str = "map") -> str:
    """Return the map with zones and stands as the scenario places them."""
    parts = hex_map_svg(scenario.map(), scenario.summary_sheet, prefix=prefix)
    return parts.svg(words.map_of(scenario.name), "".join(_over(scenario, parts)))


def _legend(scenario: Scenario) -> Iterator[str]:
    """Yield what is drawn on the map, and which Generals are not: their players choose where they begin."""
    first, second = scenario.sides
    yield words.bottom_and_top(first.name, second.name)
    if first.generals or second.generals:
        yield words.RING
    if first.arrivals or second.arrivals:
        yield words.DOTTED
    if _zones(scenario):
        yield words.DASHED
    # A dictionary for its order: a set would name the Generals differently each time.
    leaders = {
        words.leader_of(side.name, command.leader.name): None
        for side in scenario.sides
        for command in side.army.commands
        if command.leader is not None
        and command.id not in side.generals
        and any(unit.id not in side.arrivals for unit in command.units)
    }
    if leaders:
        yield words.not_drawn(leaders)


def _zones(scenario: Scenario) -> dict[int, frozenset[Hex]]:
    """Return the zones of the sides whose stands have not all a place."""
    return {
        number: scenario.zone(number)
        for number, side in enumerate(scenario.sides)
        if side.zone or len(side.placements) + len(side.arrivals) < len(_stands(side))
    }


def _over(scenario: Scenario, parts: MapParts) -> Iterator[str]:
    armies = [_stands(side) for side in scenario.sides]
    yield outline_svg(parts.plane, _zones(scenario))
    for number, side in enumerate(scenario.sides):
        for key, placed in side.placements.items():
            stand = armies[number][key]
            facing = hexes.facing_words(placed.facing)
            title = words.stand_on_map(side.name, stand.name, placed.hex, facing)
            yield stand_svg(parts.plane, placed.place, placed.facing, number, stand.code, title, stand.ranks)
        entries = {place: coming.round for coming in side.arrivals.values() for place in coming.places}
        for place, round_ in entries.items():
            yield entry_svg(parts.plane, place, number, round_)
        for label in side.generals.values():
            yield general_svg(parts.plane, hexes.named(label), number)


# -- the order of battle --------------------------------------------------------------------------


def book_of(side: ScenarioSide) -> SnaphanceBook:
    """Return the army book that a side's list is built on."""
    book = LISTS.book_of(side.army)
    assert isinstance(book, SnaphanceBook)
    return book


def _stands(side: ScenarioSide) -> dict[str, StandProfile]:
    book = book_of(side)
    return {unit.id: book.stand(unit.entry, unit.options) for unit in side.army.units()}


def _side(scenario: Scenario, number: int) -> SideSummary:
    side = scenario.sides[number]
    stands = _stands(side)
    points = sum(stand.break_points * stand.ranks for stand in stands.values())
    percent = scenario.break_percent(number)
    training = str(side.army.extras.get("training", "unspecified"))
    facts = (
        (words.STANDS, str(len(stands))),
        (words.BREAK_POINTS, words.breaks_at(points, break_at(points, percent), percent)),
        (words.TRAINING, words.TRAININGS.get(training, training)),
    )
    groups = tuple(
        _group(side, command, number, stands) for number, command in enumerate(side.army.commands, 1)
    )
    return SideSummary(side.name, f"{side.army.name}, {book_of(side).name}", facts, groups)


def _group(
    side: ScenarioSide, command: ListCommand, number: int, stands: Mapping[str, StandProfile]
) -> CommandSummary:
    leader = words.NO_GENERAL
    if command.leader is not None:
        grade = load().generals.get(command.leader.level)
        known = words.graded(grade.name, _grade_figures(grade)) if grade else command.leader.level
        leader = words.general(command.leader.name, known)
    found = tuple(
        UnitSummary(
            id=unit.id,
            name=unit.name or stand.name,
            sign=stand.code,
            kind=stand.kind.name,
            figures=tuple(figures(stand)),
            where=where(side, unit.id),
            later=unit.id in side.arrivals,
        )
        for unit in command.units
        for stand in (stands[unit.id],)
    )
    return CommandSummary(command.name or words.group(number), leader, found)


def _grade_figures(grade: GeneralRow) -> str:
    return words.general_figures(signed(grade.initiative), grade.command_range)


def figures(stand: StandProfile) -> Iterator[tuple[str, str]]:
    """Yield the characteristics of a stand, as short names and values (SN-15.0.a)."""
    yield words.SP, f"{stand.sp}" if stand.ranks == 1 else f"{stand.sp}×{stand.ranks}"
    yield words.MP, str(stand.mp)
    bonus = stand.charge_bonus
    after = stand.charge_bonus_after_loss
    yield words.CHARGE, words.bonus(bonus, after)
    yield words.ORDERS, stand.order_rating
    yield words.BREAK_POINTS, str(stand.break_points * stand.ranks)
    if stand.weapon != "none":
        row = load().weapons.get(stand.weapon)
        yield words.FIRE, row.name.lower() if row else stand.weapon.replace("_", " ")
    elif stand.contact_fire_dice:
        yield words.FIRE, words.contact_fire(stand.contact_fire_dice)


def where(side: ScenarioSide, key: str) -> str:
    """Return where a stand begins, or when it comes."""
    if key in side.placements:
        placed = side.placements[key]
        return words.placed(placed.hex, hexes.facing_words(placed.facing))
    if key in side.arrivals:
        coming = side.arrivals[key]
        return words.comes(coming.round, coming.hexes)
    return words.IN_ZONE


# -- the sheet ------------------------------------------------------------------------------------


def _sheet(sheet: Sheet) -> Iterator[SheetSummary]:
    weapons = [row for row in sheet.weapons.values() if row.dice]
    ranges = tuple(sorted({int(distance) for row in weapons for distance in row.dice}))
    columns = tuple(f"{distance}H" for distance in ranges)
    lines = tuple(
        _line(row, *(signed(row.dice[str(each)]) if str(each) in row.dice else "" for each in ranges))
        for row in weapons
    )
    yield SheetSummary(words.SUMMARIES["weapons"], columns, lines)
    yield SheetSummary(words.SUMMARIES["fire"], ("D6",), _factors(sheet.fire))
    yield SheetSummary(words.SUMMARIES["melee"], ("D6",), _factors(sheet.melee))
    columns = (*words.CLASSES.values(), words.CHARGE_BONUS, "cover", "attacker", "defender", "sight")
    terrain = tuple(map(_terrain, sheet.terrain.values()))
    yield SheetSummary(words.SUMMARIES["terrain"], columns, terrain)
    generals = tuple(_line(row, _grade_figures(row)) for row in sheet.generals.values())
    yield SheetSummary(words.SUMMARIES["generals"], ("",), generals)
    yield SheetSummary(words.SUMMARIES["numbers"], ("",), tuple(_numbers(sheet.numbers)))


def _factors(rows: Mapping[str, FactorRow]) -> tuple[SheetLine, ...]:
    return tuple(_line(row, signed(row.dice)) for row in rows.values())


def _terrain(row: TerrainRow) -> SheetLine:
    sight = words.level(row.level) if row.level and not row.blocks else words.SIGHT[bool(row.blocks)]
    entries = (words.ENTRIES.get(row.entry[key], str(row.entry[key])) for key in words.CLASSES)
    dice = (signed(each) if each else "" for each in (row.cover, row.attacker, row.defender))
    return _line(row, *entries, words.KEPT[row.removes_charge_bonus], *dice, sight)


def _numbers(numbers: Numbers) -> Iterator[SheetLine]:
    usual = load().numbers
    for each in fields(numbers):
        value = getattr(numbers, each.name)
        changed = value != getattr(usual, each.name)
        name = words.FIGURE_NAMES.get(each.name, titled(each.name))
        yield SheetLine(name, (str(value),), "scenario" if changed else "recommended", changed)


def _line(row: WeaponRow | FactorRow | TerrainRow | GeneralRow, *cells: str) -> SheetLine:
    return SheetLine(row.name, cells, row.status, row.status == "scenario")
