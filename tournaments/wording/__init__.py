"""What tournaments say: documents, pairings, standings, commands."""

from __future__ import annotations

TOO_LARGE = "is larger than 8 MB, the most that a tournament file may have"
NOT_A_TOURNAMENT = "must be “leaguer-tournament”: this is not a tournament document"
BANDS_RISE = "must start with the band from 0, and each band must be higher than the one before"
FIRST_BAND_IS_A_DRAW = "must be equal, because the band from 0 is a draw"
FIDE_HAS_NO_BANDS = "needs points for a win, a draw and a loss: FIDE’s systems have no bands and no formulas"
NO_FIDE_ROUND = "Under FIDE’s rules, no round is possible without a rematch."
NO_DRAW = "is missing: this kind of tournament starts with a draw"
NO_LINE = "must have 2, 4, 8, 16 … places"
AGAINST_THE_DRAW = "The draw decides who meets whom. Swap players in the round that starts with the draw."
OTHER_TEAM = "They are in different teams; only two members of the same team can be swapped."
NO_MEMBER = "must be one of the team’s members"
TOO_FEW = "This round needs at least two players."
KNOCKOUT_OVER = "The knock-out is over: all its battles have been fought."
TOO_FEW_IN_A_GROUP = "There are too few players for so many groups: each group needs at least two."
LOCKS_LEAVE_NONE = "The locked pairings leave some players without an opponent. Unlock one of them."
NO_ROUND_WITHOUT_REMATCH = "No round is left without a rematch. Allow rematches, or play fewer rounds."
NO_SEED = "must not be empty"
ANOTHER_SEED = "is not the SHA-256 of this seed: the lots were drawn from another seed"


def sealed(number: int) -> str:
    return (
        f"The seed is sealed until the last round is over: the lots for round {number} cannot be drawn yet."
    )


def twice_here(key: str) -> str:
    return f"“{key}” is used twice"


def more_rounds_than(rounds: int) -> str:
    return f"are more than the {rounds} in the settings"


def no_such_team(key: str) -> str:
    return f"there is no team “{key}” in this tournament"


def in_two_teams(key: str) -> str:
    return f"“{key}” is in two teams"


def not_in_the_draw(key: str) -> str:
    return f"“{key}” was not in the tournament for the draw"


def no_such_player(key: str) -> str:
    return f"there is no player “{key}” in this tournament"


def twice_in_a_round(key: str) -> str:
    return f"“{key}” is in this round twice"


def number_twice(number: int) -> str:
    return f"starting number {number} is used twice"


def table_twice(table: int) -> str:
    return f"table {table} is used twice in this round"


def locked_not_there(key: str) -> str:
    return f"“{key}” does not play in this round and cannot be locked."


def locked_twice(key: str) -> str:
    return f"“{key}” is locked in two pairings."


def no_line_in(number: int) -> str:
    return f"Round {number} starts the knock-out but has no draw."


def too_few_tables(needed: int, tables: int) -> str:
    return f"There are {needed} pairings but only {tables} tables."


def no_figures(system: str) -> str:
    return f"Battles of {system} have no result that a tournament could use."


def draw_in_a_knockout(names: list[str]) -> str:
    return f"{' and '.join(names)} drew: choose which of them goes through."


def too_few_in_a_team(name: str, there: int, size: int) -> str:
    return f"{name} has {there} members in this round and needs {size}."


def no_member(team: str, key: str) -> str:
    return f"“{key}” does not play for {team} in this round."


def all_rounds_paired(rounds: int) -> str:
    return "The only round is paired." if rounds == 1 else f"All {rounds} rounds are paired."


def wrong_people(number: int, keys: list[str]) -> str:
    return f"Round {number} must have everyone who plays in it, and nobody else. Check: {', '.join(keys)}."


def results_missing(number: int) -> str:
    return f"Results of round {number} are missing: enter them first."


def cannot_read(why: str) -> str:
    return f"cannot be read: {why}"


def out_of_range(least: int, most: int) -> str:
    return f"write a number from {least} to {most}"
