"""The state of a meeting of two forces, from the comparison of strength to the deployed table (BFS-30.3).

Nothing here decides anything: rules read the state and change it through events (events.py). Lengths in cm.
Ids: units and commanders are `a.` or `b.` (side 0, side 1) and their id in their list, e.g. `a.c1u2`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rulesets.by_fire_and_sword.wording import events as words

if TYPE_CHECKING:
    from rulesets.by_fire_and_sword.armies.force import Force, ForceCommander, ForceUnit

WEAKER, STRONGER = "weaker", "stronger"


Place = Literal["reserves", "outmaneuvered", "flank", "ambush"]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a force; `side` is whose it is. `name`: no other unit of the side has it."""

    id: str
    side: int
    name: str
    of: ForceUnit


@dataclass(frozen=True, slots=True)
class Commander:
    """A commander of a force; `side` is whose they are."""

    id: str
    side: int
    name: str
    of: ForceCommander


@dataclass(frozen=True, slots=True)
class Effect:
    """An additional effect that the weaker side has received (BFS-32).

    `die`: the number rolled, None if it was chosen (BFS-32.12); `slots`: how many of the effects due it
    takes, 2 for Exhaustion; `unit`, `commander`: who was drawn, "" for nobody; `squadron`: all units of the
    squadron that was drawn, the first of them being `unit`; `choice`: for the Good/Bad Day
    "good" or "bad"; `instead_of`: the effect that was rolled, where this one takes its place.
    """

    key: str
    name: str
    rule: str
    die: int | None = None
    slots: int = 1
    unit: str = ""
    commander: str = ""
    choice: str = ""
    instead_of: str = ""
    squadron: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "squadron": list(self.squadron)}


@dataclass(frozen=True, slots=True)
class Offer:
    """A scenario that the dice have named: `value` in FSP (the minimum of a variable one) for this weaker
    side; `reduced`: a Defensive Force pays less (BFS-30.4.2); `discardable` by it; `affordable`: not above
    the advantage.
    """

    die: int
    key: str
    value: int
    variable: bool = False
    reduced: bool = False
    discardable: bool = False
    affordable: bool = True


