"""Scenarios from TOML files and documents of users: every fault named, shipped or brought along."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rulesets.by_fire_and_sword.pieces import LINEAR, make, overhang
from rulesets.by_fire_and_sword.scenarios.definitions import (
    Area,
    Around,
    AtValues,
    Circle,
    Deployment,
    Scenario,
    Strip,
    Terrain,
)
from rulesets.by_fire_and_sword.wording import scenarios as words
from rulesets.engine.errors import Fault, FaultyBookError
from rulesets.engine.geometry import polygon
from rulesets.engine.wording import documents as shared

FOLDER = Path(__file__).resolve().parents[1] / "data" / "scenarios"
MAX_BYTES = 200_000
SMALLEST = 100.0
"""cm: the sides of the smallest table (BFS-30.2.1); what lies on it lies on all others."""
ORDER = (
    "patrol", "take_and_hold", "defend_the_village", "attack_on_a_village", "defend_the_crossing",
    "capture_the_crossing", "forage", "delay_the_enemy", "ambush", "night_attack",
)  # fmt: skip
_ON_TABLE = 0.01


def _faulty(*faults: Fault, where: str = "") -> FaultyBookError:
    named = (replace(each, path=f"{where}.{each.path}".strip(".")) for each in faults)
    return FaultyBookError(*named, code="scenario")


@cache
def _adapter() -> TypeAdapter[Scenario]:
    return TypeAdapter(Scenario)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scenario document, as it stands in docs/schemas/."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "by_fire_and_sword_scenario.schema.json",
        **_adapter().json_schema(),
    }


def read_scenario(document: Mapping[str, Any], *, where: str = "") -> Scenario:
    """Return a scenario from its document (JSON or TOML values), with everything in it checked.

    Raises FaultyBookError with every fault and its path; `where` is put before the paths.
    """
    try:
        text = json.dumps(document)
    except (TypeError, ValueError, RecursionError) as error:
        raise _faulty(Fault("", shared.not_json_value(error)), where=where) from None
    if len(text) > MAX_BYTES:
        raise _faulty(Fault("", shared.too_large(MAX_BYTES)), where=where)
    try:
        scenario = _adapter().validate_json(text)
    except ValidationError as error:
        raise _faulty(*map(_fault, error.errors(include_url=False)), where=where) from None
    if faults := list(problems(scenario)):
        raise _faulty(*faults, where=where)
    return scenario


def read_scenario_toml(text: str, *, where: str = "") -> Scenario:
    """Return a scenario from a TOML text; raise FaultyBookError."""
    try:
        return read_scenario(tomllib.loads(text), where=where)
    except tomllib.TOMLDecodeError as error:
        raise _faulty(Fault("", shared.not_toml(error)), where=where) from None


@cache
def shipped() -> Mapping[str, Scenario]:
    """Return the ten scenarios that come with Leaguer, by key, in the order of their dice (BFS-30.3.D)."""
    return {
        key: read_scenario_toml((FOLDER / f"{key}.toml").read_text(encoding="utf-8"), where=f"{key}.toml")
        for key in ORDER
    }


def catalogue(documents: Sequence[Mapping[str, Any]] = ()) -> Mapping[str, Scenario]:
    """Return all scenarios of a meeting: shipped ones, and the players' own, which may replace them.

    Raises FaultyBookError with paths such as `scenarios[1].deployment[0].zone[0].edge`.
    """
    if not documents:
        return shipped()
    if isinstance(documents, str | bytes) or not isinstance(documents, Sequence):
        raise _faulty(Fault("scenarios", words.NOT_A_LIST_OF_SCENARIOS))
    try:
        text = json.dumps(list(documents))
    except (TypeError, ValueError, RecursionError) as error:
        raise _faulty(Fault("scenarios", shared.not_json_value(error))) from None
    return _with_own(text)


@lru_cache(maxsize=32)
def _with_own(text: str) -> Mapping[str, Scenario]:
    found = dict(shipped())
    own: set[str] = set()
    for number, document in enumerate(json.loads(text)):
        where = f"scenarios[{number}]"
        if not isinstance(document, Mapping):
            raise _faulty(Fault("", words.NOT_A_SCENARIO), where=where)
        scenario = read_scenario(document, where=where)
        if scenario.key in own:
            raise _faulty(Fault("key", words.used_by_two(scenario.key)), where=where)
        own.add(scenario.key)
        found[scenario.key] = scenario
    return found


# ---------------------------------------------------------------------------- faults


def problems(scenario: Scenario) -> Iterator[Fault]:
    """Yield everything in a scenario that its types cannot say."""
    yield from _doubles("objective", [each.key for each in scenario.objective])
    yield from _doubles("terrain", [each.key for each in scenario.terrain])
    yield from _value_problems(scenario)
    yield from _terrain_problems(scenario)
    yield from _deployment_problems(scenario)
    yield from _reference_problems(scenario)


def _fault(error: Any) -> Fault:
    path = ""
    for step in error["loc"]:
        if step in ("strip", "area", "block", "circle", "around", "anywhere") and path.endswith("]"):
            continue  # the shape that distinguished a zone from the others is no part of its path
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    return Fault(path, words.UNREADABLE.get(error["type"], str(error["msg"]).lower()), error["type"])


def _doubles(table: str, keys: Sequence[str]) -> Iterator[Fault]:
    for key, count in Counter(keys).items():
        if count > 1:
            yield Fault(f"{table}[{keys.index(key)}].key", shared.used_more_than_once(repr(key), count))


def _value_problems(scenario: Scenario) -> Iterator[Fault]:
    values = [each.fsp for each in scenario.value]
    if scenario.variable and not values:
        yield Fault("value", words.VALUES_WITHOUT_WORDS)
    if values and not scenario.variable:
        yield Fault("value", words.ONE_VALUE_ONLY)
    if values and values != list(range(scenario.value_fsp, scenario.value_fsp + len(values))):
        yield Fault("value", words.values_must_rise(scenario.value_fsp))


def _terrain_problems(scenario: Scenario) -> Iterator[Fault]:
    keys = [each.key for each in scenario.terrain]
    for number, piece in enumerate(scenario.terrain):
        path = f"terrain[{number}]"
        if not piece.across and piece.width_cm is None:
            yield Fault(f"{path}.width_cm", words.PLACE_MISSING)
        if piece.on and piece.on not in keys[:number]:
            yield Fault(f"{path}.on", words.not_terrain_before(piece.on))
        if piece.kind in ("bridge", "ford") and not piece.on:
            yield Fault(f"{path}.on", words.needs_river(piece.kind))
        if _overhangs(piece):
            text = words.beyond_smallest_table(SMALLEST)
            yield Fault(f"{path}.x", text)
        if (piece.buildings is not None) != (piece.kind == "village"):
            yield Fault(f"{path}.buildings", words.BUILDINGS_OF_VILLAGES)
        middle = abs(piece.y - 0.5) < 1e-9 and piece.angle % 90 == 0
        if not middle and not scenario.edges_first:
            yield Fault(f"{path}.y", words.NEEDS_EDGES_FIRST)


def _overhangs(piece: Terrain) -> bool:
    """Return whether a piece that does not run across the table would leave the smallest one (BFS-30.2.1)."""
    if piece.across or piece.width_cm is None or piece.kind in LINEAR:
        return False
    x, y = piece.x * SMALLEST, piece.y * SMALLEST
    made = make(piece.kind, x, y, piece.width_cm, piece.depth_cm, piece.angle)
    return overhang(made, SMALLEST, SMALLEST) > _ON_TABLE


def _deployment_problems(scenario: Scenario) -> Iterator[Fault]:
    for part in ("weaker", "stronger"):
        if not any(each.part == part for each in scenario.deployment):
            yield Fault("deployment", words.nobody_deploys(part))
    for number, step in enumerate(scenario.deployment):
        path = f"deployment[{number}]"
        if step.who == "late" and step.turn is None:
            yield Fault(f"{path}.turn", words.TURN_MISSING)
        if step.who != "late" and not step.zone:
            yield Fault(f"{path}.zone", words.ZONES_MISSING)
        if step.turn is not None and step.turn > scenario.turns:
            yield Fault(f"{path}.turn", words.after_last_turn(scenario.turns))
        if step.zone and not any(zone.open_at(scenario.value_fsp) for zone in step.zone):
            yield Fault(f"{path}.zone", words.no_zone_at(scenario.value_fsp))
        yield from _zone_problems(scenario, step, path)
    for part in ("weaker", "stronger"):
        steps = [each for each in scenario.deployment if each.part == part]
        if steps and steps[-1].who not in ("all", "rest", "late"):
            yield Fault("deployment", words.last_step_takes_the_rest(part))


def _zone_problems(scenario: Scenario, step: Deployment, path: str) -> Iterator[Fault]:
    keys = {each.key for each in scenario.terrain}
    for number, zone in enumerate(step.zone):
        where = f"{path}.zone[{number}]"
        if isinstance(zone, Strip):
            if (zone.depth is None) == (zone.depth_cm is None):
                yield Fault(f"{where}.depth", words.ONE_DEPTH_ONLY)
            if zone.start >= zone.stop:
                yield Fault(f"{where}.start", words.MUST_LIE_BEFORE_STOP)
        if isinstance(zone, Area) and not _convex(zone):
            yield Fault(f"{where}.points", words.NOT_CONVEX)
        if isinstance(zone, Around | Circle) and zone.terrain and zone.terrain not in keys:
            yield Fault(f"{where}.terrain", words.not_terrain(zone.terrain))
        yield from _range_problems(zone, where)


def _range_problems(part: AtValues, where: str) -> Iterator[Fault]:
    if part.value_to is not None and part.value_to < part.value_from:
        yield Fault(f"{where}.value_to", words.BELOW_VALUE_FROM)


def _convex(zone: Area) -> bool:
    try:
        polygon([SMALLEST * value for point in zone.points for value in point])
    except ValueError:
        return False
    return True


def _reference_problems(scenario: Scenario) -> Iterator[Fault]:
    terrain = {each.key for each in scenario.terrain}
    objectives = {each.key for each in scenario.objective}
    for number, objective in enumerate(scenario.objective):
        if objective.terrain and objective.terrain not in terrain:
            where = f"objective[{number}].terrain"
            yield Fault(where, words.not_terrain(objective.terrain))
    for number, award in enumerate(scenario.victory):
        if award.objective and award.objective not in objectives:
            where = f"victory[{number}].objective"
            yield Fault(where, words.not_an_objective(award.objective))
    for number, special in enumerate(scenario.special):
        if special.turn is not None and special.turn > scenario.turns:
            yield Fault(f"special[{number}].turn", words.after_last_turn(scenario.turns))
        yield from _range_problems(special, f"special[{number}]")
