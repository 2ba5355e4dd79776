"""Battles of any rule system by players of chance, who look at every option that they are offered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest

from rulesets.contract.system import RuleSystem
from rulesets.engine.battle import Battle
from rulesets.engine.canonical import canonical_json
from rulesets.engine.decisions import Choice, Decision, Dice, Number, Option, Refusal
from rulesets.engine.document import begin
from rulesets.engine.lists import ArmyList
from rulesets.site.rulebook import completions, rules

LOOKED_AT = 40
"""So many options of a decision are looked at; some menus hold hundreds of places."""
WALKED = 400
"""So many choices are made by chance before the tacticians play on to the end."""


def setup(system: RuleSystem, armies: tuple[ArmyList, ArmyList], **more: Any) -> dict[str, Any]:
    """A set-up of two lists, named Red and Blue."""
    lists = [army.to_json() for army in armies]
    return {"system": system.slug, "lists": lists, "sides": ["Red", "Blue"], "max_turns": 3, **more}


class Walker:
    """Plays a battle by chance, checks what it is offered, and prefers what it has chosen least often."""

    def __init__(self, system: RuleSystem, document: Mapping[str, Any], seed: str = "1") -> None:
        self.rng = Random(seed)
        self.system = system
        self.battle = begin(system, document, seed)
        self.kinds: Counter[str] = Counter()
        self.done: Counter[tuple[str, str]] = Counter()

    def walk(self, choices: int = WALKED) -> Battle:
        """So many choices by chance, then the tactician's to the end."""
        while (decision := self.battle.pending) is not None and self.battle.choices[choices:] == []:
            self.kinds[decision.kind] += 1
            self.look(decision)
            self.battle.choose(self.choice(decision), decision.side)
        if self.battle.pending is not None:
            self.battle.play([self.system.core.tactician] * 2)
        return self.battle

    def choice(self, decision: Decision) -> Choice:
        """One of the least chosen options, its numbers by chance; it is kept as it was read."""
        options = list(islice(decision.options, LOOKED_AT))
        self.rng.shuffle(options)
        for option in sorted(options, key=lambda each: self.done[decision.kind, str(each.key.get("do"))]):
            for _ in range(4):
                choice = self.filled(option)
                try:
                    read = decision.read(choice)
                except Refusal:
                    if option.params or option.check is not None:
                        continue  # numbers that do not go together
                    raise
                assert decision.read(read) == read
                self.done[decision.kind, str(option.key.get("do"))] += 1
                return choice
        return self.system.core.tactician(self.battle, decision)

    def filled(self, option: Option) -> Choice:
        """The option with numbers between their limits."""
        choice: Choice = dict(option.key)
        for param in option.params:
            if isinstance(param, Dice):
                choice[param.name] = [self.rng.randint(1, param.sides) for _ in range(param.count)]
            elif isinstance(param, Number):
                value = self.rng.uniform(param.low, param.high)
                choice[param.name] = round(value) if param.whole else round(value, 3)
        return choice

    def look(self, decision: Decision) -> None:
        """What is offered has words, rules that exist and keys of its own; what is not is refused."""
        battle, options = self.battle, list(islice(decision.options, LOOKED_AT))
        assert decision.text
        assert options
        assert len({canonical_json(each.key) for each in options}) == len(options)
        for option in options:
            assert option.label
            assert not option.rule or known(self.system.slug, option.rule), option.rule
        for wrong in ({}, {"do": "dance"}, {**options[0].key, "hat": 1}):
            with pytest.raises(Refusal):
                battle.choose(wrong)
        with pytest.raises(Refusal):
            battle.choose(dict(options[0].key), 1 - decision.side)
        assert battle.pending is decision
        if self.kinds[decision.kind] < 4:
            self.look_closely(decision)

    def look_closely(self, decision: Decision) -> None:
        """Views, advice, the board's unit in hand and declined reactions, the first times of a kind."""
        battle, side = self.battle, decision.side
        before = battle.state_hash()
        views = [battle.view(each) for each in (0, 1, None)]
        assert [view["decision"] is not None for view in views] == [side == 0, side == 1, False]
        assert all(view["seed"] is None for view in views)
        json.dumps(views, allow_nan=False)
        decision.read(self.system.core.advise(battle, decision).choice)
        if self.system.board is not None:
            decline = self.system.board.reactions.get(decision.kind)
            assert decline is None or decision.offers(**decline)
            self.take_in_hand(decision)
        assert battle.state_hash() == before

    def take_in_hand(self, decision: Decision) -> None:
        """A unit of each side on the board: its keys are offered, and to its own side alone."""
        board, battle = self.system.board, self.battle
        assert board is not None
        with pytest.raises(LookupError):
            board.inspect(battle, "nobody")
        for side in (0, 1):
            units = [each for each in battle.view(side)["state"]["units"] if each["side"] == side]
            there = [each["id"] for each in units if each["base"]]
            for unit in [decision.subject] if decision.subject in there else there[:1]:
                hand = board.inspect(battle, unit)
                assert (hand.unit, hand.side, bool(hand.name)) == (unit, side, True)
                json.dumps(hand.to_json(), allow_nan=False)
                open_ways = [move for move in hand.moves if not move.barred]
                parts = (*hand.actions, *open_ways, *hand.targets)
                keys = [each.key for each in parts if each.key is not None]
                assert not keys or side == decision.side
                assert all(any(option.matches(key) for option in decision.options) for key in keys)
                others = hand.for_others()
                assert not others.moves
                assert all(each.key is None for each in (*others.actions, *others.targets))


def known(slug: str, rule: str) -> bool:
    """Whether the system's catalogue has a rule, the beginning of one, or what fills its gaps."""
    every = rules(slug)
    return rule in every or rule in completions(slug) or any(each.startswith(f"{rule}.") for each in every)
