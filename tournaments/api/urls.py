"""The REST addresses of this app, below /api/v1/."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import URLPattern, path
from rest_framework.viewsets import ViewSetMixin

from tournaments.api.events import TournamentViewSet
from tournaments.api.log import LogViewSet
from tournaments.api.people import OrganisersViewSet, PlayersViewSet
from tournaments.api.rounds import RoundsViewSet

_ONE = "<uuid:id>/"


def _at(route: str, viewset: type[ViewSetMixin], methods: Mapping[str, str], name: str) -> URLPattern:
    return path(f"tournaments/{route}", viewset.as_view(dict(methods)), name=f"api-{name}")


urlpatterns = [
    _at("", TournamentViewSet, {"get": "list", "post": "create"}, "tournaments"),
    _at("presets/", TournamentViewSet, {"get": "presets"}, "tournament-presets"),
    _at("join/", PlayersViewSet, {"post": "join_by_token"}, "tournament-join-by-token"),
    _at("claim/", PlayersViewSet, {"post": "claim"}, "tournament-claim"),
    _at(_ONE, TournamentViewSet, {"get": "retrieve", "patch": "partial_update"}, "tournament"),
    _at(f"{_ONE}document/", TournamentViewSet, {"get": "document"}, "tournament-document"),
    _at(
        f"{_ONE}trf/",
        TournamentViewSet,
        {"get": "trf"},
        "tournament-trf",
    ),
    _at(f"{_ONE}actions/", LogViewSet, {"get": "log", "post": "act"}, "tournament-actions"),
    _at(f"{_ONE}actions/<int:number>/undo/", LogViewSet, {"post": "undo"}, "tournament-undo"),
    _at(f"{_ONE}actions/<int:number>/redo/", LogViewSet, {"post": "redo"}, "tournament-redo"),
    _at(f"{_ONE}rounds/", RoundsViewSet, {"get": "rounds"}, "tournament-rounds"),
    _at(f"{_ONE}rounds/<int:number>/", RoundsViewSet, {"get": "one"}, "tournament-round"),
    _at(f"{_ONE}proposal/", RoundsViewSet, {"get": "proposal"}, "tournament-proposal"),
    _at(f"{_ONE}standings/", RoundsViewSet, {"get": "standings"}, "tournament-standings"),
    _at(f"{_ONE}statistics/", RoundsViewSet, {"get": "statistics"}, "tournament-statistics"),
    _at(f"{_ONE}players/", PlayersViewSet, {"get": "players"}, "tournament-players"),
    _at(f"{_ONE}entries/", PlayersViewSet, {"get": "entries"}, "tournament-entries"),
    _at(f"{_ONE}join/", PlayersViewSet, {"post": "join"}, "tournament-join"),
    _at(
        f"{_ONE}organisers/", OrganisersViewSet, {"get": "organisers", "post": "appoint"},
        "tournament-organisers",
    ),
    _at(f"{_ONE}organisers/<str:name>/", OrganisersViewSet, {"delete": "dismiss"}, "tournament-organiser"),
]  # fmt: skip
