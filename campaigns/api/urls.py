"""The REST addresses of this app, below /api/v1/."""

from collections.abc import Mapping

from django.urls import URLPattern, path
from rest_framework.viewsets import ViewSetMixin

from campaigns.api import campaigns, engagements, orders, people

_ONE = "campaigns/<uuid:id>/"


def _at(route: str, viewset: type[ViewSetMixin], methods: Mapping[str, str], name: str) -> URLPattern:
    return path(route, viewset.as_view(dict(methods)), name=f"api-{name}")


def _campaign(part: str, methods: Mapping[str, str], name: str) -> URLPattern:
    return _at(f"{_ONE}{part}", campaigns.CampaignViewSet, methods, name)


def _engagement(part: str, methods: Mapping[str, str], name: str) -> URLPattern:
    return _at(f"{_ONE}engagements/{part}", engagements.EngagementViewSet, methods, name)


def _people(part: str, methods: Mapping[str, str], name: str) -> URLPattern:
    return _at(f"{_ONE}{part}", people.PeopleViewSet, methods, name)


urlpatterns = [
    _at("campaigns/", campaigns.CampaignViewSet, {"get": "list", "post": "create"}, "campaigns"),
    _at("campaigns/import/", campaigns.CampaignViewSet, {"post": "bring"}, "campaign-import"),
    _at("campaigns/join/", campaigns.CampaignViewSet, {"post": "join"}, "campaign-join"),
    _campaign("", {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}, "campaign"),
    *(
        _campaign(f"{part}/", {"get": part}, f"campaign-{part}")
        for part in ("view", "chronicle", "map", "geojson", "file", "preview")
    ),
    *(
        _campaign(f"{part}/", {"post": part}, f"campaign-{part}")
        for part in ("resolve", "override", "back", "clone")
    ),
    _at(f"{_ONE}orders/", orders.OrdersViewSet, {"get": "read", "put": "write"}, "campaign-orders"),
    _at(f"{_ONE}orders/give/", orders.OrdersViewSet, {"post": "give"}, "campaign-orders-give"),
    _at(f"{_ONE}orders/withdraw/", orders.OrdersViewSet, {"post": "withdraw"}, "campaign-orders-withdraw"),
    _engagement("", {"get": "all"}, "campaign-engagements"),
    _engagement("<str:key>/", {"get": "one"}, "campaign-engagement"),
    *(
        _at(
            f"{_ONE}engagements/<str:key>/{do}/",
            engagements.EngagementViewSet,
            {"post": do},
            f"campaign-engagement-{do}",
        )
        for do in ("fight", "report", "propose", "army", "scenario")
    ),
    _people("members/", {"get": "members"}, "campaign-members"),
    _people("members/<str:key>/", {"patch": "change", "delete": "remove"}, "campaign-member"),
    _people("invitations/", {"get": "invitations", "post": "invite"}, "campaign-invitations"),
    _people("invitations/<int:number>/", {"delete": "withdraw"}, "campaign-invitation"),
    _people("forces/<str:force>/commander/", {"put": "command"}, "campaign-commander"),
]
