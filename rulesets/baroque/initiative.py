"""Initiative: which Command is activated next, and what a double does (BQ-4.1.1.a-c, f; BQ-2.7; BQ-8.1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from rulesets.baroque import morale, tables
from rulesets.baroque.events.command import AgitationSpread, CommandDone, InitiativeRolled, LevelChanged
from rulesets.baroque.state import Command, Leader, State, enemy
from rulesets.baroque.tabletypes import LeaderLevel
from rulesets.baroque.traits import traits
from rulesets.baroque.wording import command as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Decision, Option, Steps
from rulesets.engine.dice import Modifier

_REROLLS: dict[str, tuple[tuple[str, tuple[int, ...]], ...]] = {
    "none": (),  # BQ-2.7.3
    "both dice together": (("both", (0, 1)),),
    "one or both dice": (("both", (0, 1)), ("first", (0,)), ("second", (1,))),
}


@dataclass(slots=True)
class Bid:
    """A side's roll for the Command it has named: `dice` are the final ones after a re-roll."""

    side: int
    command: Command
    leader: Leader | None
    dice: tuple[int, int]

    @property
    def level(self) -> LeaderLevel | None:
        return None if self.leader is None else tables.leader_level(self.leader.level)

    @property
    def bonus(self) -> int:
        """Return the leadership bonus, 0 if the leader is lost (BQ-4.1.1.b)."""
        return self.level.leadership_bonus if self.level else 0

    @property
    def total(self) -> int:
        return sum(self.dice) + self.bonus

    @property
    def double(self) -> int:
        """Return the number that both dice show, 0 for none."""
        return self.dice[0] if self.dice[0] == self.dice[1] else 0

    @property
    def barred(self) -> bool:
        """Return whether a double of an Incompetent Leader bars the command this turn (BQ-2.7.4.a)."""
        return bool(self.double and self.level and self.level.blocked_on_double)

    def modifiers(self) -> list[Modifier]:
        level = self.level
        if level is None:
            return []
        return [Modifier(level.rule, level.leadership_bonus, words.leader_bonus(level.level))]

    def describe(self) -> str:
        return words.bid(self.dice[0], self.dice[1], self.bonus, self.total)


def waiting(state: State, side: int) -> list[Command]:
    """Return the Commands of a side on the table that have not been activated this turn (BQ-4.1.1.a)."""
    return [
        command
        for command in state.commands.values()
        if command.side == side
        and not command.activated
        and any(state.units[name].on_field for name in command.units)
    ]


def initiative(battle: Battle) -> Steps[str]:
    """Decide the initiative once: the command activated, "" if it lost its turn (BQ-4.1.1)."""
    state: State = battle.state
    sides = [side for side in (0, 1) if waiting(state, side)]
    named = []
    for side in sides:
        named.append((yield from _name(battle, side, secret=len(sides) == 2)))
    if len(named) == 1:
        return (yield from _alone(battle, named[0]))
    # A full tie is rolled again, but not after a double of an Incompetent Leader: that command is out, tie or
    # not.
    while True:
        bids = yield from _roll(battle, named)
        winner = _winner(state, bids)
        if winner is not None or any(bid.barred for bid in bids):
            break
    for bid in bids:
        _lose_activation(battle, bid)
    if winner is None or winner.barred:
        return ""
    return (yield from _activated(battle, bids, winner))


def _alone(battle: Battle, command: Command) -> Steps[str]:
    """Roll for a side that alone has Commands left, because of doubles (BQ-4.1.1.f)."""
    bids = yield from _roll(battle, [command])
    if bids[0].barred:
        _lose_activation(battle, bids[0])
        return ""
    totals = (bids[0].total, -1) if command.side == 0 else (-1, bids[0].total)
    battle.apply(InitiativeRolled("BQ-4.1.1.f", command.side, command.id, totals))
    return command.id


