"""What the rows of a campaign call their states and kinds."""

from __future__ import annotations

WAITS_FOR_ORDERS = "Waiting for orders"
WAITS_FOR_BATTLES = "Waiting for battles"
UMPIRES_DECISION = "Umpire’s decision"
WENT_BACK = "Went back"
DOWNLOADED_FILE = "downloaded the campaign file with the orders of"
DOWNLOADED_SEED = "downloaded the campaign file with the orders and the seed of the dice of"
BEGAN_TO_PLAY = "began to play in"
STOPPED_PLAYING = "stopped playing in"
CHANGED_SIDES = "changed sides in"
LEFT_CAMPAIGN = "left the campaign in"
WAS_REMOVED = "was removed from the campaign in"
GAVE_ORDERS = "gave orders for players in"
TURNED_AUTOMATIC_ON = "turned automatic orders on in"
TURNED_AUTOMATIC_OFF = "turned automatic orders off in"
SET_AWAY = "set a player as away in"
SET_BACK = "said that a player is back in"
CORRECTED = "corrected something in"
BECAME_CHIEF = "became commander-in-chief in"
UPLOADED_CAMPAIGN = "uploaded this campaign, so they had its whole file with the orders of"
ARCHIVED_CAMPAIGN = "archived the campaign in"
RESTORED_CAMPAIGN = "restored the campaign in"
WAITS_FOR_UMPIRE = "Waiting for the umpire"
TO_BE_FOUGHT = "To be fought"
IN_PROGRESS = "In progress"
ONE_REPORT = "Reported by one side"
REPORTS_DIFFER = "Reports differ"
BY_TACTICIANS = "Tacticians fight them"
BY_DICE = "The campaign’s dice settle them, which is quicker"
THE_UMPIRES = "the umpires"


def more_hours(hours: int, turn: int) -> str:
    return f"{hours} hours for turn {turn}"


MAP_CHANGED = (
    "The map was changed in another window in the meantime. Nothing was overwritten: this is how "
    "it looks now, without your last change."
)


def points(worth: float) -> str:
    """Say what a list, a force or a unit is worth: in whole points or FSP, as the systems' lists count."""
    return f"{worth:.0f}"
