"""The REST addresses of this app, below /api/v1/."""

from collections.abc import Mapping

from django.urls import URLPattern, path
from rest_framework.viewsets import ViewSetMixin

from campaigns.api.campaigns import CampaignViewSet
from campaigns.api.engagements import EngagementViewSet
from campaigns.api.mail import MailView
from campaigns.api.messaging import MessageViewSet
from campaigns.api.orders import OrdersViewSet
from campaigns.api.people import PeopleViewSet
from campaigns.api.readiness import ReadinessViewSet
from campaigns.api.simulations import ForecastViewSet, SimulationViewSet
from campaigns.api.waiting import WaitingView

_ONE = "<uuid:id>/"


def _at(route: str, viewset: type[ViewSetMixin], methods: Mapping[str, str], name: str) -> URLPattern:
    return path(f"campaigns/{route}", viewset.as_view(dict(methods)), name=f"api-{name}")


urlpatterns = [
    path("campaigns/mail/", MailView.as_view(), name="api-campaign-mail"),
    path("waiting/", WaitingView.as_view(), name="api-waiting"),
    _at("", CampaignViewSet, {"get": "list", "post": "create"}, "campaigns"),
    _at("import/", CampaignViewSet, {"post": "bring"}, "campaign-import"),
    _at("join/", CampaignViewSet, {"post": "join"}, "campaign-join"),
    _at(
        _ONE, CampaignViewSet, {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}, "campaign"
    ),
    *(
        _at(f"{_ONE}{part}/", CampaignViewSet, {method: part}, f"campaign-{part}")
        for method, parts in (
            ("get", ("view", "chronicle", "map", "geojson", "file", "preview", "disclosures")),
            ("post", ("resolve", "override", "back", "clone")),
        )
        for part in parts
    ),
    _at(
        f"{_ONE}disclosures/notices/",
        PeopleViewSet,
        {"get": "notices", "post": "confirm"},
        "campaign-notices",
    ),
    _at(f"{_ONE}orders/", OrdersViewSet, {"get": "read", "put": "write"}, "campaign-orders"),
    _at(f"{_ONE}orders/give/", OrdersViewSet, {"post": "give"}, "campaign-orders-give"),
    _at(f"{_ONE}orders/withdraw/", OrdersViewSet, {"post": "withdraw"}, "campaign-orders-withdraw"),
    _at(f"{_ONE}forces/<str:force>/reach/", OrdersViewSet, {"get": "reach"}, "campaign-reach"),
    _at(f"{_ONE}challenge/", OrdersViewSet, {"post": "challenge"}, "campaign-challenge"),
    _at(f"{_ONE}engagements/", EngagementViewSet, {"get": "all"}, "campaign-engagements"),
    _at(f"{_ONE}engagements/<str:key>/", EngagementViewSet, {"get": "one"}, "campaign-engagement"),
    *(
        _at(
            f"{_ONE}engagements/<str:key>/{do}/", EngagementViewSet, {"post": do}, f"campaign-engagement-{do}"
        )
        for do in ("fight", "report", "agree", "propose", "accept", "cancel", "army", "scenario")
    ),
    _at(
        f"{_ONE}engagements/<str:key>/forecast/",
        ForecastViewSet,
        {"get": "show"},
        "campaign-engagement-forecast",
    ),
    *(
        _at(
            f"{_ONE}engagements/<str:key>/forecast/{do}/",
            ForecastViewSet,
            {"post": do},
            f"campaign-engagement-forecast-{do}",
        )
        for do in ("go", "stop")
    ),
    _at(f"{_ONE}simulation/", SimulationViewSet, {"get": "show", "post": "order"}, "campaign-simulation"),
    *(
        _at(f"{_ONE}simulation/{do}/", SimulationViewSet, {"post": do}, f"campaign-simulation-{do}")
        for do in ("go", "stop")
    ),
    _at(f"{_ONE}ready/", ReadinessViewSet, {"get": "show", "post": "say"}, "campaign-ready"),
    _at(f"{_ONE}extensions/", ReadinessViewSet, {"get": "extensions", "post": "ask"}, "campaign-extensions"),
    _at(f"{_ONE}extensions/<int:number>/", ReadinessViewSet, {"post": "answer"}, "campaign-extension"),
    _at(f"{_ONE}messages/", MessageViewSet, {"get": "all", "post": "send"}, "campaign-messages"),
    _at(f"{_ONE}messages/read/", MessageViewSet, {"post": "read"}, "campaign-messages-read"),
    _at(f"{_ONE}members/", PeopleViewSet, {"get": "members"}, "campaign-members"),
    _at(f"{_ONE}calendar/", PeopleViewSet, {"post": "renew_calendar"}, "campaign-calendar"),
    _at(f"{_ONE}members/play/", PeopleViewSet, {"post": "play", "delete": "stop"}, "campaign-play"),
    _at(f"{_ONE}members/<str:key>/answer/", PeopleViewSet, {"post": "answer"}, "campaign-play-answer"),
    _at(
        f"{_ONE}members/<str:key>/", PeopleViewSet, {"patch": "change", "delete": "remove"}, "campaign-member"
    ),
    _at(f"{_ONE}lists/", PeopleViewSet, {"get": "lists", "post": "bring"}, "campaign-lists"),
    _at(f"{_ONE}lists/<int:number>/", PeopleViewSet, {"get": "one_list"}, "campaign-list"),
    _at(f"{_ONE}lists/<int:number>/accept/", PeopleViewSet, {"post": "accept_list"}, "campaign-list-accept"),
    _at(
        f"{_ONE}lists/<int:number>/decline/", PeopleViewSet, {"post": "decline_list"}, "campaign-list-decline"
    ),
    _at(
        f"{_ONE}invitations/", PeopleViewSet, {"get": "invitations", "post": "invite"}, "campaign-invitations"
    ),
    _at(f"{_ONE}invitations/<int:number>/", PeopleViewSet, {"delete": "withdraw"}, "campaign-invitation"),
    _at(f"{_ONE}forces/<str:force>/commander/", PeopleViewSet, {"put": "command"}, "campaign-commander"),
]
