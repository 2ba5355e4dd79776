"""The roster of a force: its units and commanders, FSP, FV and RP line by line, what losses cost it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulesets.by_fire_and_sword import cardlists, cardview, reference, unitcard
from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Card, UnitProfile
from rulesets.by_fire_and_sword.armies.force import (
    Band,
    Force,
    ForceRegiment,
    force,
    reconnaissance_lines,
    thresholds,
)
from rulesets.by_fire_and_sword.armies.lists import LISTS
from rulesets.by_fire_and_sword.armies.printed import KINDS
from rulesets.by_fire_and_sword.provenance import card_marks, sentences
from rulesets.by_fire_and_sword.tables import plain_rows
from rulesets.by_fire_and_sword.unitcard import COMMANDER, special_trait, unit_card
from rulesets.engine.cards import Figure, Trait
from rulesets.engine.lists import ArmyList, ListCommand, Report
from rulesets.engine.roster import (
    CommandCard,
    Findings,
    LeaderCard,
    LossBand,
    LossChart,
    RosterRules,
    RosterSheet,
    RosterWords,
    Source,
    Sum,
    SumLine,
    UnitCard,
    roster_sheet,
)

WORDS = RosterWords(
    total="FSP",
    command="regiment",
    by_command=("FSP", "Force Strength Points of each part"),
    compared=(("Force Value", "fv"), ("Reconnaissance Points", "rp")),
    fight="Meet with this force",
    extras="Campaign",
    shortened=(
        (
            "FSP",
            "Force Strength Points: what a force costs, and what two forces are compared by before a battle",
        ),
        ("FV", "Force Value: its bases and its commander’s command points; losses are counted against it"),
        ("RP", "Reconnaissance Points: how well a force scouts before it deploys"),
        ("CP", "command points: how many orders a commander can give"),
    ),
)


def sheet(army: ArmyList, report: Report) -> RosterSheet:
    """Return the whole roster of `army`, with the findings of its `report` put where they belong."""
    book = LISTS.book_of(army)
    assert isinstance(book, BfsBook)
    summary = force(army)
    findings = Findings(report.violations)
    commands = tuple(
        _command(book, army, place, summary, report, findings) for place in range(len(army.commands))
    )
    return roster_sheet(
        LISTS,
        army,
        report,
        commands,
        figures=tuple(_army_figures(summary)),
        tables=tuple(reference.force_tables(_troops(book, army))),
        traits=tuple(_traits(book, army)),
        sources=tuple(_sources(book, army)),
        words=WORDS if len(commands) > 1 else replace(WORDS, by_command=None),
        sums=tuple(_sums(summary, report)),
        losses=loss_chart(summary.fv) if summary.units else None,
        total_marked="fsp" in summary.marked,
    )


def leader(level: str) -> LeaderCard:
    """Raise KeyError: lists have commanders among their units and no levels of leaders."""
    raise KeyError(level)


# ------------------------------------------------------------------------------------------------ the army


def _army_figures(summary: Force) -> Iterator[Figure]:
    marked = summary.marked
    worth = "Force Value: bases and the commander’s command points"
    yield Figure("FV", str(summary.fv), worth, "BFS-34.1", "fv" in marked)
    yield Figure("RP", str(summary.rp), "Reconnaissance Points", "BFS-33.1", "rp" in marked)
    points = "Command points of the force’s commander"
    yield Figure("CP", str(summary.cp), points, "BFS-29.2.3", "cp" in marked)
    yield Figure("Bases", str(summary.bases), "Bases without commanders", "BFS-34.1", "bases" in marked)
    yield Figure("Units", str(len(summary.units)), "Number of units", "BFS-29.2.4")


def _sums(summary: Force, report: Report) -> Iterator[Sum]:
    """Yield how FSP, FV and RP come about (BFS-29.2.9, BFS-34.1, BFS-33.1)."""
    lines = tuple(
        SumLine(line.label, line.points, line.rule, line.marked) for line in report.lines if line.points
    )
    yield Sum("FSP", "Force Strength Points", report.total, "BFS-29.2.9", lines)
    bases: Counter[str] = Counter()
    for unit in summary.units:
        bases[unit.label or unit.name] += unit.bases
    ours = {unit.label or unit.name for unit in summary.units if "bases" in unit.marked}
    parts = [SumLine(name, number, "BFS-34.1", name in ours) for name, number in bases.items()]
    if summary.chief is not None:
        points = f"Command points of the {summary.chief.rank}"
        parts.append(SumLine(points, summary.cp, "BFS-34.1", "cp" in summary.marked))
    yield Sum("FV", "Force Value", summary.fv, "BFS-34.1", tuple(parts))
    found = tuple(
        SumLine(line.label, line.points, line.rule, line.marked) for line in reconnaissance_lines(summary)
    )
    yield Sum("RP", "Reconnaissance Points", summary.rp, "BFS-33.1", found)


def loss_chart(fv: int) -> LossChart:
    """Return the thresholds of a force of that FV, a box for each point of losses (BFS-34.2-4)."""
    bands = tuple(_band(band, fv) for band in thresholds(fv))
    counted = {row["what"]: row["value"] for row in plain_rows("loss_value")}
    base, dead = counted["lost base"], counted["dead commander"]
    note = (
        f"A destroyed base counts {base:g}, a fled one half, halves together rounded up; a killed commander"
        f" {dead}, one who fled nothing; bases not fielded nothing."
    )
    return LossChart("Loss thresholds", "BFS-34.2", bands, note)


def _band(band: Band, fv: int) -> LossBand:
    if band.high is None:
        span = f"{band.low} and more"
        boxes = max(1, fv - band.low + 1)
    elif band.empty:
        span, boxes = "none", 0
    else:
        span = str(band.low) if band.low == band.high else f"{band.low}–{band.high}"
        boxes = band.high - band.low + 1 if band.low else 0
    own = f"+{band.own_vp}" if band.own_vp else "–"
    enemy = f"+{band.enemy_vp}" if band.enemy_vp else "–"
    return LossBand(band.words.capitalize(), span, boxes, own, enemy)


def _troops(book: BfsBook, army: ArmyList) -> list[UnitProfile]:
    return [
        profile
        for unit in army.units()
        if unit.entry in book.entry_by_id
        and (profile := book.unit(unit.entry, unit.options)).type != "commander"
    ]


def _cards(book: BfsBook, army: ArmyList) -> list[Card]:
    """Return the cards in use, each once."""
    found = dict.fromkeys(command.card for command in army.commands if command.card in book.card_by_id)
    return [book.card_by_id[card] for card in found]


def _traits(book: BfsBook, army: ArmyList) -> Iterator[Trait]:
    """Yield the special rules of the force and of its units, each once; those of the force first."""
    names: dict[str, bool] = {}
    for each in _cards(book, army):
        ours = "special_rules" in card_marks(each.provenance)
        names |= dict.fromkeys(each.special_rules, ours)
        names |= dict.fromkeys(["Defensive Skirmish Force"] * each.defensive, False)
        names |= dict.fromkeys(["Small Skirmish Force"] * each.small, False)
    for unit in _troops(book, army):
        for name in unit.special:
            names.setdefault(name, False)
    for name, marked in names.items():
        yield special_trait(book, name, marked)


def _sources(book: BfsBook, army: ArmyList) -> Iterator[Source]:
    """Yield which values of the book, its cards and the units and options in use are not as printed."""
    rows = {book.key: (book.name, book.provenance)}
    rows |= {f"card {each.id}": (each.name, each.provenance) for each in _cards(book, army)}
    for unit in army.units():
        if (place := book.place_by_entry.get(unit.entry)) is None:
            continue
        row = place.slot or place.commander or place.additional
        assert row is not None
        rows.setdefault(place.entry, (book.entry_by_id[place.entry].name, row.provenance))
        if place.unit:
            rows.setdefault(place.unit.id, (place.unit.name, place.unit.provenance))
        for option in book.taken(unit.entry, unit.options):
            rows.setdefault(option.id, (option.name, option.provenance))
    for name, provenance in rows.values():
        yield from (Source(name, sentence) for sentence in sentences(provenance))


# ------------------------------------------------------------------------------------------------ commands


def _command(
    book: BfsBook, army: ArmyList, place: int, summary: Force, report: Report, findings: Findings
) -> CommandCard:
    command = army.commands[place]
    path = f"commands[{place}]"
    units = {unit.id: unit for unit in summary.units}
    priced = {line.path for line in report.lines if line.marked}
    prices = {line.path: line.points for line in report.lines}
    shown = []
    for j, unit in enumerate(command.units):
        where = f"{path}.units[{j}]"
        of = units.get(unit.id)
        made = unit_card(book, unit, where, of.bases if of else 0, prices.get(where, 0), findings.at(where))
        ours = bool(of and "bases" in of.marked)
        shown.append(replace(made, points_marked=where in priced, size_marked=ours))
    card = book.card_by_id.get(command.card)
    regiment = next((each for each in summary.regiments if each.id == command.id), None)
    return CommandCard(
        id=command.id,
        path=path,
        place=place + 1,
        name=command.name or (card.name if card else f"Part {place + 1}"),
        leader=None,
        figures=tuple(_command_figures(shown, regiment, report, place)),
        units=tuple(each for each in shown if each.kind != COMMANDER),
        findings=findings.at(path),
        commanders=tuple(each for each in shown if each.kind == COMMANDER),
        note=_built_from(card, regiment) if card else "built from no card",
        hints=tuple(_hints(command, report)),
        tally=("Breaking points", regiment.motivation_level)
        if regiment and regiment.motivation_level is not None
        else None,
        tally_marked=bool(regiment and "motivation_level" in regiment.marked),
    )


def _built_from(card: Card, regiment: ForceRegiment | None) -> str:
    words = [f"{KINDS[card.kind]} card", cardlists.period(card)]
    return ", ".join([*words, *["allied"] * bool(regiment and regiment.allied)])


def _command_figures(
    shown: Sequence[UnitCard],
    regiment: ForceRegiment | None,
    report: Report,
    place: int,
) -> Iterator[Figure]:
    """Yield FSP, bases, and at the divisional level the Motivation Level (BFS-29.8.1)."""
    path = f"commands[{place}]"
    lines = [line for line in report.lines if line.path == path or line.path.startswith(f"{path}.")]
    fsp = regiment.fsp if regiment else sum(line.points for line in lines)
    priced = "fsp" in regiment.marked if regiment else any(line.marked for line in lines)
    yield Figure("FSP", str(fsp), "Force Strength Points of this part", "BFS-29.2.9", priced)
    units = [each for each in shown if each.kind != COMMANDER]
    bases = regiment.bases if regiment else sum(each.boxes for each in units)
    sized = "bases" in regiment.marked if regiment else any(each.size_marked for each in units)
    yield Figure("Bases", str(bases), "Bases without commanders", "BFS-34.1", sized)
    if regiment and regiment.motivation_level is not None:
        words = f"Motivation Level, {regiment.motivation_percent}% of its bases: tested at so many losses"
        marked = "motivation_level" in regiment.marked
        yield Figure("Motivation", str(regiment.motivation_level), words, "BFS-29.8.1", marked)


def _hints(command: ListCommand, report: Report) -> Iterator[tuple[str, str]]:
    """Yield units that may stand as squadrons (BFS-29.10.3, BFS-29.7.5); what a Vanguard reconnoitres."""
    if command.id in report.derived["vanguard_rp"]:
        yield f"Vanguard: {report.derived['vanguard_rp'][command.id]} Reconnaissance Points", "BFS-29.7.5"
    for hint in report.derived["squadrons"]:
        if hint["command"] == command.id:
            sizes = " + ".join(str(bases) for bases in hint["bases"])
            yield f"{hint['name']} ({sizes}): squadrons of up to {hint['limit']} bases", "BFS-29.10.3"


ROSTER = RosterRules(sheet=sheet, card=unitcard.card, leader=leader, words=WORDS, cards=cardview.CARDS)
