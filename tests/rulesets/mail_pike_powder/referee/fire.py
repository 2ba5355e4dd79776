"""Orders, shots, saves and casualties as the referee works them out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.rulesets.mail_pike_powder.referee import book
from tests.rulesets.mail_pike_powder.referee.field import Body, Field, Json

SHOTS = {"Shooting": "shooting", "Closing shots": "closing", "Traversing shots": "traversing"}
COMBAT = "Hand-to-hand combat"
COVERS = {"MPP-5.2": 1, "MPP-5.3": 2, "MPP-5.8": 3}
CORN = ("wood", "crops", "hedge"), ("building", "wall"), ("fort", "earthwork")


def said(roll: Json) -> Counter[tuple[str, int]]:
    """The modifiers of a roll as rules and values; those of 0 only explain it."""
    return Counter((each["rule"], each["value"]) for each in roll["modifiers"] if each["value"])


@dataclass
class Strike:
    """Dice that were thrown to hit, and what came of them."""

    roll: Json
    hits: int
    sixes: int
    lost: int | None = None
    enemy: str = ""
    saves: Json = field(default_factory=dict)

    @property
    def casualties(self) -> int:
        return self.hits if self.lost is None else self.lost


class FireReferee:
    """Reads the log event by event: `on_...` before the table is changed by it."""

    def __init__(self, table: Field, events: list[Json]) -> None:
        self.field, self.events = table, events
        self.at = 0
        self.faults: list[str] = []
        self.checked: Counter[str] = Counter()
        self.orders: list[Json] = []
        self.strikes: list[Strike] = []
        self.due: tuple[str, bool] | None = None  # who has to test after a shot, whether artillery hurt it

    def expect(self, rule: str, told: Any, own: Any, about: str = "") -> None:
        self.checked[rule] += 1
        if told != own:
            self.faults.append(f"event {self.at + 1}, {rule} {about}: the log says {told}, the referee {own}")

    def run(self) -> None:
        for at, event in enumerate(self.events):
            self.at = at
            handler = getattr(self, "on_" + event["kind"].replace("-", "_"), None)
            if handler is not None:
                handler(event)
            self.field.apply(event)

    def later(self, count: int = 1) -> Json:
        """One of the next events; an empty one behind the end."""
        return self.events[self.at + count] if self.at + count < len(self.events) else {"kind": ""}

    # -- orders -------------------------------------------------------------------------------

    def on_rolled(self, event: Json) -> None:
        roll = event["roll"]
        purpose = roll["purpose"]
        if purpose == "Order":
            self.orders.append(roll)
        elif purpose in SHOTS or (purpose == COMBAT and roll["dice"]):
            final = list(roll["dice"])
            for index, die, _ in roll["rerolls"]:
                self.expect("MPP-C-35", final[index] < roll["target"], True, "only misses are thrown again")
                final[index] = die
            hits = sum(die >= roll["target"] for die in final)
            self.expect("MPP-C-16", int(roll["result"].split()[0]), hits, "hits")
            self.strikes.append(Strike(roll, hits, final.count(6)))
        elif purpose == "Saves":
            self.saves(roll)
        elif purpose == "Elite":
            body = self.field.bodies[roll["unit"]]
            self.expect("MPP-7.1.b", roll["target"], body.row["elite"], "Elite number")
            cured = self.later()["kind"] == "in-order"
            self.expect("MPP-7.1.b", cured, roll["dice"][0] >= body.row["elite"], "loses its disorder")
        elif purpose == "Commander at risk":
            lost = self.later()["kind"] == "leader-lost"
            self.expect("MPP-C-38", lost, sum(roll["dice"]) == 12, "commander falls")

    def on_order_given(self, event: Json) -> None:
        """MPP-2, MPP-C-06 to C-09."""
        units = [event["unit"]] if event["unit"] else []
        count = 1
        while self.later(count)["kind"] == "activated" and (not event["unit"] or count == 1):
            if not event["unit"]:
                units.append(self.later(count)["unit"])
            count += 1
        chief = self.field.chiefs[event["leader"]]
        bodies = [self.field.bodies[each] for each in units]
        least = min(sum(value for _, value in self.command(chief, body)) for body in bodies)
        militia = any(body.has("Militia") for body in bodies)
        for roll in self.orders:
            self.expect("MPP-2.1", roll["target"], chief.rating + least, f"rating for {units}")
            self.expect("MPP-2.1", sum(v * n for (_, v), n in said(roll).items()), least, "modifiers")
        roll = self.orders[-1]
        margin = roll["target"] - sum(roll["dice"])
        moves = 3 if margin >= 3 else 2 if margin == 2 else 1 if margin >= (1 if militia else 0) else 0
        if sum(roll["dice"]) == 12:
            moves = 0
            self.expect("MPP-C-08", roll["result"], "blunder")
        self.expect("MPP-C-06", event["moves"], moves, f"moves with a margin of {margin}")
        self.expect("MPP-C-07", event["spent"], moves == 0, "gives no more orders")
        self.orders = []

    def command(self, chief: Any, body: Body) -> list[tuple[str, int]]:
        found, table = [], self.field
        if chief.attached != body.id and not body.has("Marauder"):
            steps = int((book.to_point((chief.x, chief.y), body.here) + 1e-6) // 12)
            found.append(("MPP-2.1", -steps))
        if any(book.gap(body.here, each.here) <= 6 + 1e-6 for each in table.on(1 - body.side)):
            found.append(("MPP-2.2", -1))
        if body.formation in ("march_column", "limbered") and self.on_road(body):
            found.append(("MPP-2.4", 2))
        elif body.formation in ("attack_column", "march_column", "limbered"):
            found.append(("MPP-2.3", 1))
        if body.has("Reliable"):
            found.append(("MPP-C-35", 1))
        return found

    def on_road(self, body: Body) -> bool:
        """Whether half of a base lies on a road: a road is straight and as wide as it is drawn."""
        spots, on = 0, 0
        xs = book.corners(body.here)
        for i in range(21):
            for j in range(21):
                u, v = (i + 0.5) / 21, (j + 0.5) / 21
                front = [xs[0][k] + (xs[1][k] - xs[0][k]) * u for k in (0, 1)]
                point = tuple(front[k] + (xs[3][k] - xs[0][k]) * v for k in (0, 1))
                spots += 1
                on += any(
                    book._to_edge(point, piece["line"][0:2], piece["line"][2:4]) <= piece["width"] / 2  # type: ignore[arg-type]
                    for piece in self.field.pieces if piece["kind"] == "road"
                )  # fmt: skip
        return 2 * on >= spots

    # -- saves --------------------------------------------------------------------------------

    def saves(self, roll: Json) -> None:
        strike = self.strikes[-1]
        body = self.field.bodies[roll["unit"]]
        self.expect("MPP-C-17", len(roll["dice"]), strike.hits, "one save for each hit")
        strike.enemy, strike.saves = body.id, roll
        final = list(roll["dice"])
        for index, die, _ in roll["rerolls"]:
            final[index] = die
        strike.lost = sum(die < roll["target"] for die in final)
        self.expect("MPP-C-17", int(roll["result"].split()[0]), strike.lost, "casualties")
        modifiers = said(roll)
        least = body.morale - (body.has("Fanatic") and not body.shaken)
        needed = max(2, max(2, least) - sum(value * n for (_, value), n in modifiers.items()))
        self.expect("MPP-5.1", roll["target"], needed, f"save of {body.id}")
        self.formation_saves(body, modifiers, roll, gun=self.gun_of(strike))

    def gun_of(self, strike: Strike) -> str:
        if strike.roll["purpose"] not in SHOTS:
            return ""
        return str(self.field.bodies[strike.roll["unit"]].row["gun"])

    def formation_saves(self, body: Body, modifiers: Any, roll: Json, gun: str) -> None:
        """MPP-5.1 to MPP-5.8: what formation adds is certain, cover only where there is something."""
        shooter = self.field.bodies[self.strikes[-1].roll["unit"]]
        wanted: Counter[tuple[str, int]] = Counter()
        if body.formation == "attack_column" and not gun:
            wanted["MPP-5.1", 1] += 1
        if body.formation in ("square", "hedgehog"):
            wanted["MPP-5.2", 1] += 1
        if body.formation == "march_column":
            wanted["MPP-5.4", -2] += 1
        if gun:
            closing = self.strikes[-1].roll["purpose"] == "Closing shots"
            far = 0.0 if closing else book.gap(shooter.here, body.here)
            half = book.RANGE[shooter.row["weapon"]] / 2
            near = ("MPP-5.5", -1) if far > half else ("MPP-5.6", -2)
            wanted[("MPP-5.7", -3) if gun == "heavy" else near] += 1
        if (
            shooter.has("Lancers")
            and shooter.charging
            and roll["unit"] in [each.id for each in self.field.met(shooter.id)]
        ):
            wanted["MPP-C-35", -1 if body.horse else -2] += 1
        rest = modifiers - wanted
        self.expect("MPP-5.4", wanted - modifiers, Counter(), "saves")
        self.expect("MPP-5.2", sum(rest.values()) <= 1, True, f"the best cover counts: {rest}")
        for rule, value in rest:
            self.expect("MPP-5.2", value, COVERS.get(rule), f"cover {rule}")
            self.expect("MPP-C-39", self.field.has_piece(*CORN[value - 1]), True, "there is such cover")

    # -- shots --------------------------------------------------------------------------------

    def on_fired(self, event: Json) -> None:
        self.tested_all()
        if not event["dice"]:
            return
        unit, target = self.field.bodies[event["unit"]], self.field.bodies[event["target"]]
        strike, how = self.strikes.pop(), event["how"]
        self.expect("MPP-7.2", SHOTS[strike.roll["purpose"]], how)
        far = (
            0.0 if how == "closing" else book.gap(unit.here, target.here)
        )  # it fires as the charger comes on
        most = book.RANGE[unit.row["weapon"]]
        self.expect("MPP-9.1", far <= most + 1e-6, True, f"{far:.2f} of {most}")
        self.expect("MPP-9.3.d", unit.formation in ("march_column", "limbered"), False, "shoots")
        self.expect("MPP-C-30", bool(self.field.met(unit.id)), False, "shoots out of combat")
        self.dice(unit, target, how, far, len(strike.roll["dice"]))
        self.to_hit(unit, target, how, far, most, strike.roll)
        self.expect("MPP-C-16", (event["hits"], event["casualties"]), (strike.hits, strike.casualties))
        before, after = target.shaken, target.casualties + strike.casualties >= target.stamina
        need = strike.roll["target"]
        due = (strike.casualties and (after or target.has("Wavering"))) or strike.sixes >= (
            1 if need < 6 else 2
        )
        self.checked["MPP-1.1.b" if before else "MPP-1.1.a"] += 1
        self.due = (target.id, bool(unit.row["gun"]) and strike.casualties > 0) if due else None
        if strike.casualties:
            told = self.later()
            if told["kind"] == "rolled" and told["roll"]["purpose"] == "What the unit is worth":
                told = self.later(3)
            self.expect("MPP-C-18", (told["kind"], told.get("casualties")), ("suffered", strike.casualties))

    def dice(self, unit: Body, target: Body, how: str, far: float, told: int) -> None:
        """MPP-9.3."""
        if unit.formation in ("square", "building"):
            own = 1 if unit.formation == "square" else 2
        elif unit.formation in ("attack_column", "mixed"):
            own = 1
        else:
            if how != "shooting":
                own = unit.row["short"]
            elif unit.row["gun"]:
                band = (
                    "close" if far <= 6 else "medium" if far <= book.RANGE[unit.row["weapon"]] / 2 else "long"
                )
                own = unit.row[f"dice_{band}"]
            else:
                own = unit.row["long"]
            own += unit.has("First Fire") and not unit.fired
            if how == "shooting" and self.enfilades(unit, target, far):
                own *= 2
        self.expect("MPP-9.3.f", told, own, f"dice of {unit.id}")

    def enfilades(self, unit: Body, target: Body, far: float) -> bool:
        if unit.horse or far > book.RANGE[unit.row["weapon"]] / 2:
            return False
        if target.formation in ("skirmish", "square", "building"):
            return False
        us, vs = book.seen(target.here, book.corners(unit.here))
        hair = 1e-6
        if target.formation in ("attack_column", "march_column"):
            return min(vs) >= -hair or max(vs) <= hair - target.here[4]
        half = target.here[3] / 2 - hair
        return max(vs) <= hair and (min(us) >= half or max(us) <= -half)

    def to_hit(self, unit: Body, target: Body, how: str, far: float, most: float, roll: Json) -> None:
        """MPP-9.2: all but whether a formed target is clear, and shot at from its front."""
        told = said(roll)
        self.expect(
            "MPP-9.2.a", roll["target"], min(6, max(2, 4 - sum(v * n for (_, v), n in told.items()))), "needs"
        )
        share = 2 / 3 if unit.has("Firelock") else 0.5
        loose, gun = target.formation == "skirmish", bool(target.row["gun"])
        certain = {
            ("MPP-9.2.a", -1): unit.unsteady,
            ("MPP-9.2.b", -1): how != "closing" and far > most * share + 1e-6,
            ("MPP-9.2.e", -1): how == "traversing",
            ("MPP-9.2.f", 1): how == "closing" or unit.formation == "skirmish" or (
                bool(unit.row["gun"]) and target.formation in ("attack_column", "march_column", "square")),
        }  # fmt: skip
        if loose or gun or how == "closing":
            certain["MPP-9.2.c", -1] = loose or gun
        if not target.row["heavy"] or loose:
            certain["MPP-9.2.d", -1] = False
        for key, holds in certain.items():
            self.expect(key[0], bool(told[key]), bool(holds), f"{unit.id} at {target.id}")
        self.expect("MPP-9.2.f", max(told.values(), default=1), 1, "each once")

    def tested_all(self) -> None:
        """Whoever a shot made test has tested."""
        if self.due is not None:
            self.faults.append(f"event {self.at + 1}: {self.due[0]} has not tested")
            self.due = None

    # -- casualties ---------------------------------------------------------------------------

    def on_suffered(self, event: Json) -> None:
        body = self.field.bodies[event["unit"]]
        becomes = not body.shaken and body.casualties + event["casualties"] >= body.stamina
        told = self.later()
        self.expect("MPP-1.1.a", told["kind"] == "shaken" and told["unit"] == body.id, becomes, "shaken")

    def on_moved(self, event: Json) -> None:
        body = self.field.bodies[event["unit"]]
        most = book.rate(body.row, body.formation)
        if event["how"] in ("advance", "back", "side"):
            self.expect("MPP-3.1", event["inches"] <= most + 0.02, True, f"{event['inches']} of {most}")
        elif event["how"] == "charge":
            self.expect(
                "MPP-C-15", event["inches"] <= 3 * most + 0.02, True, f"{event['inches']} of {3 * most}"
            )
        elif event["how"] == "give-ground":
            crossed = self.field.has_piece("hedge", "wall", "earthwork", "stream", "wood")
            least = 0 if crossed else 3  # MPP-4.1, MPP-4.3: who crosses an obstacle stops beyond it
            self.expect("MPP-C-23", least <= event["inches"] <= 9, True, "gives ground 3 inches")


def combat_result(text: str) -> tuple[int, int]:
    """Casualties inflicted and the combat result, as the log says them."""
    found = re.match(r"(\d+) casualt\w+ inflicted, combat result (-?\d+)", text)
    assert found is not None, text
    return int(found[1]), int(found[2])
