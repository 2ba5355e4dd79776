"""Files, versions and sharing of lists and own books, accounts that make them, and backups."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.engine.wording import plural

UNNAMED_BOOK = "Unnamed book"


def changed_at(title: str, when: str) -> str:
    """Tell a list from others of the same title."""
    return f"{title}, changed {when}"


BOOK_NOT_SHARED = (
    "This list uses a book that is not shared. Ask its owner to share the book too. A copy "
    "of the list then comes with a copy of the book."
)
FIRST_VERSION = "First version"


def size_too_small(spent: list[str], points: int) -> str:
    """Say that a list of the size would have nothing left for units: `spent` names what the points go on."""
    return f"Enter more than {points}: the {' and the '.join(spent)} alone would take {points} points."


def copied_version(book: str, version: int) -> str:
    return f"Copied from {book}, version {version}"


def restored_revision(revision: int) -> str:
    return f"Restored revision {revision}"


def copy_of(name: str) -> str:
    return f"{name} (copy)"


def copied_revision(list_: str, revision: int) -> str:
    return f"Copied from {list_}, revision {revision}"


WAY_OUT = "a list as plain text, a roster PDF from Leaguer, or JSON"


def damaged_pdf(kind: str) -> str:
    return f"is a damaged or locked PDF ({kind})"


PDF_WITHOUT_LIST = f"is a PDF that contains no army list; choose {WAY_OUT}"
THE_FILE = "the file"
FILE_THERE = "already exists: choose another name"


def cannot_be_written(why: str | None) -> str:
    return f"cannot be written: {why}"


def backup_of_other(database: str) -> str:
    return f"is a backup of {database}, but DATABASE_URL names another kind of database"


def would_replace(users: int) -> str:
    return f"would replace a database with {users} users: add --replace to let it"


def cannot_be_opened(why: str | None) -> str:
    return f"cannot be opened: {why}"


NOT_A_BACKUP = "is not a backup: choose a file that manage.py backup wrote"
DAMAGED = "is damaged"
OTHER_PROGRAM = "is a database of another program"


def cannot_be_read_back(reason: str) -> str:
    return f"cannot be read back: {reason}"


def needs_program(program: str) -> str:
    return f"needs {program}: install postgresql-client"


def no_book_version(number: int) -> str:
    return f"The book has no version {number}."


def no_such_book(prefix: str, key: str) -> str:
    return (
        f"there is no such book: {prefix}{key}; if it is another player’s own, copy the book, or "
        "the list, from a link that they share"
    )


def your_book(book: str) -> str:
    return f"{book} (your book)"


THE_BOOK = "The book"
PART_GONE = "That part no longer exists: reload the page."


def already_most(most: int) -> str:
    return f"There are already {most}: no more can be added."


AN_ARCHIVE = "a ZIP archive or an office document"


def list_too_large(megabytes: int) -> str:
    return f"is larger than {megabytes} MB, too large for a list; choose {WAY_OUT}"


EMPTY_FILE = f"is empty; choose {WAY_OUT}"


def foreign_file(what: str) -> str:
    return f"is {what}; choose {WAY_OUT}"


def not_utf8(byte: int) -> str:
    return f"is not UTF-8 text (byte {byte}); save it as UTF-8, or choose {WAY_OUT}"


def sign_up_to_make(noun: str) -> str:
    return f"Sign up to make a {noun}. Everything you made comes with you."


def guest_has_most(most: int, noun: str) -> str:
    return f"A guest can have {most} {noun}s. Sign up to make more: everything you made comes with you."


def has_most(most: int, noun: str, how: str) -> str:
    return f"You have {most} {noun}{'s' if most > 1 else ''}, the most that this site allows. {how}"


def archive_some(noun: str) -> str:
    return f"Archive {noun}s that you no longer need, then try again."


def delete_some(noun: str) -> str:
    return f"Delete {noun}s that you no longer need, then try again."


def has_most_archived(number: int, noun: str) -> str:
    return (
        f"You have {number} {noun}s including archived ones, the most that this site allows. "
        "Ask whoever runs it to delete some."
    )


def uploaded_most(most: int) -> str:
    return (
        f"You have uploaded {most / 1_048_576:.0f} MB today, the most that this site allows. "
        "Continue tomorrow."
    )


def its_army(side: str) -> str:
    return f"{side} › Its army"


SUMMARY_SHEET = "Summary Sheet"


def on_summary_sheet(row: str) -> str:
    return f"Summary Sheet › {row}"


YOUR_LISTS = "Your lists"
SAMPLE_LISTS = "Sample lists"
CHOOSE_A_LIST = "choose a list"
READ_THE_LIST = "read the list"
LIST_CHANGED = "The list was changed in another window. It is now at revision {at}."
READ_AND_COPY = "read and copy the book"
BOOK_CHANGED = (
    "The book was changed in another window in the meantime. Nothing was overwritten: this is how it "
    "looks now, without your last changes."
)


def qr_code_of(link: str) -> str:
    return f"QR code of {link}"


LIST_ATTACHED = "The army list, to be read back"
QR_CODE = "QR code of the link"
TWO_SYSTEMS = "A play sheet is for armies of one rule system."


def no_play_sheet(system: str) -> str:
    return f"{system} has no play sheet to print."


NO_TIME_ZONE = "no time zone"


def no_such_zone(name: str) -> str:
    return f"There is no time zone “{name}”."


NO_SUCH = "There is no such {noun}, or it is not yours."
MOVED_ON = "The {noun} has changed since you saw it. Look at it again, then decide."
LOOK_AT = "look at the {noun}"


def sign_up_to_share(noun: str) -> str:
    return f"Sign up to share your {noun}: guests cannot share. Your work comes with you."


CHOOSE_BOOK = (
    "Leaguer knows no unit of this text and finds no army book named in it. Choose the army book here."
)
MADE_WITH_PASSWORD = "Made with your password"
NO_SUCH_TOKEN = "There is no such token, or it is not yours."
GUESTS_HAVE_NO_TOKENS = "Sign up first: guests have no password, e-mail or token."


def too_many_tokens(most: int) -> str:
    return f"You have {most} API tokens, the most that is possible. Delete one that you do not need."


def not_known_here(known: str) -> str:
    return f"is not known here. Use one of: {known}."


FROM_THE_SAMPLES = "From the samples"


_READINGS = 5  # named in one message


def readings(found: Sequence[tuple[int, str, str]]) -> str:
    """Return which lines were read as a unit that is called otherwise, as sentences; "" for none.

    Of each: its number, what it says, and the unit.
    """
    said = "".join(f" Line {line}: “{text}” read as {unit}." for line, text, unit in found[:_READINGS])
    more = len(found) - _READINGS
    return said + (f" So were {plural(more, 'more line')}." if more > 0 else "")
