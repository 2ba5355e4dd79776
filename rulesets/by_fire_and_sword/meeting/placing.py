"""What may lie where on the table (BFS-31.2 to BFS-31.7, BFS-32.9): each check with rule and reason.

At its head stand the limits of the tables: how many terrain elements, how large, how far apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import atan2, degrees, hypot
from typing import Any

from rulesets.by_fire_and_sword import pieces, tables
from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.pieces import CONTACT, LINEAR, ROAD_WIDTH, Piece
from rulesets.by_fire_and_sword.scenarios.definitions import Scenario
from rulesets.by_fire_and_sword.scenarios.frame import Frame
from rulesets.by_fire_and_sword.scenarios.reading import catalogue
from rulesets.by_fire_and_sword.wording import terrain as words
from rulesets.engine.decisions import Choice, Refusal
from rulesets.engine.geometry.spacing import point_polygon_gap, polygon_depth

TOUCH = 0.5
"""cm: a road whose end lies so near to an edge, a road or a village leads there."""
_ON_TABLE = 0.01
# Numbers come back from a page as decimals: the last digit must not break a limit.
_EPS = 1e-6


@dataclass(frozen=True, slots=True)
class Element:
    """A kind of terrain element: `typical` or not, whether both must consent; `most` cm a side at most (None:
    as all), `above`: at least one side is longer than that.
    """

    key: str
    name: str
    typical: bool
    consent: bool
    most: float | None
    above: float | None
    rule: str


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of all elements: number of atypical ones, least and greatest size and spacing in cm."""

    atypical: int
    least: float
    greatest: float
    spacing: float


@cache
def limits() -> Limits:
    """Return the row of BFS-31.6 (sizes of BFS-31.4, spacing of BFS-31.3)."""
    row = tables.plain_rows("terrain_limit")[0]
    return Limits(row["max_atypical"], row["min_size_cm"][0], row["max_size_cm"][0], row["spacing_cm"])


@cache
def elements() -> Mapping[str, Element]:
    """Return the kinds that may be placed as elements of BFS-31, by key."""
    rows = {row["name"]: row for row in tables.plain_rows("terrain_element")}
    # a large building has a side above what a single typical one may have (BFS-31.6)
    building = next(float(row["max_side_cm"]) for row in rows.values() if "max_side_cm" in row)
    found = {}
    for kind in pieces.kinds().values():
        if kind.element:
            row = rows[kind.element]
            most = row.get("max_side_cm") or row.get("max_length_cm")
            above = building if row["name"].startswith("Building above") else None
            typical = row["class"] == "typical"
            found[kind.key] = Element(
                kind.key, kind.name, typical, row["consent_both"], most, above, row["rule"]
            )
    return found


