"""A battle at one moment as a viewer sees it on the board: what the page and its fragments are made of."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from battles.access import Viewer
from battles.board.drawing import BoardDrawing, board_drawing
from battles.board.log import (
    Since,
    TurnLines,
    declines,
    initiative,
    last_choice,
    newest,
    since,
    what_was_chosen,
)
from battles.board.panel import Panel, panel
from battles.board.past import read_after
from battles.cards import ArmyCard, ResultCard, armies, result_card
from battles.lines import LogLine, Part, Register, log_line
from battles.models import NEVER
from battles.replay import Played
from battles.services import automatic
from battles.sides import SIDES
from rulesets.contract import registry
from rulesets.contract.board import UnitInspection
from rulesets.contract.presentation import Presentation, Standing, Term
from rulesets.engine import battle as engine
from rulesets.engine.battle import seen
from rulesets.engine.decisions import Decision
from rulesets.engine.document import Stop
from rulesets.engine.strength import VETERAN, strengths_of
from rulesets.engine.system import Advice


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side: who decides for it, how it stands, and whether it is asked about reactions."""

    index: int
    name: str
    mine: bool
    auto: bool
    who: str
    standing: Mapping[str, int] | None
    asks: bool

    @property
    def led(self) -> bool:
        """Whether this viewer's own decisions are made for them."""
        return self.mine and not self.auto


@dataclass(frozen=True, slots=True)
class Offer:
    """What one side has offered the other, as a viewer sees it: `mine` made it, `asked` answers.

    Of an undo, `what` is the first line that came of the choice, unless that was not to react (`silent`):
    what follows then is the other side's.
    """

    kind: str
    by: int
    name: str
    mine: bool
    asked: int | None
    what: LogLine | None = None
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Declined:
    """An offer of this viewer that was not accepted."""

    kind: str
    who: str


@dataclass(frozen=True, slots=True)
class HintCard:
    """The hint beside a decision of `side`; `new` while its player has made few decisions of this kind.

    `picked`: what comes next once a unit is in hand; `terms`: the words of the rules that are used here.
    """

    side: int
    title: str
    text: str
    new: bool
    picked: str
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """A moment looked back at: after how many events, and the line of the last of them."""

    number: int
    line: LogLine | None
    earlier: int | None
    later: int


@dataclass(frozen=True, kw_only=True)
class Moment:
    """What the board and the page of a meeting have in common."""

    sides: tuple[SideCard, ...]
    deciding: SideCard | None
    panel: Panel | None
    reason: str
    more: bool
    stop: Stop | None
    offer: Offer | None
    declined: Declined | None
    undoes: bool
    register: Register

    @property
    def led(self) -> list[SideCard]:
        """The sides that this viewer decides for now."""
        return [side for side in self.sides if side.led]

    @property
    def mine(self) -> list[SideCard]:
        """The sides of this viewer, those left to the tactician too."""
        return [side for side in self.sides if side.mine]

    @property
    def acting(self) -> int | None:
        """The own side that undo and draw are asked for: the one that decides, or else the first."""
        own = self.led or self.mine
        first = self.deciding if self.deciding in own else next(iter(own), None)
        return None if first is None else first.index


@dataclass(frozen=True, kw_only=True)
class BoardMoment(Moment):
    """The whole board; `ids`: of all units and leaders."""

    events: int
    turn: int
    drawing: BoardDrawing | None
    since: Since | None
    reactions: bool
    inspection: UnitInspection | None
    log: list[TurnLines]
    armies: list[ArmyCard]
    result: ResultCard | None
    past: Past | None
    shown: Presentation
    ids: frozenset[str]
    hint: HintCard | None
    initiative: LogLine | None

    @property
    def acts(self) -> Part | None:
        """The enemy unit whose action somebody is asked about; None if their own unit is the subject."""
        if self.panel is None or not self.panel.subject_id:
            return None
        part = self.register.part(self.panel.subject_id)
        return None if part.side in (-1, self.panel.decision.side) else part

    @property
    def acts_for(self) -> str:
        """The name of that unit's side."""
        return self.sides[self.acts.side].name if self.acts is not None else ""


