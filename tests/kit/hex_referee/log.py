"""Rounds, initiative, Order Tests, Generals: the referee's first part, and how he reads a log.

He goes by the catalogue alone. `faults` says where the log and the catalogue differ: number of the event,
rule, both figures. `checked` counts by rule what he has worked out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tests.kit.hex_referee import book
from tests.kit.hex_referee.field import Body, Field, Way, read, show

Json = Mapping[str, Any]


class Referee:
    """Reads `events`, the JSON of a log, on `field`, which they change."""

    def __init__(self, field: Field, events: Sequence[Json]) -> None:
        self.field = field
        self.events = events
        self.faults: list[str] = []
        self.checked: Counter[str] = Counter()
        self.at = 0
        self.event: Json = {}
        self.active = -1
        self.group = ""
        self.done: set[str] = set()  # groups activated in this round
        self.declared: dict[int, str] = {}
        self.totals: dict[int, int] = {}
        self.acting: tuple[str, ...] = ()
        self.moves = 0  # single moves of those who act
        self.tests = 0  # extra moves tested
        self.fresh = True  # they have done nothing yet
        self.evasions: defaultdict[tuple[str, str], int] = defaultdict(int)
        self.ways: dict[str, Way] = {}  # how stands have come where they are, in this activation
        self.trial: tuple[str, bool] = ("", False)  # the last Order Test: its purpose, whether it was passed

    # -- reading ------------------------------------------------------------------------------

    def run(self) -> None:
        """Looks at each event with the field before it, then lets it change the field."""
        for number, event in enumerate(self.events):
            self.at, self.event = number, event
            kind = str(event["kind"]).replace("-", "_")
            look = getattr(self, f"on_{kind}", None)
            if look is not None:
                look(event)
            change = getattr(self, f"then_{kind}", None)
            if change is not None:
                change(event)

    def expect(self, rule: str, said: object, reckoned: object, what: str = "") -> None:
        """The log's figure against the referee's."""
        self.checked[rule] += 1
        if said != reckoned:
            self.faults.append(
                f"{self.at + 1} {rule} {what}: the log has {said}, the referee {reckoned}: {self.event}"
            )

    def body(self, name: str) -> Body:
        return self.field.bodies[name]

    def next(self, offset: int = 1) -> Json:
        """The event that follows, {} at the end."""
        place = self.at + offset
        return self.events[place] if 0 <= place < len(self.events) else {}

    def on_rolled(self, event: Json) -> None:
        roll = event["roll"]
        purpose = str(roll["purpose"])
        if purpose.startswith("Initiative"):
            self.initiative(roll)
        elif purpose in ("extra move", "Onto opportunity", "Recovery", "Evasion", "evasion"):
            self.order(purpose, roll)

    # -- rounds and initiative ----------------------------------------------------------------

    def on_round_began(self, event: Json) -> None:
        self.expect("SN-1.4.a", event["turn"], self.field.round + 1, "round")
        self.field.round = event["turn"]
        for body in self.field.bodies.values():
            body.acted = False
        self.done = set()
        for melee in self.field.melees:
            melee["fought"] = []

    def on_round_ended(self, event: Json) -> None:
        left = {body.group for body in self.field.on() if body.group not in self.done}
        self.expect("SN-1.4.a", left, set(), "groups left at the end of the round")
        self.expect("SN-14.0.b", tuple(event["lost"]), tuple(self.field.lost), "break points lost")

    def then_group_declared(self, event: Json) -> None:
        self.declared[event["side"]] = event["command"]
        self.expect("SN-1.4.b", event["command"] in self.done, False, "activated before")

    def modifier(self, group: str) -> int:
        chief = next(chief for chief in self.field.chiefs.values() if chief.group == group)
        return chief.initiative if chief.alive else book.REPLACEMENT

    def initiative(self, roll: Json) -> None:
        side = roll["side"]
        if len(self.totals) == 2:  # SN-C-initiative: a tie was thrown again
            self.expect("SN-C-initiative", self.totals[0], self.totals[1], "no tie")
            self.totals = {}
        self.expect("SN-1.4.b", len(roll["dice"]), 2, "dice")
        said = sum(each["value"] for each in roll["modifiers"])
        modifier = self.modifier(self.declared[side])
        self.expect("SN-3.2.d", said, modifier, "modifier")
        self.totals[side] = sum(roll["dice"]) + modifier

    def on_initiative(self, event: Json) -> None:
        if event["totals"]:
            self.expect("SN-1.4.b", tuple(event["totals"]), (self.totals[0], self.totals[1]), "totals")
            best = 0 if self.totals[0] > self.totals[1] else 1
            self.expect("SN-1.4.b", self.totals[0] == self.totals[1], False, "a tie")
            self.expect("SN-1.4.b", (event["side"], event["command"]), (best, self.declared[best]), "winner")
        else:
            left = {body.group for body in self.field.on(1 - event["side"])} - self.done
            self.expect("SN-C-initiative", left, set(), "the other side has groups left")
        self.totals, self.declared = {}, {}

    def on_command_activated(self, event: Json) -> None:
        group = event["command"]
        self.expect("SN-1.4.a", group in self.done, False, "activated twice")
        self.unbroken()
        self.done.add(group)
        self.group = group
        self.active = next(body.side for body in self.field.bodies.values() if body.group == group)
        self.evasions.clear()
        for chief in self.field.chiefs.values():
            if chief.group == group:
                chief.rode, chief.helping = False, ()

    def then_command_done(self, event: Json) -> None:
        for melee in self.field.melees if self.next().get("kind") != "battle-ended" else []:
            ours = [name for name in melee["units"] if self.body(name).group == event["command"]]
            self.expect(
                "SN-11.3.b", bool(ours) and event["command"] not in melee["fought"], False, "not fought"
            )
        self.group, self.active = "", -1
        for chief in self.field.chiefs.values():
            if chief.group == event["command"]:
                chief.helping = ()

    def unbroken(self) -> None:
        """SN-14.0.b, SN-C-break: nobody acts after an army is broken."""
        for side in (0, 1):
            broken = self.field.lost[side] >= self.field.break_at[side]
            self.expect("SN-14.0.b", broken, False, f"side {side} is broken and the battle goes on")

    def on_unit_activated(self, event: Json) -> None:
        self.unbroken()
        for name in event["units"]:
            body = self.body(name)
            split = event.get("moves", 0) > 0  # one of a group that has moved
            self.expect("SN-1.4.d", body.acted and not split, False, "acts twice")
            self.expect("SN-1.4.c", body.group, self.group, "of another group")
        self.acting = tuple(event["units"])
        self.moves, self.tests, self.fresh = event.get("moves", 0), 0, True
        self.ways = {}

    def then_unit_done(self, event: Json) -> None:
        for name in event["units"]:
            self.body(name).acted = True
        self.acting, self.moves = (), 0
        self.ways = {}

    # -- Order Tests --------------------------------------------------------------------------

    def order(self, purpose: str, roll: Json) -> None:
        """SN-4.5, SN-9.1.a, SN-6.1: target, +1 and -1, the outcome."""
        names = self.tested(purpose, roll)
        bodies = [self.body(name) for name in names]
        harder = 0
        if purpose == "extra move":
            harder = self.moves - 2
        elif purpose in ("Evasion", "evasion"):
            harder = max(
                (count for (who, _), count in self.evasions.items() if who == roll["unit"]), default=0
            )
            harder = max(harder - 2, 0)
        target = max(book.ORDER[body.row["order_rating"]] for body in bodies) + harder
        self.expect("SN-4.5.f", roll["target"], target, f"target of {names}")
        said = [each["value"] for each in roll["modifiers"]]
        terms = ([1] if self.helped(bodies) else []) + ([-1] if self.distant(bodies) else [])
        self.expect("SN-4.5.d", sorted(said), sorted(terms), f"modifiers of {names}")
        passed = roll["dice"][0] + sum(terms) >= target
        self.expect("SN-4.5.a", "passed" in roll["result"], passed, "outcome")
        self.trial = (purpose, passed)
        following = self.next()
        if purpose == "Recovery":
            while following["kind"] == "leader-helped":
                following = self.next(2)
            self.expect("SN-9.0.a", (following["kind"], following.get("passed")), ("recovered", passed))
            self.expect("SN-9.0.a", all(body.disordered for body in bodies), True, "not disordered")
            self.expect("SN-9.1.b", any(self.field.fights(name) for name in names), False, "in melee")
        elif purpose == "Onto opportunity":
            self.expect("SN-6.1.a", any(body.disordered for body in bodies), False, "disordered")
            acted = not self.fresh if self.acting else any(body.acted for body in bodies)
            self.expect("SN-6.1.a", acted, False, "not the first thing")
        elif not passed:
            fallen = {body.id for body in bodies if not body.disordered}
            after = [self.next(1 + number) for number in range(len(fallen) + 1)]
            struck = {each.get("unit") for each in after if each.get("kind") == "disordered"}
            self.expect("SN-4.5.b", struck if fallen else set(), fallen, "disordered by the failure")

    def tested(self, purpose: str, roll: Json) -> tuple[str, ...]:
        """Who takes an Order Test with this die."""
        if purpose == "extra move" and roll["unit"] in self.acting:
            return self.acting
        if purpose in ("Onto opportunity", "Recovery"):
            for offset in range(1, 4):
                if self.next(offset).get("kind") in ("opportunity", "recovered"):
                    return tuple(self.next(offset)["units"])
        return (roll["unit"],)

    def helped(self, bodies: Sequence[Body]) -> bool:
        """SN-4.5.c, SN-3.1.e."""
        chief = self.field.chief(bodies[0])
        if chief is None or (chief.helping and not {body.id for body in bodies} <= set(chief.helping)):
            return False
        if len(bodies) == 1:
            return chief.at == bodies[0].at
        return chief.attached in [body.id for body in bodies]

    def distant(self, bodies: Sequence[Body]) -> bool:
        """SN-4.5.d, SN-C-order-range; a group by its farthest stand."""
        chief = self.field.chief(bodies[0])
        if chief is None or chief.at is None:
            return True
        reach = chief.reach if chief.poor else book.TRAINED.get(self.field.training[chief.side], chief.reach)
        return any(book.far(chief.at, body.place) > reach for body in bodies)

    # -- disorder and opportunity -------------------------------------------------------------

    def then_recovered(self, event: Json) -> None:
        for name in event["units"]:
            self.body(name).disordered = False

    def then_opportunity(self, event: Json) -> None:
        self.expect("SN-6.1.b", event["success"], self.trial[1], "onto opportunity")
        for name in event["units"]:
            self.body(name).ready = event["success"]

    def then_disordered(self, event: Json) -> None:
        body = self.body(event["unit"])
        self.expect("SN-9.0.c", body.disordered, False, "disordered before")
        body.disordered, body.ready = True, False

    # -- Generals -----------------------------------------------------------------------------

    def on_leader_moved(self, event: Json) -> None:
        chief, place = self.field.chiefs[event["leader"]], read(event["hex"])
        self.expect("SN-3.1.a", chief.group, self.group, "his group is not active")
        self.expect("SN-3.1.a", chief.rode, False, "moves twice")
        self.expect("SN-3.1.b", chief.helping, (), "bound by his help")
        self.expect("SN-3.1.a", chief.at is not None and book.far(chief.at, place) <= 6, True, "more than 6H")
        self.expect("SN-3.1.a", self.field.foe_at(place, chief.side), None, "an enemy is there")
        chief.at, chief.rode, chief.attached = place, True, ""

    def then_leader_attached(self, event: Json) -> None:
        chief, body = self.field.chiefs[event["leader"]], self.body(event["unit"])
        self.expect("SN-3.1.c", (show(chief.at), chief.group), (show(body.at), body.group), "not in his hex")
        chief.attached = body.id

    def then_leader_detached(self, event: Json) -> None:
        self.field.chiefs[event["leader"]].attached = ""

    def then_leader_helped(self, event: Json) -> None:
        self.field.chiefs[event["leader"]].helping = tuple(event["units"])

    def then_leader_placed(self, event: Json) -> None:
        self.field.chiefs[event["leader"]].at = read(event["hex"])

    def then_leader_relocated(self, event: Json) -> None:
        chief, place = self.field.chiefs[event["leader"]], read(event["hex"])
        own = [body for body in self.field.on(chief.side) if body.group == chief.group]
        if chief.at is not None:
            best = min(book.far(chief.at, body.place) for body in own)
            self.expect("SN-3.1.d", book.far(chief.at, place), best, "not the nearest stand")
        self.expect("SN-3.1.d", place in [body.place for body in own], True, "no stand of his group")
        chief.at, chief.attached = place, ""

    def then_leader_lost(self, event: Json) -> None:
        chief = self.field.chiefs[event["leader"]]
        left = any(body.group == chief.group and not body.gone for body in self.field.bodies.values())
        self.expect("SN-3.2.d", event["returns"], self.field.round + 1 if left else 0, "replacement")
        chief.alive, chief.attached, chief.at, chief.returns = False, "", None, event["returns"]

    def then_leader_replaced(self, event: Json) -> None:
        chief, body = self.field.chiefs[event["leader"]], self.body(event["unit"])
        self.expect("SN-3.2.d", (event["initiative"], event["command_range"]), (-2, 2), "replacement")
        self.expect("SN-3.2.d", event["hex"], show(body.at), "not with a stand")
        chief.alive, chief.poor, chief.initiative, chief.reach = True, True, -2, 2
        chief.at = read(event["hex"])
