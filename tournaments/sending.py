"""Army lists that players send in: a copy is kept, and nobody but the player and the organisers knows of it
until the lists are shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404
from django.utils import timezone

from armylists import booksource
from armylists.bookaccess import own_only
from armylists.booklet import Bound, booklet
from armylists.printing import Printout
from rulesets.contract.documents import check_list, list_rules, parse_list, title_of
from rulesets.engine.canonical import canonical_json
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList
from rulesets.engine.lists.report import Violation
from tournaments import access, services
from tournaments.access import NotAllowed, Viewer
from tournaments.engine.actions import AcceptList, ActionError, SendList
from tournaments.engine.actions.base import player_of
from tournaments.engine.allowed import Limits
from tournaments.engine.document import Player
from tournaments.engine.limits import Sent, broken_limits
from tournaments.engine.sent import ListMark, brought
from tournaments.models import SentList, Tournament
from tournaments.persistence import document_of
from tournaments.wording import lists as said
from tournaments.wording import services as words

MOST = 50
"""How many lists may be sent in for a player, those that were replaced included."""


# -- in ------------------------------------------------------------------------------------------


def send(row: Tournament, user: User, player: str, army: ArmyList, replaces: str = "") -> SentList:
    """Send a list in for a player, in the place of the one with the key `replaces`; where everybody brings
    one list, of the one that is there. An organiser's for somebody else is accepted at once.

    Raises NotAllowed, ListError for a book that is not the user's, LeaguerError where lists are locked, or
    as many as may be brought are in.
    """
    own_only(user, army.to_json())
    with transaction.atomic():
        row = services.hold(row)
        viewer = access.viewer(row, user)
        if viewer is None:
            raise NotAllowed(words.NOT_YOUR_PLAYER)
        check_sender(viewer, player)
        before = document_of(row)
        found, limits, due = player_of(before, player), before.settings.limits, before.settings.lists_due
        if row.sent_lists.filter(player=player).count() >= MOST:
            raise ActionError(words.sent_most(MOST))
        action = SendList(
            player=player, list=secrets.token_hex(8), replaces=replaces or _only(found, limits),
            late=due is not None and timezone.now() > due,
            accepted=viewer.player != player,
        )  # fmt: skip
        services.log_action(row, user, action.to_json(), action.apply(before), arranges=False)
        return _kept(row, user, action, army)


def check_sender(viewer: Viewer, player: str) -> None:
    """Raise NotAllowed where somebody may send in no list for a player."""
    if not (viewer.organises or (player and viewer.player == player)):
        raise NotAllowed(words.NOT_YOUR_PLAYER)


def _only(player: Player, limits: Limits) -> str | None:
    return player.lists[-1].key if limits.lists == 1 and player.lists else None


def _kept(row: Tournament, user: User, action: SendList, army: ArmyList) -> SentList:
    report, document = check_list(army), army.to_json()
    return SentList.objects.create(
        tournament=row, key=action.list, player=action.player, user=user, name=title_of(document)[:120],
        system=army.system, book=list_rules(army.system).book_of(army).name[:120], points=report.total,
        problems=len(report.violations), document=document,
    )  # fmt: skip


def accept_clean(row: Tournament, user: User) -> int:
    """Accept every list that waits and breaks nothing, as organiser; return how many they are. Raises
    NotAllowed.
    """
    with transaction.atomic():
        viewer = access.viewer(services.hold(row), user)
        if viewer is None or not viewer.organises:
            raise NotAllowed(words.NOT_YOURS_TO_DO)
        people = (each for each in bringing(viewer) if not each.broken)
        clean = [each for person in people for each in person.lists if each.clean]
        for each in clean:
            services.act(row, user, AcceptList(player=each.player.id, list=each.mark.key))
    return len(clean)


# -- out -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A list that was sent in: how it stands, and where it breaks rules of its own or of the tournament.
    `sent` is None if it can no longer be read.
    """

    mark: ListMark
    player: Player
    row: SentList
    sent: Sent | None
    broken: tuple[Violation, ...] = ()

    @property
    def problems(self) -> int:
        """How many rules of either kind it breaks."""
        return len(self.sent.report.violations if self.sent else ()) + len(self.broken)

    @property
    def clean(self) -> bool:
        """Whether it waits and breaks nothing."""
        return self.mark.state == "waits" and self.sent is not None and not self.problems


@dataclass(frozen=True, slots=True)
class Bringing:
    """A player with their lists, as somebody may see them. `broken`: the limits that all of them break."""

    player: Player
    lists: tuple[Held, ...] = ()
    broken: tuple[Violation, ...] = ()


def bringing(viewer: Viewer, *players: str) -> list[Bringing]:
    """Return all players with the lists that somebody may know of, or these players. Two queries at most."""
    document = viewer.document
    found = [each for each in document.players if not players or each.id in players]
    rows = _rows(viewer.tournament, [mark.key for each in found for mark in each.lists])
    return [_bringing(each, rows, document.settings.limits) for each in found]


def held(viewer: Viewer, key: str) -> tuple[Bringing, Held]:
    """Return a list with all of its player's, for who may see it; Http404 for everybody else."""
    for person in viewer.document.players:
        if key in (each.key for each in person.lists):
            [found] = bringing(viewer, person.id)
            for each in found.lists:
                if each.mark.key == key:
                    return found, each
    raise Http404(words.NO_LIST)


def booklet_of(viewer: Viewer, paper: str, layout: str) -> Printout:
    """Return the rosters of all lists that count as one booklet, for who may see them."""
    people = sorted(bringing(viewer), key=lambda each: each.player.name.casefold())
    bound = [
        Bound(each.sent.army, person.player.name, said.note(person.player.team, late=each.mark.late))
        for person in people
        for each in person.lists
        if each.mark.state == "accepted" and each.sent is not None
    ]
    return booklet(viewer.tournament.name, bound, paper, layout)


def _rows(tournament: Tournament, keys: Sequence[str]) -> dict[str, SentList]:
    if not keys:
        return {}
    rows = list(tournament.sent_lists.filter(key__in=keys))
    booksource.fetch(
        (str(each.document.get("book")), str(each.document.get("book_version"))) for each in rows
    )
    return {each.key: each for each in rows}


def _bringing(player: Player, rows: dict[str, SentList], limits: Limits) -> Bringing:
    there = [(each, rows[each.key]) for each in player.lists if each.key in rows]
    read = {mark.key: judged(canonical_json(row.document)) for mark, row in there}
    wanted = [each.key for each in brought(player.lists) if read.get(each.key) is not None]
    broken = broken_limits(limits, [each for key in wanted if (each := read[key]) is not None])
    places = {key: f"lists[{at}]" for at, key in enumerate(wanted)}
    lists = tuple(
        Held(mark, player, row, read[mark.key], tuple(_at(broken, places.get(mark.key, "-"))))
        for mark, row in there
    )
    return Bringing(player, lists, tuple(each for each in broken if each.path == "lists"))


def _at(broken: Iterable[Violation], place: str) -> Iterator[Violation]:
    return (each for each in broken if each.path.startswith(place))


@lru_cache(maxsize=1024)
def judged(text: str) -> Sent | None:
    """Return a list, as the text of its document, with what its own system says of it; None if it can no
    longer be read. A list that was sent in never changes, so it is judged once.
    """
    try:
        army = parse_list(text)
        book = list_rules(army.system).book_of(army)
        return Sent(army, check_list(army), book.name, book.period)
    except LeaguerError:
        return None
