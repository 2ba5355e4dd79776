"""The addresses: each app has pages in `urls.py`, REST endpoints in `api/urls.py` or `api_urls.py`."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import tokens, views

api: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("token/", tokens.TokenView.as_view(), name="api-token"),
    path("", include("rulesets.site.api_urls")),
    path("", include("armylists.api.urls")),
    path("", include("battles.api.urls")),
    path("", include("campaigns.api.urls")),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("healthz", views.health, name="health"),
    path("accounts/token/", tokens.token, name="account_token"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api)),
    path("", include("armylists.urls")),  # before the books that ship, for /books/own/
    path("", include("rulesets.site.urls")),
    path("", include("battles.urls")),
    path("", include("campaigns.urls")),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
handler500 = views.server_error
