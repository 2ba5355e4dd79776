"""The pages of this app."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.views import index

app_name = "tournaments"

urlpatterns: list[URLPattern] = [
    path("tournaments/", index.index, name="index"),
]
