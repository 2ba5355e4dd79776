"""What is wrong with one command against its card: levels, bases, the right-hand column, notes (BFS-29.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesets.by_fire_and_sword.armies.cards import Additional, Note
from rulesets.by_fire_and_sword.armies.levy import Levy, Taken
from rulesets.by_fire_and_sword.wording import armies as words
from rulesets.engine.lists import Violation


def levy_faults(levy: Levy, elsewhere: Sequence[Taken] = ()) -> Iterator[Violation]:
    """Yield everything that is wrong with one command by itself, checks 3 to 7 (BFS-29.2.9).

    `elsewhere`: what of its card's right-hand column is attached to other commands.
    """
    yield from _unknown_names(levy)
    yield from _levels(levy)
    for taken in levy.units:
        yield from _bases(levy, taken)
    for taken in levy.commanders:
        if taken.unit.bases:
            message = words.commander_without_bases(taken.name)
            yield Violation(
                "BFS-34.1", "bases_out_of_range", f"{taken.path}.bases", message, words.REMOVE_THEM
            )
    yield from additional_faults(levy, (*levy.taken, *elsewhere))
    yield from _notes(levy)
    yield from _obstacles(levy)
    yield from _crews(levy)


def _unknown_names(levy: Levy) -> Iterator[Violation]:
    """Check that every unit is of the command's card, or an additional unit of the division (BFS-29.2.9)."""
    own = {taken.path for taken in (*levy.taken, *levy.attached)}
    for number, unit in enumerate(levy.command.units):
        path = f"{levy.path}.units[{number}]"
        place = levy.book.place_by_entry.get(unit.entry)
        if place and path not in own:
            label = levy.book.entry_by_id[unit.entry].label
            message = words.not_on_card(label, levy.card.name)
            yield Violation("BFS-29.2.9", "not_on_card", f"{path}.entry", message, words.REMOVE_UNIT)
    for taken in levy.attached:
        more = taken.place.additional
        if more is None or more.kind != "unit" or more.role:
            message = words.belongs_to_division(taken.name)
            cure = words.MOVE_TO_DIVISION_COMMAND
            yield Violation("BFS-29.7.2", "not_attachable", taken.path, message, cure)


def _levels(levy: Levy) -> Iterator[Violation]:
    """Check that no level is skipped and none has too many picks (BFS-29.2.5, BFS-29.2.6)."""
    figures = levy.card.figures()
    for number, names in sorted(levy.picks_at.items()):
        first = levy.picks[names[0]][2]
        if number > 1 and number - 1 not in levy.picks_at:
            message = words.level_left_out(figures[number], figures[number - 1])
            cure = words.take_from_level_below(figures[number - 1], figures[number])
            yield Violation("BFS-29.2.5", "level_skipped", first.path, message, cure)
        allowed = levy.card.level[number - 1].picks
        if len(names) > allowed:
            beyond = levy.picks[names[allowed]][2]
            message = words.too_many_picks(len(names), figures[number], allowed)
            cure = words.keep_only(allowed)
            yield Violation("BFS-29.2.6", "level_overfilled", beyond.path, message, cure)


def _bases(levy: Levy, taken: Taken) -> Iterator[Violation]:
    """Check bases against the black and grey rows, with the free bases of the notes (BFS-29.2.4)."""
    where, name = f"{taken.path}.bases", taken.name
    slot = taken.place.slot
    if slot:
        if taken.bases < taken.black:
            message = words.too_few_bases(name, taken.bases, taken.black)
            cure = words.set_to(taken.black)
            yield Violation("BFS-29.2.4", "bases_out_of_range", where, message, cure)
        elif levy.bought[taken.unit.id] > slot.optional:
            most = taken.bases - levy.bought[taken.unit.id] + slot.optional
            message = words.too_many_bases(name, taken.bases, most)
            cure = words.set_to(most)
            if note := levy.free_to_come(taken):
                # A note may be just out of reach: the cure says how to earn its bases rather than only to
                # take some off.
                size = levy.bases_without_free
                cure = words.set_to_or_enlarge(most, size, note.from_bases, note.name, note.bases)
            yield Violation("BFS-29.2.4", "bases_out_of_range", where, message, cure)


