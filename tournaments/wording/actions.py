"""Why something cannot be done to a tournament."""

from __future__ import annotations

from rulesets.engine.wording import counted, listed

RESULT_STANDS = "This result counts already. Only an organiser can change it, with a reason."
NOTHING_REPORTED = "The other player has reported nothing yet."
GIVE_A_REASON = "Give a reason: players do not agree, or another result counts already."
WITH_THEMSELVES = "Name two different players."
LISTS_LOCKED = "The lists are locked. Ask an organiser."
LIST_ACCEPTED = "This list is accepted already."
LIST_DECLINED = "This list is declined already."
NO_SUCH_LIST = "This list is not there any more."
REPLACE_ACCEPTED = "This list is accepted. Send in another one that replaces it."
ONLY_PAIRINGS = "A new round has no results."


def missing_from_result(field: str) -> str:
    return f"The scoring of this tournament needs the {field} of both sides."


def no_such_player(key: str) -> str:
    return f"“{key}” is no player of this tournament."


def no_such_team(key: str) -> str:
    return f"“{key}” is no team of this tournament."


def not_of_team(name: str) -> str:
    return f"Only members of {name} can play for it."


def does_not_play(name: str, number: int) -> str:
    return f"{name} does not play in round {number}."


def line_up_of(size: int) -> str:
    return f"Name {size} different members, one for each board."


def stays_in_team(names: list[str]) -> str:
    return f"Already paired for this team, so still in it: {listed(names)}."


def no_such_round(number: int) -> str:
    return f"Round {number} is not paired."


def not_paired(key: str) -> str:
    return f"“{key}” has no opponent in this round."


def not_in_round(name: str) -> str:
    return f"{name} is not in this round."


def name_twice(name: str) -> str:
    return f"{name} is entered already. Add a club or an initial to tell two people apart."


def has_been_paired(name: str) -> str:
    return f"{name} has been paired. Let them leave instead."


def not_waiting(name: str) -> str:
    return f"{name} is not on the waiting list."


def has_left(name: str) -> str:
    return f"{name} has left already."


def has_not_left(name: str) -> str:
    return f"{name} has not left."


def is_published(number: int) -> str:
    return f"Round {number} is published already."


def not_published(number: int) -> str:
    return f"Round {number} is not published yet."


def not_the_last(number: int) -> str:
    return f"Round {number} is not the last one."


def results_stand(number: int) -> str:
    return f"Players have reported results of round {number} that this would change."


def next_is(number: int) -> str:
    return f"The next round is round {number}."


def locked_already(name: str) -> str:
    return f"{name} is locked with somebody else."


def do_not_play(number: int, names: list[str]) -> str:
    return f"Not in round {number}: {listed(names)}. Take the round back and pair it again."


def left_out(number: int, names: list[str]) -> str:
    return f"Round {number} leaves out {listed(names)}. Take the round back and pair it again."


def all_lists_sent(most: int) -> str:
    return f"A player may bring {counted(most, 'list')}. Choose which one this replaces."


def no_more_lists(most: int) -> str:
    return f"A player may bring {counted(most, 'list')}. Decline another one first."
