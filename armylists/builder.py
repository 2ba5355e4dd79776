"""The builder's page as dataclasses: the book beside the army, and at every part what can be done to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from armylists.listparts import grouped
from armylists.start import constraints, ranges
from armylists.wording import edits as words
from rulesets.contract import registry
from rulesets.contract.documents import check_list, list_rules, roster
from rulesets.engine.books import CountLimit, FractionLimit, Option, option_points
from rulesets.engine.booksearch import EVERYTHING, Search, searched
from rulesets.engine.cards import ArmyCard, CardChoice, CardRules, Figure
from rulesets.engine.constraints import Constraint, FractionOf
from rulesets.engine.fields import Field
from rulesets.engine.lists import ArmyList, ExtraValue, ListCommand, Violation
from rulesets.engine.roster import CommandCard, RosterSheet, UnitCard


@dataclass(frozen=True, slots=True)
class OptionSwitch:
    """An option of a unit, to be switched on or off. `limit` says how many may have it and how many do."""

    id: str
    name: str
    effect: str
    points: int
    limit: str
    taken: bool
    marked: bool


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit in its command. `fewest` and `most` bases it may have; 0 where units have none to choose.

    `given`: the card demands it, so that there is no button to take it away.
    """

    card: UnitCard
    switches: tuple[OptionSwitch, ...]
    fewest: int = 0
    most: int = 0
    given: bool = False

    @property
    def fewer(self) -> int:
        """One base fewer, 0 if that cannot be."""
        return self.card.boxes - 1 if self.card.boxes > self.fewest else 0

    @property
    def more(self) -> int:
        """One base more, 0 if that cannot be."""
        return self.card.boxes + 1 if self.card.boxes < self.most else 0


@dataclass(frozen=True, slots=True)
class UnitGroup:
    """Units of a command that are alike, in one row: mostly one alone. `first` and `last`: of its command."""

    rows: tuple[UnitRow, ...]
    first: bool
    last: bool

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(row.card.id for row in self.rows)

    @property
    def number(self) -> int:
        return len(self.rows)

    @property
    def points(self) -> int:
        """What they cost together."""
        return sum(row.card.points for row in self.rows)

    @property
    def findings(self) -> tuple[Violation, ...]:
        return tuple(finding for row in self.rows for finding in row.card.findings)

    @property
    def removable(self) -> str:
        """The id of the one that × takes away: the last that the card does not demand, empty if none."""
        return next((row.card.id for row in reversed(self.rows) if not row.given), "")


