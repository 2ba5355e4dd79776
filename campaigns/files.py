"""A whole campaign as one file: what it began from, how it stands, every turn, its orders and its people.

`{"format": "leaguer-campaign-file", "version": 1, "document": ..., "state": ..., "turns": [...],
"engagements": [...], "orders": [...], "members": [...], "seed": null or ..., "seed_hash": ..., "hash": ...}`.
People are in it by name only: who imports it is its umpire, and has an invitation for each of them. The seed
is in it when the campaign is over, or when the umpire wants a copy of their own. Battles and records are not:
their outcomes are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from pydantic import AwareDatetime, Field, ValidationError

from armylists.bookaccess import own_only
from campaigns.creation import MAX_HOURS, found
from campaigns.engine.documents import read_campaign
from campaigns.engine.events import EventError, read_event
from campaigns.engine.maps import CampaignMap, KeyOrNone, Strict, Text, faults_of
from campaigns.engine.orders import OrdersError, read_orders
from campaigns.engine.resolve import open_engagements
from campaigns.engine.simulation import figures
from campaigns.engine.standins import StandIns
from campaigns.engine.state import Outcome, State, outcome_adapter
from campaigns.fields import ChosenScenario
from campaigns.models import Campaign, EngagementRow, Invitation, OrdersRow, TurnRow
from campaigns.persistence import document_of
from rulesets.engine.canonical import chained
from rulesets.engine.dice import seed_hash
from rulesets.engine.errors import Fault, FaultyDocumentError

FORMAT = "leaguer-campaign-file"
VERSION = 1
MAX_BYTES = 64_000_000
Digest = Annotated[str, Field(max_length=64, pattern=r"^[0-9a-f]*$")]
Part = TypeVar("Part", bound=Strict)


class CampaignFileError(FaultyDocumentError):
    """The file of a campaign cannot be read: every fault with its path."""

    document = "campaign-file"


class MemberPart(Strict):
    """Somebody who takes part, by name."""

    name: Annotated[str, Field(max_length=150)]
    role: Literal["umpire", "player", "neutral"]
    faction: KeyOrNone = ""
    chief: bool = False
    automatic: bool = False
    key: Annotated[str, Field(max_length=16, pattern=r"^[0-9a-z]+$")]


class OrdersPart(Strict):
    """What a member, by their key, ordered in a turn."""

    turn: Annotated[int, Field(ge=0, le=100_000)]
    faction: KeyOrNone
    member: Annotated[str, Field(max_length=16)]
    draft: dict[str, Any]
    given: dict[str, Any] | None = None
    at: AwareDatetime
    given_at: AwareDatetime | None = None


class TurnPart(Strict):
    """A part of a turn that happened."""

    number: Annotated[int, Field(ge=1, le=100_000)]
    turn: Annotated[int, Field(ge=0, le=100_000)]
    date: Annotated[str, Field(max_length=10)] = ""
    part: Literal["march", "conclude", "override", "back"]
    state_before: dict[str, Any]
    hash_before: Digest = ""
    inputs: dict[str, Any]
    entries: Annotated[list[dict[str, Any]], Field(max_length=100_000)]
    hash: Digest
    undone: bool = False
    at: AwareDatetime


class EngagementPart(Strict):
    """How an engagement came to its outcome."""

    turn: Annotated[int, Field(ge=0, le=100_000)]
    key: Annotated[str, Field(max_length=40)]
    factions: tuple[KeyOrNone, KeyOrNone]
    means: Annotated[str, Field(max_length=9)] = ""
    standins: StandIns | None = None
    scenario: ChosenScenario | None = None
    claims: tuple[Outcome | None, Outcome | None] = (None, None)
    outcome: Outcome | None = None
    settled: AwareDatetime | None = None
    undone: bool = False


class CampaignFile(Strict):
    """The file."""

    format: Literal["leaguer-campaign-file"] = "leaguer-campaign-file"
    version: Literal[1] = 1
    name: Annotated[Text, Field(min_length=1)]
    document: dict[str, Any]
    state: dict[str, Any]
    hours: Annotated[int, Field(ge=0, le=MAX_HOURS)] = 0
    alone: bool = True
    paused: bool = False
    automatic: Annotated[list[KeyOrNone], Field(max_length=40)] = []
    deadline: AwareDatetime | None = None
    members: Annotated[list[MemberPart], Field(max_length=200)] = []
    orders: Annotated[list[OrdersPart], Field(max_length=20_000)] = []
    turns: Annotated[list[TurnPart], Field(max_length=20_000)] = []
    engagements: Annotated[list[EngagementPart], Field(max_length=20_000)] = []
    seed: Annotated[str, Field(max_length=64)] | None = None
    seed_hash: Digest = ""
    hash: Digest = ""


# -- out -------------------------------------------------------------------------------------------


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
        alone=row.alone, paused=row.paused, automatic=row.automatic, deadline=row.deadline, members=members,
        orders=[_part(OrdersPart, each, member=each.key) for each in orders],
        turns=[_part(TurnPart, each) for each in row.turns.all()],
        engagements=[_part(EngagementPart, each) for each in row.engagements.order_by("turn", "key", "id")],
        seed=row.seed if seed or row.over else None, seed_hash=row.seed_hash, hash=row.hash,
    )  # fmt: skip
    return value.model_dump(mode="json")


def _part(kind: type[Part], row: Any, **given: Any) -> Part:
    """Return a part of the file from a row, but for what is given."""
    rest = {name: getattr(row, name) for name in kind.model_fields if name not in given}
    return kind.model_validate(rest | given)


# -- in --------------------------------------------------------------------------------------------


def read_campaign_file(value: bytes | Mapping[str, Any]) -> CampaignFile:
    """Return the file, checked: every part of it can be read, and the log's chain holds.

    Raises CampaignFileError with every fault and its path.
    """
    if isinstance(value, bytes):
        value = parsed(value)
    # Before everything else: a newer file would fail with faults that mean nothing to its reader.
    if isinstance(value.get("version"), int) and value["version"] > VERSION:
        fault = Fault("version", f"is {value['version']}, newer than this Leaguer reads: update it")
        raise CampaignFileError(fault)
    try:
        file = CampaignFile.model_validate(value)
    except ValidationError as error:
        raise CampaignFileError(*faults_of(error)) from None
    checks = (_document_faults, _log_faults, _orders_faults, _double_faults)
    if faults := [fault for check in checks for fault in check(file)]:
        raise CampaignFileError(*faults)
    return file


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
        alone=file.alone, paused=file.paused, automatic=file.automatic, deadline=file.deadline,
        hash=file.hash,
    )  # fmt: skip
    _people(row, owner, file)
    OrdersRow.objects.bulk_create(
        OrdersRow(campaign=row, key=each.member, **_values(each, "member")) for each in file.orders
    )
    row.orders.filter(key=row.members.get().key).update(member=row.members.get())
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


def parsed(data: bytes) -> dict[str, Any]:
    """Return the JSON object in the bytes of a file; raises CampaignFileError for anything else."""
    if len(data) > MAX_BYTES:
        raise CampaignFileError(Fault("", f"is larger than {MAX_BYTES // 1_000_000} MB, as no campaign is"))
    try:
        value = json.loads(data)
    except json.JSONDecodeError as error:
        raise CampaignFileError(Fault(f"line {error.lineno}", f"is not JSON: {error.msg}")) from None
    except (UnicodeDecodeError, RecursionError):
        raise CampaignFileError(Fault("", "is not JSON in UTF-8")) from None
    if not isinstance(value, dict):
        raise CampaignFileError(Fault("", "is no object: this is no campaign"))
    return value


def _values(part: Strict, *but: str) -> dict[str, Any]:
    return {name: getattr(part, name) for name in type(part).model_fields if name not in but}


def state_in(file: CampaignFile, value: Mapping[str, Any] | None = None) -> State:
    """Return how the campaign of a file stands, or another state of it, with the map; raises ValidationError
    for what is none.
    """
    drawn = file.document.get("map")
    state = State.from_json({**(file.state if value is None else value), "map": None})
    state.map = CampaignMap.model_validate(drawn) if drawn is not None else None
    return state


def _document_faults(file: CampaignFile) -> list[Fault]:
    try:
        read_campaign(file.document)
    except FaultyDocumentError as error:
        return [Fault(f"document.{each.path}", each.message) for each in error.faults]
    places = [("state", file.state)]
    places += [(f"turns[{index}].state_before", each.state_before) for index, each in enumerate(file.turns)]
    faults = []
    for path, value in places:
        try:
            state = state_in(file, value)
        except ValidationError as error:
            faults += [Fault(f"{path}.{each.path}", each.message) for each in faults_of(error)]
            continue
        faults += [Fault(f"{path}.{each.path}", each.message) for each in _astray(state)]
    return faults


def _astray(state: State) -> list[Fault]:
    """Return what a state says that its map and factions do not have."""
    areas = set(state.map.by_id) if state.map is not None else set()
    faults = [Fault(f"areas.{key}", "is no area of the map") for key in state.areas if key not in areas]
    if missing := areas - set(state.areas):
        faults.append(Fault("areas", f"{sorted(missing)[0]} is missing"))
    for key, force in state.forces.items():
        if force.id != key or force.faction not in state.factions:
            faults.append(Fault(f"forces.{key}.faction", f"there is no faction «{force.faction}»"))
        if state.map is not None and not force.gone and force.at not in areas:
            faults.append(Fault(f"forces.{key}.at", f"there is no area «{force.at}»"))
    for key, engagement in state.engagements.items():
        known = {*state.factions} >= {side.faction for side in engagement.sides}
        present = all(force in state.forces for side in engagement.sides for force in side.forces)
        if engagement.id != key or len(engagement.sides) != 2 or not known or not present:
            faults.append(Fault(f"engagements.{key}", "names factions or forces that there are not"))
    return faults


def _log_faults(file: CampaignFile) -> list[Fault]:
    """Return where the chain of hashes is broken: an entry does not follow from what stands before it."""
    faults, last = [], ""
    for index, part in enumerate(file.turns):
        if part.number != index + 1:
            faults.append(Fault(f"turns[{index}].number", f"is {part.number} instead of {index + 1}"))
        link = part.hash_before
        for place, entry in enumerate(part.entries):
            if not _is_entry(entry):
                faults.append(Fault(f"turns[{index}].entries[{place}]", "is no entry of a log"))
                break
            link = chained(link, entry["event"])
            if entry["hash"] != link:
                path = f"turns[{index}].entries[{place}].hash"
                faults.append(Fault(path, "does not follow from what stands before it"))
                break
        if not part.undone:
            if part.hash_before != last:
                faults.append(Fault(f"turns[{index}].hash_before", "is not the last part's"))
            last = part.hash
    if file.hash != last:
        faults.append(Fault("hash", "is not the last part's"))
    if file.seed is not None and file.seed_hash and seed_hash(file.seed) != file.seed_hash:
        faults.append(Fault("seed", "is not that of the seed's hash"))
    return faults


def _is_entry(value: dict[str, Any]) -> bool:
    """Return whether a value is a line of a log as turns store it."""
    kinds = {"n": int, "event": dict, "hash": str, "words": str}
    if value.keys() != kinds.keys() or any(not isinstance(value[key], each) for key, each in kinds.items()):
        return False
    event = value["event"]
    try:
        read_event(event)
    except EventError:
        return False
    return isinstance(event["rule"], str) and isinstance(event["known"], list)


def _orders_faults(file: CampaignFile) -> list[Fault]:
    faults = []
    for index, part in enumerate(file.orders):
        for name, value in (("draft", part.draft), ("given", part.given)):
            if value is None:
                continue
            try:
                read_orders(value)
            except OrdersError as error:
                faults += [
                    Fault(f"orders[{index}].{name}.{each.path}", each.message) for each in error.faults
                ]
    return faults


def _double_faults(file: CampaignFile) -> list[Fault]:
    """Return what may be there once and is there twice, and open engagements that are not there at all."""
    live = [(index, each.key) for index, each in enumerate(file.engagements) if not each.undone]
    orders = [(each.turn, each.faction, each.member) for each in file.orders]
    faults = _twice("members[{}].key", enumerate(each.key for each in file.members))
    faults += _twice("orders[{}].member", enumerate(orders))
    faults += _twice("engagements[{}].key", live)
    if not faults and not _document_faults(file):
        missing = {each.id for each in open_engagements(state_in(file))} - {key for _, key in live}
        faults += [Fault("engagements", f"{key} is missing") for key in sorted(missing)]
    return faults


def _twice(path: str, keys: Iterable[tuple[int, Any]]) -> list[Fault]:
    seen: set[Any] = set()
    faults = []
    for index, key in keys:
        if key in seen:
            faults.append(Fault(path.format(index), "is there twice"))
        seen.add(key)
    return faults


def _people(row: Campaign, owner: User, file: CampaignFile) -> None:
    """Give the owner what the file says of somebody of their name, and invite the others."""
    mine = next((each for each in file.members if each.name == str(owner) and each.role == "umpire"), None)
    if mine is not None:
        row.members.update(faction=mine.faction, chief=mine.chief, automatic=mine.automatic, key=mine.key)
    Invitation.objects.bulk_create(
        Invitation(
            campaign=row, role=each.role, faction=each.faction, chief=each.chief, automatic=each.automatic,
            key=each.key, label=each.name, made_by=owner,
        )
        for each in file.members
        if each is not mine
    )  # fmt: skip


def _engagement(row: Campaign, part: EngagementPart) -> EngagementRow:
    (faction_a, faction_b), (claim_a, claim_b) = part.factions, part.claims
    return EngagementRow(
        campaign=row, faction_a=faction_a, faction_b=faction_b,
        claim_a=_json(claim_a), claim_b=_json(claim_b), outcome=_json(part.outcome),
        standins=_json(part.standins), scenario=_json(part.scenario),
        **_values(part, "factions", "claims", "outcome", "standins", "scenario"),
    )  # fmt: skip


def _json(part: Strict | Outcome | None) -> Any:
    if isinstance(part, Outcome):
        return outcome_adapter().dump_python(part, mode="json")
    return None if part is None else part.model_dump(mode="json")
