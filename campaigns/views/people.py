"""Who takes part in a campaign: roles, invitations, leaving, and who commands a force."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armylists.owned.views import person
from campaigns import services
from campaigns.access import Participant
from campaigns.engine.state import Faction, State
from campaigns.forms.people import InviteForm, MemberForm
from campaigns.models import Member, NoMail
from campaigns.views.parts import context_of, umpired, with_participant


@never_cache
@require_safe
@with_participant
def people(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Everybody in the campaign, and the ways in that are open."""
    return _page(request, participant, InviteForm(participant=participant, state=participant.view().state))


def _page(
    request: HttpRequest, participant: Participant, form: InviteForm, status: int = 200
) -> HttpResponse:
    seen = participant.view()
    state = seen.state
    order = list(state.factions)
    members = sorted(
        participant.campaign.members.select_related("user"),
        key=lambda each: (
            not each.umpire,
            order.index(each.faction) if each.faction in order else 99,
            each.pk,
        ),
    )
    rows = [
        (each, state.factions.get(each.faction),
         MemberForm(state=state, member=each, auto_id=f"m{each.pk}_%s") if participant.umpire else None)
        for each in members
    ]  # fmt: skip
    open_ = participant.campaign.invitations.filter(used__isnull=True).order_by("-made")
    if not participant.umpire:
        open_ = (
            open_.filter(faction=participant.faction, role=Member.Role.PLAYER)
            if participant.chief
            else open_.none()
        )
    context = context_of(
        participant, seen, "people", members=rows,
        form=form if participant.umpire or participant.chief else None,
        invitations=[(each, state.factions.get(each.faction)) for each in open_],
        unplayed=_without_player(participant, state, members) if participant.umpire else [],
        mail=not NoMail.objects.filter(user=person(request)).exists(),
    )  # fmt: skip
    return render(request, "campaigns/people.html", context, status=status)


@never_cache
@require_POST
@with_participant
def invite(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Make a way in for one person."""
    form = InviteForm(request.POST, participant=participant, state=participant.view().state)
    if not form.is_valid():
        return _page(request, participant, form, status=400)
    data = form.cleaned_data
    services.invite(
        participant.campaign, participant.member, data["role"], data["faction"], chief=data["chief"],
        email=data["email"], label=data["label"],
    )  # fmt: skip
    sent = f"It was sent to {data['email']}." if data["email"] else "Send the link to whom it is for."
    messages.success(request, f"The invitation is open. {sent}")
    return redirect(f"{participant.url('people')}#invitations")


@require_POST
@with_participant
def withdraw(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Take an invitation back."""
    services.withdraw(participant.campaign, participant.member, pk)
    messages.success(request, "The invitation is withdrawn.")
    return redirect(participant.url("people"))


@require_POST
@with_participant
def change(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Give a member another role, faction or the command-in-chief."""
    member = _member(participant, pk)
    form = MemberForm(request.POST, state=participant.view().state, member=member)
    if form.is_valid():
        data = form.cleaned_data
        services.change_member(
            participant.campaign, participant.member, member, role=data["role"], faction=data["faction"],
            chief=data["chief"],
        )  # fmt: skip
        messages.success(request, f"{member.user} has his new role.")
    else:
        messages.error(request, "There is no such role or faction.")
    return redirect(participant.url("people"))


@require_POST
@with_participant
def remove(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Leave the campaign, or send somebody away."""
    member = _member(participant, pk)
    own = member.pk == participant.member.pk
    services.remove(participant.campaign, participant.member, member)
    messages.success(request, "You have left the campaign." if own else f"{member.user} takes part no more.")
    return redirect("campaigns:index") if own else redirect(participant.url("people"))


@require_POST
@with_participant
def automatic(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Let the automatic commander order for who gives no orders, or not."""
    return _automatic(request, participant, member=_member(participant, pk))


@require_POST
@umpired
def automatic_faction(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Let the automatic commander order for a faction where nobody else does, or not."""
    if key not in participant.view().state.factions:
        raise Http404("There is no such faction.")
    return _automatic(request, participant, faction=key)


def _automatic(
    request: HttpRequest, participant: Participant, member: Member | None = None, faction: str = ""
) -> HttpResponse:
    on = request.POST.get("on") == "1"
    services.set_automatic(participant.campaign, participant.member, member=member, faction=faction, on=on)
    words = "gives orders where there are none" if on else "gives no orders any more"
    messages.success(request, f"The automatic commander {words}.")
    return redirect(participant.url("people"))


def _without_player(
    participant: Participant, state: State, members: Sequence[Member]
) -> list[tuple[Faction, bool]]:
    """The factions that nobody plays, each with whether the automatic commander orders for it."""
    played = {each.faction for each in members}
    automatic = participant.campaign.automatic
    return [
        (each, each.id in automatic)
        for each in state.factions.values()
        if not each.neutral and (each.id not in played or each.id in automatic)
    ]


@require_POST
@with_participant
def command(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Hand a force over to another player of its faction, or to the commander-in-chief alone."""
    if key not in participant.view().state.forces:
        raise Http404("There is no such force, or it is not yours to know.")
    wanted = request.POST.get("to", "")
    to = _member(participant, int(wanted)) if wanted.isdigit() else None
    services.hand_over(participant.campaign, participant.member, key, to)
    messages.success(request, f"{to.user if to else 'The commander-in-chief'} orders it from now on.")
    return redirect(participant.url("force", key))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Whether one gets mail about campaigns."""
    user = person(request)
    if request.method == "POST":
        on = request.POST.get("on") == "1"
        services.set_mail(user, on=on)
        messages.success(request, "You get mail about campaigns." if on else "You get no mail any more.")
        return redirect("campaigns:mail")
    return render(request, "campaigns/mail.html", {"on": not NoMail.objects.filter(user=user).exists()})


def _member(participant: Participant, pk: int) -> Member:
    found = participant.campaign.members.select_related("user").filter(pk=pk).first()
    if found is None:
        raise Http404("Nobody of that number takes part.")
    return found