@dataclass(frozen=True, slots=True)
class Level:
    """A level that the leader of a command may have, and its price, if it has one."""

    key: str
    name: str
    points: int | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class CommandPanel:
    """A command with what can be done to it. `given_name` is its own name, if it has one.

    `army_card`: the card that it is built from, `commanders`: those who stand among its units, in systems
    that build lists so.
    """

    card: CommandCard
    given_name: str
    units: tuple[UnitGroup, ...]
    levels: tuple[Level, ...]
    first: bool
    last: bool
    army_card: ArmyCard | None = None
    commanders: tuple[UnitGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class BookRow:
    """An entry of the book: how many of it stand in the list, of how many that must and may.

    `found`: whether it is what the book is searched for.
    """

    card: UnitCard
    taken: int
    together: int
    low: int
    high: int | None
    shared_with: tuple[str, ...]
    found: bool = True

    @property
    def searched(self) -> str:
        """What a search looks at."""
        return searched(self.card)

    @property
    def state(self) -> str:
        """`short`, `over` or nothing."""
        if self.together < self.low:
            return "short"
        return "over" if self.high is not None and self.together > self.high else ""


@dataclass(frozen=True, slots=True)
class BookGroup:
    """Entries of one kind of troops."""

    kind: str
    sign: str
    rows: tuple[BookRow, ...]

    @property
    def found(self) -> bool:
        """Whether a search finds anything in it."""
        return bool(self.count)

    @property
    def count(self) -> int:
        """How many of its rows a search finds; all of them without one."""
        return sum(row.found for row in self.rows)


@dataclass(frozen=True, slots=True)
class ExtraField:
    """Something the army may buy, and what is bought of it now."""

    extra: Field
    value: ExtraValue
    points: int


@dataclass(frozen=True, slots=True)
class BuilderPage:
    """The whole builder. `target` is the id of the command that new units go to.

    `beginnings`: the cards that the list may be begun from, `joins`: those of the parts that it may still be
    given; none where lists are not built from cards.
    """

    army: ArmyList
    sheet: RosterSheet
    groups: tuple[BookGroup, ...]
    commands: tuple[CommandPanel, ...]
    extras: tuple[ExtraField, ...]
    target: str
    beginnings: tuple[CardChoice, ...] = ()
    joins: tuple[CardChoice, ...] = ()
    search: Search = EVERYTHING

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The first two figures of the army, for the bar below; without units they mean nothing."""
        return self.sheet.figures[:2] if any(self.army.units()) else ()

    @property
    def spent_on(self) -> str:
        """What the points of a list without units are spent on, for the bar below; empty otherwise."""
        if any(self.army.units()):
            return ""
        return ", ".join(each.name.lower() for each in self.sheet.purchases if each.points)

    @property
    def legend(self) -> dict[str, str]:
        """What the letters before the figures of the book's units, of the army and its commands mean."""
        figures = [
            *(figure for group in self.groups for row in group.rows for figure in row.card.figures),
            *(figure for figure in self.sheet.figures if figure.label.isupper()),
            *(figure for each in self.sheet.commands for figure in each.figures if figure.label.isupper()),
        ]
        return {figure.label: figure.title for figure in figures if figure.title != figure.label}

    @property
    def in_book(self) -> tuple[str, ...]:
        """The book with its version, and its units in their order."""
        entries = (row.card.entry for group in self.groups for row in group.rows)
        return (self.army.system, self.army.book, self.army.book_version, *entries)

    @property
    def nothing_found(self) -> bool:
        """True if the book is searched for what it does not have."""
        return bool(self.groups) and not any(group.found for group in self.groups)

    @property
    def near_found(self) -> bool:
        """True if what is found only comes near to what was searched for."""
        found = [row.card for group in self.groups for row in group.rows if row.found]
        return bool(found) and not any(self.search.finds(card) for card in found)

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The commands that a unit may be moved to, each by id and name."""
        return tuple((panel.card.id, panel.card.name) for panel in self.commands)

    @property
    def built_from_cards(self) -> bool:
        return bool(self.beginnings)

    @property
    def limited(self) -> bool:
        """True if a list must say what its points were agreed on."""
        return bool(list_rules(self.army.system).points)

    @property
    def chief(self) -> bool:
        """True if one of the leaders is the commander-in-chief."""
        return list_rules(self.army.system).chief


def builder_page(army: ArmyList, target: str = "", search: Search = EVERYTHING) -> BuilderPage:
    """Return the builder for `army`; `target` is the command for new units, the last one if unknown."""
    # Judged once: roster, prices and findings of the page all come from this report.
    report = check_list(army)
    sheet = roster(army, report)
    rules = list_rules(army.system)
    book, prices = rules.book_of(army), {line.path: line.points for line in report.lines}
    ids = [command.id for command in army.commands]
    cards = registry.get(army.system).roster.cards
    demands = () if cards else constraints(army)
    shown = cards.panels(army) if cards else ()
    return BuilderPage(
        army=army,
        sheet=sheet,
        groups=() if cards else tuple(_groups(army, demands, search)),
        commands=tuple(_commands(army, sheet, demands, cards, shown)),
        extras=tuple(
            ExtraField(each, army.extras.get(each.key, each.default), prices.get(f"extras.{each.key}", 0))
            for each in rules.extras(book)
        ),
        target=target if target in ids else (ids[-1] if ids else ""),
        beginnings=tuple(cards.beginnings(book)) if cards else (),
        joins=tuple(join for card in shown if card for join in card.joins),
        search=search,
    )


# ------------------------------------------------------------------------------------------------ the book


def _groups(army: ArmyList, demands: Sequence[Constraint], search: Search) -> Iterator[BookGroup]:
    book, rules = list_rules(army.system).book_of(army), registry.get(army.system).roster
    counts = Counter(unit.entry for unit in army.units())
    rows = []
    for each in ranges(demands):
        together = sum(counts[entry] for entry in each.entries)
        for entry in each.entries:
            others = tuple(book.entry_by_id[other].label for other in each.entries if other != entry)
            card = rules.card(book, entry, ())
            found = search.finds(card)
            rows.append(BookRow(card, counts[entry], together, each.low, each.high, others, found))
    if not any(row.found for row in rows):
        rows = [replace(row, found=search.finds(row.card, nearly=True)) for row in rows]
    places = {entry.id: place for place, entry in enumerate(book.entries)}
    kinds: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: places[row.card.entry]):
        kinds.setdefault(row.card.kind, len(kinds))
    # Kinds in the order in which the book first names them, entries in the book's own.
    rows.sort(key=lambda row: (kinds[row.card.kind], places[row.card.entry]))
    for kind, some in groupby(rows, key=lambda row: row.card.kind):
        of_kind = tuple(some)
        yield BookGroup(kind, of_kind[0].card.sign, of_kind)


# ------------------------------------------------------------------------------------------------ the army


def _commands(
    army: ArmyList,
    sheet: RosterSheet,
    demands: Sequence[Constraint],
    cards: CardRules | None,
    shown: Sequence[ArmyCard | None],
) -> Iterator[CommandPanel]:
    switches, show = _Switches(army, demands, cards), registry.get(army.system).roster
    levels = {key: show.leader(key) for key in list_rules(army.system).leader_levels}
    last = len(sheet.commands) - 1
    for place, (card, command) in enumerate(zip(sheet.commands, army.commands, strict=True)):
        chosen = command.leader.level if command.leader else ""
        built_from = shown[place] if shown else None
        sections = built_from.sections if built_from else ()
        demanded = (part for section in sections for part in section.parts if part.given)
        given = Counter({unit.entry: part.most for part in demanded for unit in part.units})
        yield CommandPanel(
            card=card,
            given_name=command.name,
            units=_units(command, card.units, switches, given),
            levels=tuple(Level(key, each.level, each.points, key == chosen) for key, each in levels.items()),
            first=place == 0,
            last=place == last,
            army_card=built_from,
            commanders=_units(command, card.commanders, switches, given),
        )


def _units(
    command: ListCommand, cards: Sequence[UnitCard], switches: _Switches, given: Counter[str]
) -> tuple[UnitGroup, ...]:
    """Return the units of a command that have these cards, those alike together."""
    rows = {}
    seen: Counter[str] = Counter()
    for card in cards:
        fewest, most = switches.bases(card)
        seen[card.entry] += 1
        # A card demands so many of an entry: the first ones cannot be taken away, later ones can.
        demanded = seen[card.entry] <= given[card.entry]
        rows[card.id] = UnitRow(card, tuple(switches.of(card)), fewest, most, demanded)
    groups = grouped([unit for unit in command.units if unit.id in rows])
    last = len(groups) - 1
    return tuple(
        UnitGroup(tuple(rows[unit.id] for unit in group), place == 0, place == last)
        for place, group in enumerate(groups)
    )


class _Switches:
    """The options of the book with how many units have each now, and how many bases a unit may have."""

    def __init__(self, army: ArmyList, demands: Sequence[Constraint], cards: CardRules | None) -> None:
        self.cards = cards
        self.book = list_rules(army.system).book_of(army)
        self.taken = Counter(option for unit in army.units() for option in set(unit.options))
        entries = Counter(unit.entry for unit in army.units())
        self.allowed = {
            each.option: each.allowed(sum(entries[entry] for entry in each.entries))
            for each in demands
            if isinstance(each, FractionOf)
        }

    def of(self, card: UnitCard) -> Iterator[OptionSwitch]:
        """Yield the switches of a unit; options it has but may not have come last, to be put off."""
        known = self.book.options_for(card.entry) if card.known else ()
        on = frozenset(card.option_ids)
        for option in known:
            yield OptionSwitch(
                id=option.id,
                name=option.name,
                effect=option.effect if option.effect != option.name else "",
                points=option_points(self.book.entry_by_id[card.entry], option),
                limit=self._limit(option),
                taken=option.id in on,
                marked=option.provenance.doubtful,
            )
        for stray in sorted(on - {option.id for option in known}):
            found = self.book.option_by_id.get(stray)
            yield OptionSwitch(
                stray, found.name if found else stray, "", 0, words.NOT_FOR_THIS_UNIT, True, False
            )

    def bases(self, card: UnitCard) -> tuple[int, int]:
        """Return the fewest and the most bases of a unit; (0, 0) where there is nothing to choose."""
        return self.cards.bases(self.book, card.entry) if self.cards and card.known else (0, 0)

    def _limit(self, option: Option) -> str:
        taken = self.taken[option.id]
        if isinstance(option.limit, FractionLimit):
            share = f"{option.limit.numerator}/{option.limit.denominator}"
            return words.taken_of_share(taken, self.allowed.get(option.id, 0), share)
        if isinstance(option.limit, CountLimit):
            return words.taken_of_army(taken, option.limit.count)
        return ""
