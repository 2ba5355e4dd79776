"""The errors that Leaguer explains to its users.

LeaguerError
├── BookError     an army book or a table cannot be read (books.py)
├── FaultyDocumentError  a document that somebody wrote cannot be read: everything that is wrong with it
│   ├── FaultyBookError  it is no book or scenario
│   └── ListError     it is no list (lists/rules.py)
├── Refusal       a choice is not legal (decisions.py)
├── SetupError    a battle cannot begin so (document.py)
└── DocumentError a battle document cannot be read (document.py)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rulesets.engine.wording import lowfirst


class LeaguerError(Exception):
    """Something a user can put right: a sentence, the path of the offending part, a stable code."""

    def __init__(self, message: str, *, path: str = "", code: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.code = code

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that keeps a document from being read."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is no known field: remove it",
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


def path_of(steps: Iterable[int | str]) -> str:
    """Return a place in a document as a path: `commands[1].units[0].entry`."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return path.removeprefix(".")


def fault_of(error: Mapping[str, Any], words: Mapping[str, str] = MappingProxyType({})) -> Fault:
    """Return what pydantic found wrong as a path and plain words; `words` go before the usual ones."""
    template = words.get(error["type"]) or _WORDS.get(error["type"])
    if template is None:
        return Fault(path_of(error["loc"]), lowfirst(str(error["msg"])))
    return Fault(path_of(error["loc"]), template.format(value=error["input"], **error.get("ctx", {})))


class FaultyDocumentError(LeaguerError):
    """A document cannot be read: all `faults`, and one line with the first of them as message.

    `document` is the code of an error that is given none.
    """

    document = "document"

    def __init__(self, *faults: Fault, code: str = "") -> None:
        shown = "; ".join(str(fault) for fault in faults[:3])
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        super().__init__(shown + more, path=faults[0].path, code=code or self.document)
        self.faults = faults

    def __str__(self) -> str:
        return self.message


class FaultyBookError(FaultyDocumentError):
    """A document is no book or scenario."""

    document = "book"
