"""Everything that can be done to a tournament. A beginning and a list of actions give the tournament:
`fold(start, actions)`. Pure: nothing here knows a database or who may do what.

people   enter, change, check in, leave, penalties
teams    enter, change, line-ups
lists    send in, accept, decline
rounds   lock, pair, exchange, publish, the clock
results  report, confirm, dispute, decide
event    settings, what is shown, announcements
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from rulesets.engine.errors import Fault, LeaguerError, fault_of
from tournaments.engine.actions.base import Action, ActionError
from tournaments.engine.actions.event import Announce, ChangeSettings, Show
from tournaments.engine.actions.lists import (
    AcceptList,
    DeclineList,
    LockLists,
    SendList,
    WithdrawList,
)
from tournaments.engine.actions.people import (
    Admit,
    BeginIn,
    Change,
    CheckIn,
    ComeBack,
    Enter,
    Leave,
    Miss,
    Penalise,
    Remove,
    Soft,
)
from tournaments.engine.actions.results import (
    Confirm,
    Decide,
    DisputeResult,
    EnterResults,
    NoShow,
    Remind,
    ReportResult,
    TableResult,
)
from tournaments.engine.actions.rounds import (
    ChangeTable,
    Clock,
    Exchange,
    Lock,
    Pair,
    Publish,
    Scenario,
    ShowMatches,
    TakeBack,
)
from tournaments.engine.actions.teams import ChangeTeam, EnterTeam, GiveLineUp, RemoveTeam
from tournaments.engine.document import Tournament, TournamentError

__all__ = [
    "AcceptList", "Action", "ActionError", "Admit", "Announce", "AnyAction", "BeginIn", "Change",
    "ChangeSettings", "ChangeTable", "ChangeTeam", "CheckIn", "Clock", "ComeBack", "Confirm", "Decide",
    "DeclineList", "DisputeResult", "Enter", "EnterResults", "EnterTeam", "Exchange", "FoldError",
    "GiveLineUp", "Leave", "Lock", "LockLists", "Miss", "NoShow", "Pair", "Penalise", "Publish", "Remind",
    "Remove", "RemoveTeam", "ReportResult", "Scenario", "SendList", "Show", "ShowMatches", "Soft",
    "TableResult", "TakeBack", "WithdrawList", "fold",
    "read_action",
]  # fmt: skip
AnyAction: TypeAlias = (
    Enter | Change | Remove | Admit | CheckIn | BeginIn | Leave | ComeBack | Miss | Penalise | Soft
    | EnterTeam | ChangeTeam | RemoveTeam | GiveLineUp
    | Lock | Pair | TakeBack | ShowMatches | Publish | Exchange | ChangeTable | Scenario | Clock
    | SendList | WithdrawList | AcceptList | DeclineList | LockLists
    | ReportResult | Confirm | DisputeResult | Decide | EnterResults | NoShow | Remind
    | ChangeSettings | Show | Announce
)  # fmt: skip
_ACTION: TypeAdapter[Any] = TypeAdapter(Annotated[AnyAction, Field(discriminator="do")])


def read_action(data: Mapping[str, Any]) -> Action:
    """Return the action in a JSON object; raises TournamentError with every fault and its path."""
    try:
        # As JSON: there tuples are lists.
        found: Action = _ACTION.validate_json(json.dumps(data))
    except ValidationError as error:
        raise TournamentError(*(_fault(each) for each in error.errors(include_url=False))) from None
    return found


def _fault(error: Any) -> Fault:
    # The first step of a path is the kind of action, which is no field.
    return fault_of({**error, "loc": error["loc"][1:] or ("do",)})


class FoldError(LeaguerError):
    """An action does not fit what stands before it: the `at`-th, counted from 0, and why."""

    def __init__(self, at: int, error: LeaguerError) -> None:
        super().__init__(error.message, path=error.path, code=error.code)
        self.at = at


def fold(start: Tournament, actions: Iterable[Action]) -> Tournament:
    """Return the tournament that actions make of its beginning; raises FoldError."""
    return reduce(_applied, enumerate(actions), start)


def _applied(tournament: Tournament, numbered: tuple[int, Action]) -> Tournament:
    at, action = numbered
    try:
        return action.apply(tournament)
    except LeaguerError as error:
        raise FoldError(at, error) from error
