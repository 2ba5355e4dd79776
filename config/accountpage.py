"""The page of an account: everything that belongs to it, in one place."""

from __future__ import annotations

from typing import Any

from allauth.account.views import EmailView

from armylists.apitokens import ApiToken
from armylists.models import ArmyList, OwnBook
from armylists.owned.models import Owned
from armylists.owned.views import person
from armylists.room import room_of
from battles.models import Battle
from battles.recording.models import Record
from campaigns.models import Campaign, OwnMap
from campaigns.subscriptions import feeds_of
from config import twofactor
from tournaments import feeds
from tournaments.models import League, Tournament

KINDS: tuple[tuple[type[Owned], str], ...] = (
    (ArmyList, ""), (OwnBook, OwnBook.BOOK), (OwnBook, OwnBook.SCENARIO), (Battle, ""), (Record, ""),
    (Campaign, ""), (OwnMap, ""), (Tournament, ""), (League, ""),
)  # fmt: skip
"""What somebody has room for, in the order of the page."""


class AccountPage(EmailView):
    """E-mail addresses, as allauth looks after them, and all the rest."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the page shows."""
        user = person(self.request)
        found: dict[str, Any] = super().get_context_data(**kwargs)
        return found | {
            "rooms": [room_of(user, kind, noun) for kind, noun in KINDS],
            "two_factor": twofactor.state_of(user),
            "calendars": feeds_of(user),
            "tournament_calendars": feeds.feeds_of(user),
            "tokens": ApiToken.objects.filter(user=user),
        }
