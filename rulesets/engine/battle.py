"""The referee: plays a rule system's procedure, asks the players, keeps choices and log.

A battle is (setup, seed, choices): the same three always give the same events. Rule procedures change the
state only by
`battle.apply(event)` and roll only by `battle.roll(...)`; a player's way in is `choose`, the way out is
`view(side)`. Whatever is pending, players may end the battle: by `concede` or `agree_draw`, which are stored
among the choices like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from rulesets.engine.canonical import chained, digest
from rulesets.engine.collecting import uncollected
from rulesets.engine.decisions import Choice, Decision, Dice, Option, Refusal, Steps
from rulesets.engine.dice import DiceSource, Modifier, Roll, SeededDice, seed_hash
from rulesets.engine.events import Conceded, DrawAgreed, Entry, Event, Rolled
from rulesets.engine.records import record
from rulesets.engine.system import Result, System
from rulesets.engine.wording import battles as words

# Kinds of decisions that players make unasked; no rule procedure may yield a decision of these kinds.
CONCEDE = "concede"
AGREE_DRAW = "agree draw"
_UNASKED = (CONCEDE, AGREE_DRAW)

TYPED = "dice"
"""The kind of decision that asks a person for dice that they have rolled themselves."""

Kept: TypeAlias = tuple[int, str, Choice]
"""A choice as it was stored: the side, the kind of decision, the choice."""

Player = Callable[["Battle", Decision], Choice]


@record
class Made:
    """A choice that was made: by which side, at which kind of decision, what; `at`: the number of entries
    that the log had before it.
    """

    side: int
    decision: str
    choice: Choice
    at: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"side": self.side, "decision": self.decision, "choice": self.choice}


def seen(state: Any, side: int | None) -> dict[str, Any]:
    """Return what `side` may know of a state (None: an onlooker), as JSON: all if it has no secrets."""
    value: dict[str, Any] = state.view(side) if hasattr(state, "view") else state.to_json()
    return value


class Battle:
    """One battle of `system`, begun from `setup` (a checked setup document) and `seed`.

    `dice` replaces the seeded stream (tests). When the setup says `"dice": "typed"` each roll becomes
    a decision of the side that rolls. Attributes: `state` (the system's), `entries` (the log), `choices`,
    `pending` (the decision waited for, None at the end), `result` (None until the end), `foreseen`: the
    choice after the one that is being made, where it is known because the battle is played again. Rules may
    look first at what it needs; what they find must not depend on it. `comes_next` says more, but only while
    a battle is recalled. `looked`: what rules have found out since the last event, to be asked again by
    themselves; the next event empties it. `note`: what a player who is a program notes for its next choice;
    no rule reads it, and who finds nothing there must do without. It is not stored with the battle: who plays
    on by and by puts a battle away where there is none.
    """

    _next: tuple[str, int] | None = None
    note: Any = None

    def __init__(
        self, system: System, setup: Mapping[str, Any], seed: str, *, dice: DiceSource | None = None
    ) -> None:
        self.system = system
        self.setup = setup
        self.seed = seed
        self.typed = setup.get("dice") == "typed"
        self.dice: DiceSource = dice if dice is not None else SeededDice(seed)
        self.entries: list[Entry] = []
        self.choices: list[Made] = []
        self.pending: Decision | None = None
        self.result: Result | None = None
        self.foreseen: Mapping[str, Any] = {}
        self.looked: dict[tuple[str, ...], Any] = {}
        self.state: Any = system.core.begin(setup)
        self._chain = digest({"setup": setup, "seed_hash": seed_hash(seed)})
        self._steps = system.core.play(self)
        self._advance(None)

    # -- for rule procedures ------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Change the state by `event` and append it to the log, its hash chained to the last."""
        event.apply(self.state)
        self.looked.clear()
        self._chain = chained(self._chain, event.to_json())
        self.entries.append(Entry(len(self.entries) + 1, event, self._chain))

    def roll(
        self, purpose: str, *, side: int, count: int = 1, sides: int = 6, unit: str = "", rule: str = ""
    ) -> Steps[tuple[int, ...]]:
        """Dice from the battle's stream, or typed in by `side`. The caller logs them with `record`."""
        if not self.typed:
            return self.dice.roll(sides, count)
        option = Option({"do": "dice"}, words.roll_of(count, sides), rule, (Dice(count, sides),))
        choice = yield Decision(TYPED, side, words.roll_for(purpose, count, sides), rule, (option,), unit)
        return tuple(choice["dice"])

    def record(
        self, purpose: str, dice: Sequence[int], result: str, *, rule: str, side: int, unit: str = "",
        sides: int = 6, target: int | None = None, modifiers: Sequence[Modifier] = (),
        rerolls: Sequence[tuple[int, int, str]] = (),
    ) -> None:  # fmt: skip
        """Log a roll with everything that explains it."""
        roll = Roll(
            purpose=purpose, side=side, unit=unit, sides=sides, dice=tuple(dice), rerolls=tuple(rerolls),
            target=target, modifiers=tuple(modifiers), result=result, rule=rule,
        )  # fmt: skip
        self.apply(Rolled(rule, roll))

    def state_hash(self) -> str:
        """Return the SHA-256 over the canonical JSON of the state; systems log it at each turn's end."""
        return digest(self.state.to_json())

    def comes_next(self, kind: str, side: int) -> bool | None:
        """Return whether `side` was asked for a decision of that kind next; None if that is not known, as
        ever when a battle is not recalled: then the rules have to find out.
        """
        return None if self._next is None else self._next == (kind, side)

    # -- for players --------------------------------------------------------------------------

    def choose(self, choice: Mapping[str, Any], side: int | None = None) -> Choice:
        """Make the pending decision; returns the choice as stored. Raises Refusal and changes nothing if it
        may not be.

        `side` is who chooses; None trusts the caller.
        """
        decision = self.pending
        if decision is None:
            raise Refusal(words.BATTLE_OVER, code="over")
        if side is not None and side != decision.side:
            raise Refusal(words.not_your_decision(self.side_name(decision.side)), code="not-yours")
        read = decision.read(choice)
        self.choices.append(Made(decision.side, decision.kind, read, len(self.entries)))
        self._advance(read)
        return read

    def concede(self, side: int) -> None:
        """End the battle: `side` gives up and the other wins. Raises Refusal if it is over already."""
        how = words.conceded_by(self.side_name(side))
        self._end(CONCEDE, side, Conceded("", side), winner=1 - side, how=how)

    def agree_draw(self, by: int) -> None:
        """End the battle as a draw, `by` being who agreed last. Raises Refusal if it is over already."""
        self._end(AGREE_DRAW, by, DrawAgreed("", by), winner=None, how=words.AGREED_TO_DRAW)

    def repeat(
        self, decision: str, choice: Mapping[str, Any], side: int, *, then: Mapping[str, Any] | None = None
    ) -> None:
        """Make a choice again as it was stored: by `side`, at a decision of that kind; `then` is the
        one after it, if it is known.

        Raises Refusal and changes nothing if the battle does not ask for it now.
        """
        if decision in _UNASKED:
            if dict(choice) != {"do": decision}:
                raise Refusal(words.no_other_keys(decision), code="unknown")
            (self.concede if decision == CONCEDE else self.agree_draw)(side)
            return
        if self.pending is not None and self.pending.kind != decision:
            raise Refusal(words.another_decision(self.pending.kind, decision))
        self.foreseen = then if type(then) is dict else {}
        try:
            self.choose(choice, side)
        finally:
            self.foreseen = {}

    def recall(self, kept: Sequence[Kept]) -> None:
        """Make choices again that this very version of the rules has made and stored.

        They are believed: not looked for among what is offered, and where the rules ask whether anything is
        to be decided they are given what was decided next (`comes_next`). Only the last is made like any
        other, so that what is pending after it was looked for. Whoever recalls a battle compares its hash
        with the stored one: it stands for setup, dice and all that has happened. Where it differs, or
        anything is raised, the battle is to be thrown away and its choices are to be made again one by one
        (`repeat`).

        Raises Refusal where another decision is pending than was stored, and whatever rules raise that are
        given choices which they have not offered.
        """
        if not kept:
            return
        try:
            for (side, kind, choice), (then_side, then_kind, then) in pairwise(kept):
                pending = self.pending
                if pending is None or pending.kind != kind or pending.side != side:
                    raise Refusal(words.not_to_be_decided(kind, side), code="recall")
                self.foreseen = then
                self._next = None if then_kind in _UNASKED else (then_kind, then_side)
                self.choices.append(Made(side, kind, dict(choice), len(self.entries)))
                self._advance(choice)
        finally:
            self.foreseen, self._next = {}, None
        side, kind, choice = kept[-1]
        self.repeat(kind, choice, side)

    def play(self, players: Sequence[Player], *, after: Callable[[Battle], None] | None = None) -> Result:
        """Play on to the end, each side's decisions made by its player; `after` is called after each
        choice.
        """
        with uncollected():
            while self.pending is not None:
                self.choose(players[self.pending.side](self, self.pending))
                if after is not None:
                    after(self)
        if self.result is None:
            raise RuntimeError(words.NO_RESULT)
        return self.result

    def side_name(self, side: int) -> str:
        """Return the name of a side as the setup gives it."""
        return str(self.setup["sides"][side])

    @property
    def conceded_by(self) -> int | None:
        """The side that gave the battle up; None if it went on, or ended in any other way."""
        last = self.choices[-1] if self.choices else None
        return last.side if last is not None and last.decision == CONCEDE else None

    @property
    def hash(self) -> str:
        """The last link of the chain over setup, seed and events."""
        return self._chain

    def view(self, side: int | None) -> dict[str, Any]:
        """Return all that `side` may know (None: a spectator), as JSON values; the only way out of a battle.

        The seed is in it only when the battle is over; a decision only for the side that has to make it.
        """
        pending = self.pending
        return {
            "system": self.system.slug,
            "rules_version": self.system.rules_version,
            "sides": list(self.setup["sides"]),
            "seed_hash": seed_hash(self.seed),
            "seed": self.seed if pending is None else None,
            "hash": self._chain,
            "state": seen(self.state, side),
            "events": len(self.entries),
            "deciding": None if pending is None else pending.side,
            "decision": pending.to_json() if pending is not None and pending.side == side else None,
            "result": None if self.result is None else self.result.to_json(),
        }

    # -- inside -------------------------------------------------------------------------------

    def _end(self, kind: str, side: int, event: Event, *, winner: int | None, how: str) -> None:
        """End the battle for the players wherever its procedure is: the figures are those of this moment."""
        if self.pending is None:
            raise Refusal(words.BATTLE_OVER, code="over")
        self._steps.close()
        self.choices.append(Made(side, kind, {"do": kind}, len(self.entries)))
        self.apply(event)
        scores = self.system.core.scores(self.state)
        self.pending = None
        self.result = Result(winner, event.rule, how, getattr(self.state, "turn", 0), scores)

    def _advance(self, choice: Choice | None) -> None:
        try:
            self.pending = next(self._steps) if choice is None else self._steps.send(choice)
        except StopIteration as stop:
            self.pending = None
            self.result = stop.value
