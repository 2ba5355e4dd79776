"""The roster of a Baroque army: each unit, command and purchase ready to be shown (BQ-2.3.a, BQ-9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.baroque import reference, tables
from rulesets.baroque.armies.extras import LISTS, extras
from rulesets.baroque.armies.profiles import BaroqueBook, UnitProfile
from rulesets.engine.books import Book, Provenance
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, ListUnit, Report, Violation
from rulesets.engine.provenance import marks_with, sentences
from rulesets.engine.roster import (
    CommandCard,
    Findings,
    LeaderCard,
    Purchase,
    RosterRules,
    RosterSheet,
    RosterWords,
    Source,
    UnitCard,
    located,
    unknown_card,
)
from rulesets.engine.wording import signed

_FIELDS = {
    "type": "type",
    "m_bu": "M",
    "speed": "M",
    "vbu": "VBU",
    "i": "I",
    "d": "D",
    "vd": "VD",
    "points": "points",
    "sm": "SM",
    "mm": "MM",
    "weapons": "weapons",
    "special": "special characteristics",
    "name": "name",
    "min": "minimum",
    "max": "maximum",
    "group": "shared range",
    "limit": "limit",
    "period": "period",
    "charismatic_allowed": "whether a charismatic leader is allowed",
    "command_structure": "command structure",
    "command_structure_points": "price of the command structure",
}
_DISORDERED = ("Disordered",)

WORDS = RosterWords(
    no_leader="No leader.",
    by_command=("VDC", "Demoralisation value of each command"),
    compared=(("VDT", "vdt"),),
)
SIZES = ((300, "300 points, a patrol"), (600, "600 points, a battle"), (1000, "1,000 points, a great battle"))


def sheet(army: ArmyList, report: Report) -> RosterSheet:
    """The whole roster of `army`, with the findings of its `report` put where they belong."""
    book = LISTS.book_of(army)
    assert isinstance(book, BaroqueBook)
    findings = Findings(report.violations)
    commands = tuple(
        _command(book, place, command, report, findings) for place, command in enumerate(army.commands)
    )
    known = [unit for unit in army.units() if unit.entry in book.entry_by_id]
    profiles = [book.unit(unit.entry, unit.options) for unit in known]
    levels = tuple(dict.fromkeys(each.leader.level for each in army.commands if each.leader))
    return RosterSheet(
        title=army.name or f"{book.name} army",
        player=army.player,
        system=army.system,
        system_name=LISTS.name,
        book=book.name,
        book_key=book.key,
        book_note=book.about,
        total=report.total,
        limit=report.limit,
        unit=report.unit,
        figures=tuple(_army_figures(army, report)),
        commands=commands,
        purchases=tuple(_purchases(book, army, report)),
        findings=tuple(located(report.violations, commands)),
        tables=tuple(reference.army_tables(profiles, levels)),
        traits=tuple(reference.army_traits(profiles)),
        sources=tuple(_sources(book, army)),
        notes=army.notes,
        words=WORDS,
    )


def card(book: Book[Any], entry_id: str, options: Sequence[str] = ()) -> UnitCard:
    """A unit of `book` outside of a list; raises KeyError for an entry that the book does not have."""
    assert isinstance(book, BaroqueBook)
    return _unit(book, ListUnit(id="unit", entry=entry_id, options=tuple(options)), "")


# ------------------------------------------------------------------------------------------------ the army


def _army_figures(army: ArmyList, report: Report) -> Iterator[Figure]:
    derived = report.derived
    vdt = "Total demoralisation value: the army breaks when it is lost"
    yield Figure("VDT", str(derived["vdt"]), vdt, "BQ-9.1.a")
    yield Figure("Units", str(derived["units"]), "Number of units", "BQ-A.1")
    yield Figure("Commands", str(len(army.commands)), "Number of commands", "BQ-2.1.a")
    dice = str(derived["exploration_dice"])
    yield Figure("Exploration", f"{dice} dice" if dice != "1" else "1 die", "Exploration dice", "BQ-2.9.a")
    reach = f"{derived['command_range_bu']:g} BU"
    yield Figure("Command range", reach, "How far a leader's orders reach", "BQ-2.6.2.a", marked=True)
    yield Figure("Baggage", f"VBU {derived['baggage_vbu']}", "What the baggage withstands", "BQ-2.8.b")


def _purchases(book: BaroqueBook, army: ArmyList, report: Report) -> Iterator[Purchase]:
    """The extras that differ from none at all, with their prices; the command structure always."""
    prices = {line.path: line.points for line in report.lines}
    for extra in extras(book):
        value = army.extras.get(extra.key, extra.default)
        if value is False or (value == 0 and extra.kind == "whole"):
            continue
        words = "" if value is True else str(value)
        points = prices.get(f"extras.{extra.key}", 0)
        marked = extra.kind == "choice"  # the quality and its price are ours: the books do not give them
        yield Purchase(extra.label, words, points, extra.rule, extra.help, marked)


def _sources(book: BaroqueBook, army: ArmyList) -> Iterator[Source]:
    """Of the book and of every entry and option in use: which values are not as printed."""
    for sentence in provenance_sentences(book.provenance):
        yield Source(book.name, sentence)
    seen: set[str] = set()
    for unit in army.units():
        entry = book.entry_by_id.get(unit.entry)
        if entry is None:
            continue
        for sentence in provenance_sentences(entry.provenance) if entry.id not in seen else ():
            yield Source(entry.label, sentence)
        seen.add(entry.id)
        for option in book.taken(unit.entry, unit.options):
            for sentence in provenance_sentences(option.provenance) if option.id not in seen else ():
                yield Source(f"{entry.label}, {option.name}", sentence)
            seen.add(option.id)


def provenance_sentences(provenance: Provenance) -> Iterator[str]:
    """Which values of a row are not as printed, and why; nothing where no reader need know."""
    return sentences(provenance, _FIELDS)


# ------------------------------------------------------------------------------------------------ commands


def _command(
    book: BaroqueBook, place: int, command: ListCommand, report: Report, findings: Findings
) -> CommandCard:
    path = f"commands[{place}]"
    units = tuple(
        _unit(book, unit, f"{path}.units[{j}]", findings.at(f"{path}.units[{j}]"))
        for j, unit in enumerate(command.units)
    )
    vdc = str(report.derived["vdc"].get(command.id, 0))
    points = str(report.derived["command_points"].get(command.id, 0))
    return CommandCard(
        id=command.id,
        path=path,
        place=place + 1,
        name=command.name or f"Command {place + 1}",
        leader=_leader(command.leader) if command.leader else None,
        figures=(
            Figure("VDC", vdc, "Demoralisation value of the command", "BQ-9.1.g"),
            Figure("Points", points, "Price with its leader", "BQ-A.3"),
        ),
        units=units,
        findings=findings.at(path),
    )


def leader(level: str) -> LeaderCard:
    """BQ-2.6.1.l: a leader of a level, without a name; raises KeyError for an unknown level."""
    return _leader(ListLeader(level=level))


def _leader(leader: ListLeader) -> LeaderCard:
    level = tables.leader_level(leader.level)
    again = {"none": "none", "one or both dice": "one or both", "both dice together": "both"}
    rules = tables.tables().leader
    return LeaderCard(
        name=leader.name,
        level=level.name,
        chief=leader.commander_in_chief,
        points=level.cost_points,
        figures=(
            Figure("Bonus", f"+{level.leadership_bonus}", "Leadership bonus", level.rule),
            Figure("Re-roll", again[level.initiative_reroll], "Initiative dice rolled again", level.rule),
            Figure("Move", f"{rules.move_bu:g} BU", "What a leader moves", rules.rule),
        ),
    )


# ------------------------------------------------------------------------------------------------ units


def _unit(book: BaroqueBook, unit: ListUnit, path: str, findings: tuple[Violation, ...] = ()) -> UnitCard:
    if unit.entry not in book.entry_by_id:
        return unknown_card(unit, path, findings)
    profile = book.unit(unit.entry, unit.options)
    entry = book.entry_by_id[unit.entry]
    taken = book.taken(unit.entry, unit.options)
    marks = marks_with(entry.provenance, taken)
    rows = (entry.provenance, *(option.provenance for option in taken))
    return UnitCard(
        id=unit.id,
        path=path,
        entry=unit.entry,
        name=unit.name,
        label=profile.label,
        sign=profile.type,
        kind=profile.type_name,
        points=profile.points,
        points_marked="points" in marks,
        figures=tuple(_figures(profile, marks)),
        weapons=tuple(_weapon(name, "weapons" in marks) for name in profile.weapons),
        traits=tuple(reference.traits(profile, "special" in marks)),
        options=tuple(option.name for option in taken),
        option_ids=unit.options,
        boxes=profile.vbu,
        exhausted_by=reference.exhausted_by(profile.vbu),
        sources=tuple(sentence for row in rows for sentence in provenance_sentences(row)),
        findings=findings,
        states=_DISORDERED,
    )


_TITLES: Mapping[str, tuple[str, str]] = {
    "M": ("Movement in BU for each action; S is slow, F is fast", "BQ-5.1.a"),
    "VBU": ("Basic unit value: morale, attack and defence in one", "BQ-2.3.a"),
    "I": ("Impetus: dice added to a charge", "BQ-7.3.a"),
    "D": ("Discipline class", "BQ-2.4"),
    "VD": ("Demoralisation value: what its loss costs the army", "BQ-9.1.a"),
    "SM": ("Shooting modifier: dice added to its fire", "BQ-6.1.3.1"),
    "MM": ("Melee modifier: dice added while it is fresh", "BQ-7.4.a"),
}


def _figures(profile: UnitProfile, marks: frozenset[str]) -> Iterator[Figure]:
    yield _figure("M", profile.move, bool(marks & {"m_bu", "speed"}))
    yield _figure("VBU", str(profile.vbu), "vbu" in marks)
    yield _figure("I", str(profile.i), "i" in marks)
    yield _figure("D", profile.d, "d" in marks)
    yield _figure("VD", str(profile.vd), "vd" in marks)
    if profile.sm:
        yield _figure("SM", signed(profile.sm), "sm" in marks)
    if profile.mm:
        yield _figure("MM", signed(profile.mm), "mm" in marks)


def _figure(label: str, value: str, marked: bool) -> Figure:
    title, rule = _TITLES[label]
    return Figure(label, value, title, rule, marked)


def _weapon(name: str, marked: bool) -> Trait:
    row = tables.weapon(name)
    return Trait(name, row.rule if row else reference.WEAPON_RULES.get(name, ""), marked=marked)


ROSTER = RosterRules(sheet=sheet, card=card, leader=leader, words=WORDS, sizes=SIZES)
