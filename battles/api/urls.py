"""The REST addresses of this app, below /api/v1/."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, path

from battles.api.battles import BattleViewSet
from battles.api.invitations import AnswerView, InvitationsView, InvitationView, WithdrawView
from battles.api.recording import BattleRecordViewSet, RecordViewSet, ScorePdfView, ScoreView
from battles.api.scenarios import ScenarioBattleView, ScenariosView, ScenarioView

_ONE = "battles/<uuid:id>/"
_RECORD_ACTIONS = ("claim", "agree", "turn", "sign", "reopen")
_RECORD_PAGES = ("claims", "document", "pdf")


def _record(root: str, view: type[RecordViewSet], name: str) -> Iterator[URLPattern]:
    """Yield the addresses of one record below `root`."""
    yield path(root, view.as_view({"get": "retrieve"}), name=name)
    for action in _RECORD_ACTIONS:
        yield path(f"{root}{action}/", view.as_view({"post": action}), name=f"{name}-{action}")
    for page in _RECORD_PAGES:
        yield path(f"{root}{page}/", _record_page(view, page), name=f"{name}-{page}")


def _record_page(view: type[RecordViewSet], page: str) -> Callable[..., HttpResponseBase]:
    more: dict[str, Any] = {"renderer_classes": view.pdf_renderers} if page == "pdf" else {}
    return view.as_view({"get": page}, filter_backends=[], **more)


_RECORDS: list[URLPattern] = [
    path("score/", ScoreView.as_view(), name="api-score"),
    path("score/pdf/", ScorePdfView.as_view(), name="api-score-pdf"),
    path("records/", RecordViewSet.as_view({"get": "list", "post": "create"}), name="api-records"),
    *_record("records/<uuid:id>/", RecordViewSet, "api-record"),
    *_record("battles/<uuid:id>/record/", BattleRecordViewSet, "api-battle-record"),
]


urlpatterns: list[URLPattern | URLResolver] = [
    path("battles/", BattleViewSet.as_view({"get": "list", "post": "create"}), name="api-battles"),
    path(_ONE, BattleViewSet.as_view({"get": "retrieve"}), name="api-battle"),
    path(f"{_ONE}advance/", BattleViewSet.as_view({"post": "advance"}), name="api-battle-advance"),
    path(
        f"{_ONE}choices/",
        BattleViewSet.as_view({"get": "choices", "post": "make_choice"}),
        name="api-battle-choices",
    ),
    *(
        path(f"{_ONE}{name}/", BattleViewSet.as_view({"post": name}), name=f"api-battle-{name}")
        for name in ("undo", "draw", "answer", "resign", "reactions", "hints")
    ),
    path(f"{_ONE}agreed/", BattleViewSet.as_view({"get": "agreed"}), name="api-battle-agreed"),
    path(f"{_ONE}log/", BattleViewSet.as_view({"get": "log"}), name="api-battle-log"),
    path(f"{_ONE}events/", BattleViewSet.as_view({"get": "events"}), name="api-battle-events"),
    path(f"{_ONE}field/", BattleViewSet.as_view({"get": "field"}), name="api-battle-field"),
    path(f"{_ONE}document/", BattleViewSet.as_view({"get": "document"}), name="api-battle-document"),
    path(f"{_ONE}pdf/", BattleViewSet.as_view({"get": "pdf"}), name="api-battle-pdf"),
    path("invitations/", InvitationsView.as_view(), name="api-invitations"),
    path("invitations/<uuid:id>/", InvitationView.as_view(), name="api-invitation"),
    path("invitations/<uuid:id>/answer/", AnswerView.as_view(), name="api-invitation-answer"),
    path("invitations/<uuid:id>/withdraw/", WithdrawView.as_view(), name="api-invitation-withdraw"),
    path("scenarios/", ScenariosView.as_view(), name="api-scenarios"),
    path("scenarios/<str:key>/", ScenarioView.as_view(), name="api-scenario"),
    path("scenarios/<str:key>/begin/", ScenarioBattleView.as_view(), name="api-scenario-begin"),
    *_RECORDS,
]
