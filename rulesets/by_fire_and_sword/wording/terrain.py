"""What the placing of terrain says: decisions, choices and refusals."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.wording import counted

# -- meeting/changing.py

CHANGE_WHAT = "Change one element of terrain, or add a road?"
CHOICE_OF_TERRAIN = "Choice of Terrain"
LEAVE_TABLE = "Leave the table as it is"


def add_where_you_choose(what: str) -> str:
    return f"Add a {what} where you choose"


def add_at(what: str, x: float, y: float) -> str:
    return f"Add a {what} at {x:g}, {y:g}"


def remove(piece: str) -> str:
    return f"Remove the {piece}"


TO_THE_EAST = "to the east"
TO_THE_NORTH = "to the north"


def move(piece: str) -> str:
    return f"Move the {piece}"


def move_to(piece: str, where: str) -> str:
    return f"Move the {piece} to the {where}"


def at(what: str, x: float, y: float) -> str:
    return f"{what} at {x:g}, {y:g}"


ADD_ROAD = "Add a road, from end to end"


def add_road(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"Add a road from {x1:g}, {y1:g} to {x2:g}, {y2:g}"


# -- meeting/placing.py


def table_too_small(least: float) -> str:
    return f"a table has sides of at least {least} cm"


def only_if_both_agree(wish: str) -> str:
    return f"{wish}: only if both players agree"


def is_placed(what: str) -> str:
    return f"a {what} is placed"


def too_much_atypical(allowed: int) -> str:
    return f"there is more than {counted(allowed, 'piece')} of atypical terrain"


def larger_than(most: float) -> str:
    return f"an element is larger than {most:g} x {most:g} cm"


def obstacle_too_long(most: float | None) -> str:
    return f"an obstacle is no longer than {most:g} cm"


def obstacle_too_short(least: float) -> str:
    return f"an obstacle is at least {least:g} cm long"


def element_too_small(least: float) -> str:
    return f"an element is at least {least:g} x {least:g} cm"


def single_building_too_large(most: float) -> str:
    return f"a single building has no side above {most:g} cm"


def large_building_too_small(above: float) -> str:
    return f"a large building has a side above {above:g} cm"


MIDDLE_ON_TABLE = "its middle must lie on the table"


def beyond_table(width: float, depth: float) -> str:
    return f"it reaches beyond the edges of the table of {width:g} x {depth:g} cm"


def obstacle_touches(what: str) -> str:
    return f"an obstacle may not touch another element: there is a {what}"


def too_close(gap: float, what: str, need: float) -> str:
    return f"it lies {gap:.1f} cm from a {what}: {need:g} cm are needed"


def objective_would_lie_in_it(objective: str) -> str:
    return f"the objective {objective} would lie in it, where nobody can stand"


def lies_on(what: str) -> str:
    return f"it would lie on a {what}: no terrain is put on other terrain"


def changed_element_too_large(across: float, deep: float) -> str:
    return f"the element that is changed is at most {across:g} x {deep:g} cm"


ATYPICAL_ALREADY = "there is atypical terrain on the table already"
NEEDS_CONSENT = "that kind of terrain needs the consent of both players"


def road_too_short(width: float) -> str:
    return f"a road is at least as long as it is wide: {width:g} cm"


def road_too_long(most: float) -> str:
    return f"the road of this effect is at most {most:g} cm long"


def road_on_terrain(what: str) -> str:
    return f"a road may not lie on other terrain: there is a {what}"


ROAD_MUST_TOUCH = "a road touches a table edge, another road or a built-up area"


# -- meeting/table.py


def beyond_table_of(width: float, depth: float) -> str:
    return f"reaches beyond the table of {width:g} x {depth:g} cm"


DEPTH_MISSING = "is missing: give the depth of the piece in cm"


# -- meeting/terrain.py


def scenario_piece_lies_there(what: str) -> str:
    return f"the scenario’s {what} lies there"


def who_is(part: str) -> str:
    return f"Who is the {part}"


def table_edge_of(part: str, half: int) -> str:
    return f"Table edge of the {part} (1 to {half}: southern)"


def edge_rolled(die: int, edge: str) -> str:
    return f"{die}: the {edge}ern edge"


def one_of_two(purpose: str, half: int, first: str) -> str:
    return f"{purpose} (1 to {half}: {first})"


def die_and_name(die: int, name: str) -> str:
    return f"{die}: {name}"


WHO_PLACES_FIRST = "Who places terrain first"


def place_element(count: int, number: int, given: int) -> str:
    """Ask for a piece; `given`: how many the scenario has brought, which are numbered on the table too."""
    brought = f"; the scenario has placed {given} on the table itself" if given else ""
    return f"Place terrain element {count} of {number}{brought}"


def size_and_place(width: float, depth: float, x: float, y: float) -> str:
    return f"{width:g} × {depth:g} cm at {x:g}, {y:g}"


def do_you_agree(what: str, where: str, reasons: Iterable[str]) -> str:
    return f"A {what} of {where}: do you agree that {', and that '.join(reasons)}?"


AGREE = "Agree: place it"
DECLINE = "Decline: place something else"
NO_ROOM = "There is no room: stop placing terrain"


def where_you_choose(what: str) -> str:
    return f"{what}, where you choose"


def of_size_at(what: str, width: float, depth: float, x: float, y: float) -> str:
    return f"{what}, {size_and_place(width, depth, x, y)}"


NEEDS_NO_CONSENT = "it needs no consent: place it"


def if_other_agrees(what: str) -> str:
    return f"{what}, larger or unusual: the other player must agree"


def pair(first: str, second: str) -> str:
    return f"{first} and {second}"


def fields_too_close(apart: float) -> str:
    return f"the two fields are separate elements: {apart:g} cm between them"


def as_one_choice(pair: str) -> str:
    return f"{pair}: two fields at once, where you choose"


def side_by_side(pair: str, x: float, y: float) -> str:
    return f"{pair}: two fields at once, side by side at {x:g}, {y:g}"
