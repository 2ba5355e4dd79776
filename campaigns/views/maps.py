"""The maps that a user made: all of them, a new one, its editor, and what leaves again.

The editor is drawn in the browser or typed into forms; each change names its edition.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale
from armylists.owned.views import owned, page_of, person, whole
from campaigns import mapservices
from campaigns.drawing.drawn import draw_plain
from campaigns.editor import changes, texts
from campaigns.editor.draft import MAX_PICTURE, Draft, picture_of, with_picture
from campaigns.editor.faults import judged
from campaigns.editor.page import TOOLS, script_data
from campaigns.engine.geojson import to_geojson
from campaigns.engine.maps import MapError, read_map
from campaigns.forms.maps import Beginning, CopiedMapForm, EmptyMapForm, ImportedMapForm
from campaigns.models import OwnMap
from rulesets.engine.errors import Fault, LeaguerError
from rulesets.engine.jsontext import read_json

BEGINNINGS: Mapping[str, type[Beginning]] = {
    "copy": CopiedMapForm,
    "empty": EmptyMapForm,
    "import": ImportedMapForm,
}
NEW = "new"


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all maps of whoever is signed in."""
    rows = OwnMap.objects.of(request.user).defer("document").order_by("-updated", "-id")
    return render(request, "campaigns/map/index.html", {"page": page_of(request, rows)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show a map of one's own: from one that ships, empty, or from a file."""
    begin = request.POST.get("begin", "") if request.method == "POST" else ""
    forms = {
        key: form(request.POST, request.FILES) if key == begin else form() for key, form in BEGINNINGS.items()
    }
    status = 200
    if begin in forms:
        form = forms[begin]
        if OwnMap.objects.of(request.user).count() >= mapservices.MOST:
            words = f"You have {mapservices.MOST} maps, the most you can have. Delete one first."
            messages.error(request, words)
            return redirect("campaigns:maps")
        if form.is_valid():
            made = mapservices.create_map(person(request), form.draft())
            return redirect("campaigns:edit-map", made.public_id)
        status = 400
    return render(request, "campaigns/map/new.html", {"forms": forms}, status=status)


@owned(OwnMap)
@require_POST
def delete(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Delete a map."""
    mapservices.delete_map(row)
    messages.success(request, f"“{row.name}” is deleted. Campaigns that use it keep their own copy.")
    return redirect("campaigns:maps")


@owned(OwnMap)
@require_safe
def picture(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Show the picture that lies under a map."""
    found = picture_of(row.document)
    if found is None:
        raise Http404("There is no picture under this map.")
    kind, content = found
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": "private, max-age=60"})


@owned(OwnMap)
@require_safe
def own_json(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Show the map as it stands, whatever is wrong with it, as our own document."""
    text = json.dumps(row.document, ensure_ascii=False, indent=1)
    return sent(text, file_name(row.name, "json", "map"))


@owned(OwnMap)
@require_safe
def own_geojson(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Show the map as GeoJSON; one with faults leads back to them."""
    try:
        value = to_geojson(read_map(row.document))
    except MapError as error:
        messages.error(request, f"Fix the problems of the map before you download it as GeoJSON. {error}")
        return redirect("campaigns:edit-map", row.public_id)
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return sent(text, file_name(row.name, "geojson", "map"))


# -- the editor ------------------------------------------------------------------------------------


@owned(OwnMap)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Show the editor; behind the buttons of its forms every change of the map."""
    if request.method != "POST":
        return page(request, row)
    try:
        document = _changed(request, row.document)
        mapservices.save_map(row, _edition(request.POST.get("edition")), document)
    except Stale as stale:
        return page(request, stale.current, 409, str(stale))
    except MapError as error:
        return page(request, row, 400, "; ".join(str(fault) for fault in error.faults))
    return redirect(_next(request))


@owned(OwnMap)
@require_POST
def save(request: HttpRequest, row: OwnMap) -> HttpResponse:
    """Show what the script in the browser made of the map; the picture under it stays, the script has
    none.
    """
    try:
        query = read_json(request.body)
        if not isinstance(query, dict) or not isinstance(query.get("document"), dict):
            raise MapError(Fault("document", "is missing"))
        document = {**query["document"], "picture": row.document.get("picture", "")}
        mapservices.save_map(row, _edition(str(query.get("edition"))), document)
    except Stale as stale:
        return JsonResponse({"detail": str(stale), "edition": stale.current.edition}, status=409)
    except LeaguerError as error:
        return JsonResponse({"detail": str(error)}, status=400)
    faults = [each.to_json() for each in judged(row.document)]
    return JsonResponse({"edition": row.edition, "faults": faults})


def _edition(text: str | None) -> int:
    """Return the edition that a change was made on; raises MapError where nothing says so."""
    number = whole(text)
    if number < 0:
        raise MapError(Fault("edition", "is missing: load the page again"))
    return number


def _changed(request: HttpRequest, draft: Draft) -> Draft:
    """Return what the button of a form asks for; raises MapError for what cannot be read."""
    fields: Mapping[str, str] = request.POST.dict()
    match fields.get("do"):
        case "head":
            return changes.with_head(draft, fields)
        case "links":
            return changes.with_links(draft, fields)
        case "area":
            return changes.with_area(draft, fields.get("area", ""), fields)
        case "remove-area":
            return changes.without_area(draft, fields.get("area", ""))
        case "picture":
            file = request.FILES.get("picture")
            if file is None or not file.size:
                raise MapError(Fault("picture", "choose a picture first"))
            return with_picture(draft, file.read(MAX_PICTURE + 1))
        case "no-picture":
            return {**draft, "picture": ""}
    raise MapError(Fault("do", "does not say what to change"))


def _next(request: HttpRequest) -> str:
    """Return where the page goes on: with the area that was changed, the plain page if it was that."""
    plain = request.POST.get("plain", "")
    area = request.POST.get("id", "").strip() if request.POST.get("do") == "area" else ""
    query = [f"area={area}"] if area else []
    query += ["plain=1"] if plain else []
    return f"{request.path}?{'&'.join(query)}" if query else request.path


def page(request: HttpRequest, row: OwnMap, status: int = 200, refusal: str = "") -> HttpResponse:
    """Return the whole page; what was refused stands in its fields again."""
    draft: Draft = row.document
    urls = [reverse(f"campaigns:{name}", args=[row.public_id]) for name in ("save-map", "map-picture")]
    area = request.GET.get("area", "")
    context: dict[str, Any] = {
        "map": row,
        "draft": draft,
        "refusal": refusal,
        "faults": judged(draft),
        "drawn": _drawn(draft),
        "plain": bool(request.GET.get("plain") or request.POST.get("plain")),
        "tools": TOOLS,
        "max_picture": MAX_PICTURE // 1000,
        "data": script_data(draft, row.edition, *urls),
        # What the plain forms show: the area that was chosen, the links, the map as a whole.
        "chosen": _chosen(draft, area),
        "adding": area == NEW,
        "factions": _factions(draft),
        "areas": sorted((each["name"] or each["id"], each["id"]) for each in draft["areas"]),
        "links": texts.links_text(draft["links"]),
        "head": draft,
        "land": texts.rings_text(draft["land"]),
        "rivers": texts.rivers_text(draft["rivers"]),
        "sources": "\n".join(draft["sources"]),
    }
    if status == 400:
        context |= _typed(request)
    return render(request, "campaigns/map/edit.html", context, status=status)


def _factions(draft: Draft) -> list[tuple[str, str]]:
    """Return whom an area may belong to: nobody, the factions on the map, one that is named beside."""
    keys = {each[name] for each in draft["areas"] for name in ("owner", "home")} - {""}
    named = [(key, key.replace("-", " ").title()) for key in sorted(keys)]
    return [("", "Nobody"), *named, (changes.NEW_FACTION, "New faction (name it below)")]


def _chosen(draft: Draft, key: str) -> dict[str, Any] | None:
    """Return the area that the form shows, its parts as texts; a fresh one for a new area; None for none."""
    area: dict[str, Any] = next((each for each in draft["areas"] if each["id"] == key), {})
    if key == NEW:
        middle = [draft["width"] / 2, draft["height"] / 2]
        area = {"terrain": "fields", "supply": 10, "at": middle, "outlines": [], "features": []}
    if not area:
        return None
    return {
        **area,
        "key": area.get("id", ""),
        "x": area["at"][0],
        "y": area["at"][1],
        "outlines": texts.rings_text(area["outlines"]),
        "features": texts.features_text(area["features"]),
    }


def _typed(request: HttpRequest) -> dict[str, Any]:
    """Return what was typed and could not be saved, to be put right: by the name that the page has for it."""
    fields: dict[str, Any] = request.POST.dict()
    match fields.get("do"):
        case "area":
            key = fields.get("area", "")
            return {"chosen": {**fields, "key": key}, "adding": not key}
        case "links":
            return {"links": fields.get("links", "")}
        case "head":
            return {"head": fields, **{name: fields.get(name, "") for name in ("land", "rivers", "sources")}}
    return {}


def _drawn(draft: Draft) -> str:
    """Return the map as it will be drawn in a campaign; "" while something is wrong with it."""
    try:
        # Drawn by us; every word that comes from people is escaped.
        return mark_safe(draw_plain(read_map(draft), prefix="draft"))
    except MapError:
        return ""
