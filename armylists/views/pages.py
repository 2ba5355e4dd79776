"""A list to look at and to take away: for its owner, and under its shared link for everyone."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from armylists import documents, pdf
from armylists.bookchange import newer
from armylists.models import ArmyList
from armylists.owned import access
from armylists.owned.files import sent
from armylists.owned.views import file_urls, owned, shared_context, shared_link
from armylists.printing import paper_named
from armylists.views.parts import reading
from rulesets.contract.documents import roster
from rulesets.engine.lists import ArmyList as Document
from rulesets.engine.lists import dump_list

KINDS = ("json", "txt", "pdf")


@owned(ArmyList)
@require_safe
@reading
def show(request: HttpRequest, army_list: ArmyList) -> HttpResponse:
    """One's own list: the roster, its findings, and what can be done with it."""
    context = {
        "own": True,
        "files": file_urls("armylists:file", army_list.public_id, KINDS),
        **shared_context(request, army_list),
        "fight": f"{reverse('battles:new')}?list={army_list.public_id}",
        "latest": army_list.revisions.first(),
        "book_change": newer(army_list.army),
    }
    return _roster(request, army_list, context)


@require_safe
@reading
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a list that was shared: everything but changing it."""
    context = {"own": False, "files": file_urls("armylists:shared-file", token, KINDS)}
    return _roster(request, access.shared(ArmyList, token), context)


def _roster(request: HttpRequest, army_list: ArmyList, context: Mapping[str, object]) -> HttpResponse:
    sheet = roster(army_list.army)
    return render(request, "armylists/list.html", {**context, "list": army_list, "sheet": sheet})


# ------------------------------------------------------------------------------------------------ files


@reading
def _file(request: HttpRequest, army_list: ArmyList, kind: str) -> HttpResponse:
    """Return a list as JSON, text or PDF."""
    army = army_list.army
    if kind == "pdf":
        return pdf_response(army, request.GET.get("paper", ""), shared_link(request, army_list))
    text = dump_list(army) if kind == "json" else documents.as_text(army)
    return sent(text, documents.file_name(army, kind))


file = owned(ArmyList)(require_safe(_file))


@require_safe
def shared_file(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """Show a shared list as JSON, text or PDF."""
    return _file(request, access.shared(ArmyList, token), kind)


def pdf_response(army: Document, paper: str, link: str = "") -> HttpResponse:
    """Return the roster as PDF, shown in the browser; on A4 unless Letter is asked for."""
    return sent(pdf.roster_pdf(army, paper_named(paper), link), documents.file_name(army, "pdf"))
