"""Factions on pages: what is public of all of them, and the purse of one's own; the rungs of a ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.cards.forces import area_name
from campaigns.engine.ladder import reason
from campaigns.engine.state import Engagement, Faction, Force, State
from campaigns.engine.view import View
from campaigns.models import Member


@dataclass(frozen=True, slots=True)
class FactionCard:
    """A faction. `open`: its money, points and forces may be known. `relations`: for every other faction what
    it is to this one, what this one offers (if that may be known), and in how many turns a notice runs out.
    """

    faction: Faction
    own: bool
    open: bool
    areas: int
    capital: str
    players: tuple[str, ...]
    forces: tuple[Force, ...]
    relations: Mapping[str, tuple[str, str, int]]

    @property
    def worth(self) -> float:
        """The worth of its forces together."""
        return round(sum(force.worth for force in self.forces), 1)


def faction_cards(view: View, players: Iterable[tuple[str, str]] = ()) -> list[FactionCard]:
    """Return all factions, the own one first; `players`: pairs of a faction and the name of its player."""
    members = list(players)
    cards = [
        _card(view, faction, tuple(name for key, name in members if key == faction.id))
        for faction in view.state.factions.values()
    ]
    return sorted(cards, key=lambda card: (not card.own, card.faction.neutral))


def _card(view: View, faction: Faction, players: tuple[str, ...]) -> FactionCard:
    state, own = view.state, faction.id == view.who
    known = own or view.umpire
    offers, notice = (faction.offers, faction.notice) if known else ({}, {})
    return FactionCard(
        faction=faction,
        own=own,
        open=known,
        areas=sum(area.owner == faction.id for area in state.areas.values()),
        capital=area_name(state, faction.capital) if state.map else "",
        players=players,
        forces=tuple(force for force in state.standing() if known and force.faction == faction.id),
        relations={
            other: (state.relation(faction.id, other), offers.get(other, ""), notice.get(other, 0))
            for other in state.factions
            if other != faction.id
        },
    )


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of a ladder. `players`: who plays it, by name; `may`: whoever looks may challenge them;
    `why_not` in words otherwise.
    """

    faction: Faction
    players: tuple[str, ...]
    own: bool
    games: int
    won: int
    may: bool
    why_not: str


def rungs(view: View, members: Iterable[Member]) -> list[Rung]:
    """Return the rungs of a ladder from the top; none in a campaign of another shape. `members`: everybody in
    it.
    """
    ladder = view.state.ladder
    players: dict[str, list[str]] = {}
    for each in members:
        players.setdefault(each.faction, []).append(each.user.get_username())
    return [
        _rung(view.state, view.who or "", key, players.get(key, ()))
        for key in (ladder.rungs if ladder else ())
    ]


def said_once(found: Iterable[Rung]) -> list[str]:
    """Return the reasons that stand at more than one rung: they are said once, beside the ladder."""
    counted = Counter(each.why_not for each in found if each.why_not)
    return [words for words, count in counted.items() if count > 1]


def _rung(state: State, own: str, key: str, players: Iterable[str]) -> Rung:
    assert state.ladder is not None
    fought = [each for each in state.engagements.values() if each.outcome and _side(each, key) is not None]
    won = sum(each.outcome is not None and each.outcome.winner == _side(each, key) for each in fought)
    above = state.ladder.rungs[: state.ladder.rungs.index(key)]
    # By rating anybody may be challenged, else only those on a higher rung.
    plays = bool(own) and key != own and (state.rules.ladder.by == "rating" or own not in above)
    why = reason(state, own, key) if plays else ""
    return Rung(
        state.factions[key], tuple(players), key == own, len(fought), won, may=plays and not why, why_not=why
    )


def _side(engagement: Engagement, key: str) -> int | None:
    sides = [side.faction for side in engagement.sides]
    return sides.index(key) if key in sides else None
