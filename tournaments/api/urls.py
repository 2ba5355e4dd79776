"""The REST addresses of this app, below /api/v1/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import URLPattern, path
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.viewsets import ViewSetMixin

from armylists.owned.api import PDFRenderer
from tournaments.api.events import TournamentViewSet
from tournaments.api.leagues import LeagueTablesViewSet, LeagueViewSet, WhoIsWhoViewSet
from tournaments.api.lists import SentListsViewSet
from tournaments.api.log import LogViewSet
from tournaments.api.people import InvitationsViewSet, OrganisersViewSet, PlayersViewSet
from tournaments.api.rounds import RoundsViewSet
from tournaments.api.tables import TablesViewSet

_ONE, _LEAGUE = "tournaments/<uuid:id>/", "leagues/<uuid:id>/"
_PDF = (JSONRenderer, PDFRenderer)


def _at(
    route: str, viewset: type[ViewSetMixin], methods: Mapping[str, str], name: str,
    renderers: Sequence[type[BaseRenderer]] = (JSONRenderer,),
) -> URLPattern:  # fmt: skip
    view = viewset.as_view(dict(methods), renderer_classes=renderers)
    return path(route, view, name=f"api-{name}")


urlpatterns = [
    _at("tournaments/", TournamentViewSet, {"get": "list", "post": "create"}, "tournaments"),
    _at("tournaments/presets/", TournamentViewSet, {"get": "presets"}, "tournament-presets"),
    _at("tournaments/join/", PlayersViewSet, {"post": "join_by_token"}, "tournament-join-by-token"),
    _at("tournaments/accept/", InvitationsViewSet, {"post": "accept"}, "tournament-accept"),
    _at("tournaments/claim/", PlayersViewSet, {"post": "claim"}, "tournament-claim"),
    _at(_ONE, TournamentViewSet, {"get": "retrieve", "patch": "partial_update"}, "tournament"),
    _at(f"{_ONE}document/", TournamentViewSet, {"get": "document"}, "tournament-document"),
    _at(f"{_ONE}trf/", TournamentViewSet, {"get": "trf"}, "tournament-trf"),
    _at(f"{_ONE}actions/", LogViewSet, {"get": "log", "post": "act"}, "tournament-actions"),
    _at(f"{_ONE}actions/<int:number>/undo/", LogViewSet, {"post": "undo"}, "tournament-undo"),
    _at(f"{_ONE}actions/<int:number>/redo/", LogViewSet, {"post": "redo"}, "tournament-redo"),
    _at(f"{_ONE}rounds/", RoundsViewSet, {"get": "rounds"}, "tournament-rounds"),
    _at(f"{_ONE}rounds/<int:number>/", RoundsViewSet, {"get": "one"}, "tournament-round"),
    _at(f"{_ONE}rounds/<int:number>/exchanges/", RoundsViewSet, {"get": "exchanges"}, "tournament-exchanges"),
    _at(f"{_ONE}rounds/<int:number>/battles/", RoundsViewSet, {"get": "battles"}, "tournament-battles"),
    _at(f"{_ONE}proposal/", RoundsViewSet, {"get": "proposal"}, "tournament-proposal"),
    _at(f"{_ONE}standings/", RoundsViewSet, {"get": "standings"}, "tournament-standings"),
    _at(f"{_ONE}statistics/", RoundsViewSet, {"get": "statistics"}, "tournament-statistics"),
    _at(f"{_ONE}papers/<slug:what>/", RoundsViewSet, {"get": "paper_pdf"}, "tournament-paper", _PDF),
    _at(f"{_ONE}tables/<slug:what>/", TablesViewSet, {"get": "table", "post": "take"}, "tournament-table"),
    _at(f"{_ONE}players/", PlayersViewSet, {"get": "players"}, "tournament-players"),
    _at(f"{_ONE}entries/", PlayersViewSet, {"get": "entries"}, "tournament-entries"),
    _at(f"{_ONE}entries/<str:player>/", PlayersViewSet, {"patch": "entry_mail"}, "tournament-entry"),
    _at(f"{_ONE}calendar/", PlayersViewSet, {"post": "renew_calendar"}, "tournament-calendar"),
    _at(f"{_ONE}join/", PlayersViewSet, {"post": "join"}, "tournament-join"),
    _at(f"{_ONE}organisers/", OrganisersViewSet, {"get": "organisers"}, "tournament-organisers"),
    _at(f"{_ONE}organisers/<str:name>/", OrganisersViewSet, {"delete": "dismiss"}, "tournament-organiser"),
    _at(
        f"{_ONE}invitations/", InvitationsViewSet, {"get": "invitations", "post": "invite"},
        "tournament-invitations",
    ),
    _at(
        f"{_ONE}invitations/<int:number>/", InvitationsViewSet, {"delete": "withdraw"},
        "tournament-invitation",
    ),
    _at(f"{_ONE}lists/", SentListsViewSet, {"get": "lists", "post": "send"}, "tournament-lists"),
    _at(f"{_ONE}lists/accept-clean/", SentListsViewSet, {"post": "accept_clean"}, "tournament-accept-clean"),
    _at(f"{_ONE}lists/booklet/", SentListsViewSet, {"get": "booklet"}, "tournament-booklet", _PDF),
    _at(f"{_ONE}lists/<slug:key>/", SentListsViewSet, {"get": "one"}, "tournament-list"),
    _at(f"{_ONE}lists/<slug:key>/pdf/", SentListsViewSet, {"get": "pdf"}, "tournament-list-pdf", _PDF),
    _at("leagues/", LeagueViewSet, {"get": "list", "post": "create"}, "leagues"),
    _at(_LEAGUE, LeagueViewSet, {"get": "retrieve", "patch": "partial_update"}, "league"),
    _at(f"{_LEAGUE}document/", LeagueViewSet, {"get": "document"}, "league-document"),
    _at(f"{_LEAGUE}standings/", LeagueTablesViewSet, {"get": "standings"}, "league-standings"),
    _at(f"{_LEAGUE}players/", LeagueTablesViewSet, {"get": "players"}, "league-players"),
    _at(f"{_LEAGUE}players/<slug:key>/", LeagueTablesViewSet, {"get": "player"}, "league-player"),
    _at(f"{_LEAGUE}events/", LeagueTablesViewSet, {"post": "add"}, "league-events"),
    _at(f"{_LEAGUE}events/<int:number>/", LeagueTablesViewSet, {"delete": "remove"}, "league-event"),
    _at(f"{_LEAGUE}links/", WhoIsWhoViewSet, {"get": "links", "post": "link"}, "league-links"),
    _at(f"{_LEAGUE}links/<slug:key>/", WhoIsWhoViewSet, {"delete": "unlink"}, "league-link"),
]  # fmt: skip
