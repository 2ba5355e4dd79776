"""The only writer of tournaments: every change is an action that is logged, and may be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from armylists.guests import check_account
from armylists.owned.access import found
from armylists.owned.services import Stale, put, write
from armylists.owned.watching import end
from armylists.room import check_room
from tournaments import access
from tournaments.engine.actions import (
    Action,
    ActionError,
    Admit,
    Enter,
    FoldError,
    Leave,
    Remind,
    Remove,
    fold,
    read_action,
)  # fmt: skip
from tournaments.engine.actions.base import OnPairing, OnRound, pairing_of, round_of
from tournaments.engine.actions.results import REST
from tournaments.engine.document import Player
from tournaments.engine.document import Tournament as Document
from tournaments.engine.progress import over
from tournaments.engine.visible import visible
from tournaments.models import Entry, LoggedAction, Tournament
from tournaments.persistence import document_of, mark_of, start_of
from tournaments.telling import tell
from tournaments.wording import log as sentences
from tournaments.wording import services as words

Seen = int | str | None
"""What somebody saw before they acted: the revision of the tournament where they arrange, the mark of the
pairing (`persistence.mark_of`) where they say something of a result; None where it does not matter.
"""


def create(user: User, document: Document, visibility: str = Tournament.Visibility.PRIVATE) -> Tournament:
    """Return a new tournament that begins from a document. Raises GuestRefusal or RoomRefusal."""
    check_account(user, words.GUESTS)
    check_room(user, Tournament)
    players = tuple(each.model_copy(update={"lists": ()}) for each in document.players)
    document = document.model_copy(update={"players": players})  # what is in their lists is not in it
    columns = _columns(document)
    row = Tournament(owner=user, start=columns["document"], visibility=visibility, **columns)
    with transaction.atomic():
        row.save(force_insert=True)
        _add_entries(row, document)
    return row


def act(row: Tournament, user: User | None, action: Action, seen: Seen = None) -> Tournament:
    """Do something to a tournament and return it as it is then. `user` None: Leaguer itself does it.

    Raises NotAllowed, Stale if it was meant for an older state, LeaguerError if it cannot be done.
    """
    with transaction.atomic():
        row = hold(row)
        before = document_of(row)
        if isinstance(action, Remind) and abs(timezone.now() - action.at) > REST:
            raise ActionError(words.DATED, "at")
        if user is not None:
            viewer = access.viewer(row, user) or access.Viewer(row, user)
            access.check(viewer, action)
            if isinstance(action, OnRound):
                # A round that they cannot see is none: no refusal may prove a guess of its pairings.
                round_of(visible(before, viewer.eyes), action.round)
        _check_seen(row, before, action, seen)
        after = action.apply(before)
        row = log_action(row, user, action.to_json(), after, arranges=action.arranges)
        tell(row, action, after)
        if isinstance(action, Remove):
            row.entries.filter(player=action.player).update(email="")
        moving = moves_up(before, after, action)
        return row if moving is None else act(row, None, Admit(player=moving))


def moves_up(before: Document, after: Document, action: Action) -> str | None:
    """Return who moves up from the waiting list because somebody else leaves before the first round; None
    where nobody does, or where the settings leave it to organisers.
    """
    if not isinstance(action, Leave | Remove) or before.rounds or before.settings.teams is not None:
        return None
    gone = before.by_id[action.player]
    if gone.waiting or gone.last_round is not None or not after.settings.moves_up or _full(after):
        return None
    return next((each.id for each in after.players if each.waiting and each.last_round is None), None)


def hold(row: Tournament) -> Tournament:
    """Return the newest state of a row, which nobody else writes before this transaction ends.
    Http404 if it is deleted.
    """
    rows = Tournament.objects.select_for_update(of=("self",)).with_people()
    return found(rows, pk=row.pk)


def _check_seen(row: Tournament, before: Document, action: Action, seen: Seen) -> None:
    if seen is None:
        return
    if isinstance(action, OnPairing):
        old = mark_of(pairing_of(round_of(before, action.round), action.player))
        if seen != old:
            raise Stale(row, row.revision)
    elif action.arranges and not (isinstance(seen, int) and row.arranged <= seen <= row.revision):
        raise Stale(row, int(seen) if isinstance(seen, int) else 0)


def log_action(
    row: Tournament, user: User | None, action: dict[str, Any], after: Document, *, arranges: bool,
    about: int | None = None,
) -> Tournament:  # fmt: skip
    """Write what an action made of a tournament that `hold` returned, and the action in its log. `arranges`:
    it changes settings or pairings; `about`: the row that it undoes or does again.
    """
    number = row.revision + 1
    columns = _columns(after) | ({"arranged": number} if arranges else {})
    write(row, **columns)
    LoggedAction.objects.create(
        tournament=row, number=number, user=user, at=row.updated, action=action, about=about
    )
    _add_entries(row, after)
    return row


def _columns(document: Document) -> dict[str, Any]:
    return {
        "name": document.name, "date": document.date, "document": document.to_json(),
        "registration": document.settings.registration if is_open(document) else "closed",
        "updated": timezone.now(),
    }  # fmt: skip


def _add_entries(row: Tournament, document: Document) -> None:
    """Give every player an entry, and each of doubles. Entries of players who are gone stay: the removal may
    be undone.
    """
    known = set(row.entries.values_list("player", "person"))
    wanted = [(each.id, at) for each in document.players for at in range(len(each.names))]
    missing = (each for each in wanted if each not in known)
    Entry.objects.bulk_create(Entry(tournament=row, player=key, person=at) for key, at in missing)


# -- undo ----------------------------------------------------------------------------------------


def undo(row: Tournament, user: User, number: int) -> Tournament:
    """Undo the action of this number, as if it had never been done, and return the tournament. Raises
    LeaguerError, which names the later action that builds on it.
    """
    return _turned(row, user, number, back=True)


def redo(row: Tournament, user: User, number: int) -> Tournament:
    """Do an action that was undone again, at its old place. Raises LeaguerError."""
    return _turned(row, user, number, back=False)


def _turned(row: Tournament, user: User, number: int, *, back: bool) -> Tournament:
    with transaction.atomic():
        row = hold(row)
        viewer = access.viewer(row, user)
        if viewer is None or not viewer.organises:
            raise access.NotAllowed(words.NOT_YOURS_TO_DO)
        log = list(row.log.filter(about=None))
        turned = next((each for each in log if each.number == number), None)
        if turned is None:
            raise ActionError(words.NO_SUCH_ACTION, "number")
        if (turned.undone_by is None) != back:
            raise ActionError(words.NOT_UNDONE if not back else words.UNDONE_ALREADY, "number")
        turned.undone_by = row.revision + 1 if back else None
        after = _folded(row, [each for each in log if each.undone_by is None])
        turned.save(update_fields=["undone_by"])
        name = {"do": "undo" if back else "redo"}
        return log_action(row, user, name, after, arranges=True, about=number)


def _folded(row: Tournament, log: list[LoggedAction]) -> Document:
    try:
        return folded(row, log)
    except FoldError as error:
        later = log[error.at]
        raise ActionError(words.built_on(said(row, later)), "number") from error


def folded(row: Tournament, log: Iterable[LoggedAction]) -> Document:
    """Return what these actions make of a tournament's beginning; raises FoldError."""
    return fold(start_of(row), [read_action(each.action) for each in log])


