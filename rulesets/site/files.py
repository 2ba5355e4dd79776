"""Documents in files from outside: lists as JSON, plain text, or in what another app can read (a
roster PDF); and which system a book or scenario is of.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from rulesets.contract import registry
from rulesets.contract.documents import from_text, parse_list
from rulesets.engine.bookrules import BookRules, Document, read_text
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import ArmyList, Fault, ListError
from rulesets.engine.wording import documents as shared

MAX_FILE = 5_000_000

Reader = Callable[[bytes], str | bytes]
_readers: dict[bytes, Reader] = {}


def register_reader(signature: bytes, reader: Reader) -> None:
    """Let `reader` take the list's JSON out of files that begin with `signature`; it may raise ListError."""
    _readers[signature] = reader


def read_file(path: Path) -> ArmyList:
    """Return the list in a file; raises ListError also if the file cannot be opened or is too large."""
    try:
        with path.open("rb") as stream:
            return read_stream(stream)
    except OSError as error:
        raise ListError(Fault("", f"cannot be opened: {error.strerror}"), code="file") from None


def read_stream(stream: BinaryIO) -> ArmyList:
    """Return the list in an open file, of which no more is read than a list may hold; raises ListError."""
    data = stream.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise ListError(Fault("", shared.too_large(MAX_FILE, "list")), code="too-large")
    return read_list(data)


def read_list(data: bytes) -> ArmyList:
    """Return the list in a JSON document, a plain text or a registered file; raises ListError."""
    for signature, reader in _readers.items():
        if data.startswith(signature):
            return parse_list(reader(data))
    if data.startswith(b"%PDF-"):
        raise ListError(Fault("", "is a PDF, which cannot be read here"), code="pdf")
    document = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[", b"")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if document:
            return parse_list(data)  # which says what is wrong with JSON
        raise ListError(Fault("", shared.not_utf8(error.start)), code="text") from None
    try:
        return parse_list(data) if document else from_text(text)
    except ListError as error:
        raise no_list(text, error) from None


# -- books and scenarios ----------------------------------------------------------------------------


def kinds() -> list[BookRules]:
    """Return what a user may write, of every system: its books first, then its scenarios."""
    every = ((system.own_books, system.own_scenarios) for system in registry.systems())
    return [rules for both in every for rules in both if rules is not None]


def rules_for(document: Document, said: str = "") -> BookRules:
    """Return how a document from outside is read: by the format or system that it names, or as was `said`
    (`baroque/book`). Raises LeaguerError for one that names nothing that is known here.
    """
    found = [rules for rules in kinds() if _names(document, rules)]
    found = found or [rules for rules in kinds() if f"{rules.system}/{rules.kind}" == said]
    if not found:
        there = ", ".join(sorted({rules.system for rules in kinds()}))
        words = f"names no rule system that you can write books for: choose from {there}"
        raise LeaguerError(words, path="system", code="system")
    return found[0]


def no_list(text: str, error: ListError) -> ListError:
    """Return why `text` cannot be read as a list: `error`, or that it is a book."""
    try:
        rules = rules_for(read_text(text))
    except LeaguerError:
        return error
    kind = {"book": "an army book", "scenario": "a scenario"}[rules.kind]
    words = f"this is {kind}, not a list: bring it among your own books, or try check_book"
    return ListError(Fault("", words), code="format")


def _names(document: Document, rules: BookRules) -> bool:
    """Return whether a document says that it is of this kind: by its format, or by its system."""
    wanted = rules.schema().get("properties", {}).get("format", {}).get("const")
    if wanted is not None:
        return bool(document.get("format") == wanted)
    return document.get("system") == rules.system
