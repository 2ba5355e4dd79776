"""Who takes part in a campaign: roles, invitations, leaving, and who commands a force."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from armylists.owned.views import whole
from campaigns import chiefs, services
from campaigns.access import Participant
from campaigns.admitting import played_this_turn
from campaigns.cards.fair import fair_play
from campaigns.chiefs import heir
from campaigns.forms.people import InviteForm, MemberForm, PlayForm
from campaigns.mail import wanted
from campaigns.models import Disclosure, Member
from campaigns.notices import confirm
from campaigns.people import open_invitations
from campaigns.persistence import CampaignRefusal
from campaigns.views.parts import back_to, done, in_campaign, page, sentence

MANY = 200
"""So many disclosures stand on the page of people."""


@in_campaign("GET")
def people(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show everybody in the campaign, and the ways in that are open."""
    return _page(request, participant, InviteForm(participant=participant, state=participant.view().state))


def _page(
    request: HttpRequest, participant: Participant, form: InviteForm, status: int = 200
) -> HttpResponse:
    seen, member = participant.view(), participant.member
    factions, order = seen.state.factions, list(seen.state.factions)
    members = sorted(
        participant.members,
        key=lambda each: (not each.umpire, order.index(each.faction) if each.faction in order else 99,
                          each.pk),
    )  # fmt: skip
    rows = [
        (each, factions.get(each.faction),
         MemberForm(state=seen.state, member=each, auto_id=f"m{each.pk}_%s") if participant.umpire else None)
        for each in members
    ]  # fmt: skip
    invites = participant.runs or participant.chief
    invitations = open_invitations(participant).order_by("-made") if invites else []
    automatic = participant.campaign.automatic
    played = {each.faction for each in members}
    # Where automatic orders stand in for players who give none, they can still be turned off.
    kept = played - {*automatic}
    if member.playing_umpire:
        kept |= played_this_turn(participant.campaign) - {member.faction}
    unplayed = [(each, each.id in automatic, each.id in played) for each in factions.values()
                if not each.neutral and each.id not in kept]  # fmt: skip
    return page(
        request, participant, seen, "people", "people", status, members=rows, mates=members,
        form=form if invites else None,
        invitations=[(each, factions.get(each.faction)) for each in invitations],
        unplayed=unplayed if participant.runs else [],
        playing=PlayForm(state=seen.state) if participant.umpire and not member.asks_for else None,
        fair=fair_play(participant, seen, shown=MANY),
        mail=bool(wanted(participant.user)),
        heir=heir(members, member.faction, member) if member.chief else None,
    )  # fmt: skip


