"""The additional effect Choice of Terrain (BFS-32.9): one element added, taken away or shifted, or a road."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting.fieldevents import PiecePlaced, PieceRemoved, PieceShifted
from rulesets.by_fire_and_sword.meeting.placing import (
    Element,
    check,
    elements,
    first_wrong_by_effect,
    first_wrong_road,
    limits,
    road,
    small_enough,
)
from rulesets.by_fire_and_sword.meeting.spots import STEPS, roads, spot, spots
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.pieces import OBSTACLE_DEPTH, Piece, make, new_id
from rulesets.by_fire_and_sword.wording import terrain as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Number, Option, Steps
from rulesets.freetable.placing import ends, heading, point

RULE = "BFS-32.9"


def choice_of_terrain(battle: Battle, side: int) -> Steps[None]:
    """Let `side` change one element, after table and edges, before any deployment (BFS-32.9)."""
    state: MeetingState = battle.state
    id_ = new_id(state.terrain)
    menu = Menu(
        *_additions(state, id_),
        ({"do": "remove"}, partial(_removals, state)),
        ({"do": "shift"}, partial(_shifts, state)),
        ({"do": "road"}, partial(_roads, state)),
        ({"do": "leave"}, _leaving),
    )
    text = words.CHANGE_WHAT
    choice = yield Decision("choice of terrain", side, text, RULE, menu)
    by_id = {piece["id"]: piece for piece in state.terrain}
    if choice["do"] == "add":
        battle.apply(PiecePlaced(RULE, side, _added(state, choice, id_)))
    elif choice["do"] == "road":
        battle.apply(PiecePlaced("BFS-31.7", side, {**road(_road_numbers(state, choice)), "id": id_}))
    elif choice["do"] == "remove":
        text = pieces.words(by_id[choice["piece"]])
        battle.apply(PieceRemoved(RULE, side, choice["piece"], text, words.CHOICE_OF_TERRAIN))
    elif choice["do"] == "shift":
        battle.apply(PieceShifted(RULE, side, _shifted(by_id[choice["piece"]], choice)))


def _leaving() -> Iterator[Option]:
    yield Option({"do": "leave"}, words.LEAVE_TABLE, RULE)


# -- adding ---------------------------------------------------------------------------------------


def _additions(state: MeetingState, id_: str) -> Iterator[Group]:
    for element in elements().values():
        key = {"do": "add", "kind": element.key}
        yield key, partial(_addition, state, element, id_)
        for number in range(1, len(spots(element.key, state.table["width"], state.table["depth"])) + 1):
            yield {**key, "at": str(number)}, partial(_on_spot, state, element, id_, number)


def _addition(state: MeetingState, element: Element, id_: str) -> Iterator[Option]:
    across, deep = pieces.kinds()[element.key].size_cm
    probe = make(element.key, 0, 0, across, deep, id=id_)
    wrong = first_wrong_by_effect(state, probe, added=True)
    if wrong is not None and wrong.number == "kind":
        return
    width, depth, every = state.table["width"], state.table["depth"], limits()
    most = element.most or every.greatest
    numbers = [*point((0, 0, width, depth), "cm"), Number("width", every.least, most, "cm", default=across)]
    if element.key != "obstacle":
        numbers.append(Number("depth", every.least, most, "cm", default=deep))
    numbers.append(heading("angle"))
    if element.key == "village":
        numbers.append(Number("buildings", 2, 3, whole=True, default=2))

    def checked(choice: Choice) -> None:
        check(first_wrong_by_effect(state, _added(state, choice, id_), added=True))

    text = words.add_where_you_choose(element.name.lower())
    yield Option({"do": "add", "kind": element.key}, text, RULE, tuple(numbers), checked)


def _on_spot(state: MeetingState, element: Element, id_: str, number: int) -> Iterator[Option]:
    piece = spot(element.key, number, state.table["width"], state.table["depth"], id_=id_)
    if first_wrong_by_effect(state, piece, added=True) is None:
        text = words.add_at(element.name.lower(), piece["x"], piece["y"])
        yield Option({"do": "add", "kind": element.key, "at": str(number)}, text, RULE)


def _added(state: MeetingState, choice: Choice, id_: str) -> Piece:
    kind = choice["kind"]
    if "at" in choice:
        return spot(kind, int(choice["at"]), state.table["width"], state.table["depth"], id_=id_)
    depth = OBSTACLE_DEPTH if kind == "obstacle" else choice["depth"]
    more: dict[str, Any] = {"buildings": int(choice["buildings"])} if kind == "village" else {}
    return make(kind, choice["x"], choice["y"], choice["width"], depth, choice["angle"], id=id_, **more)


# -- taking away and shifting ---------------------------------------------------------------------


def _changeable(state: MeetingState) -> Iterator[Piece]:
    """Yield elements of 30 x 30 cm or less that the scenario does not need."""
    for piece in state.terrain:
        if not piece.get("scenario") and next(small_enough(piece), None) is None:
            yield piece


def _removals(state: MeetingState) -> Iterator[Option]:
    for piece in _changeable(state):
        yield Option({"do": "remove", "piece": piece["id"]}, words.remove(_where(piece)), RULE)


def _shifts(state: MeetingState) -> Iterator[Option]:
    width, depth = state.table["width"], state.table["depth"]
    for piece in _changeable(state):
        numbers = (
            Number("dx", -width, width, "cm", label=words.TO_THE_EAST),
            Number("dy", -depth, depth, "cm", default=0, label=words.TO_THE_NORTH),
            Number("turn", -180, 180, "degrees", default=0),
        )
        key = {"do": "shift", "piece": piece["id"]}
        yield Option(key, words.move(_where(piece)), RULE, numbers, partial(_check_shift, state, piece))
        for to in STEPS:
            if first_wrong_by_effect(state, _shifted(piece, {"to": to}), added=False) is None:
                yield Option({**key, "to": to}, words.move_to(_where(piece), to), RULE)


def _check_shift(state: MeetingState, piece: Piece, choice: Choice) -> None:
    check(first_wrong_by_effect(state, _shifted(piece, choice), added=False))


def _shifted(piece: Piece, choice: Choice) -> Piece:
    dx, dy = STEPS[choice["to"]] if "to" in choice else (choice["dx"], choice["dy"])
    turn = choice.get("turn", 0)
    moved = make(
        piece["kind"], piece["x"] + dx, piece["y"] + dy, piece["width"], piece["depth"], piece["angle"] + turn
    )
    return {**piece, **moved}


def _where(piece: Piece) -> str:
    return words.at(pieces.words(piece).lower(), piece["x"], piece["y"])


# -- roads ----------------------------------------------------------------------------------------


def _roads(state: MeetingState) -> Iterator[Option]:
    """Yield a road, by its two ends (BFS-31.7)."""
    width, depth = state.table["width"], state.table["depth"]
    numbers = ends((width, depth), "cm")

    def checked(choice: Choice) -> None:
        check(first_wrong_road(state, choice))

    yield Option({"do": "road"}, words.ADD_ROAD, "BFS-31.7", numbers, checked)
    for number, (x1, y1, x2, y2) in enumerate(roads(width, depth), start=1):
        road_ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        if first_wrong_road(state, road_ends) is None:
            text = words.add_road(x1, y1, x2, y2)
            yield Option({"do": "road", "at": str(number)}, text, "BFS-31.7")


def _road_numbers(state: MeetingState, choice: Choice) -> Choice:
    if "at" not in choice:
        return choice
    every = list(roads(state.table["width"], state.table["depth"]))
    return dict(zip(("x1", "y1", "x2", "y2"), every[int(choice["at"]) - 1], strict=True))


# -- the policy of an automatic player ------------------------------------------------------------


def policy(battle: Battle, decision: Decision) -> Choice:
    """Take away the atypical piece nearest to the own edge, if any: for who plays automatically."""
    state: MeetingState = battle.state
    edge = state.edges.get(decision.side, "south")
    near = [
        (piece["y"] if edge == "south" else state.table["depth"] - piece["y"], piece["id"])
        for piece in _changeable(state)
        if not elements()[piece["kind"]].typical
    ]
    return {"do": "remove", "piece": min(near)[1]} if near else {"do": "leave"}
