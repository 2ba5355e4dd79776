"""Sentences of the odds: what is asked, and what cannot be asked."""

from __future__ import annotations

# -- what is asked ----------------------------------------------------------------------------------

INFLAMED = "Stirred up by its agitators"
FIRED_BEFORE = "Has fired before"
CHARGED = "Charged into this round"
NOT_WHOLLY = "Not with its whole base"
LANCES_USED = "Its lances are used already"
DISTANCE = "Distance in BU"
COVER = "Cover of the target"
COVERS = ("none", "edge of a wood or town", "a linear obstacle")
FACES = ("its front", "its side", "its flank", "its rear")
GROUNDS = ("open ground", "broken ground", "difficult ground")
POSITIONS = ("on the level", "higher on a hill", "behind an obstacle")
THROUGH = "Through light cavalry or skirmishers"
AT_EVADING = "At an evading unit"
UNIT = "Unit"
TYPE = "Type"
IMPETUS = "Impetus (I)"
DISCIPLINE = "Discipline"
SHOOTING_MODIFIER = "Shooting modifier"
MELEE_MODIFIER = "Melee modifier"
WEAPONS = "Weapons"
SPECIAL = "Special characteristics"
MASSED = "Massed"
VBU_NOW = "VBU now"
NO_LOSSES = "no losses"
DISORDERED = "Disordered"
LEADER_ATTACHED = "Leader attached"
MOVEMENT_ACTIONS = "Movement actions"
TOUCHED_ON = "Touched on"
STANDS_ON = "Stands on"
POSITION = "Position"
WEAPON = "Weapon"
THE_BEST = "the best"
LIMITED_FIRE = "Limited fire"
INDIRECT_FIRE = "Indirect fire"

# -- what cannot be asked ---------------------------------------------------------------------------


def more_than_at_start(vbu: int) -> str:
    return f"is more than the {vbu} that the unit starts with"


def out_of_reach(unit: str, distance: float, reach: float) -> str:
    return f"{unit} cannot fire {distance:g} BU; it reaches {reach:g}"


def no_missiles(unit: str) -> str:
    return f"{unit} has no missile weapon"


def no_weapon(unit: str, weapon: str) -> str:
    return f"{unit} has no {weapon}"


NOT_THROUGH = "BQ-6.9.a: CL, S and Artillery are not fired at through others"
ONLY_ARTILLERY_INDIRECT = "BQ-6.4: only Artillery fires indirectly"
AT_EDGE_OF_COVER = "target at the edge of cover"


def no_pistols(unit: str) -> str:
    return f"{unit} has no point-blank pistols"
