"""The sheet for the table: what one side must know when its meeting is over and the battle begins (step 7).

Plain dataclasses that know no page and no paper. A sheet is made for one side: what the other has written
down in secret is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.armies.force import Band, thresholds
from rulesets.by_fire_and_sword.meeting.compare import USES
from rulesets.by_fire_and_sword.meeting.placing import scenario_of
from rulesets.by_fire_and_sword.meeting.reminders import (
    AFTER,
    BEFORE,
    MOVEMENT,
    ORDERS,
    REORGANIZATION,
    START,
)
from rulesets.by_fire_and_sword.meeting.squadrons import named
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Reminder
from rulesets.by_fire_and_sword.scenarios.definitions import Part, Scenario, Special
from rulesets.engine.wording import counted, titled

YOU, ENEMY, BOTH = "you", "the enemy", "both"


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with the rule that it comes from; `whose`: who has to think of it."""

    text: str
    rule: str = ""
    whose: str = BOTH


@dataclass(frozen=True, slots=True)
class Reminders:
    """What belongs to one moment of the battle, in order."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The roster values of a force (BFS-30.3.A). `marked`: those that rest on values that no source gives."""

    name: str
    army: str
    part: str
    fsp: int
    fv: int
    rp: int
    cp: int
    marked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """An objective: where it lies in cm, how near to it counts."""

    name: str
    x: float
    y: float
    radius: float
    placed: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the deployment: who, which units, where; `text`: the scenario's own words, where the zones do
    not say it all.
    """

    side: str
    own: bool
    units: tuple[str, ...]
    where: str
    turn: int | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """Markers that lie by the force's commander, and what they are for."""

    name: str
    number: int
    whose: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Everything for one side, ready to be shown or printed.

    `value`: what the scenario costs, and what a variable one has bought with it. `ours`: what of the scenario
    is ours, empty for one that is not. `losses`: the thresholds of both forces. `secrets`: what this side
    alone has written down.
    """

    side: int
    own: Figures
    enemy: Figures
    scenario: str
    summary: str
    value: str
    turns: int
    ours: str
    initiative: str
    edge: str
    table: str
    starting_orders: Line
    objectives: tuple[Point, ...]
    points: tuple[Line, ...]
    enemy_points: tuple[Line, ...]
    effects: tuple[Line, ...]
    reconnaissance: tuple[Line, ...]
    fortifications: tuple[Line, ...]
    deployment: tuple[Step, ...]
    away: tuple[Line, ...]
    squadrons: tuple[Line, ...]
    robbers: tuple[Line, ...]
    markers: tuple[Marker, ...]
    losses: tuple[Band, ...]
    enemy_losses: tuple[Band, ...]
    secrets: tuple[Line, ...]
    reminders: tuple[Reminders, ...]
    terrain: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as plain JSON values."""
        return asdict(self)


def sheet(state: MeetingState, side: int) -> TableSheet:
    """Return the sheet of a side, as far as its meeting has come; the scenario must be known (BFS-30.3.J)."""
    scenario = scenario_of(state)
    part: Part = "weaker" if state.role(side) == "weaker" else "stronger"
    other: Part = "stronger" if part == "weaker" else "weaker"
    return TableSheet(
        side=side,
        own=_figures(state, scenario, side),
        enemy=_figures(state, scenario, 1 - side),
        scenario=scenario.name,
        summary=scenario.summary,
        value=_value(state, scenario),
        turns=scenario.turns,
        ours=scenario.provenance.note if scenario.provenance.ours else "",
        initiative=_initiative(state, side),
        edge=state.edges.get(side, ""),
        table=f"{state.table['width']:g} × {state.table['depth']:g} cm",
        starting_orders=_starting_orders(scenario, part),
        objectives=tuple(
            Point(one["name"], one["x"], one["y"], one["radius"], one["placed"], one["text"])
            for one in state.objectives
        ),
        points=tuple(_points(scenario, part, YOU)),
        enemy_points=tuple(_points(scenario, other, ENEMY)),
        effects=tuple(_effects(state, side)),
        reconnaissance=tuple(_bought(state, side)),
        fortifications=tuple(_fortifications(state, side)),
        deployment=tuple(_steps(state, side)),
        away=tuple(_away(state, side)),
        squadrons=tuple(_squadrons(state, side)),
        robbers=tuple(_robbers(state, side)),
        markers=tuple(_markers(state, side)),
        losses=thresholds(state.forces[side].fv),
        enemy_losses=thresholds(state.forces[1 - side].fv),
        secrets=tuple(_secrets(state, side)),
        reminders=tuple(_grouped(state, scenario, side, part)),
        terrain=tuple(
            f"{pieces.words(one)}, {one['width']:g} × {one['depth']:g} cm at {one['x']:g}, {one['y']:g}"
            for one in state.terrain
        ),
    )


