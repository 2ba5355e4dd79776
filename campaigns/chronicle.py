"""The chronicle: the log as people read it, by turns and by what it is about, and the charts beside it.

All of it is seen through a `Participant`: what its faction may not know is not in it. An umpire may read what
any faction reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from battles.chart import Line, line_chart
from campaigns.access import Participant, knows
from campaigns.engine.simulation import Figures, figures
from campaigns.engine.view import View
from campaigns.models import TurnRow
from campaigns.persistence import state_of

_BY_TOPIC: Mapping[str, tuple[str, ...]] = {
    "battle": (
        "engaged", "met", "intercepted", "battle news", "battle settled", "battle losses", "pursuit",
        "stragglers", "units destroyed", "units away", "units taken", "booty", "learned",
    ),
    "retreat": ("evaded", "retreated", "through the enemy"),
    "leaders": ("leader lost", "leader back", "ransomed"),
    "march": ("marched", "forced march", "halted", "marches over"),
    "orders": ("order refused", "order standing", "came to nothing"),
    "forces": (
        "force split", "forces joined", "command given", "force gone", "recovered", "recruited",
        "force raised", "units back", "units merged", "merged",
    ),
    "siege": (
        "siege laid", "siege left", "siege raised", "works dug", "fortress fallen", "starved", "marched out",
        "garrisoned", "siege news",
    ),
    "ground": ("area taken",),
    "season": ("turn begun", "turn over"),
    "supply": ("want", "winter", "in supply", "out of supply", "magazine"),
    "plunder": ("area looted", "area healed", "loot taken"),
    "money": (
        "income", "upkeep", "loot brought", "recruits paid", "raising paid", "paid", "received", "deserted",
    ),
    "diplomacy": ("relation offered", "relation set", "notice given"),
    "report": ("sighted", "sightings forgotten"),
    "victory": ("points", "campaign over"),
    "ladder": (
        "challenge made", "challenge accepted", "challenge refused", "challenge dropped", "ladder moved",
    ),
    "story": ("scene told", "story went", "unopposed"),
    "umpire": ("overridden", "corrected", "went back"),
}  # fmt: skip
"""What each kind of event is filed under: what happened, not what it happened in the course of."""
TOPIC_OF: Mapping[str, str] = {kind: topic for topic, kinds in _BY_TOPIC.items() for kind in kinds}


def topic_of(kind: str) -> str:
    """Return what an event of a kind is filed under."""
    return TOPIC_OF.get(kind, "report")


_TITLES: Mapping[str, str] = {
    TurnRow.Part.MARCH: "Orders and marches",
    TurnRow.Part.ANSWER: "Challenges",
    "ladder": "Challenges",
    "story": "The scene",
    TurnRow.Part.CONCLUDE: "Results",
    TurnRow.Part.OVERRIDE: "Umpire’s changes",
    TurnRow.Part.BACK: "Turn restarted",
}


@dataclass(frozen=True, slots=True)
class ChronicleLine:
    """A line: its sentence, what it is filed under, the place in the rules that caused it."""

    words: str
    topic: str
    rule: str


@dataclass(frozen=True, slots=True)
class ChroniclePart:
    """What happened in a part of a turn, under its title."""

    title: str
    lines: tuple[ChronicleLine, ...]


@dataclass(frozen=True, slots=True)
class ChronicleTurn:
    """A turn of the chronicle: number, first day (None where the campaign has no dates), parts."""

    number: int
    day: date | None
    parts: tuple[ChroniclePart, ...]


@dataclass(frozen=True, slots=True)
class Charts:
    """The course of a campaign as drawings, "" for those that there is nothing to draw of."""

    territory: SafeString
    strength: SafeString
    points: SafeString

    def __bool__(self) -> bool:
        return bool(self.territory or self.strength or self.points)


# -- the log ---------------------------------------------------------------------------------------


def chronicle_turns(
    participant: Participant,
    turn: int | None = None,
    *,
    about: str = "",
    who: str | None = None,
    since: int = 0,
) -> tuple[ChronicleTurn, ...]:
    """Return the turns of a campaign, one of them, or those `since` a turn, as a participant may know them,
    the first first.

    `about`: only what concerns that force, area, engagement or faction. `who`: for an umpire, as that faction
    reads it. One query.
    """
    entries = [each for each in participant.entries(turn, since=since) if who is None or knows(each, who)]
    if about:
        entries = [each for each in entries if _concerns(each["event"], about)]
    shape = participant.campaign.shape
    turns = groupby(entries, lambda each: each["turn"])
    return tuple(_turn(number, list(found), shape) for number, found in turns)


def worth_telling(entries: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Entries of the log without those that say nothing to their reader: that the marches were over, and the
    news of battles and corrections that they know the whole of, as an umpire does.
    """
    # Whoever reads the battle itself must not read the rumour of it beside it.
    whole = {_battle(each) for each in entries if each["event"]["kind"] == "battle settled"}
    return [
        each
        for before, each in zip([None, *entries], entries, strict=False)
        if each["event"]["kind"] != "marches over"
        and not (each["event"]["kind"] == "battle news" and _battle(each) in whole)
        # Nor that something was corrected, right below what was corrected.
        and not (each["event"]["kind"] == "corrected" and before and before["event"]["kind"] == "overridden")
    ]


