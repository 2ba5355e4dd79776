"""The only way to write records: begin one, claim, agree, sign, and what an owner does with it as a whole.

Two people record at one table at the same time. Whoever records names the revision that they saw; what
somebody else has changed since then is refused with Stale, what concerns other entries goes through. Nothing
is answered before it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from armylists.owned.services import Stale, archive, share, unshare, write
from armylists.room import check_room
from battles import wording as words
from battles.invitations import check
from battles.recording.book import Book
from battles.recording.ledger import Ledger
from battles.recording.models import Claim, Record
from battles.replay import played
from battles.sides import ACCEPTED, OPEN
from battles.signals import record_settled
from rulesets.contract import registry
from rulesets.contract.documents import parse_list
from rulesets.engine.errors import LeaguerError

MAX_CLAIMS = 5000
MAX_CHANGES = 400
MAX_TURN = 30
_TRIES = 20


class RecordRefusal(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """Something that cannot be recorded as it stands: a sentence, and the entry that it is about."""

    def __init__(self, message: str, path: str = "", code: str = "refused") -> None:
        super().__init__(message, path=path, code=code)


# -- begin -----------------------------------------------------------------------------------------


def create(
    owner: User,
    lists: Sequence[Mapping[str, Any]],
    *,
    sides: Sequence[str],
    opponent: User | None = None,
    invited: str = "",
    scenario: str = "",
    turns: int = 0,
) -> Record:
    """Return a record of a battle between two lists, without a meeting.

    `opponent` has agreed to lead the second side elsewhere; whoever is only `invited` to has to accept before
    anything is recorded.

    Raises GuestRefusal, or LeaguerError naming the path: a system that is not scored, two systems, a list
    that cannot be read, somebody who cannot be invited.
    """
    check_room(owner, Record)
    if opponent == owner:
        raise RecordRefusal(words.RECORDS_ALONE, "opponent")
    invited = check(owner, invited, Record) if opponent is None else ""
    systems = [parse_list(each).system for each in lists]
    for index, slug in enumerate(systems):
        if registry.get(slug).record is None:
            raise RecordRefusal(
                words.fought_here(slug),
                f"lists[{index}]",
            )
    if len(set(systems)) > 1:
        raise RecordRefusal(words.TWO_SYSTEMS, "lists")
    record = Record(
        owner=owner, opponent=opponent, invited=invited, invitation=OPEN if invited else ACCEPTED,
        system=systems[0], side_a=sides[0], side_b=sides[1], lists=[dict(each) for each in lists],
        updated=timezone.now(),
        frame={"scenario": {"key": "", "name": scenario, "turns": turns}, "points": [[], []], "values": {}},
    )  # fmt: skip
    # Lists that cannot be scored are refused now, not when both sides have finished.
    Book(record, []).score()
    record.save(force_insert=True)
    return record


def opened(record: Record) -> Book:
    """Return a record with its claims. One query; for a battle without a saved record the meeting is read
    instead.

    Raises LeaguerError if its lists can no longer be read, or (code `not-met`) while its meeting goes on.
    """
    if record.pk is None and not record.frame:
        record.frame = _frame(record)
    claims = [] if record.pk is None else list(record.claims.select_related("made_by"))
    return Book(record, claims)


def _frame(record: Record) -> dict[str, Any]:
    """Return what a meeting says of its battle: scenario, victory points, what is known before it begins."""
    assert record.battle is not None
    if not record.battle.over:
        raise RecordRefusal(words.MEETING_NOT_FINISHED, code="not-met")
    found = registry.get(record.system).record
    assert found is not None
    assert found.met is not None, "only meetings have a record"
    with played(record.battle) as battle:
        met = found.met(record.battle.setup, battle.engine.state.to_json())
    return {
        "scenario": dict(met.scenario),
        "points": [[dict(line) for line in lines] for lines in met.points],
        "values": dict(met.values),
        "needless": list(met.needless),
    }


# -- record ----------------------------------------------------------------------------------------


def claim(record: Record, revision: int, side: int | None, user: User, changes: Mapping[str, Any]) -> Book:
    """Say what stands under these entries, for a side (None: for both).

    Raises Stale if the other side has changed one of them since `revision`, LeaguerError naming the
    entry for what cannot be: nothing is saved then.
    """
    if not changes:
        raise RecordRefusal(words.NO_ENTRIES, "changes")
    if len(changes) > MAX_CHANGES:
        raise RecordRefusal(words.too_many_entries(MAX_CHANGES), "changes")

    def said(book: Book) -> list[Claim]:
        read = {}
        for key, value in changes.items():
            entry = book.sheet.entry(key)
            read[entry.key] = entry.read(value)
        _check_fresh(book, revision, side, read)
        book.check(read, side)
        return [
            Claim(kind=Claim.Kind.CLAIM, key=key, value=value)
            for key, value in read.items()
            if book.ledger.value(key, side=side) != value or _waits(book.ledger, key, side)
        ]

    return _write(record, side, user, said)


def agree(
    record: Record, revision: int, side: int | None, user: User, keys: Iterable[str] | None = None
) -> Book:
    """Agree to what the other side says under these entries, disputed ones too; None: to all that it has said
    alone.

    Raises Stale and LeaguerError as `claim` does.
    """
    wanted = None if keys is None else list(keys)

    def said(book: Book) -> list[Claim]:
        if side is None:
            raise RecordRefusal(words.NOBODY_TO_AGREE, code="alone")
        standings = book.ledger.standings
        chosen = [each.key for each in book.ledger.waiting_for(side)] if wanted is None else wanted
        for key in chosen:
            if key not in standings or (1 - side) not in standings[key].said:
                raise RecordRefusal(words.NOTHING_DIFFERENT, key)
        _check_fresh(book, revision, side, chosen)
        values = {key: standings[key].said[1 - side] for key in chosen}
        book.check(values, side)
        return [Claim(kind=Claim.Kind.CLAIM, key=key, value=value) for key, value in values.items()]

    return _write(record, side, user, said)


def begin_turn(record: Record, _revision: int, side: int | None, user: User, turn: int) -> Book:
    """From now on record what happens in a turn; 0: no turn in particular. Raises LeaguerError."""
    if not isinstance(turn, int) or not 0 <= turn <= MAX_TURN:
        raise RecordRefusal(words.turns_up_to(MAX_TURN), "turn")

    def said(book: Book) -> list[Claim]:
        if book.ledger.settled:
            raise RecordRefusal(words.BOTH_SIGNED, code="settled")
        return [] if book.ledger.turn == turn else [Claim(kind=Claim.Kind.TURN, value=turn)]

    return _write(record, side, user, said)


def sign(record: Record, revision: int, side: int | None, user: User) -> Book:
    """Say that the whole is right as it stands at `revision`: agrees to all that the other side has said.

    Settles the record once both sides have. Raises Stale if anything was recorded since, LeaguerError
    while something is disputed.
    """

    def said(book: Book) -> list[Claim]:
        later = (each for each in book.claims if each.number > revision)
        if any(each.kind == Claim.Kind.CLAIM for each in later):
            raise Stale(book.record, revision)
        if book.ledger.disputes:
            first = book.ledger.disputes[0].key
            raise RecordRefusal(words.DISPUTED, first, code="disputed")
        if side in book.ledger.signed or book.ledger.settled:
            raise RecordRefusal(words.SIGNED_ALREADY, code="signed")
        waiting = [] if side is None else book.ledger.waiting_for(side)
        agreed = [Claim(kind=Claim.Kind.CLAIM, key=each.key, value=each.value) for each in waiting]
        return [*agreed, Claim(kind=Claim.Kind.SIGN)]

    return _write(record, side, user, said)


def reopen(record: Record, _revision: int, side: int | None, user: User) -> Book:
    """Take the signatures back, so that something can be put right. Raises LeaguerError if there is none."""

    def said(book: Book) -> list[Claim]:
        if not book.ledger.signed:
            raise RecordRefusal(words.NOT_SIGNED, code="open")
        return [Claim(kind=Claim.Kind.REOPEN)]

    return _write(record, side, user, said)


def _write(record: Record, side: int | None, user: User, said: Callable[[Book], list[Claim]]) -> Book:
    """Save what `said` answers for the record as it is now as its next claims; answers the record with them.

    If somebody else writes at the same moment it is asked again.
    """
    if record.battle is not None:
        record.battle.check_open()
    if record.waits:
        raise RecordRefusal(words.has_not_accepted(record.invited), code="not-met")
    for _ in range(_TRIES):
        # Opened anew in each round: what may be said depends on what others have just said.
        book = opened(record)
        new = said(book)
        if not new:
            return book
        if _save(book, new, side, user):
            return book
        _bring_up(record)
    # Twenty losses in a row mean a busy table, not an endless one: the page may ask again.
    raise Stale(record, record.revision)


def _save(book: Book, new: list[Claim], side: int | None, user: User) -> bool:
    """Write claims as the record's next ones; False if somebody else has written since it was opened."""
    record, now = book.record, timezone.now()
    before = record.revision
    if before + len(new) > MAX_CLAIMS:
        raise RecordRefusal(words.too_many_changes(before, MAX_CLAIMS), code="full")
    turn = book.ledger.turn
    for number, each in enumerate(new, start=before + 1):
        each.number, each.turn, each.at = number, turn, now
        each.by, each.made_by = side, user
    book.claims.extend(new)
    book.refold()
    settled = book.ledger.settled
    result = book.score().signed() if settled else None
    columns: dict[str, Any] = {
        "revision": before + len(new), "updated": now, "settled": now if settled else None, "result": result,
    }  # fmt: skip
    try:
        with transaction.atomic():
            # The row of a meeting's record is made with the first claim: opening a page writes nothing.
            if record.pk is None and not _first(record):
                return False
            write(record, **columns)
            for each in new:
                each.record = record
            # In one statement and after the row: claims without their revision would never be read.
            Claim.objects.bulk_create(new)
    except Stale:
        return False
    if settled:
        # A campaign must not count a score that is rolled back.
        transaction.on_commit(lambda: record_settled.send(Record, record=record))
    return True


