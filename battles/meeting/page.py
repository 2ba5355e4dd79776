"""A meeting at this moment as a viewer sees it: all that its page is made of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from battles.access import Viewer
from battles.board.moment import (
    Declined,
    Offer,
    SideCard,
    acting_side,
    declined_card,
    offer_card,
    side_cards,
)
from battles.board.panel import Panel, Section, panel
from battles.board.since import last_choice, what_was_chosen
from battles.lines import LogLine, Register, log_line, without_repeats
from battles.meeting.drawing import table_svg
from battles.meeting.table import Table, table_of
from battles.replay import Played
from battles.services import automatic
from battles.turns import by_turn
from rulesets.contract import registry
from rulesets.contract.presentation import Meeting, Presentation, Step
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Decision
from rulesets.engine.document import Stop
from rulesets.engine.system import Advice

DONE, NOW, AHEAD = "done", "now", "ahead"
FEW = 3
"""So many sections that do one thing stand open."""
LOOSE = frozenset({"a", "an", "and", "at", "by", "for", "from", "of", "the", "to", "with"})
"""Words that no heading ends with."""
PLACED = frozenset({"x", "x1", "dx"})
"""Numbers that are a place on the table, or a way over it."""


@dataclass(frozen=True, slots=True)
class StepCard:
    """A step: what the rules say it is, whether it is done, in hand or still ahead, and what its dice and
    choices were, told in lines. `news`: it has come to its end since this viewer's last choice.
    """

    step: Step
    status: str
    lines: tuple[LogLine, ...]
    news: bool = False

    @property
    def template(self) -> str:
        """The template of what the step has brought."""
        return f"battles/meeting/steps/{self.step.number}.html"


PLACES = {
    "reserves": "in reserve",
    "outmaneuvered": "outmaneuvered, in reserve",
    "flank": "on a flanking maneuver",
    "ambush": "in ambush",
}
"""Where a unit can be that does not stand on the table at first."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A unit that does not stand on the table at first, and where it is instead."""

    unit: Mapping[str, Any]
    where: str

    @property
    def words(self) -> str:
        """Where it is, in words."""
        return PLACES.get(self.where, self.where)


@dataclass(frozen=True, slots=True)
class Group:
    """Sections of a decision that do one thing, folded under a heading if they have one."""

    heading: str
    sections: tuple[Section, ...]

    @property
    def advised(self) -> bool:
        """Whether the option that is marked is among them."""
        return any(section.advised for section in self.sections)


@dataclass(frozen=True, slots=True)
class MeetingPage:
    """The whole page. `state`: all that this viewer may know; `acting`: the own side that buttons are for;
    `tried`: the marked option is not the tactician's, but one that was refused.
    """

    state: Mapping[str, Any]
    steps: tuple[StepCard, ...]
    sides: tuple[SideCard, ...]
    deciding: SideCard | None
    panel: Panel | None
    reason: str
    more: bool
    stop: Stop | None
    offer: Offer | None
    declined: Declined | None
    undoes: bool
    acting: int | None
    alone: bool
    table: Table
    drawing: SafeString
    placing: bool
    ground: Mapping[str, Any] | None
    aside: tuple[Aside, ...]
    register: Register
    ready: bool
    tried: bool = False

    @property
    def now(self) -> StepCard | None:
        """The step in hand; None when the table is ready."""
        return next((each for each in self.steps if each.status == NOW), None)

    @property
    def groups(self) -> list[Group]:
        """The sections of the decision; where many do one thing, all but the first kind are folded."""
        sections = [] if self.panel is None else [_plain(section) for section in self.panel.sections]
        runs = [tuple(run) for _, run in groupby(sections, key=_does)]
        return [
            Group("" if place == 0 or len(run) <= FEW else _heading(run), run)
            for place, run in enumerate(runs)
        ]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that answers stand for, beside the one that asks: what effects do, say. None where
        terrain is placed, which shows what it is.
        """
        if self.panel is None or self.placing:
            return ()
        options = (option for section in self.panel.sections for option in section.options)
        return tuple(dict.fromkeys(each.rule for each in options if each.rule != self.panel.rule))

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that may be chosen now."""
        sections = () if self.panel is None else self.panel.sections
        keys = (json.loads(option.key).get("scenario") for section in sections for option in section.options)
        return tuple(dict.fromkeys(key for key in keys if key))

    @property
    def mine(self) -> list[SideCard]:
        """The sides of this viewer, those left to the tactician too."""
        return [side for side in self.sides if side.mine]


def meeting_page(
    viewer: Viewer, found: Played, *, advised: bool = False, tried: Mapping[str, Any] | None = None
) -> MeetingPage:
    """The meeting as it is now; with `advised` the option is marked that the tactician would choose; a choice
    that was `tried` stands in its form.
    """
    row, battle = viewer.battle, found.engine
    shown = registry.get(row.system).presentation
    assert shown.meeting is not None
    view = viewer.view(battle)
    state = _known_state(viewer, battle)
    register = Register(row.setup["sides"], state)
    sides = side_cards(viewer, shown.standing(battle.state))
    decision = None if found.stop is not None else viewer.decision(battle)
    advice = _advice(battle, decision) if advised else None
    marked = tried if advice is None else advice.choice
    deciding = view["deciding"]
    areas = shown.meeting.areas(battle.state)
    table = table_of(state, row.sides, shown.meeting, areas, shown.meeting.proposed(battle))
    placing = battle.pending is not None and battle.pending.kind == shown.meeting.placing
    return MeetingPage(
        state=state,
        steps=_steps(battle, shown, shown.meeting, register, _seen(viewer, battle)),
        sides=sides,
        deciding=None if deciding is None else sides[deciding],
        panel=None if decision is None else _panel(decision, register, state, marked),
        reason="" if advice is None else advice.reason,
        more=bool(viewer.sides) and found.stop is None and automatic(row, battle),
        stop=found.stop,
        offer=offer_card(viewer, sides, partial(what_was_chosen, battle, register=register, showing=shown)),
        declined=declined_card(viewer),
        undoes=last_choice(row, battle, viewer.sides) is not None,
        acting=acting_side(sides, deciding),
        alone=row.opponent_id is None,
        table=table,
        drawing=table_svg(table, title="The table seen from above", rings=placing),
        placing=placing,
        ground=None if decision is None else _ground(decision, table, shown.meeting, apart=placing),
        aside=tuple(_aside(state)),
        register=register,
        ready=row.over and bool(row.result) and shown.meeting.ready(row.result or {}),
        tried=tried is not None,
    )