def number_of_elements(length: float, width: float) -> int:
    """Return 4, and 1 more for every full 20 cm above 100 on either side (BFS-31.2); sides in cm, at least
    100.

    Raises ValueError for a shorter side.
    """
    row = tables.plain_rows("terrain_count")[0]
    least, step = row["min_side_cm"], row["step_cm"]
    if min(length, width) < least:
        raise ValueError(words.table_too_small(least))
    return int(row["base"] + (length - least) // step + (width - least) // step)


def is_atypical(piece: Mapping[str, Any]) -> bool:
    """Return whether a piece counts as atypical terrain (BFS-31.6)."""
    element = elements().get(piece["kind"])
    return element is not None and not element.typical


# -- checks ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a piece may not lie there: rule, sentence, the number that is to blame ("" for the place)."""

    rule: str
    message: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that needs the consent of both players, or an agreement made before."""

    rule: str
    words: str


def scenario_of(state: MeetingState) -> Scenario:
    """Return the scenario that is played, of those that ship and those that the players brought along."""
    return catalogue(state.options.get("scenarios", ()))[state.scenario.key]


def frame_of(state: MeetingState) -> Frame:
    """Return the table with the edges as they are drawn; before that as the map has it."""
    edge = state.edges.get(weaker_part(state), "south")
    return Frame(state.table["width"], state.table["depth"], "north" if edge == "north" else "south")


def weaker_part(state: MeetingState) -> int:
    """Return the side with the weaker side's part on the map; at equal strength a die draws it."""
    return state.of_role("weaker")


def why_not(state: MeetingState, piece: Piece, *, consented: bool = False) -> str | None:
    """Return why a piece may not be placed as a terrain element, in one sentence; None if it may."""
    wrong = first_wrong(state, piece, consented=consented)
    return None if wrong is None else wrong.message


def first_wrong(state: MeetingState, piece: Piece, *, consented: bool = False) -> Wrong | None:
    """Return the first thing that forbids a piece as an element of BFS-31; `consented`: both want it."""
    # The distances to all other elements take longest, so they come last.
    checks = (sizes, on_the_table, clear_of_objectives, spacing)
    for wrong in (found for each in checks for found in each(state, piece)):
        return wrong
    for wish in () if consented else wishes(state, piece):
        return Wrong(wish.rule, words.only_if_both_agree(wish.words), "kind")
    return None


def check(wrong: Wrong | None) -> None:
    """Raise the Refusal of what is wrong, if anything is."""
    if wrong is not None:
        path = f"choice.{wrong.number}" if wrong.number else "choice.x"
        raise Refusal(wrong.message, rule=wrong.rule, path=path, code="terrain")


def fits(state: MeetingState, piece: Piece) -> bool:
    """Return whether a piece of a legal size may be placed without consent; quicker than to ask why not."""
    return (
        next(on_the_table(state, piece), None) is None
        and all(far_enough(piece, other) for other in state.terrain)
        and next(clear_of_objectives(state, piece), None) is None
        and not wishes(state, piece)
    )


# -- consent --------------------------------------------------------------------------------------


def wishes(state: MeetingState, piece: Piece) -> tuple[Wish, ...]:
    """Return what about a piece needs consent and was not agreed on before (BFS-31.4, BFS-31.6)."""
    found, element = [], elements()[piece["kind"]]
    if element.consent and not state.options.get("agreed_water"):
        found.append(Wish("BFS-31.6", words.is_placed(element.name.lower())))
    allowed = limits().atypical + int(state.options.get("more_atypical", 0))
    if not element.typical and atypical(state) >= allowed:
        text = words.too_much_atypical(allowed)
        found.append(Wish("BFS-31.6", text))
    if too_large(piece) and not state.options.get("larger_pieces"):
        most = limits().greatest
        found.append(Wish("BFS-31.4", words.larger_than(most)))
    return tuple(found)


def atypical(state: MeetingState) -> int:
    """Return the atypical elements on the table but for the scenario's own (BFS-31.6, BFS-31.6.2)."""
    return sum(is_atypical(piece) and not piece.get("scenario") for piece in state.terrain)


def too_large(piece: Piece) -> bool:
    """Return whether it is larger than 30 x 30 cm; linear water only by its breadth (BFS-31.4)."""
    most = limits().greatest + _EPS
    if piece["kind"] in LINEAR:
        return bool(piece["depth"] > most)
    return bool(piece["width"] > most or piece["depth"] > most)


# -- sizes ----------------------------------------------------------------------------------------


def sizes(_state: MeetingState, piece: Piece) -> Iterator[Wrong]:
    """Yield faults of an element that is smaller or longer than its kind may be (BFS-31.4, BFS-31.5)."""
    element, every = elements()[piece["kind"]], limits()
    if piece["kind"] == "obstacle":
        if piece["width"] > (element.most or every.greatest) + _EPS:
            yield Wrong("BFS-31.4", words.obstacle_too_long(element.most), "width")
        if piece["width"] < every.least - _EPS:
            yield Wrong("BFS-31.4", words.obstacle_too_short(every.least), "width")
        return
    for name in ("width", "depth"):
        if piece[name] < every.least - _EPS:
            text = words.element_too_small(every.least)
            yield Wrong("BFS-31.4", text, name)
        if element.most is not None and piece[name] > element.most + _EPS:
            text = words.single_building_too_large(element.most)
            yield Wrong("BFS-31.5", text, name)
    if element.above is not None and max(piece["width"], piece["depth"]) <= element.above:
        yield Wrong("BFS-31.6", words.large_building_too_small(element.above), "width")


def on_the_table(state: MeetingState, piece: Piece) -> Iterator[Wrong]:
    """Require a piece to lie on the table; water and roads may run beyond its edges."""
    width, depth = state.table["width"], state.table["depth"]
    if piece["kind"] in LINEAR:
        if not (0 <= piece["x"] <= width and 0 <= piece["y"] <= depth):
            yield Wrong("BFS-31.3", words.MIDDLE_ON_TABLE)
        return
    if pieces.overhang(piece, width, depth) > _ON_TABLE:
        yield Wrong("BFS-31.3", words.beyond_table(width, depth))


# -- places ---------------------------------------------------------------------------------------


def spacing(state: MeetingState, piece: Piece) -> Iterator[Wrong]:
    """Yield faults of spacing: 10 cm from every other element, an obstacle only no contact (BFS-31.3)."""
    for other in state.terrain:
        if far_enough(piece, other):
            continue
        name = pieces.words(other).lower()
        if "obstacle" in (piece["kind"], other["kind"]):
            yield Wrong("BFS-31.3", words.obstacle_touches(name))
        else:
            gap, need = pieces.gap(piece, other), limits().spacing
            yield Wrong("BFS-31.3", words.too_close(gap, name, need))


def far_enough(piece: Piece, other: Piece) -> bool:
    """Return whether two pieces are far enough apart: 10 cm, an obstacle only not in contact (BFS-31.3)."""
    if piece.get("id") and piece.get("id") == other.get("id"):
        return True
    obstacle = "obstacle" in (piece["kind"], other["kind"])
    need = CONTACT if obstacle else limits().spacing - _EPS
    return far(piece, other, need) or pieces.clear(piece, other, need)


def far(a: Mapping[str, Any], b: Mapping[str, Any], reach: float) -> bool:
    """Return quickly whether circles around two pieces are farther apart than `reach`."""
    around = hypot(a["width"], a["depth"]) / 2 + hypot(b["width"], b["depth"]) / 2
    return hypot(a["x"] - b["x"], a["y"] - b["y"]) - around > reach


def clear_of_objectives(state: MeetingState, piece: Piece) -> Iterator[Wrong]:
    """Yield objectives of the scenario that would lie where nobody can stand (BFS-30.2.5)."""
    if not pieces.kinds()[piece["kind"]].impassable or piece.get("scenario"):
        return
    flat = pieces.outline(piece)
    for name, x, y in objective_points(state):
        if point_polygon_gap(x, y, flat) <= CONTACT:
            yield Wrong("BFS-30.2.5", words.objective_would_lie_in_it(name))


def objective_points(state: MeetingState) -> Iterator[tuple[str, float, float]]:
    """Yield where objectives lie, or, while the edges are not drawn, where they may come to lie."""
    if not state.scenario.key:
        return
    scenario = scenario_of(state)
    width, depth = state.table["width"], state.table["depth"]
    # Before the edges are drawn either end of the table may become the weaker side's: both must stay free.
    frames = [frame_of(state)] if state.edges else [Frame(width, depth), Frame(width, depth, "north")]
    for objective in scenario.objective:
        if objective.placed == "set up" and not objective.terrain:
            for frame in frames:
                yield objective.name, *frame.objective(objective, state.terrain)


def not_on_others(state: MeetingState, piece: Piece) -> Iterator[Wrong]:
    """Yield terrain that an effect would put on top of other terrain (BFS-31.3.1)."""
    for other in state.terrain:
        if other["id"] == piece.get("id") or far(piece, other, 0.0):
            continue
        if polygon_depth(pieces.outline(piece), pieces.outline(other)) > CONTACT:
            name = pieces.words(other).lower()
            yield Wrong("BFS-31.3.1", words.lies_on(name))


# -- Choice of Terrain ----------------------------------------------------------------------------


def small_enough(piece: Piece) -> Iterator[Wrong]:
    """Yield a fault if the element that is changed is larger than 30 x 30 cm (BFS-32.9)."""
    effect = next(row for row in tables.plain_rows("additional_effect") if row["rule"] == "BFS-32.9")
    across, deep = effect["max_size_cm"]
    if piece["width"] > across + _EPS or piece["depth"] > deep + _EPS:
        yield Wrong("BFS-32.9", words.changed_element_too_large(across, deep), "width")


def first_wrong_by_effect(state: MeetingState, piece: Piece, *, added: bool) -> Wrong | None:
    """Return the first thing that forbids an element added or shifted by Choice of Terrain (BFS-32.9)."""
    found: list[Iterable[Wrong]] = [small_enough(piece)]
    if added:
        found += [sizes(state, piece), _first_atypical(state, piece)]
    found += [on_the_table(state, piece), clear_of_objectives(state, piece), not_on_others(state, piece)]
    return next((wrong for each in found for wrong in each), None)


def _first_atypical(state: MeetingState, piece: Piece) -> Iterator[Wrong]:
    if is_atypical(piece) and atypical(state):
        yield Wrong("BFS-32.9", words.ATYPICAL_ALREADY, "kind")
    if elements()[piece["kind"]].consent and not state.options.get("agreed_water"):
        yield Wrong("BFS-31.6", words.NEEDS_CONSENT, "kind")


def first_wrong_road(state: MeetingState, numbers: Choice) -> Wrong | None:
    """Return the first thing that forbids a road from (x1, y1) to (x2, y2) as an effect (BFS-31.7)."""
    return next(_wrong_roads(state, numbers), None)


def _wrong_roads(state: MeetingState, numbers: Choice) -> Iterator[Wrong]:
    effect = next(row for row in tables.plain_rows("additional_effect") if row["rule"] == "BFS-32.9")
    piece = road(numbers)
    if piece["width"] < ROAD_WIDTH:
        yield Wrong("BFS-31.7", words.road_too_short(ROAD_WIDTH), "x2")
        return
    if piece["width"] > effect["road_max_cm"] + _EPS:
        yield Wrong("BFS-31.7", words.road_too_long(effect["road_max_cm"]), "x2")
    for other in state.terrain:
        depth = 0.0 if far(piece, other, 0.0) else polygon_depth(pieces.outline(piece), pieces.outline(other))
        # A road may run a little into the village or road that it leads to.
        if depth > (TOUCH if other["kind"] in ("village", "road") else CONTACT):
            name = pieces.words(other).lower()
            yield Wrong("BFS-31.7", words.road_on_terrain(name))
    ends = (numbers["x1"], numbers["y1"]), (numbers["x2"], numbers["y2"])
    if not any(_leads(state, x, y) for x, y in ends):
        yield Wrong("BFS-31.7", words.ROAD_MUST_TOUCH, "x1")


def _leads(state: MeetingState, x: float, y: float) -> bool:
    """Return whether the end of a road lies at a table edge, another road or a built-up area."""
    if min(x, y, state.table["width"] - x, state.table["depth"] - y) <= TOUCH:
        return True
    return any(
        point_polygon_gap(x, y, pieces.outline(other)) <= TOUCH
        for other in state.terrain
        if other["kind"] in ("road", "village")
    )


def road(numbers: Choice) -> Piece:
    """Return a road from end to end, one base wide (BFS-20.8.2)."""
    x1, y1, x2, y2 = (numbers[name] for name in ("x1", "y1", "x2", "y2"))
    piece = pieces.make("road", (x1 + x2) / 2, (y1 + y2) / 2, hypot(x2 - x1, y2 - y1), ROAD_WIDTH)
    if piece["width"]:
        turn = degrees(atan2((y2 - y1) / piece["width"], (x2 - x1) / piece["width"]))
        # Taken modulo twice, for 359.99999 is rounded to 360.
        piece["angle"] = round(turn % 360.0, 4) % 360.0
    return piece
