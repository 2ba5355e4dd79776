"""Times in the reader's time zone: on every page and paper, and in what forms read. The REST interface and
feeds stay UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from armylists import guests, profiles
from armylists.owned.api import JSON_ONLY, JSONView
from armylists.owned.views import person, saved
from config import wording
from config.api import is_api

TIMELESS = ("poll", "health", "events")
"""How the names of addresses end that are asked again and again, and answer without a time."""


class TimeZoneMiddleware:
    """Show a request the times of its reader's time zone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with timezone.override(None):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, *_: object) -> None:
        """Begin to speak the reader's time; a poll says none, and shall not have to ask who polls."""
        name = request.resolver_match.url_name if request.resolver_match else None
        if is_api(request) or (name or "").endswith(TIMELESS):
            return
        browser = request.COOKIES.get(profiles.COOKIE, "")
        if browser and isinstance(request.user, User) and not guests.is_guest(request.user):
            profiles.guess(request.user, browser)
        timezone.activate(profiles.zone_of(request.user, browser))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def time_zone(request: HttpRequest) -> HttpResponse:
    """Show the time zone somebody reads times in, and the others; a POST changes it."""
    user = person(request)
    if request.method == "POST":
        change = partial(profiles.choose, user, request.POST.get("time_zone", ""))
        return saved(request, change, wording.ZONE_SAVED)
    profile = profiles.profile_of(user)
    chosen = profile.time_zone if profile is not None and profile.chosen else ""
    browser = profiles.zone_named(request.COOKIES.get(profiles.COOKIE, ""))
    context = {
        "chosen": chosen, "browser": browser, "now": timezone.now(),
        "groups": profiles.zones(chosen or str(browser or "")),
        "zone": timezone.get_current_timezone(),
    }  # fmt: skip
    return render(request, "account/time_zone.html", context)


class TimeZoneSerializer(serializers.Serializer[Any]):
    """The time zone in which pages and mail show you times; the REST interface always uses UTC."""

    time_zone = serializers.CharField(
        max_length=64, allow_blank=True,
        help_text="A name such as Europe/London; empty for your browser’s.",
    )  # fmt: skip
    chosen = serializers.BooleanField(
        read_only=True, help_text="Whether you chose it; if not, it is a guess."
    )


class TimeZoneView(JSONView):
    """The time zone of your pages and mail."""

    parser_classes = JSON_ONLY

    @extend_schema(operation_id="time_zone", tags=["account"], responses=TimeZoneSerializer)
    def get(self, request: Request) -> Response:
        """Show your time zone."""
        profile = profiles.Profile.objects.filter(user=self.user).first() or profiles.Profile()
        return Response(TimeZoneSerializer(profile).data)

    @extend_schema(
        operation_id="time_zone_set", tags=["account"], request=TimeZoneSerializer,
        responses=TimeZoneSerializer,
    )  # fmt: skip
    def put(self, request: Request) -> Response:
        """Choose your time zone."""
        try:
            profiles.choose(self.user, self.asked(TimeZoneSerializer)["time_zone"])
        except ValueError as error:
            raise serializers.ValidationError({"time_zone": str(error)}) from None
        return self.get(request)
