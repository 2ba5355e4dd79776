"""How a campaign's rows are read and written: one writer at a time, and only on the state they saw.

Whoever acts names the revision that they saw, and is refused with Stale when it is another one by then.
The map stands beside the state in its row and never changes, so it is read once a process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from armylists.owned.access import found
from armylists.owned.services import check_fresh, put
from campaigns.engine.events.base import Entry
from campaigns.engine.forces import names
from campaigns.engine.maps import CampaignMap
from campaigns.engine.state import Engagement, State
from campaigns.models import Campaign, Disclosure, EngagementRow, Member
from campaigns.wording import battles, unknown
from campaigns.wording import services as words
from rulesets.engine.errors import LeaguerError

_MAPS = 16
_maps: OrderedDict[str, CampaignMap] = OrderedDict()


class CampaignRefusal(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """Something that cannot be done as the campaign stands: a sentence, and what it is about."""

    def __init__(self, message: str, path: str = "", code: str = "refused") -> None:
        super().__init__(message, path=path, code=code)


def needs_umpire(by: Member) -> None:
    """Raise CampaignRefusal (`not-yours`) for everybody but an umpire who plays no faction."""
    if by.umpire:
        return
    if by.playing_umpire:
        raise CampaignRefusal(words.CLOSED_TO_PLAYERS, code="not-yours")
    raise CampaignRefusal(words.ONLY_UMPIRE, code="not-yours")


def needs_runner(by: Member) -> None:
    """Raise CampaignRefusal (`not-yours`) for everybody who does not run the campaign."""
    if not by.runs:
        raise CampaignRefusal(words.ONLY_UMPIRE, code="not-yours")


def has_neutral_umpire(row: Campaign) -> bool:
    """Return whether somebody decides who plays no faction. One query."""
    return row.members.filter(role=Member.Role.UMPIRE).exists()


def side_of(found: EngagementRow, member: Member) -> int | None:
    """Return the side of an engagement that a member plays; None for those who play none."""
    plays = bool(member.faction) and member.faction in found.factions
    return found.factions.index(member.faction) if plays else None


def judges(found: EngagementRow, member: Member) -> bool:
    """Return whether a member decides as umpire: never where they lead one of the two sides."""
    return member.umpire and side_of(found, member) is None


def needs_judge(found: EngagementRow, member: Member) -> None:
    """Raise CampaignRefusal (`not-yours`) for everybody but an umpire who leads neither side."""
    if not judges(found, member):
        raise CampaignRefusal(words.ONLY_NEUTRAL_UMPIRE, "engagement", code="not-yours")


@contextmanager
def held(row: Campaign, revision: int | None = None, *, archived: bool = False) -> Iterator[Campaign]:
    """Return the campaign as it is now, and nobody else's to write until the end: a transaction around what
    is done. `row` is brought up to it afterwards.

    Raises Stale if it is no longer at `revision` (None: at whichever), CampaignRefusal (`archived`) for a
    campaign that is archived, unless `archived` ones may be written too, Http404 for one that is deleted.
    """
    with transaction.atomic():
        rows = Campaign.objects.select_for_update().defer("map", "document")
        now = found(rows, pk=row.pk)
        if now.archived and not archived:
            raise CampaignRefusal(words.ARCHIVED, code="archived")
        if revision is not None:
            check_fresh(now, revision)
        yield now
    row.become(now)


def write(row: Campaign, **columns: Any) -> None:
    """Write these columns of a campaign that is held, as its next revision."""
    put(row, **columns, revision=row.revision + 1, updated=timezone.now())


def disclose(
    row: Campaign,
    of: Member,
    kind: Disclosure.Kind,
    *,
    left: str = "",
    entered: str = "",
    by: str = "",
    said: str = "",
) -> Disclosure:
    """Write down that an umpire saw something hidden, gave orders for players, began or ceased to play, or
    archived the campaign, or who changed sides. `by`: the name of the umpire who removed them or acted for
    them; `said`: what an umpire corrected, or why they acted.
    """
    return Disclosure.objects.create(
        campaign=row, kind=kind, turn=row.turn, phase=row.phase, revision=row.revision,
        name=of.user.get_username(), user=of.user, left=left, entered=entered, by=by,
        said=said,
    )  # fmt: skip


# -- states ----------------------------------------------------------------------------------------


def map_of(row: Campaign) -> CampaignMap | None:
    """Return the campaign's map; None for ladders and stories. It is shared: nobody may change it."""
    if not row.map_hash:
        return None
    # By hash and not by campaign: copies of one map share it, and a large one takes long to check.
    if row.map_hash in _maps:
        _maps.move_to_end(row.map_hash)
    else:
        _maps[row.map_hash] = CampaignMap.model_validate(row.map)
        while len(_maps) > _MAPS:
            _maps.popitem(last=False)
    return _maps[row.map_hash]


def area_names(rows: Iterable[Campaign]) -> dict[int, dict[str, str]]:
    """Return what the areas of these campaigns are called, by campaign. One query at most: none for maps that
    this process has read before.
    """
    mapped = [each for each in rows if each.map_hash]
    unread = [each.pk for each in mapped if each.map_hash not in _maps]
    found = {each.pk: map_of(each) for each in Campaign.objects.only("map", "map_hash").filter(pk__in=unread)}
    found |= {each.pk: map_of(each) for each in mapped if each.pk not in found}
    return {
        key: {area.id: area.name for area in drawn.areas} for key, drawn in found.items() if drawn is not None
    }


def state_of(row: Campaign, stored: dict[str, Any] | None = None) -> State:
    """Return the campaign's state now, or another one of its that was `stored`."""
    state = State.from_json({**(row.state if stored is None else stored), "map": None})
    state.map = map_of(row)
    return state


def stored(state: State) -> dict[str, Any]:
    """Return a state as its row stores it: without the map."""
    # The map never changes in play: storing it with each turn would multiply the rows' size.
    value = replace(state, map=None).to_json()
    del value["map"]
    return value


def engagement_in(state: State, key: str) -> Engagement:
    """Return an engagement of a state; raises CampaignRefusal if there is none of that key."""
    found = state.engagements.get(key)
    if found is None:
        raise CampaignRefusal(unknown.NO_SUCH_ENGAGEMENT, "engagement", code="unknown")
    return found


def document_of(row: Campaign) -> dict[str, Any]:
    """Return the document that the campaign began from, whole: its row stores the map apart."""
    return {**row.document, "map": row.map}


def progress(state: State) -> dict[str, Any]:
    """Return the columns that say how far a campaign has got."""
    return {"state": stored(state), "turn": state.turn, "date": state.date, "phase": state.phase}


# -- words -----------------------------------------------------------------------------------------


def described(entries: Iterable[Entry], *states: State) -> list[dict[str, Any]]:
    """Return a log as turns store it: each event with its sentence, in the names that things had in these
    states.
    """
    table: dict[str, str] = {}
    for state in states:
        # Later states win: what was renamed in the turn is called as it is called now.
        table |= names(state) | {key: battle_name(state, each) for key, each in state.engagements.items()}
    return [
        {**entry.to_json(), "words": entry.event.describe(lambda key: table.get(key, key))}
        for entry in entries
    ]


def battle_name(state: State, engagement: Engagement) -> str:
    """Return what to call an engagement."""
    known = state.map.by_id if state.map is not None else {}
    if engagement.area in known:
        return battles.battle_of_area(known[engagement.area].name)
    called = [
        state.factions[each.faction].name for each in engagement.sides if each.faction in state.factions
    ]
    return battles.battle_of(called)
