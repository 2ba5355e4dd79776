"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from rulesets.baroque.odds.query import MeleeQuery, PistolsQuery, ShotQuery
from rulesets.contract.oddsquery import query_schema
from rulesets.contract.oddsschema import NUMBER, TEXT, WHOLE, Schema, list_of, table

QUERY = query_schema(ShotQuery, PistolsQuery, MeleeQuery)

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