def additional_faults(levy: Levy, found: Sequence[Taken]) -> Iterator[Violation]:
    """Check the right-hand column of a card at the level reached (BFS-29.2.7.a, BFS-29.2.7.b)."""
    for taken in found:
        more = taken.place.additional
        if more is None:
            continue
        first = min((each.level for each in more.by_level), default=more.level)
        needed = max(first, more.level)
        if levy.reached < needed:
            message = words.only_from_level(taken.name, needed, levy.reached)
            cure = words.take_from_level(needed)
            yield Violation("BFS-29.2.7.a", "additional_level_not_reached", taken.path, message, cure)
        least = max(1, more.bases)
        if more.kind == "unit" and taken.bases < least:
            message = words.too_few_bases(taken.name, taken.bases, least)
            where = f"{taken.path}.bases"
            yield Violation("BFS-29.2.4", "bases_out_of_range", where, message, words.set_to(least))
    for more in levy.card.additional:
        yield from _too_many([taken for taken in found if taken.place.additional is more], more, levy)


def _too_many(alike: Sequence[Taken], more: Additional, levy: Levy) -> Iterator[Violation]:
    """Check that no unit is larger than its figure, nor all where it has several (BFS-29.2.7.b)."""
    if not alike or more.kind == "commander" or not alike[0].allowed:
        return
    free = sum(levy.free_used(taken) for taken in alike)
    together = sum(taken.bases for taken in alike)
    most = alike[0].allowed * (1 if more.by_level else len(alike)) + free
    over = [taken for taken in alike if taken.bases - levy.free_used(taken) > taken.allowed]
    if over or (more.by_level and together > most):
        where = f"{(over or alike)[-1].path}.bases"
        message = words.too_many_bases_here(alike[0].name, together, most)
        yield Violation("BFS-29.2.7.b", "additional_too_many", where, message, words.reduce_to(most))


# ---------------------------------------------------------------------------- notes


def _notes(levy: Levy) -> Iterator[Violation]:
    """Check the conditions of the notes that are used, and the restrictions (BFS-29.2.8)."""
    for note in levy.card.note:
        if note.kind == "restriction":
            yield from _restriction(levy, note)
        elif levy.times(note):
            yield from condition_faults(levy, note, _bearer(levy, note))
        if note.kind == "bases" and note.max and levy.groups(note) > note.max:
            message = words.taken_too_often(note.name, levy.groups(note), note.max)
            cure = words.remove_bases_of_note((levy.groups(note) - note.max) * note.bases)
            yield Violation("BFS-29.2.8", "note_condition", _bearer(levy, note), message, cure)


def _bearer(levy: Levy, note: Note) -> str:
    """Return the path of the first part that a note is used for."""
    if note.kind in ("bases", "free_bases", "restriction"):
        return next((taken.path for taken in levy.of(note.applies_to)), levy.path)
    return next((taken.path for taken in levy.taken if taken.uses_note(note)), levy.path)


def condition_faults(levy: Levy, note: Note, path: str) -> Iterator[Violation]:
    """Yield what a note asks for of its card and is not there (BFS-29.2.8); `path`: where it is used."""
    if levy.reached < note.needs_level:
        message = words.note_only_from_level(note.name, note.needs_level, levy.reached)
        cure = words.take_from_level(note.needs_level)
        yield Violation("BFS-29.2.8", "note_condition", path, message, cure)
    present = {taken.place.id: taken.name for taken in levy.taken}
    present |= {name: pick.name or first.name for name, (_, pick, first) in levy.picks.items()}
    if note.needs_pick and not any(pick in present for pick in note.needs_pick):
        wanted = " or ".join(_called(levy, pick) for pick in note.needs_pick)
        message = words.only_together_with(note.name, wanted)
        yield Violation("BFS-29.2.8", "note_condition", path, message, words.take_or_leave_out(wanted))
    barred = [present[other] for other in note.excludes if other in present]
    if barred:
        message = words.not_together_with(note.name, dict.fromkeys(barred))
        yield Violation("BFS-29.2.8", "note_condition", path, message, words.LEAVE_ONE_OUT)


