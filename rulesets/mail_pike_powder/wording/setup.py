"""What is said while a battle is set up."""

from __future__ import annotations

from rulesets.engine.wording import counted
from rulesets.mail_pike_powder.wording.events import FORMATIONS

LITERAL = "Deduct excess casualties and the combat difference in break tests, as the sheet says word for word"
NO_COMMANDER = "A battalia needs a commander"
NO_UNITS = "The list has no units"
FIRST = "Who deploys and moves first"
LINE_UP = "Draw up the battalia"
NO_ROOM = "There is no room there"
FINISH_TERRAIN = "The terrain is complete"
MUST_BE_GROUND = "must be an object with kinds of terrain under pool, and pieces"
NEEDS_POINTS = "must be two or more different points: [x1, y1, x2, y2 ...]"
NO_PLACE = "needs x, y, width, depth (and heading), an outline, or a line"
COMMANDER_IN_ZONE = "A commander is deployed in the own zone"


def battalia(number: int) -> str:
    return f"Battalia {number}"


def commander_of(name: str) -> str:
    return f"Commander of {name}"


def table_too_small(width: float, units: int) -> str:
    return f"A table {width:g} in wide has no room for {units} units in a deployment zone"


def rolled(mine: int, theirs: int) -> str:
    return f"{mine} against {theirs}"


def beyond_table(width: float, depth: float) -> str:
    return f"reaches beyond the table of {width:g} by {depth:g} in"


def place_terrain(number: int, least: int, most: int) -> str:
    return f"Place terrain: {counted(number, 'piece')} so far, {least} to {most} are usual"


def piece(name: str, at: str) -> str:
    return f"{name}, place {at}"


def own_piece(name: str) -> str:
    return f"{name}, a place of your own"


def which_battalia(side: str) -> str:
    return f"{side}: which battalia deploys next?"


def deploy(command: str) -> str:
    return f"Deploy {command}"


def where(unit: str) -> str:
    return f"Where does {unit} deploy?"


def draw_up(command: str, rest: int) -> str:
    return f"Draw up {command} ({rest} to place)"


def ready_place(at: str, x: float, y: float) -> str:
    return f"Place {at} ({x:.0f}, {y:.0f})"


def stands_in_zone(x0: float, y0: float, x1: float, y1: float) -> str:
    return f"The zone is from {x0:g} to {x1:g} across and from {y0:g} to {y1:g} in depth"


def stands_there(name: str) -> str:
    return f"{name} stands there"


DEPLOYS = "takes post"


def own_place(formation: str) -> str:
    return f"Place it yourself, {FORMATIONS[formation]}"
