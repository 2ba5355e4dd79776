"""Claims folded into what stands: said by one side, agreed on by both, or disputed.

What one side says waits for the other. The other agrees by saying the same; saying something else makes a
dispute, which stays one until both say the same. Counting on from what the other said in an earlier turn
agrees to that. One person with both sides agrees with themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battles.recording.models import Claim


@dataclass(slots=True)
class Standing:
    """What stands under one entry: `agreed` is what both agreed on last, `said` what each side that differs
    from it or from the other says, the one that spoke first before the other. `number` and `turn` are those
    of the last claim about it.
    """

    key: str
    agreed: Any
    said: dict[int, Any] = field(default_factory=dict)
    number: int = 0
    turn: int = 0

    @property
    def value(self) -> Any:
        """What counts for now: what was said first where it is not agreed on."""
        return next(iter(self.said.values()), self.agreed)

    @property
    def disputed(self) -> bool:
        """Whether both sides say different things."""
        return len(self.said) > 1

    @property
    def by(self) -> int | None:
        """Whose word it is alone; None if it is agreed on or disputed."""
        return next(iter(self.said)) if len(self.said) == 1 else None

    def seen_by(self, side: int | None) -> Any:
        """Return the value that a side goes by: its own word where there is one."""
        return self.said.get(side, self.value) if side is not None else self.value


@dataclass(slots=True)
class Ledger:
    """All that stands in a record. `given`: what it began with; `turn`: the turn being recorded, 0: none."""

    given: Mapping[str, Any]
    standings: dict[str, Standing] = field(default_factory=dict)
    turn: int = 0
    signed: set[int | None] = field(default_factory=set)

    def value(self, key: str, default: Any = None, side: int | None = None) -> Any:
        """Return what stands under a key, as `side` sees it."""
        found = self.standings.get(key)
        return self.given.get(key, default) if found is None else found.seen_by(side)

    def values(self, side: int | None = None) -> dict[str, Any]:
        """Everything by key, as `side` sees it; None: as it counts for now."""
        return {**self.given, **{key: each.seen_by(side) for key, each in self.standings.items()}}

    def readings(self, keys: Sequence[str], side: int | None) -> Iterator[dict[str, Any]]:
        """Yield what these entries can be taken for, the likeliest first: as `side` sees them, its own word
        with what was agreed on, as either side sees them, what was agreed on.
        """
        found = {key: self.standings[key] for key in keys}
        yield {key: each.seen_by(side) for key, each in found.items()}
        sides = (0, 1) if side is None else (side, 1 - side)
        for own in sides:
            yield {key: each.said.get(own, each.agreed) for key, each in found.items()}
            yield {key: each.seen_by(own) for key, each in found.items()}
        yield {key: each.agreed for key, each in found.items()}

    def turns(self) -> dict[str, int]:
        """In which turn each entry was recorded last."""
        return {key: each.turn for key, each in self.standings.items()}

    @property
    def disputes(self) -> list[Standing]:
        """What both sides say differently, the oldest first."""
        return sorted(
            (each for each in self.standings.values() if each.disputed), key=lambda each: each.number
        )

    def waiting_for(self, side: int) -> list[Standing]:
        """Return what the other side has said and `side` has not agreed to."""
        return [each for each in self.standings.values() if each.by == 1 - side]

    @property
    def settled(self) -> bool:
        """Whether the whole is signed by both sides, or by who has both."""
        return None in self.signed or self.signed >= {0, 1}


def fold(claims: Iterable[Claim], given: Mapping[str, Any] | None = None) -> Ledger:
    """Return what stands after these claims, in the order of their numbers."""
    ledger = Ledger(given or {})
    for claim in claims:
        apply(ledger, claim)
    return ledger


def apply(ledger: Ledger, claim: Claim) -> None:
    """Add one claim."""
    if claim.kind == Claim.Kind.TURN:
        ledger.turn = int(claim.value or 0)
    elif claim.kind == Claim.Kind.SIGN:
        ledger.signed.add(claim.by)
    elif claim.kind == Claim.Kind.REOPEN:
        ledger.signed.clear()
    else:
        _claim(ledger, claim)


def _claim(ledger: Ledger, claim: Claim) -> None:
    before = ledger.standings.get(claim.key) or Standing(claim.key, ledger.given.get(claim.key))
    agreed, said = before.agreed, dict(before.said)
    other = None if claim.by is None else said.get(1 - claim.by, _NOTHING)
    if claim.by is None or other == claim.value:
        agreed, said = claim.value, {}
    elif other is _NOTHING or _counts_on(other, before, claim):
        agreed = agreed if other is _NOTHING else other
        said = {} if claim.value == agreed else {claim.by: claim.value}
    else:
        said[claim.by] = claim.value
    now = Standing(claim.key, agreed, said, claim.number, claim.turn)
    # A signature holds for values: it falls with the first of them that changes.
    if now.value != before.value or now.disputed:  # who agrees to what counts already changes nothing
        ledger.signed.clear()
    ledger.standings[claim.key] = now


_NOTHING = object()


def _counts_on(other: Any, before: Standing, claim: Claim) -> bool:
    """Whether a claim counts on from what the other side said in an earlier turn, and so agrees to it."""
    if before.disputed or claim.turn <= before.turn:
        return False
    counts = isinstance(other, int) and isinstance(claim.value, int) and not isinstance(other, bool)
    return counts and claim.value > other


def changes(claims: Iterable[Claim], given: Mapping[str, Any] | None = None) -> Iterator[tuple[Claim, Any]]:
    """Each claim with what its side took for the entry's value before."""
    ledger = Ledger(given or {})
    for claim in claims:
        yield claim, ledger.value(claim.key, side=claim.by)
        apply(ledger, claim)
