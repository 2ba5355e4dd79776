"""What cannot be about a tournament's settings, with the players that it has."""

from __future__ import annotations

from rulesets.engine.wording import counted, sentence

PLACES = {
    "settings.rounds": ("Rounds", "settings/#id_rounds"),
    "settings.fide": ("FIDE’s system", "settings/fide/"),
    "settings.kind": ("This format", "settings/kind/"),
    "settings.groups": ("Groups", "settings/kind/"),
    "settings.knockout": ("The battle for third place", "settings/kind/"),
    "settings.tables": ("Tables", "settings/tables/"),
    "settings.terrain": ("Tables", "settings/tables/"),
    "settings.scenarios": ("Names of scenarios", "settings/tables/"),
    "settings.limits.least": ("The minimum size of a list", "settings/lists/"),
    "settings.limits": ("The period", "settings/lists/"),
    "players": ("Players", "players/"),
    "teams": ("Teams", "teams/"),
}
"""What is at a place of the document, and where that is changed; the first that begins a path counts."""

TOO_FEW = "are fewer than two"
TWO = "must be two"
ONE_OF_TWO = "must be two, or none"
FIDE_IS_SWISS = "needs a Swiss tournament"
NO_THIRD_PLACE = "needs at least four players"
NO_TEAM = "is not in a team"
NO_SCENARIOS = "are missing"
ABOVE_THE_MOST = "is above the maximum"
ENDS_BEFORE = "ends before it starts"


def more_rounds_than_opponents(rounds: int, opponents: int, most: int) -> str:
    said = f"{counted(rounds, 'round')} are too many for {counted(opponents, 'opponent')}"
    return f"{said}: at most {most}"


def too_many_groups(players: int, groups: int) -> str:
    return f"{counted(groups, 'group')} of two or more cannot be made of {counted(players, 'player')}"


def more_through_than_there(through: int, smallest: int) -> str:
    return f"{through} cannot go through from a group of {smallest}"


def too_many_rounds(rounds: int, most: int) -> str:
    return f"makes {rounds} rounds; the maximum is {most}"


def small_team(members: int, size: int) -> str:
    return f"are {members}, but {size} play at a time"


def too_few_tables(pairings: int, tables: int) -> str:
    be = "is" if tables == 1 else "are"
    return f"{counted(tables, 'table')} {be} not enough for {counted(pairings, 'pairing')}"


def table_twice(number: int) -> str:
    return f"table {number} is described twice"


def too_few_scenarios(names: int, rounds: int) -> str:
    return f"each round needs a scenario: {counted(names, 'scenario')} for {counted(rounds, 'round')}"


def people_of(name: str) -> str:
    return f"The people of {name}"


def obstacle(title: str, message: str) -> str:
    """Say what cannot be, and where."""
    return sentence(message) if message[:1].isdigit() else sentence(f"{title} {message}")