def _activated(battle: Battle, bids: Sequence[Bid], winner: Bid) -> Steps[str]:
    """Ask a Charismatic Leader who has won the initiative whether to hand it over (BQ-2.7.1)."""
    other = bids[enemy(winner.side)]
    rule = "BQ-4.1.1.b"
    if winner.level is not None and winner.level.may_pass_initiative and not other.barred:
        options = (
            Option({"do": "keep"}, words.activate(winner.command.name), rule),
            Option({"do": "hand-over"}, words.let_enemy_activate(other.command.name), "BQ-2.7.1"),
        )
        text = words.KEEP_OR_HAND_OVER
        choice = yield Decision("hand over", winner.side, text, "BQ-2.7.1", options, winner.command.id)
        if choice["do"] == "hand-over":
            winner, rule = other, "BQ-2.7.1"
    battle.apply(InitiativeRolled(rule, winner.side, winner.command.id, (bids[0].total, bids[1].total)))
    return winner.command.id


def _name(battle: Battle, side: int, *, secret: bool) -> Steps[Command]:
    """Ask a side for one of its Commands; it does not know what the other names (BQ-4.1.1.a)."""
    commands = waiting(battle.state, side)
    if len(commands) == 1:
        return commands[0]
    options = tuple(
        Option({"do": "name", "command": command.id}, command.name, "BQ-4.1.1.a") for command in commands
    )
    text = words.WHICH_COMMAND if secret else words.WHICH_COMMAND_NEXT
    choice = yield Decision("initiative", side, text, "BQ-4.1.1.a", options, secret=secret)
    named: Command = battle.state.commands[choice["command"]]
    return named


# ---------------------------------------------------------------------------- the roll


def _roll(battle: Battle, named: Sequence[Command]) -> Steps[list[Bid]]:
    """Roll 2d6 for everybody, ask for re-rolls, let doubles take effect (BQ-4.1.1.b)."""
    state: State = battle.state
    bids = []
    for command in named:
        purpose = words.initiative_of(command.name)
        dice = yield from battle.roll(purpose, side=command.side, count=2, rule="BQ-4.1.1.b")
        leader = state.leaders[command.leader]
        bid = Bid(command.side, command, leader if leader.alive else None, (dice[0], dice[1]))
        bids.append(bid)
        battle.record(
            purpose, dice, bid.describe(), rule="BQ-4.1.1.b", side=bid.side, modifiers=bid.modifiers()
        )
    for bid in _declaring(state, bids):
        yield from _reroll(battle, bid, bids)
    for bid in bids:
        _double(battle, bid)
    return bids


def _declaring(state: State, bids: list[Bid]) -> list[Bid]:
    """Return the bids in the order of re-rolls: who is losing, else the First Player (BQ-4.1.1.b)."""
    if len(bids) < 2:
        return bids
    winner = _winner(state, bids)
    first = max(state.first, 0) if winner is None else enemy(winner.side)
    return [bids[first], bids[enemy(first)]]


def _reroll(battle: Battle, bid: Bid, bids: Sequence[Bid]) -> Steps[None]:
    """Offer to re-roll: both dice to an Expert, one or both to a Charismatic Leader, once (BQ-2.7.1,
    BQ-2.7.2).
    """
    choices = _REROLLS[bid.level.initiative_reroll] if bid.level else ()
    if not choices or bid.level is None:
        return
    rule = "BQ-2.7.1" if len(choices) > 1 else "BQ-2.7.2"
    options = [Option({"do": "keep"}, words.keep_roll(bid.describe()), rule)]
    for which, indices in choices:
        shown = " and ".join(str(bid.dice[index]) for index in indices)
        label = partial(_reroll_words, battle.state, bid, bids, indices, shown)
        options.append(Option({"do": "re-roll", "dice": which}, label, rule))
    text = words.asks_reroll(bid.command.name, bid.describe(), _against(battle.state, bid, bids))
    choice = yield Decision("re-roll", bid.side, text, rule, tuple(options), bid.command.id)
    if choice["do"] == "keep":
        return
    indices = dict(choices)[choice["dice"]]
    purpose = words.initiative_again(bid.command.name)
    dice = yield from battle.roll(purpose, side=bid.side, count=len(indices), rule=rule)
    before, final = bid.dice, list(bid.dice)
    for index, die in zip(indices, dice, strict=True):
        final[index] = die
    bid.dice = (final[0], final[1])
    battle.record(
        purpose, before, bid.describe(), rule=rule, side=bid.side, modifiers=bid.modifiers(),
        rerolls=[(index, die, rule) for index, die in zip(indices, dice, strict=True)],
    )  # fmt: skip


