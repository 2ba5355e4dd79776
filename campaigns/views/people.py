"""Who takes part in a campaign: roles, invitations, leaving, and who commands a force."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armylists.owned.views import person
from campaigns import services
from campaigns.access import Participant
from campaigns.forms.people import InviteForm, MemberForm
from campaigns.models import Member, NoMail
from campaigns.people import open_invitations
from campaigns.views.parts import done, in_campaign, page


@in_campaign("GET")
def people(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show everybody in the campaign, and the ways in that are open."""
    return _page(request, participant, InviteForm(participant=participant, state=participant.view().state))


def _page(
    request: HttpRequest, participant: Participant, form: InviteForm, status: int = 200
) -> HttpResponse:
    seen = participant.view()
    factions, order = seen.state.factions, list(seen.state.factions)
    members = sorted(
        participant.campaign.members.select_related("user"),
        key=lambda each: (not each.umpire, order.index(each.faction) if each.faction in order else 99,
                          each.pk),
    )  # fmt: skip
    rows = [
        (each, factions.get(each.faction),
         MemberForm(state=seen.state, member=each, auto_id=f"m{each.pk}_%s") if participant.umpire else None)
        for each in members
    ]  # fmt: skip
    invites = participant.umpire or participant.chief
    invitations = open_invitations(participant).order_by("-made") if invites else []
    automatic = participant.campaign.automatic
    played = {each.faction for each in members} - {*automatic}
    unplayed = [(each, each.id in automatic) for each in factions.values()
                if not each.neutral and each.id not in played]  # fmt: skip
    return page(
        request, participant, seen, "people", "people", status, members=rows,
        form=form if invites else None,
        invitations=[(each, factions.get(each.faction)) for each in invitations],
        unplayed=unplayed if participant.umpire else [],
        mail=not NoMail.objects.filter(user=person(request)).exists(),
    )  # fmt: skip


@in_campaign("POST")
def invite(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Make a way in for one person."""
    form = InviteForm(request.POST, participant=participant, state=participant.view().state)
    if not form.is_valid():
        return _page(request, participant, form, status=400)
    data = form.cleaned_data
    services.invite(participant.campaign, participant.member, **data)
    sent = f"It was sent to {data['email']}." if data["email"] else "Send the link to whom it is for."
    return done(request, f"The invitation is ready. {sent}", f"{participant.url('people')}#invitations")


@in_campaign("POST")
def withdraw(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Take an invitation back."""
    services.withdraw(participant.campaign, participant.member, pk)
    return done(request, "The invitation is withdrawn.", participant.url("people"))


@in_campaign("POST")
def change(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Give a member another role, faction or the command-in-chief."""
    member = _member(participant, pk)
    form = MemberForm(request.POST, state=participant.view().state, member=member)
    if not form.is_valid():
        messages.error(request, "There is no such role or faction.")
        return redirect(participant.url("people"))
    services.change_member(participant.campaign, participant.member, member, **form.cleaned_data)
    return done(request, f"{member.user} has a new role.", participant.url("people"))


@in_campaign("POST")
def remove(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Leave the campaign, or send somebody away."""
    member = _member(participant, pk)
    own = member.pk == participant.member.pk
    services.remove(participant.campaign, participant.member, member)
    if own:
        return done(request, "You have left the campaign.", "campaigns:index")
    return done(request, f"{member.user} has left the campaign.", participant.url("people"))


@in_campaign("POST")
def automatic(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Let the automatic commander order for who gives no orders, or not."""
    return _automatic(request, participant, member=_member(participant, pk))


@in_campaign("POST", umpire=True)
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
    return done(request, f"The automatic commander {words}.", participant.url("people"))


@in_campaign("POST")
def command(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Hand a force over to another player of its faction, or to the commander-in-chief alone."""
    if key not in participant.view().state.forces:
        raise Http404("There is no such force, or it is not yours to know.")
    wanted = request.POST.get("to", "")
    to = _member(participant, int(wanted)) if wanted.isdigit() else None
    services.hand_over(participant.campaign, participant.member, key, to)
    who = to.user if to else "The commander-in-chief"
    return done(request, f"{who} now gives its orders.", participant.url("force", key))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail(request: HttpRequest) -> HttpResponse:
    """Show whether one gets mail about campaigns."""
    user = person(request)
    if request.method == "POST":
        on = request.POST.get("on") == "1"
        services.set_mail(user, on=on)
        words = "You get mail about campaigns." if on else "You get no mail any more."
        return done(request, words, "campaigns:mail")
    return render(request, "campaigns/mail.html", {"on": not NoMail.objects.filter(user=user).exists()})


def _member(participant: Participant, pk: int) -> Member:
    found = participant.campaign.members.select_related("user").filter(pk=pk).first()
    if found is None:
        raise Http404("Nobody of that number takes part.")
    return found
