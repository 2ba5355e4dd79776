"""Setting up the table (BFS-30.3.G, BFS-31): in turns, or as agreed on; edges, parts and objectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from rulesets.by_fire_and_sword import pieces
from rulesets.by_fire_and_sword.meeting.fieldevents import (
    Consented,
    EdgesDrawn,
    FirstDrawn,
    ObjectivePlaced,
    PiecePlaced,
    PieceRemoved,
    PlacingEnded,
)
from rulesets.by_fire_and_sword.meeting.placing import (
    Element,
    check,
    elements,
    far,
    first_wrong,
    fits,
    frame_of,
    limits,
    number_of_elements,
    scenario_of,
    wishes,
)
from rulesets.by_fire_and_sword.meeting.spots import PAIR_FIELD, pair_spots, spot, spots
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.meeting.table import read_pieces
from rulesets.by_fire_and_sword.pieces import LINEAR, OBSTACLE_DEPTH, Piece, gap, make, new_id
from rulesets.by_fire_and_sword.wording import terrain as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Choice, Decision, Group, Menu, Number, Option, Refusal, Steps
from rulesets.freetable.placing import heading, point

FIELDS = ("wheat_field", "ploughed_field")
_HALF = 5  # of the ten faces: one of two is drawn by low and high


def set_up(battle: Battle) -> Steps[None]:
    """Set up scenario terrain, terrain placed or agreed on, table edges, objectives (BFS-30.3.G)."""
    state: MeetingState = battle.state
    if scenario_of(state).edges_first:
        yield from _draw_edges(battle)
    wanted = state.options["terrain"]
    if isinstance(wanted, list):  # as the players have agreed on it, or loaded from a saved one (BFS-31.1)
        for piece in read_pieces(wanted, state.table["width"], state.table["depth"]):
            battle.apply(PiecePlaced("BFS-31.1", None, piece))
    _obligatory(battle)
    if wanted == "roll":
        yield from _together(battle)
    if not state.edges:
        yield from _draw_edges(battle)
    _objectives(battle)


def placed_elements(state: MeetingState) -> int:
    """Return how many elements players have placed; two fields of a choice are one (BFS-31.2, BFS-31.6.3)."""
    return len({piece["choice"] for piece in state.terrain if "choice" in piece})


# -- what is there before anybody places anything -------------------------------------------------


def _obligatory(battle: Battle) -> None:
    """Place the scenario's own terrain, beside the number of elements and before all of them (BFS-31.6.2).

    Pieces of an agreed table that are in its way are taken off.
    """
    state: MeetingState = battle.state
    frame = frame_of(state)
    for terrain in scenario_of(state).terrain:
        piece = frame.piece(terrain, id_=new_id(state.terrain))
        if terrain.on:
            under = next(each for each in state.terrain if each.get("scenario") == terrain.on)
            piece["on"] = under["id"]
        for other in [each for each in state.terrain if not each.get("scenario")]:
            if not far(piece, other, pieces.CONTACT) and gap(piece, other) <= pieces.CONTACT:
                why = words.scenario_piece_lies_there(pieces.words(piece).lower())
                battle.apply(PieceRemoved("BFS-30.3.G", None, other["id"], pieces.words(other), why))
        battle.apply(PiecePlaced("BFS-31.6.2", None, piece))


def _objectives(battle: Battle) -> None:
    """Place the scenario's objectives, where they are fixed (BFS-30.2.5)."""
    state: MeetingState = battle.state
    frame = frame_of(state)
    for objective in scenario_of(state).objective:
        x, y = frame.objective(objective, state.terrain)
        battle.apply(ObjectivePlaced("BFS-30.2.5", {
            "key": objective.key, "name": objective.name, "x": x, "y": y, "radius": objective.radius_cm,
            "placed": objective.placed, "text": objective.text,
        }))  # fmt: skip


