"""The files that leave the site."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.text import slugify

KINDS = {
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "geojson": "application/geo+json",
    "toml": "application/toml; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ics": "text/calendar; charset=utf-8",
}
"""What the files are that leave the site, by their endings."""


def file_name(title: str, ending: str, nameless: str = "battle") -> str:
    """`alice-against-bob.json` for something of that title; `nameless` is for one without Latin letters."""
    return f"{slugify(title)[:80] or nameless}.{ending}"


def file_among(folder: str, title: str, key: str, ending: str = "json") -> str:
    """`lists/kings-army-1f2e3d4c.json`: two of a folder may be called alike."""
    return f"{folder}/{file_name(f'{title[:70]} {key[:8]}', ending, folder)}"


def sent(content: str | bytes, name: str, *, inline: bool | None = None) -> HttpResponse:
    """Return a file to download; shown in the browser if `inline`, as PDFs are unless asked otherwise."""
    ending = name.rpartition(".")[2]
    how = "inline" if (ending == "pdf" if inline is None else inline) else "attachment"
    headers = {"Content-Disposition": f'{how}; filename="{name}"'}
    return HttpResponse(content, content_type=KINDS[ending], headers=headers)
