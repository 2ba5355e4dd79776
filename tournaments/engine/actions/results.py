"""Results: one player reports, the other confirms or disputes, the organiser decides. What counts stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tournaments.engine.actions.base import ActionError, OnPairing, OnRound, changed
from tournaments.engine.day import Reason
from tournaments.engine.document import MOST_PLAYERS, Dispute, Pairing, Report, Result, Round, Tournament
from tournaments.engine.parts import Strict
from tournaments.engine.progress import waited_for
from tournaments.engine.scoringchecks import needed
from tournaments.wording import actions as words

REST = timedelta(minutes=5)
"""How long players are left alone between two reminders."""


class _WithResult(OnPairing):
    result: Result

    def on(self, found: Round, tournament: Tournament) -> Round:
        for field in sorted(needed(tournament.settings.scoring)):
            if getattr(self.result, field) is None:
                raise ActionError(words.missing_from_result(field), f"result.{field}")
        return super().on(found, tournament)


class ReportResult(_WithResult):
    """A player reports the result, the scores in the order of the pairing. The same from both sides counts at
    once; two that differ wait for the organiser.
    """

    do: Literal["report"] = "report"

    def settle(self, pairing: Pairing, side: Literal[0, 1]) -> Pairing:
        _unsettled(pairing)
        others = tuple(each for each in pairing.reports if each.side != side)
        if any(each.result == self.result for each in others):
            return settled(pairing, self.result)
        dispute = pairing.dispute if pairing.dispute and pairing.dispute.side == side else None
        reports = sorted((*others, Report(side=side, result=self.result)), key=lambda each: each.side)
        return changed(pairing, reports=tuple(reports), dispute=dispute)


class Confirm(OnPairing):
    """A player confirms what the other has reported: it counts."""

    do: Literal["confirm"] = "confirm"

    def settle(self, pairing: Pairing, side: Literal[0, 1]) -> Pairing:
        _unsettled(pairing)
        return settled(pairing, _others(pairing, side).result)


class DisputeResult(OnPairing):
    """A player says that what the other has reported is wrong: the organiser decides."""

    do: Literal["dispute"] = "dispute"
    reason: Reason = ""

    def settle(self, pairing: Pairing, side: Literal[0, 1]) -> Pairing:
        _unsettled(pairing)
        _others(pairing, side)
        return changed(pairing, dispute=Dispute(side=side, reason=self.reason))


class Decide(_WithResult):
    """An organiser or judge enters or decides a result; with a `reason` where players do not agree, or where
    another one counts already.
    """

    do: Literal["decide"] = "decide"
    reason: Reason = ""

    def settle(self, pairing: Pairing, side: Literal[0, 1]) -> Pairing:
        if pairing.state in ("disputed", "settled") and not self.reason.strip():
            raise ActionError(words.GIVE_A_REASON, "reason")
        return settled(pairing, self.result, self.reason)


class TableResult(Strict):
    """The result of the table at which a player sits."""

    player: str
    result: Result


class EnterResults(OnRound):
    """An organiser or judge enters the results of many tables of a round, none of which has one or is
    disputed: of all of them or of none.
    """

    do: Literal["enter_results"] = "enter_results"
    tables: Annotated[tuple[TableResult, ...], Field(min_length=1, max_length=MOST_PLAYERS)]

    def on(self, found: Round, tournament: Tournament) -> Round:
        for at, each in enumerate(self.tables):
            one = Decide(round=self.round, player=each.player, result=each.result)
            try:
                found = one.on(found, tournament)
            except ActionError as error:
                here = error.path in ("player", "reason") or error.path.startswith("result")
                raise ActionError(
                    error.message, f"tables[{at}].{error.path}" if here else error.path
                ) from None
        return found


class Remind(OnRound):
    """Remind the players of tables without a result, but not again before REST is over."""

    do: Literal["remind"] = "remind"
    at: AwareDatetime

    def on(self, found: Round, tournament: Tournament) -> Round:
        if not found.published:
            raise ActionError(words.not_published(self.round), "round")
        if not waited_for(found):
            raise ActionError(words.NOBODY_TO_REMIND, "round")
        if found.reminded is not None and self.at < found.reminded + REST:
            raise ActionError(words.reminded_already(int(REST.total_seconds()) // 60), "at")
        return changed(found, reminded=self.at)


class NoShow(OnPairing):
    """A player did not turn up at the table. If neither did, both have lost."""

    do: Literal["no_show"] = "no_show"
    reason: Annotated[str, Field(max_length=500)] = ""

    def settle(self, pairing: Pairing, side: Literal[0, 1]) -> Pairing:
        who: Literal["first", "second"] = "second" if side else "first"
        before = pairing.result
        if before is None:
            return settled(pairing, Result(forfeit=who), self.reason)
        if before.forfeit in (None, who, "both"):
            raise ActionError(words.RESULT_STANDS, "round")
        return settled(pairing, Result(forfeit="both"), self.reason)


def settled(pairing: Pairing, result: Result, reason: str = "") -> Pairing:
    """Return a pairing whose result counts; what led to it stays in the log."""
    return changed(pairing, result=result, reports=(), dispute=None, decided=reason)


def _unsettled(pairing: Pairing) -> None:
    if pairing.result is not None:
        raise ActionError(words.RESULT_STANDS, "round")


def _others(pairing: Pairing, side: Literal[0, 1]) -> Report:
    found = next((each for each in pairing.reports if each.side != side), None)
    if found is None:
        raise ActionError(words.NOTHING_REPORTED, "player")
    return found
