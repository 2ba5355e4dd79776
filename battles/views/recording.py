"""The record of a battle on a table: what was lost, who agrees, the score and its files."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists.owned.files import file_name, sent
from armylists.owned.services import Stale
from armylists.owned.views import asks_for_part, page_of, person, toggle_archived, toggle_shared, unreadable
from armylists.printing import paper_named
from battles.access import status_of
from battles.agreed import agreed_on
from battles.armyforms import ArmyForm, army_choices, two_armies
from battles.forms import distinct
from battles.poll import record_state, record_token
from battles.recording import access, documents, services
from battles.recording.access import Participant
from battles.recording.book import Book
from battles.recording.forms import ScoreForm, read_changes, read_number, read_test, scored_names
from battles.recording.models import Record
from battles.recording.tallypage import page_of as record_page
from battles.setups import side_name
from battles.views.invitations import waiting
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError

LINES = 100


def with_participant(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Pass a view the participant that its address and its user make.

    A record that the rules no longer read, or whose meeting is not finished, gets a page of its own.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, of: str = "battle", **kwargs: Any) -> HttpResponseBase:
        token = kwargs.pop("token", "")
        if not token and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        public_id = kwargs.pop("record_id" if of == "own" else "battle_id", None)
        participant = access.reached(request.user, of, public_id, token)
        if participant.record.waits and request.method in ("GET", "HEAD"):
            return waiting(request, participant.record, owner=participant.owner)
        try:
            return view(request, participant, *args, **kwargs)
        except LeaguerError as error:
            if error.code != "not-met":
                return unreadable(request, Record, error)
            context = {"participant": participant, "error": error}
            return render(request, "battles/record/not_yet.html", context, status=409)

    return wrapped


# -- recording -------------------------------------------------------------------------------------


@never_cache
@require_safe
@with_participant
def record(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the record: every unit with what it has lost, disputes first."""
    return _page_answer(request, participant, services.opened(participant.record))


