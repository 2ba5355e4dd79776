"""The pages of Django-RQ in `/admin/`, which show what workers do: for superusers alone.

Other staff do not find them. A task holds what it was given, such as a mail with the link to a new password.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern
from django_rq.admin import QueueAdmin
from django_rq.models import Dashboard


class TaskPages(QueueAdmin):
    """The dashboard of the workers and of their tasks."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether `/admin/` lists these pages."""
        return _superuser(request)

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses of all these pages."""
        found: list[URLPattern] = super().get_urls()  # type: ignore[no-untyped-call]
        for each in found:
            each.callback = _for_superusers(each.callback)
        return found


def register(site: AdminSite) -> None:
    """Put these pages in place of those that Django-RQ opens to all staff."""
    site.unregister(Dashboard)
    site.register(Dashboard, TaskPages)


def _superuser(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


def _for_superusers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # Who is not signed in is asked to, by the view itself.
        if request.user.is_authenticated and not _superuser(request):
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped
