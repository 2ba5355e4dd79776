"""The roster of a Snaphance army: each stand, group and General ready to be shown (SN-15.0.a, SN-14.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.engine import provenance
from rulesets.engine.books import Book, Provenance
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.lists import ArmyList, ListCommand, ListLeader, Report
from rulesets.engine.provenance import marks_with
from rulesets.engine.roster import (
    LeaderCard,
    LossBand,
    LossChart,
    RosterRules,
    RosterSheet,
    RosterWords,
    UnitCard,
    command_cards,
    roster_sheet,
    sources,
)
from rulesets.engine.wording import signed
from rulesets.snaphance import reference
from rulesets.snaphance.armies.book import SnaphanceBook, StandProfile
from rulesets.snaphance.armies.lists import LISTS
from rulesets.snaphance.classes import Code
from rulesets.snaphance.sheet import load

_FIELDS = {
    "code": "class",
    "sp": "SP",
    "mp": "MP",
    "charge_bonus": "Charge Bonus",
    "charge_bonus_after_loss": "Charge Bonus after a loss",
    "order_rating": "order rating",
    "break_points": "break points",
    "mix_dice": "dice lost for pikes",
    "contact_fire_dice": "contact fire",
    "pursuit_table": "pursuit table",
    "must_pursue": "compulsory pursuit",
    "may_contact_mcs": "whether it may contact horse",
    "min": "minimum",
    "max": "maximum",
}
SIGNS: Mapping[Code, str] = {
    "Pi": "RE", "Ln": "LN", "Hs": "TR", "FH": "GA", "Pk": "PK", "PS": "PM", "LC": "CL", "Dr": "DR",
    "Sh": "T", "Sk": "S", "Art": "ART",
}  # fmt: skip
"""The map signs of the classes."""
STATES = ("Disordered", "Opportunity")
"""What is ticked beside losses: disorder, and opportunity (SN-1.0.b)."""
TRAINING = {"well_trained": "good", "poorly_trained": "poor", "unspecified": "not said"}

WORDS = RosterWords(
    command="group",
    no_leader="No General.",
    by_command=("BP", "Break points of each group"),
    compared=(("Break points", "break_points"), ("Breaks at", "break_at")),
    leader="General",
    extras="Training and break level",
)
SIZES = (
    (170, "170 points, a clash"),
    (325, "325 points, a battle of three groups"),
    (0, "No limit: as the players or their scenario like"),
)


def sheet(army: ArmyList, report: Report) -> RosterSheet:
    """Return the whole roster of `army`, with the findings of its `report` put where they belong."""
    book = LISTS.book_of(army)
    assert isinstance(book, SnaphanceBook)

    def figures(group: ListCommand, units: Sequence[UnitCard]) -> Iterator[Figure]:
        points = str(report.derived["break_points_by_group"].get(group.id, 0))
        price = str(report.derived["group_points"].get(group.id, 0))
        priced = any(unit.points_marked for unit in units)
        yield Figure("BP", points, "Break points of the group", "SN-14.0.a", bool(units))
        yield Figure("Points", price, "Price of its stands; Generals cost nothing", "SN-15.0.a", priced)

    known = [unit for unit in army.units() if unit.entry in book.entry_by_id]
    stands = [book.stand(unit.entry, unit.options) for unit in known]
    return roster_sheet(
        LISTS,
        army,
        report,
        command_cards(army, book, report, card, _leader, figures, "Group"),
        figures=tuple(_army_figures(report)),
        tables=tuple(reference.army_tables(stands)),
        traits=tuple(reference.army_traits(stands)),
        sources=sources(army, book, sentences),
        words=WORDS,
        losses=loss_chart(report) if stands else None,
        total_marked=any(line.marked for line in report.lines),
    )


def sentences(provenance_: Provenance) -> Iterator[str]:
    """Yield which values of a row are ours, and what the text of the rules gives."""
    return provenance.sentences(provenance_, _FIELDS, ours="Ours, in no source")


# ------------------------------------------------------------------------------------------------ the army


def _army_figures(report: Report) -> Iterator[Figure]:
    derived = report.derived
    points = "Break points: what the army is worth in stands"
    yield Figure("Break points", str(derived["break_points"]), points, "SN-14.0.a", bool(derived["units"]))
    level = f"The army breaks when so many are lost, {derived['break_percent']} percent"
    yield Figure("Breaks at", str(derived["break_at"]), level, "SN-14.0.b", bool(derived["units"]))
    yield Figure("Groups", str(derived["groups"]), "Command groups, each with a General", "SN-1.1.a")
    yield Figure("Stands", str(derived["units"]), "Hexes that the army fills", "SN-1.2.a")
    if derived["ranks"] != derived["units"]:
        yield Figure("Ranks", str(derived["ranks"]), "Stands with those in rear ranks", "SN-8.4.a")
    words = "Decides from how far Order Tests are harder"
    yield Figure("Training", TRAINING[derived["training"]], words, "SN-4.5.d")


def loss_chart(report: Report) -> LossChart:
    """Return the break points of the army, to be ticked as they are lost (SN-14.0.b)."""
    total, limit = report.derived["break_points"], report.derived["break_at"]
    bands = [LossBand("Holds", f"1–{limit - 1}" if limit > 2 else str(limit - 1), limit - 1)]
    beyond = max(0, total - limit + 1)
    bands.append(LossBand("Broken", f"{limit} and more", beyond))
    note = (
        "A stand that is lost counts its break points, each rank of it by itself; one that pursues off the"
        " map counts none."
    )
    return LossChart("Break points lost", "SN-14.0.b", tuple(band for band in bands if band.boxes), note)


# ------------------------------------------------------------------------------------------------ Generals


def leader(level: str) -> LeaderCard:
    """Return a General of a grade, unnamed (SN-1.4.b, SN-3.0.a); raises KeyError for an unknown grade."""
    return _leader(ListLeader(level=level))


def _leader(leader: ListLeader) -> LeaderCard:
    row = load().generals[leader.level]
    ours = row.status != "stated"
    initiative = "Added to the two dice for initiative"
    reach = "How far the group moves and recovers together"
    return LeaderCard(
        name=leader.name,
        level=row.name,
        chief=False,
        points=None,
        figures=(
            Figure("Initiative", signed(row.initiative), initiative, "SN-1.4.b", ours),
            Figure("Command range", f"{row.command_range}H", reach, "SN-3.0.a"),
            Figure("Move", "6H", "The General’s own move, once in an activation", "SN-3.1.a"),
        ),
    )


# ------------------------------------------------------------------------------------------------ stands


_RANKS = ("front", "2nd rank", "3rd rank")


def card(book: Book[Any], entry_id: str, options: Sequence[str] = ()) -> UnitCard:
    """Return a stand of `book` outside of a list; raises KeyError for an entry that it does not have."""
    assert isinstance(book, SnaphanceBook)
    entry, taken = book.entry_by_id[entry_id], book.taken(entry_id, options)
    stand = book.stand(entry_id, options)
    rows = (entry.provenance, *(option.provenance for option in taken))
    ours = marks_with(entry.provenance, taken)
    return UnitCard(
        id="unit",
        path="",
        entry=entry_id,
        name="",
        label=stand.label,
        sign=SIGNS[stand.code],
        kind=stand.kind.name,
        points=stand.points,
        points_marked="points" in ours,
        figures=tuple(figures(stand, ours)),
        weapons=tuple(weapons(stand, "weapon" in ours)),
        traits=tuple(reference.traits(stand)),
        options=tuple(option.name for option in taken),
        option_ids=tuple(options),
        boxes=stand.sp,
        sources=tuple(sentence for row in rows for sentence in sentences(row)),
        box_rows=tuple(_RANKS[: stand.ranks]) if stand.ranks > 1 else (),
        states=STATES,
    )


def figures(stand: StandProfile, ours: frozenset[str] = frozenset()) -> Iterator[Figure]:
    """Yield the figures of a stand (SN-15.0.a); those of which the print gives nothing are marked."""
    sp = f"{stand.sp}" if stand.ranks == 1 else f"{stand.sp}×{stand.ranks}"
    words = "Strength points: dice in melee and fire, morale; of each rank"
    yield Figure("SP", sp, words, "SN-1.3.a", bool(ours & {"sp", "ranks"}))
    yield Figure("MP", str(stand.mp), "Movement points of a single move", "SN-4.0.g", "mp" in ours)
    charge = "Charge Bonus: dice added to a charge; after the slash: once it has lost a strength point"
    marked = bool(ours & {"charge_bonus", "charge_bonus_after_loss"})
    yield Figure("CB", reference.bonus(stand), charge, "SN-10.3.a", marked)
    order = "Order rating: A passes on 3+, B on 4+, C on 5+"
    yield Figure("O", stand.order_rating, order, "SN-1.3.c", "order_rating" in ours)
    worth = "Break points of each rank"
    yield Figure("BP", str(stand.break_points), worth, "SN-14.0.a", "break_points" in ours)
    if stand.mix_dice:
        pikes = "Dice of fire lost for its pikes"
        yield Figure("Pikes", signed(stand.mix_dice), pikes, "SN-2.1.6", "mix_dice" in ours)


def weapons(stand: StandProfile, marked: bool = False) -> Iterator[Trait]:
    """Yield the firearm of a stand, if it has one (SN-7.0.c)."""
    row = load().weapons[stand.weapon]
    if row.dice:
        yield Trait(row.name, "SN-7.0.c", marked=marked)


ROSTER = RosterRules(sheet=sheet, card=card, leader=leader, words=WORDS, sizes=SIZES)
