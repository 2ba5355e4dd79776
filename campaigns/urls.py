"""The pages of this app."""

from django.urls import URLPattern, URLResolver, path

from campaigns import feeds
from campaigns.engagementurls import urlpatterns as engagement_urls
from campaigns.mapurls import urlpatterns as map_urls
from campaigns.views import index, new, orders, people, rules, show, umpire

app_name = "campaigns"

_ONE = "campaigns/<uuid:campaign_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", index.index, name="index"),
    path("campaigns/mail/", people.mail, name="mail"),
    path("campaigns/new/", new.new, name="new"),
    path("campaigns/new/own/", new.own, name="new-own"),
    path("campaigns/new/file/", new.upload, name="upload"),
    path("campaigns/shipped/<slug:key>.svg", new.shipped_map, name="shipped-map"),
    path("campaigns/join/<str:token>/", index.join, name="join"),
    path("campaigns/calendar/<str:token>.ics", feeds.calendar, name="calendar"),
    *map_urls,
    *engagement_urls,
    path(f"{_ONE}/", show.campaign, name="campaign"),
    path(f"{_ONE}/areas/<slug:key>/", show.area, name="area"),
    path(f"{_ONE}/orders/", orders.orders, name="orders"),
    path(f"{_ONE}/orders/withdraw/", orders.withdraw, name="withdraw-orders"),
    path(f"{_ONE}/challenge/", orders.challenge, name="challenge"),
    path(f"{_ONE}/forces/", show.forces, name="forces"),
    path(f"{_ONE}/forces/<slug:key>/", show.force, name="force"),
    path(f"{_ONE}/forces/<slug:key>/command/", people.command, name="command"),
    path(f"{_ONE}/factions/", show.factions, name="factions"),
    path(f"{_ONE}/people/", people.people, name="people"),
    path(f"{_ONE}/people/invite/", people.invite, name="invite"),
    path(f"{_ONE}/people/withdraw/<int:pk>/", people.withdraw, name="withdraw"),
    path(f"{_ONE}/people/<int:pk>/change/", people.change, name="change-member"),
    path(f"{_ONE}/people/<int:pk>/remove/", people.remove, name="remove-member"),
    path(f"{_ONE}/people/<int:pk>/automatic/", people.automatic, name="automatic"),
    path(f"{_ONE}/factions/<slug:key>/automatic/", people.automatic_faction, name="automatic-faction"),
    path(f"{_ONE}/umpire/", umpire.page, name="umpire"),
    path(f"{_ONE}/umpire/preview/", umpire.preview, name="preview"),
    path(f"{_ONE}/umpire/resolve/", umpire.resolve, name="resolve"),
    path(f"{_ONE}/umpire/deadline/", umpire.deadline, name="deadline"),
    path(f"{_ONE}/umpire/pause/", umpire.pause, name="pause"),
    path(f"{_ONE}/umpire/act/<slug:do>/", umpire.act, name="act"),
    path(f"{_ONE}/umpire/back/", umpire.back, name="back"),
    path(f"{_ONE}/umpire/clone/", umpire.clone, name="clone"),
    path(f"{_ONE}/umpire/archive/", umpire.archive, name="archive"),
    path(f"{_ONE}/umpire/delete/", umpire.delete, name="delete"),
    path(f"{_ONE}/umpire/rename/", umpire.rename, name="rename"),
    path(f"{_ONE}/campaign.json", umpire.export, name="export"),
    path(f"{_ONE}/map.json", umpire.map_file, name="map-document"),
    path(f"{_ONE}/rules/", rules.rules, name="rules"),
    path(f"{_ONE}/rules.json", rules.document, name="rules-document"),
    path(f"{_ONE}/rules/<str:key>/", rules.section, name="rules-section"),
]