def _plain(section: Section) -> Section:
    """A section as it is read: folded under words that say what it is about, or not folded."""
    heading = _whole(section.heading)
    if section.folded and (not heading or section.heading == section.options[0].label):
        return replace(section, heading="", folded=False)
    return replace(section, heading=heading)


def _whole(words: str) -> str:
    """The words without those at their end that want another one."""
    found = words.split()
    while found and found[-1].strip(",") in LOOSE:
        found.pop()
    return " ".join(found).rstrip(",")


def _does(section: Section) -> str:
    return str(json.loads(section.options[0].key).get("do", ""))


def _heading(sections: Sequence[Section]) -> str:
    """The words that the first options of all sections end or begin with."""
    labels = [section.options[0].label.split() for section in sections]
    ended = common_end(labels)
    begun = common_end([label[::-1] for label in labels])[::-1]
    return _whole(" ".join(ended or begun)).capitalize()


def common_end(labels: Sequence[Sequence[str]]) -> list[str]:
    """The words that all labels end with."""
    found: list[str] = []
    for words in zip(*(reversed(label) for label in labels), strict=False):
        if len(set(words)) > 1:
            break
        found.insert(0, words[0])
    return found


def _known_state(viewer: Viewer, battle: engine.Battle) -> dict[str, Any]:
    """All that this viewer may know; who plays both sides knows the secrets of both."""
    state: dict[str, Any] = battle.state.view(None)
    for side in viewer.sides:
        for key, secret in battle.state.view(side)["secrets"].items():
            state["secrets"][key] |= secret
    return state


def _aside(state: Mapping[str, Any]) -> list[Aside]:
    units = {unit["id"]: unit for unit in state["units"]}
    return [Aside(units[id_], where) for id_, where in state["set_aside"].items() if id_ in units]


def _advice(battle: engine.Battle, decision: Decision | None) -> Advice | None:
    """What the tactician would do; nothing where dice lie as they lie."""
    if decision is None or decision.kind == engine.TYPED:
        return None
    return battle.system.core.advise(battle, decision)


def _panel(
    decision: Decision, register: Register, state: Mapping[str, Any], choice: Mapping[str, Any] | None
) -> Panel:
    pieces = {each["id"]: (each["id"],) for kind in ("units", "leaders") for each in state[kind]}
    return panel(decision, register.name, pieces, None, choice, register.apart)


def _ground(decision: Decision, table: Table, meeting: Meeting, *, apart: bool) -> Mapping[str, Any] | None:
    """The table for scripts, which show whether something may lie at a place; None if none is asked for."""
    placed = [each for each in decision.options if any(param.name in PLACED for param in each.params)]
    if not placed:
        return None
    kinds = {each.key[name] for each in placed for name in ("kind", "second") if name in each.key}
    pieces = [
        {"id": piece.id, "x": piece.x, "y": piece.y, "width": piece.width, "depth": piece.depth,
         "angle": piece.angle, "oval": piece.oval, "close": piece.close}
        for piece in table.pieces
    ]  # fmt: skip
    grounds = {kind: meeting.ground(kind) for kind in sorted(kinds)}
    return {
        "pieces": pieces,
        "spacing": meeting.spacing if apart else 0,
        "kinds": {
            kind: {"width": ground.size[0], "depth": ground.size[1], "oval": ground.oval,
                   "close": ground.close, "beyond": ground.beyond}
            for kind, ground in grounds.items()
        },
    }  # fmt: skip


def _steps(
    battle: engine.Battle, shown: Presentation, meeting: Meeting, register: Register, seen: int
) -> tuple[StepCard, ...]:
    """`seen`: so many entries of the log were there before the viewer's last choice."""
    parts = dict(by_turn(battle.entries, shown.turn_began))
    lines = {
        number: tuple(without_repeats(log_line(entry, register, shown) for entry in entries))
        for number, entries in parts.items()
    }
    fresh = {number for number, entries in parts.items() if entries and entries[-1].number > seen}
    at = len(meeting.steps) + 1 if battle.pending is None else shown.turn(battle.state)
    return tuple(
        StepCard(
            each,
            _status(each.number, at),
            lines.get(each.number, ()),
            each.number < at and each.number in fresh,
        )
        for each in meeting.steps
    )


def _seen(viewer: Viewer, battle: engine.Battle) -> int:
    """How many entries the log had before the last choice of one's own, or of anybody for who looks on."""
    if not viewer.sides:
        return battle.choices[-1].at if battle.choices else 0
    last = last_choice(viewer.battle, battle, viewer.sides)
    return 0 if last is None else battle.choices[last].at


def _status(number: int, at: int) -> str:
    return DONE if number < at else NOW if number == at else AHEAD
