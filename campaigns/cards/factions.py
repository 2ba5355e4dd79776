"""Factions on pages: what is public of all of them, and the purse of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.engine.state import Faction, State
from campaigns.engine.view import View


@dataclass(frozen=True, slots=True)
class RelationLine:
    """What a faction is to another, what it offers, and when a notice runs out."""

    other: str
    relation: str
    offered_by_us: str
    notice: int


@dataclass(frozen=True, slots=True)
class FactionCard:
    """A faction. `money`, `points`, `forces` and `worth` are None where they may not be known."""

    key: str
    name: str
    number: int
    colour: str
    neutral: bool
    own: bool
    areas: int
    capital: str
    players: tuple[str, ...]
    money: int | None
    income: int | None
    points: int | None
    forces: int | None
    worth: float | None
    relations: tuple[RelationLine, ...]


def faction_cards(view: View, players: Iterable[tuple[str, str]] = ()) -> list[FactionCard]:
    """All factions, one's own first; `players`: pairs of faction and what a player of it is called."""
    members = list(players)
    cards = [
        _card(view, faction, number, tuple(name for key, name in members if key == faction.id))
        for number, faction in enumerate(view.state.factions.values())
    ]
    return sorted(cards, key=lambda card: (not card.own, card.neutral, card.number))


def _card(view: View, faction: Faction, number: int, players: tuple[str, ...]) -> FactionCard:
    state = view.state
    own = faction.id == view.who
    open_ = own or view.umpire
    forces = [force for force in state.standing() if force.faction == faction.id] if open_ else []
    capital = state.map.by_id.get(faction.capital) if state.map and faction.capital else None
    return FactionCard(
        key=faction.id, name=faction.name, number=number, colour=faction.colour, neutral=faction.neutral,
        own=own, areas=sum(area.owner == faction.id for area in state.areas.values()),
        capital=capital.name if capital else "", players=players,
        money=faction.money if open_ else None, income=faction.income if open_ else None,
        points=faction.points if open_ else None, forces=len(forces) if open_ else None,
        worth=round(sum(force.worth for force in forces), 1) if open_ else None,
        relations=tuple(relation_lines(state, faction, open_=open_)),
    )  # fmt: skip


def relation_lines(state: State, faction: Faction, *, open_: bool) -> list[RelationLine]:
    """What a faction is to every other; offers and notices only where they may be known."""
    lines = []
    for other in state.factions.values():
        if other.id == faction.id:
            continue
        lines.append(
            RelationLine(
                other.id,
                state.relation(faction.id, other.id),
                faction.offers.get(other.id, "") if open_ else "",
                faction.notice.get(other.id, 0) if open_ else 0,
            )
        )
    return lines
