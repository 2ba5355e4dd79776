"""What is wrong with a division: regiments, allies, additional units, portable obstacles (BFS-29.4-29.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulesets.by_fire_and_sword.armies.cards import Card, Obstacle
from rulesets.by_fire_and_sword.armies.command import condition_faults
from rulesets.by_fire_and_sword.armies.force import is_allied
from rulesets.by_fire_and_sword.armies.levy import Levy, Muster, Taken
from rulesets.by_fire_and_sword.armies.offers import OBSTACLES
from rulesets.by_fire_and_sword.armies.prices import portable_obstacle
from rulesets.by_fire_and_sword.wording import armies as words
from rulesets.engine.lists import Violation


def division_faults(muster: Muster) -> Iterator[Violation]:
    """Yield everything that is wrong with a division as a whole; nothing for a skirmish force."""
    head = muster.head
    if head is None or head.card.kind != "division":
        return
    yield from _regiments(muster, head.card)
    yield from _allies(muster, head.card)
    yield from _additional_units(muster, head.card)
    yield from _under_artillery(muster, head)
    yield from _notes_elsewhere(muster, head)
    for obstacle in OBSTACLES:
        yield from _obstacles(muster, obstacle)
    yield from _obstacles_of_nobody(head)


def _regiments(muster: Muster, card: Card) -> Iterator[Violation]:
    """Check the whole base, and additional regiments against the card (BFS-29.4.1, BFS-29.4.2)."""
    names = {row.id: row.name for row in muster.book.document.card}
    have = Counter(levy.card.id for levy in muster.regiments)
    base = {row.card: row.count for row in card.regiment}
    allowed = {row.card: row.max_each for row in card.allowed}
    for name, count in base.items():
        if have[name] < count:
            message = words.base_lacks_regiments(names[name], have[name], count)
            cure = words.add(count - have[name])
            yield Violation("BFS-29.4.1", "core_incomplete", "commands", message, cure)
    more = {name: number - base.get(name, 0) for name, number in have.items() if number > base.get(name, 0)}
    code = "division_too_many_additional_regiments"
    for name, number in more.items():
        if number > allowed.get(name, 0):
            last = [levy for levy in muster.regiments if levy.card.id == name][-1]
            most = allowed.get(name, 0)
            message = words.too_many_additional_regiments(names[name], number, most)
            yield Violation("BFS-29.4.2", code, last.path, message, words.remove(number - most))
    if sum(more.values()) > card.additional_max:
        message = words.too_many_additional_in_all(sum(more.values()), card.additional_max)
        last = [levy for levy in muster.regiments if levy.card.id in more][-1]
        cure = words.remove(sum(more.values()) - card.additional_max)
        yield Violation("BFS-29.4.2", code, last.path, message, cure)


def _allies(muster: Muster, card: Card) -> Iterator[Violation]:
    """Check that a regiment that is no ally has more FSP than every allied one (BFS-29.5.1)."""
    allied = [levy for levy in muster.regiments if is_allied(levy.card, card)]
    own = [levy.fsp for levy in muster.regiments if levy not in allied]
    for levy in allied:
        if levy.fsp >= max(own, default=0):
            most = words.strongest_of_own(max(own, default=0))
            message = words.ally_too_strong(levy.name, levy.fsp, most)
            cure = words.MAKE_ALLY_WEAKER
            yield Violation("BFS-29.5.1", "division_allied_strongest", levy.path, message, cure)


def _additional_units(muster: Muster, card: Card) -> Iterator[Violation]:
    """Check for as many additional units as regiments, or as the card says; artillery apart (BFS-29.7.1)."""
    own = [taken for _, taken in muster.everything() if taken.place.card is card]
    extra = [row for row in card.additional if row.kind == "unit" and not row.role]
    units = [taken for taken in own if taken.place.additional in extra]
    most = len(muster.regiments) if card.additional_units is None else card.additional_units
    if len(units) > most:
        message = words.too_many_additional_units(len(units), most)
        cure = words.remove(len(units) - most)
        yield Violation("BFS-29.7.1", "division_too_many_additional_units", units[most].path, message, cure)
    for more in card.additional:
        found = [(levy, taken) for levy, taken in muster.everything() if taken.place.additional is more]
        elsewhere = any(levy is not muster.head for levy, _ in found)
        alike = [taken for _, taken in found]
        if len(alike) > more.max and elsewhere:  # the card's own range counts those in its own command
            message = words.too_many_alike_in_division(alike[0].name, len(alike), more.max)
            cure = words.remove(len(alike) - more.max)
            yield Violation("BFS-29.7.1", "additional_too_many", alike[more.max].path, message, cure)


def _under_artillery(muster: Muster, head: Levy) -> Iterator[Violation]:
    """Check that a unit under an artillery commander has one, and no regiment (BFS-29.7.2, BFS-29.6.1)."""
    commanded = any(
        taken.place.additional and taken.place.additional.role == "artillery_commander"
        for taken in head.commanders
    )
    for levy, taken in muster.everything():
        for i, use in taken.uses:
            if use.use != "under_artillery" or (levy is head and commanded):
                continue
            why = words.DIVISION_HAS_NONE if levy is head else words.IN_A_REGIMENT
            message = words.not_under_artillery(taken.name, why)
            cure = words.ADD_ARTILLERY_COMMANDER
            if levy is not head:
                cure = words.LEAVE_TO_REGIMENT
            path = f"{taken.path}.options[{i}]"
            yield Violation("BFS-29.7.2", "not_attachable", path, message, cure)


def _notes_elsewhere(muster: Muster, head: Levy) -> Iterator[Violation]:
    """Check the notes of the division's card for its units in regiments, too (BFS-29.2.8)."""
    attached = [taken for levy in muster.regiments for taken in levy.attached]
    for note in head.card.note:
        bearers = [taken for taken in attached if taken.uses_note(note)]
        if not bearers:
            continue
        own = head.times(note)
        if not own:
            yield from condition_faults(head, note, bearers[0].path)
        if note.max and own <= note.max < own + len(bearers):  # its own alone are counted with its card
            message = words.taken_too_often(note.name, own + len(bearers), note.max)
            path = bearers[note.max - own].path
            cure = words.leave_out(own + len(bearers) - note.max)
            yield Violation("BFS-29.2.8", "note_condition", path, message, cure)