@require_http_methods(["GET", "HEAD", "POST"])
@with_participant
def note(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Do what was pressed on the record's page: record, agree, sign, reopen, begin a turn.

    What is stale is answered with 409, what cannot be with 400, both with the page as it is now; nothing is
    changed then. Whoever loads such an answer again gets the record.
    """
    if request.method != "POST":
        return redirect(participant.home)
    battle = participant.record.battle
    if not participant.sides and not (battle is not None and battle.cancelled):
        raise Http404("You look on at this battle: you record for neither side.")
    try:
        book = _do(request, participant)
    except Stale as stale:
        return _page_answer(
            request, participant, services.opened(stale.current), status=409, problem=str(stale)
        )
    except LeaguerError as error:
        book = services.opened(participant.record)
        status = status_of(error)
        return _page_answer(request, participant, book, status=status, problem=_problem(book, error))
    if asks_for_part(request):
        return _page_answer(request, participant, book)
    return redirect(f"{participant.home}#{_anchor(request)}")


def _anchor(request: HttpRequest) -> str:
    """Where on the page something was pressed: at the first unit, commander or Regiment that it is about."""
    said = request.POST
    key = said.get("word") or next(iter(read_changes(said["set"])) if "set" in said else iter(()), "")
    if "test" in said:
        key = f"t.{said.get('side')}.{said.get('regiment')}.0"
    parts = key.split(".")
    letter = {"t": "r"}.get(parts[0], parts[0])
    if len(parts) == 4 and letter in ("u", "c", "r"):
        return f"{letter}-{parts[1]}-{parts[2]}"
    return f"side-{parts[1]}" if len(parts) == 3 else "record"


def _do(request: HttpRequest, participant: Participant) -> Book:
    """Raise Stale, LeaguerError."""
    said, side, user = request.POST, participant.side, person(request)
    revision = read_number(said, "revision") or 0
    common = (participant.record, revision, side, user)
    if "set" in said:
        return services.claim(*common, read_changes(said["set"]))
    if "word" in said:
        return services.claim(*common, {said["word"]: said.get("value", "").strip()})
    if "test" in said:
        return services.claim(*common, read_test(said))
    if "agree" in said:
        return services.agree(*common, None if said["agree"] == "all" else [said["agree"]])
    if "begin" in said:
        return services.begin_turn(*common, read_number(said, "begin") or 0)
    if "reopen" in said:
        return services.reopen(*common)
    if "sign" in said:
        return services.sign(*common)
    raise LeaguerError("Nothing was pressed: load the page again.")


def _problem(book: Book, error: LeaguerError) -> str:
    """Return a refusal in words, with whose entry it is about where it names one."""
    try:
        return f"{book.where(error.path)}, {book.sheet.entry(error.path).label}: {error.message}"
    except LeaguerError:
        return f"{_named(book, error.path)}{error.message}"


def _named(book: Book, path: str) -> str:
    """Return the unit or commander of a place in the RESULT document."""
    for side, names in enumerate(book.sheet.names):
        if path.startswith(f"division[{side}]"):
            return f"{book.record.sides[side]}, Motivation: "
        for id_, name in names.items():
            if path.split(".")[:2] in ([f"losses[{side}]", id_], [f"commanders[{side}]", id_]):
                return f"{book.record.sides[side]}, {name}: "
    return ""


def _page_answer(
    request: HttpRequest, participant: Participant, book: Book, *, status: int = 200, problem: str = ""
) -> HttpResponse:
    poll = reverse("battles:record-poll", args=[record_token(participant)])
    page = record_page(book, participant)
    context = _context(participant, book, page=page, problem=problem, tab="record", poll=poll)
    if not asks_for_part(request):
        context["agreed"] = agreed_on(book.record)
    name = "page" if asks_for_part(request) else "record"
    return render(request, f"battles/record/{name}.html", context, status=status)


def _context(participant: Participant, book: Book, **more: object) -> dict[str, object]:
    return {
        "participant": participant,
        "record": book.record,
        "system": book.record.system,
        "shown": registry.get(book.record.system).presentation,
        **more,
    }


# -- result, history, files ------------------------------------------------------------------------


@never_cache
@require_safe
@with_participant
def result(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the score step by step, as it stands or as it was signed."""
    book = services.opened(participant.record)
    files = {kind: participant.url("file", kind) for kind in ("json", "pdf")}
    page = record_page(book, participant)
    context = _context(participant, book, page=page, tab="result", files=files)
    return render(request, "battles/record/result.html", context)


@never_cache
@require_safe
@with_participant
def history(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Everything that was recorded, the last first."""
    book = services.opened(participant.record)
    context = _context(participant, book, page=page_of(request, book.history(), LINES), tab="history")
    return render(request, "battles/record/history.html", context)


@require_safe
@with_participant
def file(request: HttpRequest, participant: Participant, kind: str) -> HttpResponse:
    """Show the RESULT document, or the victory sheet as PDF."""
    book = services.opened(participant.record)
    document, title = book.document(participant.side), book.record.title
    if kind == "json":
        return sent(documents.result_json(document), file_name(f"{title} result", kind))
    paper = paper_named(request.GET.get("paper", ""))
    state = documents.state_words(book.ledger)
    made = documents.score_pdf(document, book.score(participant.side), book.record.system, paper, state=state)
    return sent(made, file_name(f"{title} result", kind))


@never_cache
@require_safe
def poll(request: HttpRequest, token: str) -> HttpResponse:
    """204 while the record is still at `?revision=`; else its revision."""
    revision = record_state(token)
    if revision is None:
        raise Http404(Record.say(Record.MISSING))
    if request.GET.get("revision") == str(revision):
        return HttpResponse(status=204)
    return JsonResponse({"revision": revision})


# -- the index -------------------------------------------------------------------------------------


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All records of whoever is signed in, the last changed first."""
    archived = bool(request.GET.get("archived"))
    found = Record.objects.of(request.user).light().filter(archived=archived)
    context = {"page": page_of(request, found), "archived": archived, "systems": scored_names()}
    return render(request, "battles/record/index.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a record of two lists that met without Leaguer."""
    user = person(request)
    systems = registry.having("record")
    armies = two_armies(request, user=user, choices=army_choices(user, systems), systems=systems)
    if request.method != "POST":
        return _new_page(request, armies, ScoreForm())
    form = ScoreForm(request.POST)
    valid = [each.is_valid() for each in (*armies, form)]
    if all(valid):
        names = [army.name or side_name(army.document, index) for index, army in enumerate(armies)]
        try:
            made = services.create(
                user, [army.document for army in armies], sides=distinct(names),
                invited=form.cleaned_data["opponent"], scenario=form.cleaned_data["scenario"].strip(),
            )  # fmt: skip
        except LeaguerError as error:
            _refuse(armies, form, error)
        else:
            return redirect(made)
    return _new_page(request, armies, form, status=400)


def _refuse(armies: tuple[ArmyForm, ArmyForm], form: ScoreForm, error: LeaguerError) -> None:
    """Put the reason at the field that it is about."""
    for index, army in enumerate(armies):
        if error.path.startswith(f"lists[{index}]"):
            return army.add_error("army", error.message)
    return form.add_error(error.path if error.path in form.fields else None, error.message)


def _new_page(
    request: HttpRequest, armies: tuple[ArmyForm, ArmyForm], form: ScoreForm, status: int = 200
) -> HttpResponse:
    context = {"armies": armies, "form": form, "systems": scored_names()}
    return render(request, "battles/record/new.html", context, status=status)


@require_POST
@with_participant
def archive(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Archive a record, or restore it."""
    return toggle_archived(request, _own(participant))


@require_POST
@with_participant
def share(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Let anyone with the link look at the record, or make it private again."""
    return toggle_shared(request, _own(participant))


def _own(participant: Participant) -> Record:
    """Return the record of who may share it and archive it; one of a meeting is shared with its battle."""
    if not participant.owner or participant.record.pk is None or participant.at_battle is not None:
        raise Http404("Only who began the record may do this.")
    return participant.record
