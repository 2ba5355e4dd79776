"""New campaigns: one that ships, one's own, or one from a file."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseFormSet, formset_factory
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from armylists.owned.views import person, whole
from armylists.wording.given import in_file
from campaigns import services
from campaigns.drawing.drawn import draw_plain
from campaigns.engine.documents import FORMAT, CampaignError
from campaigns.engine.shipped import campaigns
from campaigns.fileformat import FORMAT as FILE_FORMAT
from campaigns.fileformat import MOST_VALUES
from campaigns.forms.new import (
    COLOURS,
    FACTIONS,
    MORE,
    CampaignForm,
    FactionForm,
    FileForm,
    SceneForm,
    ShippedForm,
    home_choices,
    messages_of,
    pace_of,
)
from campaigns.models import Campaign, Member
from campaigns.views.parts import done
from rulesets.contract import registry
from rulesets.engine.errors import Fault, FaultyDocumentError, LeaguerError
from rulesets.engine.jsontext import JSONError, read_json

MAX_ROWS = 20
SCENES = 3


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose one of the campaigns that ship, or go on to one's own or to a file."""
    chosen = request.GET.get("campaign", "")
    form = ShippedForm(request.POST or None, initial={"campaign": chosen or min(campaigns(), key=_size)})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        document = campaigns()[data["campaign"]]
        row = services.create(person(request), document, name=data["name"], **pace_of(data))
        messages.success(request, "Your campaign is ready. Invite its players.")
        return redirect(reverse("campaigns:people", args=[row.public_id]) + "#invite")
    documents = [(key, campaigns()[key]) for key in sorted(campaigns(), key=_size)]
    names = {each.slug: each.name for each in registry.systems()}
    shipped = [(key, each, [names.get(slug, slug) for slug in each.systems]) for key, each in documents]
    context = {"form": form, "shipped": shipped, "chosen": form["campaign"].value()}
    return render(request, "campaigns/new.html", context, status=400 if form.errors else 200)


def _size(key: str) -> tuple[bool, int, str]:
    """Return where a campaign that ships comes on the page: those with a map first, by its areas."""
    drawn = campaigns()[key].map
    return drawn is None, len(drawn.areas) if drawn else 0, key


@require_safe
def shipped_map(request: HttpRequest, key: str) -> HttpResponse:
    """Show the map of a campaign that ships, as a picture."""
    drawing = _drawing(key)
    if not drawing:
        raise Http404("No campaign of that name ships with a map.")
    response = HttpResponse(drawing, content_type="image/svg+xml")
    patch_cache_control(response, public=True, max_age=86_400)
    return response


@cache
def _drawing(key: str) -> str:
    document = campaigns().get(key)
    return draw_plain(document.map) if document is not None and document.map is not None else ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Show the form of a new campaign of one's own."""
    user = person(request)
    data: Any = request.POST if request.method == "POST" else None
    first = [each.slug for each in registry.having("campaign")][:1]
    form = CampaignForm(data, request.FILES or None, user=user, initial={"systems": first})
    colours = [{"colour": each} for each in COLOURS[:FACTIONS]]
    every = bool(request.FILES.get("map_file"))
    offered = home_choices(user, str(form["map"].value() or ""), every=every)
    if data is not None and data.get("more") == "map":
        data = _still_there(data, offered)
    homes = {"homes": offered}
    factions = _rows(FactionForm, data, "factions", FACTIONS, colours, form_kwargs=homes)
    scenes = _rows(SceneForm, data, "scenes", SCENES)
    more = request.POST.get("more", "")
    if data is not None and not more:
        valid = [form.is_valid(), factions.is_valid(), scenes.is_valid()]
        row = _begun(request, form, factions, scenes) if all(valid) else None
        if row is not None:
            messages.success(request, "Your campaign is ready. Next: its forces and its players.")
            return redirect("campaigns:umpire", row.public_id)
    context = {"form": form, "factions": factions, "scenes": scenes}
    status = 400 if data is not None and not more else 200
    return render(request, "campaigns/own.html", context, status=status)


def _still_there(data: QueryDict, offered: list[Any]) -> QueryDict:
    """Return what was sent without the homes of factions that lie on another map than the one chosen now."""
    found, there = data.copy(), {key for _, choices in offered for key, _ in choices}
    for name in [each for each in found if each.startswith("factions-") and each.endswith("-home")]:
        found.setlist(name, [key for key in found.getlist(name) if key in there])
    return found


def _rows(
    kind: Any, data: Any, prefix: str, count: int, initial: Any = None, **given: Any
) -> BaseFormSet[Any]:
    """Return so many forms of a kind; some more where the page asks for them."""
    formset = formset_factory(kind, extra=0 if initial else count, max_num=MAX_ROWS)
    if data is not None and data.get("more") == prefix:
        data = data.copy()
        rows = whole(data.get(f"{prefix}-TOTAL_FORMS"), count, 2)
        data[f"{prefix}-TOTAL_FORMS"] = str(min(rows + MORE, MAX_ROWS))
    return formset(data, prefix=prefix, **({"initial": initial} if initial else {}), **given)


def _begun(request: HttpRequest, form: CampaignForm, factions: Any, scenes: Any) -> Campaign | None:
    """Return the campaign with its invitations, or None with what is wrong at the forms."""
    sides = [each for each in factions if each.cleaned_data.get("name")]
    scenes_named = [each for each in scenes if each.cleaned_data.get("name")]
    if len(sides) < 2:
        form.add_error(None, "Name at least two factions. On a ladder every player is a faction.")
        return None
    document = form.document(sides, scenes_named)
    if any(each.errors for each in sides):
        return None
    try:
        row = services.create(person(request), document, **pace_of(form.cleaned_data))
    except CampaignError as error:
        form.add_error(None, messages_of(error, file=False))
        return None
    by = Member.objects.get(campaign=row, user=person(request))
    for each in sides:
        if each.cleaned_data.get("invite"):
            services.invite(row, by, "player", each.key, chief=True, email=each.cleaned_data["invite"])
    return row


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Show the form for a file: a document that a campaign begins from, or a whole one."""
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            row = _from_file(request, form.cleaned_data["file"].read())
        except FaultyDocumentError as error:
            form.add_error("file", messages_of(error))
        except LeaguerError as error:
            form.add_error("file", in_file(error.path, error.message))
        else:
            return done(request, "Campaign uploaded. You are its umpire.", row)
    return render(request, "campaigns/upload.html", {"form": form}, status=400 if form.errors else 200)


def _from_file(request: HttpRequest, data: bytes) -> Campaign:
    """Return the campaign of a file; raises FaultyDocumentError with every fault and its path."""
    try:
        value = read_json(data, MOST_VALUES)
    except JSONError:
        value = None
    if (isinstance(value, dict) and value.get("format") == FILE_FORMAT) or not isinstance(value, dict):
        return services.import_file(person(request), value if isinstance(value, dict) else data)
    kind = value.get("format", FORMAT)
    if kind != FORMAT:
        wanted = f"its format must be “{FORMAT}” or “{FILE_FORMAT}”"
        raise CampaignError(Fault("", f"this file is “{str(kind)[:40]}”, not a campaign: {wanted}"))
    return services.create(person(request), value)
