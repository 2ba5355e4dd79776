"""The addresses: each app has pages in `urls.py`, REST endpoints in `api/urls.py` or `api_urls.py`."""

from allauth.account.decorators import secure_admin_login
from django.apps import apps
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from config import accountpage, export, leaving, preferences, start, tokens, views, zones
from config.schema import SchemaView

# One page to sign in, with one limit on guessing passwords.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
if apps.is_installed("django_rq"):  # where LEAGUER_TASKS names a Redis
    from config import taskpages

    taskpages.register(admin.site)

api: list[URLPattern | URLResolver] = [
    path("schema/", SchemaView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("time-zone/", zones.TimeZoneView.as_view(), name="api-time-zone"),
    path("account/export/", export.ExportView.as_view(), name="api-account-export"),
    path("token/", tokens.TokenView.as_view(), name="api-token"),
    path("tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("tokens/<uuid:id>/", tokens.OneTokenView.as_view(), name="api-one-token"),
    path("tokens/<uuid:id>/renew/", tokens.RenewTokenView.as_view(), name="api-renew-token"),
    path("", include("rulesets.site.api_urls")),
    path("", include("armylists.api.urls")),
    path("", include("battles.api.urls")),
    path("", include("campaigns.api.urls")),
    path("", include("tournaments.api.urls")),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("first-evening/", views.evening, name="first-evening"),
    path("start/clash/", start.clash, name="start-clash"),
    path("start/list/", start.army, name="start-list"),
    path("rule-numbers/", preferences.rule_numbers, name="rule-numbers"),
    path("healthz", views.health, name="health"),
    path("accounts/time-zone/", zones.time_zone, name="account_time_zone"),
    path("accounts/token/", tokens.token, name="account_token"),
    path("accounts/token/<uuid:token_id>/renew/", tokens.renew, name="account_renew_token"),
    path("accounts/token/<uuid:token_id>/delete/", tokens.delete, name="account_delete_token"),
    path("accounts/delete/", leaving.delete, name="account_delete"),
    path("accounts/export/", export.download, name="account_export"),
    path("accounts/email/", accountpage.AccountPage.as_view(), name="account_email"),
    # The page of the account says whether two-factor sign-in is on.
    path("accounts/2fa/", RedirectView.as_view(pattern_name="account_email"), name="mfa_index"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api)),
    path("", include("armylists.urls")),  # before the books that ship, for /books/own/
    path("", include("rulesets.site.urls")),
    path("", include("battles.urls")),
    path("", include("campaigns.urls")),
    path("", include("tournaments.urls")),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
handler500 = views.server_error
