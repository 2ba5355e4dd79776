"""What tournaments say: documents, pairings, standings, commands."""

from __future__ import annotations

TOO_LARGE = "is larger than 8 MB: no tournament is"
NOT_A_TOURNAMENT = "must be “leaguer-tournament”: this is no tournament document"
BANDS_RISE = "must begin with the band from 0 and rise from band to band"
FIRST_BAND_IS_A_DRAW = "must be equal: the band from 0 is a draw"
FIDE_HAS_NO_BANDS = "needs points for a win, a draw and a loss: FIDE’s systems know no bands and no formulas"
NO_FIDE_ROUND = "FIDE’s rules leave no round in which nobody meets an opponent again."
NO_DRAW = "is missing: this kind of tournament begins with a draw"
NO_LINE = "must have 2, 4, 8 and so on places"
AGAINST_THE_DRAW = "The draw says who meets whom here; exchange players in the round that begins with it."
OTHER_TEAM = "They are of different teams; only two of one team can be exchanged."
NO_MEMBER = "must be one of the team’s members"
TOO_FEW = "There are fewer than two players for this round."
KNOCKOUT_OVER = "The knock-out is over: all its battles are fought."
TOO_FEW_IN_A_GROUP = "There are too few players for so many groups: each needs two at least."
LOCKS_LEAVE_NONE = "The locked pairings leave players over. Unlock one of them."
NO_ROUND_WITHOUT_REMATCH = (
    "No round is left in which nobody meets an opponent again. Allow rematches, or play fewer rounds."
)
NO_SEED = "must not be empty"
ANOTHER_SEED = "is not the SHA-256 of this seed: lots were drawn from another one"


def sealed(number: int) -> str:
    return f"The seed is sealed until the last round is over, so lots of round {number} cannot be drawn yet."


def twice_here(key: str) -> str:
    return f"“{key}” is used twice"


def more_rounds_than(rounds: int) -> str:
    return f"are more than the {rounds} of the settings"


def no_such_team(key: str) -> str:
    return f"“{key}” is no team of this tournament"


def in_two_teams(key: str) -> str:
    return f"“{key}” is in two teams"


def not_in_the_draw(key: str) -> str:
    return f"“{key}” was not there to be drawn"


def no_such_player(key: str) -> str:
    return f"“{key}” is no player of this tournament"


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
    return f"Round {number} has no draw for the knock-out that begins with it."


def too_few_tables(needed: int, tables: int) -> str:
    return f"There are {needed} pairings and {tables} tables."


def no_figures(system: str) -> str:
    return f"Battles of {system} give no figures that a tournament could count."


def draw_in_a_knockout(names: list[str]) -> str:
    return f"{' and '.join(names)} drew: say who of them goes on."


def too_few_in_a_team(name: str, there: int, size: int) -> str:
    return f"{name} has {there} who play, and {size} are needed."


def no_member(team: str, key: str) -> str:
    return f"“{key}” does not play in this round for {team}."


def all_rounds_paired(rounds: int) -> str:
    return "The one round is paired." if rounds == 1 else f"All {rounds} rounds are paired."


def wrong_people(number: int, keys: list[str]) -> str:
    return f"Round {number} leaves out somebody who plays, or has somebody who does not: {', '.join(keys)}."


def results_missing(number: int) -> str:
    return f"Results of round {number} are missing: enter them first."


def cannot_read(why: str) -> str:
    return f"cannot be read: {why}"


def out_of_range(least: int, most: int) -> str:
    return f"write a number from {least} to {most}"