# -- head -----------------------------------------------------------------------------------------


def _figures(state: MeetingState, scenario: Scenario, side: int) -> Figures:
    force = state.forces[side]
    part = scenario.weaker if state.role(side) == "weaker" else scenario.stronger
    marked = tuple(sorted(force.marked))
    return Figures(state.sides[side], force.name, part, force.fsp, force.fv, force.rp, force.cp, marked)


def _value(state: MeetingState, scenario: Scenario) -> str:
    """Return the final value, and what it has bought (BFS-30.3.D.1)."""
    words = f"{state.scenario.value} FSP"
    bought = scenario.value_named(state.scenario.value) if scenario.variable else None
    return f"{words}: {bought.name}. {bought.text}" if bought else words


def _initiative(state: MeetingState, side: int) -> str:
    """Return who has the initiative in turn 1 (BFS-30.3.J)."""
    if state.initiative is None:
        return "rolled for in turn 1 as usual"
    return "yours in turn 1, without a roll" if state.initiative == side else "the enemy’s in turn 1"


def _starting_orders(scenario: Scenario, part: Part) -> Line:
    """Return whether this side has free orders in turn 1 (BFS-30.3.I.1)."""
    if scenario.starting_orders not in ("both", part):
        words = "No free orders in turn 1."
    elif scenario.starting_orders_text:
        words = "Free orders in turn 1."  # the text says for whom
    else:
        words = "One free order for each unit in turn 1."
    return Line(f"{words} {scenario.starting_orders_text}".strip(), "BFS-30.3.I.1", YOU)


def _points(scenario: Scenario, part: Part, whose: str) -> Iterator[Line]:
    """Yield the scenario points that a part can score."""
    for award in scenario.victory:
        if award.part in (part, "either"):
            most = f", {award.count} times at most" if award.count > 1 else ""
            yield Line(f"{award.points} {award.text}{most}", scenario.rule, whose)


# -- what is in force -----------------------------------------------------------------------------


def _whose(side: int | Part, of: int | Part | None) -> str:
    """Return who has to think of what is that of a side or part."""
    return BOTH if of is None else YOU if of == side else ENEMY


def _effects(state: MeetingState, side: int) -> Iterator[Line]:
    """Yield the additional effects of the weaker side (BFS-32), with whom they hit."""
    for effect in state.effects:
        drawn = effect.squadron or ((effect.unit,) if effect.unit else ())
        hit = named(state.units[id_] for id_ in drawn)
        if effect.commander:
            hit = state.commanders[effect.commander].name
        whom = f": {hit}" if hit else ""
        yield Line(f"{effect.name}{whom}", effect.rule, _whose(side, state.weaker))


def _bought(state: MeetingState, side: int) -> Iterator[Line]:
    """Yield the reconnaissance effects that were bought (BFS-33)."""
    buyer = state.reconnaissance.get("buyer")
    for effect in state.reconnaissance.get("effects", ()):
        yield Line(f"{effect['name']} ({effect['price']} points)", effect["rule"], _whose(side, buyer))


def _fortifications(state: MeetingState, side: int) -> Iterator[Line]:
    """Yield elements and portable obstacles of the weaker side (BFS-30.3.E)."""
    now = state.fortifications
    whose = _whose(side, state.weaker)
    if now["elements"]:
        yield Line(f"{now['elements']} elements of field fortifications", "BFS-30.3.E", whose)
    for kind, number in now["obstacles"].items():
        names = ", ".join(
            f"{state.units[unit].name} {elements}" for unit, elements in now["carriers"].get(kind, {}).items()
        )
        words = f"{number} elements: {kind.replace('_', ' ')}" + (f" ({names})" if names else "")
        yield Line(words, "BFS-29.9.1", whose)


