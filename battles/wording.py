"""What battles say: the words of their set-ups, offers, invitations, documents and records."""

from __future__ import annotations

from rulesets.engine.wording import counted

TERRAIN_OF_BATTLE = {"roll": "Placed by the rules, with dice", "open": "Open ground"}
TERRAIN_AT_TABLE = {"roll": "Set up together, piece by piece, by the rules", "open": "Agreed on at the table"}
ROLLED_FOR = "Rolled for"


def agreed_pieces(count: int) -> str:
    return counted(count, "agreed piece")


def most_turns(turn: str) -> str:
    return f"Maximum number of {turn}s"


EARLIER_LOSSES = "Some units begin with losses from an earlier battle"
DICE_TYPED_IN = "Rolled by you and typed in"
DICE_OF_LEAGUER = "Rolled by Leaguer"
OPTIONAL_RULE = "Optional rule"
OPTIONAL_RULES = "Optional rules"

BATTLE_ATTACHED = "The battle: set-up, seed, choices and log, to be replayed"
NOT_OVER = "the battle is not over"
TERRAIN = {"roll": "terrain by the rules", "open": "open ground"}


def agreed_terrain(count: int) -> str:
    return f"{count} agreed pieces of terrain"


def table_words(width: float, depth: float, unit: str, ground: str, most: int, turn: str) -> str:
    return f"{width:g} × {depth:g} {unit}, {ground}, at most {most} {turn}s"


SHEET_ATTACHED = "The sheet as data"
TABLE_NOT_READY = "the table is not ready"
THE_TABLE = "The table"


def field_at_end(name: str, turn: int) -> str:
    return f"The field at the end of {name} {turn}"


def field_before_first(turn: str) -> str:
    return f"The field before the first {turn}"


NO_INVITATION = "There is no such invitation, or it is not for you."
GUESTS_CANNOT_INVITE = "Sign up to play against other people. Guests play against the tactician."
INVITES_THEMSELVES = "is your own name: leave it empty to play both sides"

DICE_UNDONE = "Undone. If you choose the same again, the dice fall the same."


def dice_were_undone(times: int) -> str:
    return f"Choices were undone {counted(times, 'time')} after their dice had been rolled."


def too_many_invitations(most: int) -> str:
    return f"is one too many: you have {most} open invitations. Withdraw one first"


INVITATION_CLOSED = "This invitation is no longer open."
NAME_SOMEBODY = "Type the user name of the player you want to invite."
YOUR_OWN_NAME = "This is your own name. Type the user name of the player you want to invite."


def not_invited(why: str) -> str:
    """Return why an invitation was not sent; `why` is a sentence, or the rest of one about it."""
    return why if why[:1].isupper() else f"This invitation {why}."


TOO_LATE_TO_INVITE = "You can only invite somebody while you lead both sides and nothing has been chosen yet."

SET_UP = "Set up"
IN_PROGRESS = "In progress"


def waiting_for(invited: str) -> str:
    return f"Waiting for {invited}"


BEING_PREPARED = "Being prepared"
TABLE_READY = "Table ready"
CALLED_OFF = "Called off"

NOTHING_TO_UNDO = "there is no choice of yours to undo"


def draw_declined(side: str) -> str:
    return f"declined by {side}: the tactician is doing better"


NO_OFFER = "there is no offer to answer"
YOUR_OWN_OFFER = "this is your own offer: the other side has to answer it"


def offer_open(side: str) -> str:
    return f"there is an offer by {side}: answer it first"


BATTLE_OVER = "the battle is over"
CANCELLED = "Cancelled"


def cancelled_because(reason: str) -> str:
    return f"the umpire cancelled this battle: {reason}"


def not_accepted_yet(invited: str) -> str:
    return f"{invited} has not accepted your invitation yet"


def no_longer_allowed(number: int, why: str) -> str:
    return f"the rules no longer allow choice {number}: {why}"


NO_SCENARIO = "There is no such scenario, or it is not yours."


def scenario_unreadable(reason: str) -> str:
    return f"This scenario cannot be read any more: {reason}"


def your_scenario(version: int, *, shared: bool) -> str:
    return f"yours, version {version}{', shared' if shared else ''}"


NO_SCENARIO_VERSION = "No version of this scenario was saved yet: finish its draft first."

NO_SEED_AGAINST_OTHERS = "must be empty against another player: anyone who knows the seed knows every die"
NOT_LEADING = "you lead neither side of this battle"


def list_not_legal(problems: int) -> str:
    return f"is not legal ({counted(problems, 'problem')}): agree to play with it, or change it"


