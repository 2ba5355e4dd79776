"""What the site says: wrong settings and wrong requests."""

from __future__ import annotations

from collections.abc import Iterable

from rulesets.engine.wording import counted, listed

GUEST_WORK_TAKEN = "Everything you made as a guest is now in your account."


def write_1_or_0(name: str, value: str) -> str:
    return f"{name}={value!r}: write 1 or 0."


def write_whole_number(name: str, value: str) -> str:
    return f"{name}={value!r}: write a whole number."


def write_one_of(name: str, value: str, allowed: Iterable[str]) -> str:
    return f"{name}={value!r}: write one of {', '.join(allowed)}."


def write_smtp(name: str) -> str:
    return f"{name}: write smtp://user:password@host:587?tls=1 or smtps://..."


def write_redis(name: str) -> str:
    return f"{name}: write redis://host:6379/0."


WRITE_DATABASE = "DATABASE_URL: write postgres://user:password@host:5432/name or sqlite:////absolute/path"


def cannot_hold_key(path: str, why: str | None) -> str:
    return f"{path} cannot hold the secret key ({why}). Set LEAGUER_SECRET_KEY instead."


def key_file_empty(path: str) -> str:
    return f"{path} is empty. Delete it, or set LEAGUER_SECRET_KEY."


def request_too_large(megabytes: float) -> str:
    return f"The request is too large: the limit is {megabytes:.0f} MB."


def the_request(reason: str) -> str:
    return f"The request {reason}."


NUL_CHARACTER = "The text contains a NUL character."


def no_such_query_key(known: Iterable[str]) -> str:
    return f"is not known here. Use one of: {', '.join(known)}."


WRONG_PASSWORD = "The user name or the password is wrong."
WRONG_PASSWORD_OF_ADDRESS = "The e-mail address or the password is wrong."
NOT_YOUR_PASSWORD = "This is not your password."
NAME_SIGNS = "No spaces or other signs: use letters, digits and @ . + - _"
NAME_TAKEN = "This name is taken. Choose another."
NEEDS_CODE = "This account has two-factor sign-in: send a code from its app too, or a recovery code."


def too_many_wrong(things: str) -> str:
    return f"Too many wrong {things}. Wait a few minutes, then try again."


def private_things(lists: int, books: int, scenarios: int, maps: int, leagues: int) -> str:
    """Return `1 army list and 2 maps`, without what there is none of; "" for nothing."""
    return _those_there_are(
        (lists, "army list"), (books, "book"), (scenarios, "scenario"), (maps, "map"), (leagues, "league"),
    )  # fmt: skip


def fights(battles: int, records: int) -> str:
    """Return `2 battles and 1 record`, without what there is none of; "" for nothing."""
    return _those_there_are((battles, "battle"), (records, "record"))


def _those_there_are(*counts: tuple[int, str] | tuple[int, str, str]) -> str:
    return listed([counted(*each) for each in counts if each[0]])


NOT_UNDER_THAT_NAME = "This site is not served under that name.\n"
NO_CSRF_TOKEN = "CSRF token missing or wrong."

NOT_USABLE = "Some values are not usable."
DJANGO_NO_ROW = "matches the given query."
"""How Django ends what it says of a row that is not there; it names our model, which helps nobody."""
NOT_THERE = "There is nothing at this address, or you may not see it."

ZONE_SAVED = "Time zone saved."


def answer_invitation(owner: str) -> str:
    return f"Answer the invitation from {owner}"


GO_ON_MEETING = "Continue your meeting"
MAKE_YOUR_MOVE = "Make your move"
CHECK_RECORD = "Check what was recorded"


TOKEN_ENDED = "This token is wrong or no longer works."

TOKENS_END = "With a new password, all API tokens of the account stop working."


EXPORT_LATER = "You have downloaded everything several times this hour. Try again in an hour."


def no_longer_replays(title: str) -> str:
    """Return why a battle cannot be downloaded."""
    return f"{title}: the rules have changed since"


ACCOUNT_DELETED = "Your account is deleted."
UMPIRE_LEAVES = "The umpire has deleted their account, and there is no other umpire."


NOT_STARTED = "Nothing was started"
NOT_SAVED = "Nothing can be saved right now"
CANNOT_WRITE = (
    "The disk of this site is full or read-only. You can read everything, but nothing can be saved until "
    "the people who run it have fixed that."
)


def no_folder(path: str, why: str | None) -> str:
    """Return why the site does not start, and the way out."""
    return f"{path} cannot be written to ({why}). Set LEAGUER_VAR to a folder that can be written to."
