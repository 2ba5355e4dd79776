"""The REST addresses of this app, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path
from rest_framework.routers import SimpleRouter

from armylists.api import lists, ownbooks

router = SimpleRouter(use_regex_path=False)
router.register("lists", lists.ListViewSet, basename="api-list")
router.register("own-books", ownbooks.OwnBookViewSet, basename="api-own-book")

urlpatterns: list[URLPattern | URLResolver] = [
    path("lists/check/", lists.CheckView.as_view(), name="api-list-check-document"),
    path("lists/shared/<str:token>/", lists.SharedListView.as_view(), name="api-list-shared"),
    path("own-books/check/", ownbooks.CheckBookView.as_view(), name="api-own-book-check-document"),
    path("own-books/shared/<str:token>/", ownbooks.SharedBookView.as_view(), name="api-own-book-shared"),
    *router.urls,
]