def seed_too_long(most: int) -> str:
    return f"use at most {most} printable characters"


SIDES_0_AND_1 = "may hold 0 and 1"


def tactician_decides(side: str) -> str:
    return f"the tactician decides for {side}: take that side over first"


def no_scenario_or_file(scenarios: str) -> str:
    return f"is neither a scenario nor a file; scenarios are: {scenarios}"


NOT_A_BATTLE_SCENARIO = "is not a scenario that a battle can start from"
MUST_BE_CHOICES_OBJECT = 'must be an object such as {"scenario": [{"do": "scenario", "scenario": "forage"}]}'
MUST_BE_CHOICES = "must be a list of choices"


def cannot_be_opened(why: str | None) -> str:
    return f"cannot be opened: {why}"


def too_large_for(megabytes: int, what: str) -> str:
    return f"is larger than {megabytes} MB, too large for a {what}"


ARMIES = ("First army", "Second army")


def size_note(side: str, said: str, rule: str, *, strong: bool) -> str:
    """Say what the size of a side's list should tell both players."""
    return f"{'Warning: ' if strong else ''}{side} {said}{f' ({rule})' if rule else ''}."


def of_table(measure: str, message: str, unit: str) -> str:
    """Return what is wrong with a table; a message that ends in a number gets the unit."""
    return f"The {measure} {message}{f' {unit}' if message[-1:].isdigit() else ''}."


def of_army(army: str, place: str, message: str) -> str:
    return f"{army}{f', {place}' if place else ''}: {message}."


def of_unit(unit: str, command: str, message: str) -> str:
    return f"{unit}, in {command}: {message}."


def of_command(command: str, message: str) -> str:
    return f"{command}: {message}."


def no_leader(command: str, leader: str, why: str) -> str:
    return (
        f"{command} has no {leader}: {why}. Nobody can give its orders. "
        "Choose one for it, or take its units away."
    )


def other_system_list(army: str, theirs: str, ours: str) -> str:
    return f"{army} is a list for {theirs}, but the first army is for {ours}. Choose two of one system."


NOTHING_TO_RECORD = "Battles of this system are fought on this site, so there is nothing to record."

SIGNED_RECORD = "signed the record"
REOPENED_RECORD = "reopened the record"
WHOLE_BATTLE = "The battle"


def agreed_to(entry: str, said: str) -> str:
    return f"agreed to {entry}: {said}"


def turn_begins(turn: object) -> str:
    return f"turn {turn} begins"


BACK_TO_NO_TURN = "went back to no turn"

NOT_A_RESULT = "is not an object: this is not a result of a battle"


def cannot_be_scored(formats: str) -> str:
    return f"is not a result that can be scored: use {formats}"


RESULT_ATTACHED = "The result: lists, losses and points, ready to be scored again"
RECORDED_BY_ONE = "Recorded by one player for both sides."
SIGNED_BY_BOTH = "Signed by both sides."


def entries_disputed(disputes: int) -> str:
    return f"Not final: {disputes} {'entry is' if disputes == 1 else 'entries are'} disputed."


NOT_SIGNED_BY_BOTH = "Not final: not signed by both sides yet."

ENTRY_CHANGED = "The other side has changed this entry since you loaded the page. Check it, then decide."
BEGAN_TURN = "began a turn"

RECORDS_ALONE = "is your own name: leave it empty to record for both sides"


def fought_here(system: str) -> str:
    return f"is a list for {system}: its battles are fought on this site"


TWO_SYSTEMS = "are lists for two different systems"
MEETING_NOT_FINISHED = "The meeting is not finished: its battle has not begun."
NO_ENTRIES = "is empty: give at least one entry"


def too_many_entries(most: int) -> str:
    return f"holds more than {most} entries"


NOBODY_TO_AGREE = "you are the only one who records this battle"
NOTHING_DIFFERENT = "the other side has not recorded anything different there"


def turns_up_to(most: int) -> str:
    return f"The turn must be from 0 to {most}."


DISPUTED = "is disputed: settle that first, then sign"
SIGNED_ALREADY = "you have already signed it"
NOT_SIGNED = "is not signed: record what is missing"
BOTH_SIGNED = "Both sides have signed: reopen the record to change something."


def has_not_accepted(invited: str) -> str:
    return f"{invited} has not accepted your invitation yet."


def too_many_changes(before: int, most: int) -> str:
    return f"holds {before} changes: no more than {most} can be saved"


NEWER_THAN_RECORD = "is newer than the record: reload it"
