"""What everybody in a campaign looks at: its first page, areas, forces, factions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from armylists.owned.streams import stream
from armylists.owned.views import whole
from armylists.owned.watching import Key
from campaigns import waking
from campaigns.access import Participant, participant_of
from campaigns.cards.areas import area_card
from campaigns.cards.engagements import EngagementCard, engagement_lines
from campaigns.cards.factions import faction_cards, rungs, said_once
from campaigns.cards.fair import fair_play
from campaigns.cards.forces import force_line, force_lines, order_of_battle, sighting_lines
from campaigns.cards.news import news_since
from campaigns.cards.scenes import scenes
from campaigns.chronicle import worth_telling
from campaigns.drawing.scene import MapLinks, Trail, trails_of
from campaigns.engine.state import Challenge, Engagement
from campaigns.engine.turn.supply import supply_ways
from campaigns.engine.view import View
from campaigns.models import Member, TurnRow
from campaigns.views.parts import commander_names, in_campaign, page

NEWS = 12
"""So many lines of the chronicle stand on a campaign's first page."""


@stream
def events(request: HttpRequest, campaign_id: UUID) -> Sequence[Key | None]:
    """Return what the pages of a campaign watch: the campaign, and what is new for this member alone."""
    found = participant_of(request.user, campaign_id)
    return [found.campaign.watched, (waking.KIND, found.member.pk)]


@in_campaign("GET")
def news(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Say what has happened since a page was made: `seen`, the number of the news that it showed, and
    `since`, when that was, in seconds.
    """
    number = whole(request.GET.get("seen"))
    try:
        since = datetime.fromtimestamp(float(request.GET.get("since", "")), UTC)
    except (ValueError, OverflowError, OSError):
        since = timezone.now()
    return JsonResponse({"revision": participant.newest, "words": news_since(participant, number, since)})


@in_campaign("GET")
def campaign(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the campaign's first page: its map, its ladder, or its story."""
    seen = participant.view()
    shape = seen.state.shape
    context: dict[str, Any] = {
        "news": _news(participant, seen)[-NEWS:],
        "waited_for": _waited_for(seen, participant),
        "fair": fair_play(participant, seen),
    }
    if shape == "ladder":
        found = rungs(seen, participant.members)
        context |= {
            "rungs": found,
            "said_once": said_once(found),
            "challenges": _challenges(participant, seen),
        }
    elif shape == "story":
        context |= {"scenes": scenes(seen), "engagements": participant.engagements(seen.state.turn)}
    else:
        chosen = request.GET.get("area", "")
        context |= {
            "forces": force_lines(seen, commander_names(participant)),
            "sightings": sighting_lines(seen.state, seen.sightings),
            "factions": faction_cards(seen),
            "card": area_card(seen, chosen) if chosen else None,
            **map_context(participant, seen),
        }
    return page(request, participant, seen, "campaign", shape, **context)


def _challenges(participant: Participant, seen: View) -> list[tuple[Challenge, EngagementCard | None]]:
    """Return the challenges of a ladder, accepted ones with their battle as far as it may be known."""
    ladder = seen.state.ladder
    if ladder is None or not ladder.challenges:
        return []
    battles = {
        frozenset(card.row.factions): card
        for card in engagement_lines(seen, participant.engagements(seen.state.turn))
    }
    return [
        (each, battles.get(frozenset((each.by, each.to))) if each.accepted else None)
        for each in ladder.challenges
    ]


def map_context(participant: Participant, seen: View) -> dict[str, Any]:
    """Return what the drawing of the map needs: where it leads to, what moved last, and the ways by which
    forces that are seen whole are supplied (an umpire sees everybody's).
    """
    links = MapLinks(
        area=lambda key: participant.url("area", key),
        force=lambda key: participant.url("force", key) if key in seen.state.forces else "",
        engagement=lambda key: participant.url("engagement", key),
    )
    factions = sorted({force.faction for force in seen.forces})
    supply = {key: way for faction in factions for key, way in supply_ways(seen.state, faction).items()}
    return {"links": links, "trails": _last_moves(participant, seen), "supply": supply}


def _last_moves(participant: Participant, seen: View) -> list[Trail]:
    """Return the marches of the last turn that has any, as far as they are known."""
    turn = seen.state.turn
    for each in (turn, turn - 1):
        trails = trails_of((entry["event"] for entry in participant.entries(each, TurnRow.Part.MARCH)), seen)
        if trails:
            return trails
    return []


def _waited_for(seen: View, participant: Participant) -> list[Engagement]:
    """Return the engagements of this turn that are still to be fought: the state learns of outcomes at its
    end.
    """
    state = seen.state
    if state.phase != "battles":
        return []
    settled = {row.key for row in participant.engagements(state.turn) if row.outcome is not None}
    return [each for each in seen.engagements if each.turn == state.turn and each.id not in settled]


def _news(participant: Participant, seen: View) -> list[Mapping[str, object]]:
    """Return the last lines of the chronicle: of the turn that goes on and the one before it."""
    turn = seen.state.turn
    return worth_telling([*(participant.entries(turn - 1) if turn > 1 else []), *participant.entries(turn)])


@in_campaign("GET")
def area(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show an area of the map; as a part of the map page where a script asks for it."""
    seen = participant.view()
    card = area_card(seen, key)
    if card is None:
        raise Http404("There is no such area on the map.")
    name = "parts/area" if getattr(request, "htmx", False) else "area"
    return page(request, participant, seen, "campaign", name, card=card)


@in_campaign("GET")
def forces(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the forces that may be known, and what was sighted of others."""
    seen = participant.view()
    return page(
        request, participant, seen, "forces", "forces",
        forces=force_lines(seen, commander_names(participant)),
        sightings=sighting_lines(seen.state, seen.sightings),
    )  # fmt: skip


@in_campaign("GET")
def force(request: HttpRequest, participant: Participant, key: str) -> HttpResponse:
    """Show the order of battle of a force, with what happened to it."""
    seen = participant.view()
    found = seen.state.forces.get(key)
    if found is None:
        raise Http404("There is no such force, or you cannot see it.")
    players = [each for each in participant.members if each.role == Member.Role.PLAYER]
    mates = [each for each in players if each.faction == found.faction]
    names = {each.key: each.user.get_username() for each in mates}
    return page(
        request, participant, seen, "forces", "force",
        force=found, mates=mates, line=force_line(seen.state, found, names),
        commands=order_of_battle(seen.state, found),
        history=[each for each in participant.entries() if _about(each["event"], key)],
        may_hand_over=participant.umpire or (participant.chief and found.faction == participant.faction),
    )  # fmt: skip


def _about(event: dict[str, Any], key: str) -> bool:
    """Return whether an event is about a force."""
    return key in (event.get("force"), event.get("other")) or key in (event.get("forces") or ())


@in_campaign("GET")
def factions(request: HttpRequest, participant: Participant) -> HttpResponse:
    """Show the factions, what they are to each other, and the purse of one's own."""
    seen = participant.view()
    members = [(each.faction, each.user.get_username()) for each in participant.members if each.faction]
    return page(request, participant, seen, "factions", "factions", factions=faction_cards(seen, members))