@dataclass(slots=True)
class Scenario:
    """The scenario and how it came about.

    `case`: which of the ways of BFS-30.3.B was used, `dice_list`: the list that the dice were read on last;
    `rolled`: dice in the order thrown, each with those it was rolled again from before it; `offers`: what
    they named, `options`: the keys that could be chosen, `discarded`: those discarded; `minimum` and `value`
    in FSP.
    """

    case: str = ""
    dice_list: str = ""
    rolled: list[int] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    key: str = ""
    minimum: int = 0
    value: int = 0
    variable: bool = False

    def to_json(self) -> dict[str, Any]:
        shown = asdict(self)
        shown["list"] = shown.pop("dice_list")
        return shown


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that one side has written down: `commitment` is public, the rest only that side's.

    `commitment` is the SHA-256 of the canonical JSON of `told`, the value and the salt; `told` is None where
    the writer has shown it to nobody, not even to Leaguer.
    """

    key: str
    side: int
    commitment: str
    told: dict[str, int] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what everybody may know."""
        return {"key": self.key, "side": self.side, "commitment": self.commitment}


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something that happens later on the table: when, for which side, what (BFS-33.15).

    `turn`: 0 before the first turn, None: any turn, -1: after the last; `phase` in words; `order` within the
    phase.
    """

    turn: int | None
    phase: str
    side: int
    text: str
    rule: str
    order: int = 0

    @property
    def when(self) -> str:
        """Return the moment in words, e.g. `turn 1, Orders Phase`."""
        return words.moment(self.turn, self.phase)


@dataclass(slots=True)
class MeetingState:
    """A meeting as it stands.

    `weaker` is the side with fewer FSP, None at equal strength; `advantage` in FSP. `due`: how many
    additional effects the weaker side receives, `chosen_due`: how many of them it chooses (BFS-32.12).
    `fortifications`: elements and portable obstacles bought, their cost in `fsp`. `table`: width and depth
    in cm. `superiority`: markers by side and what they may be used for (BFS-30.6). `initiative`: who has it
    in turn 1, None if it is rolled. `markers`: other markers by side and name. `command_points`: the change
    to the CP of each side's commander in this game (BFS-32.10). `insubordinate`: ids of units.

    The fields from `terrain` to `objectives` belong to the steps on the table; their events write them.
    """

    sides: list[str]
    forces: tuple[Force, Force]
    units: dict[str, Unit]
    commanders: dict[str, Commander]
    table: dict[str, float]
    options: dict[str, Any]
    step: int = 1
    weaker: int | None = None
    advantage: int = 0
    notes: list[dict[str, Any]] = field(default_factory=list)
    scenario: Scenario = field(default_factory=Scenario)
    fortifications: dict[str, Any] = field(
        default_factory=lambda: {"elements": 0, "obstacles": {}, "carriers": {}, "fsp": 0}
    )
    due: int = 0
    chosen_due: int = 0
    effects: list[Effect] = field(default_factory=list)
    insubordinate: set[str] = field(default_factory=set)
    command_points: list[int] = field(default_factory=lambda: [0, 0])
    markers: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    superiority: dict[str, Any] = field(default_factory=lambda: {"markers": [0, 0], "uses": []})
    terrain: list[dict[str, Any]] = field(default_factory=list)
    edges: dict[int, str] = field(default_factory=dict)
    reconnaissance: dict[str, Any] = field(default_factory=dict)
    set_aside: dict[str, Place] = field(default_factory=dict)
    deployment: dict[str, Any] = field(default_factory=dict)
    robbers: dict[str, Any] = field(default_factory=dict)
    objectives: list[dict[str, Any]] = field(default_factory=list)
    secrets: dict[str, Secret] = field(default_factory=dict)
    initiative: int | None = None
    reminders: list[Reminder] = field(default_factory=list)
    ready: bool = False

    @property
    def stronger(self) -> int | None:
        """Return the side with more FSP, None at equal strength."""
        return None if self.weaker is None else 1 - self.weaker

    def role(self, side: int) -> str:
        """Return `weaker` or `stronger`; at equal strength side 0 is weaker until a die is thrown."""
        return WEAKER if side == self._weaker_part else STRONGER

    def of_role(self, role: str) -> int:
        """Return the side that has this role on the scenario's map."""
        weaker = self._weaker_part
        return weaker if role == WEAKER else 1 - weaker

    @property
    def _weaker_part(self) -> int:
        return self.weaker if self.weaker is not None else int(self.deployment.get("weaker_part", 0))

    def units_of(self, side: int) -> list[Unit]:
        """Return the units of a side in the order of its list."""
        return [unit for unit in self.units.values() if unit.side == side]

    def commanders_of(self, side: int) -> list[Commander]:
        """Return the commanders of a side in the order of its list."""
        return [commander for commander in self.commanders.values() if commander.side == side]

    def has(self, key: str) -> int:
        """Return how often the weaker side has received an additional effect."""
        return sum(effect.key == key for effect in self.effects)

    def chief(self, side: int) -> Commander:
        """Return the Skirmish Force Commander of a side (BFS-29.10.4)."""
        return next(one for one in self.commanders_of(side) if one.of.chief)

    @property
    def sealed(self) -> bool:
        """Return whether something is written down that the other side does not know."""
        return bool(self.secrets)

    @property
    def slots_left(self) -> int:
        """Return how many of the effects due have not been received yet."""
        return self.due - sum(effect.slots for effect in self.effects)

    def to_json(self) -> dict[str, Any]:
        """Return all that both sides may know; what is written down in secret stands in it as its hash."""
        return {
            "step": self.step, "ready": self.ready, "table": dict(self.table), "options": self.options,
            "sides": [self._side(side) for side in (0, 1)],
            "units": [_unit(unit, self) for unit in self.units.values()],
            "leaders": [_commander(one) for one in self.commanders.values()],
            "weaker": self.weaker, "advantage": self.advantage, "notes": [dict(note) for note in self.notes],
            "scenario": self.scenario.to_json(), "fortifications": self.fortifications,
            "due": self.due, "chosen_due": self.chosen_due,
            "effects": [effect.to_json() for effect in self.effects],
            "command_points": list(self.command_points), "markers": [dict(each) for each in self.markers],
            "superiority": self.superiority, "terrain": self.terrain,
            "edges": {str(side): edge for side, edge in self.edges.items()},
            "reconnaissance": self.reconnaissance, "set_aside": dict(self.set_aside),
            "deployment": self.deployment, "robbers": self.robbers, "objectives": self.objectives,
            "secrets": {key: secret.to_json() for key, secret in self.secrets.items()},
            "initiative": self.initiative, "reminders": [asdict(each) for each in self.reminders],
        }  # fmt: skip

    def view(self, side: int | None) -> dict[str, Any]:
        """Return what `side` may know (None: an onlooker): its own secrets with what is written in them.

        With the figures comes which of them no source gives (`marked`); the log has no need of that.
        """
        value = self.to_json()
        for one, force in zip(value["sides"], self.forces, strict=True):
            one["marked"] = sorted(force.marked)
        for one, unit in zip(value["units"], self.units.values(), strict=True):
            one["marked"] = sorted(unit.of.marked)
        for one, commander in zip(value["leaders"], self.commanders.values(), strict=True):
            one["marked"] = sorted(commander.of.marked)
        for key, secret in self.secrets.items():
            if secret.side == side and secret.told is not None:
                value["secrets"][key]["told"] = dict(secret.told)
        return value

    def _side(self, side: int) -> dict[str, Any]:
        force = self.forces[side]
        return {
            "index": side, "name": self.sides[side], "army": force.name, "kind": force.kind, "fsp": force.fsp,
            "fv": force.fv, "rp": force.rp, "cp": force.cp, "defensive": force.defensive,
            "small": force.small, "special_rules": list(force.special_rules),
        }  # fmt: skip


def _unit(unit: Unit, state: MeetingState) -> dict[str, Any]:
    return {
        "id": unit.id, "side": unit.side, "name": unit.name, "type": unit.of.type, "bases": unit.of.bases,
        "special": sorted(unit.of.special), "weapons": list(unit.of.weapons), "skill": unit.of.skill,
        "morale": unit.of.morale, "insubordinate": unit.id in state.insubordinate,
        "place": state.set_aside.get(unit.id, "table"),
    }  # fmt: skip


def _commander(one: Commander) -> dict[str, Any]:
    return {
        "id": one.id, "side": one.side, "name": one.name, "rank": one.of.rank, "cp": one.of.cp,
        "chief": one.of.chief, "historical": one.of.historical,
    }  # fmt: skip
