"""Words of the pages of scenarios: the summary, the fields of the map, the figures of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# -- what a scenario says of itself -----------------------------------------------------------------

STATUSES = (
    ("stated", "a figure of the rules themselves"),
    ("found", "found in what was published of the same family of rules"),
    ("recommended", "ours: the rules leave it to a lost sheet"),
    ("scenario", "changed by this scenario"),
)
TRAININGS = {"well_trained": "well trained", "poorly_trained": "poorly trained", "unspecified": "not said"}

MAP = "Map"
ROUNDS = "Rounds"
NO_LIMIT = "no limit"
AFTER_LAST_ROUND = "After the last round"
SCALE = "Scale"
STANDS = "Stands"
BREAK_POINTS = "Break points"
TRAINING = "Training"
NO_GENERAL = "No General"
GENERAL = "General"
SP = "SP"
MP = "MP"
CHARGE = "Charge"
ORDERS = "Orders"
FIRE = "Fire"
IN_ZONE = "in its zone"

RING = "A ring is a General."
DOTTED = "Dotted hexes are those by which stands come later."
DASHED = "A dashed line is around a zone of deployment."


def side(number: int) -> str:
    return f"Side {number}"


def size(columns: int, rows: int) -> str:
    return f"{columns} × {rows} hexes"


def map_of(scenario: str) -> str:
    return f"The map of {scenario}"


def bottom_and_top(bottom: str, top: str) -> str:
    return f"{bottom} at the bottom, {top} at the top."


def leader_of(side_: str, leader: str) -> str:
    return f"{side_}: {leader or GENERAL}"


def not_drawn(leaders: Iterable[str]) -> str:
    return f"Not drawn, for their players choose the stand that they begin with: {', '.join(leaders)}."


def stand_on_map(side_: str, stand: str, place: str, facing: str) -> str:
    return f"{side_}: {stand}, hex {place}, facing {facing}"


def breaks_at(points: int, broken: int, percent: int) -> str:
    return f"{points}, breaks at {broken} ({percent}%)"


def graded(grade: str, figures: str) -> str:
    return f"{grade}, {figures}"


def general(name: str, grade: str) -> str:
    return f"{name or GENERAL}: {grade}"


def general_figures(initiative: str, command_range: int) -> str:
    return f"{initiative} to initiative, commands {command_range}H"


def bonus(first: int, after: int) -> str:
    return f"{first}" if first == after else f"{first}, then {after}"


def contact_fire(dice: int) -> str:
    return f"{dice}D6 on contact"


def placed(place: str, facing: str) -> str:
    return f"{place}, facing {facing}"


def comes(round_: int, hexes: Iterable[str]) -> str:
    return f"from round {round_} by {' '.join(hexes)}"


# -- the sheet --------------------------------------------------------------------------------------

PARTS = {
    "weapons": ("Weapons", "D6 added to the SP of who fires, by range; empty: out of range."),
    "fire": ("Firing", "D6 added to a shot."),
    "melee": ("Melee", "D6 added in melee."),
    "terrain": ("Terrain", "What a hex costs to enter or a hex side to cross; D6 of fire and melee."),
    "generals": ("Generals", "Added to the initiative; how far they command, in H."),
    "numbers": ("Set-up and orders", "In H."),
}
"""Name and help of each part whose figures may be changed."""
SUMMARIES = {
    "weapons": "Weapons: D6 added to SP, by range", "fire": "Firing", "melee": "Melee",
    "terrain": "Terrain: MP to enter or cross", "generals": "Generals", "numbers": "Numbers",
}  # fmt: skip
CLASSES = {
    "mcs": "mounted combat", "foot_cs": "foot combat", "shot": "Shot", "skirmisher": "Skirmishers",
    "dragoon": "Dragoons", "light_cavalry": "Light Cavalry", "artillery": "Artillery",
}  # fmt: skip
FIGURE_NAMES = {
    "columns": "Columns of the usual map",
    "rows": "Rows of the usual map",
    "zone_depth": "Depth of the deployment zones, in H",
    "rounds": "Rounds (0: no limit)",
    "break_percent": "Break level, in percent of the break points",
    "well_trained_range": "Order Tests of a well trained army are harder beyond, in H",
    "poorly_trained_range": "Order Tests of a poorly trained army are harder beyond, in H",
}
ENTRIES: Mapping[Any, str] = {"all": "a whole move", "all_d": "a whole move, disordered", "no": "no"}
CHARGE_BONUS = "Charge Bonus"
KEPT = {False: "kept", True: "lost"}
SIGHT = {False: "clear", True: "one hex deep"}
COMMANDS = "commands, in H"
NOT_SAID = "not said"


def move_points(number: int) -> str:
    return f"{number} MP"


def level(number: int) -> str:
    return f"level {number}"


# -- the map and the sides --------------------------------------------------------------------------

_HEXES = "row by row from the top, one sign per hex"
HEIGHTS_HELP = (
    f"{_HEXES.capitalize()}: 0 plain, 1 hillside, 2 hilltop. Leave empty for the levels of the terrain."
)
ROADS_HELP = (
    f"{_HEXES.capitalize()}: = where a road runs, . where none does, - for a second road beside the first, "
    "+ where the two meet. Leave empty for no roads."
)
COLUMNS = "Columns"
ROWS = "Rows"
TERRAIN = "Terrain"
HEIGHTS = "Levels"
ROADS = "Roads"
EDGES = "Hex sides"
UNNAMED = ("First side", "Second side")
LEVELS = ("Plain", "Hillside", "Hilltop")
ROAD_PAINTS = ("Road", "Second road beside it", "Where two roads meet")
NO_ROAD = "No road"
THE_MAP = "The map"

SIDE_FIELDS = {
    "name": ("Name", ""),
    "break_percent": ("Break level in percent", "Of its break points. Leave empty for that of its list."),
    "placements": (
        "Starting hexes of its stands",
        "One line per stand: key, hex, facing, such as “c1u2 0509 north”. The player deploys all other "
        "stands in the zone.",
    ),
    "generals": (
        "Starting hexes of its Generals",
        "One line per General: key of the group and the hex of one of its stands, such as “c1 0509”.",
    ),
    "zone": ("Deployment zone", "Hexes, such as “0110 0210”. Leave empty for the strip along its edge."),
    "arrivals": (
        "Reinforcements",
        "One line per stand: key, round, and the hexes where it may enter, such as “c2u1 4 0110”.",
    ),
}
"""Label and help of what is asked of a side."""


def placements_help(names: Mapping[str, str]) -> str:
    """Return the help of the starting hexes, with the keys to type for the stands."""
    keys = "; ".join(f"{key} {name}" for key, name in names.items())
    return f"{SIDE_FIELDS['placements'][1]} Keys: {keys}."


def group(number: int) -> str:
    """Return what a group without a name is called."""
    return f"Group {number}"


def terrain_help(kinds: Iterable[tuple[str, str]]) -> str:
    """Return the help of the terrain, with each letter and its kind."""
    known = ", ".join(f"{letter} {kind}" for letter, kind in kinds)
    return f"{_HEXES}: {known}.".capitalize()


def from_to(low: int, high: int) -> str:
    return f"{low} to {high}"


def edges_help(kinds: Iterable[str]) -> str:
    return f"One line per side: hex, side (E NE NW W SW SE), and what lies there: {', '.join(kinds)}."


def zone_of(side_: str) -> str:
    return f"Zone of {side_}"
