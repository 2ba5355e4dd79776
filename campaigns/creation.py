"""Campaigns come to be: from a document, with their owner as umpire."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from armylists.bookaccess import own_only
from armylists.room import check_room
from campaigns.engine.documents import CampaignDocument, begin, read_campaign
from campaigns.engine.state import State
from campaigns.models import Campaign, Member
from campaigns.persistence import CampaignRefusal, document_of, progress, state_of
from campaigns.wording import services as words
from rulesets.engine.canonical import digest

MAX_SEED = 64
MAX_HOURS = 24 * 366


def create(owner: User, document: CampaignDocument | Mapping[str, Any], *, name: str = "", seed: str = "",
           hours: int = 0, alone: bool = True) -> Campaign:  # fmt: skip
    """Return a new campaign of a document at its first turn, with its owner as umpire. `hours`: how long each
    turn waits for orders, 0: until the umpire resolves it. `alone`: turns go on without the umpire.

    Raises CampaignError for a document that cannot be read, with every fault, and ListError for a list of a
    book that is somebody else's.
    """
    # A document that was read already came through this check, or from the site itself.
    if not isinstance(document, CampaignDocument):
        own_only(owner, document)
    read = document if isinstance(document, CampaignDocument) else read_campaign(document)
    if name:
        read = read.model_copy(update={"name": name})
    return found(owner, read.to_json(), begin(read), seed=seed, hours=hours, alone=alone)


def clone(row: Campaign, owner: User, *, name: str = "", fresh: bool = False) -> Campaign:
    """Return a new campaign like another as it stands (`fresh`: as it began), with other dice and without its
    people and its history. Raises CampaignRefusal while its battles are fought.
    """
    if not fresh and row.phase == Campaign.Phase.BATTLES:
        raise CampaignRefusal(words.BATTLES_GO_ON, code="phase")
    document = {**document_of(row), "name": name or f"{row.name} (copy)"[:120]}
    state = begin(read_campaign(document)) if fresh else state_of(row)
    state.name = document["name"]
    for force in state.forces.values():
        # Commanders are members of the old campaign, and a copy has none of its people.
        force.commander = ""
    return found(owner, document, state, hours=row.hours, alone=row.alone)


@transaction.atomic
def found(
    owner: User, document: Mapping[str, Any], state: State, *, seed: str = "", hours: int = 0, **columns: Any
) -> Campaign:
    """Write a new campaign that stands as `state`, with its owner as umpire. Raises GuestRefusal."""
    check_room(owner, Campaign)
    if len(seed) > MAX_SEED or not seed.isprintable():
        raise CampaignRefusal(words.printable_characters(MAX_SEED), "seed")
    if not 0 <= hours <= MAX_HOURS:
        raise CampaignRefusal(words.hours_from_0_to(MAX_HOURS), "hours")
    drawn = state.map.to_json() if state.map is not None else None
    rest = {key: value for key, value in document.items() if key != "map"}
    row = Campaign.objects.create(
        owner=owner, name=document["name"], shape=state.shape, document=rest, map=drawn,
        map_hash=digest(drawn) if drawn is not None else "", seed=seed or secrets.token_hex(16), hours=hours,
        updated=timezone.now(), **(progress(state) | columns),
    )  # fmt: skip
    # In the same transaction: a campaign without an umpire could never be reached again.
    Member.objects.create(campaign=row, user=owner, role=Member.Role.UMPIRE)
    return row
