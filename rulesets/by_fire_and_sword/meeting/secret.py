"""What a side writes down in secret, such as the turn of a flanking maneuver (BFS-33.6.1)."""

from __future__ import annotations

from typing import Any, cast

from rulesets.by_fire_and_sword.meeting.events import WrittenInSecret
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Number, Option, Steps
from rulesets.engine.sealing import SALT, Seal, seal_of, secret_of


def write_down(
    battle: Battle, side: int, *, key: str, kind: str, text: str, rule: str, value: Number
) -> Steps[None]:
    """BFS-33.6.1: `side` writes `value` down; the log learns its seal, the other side nothing.

    `kind` is the decision's; the state keeps the secret under `key`.
    """
    name = value.label or value.name
    write = Option({"do": "write"}, f"Write down the {name}", rule, (value, SALT))
    paper = Option(
        {"do": "sealed"}, f"Keep the {name} on paper and give its seal", rule, (cast("Any", Seal()),)
    )
    choice = yield Decision(kind, side, text, rule, (write, paper), secret=True)
    battle.apply(WrittenInSecret(rule, side, key, seal_of(choice), secret_of(choice)))
