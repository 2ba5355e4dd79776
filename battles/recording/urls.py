"""The pages of a record: as reached from its battle, on its own, and by the link of either."""

from typing import Any

from django.urls import URLPattern, URLResolver, path, re_path

from battles.views import recording, streams

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_TOKEN = r"(?P<token>[A-Za-z0-9_-]{8,43})"
_KIND = r"(?P<kind>json|pdf)"

_PAGES: tuple[tuple[str, Any, str], ...] = (
    ("", recording.record, ""),
    ("result/", recording.result, "-result"),
    ("history/", recording.history, "-history"),
    (rf"result\.{_KIND}", recording.file, "-file"),
    ("events/", streams.record, "-events"),
)
_ACTIONS = (("note/", recording.note, "-note"),)
_OWN_ACTIONS = (
    *_ACTIONS,
    ("share/", recording.share, "-share"),
    ("archive/", recording.archive, "-archive"),
)
_OWN = {"of": "own"}


def _end(page: str) -> str:
    return rf"{page}$"


urlpatterns: list[URLPattern | URLResolver] = [
    path("records/", recording.index, name="records"),
    path("records/new/", recording.new, name="new-record"),
    path("records/pulse/<str:token>/", recording.poll, name="record-poll"),
    *(
        re_path(_end(rf"^battles/(?P<battle_id>{_UUID})/record/{page}"), view, name=f"record{name}")
        for page, view, name in (*_PAGES, *_ACTIONS)
    ),
    *(
        re_path(_end(rf"^b/{_TOKEN}/record/{page}"), view, name=f"shared-record{name}")
        for page, view, name in _PAGES
    ),
    *(
        re_path(_end(rf"^records/(?P<record_id>{_UUID})/{page}"), view, _OWN, name=f"own-record{name}")
        for page, view, name in (*_PAGES, *_OWN_ACTIONS)
    ),
    *(
        re_path(_end(rf"^r/{_TOKEN}/{page}"), view, _OWN, name=f"shared-own-record{name}")
        for page, view, name in _PAGES
    ),
]