def board_moment(
    viewer: Viewer,
    found: Played,
    *,
    unit: str = "",
    event: int | None = None,
    follow: bool = True,
    advised: bool = False,
) -> BoardMoment:
    """Return the battle as it is now, or (`event`) as its table was after so many events of its log.

    `unit` is the selected one; without one and with `follow` it is the one that the decision is about. With
    `advised` the option is marked that the tactician would choose.
    """
    row, battle = viewer.battle, found.engine
    known = registry.get(row.system)
    shown = known.presentation
    state = viewer.view(battle)["state"]
    decision = None if found.stop is not None else viewer.decision(battle)
    register = Register(row.setup["sides"], state)
    standing, past = shown.standing(battle.state), None
    # The newest event is the present: it is shown with all that may be decided there.
    if event is not None and event < len(battle.entries):
        past = _past(battle, max(0, event), register, shown)
        state, standing = read_after(
            battle,
            past.number,
            str(row.public_id),
            # Seen as an onlooker: what was secret then may be secret still.
            lambda then: (seen(then, None), shown.standing(then)),
            viewer.token,
        )
    seen_entries = battle.entries[: past.number if past else None]
    subject = decision.subject if decision is not None and past is None else ""
    selected = unit or (subject if follow else "")
    advice = advice_on(battle, decision) if advised else None
    led = viewer.sides - {*row.tacticians}
    ids = [each["id"] for kind in ("units", "leaders") for each in state.get(kind, ())]  # the lost ones too
    groups = {command["id"]: tuple(command["units"]) for command in state.get("commands", ())}
    place = partial(shown.place, battle.state)
    choice = None if advice is None else advice.choice
    units = {**{id_: (id_,) for id_ in ids}, **groups}
    asked = None
    if decision is not None:
        stakes = partial(known.board.stakes, battle) if known.board else None
        asked = panel(
            decision, register.name, units, place, choice, register.apart, *([stakes] if stakes else ())
        )
    return BoardMoment(
        **common(viewer, found, register, standing, asked, advice),
        events=len(battle.entries),
        turn=state.get("turn", 0),
        drawing=board_drawing(state, shown, subject=subject),
        since=since(battle, register, shown, last_choice(row, battle, led)) if led else None,
        reactions=bool(known.board and known.board.reactions),
        # What a unit may do now would mislead beside a field of the past.
        inspection=None if past is not None else inspection_of(battle, selected, viewer.sides),
        log=newest(seen_entries, register, shown),
        armies=armies(state, shown),
        result=result_card(row.result, row.sides, shown) if row.over and row.result else None,
        past=past,
        shown=shown,
        ids=frozenset(ids),
        hint=None if decision is None or past is not None else hint_on(viewer, battle, decision),
        initiative=initiative(seen_entries, register, shown),
    )


def common(
    viewer: Viewer,
    found: Played,
    register: Register,
    figures: Sequence[Standing],
    asked: Panel | None,
    advice: Advice | None,
) -> dict[str, Any]:
    """Return the values of a `Moment`."""
    row, battle = viewer.battle, found.engine
    sides = _side_cards(viewer, figures)
    return {
        "sides": sides,
        "deciding": None if battle.pending is None or row.cancelled else sides[battle.pending.side],
        "panel": asked,
        "reason": "" if advice is None else advice.reason,
        "more": bool(viewer.sides) and found.stop is None and automatic(row, battle),
        "stop": found.stop,
        "offer": _offer(viewer, battle, register),
        "declined": _declined(viewer),
        "undoes": last_choice(row, battle, viewer.sides) is not None,
        "register": register,
    }


NEW = 2
"""So often a hint stands open before it is folded."""


