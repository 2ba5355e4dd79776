"""Whole meetings before a referee who knows the rules but not the code, and he before forged logs."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from rulesets.by_fire_and_sword.armies.force import Force, ForceUnit
from rulesets.by_fire_and_sword.meeting import play
from rulesets.by_fire_and_sword.meeting.chances import effect_chances, scenario_chances
from rulesets.by_fire_and_sword.meeting.effects import Limits
from rulesets.by_fire_and_sword.meeting.policy import choose
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from rulesets.by_fire_and_sword.sheet import sheet
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Refusal
from rulesets.engine.system import Core
from tests.kit.meeting import commander, force, state_of, unit
from tests.kit.meeting_referee import MeetingReferee, book
from tests.kit.players import uniform
from tests.kit.systems import bare

NUMBERS = (*range(60), 159, 600)
"""The last two are meetings that had nothing to choose from (BFS-30.3.D, BFS-30.4.5)."""

TROOPS: tuple[dict[str, Any], ...] = (
    {}, {"special": {"Light Cavalry"}}, {"special": {"Scouts", "Light Cavalry"}},
    {"special": {"Insubordinate"}},
    {"special": {"Robbers", "Feigned Flight"}}, {"type": "dragoons", "special": {"Dragoons"}},
    {"type": "infantry", "bases": 4}, {"type": "infantry", "bases": 2, "weapons": ("Pikes",)},
    {"weapons": ("Lances", "Hand weapon"), "label": "Hussars", "like": "hussars"},
    {"type": "infantry", "special": {"Skirmishers"}, "carries": frozenset({"chevaux_de_frise"})},
    {"type": "infantry", "bases": 4, "carries": frozenset({"kobylica"}), "label": "Janissaries"},
    {"type": "infantry", "bases": 10, "special": {"Rabble"}, "reserves": False, "additional": "rabble"},
    {"type": "artillery", "bases": 1, "gun": True, "additional": "guns"},
    {"type": "wagons", "bases": 5, "wagon_train": True, "reserves": False, "additional": "train"},
    {"bases": 2, "special": {"Independent"}},
    {"special": {"Commanded Musketeers", "Skirmishers"}, "type": "infantry"},
)  # fmt: skip


def raised(rng: random.Random) -> Force:
    """A force of troops of all kinds, with the figures that its roster would show."""
    fsp, cp = rng.choice((3, 5, 6, 8, 9, 10, 11, 13, 16, 20)), rng.randint(1, 5)
    kinds = rng.choices(TROOPS, k=rng.choice((2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12)))
    if rng.random() < 0.15:
        kinds = [{"special": {"Robbers"}, "bases": 2}] * 8
    if rng.random() < 0.1:
        kinds = [{"special": {"Insubordinate"}}] * 3
    units = tuple(
        unit(f"u{n}", **{"name": kind.get("label") or str(kind.get("type", "cavalry")), **kind})
        for n, kind in enumerate(kinds, start=1)
    )
    chiefs = [commander(cp=cp, historical=rng.random() < 0.3)]
    chiefs += [commander(f"k{n}", historical=rng.random() < 0.5) for n in range(2, rng.randint(2, 4))]
    bases = sum(each.bases for each in units)
    return force(
        fsp, cp=cp, units=units, commanders=chiefs, fv=bases + cp, rp=_points(units),
        defensive=rng.random() < 0.3, small=fsp <= 4,
    )  # fmt: skip


def _points(units: tuple[ForceUnit, ...]) -> int:
    """BFS-33.1, with one bonus for each kind of additional units."""
    bonus = {
        each.additional or each.id: 0 if "Commanded Musketeers" in each.special
        else 2 if "Scouts" in each.special
        else int(bool(each.special & {"Light Cavalry", "Feigned Flight", "Skirmishers", "Dragoons"}))
        for each in units
    }  # fmt: skip
    return sum(each.bases for each in units if each.cavalry) + sum(bonus.values())


@cache
def met(number: int) -> tuple[Battle, tuple[Force, Force], Mapping[str, Any], tuple[float, float]]:
    """A meeting of two forces, with agreements and players of all kinds."""
    rng = random.Random(f"meeting {number}")
    forces = raised(rng), raised(rng)
    if rng.random() < 0.15:
        forces = forces[0], replace(forces[1], fsp=forces[0].fsp, small=forces[0].small)
    agreed = {
        "choice_of_effects": rng.random() < 0.5, "numerical_superiority": rng.random() < 0.5,
        "more_atypical": rng.choice((0, 0, 2)), "larger_pieces": rng.random() < 0.2,
        "agreed_water": rng.random() < 0.2, "small_force_limit": rng.choice((8, 7, 0)),
        "flanking_price": rng.choice((8, 6)),
    }  # fmt: skip
    table = rng.choice(((120.0, 120.0), (100.0, 100.0), (180.0, 120.0), (139.0, 160.0)))
    if rng.random() < 0.15:
        agreed["scenario"] = rng.choice(tuple(book.WORTH))
    hill = {"kind": "hill", "x": 50.0, "y": 30.0, "width": 20.0, "depth": 15.0}
    bog = {"kind": "bog", "x": 30.0, "y": 80.0, "width": 20.0, "depth": 15.0, "angle": 30.0}
    options = {"terrain": rng.choice(("roll", "roll", "roll", "open", [hill, bog]))}

    def begin(setup: Mapping[str, Any]) -> Any:
        state = state_of(*forces, **agreed)
        state.options.update(options)
        state.table.update(width=table[0], depth=table[1])
        return state

    core = Core(
        check_setup=lambda setup: None, begin=begin, play=play.play, tactician=choose,
        scores=play.scores,
    )  # fmt: skip
    system = bare("by_fire_and_sword", "By Fire and Sword", "BFS", "cm", core)
    battle = Battle(system, {"sides": ["Jan", "Bohdan"]}, f"seed {number}")
    battle.play([choose, choose] if number % 3 == 0 else [by_chance(rng), by_chance(rng)])
    return battle, forces, battle.state.options, table


def by_chance(rng: random.Random) -> Callable[..., Any]:
    """A player who takes any of what is offered first, or the last."""

    def player(battle: Battle, decision: Any) -> Any:
        if decision.kind == "place terrain":
            return _terrain(rng, battle, decision)
        few = tuple(islice(decision.options, rng.choice((6, 40))))
        if rng.random() < 0.5 and decision.kind not in ("reconnaissance", "squadron"):
            return choose(battle, decision)
        try:
            return uniform(rng.random())(battle, replace(decision, options=few))
        except StopIteration:
            return choose(battle, decision)

    return player


KINDS = (
    "grove", "hill", "wheat_field", "ploughed_field", "obstacle", "building", "forest", "steep_hill", "bog",
    "village", "stream", "lake", "large_building",
)  # fmt: skip


def _terrain(rng: random.Random, battle: Battle, decision: Any) -> Any:
    """A piece of any kind on one of its spots, two fields, a place of one's own, or a proposal."""
    for _ in range(40):
        kind = rng.choice(KINDS)
        key: dict[str, Any] = {"do": "place", "kind": kind, "at": str(rng.randint(1, 25))}
        if rng.random() < 0.5:
            size = {"width": rng.uniform(4, 34), "depth": rng.uniform(4, 34), "angle": rng.uniform(0, 360)}
            key = {
                "do": rng.choice(("place", "propose")), "kind": kind,
                "x": rng.uniform(0, 120), "y": rng.uniform(0, 120), **size,
            }  # fmt: skip
            if kind == "village":
                key["buildings"] = rng.choice((2, 3))
            if kind == "obstacle":
                del key["depth"]
        elif "field" in kind and rng.random() < 0.5:
            key.update(do="place pair", second="wheat_field", at=str(rng.randint(1, 9)))
        try:
            return dict(decision.read(key))
        except Refusal:
            continue
    return choose(battle, decision)


