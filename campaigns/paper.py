"""A campaign on paper: the gazette of a turn, and the history of the whole, as somebody may know them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from armylists.printing import attachment, set_pages
from battles.documents import as_image
from campaigns.access import Participant
from campaigns.cards.forces import force_card
from campaigns.cards.head import days_of
from campaigns.chronicle import charts, chronicle_turns
from campaigns.drawing import Trail, draw_map, trails_of
from campaigns.engine.state import Engagement, State
from campaigns.engine.view import View
from campaigns.files import export_file

_STYLE = "css/gazette-print.css"
ATTACHMENT = "campaign.json"


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle in a table: when and where, who against whom, how it ended."""

    turn: int
    where: str
    sides: tuple[str, str]
    verdict: str
    how: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """How a faction stands, as far as it is known: None for what is not."""

    name: str
    areas: int
    forces: int | None
    worth: float | None
    points: int | None


def gazette(participant: Participant, turn: int, paper: str = "A4") -> bytes:
    """The gazette of a turn as PDF: the map at its end, its battles, its log, how everybody stands."""
    before = participant.view_before(turn)
    after = _after(participant, turn)
    context = {
        "campaign": participant.campaign, "state": after.state, "turn": turn, "days": days_of(before.state),
        "season": before.state.season, "weather": _weather(participant, turn, after),
        "reader": _reader(participant, after),
        "map": _drawn(after, _trails(participant, after, turn)), "battles": battle_lines(after, turn),
        "standing": standing_lines(participant, after), "turns": chronicle_turns(participant, turn),
    }  # fmt: skip
    return _printed("campaigns/gazette_pdf.html", context, paper)


def history(participant: Participant, paper: str = "A4") -> bytes:
    """The history of the campaign as PDF: the first and the last map, the charts, all battles, the order of
    battle, the whole chronicle. For the umpire of a campaign that is over its file is attached, from which
    it can be followed die by die.
    """
    first, now = participant.view_before(1), participant.view()
    drawn = charts(participant, now)
    context = {
        "campaign": participant.campaign, "state": now.state, "reader": _reader(participant, now),
        "winner": _winner(now.state), "days": days_of(first.state), "until": days_of(now.state),
        "first": _drawn(first), "map": _drawn(now), "battles": battle_lines(now),
        "standing": standing_lines(participant, now),
        "forces": [force_card(now.state, each) for each in now.forces], "turns": chronicle_turns(participant),
        "charts": [(title, image) for title, image in (
            ("Areas held", as_image(drawn.territory)), ("Worth of forces", as_image(drawn.strength)),
            ("Victory points", as_image(drawn.points))) if image],
    }  # fmt: skip
    return _printed("campaigns/history_pdf.html", context, paper, _files(participant))


def battle_lines(seen: View, turn: int | None = None) -> list[BattleLine]:
    """The battles that are known of, of one turn or all."""
    found = (each for each in seen.engagements if turn is None or each.turn == turn)
    return [_battle(seen, each) for each in found]


def standing_lines(participant: Participant, seen: View) -> list[StandingLine]:
    """How factions stand: everybody's areas, one's own forces and points, all when the campaign is over."""
    held: dict[str, int] = {}
    for area in seen.areas.values():
        held[area.owner] = held.get(area.owner, 0) + 1
    lines = []
    for key, faction in seen.factions.items():
        known = participant.umpire or key == participant.faction
        forces = [each for each in seen.forces if each.faction == key]
        lines.append(
            StandingLine(
                faction.name,
                held.get(key, 0),
                len(forces) if known else None,
                round(sum(each.worth for each in forces), 1) if known else None,
                faction.points if known or seen.state.phase == "over" else None,
            )
        )
    return lines


# -- parts -----------------------------------------------------------------------------------------


def _after(participant: Participant, turn: int) -> View:
    """The campaign at the end of a turn, or as it is while that turn goes on."""
    return participant.view_before(turn + 1) if turn < participant.campaign.turn else participant.view()


def _weather(participant: Participant, turn: int, after: View) -> str:
    """The weather of a turn: the state holds that of the turn it is in."""
    if after.state.turn == turn:
        return after.state.weather
    words = (entry["event"] for entry in participant.entries(turn, "march"))
    return next((str(each["weather"]) for each in words if each["kind"] == "turn begun"), "")


def _battle(seen: View, engagement: Engagement) -> BattleLine:
    names = seen.names()
    sides = [names.get(each.faction, each.faction) for each in engagement.sides]
    where = names.get(engagement.area, engagement.area)
    verdict, how = "to be fought", ""
    if engagement.outcome is not None:
        winner = engagement.outcome.winner
        verdict = "a draw" if winner is None else f"{sides[winner]} won"
        how = engagement.outcome.how
    return BattleLine(engagement.turn, where, (sides[0], sides[1]), verdict, how)


def _trails(participant: Participant, seen: View, turn: int) -> Iterable[Trail]:
    return trails_of((entry["event"] for entry in participant.entries(turn, "march")), seen)


def _drawn(seen: View, trails: Iterable[Trail] = ()) -> str:
    if seen.state.map is None:
        return ""
    return as_image(draw_map(seen, print=True, trails=tuple(trails)))


def _reader(participant: Participant, seen: View) -> str:
    """For whose eyes it is printed."""
    if participant.umpire:
        return "For the umpire alone"
    faction = seen.factions.get(participant.faction)
    return f"As {faction.name} knows it" if faction else "For everybody"


def _winner(state: State) -> str:
    found = state.factions.get(state.winner)
    return found.name if found else ""


def _files(participant: Participant) -> list[Any]:
    if not (participant.umpire and participant.campaign.over):
        return []
    text = json.dumps(export_file(participant.campaign), ensure_ascii=False)
    words = "The campaign: state, turns, orders and seed, to be followed die by die"
    return [attachment(text, ATTACHMENT, words, relationship="Source")]


def _printed(template: str, context: dict[str, Any], paper: str, files: Iterable[Any] = ()) -> bytes:
    made = set_pages(template, context, _STYLE, paper, drawings=True)
    made.metadata.attachments = list(files)
    return made.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True) or b""
