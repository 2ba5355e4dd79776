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

from dataclasses import dataclass


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