def log(battle: Battle) -> list[dict[str, Any]]:
    """The log as everybody can read it."""
    found: list[dict[str, Any]] = json.loads(json.dumps([entry.event.to_json() for entry in battle.entries]))
    return found


def judged(number: int, events: list[dict[str, Any]] | None = None) -> MeetingReferee:
    battle, forces, options, table = met(number)
    referee = MeetingReferee(forces, options, table, log(battle) if events is None else events)
    referee.read()
    return referee


@pytest.mark.rule(
    "BFS-30.3.A", "BFS-30.3.B", "BFS-30.3.C", "BFS-30.3.D", "BFS-30.3.D.1", "BFS-30.3.E", "BFS-30.3.F",
    "BFS-30.3.I", "BFS-30.3.I.2", "BFS-30.3.J", "BFS-30.4.1", "BFS-30.4.2", "BFS-30.4.4", "BFS-30.4.5",
    "BFS-30.6.1", "BFS-31.2", "BFS-31.3", "BFS-31.4", "BFS-31.6", "BFS-32.0", "BFS-32.3", "BFS-32.6.2",
    "BFS-32.9", "BFS-32.12", "BFS-33.2", "BFS-33.6", "BFS-33.7", "BFS-33.8", "BFS-33.12", "BFS-33.15",
)  # fmt: skip
@pytest.mark.parametrize("number", NUMBERS)
def test_the_referee_finds_nothing_wrong(number: int) -> None:
    referee = judged(number)
    assert referee.faults == []
    state = met(number)[0].state
    assert state.markers == referee.markers()
    assert state.insubordinate == referee.insubordinate
    assert state.set_aside == referee.away
    told = [each.text for each in state.reminders if each.rule == "BFS-32.3"]
    for id_, lost in referee.lost.items():
        ids = referee.standing[id_]
        whole = lost >= sum(referee.units[each].bases for each in ids)
        words = "loses all its Bases" if whole else f"loses {lost} Base"
        name = " with ".join(state.units[each].name for each in ids)
        assert any(text.startswith(f"{name} {words}") for text in told)


