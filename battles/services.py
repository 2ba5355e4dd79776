"""The only place that writes battles: begin, choose, play on, and what an owner does with one as a whole.

Two browsers may decide in one battle: a choice names the number of choices it was made after, and is refused
with StaleChoice when another one was made meanwhile.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from battles.models import SIDES, Battle, Choice
from battles.replay import Played, played
from rulesets import registry
from rulesets.engine import battle as engine
from rulesets.engine import document
from rulesets.engine.decisions import Refusal
from rulesets.engine.document import SetupError
from rulesets.engine.errors import LeaguerError
from rulesets.engine.lists import Report, check_list, parse_list
from rulesets.showing import showing

SLICE = 0.25
MAX_SEED = 64
TYPED = "dice"


class StaleChoice(Exception):  # noqa: N818 (it is no fault of the program)
    """A choice for the decision after `expected` choices, while `current` is the battle as it is now."""

    def __init__(self, expected: int, current: Battle) -> None:
        super().__init__(f"The battle has moved on: {current.version} choices were made, not {expected}.")
        self.expected = expected
        self.current = current


class NotAgreed(LeaguerError):  # noqa: N818 (it is no fault of the program)
    """A list of the set-up is not legal, and nobody said that it may be fought with."""

    def __init__(self, side: int, report: Report) -> None:
        count = len(report.violations)
        super().__init__(
            f"is not legal ({count} finding{'s' if count > 1 else ''}): agree to fight with it, or cure it",
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
    tacticians: Sequence[int] = SIDES,
    agreed: bool = False,
) -> Battle:
    """A new battle at its first decision.

    `tacticians` are the sides that play automatically, `agreed` whether lists that are not legal may fight.
    Raises SetupError naming the path, NotAgreed, or LeaguerError for an unknown system.
    """
    _check_people(owner, opponent, seed, tacticians)
    seed = seed or secrets.token_hex(16)
    checked = document.read_setup(setup)
    system = registry.get(checked["system"])
    begun = document.begin(system, checked, seed)
    if not agreed:
        check_lists(checked)
    row = Battle(
        owner=owner, opponent=opponent, system=system.slug, rules_version=system.rules_version,
        setup=begun.setup, seed=seed, side_a=checked["sides"][0], side_b=checked["sides"][1],
        tacticians=sorted(set(tacticians)), updated=timezone.now(), **_progress(begun),
    )  # fmt: skip
    row.save(force_insert=True)
    return row


def check_lists(setup: Mapping[str, Any]) -> None:
    """Raises NotAgreed for the first list of a checked set-up that is not legal."""
    for side, report in enumerate(reports(setup["lists"])):
        if not report.legal:
            raise NotAgreed(side, report)


def reports(lists: Sequence[Mapping[str, Any]]) -> list[Report]:
    """What the rules find in each of the lists; raises ListError for one that cannot be read."""
    return [check_list(parse_list(each)) for each in lists]


def _check_people(owner: User, opponent: User | None, seed: str, tacticians: Sequence[int]) -> None:
    if opponent == owner:
        raise SetupError("is yourself: leave it empty to play both sides", path="opponent")
    if seed and opponent is not None:
        raise SetupError("must be left to chance: who knows the seed knows every die", path="seed")
    if len(seed) > MAX_SEED or not seed.isprintable():
        raise SetupError(f"is at most {MAX_SEED} printable characters", path="seed")
    if any(side not in SIDES for side in tacticians):
        raise SetupError("may hold 0 and 1", path="tacticians")


# -- play ------------------------------------------------------------------------------------------


def choose(row: Battle, number: int, choice: Mapping[str, Any], side: int, user: User) -> None:
    """Make the pending decision of `side` after `number` choices, and keep it.

    Raises StaleChoice if the battle has moved on, Refusal if it may not be made: nothing changes then.
    """
    if number != row.version:
        raise StaleChoice(number, row)
    with played(row) as found:
        _check_going(found)
        if automatic(row, found.engine):
            name = row.sides[found.engine.pending.side] if found.engine.pending else ""
            raise Refusal(f"the tactician decides for {name}: take it over first", code="not-yours")
        found.engine.choose(choice, side)
        _keep(row, found, user)


def advance(row: Battle, seconds: float | None = SLICE) -> Advance:
    """Let the tactician decide for its sides: for so many seconds, or (None) as far as it goes.

    Raises StaleChoice if somebody else has played on meanwhile; nothing of this slice is kept then.
    """
    if row.over:
        return Advance(0, more=False)
    end = None if seconds is None else time.monotonic() + seconds
    with played(row) as found:
        if found.stop is not None:
            return Advance(0, more=False)
        battle, before = found.engine, found.version
        while automatic(row, battle):
            assert battle.pending is not None
            battle.choose(battle.system.tactician(battle, battle.pending))
            if end is not None and time.monotonic() > end:
                break
        _keep(row, found, None)
        return Advance(found.version - before, more=automatic(row, battle))


def automatic(row: Battle, battle: engine.Battle) -> bool:
    """Whether the tactician has to decide next; dice that are typed in are always a person's."""
    pending = battle.pending
    return pending is not None and pending.side in row.tacticians and pending.kind != TYPED


