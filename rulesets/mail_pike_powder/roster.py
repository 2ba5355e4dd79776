"""The roster of an army: units with stat lines, battalias with commanders (MPP-C-01, MPP-C-04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.engine import provenance
from rulesets.engine.books import Book, Provenance
from rulesets.engine.cards import Figure
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, Report
from rulesets.engine.provenance import marks_with
from rulesets.engine.roster import (
    LeaderCard,
    Purchase,
    RosterRules,
    RosterSheet,
    RosterWords,
    SheetPage,
    UnitCard,
    command_cards,
    roster_sheet,
    sources,
)
from rulesets.mail_pike_powder import reference, tables
from rulesets.mail_pike_powder.armies.lists import LISTS, ON_FOOT
from rulesets.mail_pike_powder.armies.profiles import PowderBook, UnitProfile
from rulesets.mail_pike_powder.armies.tables import commanders
from rulesets.mail_pike_powder.wording import armies as words

_FIELDS = {"dice_close": "dice by range", "min": "minimum", "max": "maximum"}
"""What fields are called that their key does not say."""
WORDS = RosterWords(
    command="battalia",
    no_leader="No commander.",
    by_command=("Break point", "Units that a battalia must lose to be broken"),
    compared=(("Units", "units"), ("Stamina", "stamina")),
    leader="Commander",
    extras="Commanders",
    shortened=(
        ("Cl", "Clash"),
        ("Su", "Sustained"),
        ("Sh", "Short"),
        ("Lo", "Long"),
        ("Mor", "Morale"),
        ("Sta", "Stamina"),
    ),
)
SIZES = (
    (500, "500 points, a skirmish"),
    (1000, "1,000 points, a battle"),
    (2000, "2,000 points, a great battle"),
)


def sheet(army: ArmyList, report: Report) -> RosterSheet:
    """Return the whole roster of `army`, with the findings of its `report` put where they belong."""
    book = LISTS.book_of(army)
    assert isinstance(book, PowderBook)
    on_foot = bool(report.derived["commanders_on_foot"])

    def figures(command: ListCommand, _units: Sequence[UnitCard]) -> Iterator[Figure]:
        lost = str(report.derived["broken_by"].get(command.id, 0) or "–")
        price = str(report.derived["battalia_points"].get(command.id, 0))
        yield Figure("Broken by", lost, "Units that must be lost or shaken to break it", "MPP-C-25")
        yield Figure("Points", price, "Price with its commander", "MPP-C-27", True)

    known = [unit for unit in army.units() if unit.entry in book.entry_by_id]
    profiles = [book.unit(unit.entry, unit.options) for unit in known]
    return roster_sheet(
        LISTS,
        army,
        report,
        command_cards(army, book, report, card, lambda each: _leader(each, on_foot), figures, "Battalia"),
        figures=tuple(_army_figures(report)),
        purchases=tuple(_purchases(on_foot)),
        tables=tuple(reference.army_tables(profiles)),
        traits=tuple(reference.army_traits(profiles)),
        sources=sources(army, book, provenance_sentences),
        words=WORDS,
        total_marked=bool(report.lines),
    )


def play_sheet(armies: Sequence[ArmyList]) -> tuple[SheetPage, SheetPage]:
    """Return the tables that these armies need when they meet; entries that their books lack count for
    nothing.
    """
    profiles = []
    for army in armies:
        book = LISTS.book_of(army)
        assert isinstance(book, PowderBook)
        profiles += [
            book.unit(unit.entry, unit.options) for unit in army.units() if unit.entry in book.entry_by_id
        ]
    return reference.play_sheet(profiles)


def _army_figures(report: Report) -> Iterator[Figure]:
    derived = report.derived
    yield Figure("Units", str(derived["units"]), "Number of units", "MPP-C-04")
    yield Figure("Battalias", str(derived["battalias"]), "Each under a commander", "MPP-C-04")
    yield Figure("Stamina", str(derived["stamina"]), "Casualties until every unit is shaken", "MPP-C-18")
    beaten = "The army is beaten when so many battalias are broken"
    yield Figure("Beaten by", str(derived["beaten_by"]), beaten, "MPP-C-26")


def _purchases(on_foot: bool) -> Iterator[Purchase]:
    """Yield what a list says of the whole army: that its commanders walk (MPP-3.6)."""
    if on_foot:
        yield Purchase(ON_FOOT.label, "", 0, ON_FOOT.rule, ON_FOOT.help)


def provenance_sentences(row: Provenance) -> Iterator[str]:
    """Yield which values of a row are completions, and of what."""
    return provenance.sentences(row, _FIELDS, ours="Completions, not on the sheet")


# ------------------------------------------------------------------------------------------------ commanders


def leader(level: str) -> LeaderCard:
    """Return a mounted commander of a rating, without a name (MPP-C-05); raises KeyError."""
    return _leader(ListLeader(level=level), False)


def _leader(leader: ListLeader, on_foot: bool) -> LeaderCard:
    row, move = (
        commanders()[leader.level],
        tables.move("commander_on_foot" if on_foot else "commander_mounted"),
    )
    return LeaderCard(
        name=leader.name,
        level=words.rating(leader.level),
        chief=leader.commander_in_chief,
        points=row.points,
        figures=(
            Figure("Orders on", f"{row.rating}−", "Two dice, with the modifiers of the order", "MPP-C-06"),
            Figure("Move", f"{move.inches:g} in", "On foot" if on_foot else "Mounted", move.rule),
        ),
    )


# ------------------------------------------------------------------------------------------------ units


def card(book: Book[Any], entry_id: str, options: Sequence[str] = ()) -> UnitCard:
    """Return a unit of `book` outside of a list; raises KeyError for an entry that it does not have."""
    assert isinstance(book, PowderBook)
    unit = book.unit(entry_id, options)
    entry, taken = book.entry_by_id[entry_id], book.taken(entry_id, options)
    marks = marks_with(entry.provenance, taken)
    rows = (entry.provenance, *(option.provenance for option in taken))
    return UnitCard(
        id="unit",
        path="",
        entry=entry_id,
        name="",
        label=unit.label,
        sign=sign(unit),
        kind=words.CLASSES[unit.unit_class],
        points=unit.points,
        points_marked="points" in marks,
        figures=tuple(_figures(unit, marks)),
        weapons=tuple(reference.weapon(unit, "weapon" in marks)),
        traits=tuple(reference.traits(unit, "special" in marks)),
        options=tuple(option.name for option in taken),
        option_ids=tuple(options),
        boxes=unit.stamina,
        sources=tuple(sentence for row in rows for sentence in provenance_sentences(row)),
        states=("Disordered",),
        bearing=", ".join(_FORMATIONS[each] for each in unit.formations if each in _FORMATIONS),
    )


_FORMATIONS = {
    "line": "line", "block": "block", "attack_column": "column", "skirmish": "skirmish order",
    "square": "square", "hedgehog": "hedgehog", "mixed": "mixed", "warband": "warband",
}  # fmt: skip
"""The formations that a card names (MPP-C-14); nearly all troops may march in column, and guns limber."""


def sign(unit: UnitProfile) -> str:
    """Return the name of the map sign of a unit."""
    if unit.unit_class == "skirmishers":
        return "DR" if unit.mounted else "S"
    if unit.unit_class == "cavalry":
        arms = {"Lancers": "LN", "Ferocious Charge": "GA"}
        charging = next((arms[name] for name in unit.special if name in arms), "")
        return "CL" if unit.open_order else charging or ("TR" if unit.weapon == "pistol" else "RE")
    if unit.unit_class == "infantry":
        pikes = "PM" if unit.weapon else "PK"
        return "WB" if unit.formations[0] == "warband" else pikes if unit.pikes else "T"
    return {"artillery": "ART"}.get(unit.unit_class, "baggage")


def _figures(unit: UnitProfile, marks: frozenset[str]) -> Iterator[Figure]:
    """Yield the stat line (MPP-C-01) with its move and range (MPP-3, MPP-9.1)."""
    move = tables.move(reference.moves_as(unit))
    shown = (
        ("Cl", unit.clash, "Clash: dice in the first round", "MPP-C-01", "clash"),
        ("Su", unit.sustained, "Sustained: dice in later rounds", "MPP-C-01", "sustained"),
        (
            "Sh",
            unit.short,
            "Short: dice of closing and traversing shots, and of support",
            "MPP-C-01",
            "short",
        ),
        ("Lo", unit.long, "Long: dice of shooting; of a gun at long range", "MPP-C-01", "long"),
        (
            "Mor",
            f"{unit.morale}+" * bool(unit.morale),
            "Morale: what a die must show to save",
            "MPP-C-17",
            "morale",
        ),
        ("Sta", unit.stamina, "Stamina: casualties until it is shaken", "MPP-C-18", "stamina"),
        ("Move", f"{move.inches:g}", "Inches of one move", move.rule, ""),
        ("Rng", f"{unit.range_in:g}", "Inches that its weapon reaches", "MPP-9.1", ""),
    )
    for label, value, title, rule, field in shown:
        yield Figure(label, "–" if value in (0, "0", "") else str(value), title, rule, field in marks)


ROSTER = RosterRules(sheet=sheet, card=card, leader=leader, words=WORDS, sizes=SIZES, play_sheet=play_sheet)
