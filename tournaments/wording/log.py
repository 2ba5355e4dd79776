"""What was done to a tournament, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rulesets.engine.wording import listed
from tournaments.wording.commands import points
from tournaments.wording.pages import figures_of, reported

if TYPE_CHECKING:
    from tournaments.engine.actions import Action
    from tournaments.engine.document import Result

_DONE = {
    "enter": "Entered {players}.",
    "change": "Changed the details of {player}.",
    "remove": "Removed {player}.",
    "admit": "Admitted {player} from the waiting list.",
    "check_in": "Checked {player} in.",
    "begin_in": "{player} plays from round {round}.",
    "leave": "{player} dropped out.",
    "come_back": "{player} came back.",
    "miss": "{player} sits out round {round}.",
    "penalise": "Gave {player} a penalty.",
    "soft": "Gave {player} {points} for {name}.",
    "enter_team": "Entered the team {team}.",
    "change_team": "Changed the team {team}.",
    "remove_team": "Removed the team {team}.",
    "line_up": "Set the line-up of {team} for round {round}.",
    "send_list": "{player} sent in a list late.",
    "withdraw_list": "{player} withdrew a list.",
    "accept_list": "Accepted a list of {player}.",
    "decline_list": "Declined a list of {player}.",
    "lock_lists": "Locked the lists.",
    "lock": "Locked {players}.",
    "pair": "Paired round {number}.",
    "take_back": "Withdrew round {round}.",
    "publish": "Published round {round}.",
    "show_matches": "Showed which teams meet in round {round}.",
    "exchange": "Swapped {one} and {other} in round {round}.",
    "table": "Moved {player} to table {table} in round {round}.",
    "scenario": "Set the scenario of round {round}: “{scenario}”.",
    "clock": "Started the clock for round {round}.",
    "report": "{player} reported {result} in round {round}.",
    "confirm": "{player} confirmed the result of round {round}.",
    "dispute": "{player} disputed the result of round {round}.",
    "decide": "Entered {result} for {player}’s table in round {round}.",
    "enter_results": "Entered {tables} in round {round}.",
    "no_show": "{player} did not turn up in round {round}.",
    "remind": "Reminded the tables without a result in round {round}.",
    "settings": "Changed the settings.",
    "show": "Published the {what}.",
    "announce": "Announced: “{text}”",
}
_UNDONE = {
    ("check_in", "here"): "Undid the check-in of {player}.",
    ("miss", "missed"): "{player} plays in round {round} after all.",
    ("send_list", "late"): "{player} sent in a list.",
    ("lock_lists", "locked"): "Unlocked the lists.",
    ("lock", "locked"): "Unlocked {players}.",
    ("publish", "shown"): "Hid round {round} again.",
    ("show_matches", "shown"): "Hid which teams meet in round {round} again.",
    ("show", "shown"): "Hid the {what} again.",
    ("clock", "ends"): "Stopped the clock for round {round}.",
}
"""Sentences of the same actions where the field is false or missing."""
_WON = {0: "won by the first player", 1: "won by the second player", "draw": "a draw"}
KINDS = frozenset(_DONE)
_FEW = 5


Tables = Mapping[tuple[int, str], tuple[str, str]]
"""Who plays at the table of somebody in a round: both ids, in the order of the pairing."""


def describe(action: Action, names: Mapping[str, str], tables: Tables = MappingProxyType({})) -> str:
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
        table = tables.get((given["round"], given["player"]))
        both = (names.get(table[0], table[0]), names.get(table[1], table[1])) if table else None
        filled["result"] = result(given["result"], both)
    if "tables" in given:
        count = len(given["tables"])
        filled["tables"] = f"{count} result{'s' if count > 1 else ''}"
    if "points" in given:
        filled["points"] = points(Fraction(given["points"]))
    other = next(
        (said for (do, field), said in _UNDONE.items() if do == action.do and not given[field]), None
    )
    return (other or _DONE[action.do]).format(**filled)


def result(found: Result, both: tuple[str, str] | None = None) -> str:
    """Say a result: both scores, or who did not turn up; with the names of `both` players beside them."""
    if both is not None:
        return reported(found, both)
    if found.forfeit is not None:
        return {"first": "a forfeit by the first player", "second": "a forfeit by the second player",
                "both": "a forfeit by both"}[found.forfeit]  # fmt: skip
    scores = " to ".join(points(Fraction(each)) for each in found.scores)
    said = [each for _, each in figures_of(found)]
    if found.winner is not None:
        said.append(_WON[found.winner])
    return ", ".join([scores, *said])


def _people(players: Any, names: Mapping[str, str]) -> str:
    if len(players) > _FEW:
        return f"{len(players)} players"
    return listed([names.get(each, each) if isinstance(each, str) else each.name for each in players])


def undone(number: int, what: str) -> str:
    return f"Undid {number}: {what}"


def redone(number: int, what: str) -> str:
    return f"Redid {number}: {what}"