def _called(levy: Levy, pick_id: str) -> str:
    """Return the name of a pick, or of what it brings."""
    for _, _, pick in levy.card.picks():
        if pick.id == pick_id:
            brought = [slot.name or levy.book.unit_by_id[slot.unit].name for slot in pick.slot]
            return pick.name or " and ".join(brought) or pick.id
    return pick_id


def _restriction(levy: Levy, note: Note) -> Iterator[Violation]:
    concerned = levy.of(note.applies_to)
    if not concerned:
        return
    yield from condition_faults(levy, note, concerned[0].path)
    if note.most_units is not None and len(concerned) > note.most_units:
        message = words.too_many_units_with_note(note.name, len(concerned), note.most_units)
        cure = words.remove(len(concerned) - note.most_units)
        path = concerned[note.most_units].path
        yield Violation("BFS-29.2.8", "note_condition", path, message, cure)
    bases = sum(taken.bases for taken in concerned)
    if note.most_bases is not None and bases > note.most_bases:
        message = words.too_many_bases_with_note(note.name, bases, note.most_bases)
        cure = words.remove_bases(bases - note.most_bases)
        yield Violation("BFS-29.2.8", "note_condition", f"{concerned[-1].path}.bases", message, cure)


# ---------------------------------------------------------------------------- obstacles and crews


def _obstacles(levy: Levy) -> Iterator[Violation]:
    """Check obstacles: none on a skirmish roster; elements by bases (BFS-29.9.1, BFS-29.9.4, BFS-28.1.2)."""
    for number, unit in enumerate(levy.command.units):
        for i, option in enumerate(unit.options):
            if levy.card.kind == "skirmish" and ".with-" in option:
                path = f"{levy.path}.units[{number}].options[{i}]"
                message = words.NO_OBSTACLES_IN_SKIRMISH
                yield Violation(
                    "BFS-29.9.1", "portable_obstacle_at_skirmish", path, message, words.REMOVE_THEM
                )
    for taken in (*levy.taken, *levy.attached):
        carried = [(i, use) for i, use in taken.uses if use.obstacle]
        for i, use in carried:
            most = taken.bases // 2 if use.obstacle == "caltrops" else taken.bases
            if use.elements > most:
                path = f"{taken.path}.options[{i}]"
                message = words.too_many_elements(taken.name, use.elements, taken.bases, most)
                cure = words.take_at_most(most)
                yield Violation("BFS-29.9.4", "too_many_elements", path, message, cure)
        if len(carried) > 1:
            path = f"{taken.path}.options[{carried[1][0]}]"
            message = words.carries_twice(taken.name)
            yield Violation("BFS-29.9.4", "too_many_elements", path, message, words.KEEP_ONE)


def _crews(levy: Levy) -> Iterator[Violation]:
    """Check one additional crew base for each started pair of medium guns (BFS-29.10.2, BFS-25.5.1)."""
    crews = [
        taken for taken in levy.taken if taken.place.additional and taken.place.additional.role == "crew"
    ]
    guns = sum(taken.bases for taken in levy.units if taken.profile.gun == "medium" and taken not in crews)
    bases, most = sum(taken.bases for taken in crews), (guns + 1) // 2
    if bases > most:
        message = words.too_many_crews(bases, guns, most)
        cure = words.remove_bases(bases - most)
        yield Violation("BFS-29.10.2", "too_many_crews", f"{crews[-1].path}.bases", message, cure)
