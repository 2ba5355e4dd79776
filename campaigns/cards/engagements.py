"""Engagements on pages: a line of each, one whole for those who fight in it, and where its reports differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns import settling
from campaigns.cards.forces import CommandCard, order_of_battle
from campaigns.engine.forces import fighting, names
from campaigns.engine.state import Engagement, Outcome, State, outcome_adapter
from campaigns.engine.view import View
from campaigns.models import EngagementRow

ROLES: Mapping[str, str] = {
    "field": "in the open field",
    "attack": "attacks",
    "defend": "defends",
    "ambush": "lies in ambush",
    "assault": "storms the walls",
    "relief": "comes to relieve the siege",
}
MEANS: Mapping[str, str] = {
    "board": "on the board",
    "automatic": "by tacticians on both sides",
    "table": "on a table",
    "quick": "by the campaign’s own dice",
}
Troops = Mapping[int, tuple[CommandCard, ...]]
"""The commands that take the field, by side."""


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side of an engagement: its faction, its role in words, its forces by name, and what of its troops
    may be seen (none of an enemy's before the battle is begun).
    """

    faction: str
    name: str
    role: str
    forces: tuple[str, ...]
    worth: float | None
    commands: tuple[CommandCard, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class EngagementCard:
    """An engagement: its row, what to call it, its ground in words, its sides, how it ended."""

    row: EngagementRow
    title: str
    ground: str
    sides: tuple[SideCard, ...]
    means: str
    settled: bool
    verdict: str
    how: str
    scores: tuple[str, ...]


def engagement_lines(seen: View, rows: Iterable[EngagementRow]) -> list[EngagementCard]:
    """Return engagements for a table, the last turn's first; their troops are not in it."""
    known = seen.state.engagements
    found = [_card(seen, known[row.key], row, {}) for row in rows if row.key in known]
    return sorted(found, key=lambda card: (-card.row.turn, card.row.key))


def engagement_card(
    seen: View,
    engagement: Engagement,
    row: EngagementRow,
    state: State | None = None,
    side: int | None = None,
) -> EngagementCard:
    """Return one engagement. `state`: the campaign's, for those who fight in it: they see their own troops,
    and the others' once the battle is begun; without `side` (the umpire) both.
    """
    troops: Troops = {}
    if state is not None:
        shown = [each for each in (0, 1) if side in (None, each) or row.means or row.outcome]
        troops = {each: _troops(state, engagement, each) for each in shown}
    return _card(seen, engagement, row, troops)


def _card(seen: View, engagement: Engagement, row: EngagementRow, troops: Troops) -> EngagementCard:
    called = seen.names()
    outcome = engagement.outcome
    if outcome is None and row.outcome is not None:  # the state learns of it when the turn concludes
        outcome = outcome_adapter().validate_python(row.outcome)
    sides = tuple(_side(called, engagement, side, troops.get(side, ()), outcome) for side in (0, 1))
    return EngagementCard(
        row=row,
        title=called.get(engagement.area, engagement.area) or f"{sides[0].name} against {sides[1].name}",
        ground=_ground(engagement),
        sides=sides,
        means=MEANS.get(row.means, ""),
        settled=outcome is not None,
        verdict=_verdict(outcome, sides),
        how=outcome.how if outcome else "",
        scores=tuple(str(each["words"]) for each in (outcome.scores if outcome else ()) if each.get("words")),
    )


def _ground(engagement: Engagement) -> str:
    """Return the ground of an engagement in words: `hills, over a river, in bad weather`."""
    parts = [engagement.terrain]
    if engagement.river:
        parts.append("over a river")
    if engagement.walls:
        parts.append(f"walls of strength {engagement.walls}")
    if engagement.bad:
        parts.append("in bad weather")
    return ", ".join(parts)


def _side(
    called: Mapping[str, str],
    engagement: Engagement,
    index: int,
    commands: tuple[CommandCard, ...],
    outcome: Outcome | None,
) -> SideCard:
    side = engagement.sides[index]
    worth = round(sum(unit.worth for command in commands for unit in command.units), 1)
    return SideCard(
        faction=side.faction,
        name=called.get(side.faction, side.faction),
        role=f"{ROLES[side.role]}, fortified" if side.fortified else ROLES[side.role],
        forces=tuple(called[key] for key in side.forces if key in called),
        worth=worth if commands else None,
        commands=commands,
        won=outcome is not None and outcome.winner == index,
    )


def _troops(state: State, engagement: Engagement, side: int) -> tuple[CommandCard, ...]:
    """Return the commands that take the field for a side, with those of their units that can fight."""
    commands = (each for force in fighting(state, engagement, side) for each in order_of_battle(state, force))
    able = (replace(each, units=tuple(unit for unit in each.units if unit.left)) for each in commands)
    return tuple(each for each in able if each.units)


def _verdict(outcome: Outcome | None, sides: tuple[SideCard, ...]) -> str:
    if outcome is None:
        return ""
    return "A draw" if outcome.winner is None else f"{sides[outcome.winner].name} won"


# -- two reports -----------------------------------------------------------------------------------


def disputed(state: State, row: EngagementRow) -> list[tuple[str, str, str]]:
    """Return what the two reports of an engagement differ in, and what each says of it; nothing as long as
    one is still to come.
    """
    one, other = row.claims
    if one is None or other is None:
        return []
    called, found = names(state), []
    for path in settling.differences(one, other):
        what, _, key = path.partition(".")
        first, second = (_claimed(each, what, key, row.factions, called) for each in (one, other))
        found.append(("Won by" if what == "winner" else called.get(key, key), first, second))
    return found


def _claimed(
    report: Mapping[str, Any], what: str, key: str, factions: tuple[str, str], called: Mapping[str, str]
) -> str:
    """Return what one report says of the winner, a unit or a leader."""
    if what == "winner":
        winner = report["winner"]
        return "nobody: a draw" if winner is None else called.get(factions[winner], factions[winner])
    if what == "leaders":
        return "lost" if key in report["leaders"] else "not lost"
    fate = report["units"].get(key) or {"lost": 0, "fallen": "stood"}
    return f"{fate['lost'] or 'nothing'} lost, {fate['fallen']}"
