"""The REST addresses of this app, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from battles.api import BattleViewSet
from battles.recording.api_urls import urlpatterns as record_urls
from battles.scenarioapi import ScenarioBattleView, ScenariosView, ScenarioView

_ONE = "battles/<uuid:id>/"


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
        for name in ("undo", "draw", "answer", "resign", "reactions")
    ),
    path(f"{_ONE}log/", BattleViewSet.as_view({"get": "log"}), name="api-battle-log"),
    path(f"{_ONE}events/", BattleViewSet.as_view({"get": "events"}), name="api-battle-events"),
    path(f"{_ONE}field/", BattleViewSet.as_view({"get": "field"}), name="api-battle-field"),
    path(f"{_ONE}document/", BattleViewSet.as_view({"get": "document"}), name="api-battle-document"),
    path(f"{_ONE}pdf/", BattleViewSet.as_view({"get": "pdf"}), name="api-battle-pdf"),
    path("scenarios/", ScenariosView.as_view(), name="api-scenarios"),
    path("scenarios/<str:key>/", ScenarioView.as_view(), name="api-scenario"),
    path("scenarios/<str:key>/begin/", ScenarioBattleView.as_view(), name="api-scenario-begin"),
    *record_urls,
]
