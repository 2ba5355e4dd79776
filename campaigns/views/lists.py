"""Army lists that players bring to a campaign: bringing one, and the umpire's answer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from armylists.forms import GivenForm
from armylists.owned.views import person
from campaigns import bringing
from campaigns.access import Participant
from campaigns.bringing import home_of
from campaigns.cards.forces import measure_of, order_of_battle
from campaigns.engine.state import State
from campaigns.forms.lists import DeclineForm, PlaceForm
from campaigns.models import BroughtList
from campaigns.views.parts import done, in_campaign, page, revision_of
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst


@in_campaign("GET", "POST")
def lists(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the army lists that were brought, as far as they may be known; players bring another."""
    seen = participant.view()
    form = None
    if participant.faction and not participant.campaign.over:
        data = request.POST if request.method == "POST" else None
        form = GivenForm(data, request.FILES or None, user=person(request), systems=seen.state.systems)
        if data is not None and form.is_valid() and _brought(participant, form):
            words = "Your list has been sent to the umpire. If they accept it, it becomes a force."
            return done(request, words, participant.url("lists"))
    waiting = bringing.waiting(participant)
    rows = [
        (each, _place_form(participant, seen.state, each), waiting.get(each.pk), _decline_form(each))
        for each in bringing.brought(participant)
    ]
    status = 400 if form is not None and form.errors else 200
    return page(request, participant, seen, "forces", "lists", status, form=form, brought=rows)


def _place_form(participant: Participant, now: State, row: BroughtList) -> PlaceForm | None:
    """Return the form of where the force of a list is to stand, for an umpire who may accept it."""
    if not participant.umpire or row.status != BroughtList.Status.OPEN or now.map is None:
        return None
    initial = {"area": home_of(now, row.faction)}
    return PlaceForm(state=now, faction=row.faction, initial=initial, auto_id=f"list{row.pk}_%s")


def _decline_form(row: BroughtList) -> DeclineForm:
    return DeclineForm(auto_id=f"list{row.pk}_%s")


def _brought(participant: Participant, form: GivenForm) -> bool:
    assert form.army is not None
    try:
        bringing.bring(participant.campaign, participant.member, form.army)
    except LeaguerError as error:
        form.add_error(None, f"{capfirst(error.message)}.")
        return False
    return True


@in_campaign("GET")
def show(request: HttpRequest, participant: Participant, number: int) -> HttpResponse:
    """Show what a brought list holds, before and after an umpire accepts it."""
    seen, found = participant.view(), bringing.contents(participant, number)
    commands = [each for each in order_of_battle(seen.state, found.force) if each.units]
    return page(
        request, participant, seen, "forces", "list", found=found, commands=commands,
        measure=measure_of(found.force), place=_place_form(participant, seen.state, found.row),
        reason=_decline_form(found.row),
    )  # fmt: skip


@in_campaign("POST", umpire=True)
def accept(request: HttpRequest, participant: Participant, number: int) -> HttpResponse:
    """Make a force of a list that was brought."""
    found = bringing.accept(
        participant.campaign, revision_of(request), participant.member, number, request.POST.get("area", "")
    )
    return done(request, f"{found.name} is now a force of the campaign.", participant.url("lists"))


@in_campaign("POST")
def decline(request: HttpRequest, participant: Participant, number: int) -> HttpResponse:
    """Decline a list as umpire, or withdraw one's own."""
    said = request.POST.get("reason", "")
    found = bringing.decline(participant.campaign, participant.member, number, said)
    own = found.member_id == participant.member.pk
    words = f"{found.name} is {'withdrawn' if own else 'declined'}."
    return done(request, words, participant.url("lists"))
