"""A ladder on its page: rungs, challenges, and who may challenge whom."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.cards.forces import faction_name
from campaigns.engine.ladder import why_not
from campaigns.engine.state import Challenge, Engagement
from campaigns.engine.view import View


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung from the top. `may`: whoever looks may challenge its player; `why_not` in words otherwise."""

    place: int
    faction: str
    name: str
    number: int
    rating: int
    own: bool
    games: int
    won: int
    may: bool = False
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge that is open or accepted."""

    id: str
    by: str
    by_name: str
    to: str
    to_name: str
    turn: int
    accepted: bool
    mine_to_answer: bool


@dataclass(frozen=True, slots=True)
class LadderCard:
    """The ladder as somebody sees it."""

    rated: bool
    rungs: tuple[Rung, ...]
    challenges: tuple[ChallengeLine, ...]


def ladder_card(view: View) -> LadderCard | None:
    """The ladder; None in a campaign that is none."""
    state = view.state
    if state.ladder is None:
        return None
    rungs = tuple(_rung(view, place, key) for place, key in enumerate(state.ladder.rungs, start=1))
    challenges = tuple(_challenge(view, each) for each in state.ladder.challenges)
    return LadderCard(state.rules.ladder.by == "rating", rungs, challenges)


def _challenge(view: View, each: Challenge) -> ChallengeLine:
    return ChallengeLine(
        each.id, each.by, faction_name(view.state, each.by), each.to, faction_name(view.state, each.to),
        each.turn, each.accepted, not each.accepted and each.to == view.who,
    )  # fmt: skip


def _rung(view: View, place: int, key: str) -> Rung:
    state = view.state
    faction = state.factions[key]
    fought = [each for each in state.engagements.values() if each.outcome and _side(each, key) is not None]
    won = sum(each.outcome is not None and each.outcome.winner == _side(each, key) for each in fought)
    plays = bool(view.who) and key != view.who
    why = why_not(state, view.who or "", key) if plays and _above(view, place) else ""
    return Rung(
        place, key, faction.name, list(state.factions).index(key), faction.rating, key == view.who,
        len(fought), won, may=plays and _above(view, place) and not why, why_not=why,
    )  # fmt: skip


def _above(view: View, place: int) -> bool:
    """Whether a rung is one to look up to: by rating all are."""
    state = view.state
    assert state.ladder is not None
    return state.rules.ladder.by == "rating" or view.who not in state.ladder.rungs[: place - 1]


def _side(engagement: Engagement, key: str) -> int | None:
    sides = [side.faction for side in engagement.sides]
    return sides.index(key) if key in sides else None
