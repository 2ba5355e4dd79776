"""What the record's forms send, and the form of a record without a meeting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from battles.forms import OpponentField
from battles.sides import SIDES
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError
from rulesets.engine.jsontext import JSONError, read_json
from rulesets.engine.wording import listed

UNREADABLE = "The form could not be read: reload the page."
_SIZE = 20_000


class ScoreForm(forms.Form):
    """What is known of a battle on a table beside its two lists."""

    opponent = OpponentField(
        help_text="The user name of a player to invite. They lead the second army, and record and confirm "
        "with you once they accept. Leave empty to record for both.",
    )
    scenario = forms.CharField(label="Scenario", max_length=120, required=False)


def scored_names() -> str:
    """Return the systems whose battles can be scored, as one reads them after `For`."""
    return listed([f"for {system.name}" for system in registry.having("record")]).removeprefix("for ")


def read_changes(text: str) -> dict[str, Any]:
    """Return the changes that a button sends; raises LeaguerError for what is none of ours."""
    try:
        found = read_json(text) if len(text) <= _SIZE else None
    except JSONError:
        found = None
    if not isinstance(found, dict) or not found:
        raise LeaguerError(UNREADABLE, path="set")
    return found


def read_number(data: Mapping[str, Any], name: str, *, needed: bool = True) -> int | None:
    """Return a whole number of a form; None if empty and not `needed`. Raises LeaguerError at its name."""
    text = data.get(name, "").strip()
    if not text and not needed:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise LeaguerError("Enter a whole number.", path=name)
    return int(text)


def read_test(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the Motivation test that a form sends, as one change; raises LeaguerError at a faulty field."""
    regiment, side = data.get("regiment", ""), data.get("side", "")
    if side not in [str(each) for each in SIDES] or not regiment:
        raise LeaguerError(UNREADABLE, path="regiment")
    turn = read_number(data, "turn")
    value: dict[str, Any] = {"points": read_number(data, "points")}
    how = data.get("how", "")
    if how in ("passed", "failed"):
        value["passed"] = how == "passed"
    else:
        value["morale"] = read_number(data, "morale")
        value["command_points"] = read_number(data, "command_points", needed=False) or 0
        value["die"] = read_number(data, "die", needed=False)
    return {f"t.{side}.{regiment}.{turn}": value}
