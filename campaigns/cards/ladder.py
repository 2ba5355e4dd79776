"""A ladder on its page: rungs, challenges, and who may challenge whom."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.cards.forces import faction_name
from campaigns.engine.state import Challenge, State
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
    why = _why_not(state, view.who, key)
    return Rung(
        place, key, faction.name, list(state.factions).index(key), faction.rating, key == view.who,
        len(fought), won, may=bool(view.who) and key != view.who and not why, why_not=why,
    )  # fmt: skip


def _side(engagement: object, key: str) -> int | None:
    sides = [side.faction for side in engagement.sides]  # type: ignore[attr-defined]
    return sides.index(key) if key in sides else None


def _why_not(state: State, who: str | None, to: str) -> str:
    """What speaks against a challenge by `who`; "" if nothing does."""
    ladder = state.ladder
    if ladder is None or not who or who == to or who not in ladder.rungs:
        return ""
    rules = state.rules.ladder
    above = ladder.rungs.index(who) - ladder.rungs.index(to)
    if any({each.by, each.to} == {who, to} for each in ladder.challenges):
        return "challenged"
    if above < 0:
        return "below you"
    if above > rules.reach:
        return f"more than {rules.reach} rungs above"
    if sum(each.by == who for each in ladder.challenges) >= rules.open:
        return "you have a challenge open"
    met = ladder.met.get("~".join(sorted((who, to))))
    if met is not None and state.turn - met < rules.wait:
        return f"met in turn {met}"
    return ""
