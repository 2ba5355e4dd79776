"""The answers about two fighters: what they hold, as a JSON schema, on a page and as text.

A system declares what its figures are called in one `DuelAnswers`, and makes its answers by it,
so that answer, schema, page and text cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.contract.oddsanswers import Answer, DuelTest, Share, Strike, Suffering, bar, chart
from rulesets.contract.oddsschema import NUMBER, TEXT, WHOLE, Schema, list_of, table
from rulesets.engine.chance import Distribution, Pass
from rulesets.engine.dice import Modifier
from rulesets.engine.wording import capfirst, counted, lowfirst

DIGITS = 9

Json = dict[str, Any]
_SIDES = ("attacker", "target")
_WINS = ("attacker_wins", "draw", "target_wins")


@dataclass(frozen=True)
class DuelAnswers:
    """How a system's answers about two fighters are made and shown.

    `strength`: the key of what dice start from, `measure`: its name; `support_rule`: by which others add
    dice. `facts`: keys of whole numbers about a side that is hit; `losses`: what it loses; `chances`: what
    may become of it, by key in words; `brief`: those of them that stand above the answer to a shot.
    `unlikely`: chances that are shown only if they are more than 0. `by_losing`: what befalls a loser beside,
    as the end of its key, its words and its rule; `both`: a melee may have two losers. `volleys`: an attacker
    fires several. `seen`: the least probability that a column at the end of a drawing shows.
    """

    strength: str
    measure: str
    support_rule: str
    test: DuelTest
    facts: Sequence[str]
    losses: str
    chances: Mapping[str, str]
    brief: Mapping[str, str]
    unlikely: Sequence[str] = ()
    by_losing: tuple[str, str, str] | None = None
    both: bool = False
    volleys: bool = False
    seen: float = 0.0

    # ------------------------------------------------------------------------ what an answer is made of

    def dice(self, base: int, modifiers: Iterable[Modifier], count: int, passes: Iterable[Pass] = ()) -> Json:
        """Return the dice of a fighter and where they come from."""
        found = {
            self.strength: base,
            "dice": count,
            "dice_modifiers": [modifier.to_json() for modifier in modifiers],
        }
        return found | ({"rerolls": [each.rule for each in passes]} if self.test.rerolls else {})

    def suffering(
        self,
        facts: Sequence[int],
        modifiers: Iterable[Modifier],
        numbers: Iterable[int],
        made: Distribution,
        lost: Callable[[Any], int],
        chances: Mapping[str, Any],
        passes: Iterable[Pass] = (),
    ) -> Json:
        """Return what dice do to a side: its figures, what changes its test, its `numbers` for one hit, two
        hits ..., how many it has `lost` by each outcome.
        """
        test = self.test
        found: Json = dict(zip(self.facts, facts, strict=True))
        found[test.modifiers] = [modifier.to_json() for modifier in modifiers]
        if test.rerolls:
            found[test.rerolls] = [each.rule for each in passes]
        found[test.numbers] = [
            {"hits": hits, test.number_key: number} for hits, number in enumerate(numbers, 1)
        ]
        rounded = {name: round(float(chance), DIGITS) for name, chance in chances.items()}
        return found | probabilities("losses", made, lost) | rounded

    @property
    def schema(self) -> Schema:
        """The JSON schema of the answers."""
        modifiers = list_of(table({"rule": TEXT, "value": WHOLE, "why": TEXT}))
        dice = {self.strength: WHOLE, "dice": WHOLE, "dice_modifiers": modifiers}
        dice |= {"rerolls": list_of(TEXT)} if self.test.rerolls else {}
        hits, losses = (
            {each: list_of(table({each: WHOLE, "probability": NUMBER})), f"expected_{each}": NUMBER}
            for each in ("hits", "losses")
        )
        numbers = list_of(table({"hits": WHOLE, self.test.number_key: WHOLE}))
        test = {self.test.modifiers: modifiers, self.test.numbers: numbers}
        test |= {self.test.rerolls: list_of(TEXT)} if self.test.rerolls else {}
        parts: dict[str, Schema] = {
            **({"volleys": list_of(table({**dice, **hits}))} if self.volleys else {}),
            **dice, **hits, "support": list_of(table({"name": TEXT, **dice})),
            **dict.fromkeys(self.facts, WHOLE), **test, **losses, **dict.fromkeys(self.chances, NUMBER),
        }  # fmt: skip
        about = "Its dice and hits if it strikes, its losses and chances if it suffers; in a melee both."
        side = table({"name": TEXT, **parts}, tuple(parts), description=about)
        result = [*_WINS, *["both_rout"] * self.both]
        result += [f"{each}_{self.by_losing[0]}" for each in _SIDES] if self.by_losing else []
        return table(
            {
                "kind": TEXT, "weapon": TEXT, **dict.fromkeys(_SIDES, side),
                "result": table(dict.fromkeys(result, NUMBER)),
            },
            ("weapon", "result"),
            description="The exact odds. `weapon` is there for a shot, `result` for a melee.",
        )  # fmt: skip

    # ------------------------------------------------------------------------ on a page

    def shown(self, answer: Mapping[str, Any]) -> Answer:
        """Return the answer, ready to be drawn."""
        attacker, target = answer["attacker"], answer["target"]
        if answer["kind"] == "melee":
            result = answer["result"]
            wins = zip(("Wins", "Draw", "Loses"), _WINS, strict=True)
            return Answer(
                f"{attacker['name']} against {target['name']}",
                tuple((words, f"{result[key]:.0%}") for words, key in wins),
                (self._strike(attacker, "a"), self._strike(target, "b")),
                (self._suffering(target, "b"), self._suffering(attacker, "a")),
                tuple(_shares(result, attacker["name"], target["name"])),
                tuple(self._added(answer)),
            )
        strikes = tuple(
            self._strike(
                {**volley, "name": f"{attacker['name']}{', second rank' * bool(rank)}"}, "a", does="fires"
            )
            for rank, volley in enumerate(attacker.get("volleys", [attacker]))
        )
        suffering = self._suffering(target, "b")
        brief = (
            ("Hits", f"{sum(strike.hits.expected for strike in strikes):.2f}"),
            (capfirst(self.losses), f"{suffering.losses.expected:.2f}"),
            *((words, f"{target[name]:.0%}") for name, words in self.brief.items()),
        )
        how = answer.get("weapon", "point-blank pistols")
        return Answer(f"{attacker['name']} at {target['name']}: {how}", brief, strikes, (suffering,))

    def _strike(self, side: Mapping[str, Any], key: str, does: str = "strikes") -> Strike:
        shares = [(row["hits"], row["probability"]) for row in side["hits"]]
        last = max(index for index, (_, share) in enumerate(shares) if share >= self.seen)
        return Strike(
            name=side["name"],
            does=does,
            side=key,
            measure=self.measure,
            base=side[self.strength],
            changes=side["dice_modifiers"],
            dice=side["dice"],
            rerolls=side.get("rerolls", ()),
            hits=chart("Hits", shares[: last + 1], side["expected_hits"]),
            support=[(each["name"], each["dice"], self.support_rule) for each in side.get("support", ())],
        )

    def _suffering(self, side: Mapping[str, Any], key: str) -> Suffering:
        losses = [(row["losses"], row["probability"]) for row in side["losses"]]
        return Suffering(
            name=side["name"],
            side=key,
            test=self.test,
            sum=self.test.sum.format_map(side),
            numbers=[(row["hits"], row[self.test.number_key]) for row in side[self.test.numbers]],
            changes=side[self.test.modifiers],
            rerolls=side.get(self.test.rerolls, ()),
            losses=chart(capfirst(self.losses), losses, side["expected_losses"]),
            chances=[
                (words, side[name])
                for name, words in self.chances.items()
                if name in side and (side[name] or name not in self.unlikely)
            ],
        )

    def _added(self, answer: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
        """Yield what befalls who loses, with its rule and probability."""
        if self.by_losing is None:
            return
        key, words, rule = self.by_losing
        for side in _SIDES:
            if chance := answer["result"][f"{side}_{key}"]:
                yield f"{answer[side]['name']} {words}", rule, chance

    # ------------------------------------------------------------------------ as text

    def lines(self, answer: Mapping[str, Any]) -> Iterator[str]:
        """Yield the answer in lines of text."""
        attacker, target = answer["attacker"], answer["target"]
        if answer["kind"] == "melee":
            for own, foe in ((attacker, target), (target, attacker)):
                yield from self._strike_lines(own["name"], own)
                yield from self._suffering_lines(foe)
            result = answer["result"]
            both = f", both rout {result['both_rout']:.1%}" if self.both else ""
            yield (
                f"{attacker['name']} wins {result['attacker_wins']:.1%}, draw {result['draw']:.1%}, "
                f"{target['name']} wins {result['target_wins']:.1%}{both}"
            )
            yield from (f"{words} ({rule}): {chance:.1%}" for words, rule, chance in self._added(answer))
            return
        how = f", {answer['weapon']}" if "weapon" in answer else ""
        yield f"{attacker['name']} at {target['name']}{how}"
        for rank, volley in enumerate(attacker.get("volleys", [attacker])):
            yield from self._strike_lines("second rank" if rank else attacker["name"], volley)
        yield from self._suffering_lines(target)

    def _strike_lines(self, name: str, side: Mapping[str, Any]) -> Iterator[str]:
        parts = [f"{item['why']} {item['value']:+d} ({item['rule']})" for item in side["dice_modifiers"]]
        made = ", ".join([str(side[self.strength]), *parts])
        yield f"{name}: {counted(side['dice'], 'die', 'dice')} = {made}"
        if side.get("rerolls"):
            yield f"  re-rolls: {', '.join(side['rerolls'])}"
        for each in side.get("support", ()):
            yield f"  support of {each['name']}: {counted(each['dice'], 'die', 'dice')} ({self.support_rule})"
        yield f"  hits {_listed('hits', side)}"

    def _suffering_lines(self, side: Mapping[str, Any]) -> Iterator[str]:
        rows = side[self.test.numbers]
        needed = ", ".join(f"{row[self.test.number_key]} at {row['hits']}" for row in rows)
        yield f"{side['name']}: {lowfirst(self.test.number)} by hits: {needed}"
        for item in side[self.test.modifiers]:
            yield f"  {item['why']} {item['value']:+d} ({item['rule']})"
        yield f"  {self.losses} {_listed('losses', side)}"
        chances = [name for name in side if name in self.chances]
        yield "  " + ", ".join(f"{name.replace('_', ' ')} {side[name]:.1%}" for name in chances)


def probabilities(name: str, made: Distribution, of: Callable[[Any], int] = lambda outcome: outcome) -> Json:
    """Return a distribution of a number called `name`, and its mean: `hits` and `expected_hits`."""
    rows = [{name: number, "probability": round(share, DIGITS)} for number, share in made.shares(of)]
    return {name: rows, f"expected_{name}": round(float(made.mean(of)), DIGITS)}


def _listed(name: str, side: Mapping[str, Any]) -> str:
    """Return outcomes in words: `0: 25.0%, 1: 75.0%; 0.75 expected`."""
    shares = ", ".join(f"{row[name]}: {row['probability']:.1%}" for row in side[name])
    return f"{shares}; {side[f'expected_{name}']:.2f} expected"


def _shares(result: Mapping[str, float], attacker: str, target: str) -> Iterator[Share]:
    """Yield the parts of the bar that says who wins."""
    both = [("Both rout", "both", result["both_rout"])] if "both_rout" in result else []
    return bar(
        (
            (f"{attacker} wins", "attacker", result["attacker_wins"]),
            ("Draw", "draw", result["draw"]),
            *both,
            (f"{target} wins", "target", result["target_wins"]),
        )
    )
