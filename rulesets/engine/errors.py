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
from itertools import islice
from types import MappingProxyType
from typing import Any

from rulesets.engine.wording import documents as words
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


MISSING, UNKNOWN_KEY = "missing", "unexpected_keyword_argument"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a document cannot be read.

    `code`: what pydantic calls the fault (MISSING, UNKNOWN_KEY and others), "" for one that our rules find.
    """

    path: str
    message: str
    code: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message

    def to_json(self) -> dict[str, str]:
        """Return what the REST interface and the commands say of it."""
        return {"path": self.path, "message": self.message}


def path_of(steps: Iterable[int | str]) -> str:
    """Return a place in a document as a path: `commands[1].units[0].entry`."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return path.removeprefix(".")


def fault_of(error: Mapping[str, Any], own: Mapping[str, str] = MappingProxyType({})) -> Fault:
    """Return what pydantic found wrong as a path and plain words; `own` ones go before the usual ones."""
    template = own.get(error["type"]) or words.USUAL.get(error["type"])
    if template is None:
        return Fault(path_of(error["loc"]), lowfirst(str(error["msg"])), error["type"])
    text = template.format(value=error["input"], **error.get("ctx", {}))
    return Fault(path_of(error["loc"]), text, error["type"])


MOST_FAULTS = 50
"""Faults of one document that are reported: more help nobody, and cost the time of everybody."""


def first_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the first `MOST_FAULTS` faults, looking for no more, and a last one that says so."""
    found = tuple(islice(faults, MOST_FAULTS + 1))
    if len(found) <= MOST_FAULTS:
        return found
    return (*found[:MOST_FAULTS], Fault("", words.more_faults(MOST_FAULTS)))


class FaultyDocumentError(LeaguerError):
    """A document cannot be read: its first `faults`, and one line with the first of them as message.

    `document` is the code of an error that is given none.
    """

    document = "document"

    def __init__(self, *faults: Fault, code: str = "") -> None:
        shown = "; ".join(str(fault) for fault in faults[:3])
        more = words.and_more(len(faults) - 3) if len(faults) > 3 else ""
        super().__init__(shown + more, path=faults[0].path, code=code or self.document)
        self.faults = first_faults(faults)

    def __str__(self) -> str:
        return self.message


class FaultyBookError(FaultyDocumentError):
    """A document is no book or scenario."""

    document = "book"