def _obstacles(muster: Muster, obstacle: Obstacle) -> Iterator[Violation]:
    """Check that as many could carry it without as with it (BFS-29.9.2, BFS-28.1.3)."""
    able = [levy for levy in muster.regiments if any(obstacle in each.profile.carries for each in _all(levy))]
    equipped = [levy for levy in able if any(_carries(taken, obstacle) for taken in _all(levy))]
    what = OBSTACLES[obstacle].capitalize()
    if len(equipped) > len(able) - len(equipped):
        half = len(able) // 2
        message = words.only_half_may_have_obstacles(what, len(able), len(equipped))
        cure = words.leave_at(half)
        yield Violation("BFS-29.9.2", "division_obstacle_share", equipped[half].path, message, cure)
    if obstacle != "caltrops":
        return
    regiments = portable_obstacle("caltrops").max_regiments
    if regiments is not None and len(equipped) > regiments:
        message = words.obstacles_in_too_many_regiments(what, len(equipped), regiments)
        yield Violation(
            "BFS-29.9.2", "division_obstacle_share", equipped[regiments].path, message, words.KEEP_IN_ONE
        )
    bearers = [taken for levy in muster.regiments for taken in _all(levy) if _carries(taken, obstacle)]
    bases = sum(taken.bases for taken in bearers)
    most = portable_obstacle("caltrops").max_bases
    if most is not None and bases > most:
        message = words.obstacles_on_too_many_bases(what, bases, most)
        cure = words.GIVE_TO_FEWER
        yield Violation("BFS-29.9.2", "division_obstacle_share", bearers[-1].path, message, cure)


def _obstacles_of_nobody(head: Levy) -> Iterator[Violation]:
    """Check that only regiments, with units attached to them, are equipped (BFS-29.9.2, BFS-28.1.3)."""
    for taken in head.taken:
        for i, use in taken.uses:
            if use.obstacle:
                message = words.obstacles_of_nobody(taken.name, OBSTACLES[use.obstacle])
                cure = words.ATTACH_TO_REGIMENT
                path = f"{taken.path}.options[{i}]"
                yield Violation("BFS-29.9.2", "division_obstacle_share", path, message, cure)


def _all(levy: Levy) -> tuple[Taken, ...]:
    return (*levy.taken, *levy.attached)


def _carries(taken: Taken, obstacle: Obstacle) -> bool:
    return any(use.obstacle == obstacle for _, use in taken.uses)
