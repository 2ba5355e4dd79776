"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from rulesets.contract.oddsquery import query_schema
from rulesets.contract.oddsschema import NUMBER, TEXT, WHOLE, Schema, list_of, table
from rulesets.snaphance.odds.query import MeleeQuery, ShotQuery

QUERY = query_schema(ShotQuery, MeleeQuery)

EXAMPLE: Schema = {
    "kind": "shot",
    "attacker": {"entry": "swedish.swedish-brigade", "moves": 1},
    "target": {"entry": "imperial.cuirassiers", "general": True},
    "conditions": {"distance": 2},
}

# ---------------------------------------------------------------------------- what is answered

_MODIFIERS = list_of(table({"rule": TEXT, "value": WHOLE, "why": TEXT}))
_DICE: dict[str, Schema] = {"sp": WHOLE, "dice": WHOLE, "dice_modifiers": _MODIFIERS}
_HITS: dict[str, Schema] = {
    "hits": list_of(table({"hits": WHOLE, "probability": NUMBER})), "expected_hits": NUMBER,
}  # fmt: skip
_HARM: dict[str, Schema] = {
    "initial_sp": WHOLE, "sp_left": WHOLE, "morale_modifiers": _MODIFIERS,
    "adjusted_morale": list_of(table({"hits": WHOLE, "adjusted_morale": WHOLE})),
    "losses": list_of(table({"losses": WHOLE, "probability": NUMBER})), "expected_losses": NUMBER,
    "tested": NUMBER, "failed": NUMBER, "disordered": NUMBER, "eliminated": NUMBER, "retreats": NUMBER,
    "bounces": NUMBER,
}  # fmt: skip
_SIDE: dict[str, Schema] = {
    "name": TEXT,
    "volleys": list_of(table({**_DICE, **_HITS})),
    **_DICE,
    **_HITS,
    "support": list_of(table({"name": TEXT, **_DICE})),
    **_HARM,
}

ANSWER = table(
    {
        "kind": TEXT,
        "weapon": TEXT,
        **dict.fromkeys(
            ("attacker", "target"),
            table(
                _SIDE,
                tuple(name for name in _SIDE if name != "name"),
                description="Its volleys if it fires, its tests and chances if it suffers; in a melee both.",
            ),
        ),
        "result": table(dict.fromkeys(("attacker_wins", "draw", "target_wins"), NUMBER)),
    },
    ("weapon", "result"),
    description="The exact odds. `weapon` is there for a shot, `result` for a melee.",
)
