"""The REST addresses of this app, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from rulesets.site import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("systems/", api.SystemsView.as_view(), name="api-systems"),
    path("systems/<slug:system>/books/", api.BooksView.as_view(), name="api-books"),
    path("systems/<slug:system>/books/<slug:book>/", api.BookView.as_view(), name="api-book"),
    path("systems/<slug:system>/rules/", api.RulesView.as_view(), name="api-rules"),
    path("systems/<slug:system>/rules/<str:rule_id>/", api.RuleView.as_view(), name="api-rule"),
    path("odds/", api.OddsView.as_view(), name="api-odds"),
]