def _reroll_words(state: State, bid: Bid, bids: Sequence[Bid], indices: Sequence[int], shown: str) -> str:
    """Return the words of a re-roll, with the chance to have the initiative after it."""
    if len(bids) < 2:
        return words.re_roll(shown)
    made = [list(bid.dice) for _ in range(6 ** len(indices))]
    for dice, faces in zip(made, product(range(1, 7), repeat=len(indices)), strict=True):
        for index, face in zip(indices, faces, strict=True):
            dice[index] = face
    after = [replace(bid, dice=(first, second)) for first, second in made]
    won = sum(_leads(state, each, bids) for each in after)
    return words.re_roll_chance(shown, won / len(after))


def _against(state: State, bid: Bid, bids: Sequence[Bid]) -> str:
    """Return how a bid stands against the enemy's: what hangs on a re-roll."""
    others = [each for each in bids if each.side != bid.side]
    if not others:
        return ""
    return words.against(others[0].total, _leads(state, bid, bids))


def _leads(state: State, bid: Bid, bids: Sequence[Bid]) -> bool:
    """Whether a bid would win against the other one as it is now."""
    winner = _winner(state, [bid if each.side == bid.side else each for each in bids])
    return winner is not None and winner.side == bid.side


def _winner(state: State, bids: Sequence[Bid]) -> Bid | None:
    """Return the higher total, the better Command Structure, or None (BQ-4.1.1.b, BQ-4.1.1.c, BQ-2.6.2.d)."""
    first, second = bids
    ranks = [tables.command_structure(state.sides[bid.side].structure).tie_break_rank for bid in bids]
    mine, theirs = (first.total, ranks[0]), (second.total, ranks[1])
    if mine == theirs:
        return None
    return first if mine > theirs else second


# ---------------------------------------------------------------------------- doubles


def _double(battle: Battle, bid: Bid) -> None:
    """Carry out a double of the final dice: the Leader's level first, then agitators."""
    if not bid.double:
        return
    if bid.leader is not None:
        _change_level(battle, bid.leader, bid.double)
    _agitate(battle, bid.command, bid.double)


def changed_level(leader: Leader, double: int) -> str | None:
    """Return the level after a double (BQ-2.7.5): None if untouched, the same if it is fixed now."""
    level = tables.leader_level(leader.level)
    if leader.settled or double not in (1, 6):
        return None
    if double == 1:
        return tables.leader_level_by_rank(level.rank - 1).level if level.rank else None
    if level.cinc_only:
        return level.level  # BQ-2.7.5.c: stays Charismatic
    higher = tables.leader_level_by_rank(level.rank + 1)
    if higher.cinc_only and not leader.commander_in_chief:
        return level.level  # BQ-2.7.5.c: a subordinate stays Expert
    return higher.level


def _change_level(battle: Battle, leader: Leader, double: int) -> None:
    level = changed_level(leader, double)
    if level is None:
        return
    rule = "BQ-2.7.5.c" if level == leader.level else "BQ-2.7.5.a"
    if double == 1 and tables.leader_level(level).blocked_on_double:
        rule = "BQ-2.7.5.b"
    battle.apply(LevelChanged(rule, leader.id, level))


def _agitate(battle: Battle, command: Command, double: int) -> None:
    """Stir up those who have agitators when the initiative dice show a double (BQ-8.1.9.a)."""
    row = tables.agitators(double)
    for name in command.units:
        unit = battle.state.units[name]
        if not unit.on_field or not traits(unit.profile).agitators:
            continue
        unruly = not row.discipline_modifier
        battle.apply(
            AgitationSpread(
                row.rule, unit.id, double, row.discipline_modifier, row.cohesion_modifier,
                cannot_rally=unruly and unit.disordered,
            )
        )  # fmt: skip
        if unruly:
            morale.disorder(battle, unit, words.STIRRED_UP, row.rule)


def _lose_activation(battle: Battle, bid: Bid) -> None:
    """Let an Incompetent Leader's command only react after a double (BQ-2.7.4.a, BQ-2.7.4.b, BQ-2.7.5.b)."""
    if bid.barred:
        battle.apply(CommandDone("BQ-2.7.4.a", bid.command.id, words.lost_to_double(bid.double)))