def _steps(state: MeetingState, side: int) -> Iterator[Step]:
    for step in state.deployment.get("steps", ()):
        where = " or ".join(zone["words"] for zone in step["zones"])
        if step["enemy_cm"]:
            where += f", {step['enemy_cm']:g} cm or more from every enemy"
        names = tuple(state.units[id_].name for id_ in step["units"] or ())
        turn = step["turn"] if step["who"] == "late" else None
        text = step["text"] if where else ""
        yield Step(state.sides[step["side"]], step["side"] == side, names, where or step["text"], turn, text)


_AWAY: Mapping[str, tuple[str, str]] = {
    "reserves": ("in the reserves, delayed", "BFS-32.6"),
    "outmaneuvered": ("outmaneuvered, comes on after turn 1", "BFS-33.12"),
    "flank": ("on a flanking maneuver", "BFS-33.6.1"),
    "ambush": ("in ambush", "BFS-33.7.1"),
}


def _away(state: MeetingState, side: int) -> Iterator[Line]:
    for id_, place in state.set_aside.items():
        unit = state.units[id_]
        words, rule = _AWAY[place]
        lances = " without its lances" if id_ in state.deployment.get("without_lances", ()) else ""
        yield Line(f"{unit.name}: {words}{lances}", rule, _whose(side, unit.side))


def _squadrons(state: MeetingState, side: int) -> Iterator[Line]:
    for of in (side, 1 - side):
        for squadron in state.deployment.get("squadrons", {}).get(str(of), ()):
            names = named(state.units[id_] for id_ in squadron["units"])
            yield Line(f"{names}: {squadron['bases']} bases", "BFS-29.10.3", _whose(side, of))


def _robbers(state: MeetingState, side: int) -> Iterator[Line]:
    rule = "BFS-30.3.I.2"
    for of in (side, 1 - side):
        robbers = state.robbers.get(str(of), {})
        for unit, lost in robbers.get("losses", {}).items():
            points = f"{counted(lost, 'point')} of losses"
            yield Line(f"{state.units[unit].name} starts with {points}", rule, _whose(side, of))
        for unit in robbers.get("no_free_order", ()):
            alone = " and no squadron" if unit in robbers["no_squadron"] else ""
            where = ""
            if point := robbers["points"].get(unit):
                where = f"; within {point['within']:g} cm of {point['x']:g}, {point['y']:g}"
            text = f"{state.units[unit].name} has no free order{alone}{where}"
            yield Line(text, rule, _whose(side, of))


_MARKERS: Mapping[str, tuple[str, str]] = {
    "fatigue": ("discarded as morale falls; none left: −1 to Morale tests", "BFS-32.1.2"),
    "exhaustion": ("discarded as morale falls; none left: −2 to Morale tests in all", "BFS-32.11"),
    "enthusiasm": ("+1 to Morale tests in command range; may be spent to pass one", "BFS-32.2"),
}


def _markers(state: MeetingState, side: int) -> Iterator[Marker]:
    """Yield markers of effects, superiority and the Decisive Moment, by commanders that they lie by."""
    for of in (side, 1 - side):
        whose = _whose(side, of)
        for name, number in state.markers[of].items():
            text, rule = _MARKERS[name]
            yield Marker(name.capitalize(), number, whose, text, rule)
        if superior := state.superiority["markers"][of]:
            uses = "; ".join(USES[use][1] for use in state.superiority["uses"])
            yield Marker("Numerical superiority", superior, whose, uses, "BFS-30.6.1")
    buyer = state.reconnaissance.get("buyer")
    if any(effect["key"] == "decisive_moment" for effect in state.reconnaissance.get("effects", ())):
        text = "once in the game roll the own Initiative die again"
        yield Marker("Decisive moment", 1, _whose(side, buyer), text, "BFS-33.3")


def _secrets(state: MeetingState, side: int) -> Iterator[Line]:
    """Yield what this side has written down, and by which hash it can prove it (BFS-33.6.1)."""
    for secret in state.secrets.values():
        if secret.side != side:
            continue
        name = titled(secret.key)
        if secret.told is None:
            yield Line(f"{name}: on your own slip of paper; seal {secret.commitment}", "BFS-33.6.1", YOU)
        else:
            written = ", ".join(f"{key} {value}" for key, value in secret.told.items() if key != "salt")
            proof = f"Shown with its salt {secret.told['salt']} it proves the seal {secret.commitment}"
            yield Line(f"{name}: {written}. {proof}", "BFS-33.6.1", YOU)


