"""The REST addresses of this app, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path
from rest_framework.routers import SimpleRouter

from armylists import api, bookapi

router = SimpleRouter(use_regex_path=False)
router.register("lists", api.ListViewSet, basename="api-list")
router.register("own-books", bookapi.OwnBookViewSet, basename="api-own-book")

urlpatterns: list[URLPattern | URLResolver] = [
    path("lists/check/", api.CheckView.as_view(), name="api-list-check-document"),
    path("lists/shared/<str:token>/", api.SharedListView.as_view(), name="api-list-shared"),
    path("own-books/check/", bookapi.CheckBookView.as_view(), name="api-own-book-check-document"),
    path("own-books/shared/<str:token>/", bookapi.SharedBookView.as_view(), name="api-own-book-shared"),
    *router.urls,
]
