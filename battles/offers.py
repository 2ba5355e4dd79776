"""What players settle between them: taking back a choice, a draw, giving up.

Who plays alone, or against the tactician, settles it at once. Between two people it is an offer, of which a
battle has one at a time, and the other side answers it.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, QuerySet

from battles import wording as words
from battles.models import Battle, Choice
from battles.persistence import DRAW, UNDO, at, declined, save, take_back, write
from battles.sides import SIDES
from rulesets.contract import registry
from rulesets.engine import battle as engine
from rulesets.engine.decisions import Refusal


def undo(row: Battle, revision: int, side: int, _user: User, steps: int = 1) -> None:
    """Take back the last choice that a person made for `side`, with everything that followed from it.

    `steps`: so many choices, as one drag makes them; fewer where another person has chosen in between.

    Who plays both sides takes back the last one that they made for either. Against somebody else it becomes
    an offer, unless the other side loses no choice of a person: the tactician leads it, and did so before.

    Raises Stale, or Refusal when there is nothing to take back or another offer waits to be answered.
    """
    with at(row, revision):
        _check_no_question(row, side)
        # Somebody who plays both sides thinks of their last choice, not of a side's.
        sides = SIDES if row.opponent_id is None else (side,)
        last = _by_people(row).filter(side__in=sides).aggregate(last=Max("number"))["last"]
        if last is None:
            raise Refusal(words.NOTHING_TO_UNDO, code="nothing")
        first = _first_of(row, sides, last, steps)
        alone = row.opponent_id is None or (1 - side in row.tacticians and not _loses(row, 1 - side, first))
        if not alone:
            write(row, offer={"kind": UNDO, "by": side, "to": first - 1}, declined=None)
            return
    # Outside at(): taking back replays the battle for itself.
    take_back(row, first - 1)


def _first_of(row: Battle, sides: Collection[int], last: int, steps: int) -> int:
    """Return the number of the first of up to `steps` choices up to `last` that people made for these sides,
    with no choice of another person in between.
    """
    made = _by_people(row).filter(number__lte=last).order_by("-number")[:steps]
    first = last
    for number, side in made.values_list("number", "side"):
        if side not in sides:
            break
        first = number
    return first


def offer_draw(row: Battle, revision: int, side: int, user: User) -> None:
    """Offer a draw; who plays both sides has it at once, and so has who asks a tactician that stands no
    better. When the other side offers one already, this accepts it.

    Raises Stale, or Refusal when the tactician stands better or another offer waits to be answered.
    """
    with at(row, revision) as found:
        if row.offer is not None and row.offer["kind"] == DRAW and row.offer["by"] != side:
            found.engine.agree_draw(side)
        else:
            _check_no_question(row, side)
            if row.opponent_id is not None:
                write(row, offer={"kind": DRAW, "by": side, "to": None}, declined=None)
                return
            if 1 - side in row.tacticians and _stands_better(found.engine, 1 - side):
                raise Refusal(words.draw_declined(row.sides[1 - side]), code="declined")
            # The tactician agrees, or whoever plays both sides; nobody else has to be asked.
            found.engine.agree_draw(1 - side)
        save(row, found, user if 1 - side not in row.tacticians else None)


def answer(row: Battle, revision: int, side: int, user: User, accept: bool) -> None:
    """Accept or decline what the other side has offered; its own offer a side may only withdraw.

    Raises Stale, or Refusal when there is nothing to answer or it is one's own offer.
    """
    with at(row, revision) as found:
        offer: dict[str, Any] | None = row.offer
        if offer is None:
            raise Refusal(words.NO_OFFER, code="nothing")
        if not accept:
            write(row, offer=None, declined=None if offer["by"] == side else declined(offer))
            return
        if offer["by"] == side:
            raise Refusal(words.YOUR_OWN_OFFER, code="not-yours")
        if offer["kind"] == DRAW:
            found.engine.agree_draw(side)
            save(row, found, user)
            return
    take_back(row, offer["to"])


def resign(row: Battle, revision: int, side: int, user: User) -> None:
    """Give the battle up for `side`. Raises Stale, or Refusal when it is over."""
    with at(row, revision) as found:
        found.engine.concede(side)
        save(row, found, user)


def _check_no_question(row: Battle, side: int) -> None:
    """Raise Refusal while the other side waits for an answer; one's own offer is replaced."""
    if row.offer is not None and row.offer["by"] != side:
        raise Refusal(words.offer_open(row.sides[1 - side]), code="unanswered")


def _by_people(row: Battle) -> QuerySet[Choice]:
    return row.choices.filter(made_by__isnull=False)


def _loses(row: Battle, side: int, first: int) -> bool:
    """Whether a person's choice for `side` is among those from number `first` on."""
    return _by_people(row).filter(side=side, number__gte=first).exists()


def _stands_better(battle: engine.Battle, side: int) -> bool:
    """Whether `side` has a greater part left than the other of what decides the battle."""
    standing = registry.get(battle.system.slug).presentation.standing(battle.state)
    if len(standing) != len(SIDES):
        return False
    # Fractions, since armies of equal parts must not differ by a rounding error.
    parts = [Fraction(each.left, max(1, each.total)) for each in standing]
    return parts[side] > parts[1 - side]
