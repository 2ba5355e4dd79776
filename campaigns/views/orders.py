"""Orders: the forms of one's own forces, what the faction does, drafts and giving them; challenges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from armylists.owned.views import person, whole
from campaigns import challenging, ordering, services
from campaigns.access import Participant
from campaigns.cards.orders import act_words, summary
from campaigns.cards.reach import Reaches
from campaigns.engine.orderchecks import check
from campaigns.engine.orders import OrdersError, read_orders
from campaigns.engine.resolve import TurnError
from campaigns.engine.view import View
from campaigns.forms.choices import list_choices, list_of
from campaigns.forms.orders import ACTS, OrderForms, RaiseForm
from campaigns.models import Campaign
from campaigns.ordering import Ordered
from campaigns.persistence import CampaignRefusal
from campaigns.views import parts
from campaigns.views.parts import done, in_campaign, sentence
from campaigns.views.readiness import note_unsaved, said_ready
from campaigns.views.show import map_context
from campaigns.wording import orders as words
from rulesets.engine import wording
from rulesets.engine.errors import LeaguerError
from rulesets.engine.wording import capfirst


class OrdersPage:
    """What the page of orders is made of: the faction's forces, its orders so far, and its forms."""

    def __init__(self, request: HttpRequest, participant: Participant) -> None:
        self.request, self.participant = request, participant
        self.seen: View = participant.view()
        self.faction = self._faction()
        self.ordered: Ordered = participant.orders(self.faction)
        state = self.seen.state
        forces = [each for each in state.standing() if each.faction == self.faction]
        self.forces = [each for each in forces if participant.may_order(each)]
        self.acting = participant.umpire or participant.member.leads
        self.data = _marched(request.POST) if request.method == "POST" else None
        players = (each for each in participant.members if each.faction == self.faction)
        hidden = participant.umpire and any(players)
        self.forms = OrderForms(state, self.forces, self.ordered.draft.to_json(), self.data, hidden=hidden)
        self.acts: list[dict[str, Any]] = list(self.ordered.draft.to_json()["acts"]) if self.acting else []
        self.act_forms = self._act_forms()

    unsaved = False
    """Whether what was sent could not be saved."""
    conflict = ""
    """Why not, where another window was first."""

    @property
    def final(self) -> bool:
        """Whether whoever looks has said that their orders are final."""
        return ordering.is_ready(self.participant.campaign, self.participant.member)

    def _faction(self) -> str:
        """Return whose orders are written: one's own faction's, any for the umpire."""
        own, asked = self.participant.faction, self.request.GET.get("faction", "")
        factions = self.seen.state.factions
        if self.participant.umpire and asked in factions:
            return asked
        if own in factions:
            return own
        if self.participant.umpire:
            return next(key for key, each in factions.items() if not each.neutral)
        raise Http404("You command no faction here.")

    def _act_forms(self) -> dict[str, Any]:
        """Return a form for each kind of act that the rules have, for who may act for the faction."""
        allowed = [kind for kind in ACTS if kind in self.seen.state.rules.orders] if self.acting else []
        adding = self.data.get("add") if self.data is not None else ""
        lists = list_choices(person(self.request), self.seen.state.systems)
        return {
            kind: ACTS[kind](self.data if kind == adding else None, self.seen.state, self.faction, lists)
            for kind in allowed
        }

    def reach(self) -> dict[str, Any]:
        """Return where each force can march: in lines beside its form, as tables for the map's script."""
        state = self.seen.state
        if state.map is None or state.phase != "orders":
            return {"reaches": {}, "tables": {}, "unit": ""}
        found = Reaches(state, self.faction)
        lines = {force.id: found.of(force) for force in self.forces}
        tables = {force.id: found.table(force, lines[force.id]) for force in self.forces}
        return {"reaches": lines, "tables": tables, "unit": found.unit}

    def document(self) -> dict[str, Any]:
        """Return the orders as they stand in the forms."""
        return {"faction": self.faction, "forces": self.forms.orders(), "acts": self.acts}

    @property
    def written(self) -> str:
        """When the orders were written that these forms began from."""
        if self.unsaved and self.data is not None:
            return str(self.data.get("seen", ""))
        return ordering.written_at(self.ordered.mine)

    @property
    def replaced(self) -> str | None:
        """When the orders were written that are to be replaced. A button also replaces those of another
        window that the page has spoken of; a draft that a script saves never does.
        """
        data: Mapping[str, str] = self.data or {}
        if getattr(self.request, "htmx", False):
            return data.get("seen")
        return data.get("newer", data.get("seen"))

    @property
    def url(self) -> str:
        """The address of the page of these orders; with the force whose way was just chosen open."""
        force = self.data.get("go", "").partition(" ")[0] if self.data is not None else ""
        asked = {"faction": self.faction} if self.faction != self.participant.faction else {}
        if force in self.forms.forms:
            asked["force"] = force
        place = f"#order-{force}" if "force" in asked else ""
        return f"{self.participant.url('orders')}{'?' if asked else ''}{urlencode(asked)}{place}"

    def answer(self, name: str = "orders", status: int = 200) -> HttpResponse:
        """Return the page, or only how the orders stand where a script saves the draft."""
        if getattr(self.request, "htmx", False) and self.data is not None:
            name, status = "parts/order_state", 200
        state, names, mine = self.seen.state, self.seen.names(), self.ordered.mine
        acts = [(index, act_words(state, act, names)) for index, act in enumerate(self.acts)]
        more = {} if name == "parts/order_state" else self.reach()
        return parts.page(
            self.request, self.participant, self.seen, "orders", name, status,
            forms=self.forms, acts=acts, act_forms=self.act_forms,
            faction=state.factions[self.faction], ordered=self.ordered,
            areas=state.map.areas if state.map else [],
            summary=summary(state, self.ordered.draft, names), drawn=self.ordered.draft,
            final=self.final, opened=self.request.GET.get("force", ""),
            unsaved=self.unsaved, conflict=self.conflict, written=self.written,
            newer=ordering.written_at(mine) if self.conflict else None,
            given=mine is not None and mine.given is not None,
            own=self.faction == self.participant.faction,
            **map_context(self.participant, self.seen), **more,
        )  # fmt: skip