@in_campaign("POST", umpire=True)
def play(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Ask all players whether the umpire may play a faction as well."""
    form = PlayForm(request.POST, state=participant.view().state)
    if not form.is_valid():
        raise CampaignRefusal("choose the faction that you want to play", "faction")
    plays = services.ask_to_play(participant.campaign, participant.member, form.cleaned_data["faction"])
    words = "You are now playing." if plays else "The players are asked on the campaign’s page."
    return done(request, words, participant.url("people"))


@in_campaign("POST")
def answer_umpire(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Accept or decline, as a player, that an umpire plays."""
    accept = request.POST.get("accept") == "1"
    member = _member(participant, pk)
    plays = services.answer_umpire(participant.campaign, participant.member, member, accept=accept)
    words = "You have accepted." if accept else "You have declined."
    if plays and member.asks_for != Disclosure.ALL:
        words += f" {member.user} is now playing."
    return done(request, words, participant.campaign)


@in_campaign("POST", runs=True)
def stop_playing(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Be umpire alone again, or ask no longer to play."""
    services.stop_playing(participant.campaign, participant.member)
    words = "You are umpire and play no faction. Everyone can read this."
    return done(request, words, participant.url("people"))


@in_campaign("POST")
def invite(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Make an invitation for one person."""
    form = InviteForm(request.POST, participant=participant, state=participant.view().state)
    if not form.is_valid():
        return _page(request, participant, form, status=400)
    data = form.cleaned_data
    same = open_invitations(participant).filter(role=data["role"], faction=data["faction"], chief=True)
    twice = " Another invitation to this command is open as well." if data["chief"] and same else ""
    try:
        services.invite(participant.campaign, participant.member, **data)
    except CampaignRefusal as refusal:
        if refusal.path != "invited":
            raise
        form.add_error("invited", sentence(refusal))
        return _page(request, participant, form, status=400)
    sent = f"We sent it to {data['email']}." if data["email"] else "Copy its link and send it."
    if data["invited"]:
        sent = (
            f"If there is a user {data['invited']}, they find it under “Your turn”. Its link works as well."
        )
    return done(request, f"Invitation created. {sent}{twice}", f"{participant.url('people')}#invitations")


@in_campaign("POST")
def renew_calendar(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Give the member's calendar another address; the old one leads nowhere from now on."""
    services.new_feed(participant.member)
    to = f"{participant.url('people')}#reminders"
    if request.POST.get("from") == "account":
        to = f"{reverse('account_email')}#calendars"
    words = f"The calendar of {participant.campaign.name} has a new address. The old one no longer works."
    return done(request, words, to)


@in_campaign("POST")
def withdraw(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    services.withdraw(participant.campaign, participant.member, pk)
    return done(request, "Invitation withdrawn.", participant.url("people"))


@in_campaign("POST")
def change(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Give a member another role, faction or the command-in-chief."""
    member = _member(participant, pk)
    form = MemberForm(request.POST, state=participant.view().state, member=member)
    if not form.is_valid():
        messages.error(request, "Choose a role, and a faction for a player.")
        return redirect(participant.url("people"))
    services.change_member(participant.campaign, participant.member, member, **form.cleaned_data)
    return done(request, f"The role of {member.user} is saved.", participant.url("people"))


@in_campaign("POST")
def remove(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Leave the campaign, or remove somebody."""
    member = _member(participant, pk)
    own = member.pk == participant.member.pk
    services.remove(participant.campaign, participant.member, member)
    if own:
        return done(request, "You have left the campaign.", "campaigns:index")
    return done(request, f"{member.user} is removed from the campaign.", participant.url("people"))


@in_campaign("POST")
def hand_command(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Hand the command of one's faction to another of its players."""
    member = _member(participant, pk)
    chiefs.hand_command(participant.campaign, participant.member, member)
    return done(request, f"{member.user} is commander-in-chief now.", participant.url("people"))


@in_campaign("POST")
def automatic(request: HttpRequest, participant: Participant, pk: int) -> HttpResponse:
    """Let the automatic commander order for who gives no orders, or not."""
    return _automatic(request, participant, member=_member(participant, pk))


@in_campaign("POST")
def automatic_faction(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Let the automatic commander order for a faction where nobody else does, or not."""
    theirs = participant.runs or participant.faction == key
    if not theirs or key not in participant.view().state.factions:
        raise Http404("There is no such faction, or it is not yours.")
    return _automatic(request, participant, faction=key)


def _automatic(
    request: HttpRequest, participant: Participant, member: Member | None = None, faction: str = ""
) -> HttpResponse:
    on = request.POST.get("on") == "1"
    services.set_automatic(participant.campaign, participant.member, member=member, faction=faction, on=on,
                           reason=request.POST.get("reason", ""))  # fmt: skip
    words = "Automatic orders are on." if on else "Automatic orders are off."
    return done(request, words, back_to(request, participant, participant.url("people")))


@in_campaign("POST")
def read_notices(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Confirm that one has read what umpires did in one's place."""
    confirm(participant.member, whole(request.POST.get("newest"), 0, digits=18))
    return redirect(back_to(request, participant))


@in_campaign("POST")
def command(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Hand a force over to another player of its faction, or to the commander-in-chief alone."""
    if key not in participant.view().state.forces:
        raise Http404("There is no such force, or you cannot see it.")
    wanted = request.POST.get("to", "")
    to = _member(participant, whole(wanted)) if wanted else None
    services.hand_over(participant.campaign, participant.member, key, to)
    who = to.user if to else "The commander-in-chief"
    return done(request, f"{who} gives its orders now.", participant.url("force", key))


def _member(participant: Participant, pk: int) -> Member:
    found = participant.campaign.members.select_related("user").filter(pk=pk).first()
    if found is None:
        raise Http404("This person does not take part.")
    return found