def _draw_edges(battle: Battle) -> Steps[None]:
    """Draw the table edges, and at equal strength who has which part on the map (BFS-31.3).

    The agreed method: a die, 1 to 5 for the southern edge.
    """
    state: MeetingState = battle.state
    scenario = scenario_of(state)
    weaker = state.of_role("weaker")
    if state.weaker is None:
        weaker = yield from _one_of_two(battle, words.who_is(scenario.weaker.lower()), "BFS-30.3.C")
    text = words.table_edge_of(scenario.weaker.lower(), _HALF)
    dice = yield from battle.roll(text, side=weaker, sides=10, rule="BFS-31.3")
    edge = "south" if dice[0] <= _HALF else "north"
    battle.record(text, dice, words.edge_rolled(dice[0], edge), rule="BFS-31.3", side=weaker, sides=10)
    edges = {weaker: edge, 1 - weaker: "north" if edge == "south" else "south"}
    parts = {weaker: scenario.weaker, 1 - weaker: scenario.stronger}
    battle.apply(EdgesDrawn("BFS-31.3", (edges[0], edges[1]), weaker, (parts[0], parts[1])))


def _one_of_two(battle: Battle, purpose: str, rule: str) -> Steps[int]:
    """Return a side drawn by a die: 1 to 5 is side 0."""
    names = battle.side_name
    text = words.one_of_two(purpose, _HALF, names(0))
    dice = yield from battle.roll(text, side=0, sides=10, rule=rule)
    found = 0 if dice[0] <= _HALF else 1
    battle.record(text, dice, words.die_and_name(dice[0], names(found)), rule=rule, side=0, sides=10)
    return found


# -- in turns -------------------------------------------------------------------------------------


def _together(battle: Battle) -> Steps[None]:
    """Place elements in turns until the number is reached (BFS-31.2, BFS-31.3)."""
    state: MeetingState = battle.state
    number = number_of_elements(state.table["width"], state.table["depth"])
    side = yield from _one_of_two(battle, words.WHO_PLACES_FIRST, "BFS-31.3")
    battle.apply(FirstDrawn("BFS-31.3", side, number))
    paired: set[int] = set()
    for count in range(1, number + 1):
        placed = yield from _place(battle, side, count, number, pair=side not in paired)
        if not placed:
            battle.apply(PlacingEnded("BFS-31.3", count - 1, number))
            return
        if len(placed) > 1:
            paired.add(side)
        for piece in placed:
            battle.apply(PiecePlaced("BFS-31.3", side, {**piece, "choice": count, "placed_by": side}))
        side = 1 - side


def _place(battle: Battle, side: int, count: int, number: int, *, pair: bool) -> Steps[list[Piece]]:
    """Return the pieces of one choice: one, or two fields; none when there is no room for any."""
    state: MeetingState = battle.state
    refused: set[str] = set()
    while True:
        id_ = new_id(state.terrain)
        groups = list(_offers(state, id_, frozenset(refused), pair=pair))
        menu = Menu(*groups, ({"do": "none"}, partial(_no_room, state)))
        given = sum(1 for each in state.terrain if "choice" not in each)
        text = words.place_element(count, number, given)
        choice = yield Decision("place terrain", side, text, "BFS-31.3", menu)
        if choice["do"] == "none":
            return []
        found = _chosen(state, choice, id_)
        if choice["do"] == "propose" and not (yield from _consent(battle, 1 - side, found[0])):
            refused.add(choice["kind"])
            continue
        return found


def _consent(battle: Battle, side: int, piece: Piece) -> Steps[bool]:
    """Ask whether the other player agrees to a piece that needs consent (BFS-31.4, BFS-31.6)."""
    found = wishes(battle.state, piece)
    reasons = tuple(wish.words for wish in found)
    where = words.size_and_place(piece["width"], piece["depth"], piece["x"], piece["y"])
    text = words.do_you_agree(pieces.words(piece).lower(), where, reasons)
    options = (
        Option({"do": "agree"}, words.AGREE, found[0].rule),
        Option({"do": "refuse"}, words.DECLINE, found[0].rule),
    )
    choice = yield Decision("terrain consent", side, text, found[0].rule, options)
    agreed = bool(choice["do"] == "agree")
    battle.apply(Consented(found[0].rule, side, agreed, piece, reasons))
    return agreed


def _no_room(state: MeetingState) -> Iterator[Option]:
    """End the placing where not even the spots of any typical terrain are free."""
    width, depth = state.table["width"], state.table["depth"]
    for element in elements().values():
        if element.typical:
            for number in range(1, len(spots(element.key, width, depth)) + 1):
                if fits(state, spot(element.key, number, width, depth, id_="new")):
                    return
    yield Option({"do": "none"}, words.NO_ROOM, "BFS-31.3")


