"""The end of an account: what is private goes, what others take part in stays whole.

The user's row stays without name, addresses and password, so that the battles and campaigns of others go on:
in them the person is a former player.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armylists.apitokens import ApiToken
from armylists.models import ArmyList, OwnBook
from armylists.owned.views import person
from armylists.profiles import Profile
from battles.models import Battle
from battles.recording.models import Record
from battles.services import hand_over
from battles.sides import DECLINED, OPEN, SIDES
from campaigns import people
from campaigns.leaving import forget
from campaigns.models import BroughtList, Campaign, Member, NoMail, OwnMap
from campaigns.overruling import override
from campaigns.persistence import held, write
from config import wording
from rulesets.engine.errors import LeaguerError
from tournaments.leaving import Parting, part, parting
from tournaments.models import League, SentList

Kind = type[Battle] | type[Record]


@dataclass(frozen=True, slots=True)
class Leaving:
    """What will happen when somebody deletes their account: how many of each kind go, and what stays."""

    lists: int
    books: int
    scenarios: int
    books_that_stay: int
    maps: int
    battles: int
    battles_that_stay: int
    records: int
    records_that_stay: int
    handed_on: tuple[tuple[str, str], ...]
    """Their campaigns that get another owner, each with the owner's name."""
    closed: tuple[str, ...]
    """Their campaigns that end, for want of another umpire."""
    deleted: tuple[str, ...]
    """Their campaigns in which nobody else takes part."""
    left: tuple[str, ...]
    """Campaigns of others, which they leave."""
    leagues: int
    tournaments: Parting

    @property
    def private(self) -> str:
        """What only they have, in words; "" for nothing."""
        return wording.private_things(self.lists, self.books, self.scenarios, self.maps, self.leagues)

    @property
    def alone(self) -> str:
        """What nobody else takes part in, in words."""
        return wording.fights(self.battles, self.records)

    @property
    def shared(self) -> str:
        """What others take part in too, in words."""
        return wording.fights(self.battles_that_stay, self.records_that_stay)


def leaving(user: User) -> Leaving:
    """Return what `leave` would do."""
    books, kept = _books(user)
    scenarios = OwnBook.objects.filter(pk__in=books, kind=OwnBook.SCENARIO).count()
    (battles, battles_stay), (records, records_stay) = (_split(user, kind) for kind in (Battle, Record))
    own = Campaign.objects.filter(owner=user).order_by("pk")
    heirs = {row: _heir(row, user) for row in own.defer("document", "map", "state")}
    ends = {row: _in_company(row, user) for row, heir in heirs.items() if heir is None}
    others = Member.objects.filter(user=user).exclude(campaign__owner=user)
    return Leaving(
        lists=ArmyList.objects.filter(owner=user).count(), books=len(books) - scenarios,
        scenarios=scenarios, books_that_stay=len(kept),
        maps=OwnMap.objects.filter(owner=user).count(),
        battles=battles, battles_that_stay=battles_stay, records=records, records_that_stay=records_stay,
        handed_on=tuple((row.name, str(heir.user)) for row, heir in heirs.items() if heir is not None),
        closed=tuple(row.name for row, in_company in ends.items() if in_company),
        deleted=tuple(row.name for row, in_company in ends.items() if not in_company),
        left=tuple(others.order_by("pk").values_list("campaign__name", flat=True)),
        leagues=League.objects.filter(owner=user).count(), tournaments=parting(user),
    )  # fmt: skip


@transaction.atomic
def leave(user: User) -> None:
    """Delete the account of `user`. Raises LeaguerError while a tournament would have no organiser."""
    name = f"Former player {secrets.randbelow(9 * 10**7) + 10**7}"
    part(user, name)
    _leave_campaigns(user)
    _leave_fights(user, name)
    books, kept = _books(user)
    OwnBook.objects.filter(pk__in=books).delete()
    OwnBook.objects.filter(pk__in=kept).update(owner=None, share_token=None)
    for kind in (ArmyList, OwnMap, League):
        kind.objects.filter(owner=user).delete()
    for own in (ApiToken, Profile, EmailAddress, Authenticator, NoMail):
        own._default_manager.filter(user=user).delete()
    forget(user, name)
    user.groups.clear()
    user.user_permissions.clear()
    # The blank keeps anybody from signing up under such a name; a new password ends all sessions.
    user.username, user.email, user.first_name, user.last_name = name, "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()


# -- campaigns -------------------------------------------------------------------------------------


def _leave_campaigns(user: User) -> None:
    for row in Campaign.objects.filter(owner=user).order_by("pk"):
        heir = _heir(row, user)
        if heir is not None:
            with held(row) as now:
                write(now, owner=heir.user)
        elif _in_company(row, user):
            _close(row, user)
        else:
            row.delete()
    for member in Member.objects.filter(user=user).select_related("campaign", "user").order_by("pk"):
        BroughtList.objects.filter(member=member, status=BroughtList.Status.OPEN).delete()
        # The owner of a campaign that is over may go like everybody else.
        people.go(member.campaign, member)


