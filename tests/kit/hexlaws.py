"""Laws that hold at every moment of a Snaphance battle, whoever plays it: AssertionError if one is broken.

What no rule system may break (options, refusals, views, the log) stands in laws.py.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from rulesets.engine.battle import Battle
from rulesets.snaphance import ground, hexes, movement, zones
from rulesets.snaphance.events.charge import FacedAttacker
from rulesets.snaphance.events.command import Recovered, TurnedOnOpportunity
from rulesets.snaphance.events.fire import Disordered, LostSP
from rulesets.snaphance.events.movement import MoveBegan, Moved, MoveEnded, Stepped
from rulesets.snaphance.state import Stand, State

AT_REST = frozenset({"declare", "group"})
"""Decisions between the turns of stands: nobody is in the middle of a move, retreat or pursuit."""


def check_field(battle: Battle, before: dict[str, int]) -> None:
    """Stands are on the map, one in a hex, and where the map says that they are; losses only grow (`before`:
    the SP that each had at last).
    """
    state: State = battle.state
    found: dict[hexes.Hex, list[str]] = {}
    for stand in state.stands.values():
        assert (stand.hex is not None) == (stand.status == "field"), stand.id
        assert sum(stand.ranks) <= before.get(stand.id, 99), f"{stand.id} got SP back"
        before[stand.id] = sum(stand.ranks)
        if stand.hex is not None:
            _check_stand(state, stand)
            found.setdefault(stand.hex, []).append(stand.id)
    assert {place: sorted(ids) for place, ids in state.occupied.items()} == {
        place: sorted(ids) for place, ids in found.items()
    }
    at_rest = battle.pending is not None and battle.pending.kind in AT_REST
    for place, ids in found.items():
        assert len(ids) == 1 or not at_rest, (hexes.label(place), ids)
        if len({state.stands[id_].side for id_ in ids}) > 1:  # SN-12.1.a: the one through whom one retreats
            assert "Sk" in [state.stands[id_].profile.code for id_ in ids], (hexes.label(place), ids)
    if at_rest:
        assert state.activation is None
    _check_generals(state)
    _check_melees(state, at_rest)
    _check_break_points(state)


def _check_stand(state: State, stand: Stand) -> None:
    """A stand on the map has SP in every rank, the losses in the last one; it may be where it is."""
    assert stand.place in state.map, stand.id
    assert 0 <= stand.facing <= 5, stand.id
    full = stand.profile.sp
    assert stand.ranks, stand.id
    assert all(sp == full for sp in stand.ranks[:-1]), (stand.id, stand.ranks)  # SN-8.4.b
    assert 0 < stand.ranks[-1] <= full, (stand.id, stand.ranks)
    assert len(stand.ranks) <= stand.profile.ranks
    assert not (stand.opportunity and stand.disordered), f"{stand.id} is on opportunity in disorder"
    cell = state.map.cell(stand.place)
    row = state.sheet.terrain[cell.terrain]
    assert cell.road or row.entry[stand.profile.kind.ground] != "no", (stand.id, row.key)


def _check_generals(state: State) -> None:
    """A General who lives is on the map with his group, attached to a stand of it in his hex if to any."""
    for general in state.generals.values():
        if general.hex is not None:
            assert general.hex in state.map, general.id
            other = state.enemy_at(general.hex, general.side)
            assert other is None, (general.id, other)
        if general.attached:
            stand = state.stands[general.attached]
            assert general.alive, general.id
            assert stand.on_field, general.id
            assert stand.group == general.group, general.id
            assert stand.hex == general.hex, general.id


def _check_melees(state: State, at_rest: bool) -> None:
    """SN-11.3.a: an ongoing melee is fought by two stands next to each other, one at least facing the other;
    who supports one of them has the enemy's in front (SN-10.6.a).
    """
    for melee in state.melees:
        first, second = (state.stands[id_] for id_ in melee.stands)
        assert (first.side, second.side) == (0, 1), melee
        assert first.on_field, melee
        assert second.on_field, melee
        if not at_rest:
            continue
        assert hexes.distance(first.place, second.place) == 1, melee
        assert first.faces(second.place) or second.faces(first.place), melee
        for id_ in melee.supporters:
            supporter = state.stands[id_]
            assert supporter.faces((second if supporter.side == 0 else first).place), (melee, id_)


def _check_break_points(state: State) -> None:
    """SN-14.0.a-b, SN-13.0.h: what is lost is what the ranks were worth that are gone, but not by pursuit."""
    for side in (0, 1):
        lost = 0
        for stand in state.stands.values():
            if stand.side == side and stand.status in ("field", "destroyed", "fled", "pursued"):
                gone = stand.status in ("destroyed", "fled")
                ranks = stand.profile.ranks if gone else stand.ranks_lost
                lost += ranks * stand.profile.break_points
        assert state.lost[side] == lost, (side, state.lost, lost)


def check_steps(battle: Battle) -> None:
    """What is offered of steps is a legal step: the ground may be entered, nobody else ends in the hex, no
    enemy comes to lie in front, no zone of control on a flank.
    """
    state: State = battle.state
    for step in movement.candidates(state):
        for id_, end in zip(step.units, step.hexes, strict=True):
            stand = state.stands[id_]
            assert end in state.map
            assert len(set(step.hexes)) == len(step.hexes)
            others = set(state.occupied.get(end, ())) - set(step.units)
            assert others <= {friend for friend, _ in step.displaced}, step
            if step.way and step.do != "pass":
                assert ground.enter_cost(state, stand, stand.place, end) is not None, step
            front = {
                enemy.id
                for place in hexes.front(end, step.facing)
                if (enemy := state.enemy_at(place, stand.side)) is not None
            }
            assert front <= set(step.enemies), step
            if step.way:
                assert not zones.exposed(state, stand, end, step.facing), step


def check_log(battle: Battle) -> None:
    """Nobody jumps, goes farther than he may, or loses SP that the log does not tell of."""
    _check_ways(battle)
    _check_moves(battle)
    lost: Counter[str] = Counter()
    for entry in battle.entries:
        if isinstance(entry.event, LostSP):
            lost[entry.event.unit] += entry.event.sp
    for stand in battle.state.stands.values():
        whole = stand.profile.sp * stand.profile.ranks
        assert lost[stand.id] == whole - sum(stand.ranks), stand.id


def _check_ways(battle: Battle) -> None:
    """Nobody jumps: whatever a stand does it goes from hex to hex, and turns only by its own moves."""
    known: dict[str, tuple[hexes.Hex, int]] = {}
    for entry in battle.entries:
        event = entry.event
        if isinstance(event, Moved):
            place = hexes.named(event.hex)
            if event.unit in known and event.how != "enter":
                before, facing = known[event.unit]
                assert hexes.distance(before, place) == 1, event
                assert event.facing == facing, event
            known[event.unit] = place, event.facing
        elif isinstance(event, FacedAttacker | TurnedOnOpportunity):
            known.pop(event.unit, None)
        elif isinstance(event, Stepped):
            for number, (id_, label) in enumerate(zip(event.units, event.hexes, strict=True)):
                place = hexes.named(label)
                if id_ in known:
                    before, facing = known[id_]
                    assert hexes.distance(before, place) <= len(event.way), event
                    assert event.turned or event.facing == facing or event.mode == "free", event
                    if number == 0:
                        way = [before, *map(hexes.named, event.way)]
                        assert all(hexes.distance(*pair) == 1 for pair in pairwise(way)), event
                        assert way[-1] == place, event
                known[id_] = place, event.facing


def _check_moves(battle: Battle) -> None:
    """Nobody goes farther or turns oftener in a single move than his kind may, nor in order if that is not
    his to do (SN-4.0.g, SN-4.1.a, SN-4.2.b, SN-4.3.a, SN-4.7, SN-4.8).
    """
    stands: dict[str, Stand] = battle.state.stands
    disordered: set[str] = set()
    entered = turned = most = 0
    kinds: set[str] = set()
    for entry in battle.entries:
        event = entry.event
        if isinstance(event, Disordered):
            disordered.add(event.unit)
        elif isinstance(event, Recovered):
            disordered -= set(event.units)
        elif isinstance(event, MoveBegan):
            entered, turned, most, kinds = 0, 0, event.mp, set()
            assert not (event.extra and disordered & set(event.units)), event  # SN-4.4.a
            assert not (event.extra and stands[event.units[0]].profile.code == "Art"), event
        elif isinstance(event, Stepped):
            profile = stands[event.units[0]].profile
            kind, shot = profile.kind, profile.code == "Sh"
            entered += len(event.way)
            turned += event.turned
            kinds |= {event.mode} if event.way else set()
            assert kinds <= ({"forward", "sideways"} if shot else kinds) or kinds == {"backward"}, event
            assert len(kinds) <= (2 if shot else 1), event
            reach = 2 * most if "backward" in kinds else most
            assert entered + (turned if not kind.free and turned < 3 else 0) <= reach, event
            if kind.mcs and "sideways" in kinds:
                assert entered <= 2, event
            if kind.mcs and "backward" in kinds:
                assert entered <= 4, event
            assert kind.free or turned <= 3, event
            assert kind.free or turned < 3 or event.mode == "rear", event
            assert event.left >= 0, event
        elif isinstance(event, MoveEnded) and not kinds <= {"forward", "free"}:
            for id_ in event.units:
                one = stands[id_]
                in_order = one.profile.code == "Sh" and not ("backward" in kinds and entered > most)
                assert in_order or id_ in disordered or not one.on_field, event
