"""The pages of this app."""

from django.urls import URLPattern, URLResolver, path

from rulesets.site import views

app_name = "rulesets"

urlpatterns: list[URLPattern | URLResolver] = [
    path("books/", views.books, name="books"),
    path("books/<slug:system>/", views.system_books, name="system-books"),
    path("books/<slug:system>/<slug:book>/", views.book, name="book"),
    path("books/<slug:system>/<slug:book>/<str:entry>/", views.entry, name="entry"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:system>/", views.system_rules, name="system"),
    path("rules/<slug:system>/tables/", views.tables, name="tables"),
    path("rules/<slug:system>/departures/", views.departures, name="system-departures"),
    path("rules/<slug:system>/<str:rule_id>/", views.rule, name="rule"),
    path("departures/", views.departures_of_the_first, name="departures"),
    path("odds/", views.odds, name="odds"),
]
