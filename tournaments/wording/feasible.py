"""What cannot be about a tournament's settings, with the players that it has."""

from __future__ import annotations

from rulesets.engine.wording import counted

TOO_FEW = "are fewer than two"
ONE_OF_TWO = "must be two, or none"
FIDE_IS_SWISS = "needs a Swiss tournament"
NO_THIRD_PLACE = "cannot be played for by fewer than four"
NO_TEAM = "is in no team"
NO_SCENARIOS = "are missing"
ABOVE_THE_MOST = "is more than the most"
ENDS_BEFORE = "ends before it begins"


def more_rounds_than_opponents(rounds: int, opponents: int) -> str:
    return f"{counted(rounds, 'round')} cannot be played against {counted(opponents, 'opponent')}"


def too_many_groups(players: int, groups: int) -> str:
    return f"{counted(groups, 'group')} of two or more cannot be made of {counted(players, 'player')}"


def more_through_than_there(through: int, smallest: int) -> str:
    return f"{through} cannot go on from a group of {smallest}"


def too_many_rounds(rounds: int, most: int) -> str:
    return f"makes {rounds} rounds, and {most} are the most there can be"


def small_team(members: int, size: int) -> str:
    return f"are {members}, and {size} play at a time"


def too_few_tables(pairings: int, tables: int) -> str:
    return f"{counted(tables, 'table')} cannot hold {counted(pairings, 'pairing')}"


def table_twice(number: int) -> str:
    return f"table {number} is described twice"


def too_few_scenarios(names: int, rounds: int) -> str:
    return f"{counted(names, 'scenario')} cannot be set for {counted(rounds, 'round')}"
