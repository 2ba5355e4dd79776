"""The odds as JSON schemas: what may be asked and what is answered (docs/formats.md tells it in words)."""

from __future__ import annotations

from rulesets.contract.oddsschema import FLAG, NUMBER, TEXT, WHOLE, Schema, list_of, one_of, table, whole_from
from rulesets.snaphance.odds.query import MAX_SUPPORTS

# ---------------------------------------------------------------------------- what is asked

_STAND: dict[str, Schema] = {
    "entry": {"type": "string", "description": "The id of a stand in an army book."},
    "profile": {"type": "object", "description": "Instead of an entry: a row of an army list of one's own."},
    "lost": whole_from(0, 60),
    "disordered": FLAG,
    "general": FLAG,
}
_FIRER: dict[str, Schema] = {
    "moves": whole_from(0, 9), "hexes": whole_from(0, 30), "then_moves": FLAG, "both_ranks": FLAG,
}  # fmt: skip
_FIGHTER: dict[str, Schema] = {
    "charging": FLAG,
    "strikes": one_of("front", "flank", "behind"),
    "ground": {"type": "string", "description": "A kind of ground of the Summary Sheet."},
    "across": {"type": "string", "description": "What lies on the hex side to the enemy, by its key."},
    "higher": FLAG,
    "bonus_lost": FLAG,
    "before_pikes": FLAG,
}


def _stand(*kinds: dict[str, Schema]) -> Schema:
    properties = dict(_STAND)
    for kind in kinds:
        properties |= kind
    return table(properties, tuple(properties))


_MAIN = _stand(_FIRER, _FIGHTER, {"supports": list_of(_stand(_FIGHTER), maxItems=MAX_SUPPORTS)})
_CONDITIONS: dict[str, Schema] = {
    "distance": whole_from(1, 30),
    "fire": one_of("voluntary", "opportunity", "defensive", "support", "contact"),
    "cover": {"type": "string", "description": "The ground of the target, or what it stands behind."},
    "garrison": FLAG,
}

QUERY = table(
    {
        "kind": one_of("shot", "melee"),
        "attacker": _MAIN,
        "target": _MAIN,
        "conditions": table(_CONDITIONS, tuple(_CONDITIONS)),
    },
    ("conditions",),
    description="docs/formats.md describes every field; what may stand in a stand depends on the kind.",
)

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
