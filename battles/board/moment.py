"""A battle at one moment as a viewer sees it on the board: what the page and its fragments are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from battles.access import Viewer
from battles.board.drawing import BoardDrawing, board_drawing
from battles.board.inspection import inspection_data, inspection_of
from battles.board.log import TurnLines, newest
from battles.board.panel import Panel, panel
from battles.board.past import read_after
from battles.board.since import Since, last_choice, since, what_was_chosen
from battles.cards import ArmyCard, ResultCard, armies, result_card
from battles.lines import LogLine, Part, Register, log_line
from battles.models import NEVER, Battle
from battles.replay import Played
from battles.services import automatic
from battles.sides import SIDES
from rulesets.contract import registry
from rulesets.contract.board import UnitInspection
from rulesets.contract.presentation import Presentation, Standing
from rulesets.engine import battle as engine
from rulesets.engine.battle import seen
from rulesets.engine.decisions import Decision
from rulesets.engine.document import Stop
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
    """What one side has offered the other, as a viewer sees it: `mine` made it, `asked` has to answer it."""

    kind: str
    by: int
    name: str
    mine: bool
    asked: int | None
    what: LogLine | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """An offer of this viewer that was not accepted."""

    kind: str
    who: str


@dataclass(frozen=True, slots=True)
class Past:
    """A moment looked back at: after how many events, and the line of the last of them."""

    number: int
    line: LogLine | None
    earlier: int | None
    later: int | None


@dataclass(frozen=True, slots=True)
class Moment:
    """The whole board. `acting`: the own side that the buttons are for; `ids`: of all units and leaders."""

    events: int
    turn: int
    drawing: BoardDrawing | None
    sides: tuple[SideCard, ...]
    deciding: SideCard | None
    panel: Panel | None
    reason: str
    more: bool
    stop: Stop | None
    offer: Offer | None
    declined: Declined | None
    since: Since | None
    undoes: bool
    acting: int | None
    alone: bool
    reactions: bool
    inspection: UnitInspection | None
    inspection_data: Mapping[str, Any] | None
    log: list[TurnLines]
    armies: list[ArmyCard]
    result: ResultCard | None
    past: Past | None
    shown: Presentation
    ids: frozenset[str]
    register: Register

    @property
    def led(self) -> list[SideCard]:
        """The sides that this viewer decides for now."""
        return [side for side in self.sides if side.led]

    @property
    def acts(self) -> Part | None:
        """The enemy unit whose action somebody is asked about here; None if his own unit is the subject."""
        if self.panel is None or not self.panel.subject_id:
            return None
        part = self.register.part(self.panel.subject_id)
        return None if part.side in (-1, self.panel.side) else part

    @property
    def acts_for(self) -> str:
        """The name of that unit's side."""
        return self.sides[self.acts.side].name if self.acts is not None else ""

    @property
    def mine(self) -> list[SideCard]:
        """The sides of this viewer, those left to the tactician too."""
        return [side for side in self.sides if side.mine]


def moment(
    viewer: Viewer,
    found: Played,
    *,
    unit: str = "",
    event: int | None = None,
    follow: bool = True,
    advised: bool = False,
) -> Moment:
    """The battle as it is now, or (`event`) as its table was after so many events of its log.

    `unit` is the piece in hand; without one and with `follow` it is the one that the decision is about.
    With `advised` the option is marked that the tactician would choose.
    """
    row, battle = viewer.battle, found.engine
    shown = registry.get(row.system).presentation
    view = viewer.view(battle)
    state = view["state"]
    events = len(battle.entries)
    decision = None if found.stop is not None else viewer.decision(battle)
    register = Register(row.setup["sides"], state)
    standing = shown.standing(battle.state)
    past = None
    if event is not None and event < events:
        past = _past(found, max(0, event), register, shown)
        state, standing = read_after(
            battle,
            past.number,
            str(row.public_id),
            lambda then: (seen(then, None), shown.standing(then)),
            viewer.token,
        )
    sides = side_cards(viewer, standing)
    entries = battle.entries if past is None else battle.entries[: past.number]
    subject = decision.subject if decision is not None and past is None else ""
    held = unit or (subject if follow else "")
    inspection = None if past is not None else inspection_of(battle, held, viewer.sides)
    advice = _advice(battle, decision) if advised else None
    deciding = view["deciding"]
    return Moment(
        events=events,
        turn=state.get("turn", 0),
        drawing=board_drawing(state, shown, subject=subject),
        sides=sides,
        deciding=None if deciding is None else sides[deciding],
        panel=None if decision is None else _panel(battle, decision, register, state, advice),
        reason="" if advice is None else advice.reason,
        more=bool(viewer.sides) and found.stop is None and automatic(row, battle),
        stop=found.stop,
        offer=offer_card(viewer, sides, partial(what_was_chosen, battle, register=register, showing=shown)),
        declined=declined_card(viewer),
        since=since_card(viewer, battle, register, shown),
        undoes=last_choice(row, battle, viewer.sides) is not None,
        acting=acting_side(sides, deciding),
        alone=row.opponent_id is None,
        reactions=bool(getattr(registry.get(row.system).board, "reactions", None)),
        inspection=inspection,
        inspection_data=None if inspection is None else inspection_data(inspection),
        log=newest(entries, state.get("turn", 0), register, shown),
        armies=armies(state, shown),
        result=result_card(row.result, row.sides, shown) if row.over and row.result else None,
        past=past,
        shown=shown,
        ids=frozenset(_ids(state)),
        register=register,
    )


