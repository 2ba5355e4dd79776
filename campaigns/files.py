"""A whole campaign as one file: what it began from, how it stands, every turn, its orders and its people.

People are in it by name only: who imports it is its umpire, and has an invitation for each of
them. The seed is in it when the campaign is over, or when the umpire wants a copy of their own. Battles and
records are not: their outcomes are. On import every link of the log and every seal is checked (`proof.py`),
and whether the campaign's state follows from them, and its other parts are as they were, is noted with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db import transaction

from armylists.bookaccess import own_only
from campaigns.creation import found
from campaigns.engine.maps import Strict
from campaigns.engine.simulation import figures
from campaigns.engine.state import Outcome, State, outcome_adapter
from campaigns.fields import Method
from campaigns.fileformat import (
    CampaignFile,
    DisclosurePart,
    EngagementPart,
    MemberPart,
    OrdersPart,
    TurnPart,
    parsed,
    read_campaign_file,
    state_in,
)
from campaigns.models import Campaign, Disclosure, EngagementRow, Invitation, OrdersRow, TurnRow
from campaigns.persistence import document_of
from campaigns.proof import checked, digests_of, proof_of

Part = TypeVar("Part", bound=Strict)


def export_file(row: Campaign, *, seed: bool = False) -> dict[str, Any]:
    """Return the whole campaign as JSON values; `seed`: with its seed before it is over, for the umpire
    alone.
    """
    members = [_part(MemberPart, each, name=str(each.user)) for each in row.members.select_related("user")]
    # Invitations with a key stand for people of an imported campaign who have not come yet.
    invited = row.invitations.filter(used__isnull=True).exclude(key="")
    members += [_part(MemberPart, each, name=each.label) for each in invited]
    orders = row.orders.order_by("turn", "faction", "key")
    value = CampaignFile(
        name=row.name, document=document_of(row), state=row.state, hours=row.hours,
        alone=row.alone, early=row.early, letters=row.letters, paused=row.paused, automatic=row.automatic,
        deadline=row.deadline, members=members,
        orders=[_part(OrdersPart, each, member=each.key) for each in orders],
        turns=[_part(TurnPart, each) for each in row.turns.all()],
        engagements=[_part(EngagementPart, each) for each in row.engagements.order_by("turn", "key", "id")],
        seed=row.seed if seed or row.over else None, seed_hash=row.seed_hash, redraws=row.redraws,
        hash=row.hash, seal=row.seal, peace=row.peace and not row.turns.exists(),
        disclosures=[_part(DisclosurePart, each) for each in row.disclosures.order_by("id")],
    )  # fmt: skip
    file = _without_defaults(value.model_dump(mode="json"))
    return file | {"digests": digests_of(file)}


_LATER: Mapping[str, Any] = {
    "playing_umpire": False,
    "seal": "",
    "deadline_before": None,
    "redraws": 0,
    "peace": False,
    "early": False,
    "letters": True,
    "disclosures": [],
}  # fmt: skip"""Fields that came to the file later, with what they are where they say nothing."""


def _without_defaults(file: dict[str, Any]) -> dict[str, Any]:
    """Leave later fields out where they say nothing, so that an old campaign's file is what it was."""
    for part in (file, *file["members"], *file["turns"]):
        for name, nothing in _LATER.items():
            if name in part and part[name] == nothing:
                del part[name]
    return file


def _part(kind: type[Part], row: Any, **given: Any) -> Part:
    """Return a part of the file from a row, but for what is given."""
    rest = {name: getattr(row, name) for name in kind.model_fields if name not in given}
    return kind.model_validate(rest | given)


@transaction.atomic
def import_file(owner: User, value: bytes | Mapping[str, Any]) -> Campaign:
    """Return a campaign from its file: `owner` is its umpire, everybody else in it has an open invitation.

    Raises CampaignFileError with every fault and its path, ListError for a book that is somebody else's.
    """
    value = parsed(value) if isinstance(value, bytes) else value
    own_only(owner, value)
    file = read_campaign_file(value)
    state = state_in(file)
    row = found(
        owner, {**file.document, "name": file.name}, state, seed=file.seed or "", hours=file.hours,
        alone=file.alone, early=file.early, letters=file.letters, paused=file.paused,
        automatic=file.automatic, deadline=file.deadline, hash=file.hash, redraws=file.redraws,
        seal=file.seal, peace=file.peace,
        proof=checked(proof_of(file.document, file.turns, state), value).to_json(),
    )  # fmt: skip
    _people(row, owner, file)
    _disclosures(row, owner, file)
    OrdersRow.objects.bulk_create(
        OrdersRow(campaign=row, key=each.member, **_values(each, "member")) for each in file.orders
    )
    mine = row.members.get()
    row.orders.filter(key=mine.key).update(member=mine)
    TurnRow.objects.bulk_create(
        TurnRow(
            campaign=row,
            figures=figures(State.from_json({**each.state_before, "map": None})),
            **_values(each),
        )
        for each in file.turns
    )
    EngagementRow.objects.bulk_create(_engagement(row, each) for each in file.engagements)
    return row


