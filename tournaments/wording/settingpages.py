"""What the pages of settings say."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.wording import tiebreaks

Choices = list[tuple[str, str]]

KINDS: Choices = [
    ("swiss", "Swiss"), ("round_robin", "Everybody meets everybody"),
    ("double_round_robin", "Everybody meets everybody twice"), ("knockout", "Knock-out"),
    ("double_knockout", "Knock-out after two defeats"), ("groups", "Groups, then a knock-out"),
]  # fmt: skip
SEEDING: Choices = [("seed", "By starting number and rating"), ("lot", "By lot")]
DRAWS: Choices = [("decide", "An organiser says who goes on"), ("seed", "The better seed goes on")]
PLAY: Choices = [("round_robin", "Everybody meets everybody"), ("swiss", "Swiss")]
POINTS_BY: Choices = [
    ("plain", "For win, draw and loss"), ("bands", "By bands of differences"), ("formula", "By a formula"),
]  # fmt: skip
SMALL: Choices = [
    ("scores", "One’s own score"), ("difference", "The winner’s difference"), ("none", "None"),
]  # fmt: skip
SCORE_OF: Choices = [("scores", "What is entered"), ("losses_share", "What it destroyed, in per cent")]
ROUNDING: Choices = [("", "Not"), ("nearest", "To the nearest"), ("up", "Up"), ("down", "Down")]
SCENARIOS: Choices = [
    ("tables", "Those of the tables"), ("set", "One for each round"), ("drawn", "Drawn for each round"),
    ("drawn_each", "Drawn for each table"), ("chosen", "Chosen by the players"),
]  # fmt: skip
FRESH: Choices = [("scenario", "A scenario"), ("table", "A table"), ("terrain", "Terrain")]
SOFT: Choices = [("judge", "A judge"), ("opponents", "Each opponent"), ("votes", "Everybody’s vote")]
POINTS: Choices = [("match", "Match points"), ("small", "Small points")]
GROUPS: Choices = [("club", "Club"), ("team", "Team"), ("nation", "Nation")]
OPPOSED: Choices = [("allegiance", "Allegiance"), ("book", "Army book"), ("nation", "Nation")]
HOW: Choices = [
    ("fold", "Top half against bottom half"), ("neighbours", "Neighbours"),
    ("rating", "Neighbours by rating"),
]  # fmt: skip
RANK: Choices = [
    ("standings", "Standings"), ("rating", "Rating"), ("seed", "Starting number"), ("lot", "Lot"),
]  # fmt: skip
CRITERIA = {
    "rematch": "Nobody meets the same opponent again",
    "bye": "Byes for those who had none, then the lowest",
    "score": "Opponents have the same points",
    "apart": "People of one club, team or nation do not meet",
    "opposed": "Opponents are of opposed sides",
    "sides": "Deployment is balanced",
    "order": "Order within equal points",
}
TITLES = {
    "kind": "Kind", "pairings": "Criteria of pairings", "tie-breaks": "Tie-breaks", "points": "Points",
    "tables": "Tables and scenarios", "penalties": "Penalties and soft scores", "schedule": "Schedule",
    "lists": "What is allowed",
}  # fmt: skip
NO_TEAMS = "0: no teams."
NO_LIMIT = "0: no limit."
ANY = "None: any."
BOOKS = "Keys of army books, one on each line. None: any."
BOTH_YEARS = "Give both years of the period, or neither."
STEPS = "Write steps as “from: counts”, with commas between them."
CONSTANT = "a constant"
NO_FIGURE = "no figure"
_FIGURES = {
    "score": "score", "difference": "difference", "losses": "losses", "losses_share": "losses in per cent",
    "strength": "strength", "objectives": "objectives", "won": "1 if won", "drawn": "1 if drawn",
}  # fmt: skip


def figures(keys: Sequence[str], nothing: str) -> Choices:
    """Return the figures of a battle to choose from, after `nothing`."""
    return [("", nothing), *((key, _figure(key)) for key in keys)]


def _figure(key: str) -> str:
    own = key.removeprefix("enemy_")
    return _FIGURES[own] if own == key else f"enemy’s {_FIGURES[own]}"


def tiebreak(key: str) -> str:
    """Name a tie-break."""
    found = tiebreaks.NAMES.get(key, "")
    return found[:1].upper() + found[1:]


def tiebreak_choices() -> Choices:
    """Return all tie-breaks to choose from."""
    return [(key, tiebreak(key)) for key in tiebreaks.NAMES]
