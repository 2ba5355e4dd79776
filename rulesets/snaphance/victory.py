"""Break points, breaking armies and the end of the battle (SN-14.0, SN-C-break, SN-C-setup)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulesets.engine.battle import Battle
from rulesets.engine.records import record
from rulesets.engine.system import Result
from rulesets.engine.wording import counted
from rulesets.snaphance.events.command import BattleEnded, RoundEnded
from rulesets.snaphance.state import Group, State, enemy
from rulesets.snaphance.wording import command as words


@record
class Loss:
    """Break points that one stand has cost its army: `ranks` of it removed, and why."""

    stand: str
    name: str
    rule: str
    ranks: int
    points: int
    why: str

    def to_json(self) -> dict[str, Any]:
        return {
            "subject": self.stand, "name": self.name, "rule": self.rule, "ranks": self.ranks,
            "value": self.points, "why": self.why,
        }  # fmt: skip


def broken(state: State) -> list[int]:
    """Return the sides whose armies have lost as many break points as break them (SN-14.0.b)."""
    return [side.index for side in state.sides if state.lost[side.index] >= side.break_at]


def gone(state: State) -> list[int]:
    """Return the sides that have no stands left, neither on the map nor still to come.

    They need not be broken: who pursues off the map costs no break points (SN-13.0.h).
    """
    there = set[int]()
    for ids in state.occupied.values():  # seen at once, as long as both are
        there.add(state.stands[ids[-1]].side)
        if len(there) == len(state.sides):
            return []
    stands = state.stands.values()
    there |= {stand.side for stand in stands if stand.status == "reserve" and stand.arrives}
    return sorted({stand.side for stand in stands} - there)


def decided(state: State) -> bool:
    """Return whether the battle is over, whoever has won it (SN-14.0.b)."""
    return bool(broken(state) or gone(state))


def share(state: State, side: int) -> Fraction:
    """Return the part of its break points that an army has lost."""
    # An army without break points has lost nothing; the 1 avoids a division by zero.
    return Fraction(state.lost[side], max(1, state.sides[side].break_points))


# -- the end --------------------------------------------------------------------------------------


def end_of_round(battle: Battle) -> Result | None:
    """End the round; return the result if it was the last one (SN-C-setup)."""
    state: State = battle.state
    lost, at = (state.lost[0], state.lost[1]), (state.sides[0].break_at, state.sides[1].break_at)
    battle.apply(RoundEnded("SN-1.4.a", state.turn, lost, at, battle.state_hash()))
    if not state.most_rounds or state.turn < state.most_rounds:
        return None
    match state.plan.at_the_end:
        case "share":
            return _compare(battle, "SN-C-setup", words.LAST_ROUND_OVER)
        case "draw":
            return _end(battle, "SN-C-setup", None, words.NEITHER_BROKEN)
        case which:
            winner = 0 if which == "first" else 1
            return _end(battle, "SN-C-setup", winner, words.HELD_OUT)


def result(battle: Battle) -> Result:
    """Return the result of a battle that is decided: whoever breaks has lost (SN-14.0.b).

    If both break in the same combat who has lost the smaller share of the break points wins; equal shares
    are a draw (SN-C-break).
    """
    state: State = battle.state
    if fled := broken(state):
        if len(fled) == 2:
            return _compare(battle, "SN-C-break", words.BOTH_BROKEN)
        return _end(battle, "SN-14.0.b", enemy(fled[0]), words.ENEMY_BROKEN)
    left = gone(state)
    if len(left) == 2:
        return _compare(battle, "SN-14.0.b", words.NOBODY_LEFT)
    return _end(battle, "SN-14.0.b", enemy(left[0]), words.NO_ENEMY_LEFT)


def _compare(battle: Battle, rule: str, how: str) -> Result:
    shares = [share(battle.state, side) for side in (0, 1)]
    winner = None if shares[0] == shares[1] else shares.index(min(shares))
    return _end(battle, rule, winner, words.shares_lost(how, map(_percent, shares)))


def _end(battle: Battle, rule: str, winner: int | None, how: str) -> Result:
    state: State = battle.state
    lost = (state.lost[0], state.lost[1])
    battle.apply(BattleEnded(rule, -1 if winner is None else winner, how, lost))
    return Result(winner, rule, how, state.turn, scores(state))


# -- figures --------------------------------------------------------------------------------------


def losses(state: State, side: int) -> Iterator[Loss]:
    """Yield what each stand of an army has cost it, every removed rank counting by itself (SN-14.0.a).

    A stand that retreats off the board is lost whole (SN-12.2.a), one that pursues off it is not (SN-13.0.h).
    """
    for stand in state.stands.values():
        ranks = stand.ranks_brought if stand.status in ("destroyed", "fled") else stand.ranks_lost
        if stand.side == side and ranks:
            points = ranks * stand.profile.break_points
            why = words.LOST.get(stand.status, words.lost(counted(ranks, "rank")))
            yield Loss(stand.id, stand.name, "SN-14.0.a", ranks, points, why)


def scores(state: State) -> tuple[dict[str, Any], ...]:
    """Return the figures of both sides as they stand (SN-14.0.a-b)."""
    return score(state, 0), score(state, 1)


def score(state: State, side: int) -> dict[str, Any]:
    """Return the figures of one side: break points that break it, those lost and left, losses by group."""
    army = state.sides[side]
    # Lost points may exceed the limit when several stands fall at once.
    left = max(0, army.break_at - state.lost[side])
    lost = {loss.stand: loss for loss in losses(state, side)}
    return {
        "total": army.break_at,
        "lost": state.lost[side],
        "left": left,
        "percentage": _percent(Fraction(left, max(1, army.break_at))),
        "break_points": army.break_points,
        "share": _percent(share(state, side)),
        "groups": [_group_score(state, group, lost) for group in state.groups.values() if group.side == side],
    }


def _group_score(state: State, group: Group, lost: dict[str, Loss]) -> dict[str, Any]:
    stands = [state.stands[id_] for id_ in group.stands]
    lines = [lost[stand.id].to_json() for stand in stands if stand.id in lost]
    general = state.generals[group.leader]
    notes = [] if general.alive and not general.replacement else [words.general_lost(general.name)]
    notes += [words.pursued_off(stand.name) for stand in stands if stand.status == "pursued"]
    return {
        "id": group.id,
        "name": group.name,
        "total": sum(stand.profile.break_points * stand.ranks_brought for stand in stands),
        "lost": sum(line["value"] for line in lines),
        "notes": notes,
        "lines": lines,
    }


def _percent(part: Fraction) -> float:
    return round(float(100 * part), 1)