# -- reminders ------------------------------------------------------------------------------------

_Moment = tuple[int, int]
"""Turn (0 before the battle, 90 from turn 2, 95 every turn, 99 the end) and phase, for sorting."""

_FROM_2, _EVERY, _END = 90, 95, 99
_PHASES = ("", "start", "orders", "movement", "combat", "end of the turn")
_BY_WORD = {"Initiative": 1, ORDERS: 2, MOVEMENT: 3, REORGANIZATION: 5}
_BY_WHEN: Mapping[str, int] = {
    "turn 1 start": 1, "orders": 2, "movement": 3, "combat": 4, "end of turn": 5, "from turn 2": 0,
    "any time": 0, "deployment": 0, "end of game": 0,
}  # fmt: skip


def _grouped(state: MeetingState, scenario: Scenario, side: int, part: Part) -> Iterator[Reminders]:
    """Yield every reminder and every special rule of the scenario under its moment (BFS-33.15)."""
    found: dict[_Moment, list[tuple[tuple[int, int], Line]]] = {}
    for special in scenario.special:
        if not special.open_at(state.scenario.value):
            continue
        line = Line(special.text, special.rule or scenario.rule, _whose(part, special.part))
        found.setdefault(_special_moment(special), []).append(((0, -1), line))
    for one in state.reminders:
        both = one.rule == "BFS-30.3.J" and state.initiative is None
        text = one.text if one.phase in ("", *_BY_WORD) else f"{one.phase}: {one.text}"
        line = Line(text, one.rule, BOTH if both else _whose(side, one.side))
        found.setdefault(_reminder_moment(one), []).append(((_within(one), one.order), line))
    for moment, line in _own(state, side):
        found.setdefault(moment, []).append(((1, 0), line))
    for moment in sorted(found):
        lines = sorted(found[moment], key=lambda each: each[0])
        yield Reminders(_title(moment), tuple(line for _, line in lines))


def _special_moment(special: Special) -> _Moment:
    fixed = {"end of game": (_END, 0), "deployment": (0, 0)}.get(special.when)
    usual = {"turn 1 start": 1, "from turn 2": _FROM_2}.get(special.when, _EVERY)
    return fixed or (usual if special.turn is None else special.turn, _BY_WHEN[special.when])


def _reminder_moment(one: Reminder) -> _Moment:
    phase = next((number for word, number in _BY_WORD.items() if one.phase.startswith(word)), 0)
    if one.turn is None:
        return _EVERY, phase
    # what begins in turn 2 goes on in later ones
    return {BEFORE: (0, 0), AFTER: (_END, 0), 1: (1, phase)}.get(one.turn, (_FROM_2, 0))


def _within(one: Reminder) -> int:
    """Return where in its phase a reminder comes: at the start, as a matter of course, or after another."""
    if one.phase.endswith(START):
        return 0
    return 1 if one.phase in ("", *_BY_WORD) else 2


def _own(state: MeetingState, side: int) -> Iterable[tuple[_Moment, Line]]:
    """Yield who comes late and, on the own sheet alone, the turn of the flanking maneuver (BFS-33.6.1)."""
    for step in state.deployment.get("steps", ()):
        if step["who"] == "late" and step["units"]:
            names = ", ".join(state.units[id_].name for id_ in step["units"])
            moment = step["turn"], _BY_WORD[MOVEMENT]
            text = f"{names} come onto the table; squadrons are declared then"
            yield moment, Line(text, "BFS-30.3.I", _whose(side, step["side"]))
    secret = state.secrets.get("flank_turn")
    if secret is not None and secret.side == side and secret.told is not None:
        text = "your flanking maneuver tests Skill and arrives: this is the turn that you have written down"
        yield (secret.told["turn"], _BY_WORD[REORGANIZATION]), Line(text, "BFS-33.6.2", YOU)


def _title(moment: _Moment) -> str:
    turn, phase = moment
    when = {0: "Before turn 1", _FROM_2: "From turn 2 on", _EVERY: "Every turn", _END: "End of the game"}.get(
        turn, f"Turn {turn}"
    )
    if phase:
        return f"{when}: {_PHASES[phase]}"
    return "At any time" if turn == _EVERY else when