@pytest.mark.rule("BFS-33.6.1")
def test_what_is_written_down_is_known_to_its_side_alone() -> None:
    found = 0
    for number in NUMBERS:
        battle = met(number)[0]
        for secret in battle.state.secrets.values():
            salt = str((secret.told or {}).get("salt", secret.commitment))
            mine, theirs = (json.dumps([battle.view(side), sheet(battle.state, side).to_json()])
                            for side in (secret.side, 1 - secret.side))  # fmt: skip
            public = json.dumps([battle.view(None), battle.state.to_json(), log(battle)])
            assert salt in mine
            if secret.told:
                found += 1
                assert salt not in theirs + public
                assert "you have written down" not in theirs
    assert found > 3


LOOKED_AT = (
    "BFS-30.3.C", "BFS-30.3.D", "BFS-30.3.D.1", "BFS-30.3.E", "BFS-30.3.I.2", "BFS-30.4.1", "BFS-30.4.2",
    "BFS-30.3.D, nothing to choose", "BFS-30.4.5", "BFS-30.5.2", "BFS-30.6.1", "BFS-31.2", "BFS-31.3",
    "BFS-31.3.1", "BFS-31.6", "BFS-31.7", "BFS-32.3", "BFS-32.4", "BFS-32.5", "BFS-32.6", "BFS-32.9",
    "BFS-32.10", "BFS-32.11", "BFS-32.12", "BFS-33.5.1", "BFS-33.6", "BFS-33.7", "BFS-33.8", "BFS-33.12",
    "BFS-29.9.4", "BFS-28.1.4",
)  # fmt: skip


def test_the_meetings_hold_all_that_the_referee_looks_at() -> None:
    looked: Counter[str] = Counter()
    for number in NUMBERS:
        looked.update(judged(number).checked)
    assert [rule for rule in LOOKED_AT if not looked[rule]] == []
    assert {met(number)[0].state.scenario.key for number in NUMBERS} == set(shipped())


# -- odds beside the same figures -------------------------------------------------------------------


