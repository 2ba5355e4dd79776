"""The REST addresses of this app, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path
from rest_framework.routers import SimpleRouter

from armylists import api

router = SimpleRouter(use_regex_path=False)
router.register("lists", api.ListViewSet, basename="api-list")

urlpatterns: list[URLPattern | URLResolver] = [
    path("lists/check/", api.CheckView.as_view(), name="api-list-check-document"),
    path("lists/shared/<str:token>/", api.SharedListView.as_view(), name="api-list-shared"),
    *router.urls,
]
