"""Messages between factions and to the umpires."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from armylists.owned.views import page_of, whole
from campaigns import messaging, services
from campaigns.access import Participant
from campaigns.forms.messaging import MessageForm
from campaigns.persistence import CampaignRefusal
from campaigns.views.parts import done, in_campaign, page, sentence


@in_campaign("GET", "POST")
def messages(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the messages that somebody may read, and a form to write one."""
    seen = participant.view()
    data = request.POST if request.method == "POST" else None
    form = MessageForm(
        data, participant=participant, names=seen.names(), initial=_reply(request, participant)
    )
    if data is not None and form.is_valid() and _written(participant, form):
        return done(request, "Message sent.", participant.url("messages"))
    found = page_of(request, participant.messages())
    shown = page(
        request, participant, seen, "messages", "messages", 400 if form.errors else 200,
        form=form, page=found, read=participant.member.read,
    )  # fmt: skip
    if request.method == "GET" and found.number == 1 and found.object_list:
        # Once they are shown: the page itself still marks what is new.
        messaging.mark_read(participant.member, found.object_list[0].pk)
    return shown


def _reply(request: HttpRequest, participant: Participant) -> dict[str, object]:
    """Return to whom an answer goes: to the sender's faction and to everybody else who got the message."""
    asked = whole(request.GET.get("reply"))
    found = participant.messages().filter(pk=asked).first() if asked >= 0 else None
    if found is None:
        return {}
    to = {each.faction for each in found.addressees.all()} | {found.faction}
    return {"factions": sorted(to - {participant.faction, ""}), "umpire": found.umpire or "" in to}


def _written(participant: Participant, form: MessageForm) -> bool:
    """Send the message; false with what speaks against it at its field."""
    try:
        services.write_message(participant.campaign, participant.member, **form.cleaned_data)
    except CampaignRefusal as error:
        form.add_error(error.path if error.path in form.fields else None, sentence(error))
        return False
    return True


@in_campaign("POST", runs=True)
def letters(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Let players write to other factions, or not."""
    on = request.POST.get("on") == "1"
    services.set_letters(participant.campaign, participant.member, on=on)
    words = "Players can write to other factions." if on else "Players can no longer write to other factions."
    return done(request, words, participant.url("messages"))
