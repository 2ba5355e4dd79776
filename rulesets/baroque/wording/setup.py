"""Sentences before the first turn: reading a set-up, terrain, deployment."""

from __future__ import annotations

from rulesets.engine.wording import capfirst, counted

# -- reading ----------------------------------------------------------------------------------------

BAGGAGE = "Baggage"


def command_number(number: int) -> str:
    return f"Command {number}"


def leader_of(command: str) -> str:
    return f"the leader of {command}"


ID_OF_CAMP = "'baggage' is the id of the camp: give the unit another"
NO_LEADER = "is missing: every command of a battle has a leader (BQ-2.1.a)"
NO_UNITS = "have no units: there is nobody to fight with"


def table_too_small(width: float, units: int) -> str:
    return f"is {width:g} BU wide: too small for {units} units to deploy on"


DESTINY_USED = "Rolls of Destiny may be used"
FRESH_COUNT = "a unit that withdraws Fresh costs its VD like one that withdraws Exhausted"
DISORDER_ADDS = "a Disordered unit that fails a Cohesion Test loses 1 VBU more for accumulated Disorder"
BREAK_ONCE = "a command that has reached its break point tests once, not at the end of every later turn"
RIVER_STATE = "the state of the river, rolled for after deployment unless it is agreed on"


def no_place(area: bool) -> str:
    need = "give x, y, width and depth, or outline" if area else "give outline"
    return f"has no place: {need}"


NEEDS_POINTS = "must be two or more different points as [x1, y1, x2, y2 ...]"


def beyond_table(width: float, depth: float) -> str:
    return f"reaches beyond the table of {width:g} x {depth:g} BU"


MUST_BE_GROUND = "must be an object with pool and pieces"
FOR_PROCEDURE = "is for terrain that is placed by the procedure: set terrain to roll"
NOT_PART_OF_GROUND = "is not a part of a ground: choose from pool, pieces"
MUST_BE_KINDS = "must be a list of kinds of terrain"


MUST_BE_PIECES = "must be a list of pieces of terrain"

# -- terrain ----------------------------------------------------------------------------------------


def not_out_of_format(kind: str) -> str:
    return f"no {kind} may be out of format"


LEADS_NOWHERE = "a line must lead somewhere: its ends are one point"
NOT_WHOLLY_ON_TABLE = "a piece lies wholly on the table"
ONE_LARGE_PIECE = "only one piece may be larger than 4 x 4 BU, and one is already: make this one smaller"


def river_slants(degrees: float) -> str:
    return f"a river may slant by {degrees:g} degrees at most"


ROAD_LEADS = "a road leads to two opposite table sides, or from one to another road"


def borders_on(kind: str) -> str:
    return f"a piece out of format may not border on a {kind}"


def piece_in_way(kind: str) -> str:
    return f"there is a {kind} in the way"


RIVER = "River"


def rolled(die: int, state: str) -> str:
    return f"{die}: {state}"


TERRAIN = "Terrain"
TERRAIN_CHALLENGE = "Challenge for the terrain"


def challenge_needs(against: int, die: int) -> str:
    result = "First Player now" if die > against else "Second Player still"
    return f"needs more than {against}: {die}, {result}"


def challenge(best: int, chance: float) -> str:
    return f"Challenge: more than {best} ({chance:.0%}) makes you First Player, who places the terrain"


def hopeless_challenge(best: int, own: int) -> str:
    return f"Challenge: it cannot beat a {best}; the new die only replaces your {own}"


def asks_challenge(best: int, left: int) -> str:
    return f"Terrain: the other side rolled {best}. Roll another Exploration Die to beat it? You have {left}."


STAY_SECOND = "Stay Second Player, who may change the terrain"


def place_terrain(least: int, most: int, spent: int) -> str:
    wanted = f"{least} to {most}" if least < most else f"{most}"
    return f"Place a piece of terrain. Together your pieces use {wanted} options; so far they use {spent}"


FINISH_TERRAIN = "Finish the terrain"


def with_cost(name: str, cost: int) -> str:
    return f"{name} ({counted(cost, 'option')})"


def at_place(piece: str, at: str) -> str:
    return f"{piece}, place {at}"


def costs_too_much(options: int, left: int) -> str:
    return f"takes {options} options, {left} are left"


KEEP_TERRAIN = "Keep the terrain as it is"


def change_terrain(left: int, budget: int) -> str:
    return f"Move or remove terrain: {left} of {budget} options left"


def remove(piece: str) -> str:
    return f"Remove {piece}"


def move(piece: str) -> str:
    return f"Move {piece}"


def move_to(piece: str, to: str) -> str:
    return f"Move {piece} {to}"


RIVER_MOVES_ALONG = "a river moves along the long sides only"
FORD_OR_BRIDGE = "Ford or bridge"


def rolled_crossing(die: int, kind: str) -> str:
    return f"{die}: a {kind}"


def crossing_made(kind: str) -> str:
    return f"a {kind} where the road meets it"


# -- deployment -------------------------------------------------------------------------------------


def challenge_order(theirs: int) -> str:
    """Say what a challenge may do; `theirs`: how many dice the other side has left."""
    return (
        "Challenge: if your die is higher (42%) they deploy first, otherwise you do"
        if theirs
        else "Challenge: they have no die left, so they deploy first"
    )


def asks_order(left: int) -> str:
    return f"You deploy first. Use an Exploration Die ({left} left) to change that?"


DEPLOY_FIRST = "Deploy first"
DEPLOYMENT_ORDER = "Order of deployment"


def order_rolled(mine: int, theirs: int, won: bool) -> str:
    return f"{mine} against {theirs}: {'the other side' if won else 'still'} deploys first"


def command_with_vd(command: str, vdc: int) -> str:
    return f"{command} (VD {vdc})"


WHICH_COMMAND = "Which command do you deploy now?"


def draw_up(command: str, rest: int, whole: bool) -> str:
    return f"Draw up {command} in line" if whole else f"Draw up the other {rest}"


def place_where(unit: str) -> str:
    return f"{unit}: place it where?"


BEHIND_COMMAND = "Behind the middle of the command"
OWN_PLACE = "At a place of your own"


def place_leader_where(leader: str) -> str:
    return f"{leader}: place the leader where?"


PLACE_BAGGAGE_WHERE = "Where do you place your Baggage?"


def ready_place(at: str, x: float, y: float) -> str:
    return f"{capfirst(at)} ({x:g}, {y:g})"


OWN_PLACE_OF_FRONT = "At a place of your own (middle of the front)"


def stands_in_zone(x0: float, y0: float, x1: float, y1: float) -> str:
    return f"a base stands wholly in the zone from {x0:g}, {y0:g} to {x1:g}, {y1:g}"


NOT_IN_IMPASSABLE = "nobody deploys in Impassable Terrain or in a river"
LEADER_IN_ZONE = "a Leader stands in the deployment zone"
LEADER_ALONE = "a Leader stands neither on a unit nor in Impassable Terrain"
