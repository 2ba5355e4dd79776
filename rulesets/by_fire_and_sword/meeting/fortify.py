"""Field fortifications and portable obstacles of the weaker side (BFS-30.3.E, BFS-29.9.1, BFS-29.9.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesets.by_fire_and_sword.armies.prices import element_price
from rulesets.by_fire_and_sword.meeting.events import Fortified
from rulesets.by_fire_and_sword.meeting.state import MeetingState, Unit
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.wording import meeting as words
from rulesets.by_fire_and_sword.wording.armies import CHEVAUX_DE_FRISE
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Number, Option, Steps

ELEMENTS = "field fortification"
KOBYLICA, CHEVAUX = "kobylica", "chevaux_de_frise"
OBSTACLES = (KOBYLICA, CHEVAUX)
"""What may be bought in place of fortifications; caltrops never are (BFS-29.9.1)."""

NAMES = {KOBYLICA: "kobylicas", CHEVAUX: CHEVAUX_DE_FRISE}

Carriers = dict[str, dict[str, int]]


def fortify(battle: Battle) -> Steps[None]:
    """Let the weaker side buy elements and portable obstacles where the scenario has fortifications
    (BFS-30.2.3, BFS-30.3.E).

    It buys as many as it likes, as long as scenario and purchases do not exceed the advantage.
    """
    state: MeetingState = battle.state
    room = room_of(state)
    if state.weaker is None or room <= 0:
        return
    elements: int = 0
    carriers: Carriers = {}
    while len(options := tuple(_options(state, elements, carriers, room))) > 1:
        text = words.what_is_built(cost(elements, carriers), room)
        choice = yield Decision("fortifications", state.weaker, text, "BFS-30.3.E", options)
        if choice["do"] == "done":
            break
        if choice["do"] == "elements":
            elements = int(choice["elements"])
        else:
            number = choice.get("elements", state.units[choice["unit"]].of.bases)
            carriers = _with(carriers, choice["do"], choice["unit"], number)
    obstacles = {kind: sum(units.values()) for kind, units in carriers.items()}
    spent = cost(elements, carriers)
    battle.apply(Fortified("BFS-30.3.E", state.weaker, elements, obstacles, carriers, spent))


def room_of(state: MeetingState) -> int:
    """Return the FSP that may be spent on fortifications in this scenario (BFS-30.3.E)."""
    if state.weaker is None:
        return 0
    allowed = catalogue(state.options["scenarios"])[state.scenario.key].fortifications
    return max(0, state.advantage - state.scenario.value) if allowed == "weaker" else 0


def cost(elements: int, carriers: Mapping[str, Mapping[str, int]] | None = None) -> int:
    """Return the FSP of elements and obstacles, each kind rounded up by itself (BFS-30.3.E, BFS-29.9.3)."""
    bought = {ELEMENTS: elements, **{kind: sum(units.values()) for kind, units in (carriers or {}).items()}}
    return sum(-(-number // per_fsp(what)) for what, number in bought.items())


def per_fsp(what: str) -> int:
    """Return how many elements 1 FSP buys (BFS-29.9.3)."""
    return element_price(what).elements_per_fsp


def may_carry(unit: Unit, kind: str) -> int:
    """Return how many elements a unit may have, 0 if its list allows it none (BFS-28.1.1, BFS-29.9.4)."""
    return unit.of.bases if kind in unit.of.carries else 0


def _options(state: MeetingState, elements: int, carriers: Carriers, room: int) -> Iterator[Option]:
    """Yield what may be bought next. A thing that was bought is offered again only as long as it may grow."""
    assert state.weaker is not None
    done = words.finish_building(bool(elements or carriers))
    left = room - cost(0, carriers)
    most = left * per_fsp(ELEMENTS)
    if most and not elements:
        number = Number("elements", 1, most, "elements", whole=True)
        label = words.fortifications(per_fsp(ELEMENTS))
        yield Option({"do": "elements"}, label, "BFS-30.3.E", (number,))
    taken = {id_ for units in carriers.values() for id_ in units}
    for unit in state.units_of(state.weaker):
        if unit.id not in taken:
            yield from _carrying(unit, elements, carriers, room)
    yield Option({"do": "done"}, done, "BFS-30.3.E")


def _carrying(unit: Unit, elements: int, carriers: Carriers, room: int) -> Iterator[Option]:
    """Yield obstacles for a unit: one kobylica for each base, chevaux de frise up to that (BFS-29.9.4)."""
    for kind in OBSTACLES:
        bases = may_carry(unit, kind)
        # The price goes by started groups over all units, so what still fits is tried rather than computed.
        fitting = [
            number
            for number in range(1, bases + 1)
            if cost(elements, _with(carriers, kind, unit.id, number)) <= room
        ]
        key = {"do": kind, "unit": unit.id}
        if kind == KOBYLICA and bases in fitting:
            more = cost(elements, _with(carriers, kind, unit.id, bases)) - cost(elements, carriers)
            yield Option(key, words.kobylicas_for(unit.name, bases, more), "BFS-29.9.4")
        elif kind == CHEVAUX and fitting:
            number = Number("elements", 1, fitting[-1], "elements", whole=True)
            yield Option(key, words.chevaux_de_frise_for(unit.name, per_fsp(kind)), "BFS-29.9.4", (number,))


def _with(carriers: Carriers, kind: str, unit: str, number: int) -> Carriers:
    return {**carriers, kind: {**carriers.get(kind, {}), unit: number}}
