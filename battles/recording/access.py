"""Who may see a record and who may write in it. For everybody else it is not there."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import Http404
from django.urls import reverse

from armylists.owned.access import found
from battles import access
from battles import wording as words
from battles.access import Viewer
from battles.models import Battle
from battles.recording.models import Record
from battles.sides import sides_of
from rulesets.contract import registry


@dataclass(frozen=True, slots=True)
class Participant:
    """A person at a record: the sides they record for, none for an onlooker.

    `at_battle`: how they see the battle, None for a record of two lists without a meeting.
    """

    record: Record
    sides: frozenset[int] = frozenset()
    owner: bool = False
    token: str = ""
    at_battle: Viewer | None = None

    @property
    def side(self) -> int | None:
        """The side that they speak for; None with both sides or none."""
        return min(self.sides) if len(self.sides) == 1 else None

    @property
    def home(self) -> str:
        """The record's first page."""
        return self.url()

    def url(self, page: str = "", *args: object) -> str:
        """Return the address of one of the record's pages, as reached from here."""
        name = f"record-{page}" if page else "record"
        if self.at_battle is not None:
            return self.at_battle.url(name, *args)
        if self.token:
            return reverse(f"battles:shared-own-{name}", args=[self.token, *args])
        return reverse(f"battles:own-{name}", args=[self.record.public_id, *args])


def of_battle(viewer: Viewer) -> Participant:
    """Return a battle's viewer as participant in its record; Http404 if its system has no records.

    A battle of which nothing is recorded yet has a record that is not stored.
    """
    row = viewer.battle
    known = registry.get(row.system).record
    if known is None or known.met is None:
        raise Http404(words.NOTHING_TO_RECORD)
    record = Record.objects.with_people().filter(battle=row).first()
    if record is None:
        record = _begun(row)
    else:
        record.battle = row
    return Participant(record, viewer.sides, viewer.owner, viewer.token, viewer)


def own(user: object, public_id: UUID) -> Participant:
    """Return `user` as participant in a record without a meeting; Http404 if they are none."""
    record = _one(public_id=public_id)
    sides = sides_of(user, record)
    return Participant(record, sides, owner=getattr(user, "pk", None) == record.owner_id)


def shared(token: str) -> Participant:
    """Return the participant of a shared link, who looks on and does no more."""
    return Participant(_one(share_token=token), token=token)


def at_battle(user: object, public_id: UUID) -> Participant:
    """Return `user` as participant in the record of a battle; Http404 if they are none."""
    return of_battle(access.viewer_of(user, public_id))


def reached(user: object, of: str, public_id: UUID | None, token: str = "") -> Participant:
    """Return the participant that an address makes: by the token of a link, else `user`. Raises Http404.

    `of`: "own" for a record without a meeting, which the id is of; else "battle".
    """
    if of != "own":
        return of_battle(access.reached(user, public_id, token))
    if token:
        return shared(token)
    if public_id is None:
        raise Http404(Record.say(Record.MISSING))
    return own(user, public_id)


def _one(**where: object) -> Record:
    return found(Record.objects.with_people(), battle=None, **where)


def _begun(row: Battle) -> Record:
    """Return the record that a battle's first claim will save; its frame is made when it is needed."""
    return Record(
        battle=row, owner=row.owner, opponent=row.opponent, system=row.system, side_a=row.side_a,
        side_b=row.side_b, lists=row.setup["lists"], updated=row.updated,
    )  # fmt: skip