def _offers(state: MeetingState, id_: str, refused: frozenset[str], *, pair: bool) -> Iterator[Group]:
    """Yield every kind at a place of one's own, on a spot, as two fields, or as a proposal."""
    for element in elements().values():
        yield {"do": "place", "kind": element.key}, partial(_placings, state, element, id_)
    for kind in FIELDS if pair else ():
        for second in FIELDS:
            key = {"do": "place pair", "kind": kind, "second": second}
            yield key, partial(_pairs, state, kind, second, id_)
    for element in elements().values():
        if element.key not in refused:
            yield {"do": "propose", "kind": element.key}, partial(_proposal, state, element, id_)


def _placings(state: MeetingState, element: Element, id_: str) -> Menu:
    """Return an element at a place of one's own, and on each of its spots."""
    key = {"do": "place", "kind": element.key}
    number = len(spots(element.key, state.table["width"], state.table["depth"]))
    return Menu(
        ({**key, "at": ""}, partial(_free, state, element, id_)),
        *(
            ({**key, "at": str(at)}, partial(_on_spot, state, element, id_, at))
            for at in range(1, number + 1)
        ),
    )


def _free(state: MeetingState, element: Element, id_: str) -> Iterator[Option]:
    """Yield a place and a size of the player's own (BFS-31.3, BFS-31.4)."""
    probe = make(element.key, 0, 0, *pieces.kinds()[element.key].size_cm)
    if any(wish.rule != "BFS-31.4" for wish in wishes(state, probe)):
        return  # only as a proposal
    most = None if state.options.get("larger_pieces") else limits().greatest

    def checked(choice: Choice) -> None:
        check(first_wrong(state, _built(element.key, choice, id_)))

    text = words.where_you_choose(element.name)
    key = {"do": "place", "kind": element.key}
    yield Option(key, text, element.rule, _numbers(state, element, most), checked)


def _on_spot(state: MeetingState, element: Element, id_: str, number: int) -> Iterator[Option]:
    piece = spot(element.key, number, state.table["width"], state.table["depth"], id_=id_)
    if fits(state, piece):
        text = words.of_size_at(element.name, piece["width"], piece["depth"], piece["x"], piece["y"])
        yield Option({"do": "place", "kind": element.key, "at": str(number)}, text, element.rule)


def _proposal(state: MeetingState, element: Element, id_: str) -> Iterator[Option]:
    """Yield a piece that needs consent: by its kind or size, or as one more of atypical terrain."""

    def checked(choice: Choice) -> None:
        piece = _built(element.key, choice, id_)
        check(first_wrong(state, piece, consented=True))
        if not wishes(state, piece):
            raise Refusal(words.NEEDS_NO_CONSENT, rule="BFS-31.3", path="choice.do")

    if element.key == "obstacle" or element.most is not None:
        return  # no consent makes them longer (BFS-31.4), and a larger building is a kind of its own
    text = words.if_other_agrees(element.name)
    key = {"do": "propose", "kind": element.key}
    yield Option(key, text, element.rule, _numbers(state, element, None), checked)


def _numbers(state: MeetingState, element: Element, most: float | None) -> tuple[Number, ...]:
    """Return the numbers that place a piece, with limits; `most`: the longest side, None: the table."""
    width, depth = state.table["width"], state.table["depth"]
    every, linear = limits(), element.key in LINEAR
    across, deep = pieces.kinds()[element.key].size_cm
    side = element.most or most or max(width, depth)
    long = width + depth if linear else side
    place, angle = point((0, 0, width, depth), "cm", width / 2, depth / 2), heading("angle")
    if element.key == "obstacle":
        return (*place, Number("width", every.least, side, "cm", default=across, label="length"), angle)
    numbers = (
        *place,
        Number("width", every.least, long, "cm", default=across),
        Number("depth", every.least, side, "cm", default=deep),
        angle,
    )
    if element.key != "village":
        return numbers
    return (*numbers, Number("buildings", 2, 3, whole=True, default=2))


