"""What a battle was: result, log, field and armies turn by turn, and its files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from armylists import pdf
from armylists.owned.files import file_name, sent
from armylists.printing import Printout, paper_named
from armylists.prints import answer
from battles import documents, record
from battles.access import Viewer
from battles.agreed import agreed_on, list_documents
from battles.cards import armies, result_card
from battles.chart import chart_svg
from battles.colours import colours_of, stylesheet
from battles.field import field_svg, field_title
from battles.lines import without_repeats
from battles.models import Battle
from battles.replay import played
from battles.turns import Turn
from battles.views.invitations import roster_page
from battles.views.parts import context_of, fought_here, turn_number, with_viewer
from rulesets.contract import registry
from rulesets.contract.documents import parse_list
from rulesets.engine.document import to_lines
from rulesets.engine.errors import LeaguerError

KINDS = ("json", "jsonl", "pdf")


@require_safe
@cache_control(public=True, max_age=30 * 24 * 3600)
def colours(_request: HttpRequest, first: str, second: str) -> HttpResponse:
    """Send the stylesheet of two sides in these colours; it says nothing of any battle."""
    return HttpResponse(stylesheet((f"#{first}", f"#{second}")), content_type="text/css; charset=utf-8")


def result(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Who won and by what, what it cost, how it went."""
    row = viewer.battle
    shown = registry.get(row.system).presentation
    whole, last = record.turn(row)
    context = context_of(
        viewer,
        result=result_card(row.result or {}, row.sides, shown),
        overview=whole,
        chart=chart_svg(whole.turns, row.sides, shown.measure, shown.turn_name),
        field=field_svg(last.state, shown, title=field_title(last.number, shown.turn_name)),
        files={kind: viewer.url("file", kind) for kind in KINDS},
        agreed=agreed_on(row),
    )
    return render(request, "battles/result.html", context)


@never_cache
@require_safe
@with_viewer
def log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the log of a turn; every roll opens to what explains it."""
    number = turn_number(request)
    row = viewer.battle
    whole, turn = record.turn(row, _first(row) if number is None and row.over else number)
    brief = request.GET.get("brief") == "1"
    lines = without_repeats(turn.lines, brief=brief)
    return render(request, "battles/log.html", _turn_context(viewer, whole, turn, lines=lines, brief=brief))


@never_cache
@require_safe
@fought_here
def field(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the field at the end of a turn."""
    whole, turn = record.turn(viewer.battle, turn_number(request))
    shown = registry.get(viewer.battle.system).presentation
    title = field_title(turn.number, shown.turn_name) if turn.number else "The field after deployment"
    drawing = field_svg(turn.state, shown, title=title)
    context = _turn_context(viewer, whole, turn, field=drawing, armies=armies(turn.state, shown), title=title)
    return render(request, "battles/field.html", context)


@never_cache
@require_safe
@fought_here
def orders(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Both armies as they stand at the end of a turn."""
    whole, turn = record.turn(viewer.battle, turn_number(request))
    context = _turn_context(
        viewer, whole, turn, armies=armies(turn.state, registry.get(viewer.battle.system).presentation)
    )
    return render(request, "battles/orders.html", context)


@never_cache
@require_safe
@with_viewer
def army_list(request: HttpRequest, viewer: Viewer, side: int) -> HttpResponse:
    """Show the list of a side as it was agreed on, to the players."""
    crumbs = (("Battles", reverse("battles:index")), (viewer.battle.title, viewer.home))
    return roster_page(request, viewer.battle, side, crumbs)


@never_cache
@require_safe
@with_viewer
def play_sheet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the tables that both armies need, as PDF, to the players; Http404 if the system prints none."""
    row = viewer.battle
    try:
        armies = [parse_list(each) for each in list_documents(row)]
        made = pdf.play_sheet(armies, paper_named(request.GET.get("paper", "")))
    except LeaguerError:
        raise Http404("There is no play sheet for these lists.") from None
    return answer(request, made, file_name(f"{row.title} play sheet", "pdf"), viewer.home)


def _first(row: Battle) -> int:
    """Return the number of the first turn: 0 is what comes before it; a meeting has steps alone."""
    return 0 if row.meeting is None else 1


def _turn_context(viewer: Viewer, whole: record.Overview, turn: Turn, **more: object) -> dict[str, object]:
    number = turn.number
    meeting = viewer.battle.meeting
    return context_of(
        viewer,
        overview=whole,
        turn=turn,
        step=meeting.steps[number - 1] if meeting is not None and number else None,
        earlier=number - 1 if number > _first(viewer.battle) else None,
        later=number + 1 if number < whole.last else None,
        **more,
    )


# -- files -----------------------------------------------------------------------------------------


@require_safe
@with_viewer
def file(request: HttpRequest, viewer: Viewer, kind: str) -> HttpResponseBase:
    """Show the battle's document as JSON or as lines, or the victory sheet as PDF.

    They hold every choice that was made, secret ones too, so they are there when the battle is over.
    """
    row = viewer.battle
    if kind == "pdf" and row.meeting is not None:
        return _sheet(viewer)
    if not row.over:
        return render(request, "battles/not_over.html", context_of(viewer), status=409)
    with played(row) as found:
        if found.stop is not None or found.engine.result is None:
            return render(request, "battles/not_over.html", context_of(viewer, stop=found.stop), status=409)
        if kind == "pdf":
            paper = paper_named(request.GET.get("paper", ""))
            content: str | Printout = documents.victory_sheet(
                found.engine, paper, colours_of(row), row.undone_words
            )
        elif kind == "json":
            content = documents.battle_json(found.engine)
        else:
            content = "".join(f"{line}\n" for line in to_lines(found.engine))
    name = file_name(row.title, kind)
    if isinstance(content, str):
        return sent(content, name)
    return answer(request, content, name, viewer.home)


def _sheet(viewer: Viewer) -> HttpResponse:
    """Redirect to the first sheet of one's own: a meeting has one for each side."""
    if not viewer.sides:
        raise Http404("The sheets for the table are for the players.")
    return redirect(viewer.url("meeting-sheet", min(viewer.sides)))
