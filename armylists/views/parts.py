"""What the views of this app share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from armylists.models import ArmyList
from armylists.owned.views import unreadable
from rulesets.engine.lists import ListError

View = Callable[..., HttpResponse]


def reading(view: View) -> View:
    """Show a page of its own for a stored list that can no longer be read, as when its book is gone."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ListError as error:
            return unreadable(request, ArmyList, error)

    return wrapped
