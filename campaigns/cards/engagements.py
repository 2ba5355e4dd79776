"""Engagements on pages: a line of each, one whole for those who fight in it, and where its reports differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns import settling
from campaigns.cards.forces import CommandCard, order_of_battle
from campaigns.engine.events.battle import how_settled
from campaigns.engine.forces import fighting, names
from campaigns.engine.state import Engagement, Outcome, State, outcome_adapter
from campaigns.engine.view import View
from campaigns.models import EngagementRow
from rulesets.engine.wording import sentence

ROLES: Mapping[str, str] = {
    "field": "in the open field",
    "attack": "attacks",
    "defend": "defends",
    "ambush": "lies in ambush",
    "assault": "storms the walls",
    "relief": "relieves the siege",
}
MEANS: Mapping[str, str] = {
    "board": "on the board",
    "automatic": "automatically",
    "table": "on a table",
    "quick": "with the campaign’s dice",
}
NO_LOSSES = "no losses"
Troops = Mapping[int, tuple[tuple[CommandCard, ...], tuple[str, ...]]]
"""The commands that take the field, and the ids of the forces that do, by side."""


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side of an engagement: its faction, its role in words, its forces by name, those who stand `aside`
    because they are of another book, and what of its troops may be seen (none of an enemy's before the battle
    is begun). `worth`: what stands there now.
    """

    faction: str
    name: str
    role: str
    forces: tuple[str, ...]
    aside: tuple[str, ...]
    worth: float | None
    commands: tuple[CommandCard, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class EngagementCard:
    """An engagement: its row, what to call it, its ground in words, its sides, how it ended and how that came
    about. `counted`: the campaign has its losses and retreats, which it learns of when the turn concludes.
    `losses` of units in words by their ids, `leaders`: the commands that lost theirs; both are empty
    for who looks on.
    """

    row: EngagementRow
    title: str
    ground: str
    sides: tuple[SideCard, ...]
    means: str
    settled: bool
    counted: bool
    verdict: str
    how: str
    came_about: str
    scores: tuple[str, ...]
    losses: Mapping[str, str]
    leaders: tuple[str, ...]


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
    and the others' once the battle was begun, even if another way of fighting
    was chosen since; without `side` (an umpire who fights on neither) both.
    """
    troops: Troops = {}
    if state is not None:
        shown = [each for each in (0, 1) if side in (None, each) or row.seen]
        troops = {each: _troops(state, engagement, each) for each in shown}
    return _card(seen, engagement, row, troops)


def _card(seen: View, engagement: Engagement, row: EngagementRow, troops: Troops) -> EngagementCard:
    called = seen.names()
    outcome = engagement.outcome
    if outcome is None and row.outcome is not None:  # the state learns of it when the turn concludes
        outcome = outcome_adapter().validate_python(row.outcome)
    sides = tuple(_side(called, engagement, side, troops.get(side), outcome) for side in (0, 1))
    return EngagementCard(
        row=row,
        title=called.get(engagement.area, engagement.area) or f"{sides[0].name} against {sides[1].name}",
        ground=_ground(engagement),
        sides=sides,
        means=MEANS.get(row.means, ""),
        settled=outcome is not None,
        counted=engagement.outcome is not None,
        verdict=_verdict(outcome, sides),
        how=sentence(outcome.how) if outcome and outcome.how else "",
        came_about=came_about(engagement, outcome, called),
        losses=_losses(outcome, troops),
        leaders=tuple(outcome.leaders) if outcome and troops else (),
        scores=tuple(str(each["words"]) for each in (outcome.scores if outcome else ()) if each.get("words")),
    )


def came_about(engagement: Engagement, outcome: Outcome | None, called: Mapping[str, str]) -> str:
    """Return how an outcome came about, a sentence; "" for who has only heard of the battle."""
    if outcome is None or not any(side.forces for side in engagement.sides):
        return ""
    return how_settled(outcome.means, outcome.by, lambda key: called.get(key, key))


def _losses(outcome: Outcome | None, troops: Troops) -> dict[str, str]:
    if outcome is None:
        return {}
    units = (unit for commands, _ in troops.values() for command in commands for unit in command.units)
    fates = {unit.id: outcome.units.get(unit.id) for unit in units}
    return {key: fate_words(each.lost, each.fallen) if each else NO_LOSSES for key, each in fates.items()}


def fate_words(lost: int, fallen: str) -> str:
    """Return what a battle did to a unit: `2 lost, fled`, `destroyed`, `no losses`."""
    parts = [f"{lost} lost"] if lost else []
    if fallen != "stood":
        parts.append(fallen)
    return ", ".join(parts) or NO_LOSSES


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
    troops: tuple[tuple[CommandCard, ...], tuple[str, ...]] | None,
    outcome: Outcome | None,
) -> SideCard:
    side = engagement.sides[index]
    commands, fielded = troops if troops is not None else ((), tuple(side.forces))
    # As `Force.worth` counts it, so that this is the figure of the gazette and of the page of the force.
    units = [unit for command in commands for unit in command.units]
    worth = round(sum(unit.worth * unit.left / unit.steps for unit in units), 1)
    return SideCard(
        faction=side.faction,
        name=called.get(side.faction, side.faction),
        role=f"{ROLES[side.role]}, fortified" if side.fortified else ROLES[side.role],
        forces=tuple(called[key] for key in side.forces if key in called and key in fielded),
        aside=tuple(called[key] for key in side.forces if key in called and key not in fielded),
        worth=worth if commands else None,
        commands=commands,
        won=outcome is not None and outcome.winner == index,
    )


def _troops(
    state: State, engagement: Engagement, side: int
) -> tuple[tuple[CommandCard, ...], tuple[str, ...]]:
    """Return the commands that take the field for a side, with those of their units that can fight, and their
    forces.
    """
    forces = fighting(state, engagement, side)
    commands = (each for force in forces for each in order_of_battle(state, force))
    able = (replace(each, units=tuple(unit for unit in each.units if unit.left)) for each in commands)
    return tuple(each for each in able if each.units), tuple(force.id for force in forces)


def _verdict(outcome: Outcome | None, sides: tuple[SideCard, ...]) -> str:
    if outcome is None:
        return ""
    return "A draw" if outcome.winner is None else f"{sides[outcome.winner].name} won"


# -- two reports -----------------------------------------------------------------------------------


def disputed(state: State, row: EngagementRow, claims: tuple[Any, Any]) -> list[tuple[str, str, str]]:
    """Return where two reports of an engagement differ, and what each says there; nothing as long as one is
    missing, or may not be read.
    """
    one, other = claims
    if one is None or other is None:
        return []
    called, found = _called_with_factions(state), []
    for path in settling.differences(one, other):
        what, _, key = path.partition(".")
        first, second = (_claimed(each, what, key, row.factions, called) for each in (one, other))
        found.append(("Winner" if what == "winner" else called.get(key, key), first, second))
    return found


@dataclass(frozen=True, slots=True)
class ReportCard:
    """A report as its reader may see it: whose it is, who won, its sentence, and what each unit and leader
    lost, as pairs of a name and words.
    """

    by: str
    winner: str
    how: str
    losses: tuple[tuple[str, str], ...]


def report_cards(state: State, row: EngagementRow, claims: tuple[Any, Any]) -> list[ReportCard]:
    """Return the reports of an engagement that may be read."""
    called = _called_with_factions(state)
    found = []
    for faction, report in zip(row.factions, claims, strict=True):
        if report is None:
            continue
        lost = [f"units.{key}" for key, fate in report["units"].items()
                if fate["lost"] or fate["fallen"] != "stood"]  # fmt: skip
        places = [each.partition(".") for each in lost + [f"leaders.{key}" for key in report["leaders"]]]
        lines = [(called.get(key, key), what, key) for what, _, key in places]
        found.append(
            ReportCard(
                by=called.get(faction, faction),
                winner=_claimed(report, "winner", "", row.factions, called),
                how=sentence(report["how"]) if report.get("how") else "",
                losses=tuple(
                    (
                        name,
                        "leader lost"
                        if what == "leaders"
                        else _claimed(report, what, key, row.factions, called),
                    )
                    for name, what, key in lines
                ),
            )
        )
    return found


def _called_with_factions(state: State) -> dict[str, str]:
    """Return what everything is called, units and leaders with their factions: `Foot (The Crown)`."""
    called = names(state)
    for force in state.forces.values():
        ids = [each.id for each in force.units] + [each.id for each in force.commands]
        called |= {key: f"{called[key]} ({called[force.faction]})" for key in ids}
    return called


def _claimed(
    report: Mapping[str, Any], what: str, key: str, factions: tuple[str, str], called: Mapping[str, str]
) -> str:
    """Return what one report says of the winner, a unit or a leader."""
    if what == "winner":
        winner = report["winner"]
        return "a draw" if winner is None else called.get(factions[winner], factions[winner])
    if what == "leaders":
        return "lost" if key in report["leaders"] else "not lost"
    fate = report["units"].get(key) or {"lost": 0, "fallen": "stood"}
    return fate_words(fate["lost"], fate["fallen"])