def hand_over(row: Battle, side: int, *, tactician: bool) -> None:
    """Let the tactician decide for a side from now on, or a person again."""
    sides = {*row.tacticians, side} if tactician else {*row.tacticians} - {side}
    _set(row, tacticians=sorted(sides))


def _check_going(found: Played) -> None:
    if found.stop is not None:
        raise Refusal(
            f"the rules no longer allow choice {found.stop.after_choices + 1}: {found.stop.message}",
            rule=found.stop.rule,
            code="stopped",
        )


@transaction.atomic
def _keep(row: Battle, found: Played, user: User | None) -> None:
    """Write the choices that the engine has more than the row, if the row still is as it was."""
    new = found.engine.choices[row.version :]
    if not new:
        return
    now = timezone.now()
    columns = {"version": found.version, "updated": now, **_progress(found.engine)}
    if columns["status"] == Battle.Status.OVER:
        columns["finished"] = now
    if not Battle.objects.filter(pk=row.pk, version=row.version).update(**columns):
        raise StaleChoice(row.version, Battle.objects.select_related("owner", "opponent").get(pk=row.pk))
    Choice.objects.bulk_create(
        Choice(
            battle=row, number=number, side=made.side, decision=made.decision, choice=made.choice,
            made_by=user, at=now,
        )
        for number, made in enumerate(new, start=row.version + 1)
    )  # fmt: skip
    for field, value in columns.items():
        setattr(row, field, value)


def _progress(battle: engine.Battle) -> dict[str, Any]:
    """The columns that tell how far a battle has got."""
    standing = showing(battle.system.slug).standing(battle.state)
    result = battle.result
    status = Battle.Status.GOING if battle.choices else Battle.Status.READY
    return {
        "status": Battle.Status.OVER if result is not None else status,
        "event_count": len(battle.entries),
        "hash": battle.hash,
        "turn": getattr(battle.state, "turn", 0),
        "standing": [side.to_json() for side in standing],
        "winner": None if result is None else result.winner,
        "result": None if result is None else result.to_json(),
    }


# -- the shelf -------------------------------------------------------------------------------------


def archive(row: Battle) -> None:
    """Put the battle away; it can be looked at and brought back."""
    _set(row, archived=True)


def unarchive(row: Battle) -> None:
    """Bring the battle back among those in use."""
    _set(row, archived=False)


def share(row: Battle) -> str:
    """The token that lets anyone look at the battle; one that it already has stays."""
    if not row.share_token:
        _set(row, share_token=secrets.token_urlsafe(16))
    return row.share_token or ""


def unshare(row: Battle) -> None:
    """Make the battle private again."""
    _set(row, share_token=None)


def _set(row: Battle, **fields: object) -> None:
    Battle.objects.filter(pk=row.pk).update(**fields)
    for field, value in fields.items():
        setattr(row, field, value)
