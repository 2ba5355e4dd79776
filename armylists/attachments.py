"""The army list that a roster PDF carries inside. Knows neither pages nor the database."""

from __future__ import annotations

import io

from armylists.wording import lists as words
from rulesets.engine.lists import FORMAT, Fault, ListError

ATTACHMENT = "roster.json"
PDF_SIGNATURE = b"%PDF-"


def attached_list(data: bytes) -> bytes:
    """Return the JSON attached to a roster PDF.

    Raises ListError for a PDF that cannot be read or holds no list.
    """
    from pypdf import PdfReader  # noqa: PLC0415 (read by few, and slow to import)

    try:
        attached = dict(PdfReader(io.BytesIO(data)).attachments.items())
    except Exception as error:  # foreign files fail inside pypdf in any way there is
        raise refusal(words.damaged_pdf(type(error).__name__), "pdf") from None
    for name, contents in attached.items():
        for content in contents:
            if name == ATTACHMENT or FORMAT.encode() in content[:400]:
                return content
    raise refusal(words.PDF_WITHOUT_LIST, "pdf-without-list")


def refusal(message: str, code: str) -> ListError:
    """Return what is said of a file that no list can be read from."""
    return ListError(Fault(words.THE_FILE, message), code=code)
