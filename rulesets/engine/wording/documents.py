"""What is wrong with a document of any kind, after the place in it: `must be a whole number`."""

from __future__ import annotations

from collections.abc import Iterable

# -- setups and battles


def table_out_of_range(value: float, least: float, most: float) -> str:
    return f"is {value:g}: a table has {least:g} to {most:g}"


def setup_of_another_system(system: object, slug: str) -> str:
    return f"is a setup for {system}, not for {slug}"


def not_an_option(known: Iterable[str]) -> str:
    return f"is not an option: choose from {', '.join(known)}"


def no_such_scenario(name: object, known: Iterable[str]) -> str:
    return f"there is no scenario “{name}”: choose from {', '.join(known)}"


def list_of_another_system(system: str, slug: str) -> str:
    return f"is a list for {system}, not for {slug}"


NOT_A_BATTLE = "is not a Leaguer battle document"
NO_SEED_YET = "has no seed yet: a battle can be replayed when it is over"
WRONG_SEED = "is not the seed whose hash the document names"
NOT_A_LINE = "is not an object with the key “line”"


def not_a_kind_of_line(what: object) -> str:
    return f"“{what}” is not a kind of line"


# -- how large it is


def too_large(most: int, what: str = "") -> str:
    """Return that it has more than `most` bytes, as no `what` has."""
    size = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1000} kB"
    return f"is larger than {size}" + (f", as no {what} is" if what else "")


def too_many_values(most: int, what: str = "") -> str:
    return f"holds more than {most:,} values" + (f", as no {what} does" if what else "")


TOO_MANY = "holds more than {max_length}"
TOO_LONG = "is longer than {max_length} characters"


def too_long(most: int) -> str:
    return TOO_LONG.format(max_length=most)


def more_faults(most: int) -> str:
    return f"has more faults: correct these {most} first"


def and_more(number: int) -> str:
    return f" (and {number} more)"


# -- text, JSON and TOML

NOT_UTF8 = "is not UTF-8 text"
NOT_TEXT = "holds characters that are not text (\\u0000 or half a pair)"
NOT_ONE_LINE = "must not hold line breaks or control characters"
NESTED_TOO_DEEPLY = "is nested too deeply"


def not_utf8(byte: int) -> str:
    return f"{NOT_UTF8} (byte {byte})"


def not_json(error: object) -> str:
    return f"is not JSON: {error}"


def not_json_value(error: object) -> str:
    return f"holds what JSON cannot: {error}"


def not_toml(error: object) -> str:
    return f"is not valid TOML: {error}"


def too_many_digits(most: int) -> str:
    return f"holds a whole number with more than {most} digits"


NUMBER_TOO_LARGE = "holds a number that is too large"


def not_a_number(name: str) -> str:
    return f"holds {name}, which is not a number"


def key_too_long(most: int, line: int) -> str:
    return f"a key has more than {most} parts (at line {line})"


def newer_version(version: object) -> str:
    return f"version {version} is newer than this Leaguer can read"


def written_by_newer(version: int, known: int) -> str:
    return f"is {version}, written by a newer Leaguer; this one reads up to {known}: update Leaguer"


# -- values

NOT_TRUE_OR_FALSE = "must be true or false"
NOT_A_WHOLE_NUMBER = "must be a whole number"
NOT_A_TABLE = "must be a table of values"


def not_one_of(known: Iterable[object]) -> str:
    return f"must be one of {', '.join(map(str, known))}"


def must_be_within(low: int | float, high: int | float) -> str:
    return f"must be {low} to {high}"


def out_of_range(value: int | float, low: int | float, high: int | float) -> str:
    return f"is {value:g}: it must be {low} to {high}"


def used_more_than_once(what: str, times: int) -> str:
    return f"{what} is used {times} times"


def not_a_strength(strengths: Iterable[str]) -> str:
    return f"is one of {', '.join(strengths)}, or two of them with a comma"


USUAL = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field: remove it",
    "string_type": "must be text",
    "int_type": NOT_A_WHOLE_NUMBER,
    "int_parsing": NOT_A_WHOLE_NUMBER,
    "float_type": "must be a number",
    "bool_type": NOT_TRUE_OR_FALSE,
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_too_long": TOO_LONG,
    "greater_than_equal": "is {value}: it must be {ge} or more",
    "less_than_equal": "is {value}: it must be {le} or less",
    "literal_error": "must be {expected}",
}