def _values(part: Strict, *but: str) -> dict[str, Any]:
    return {name: getattr(part, name) for name in type(part).model_fields if name not in but}


def _people(row: Campaign, owner: User, file: CampaignFile) -> None:
    """Give the owner what the file says of somebody of their name, and invite the others."""
    members = [_as_player(each) for each in file.members]
    runners = (each for each in members if each.role == "umpire" or each.playing_umpire)
    mine = next((each for each in runners if each.name == str(owner)), None)
    if mine is not None:
        row.members.update(**_values(mine, "name"))
    Invitation.objects.bulk_create(
        Invitation(campaign=row, label=each.name, made_by=owner, **_values(each, "name"))
        for each in members
        if each is not mine
    )


def _disclosures(row: Campaign, owner: User, file: CampaignFile) -> None:
    """Keep what the file says that umpires saw and who changed sides, oldest first; and that whoever uploads
    it has had all of it.
    """
    # By name alone, as the people of a file are: the accounts of another site may be called the same.
    Disclosure.objects.bulk_create(Disclosure(campaign=row, **_values(each)) for each in file.disclosures)
    # The time of an old row cannot be given on creation: it is set as the file has it.
    made = list(row.disclosures.order_by("id"))
    for disclosure, each in zip(made, file.disclosures, strict=True):
        disclosure.at = each.at
    Disclosure.objects.bulk_update(made, ["at"])
    Disclosure.objects.create(
        campaign=row, kind=Disclosure.Kind.UPLOAD, turn=row.turn, phase=row.phase, revision=row.revision,
        name=owner.get_username(), user=owner,
    )  # fmt: skip


def _as_player(part: MemberPart) -> MemberPart:
    """Return a member as they are now: an umpire who leads a faction, in older files, is a player."""
    if part.role != "umpire" or not part.faction:
        return part
    return part.model_copy(update={"role": "player", "playing_umpire": True})


def _engagement(row: Campaign, part: EngagementPart) -> EngagementRow:
    part = _as_agreed(part)
    (faction_a, faction_b), (claim_a, claim_b) = part.factions, part.claims
    return EngagementRow(
        campaign=row, faction_a=faction_a, faction_b=faction_b,
        claim_a=_json(claim_a), claim_b=_json(claim_b), outcome=_json(part.outcome),
        standins=_json(part.standins), scenario=_json(part.scenario), agreed=_json(part.agreed),
        proposal=_json(part.proposal), dealings=[_json(each) for each in part.dealings],
        **_values(part, "factions", "claims", "outcome", "standins", "scenario", "agreed", "proposal",
                  "dealings"),
    )  # fmt: skip


def _as_agreed(part: EngagementPart) -> EngagementPart:
    """Return an engagement of a file from before methods were agreed on, as it would stand now."""
    if part.outcome is not None or part.means or part.proposal or part.agreed:
        return part
    if part.claims != (None, None):
        return part.model_copy(update={"means": "table"})
    if (stand := part.standins) is None:
        return part
    # The umpire's word held, and whoever named an army for it had consented to another's proposal.
    others = [army for army, faction in zip(stand.armies, part.factions, strict=True) if faction != stand.by]
    holds = not stand.by or any(others)
    method = Method(means=stand.means, system=stand.system, by=stand.by)
    if holds:
        method = method.model_copy(update={"how": "sides" if stand.by else "umpire"})
    return part.model_copy(update={"agreed" if holds else "proposal": method})


def _json(part: Strict | Outcome | None) -> Any:
    if isinstance(part, Outcome):
        return outcome_adapter().dump_python(part, mode="json")
    return None if part is None else part.model_dump(mode="json")
