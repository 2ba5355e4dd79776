"""The maps that a user made: all of them, a new one, and what leaves again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import mapservices
from campaigns.editor.draft import picture_of
from campaigns.engine.geojson import to_geojson
from campaigns.engine.maps import MapError, read_map
from campaigns.mapforms import Beginning, CopiedMapForm, EmptyMapForm, ImportedMapForm
from campaigns.models import OwnMap
from campaigns.views.parts import person

PER_PAGE = 24
BEGINNINGS: Mapping[str, type[Beginning]] = {
    "copy": CopiedMapForm,
    "empty": EmptyMapForm,
    "import": ImportedMapForm,
}


def own_map(request: HttpRequest, map_id: UUID) -> OwnMap:
    """A map of whoever is signed in; Http404 for anybody else's."""
    return get_object_or_404(OwnMap.objects.of(request.user), public_id=map_id)


@login_required
@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """All maps of whoever is signed in."""
    rows = OwnMap.objects.of(request.user).defer("document").order_by("-updated", "-id")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "campaigns/map/shelf.html", {"page": page})


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


@login_required
@require_POST
def delete(request: HttpRequest, map_id: UUID) -> HttpResponse:
    """Take a map away."""
    row = own_map(request, map_id)
    mapservices.delete_map(row)
    messages.success(request, f"“{row.name}” is gone. Campaigns that were begun on it keep their map.")
    return redirect("campaigns:maps")


@login_required
@require_safe
def picture(request: HttpRequest, map_id: UUID) -> HttpResponse:
    """The picture that lies under a map."""
    found = picture_of(own_map(request, map_id).document)
    if found is None:
        raise Http404("There is no picture under this map.")
    kind, content = found
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": "private, max-age=60"})


@login_required
@require_safe
def own_json(request: HttpRequest, map_id: UUID) -> HttpResponse:
    """The map as it stands, whatever is wrong with it, as our own document."""
    row = own_map(request, map_id)
    return _file(row.document, f"{slugify(row.name) or 'map'}.json", "application/json")


@login_required
@require_safe
def own_geojson(request: HttpRequest, map_id: UUID) -> HttpResponse:
    """The map as GeoJSON; one with faults leads back to them."""
    row = own_map(request, map_id)
    try:
        value = to_geojson(read_map(row.document))
    except MapError as error:
        messages.error(request, f"GeoJSON needs a map without faults. {error}")
        return redirect("campaigns:edit-map", row.public_id)
    return _file(value, f"{slugify(row.name) or 'map'}.geojson", "application/geo+json")


def _file(value: Any, name: str, kind: str) -> HttpResponse:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return HttpResponse(
        text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
