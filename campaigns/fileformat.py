"""The file of a campaign: what is in it, and what is wrong with one that cannot be read.

`{"format": "leaguer-campaign-file", "version": 1, "document": ..., "state": ..., "turns": [...],
"engagements": [...], "orders": [...], "members": [...], "seed": null or ..., "seed_hash": ..., "hash": ...,
"seal": ..., "digests": {...}}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field, ValidationError

from campaigns.creation import MAX_HOURS
from campaigns.dealings import MOST, Dealing
from campaigns.engine.documents import read_campaign
from campaigns.engine.events import EventError, read_event
from campaigns.engine.maps import CampaignMap, KeyOrNone, Strict, Text, faults_of
from campaigns.engine.orders import OrdersError, read_orders
from campaigns.engine.resolve import open_engagements
from campaigns.engine.standins import StandIns
from campaigns.engine.state import Outcome, State
from campaigns.fields import ChosenScenario, Method
from campaigns.proof import seal_faults, state_on
from campaigns.wording import documents as words
from campaigns.wording import unknown
from rulesets.engine.canonical import chained
from rulesets.engine.dice import seed_hash
from rulesets.engine.errors import Fault, FaultyDocumentError
from rulesets.engine.jsontext import JSONError, read_json

FORMAT = "leaguer-campaign-file"
VERSION = 1
MAX_BYTES = 64_000_000
MOST_VALUES = 4_000_000
Digest = Annotated[str, Field(max_length=64, pattern=r"^[0-9a-f]*$")]


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
    playing_umpire: bool = False
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
    part: Literal["march", "answer", "conclude", "override", "back"]
    state_before: dict[str, Any]
    hash_before: Digest = ""
    inputs: dict[str, Any]
    entries: Annotated[list[dict[str, Any]], Field(max_length=100_000)]
    hash: Digest
    seal: Digest = ""
    undone: bool = False
    deadline_before: AwareDatetime | None = None
    at: AwareDatetime


class DisclosurePart(Strict):
    """Something hidden that an umpire saw, or that somebody changed sides or archived the campaign."""

    kind: Literal[
        "preview",
        "file",
        "seed",
        "plays",
        "stopped",
        "moved",
        "left",
        "removed",
        "chief",
        "ordered",
        "auto",
        "manual",
        "away",
        "back",
        "correct",
        "upload",
        "archive",
        "restore",
    ]
    turn: Annotated[int, Field(ge=0, le=100_000)]
    phase: Annotated[str, Field(max_length=7)]
    revision: Annotated[int, Field(ge=0, le=1_000_000_000)]
    name: Annotated[str, Field(max_length=150)]
    # Left out where there is none: a file of before it was written stays as it was.
    by: Annotated[str, Field(max_length=150, exclude_if=lambda value: not value)] = ""
    left: Annotated[str, Field(max_length=60)] = ""
    entered: Annotated[str, Field(max_length=60)] = ""
    said: Annotated[str, Field(max_length=50_000, exclude_if=lambda value: not value)] = ""
    at: AwareDatetime


class EngagementPart(Strict):
    """How an engagement came to its outcome."""

    turn: Annotated[int, Field(ge=0, le=100_000)]
    key: Annotated[str, Field(max_length=40)]
    factions: tuple[KeyOrNone, KeyOrNone]
    # Left out where there is none: a file of before methods were agreed on stays as it was.
    opened: Annotated[AwareDatetime | None, Field(exclude_if=lambda value: value is None)] = None
    proposal: Annotated[Method | None, Field(exclude_if=lambda value: value is None)] = None
    agreed: Annotated[Method | None, Field(exclude_if=lambda value: value is None)] = None
    means: Annotated[str, Field(max_length=9)] = ""
    standins: StandIns | None = None
    scenario: ChosenScenario | None = None
    claims: tuple[Outcome | None, Outcome | None] = (None, None)
    outcome: Outcome | None = None
    settled: AwareDatetime | None = None
    undone: bool = False
    dealings: Annotated[list[Dealing], Field(max_length=MOST, exclude_if=lambda value: not value)] = []


class CampaignFile(Strict):
    """The file."""

    format: Literal["leaguer-campaign-file"] = "leaguer-campaign-file"
    version: Literal[1] = 1
    name: Annotated[Text, Field(min_length=1)]
    document: dict[str, Any]
    state: dict[str, Any]
    hours: Annotated[int, Field(ge=0, le=MAX_HOURS)] = 0
    alone: bool = True
    early: bool = False
    letters: bool = True
    paused: bool = False
    automatic: Annotated[list[KeyOrNone], Field(max_length=40)] = []
    deadline: AwareDatetime | None = None
    members: Annotated[list[MemberPart], Field(max_length=200)] = []
    orders: Annotated[list[OrdersPart], Field(max_length=20_000)] = []
    turns: Annotated[list[TurnPart], Field(max_length=20_000)] = []
    engagements: Annotated[list[EngagementPart], Field(max_length=20_000)] = []
    seed: Annotated[str, Field(max_length=64)] | None = None
    seed_hash: Digest = ""
    redraws: Annotated[int, Field(ge=0, le=100_000)] = 0
    hash: Digest = ""
    seal: Digest = ""
    peace: bool = False
    # Left out of files from before there were hashes of what no seal covers.
    digests: Annotated[dict[str, Digest], Field(max_length=20, exclude_if=lambda value: not value)] = {}
    disclosures: Annotated[list[DisclosurePart], Field(max_length=20_000)] = []


def read_campaign_file(value: bytes | Mapping[str, Any]) -> CampaignFile:
    """Return the file, checked: every part of it can be read, the log's chain holds, and every seal fits.

    Raises CampaignFileError with every fault and its path.
    """
    if isinstance(value, bytes):
        value = parsed(value)
    # Before everything else: a newer file would fail with faults that mean nothing to its reader.
    if isinstance(value.get("version"), int) and value["version"] > VERSION:
        fault = Fault("version", words.newer_than_this(value["version"]))
        raise CampaignFileError(fault)
    try:
        file = CampaignFile.model_validate(value)
    except ValidationError as error:
        raise CampaignFileError(*faults_of(error)) from None
    unreadable, double = _document_faults(file), _double_faults(file)
    faults = [*unreadable, *_log_faults(file), *_orders_faults(file), *double]
    if not unreadable and not double:
        faults += _missing_faults(file)
    if faults:
        raise CampaignFileError(*faults)
    # Only now: seals are taken over states and logs that can be read.
    if faults := list(seal_faults(file.turns, state_in(file).map, file.seal)):
        raise CampaignFileError(*faults)
    return file


def parsed(data: bytes) -> dict[str, Any]:
    """Return the JSON object in the bytes of a file; raises CampaignFileError for anything else."""
    if len(data) > MAX_BYTES:
        raise CampaignFileError(Fault("", words.file_too_large(MAX_BYTES // 1_000_000)))
    try:
        value = read_json(data, MOST_VALUES)
    except JSONError as error:
        raise CampaignFileError(Fault(error.path, error.message)) from None
    if not isinstance(value, dict):
        raise CampaignFileError(Fault("", words.NOT_A_CAMPAIGN))
    return value


def state_in(file: CampaignFile) -> State:
    """Return how the campaign of a file that was read stands."""
    drawn = file.document.get("map")
    return state_on(file.state, CampaignMap.model_validate(drawn) if drawn is not None else None)


def _document_faults(file: CampaignFile) -> list[Fault]:
    try:
        drawn = read_campaign(file.document).map
    except FaultyDocumentError as error:
        return [Fault(f"document.{each.path}", each.message) for each in error.faults]
    places = [("state", file.state)]
    places += [(f"turns[{index}].state_before", each.state_before) for index, each in enumerate(file.turns)]
    faults = []
    for path, value in places:
        try:
            state = state_on(value, drawn)
        except ValidationError as error:
            faults += [Fault(f"{path}.{each.path}", each.message) for each in faults_of(error)]
            continue
        faults += [Fault(f"{path}.{each.path}", each.message) for each in _astray(state)]
    return faults


def _astray(state: State) -> list[Fault]:
    """Return what a state says that its map and factions do not have."""
    areas = set(state.map.by_id) if state.map is not None else set()
    faults = [Fault(f"areas.{key}", words.NOT_OF_THE_MAP) for key in state.areas if key not in areas]
    if missing := areas - set(state.areas):
        faults.append(Fault("areas", words.missing(sorted(missing)[0])))
    for key, force in state.forces.items():
        if force.id != key or force.faction not in state.factions:
            faults.append(Fault(f"forces.{key}.faction", unknown.faction(force.faction)))
        if state.map is not None and not force.gone and force.at not in areas:
            faults.append(Fault(f"forces.{key}.at", unknown.area(force.at)))
    for key, engagement in state.engagements.items():
        known = {*state.factions} >= {side.faction for side in engagement.sides}
        present = all(force in state.forces for side in engagement.sides for force in side.forces)
        if engagement.id != key or len(engagement.sides) != 2 or not known or not present:
            faults.append(Fault(f"engagements.{key}", words.NAMES_NOTHING_KNOWN))
    return faults


def _log_faults(file: CampaignFile) -> list[Fault]:
    """Return where the chain of hashes is broken: an entry does not follow from what stands before it."""
    faults, last = [], ""
    for index, part in enumerate(file.turns):
        if part.number != index + 1:
            faults.append(Fault(f"turns[{index}].number", words.wrong_number(part.number, index + 1)))
        link = part.hash_before
        for place, entry in enumerate(part.entries):
            if not _is_entry(entry):
                faults.append(Fault(f"turns[{index}].entries[{place}]", words.NOT_AN_ENTRY))
                break
            link = chained(link, entry["event"])
            if entry["hash"] != link:
                path = f"turns[{index}].entries[{place}].hash"
                faults.append(Fault(path, words.ENTRY_CHANGED))
                break
        if not part.undone:
            if part.hash_before != last:
                faults.append(Fault(f"turns[{index}].hash_before", words.NOT_THE_PART_BEFORE))
            last = part.hash
    if file.hash != last:
        faults.append(Fault("hash", words.NOT_THE_PART_BEFORE))
    if file.seed is not None and file.seed_hash and seed_hash(file.seed) != file.seed_hash:
        faults.append(Fault("seed", words.NOT_THE_SEED))
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
    """Return what may be there once and is there twice."""
    live = [(index, each.key) for index, each in enumerate(file.engagements) if not each.undone]
    orders = [(each.turn, each.faction, each.member) for each in file.orders]
    faults = _twice("members[{}].key", enumerate(each.key for each in file.members))
    faults += _twice("orders[{}].member", enumerate(orders))
    return faults + _twice("engagements[{}].key", live)


def _missing_faults(file: CampaignFile) -> list[Fault]:
    """Return the open engagements that the file says nothing of; its state has to be readable."""
    there = {each.key for each in file.engagements if not each.undone}
    missing = {each.id for each in open_engagements(state_in(file))} - there
    return [Fault("engagements", words.missing(key)) for key in sorted(missing)]


def _twice(path: str, keys: Iterable[tuple[int, Any]]) -> list[Fault]:
    seen: set[Any] = set()
    faults = []
    for index, key in keys:
        if key in seen:
            faults.append(Fault(path.format(index), words.APPEARS_TWICE))
        seen.add(key)
    return faults
