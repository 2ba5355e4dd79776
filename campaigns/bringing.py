"""Army lists that players bring to a campaign: by a list of their own, a link or a file; the umpire accepts.

A brought list is a copy. Nobody but its faction and the umpire may know of it, and no force comes of it
before an umpire who plays no faction has accepted it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404

from armylists.bookaccess import own_only
from campaigns import mail, overruling
from campaigns.access import Participant
from campaigns.engine.forces import muster
from campaigns.engine.state import Force, State
from campaigns.models import BroughtList, Campaign, Member
from campaigns.persistence import CampaignRefusal, held, needs_umpire, state_of
from campaigns.waking import wake
from campaigns.wording import people as words
from campaigns.wording import services
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import UNNAMED
from rulesets.engine.lists import ArmyList as Army

MOST = 10


def bring(row: Campaign, by: Member, army: Army) -> BroughtList:
    """Bring an army list for a player's faction; it waits for the umpire.

    Raises CampaignRefusal for who plays no faction, for a list of another system or without units, and when
    too many wait already.
    """
    if by.role != Member.Role.PLAYER:
        raise CampaignRefusal(words.ONLY_PLAYERS_BRING, code="not-yours")
    own_only(by.user, army.to_json())
    with held(row) as now:
        state = state_of(now)
        _check(state, by.faction, army)
        rows = now.brought_lists.filter(member=by, status=BroughtList.Status.OPEN)
        if rows.count() >= MOST:
            raise CampaignRefusal(words.too_many_lists_wait(MOST), code="full")
        report = check_list(army)
        return BroughtList.objects.create(
            campaign=now, member=by, faction=by.faction, name=(army.name or UNNAMED)[:120],
            system=army.system, points=report.total, problems=len(report.violations),
            document=army.to_json(),
        )  # fmt: skip


def brought(participant: Participant) -> QuerySet[BroughtList]:
    """Return the lists that somebody may know of: an umpire's all, a player's those of their faction, and
    whoever brought one theirs while it waits, also once they play for another.
    """
    rows = participant.campaign.brought_lists.select_related("member__user").defer("document")
    return rows.filter(_known_to(participant.member))


def _known_to(member: Member) -> Q:
    """Return what picks the lists that a member may know of."""
    if member.umpire:
        return Q()
    own = Q(member=member, status=BroughtList.Status.OPEN)
    return own | Q(faction=member.faction) if member.faction else own


@dataclass(frozen=True, slots=True)
class Others:
    """What the campaign's other forces of a list's system are worth: how many there are, the least, the mean
    and the most.
    """

    count: int
    least: float
    mean: float
    most: float

    def compared(self, worth: float) -> str:
        """Return how a force of that worth compares with them, in a sentence."""
        return words.compared(worth, self.count, self.least, self.mean, self.most)

    def hint(self, worth: float) -> str:
        """Return what to tell an umpire of a force worth more than twice the others, or less than half."""
        if self.mean / 2 <= worth <= self.mean * 2:
            return ""
        return words.worth_far_off(worth, more=worth > self.mean)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a brought list holds: the force that it makes, and which rules it breaks. `others`: what an umpire
    compares it with while it waits, None for everybody else and where there is nothing.
    """

    row: BroughtList
    force: Force
    problems: Sequence[str]
    others: Others | None

    @property
    def compared(self) -> str:
        """How its worth compares with that of other forces, "" where there is nothing to compare."""
        return self.others.compared(self.force.worth) if self.others is not None else ""

    @property
    def hint(self) -> str:
        """What to say where its worth is far from theirs, "" else."""
        return self.others.hint(self.force.worth) if self.others is not None else ""


def contents(participant: Participant, number: int) -> Contents:
    """Return what a brought list holds, for who may know of it; Http404 for everybody else."""
    found = brought(participant).defer(None).filter(pk=number).first()
    if found is None:
        raise Http404(words.NO_SUCH_LIST)
    return _contents(found, _standing(participant))


def waiting(participant: Participant) -> dict[int, Contents]:
    """Return what the lists hold that wait and that somebody may know of, by list. One query."""
    rows = brought(participant).defer(None).filter(status=BroughtList.Status.OPEN)
    standing = _standing(participant)
    return {each.pk: _contents(each, standing) for each in rows}


def _contents(row: BroughtList, standing: Sequence[Force]) -> Contents:
    army = parse_list(row.document)
    problems = [each.message for each in check_list(army).violations]
    force = muster("list", row.name, row.faction, "", army)
    waits = row.status == BroughtList.Status.OPEN
    worths = [each.worth for each in standing if waits and each.system == force.system]
    others = Others(len(worths), min(worths), fmean(worths), max(worths)) if worths else None
    return Contents(row, force, problems, others)


def _standing(participant: Participant) -> list[Force]:
    """Return the forces that an umpire compares a list with; nobody else may know them all."""
    return list(participant.state().standing()) if participant.umpire else []


