"""The pages of this app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from tournaments.views import (
    act,
    checkin,
    figures,
    files,
    index,
    joining,
    leagues,
    lists,
    people,
    settings,
    soft,
    tabs,
    teams,
)

app_name = "tournaments"


def _one(part: str, view: Callable[..., Any], name: str) -> URLPattern:
    """Return a page of one tournament."""
    return path(f"tournaments/<uuid:tournament_id>/{part}", view, name=name)


def _league(part: str, view: Callable[..., Any], name: str) -> URLPattern:
    """Return a page of one league."""
    return path(f"tournaments/leagues/<uuid:league_id>/{part}", view, name=name)


urlpatterns: list[URLPattern] = [
    path("tournaments/", index.index, name="index"),
    path("tournaments/new/", joining.new, name="new"),
    path("tournaments/join/<str:token>/", joining.join, name="join-by-link"),
    path("tournaments/claim/<str:token>/", joining.claim, name="claim"),
    path("tournaments/invitations/<str:token>/", people.accept, name="invitation"),
    path("tournaments/calendars/<str:token>.ics", files.calendars, name="calendar"),
    path("tournaments/leagues/", leagues.index, name="leagues"),
    path("tournaments/leagues/new/", leagues.new, name="new-league"),
    _league("", leagues.show, "league"),
    _league("players/<slug:key>/", leagues.player, "league-player"),
    _league("league.json", leagues.download, "league-file"),
    _league("settings/", leagues.settings, "league-settings"),
    _league("events/", leagues.events, "league-events"),
    _league("events/<int:event_id>/remove/", leagues.remove, "league-remove"),
    _league("people/", leagues.people, "league-people"),
    _league("archive/", leagues.archive, "league-archive"),
    _one("", tabs.show, "tournament"),
    _one("files/", files.files, "files"),
    _one("paper/<slug:what>.pdf", files.paper, "paper"),
    _one("tables/<slug:what>.<slug:form>", files.table, "table"),
    _one("players/<str:player>/email/", people.entry_mail, "entry-mail"),
    _one("calendar/renew/", files.renew_calendar, "renew-calendar"),
    _one("tables/<slug:what>/upload/", files.upload, "upload"),
    _one("events/", index.events, "events"),
    _one("act/", act.act, "act"),
    _one("pair/", act.pair, "pair"),
    _one("log/<int:number>/undo/", act.undo, "undo"),
    _one("exchange/<int:number>/", tabs.exchange, "exchange"),
    _one("rounds/<int:number>/<str:player>/", tabs.why, "why"),
    _one("fought/<int:number>/", tabs.fought, "fought"),
    _one("standings/", tabs.standings, "standings"),
    _one("statistics/", figures.statistics, "statistics"),
    _one("cross/", figures.cross, "cross"),
    _one("screen/", figures.screen, "screen"),
    _one("players/", tabs.players, "players"),
    _one("check-in/", checkin.check_in, "check-in"),
    _one("soft/", soft.soft, "soft"),
    _one("teams/", teams.teams, "teams"),
    _one("bracket/", teams.bracket, "bracket"),
    _one("lists/", lists.lists, "lists"),
    _one("lists/limits/", lists.change_limits, "limits"),
    _one("lists/accept/", lists.accept_clean, "accept-clean"),
    _one("lists/all.pdf", lists.all_pdf, "all-lists"),
    _one("lists/<str:key>/", lists.show, "list"),
    _one("lists/<str:key>.pdf", lists.one_pdf, "list-pdf"),
    _one("settings/", tabs.settings, "settings"),
    _one("settings/<slug:what>/", settings.part, "setting-page"),
    _one("log/", tabs.log, "log"),
    _one("people/", people.people, "people"),
    _one("people/<int:user_id>/remove/", people.dismiss, "dismiss"),
    _one("people/invitations/<int:pk>/withdraw/", people.withdraw, "withdraw"),
    _one("archive/", tabs.archive, "archive"),
]
