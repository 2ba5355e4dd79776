"""Army lists in files: JSON, plain text, or anything another app can take a list out of (a roster PDF)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from rulesets.contract.documents import from_text, parse_list
from rulesets.engine.lists import ArmyList, Fault, ListError
from rulesets.site.bookfiles import no_list

MAX_FILE = 5_000_000

Reader = Callable[[bytes], str | bytes]
_readers: dict[bytes, Reader] = {}


def register_reader(signature: bytes, reader: Reader) -> None:
    """Lets `reader` take the list's JSON out of files that begin with `signature`; it may raise ListError."""
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
        words = f"is larger than {MAX_FILE // 1_000_000} MB, as no list is"
        raise ListError(Fault("", words), code="too-large")
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
        raise ListError(Fault("", f"is not UTF-8 text (byte {error.start})"), code="text") from None
    try:
        return parse_list(data) if document else from_text(text)
    except ListError as error:
        raise no_list(text, error) from None
