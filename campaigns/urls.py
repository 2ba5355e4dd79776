"""The pages of this app."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from campaigns.views import (
    chronicle,
    engagements,
    index,
    lists,
    mail,
    maps,
    messaging,
    new,
    orders,
    people,
    readiness,
    reports,
    rules,
    show,
    simulation,
    umpire,
)

app_name = "campaigns"


def _one(part: str, view: Callable[..., Any], name: str) -> URLPattern:
    """Return a page of one campaign."""
    return path(f"campaigns/<uuid:campaign_id>/{part}", view, name=name)


def _map(part: str, view: Callable[..., Any], name: str) -> URLPattern:
    """Return a page of one of the user's own maps."""
    return path(f"campaigns/maps/<uuid:map_id>/{part}", view, name=name)


urlpatterns: list[URLPattern] = [
    path("campaigns/", index.index, name="index"),
    path("campaigns/mail/", mail.mail, name="mail"),
    path("campaigns/mail/stop/<str:token>/", mail.stop, name="stop-mail"),
    path("campaigns/new/", new.new, name="new"),
    path("campaigns/new/own/", new.own, name="new-own"),
    path("campaigns/new/file/", new.upload, name="upload"),
    path("campaigns/shipped/<slug:key>.svg", new.shipped_map, name="shipped-map"),
    path("campaigns/join/<str:token>/", index.join, name="join"),
    path("campaigns/calendar/<str:token>.ics", chronicle.calendar, name="calendar"),
    path("campaigns/maps/", maps.index, name="maps"),
    path("campaigns/maps/new/", maps.new, name="new-map"),
    _map("", maps.edit, "edit-map"),
    _map("keep/", maps.save, "save-map"),
    _map("delete/", maps.delete, "delete-map"),
    _map("picture/", maps.picture, "map-picture"),
    _map("map.json", maps.own_json, "own-map-json"),
    _map("map.geojson", maps.own_geojson, "own-map-geojson"),
    _one("battles/", engagements.index, "engagements"),
    _one("battles/<slug:key>/", engagements.show, "engagement"),
    _one("battles/<slug:key>/fight/", engagements.fight, "fight"),
    _one("battles/<slug:key>/forecast/", engagements.forecast, "forecast"),
    _one("battles/<slug:key>/report/", reports.report, "report"),
    _one("battles/<slug:key>/roster.pdf", engagements.own_roster, "roster"),
    _one("battles/<slug:key>/rosters.pdf", engagements.rosters, "rosters"),
    _one("battles/<slug:key>/give-up/", engagements.give_up, "give-up"),
    _one("battles/<slug:key>/propose/", engagements.propose, "propose-system"),
    _one("battles/<slug:key>/accept/", engagements.accept, "accept-method"),
    _one("battles/<slug:key>/agree/", reports.agree, "accept-report"),
    _one("battles/<slug:key>/army/", engagements.army, "name-army"),
    _one("battles/<slug:key>/scenario/", engagements.scenario, "choose-scenario"),
    _one("ready/", readiness.ready, "ready"),
    _one("time/", readiness.ask_time, "ask-time"),
    _one("time/<int:pk>/", readiness.answer_time, "answer-time"),
    _one("people/<int:pk>/away/", readiness.away, "away"),
    _one("messages/", messaging.messages, "messages"),
    _one("messages/letters/", messaging.letters, "letters"),
    _one("chronicle/", chronicle.chronicle, "chronicle"),
    _one("gazette/<int:turn>.pdf", chronicle.gazette, "gazette"),
    _one("history.pdf", chronicle.history, "history"),
    _one("", show.campaign, "campaign"),
    _one("events/", show.events, "events"),
    _one("news/", show.news, "news"),
    _one("areas/<slug:key>/", show.area, "area"),
    _one("orders/", orders.orders, "orders"),
    _one("orders/withdraw/", orders.withdraw, "withdraw-orders"),
    _one("challenge/", orders.challenge, "challenge"),
    _one("forces/", show.forces, "forces"),
    _one("forces/<slug:key>/", show.force, "force"),
    _one("forces/<slug:key>/command/", people.command, "command"),
    _one("factions/", show.factions, "factions"),
    _one("lists/", lists.lists, "lists"),
    _one("lists/<int:number>/", lists.show, "list"),
    _one("lists/<int:number>/accept/", lists.accept, "accept-list"),
    _one("lists/<int:number>/decline/", lists.decline, "decline-list"),
    _one("people/", people.people, "people"),
    _one("people/calendar/", people.renew_calendar, "renew-calendar"),
    _one("people/invite/", people.invite, "invite"),
    _one("people/notices/", people.read_notices, "notices"),
    _one("people/play/", people.play, "play"),
    _one("people/stop-playing/", people.stop_playing, "stop-playing"),
    _one("people/<int:pk>/answer/", people.answer_umpire, "answer-umpire"),
    _one("people/withdraw/<int:pk>/", people.withdraw, "withdraw"),
    _one("people/<int:pk>/change/", people.change, "change-member"),
    _one("people/<int:pk>/remove/", people.remove, "remove-member"),
    _one("people/<int:pk>/command/", people.hand_command, "hand-command"),
    _one("people/<int:pk>/automatic/", people.automatic, "automatic"),
    _one("factions/<slug:key>/automatic/", people.automatic_faction, "automatic-faction"),
    _one("umpire/", umpire.page, "umpire"),
    _one("umpire/preview/", umpire.preview, "preview"),
    _one("umpire/simulation/", simulation.simulation, "simulation"),
    _one("umpire/resolve/", umpire.resolve, "resolve"),
    _one("umpire/deadline/", umpire.deadline, "deadline"),
    _one("umpire/pause/", umpire.pause, "pause"),
    _one("umpire/act/<slug:do>/", umpire.act, "act"),
    _one("umpire/back/", umpire.back, "back"),
    _one("umpire/clone/", umpire.clone, "clone"),
    _one("umpire/archive/", umpire.archive, "archive"),
    _one("umpire/delete/", umpire.delete, "delete"),
    _one("umpire/rename/", umpire.rename, "rename"),
    _one("campaign.json", umpire.export, "export"),
    _one("map.json", umpire.map_file, "map-document"),
    _one("rules/", rules.rules, "rules"),
    _one("rules.json", rules.document, "rules-document"),
    _one("rules/<str:key>/", rules.section, "rules-section"),
]
