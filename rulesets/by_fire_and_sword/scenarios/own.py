"""Scenarios that users write (BFS-30.7): text in the form of those that ship, drawn as a plan."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from rulesets.by_fire_and_sword.pieces import outline
from rulesets.by_fire_and_sword.scenarios.definitions import Scenario
from rulesets.by_fire_and_sword.scenarios.frame import Frame
from rulesets.by_fire_and_sword.scenarios.reading import FOLDER, ORDER, read_scenario, schema
from rulesets.by_fire_and_sword.wording import scenarios as words
from rulesets.engine.bookchecks import free_id
from rulesets.engine.bookform import BookForm
from rulesets.engine.bookrules import BookRules, Document, Preview
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.fields import Field

FORMAT = "leaguer-bfs-scenario"
WIDTH, DEPTH = 120.0, 120.0  # cm, the usual table

NAME = 5.0  # cm from the upper edge of a shape to its name

Polygon = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PlanShape:
    """A zone or a piece of terrain on the plan: its corners in cm from the upper left, where it is named."""

    kind: Literal["weaker", "stronger", "terrain"]
    corners: Polygon
    name: str
    x: float
    y: float

    @property
    def points(self) -> str:
        """Return the corners as a drawing wants them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.corners)


@dataclass(frozen=True, slots=True)
class PlanMark:
    """An objective on the plan. `radius` in cm."""

    name: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A scenario drawn on a table of the usual size, the weaker side at its lower edge. Lengths in cm."""

    title: str
    width: float
    depth: float
    shapes: tuple[PlanShape, ...]
    marks: tuple[PlanMark, ...]
    facts: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[PlanShape, ...]:
        """Return the shapes that are named on the plan: of several alike the first."""
        return tuple({(shape.kind, shape.name): shape for shape in reversed(self.shapes)}.values())


def plan(scenario: Scenario) -> Plan:
    """Return the table with its zones, obligatory terrain and objectives (BFS-30.7)."""
    frame = Frame(WIDTH, DEPTH)
    terrain = [frame.piece(each, id_=each.key) for each in scenario.terrain]
    value = scenario.most_value
    shapes = [
        _shape(step.part, drawn.polygon, getattr(scenario, step.part))
        for step in scenario.deployment
        for drawn in frame.zones(scenario, step, terrain, value)
    ]
    shapes += [_shape("terrain", outline(piece), str(piece["name"])) for piece in terrain]
    marks = [(each, frame.objective(each, terrain)) for each in scenario.objective]
    return Plan(
        title=scenario.name,
        width=WIDTH,
        depth=DEPTH,
        shapes=tuple(shapes),
        marks=tuple(PlanMark(each.name, x, DEPTH - y, each.radius_cm or 0.0) for each, (x, y) in marks),
        facts=tuple(_facts(scenario)),
    )


def _shape(kind: Literal["weaker", "stronger", "terrain"], flat: Any, name: str) -> PlanShape:
    corners = tuple((flat[i], DEPTH - flat[i + 1]) for i in range(0, len(flat), 2))
    x = sum(corner[0] for corner in corners) / len(corners)
    top = min(corner[1] for corner in corners)
    return PlanShape(kind, corners, name, x, top + NAME)


def _facts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    first = {"weaker": scenario.weaker, "stronger": scenario.stronger}.get(scenario.first, "rolled")
    most = [str(scenario.most_points(part)) for part in ("weaker", "stronger")]
    yield "Value", words.value_of(scenario.value_fsp, scenario.variable)
    yield "Turns", str(scenario.turns)
    yield "Deploys first", first
    yield "Reconnaissance", "yes" if scenario.reconnaissance else "no"
    yield "Scenario points", words.at_most(most)
    if scenario.provenance.ours:
        yield "Ours", scenario.provenance.note


# ------------------------------------------------------------------------------------------------ documents


def empty(name: str) -> Document:
    """Return a scenario with nothing but the two table edges."""
    strips = [
        {"part": part, "who": "all", "text": words.ALONG_OWN_EDGE,
         "zone": [{"shape": "strip", "edge": "own", "depth": 0.2}]}
        for part in ("weaker", "stronger")
    ]  # fmt: skip
    key = free_id(name, ()).replace("-", "_")
    return {"format": FORMAT, "version": 1, "key": key, "name": name, "deployment": strips}


@cache
def _files() -> Mapping[str, Document]:
    return {key: tomllib.loads((FOLDER / f"{key}.toml").read_text(encoding="utf-8")) for key in ORDER}


def shipped() -> Mapping[str, Document]:
    """Return the documents of the ten scenarios, by their keys."""
    return {key: dict(document) for key, document in _files().items()}


def preview(document: Mapping[str, Any], _part: str) -> Preview | None:
    """Return the plan of a scenario; None while it has faults."""
    try:
        return Preview("plan", plan(read_scenario(document)))
    except FaultyBookError:
        return None


SCENARIOS = BookRules(
    system="by_fire_and_sword",
    kind="scenario",
    read=lambda document, _key, _version: read_scenario(document),  # a scenario has a key of its own
    schema=schema,
    empty=empty,
    # A scenario is written as text; of its values only the name is asked for.
    form=lambda: BookForm(head=(Field("name", "Name"),), tables=()),
    preview=preview,
    shipped=shipped,
)
