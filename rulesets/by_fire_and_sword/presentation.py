"""How the meetings of By Fire and Sword are shown: their steps, and when the table is ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rulesets.by_fire_and_sword.meeting.placing import frame_of, scenario_of, weaker_part
from rulesets.by_fire_and_sword.pieces import LINEAR, kinds, make
from rulesets.by_fire_and_sword.scenarios import reading
from rulesets.by_fire_and_sword.scenarios.definitions import Deployment, Part, Scenario, Special, Victory
from rulesets.by_fire_and_sword.sheet import sheet
from rulesets.contract.presentation import Area, Ground, Meeting, Presentation, Step
from rulesets.engine.errors import LeaguerError
from rulesets.engine.jsontext import read_json
from rulesets.engine.tomltext import read_toml
from rulesets.engine.wording import capfirst

if TYPE_CHECKING:
    from rulesets.by_fire_and_sword.meeting.state import MeetingState
    from rulesets.engine.battle import Battle

SPACING = 10.0
"""BFS-31.3: cm that elements lie apart."""

READY = "BFS-30.3.J"
"""The rule that a meeting ends by when it has come to its end."""

STEPS = (
    Step(
        1, "Comparison of strength", "A, B",
        "Work out the FSP, FV and RP of both forces and compare their FSP.",
        ("BFS-30.3.A", "BFS-30.3.B"),
    ),
    Step(
        2, "Scenario", "C–E", "Roll for the scenario, choose it and buy fortifications.",
        ("BFS-30.3.C", "BFS-30.3.D", "BFS-30.3.E"),
    ),
    Step(
        3, "Additional effects", "F",
        "Effects for the weaker side make up for the FSP that it is still behind.",
        ("BFS-30.3.F", "BFS-32.0"),
    ),
    Step(
        4, "Terrain", "G", "Set up the table and settle who has which edge.",
        ("BFS-30.3.G", "BFS-31.1"),
    ),
    Step(
        5, "Reconnaissance", "H", "The side with more RP spends the difference on effects.",
        ("BFS-30.3.H", "BFS-33.2"),
    ),
    Step(
        6, "Deployment", "I",
        "Who waits in reserve, on the flank or in ambush; who deploys where, and in what order.",
        ("BFS-30.3.I",),
    ),
    Step(
        7, "Sheet for the table", "J", "Who has the initiative in the first turn, and a sheet for each side.",
        (READY,),
    ),
)  # fmt: skip

DECISIONS = (
    "scenario", "scenario value", "fortifications", "additional effect", "day", "place terrain",
    "terrain consent", "choice of terrain", "reconnaissance", "flanking maneuver", "ambush", "flank turn",
    "robbers", "robbers point", "units to deploy", "squadron", "squadron grows", "deployed", "forced march",
)  # fmt: skip
"""Every kind of decision of a meeting, in the order in which they come."""


def ready(result: Mapping[str, Any]) -> bool:
    """Return whether a meeting has come to its end, and was not called off (BFS-30.3.J)."""
    return bool(result["rule"] == READY)


def scenario_names(documents: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    """Return the names of the scenarios by key: those that ship and the players' own (BFS-30.3.D)."""
    return {key: scenario.name for key, scenario in reading.catalogue(list(documents)).items()}