@pytest.mark.rule("BFS-30.3.D", "BFS-30.4.1", "BFS-30.4.2", "BFS-30.4.5")
@pytest.mark.parametrize("cp", [1, 2, 3])
@pytest.mark.parametrize("advantage", [1, 2, 3, 4])
@pytest.mark.parametrize("defensive", [None, 0, 1])
def test_the_chances_of_scenarios_follow_from_the_lists(
    cp: int, advantage: int, defensive: int | None
) -> None:
    forces = (force(5, cp=cp, defensive=defensive == 0), force(5 + advantage, defensive=defensive == 1))
    faces = book.UNEQUAL if defensive is None else book.DEFENSIVE
    worth = {**book.WORTH, **(book.CHEAPER if defensive == 0 else {})}
    available: Counter[str] = Counter()
    none = discarded = 0
    for dice in product(range(10), repeat=cp):
        keys = {faces[die] for die in dice}
        may = {key for key in keys if worth[key] <= advantage}
        available.update(may)
        none += not may
        discarded += defensive == 0 and keys <= set(book.CHEAPER)
    found = scenario_chances(forces, shipped())
    assert found.none == Fraction(none, 10**cp)
    by_key = {one.key: one for one in found.scenarios}
    assert {key: one.available for key, one in by_key.items() if one.available} == {
        key: Fraction(number, 10**cp) for key, number in available.items()
    }
    for key, one in by_key.items():
        assert one.decided == found.none * Fraction(book.EQUAL.count(key), 10)
        assert one.discarding == (Fraction(discarded, 10**cp) if key == book.HINDER else 0)
        assert one.value == (worth[key] if key in faces else book.WORTH[key])


