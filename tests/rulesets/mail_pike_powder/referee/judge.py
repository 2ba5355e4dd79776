"""Break tests, combats, battalias and the end as the referee works them out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.rulesets.mail_pike_powder.referee import book
from tests.rulesets.mail_pike_powder.referee.field import Body, Json
from tests.rulesets.mail_pike_powder.referee.fire import COMBAT, FireReferee, combat_result, said

FOOT = ("infantry", "skirmishers")


@dataclass
class Round:
    """A combat that is over: by how much it was won, who has to test still, whose supports test."""

    difference: int
    loser: int
    waiting: dict[str, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)


class Judge(FireReferee):
    """Checks what a test means, and who has to test."""

    round: Round | None = None
    bonus = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.results: list[tuple[int, Counter[tuple[str, int]], int]] = []
        self.fought: list[str] = []

    def on_rolled(self, event: Json) -> None:
        super().on_rolled(event)
        roll = event["roll"]
        if roll["purpose"] == "Break test":
            self.test(event, roll)
        elif roll["purpose"] == COMBAT and roll["dice"]:
            self.close_round()
            self.fights(roll)
        elif roll["purpose"] == COMBAT:
            self.result(roll)
        elif roll["purpose"] == "in the combat result":
            self.bonus = (roll["dice"][0] + 1) // 2

    # -- break tests --------------------------------------------------------------------------

    def test(self, event: Json, roll: Json) -> None:
        """MPP-1.2, MPP-1.3."""
        body = self.field.bodies[roll["unit"]]
        first = not event["rule"].startswith("MPP-1.3.")  # it is rolled again (MPP-C-35: Valiant)
        hand = self.by_hand(body) if first else event["rule"].endswith(".b")
        kind = "infantry" if body.kind == "baggage" else body.kind
        if not first:
            rule = f"MPP-1.3.{book.CHAPTER[kind]}.{'b' if hand else 'a'}"
            self.expect("MPP-1.2.a", event["rule"], rule, f"chapter for {body.id}")
        by = self.difference(body) if hand else max(0, body.casualties - body.stamina)
        wanted: Counter[tuple[str, int]] = Counter()
        if by:
            wanted["MPP-1.2.c" if hand else "MPP-1.2.b", -by if self.field.literal else by] += 1
        if body.disordered:
            wanted["MPP-1.2.d", 1] += 1
        if not hand and self.due is not None and self.due[1]:
            wanted["MPP-1.2.e", 1] += 1
        if not body.casualties:
            wanted["MPP-1.2.f", -2] += 1
        if roll["dice"]:
            self.expect("MPP-1.2.a", said(roll), wanted, f"score of {body.id}")
            score = sum(roll["dice"]) + sum(v * n for (_, v), n in wanted.items())
        else:
            self.expect("MPP-C-35", body.has("Steady"), True, "passes without dice")
            score = 4
        letter = book.result(
            kind, "hand" if hand else "ranged", score, shaken=body.shaken, hurt=body.casualties > 0
        )
        self.expect(
            "MPP-1.3.5", roll["result"].split(" (")[0].split(" = ")[-1], str(score), f"score of {body.id}"
        )
        if first:
            self.expect("MPP-C-35", (letter, body.has("Valiant")), ("B", True), "rolls a test again")
            return
        self.follows(body, letter, hand=hand)
        if hand and self.round is not None:
            self.round.waiting.pop(body.id, None)
        elif self.due is not None:
            self.expect("MPP-1.1.a", body.id, self.due[0], "who tests")
            self.due = None
        else:
            terrors = [each.has("Terrifying Charge") for each in self.field.met(body.id)]
            self.expect("MPP-1.1.c", any(terrors), True, f"a reason for {body.id} to test")

    def by_hand(self, body: Body) -> bool:
        return self.due is None and self.round is not None

    def difference(self, body: Body) -> int:
        """MPP-1.2.c, MPP-1.1.f-g."""
        assert self.round is not None
        if body.id in self.round.waiting:
            return self.round.waiting[body.id]
        self.expect("MPP-1.1.g", body.side in self.round.gone, True, f"{body.id} supported who is gone")
        return self.round.difference

    def follows(self, body: Body, letter: str, *, hand: bool) -> None:
        """MPP-1.3.5, MPP-C-23, MPP-C-25: what the very next events say."""
        one, two = self.later(), self.later(2)

        def is_(event: Json, kind: str, **facts: Any) -> bool:
            return event["kind"] == kind and all(event.get(key) == value for key, value in facts.items())

        gone = is_(one, "removed", unit=body.id)
        if (
            hand
            and self.round is not None
            and any(  # at once, or where it cannot go
                is_(self.later(n), "removed", unit=body.id) for n in (1, 2, 3)
            )
        ):
            self.round.gone.add(body.side)
        doomed = body.shaken and self.field.broken.get(body.command, False) and letter not in "HB"
        stays = body.formation == "building"
        if letter == "B" or doomed:
            self.expect("MPP-1.3.5", gone, True, f"{body.id} breaks")
        elif letter == "H":
            acts = one.get("unit") == body.id and one["kind"] in ("removed", "disordered", "moved")
            self.expect("MPP-1.3.5", acts and one.get("how", "retreat") in ("retreat", "give-ground"), False,
                        f"{body.id} holds")  # fmt: skip
        else:
            how = "give-ground" if letter in "Ggad" else "retreat"
            if letter in "rgad":
                self.expect(
                    "MPP-1.3.5", is_(one, "disordered", unit=body.id), True, f"{body.id} is disordered"
                )
                one = two
            if letter == "C" and is_(one, "disordered", unit=body.id):
                return
            back = is_(one, "moved", unit=body.id, how=how) or is_(one, "removed", unit=body.id)
            self.expect("MPP-1.3.5", back, not stays, f"{body.id}: {how}")

    # -- combats ------------------------------------------------------------------------------

    def fights(self, roll: Json) -> None:
        """MPP-8."""
        body = self.field.bodies[roll["unit"]]
        told, enemies = said(roll), self.field.met(body.id)
        self.expect("MPP-C-21", bool(enemies), True, f"{body.id} is in combat")
        needs = min(6, max(2, 4 - sum(value * n for (_, value), n in told.items())))
        self.expect("MPP-8.1.a", roll["target"], needs, "needs")
        exposed = body.formation not in ("square", "building", "hedgehog") and any(
            target == body.id and face != "front" for (_, target), face in self.field.contacts.items()
        )
        wanted = {
            ("MPP-8.1.b", 1): body.won, ("MPP-8.1.c", -1): body.unsteady,
            ("MPP-8.1.d", -1): body.formation == "skirmish", ("MPP-8.1.e", -1): exposed,
        }  # fmt: skip
        if not any(each.has("Pikes") or each.has("Pike Company") for each in enemies):
            wanted["MPP-8.1.a", 1] = body.charging
        if not self.field.has_piece("hill"):
            wanted["MPP-8.1.f", 1] = False
        for key, holds in wanted.items():
            self.expect(key[0], bool(told[key]), bool(holds), body.id)
        joined = self.field.joined(body.id)
        if body.formation in ("square", "building"):
            each = 1 if body.formation == "square" else 2
            left = len(roll["dice"]) - joined
            self.expect("MPP-8.2.a", left % each == 0 and each <= left <= 4 * each, True, f"{left} dice")
            return
        if body.formation == "march_column":
            own = 1
        else:
            own = body.row["sustained" if body.rounds else "clash"] + 2 * body.plugged
        extra = len(roll["dice"]) - own - joined
        self.expect("MPP-C-21", extra >= 0, True, f"{len(roll['dice'])} dice of {body.id}")
        if extra:
            self.fought.append(body.id)  # it must have a support then

    def group(self, id_: str) -> list[Body]:
        """Who fights in the combat of a unit."""
        found, open_ = {id_}, [id_]
        while open_:
            for each in self.field.met(open_.pop()):
                if each.id not in found:
                    found.add(each.id)
                    open_.append(each.id)
        return [body for body in self.field.bodies.values() if body.id in found]

    def result(self, roll: Json) -> None:
        """MPP-6.1."""
        side, told = roll["side"], said(roll)
        own = [each for each in self.group(roll["unit"]) if each.side == side]
        pairs = [(one, enemy) for one in own for enemy in self.field.met(one.id)]
        inflicted = sum(
            strike.casualties for strike in self.strikes
            if self.field.bodies[strike.roll["unit"]].side == side
        )  # fmt: skip
        supports = sum(v * n for (rule, v), n in told.items() if rule == "MPP-6.1.a")
        if not supports:
            extra = [each for each in self.fought if self.field.bodies[each].side == side]
            self.expect("MPP-6.1.a", extra, [], "dice of supports that do not count")
        closed = [one for one, enemy in pairs if one.formation in ("square", "hedgehog") and enemy.horse]
        pikes = [one for one, enemy in pairs if one.row["pikes"] and enemy.horse]
        down = [one for one, enemy in pairs if one.horse and enemy.kind in FOOT and not enemy.row["pikes"]
                and enemy.formation not in ("square", "hedgehog", "building")]  # fmt: skip
        wanted = {
            ("MPP-6.1.b", 2): bool(down), ("MPP-6.1.c", 2): bool(pikes and not closed),
            ("MPP-6.1.d", 3): bool(closed),
        }  # fmt: skip
        if any(each.formation == "building" for each in own):
            wanted["MPP-6.1.e", 3] = True
        elif not self.field.has_piece("fort", "earthwork"):
            wanted["MPP-6.1.e", 3] = False
        for key, holds in wanted.items():
            self.expect(key[0], bool(told[key]), holds, f"combat of {roll['unit']}")
        known = {"MPP-6.1.a", "MPP-6.1.b", "MPP-6.1.c", "MPP-6.1.d", "MPP-6.1.e"}
        heavy = any(each.charging and each.has("Heavy Cavalry +1") for each in own)
        swords = any(each.has("Swordsmen") for each in own) and any(
            enemy.kind in FOOT and not enemy.row["mounted"] for _, enemy in pairs
        )
        rest = sum(v * n for (rule, v), n in told.items() if rule not in known)
        self.expect("MPP-C-35", rest, heavy + swords + self.bonus, "special rules in the result")
        self.bonus = 0
        value = inflicted + sum(v * n for (_, v), n in told.items())
        self.expect("MPP-6.1.a", combat_result(roll["result"]), (inflicted, value), "combat result")
        self.results.append((side, told, value))

    def on_round_fought(self, event: Json) -> None:
        if not self.results:
            return
        values = {side: value for side, _, value in self.results}
        self.results, self.strikes, self.fought = [], [], []
        rows = [event]
        while self.later(len(rows))["kind"] == "round-fought":
            rows.append(self.later(len(rows)))
        bodies = [self.field.bodies[row["unit"]] for row in rows]
        for body, row in zip(bodies, rows, strict=True):
            own = values[body.side], values[1 - body.side]
            self.expect("MPP-7.3", (row["result"], row["enemy"]), own, body.id)
        told = []
        while self.later(len(rows) + len(told)).get("status") == "shattered":
            told.append(self.later(len(rows) + len(told))["unit"])
        shattered = [body.id for body in bodies if body.casualties >= 2 * body.stamina]
        self.expect("MPP-C-19", told, shattered, "shattered")
        difference = abs(values[0] - values[1])
        loser = -1 if not difference else int(values[1] < values[0])
        self.round = Round(difference, loser, gone={self.field.bodies[each].side for each in told})
        for body in bodies:
            if body.id in told:
                continue
            if body.side == loser or (loser < 0 and body.shaken):
                self.round.waiting[body.id] = difference

    def close_round(self) -> None:
        """Whoever had to test has tested (MPP-1.1.e-f)."""
        if self.round is not None:
            left = [each for each in self.round.waiting if self.field.bodies[each].status == "field"]
            self.expect("MPP-1.1.e", left, [], "have not tested")
            self.round = None

    def on_recovered(self, event: Json) -> None:
        body = self.field.bodies[event["unit"]]
        if event["rule"] == "MPP-C-18":
            self.expect("MPP-C-18", event["casualties"], body.casualties - body.stamina, "excess")
        elif event["rule"] == "MPP-C-12":
            self.expect(
                "MPP-C-12", (event["casualties"], bool(self.field.met(body.id))), (1, False), "rallies"
            )

    # -- turns --------------------------------------------------------------------------------

    def on_phase_began(self, event: Json) -> None:
        self.tested_all()
        self.close_round()
        self.strikes, self.fought = [], []
        over = [body.id for body in self.field.on() if body.casualties > body.stamina]
        self.expect("MPP-C-18", over, [], "casualties beyond Stamina outlive a phase")
        if event["phase"] == "command":
            self.battalias()

    def battalias(self) -> None:
        """MPP-7.1.a, MPP-C-25."""
        side = next(e["side"] for e in reversed(self.events[: self.at]) if e["kind"] == "turn-began")
        told, count = {}, 1
        while self.later(count)["kind"] in ("leader-replaced", "battalia-checked"):
            if self.later(count)["kind"] == "battalia-checked":
                told[self.later(count)["command"]] = self.later(count)["broken"]
            count += 1
        own = {}
        for name in sorted({body.command for body in self.field.bodies.values() if body.side == side}):
            broken = self.breaks(name)
            if broken != self.field.broken.get(name, False):
                own[name] = broken
        self.expect("MPP-7.1.a", told, own, "battalias")
        self.field.broken |= own

    def breaks(self, name: str) -> bool:
        units = [body for body in self.field.bodies.values() if body.command == name]
        others = [body for body in units if body.kind not in ("artillery", "baggage")]
        counted = others if 2 * len(others) >= len(units) else units
        return 2 * sum(body.status != "field" or body.shaken for body in counted) > len(counted)

    def on_turn_ended(self, event: Json) -> None:
        """MPP-7.4."""
        self.tested_all()
        self.close_round()
        late = [
            body.id for body in self.field.on(event["side"])
            if 0 < body.disordered < self.field.turns[event["side"]] and not self.field.met(body.id)
        ]  # fmt: skip
        self.expect("MPP-7.4", late, [], "still disordered")

    def on_in_order(self, event: Json) -> None:
        body = self.field.bodies[event["unit"]]
        self.expect("MPP-7.4", (body.disordered > 0, bool(self.field.met(body.id))), (True, False), body.id)

    def on_battle_ended(self, event: Json) -> None:
        """MPP-C-26."""
        broken, lost = [], []
        for side in (0, 1):
            names = {body.command for body in self.field.bodies.values() if body.side == side}
            broken.append(sum(self.field.broken.get(name, False) for name in names) / len(names))
            lost.append(sum(b.side == side and b.status != "field" for b in self.field.bodies.values()))
            if event["how"] in ("", None):
                return
        beaten = [share >= 0.5 for share in broken]
        if event["winner"] >= 0 and "beaten" in event["how"]:
            self.expect("MPP-C-26", beaten[1 - event["winner"]], True, "the loser is beaten")

    def compare(self, state: Json) -> None:
        """The table at the end."""
        for unit in state["units"]:
            body = self.field.bodies[unit["id"]]
            told = (unit["status"], unit["casualties"], unit["since"], unit["formation"])
            self.expect(
                "state", told, (body.status, body.casualties, body.disordered, body.formation), body.id
            )
            if unit["base"] is not None:
                self.expect(
                    "state", [round(v, 3) for v in unit["base"]], [round(v, 3) for v in body.here], body.id
                )
        for command in state["commands"]:
            self.expect(
                "state", command["broken"], self.field.broken.get(command["id"], False), command["id"]
            )
