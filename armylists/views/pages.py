"""A list to look at and to take away: for its owner, and under its shared link for everyone."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import segno
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from armylists import access, documents, pdf
from armylists.bookchange import newer
from armylists.models import ArmyList
from armylists.printing import paper_named
from armylists.views.parts import reading
from rulesets.contract.documents import roster
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import dump_list


@login_required
@require_safe
@reading
def show(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """One's own list: the roster, its findings, and what can be done with it."""
    army_list = access.owned(request.user, list_id)
    link = request.build_absolute_uri(army_list.shared_url) if army_list.share_token else ""
    context = {
        "own": True,
        "files": _files("armylists:file", str(army_list.public_id)),
        "shared_link": link,
        "qr": qr(link) if link else "",
        "fight": _fight(army_list),
        "latest": army_list.revisions.first(),
        "book_change": newer(army_list.army),
    }
    return _roster(request, army_list, context)


@require_safe
@reading
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A list that was shared: everything but changing it."""
    army_list = access.shared(token)
    return _roster(request, army_list, {"own": False, "files": _files("armylists:shared-file", token)})


def _roster(request: HttpRequest, army_list: ArmyList, context: Mapping[str, object]) -> HttpResponse:
    sheet = roster(army_list.army)
    return render(request, "armylists/list.html", {**context, "list": army_list, "sheet": sheet})


def _files(name: str, key: str) -> dict[str, str]:
    return {kind: reverse(name, args=[key, kind]) for kind in _KINDS}


def _fight(army_list: ArmyList) -> str:
    """Where to send this list into a battle; empty on a site without battles."""
    try:
        return f"{reverse('battles:new')}?list={army_list.public_id}"
    except NoReverseMatch:
        return ""


def qr(link: str) -> SafeString:
    """The link as a drawing that a telephone reads."""
    code = segno.make(link, error="m", micro=False)
    drawing = code.svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass="qr-line", title="QR code of the link"
    )
    return mark_safe(drawing)  # nosec: segno draws squares, the link itself is not in the text


# ------------------------------------------------------------------------------------------------ files


@login_required
@require_safe
@reading
def file(request: HttpRequest, list_id: UUID, kind: str) -> HttpResponse:
    """One's own list as JSON, text or PDF."""
    return _file(request, access.owned(request.user, list_id), kind)


@require_safe
@reading
def shared_file(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """A shared list as JSON, text or PDF."""
    return _file(request, access.shared(token), kind)


def _file(request: HttpRequest, army_list: ArmyList, kind: str) -> HttpResponse:
    army = army_list.army
    if kind == "json":
        return _download(army, dump_list(army), "json", "application/json")
    if kind == "txt":
        return _download(army, documents.as_text(army), "txt", "text/plain; charset=utf-8")
    link = request.build_absolute_uri(army_list.shared_url) if army_list.share_token else ""
    return pdf_response(army, request.GET.get("paper", ""), link)


_KINDS = ("json", "txt", "pdf")


def pdf_response(army: Document, paper: str, link: str = "") -> HttpResponse:
    """The roster as PDF, shown in the browser; on A4 unless Letter is asked for."""
    name = documents.file_name(army, "pdf")
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(
        pdf.roster_pdf(army, paper_named(paper), link), content_type="application/pdf", headers=headers
    )


def _download(army: Document, text: str, ending: str, kind: str) -> HttpResponse:
    name = documents.file_name(army, ending)
    return HttpResponse(
        text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
