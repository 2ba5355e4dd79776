"""JSON that strangers write: one way to read it, and one sentence for what cannot be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import documents as words

MOST_DIGITS = 18
"""Digits of a whole number: more do not fit into a column of a database."""
MOST_VALUES = 200_000
"""Values of a document: the largest map has 20,000, and each can be a fault of its own."""
_ESCAPED = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")


class JSONError(LeaguerError):
    """A text is not JSON, or holds what no document of ours can: `path` is the line where that is known."""


def read_json(data: str | bytes, most: int = MOST_VALUES) -> Any:
    """Return what a JSON text holds. Raises JSONError for what is not JSON in UTF-8, nested too deeply, holds
    more than `most` values, NaN or Infinity, numbers too large to be written down again, or characters that
    are no text.
    """
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
        # Before it is parsed: a comma stands between any two values.
        if text.count(",") > 3 * most:
            raise JSONError(words.too_many_values(most), code="too-large")
        found = json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_constant)
        # Only an escape can say them, and a pair of escapes may be one good character: look at what was read.
        if _ESCAPED.search(text) and any(map(_NO_TEXT.search, _texts(found))):
            raise JSONError(words.NOT_TEXT, code="json")
        if more_values(found, most):
            raise JSONError(words.too_many_values(most), code="too-large")
    except UnicodeDecodeError:
        raise JSONError(words.NOT_UTF8, code="json") from None
    except json.JSONDecodeError as error:
        raise JSONError(words.not_json(error.msg), path=f"line {error.lineno}", code="json") from None
    except RecursionError:
        raise JSONError(words.NESTED_TOO_DEEPLY, code="json") from None
    return found


class StrictDecoder(json.JSONDecoder):
    """Reads JSON as `read_json` does, for a library that is told how to read it."""

    def decode(self, s: str, *how: Any) -> Any:
        """Return what a JSON text holds. Raises JSONDecodeError where `read_json` raises JSONError."""
        try:
            return read_json(s)
        except JSONError as error:
            raise json.JSONDecodeError(error.message, s, 0) from None


def more_values(value: Any, most: int) -> bool:
    """Return True if a JSON value holds more than `most` values, itself and all that are in it; the two
    numbers of a place on a map are one.
    """
    count, waiting = 0, [value]
    while waiting and count <= most:
        each = waiting.pop()
        count += 1
        if isinstance(each, Mapping):
            waiting.extend(each.values())
        elif isinstance(each, (list, tuple)) and not _is_place(each):
            waiting.extend(each)
    return count > most


def _is_place(value: Sequence[Any]) -> bool:
    return len(value) == 2 and all(isinstance(each, (int, float)) for each in value)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS + 1:
        raise JSONError(words.too_many_digits(MOST_DIGITS), code="json")
    return int(digits)


def _decimal(digits: str) -> float:
    if abs(value := float(digits)) == float("inf"):
        raise JSONError(words.NUMBER_TOO_LARGE, code="json")
    return value


def _constant(name: str) -> Any:
    raise JSONError(words.not_a_number(name), code="json")
