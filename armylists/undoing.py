"""Undo and redo in the history of a list.

Both add a revision, as every change does, so that nothing of the history is ever lost. A revision that only
repeats an earlier state says which (`Revision.repeats`); the states themselves are the other revisions, and
each of them was made from the state before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from armylists.edits import Edited, EditError
from armylists.models import ArmyList, Revision
from armylists.owned.services import check_fresh
from armylists.services import replace
from armylists.wording import edits as words
from rulesets.engine.lists import ArmyList as Document


@dataclass(frozen=True, slots=True)
class Step:
    """A step back or forward: the revision whose state it leads to, and what it undoes or redoes in words."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Steps:
    """What can be undone and redone now; None where there is nothing."""

    back: Step | None
    forward: Step | None


def steps(army_list: ArmyList) -> Steps:
    """Return what Undo and Redo would do to a list as it is now; two queries, however long its history."""
    last = army_list.revisions.defer("document").filter(number=army_list.version).first()
    here = _state(last) if last else army_list.version
    # the state itself, the revision it was made from, and every time it was gone back to
    rows = army_list.revisions.defer("document").filter(number__in=(here, here - 1))
    known = {each.number: each for each in rows}
    back = forward = None
    if here in known and here - 1 in known:
        back = Step(_state(known[here - 1]), known[here].summary)
    if last and last.repeats:
        left = army_list.revisions.filter(repeats=here).values_list("number", flat=True)
        after = [here + 1, *(number + 1 for number in left)]
        newest = army_list.revisions.defer("document").filter(number__in=after, repeats=None).first()
        forward = Step(newest.number, newest.summary) if newest else None
    return Steps(back, forward)


def undo(army_list: ArmyList, version: int, author: User) -> Edited:
    """Undo the last change; raises Stale, and EditError if there is nothing to undo."""
    check_fresh(army_list, version)
    step = steps(army_list).back
    if step is None:
        raise EditError(words.NOTHING_TO_UNDO, path="do", code="nothing")
    return _go(army_list, version, step, f"Undid: {step.words}", author)


def redo(army_list: ArmyList, version: int, author: User) -> Edited:
    """Do again what was undone last; raises Stale, and EditError if there is nothing to redo."""
    check_fresh(army_list, version)
    step = steps(army_list).forward
    if step is None:
        raise EditError(words.NOTHING_TO_REDO, path="do", code="nothing")
    return _go(army_list, version, step, f"Redid: {step.words}", author)


def _state(revision: Revision) -> int:
    """Return the number of the revision whose state this one shows."""
    return revision.repeats or revision.number


def _go(army_list: ArmyList, version: int, step: Step, words: str, author: User) -> Edited:
    before, target = army_list.army, army_list.revisions.get(number=step.number)
    replace(army_list, version, target.army, words, author, repeats=step.number)
    return Edited(target.army, words, _touched(before, target.army))


def _touched(old: Document, new: Document) -> str:
    """Return the id of the first unit or command that differs, in the new list if it is there."""
    units = {unit.id: unit for unit in old.units()}
    for unit in new.units():
        if units.pop(unit.id, None) != unit:
            return unit.id
    for command in old.commands:
        if any(unit.id in units for unit in command.units):
            return command.id
    before = {each.id: each for each in old.commands}
    return next((each.id for each in new.commands if before.get(each.id) != each), "")