def _marched(data: QueryDict) -> QueryDict:
    """Return what was sent; with a button for an area in reach pressed ("go"), as if its way was written."""
    force, _, way = data.get("go", "").partition(" ")
    if not way:
        return data
    found = data.copy()
    found[f"{force}-path"] = way
    if found.get(f"{force}-do", "hold") in ("", "hold", "recruit", "refit"):
        found[f"{force}-do"] = "march"
    return found


@in_campaign("GET", "POST")
def orders(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show what one's own forces and one's faction are to do in this turn; ladders and stories have none."""
    if participant.campaign.shape != Campaign.Shape.MAP:
        return redirect(participant.campaign.get_absolute_url())
    page = OrdersPage(request, participant)
    if request.method == "POST":
        answer = _sent(page)
        note_unsaved(request, participant, unsaved=answer.status_code == 400 or page.unsaved)
        return answer
    # Whoever opens the page again sees what is saved.
    note_unsaved(request, participant, unsaved=False)
    if page.seen.state.phase == "orders":
        page.forms.take(check(page.seen.state, page.ordered.draft))
    return page.answer()


def _sent(page: OrdersPage) -> HttpResponse:
    """Save what was written, as a draft or as what counts."""
    act = page.data.get("act", "") if page.data is not None else ""
    given = act in ("give", "ready")
    readable = page.forms.valid and _acts_of(page)
    if not readable:
        page.unsaved = True
        return page.answer(status=400)
    campaign, member = page.participant.campaign, page.participant.member
    if page.final and getattr(page.request, "htmx", False):
        return page.answer()
    if page.final:
        messages.error(page.request, "Your orders are final: press “Not ready after all” to change them.")
        return redirect(page.url)
    try:
        faults = services.give_orders(campaign, member, page.document(), draft=not given, seen=page.replaced)
    except CampaignRefusal as refusal:
        if refusal.code != "changed":
            raise
        page.ordered = page.participant.orders(page.faction)
        page.acts = list(page.ordered.draft.to_json()["acts"]) if page.acting else []
        page.unsaved, page.conflict = True, f"{sentence(refusal)} {words.WRITTEN_HERE}"
        return page.answer(status=409)
    except OrdersError as error:
        page.forms.take(error.faults)
        page.unsaved = True
        return page.answer(status=400)
    if getattr(page.request, "htmx", False):
        page.ordered = page.participant.orders(page.faction)
        page.forms.take(faults)
        return page.answer()
    if act == "ready":
        return said_ready(page.request, page.participant, on=True)
    return done(page.request, "Orders given." if given else "Draft saved.", page.url)


def _acts_of(page: OrdersPage) -> bool:
    """Take an act away or add one, as the form says; false with the reason at its field."""
    data: Mapping[str, str] = page.data or {}
    removed = whole(data.get("remove"))
    if 0 <= removed < len(page.acts):
        del page.acts[removed]
    form = page.act_forms.get(data.get("add", ""))
    if form is None:
        return True
    if not form.is_valid():
        return False
    if isinstance(form, RaiseForm):
        try:
            form.document = list_of(form.cleaned_data["army"], person(page.request))
        except LeaguerError as error:
            form.add_error("army", sentence(error))
            return False
    page.acts.append(form.act)
    return _possible(page, form)


def _possible(page: OrdersPage, form: Any) -> bool:
    """Return whether the act that was added can be done; what speaks against it stands at its fields."""
    alone = read_orders({"faction": page.faction, "acts": [form.act]})
    for fault in check(page.seen.state, alone):
        name = fault.path.rpartition(".")[2]
        name = "army" if name == "list" else name
        form.add_error(name if name in form.fields else None, capfirst(fault.message))
    return not form.errors


@in_campaign("POST")
def withdraw(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Take back what was given: it is a draft again."""
    page = OrdersPage(request, participant)
    services.withdraw_orders(participant.campaign, participant.member, page.faction)
    return done(request, "Orders withdrawn. They are a draft again.", page.url)


@in_campaign("POST")
def challenge(request: HttpRequest, participant: Participant) -> HttpResponse:
    """On a ladder: challenge somebody, answer their challenge, or withdraw one's own, all at once."""
    if not participant.faction:
        raise Http404("You are not on the ladder.")
    do, to = request.POST.get("do", ""), request.POST.get("to", "")
    try:
        challenging.challenge(participant.campaign, participant.member, do, to)
    except OrdersError as error:
        messages.error(request, " ".join(wording.sentence(fault.message) for fault in error.faults))
        return redirect(participant.campaign)
    except TurnError as error:
        messages.error(request, wording.sentence(error.message))
        return redirect(participant.campaign)
    said = {
        "challenge": "You challenge them. They can accept or decline now.",
        "accept": "You accept the challenge. Now agree how to fight it.",
    }
    return done(request, said.get(do, "This challenge no longer exists."), participant.campaign)
