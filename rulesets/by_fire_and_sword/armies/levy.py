"""A list read against the cards of its book: what each command has taken, of how many bases, at what price.

A `Levy` is one command of a list with the card that it is built from; a `Muster` is all of them. Nothing here
judges: what is against the rules is reported by check.py from the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rulesets.by_fire_and_sword.armies.book import BfsBook
from rulesets.by_fire_and_sword.armies.cards import Additional, Card, Level, Note, Obstacle, Pick, UnitProfile
from rulesets.by_fire_and_sword.armies.offers import Place, Use
from rulesets.by_fire_and_sword.armies.prices import elements_fsp
from rulesets.by_fire_and_sword.provenance import card_marks, marks
from rulesets.engine.lists import ArmyList, CostLine, ListCommand, ListUnit


@dataclass(frozen=True)
class Taken:
    """A unit or commander of a list at its place on a card, with what its options stand for.

    `marked`: the fields of its profile and its place whose values no source gives.
    """

    path: str
    unit: ListUnit
    place: Place
    profile: UnitProfile
    uses: tuple[tuple[int, Use], ...]
    allowed: int
    marked: frozenset[str] = frozenset()

    @cached_property
    def black(self) -> int:
        """Return the bases that come with the price: black rows and those of picks that add to the unit."""
        row = self.place.slot or self.place.additional
        return 0 if row is None or self.place.is_commander else row.bases + self._more

    @property
    def _more(self) -> int:
        return sum(
            more.bases
            for _, use in self.uses
            if use.pick
            for more in use.pick.more_bases
            if more.slot == self.place.id
        )

    @cached_property
    def bases(self) -> int:
        """Return how many bases the unit has: as the list says, or as its place has (none for commanders)."""
        if self.place.is_commander:
            return 0
        return self.unit.bases or self.black or self.allowed

    @property
    def extra(self) -> int:
        """Return bases beyond those that come with the price."""
        return max(0, self.bases - self.black)

    @property
    def optional(self) -> int:
        """Return grey bases that may be bought for a unit, in the right-hand column at the level reached."""
        return self.place.slot.optional if self.place.slot else max(0, self.allowed - self.black)

    @property
    def name(self) -> str:
        """Return what the player calls it, or what its place is called."""
        return self.unit.name or self.profile.name

    @cached_property
    def bases_marked(self) -> bool:
        """Return whether no source gives its number of bases, or how many of them may be bought."""
        fields = {"bases", "optional", "by_level"} if self.extra else {"bases"}
        return not self.place.is_commander and not self.marked.isdisjoint(fields)

    def uses_note(self, note: Note) -> bool:
        """Return whether one of its options is that note."""
        return any(use.note is note for _, use in self.uses)


@dataclass(frozen=True)
class Levy:
    """One command and its card, a regiment (BFS-2.2) or a whole skirmish force.

    `division`: the division's own levy, for units attached (BFS-29.7.2).
    """

    index: int
    command: ListCommand
    card: Card
    book: BfsBook
    division: Levy | None = None

    @property
    def path(self) -> str:
        return f"commands[{self.index}]"

    @property
    def name(self) -> str:
        """Return what the player calls the command, or what its card is called."""
        return self.command.name or self.card.name

    @cached_property
    def marked(self) -> frozenset[str]:
        """Return what the card says that no source gives."""
        return card_marks(self.card.provenance)

    @cached_property
    def taken(self) -> tuple[Taken, ...]:
        """Return what stands on the command's own card, in list order."""
        return tuple(self._all(self))

    @cached_property
    def attached(self) -> tuple[Taken, ...]:
        """Return additional units of the division that are attached to this regiment (BFS-29.7.2)."""
        return tuple(self._all(self.division)) if self.division else ()

    def _all(self, owner: Levy) -> Iterator[Taken]:
        """Yield the units of this command that stand on the card of `owner`, which has reached some level."""
        for number, unit in enumerate(self.command.units):
            place = self.book.place_by_entry.get(unit.entry)
            if place is None or place.card is not owner.card:
                continue
            uses = self.book.uses(unit.entry, unit.options)
            profile = self.book.unit(unit.entry, unit.options)
            allowed = owner.allowed(place.additional) if place.additional else 0
            marked = self.book.marked(unit.entry, unit.options)
            yield Taken(f"{self.path}.units[{number}]", unit, place, profile, uses, allowed, marked)

    @cached_property
    def units(self) -> tuple[Taken, ...]:
        """Return the units of the card, commanders left out."""
        return tuple(taken for taken in self.taken if not taken.place.is_commander)

    @cached_property
    def commanders(self) -> tuple[Taken, ...]:
        return tuple(taken for taken in self.taken if taken.place.is_commander)

    @property
    def chief(self) -> Taken | None:
        """Return the first commander of the core, if it was taken."""
        return next((taken for taken in self.commanders if taken.place.chief), None)

    @property
    def bases(self) -> int:
        """Return the bases of the card's units, without commanders and attached units (BFS-29.8.1,
        BFS-29.7.4).
        """
        return sum(taken.bases for taken in self.units)

    def of(self, ids: tuple[str, ...]) -> list[Taken]:
        """Return what stands at one of these places of the card."""
        return [taken for taken in self.taken if taken.place.id in ids]

    # -------------------------------------------------------------------- levels

    @cached_property
    def picks(self) -> dict[str, tuple[int, Pick, Taken]]:
        """Return the picks taken, by id: the number of their level, and the first unit that takes them."""
        # By identity, for a card may have two levels with equal contents.
        numbers = {id(level): number for number, level in enumerate(self.card.level, start=1)}
        found: dict[str, tuple[int, Pick, Taken]] = {}
        for number, unit in enumerate(self.command.units):
            place = self.book.place_by_entry.get(unit.entry)
            if place is None or place.card is not self.card:
                continue
            chosen: list[tuple[Level | None, Pick | None]] = [(place.level, place.pick)]
            uses = self.book.uses(unit.entry, unit.options)
            chosen += [(use.level, use.pick) for _, use in uses]
            for level, pick in chosen:
                if level and pick and pick.id not in found:
                    # Without uses and bases: only path, place and name of this one are needed.
                    taken = Taken(
                        f"{self.path}.units[{number}]", unit, place, self.book.unit(unit.entry), (), 0
                    )
                    found[pick.id] = (numbers[id(level)], pick, taken)
        return found

    @cached_property
    def picks_at(self) -> dict[int, list[str]]:
        """Return the ids of the picks taken at each level, by its number from 1."""
        found: dict[int, list[str]] = {}
        for name, (number, _, _) in self.picks.items():
            found.setdefault(number, []).append(name)
        return found

    @property
    def reached(self) -> int:
        """Return the running total of the highest level from which something was taken (BFS-29.2.6)."""
        return self.card.figures()[max(self.picks_at, default=0)]

    def allowed(self, more: Additional) -> int:
        """Return how many bases an additional unit may have at the level that was reached (BFS-29.2.7.b)."""
        if not more.by_level:
            return more.bases + more.optional
        figures = [(each.level, each.bases) for each in more.by_level if each.level <= self.reached]
        return max(figures)[1] if figures else 0

    # -------------------------------------------------------------------- bases beyond the black ones

    @cached_property
    def free(self) -> dict[str, int]:
        """Return by note of kind free_bases how many bases it gives, as far as they are used and due."""
        # Free bases do not count towards the size that earns them, or they would earn themselves.
        without = self.bases_without_free
        return {
            note.id: self._free_wanted(note) if without >= note.from_bases and self.meets(note) else 0
            for note in self._free_notes
        }

    @property
    def bases_without_free(self) -> int:
        """Return the size of the force by which free bases are due: all its bases but those."""
        return self.bases - sum(self._free_wanted(note) for note in self._free_notes)

    @property
    def _free_notes(self) -> tuple[Note, ...]:
        return tuple(note for note in self.card.note if note.kind == "free_bases")

    def free_to_come(self, taken: Taken) -> Note | None:
        """Return the note that would give a unit free bases if the force were larger, if any."""
        short = [note for note in self._free_notes if self.bases_without_free < note.from_bases]
        return next((note for note in short if taken in self.of(note.applies_to) and self.meets(note)), None)

    def _free_wanted(self, note: Note) -> int:
        return min(note.bases * (note.max or 1), sum(taken.extra for taken in self.of(note.applies_to)))

    @cached_property
    def bought(self) -> dict[str, int]:
        """Return by unit id the bases to be bought, free ones taken off where they are needed most."""
        left = {taken.unit.id: taken.extra for taken in self.units}
        for note in self.card.note:
            pool = self.free.get(note.id, 0)
            targets = self.of(note.applies_to) if pool else []
            for limit in (True, False):  # first what could not be bought, then what would have to be
                for taken in targets:
                    need = left[taken.unit.id] - (taken.optional if limit else 0)
                    used = max(0, min(pool, need))
                    left[taken.unit.id] -= used
                    pool -= used
        return left

    def free_used(self, taken: Taken) -> int:
        """Return how many of a unit's bases beyond the black ones are free."""
        return taken.extra - self.bought.get(taken.unit.id, taken.extra)

    def groups(self, note: Note) -> int:
        """Return how many started groups of bases a note of kind bases has sold."""
        bases = sum(
            min(self.bought[taken.unit.id], taken.optional)
            for taken in self.of(note.applies_to)
            if not taken.place.is_commander
        )
        return -(-bases // note.bases) if note.bases else 0

    def meets(self, note: Note) -> bool:
        """Return whether the level and pick that a note asks for are taken, and nothing that it excludes."""
        present = {taken.place.id for taken in self.taken} | self.picks.keys()
        return (
            self.reached >= note.needs_level
            and (not note.needs_pick or not present.isdisjoint(note.needs_pick))
            and present.isdisjoint(note.excludes)
        )

    def times(self, note: Note) -> int:
        """Return how often a note is taken."""
        if note.kind == "bases":
            return self.groups(note)
        if note.kind == "free_bases":
            return 1 if self.free[note.id] else 0
        return sum(taken.uses_note(note) for taken in self.taken)

    # -------------------------------------------------------------------- FSP

    @cached_property
    def lines(self) -> tuple[CostLine, ...]:
        """Return what the core, the levels, the right-hand column and the notes cost (BFS-29.2.9)."""
        return tuple(line for line in self._lines() if line.points)

    @property
    def fsp(self) -> int:
        return sum(line.points for line in self.lines)

    def _lines(self) -> Iterator[CostLine]:
        core, ours = f"{self.card.name}, core", "fsp" in self.marked
        yield CostLine(self.path, core, self.card.core.fsp, ours, "BFS-29.2.6")
        yield from self._level_lines()
        for taken in self.taken:
            if taken.place.slot and not taken.place.slot.compulsory:
                priced = "fsp" in taken.marked
                yield CostLine(taken.path, taken.profile.name, taken.place.slot.fsp, priced, "BFS-29.2.6")
            if taken.place.additional:
                yield additional_line(taken, self.free_used(taken))
        for note in self.card.note:
            yield from self._note_lines(note)

    def _level_lines(self) -> Iterator[CostLine]:
        """Yield the difference to the figure below for a level, for each further pick again (BFS-29.2.6)."""
        figures = self.card.figures()
        for number, names in sorted(self.picks_at.items()):
            for name in names:
                _, pick, first = self.picks[name]
                label = f"Level {figures[number]}, {pick.name or first.profile.name}"
                step = figures[number] - figures[number - 1]
                yield CostLine(first.path, label, step, "fsp" in self.marked, "BFS-29.2.6")

    def _note_lines(self, note: Note) -> Iterator[CostLine]:
        if note.kind == "bases" and (groups := self.groups(note)):
            first = next(taken for taken in self.of(note.applies_to) if self.bought[taken.unit.id])
            yield _note_line(first, note, note.name, groups * note.fsp)
        if note.kind not in ("command_points", "equipment"):
            return
        bearers = [taken for taken in self.taken if taken.uses_note(note)]
        if note.per == "card":
            yield from (_note_line(taken, note, note.name, note.fsp) for taken in bearers[:1])
            return
        yield from (_equipment_line(taken, note) for taken in bearers)


def _attached_lines(taken: Taken, paid: set[str]) -> Iterator[CostLine]:
    """Yield what an additional unit of the division costs where it is attached, with its equipment.

    `paid`: the ids of notes whose price for the card is paid already; those of the unit are added.
    """
    if (line := additional_line(taken)).points:
        yield line
    for note in filter(None, (use.note for _, use in taken.uses)):
        if note.fsp and note.id not in paid:
            yield _equipment_line(taken, note)
        if note.per == "card":
            paid.add(note.id)


def _equipment_line(taken: Taken, note: Note) -> CostLine:
    """Return what a note costs for one unit, or for each of its bases."""
    number = taken.bases if note.per == "base" else 1
    return _note_line(taken, note, f"{taken.profile.name}, {note.name}", number * note.fsp)


def _note_line(taken: Taken, note: Note, label: str, points: int) -> CostLine:
    return CostLine(taken.path, label, points, "fsp" in marks(note.provenance), "BFS-29.2.8")


def additional_line(taken: Taken, free: int = 0) -> CostLine:
    """Return the line of `additional_fsp`."""
    priced = not taken.marked.isdisjoint(("fsp", "fsp_steps"))
    return CostLine(taken.path, taken.profile.name, additional_fsp(taken, free), priced, "BFS-29.2.7.a")


def additional_fsp(taken: Taken, free: int = 0) -> int:
    """Return the price of an additional unit or commander; black bases are free (BFS-29.2.7.a, BFS-29.2.7.c).

    `free`: bases beyond them that a note gives. Nothing for what does not stand in the right-hand column.
    """
    more = taken.place.additional
    if more is None:
        return 0
    if more.kind == "commander":
        return more.fsp
    beyond = taken.bases - more.bases - free
    if beyond <= 0 and more.bases:
        return 0
    if not more.fsp_steps:
        return more.fsp
    # Beyond the printed steps the last price counts: too many bases are a fault of their own.
    return next((step.fsp for step in more.fsp_steps if step.bases >= beyond), more.fsp_steps[-1].fsp)


@dataclass(frozen=True)
class Muster:
    """A whole list, the army of one player (BFS-2.1): a levy for each command whose card the book has."""

    army: ArmyList
    book: BfsBook

    @cached_property
    def levies(self) -> tuple[Levy, ...]:
        cards = [self.book.card_by_id.get(command.card) for command in self.army.commands]
        plain = [
            Levy(i, command, card, self.book)
            for i, (command, card) in enumerate(zip(self.army.commands, cards, strict=True))
            if card
        ]
        division = next((levy for levy in plain if levy.card.kind == "division"), None)
        return tuple(
            replace(levy, division=division) if levy.card.kind == "regiment" else levy for levy in plain
        )

    @property
    def head(self) -> Levy | None:
        """Return the skirmish force, or the division itself."""
        return next((levy for levy in self.levies if levy.card.kind != "regiment"), None)

    @property
    def regiments(self) -> tuple[Levy, ...]:
        return tuple(levy for levy in self.levies if levy.card.kind == "regiment")

    def everything(self) -> tuple[tuple[Levy, Taken], ...]:
        """Return all units and commanders with the command that they stand in, attached units included."""
        return self._everything

    @cached_property
    def _everything(self) -> tuple[tuple[Levy, Taken], ...]:
        return tuple((levy, taken) for levy in self.levies for taken in (*levy.taken, *levy.attached))

    @cached_property
    def elements(self) -> dict[Obstacle, int]:
        """Return how many elements of each portable obstacle the army carries (BFS-29.9.4)."""
        found: dict[Obstacle, int] = {}
        for _, taken in self.everything():
            for _, use in taken.uses:
                if use.obstacle:
                    found[use.obstacle] = found.get(use.obstacle, 0) + (use.elements or taken.bases)
        return found

    @cached_property
    def lines(self) -> tuple[CostLine, ...]:
        """Return the FSP command by command, then of the portable obstacles (BFS-29.2.9, BFS-29.9.3)."""
        found = [line for levy in self.levies for line in levy.lines]
        notes = self.head.card.note if self.head else ()
        # What is paid once for a card is paid already if the division's own units use it.
        paid = {note.id for note in notes if note.per == "card" and self.head and self.head.times(note)}
        for levy, taken in self.everything():
            if taken.place.card is not levy.card:
                found += _attached_lines(taken, paid)
        for obstacle, number in self.elements.items():
            label, points = elements_fsp(obstacle, number)
            found.append(CostLine("commands", label, points, rule="BFS-29.9.3"))
        return tuple(found)

    @property
    def fsp(self) -> int:
        return sum(line.points for line in self.lines)