@pytest.mark.rule("BFS-32.0", "BFS-32.1.4", "BFS-32.4", "BFS-32.5", "BFS-32.6.2")
@pytest.mark.parametrize("due", [1, 2, 3, 4])
@pytest.mark.parametrize(("docile", "cowards", "delays"), [(9, 2, 4), (1, 0, 1), (0, 1, 0)])
def test_the_chances_of_effects_follow_from_the_list(
    due: int, docile: int, cowards: int, delays: int
) -> None:
    units = tuple(
        unit(f"u{n}", special=() if n <= docile else ["Insubordinate"], reserves=n <= delays)
        for n in range(1, max(docile, 2 * delays, 1) + 1)
    )
    chiefs = [commander(f"k{n}", historical=n > cowards) for n in range(1, max(cowards, 1) + 1)]
    referee = MeetingReferee((force(1), force(9, units=units, commanders=chiefs)), {}, (120, 120), [])
    referee.weaker = 0
    once: Counter[str] = Counter()

    def follow(have: Counter[str], left: int, weight: Fraction) -> None:
        if not left:
            for key in +have:
                once[key] += weight  # type: ignore[assignment]
            return
        referee.have = have
        drawn = list(referee.of(1))[: have["insubordination"]]
        referee.insubordinate = set(drawn)
        becomes = [key for key in map(referee.becomes, book.EFFECTS) if key]
        for key in becomes:
            then = have + Counter([key])
            if key == "exhaustion":
                del then["fatigue"]
            follow(then, left - 1, weight / len(becomes))

    follow(Counter(), due, Fraction(1))
    for one in effect_chances(due, Limits(docile, cowards, min(len(units) // 2, delays))):
        assert one.once == once[one.key], one.key


# -- the referee before forged logs ----------------------------------------------------------------

Forgery = tuple[str, Callable[[dict[str, Any]], bool], Callable[[dict[str, Any]], None] | None]


def _is(event: dict[str, Any], kind: str, rule: str = "") -> bool:
    return bool(event["kind"] == kind and event["rule"].startswith(rule))


def copied(event: dict[str, Any]) -> None:
    """Stands for an event that is in the log twice."""


FORGERIES: tuple[Forgery, ...] = (
    ("an advantage too large", lambda e: _is(e, "compared"),
     lambda e: e.update(advantage=e["advantage"] + 1)),
    ("a scenario die too few", lambda e: _is(e, "rolled", "BFS-30.3.D") and len(e["roll"]["dice"]) > 1,
     lambda e: e["roll"].update(dice=e["roll"]["dice"][:-1])),
    ("a scenario for less", lambda e: _is(e, "scenario-fixed") and e["value"] > 1,
     lambda e: e.update(value=e["value"] - 1)),
    ("a scenario that was not rolled",
     lambda e: _is(e, "scenarios-named") and "night_attack" not in e["options"],
     lambda e: e["options"].append("night_attack")),
    ("an element for nothing", lambda e: _is(e, "fortified") and e["elements"] > 0,
     lambda e: e.update(elements=e["elements"] + 2)),
    ("an effect too many", lambda e: _is(e, "effects-due"), lambda e: e.update(due=e["due"] + 1)),
    ("an effect that was not rolled", lambda e: _is(e, "effect-received") and e["effect"]["key"] == "panic",
     lambda e: e["effect"].update(key="fatigue")),
    ("an effect that is left out", lambda e: _is(e, "effect-received"), None),
    ("another Insubordinate unit",
     lambda e: _is(e, "effect-received", "BFS-32.4"), lambda e: e["effect"].update(unit="a.u99")),
    ("markers for nothing", lambda e: _is(e, "superiority-fixed"),
     lambda e: e.update(markers=e["markers"] + 1)),
    ("an element of terrain too many", lambda e: _is(e, "terrain-begun"),
     lambda e: e.update(elements=e["elements"] + 1)),
    ("terrain beside the table", lambda e: _is(e, "piece-placed", "BFS-31.3"),
     lambda e: e["piece"].update(x=1.0)),
    ("terrain upon terrain", lambda e: _is(e, "piece-placed", "BFS-31.3"), copied),
    ("a piece too small", lambda e: _is(e, "piece-placed", "BFS-31.3"), lambda e: e["piece"].update(width=4)),
    ("an edge by another die", lambda e: _is(e, "edges-drawn"), lambda e: e.update(edges=e["edges"][::-1])),
    ("the wrong buyer", lambda e: _is(e, "reconnoitred") and e["buyer"] is not None,
     lambda e: e.update(buyer=1 - e["buyer"])),
    ("a bargain", lambda e: _is(e, "reconnaissance-bought", "BFS-33.12"), lambda e: e.update(price=9)),
    ("a maneuver too cheap", lambda e: _is(e, "reconnaissance-bought", "BFS-33.6"),
     lambda e: e.update(price=5)),
    ("another unit that is late", lambda e: _is(e, "set-aside", "BFS-32.6"),
     lambda e: e.update(unit="b.u99")),
    ("a secret that is told", lambda e: _is(e, "written-in-secret"), lambda e: e.update(turn=3)),
    ("the wrong side deploys first", lambda e: _is(e, "deployment-order"),
     lambda e: e.update(first=1 - e["first"])),
    ("a unit that is forgotten", lambda e: _is(e, "units-taken") and len(e["units"]) > 1,
     lambda e: e["units"].pop()),
    ("robbers who rolled something else", lambda e: _is(e, "robbers-rolled"),
     lambda e: e.update(dice=[die % 10 + 1 for die in e["dice"]])),
    ("robbers without a free order", lambda e: _is(e, "robbers-lost"),
     lambda e: e.update(free_order=not e["free_order"])),
    ("another on the march", lambda e: _is(e, "unit-drawn", "BFS-32.3"), lambda e: e.update(unit="b.u99")),
    ("the initiative of the stronger", lambda e: _is(e, "initiative-fixed") and e["initiative"] is not None,
     lambda e: e.update(initiative=1 - e["initiative"])),
    ("a reminder that is left out", lambda e: _is(e, "reminded", "BFS-32"), None),
    ("a reminder for the other side", lambda e: _is(e, "reminded", "BFS-33"),
     lambda e: e.update(side=1 - e["side"])),
)  # fmt: skip


@pytest.mark.parametrize(
    ("which", "change"), [row[1:] for row in FORGERIES], ids=[row[0] for row in FORGERIES]
)
def test_the_referee_finds_a_forged_line(
    which: Callable[[dict[str, Any]], bool], change: Callable[[dict[str, Any]], None] | None
) -> None:
    tried = found = 0
    for number in NUMBERS:
        events = log(met(number)[0])
        at = next((at for at, event in enumerate(events) if which(event)), None)
        if at is None or tried == 5:
            continue
        tried += 1
        if change is None:
            del events[at]
        elif change is copied:
            events.insert(at, events[at])
        else:
            change(events[at])
        found += bool(judged(number, events).faults)
    assert found == tried > 0
