"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from typing import Any

from rulesets.baroque.odds.query import MAX_SUPPORTS

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_NUMBER: Schema = {"type": "number"}
_FLAG: Schema = {"type": "boolean"}


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _object(properties: dict[str, Schema], optional: tuple[str, ...] = (), **more: Any) -> Schema:
    needed = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, **({"required": needed} if needed else {}), **more}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "enum": list(words)}


# ---------------------------------------------------------------------------- what is asked

_UNIT: dict[str, Schema] = {
    "entry": {"type": "string", "description": "The id of a unit in an army book."},
    "options": _list(_TEXT),
    "profile": {"type": "object", "description": "Instead of an entry: a profile of one's own."},
    "vbu": {"type": "integer", "minimum": 1},
    "disordered": _FLAG,
    "leader": _FLAG,
    "inflamed": _FLAG,
}
_FIRER: dict[str, Schema] = {"first_volley": _FLAG, "moves": {"type": "integer", "minimum": 0, "maximum": 9}}
_FIGHTER: dict[str, Schema] = {
    "charging": _FLAG,
    "touched": _one_of("front", "side", "flank", "rear"),
    "ground": _one_of("open", "broken", "difficult"),
    "wholly": _FLAG,
    "position": _one_of("level", "higher", "obstacle"),
    "lance": _FLAG,
}


def _unit(*kinds: dict[str, Schema]) -> Schema:
    properties = dict(_UNIT)
    for kind in kinds:
        properties |= kind
    return _object(properties, tuple(properties))


_MAIN = _unit(_FIRER, _FIGHTER, {"supports": _list(_unit(_FIGHTER), maxItems=MAX_SUPPORTS)})
_CONDITIONS: dict[str, Schema] = {
    "distance": {"type": "number", "minimum": 0, "maximum": 8},
    "weapon": _TEXT,
    "limited": _FLAG,
    "through": _FLAG,
    "indirect": _FLAG,
    "evading": _FLAG,
    "cover": _one_of("none", "edge", "obstacle"),
    "disorder_adds_to_failure": _FLAG,
}

QUERY = _object(
    {
        "kind": _one_of("shot", "pistols", "melee"),
        "attacker": _MAIN,
        "target": _MAIN,
        "conditions": _object(_CONDITIONS, tuple(_CONDITIONS)),
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

_MODIFIERS = _list(_object({"rule": _TEXT, "value": _WHOLE, "why": _TEXT}))
_DICE: dict[str, Schema] = {
    "name": _TEXT, "vbu": _WHOLE, "dice": _WHOLE, "dice_modifiers": _MODIFIERS, "rerolls": _list(_TEXT),
    "hits": _list(_object({"hits": _WHOLE, "probability": _NUMBER})), "expected_hits": _NUMBER,
}  # fmt: skip
_HARM: dict[str, Schema] = {
    "current_vbu": _WHOLE, "cohesion_modifiers": _MODIFIERS, "cohesion_rerolls": _list(_TEXT),
    "critical_numbers": _list(_object({"hits": _WHOLE, "critical_number": _WHOLE})),
    "losses": _list(_object({"losses": _WHOLE, "probability": _NUMBER})), "expected_losses": _NUMBER,
    "failed": _NUMBER, "disordered": _NUMBER, "exhausted": _NUMBER, "routed": _NUMBER, "leader_lost": _NUMBER,
}  # fmt: skip
_SUPPORT = {name: _DICE[name] for name in ("name", "vbu", "dice", "dice_modifiers", "rerolls")}
_SIDE = _object(
    {**_DICE, **_HARM, "support": _list(_object(_SUPPORT, ("rerolls",)))},
    tuple(name for name in (*_DICE, *_HARM, "support") if name != "name"),
    description="Its dice and hits if it strikes, its losses and chances if it suffers; in a melee both.",
)
_RESULT = (
    "attacker_wins", "draw", "target_wins", "both_rout", "attacker_routs_by_losing", "target_routs_by_losing",
)  # fmt: skip

ANSWER = _object(
    {
        "kind": _TEXT,
        "weapon": _TEXT,
        "attacker": _SIDE,
        "target": _SIDE,
        "result": _object(dict.fromkeys(_RESULT, _NUMBER)),
    },
    ("weapon", "result"),
    description="The exact odds. `weapon` is there for a shot, `result` for a melee.",
)
