"""Automatic battles: fought to the end by a worker, or a slice after the other by whoever looks on."""

from __future__ import annotations

from collections.abc import Collection

from django_tasks import task

from armylists import work
from armylists.owned.services import Stale
from armylists.work import Stage, Work
from battles import services
from battles.models import Battle
from battles.sides import SIDES
from battles.signals import battle_over

SLICE = 0.5
"""Seconds until what was fought is saved, and shown by the counter."""

TRIES = 20
GONE = "gone"


@task()
def fight(battle_id: str) -> str:
    """Fight an automatic battle to its end, or until somebody stops it, saving it after every slice.

    Returns the battle's status. If somebody else plays on at the same time, it goes on from there; so does
    who begins again after a worker was killed.
    """
    row = Battle.objects.filter(public_id=battle_id).first()
    if row is None:
        return GONE
    if row.over:
        # Who saved the end may have been killed before it said so; who heard of it does nothing twice.
        battle_over.send(Battle, battle=row)
    for _ in range(TRIES):
        if row.cancelled:
            break
        try:
            while not work.stopped(Work.BATTLE, battle_id) and services.advance(row, SLICE).more:
                pass
            break
        except Stale as stale:
            # Somebody plays on at the same time: go on from their state instead of giving up.
            row = stale.current
    return str(row.status)


def alone(row: Battle) -> bool:
    """Whether a battle is automatic: fought by tacticians on both sides."""
    return row.meeting is None and not row.waits and set(row.tacticians) == set(SIDES)


def check(tacticians: Collection[int]) -> None:
    """Raise NoAnswer if a battle that these tacticians fight needs workers that cannot be reached."""
    if set(tacticians) == set(SIDES):
        work.check()


def begin(row: Battle) -> bool:
    """Have an automatic battle fought, from where it stopped if it did: by workers, or a first slice here.

    Returns whether there may be more of it. Raises Stale if somebody else plays at this moment, NoAnswer,
    and Refusal if it is cancelled.
    """
    row.check_open()
    return work.begin(Work.BATTLE, str(row.public_id)) or services.advance(row).more


def stop(row: Battle) -> None:
    """Stop an automatic battle where it is."""
    work.stop(Work.BATTLE, str(row.public_id))


def play_on(row: Battle) -> bool:
    """Play what needs no person for a moment; true if there may be more of it. An automatic battle is left to
    the workers, if there are any.

    Raises Stale if somebody else plays at this moment, Refusal if it is cancelled.
    """
    row.check_open()
    if row.over or not alone(row):
        return services.advance(row).more
    found = work.stage(Work.BATTLE, str(row.public_id))
    return begin(row) if found is Stage.NONE else found in (Stage.WAITING, Stage.RUNNING)


def idle(row: Battle) -> bool:
    """Whether an automatic battle stands still until somebody lets it go on: it was stopped, or workers have
    given it up.
    """
    if row.over or row.cancelled or not alone(row):
        return False
    found = work.stage(Work.BATTLE, str(row.public_id))
    if found is Stage.ENDED:
        # A worker may have saved the end since the row was read.
        row.become(Battle.objects.get(pk=row.pk))
    return not row.over and found in (Stage.STOPPED, Stage.ENDED)


def waits(row: Battle) -> bool:
    """Whether an automatic battle waits for a worker that has time for it."""
    return alone(row) and work.stage(Work.BATTLE, str(row.public_id)) is Stage.WAITING