def _pairs(state: MeetingState, kind: str, second: str, id_: str) -> Iterator[Option]:
    """Yield two separate fields at once, one time for each player (BFS-31.6.3)."""
    names = words.pair(pieces.kinds()[kind].name, pieces.kinds()[second].name.lower())
    key = {"do": "place pair", "kind": kind, "second": second}
    most = max(state.table["width"], state.table["depth"])
    if not state.options.get("larger_pieces"):
        most = limits().greatest

    def checked(choice: Choice) -> None:
        one, other = _built_pair(choice, id_)
        check(first_wrong(state, one) or first_wrong(state, other))
        apart = limits().spacing
        if gap(one, other) < apart - 1e-6:
            raise Refusal(words.fields_too_close(apart), rule="BFS-31.6.3", path="choice.x2", code="terrain")

    yield Option(
        key,
        words.as_one_choice(names),
        "BFS-31.6.3",
        _pair_numbers(state, most),
        checked,
    )
    for number, (one, other) in enumerate(
        pair_spots(kind, second, state.table["width"], state.table["depth"]), start=1
    ):
        if fits(state, one) and fits(state, other):
            text = words.side_by_side(names, one["x"], one["y"])
            yield Option({**key, "at": str(number)}, text, "BFS-31.6.3")


def _pair_numbers(state: MeetingState, most: float) -> tuple[Number, ...]:
    width, depth, least = state.table["width"], state.table["depth"], limits().least
    found: list[Number] = []
    for mark in ("", "2"):
        found += [
            *point((0, 0, width, depth), "cm", mark=mark),
            Number(f"width{mark}", least, most, "cm", default=PAIR_FIELD[0]),
            Number(f"depth{mark}", least, most, "cm", default=PAIR_FIELD[1]),
            heading(f"angle{mark}"),
        ]
    return tuple(found)


# -- pieces from choices --------------------------------------------------------------------------


def _chosen(state: MeetingState, choice: Choice, id_: str) -> list[Piece]:
    width, depth = state.table["width"], state.table["depth"]
    if choice["do"] != "place pair":
        if "at" in choice:
            return [spot(choice["kind"], int(choice["at"]), width, depth, id_=id_)]
        return [_built(choice["kind"], choice, id_)]
    if "at" not in choice:
        return list(_built_pair(choice, id_))
    every = list(pair_spots(choice["kind"], choice["second"], width, depth))
    one, other = every[int(choice["at"]) - 1]
    return [{**one, "id": id_}, {**other, "id": f"{id_}b"}]


def _built(kind: str, numbers: Mapping[str, Any], id_: str) -> Piece:
    more = {"buildings": int(numbers.get("buildings") or 2)} if kind == "village" else {}
    depth = OBSTACLE_DEPTH if kind == "obstacle" else numbers["depth"]
    return make(kind, numbers["x"], numbers["y"], numbers["width"], depth, numbers["angle"], id=id_, **more)


def _built_pair(choice: Choice, id_: str) -> tuple[Piece, Piece]:
    other = {name: choice[f"{name}2"] for name in ("x", "y", "width", "depth", "angle")}
    return _built(choice["kind"], choice, id_), _built(choice["second"], other, f"{id_}b")


# -- the policy of an automatic player ------------------------------------------------------------

_WANTED = ("hill", "grove", "wheat_field", "forest", "obstacle", "grove", "ploughed_field", "building")
_SPREAD = (7, 19, 9, 17, 3, 23, 11, 15, 8, 18, 6, 20, 10, 16, 2, 24, 12, 14, 4, 22, 1, 25, 5, 21, 13)
"""The spots in the order in which they are tried: inner corners first, so that terrain is fought over."""


def policy(battle: Battle, decision: Decision) -> Choice:
    """Place terrain of alternating kinds, well spread: for who plays automatically."""
    state: MeetingState = battle.state
    done = placed_elements(state)
    width, depth = state.table["width"], state.table["depth"]
    for step in range(len(_WANTED)):
        kind = _WANTED[(done + step) % len(_WANTED)]
        for number in _SPREAD:
            if fits(state, spot(kind, number, width, depth, id_="new")):
                return {"do": "place", "kind": kind, "at": str(number)}
    for option in decision.options:
        if not option.params:
            return dict(option.key)
    raise RuntimeError("a table without room has the option to end placing")
