"""How a battle's rows are written: as a whole, and only if nobody else has written meanwhile.

Two browsers may act in one battle: whoever acts names the revision that they saw, and is refused with
Stale when it is another one by then. Nothing is answered before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from armylists.owned.services import check_fresh, write
from battles import wording as words
from battles.models import Battle, Choice
from battles.replay import Played, played, remember, replayed
from battles.signals import battle_over
from rulesets.contract import registry
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Refusal
from rulesets.engine.events import Rolled

__all__ = ["DRAW", "UNDO", "at", "declined", "progress", "save", "take_back", "write"]

UNDO, DRAW = "undo", "draw"
MOST_STEPS = 60
"""So many choices one undo takes back at most: those of one drag."""


@contextmanager
def at(row: Battle, revision: int) -> Iterator[Played]:
    """Give the battle at a revision, for something that a player does. Raises Stale if it is another one by
    now, Refusal if it is cancelled or over, or the rules no longer read it.
    """
    # Before its revision: whoever acts on an older page should read why, not that they are late.
    row.check_open()
    check_fresh(row, revision)
    # played() may bring the row up to date, so it is checked once more after it.
    with played(row) as found:
        row.check_open()
        check_fresh(row, revision)
        if row.over:
            raise Refusal(words.BATTLE_OVER, code="over")
        if row.waits:
            raise Refusal(words.not_accepted_yet(row.invited), code="not-met")
        if found.stop is not None:
            raise Refusal(
                words.no_longer_allowed(found.stop.after_choices + 1, found.stop.message),
                rule=found.stop.rule,
                code="stopped",
            )
        yield found


@transaction.atomic
def save(row: Battle, found: Played, user: User | None) -> None:
    """Write the choices that the engine has more than the row; the first of them was made by `user`, those
    that follow by nobody.
    """
    new = found.engine.choices[row.version :]
    if not new:
        return
    now = timezone.now()
    first = row.version + 1
    columns = {"version": found.version, "updated": now, **progress(found.engine)}
    # Only what a person chose answers an offer; the tactician's choices leave it standing.
    side = new[0].side if user is not None else None
    columns |= {"offer": _offer_after(row, side), "declined": _declined_after(row, side)}
    if columns["status"] == Battle.Status.OVER:
        columns |= {"finished": now, "offer": None, "declined": None}
    # The row first: whoever loses the race is refused before a choice is written.
    write(row, **columns)
    Choice.objects.bulk_create(
        Choice(
            battle=row, number=number, side=made.side, decision=made.decision, choice=made.choice,
            made_by=user if number == first else None, at=now,
        )
        for number, made in enumerate(new, start=first)
    )  # fmt: skip
    if row.over:
        # Campaigns hear of it only once it is committed: a rolled back end must settle nothing.
        transaction.on_commit(lambda: battle_over.send(Battle, battle=row))


def take_back(row: Battle, version: int) -> None:
    """Leave the first `version` choices, as if the others had never been made."""
    # A copy from the beginning: the battle in memory would be wrong if the write below is refused.
    with played(row) as now:
        before = _rolls(now.engine)
    found = replayed(row, version)
    found.undone += 1
    dice = row.dice_undone + (_rolls(found.engine) < before)
    with transaction.atomic():
        write(
            row, version=version, undone=found.undone, dice_undone=dice, offer=None, declined=None,
            updated=timezone.now(), **progress(found.engine),
        )  # fmt: skip
        # Only after the write: a refused undo must not lose a choice.
        row.choices.filter(number__gt=version).delete()
    # Outside the transaction, so that memory never holds what was rolled back.
    remember(row, found)


def _rolls(battle: engine.Battle) -> int:
    return sum(isinstance(entry.event, Rolled) for entry in battle.entries)


def progress(battle: engine.Battle) -> dict[str, Any]:
    """Return the columns that say how far a battle has got."""
    shown = registry.get(battle.system.slug).presentation
    result = battle.result
    status = Battle.Status.GOING if battle.choices else Battle.Status.READY
    return {
        "status": Battle.Status.OVER if result is not None else status,
        "event_count": len(battle.entries),
        "hash": battle.hash,
        "turn": shown.turn(battle.state),
        "deciding": None if battle.pending is None else battle.pending.side,
        "standing": [side.to_json() for side in shown.standing(battle.state)],
        "winner": None if result is None else result.winner,
        "result": None if result is None else result.to_json(),
    }


def _offer_after(row: Battle, side: int | None) -> dict[str, Any] | None:
    """Return what is left of an offer when `side` has made a choice (None: nobody's): an undo is off with the
    next choice; a draw stands until the other side plays on.
    """
    offer: dict[str, Any] | None = row.offer
    if offer is None or side is None:
        return offer
    return offer if offer["kind"] == DRAW and offer["by"] == side else None


def declined(offer: dict[str, Any]) -> dict[str, Any]:
    """Return what is saved of an offer that was not accepted."""
    return {"kind": offer["kind"], "by": offer["by"]}


def _declined_after(row: Battle, side: int | None) -> dict[str, Any] | None:
    """Return the declined offer when `side` has made a choice (None: nobody's): who is asked and plays on
    declines; who had offered and plays on has seen it.
    """
    if side is None:
        stored: dict[str, Any] | None = row.declined
        return stored
    if row.offer is not None and row.offer["by"] != side:
        return declined(row.offer)
    return row.declined if row.declined is not None and row.declined["by"] != side else None