def scenarios_of_ours(documents: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    """Return by key what is ours of the scenarios that no source has as they are, and what is not."""
    known = reading.catalogue(list(documents))
    return {key: one.provenance.note for key, one in known.items() if one.provenance.ours}


def describe_scenario(
    documents: Sequence[Mapping[str, Any]], key: str
) -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return a scenario in words, under headings; nothing of one that is not known (BFS-30.7)."""
    found = reading.catalogue(list(documents)).get(key)
    return () if found is None else describe(found)


def read_scenario(text: str) -> dict[str, Any]:
    """Return a scenario document, from TOML or JSON; raise LeaguerError with every fault and path."""
    try:
        found = read_json(text) if text.lstrip().startswith("{") else read_toml(text)
    except (ValueError, RecursionError) as error:
        raise LeaguerError(f"is neither TOML nor JSON: {error}") from None
    if not isinstance(found, dict):
        raise LeaguerError("is not a scenario document")
    reading.read_scenario(found)
    return found


def proposed(battle: Battle) -> Mapping[str, Any] | None:
    """Return the piece of terrain that needs the consent that is asked for now (BFS-31.6)."""
    if battle.pending is None or battle.pending.kind != "terrain consent":
        return None
    # The piece is no terrain yet: only the choice that is waiting for consent has its numbers.
    wanted = battle.choices[-1].choice
    numbers = (wanted[name] for name in ("x", "y", "width", "depth", "angle"))
    return make(wanted["kind"], *numbers)


def ground(kind: str) -> Ground:
    """Return a kind of terrain; an obstacle only has to avoid contact with others (BFS-31.3, BFS-31.5)."""
    known = kinds()[kind]
    return Ground(
        known.name, known.size_cm, known.shape == "oval", kind in ("obstacle", "road"), kind in LINEAR
    )


_WHO = {"all": "", "one unit": "one unit", "half": "half", "rest": "the rest", "late": "later"}


def areas(state: MeetingState) -> Iterator[Area]:
    """Yield where each side deploys by the scenario's map, once the table edges are drawn (BFS-30.2.1)."""
    if not state.edges or not state.scenario.key:
        return
    scenario, frame, weaker = scenario_of(state), frame_of(state), weaker_part(state)
    seen = set()
    for step in scenario.deployment:
        side = weaker if step.part == "weaker" else 1 - weaker
        name = scenario.weaker if step.part == "weaker" else scenario.stronger
        for drawn in frame.zones(scenario, step, state.terrain, state.scenario.value):
            who = f"from turn {step.turn} on" if step.who == "late" and step.turn else _WHO[step.who]
            if (side, drawn.polygon) not in seen:
                seen.add((side, drawn.polygon))
                yield Area(side, f"{name}{who and ', '}{who}", drawn.words, tuple(drawn.polygon))


# -- a scenario in words ---------------------------------------------------------------------------

Chapter = tuple[str, tuple[str, ...]]
"""A heading, "" for what needs none, and what stands under it."""


def describe(scenario: Scenario) -> tuple[Chapter, ...]:
    """Return what a scenario is about, who deploys where, its rules and its points (BFS-30.7)."""
    return tuple(
        (heading, lines)
        for heading, lines in (
            ("", tuple(_frame(scenario))),
            ("Deployment", tuple(_deployed(scenario, step) for step in scenario.deployment if step.text)),
            ("Rules", tuple(_special(scenario, rule) for rule in scenario.special)),
            ("Points", tuple(_award(scenario, award) for award in scenario.victory)),
        )
        if lines
    )


def _frame(scenario: Scenario) -> Iterator[str]:
    if scenario.summary:
        yield scenario.summary
    yield f"Weaker side: {scenario.weaker.lower()}. Stronger side: {scenario.stronger.lower()}."
    first = "who deploys first is rolled for"
    if scenario.first != "roll":
        first = f"first to deploy: {_of(scenario, scenario.first).lower()}"
    scouts = "" if scenario.reconnaissance else "; there is no reconnaissance"
    yield f"{scenario.turns} turns; {first}{scouts}."


def _deployed(scenario: Scenario, step: Deployment) -> str:
    words = "half of the units" if step.who == "half" else _WHO[step.who]
    who = words and f", {words}"
    turn = f", in turn {step.turn}" if step.turn else ""
    return f"{_of(scenario, step.part)}{who}{turn}: {step.text}"


def _special(scenario: Scenario, rule: Special) -> str:
    turn = f"turn {rule.turn}" if rule.turn else ""
    who = "" if rule.part is None else _of(scenario, rule.part)
    before = ", ".join(each for each in (who, turn) if each)
    return f"{capfirst(before)}: {rule.text}" if before else rule.text


def _award(scenario: Scenario, award: Victory) -> str:
    who = "Either side" if award.part == "either" else _of(scenario, award.part)
    most = f", {award.count} times at most" if award.count > 1 else ""
    return f"{who}: {award.points} {award.text}{most}"


def _of(scenario: Scenario, part: Part) -> str:
    return scenario.weaker if part == "weaker" else scenario.stronger


PRESENTATION = Presentation(
    turn_began="step-began",
    major=frozenset({"compared", "scenario-fixed", "effects-due", "edges-drawn", "table-ready"}),
    minor=frozenset({"reminded", "noted"}),
    retold=frozenset({"step-began"}),
    length="cm",
    strength="bases",
    turn=attrgetter("step"),
    meeting=Meeting(
        STEPS,
        ready,
        scenario_names,
        read_scenario,
        ground,
        "place terrain",
        SPACING,
        areas,
        sheet,
        proposed,
        scenarios_of_ours,
        describe_scenario,
        DECISIONS,
    ),
)
