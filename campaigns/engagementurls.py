"""The pages of battles and of the chronicle of a campaign."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import chronicle, engagements, standins

_ONE = "campaigns/<uuid:campaign_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_ONE}/battles/", engagements.index, name="engagements"),
    path(f"{_ONE}/battles/<slug:key>/", engagements.show, name="engagement"),
    path(f"{_ONE}/battles/<slug:key>/fight/", engagements.fight, name="fight"),
    path(f"{_ONE}/battles/<slug:key>/forecast/", engagements.forecast, name="forecast"),
    path(f"{_ONE}/battles/<slug:key>/report/", engagements.report, name="report"),
    path(f"{_ONE}/battles/<slug:key>/give-up/", engagements.give_up, name="give-up"),
    path(f"{_ONE}/battles/<slug:key>/propose/", standins.propose, name="propose-system"),
    path(f"{_ONE}/battles/<slug:key>/army/", standins.army, name="name-army"),
    path(f"{_ONE}/battles/<slug:key>/scenario/", standins.scenario, name="choose-scenario"),
    path(f"{_ONE}/chronicle/", chronicle.chronicle, name="chronicle"),
    path(f"{_ONE}/gazette/<int:turn>.pdf", chronicle.gazette, name="gazette"),
    path(f"{_ONE}/history.pdf", chronicle.history, name="history"),
]
