"""Army lists that players bring to a campaign: by a list of their own, a link or a file; the umpire accepts.

A brought list is a copy. Nobody but its faction and the umpire may know of it, and no force comes of it
before an umpire who plays no faction has accepted it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404

from armylists.bookaccess import own_only
from armylists.documents import read_list, token_in
from armylists.models import ArmyList
from armylists.owned.access import owned, shared
from campaigns import overruling
from campaigns.access import Participant
from campaigns.engine.forces import muster
from campaigns.engine.state import Force, State
from campaigns.models import BroughtList, Campaign, Member
from campaigns.persistence import CampaignRefusal, held, needs_umpire, state_of
from campaigns.wording import people as words
from campaigns.wording import services
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import UNNAMED
from rulesets.engine.lists import ArmyList as Army

MOST = 10


def army_in(
    user: User, *, own: str = "", link: str = "", file: bytes | None = None, document: Any = None
) -> Army:
    """Return the army list that a user names: the id of one of their own, the link of a shared one, a file,
    or a document. Raises CampaignRefusal that names which, ListError for a file that is no list.
    """
    if file is not None:
        return read_list(file, *registry.PACKAGES, user=user)
    if document is not None:
        own_only(user, document)
        return parse_list(document)
    if own:
        return _saved(lambda: owned(ArmyList, user, own), "own", words.CHOOSE_A_LIST)
    token = token_in(link)
    if not token:
        raise CampaignRefusal(words.PASTE_LINK, "link", code="unknown")
    army = _saved(lambda: shared(ArmyList, token), "link", words.NO_SHARED_LIST)
    own_only(user, army.to_json())
    return army


def _saved(find: Any, path: str, sentence: str) -> Army:
    try:
        army: Army = find().army
    except (Http404, ValueError):
        raise CampaignRefusal(sentence, path, code="unknown") from None
    return army


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
    if participant.umpire:
        return rows
    own = Q(member=participant.member, status=BroughtList.Status.OPEN)
    return rows.filter(own | Q(faction=participant.faction) if participant.faction else own)


def broken_rules(rows: Iterable[BroughtList]) -> dict[int, list[str]]:
    """Return which rules of their system lists that wait break, each a sentence, by list. One query."""
    asked = [each.pk for each in rows if each.problems and each.status == BroughtList.Status.OPEN]
    found = BroughtList.objects.filter(pk__in=asked).values_list("pk", "document")
    return {
        pk: [each.message for each in check_list(parse_list(document)).violations] for pk, document in found
    }


@dataclass(frozen=True, slots=True)
class Contents:
    """What a brought list holds: the force that it makes, which rules it breaks, and what to say where its
    worth is far from that of the campaign's other forces ("" else).
    """

    row: BroughtList
    force: Force
    problems: Sequence[str]
    hint: str


def contents(participant: Participant, number: int) -> Contents:
    """Return what a brought list holds, for who may know of it; Http404 for everybody else."""
    found = brought(participant).defer(None).filter(pk=number).first()
    if found is None:
        raise Http404(words.LIST_NOT_WAITING)
    army = parse_list(found.document)
    problems = [each.message for each in check_list(army).violations]
    force = muster("list", found.name, found.faction, "", army)
    return Contents(found, force, problems, _hint(participant, force))


def _hint(participant: Participant, force: Force) -> str:
    """Return what to tell an umpire of a force worth more than twice the others, or less than half."""
    if not participant.umpire:
        return ""
    standing = participant.state().standing()
    worths = sorted(each.worth for each in standing if each.system == force.system)
    if not worths or worths[len(worths) // 2] / 2 <= force.worth <= worths[len(worths) // 2] * 2:
        return ""
    return words.worth_far_off(force.worth, worths[0], worths[-1])


def accept(row: Campaign, revision: int, by: Member, number: int, area: str = "") -> BroughtList:
    """Make a force of a list that was brought, in an area, or in its faction's capital.

    Raises CampaignRefusal if it does not wait any more, and as `overruling.override` does.
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
    return found


def decline(row: Campaign, by: Member, number: int) -> BroughtList:
    """Decline a list that was brought, as umpire; its own player withdraws it so."""
    with held(row) as now:
        found = _open(now, number)
        if found.member_id != by.pk:
            needs_umpire(by)
        _answer(found, BroughtList.Status.DECLINED)
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
    found = rows.filter(pk=number, status=BroughtList.Status.OPEN).first()
    if found is None:
        raise CampaignRefusal(words.LIST_NOT_WAITING, "list", code="unknown")
    return found


def _answer(found: BroughtList, status: BroughtList.Status, **columns: Any) -> None:
    rows = BroughtList.objects.filter(pk=found.pk, status=BroughtList.Status.OPEN)
    # In one statement: of two umpires who answer at once only one does.
    if not rows.update(status=status, **columns):
        raise CampaignRefusal(words.LIST_NOT_WAITING, "list", code="unknown")
    found.status = status


def shown_whole(found: Contents) -> Mapping[str, Any]:
    """Return a brought list with what it holds as JSON values."""
    units = [
        {"name": each.name, "command": each.command, "steps": each.steps, "worth": each.worth}
        for each in found.force.units
    ]
    return {
        **shown(found.row), "worth": found.force.worth, "units": units, "broken": list(found.problems),
        "hint": found.hint, "list": found.row.document,
    }  # fmt: skip


def shown(found: BroughtList) -> Mapping[str, Any]:
    """Return a brought list as JSON values, with whose it is."""
    return {
        "number": found.pk, "name": found.name, "faction": found.faction, "system": found.system,
        "points": found.points, "problems": found.problems, "status": found.status,
        "by": found.member.user.get_username() if found.member is not None else None,
    }  # fmt: skip
