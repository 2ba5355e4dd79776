"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from rulesets.baroque.odds.query import MAX_SUPPORTS
from rulesets.contract.oddsschema import FLAG, NUMBER, TEXT, WHOLE, Schema, list_of, one_of, table

# ---------------------------------------------------------------------------- what is asked

_UNIT: dict[str, Schema] = {
    "entry": {"type": "string", "description": "The id of a unit in an army book."},
    "options": list_of(TEXT),
    "profile": {"type": "object", "description": "Instead of an entry: a profile of one's own."},
    "vbu": {"type": "integer", "minimum": 1},
    "disordered": FLAG,
    "leader": FLAG,
    "inflamed": FLAG,
}
_FIRER: dict[str, Schema] = {"first_volley": FLAG, "moves": {"type": "integer", "minimum": 0, "maximum": 9}}
_FIGHTER: dict[str, Schema] = {
    "charging": FLAG,
    "touched": one_of("front", "side", "flank", "rear"),
    "ground": one_of("open", "broken", "difficult"),
    "wholly": FLAG,
    "position": one_of("level", "higher", "obstacle"),
    "lance": FLAG,
}


def _unit(*kinds: dict[str, Schema]) -> Schema:
    properties = dict(_UNIT)
    for kind in kinds:
        properties |= kind
    return table(properties, tuple(properties))


_MAIN = _unit(_FIRER, _FIGHTER, {"supports": list_of(_unit(_FIGHTER), maxItems=MAX_SUPPORTS)})
_CONDITIONS: dict[str, Schema] = {
    "distance": {"type": "number", "minimum": 0, "maximum": 8},
    "weapon": TEXT,
    "limited": FLAG,
    "through": FLAG,
    "indirect": FLAG,
    "evading": FLAG,
    "cover": one_of("none", "edge", "obstacle"),
    "disorder_adds_to_failure": FLAG,
}

QUERY = table(
    {
        "kind": one_of("shot", "pistols", "melee"),
        "attacker": _MAIN,
        "target": _MAIN,
        "conditions": table(_CONDITIONS, tuple(_CONDITIONS)),
    },
    ("conditions",),
    description="docs/formats.md describes every field; what may stand in a unit depends on the kind.",
)

EXAMPLE: Schema = {
    "kind": "shot",
    "attacker": {"entry": "tyw-swedish.swedish-foot", "moves": 1},
    "target": {"entry": "tyw-catholic.cuirassiers", "leader": True},
    "conditions": {"distance": 1.5},
}

# ---------------------------------------------------------------------------- what is answered

_MODIFIERS = list_of(table({"rule": TEXT, "value": WHOLE, "why": TEXT}))
_DICE: dict[str, Schema] = {
    "name": TEXT, "vbu": WHOLE, "dice": WHOLE, "dice_modifiers": _MODIFIERS, "rerolls": list_of(TEXT),
    "hits": list_of(table({"hits": WHOLE, "probability": NUMBER})), "expected_hits": NUMBER,
}  # fmt: skip
_HARM: dict[str, Schema] = {
    "current_vbu": WHOLE, "cohesion_modifiers": _MODIFIERS, "cohesion_rerolls": list_of(TEXT),
    "critical_numbers": list_of(table({"hits": WHOLE, "critical_number": WHOLE})),
    "losses": list_of(table({"losses": WHOLE, "probability": NUMBER})), "expected_losses": NUMBER,
    "failed": NUMBER, "disordered": NUMBER, "exhausted": NUMBER, "routed": NUMBER, "leader_lost": NUMBER,
}  # fmt: skip
_SUPPORT = {name: _DICE[name] for name in ("name", "vbu", "dice", "dice_modifiers", "rerolls")}
_SIDE = table(
    {**_DICE, **_HARM, "support": list_of(table(_SUPPORT, ("rerolls",)))},
    tuple(name for name in (*_DICE, *_HARM, "support") if name != "name"),
    description="Its dice and hits if it strikes, its losses and chances if it suffers; in a melee both.",
)
_RESULT = (
    "attacker_wins", "draw", "target_wins", "both_rout", "attacker_routs_by_losing", "target_routs_by_losing",
)  # fmt: skip

ANSWER = table(
    {
        "kind": TEXT,
        "weapon": TEXT,
        "attacker": _SIDE,
        "target": _SIDE,
        "result": table(dict.fromkeys(_RESULT, NUMBER)),
    },
    ("weapon", "result"),
    description="The exact odds. `weapon` is there for a shot, `result` for a melee.",
)
