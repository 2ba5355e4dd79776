"""A meeting at this moment as a viewer sees it: all that its page is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from battles.access import Viewer
from battles.board.log import last_choice
from battles.board.moment import Moment, advice_on, common
from battles.board.panel import Section, panel
from battles.lines import LogLine, Register, log_line, without_repeats
from battles.meeting.drawing import table_svg
from battles.meeting.table import Table, table_of
from battles.replay import Played
from battles.turns import by_turn
from rulesets.contract import registry
from rulesets.contract.presentation import Meeting, Presentation, Step
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Decision
from rulesets.engine.wording import capfirst

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
    choices were, in lines. `news`: it has come to its end since this viewer's last choice.
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


@dataclass(frozen=True, kw_only=True)
class MeetingPage(Moment):
    """The whole page. `state`: all that this viewer may know; `tried`: the marked option is not the
    tactician's, but one that was refused.
    """

    state: Mapping[str, Any]
    steps: tuple[StepCard, ...]
    table: Table
    drawing: SafeString
    placing: bool
    ground: Mapping[str, Any] | None
    aside: tuple[Aside, ...]
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
        return tuple(dict.fromkeys(each.rule for each in options if each.rule != self.panel.decision.rule))

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that may be chosen now."""
        sections = () if self.panel is None else self.panel.sections
        keys = (option.key.get("scenario") for section in sections for option in section.options)
        return tuple(dict.fromkeys(key for key in keys if key))


def meeting_page(
    viewer: Viewer, found: Played, *, advised: bool = False, tried: Mapping[str, Any] | None = None
) -> MeetingPage:
    """Return the meeting as it is now; with `advised` the option is marked that the tactician would choose; a
    choice that was `tried` stands in its form.
    """
    row, battle = viewer.battle, found.engine
    shown = registry.get(row.system).presentation
    meeting = shown.meeting
    assert meeting is not None
    state = _known_state(viewer, battle)
    register = Register(row.setup["sides"], state)
    decision = None if found.stop is not None else viewer.decision(battle)
    advice = advice_on(battle, decision) if advised else None
    choice = tried if advice is None else advice.choice
    units = {each["id"]: (each["id"],) for kind in ("units", "leaders") for each in state[kind]}
    asked = None
    if decision is not None:
        asked = panel(decision, register.name, units, None, choice, register.apart)
    table = table_of(state, row.sides, meeting, meeting.areas(battle.state), meeting.proposed(battle))
    placing = battle.pending is not None and battle.pending.kind == meeting.placing
    return MeetingPage(
        **common(viewer, found, register, shown.standing(battle.state), asked, advice),
        state=state,
        steps=_steps(battle, shown, meeting, register, _seen(viewer, battle)),
        table=table,
        drawing=table_svg(table, title="The table seen from above", rings=placing),
        placing=placing,
        ground=None if decision is None else _ground(decision, table, meeting, apart=placing),
        aside=tuple(_aside(state)),
        ready=row.over and bool(row.result) and meeting.ready(row.result or {}),
        tried=tried is not None,
    )


def _plain(section: Section) -> Section:
    """Return a section as it is read: folded under words that say what it is about, or not folded."""
    heading = _whole(section.heading)
    if section.folded and (not heading or section.heading == section.options[0].label):
        return replace(section, heading="", folded=False)
    return replace(section, heading=heading)


def _whole(words: str) -> str:
    """Return the words without those at their end that want another one."""
    found = words.split()
    while found and found[-1].strip(",") in LOOSE:
        found.pop()
    return " ".join(found).rstrip(",")


def _does(section: Section) -> str:
    return str(section.options[0].key.get("do", ""))


def _heading(sections: Sequence[Section]) -> str:
    """Return the words that the first options of all sections end or begin with."""
    labels = [section.options[0].label.split() for section in sections]
    ended = common_end(labels)
    begun = common_end([label[::-1] for label in labels])[::-1]
    found = ended or begun
    # A first word with a colon is the last one of what is offered, which happens to be the same.
    return capfirst(_whole(" ".join(found[1:] if found[:1] and found[0].endswith(":") else found)))


def common_end(labels: Sequence[Sequence[str]]) -> list[str]:
    """Return the words that all labels end with."""
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


def _ground(decision: Decision, table: Table, meeting: Meeting, *, apart: bool) -> Mapping[str, Any] | None:
    """Return the table for scripts, which show whether something may lie at a place; None if none is asked
    for.
    """
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
