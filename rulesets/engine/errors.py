"""The errors that Leaguer explains to its users.

LeaguerError
├── BookError     an army book or a table cannot be read (books.py)
├── ListError     a list document cannot be read (lists.py)
├── Refusal       a choice is not legal (decisions.py)
├── SetupError    a battle cannot begin so (document.py)
└── DocumentError a battle document cannot be read (document.py)
"""

from __future__ import annotations


class LeaguerError(Exception):
    """Something a user can put right: a sentence, the path of the offending part, a stable code."""

    def __init__(self, message: str, *, path: str = "", code: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.code = code

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message
