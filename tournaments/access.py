"""Who may see a tournament, and who may do what to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404

from rulesets.engine.errors import LeaguerError
from tournaments.engine import actions as kinds
from tournaments.engine.actions import Action
from tournaments.engine.document import Tournament as Document
from tournaments.engine.teams import line_ups_known
from tournaments.engine.visible import Eyes, shows, standings_seen, visible
from tournaments.models import Entry, Organiser, Tournament
from tournaments.persistence import document_of
from tournaments.wording import services as words

JUDGES = (
    kinds.Decide, kinds.NoShow, kinds.Clock, kinds.Announce, kinds.Remind, kinds.Penalise, kinds.Soft,
    kinds.CheckIn, kinds.EnterResults,
)  # fmt: skip
"""What judges may do; organisers may do everything."""
PLAYERS = (kinds.ReportResult, kinds.Confirm, kinds.DisputeResult, kinds.CheckIn, kinds.Leave,
           kinds.WithdrawList)  # fmt: skip
"""What players may do for themselves, and organisers and judges for them only by other actions, or alike."""
OWN_ONLY = (kinds.ReportResult, kinds.Confirm, kinds.DisputeResult)
"""What nobody does for somebody else: an organiser decides instead."""


class NotAllowed(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """Somebody may see a tournament, but not do this to it: 403 with a sentence."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="not-allowed")


@dataclass(frozen=True)
class Viewer:
    """Somebody at a tournament. `role`: "organiser", "judge" or ""; `player`: who they play as, "" for
    nobody. `owner`: it is theirs.
    """

    tournament: Tournament
    user: User | None
    role: str = ""
    player: str = ""

    @property
    def organises(self) -> bool:
        """Whether they run it: they see and may do everything."""
        return self.role == Organiser.Role.ORGANISER

    @property
    def judges(self) -> bool:
        """Whether they decide results: as judge or organiser."""
        return bool(self.role)

    @property
    def owner(self) -> bool:
        """Whether it is theirs."""
        return self.user is not None and self.tournament.owner_id == self.user.pk

    @property
    def eyes(self) -> Eyes:
        """What they may see of its document."""
        return Eyes(all=self.organises, reports=self.judges, player=self.player)

    def captains(self, team: str) -> bool:
        """Whether they are the captain of a team: they say who plays at which board."""
        found = next((each for each in self.document.teams if each.id == team), None)
        return found is not None and self.player != "" and found.captain == self.player

    @cached_property
    def document(self) -> Document:
        """The document as they may see it; nothing else leaves to pages, API, PDFs and feeds."""
        return visible(document_of(self.tournament), self.eyes)

    @cached_property
    def standings(self) -> Document | None:
        """The document up to the round whose standings are shown to them; None if none are. Standings,
        statistics and whatever else ranks players are made from nothing else.
        """
        return standings_seen(self.document, self.eyes)

    @property
    def sees_standings(self) -> bool:
        """Whether standings are shown to them."""
        return self.standings is not None

    @property
    def sees_lists(self) -> bool:
        """Whether everybody's lists are shown to them."""
        return shows(self.document, "lists", self.eyes)


def viewer_of(user: object, public_id: UUID | str) -> Viewer:
    """Return somebody at a tournament; Http404 where it is private and they are not in it. Three queries."""
    row = Tournament.objects.with_people().filter(public_id=public_id).first()
    found = viewer(row, user) if row is not None else None
    if found is None:
        raise Http404(Tournament.say(Tournament.MISSING))
    return found


def viewer(row: Tournament, user: object) -> Viewer | None:
    """Return somebody at this tournament, None where they may not see it. Two queries at most."""
    who = user if isinstance(user, User) and user.is_authenticated else None
    role = player = ""
    if who is not None:
        role = _role(row, who)
        player = Entry.objects.filter(tournament=row, user=who).values_list("player", flat=True).first() or ""
    found = Viewer(row, who, role, player)
    return found if _there(found) else None


def _role(row: Tournament, user: User) -> str:
    if row.owner_id == user.pk:
        return Organiser.Role.ORGANISER
    return Organiser.objects.filter(tournament=row, user=user).values_list("role", flat=True).first() or ""


def check(viewer: Viewer, action: Action) -> None:
    """Raise NotAllowed if somebody may not do this; lists are sent in by `sending.send` alone."""
    if isinstance(action, kinds.SendList):  # nobody else knows whether it is late
        raise NotAllowed(words.SENT_ELSEWHERE)
    if isinstance(action, kinds.GiveLineUp) and viewer.captains(action.team):
        if line_ups_known(viewer.document, action.team) and not viewer.organises:
            raise NotAllowed(words.LINE_UPS_KNOWN)
        return
    own = getattr(action, "player", None) == viewer.player != ""
    if isinstance(action, OWN_ONLY):
        if not own:
            raise NotAllowed(words.NOT_YOUR_PLAYER)
        return
    if viewer.organises or (viewer.judges and isinstance(action, JUDGES)):
        return
    if not (own and isinstance(action, PLAYERS)):
        raise NotAllowed(words.FOR_JUDGES if isinstance(action, JUDGES) else words.NOT_YOURS_TO_DO)


def viewers(rows: Sequence[Tournament], user: object) -> dict[int, Viewer]:
    """Return somebody at those of many tournaments that they may see, by primary key. Two queries at most."""
    who = user if isinstance(user, User) and user.is_authenticated else None
    roles: dict[int, str] = {}
    players: dict[int, str] = {}
    if who is not None:
        roles = dict(
            Organiser.objects.filter(tournament__in=rows, user=who).values_list("tournament", "role")
        )
        roles |= {each.pk: Organiser.Role.ORGANISER for each in rows if each.owner_id == who.pk}
        players = dict(
            Entry.objects.filter(tournament__in=rows, user=who).values_list("tournament", "player")
        )
    found = (Viewer(each, who, roles.get(each.pk, ""), players.get(each.pk, "")) for each in rows)
    return {each.tournament.pk: each for each in found if _there(each)}


def _there(viewer: Viewer) -> bool:
    private = viewer.tournament.visibility == Tournament.Visibility.PRIVATE
    return not private or bool(viewer.role or viewer.player)
