"""What is wrong with a document, after the place in it: `must be a whole number`."""

from __future__ import annotations

from collections.abc import Iterable

# -- document.py


def table_out_of_range(value: float, least: float, most: float) -> str:
    return f"is {value:g}: a table has {least:g} to {most:g}"


def newer_version(version: object) -> str:
    return f"version {version} is newer than this Leaguer reads"


def not_one_of(choices: str) -> str:
    return f"must be one of {choices}"


def setup_of_another_system(system: object, slug: str) -> str:
    return f"is a setup for {system}, not for {slug}"


def too_large(most: int) -> str:
    return f"is larger than {most} MB"


def too_many_values(most: int) -> str:
    return f"holds more than {most:,} values"


def more_faults(most: int) -> str:
    return f"has more faults: mend these {most} first"


NOT_UTF8 = "is not UTF-8 text"
NOT_A_BATTLE = "is not a Leaguer battle document"
NO_SEED_YET = "has no seed yet: a battle can be replayed when it is over"
WRONG_SEED = "is not the seed whose hash the document names"
NOT_A_LINE = "is not an object with the key “line”"


def not_a_kind_of_line(what: object) -> str:
    return f"“{what}” is not a kind of line"


# -- errors.py


def and_more(number: int) -> str:
    return f" (and {number} more)"


# -- fields.py

NOT_TRUE_OR_FALSE = "must be true or false"


def not_one_of_values(values: Iterable[str]) -> str:
    return f"must be one of {', '.join(values)}"


NOT_A_WHOLE_NUMBER = "must be a whole number"


def out_of_range(low: int | float, high: int | float) -> str:
    return f"must be {low} to {high}"


# -- jsontext.py

NOT_TEXT = "holds characters that are not text (\\u0000 or half a pair)"


def not_json(error: str) -> str:
    return f"is not JSON: {error}"


NESTED_TOO_DEEPLY = "is nested too deeply"


def too_many_digits(most: int) -> str:
    return f"holds a whole number with more than {most} digits"


NUMBER_TOO_LARGE = "holds a number that is too large"


def not_a_number(name: str) -> str:
    return f"holds {name}, which is not a number"


# -- strength.py


def not_a_strength(strengths: Iterable[str]) -> str:
    return f"is one of {', '.join(strengths)}, or two of them with a comma"


# -- tomltext.py


def key_too_long(most: int, line: int) -> str:
    return f"a key has more than {most} parts (at line {line})"


USUAL = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field: remove it",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_too_long": "is longer than {max_length} characters",
    "greater_than_equal": "is {value}: it must be {ge} or more",
    "less_than_equal": "is {value}: it must be {le} or less",
    "literal_error": "must be {expected}",
}
