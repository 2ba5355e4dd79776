"""The maps that a user made: all of them, a new one, and what leaves again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.views import owned, page_of, person
from campaigns import mapservices
from campaigns.editor.draft import picture_of
from campaigns.engine.geojson import to_geojson
from campaigns.engine.maps import MapError, read_map
from campaigns.mapforms import Beginning, CopiedMapForm, EmptyMapForm, ImportedMapForm
from campaigns.models import OwnMap

BEGINNINGS: Mapping[str, type[Beginning]] = {
    "copy": CopiedMapForm,
    "empty": EmptyMapForm,
    "import": ImportedMapForm,
}


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All maps of whoever is signed in."""
    rows = OwnMap.objects.of(request.user).defer("document").order_by("-updated", "-id")
    return render(request, "campaigns/map/index.html", {"page": page_of(request, rows)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A map of one's own: from one that ships, empty, or from a file."""
    begin = request.POST.get("begin", "") if request.method == "POST" else ""
    forms = {
        key: form(request.POST, request.FILES) if key == begin else form() for key, form in BEGINNINGS.items()
    }
    status = 200
    if begin in forms:
        form = forms[begin]
        if OwnMap.objects.of(request.user).count() >= mapservices.MOST:
            messages.error(request, f"You have {mapservices.MOST} maps, the most there may be.")
            return redirect("campaigns:maps")
        if form.is_valid():
            made = mapservices.create_map(person(request), form.draft())
            return redirect("campaigns:edit-map", made.public_id)
        status = 400
    return render(request, "campaigns/map/new.html", {"forms": forms}, status=status)


@owned(OwnMap)
@require_POST
def delete(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Take a map away."""
    mapservices.delete_map(row)
    messages.success(request, f"“{row.name}” is gone. Campaigns that were begun on it keep their map.")
    return redirect("campaigns:maps")


@owned(OwnMap)
@require_safe
def picture(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """The picture that lies under a map."""
    found = picture_of(row.document)
    if found is None:
        raise Http404("There is no picture under this map.")
    kind, content = found
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": "private, max-age=60"})


@owned(OwnMap)
@require_safe
def own_json(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """The map as it stands, whatever is wrong with it, as our own document."""
    return _file(row, row.document, "json")


@owned(OwnMap)
@require_safe
def own_geojson(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """The map as GeoJSON; one with faults leads back to them."""
    try:
        value = to_geojson(read_map(row.document))
    except MapError as error:
        messages.error(request, f"GeoJSON needs a map without faults. {error}")
        return redirect("campaigns:edit-map", row.public_id)
    return _file(row, value, "geojson")


def _file(row: OwnMap, value: Any, kind: str) -> HttpResponse:
    return sent(json.dumps(value, ensure_ascii=False, indent=1), file_name(row.name, kind, "map"))
