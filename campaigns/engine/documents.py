"""The campaign document: all that a campaign begins from.

`{"format": "leaguer-campaign", "version": 1, "name": ..., "shape": "map" | "ladder" | "story", "systems":
["baroque"], "start": "1655-07-01", "rules": {...}, "map": {...}, "factions": [...], "forces": [...],
"story": [...]}`. A list may be named instead of written out: by the key of a sample list that ships.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from campaigns.engine.forces import MusterError, muster
from campaigns.engine.maps import CampaignMap, Count, Key, KeyOrNone, MapError, Strict, Text, faults_of
from campaigns.engine.rules import CampaignRules, Role
from campaigns.engine.state import AreaState, Faction, LadderState, State, Story, StoryNode, adapter
from campaigns.wording import documents as words
from campaigns.wording import unknown
from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.contract.wording import no_such_system
from rulesets.engine.errors import Fault, FaultyDocumentError, LeaguerError

FORMAT = "leaguer-campaign"
VERSION = 1
MAX_BYTES = 8_000_000


class CampaignError(FaultyDocumentError):
    """A campaign document cannot be read: every fault with its path."""

    document = "campaign"


class FactionModel(Strict):
    """A side. `colour`: of its areas and forces, #rrggbb; the pattern that marks it in black and white
    follows from its place among the factions.
    """

    id: Key
    name: Text
    colour: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")] = "#7a2e1f"
    money: Count = 0
    income: Count = 0
    per_occupied: Count = 0
    per_home: Count = 0
    capital: KeyOrNone = ""
    neutral: bool = False
    relations: dict[Key, Literal["war", "neutral", "truce", "alliance"]] = {}
    notes: Annotated[str, Field(max_length=2000)] = ""


class ForceModel(Strict):
    """A force at the beginning: `list` is an army list document, or the key of a sample list."""

    id: Annotated[str, Field(max_length=16, pattern=r"^[a-z0-9][a-z0-9]*$")]
    name: Text = ""
    faction: Key
    at: KeyOrNone = ""
    klass: Text = ""
    inside: bool = False
    list: dict[str, Any] | str


class BranchModel(Strict):
    """Where the story goes on after a battle."""

    when: Literal["won", "lost", "drawn", "any"] = "any"
    to: Key
    words: Text = ""


class NodeModel(Strict):
    """A scene of a story: its text, which forces fight on which side in which role, and where it goes on."""

    id: Key
    name: Text
    words: Annotated[str, Field(max_length=5000)] = ""
    sides: Annotated[list[Key], Field(max_length=2)] = []
    roles: Annotated[list[Role], Field(max_length=2)] = []
    terrain: Text = "fields"
    scenario: Text = ""
    points: Count = 1
    branches: Annotated[list[BranchModel], Field(max_length=8)] = []


class CampaignDocument(Strict):
    """The campaign document."""

    format: Literal["leaguer-campaign"] = "leaguer-campaign"
    version: Literal[1] = 1
    name: Annotated[Text, Field(min_length=1)]
    shape: Literal["map", "ladder", "story"] = "map"
    systems: Annotated[list[str], Field(min_length=1, max_length=8)]
    start: date = date(1650, 3, 1)
    rules: CampaignRules = CampaignRules()
    map: CampaignMap | None = None
    factions: Annotated[list[FactionModel], Field(min_length=1, max_length=40)]
    forces: Annotated[list[ForceModel], Field(max_length=400)] = []
    story: Annotated[list[NodeModel], Field(max_length=200)] = []
    notes: Annotated[str, Field(max_length=10_000)] = ""
    sources: Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=40)] = []

    def to_json(self) -> dict[str, Any]:
        """Return the document as JSON values."""
        return self.model_dump(mode="json")


def read_campaign(value: Any) -> CampaignDocument:
    """Return a campaign document; raises CampaignError with every fault and its path."""
    if isinstance(value, Mapping) and isinstance(value.get("version"), int) and value["version"] > VERSION:
        fault = Fault("version", words.newer_than_this(value["version"]))
        raise CampaignError(fault)
    try:
        document = CampaignDocument.model_validate(value)
    except ValidationError as error:
        raise CampaignError(*faults_of(error)) from None
    except MapError as error:
        raise CampaignError(*(Fault(f"map.{each.path}", each.message) for each in error.faults)) from None
    if faults := list(_faults(document)):
        raise CampaignError(*faults)
    return document


def begin(document: CampaignDocument) -> State:
    """Return the campaign at its first turn. Raises CampaignError for lists that no force can be made of."""
    state = State(
        name=document.name, shape=document.shape, systems=list(document.systems), rules=document.rules,
        map=document.map, date=document.start.isoformat(), season=season_of(document.rules, document.start),
        factions={
            each.id: Faction(**each.model_dump(exclude={"notes"}), rating=document.rules.ladder.start)
            for each in document.factions
        },
    )  # fmt: skip
    if document.map is not None:
        magazine = document.rules.supply.magazine
        state.areas = {
            area.id: AreaState(owner=area.owner, stock=magazine if area.has("magazine") else 0)
            for area in document.map.areas
        }
    faults = []
    for index, model in enumerate(document.forces):
        try:
            force = muster(model.id, model.name, model.faction, model.at, list_named(model.list))
        except LeaguerError as error:
            faults.append(Fault(f"forces[{index}].list", str(error)))
            continue
        force.klass = model.klass or document.rules.classes[0].key
        force.inside = model.inside
        state.forces[force.id] = force
    if faults:
        raise CampaignError(*faults)
    if document.shape == "ladder":
        state.ladder = LadderState(rungs=[each.id for each in document.factions])
    if document.shape == "story":
        nodes = [adapter(StoryNode).validate_python(each.model_dump()) for each in document.story]
        state.story = Story(nodes=nodes, at=nodes[0].id if nodes else "")
    return state


def season_of(rules: CampaignRules, day: date) -> str:
    """Return the season that the rules give a day's month."""
    return next((name for name, months in rules.calendar.seasons.items() if day.month in months), "summer")


