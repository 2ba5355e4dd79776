"""The REST addresses of records and scores, below /api/v1/."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, path

from battles.recording.api import BattleRecordViewSet, RecordViewSet, ScorePdfView, ScoreView

_DEEDS = ("claim", "agree", "turn", "sign", "reopen")
_PAGES = ("claims", "document", "pdf")


def _of(root: str, view: type[RecordViewSet], name: str) -> Iterator[URLPattern]:
    """The addresses of one record below `root`."""
    yield path(root, view.as_view({"get": "retrieve"}), name=name)
    for deed in _DEEDS:
        yield path(f"{root}{deed}/", view.as_view({"post": deed}), name=f"{name}-{deed}")
    for page in _PAGES:
        yield path(f"{root}{page}/", _page(view, page), name=f"{name}-{page}")


def _page(view: type[RecordViewSet], page: str) -> Callable[..., HttpResponseBase]:
    more: dict[str, Any] = {"renderer_classes": view.pdf_renderers} if page == "pdf" else {}
    return view.as_view({"get": page}, filter_backends=[], **more)


urlpatterns: list[URLPattern] = [
    path("score/", ScoreView.as_view(), name="api-score"),
    path("score/pdf/", ScorePdfView.as_view(), name="api-score-pdf"),
    path("records/", RecordViewSet.as_view({"get": "list", "post": "create"}), name="api-records"),
    *_of("records/<uuid:id>/", RecordViewSet, "api-record"),
    *_of("battles/<uuid:id>/record/", BattleRecordViewSet, "api-battle-record"),
]