def said(row: Tournament, logged: LoggedAction) -> str:
    """Return what somebody did, in a sentence."""
    return said_of(row, [logged])[0]


def said_of(row: Tournament, log: Sequence[LoggedAction]) -> list[str]:
    """Return what somebody did, in a sentence for each action. One query if any of them is an undo."""
    named = (*row.document.get("players", ()), *row.document.get("teams", ()))
    names = {each["id"]: each["name"] for each in named}
    about = {each.about for each in log if each.about is not None}
    actions = dict(row.log.filter(number__in=about).values_list("number", "action")) if about else {}
    tables = {
        (number, key): tuple(pairing["players"])
        for number, held in enumerate(row.document.get("rounds", ()), 1)
        for pairing in held.get("pairings", ())
        for key in pairing["players"]
    }
    return [_said(each, actions, names, tables) for each in log]


def _said(
    logged: LoggedAction, actions: Mapping[int, Any], names: Mapping[str, str], tables: sentences.Tables
) -> str:
    if logged.about is None:
        return sentences.describe(read_action(logged.action), names, tables)
    what = sentences.describe(read_action(actions[logged.about]), names, tables)
    turned = sentences.undone if logged.action["do"] == "undo" else sentences.redone
    return turned(logged.about, what)


# -- people --------------------------------------------------------------------------------------


def join(row: Tournament, user: User, player: Player) -> Tournament:
    """Enter somebody as a player, at their own wish: on the waiting list where that is open, or where all
    places are taken. Raises GuestRefusal, LeaguerError where registration is closed.
    """
    check_account(user, words.GUESTS)
    with transaction.atomic():
        row = hold(row)
        before = document_of(row)
        if not is_open(before):
            raise ActionError(words.REGISTRATION_CLOSED)
        entry = row.entries.filter(user=user).first()
        if entry is not None and entry.player in before.by_id:
            raise ActionError(words.ENTERED_ALREADY)
        waits = before.settings.registration == "waiting" or _full(before)
        action = Enter(players=(player.model_copy(update={"waiting": waits}),))
        row = log_action(row, user, action.to_json(), action.apply(before), arranges=False)
        if entry is not None:
            entry.delete()
        row.entries.filter(player=player.id, person=0).update(user=user)
        return row


def _full(document: Document) -> bool:
    return 0 < document.settings.places <= places_taken(document)


def places_taken(document: Document) -> int:
    """Return how many places are taken; organisers may enter more players than there are places."""
    return sum(not each.waiting and each.last_round is None for each in document.players)


def is_open(document: Document) -> bool:
    """Return whether people may enter themselves, be it on the waiting list."""
    return document.settings.registration != "closed" and not over(document)


def claim(entry: Entry, user: User) -> None:
    """Let somebody play as the player whose address they have. Raises GuestRefusal, LeaguerError."""
    check_account(user, words.GUESTS)
    others = Entry.objects.filter(tournament=entry.tournament, user=user).exclude(pk=entry.pk)
    if others.filter(player__in=document_of(entry.tournament).by_id).exists():
        raise ActionError(words.ENTERED_ALREADY)
    with transaction.atomic():
        others.update(user=None)
        # In one statement: of two at once only one gets the player.
        if entry.user_id != user.pk and not Entry.objects.filter(pk=entry.pk, user=None).update(
            user=user, email=""
        ):
            raise ActionError(words.CLAIMED)


def show_to(row: Tournament, visibility: str) -> None:
    """Change who may see a tournament; whoever no longer may is no longer told of what happens."""
    put(row, visibility=visibility)
    end(row)


def dismiss(row: Tournament, user_id: int) -> None:
    """Take somebody's role at a tournament away: what they watch ends, and the ways in that they know."""
    row.organisers.filter(user=user_id).delete()
    row.invitations.filter(made_by=user_id, used=None).delete()
    end(row)