def _heir(row: Campaign, user: User) -> Member | None:
    """Return who owns a campaign after `user`: its longest-serving other umpire, else one who plays."""
    others = row.members.exclude(user=user).filter(user__is_active=True).select_related("user")
    umpires = others.filter(role=Member.Role.UMPIRE)
    return umpires.order_by("pk").first() or others.filter(playing_umpire=True).order_by("pk").first()


def _in_company(row: Campaign, user: User) -> bool:
    return row.members.exclude(user=user).exists()


def _close(row: Campaign, user: User) -> None:
    """End a campaign whose only umpire goes; what they wrote as the reason is in its chronicle."""
    if not row.over:
        umpire = row.members.select_related("user").get(user=user)
        if umpire.playing_umpire:  # who plays corrects nothing; they leave at once
            umpire.role, umpire.faction, umpire.playing_umpire = Member.Role.UMPIRE, "", False
            umpire.chief = False
            umpire.save(update_fields=["role", "faction", "playing_umpire", "chief"])
        override(row, row.revision, umpire, [{"do": "end"}], wording.UMPIRE_LEAVES)


# -- battles and records ---------------------------------------------------------------------------


def _split(user: User, kind: Kind) -> tuple[int, int]:
    """Return how many battles or records go with `user`, and how many stay."""
    every = kind.objects.of(user)
    stay = every.filter(_stays(kind)).distinct().count()
    return every.count() - stay, stay


def _stays(kind: Kind) -> Q:
    """Return what is not one person's alone: it has two players, or belongs to a campaign."""
    own = Q(opponent__isnull=False) | Q(engagements__isnull=False)
    return own | Q(battle__opponent__isnull=False) if kind is Record else own


def _leave_fights(user: User, name: str) -> None:
    for kind in (Record, Battle):
        stay = list(kind.objects.of(user).filter(_stays(kind)).values_list("pk", flat=True))
        kind.objects.filter(owner=user).exclude(pk__in=stay).delete()
        asked = kind.objects.filter(invited__iexact=user.get_username())
        asked.filter(invitation=OPEN).update(invitation=DECLINED)
        asked.update(invited=name)
    for row in Battle.objects.of(user).exclude(status=Battle.Status.OVER):
        if row.meeting is not None or row.waits:
            continue
        for side in SIDES:
            if _leads(row, user, side) and side not in row.tacticians:
                hand_over(row, side, tactician=True)


def _leads(row: Battle, user: User, side: int) -> bool:
    found: int | None = row.owner_id if side == 0 or row.opponent_id is None else row.opponent_id
    return found == user.pk


# -- books -----------------------------------------------------------------------------------------


def _books(user: User) -> tuple[list[int], list[int]]:
    """Return the books of `user` that go, and those that lists, battles or campaigns of others need."""
    go: list[int] = []
    stay: list[int] = []
    sent = SentList.objects.exclude(tournament__in=parting(user).deleted)
    for book in OwnBook.objects.filter(owner=user):
        needed = _needed(book, user) or sent.filter(document__book=book.key).exists()
        (stay if needed else go).append(book.pk)
    return go, stay


def _needed(book: OwnBook, user: User) -> bool:
    key = book.key
    if ArmyList.objects.filter(book=key).exclude(owner=user).exists():
        return True
    battles = Battle.objects.annotate(text=Cast("setup", TextField())).filter(text__contains=key)
    records = Record.objects.annotate(text=Cast("lists", TextField())).filter(text__contains=key)
    campaigns = Campaign.objects.annotate(text=Cast("state", TextField())).filter(text__contains=key)
    alone = Q(owner=user, opponent__isnull=True, engagements__isnull=True)
    return (
        battles.exclude(alone).exists()
        or records.exclude(alone).exists()
        or any(row.owner_id != user.pk or _in_company(row, user) for row in campaigns.only("owner"))
    )


# -- the page --------------------------------------------------------------------------------------


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
def delete(request: HttpRequest) -> HttpResponse:
    """Say what will happen when the account is deleted; a POST with the user name does it."""
    user = person(request)
    wrong = False
    if request.method == "POST":
        if request.POST.get("name", "").strip() == user.get_username():
            try:
                leave(user)
            except LeaguerError:  # the page says which tournament, and the way out
                return render(request, "account/delete.html", {"leaving": leaving(user)}, status=409)
            logout(request)
            messages.success(request, wording.ACCOUNT_DELETED)
            return redirect("home")
        wrong = True
    context = {"leaving": leaving(user), "wrong": wrong}
    return render(request, "account/delete.html", context, status=400 if wrong else 200)
