"""What can be done about the lists that players send in. What is in them stands elsewhere."""

from __future__ import annotations

from typing import Literal

from tournaments.engine.actions.base import Action, ActionError, OnPlayer, changed
from tournaments.engine.day import Reason
from tournaments.engine.document import Player, Tournament
from tournaments.engine.parts import Key
from tournaments.engine.sent import ListMark, brought
from tournaments.wording import actions as words


class SendList(OnPlayer):
    """A list of a player comes in, in the place of another if it `replaces` one. `accepted`: an organiser
    sent it in for them, which counts at once.
    """

    do: Literal["send_list"] = "send_list"
    list: Key
    replaces: Key | None = None
    late: bool = False
    accepted: bool = False

    def on(self, player: Player, tournament: Tournament) -> Player:
        if tournament.lists_locked and not self.accepted:
            raise ActionError(words.LISTS_LOCKED)
        old = None if self.replaces is None else mark_of(player, self.replaces, "replaces")
        if old is None and len(brought(player.lists)) >= tournament.settings.limits.lists:
            raise ActionError(words.all_lists_sent(tournament.settings.limits.lists), "replaces")
        counts = old.stands_for if old is not None else None
        mark = ListMark(
            key=self.list, state="accepted" if self.accepted else "waits", late=self.late,
            changed=counts is not None, replaces=None if self.accepted else counts,
        )  # fmt: skip
        # What is accepted counts until an organiser accepts this one.
        gone = {self.replaces, counts} if self.accepted else {self.replaces} - {counts}
        others = (each for each in player.lists if counts is None or each.replaces != counts)
        return changed(player, lists=(*(each for each in others if each.key not in gone), mark))


class AcceptList(OnPlayer):
    """A list may be brought; the one that it replaces goes."""

    do: Literal["accept_list"] = "accept_list"
    list: Key

    def on(self, player: Player, tournament: Tournament) -> Player:
        mark = mark_of(player, self.list)
        if mark.state == "accepted":
            raise ActionError(words.LIST_ACCEPTED, "list")
        kept = tuple(each for each in player.lists if each.key != mark.replaces)
        found = _with_mark(player, kept, changed(mark, state="accepted", replaces=None, reason=""))
        if len(brought(found.lists)) > tournament.settings.limits.lists:
            raise ActionError(words.no_more_lists(tournament.settings.limits.lists), "list")
        return found


class DeclineList(OnPlayer):
    """A list may not be brought, for a `reason` that its player reads."""

    do: Literal["decline_list"] = "decline_list"
    list: Key
    reason: Reason = ""

    def on(self, player: Player, tournament: Tournament) -> Player:
        mark = mark_of(player, self.list)
        if mark.state == "declined":
            raise ActionError(words.LIST_DECLINED, "list")
        return _with_mark(player, player.lists, changed(mark, state="declined", reason=self.reason))


class WithdrawList(OnPlayer):
    """A player takes back a list that nobody has accepted."""

    do: Literal["withdraw_list"] = "withdraw_list"
    list: Key

    def on(self, player: Player, tournament: Tournament) -> Player:
        mark = mark_of(player, self.list)
        if tournament.lists_locked:
            raise ActionError(words.LISTS_LOCKED)
        if mark.state == "accepted":
            raise ActionError(words.REPLACE_ACCEPTED, "list")
        return changed(player, lists=tuple(each for each in player.lists if each.key != mark.key))


class LockLists(Action):
    """Players send in no more lists; or they may again."""

    do: Literal["lock_lists"] = "lock_lists"
    locked: bool = True

    def apply(self, tournament: Tournament) -> Tournament:
        return changed(tournament, lists_locked=self.locked)


def mark_of(player: Player, key: str, path: str = "list") -> ListMark:
    """Return the mark of a list of a player; raises ActionError."""
    found = next((each for each in player.lists if each.key == key), None)
    if found is None:
        raise ActionError(words.NO_SUCH_LIST, path)
    return found


def _with_mark(player: Player, marks: tuple[ListMark, ...], mark: ListMark) -> Player:
    return changed(player, lists=tuple(mark if each.key == mark.key else each for each in marks))
