"""What happens in a meeting, step by step (BFS-30.3). Each event is the only change that it records.

The events of terrain, reconnaissance and deployment are beside these in fieldevents.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, ClassVar

from rulesets.by_fire_and_sword.meeting.state import (
    Effect,
    MeetingState,
    Offer,
    Place,
    Reminder,
    Secret,
)
from rulesets.by_fire_and_sword.wording import events as words
from rulesets.engine.events import Event, Names
from rulesets.engine.records import record


@record
class StepBegan(Event):
    """A step of the meeting begins, 1 to 7."""

    step: int

    kind: ClassVar[str] = "step-began"

    def apply(self, state: MeetingState) -> None:
        state.step = self.step

    def describe(self, names: Names) -> str:
        return words.step_began(self.step)


@record
class Compared(Event):
    """BFS-30.3.B: who is weaker (None: nobody) and by how many FSP."""

    weaker: int | None
    advantage: int
    fsp: tuple[int, int]

    kind: ClassVar[str] = "compared"

    def apply(self, state: MeetingState) -> None:
        state.weaker = self.weaker
        state.advantage = self.advantage

    def describe(self, names: Names) -> str:
        if self.weaker is None:
            return words.equally_strong(self.fsp[0])
        stronger = 1 - self.weaker
        weak, strong = names(str(self.weaker)), names(str(stronger))
        return words.compared(weak, self.fsp[self.weaker], strong, self.fsp[stronger], self.advantage)


@record
class Noted(Event):
    """Something that players should know before they go on; it forbids nothing. `weight`: info, warning or
    strong warning. Its words are not hashed, so that they may become better.
    """

    weight: str
    text: str
    side: int

    kind: ClassVar[str] = "noted"

    def apply(self, state: MeetingState) -> None:
        state.notes.append({"side": self.side, "weight": self.weight, "text": self.text, "rule": self.rule})

    def describe(self, names: Names) -> str:
        return words.noted(names(str(self.side)), self.text)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "rule": self.rule, "weight": self.weight, "side": self.side}


@record
class ScenariosNamed(Event):
    """The dice have named scenarios: which could be chosen follows from the advantage (BFS-30.3.D). `names`:
    those of the options.
    """

    case: str
    dice_list: str
    side: int
    rolled: tuple[int, ...]
    offers: tuple[Offer, ...]
    options: tuple[str, ...]
    names: tuple[str, ...]

    kind: ClassVar[str] = "scenarios-named"

    def apply(self, state: MeetingState) -> None:
        now = state.scenario
        now.case, now.dice_list = self.case, self.dice_list
        now.rolled += self.rolled
        now.offers = list(self.offers)
        now.options = list(self.options)

    def describe(self, names: Names) -> str:
        if not self.options:
            return words.NONE_MAY_BE_CHOSEN
        return words.may_be_chosen(self.names)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind, "rule": self.rule, "case": self.case, "list": self.dice_list,
            "side": self.side, "rolled": list(self.rolled),
            "offers": [asdict(offer) for offer in self.offers], "options": list(self.options),
            "names": list(self.names),
        }  # fmt: skip


@record
class ScenariosDiscarded(Event):
    """BFS-30.4.2: a weaker Defensive Force discards what it has rolled."""

    side: int
    scenarios: tuple[str, ...]
    names: tuple[str, ...]

    kind: ClassVar[str] = "scenarios-discarded"

    def apply(self, state: MeetingState) -> None:
        state.scenario.discarded += self.scenarios

    def describe(self, names: Names) -> str:
        return words.discards(names(str(self.side)), self.names)


@record
class ScenarioFixed(Event):
    """The scenario that is played; `value`: what it is worth to the weaker side in FSP, the minimum of a
    variable one.
    """

    scenario: str
    name: str
    value: int
    variable: bool
    why: str

    kind: ClassVar[str] = "scenario-fixed"

    def apply(self, state: MeetingState) -> None:
        now = state.scenario
        now.key, now.minimum, now.value, now.variable = self.scenario, self.value, self.value, self.variable

    def describe(self, names: Names) -> str:
        return words.scenario_fixed(self.name, self.variable, self.value, self.why)


@record
class ScenarioValued(Event):
    """BFS-30.3.D.1: the final value of a variable scenario, in FSP."""

    value: int
    side: int

    kind: ClassVar[str] = "scenario-valued"

    def apply(self, state: MeetingState) -> None:
        state.scenario.value = self.value

    def describe(self, names: Names) -> str:
        return words.scenario_valued(self.value, names(str(self.side)))


@record
class Fortified(Event):
    """BFS-30.3.E: what the weaker side has bought to stand behind; `fsp`: what all of it costs."""

    side: int
    elements: int
    obstacles: dict[str, int]
    carriers: dict[str, dict[str, int]]
    fsp: int

    kind: ClassVar[str] = "fortified"

    def apply(self, state: MeetingState) -> None:
        state.fortifications = {
            "elements": self.elements,
            "obstacles": self.obstacles,
            "carriers": self.carriers,
            "fsp": self.fsp,
        }

    def describe(self, names: Names) -> str:
        return words.builds(names(str(self.side)), self.elements, self.obstacles, self.fsp)


@record
class SuperiorityFixed(Event):
    """BFS-30.6: the markers of the stronger side and the uses that they have."""

    side: int
    markers: int
    uses: tuple[str, ...]

    kind: ClassVar[str] = "superiority-fixed"

    def apply(self, state: MeetingState) -> None:
        markers = [0, 0]
        markers[self.side] = self.markers
        state.superiority = {"markers": markers, "uses": list(self.uses)}

    def describe(self, names: Names) -> str:
        return words.superiority(names(str(self.side)), self.markers)


@record
class EffectsDue(Event):
    """BFS-30.3.F: how many additional effects the weaker side receives, and how many of them it chooses."""

    side: int
    due: int
    chosen: int

    kind: ClassVar[str] = "effects-due"

    def apply(self, state: MeetingState) -> None:
        state.due, state.chosen_due = self.due, self.chosen

    def describe(self, names: Names) -> str:
        if not self.due:
            return words.NO_EFFECTS
        return words.receives_effects(names(str(self.side)), self.due, self.chosen)


@record
class EffectReceived(Event):
    """The weaker side has an additional effect (BFS-32); `effect` holds who was drawn for it."""

    side: int
    effect: Effect

    kind: ClassVar[str] = "effect-received"

    def apply(self, state: MeetingState) -> None:
        effect = self.effect
        state.effects.append(effect)
        if effect.key == "insubordination":
            state.insubordinate.add(effect.unit)
        elif effect.key == "good_bad_day":
            own = effect.choice == "good"
            state.command_points[self.side if own else 1 - self.side] += 1 if own else -1
        elif effect.key == "fatigue":
            state.markers[1 - self.side]["fatigue"] = 3
        elif effect.key == "enthusiasm":
            state.markers[self.side]["enthusiasm"] = 1

    def describe(self, names: Names) -> str:
        effect, side = self.effect, names(str(self.side))
        drawn = effect.unit or effect.commander
        return words.receives_effect(
            side, effect.name, effect.die, effect.instead_of, names(drawn) if drawn else ""
        )

    def subjects(self) -> Iterator[str]:
        yield from filter(None, (self.effect.unit, self.effect.commander))

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "rule": self.rule, "side": self.side, "effect": self.effect.to_json()}


@record
class Exhausted(Event):
    """BFS-32.11: a second Fatigue makes Exhaustion of both; it takes the place of the first."""

    side: int
    die: int

    kind: ClassVar[str] = "exhausted"

    def apply(self, state: MeetingState) -> None:
        place = next(i for i, effect in enumerate(state.effects) if effect.key == "fatigue")
        state.effects[place] = replace(
            state.effects[place], key="exhaustion", name="Exhaustion", rule=self.rule, slots=2
        )
        del state.markers[1 - self.side]["fatigue"]
        state.markers[1 - self.side]["exhaustion"] = 3

    def describe(self, names: Names) -> str:
        return words.exhausted(names(str(1 - self.side)))


@record
class UnitDrawn(Event):
    """A unit was drawn for an effect that was received before (`effect`: its place among them, from 0), or a
    squadron, whose units are all in `squadron`.
    """

    effect: int
    unit: str
    squadron: tuple[str, ...] = ()

    kind: ClassVar[str] = "unit-drawn"

    def apply(self, state: MeetingState) -> None:
        drawn = replace(state.effects[self.effect], unit=self.unit, squadron=self.squadron)
        state.effects[self.effect] = drawn

    def describe(self, names: Names) -> str:
        if self.squadron:
            return words.squadron_drawn(map(names, self.squadron))
        return words.unit_drawn(names(self.unit))

    def subjects(self) -> Iterator[str]:
        yield from self.squadron or (self.unit,)


@record
class SetAside(Event):
    """A unit is not deployed: it waits in the reserves, or is sent to the flank or into ambush."""

    unit: str
    place: Place

    kind: ClassVar[str] = "set-aside"

    def apply(self, state: MeetingState) -> None:
        state.set_aside[self.unit] = self.place

    def describe(self, names: Names) -> str:
        return words.set_aside(names(self.unit), self.place)


@record
class WrittenInSecret(Event):
    """A side has written something down: the log holds its hash alone, `told` what was written."""

    side: int
    key: str
    commitment: str
    told: dict[str, int] | None

    kind: ClassVar[str] = "written-in-secret"

    def apply(self, state: MeetingState) -> None:
        state.secrets[self.key] = Secret(self.key, self.side, self.commitment, self.told)

    def describe(self, names: Names) -> str:
        return words.written_in_secret(names(str(self.side)), self.key)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind, "rule": self.rule, "side": self.side, "key": self.key,
            "commitment": self.commitment,
        }  # fmt: skip


@record
class InitiativeFixed(Event):
    """BFS-30.3.J: who has the initiative in turn 1; None: it is rolled."""

    initiative: int | None

    kind: ClassVar[str] = "initiative-fixed"

    def apply(self, state: MeetingState) -> None:
        state.initiative = self.initiative

    def describe(self, names: Names) -> str:
        if self.initiative is None:
            return words.INITIATIVE_ROLLED
        return words.has_initiative(names(str(self.initiative)))


@record
class Reminded(Event):
    """Something will happen later on the table: it stands on both sheets. Its words are not hashed, so that
    they may become better.
    """

    reminder: Reminder

    kind: ClassVar[str] = "reminded"

    def apply(self, state: MeetingState) -> None:
        state.reminders.append(self.reminder)

    def describe(self, names: Names) -> str:
        one = self.reminder
        return words.reminded(names(str(one.side)), one.when, one.text)

    def to_json(self) -> dict[str, Any]:
        one = self.reminder
        return {"kind": self.kind, "rule": self.rule, "turn": one.turn, "side": one.side, "order": one.order}


@record
class TableReady(Event):
    """The meeting is over: the battle on the table may begin."""

    kind: ClassVar[str] = "table-ready"

    def apply(self, state: MeetingState) -> None:
        state.ready = True

    def describe(self, names: Names) -> str:
        return words.TABLE_READY
