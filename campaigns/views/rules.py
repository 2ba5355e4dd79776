"""The rule set of a campaign: its tables for everybody, a form for its umpire."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify

from armylists.owned.files import file_name, sent
from campaigns import services
from campaigns.access import Participant
from campaigns.cards import rules as cards
from campaigns.forms.rules import RulesForm
from campaigns.overruling import MAX_REASON
from campaigns.views.parts import in_campaign, page, revision_of, sentence
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError


@in_campaign("GET")
def rules(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show every figure with its place and what it does."""
    seen = participant.view()
    grounds = [(registry.get(slug).name, cards.grounds(slug)) for slug in seen.state.systems]
    return page(
        request, participant, seen, "rules", "rules", rules=seen.state.rules,
        sections=cards.sections_of(seen.state.rules, seen.state.shape),
        grounds=[each for each in grounds if each[1]],
    )  # fmt: skip


@in_campaign("GET")
def document(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the rule set as a document."""
    rules = participant.view().state.rules
    text = json.dumps(rules.to_json(), ensure_ascii=False, indent=2)
    return sent(text, file_name(rules.name, "json", "rules"))


@in_campaign("GET", "POST", umpire=True)
def section(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show a part of the rule set in a form."""
    seen = participant.view()
    part = cards.section(seen.state.rules, key)
    if part is None:
        raise Http404("The rule set has no such part.")
    place = f"{participant.url('rules')}#part-{slugify(key)}"
    if participant.campaign.archived and request.method == "GET":  # to read, not to edit
        return redirect(place)
    data = request.POST if request.method == "POST" else None
    form = RulesForm(data, rules=seen.state.rules, section=part)
    if data is not None and form.is_valid() and _changed(request, participant, form):
        return redirect(place)
    status = 400 if form.errors else 200
    return page(request, participant, seen, "rules", "rules_edit", status, form=form, part=part)


def _changed(request: HttpRequest, participant: Participant, form: RulesForm) -> bool:
    """Save the changed rule set; false with the reason at the form if it is refused."""
    act = {"do": "rules", "rules": form.rules.to_json()}
    reason = f"{form.changes()}: {form.cleaned_data['reason']}"[:MAX_REASON]
    revision = revision_of(request)
    try:
        services.override(participant.campaign, revision, participant.member, [act], reason)
    except LeaguerError as error:
        form.add_error("reason" if error.path == "reason" else None, sentence(error))
        return False
    messages.success(request, "Rules saved. The chronicle shows what changed.")
    return True
