"""What was done to a tournament, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulesets.engine.wording import listed
from tournaments.wording.commands import points

if TYPE_CHECKING:
    from tournaments.engine.actions import Action
    from tournaments.engine.document import Result

_DONE = {
    "enter": "Entered {players}.",
    "change": "Changed what is said of {player}.",
    "remove": "Removed {player}.",
    "admit": "Took {player} from the waiting list.",
    "check_in": "Checked {player} in.",
    "begin_in": "{player} plays from round {round} on.",
    "leave": "{player} left.",
    "come_back": "{player} came back.",
    "miss": "{player} misses round {round}.",
    "penalise": "Gave {player} a penalty.",
    "soft": "Gave {player} {points} for {name}.",
    "enter_team": "Entered the team {team}.",
    "change_team": "Changed what is said of the team {team}.",
    "remove_team": "Removed the team {team}.",
    "line_up": "Gave the line-up of {team} for round {round}.",
    "send_list": "A list of {player} came in late.",
    "withdraw_list": "{player} took a list back.",
    "accept_list": "Accepted a list of {player}.",
    "decline_list": "Declined a list of {player}.",
    "lock_lists": "Locked the lists.",
    "lock": "Locked {players}.",
    "pair": "Paired round {number}.",
    "take_back": "Took round {round} back.",
    "publish": "Published round {round}.",
    "exchange": "Exchanged {one} and {other} in round {round}.",
    "table": "Moved {player} to table {table} in round {round}.",
    "scenario": "Round {round} is played by “{scenario}”.",
    "clock": "Started the clock of round {round}.",
    "report": "{player} reported {result} in round {round}.",
    "confirm": "{player} confirmed the result of round {round}.",
    "dispute": "{player} disputed the result of round {round}.",
    "decide": "Entered {result} for the table of {player} in round {round}.",
    "no_show": "{player} did not appear in round {round}.",
    "settings": "Changed the settings.",
    "show": "Published the {what}.",
    "announce": "Announced: “{text}”",
}
_UNDONE = {
    ("check_in", "here"): "{player} is not checked in after all.",
    ("miss", "missed"): "{player} plays in round {round} after all.",
    ("send_list", "late"): "A list of {player} came in.",
    ("lock_lists", "locked"): "Unlocked the lists.",
    ("lock", "locked"): "Unlocked {players}.",
    ("publish", "shown"): "Hid round {round} again.",
    ("show", "shown"): "Hid the {what} again.",
    ("clock", "ends"): "Stopped the clock of round {round}.",
}
"""Sentences of the same actions where the field is false or missing."""
KINDS = frozenset(_DONE)
_FEW = 5


def describe(action: Action, names: Mapping[str, str]) -> str:
    """Say in a sentence what an action did; `names`: the players' names by their ids."""
    given = dict(action)
    filled: dict[str, Any] = {**given, "players": _people(given.get("players", ()), names)}
    filled |= {
        field: names.get(given[field], given[field]) for field in ("player", "one", "other") if field in given
    }
    if "team" in given:
        key = given["team"]
        filled["team"] = names.get(key, key) if isinstance(key, str) else key.name
    if "result" in given:
        filled["result"] = result(given["result"])
    if "points" in given:
        filled["points"] = points(Fraction(given["points"]))
    other = next(
        (said for (do, field), said in _UNDONE.items() if do == action.do and not given[field]), None
    )
    return (other or _DONE[action.do]).format(**filled)


def result(found: Result) -> str:
    """Say a result: both scores, or who did not appear."""
    if found.forfeit is not None:
        return {"first": "a forfeit of the first player", "second": "a forfeit of the second player",
                "both": "a forfeit of both"}[found.forfeit]  # fmt: skip
    return " to ".join(points(Fraction(each)) for each in found.scores)


def _people(players: Any, names: Mapping[str, str]) -> str:
    if len(players) > _FEW:
        return f"{len(players)} players"
    return listed([names.get(each, each) if isinstance(each, str) else each.name for each in players])


def undone(number: int, what: str) -> str:
    return f"Undid {number}: {what}"


def redone(number: int, what: str) -> str:
    return f"Did {number} again: {what}"