def _battle(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    event = entry["event"]
    return entry.get("turn"), event["area"], *event["factions"]


def _turn(number: int, entries: Sequence[Mapping[str, Any]], shape: str) -> ChronicleTurn:
    day = entries[0]["date"]
    parts = []
    for part, found in groupby(worth_telling(entries), lambda each: each["part"]):
        title = _TITLES[shape if part == TurnRow.Part.MARCH and shape in _TITLES else TurnRow.Part(part)]
        lines = (
            ChronicleLine(each["words"], topic_of(each["event"]["kind"]), each["event"]["rule"])
            for each in found
        )
        parts.append(ChroniclePart(title, tuple(lines)))
    return ChronicleTurn(number, date.fromisoformat(day) if day else None, tuple(parts))


def _concerns(event: Mapping[str, Any], about: str) -> bool:
    """Return whether an event names a force, area, engagement or faction."""
    for field, value in event.items():
        # Who knows of an event is not what it is about.
        if field == "known":
            continue
        if value == about or (isinstance(value, list) and about in value):
            return True
        if isinstance(value, Mapping) and _concerns(value, about):
            return True
    return False


# -- charts ----------------------------------------------------------------------------------------


def charts(participant: Participant, seen: View) -> Charts:
    """Return who held how much, how strong everybody was, and victory points, at the beginning of each turn
    and now. Of others a faction sees the areas alone, until the campaign is over. One query.
    """
    course = _course(participant, seen)
    turns = [turn for turn, _ in course]
    open_ = participant.umpire or seen.state.phase == "over"

    def lines(figure: str, public: bool) -> list[Line]:
        found = []
        for key, each in seen.state.factions.items():
            if public or key == participant.faction:
                values = tuple(float(at[key][figure]) if key in at else None for _, at in course)  # type: ignore[literal-required]
                found.append(Line(each.name, each.colour, values))
        return found

    return Charts(
        territory=line_chart("Areas held", turns, lines("areas", True)) if seen.state.map else SafeString(""),
        strength=line_chart("Strength of all forces", turns, lines("worth", open_)),
        points=line_chart("Victory points", turns, lines("points", open_)),
    )


def _course(participant: Participant, seen: View) -> list[tuple[int, Mapping[str, Figures]]]:
    """Return the figures at the beginning of each turn, and now if the turn has gone on since."""
    rows = participant.campaign.turns.filter(undone=False).order_by("number").values_list("turn", "figures")
    course: dict[int, Mapping[str, Figures]] = {}
    for turn, found in rows:
        # The first part of each turn: its figures are those at the turn's beginning.
        course.setdefault(turn, found)
    now = participant.campaign
    # Only when the campaign is over is more drawn than is seen.
    state = state_of(now) if now.over and not participant.umpire else seen.state
    course[now.turn + 1 if now.over and now.turn in course else now.turn] = figures(state)
    return sorted(course.items())
