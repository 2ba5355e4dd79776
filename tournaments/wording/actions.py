"""Why something cannot be done to a tournament."""

from __future__ import annotations

from rulesets.engine.wording import counted, listed

RESULT_STANDS = "This result already counts. Only an organiser can change it, and must give a reason."
NOTHING_REPORTED = "The other player has not reported a result yet."
GIVE_A_REASON = "Give a reason: the players disagree, or another result already counts."
WITH_THEMSELVES = "Name two different players."
LISTS_LOCKED = "The lists are locked. Ask an organiser."
LIST_ACCEPTED = "This list has already been accepted."
LIST_DECLINED = "This list has already been declined."
NO_SUCH_LIST = "This list no longer exists."
REPLACE_ACCEPTED = "This list has been accepted. To change it, send in another one that replaces it."
NO_TEAMS = "This tournament is not for teams."
NOBODY_TO_REMIND = "Nobody has to report a result of this round."
ONLY_PAIRINGS = "A new round has no results."


def missing_from_result(field: str) -> str:
    return f"This tournament’s scoring needs the {field} of both sides."


def no_such_player(key: str) -> str:
    return f"There is no player “{key}” in this tournament."


def no_such_team(key: str) -> str:
    return f"There is no team “{key}” in this tournament."


def not_of_team(name: str) -> str:
    return f"Only members of {name} can play for it."


def does_not_play(name: str, number: int) -> str:
    return f"{name} does not play in round {number}."


def line_up_of(size: int) -> str:
    return f"Choose {size} different members, one for each board."


def stays_in_team(names: list[str]) -> str:
    return f"These members have already been paired for this team and must stay in it: {listed(names)}."


def no_such_round(number: int) -> str:
    return f"Round {number} has not been paired."


def not_paired(key: str) -> str:
    return f"“{key}” has no opponent in this round."


def not_in_round(name: str) -> str:
    return f"{name} is not in this round."


def name_twice(name: str) -> str:
    return f"There is already a {name}. Add a club or an initial to tell them apart."


def has_been_paired(name: str) -> str:
    return f"{name} has already been paired. Let them drop out instead."


def not_waiting(name: str) -> str:
    return f"{name} is not on the waiting list."


def has_left(name: str) -> str:
    return f"{name} has already dropped out."


def has_not_left(name: str) -> str:
    return f"{name} has not dropped out."


def is_published(number: int) -> str:
    return f"Round {number} has already been published."


def not_published(number: int) -> str:
    return f"Round {number} has not been published yet."


def reminded_already(minutes: int) -> str:
    return f"They were reminded a moment ago. Wait {minutes} minutes."


def not_the_last(number: int) -> str:
    return f"Round {number} is not the last one."


def results_stand(number: int) -> str:
    return f"This would change results that players have reported in round {number}."


def next_is(number: int) -> str:
    return f"The next round is round {number}."


def locked_already(name: str) -> str:
    return f"{name} is already locked with someone else."


def do_not_play(number: int, names: list[str]) -> str:
    return f"Not in round {number}: {listed(names)}. Withdraw the round and pair it again."


def left_out(number: int, names: list[str]) -> str:
    return f"Round {number} leaves out {listed(names)}. Withdraw the round and pair it again."


def all_lists_sent(most: int) -> str:
    return f"A player may bring {counted(most, 'list')}. Choose which one this replaces."


def no_more_lists(most: int) -> str:
    return f"A player may bring {counted(most, 'list')}. Decline another one first."
