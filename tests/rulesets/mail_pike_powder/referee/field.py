"""The referee's own table: he keeps it by what the log says, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulesets.engine.battle import Battle
from tests.rulesets.mail_pike_powder.referee import book
from tests.rulesets.mail_pike_powder.referee.book import Base

Json = dict[str, Any]


@dataclass(eq=False)
class Body:
    """A unit as the referee knows it; `row`: its stat line."""

    id: str
    side: int
    command: str
    row: Json
    stamina: int
    morale: int
    formation: str
    base: Base | None = None
    status: str = "reserve"
    casualties: int = 0
    disordered: int = 0
    rounds: int = 0
    charging: bool = False
    won: bool = False
    fired: bool = False
    plugged: bool = False

    @property
    def kind(self) -> str:
        return str(self.row["unit_class"])

    @property
    def here(self) -> Base:
        assert self.base is not None, self.id
        return self.base

    @property
    def shaken(self) -> bool:
        return self.casualties >= self.stamina  # MPP-C-18

    @property
    def unsteady(self) -> bool:
        return self.shaken or self.disordered > 0

    @property
    def horse(self) -> bool:
        return self.kind == "cavalry"

    def has(self, rule: str) -> bool:
        return rule in self.row["special"]


@dataclass(eq=False)
class Chief:
    """A commander as the referee knows him."""

    id: str
    side: int
    command: str
    rating: int
    general: bool
    x: float = 0.0
    y: float = 0.0
    attached: str = ""
    alive: bool = True


@dataclass(eq=False)
class Field:
    """The table, kept from the log alone."""

    literal: bool
    bodies: dict[str, Body]
    chiefs: dict[str, Chief]
    pieces: list[Json] = field(default_factory=list)
    contacts: dict[tuple[str, str], str] = field(default_factory=dict)
    broken: dict[str, bool] = field(default_factory=dict)
    turns: list[int] = field(default_factory=lambda: [0, 0])

    def on(self, side: int | None = None) -> Iterator[Body]:
        for body in self.bodies.values():
            if body.status == "field" and (side is None or body.side == side):
                yield body

    def met(self, id_: str) -> list[Body]:
        """The enemies in contact with a unit."""
        found = {b if a == id_ else a: None for a, b in self.contacts if id_ in (a, b)}
        return [self.bodies[each] for each in found]

    def joined(self, id_: str) -> int:
        return sum(chief.alive and chief.attached == id_ for chief in self.chiefs.values())

    def has_piece(self, *kinds: str) -> bool:
        return any(piece["kind"] in kinds for piece in self.pieces)

    def _place(self, id_: str, base: Base) -> None:
        self.bodies[id_].base = base
        for chief in self.chiefs.values():
            if chief.attached == id_ and chief.alive:
                chief.x, chief.y = book.centre(base)

    def _free(self, *ids: str) -> None:
        for id_ in ids:
            if not self.met(id_):
                body = self.bodies[id_]
                body.rounds, body.charging, body.won = 0, False, False

    def apply(self, event: Json) -> None:
        """Do to the table what the log says."""
        kind, id_ = event["kind"], event.get("unit", "")
        body = self.bodies.get(id_)
        match kind:
            case "piece-placed":
                self.pieces.append(event["piece"])
            case "turn-began":
                self.turns[event["side"]] += 1
            case "unit-deployed" | "formed":
                self._place(id_, tuple(event[key] for key in ("x", "y", "heading", "width", "depth")))  # type: ignore[arg-type]
                assert body is not None
                body.formation, body.status = event["formation"], "field"
            case "moved" if body is not None:
                self._place(id_, (event["x"], event["y"], event["heading"], *body.here[3:]))
            case "left-out" if body is not None:
                body.status = "left"
            case "leader-moved":
                chief = self.chiefs[event["leader"]]
                chief.x, chief.y, chief.attached = event["x"], event["y"], ""
            case "leader-joined" if body is not None:
                chief = self.chiefs[event["leader"]]
                chief.attached = id_
                chief.x, chief.y = book.centre(body.here)
            case "leader-lost":
                chief = self.chiefs[event["leader"]]
                chief.alive, chief.attached = False, ""
            case "leader-replaced":
                chief = self.chiefs[event["leader"]]
                chief.alive, chief.rating = True, int(event["level"])
            case "contacted" if body is not None:
                self.contacts[id_, event["target"]] = event["face"]
                body.charging = body.charging or event["charging"]
            case "separated":
                pair = id_, event["target"]
                self.contacts.pop(pair, None)
                self.contacts.pop(pair[::-1], None)
                self._free(*pair)
            case "fired" if body is not None:
                body.fired = True
            case "suffered" if body is not None:
                body.casualties += event["casualties"]
            case "recovered" if body is not None:
                body.casualties -= event["casualties"]
            case "disordered" if body is not None:
                body.disordered = max(1, event["turn"])
            case "in-order" if body is not None:
                body.disordered = 0
            case "round-fought" if body is not None:
                body.rounds += 1
                body.charging, body.won = False, event["result"] > event["enemy"]
            case "fought-on" if body is not None:
                body.rounds = self.bodies[event["target"]].rounds = event["rounds"]
                body.won = True
            case "marked" if body is not None:
                body.plugged = body.plugged or event["mark"] == "plugged"
            case "revealed" if body is not None:
                body.stamina, body.morale = event["stamina"], event["morale"]
            case "battalia-checked":
                self.broken[event["command"]] = event["broken"]
            case "removed" if body is not None:
                for chief in self.chiefs.values():
                    if chief.attached == id_:
                        chief.attached = ""
                        chief.x, chief.y = book.centre(body.here)
                others = [each.id for each in self.met(id_)]
                self.contacts = {pair: face for pair, face in self.contacts.items() if id_ not in pair}
                body.status, body.base = event["status"], None
                self._free(*others)


def opened(battle: Battle) -> Field:
    """The table before the first event, from the lists in the set-up."""
    bodies, chiefs = {}, {}
    for side, army in enumerate(battle.setup["lists"]):
        commands = [each for each in army["commands"] if each["units"]]
        chief = next((each["id"] for each in commands if each["leader"]["commander_in_chief"]), None)
        for command in commands:
            name = f"{'ab'[side]}.{command['id']}"
            level = int(command["leader"]["level"])
            general = command["id"] == (chief or commands[0]["id"])
            chiefs[f"{name}.leader"] = Chief(f"{name}.leader", side, name, level, general)
            for unit in command["units"]:
                row = book.stat_line(army["book"], unit["entry"], unit.get("options", []))
                id_ = f"{'ab'[side]}.{unit['id']}"
                bodies[id_] = Body(id_, side, name, row, row["stamina"], row["morale"], row["formations"][0])
    return Field(bool(battle.setup["options"].get("literal_break_test")), bodies, chiefs)
