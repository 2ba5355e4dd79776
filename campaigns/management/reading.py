"""What the commands about campaigns have in common: finding one, and one line for what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn
from uuid import UUID

from django.core.management.base import BaseCommand

from armylists.owned.services import Stale
from campaigns.models import Campaign
from rulesets.engine.errors import LeaguerError

UNREADABLE = 2


class NoCampaign(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """No campaign has that id."""


class CampaignCommand(BaseCommand):
    """Exit 2 for bad input or no place to write, with one line on standard error."""

    requires_system_checks = []

    @contextmanager
    def one_line(self, what: str) -> Iterator[None]:
        """Says what is wrong with `what` in one line, and exits with 2."""
        try:
            yield
        except (LeaguerError, Stale) as error:
            self.refuse(what, " ".join(str(error).split()))
        except OSError as error:
            self.refuse(str(error.filename or what), f"cannot be used: {error.strerror}")

    def refuse(self, what: str, words: str) -> NoReturn:
        """Return one line on standard error, and the end."""
        self.stderr.write(f"{what}: {words}", self.style.ERROR)
        sys.exit(UNREADABLE)


def campaign_called(key: str) -> Campaign:
    """Return the campaign of an id; raises NoCampaign for none."""
    try:
        public_id = UUID(key)
    except ValueError:
        raise NoCampaign("is not an id of a campaign: it stands in the address of its pages") from None
    found = Campaign.objects.select_related("owner").filter(public_id=public_id).first()
    if found is None:
        raise NoCampaign("there is no such campaign")
    return found
