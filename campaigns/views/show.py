"""What everybody in a campaign looks at: its first page, areas, forces, factions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import Participant
from campaigns.cards.areas import area_card
from campaigns.cards.factions import faction_cards
from campaigns.cards.forces import force_card, force_lines, sighting_lines
from campaigns.cards.head import address
from campaigns.cards.ladder import ladder_card
from campaigns.cards.story import story_card
from campaigns.chronicle import worth_telling
from campaigns.drawing import MapLinks, Trail, trails_of
from campaigns.engine.state import Engagement
from campaigns.engine.turn.supply import supply_ways
from campaigns.engine.view import View
from campaigns.models import Member, TurnRow
from campaigns.views.parts import commander_names, context_of, with_participant

NEWS = 12
"""So many lines of the chronicle stand on a campaign's first page."""


@never_cache
@require_safe
@with_participant
def campaign(request: HttpRequest, participant: Participant) -> HttpResponse:
    """The campaign's first page: its map, its ladder, or its story."""
    seen = participant.view()
    page = {"map": _map_page, "ladder": _ladder_page, "story": _story_page}[seen.state.shape]
    return page(request, participant, seen)


def _map_page(request: HttpRequest, participant: Participant, seen: View) -> HttpResponse:
    news = _news(participant, seen)
    chosen = request.GET.get("area", "")
    context = context_of(
        participant, seen, "campaign",
        forces=force_lines(seen, commander_names(participant)),
        sightings=sighting_lines(seen.state, seen.sightings),
        factions=faction_cards(seen),
        card=area_card(seen, chosen) if chosen else None,
        news=news[-NEWS:], waited_for=_waited_for(seen, participant),
        **map_context(participant, seen),
    )  # fmt: skip
    return render(request, "campaigns/map.html", context)


def map_context(participant: Participant, seen: View) -> dict[str, object]:
    """What the drawing of the map needs: where it leads to, and what moved last."""
    links = MapLinks(
        area=lambda key: address(participant, "area", key),
        force=lambda key: address(participant, "force", key) if key in seen.state.forces else "",
        engagement=lambda key: address(participant, "engagement", key),
    )
    return {"links": links, "trails": _last_moves(participant, seen), "supply": _supply(seen)}


def _last_moves(participant: Participant, seen: View) -> list[Trail]:
    """The marches of the last turn that has any, as far as they are known."""
    turn = seen.state.turn
    for each in (turn, turn - 1):
        trails = trails_of((entry["event"] for entry in participant.entries(each, TurnRow.Part.MARCH)), seen)
        if trails:
            return trails
    return []


def _supply(seen: View) -> dict[str, tuple[str, ...]]:
    """The ways by which forces that are seen whole are supplied: an umpire sees everybody's."""
    factions = sorted({force.faction for force in seen.forces})
    return {key: way for faction in factions for key, way in supply_ways(seen.state, faction).items()}


def _ladder_page(request: HttpRequest, participant: Participant, seen: View) -> HttpResponse:
    context = context_of(
        participant, seen, "campaign", ladder=ladder_card(seen), news=_news(participant, seen)[-NEWS:],
        ordered=participant.orders() if participant.faction else None, names=seen.names(),
        waited_for=_waited_for(seen, participant),
    )  # fmt: skip
    return render(request, "campaigns/ladder.html", context)


def _story_page(request: HttpRequest, participant: Participant, seen: View) -> HttpResponse:
    context = context_of(
        participant, seen, "campaign", story=story_card(seen), news=_news(participant, seen)[-NEWS:],
        engagements=participant.engagements(seen.state.turn), waited_for=_waited_for(seen, participant),
    )  # fmt: skip
    return render(request, "campaigns/story.html", context)


def _waited_for(seen: View, participant: Participant) -> list[Engagement]:
    """The engagements of this turn that are still to be fought: the state learns of outcomes at its end."""
    state = seen.state
    if state.phase != "battles":
        return []
    settled = {row.key for row in participant.engagements(state.turn) if row.outcome is not None}
    return [each for each in seen.engagements if each.turn == state.turn and each.id not in settled]


def _news(participant: Participant, seen: View) -> list[Mapping[str, object]]:
    """The last lines of the chronicle: of the turn that goes on and the one before it."""
    turn = seen.state.turn
    return worth_telling([*(participant.entries(turn - 1) if turn > 1 else []), *participant.entries(turn)])


@never_cache
@require_safe
@with_participant
def area(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """An area of the map; as a part of the map page where a script asks for it."""
    seen = participant.view()
    card = area_card(seen, key)
    if card is None:
        raise Http404("There is no such area on the map.")
    if getattr(request, "htmx", False):
        return render(
            request, "campaigns/parts/area.html", {"card": card, "participant": participant, "seen": seen}
        )
    return render(request, "campaigns/area.html", context_of(participant, seen, "campaign", card=card))


@never_cache
@require_safe
@with_participant
def forces(request: HttpRequest, participant: Participant) -> HttpResponse:
    """The forces that may be known, and what was sighted of others."""
    seen = participant.view()
    context = context_of(
        participant, seen, "forces", forces=force_lines(seen, commander_names(participant)),
        sightings=sighting_lines(seen.state, seen.sightings),
    )  # fmt: skip
    return render(request, "campaigns/forces.html", context)


@never_cache
@require_safe
@with_participant
def force(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """The order of battle of a force, with what happened to it."""
    seen = participant.view()
    found = seen.state.forces.get(key)
    if found is None:
        raise Http404("There is no such force, or it is not yours to know.")
    mates = list(
        participant.campaign.members.filter(faction=found.faction, role=Member.Role.PLAYER).select_related(
            "user"
        )
    )
    names = {each.key: each.user.get_username() for each in mates}
    context = context_of(
        participant, seen, "forces", card=force_card(seen.state, found, names), force=found, mates=mates,
        history=[each for each in participant.entries() if _about(each["event"], key)],
        may_hand_over=participant.umpire or (participant.chief and found.faction == participant.faction),
    )  # fmt: skip
    return render(request, "campaigns/force.html", context)


def _about(event: dict[str, Any], key: str) -> bool:
    """Whether an event is about a force."""
    return key in (event.get("force"), event.get("other")) or key in (event.get("forces") or ())


@never_cache
@require_safe
@with_participant
def factions(request: HttpRequest, participant: Participant) -> HttpResponse:
    """The factions, what they are to each other, and the purse of one's own."""
    seen = participant.view()
    members = participant.campaign.members.exclude(faction="").select_related("user")
    players = [(each.faction, each.user.get_username()) for each in members]
    return render(
        request,
        "campaigns/factions.html",
        context_of(participant, seen, "factions", factions=faction_cards(seen, players)),
    )
