"""The pages of battles and of the chronicle of a campaign."""

from django.urls import URLPattern, URLResolver, path

from campaigns.views import chronicle

_ONE = "campaigns/<uuid:campaign_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_ONE}/chronicle/", chronicle.chronicle, name="chronicle"),
    path(f"{_ONE}/gazette/<int:turn>.pdf", chronicle.gazette, name="gazette"),
    path(f"{_ONE}/history.pdf", chronicle.history, name="history"),
]
