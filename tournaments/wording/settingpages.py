"""What the pages of settings say."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.wording import tiebreaks

Choices = list[tuple[str, str]]

KINDS: Choices = [
    ("swiss", "Swiss"), ("round_robin", "Round robin"),
    ("double_round_robin", "Double round robin"), ("knockout", "Knock-out"),
    ("double_knockout", "Double knock-out: out after two losses"), ("groups", "Groups, then a knock-out"),
]  # fmt: skip
SEEDING: Choices = [("seed", "By starting number and rating"), ("lot", "By lot")]
LINE_UPS: Choices = [
    ("both", "Once both captains have set theirs and know their opponents"),
    ("publishing", "When the round is published"),
]
LISTS_SHOWN: Choices = [
    ("by_hand", "By hand"),
    ("first_round", "With round 1"),
]
STANDINGS_SHOWN: Choices = [("at_once", "With every result"), ("after_rounds", "After each finished round")]
LISTS_EARLIER = "Organisers can publish them earlier."
HIDDEN_AFTER = "Standings after later rounds stay hidden until all rounds are over. 0 means never."
DRAWS: Choices = [
    ("decide", "An organiser decides who goes through"),
    ("seed", "The better seed goes through"),
]
PLAY: Choices = [("round_robin", "Round robin"), ("swiss", "Swiss")]
POINTS_BY: Choices = [
    ("plain", "For a win, a draw and a loss"), ("bands", "By the difference, in bands"),
    ("formula", "By a formula"),
]  # fmt: skip
SMALL: Choices = [
    ("scores", "Each side’s score"), ("difference", "The winner’s margin"), ("none", "None"),
]  # fmt: skip
SCORE_OF: Choices = [("scores", "What is entered"), ("losses_share", "What it destroyed, in per cent")]
ROUNDING: Choices = [("", "Not rounded"), ("nearest", "To the nearest"), ("up", "Up"), ("down", "Down")]
SCENARIOS: Choices = [
    ("tables", "Each table has its own"), ("set", "One for each round"), ("drawn", "Drawn for each round"),
    ("drawn_each", "Drawn for each table"), ("chosen", "Chosen by the players"),
]  # fmt: skip
FRESH: Choices = [("scenario", "A scenario"), ("table", "A table"), ("terrain", "Terrain")]
SOFT: Choices = [("judge", "A judge"), ("opponents", "Each opponent"), ("votes", "A vote by everyone")]
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
    "rematch": "No rematches",
    "bye": "Byes for those who have had none, lowest first",
    "score": "Opponents on equal points",
    "apart": "Keep clubs, teams or nations apart",
    "opposed": "Opponents from opposing sides",
    "sides": "Balance who deploys first",
    "order": "Order among equal points",
}
TITLES = {
    "kind": "Format", "pairings": "Pairing criteria", "tie-breaks": "Tie-breaks", "points": "Points",
    "tables": "Tables and scenarios", "penalties": "Penalties and soft scores", "schedule": "Schedule",
    "lists": "Allowed lists", "bonus": "Bonus and small points", "team-points": "Team points",
    "fide": "FIDE’s systems", "publishing": "What is public when",
}  # fmt: skip
FIELDS = {"settings.groups.rounds": "group_rounds", "settings.fide": "system"}
"""Fields that are called otherwise than what they change."""
FIDE: Choices = [
    ("", "By the criteria of pairings"), ("dutch", "FIDE (Dutch)"), ("dubov", "Dubov"),
    ("burstein", "Burstein"),
]  # fmt: skip
TOP: Choices = [("first", "First"), ("second", "Second"), ("lot", "By lot")]
PLACES = "Write points with commas between them, such as 3, 2, 1."
NO_TEAMS = "0 means no teams."
NO_LIMIT = "0 means no limit."
ANY = "Leave empty to allow any."
BOOKS = "Keys of army books, one per line. Leave empty to allow any."
BOTH_YEARS = "Give both years of the period, or neither."
STEPS = "Write steps as “from: counts”, separated by commas."
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
