"""A battle from deployment to the result, round by round; initiative (SN-1.4.a-b, SN-C-initiative)."""

from __future__ import annotations

from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.dice import Modifier
from rulesets.engine.system import Result
from rulesets.snaphance import generals, setup, victory
from rulesets.snaphance.activation import activate_group
from rulesets.snaphance.events.command import GroupDeclared, InitiativeRolled, RoundBegan
from rulesets.snaphance.state import Group, State
from rulesets.snaphance.wording import command as words
from rulesets.snaphance.wording import common

RULE = "SN-1.4.b"


def waiting(state: State, side: int) -> list[Group]:
    """Return the groups of a side still to be activated with a stand on the map or due (SN-1.4.a)."""
    return [
        group
        for group in state.groups.values()
        if group.side == side and not group.activated and _anybody(state, group)
    ]


def _anybody(state: State, group: Group) -> bool:
    return any(
        stand.on_field or (stand.status == "reserve" and 0 < stand.arrives <= state.turn)
        for stand in map(state.stands.__getitem__, group.stands)
    )


def initiative(battle: Battle) -> Steps[str]:
    """Decide which group is activated next; return its id (SN-1.4.b).

    Both sides declare a group, then throw 2D6 each until one has more. A side that alone has groups left
    activates them without dice.
    """
    state: State = battle.state
    sides = [side for side in (0, 1) if waiting(state, side)]
    named = []
    for side in sides:
        # Both declare before either is announced: neither must know the other's choice.
        named.append((yield from _declare(state, side, alone=len(sides) == 1)))
    if len(named) == 1:
        group = named[0]
        battle.apply(InitiativeRolled("SN-C-initiative", group.side, group.id, ()))
        return group.id
    for group in named:
        battle.apply(GroupDeclared(RULE, group.side, group.id))
    while True:
        totals = []
        for group in named:
            totals.append((yield from _throw(battle, group)))
        if totals[0] != totals[1]:
            break
    winner = named[0] if totals[0] > totals[1] else named[1]
    battle.apply(InitiativeRolled(RULE, winner.side, winner.id, tuple(totals)))
    return winner.id


def _declare(state: State, side: int, *, alone: bool) -> Steps[Group]:
    """Ask a side for one of its groups, in secret while the other declares too (SN-1.4.b)."""
    groups = waiting(state, side)
    if len(groups) == 1:
        return groups[0]
    options = tuple(
        Option(
            {"do": "declare", "command": group.id},
            group.name if alone else words.group_with_modifier(group.name, _modifier(state, group).value),
            RULE,
        )
        for group in groups
    )
    text = words.ACTIVATE_WHICH if alone else words.DECLARE_WHICH
    choice = yield Decision("declare", side, text, RULE, options, secret=not alone)
    return state.groups[choice["command"]]


def _throw(battle: Battle, group: Group) -> Steps[int]:
    """Throw 2D6 with the modifier of the group's General (SN-1.4.b)."""
    purpose = words.initiative_of(group.name)
    dice = yield from battle.roll(purpose, side=group.side, count=2, rule=RULE)
    modifier = _modifier(battle.state, group)
    score = sum(dice) + modifier.value
    battle.record(
        purpose, dice, words.initiative_thrown(dice, modifier.value, score), rule=RULE, side=group.side,
        modifiers=[modifier],
    )  # fmt: skip
    return score


def _modifier(state: State, group: Group) -> Modifier:
    """Return what the General of a group adds to its throw (SN-1.4.b, SN-3.2.d).

    A group that waits for a replacement throws as it will with the replacement.
    """
    general = state.generals[group.leader]
    if general.alive:
        return Modifier(RULE, general.initiative, general.name)
    return Modifier("SN-3.2.d", state.sheet.generals["replacement"].initiative, common.WITHOUT_GENERAL)


def play(battle: Battle) -> Steps[Result]:
    """Play the whole battle: deployment (SN-C-setup), then rounds until it is decided (SN-14.0.b) or over."""
    yield from setup.prepare(battle)
    state: State = battle.state
    while True:
        battle.apply(RoundBegan("SN-1.4.a", state.turn + 1))
        yield from generals.replace_fallen(battle)
        # Decided at once: a battle does not go on for the rest of the round.
        # SN-1.0.c: until every group of both sides has been activated once
        while (waiting(state, 0) or waiting(state, 1)) and not victory.decided(state):
            group = yield from initiative(battle)
            yield from activate_group(battle, group)
        if victory.decided(battle.state):
            return victory.result(battle)
        result = victory.end_of_round(battle)
        if result is not None:
            return result
