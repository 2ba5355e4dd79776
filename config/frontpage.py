"""The first page of a member: what waits for somebody who is signed in, and what they worked on last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.contrib.auth.models import User
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone

from armylists import booksource
from armylists.models import ArmyList, OwnBook
from battles import invitations
from battles.models import Battle
from battles.recording.models import Claim, Record
from battles.sides import OPEN
from campaigns.models import Campaign, OwnMap
from campaigns.waiting import waiting_for
from config import wording
from tournaments.models import Tournament

SHOWN = 5
"""So many of each kind stand on it; the rest on the page of all of them."""
MOST = 30
"""So many battles and records are asked whether they wait."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that waits: what to do as a link, what it belongs to, and since when."""

    words: str
    url: str
    where: str
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class FrontPage:
    """Everything on it, the last changed first; `tasks` the longest waiting first."""

    tasks: list[Task]
    lists: list[ArmyList]
    battles: list[Battle]
    campaigns: list[Campaign]
    tournaments: list[Tournament]
    drafts: list[OwnBook | OwnMap]

    @property
    def empty(self) -> bool:
        """Whether somebody has just come and has nothing yet."""
        return not (
            self.tasks or self.lists or self.battles or self.campaigns or self.tournaments or self.drafts
        )


def front_page_of(user: User) -> FrontPage:
    """Return the first page of `user`; the number of queries does not grow with what is on it."""
    battles = list(_battles(user)[:MOST])
    tasks = [*_invited(user), *_to_decide(user, battles), *_to_confirm(user), *_campaigns(user)]
    drafts = chain(OwnBook.objects.of(user).in_use().light()[:SHOWN], OwnMap.objects.of(user).light()[:SHOWN])
    newest: list[Any] = sorted(drafts, key=lambda row: row.updated, reverse=True)
    campaigns = Campaign.objects.filter(pk__in=Campaign.objects.of(user).values("pk")).in_use().light()
    return FrontPage(
        tasks=sorted(tasks, key=lambda task: task.since),
        lists=_lists(user),
        battles=battles[:SHOWN],
        campaigns=list(campaigns[:SHOWN]),
        tournaments=list(Tournament.objects.of(user).in_use().light()[:SHOWN]),
        drafts=newest[:SHOWN],
    )


def _lists(user: User) -> list[ArmyList]:
    """Return the lists changed last. Those without a name are called after their books."""
    found = list(ArmyList.objects.of(user).in_use()[:SHOWN])
    booksource.fetch_for(each for each in found if not each.name)
    return found


def _battles(user: User) -> QuerySet[Battle]:
    return Battle.objects.of(user).in_use().light().defer("setup", "offer", "declined", "result")


def _invited(user: User) -> list[Task]:
    return [
        Task(
            wording.answer_invitation(row.owner),
            reverse("battles:invitation", args=[row.public_id]),
            row.title,
            row.created,
        )
        for row in invitations.received(user)
    ]


def _to_decide(user: User, battles: list[Battle]) -> list[Task]:
    """Return the battles and meetings in which `user` decides next."""
    tasks = []
    for row in battles:
        if row.decider != user:
            continue
        words = wording.GO_ON_MEETING if row.meeting else wording.MAKE_YOUR_MOVE
        page = row.get_absolute_url() if row.meeting else reverse("battles:board", args=[row.public_id])
        tasks.append(Task(words, page, row.title, row.updated))
    return tasks


def _to_confirm(user: User) -> list[Task]:
    """Return the open records in which the other side has said something last."""
    last = Claim.objects.filter(record=OuterRef("pk")).order_by("-number").values("made_by")[:1]
    rows = (
        Record.objects.of(user).in_use().light().select_related("battle")
        .defer("lists", "frame", "battle__setup", "result")
        .filter(settled=None, opponent__isnull=False).exclude(invitation=OPEN)
        .annotate(said=Subquery(last)).exclude(Q(said=user.pk) | Q(said=None))
    )  # fmt: skip
    return [Task(wording.CHECK_RECORD, row.get_absolute_url(), row.title, row.updated) for row in rows[:MOST]]


def _campaigns(user: User) -> list[Task]:
    return [
        Task(each.words, each.url, each.campaign, each.since or timezone.now(), each.until)
        for each in waiting_for(user)
    ]
