"""What books of users say: what is wrong with them, what changed, and the labels of their form."""

from __future__ import annotations

from rulesets.engine.wording.documents import NOT_A_TABLE, NOT_A_WHOLE_NUMBER, TOO_LONG, TOO_MANY

# -- bookchecks.py


def refers_to_nothing(id: str) -> str:
    return f"names {id!r}, which is not there"


def too_many(number: int, most: int) -> str:
    return f"holds {number}: at most {most} can be saved"


def not_a_key(value: str) -> str:
    return f"{value!r} is not a valid key: small letters, digits, hyphens"


EMPTY = "is empty: fill it in"
NOT_CHOSEN = "is not chosen yet: choose one"


# -- bookrules.py

NAME_OR_ID_MISSING = "is missing: give the row a name, or an id"


NOTHING_GIVEN = "is empty; give a book as TOML or JSON"


NOT_A_BOOK = "is not a book: a book is a table of values"
IS_AN_ARMY_LIST = "is an army list, not a book: upload it among the lists, or try check_list"
NOT_A_VALUE = "must be a text, a number, yes or no, a list or a table"


AND_MORE = "; and more"


def taken_out(name: str, row: str) -> str:
    return f"{name} {row} was taken out."


def is_new(name: str, row: str) -> str:
    return f"{name} {row} is new."


def row_changed(name: str, row: str, changes: str) -> str:
    return f"{name} {row}: {changes}."


def another_order(table: str) -> str:
    return f"{table} stand in another order."


def changed(label: str, changes: str) -> str:
    return f"{label}: {changes}."


def lines_changed(path: str, differing: int, lines: int) -> str:
    return f"{path}: {differing} of {lines} lines"


def became(path: str, before: str, after: str) -> str:
    return f"{path} {before} became {after}"


# -- books.py


def unreadable(error: OSError | UnicodeDecodeError) -> str:
    return f"cannot be read: {error}"


UNKNOWN_KEY = "is not a known key"


def wrong_value(value: object, why: str) -> str:
    return f"is {value!r}: {why}"


def id_of_another_book(key: str) -> str:
    return f"id must begin with {key}."


def not_a_range(least: int, most: int) -> str:
    return f"min {least} and max {most} are no range"


def forbidden_in_label(label: str) -> str:
    return f"label {label!r} must not hold a comma, colon, semicolon or quotation mark"


def differs_in_group(other: str, group: str) -> str:
    return f"min and max differ from {other} of the same group {group}"


def options_of_one_name(number: int, name: str) -> str:
    return f"{number} options for it have the name {name}"


def forbidden_in_name(name: str) -> str:
    return f"name {name!r} must not hold a comma, colon, semicolon or quotation mark"


ONE_PRICE_ONLY = "give either points or points_total"


def applies_to_nothing(entry: str) -> str:
    return f"applies_to names {entry}, which is not an entry of this book"


def not_a_field(key: object) -> str:
    return f"{key} is not a field of a unit"


def must_be(expected: object) -> str:
    return f"must be {expected}"


NONE_THERE = "there is none: add one"


# -- ownbooks.py


def about_books(system: str) -> str:
    return (
        f"A {system} army book of one’s own. Ids may stand with or without the key of the book before them."
    )


def no_rows_yet(what: str) -> str:
    return f"holds no {what} yet: add one"


def not_an_id(value: str, most: int) -> str:
    return f"{value!r} is not an id: at most {most} small letters, digits, hyphens and dots"


HELP_OF_ID = "Lists know it by this; made from the name if empty"
NAME_OF_BOOK = "Name of the book"
HELP_OF_PERIOD = "As a reader sees it: about 1642-1651"
HELP_OF_THEATRE = "The war, or where it was fought"
NAME_IN_LISTS = "Name in lists"


def help_of_label(what: str) -> str:
    return f"Where two {what}s have the same name"


HELP_OF_GROUP = "One word for all that share it"
WHAT_IT_DOES = "What it does"
HELP_OF_EFFECT = "In words, as a reader sees it"


def for_which(what: str) -> str:
    return f"For which {what}s"


NEW_PRICE = "Or the new price"


def help_of_rules(rule: str) -> str:
    return f"Ids of rules, such as {rule}"


WHERE_VALUES_COME_FROM = "Where the values come from"
YOUR_OWN_VALUES = "Your own values"


def their_keys(keys: str) -> str:
    return f"Their keys: {keys}"


def army_book(system: str) -> str:
    return f"{system} army book"


USUAL = {
    "unexpected_keyword_argument": f"{UNKNOWN_KEY}: remove it",
    "missing": "is missing",
    "string_type": "must be text",
    "int_type": NOT_A_WHOLE_NUMBER,
    "int_from_float": NOT_A_WHOLE_NUMBER,
    "float_type": "must be a number",
    "bool_type": "must be yes or no",
    "tuple_type": "must be a list",
    "dict_type": NOT_A_TABLE,
    "dataclass_type": NOT_A_TABLE,
    "union_tag_not_found": "is missing",
}

LIMITS = {
    "too_short": "holds {actual_length}: at least {min_length} must be there",
    "too_long": TOO_MANY,
    "string_too_short": EMPTY,
    "string_too_long": TOO_LONG,
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
}

KINDS = {
    "upgrade": "an upgrade",
    "downgrade": "a downgrade",
    "replace": "another unit in its place",
    "formation": "a formation",
}