def hint_on(viewer: Viewer, battle: engine.Battle, decision: Decision) -> HintCard | None:
    """Return what a newcomer is told beside a decision; None for sides without hints."""
    hints = registry.get(battle.system.slug).presentation.hints
    if hints is None or decision.side not in viewer.battle.guided or decision.kind not in hints:
        return None
    hint = hints[decision.kind]
    known = sum(made.side == decision.side and made.decision == decision.kind for made in battle.choices)
    barred = hint.needs and not any(decision.offers(do=do) for do in hint.needs)
    text = hint.otherwise if barred else hint.text
    return HintCard(decision.side, hint.title, text, known < NEW, hint.picked, _terms(battle, decision))


def _terms(battle: engine.Battle, decision: Decision) -> tuple[Term, ...]:
    """Return the words of the rules that a decision and its options use, as the system orders them."""
    shown = registry.get(battle.system.slug).presentation
    said = "\n".join((decision.text, f"0 {shown.measure}", *(option.label for option in decision.options)))
    return tuple(term for term in shown.terms if re.search(rf"\b{term.word}\b", said, re.IGNORECASE))


def advice_on(battle: engine.Battle, decision: Decision | None) -> Advice | None:
    """Return what the tactician would do; nothing where dice lie as they lie."""
    if decision is None or decision.kind == engine.TYPED:
        return None
    return battle.system.core.advise(battle, decision)


def inspection_of(battle: engine.Battle, unit: str, sides: Collection[int]) -> UnitInspection | None:
    """Return a unit as seen by who decides for `sides`; None if there is none, or the system shows none.

    What the pending decision offers is for the side of the unit alone.
    """
    known = registry.get(battle.system.slug).board
    if known is None or not unit:
        return None
    try:
        found = known.inspect(battle, unit)
    except LookupError as error:
        if type(error) is LookupError:
            return None
        raise  # a KeyError or IndexError is a fault of ours, not a unit that is not there
    return found if found.side in sides else found.for_others()


def _side_cards(viewer: Viewer, figures: Sequence[Standing]) -> tuple[SideCard, ...]:
    """Both sides as a viewer sees them, with how they stand."""
    row = viewer.battle
    standing = [each.to_json() for each in figures]
    return tuple(
        SideCard(
            index=side,
            name=row.sides[side],
            mine=side in viewer.sides,
            auto=side in row.tacticians,
            who=_who(viewer, side),
            standing=standing[side] if side < len(standing) else None,
            asks=row.reactions[side] != NEVER,
        )
        for side in SIDES
    )


def _who(viewer: Viewer, side: int) -> str:
    """Who decides for a side, in words."""
    row = viewer.battle
    if side in row.tacticians:
        weak = strengths_of(row.setup)[side]
        return "the tactician" if weak == VETERAN else f"the tactician ({weak})"
    if side in viewer.sides:
        return "you"
    if viewer.token:  # who looks on by a link learns no user names
        return "its player"
    person = row.opponent if side == 1 and row.opponent is not None else row.owner
    return str(person.get_username())


def _offer(viewer: Viewer, battle: engine.Battle, register: Register) -> Offer | None:
    offer = viewer.battle.offer
    if offer is None:
        return None
    by, to = offer["by"], offer["to"]
    known = registry.get(viewer.battle.system)
    silent = to is not None and to < len(battle.choices) and declines(battle.choices[to], known.board)
    return Offer(
        kind=offer["kind"],
        by=by,
        name=viewer.battle.sides[by],
        mine=by in viewer.sides,
        asked=1 - by if 1 - by in viewer.sides else None,
        what=None if to is None or silent else what_was_chosen(battle, to, register, known.presentation),
        silent=silent,
    )


def _declined(viewer: Viewer) -> Declined | None:
    declined = viewer.battle.declined
    if declined is None or declined["by"] not in viewer.sides:
        return None
    return Declined(declined["kind"], _who(viewer, 1 - declined["by"]))


def _past(battle: engine.Battle, number: int, register: Register, shown: Presentation) -> Past:
    line = log_line(battle.entries[number - 1], register, shown) if number else None
    return Past(number, line, number - 1 if number else None, number + 1)
