"""Engagements on pages: a line of each, and one whole for those who fight in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.cards.forces import CommandCard, force_card
from campaigns.engine.forces import fighting
from campaigns.engine.state import Engagement, EngagementSide, Outcome, State
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
    won: bool = False


@dataclass(frozen=True, slots=True)
class EngagementCard:
    """An engagement: its key, where and when, its ground in words, its sides, how it ended."""

    key: str
    turn: int
    where: str
    ground: str
    sides: tuple[SideCard, SideCard]
    means: str
    status: str
    settled: bool
    verdict: str = ""
    how: str = ""
    scores: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What to call it."""
        return self.where or f"{self.sides[0].name} against {self.sides[1].name}"


def engagement_lines(seen: View, rows: Iterable[EngagementRow]) -> list[EngagementCard]:
    """Engagements in a table, the last turn's first; their troops are not in it."""
    known = {each.id: each for each in seen.engagements}
    found = [_card(seen, known[row.key], row, {}) for row in rows if row.key in known]
    return sorted(found, key=lambda card: (-card.turn, card.key))


def engagement_card(
    seen: View,
    engagement: Engagement,
    row: EngagementRow,
    state: State | None = None,
    side: int | None = None,
) -> EngagementCard:
    """One engagement. `state`: the campaign's, for those who fight in it: they see their own troops, and the
    others' once the battle is begun; without `side` (the umpire) both.
    """
    troops: dict[int, tuple[CommandCard, ...]] = {}
    if state is not None:
        shown = [each for each in (0, 1) if side in (None, each) or row.means or row.outcome]
        troops = {each: _troops(state, engagement, each) for each in shown}
    return _card(seen, engagement, row, troops)


def ground_words(engagement: Engagement) -> str:
    """The ground of an engagement, as one says it: `hills, over a river, in bad weather`."""
    parts = [engagement.terrain]
    if engagement.river:
        parts.append("over a river")
    if engagement.walls:
        parts.append(f"walls of strength {engagement.walls}")
    if engagement.bad:
        parts.append("in bad weather")
    return ", ".join(parts)


def _card(
    seen: View, engagement: Engagement, row: EngagementRow, troops: Mapping[int, tuple[CommandCard, ...]]
) -> EngagementCard:
    names = seen.names()
    outcome = _outcome(engagement, row)
    sides = [_side(seen, names, engagement, index, troops.get(index, ()), outcome) for index in (0, 1)]
    return EngagementCard(
        key=engagement.id, turn=engagement.turn, where=names.get(engagement.area, engagement.area),
        ground=ground_words(engagement), sides=(sides[0], sides[1]), means=MEANS.get(row.means, ""),
        status=row.status_words, settled=outcome is not None, verdict=_verdict(outcome, sides),
        how=outcome.get("how", "") if outcome else "", scores=_scores(outcome),
    )  # fmt: skip


def _outcome(engagement: Engagement, row: EngagementRow) -> dict[str, Any] | None:
    """What is known of how it ended: the row has it before the turn concludes."""
    if isinstance(engagement.outcome, Outcome):
        return {"winner": engagement.outcome.winner, "how": engagement.outcome.how,
                "scores": engagement.outcome.scores}  # fmt: skip
    return row.outcome


def _side(
    _seen: View,
    names: Mapping[str, str],
    engagement: Engagement,
    index: int,
    troops: tuple[CommandCard, ...],
    outcome: Mapping[str, Any] | None,
) -> SideCard:
    side = engagement.sides[index]
    worth = sum(unit.worth for command in troops for unit in command.units) if troops else None
    return SideCard(
        faction=side.faction, name=names.get(side.faction, side.faction), role=_role(side),
        forces=tuple(names.get(key, key) for key in side.forces if key in names),
        worth=None if worth is None else round(worth, 1), commands=troops,
        won=outcome is not None and outcome["winner"] == index,
    )  # fmt: skip


def _role(side: EngagementSide) -> str:
    words = ROLES[side.role]
    return f"{words}, fortified" if side.fortified else words


def _troops(state: State, engagement: Engagement, side: int) -> tuple[CommandCard, ...]:
    """The commands that take the field for a side, with those of their units that can fight."""
    commands = (
        each for force in fighting(state, engagement, side) for each in force_card(state, force).commands
    )
    able = (replace(each, units=tuple(unit for unit in each.units if unit.left)) for each in commands)
    return tuple(each for each in able if each.units)


def _verdict(outcome: Mapping[str, Any] | None, sides: list[SideCard]) -> str:
    if outcome is None:
        return ""
    return "A draw" if outcome["winner"] is None else f"{sides[outcome['winner']].name} won"


def _scores(outcome: Mapping[str, Any] | None) -> tuple[str, ...]:
    """What each side's figures were, as far as they are in words."""
    return tuple(str(each["words"]) for each in (outcome or {}).get("scores", []) if each.get("words"))