def accept(row: Campaign, revision: int, by: Member, number: int, area: str = "") -> BroughtList:
    """Make a force of a list that was brought, in an area, or in its faction's capital.

    Raises Http404 if there is none, CampaignRefusal (`answered`) if it does not wait any more, and as
    `overruling.override` does.
    """
    needs_umpire(by)
    with transaction.atomic():
        found = _open(row, number)
        state = state_of(row)
        act: dict[str, Any] = {"do": "add", "faction": found.faction, "name": found.name}
        act["list"] = found.document
        if state.shape == "map":
            act["area"] = area or home_of(state, found.faction)
        who = found.member.user if found.member is not None else words.A_PLAYER
        part = overruling.override(row, revision, by, [act], words.list_brought_by(str(who)))
        _answer(found, BroughtList.Status.ACCEPTED, accepted_in=part)
        mail.list_answered(row, found)
    return found


def decline(row: Campaign, by: Member, number: int, reason: str = "") -> BroughtList:
    """Decline a list that was brought, as umpire, for a `reason` that its faction reads; its own player
    withdraws it so, and gives none.

    Raises CampaignRefusal (`answered`) if it does not wait any more, and for a reason that is too long;
    Http404 for a list that one may not know of.
    """
    said = " ".join(reason.split())
    if len(said) > overruling.MAX_REASON:
        raise CampaignRefusal(services.at_most_characters(overruling.MAX_REASON), "reason")
    with held(row) as now:
        if not now.brought_lists.filter(_known_to(by), pk=number).exists():
            raise Http404(words.NO_SUCH_LIST)
        found = _open(now, number)
        if found.member_id == by.pk:
            _answer(found, BroughtList.Status.WITHDRAWN)
            return found
        needs_umpire(by)
        _answer(found, BroughtList.Status.DECLINED, reason=said)
        wake(now, Q(pk=found.member_id), "no-list", name=found.name)
        mail.list_answered(now, found)
    return found


def home_of(state: State, faction: str) -> str:
    """Return where a faction's new forces stand: in its capital, else in an area that it holds; "" if it has
    neither.
    """
    capital = state.factions[faction].capital
    held_areas = sorted(key for key, each in state.areas.items() if each.owner == faction)
    return capital if capital in state.areas else next(iter(held_areas), "")


def _check(state: State, faction: str, army: Army) -> None:
    if state.phase == "over":
        raise CampaignRefusal(services.CAMPAIGN_OVER, code="phase")
    if army.system not in state.systems:
        names = " or ".join(registry.get(each).name for each in state.systems)
        raise CampaignRefusal(words.choose_list_of(names), "list", code="system")
    try:
        muster("check", army.name, faction, "", army)
    except LeaguerError as error:
        raise CampaignRefusal(words.list_unusable(str(error)), "list", code="list") from None


def _open(row: Campaign, number: int) -> BroughtList:
    rows = row.brought_lists.select_related("member__user")
    found = rows.filter(pk=number).first()
    if found is None:
        raise Http404(words.NO_SUCH_LIST)
    if found.status != BroughtList.Status.OPEN:
        raise CampaignRefusal(_what_became(found), "list", code="answered")
    return found


def _what_became(found: BroughtList) -> str:
    """Return who answered a list that does not wait any more, and how."""
    if found.status == BroughtList.Status.ACCEPTED:
        by = found.accepted_in.made_by if found.accepted_in is not None else None
        return words.list_accepted_already("" if by is None else by.get_username(), found.name)
    if found.status == BroughtList.Status.DECLINED:
        return words.list_declined_already(found.reason)
    return words.list_withdrawn(found.member.user.get_username() if found.member is not None else "")


def _answer(found: BroughtList, status: BroughtList.Status, **columns: Any) -> None:
    rows = BroughtList.objects.filter(pk=found.pk, status=BroughtList.Status.OPEN)
    # In one statement: of two umpires who answer at once only one does.
    if not rows.update(status=status, **columns):
        found.refresh_from_db()
        raise CampaignRefusal(_what_became(found), "list", code="answered")
    found.status, found.reason = status, columns.get("reason", "")


def shown_whole(found: Contents) -> Mapping[str, Any]:
    """Return a brought list with what it holds as JSON values."""
    units = [
        {"name": each.name, "command": each.command, "steps": each.steps, "worth": each.worth}
        for each in found.force.units
    ]
    return {
        **shown(found.row), "worth": found.force.worth, "units": units, "broken": list(found.problems),
        "hint": found.hint, "others": asdict(found.others) if found.others is not None else None,
        "list": found.row.document,
    }  # fmt: skip


def shown(found: BroughtList) -> Mapping[str, Any]:
    """Return a brought list as JSON values, with whose it is."""
    return {
        "number": found.pk, "name": found.name, "faction": found.faction, "system": found.system,
        "points": found.points, "problems": found.problems, "status": found.status,
        "reason": found.reason,
        "by": found.member.user.get_username() if found.member is not None else None,
    }  # fmt: skip