def _first(record: Record) -> bool:
    """Save the row of a battle's record; False if somebody else has just done so."""
    try:
        with transaction.atomic():
            record.save(force_insert=True)
    except IntegrityError:
        # Django has set it before the insert failed; the next try must see a record without a row.
        record.pk = None
        return False
    return True


def _bring_up(record: Record) -> None:
    """Read the row anew."""
    where = {"pk": record.pk} if record.pk is not None else {"battle_id": record.battle_id}
    record.become(Record.objects.get(**where))


def _check_fresh(book: Book, revision: int, side: int | None, keys: Iterable[str]) -> None:
    """Raise Stale if somebody else has touched an entry since `revision`."""
    if book.ledger.settled:
        raise RecordRefusal(words.BOTH_SIGNED, code="settled")
    # A page cannot have seen the future: such a request would pass every check below.
    if revision > book.record.revision:
        raise RecordRefusal(words.NEWER_THAN_RECORD, "revision")
    for key in keys:
        found = book.ledger.standings.get(key)
        if found is None or found.number <= revision:
            continue
        if any(
            each.key == key and each.number > revision and (side is None or each.by != side)
            for each in book.claims
        ):
            raise Stale(book.record, revision)


def _waits(ledger: Ledger, key: str, side: int | None) -> bool:
    """Whether saying the same again settles something."""
    found = ledger.standings.get(key)
    return found is not None and side is not None and (found.disputed or found.by == 1 - side)


__all__ = [
    "Book", "RecordRefusal", "agree", "archive", "begin_turn", "claim", "create",
    "opened", "reopen", "share", "sign", "unshare",
]  # fmt: skip
