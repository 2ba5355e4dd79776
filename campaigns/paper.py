"""A campaign on paper: the gazette of a turn, and the history of the whole, as somebody may know them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from armylists import pdf
from armylists.printing import Printout, Source, printout
from battles.documents import as_image
from campaigns.access import Participant
from campaigns.cards.engagements import came_about
from campaigns.cards.factions import faction_cards
from campaigns.cards.forces import force_line, order_of_battle
from campaigns.cards.head import days_between, days_of, step_of
from campaigns.chronicle import charts, chronicle_turns
from campaigns.drawing.drawn import draw_map
from campaigns.drawing.scene import Trail, trails_of
from campaigns.engine.battlefields import SIDES, army_as_it_fights
from campaigns.engine.state import Engagement, State
from campaigns.engine.view import View
from campaigns.fields import as_fought, standins_of
from campaigns.files import export_file
from campaigns.models import EngagementRow
from rulesets.contract.documents import parse_list
from rulesets.engine.wording import sentence

_STYLE = "css/gazette-print.css"
ATTACHMENT = "campaign.json"


def gazette(participant: Participant, turn: int, paper: str = "A4") -> Printout:
    """Return the gazette of a turn: the map at its end, its battles, its log, how everybody stands."""
    before = participant.view_before(turn)
    # While the turn goes on, it is shown as it stands.
    ended = turn < participant.campaign.turn
    after = participant.view_before(turn + 1) if ended else participant.view()
    events = [entry["event"] for entry in participant.entries(turn, "march")]
    context = {
        "campaign": participant.campaign, "state": after.state, "turn": turn, "days": days_of(before.state),
        "season": before.state.season, "weather": _weather(after.state, turn, events),
        "reader": _reader(participant, after), "map": _drawn(after, trails_of(events, after)),
        "turns": chronicle_turns(participant, turn), **_tables(after, turn),
    }  # fmt: skip
    return printout("campaigns/gazette_pdf.html", context, _STYLE, paper, drawings=True)


def history(participant: Participant, paper: str = "A4") -> Printout:
    """Return the history of the campaign: the first and the last map, the charts, all battles, the
    order of battle, the whole chronicle. For the umpire of a campaign that is over its file is attached, from
    which it can be followed die by die.
    """
    first, now = participant.view_before(1), participant.view()
    drawn = charts(participant, now)
    winner = now.factions.get(now.state.winner)
    images = {"Areas held": drawn.territory, "Strength of forces": drawn.strength,
              "Victory points": drawn.points}  # fmt: skip
    context = {
        "campaign": participant.campaign, "state": now.state, "reader": _reader(participant, now),
        "winner": winner.name if winner else "", "step": step_of(now.state.shape),
        "days": days_between(first.state, now.state) if now.state.shape == "map" else "",
        "first": _drawn(first), "map": _drawn(now), "turns": chronicle_turns(participant),
        "forces": [(force_line(now.state, each), order_of_battle(now.state, each)) for each in now.forces],
        "charts": [(title, as_image(image)) for title, image in images.items() if image], **_tables(now),
    }  # fmt: skip
    source = _source(participant)
    return printout("campaigns/history_pdf.html", context, _STYLE, paper, source, drawings=True)


def rosters(
    participant: Participant, row: EngagementRow, side: int | None, paper: str = "A4", layout: str = "cards"
) -> Printout:
    """Return the roster of a side of an engagement as it fights, or (None) of both.

    Raises BattlefieldError where nobody of a side can fight.
    """
    state, engagement = as_fought(participant.campaign, row)
    sides = SIDES if side is None else (side,)
    # An army that was chosen while the other side's is open is not in the state yet.
    named = standins_of(row)
    chosen = named.documents if named is not None and not named.whole else (None, None)
    armies = [
        army_as_it_fights(state, engagement, each) if document is None else parse_list(document)
        for each in sides
        for document in chosen[each : each + 1]
    ]
    between = " against ".join(state.factions[each.faction].name for each in engagement.sides)
    return pdf.rosters(between, armies, paper, layout)


# -- parts -----------------------------------------------------------------------------------------


def _weather(state: State, turn: int, events: Iterable[Mapping[str, Any]]) -> str:
    """Return the weather of a turn: the state holds that of the turn it is in."""
    if state.turn == turn:
        return state.weather
    return next((str(each["weather"]) for each in events if each["kind"] == "turn begun"), "")


def _tables(seen: View, turn: int | None = None) -> dict[str, Any]:
    """Return what both papers show in tables: the battles that are known of, of one turn or all, and how the
    factions stand, as far as that is known.
    """
    cards = {each.faction.id: each for each in faction_cards(seen)}
    battles = [_battle(seen, each) for each in seen.engagements if turn is None or each.turn == turn]
    return {"battles": battles, "standing": [cards[key] for key in seen.factions]}


def _battle(seen: View, engagement: Engagement) -> dict[str, Any]:
    """Return a battle in a table: when and where, who against whom, how it ended."""
    names, outcome = seen.names(), engagement.outcome
    sides = [names.get(each.faction, each.faction) for each in engagement.sides]
    verdict = "not fought yet"
    if outcome is not None:
        verdict = "a draw" if outcome.winner is None else f"{sides[outcome.winner]} won"
    where = names.get(engagement.area, engagement.area)
    how = sentence(outcome.how) if outcome and outcome.how else ""
    return {
        "turn": engagement.turn, "where": where, "sides": sides, "verdict": verdict,
        "how": how, "came_about": came_about(engagement, outcome, names),
    }  # fmt: skip


def _drawn(seen: View, trails: Iterable[Trail] = ()) -> str:
    if seen.state.map is None:
        return ""
    return as_image(draw_map(seen, print=True, trails=tuple(trails)))


def _reader(participant: Participant, seen: View) -> str:
    """For whose eyes it is printed."""
    if participant.umpire:
        return "For the umpire only"
    faction = seen.factions.get(participant.faction)
    return f"What {faction.name} knows" if faction else "For everyone"


def _source(participant: Participant) -> Source | None:
    if not (participant.umpire and participant.campaign.over):
        return None
    text = json.dumps(export_file(participant.campaign), ensure_ascii=False)
    words = "The campaign: state, turns, orders and seed, to be followed die by die"
    return Source(text, ATTACHMENT, words)
