"""The only way to write battles: begin, choose, play on, and what an owner does with one as a whole.

`offers.py` has what players settle between them, `persistence.py` how rows are written; both are reached
from here. Two browsers may act in one battle: whoever acts names the revision that they saw, and is refused
with Stale when it is another one by then.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from armylists.guests import check_account
from armylists.owned.services import Stale, archive, put, share, unshare
from armylists.room import check_room
from battles import wording as words
from battles.invitations import check
from battles.models import ASK, NEVER, Battle
from battles.offers import answer, offer_draw, resign, undo
from battles.persistence import at, progress, save, write
from battles.poll import poll_token
from battles.replay import played
from battles.setups import MAX_SEED
from battles.sides import ACCEPTED, OPEN, SIDES
from rulesets.contract import registry
from rulesets.contract.documents import check_list, parse_list, read_setup
from rulesets.engine import battle as engine
from rulesets.engine import document
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import SetupError
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import Report
from rulesets.engine.strength import choice_of

__all__ = [
    "MAX_SEED", "SLICE", "Advance", "NotAgreed", "advance", "answer", "archive",
    "automatic", "begin", "cancel", "check_lists", "choose", "hand_over", "offer_draw", "poll_token",
    "reports", "resign", "set_hints", "set_reactions", "share", "undo", "unshare",
]  # fmt: skip

SLICE = 0.25


class NotAgreed(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """A list of the set-up is not legal, and nobody said that it may be fought with."""

    def __init__(self, side: int, report: Report) -> None:
        count = len(report.violations)
        super().__init__(
            words.list_not_legal(count),
            path=f"lists[{side}]",
            code="not-agreed",
        )
        self.report = report


@dataclass(frozen=True, slots=True)
class Advance:
    """What a slice of automatic play brought: `made` choices, and whether there is more to play now."""

    made: int
    more: bool


# -- begin -----------------------------------------------------------------------------------------


def begin(
    owner: User,
    setup: Mapping[str, Any],
    *,
    seed: str = "",
    opponent: User | None = None,
    invited: str = "",
    tacticians: Sequence[int] = SIDES,
    agreed: bool = False,
    of_campaign: bool = False,
) -> Battle:
    """Return a new battle at its first decision.

    `opponent` is somebody who has agreed to lead the second side elsewhere, as in a campaign; whoever is only
    named is `invited`, and the battle waits for their answer. `tacticians` are the sides that play
    automatically, `agreed` whether lists that are not legal may fight. A battle `of_campaign` takes none of
    its owner's room: whoever begins it may be somebody else.

    Raises GuestRefusal, RoomRefusal, SetupError naming the path, InvitationError, NotAgreed, or LeaguerError
    for an unknown system.
    """
    if not of_campaign:
        check_room(owner, Battle)
    for each in (owner, opponent) if opponent is not None else ():
        check_account(each, words.GUESTS_CANNOT_INVITE)
    invited = check(owner, invited, Battle) if opponent is None else ""
    _check_people(owner, opponent, seed, tacticians)
    if seed and invited:
        raise SetupError(words.NO_SEED_AGAINST_OTHERS, path="seed")
    # Not random(): whoever can guess the seed knows all dice to come.
    seed = seed or secrets.token_hex(16)
    checked = {**read_setup(setup), "unit_numbers": True}
    system = registry.get(checked["system"])
    begun = document.begin(system, checked, seed)
    if not agreed:
        check_lists(checked)
    row = Battle(
        owner=owner, opponent=opponent, invited=invited, invitation=OPEN if invited else ACCEPTED,
        system=system.slug, rules_version=system.rules_version, setup=begun.setup, seed=seed,
        side_a=checked["sides"][0], side_b=checked["sides"][1], tacticians=sorted(set(tacticians)),
        guided=_guided(system.slug, owner, opponent, invited), strengths=checked.get("strengths", []),
        updated=timezone.now(),
        **progress(begun),
    )  # fmt: skip
    row.save(force_insert=True)
    return row


def _guided(system: str, owner: User, opponent: User | None, invited: str) -> list[int]:
    """Return the sides that see hints: those of whoever fights their first battle of a system."""
    people = (owner, opponent) if opponent is not None or invited else (owner, owner)
    fought = Battle.objects.filter(system=system)
    return [side for side, user in enumerate(people) if user is not None and not fought.of(user).exists()]


def check_lists(setup: Mapping[str, Any]) -> None:
    """Raise NotAgreed for the first list of a checked set-up that is not legal."""
    for side, report in enumerate(reports(setup["lists"])):
        if not report.legal:
            raise NotAgreed(side, report)


def reports(lists: Sequence[Mapping[str, Any]]) -> list[Report]:
    """Return what the rules find in each of the lists; raises ListError for one that cannot be read."""
    return [check_list(parse_list(each)) for each in lists]


def _check_people(owner: User, opponent: User | None, seed: str, tacticians: Sequence[int]) -> None:
    if opponent == owner:
        raise SetupError(words.INVITES_THEMSELVES, path="opponent")
    # A person who sets the seed could have tried the whole battle out before.
    if seed and opponent is not None:
        raise SetupError(words.NO_SEED_AGAINST_OTHERS, path="seed")
    if len(seed) > MAX_SEED or not seed.isprintable():
        raise SetupError(words.seed_too_long(MAX_SEED), path="seed")
    if any(side not in SIDES for side in tacticians):
        raise SetupError(words.SIDES_0_AND_1, path="tacticians")


# -- play ------------------------------------------------------------------------------------------


def choose(
    row: Battle, revision: int, choice: Mapping[str, Any], side: int | None, user: User, *, on: bool = True
) -> None:
    """Make the pending decision of `side` at a revision, and save it; with `on` what follows without a person
    is played for a slice of time and saved with it.

    Raises Stale if the battle has moved on, Refusal if it may not be made, as by who leads no side (None):
    nothing changes then.
    """
    if side is None:
        raise Refusal(words.NOT_LEADING, code="not-yours")
    with at(row, revision) as found:
        if _left_to_tactician(row, found.engine):
            name = row.sides[found.engine.pending.side] if found.engine.pending else ""
            raise Refusal(words.tactician_decides(name), code="not-yours")
        # The engine judges before anything is written; a Refusal leaves battle and row as they were.
        found.engine.choose(choice, side)
        if on:
            _follow(row, found.engine, SLICE)
        save(row, found, user)


def advance(row: Battle, seconds: float | None = SLICE) -> Advance:
    """Play what needs no person, as the tactician's decisions: for so many seconds, or (None) as far as it
    goes.

    Raises Stale if somebody else has played on meanwhile, nothing of this slice is saved then; Refusal if it
    is cancelled.
    """
    row.check_open()
    if row.over or row.waits:
        return Advance(0, more=False)
    with played(row) as found:
        if found.stop is not None:
            return Advance(0, more=False)
        before = found.version
        _follow(row, found.engine, seconds)
        save(row, found, None)
        return Advance(found.version - before, more=automatic(row, found.engine))


def automatic(row: Battle, battle: engine.Battle) -> bool:
    """Whether the battle goes on without a person: the tactician decides next, or a side that is never asked
    declines a reaction. Nothing goes on while somebody is asked to play.
    """
    if row.waits or row.cancelled:
        return False
    return _left_to_tactician(row, battle) or _declined(row, battle) is not None


def hand_over(row: Battle, side: int, *, tactician: bool) -> None:
    """Let the tactician decide for a side from now on, or a person again. Raises Refusal if the battle is
    cancelled.
    """
    row.check_open()
    _settle(
        row,
        lambda now: {
            "tacticians": sorted({*now.tacticians, side} if tactician else {*now.tacticians} - {side})
        },
    )


def set_hints(row: Battle, side: int, *, on: bool) -> None:
    """Show hints beside the decisions of a side from now on, or no more; it is nobody else's business. Raises
    Refusal if the battle is cancelled.
    """
    row.check_open()
    put(row, guided=sorted({*row.guided, side} if on else {*row.guided} - {side}))


def set_reactions(row: Battle, side: int, mode: str) -> None:
    """Ask a side about every reaction ("ask"), or decline them all for it ("never").

    Raises LeaguerError for another mode, Refusal if the battle is cancelled.
    """
    row.check_open()
    if mode not in (ASK, NEVER):
        raise LeaguerError(f"is {ASK} or {NEVER}", path="mode", code="unknown")
    _settle(row, lambda now: {"reactions": [mode if s == side else now.reactions[s] for s in SIDES]})


def cancel(row: Battle, reason: str) -> None:
    """End a battle for the reason that an umpire gives, without a result: nobody plays it any more, and its
    two sides still read it. Its seed stays sealed, and its link leads nowhere: it names both armies, which
    may have to fight anew.
    """
    columns = {
        "cancelled": reason, "offer": None, "declined": None, "share_token": None, "updated": timezone.now(),
    }  # fmt: skip
    _settle(row, lambda _: columns)


def _follow(row: Battle, battle: engine.Battle, seconds: float | None) -> None:
    """Play what needs no person, at least one choice of it, until the time is up. It never stops amid what a
    tactician has planned (`Battle.note`): who takes the battle up again would plan anew, perhaps otherwise.
    """
    end = None if seconds is None else time.monotonic() + seconds
    while automatic(row, battle):
        assert battle.pending is not None
        battle.choose(_declined(row, battle) or choice_of(battle, battle.pending))
        if end is not None and battle.note is None and time.monotonic() > end:
            return


def _left_to_tactician(row: Battle, battle: engine.Battle) -> bool:
    """Whether the tactician has to decide next; dice that are typed in are always a person's."""
    pending = battle.pending
    return pending is not None and pending.side in row.tacticians and pending.kind != engine.TYPED


def _declined(row: Battle, battle: engine.Battle) -> Mapping[str, Any] | None:
    """Return the choice that declines the pending reaction for a person who is never asked; None if it is
    none.
    """
    pending = battle.pending
    if pending is None or pending.side in row.tacticians or row.reactions[pending.side] != NEVER:
        return None
    known = registry.get(row.system).board
    decline = None if known is None else known.reactions.get(pending.kind)
    return decline if decline is not None and pending.offers(**decline) else None


def _settle(row: Battle, change: Callable[[Battle], dict[str, Any]]) -> None:
    """Write what does not depend on how the battle stands, whoever else writes at the same time."""
    while True:
        try:
            return write(row, **change(row))
        except Stale as stale:
            row.become(stale.current)