def _ids(state: Mapping[str, Any]) -> list[str]:
    """The ids of all units and leaders, those too that are lost."""
    return [each["id"] for kind in ("units", "leaders") for each in state.get(kind, ())]


def _advice(battle: engine.Battle, decision: Decision | None) -> Advice | None:
    """What the tactician would do; nothing where dice lie as they lie."""
    if decision is None or decision.kind == engine.TYPED:
        return None
    return battle.system.core.advise(battle, decision)


def _panel(
    battle: engine.Battle,
    decision: Decision,
    register: Register,
    state: Mapping[str, Any],
    advice: Advice | None,
) -> Panel:
    pieces = {id_: (id_,) for id_ in _ids(state)}
    pieces |= {command["id"]: tuple(command["units"]) for command in state.get("commands", ())}
    place = partial(registry.get(battle.system.slug).presentation.place, battle.state)
    return panel(
        decision, register.name, pieces, place, None if advice is None else advice.choice, register.apart
    )


def side_cards(viewer: Viewer, figures: Sequence[Standing]) -> tuple[SideCard, ...]:
    """Both sides as a viewer sees them, with how they stand."""
    row = viewer.battle
    standing = [each.to_json() for each in figures]
    return tuple(
        SideCard(
            side, row.sides[side], side in viewer.sides, side in row.tacticians, _who(viewer, side),
            standing[side] if side < len(standing) else None, row.reactions[side] != NEVER,
        )
        for side in SIDES
    )  # fmt: skip


def _who(viewer: Viewer, side: int) -> str:
    """Who decides for a side, in words."""
    row = viewer.battle
    if side in row.tacticians:
        return "the tactician"
    if side in viewer.sides:
        return "you"
    if viewer.token:  # who looks on by a link learns no user names
        return "its player"
    return _leader(row, side)


def _leader(row: Battle, side: int) -> str:
    person = row.opponent if side == 1 and row.opponent is not None else row.owner
    return str(person.get_username())


def acting_side(sides: tuple[SideCard, ...], deciding: int | None) -> int | None:
    """The own side that undo and draw are asked for: the one that decides, or else the first."""
    own = [side.index for side in sides if side.led] or [side.index for side in sides if side.mine]
    return deciding if deciding in own else next(iter(own), None)


def offer_card(
    viewer: Viewer, sides: tuple[SideCard, ...], chosen: Callable[[int], LogLine | None]
) -> Offer | None:
    """What has been offered, if anything; `chosen` tells what the choice at a place was."""
    offer = viewer.battle.offer
    if offer is None:
        return None
    by = offer["by"]
    other = 1 - by
    return Offer(
        offer["kind"], by, sides[by].name, by in viewer.sides, other if other in viewer.sides else None,
        None if offer["to"] is None else chosen(offer["to"]),
    )  # fmt: skip


def declined_card(viewer: Viewer) -> Declined | None:
    """The offer of this viewer that was not accepted, if there is one."""
    declined = viewer.battle.declined
    if declined is None or declined["by"] not in viewer.sides:
        return None
    return Declined(declined["kind"], _who(viewer, 1 - declined["by"]))


def since_card(
    viewer: Viewer, battle: engine.Battle, register: Register, shown: Presentation
) -> Since | None:
    """What has happened since the last choice of who sits here; nothing for who decides for no side."""
    led = viewer.sides - {*viewer.battle.tacticians}
    return since(battle, register, shown, last_choice(viewer.battle, battle, led)) if led else None


def _past(found: Played, number: int, register: Register, shown: Presentation) -> Past:
    entries = found.engine.entries
    line = log_line(entries[number - 1], register, shown) if number else None
    return Past(number, line, number - 1 if number else None, number + 1)