def list_named(value: Mapping[str, Any] | str) -> Any:
    """Return an army list, the document or the sample list of that key; raises MusterError for neither."""
    if not isinstance(value, str):
        return value
    if value not in samples():
        raise MusterError(unknown.sample_list(value, ", ".join(samples())), path="list")
    return samples()[value]


def _faults(document: CampaignDocument) -> Iterator[Fault]:
    """Yield what a document says that cannot be together."""
    known, factions = registry.PACKAGES, {each.id for each in document.factions}
    areas = set(document.map.by_id) if document.map else set()
    on_map = document.shape == "map"
    for index, slug in enumerate(document.systems):
        if slug not in known:
            yield Fault(f"systems[{index}]", no_such_system(slug, known))
    yield from _twice("factions", document.factions)
    yield from _twice("forces", document.forces)
    yield from _twice("story", document.story)
    for index, force in enumerate(document.forces):
        if force.faction not in factions:
            yield Fault(f"forces[{index}].faction", unknown.faction(force.faction))
        if on_map and force.at not in areas:
            yield Fault(f"forces[{index}].at", unknown.area(force.at))
    if on_map and document.map is None:
        yield Fault("map", words.NEEDS_MAP)
    for index, area in enumerate(document.map.areas if on_map and document.map else ()):
        for name in ("owner", "home"):
            if getattr(area, name) not in factions | {""}:
                yield Fault(f"map.areas[{index}].{name}", unknown.faction(getattr(area, name)))
    if document.shape == "story":
        yield from _story_faults(document, factions)


def _twice(name: str, parts: Any) -> Iterator[Fault]:
    keys = [part.id for part in parts]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            yield Fault(f"{name}[{index}].id", words.used_twice(key))


def _story_faults(document: CampaignDocument, factions: set[str]) -> Iterator[Fault]:
    if not document.story:
        yield Fault("story", words.NEEDS_SCENE)
    nodes = {each.id for each in document.story}
    for index, node in enumerate(document.story):
        for number, branch in enumerate(node.branches):
            if branch.to not in nodes:
                path = f"story[{index}].branches[{number}].to"
                yield Fault(path, unknown.scene(branch.to))
        for number, side in enumerate(node.sides):
            if side not in factions:
                yield Fault(f"story[{index}].sides[{number}]", unknown.faction(side))
        if len(node.sides) == 1:
            yield Fault(f"story[{index}].sides", words.TWO_FACTIONS_OR_NONE)
