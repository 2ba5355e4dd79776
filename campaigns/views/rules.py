"""The rule set of a campaign: its tables for everybody, a form for its umpire."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armylists.owned.files import file_name, sent
from campaigns import services
from campaigns.access import Participant
from campaigns.cards import rules as cards
from campaigns.forms.rules import RulesForm
from campaigns.turns import MAX_REASON
from campaigns.views.parts import context_of, revision_of, sentence, umpired, with_participant
from rulesets.contract import registry
from rulesets.engine.errors import LeaguerError


@never_cache
@require_safe
@with_participant
def rules(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Every figure with its place and what it does."""
    seen = participant.view()
    grounds = [(registry.get(slug).name, cards.grounds(slug)) for slug in seen.state.systems]
    context = context_of(
        participant, seen, "rules", sections=cards.sections_of(seen.state.rules, seen.state.shape),
        grounds=[each for each in grounds if each[1]], rules=seen.state.rules,
    )  # fmt: skip
    return render(request, "campaigns/rules.html", context)


@require_safe
@with_participant
def document(request: HttpRequest, participant: Participant) -> HttpResponse:
    """The rule set as a document."""
    rules = participant.view().state.rules
    text = json.dumps(rules.to_json(), ensure_ascii=False, indent=2)
    return sent(text, file_name(rules.name, "json", "rules"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@umpired
def section(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """A part of the rule set in a form."""
    seen = participant.view()
    part = cards.section(seen.state.rules, key)
    if part is None:
        raise Http404("The rule set has no such part.")
    data = request.POST if request.method == "POST" else None
    form = RulesForm(data, rules=seen.state.rules, section=part)
    if data is not None and form.is_valid() and _changed(request, participant, form):
        return redirect(f"{participant.url('rules')}#part-{slugify(key)}")
    status = 400 if form.errors else 200
    return render(
        request,
        "campaigns/rules_edit.html",
        context_of(participant, seen, "rules", form=form, part=part),
        status=status,
    )


def _changed(request: HttpRequest, participant: Participant, form: RulesForm) -> bool:
    """Keep the changed rule set; false with the reason at the form if it is refused."""
    act = {"do": "rules", "rules": form.rules.to_json()}
    reason = f"{form.changes()}: {form.cleaned_data['reason']}"[:MAX_REASON]
    revision = revision_of(request)
    try:
        services.override(participant.campaign, revision, participant.member, [act], reason)
    except LeaguerError as error:
        form.add_error("reason" if error.path == "reason" else None, sentence(error))
        return False
    messages.success(request, "The rule set is changed; the chronicle says what.")
    return True
