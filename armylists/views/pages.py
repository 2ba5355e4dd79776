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
from rulesets.engine.rosterlayouts import LAYOUTS, layout_named
from rulesets.site.caching import stored_page

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
    row = access.shared(ArmyList, token)
    context = {"own": False, "files": file_urls("armylists:shared-file", token, KINDS)}
    state = (row.pk, row.version, row.updated, token)
    return stored_page(request, state, lambda nobodys: _roster(nobodys, row, context))


def _roster(request: HttpRequest, army_list: ArmyList, context: Mapping[str, object]) -> HttpResponse:
    sheet, layout = roster(army_list.army), layout_named(request.GET.get("layout", ""))
    shown = {**context, "list": army_list, "sheet": sheet, "layouts": LAYOUTS, **pdf.laid_out(sheet, layout)}
    return render(request, "armylists/list.html", shown)


# ------------------------------------------------------------------------------------------------ files


@reading
def _file(request: HttpRequest, army_list: ArmyList, kind: str) -> HttpResponse:
    """Return a list as JSON, text or PDF."""
    army = army_list.army
    if kind == "pdf":
        asked, link = request.GET, shared_link(request, army_list)
        return pdf_response(army, asked.get("paper", ""), link, asked.get("layout", ""))
    text = dump_list(army) if kind == "json" else documents.as_text(army)
    return sent(text, documents.file_name(army, kind))


file = owned(ArmyList)(require_safe(_file))


@require_safe
def shared_file(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """Show a shared list as JSON, text or PDF."""
    return _file(request, access.shared(ArmyList, token), kind)


def pdf_response(army: Document, paper: str, link: str = "", layout: str = "") -> HttpResponse:
    """Return the roster as PDF, shown in the browser; as cards on A4 unless something else is asked for."""
    content = pdf.roster_pdf(army, paper_named(paper), link, layout_named(layout))
    return sent(content, documents.file_name(army, "pdf"))
