"""Every address of an app's pages and endpoints, with its parts filled in for one campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.urls import URLPattern, reverse

from campaigns import urls
from campaigns.api import urls as api_urls
from campaigns.models import Campaign


@dataclass(frozen=True, slots=True)
class Address:
    """An address under the name of its pattern. `of_campaign`: it lies below a campaign; `methods` that it
    may understand beside GET.
    """

    name: str
    url: str
    of_campaign: bool
    api: bool

    @property
    def methods(self) -> tuple[str, ...]:
        return ("post", "put", "patch", "delete") if self.api else ("post",)


def names() -> set[str]:
    """The names of all patterns."""
    return {str(each.name) for each in _patterns()}


def addresses(row: Campaign, given: Mapping[str, Iterable[Any]]) -> list[Address]:
    """Every address; raises KeyError for a part that `given` says nothing of. It says what stands for a part,
    of one pattern (`area.key`) or of all (`turn`).
    """
    return [each for pattern in _patterns() for each in _filled(pattern, row, given)]


def _patterns() -> Iterator[URLPattern]:
    for pattern in (*urls.urlpatterns, *api_urls.urlpatterns):
        assert isinstance(pattern, URLPattern), pattern
        yield pattern


def _filled(pattern: URLPattern, row: Campaign, given: Mapping[str, Iterable[Any]]) -> Iterator[Address]:
    name = str(pattern.name)
    api = name.startswith("api-")
    parts = list(pattern.pattern.converters)
    of_campaign = bool({"campaign_id", "id"} & set(parts))
    choices = [_choices(name, part, row, given) for part in parts]
    for values in product(*choices):
        kwargs = dict(zip(parts, values, strict=True))
        url = reverse(name if api else f"campaigns:{name}", kwargs=kwargs)
        yield Address(name, url, of_campaign, api)


def _choices(name: str, part: str, row: Campaign, given: Mapping[str, Iterable[Any]]) -> list[Any]:
    if part in ("campaign_id", "id"):
        return [row.public_id]
    return list(given[f"{name}.{part}"] if f"{name}.{part}" in given else given[part])
