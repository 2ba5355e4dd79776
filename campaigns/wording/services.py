"""Running a campaign: its turns, deadlines, orders, messages."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import listed

CAMPAIGN_OVER = "the campaign is over"

BATTLES_GO_ON = "its battles are still going on: copy it when the turn is finished"


def printable_characters(most: int) -> str:
    return f"use at most {most} printable characters"


def hours_from_0_to(most: int) -> str:
    return f"choose 0 to {most}"


def orders_for_turn(campaign: str, turn: int) -> str:
    return f"{campaign}: orders for turn {turn}"


def orders_due(campaign: str) -> str:
    return f"{campaign}: orders are due"


NOBODY_WOULD_READ = "nobody would read it: the only umpire plays a faction, so write to that faction"
MESSAGE_EMPTY = "is empty: write something"


def message_too_long(characters: int, most: int) -> str:
    return f"has {characters} characters, {most} at most"


CHOOSE_READERS = "choose who gets the message"
ARCHIVED = "this campaign is archived: nothing can be changed"


def cannot_write_to(name: str) -> str:
    return f"you cannot write to “{name}”"


MESSAGES_SWITCHED_OFF = "the umpire has switched off messages between factions"


def too_many_messages(most: int) -> str:
    return f"you can send {most} messages an hour: wait a little"


CLOSED_TO_PLAYERS = (
    "you play a faction yourself, so this is closed to you: stop playing first, on the page People"
)
ONLY_UMPIRE = "only an umpire can do this"
ONLY_NEUTRAL_UMPIRE = "only an umpire who does not fight in this battle can do this"

NO_ORDERS_TO_GIVE = "you have no orders to give"


def hours_up_to(most: int) -> str:
    return f"is from 1 to {most}"


NO_DEADLINE = "this turn has no deadline"
FOR_PLAYERS_TO_ASK = "is for players to ask"
ASKED_ALREADY = "you have already asked: wait for the umpire’s answer"
NO_OPEN_REQUEST = "there is no such open request"
AWAY_WITHIN_A_YEAR = "choose a day in the coming year"
NOBODY_WAITS = "plays no faction: nobody waits for them"
DEPUTY_OF_FACTION = "is another player of the same faction"
DEPUTY_AWAY = "is away too: choose somebody else"

NO_DEADLINE_NOW = "there is no deadline now: this turn’s orders have been carried out"
CHOOSE_LATER = "choose a moment in the future"
LEAVE_A_DAY = "you play yourself, so leave everyone at least 24 hours"


def wait_for_orders_of(missing: Sequence[str]) -> str:
    return f"you play yourself, so wait for the orders of {listed(missing)}, or for the deadline"


NAME_LENGTH = "use 1 to 120 characters"
ARCHIVE_FIRST = "archive the campaign before you delete it"
ONLY_OWNER = "only the owner can do this"

PAUSED = "the campaign is paused: resume it first"
NOBODY_AT_WAR = "nobody is at war: set factions at war first, or confirm that the campaign begins at peace"
NOTHING_HAPPENED_YET = "nothing has happened in that turn yet"
NO_FORCE = "there is no such force"
ONLY_CHIEF_HANDS_FORCE = "only the commander-in-chief can hand over this force"
NOT_OF_THIS_FACTION = "does not play for the faction of this force"
SAY_WHY = "say why: everyone can read it in the chronicle"


def at_most_characters(most: int) -> str:
    return f"use at most {most} characters"


def still_to_be_fought(battles: Sequence[str]) -> str:
    return f"{listed(battles)} {'is' if len(battles) == 1 else 'are'} still to be fought"


NO_SIMULATION = "Nobody has ordered a simulation of this campaign."


def simulate_at_most(runs: int, turns: int) -> str:
    return f"choose 1 to {runs} campaigns of 1 to {turns} turns, and how battles are fought"
