"""What umpires saw of what is hidden from players, and who changed sides: written down for every member."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from campaigns import files, turns
from campaigns.models import Campaign, Disclosure, Member
from campaigns.persistence import CampaignRefusal, disclose, needs_umpire
from campaigns.proof import number_of
from campaigns.turns import Preview
from campaigns.wording import services as words

SHOWN = 5
"""So many lines stand on a campaign's page."""


@transaction.atomic
def shown_preview(row: Campaign, by: Member) -> Preview:
    """Return what resolving the campaign now would bring, for an umpire who plays no faction; that they saw
    it is written down.

    Raises CampaignRefusal (`not-yours`) for everybody else, (`archived`) while it is archived, and as
    `turns.preview` does.
    """
    needs_umpire(by)
    if row.archived:
        raise CampaignRefusal(words.ARCHIVED, code="archived")
    found = turns.preview(row)
    disclose(row, by, Disclosure.Kind.PREVIEW)
    return found


@transaction.atomic
def taken_file(row: Campaign, by: Member, *, seed: bool = False) -> dict[str, Any]:
    """Return the whole campaign as one file: for an umpire who plays no faction, and for everybody when it is
    over. That an umpire took one with orders or with the seed before is written down, with the number of the
    file.

    Raises CampaignRefusal (`not-yours`) for everybody else.
    """
    if row.over:
        return files.export_file(row, seed=seed)
    needs_umpire(by)
    entry = disclose(row, by, Disclosure.Kind.SEED if seed else Disclosure.Kind.FILE)
    file = files.export_file(row, seed=seed)
    # The file has the entry too, but not its own number, which nobody knows before it is written.
    entry.said = number_of(file["digests"], file.get("seal", ""))
    entry.save(update_fields=["said"])
    return file
