"""The roster of a Baroque army: each unit, command and purchase ready to be shown (BQ-2.3.a, BQ-9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.baroque import reference, tables
from rulesets.baroque.armies.extras import LISTS, extras
from rulesets.baroque.armies.profiles import BaroqueBook, UnitProfile
from rulesets.engine.books import Book, Provenance
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, Report
from rulesets.engine.provenance import marks_with, sentences
from rulesets.engine.roster import (
    LeaderCard,
    Purchase,
    RosterRules,
    RosterSheet,
    RosterWords,
    UnitCard,
    command_cards,
    roster_sheet,
    sources,
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

WORDS = RosterWords(
    no_leader="No leader.",
    by_command=("VDC", "Demoralisation value of each command"),
    compared=(("VDT", "vdt"),),
)
SIZES = ((300, "300 points, a patrol"), (600, "600 points, a battle"), (1000, "1,000 points, a great battle"))


def sheet(army: ArmyList, report: Report) -> RosterSheet:
    """Return the whole roster of `army`, with the findings of its `report` put where they belong."""
    book = LISTS.book_of(army)
    assert isinstance(book, BaroqueBook)

    def figures(command: ListCommand, _units: Sequence[UnitCard]) -> Iterator[Figure]:
        vdc = str(report.derived["vdc"].get(command.id, 0))
        points = str(report.derived["command_points"].get(command.id, 0))
        yield Figure("VDC", vdc, "Demoralisation value of the command", "BQ-9.1.g")
        yield Figure("Points", points, "Price with its leader", "BQ-A.3")

    known = [unit for unit in army.units() if unit.entry in book.entry_by_id]
    profiles = [book.unit(unit.entry, unit.options) for unit in known]
    levels = tuple(dict.fromkeys(each.leader.level for each in army.commands if each.leader))
    return roster_sheet(
        LISTS,
        army,
        report,
        command_cards(army, book, report, card, _leader, figures),
        figures=tuple(_army_figures(army, report)),
        purchases=tuple(_purchases(book, army, report)),
        tables=tuple(reference.army_tables(profiles, levels)),
        traits=tuple(reference.army_traits(profiles)),
        sources=sources(army, book, provenance_sentences),
        words=WORDS,
    )


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
    yield Figure("Command range", reach, "How far a leader’s orders reach", "BQ-2.6.2.a", marked=True)
    yield Figure("Baggage", f"VBU {derived['baggage_vbu']}", "What the baggage withstands", "BQ-2.8.b")


def _purchases(book: BaroqueBook, army: ArmyList, report: Report) -> Iterator[Purchase]:
    """Yield the extras that differ from none at all, with their prices; the command structure always."""
    prices = {line.path: line.points for line in report.lines}
    for extra in extras(book):
        value = army.extras.get(extra.key, extra.default)
        if value is False or (value == 0 and extra.kind == "whole"):
            continue
        words = "" if value is True else str(value)
        points = prices.get(f"extras.{extra.key}", 0)
        marked = extra.kind == "choice"  # the quality and its price are ours: the books do not give them
        yield Purchase(extra.label, words, points, extra.rule, extra.help, marked)


def provenance_sentences(provenance: Provenance) -> Iterator[str]:
    """Return which values of a row are not as printed, and why; nothing where no reader need know."""
    return sentences(provenance, _FIELDS)


# ------------------------------------------------------------------------------------------------ leaders


def leader(level: str) -> LeaderCard:
    """Return a leader of a level, without a name (BQ-2.6.1.l); raises KeyError for an unknown level."""
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


def card(book: Book[Any], entry_id: str, options: Sequence[str] = ()) -> UnitCard:
    """Return a unit of `book` outside of a list; raises KeyError for an entry that it does not have."""
    assert isinstance(book, BaroqueBook)
    profile = book.unit(entry_id, options)
    entry, taken = book.entry_by_id[entry_id], book.taken(entry_id, options)
    marks = marks_with(entry.provenance, taken)
    rows = (entry.provenance, *(option.provenance for option in taken))
    return UnitCard(
        id="unit",
        path="",
        entry=entry_id,
        name="",
        label=profile.label,
        sign=profile.type,
        kind=profile.type_name,
        points=profile.points,
        points_marked="points" in marks,
        figures=tuple(_figures(profile, marks)),
        weapons=tuple(_weapon(name, "weapons" in marks) for name in profile.weapons),
        traits=tuple(reference.traits(profile, "special" in marks)),
        options=tuple(option.name for option in taken),
        option_ids=tuple(options),
        boxes=profile.vbu,
        exhausted_by=reference.exhausted_by(profile.vbu),
        sources=tuple(sentence for row in rows for sentence in provenance_sentences(row)),
        states=("Disordered",),
    )


_FIGURES = (
    ("M", "Movement in BU for each action; S is slow, F is fast", "BQ-5.1.a", {"m_bu", "speed"}),
    ("VBU", "Basic unit value: morale, attack and defence in one", "BQ-2.3.a", {"vbu"}),
    ("I", "Impetus: dice added to a charge", "BQ-7.3.a", {"i"}),
    ("D", "Discipline class", "BQ-2.4", {"d"}),
    ("VD", "Demoralisation value: what its loss costs the army", "BQ-9.1.a", {"vd"}),
    ("SM", "Shooting modifier: dice added to its fire", "BQ-6.1.3.1", {"sm"}),
    ("MM", "Melee modifier: dice added while it is fresh", "BQ-7.4.a", {"mm"}),
)
"""The figures of a unit: label, title, rule, the fields of a profile that they show."""


def _figures(profile: UnitProfile, marks: frozenset[str]) -> Iterator[Figure]:
    """Yield the figures of a unit; modifiers only where there are any."""
    values = (
        profile.move, str(profile.vbu), str(profile.i), profile.d, str(profile.vd),
        signed(profile.sm) if profile.sm else "", signed(profile.mm) if profile.mm else "",
    )  # fmt: skip
    for (label, title, rule, fields), value in zip(_FIGURES, values, strict=True):
        if value:
            yield Figure(label, value, title, rule, bool(marks & fields))


def _weapon(name: str, marked: bool) -> Trait:
    row = tables.weapon(name)
    return Trait(name, row.rule if row else reference.WEAPON_RULES.get(name, ""), marked=marked)


ROSTER = RosterRules(sheet=sheet, card=card, leader=leader, words=WORDS, sizes=SIZES)
