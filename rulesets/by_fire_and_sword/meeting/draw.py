"""Drawing one of several at random with ten-sided dice (BFS-30.2.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesets.by_fire_and_sword.meeting.state import MeetingState
from rulesets.by_fire_and_sword.wording import deployment as words
from rulesets.engine.battle import Battle
from rulesets.engine.decisions import Steps

FACES = 10


def draw(
    battle: Battle, *, side: int, among: Sequence[str] | Mapping[str, str], purpose: str, rule: str
) -> Steps[str]:
    """Draw one of the ids, each as likely as the others; `side` rolls (BFS-30.2.4).

    Where several units are drawn as one, `among` has a name for each id. Up to ten are distinguished by one
    die, more by several read as digits. Each has the same share of the numbers; one that is left over is
    rolled again. A single one needs no die.
    """
    names = among if isinstance(among, Mapping) else {id_: name_of(battle.state, id_) for id_ in among}
    ids = list(names)
    if len(ids) == 1:
        return ids[0]
    count = digits(len(ids))
    text = words.drawn_how(purpose, how_to(list(names.values())))
    found: list[tuple[int, ...]] = []
    while not found or place(found[-1], len(ids)) is None:
        found.append((yield from battle.roll(text, side=side, count=count, sides=FACES, rule=rule)))
    index = place(found[-1], len(ids))
    assert index is not None
    rerolls = [(at, value, rule) for dice in found[1:] for at, value in enumerate(dice)]
    battle.record(
        purpose, found[0], words.is_drawn(names[ids[index]]), rule=rule, side=side, unit=ids[index],
        sides=FACES, rerolls=rerolls,
    )  # fmt: skip
    return ids[index]


def digits(number: int) -> int:
    """Return how many dice it takes to draw one of `number`."""
    return max(1, len(str(number - 1)))


def place(dice: Sequence[int], number: int) -> int | None:
    """Return which of `number` the dice name, from 0; None if they are to be rolled again."""
    value = 0
    for die in dice:  # the first die is the first digit; all tens are the highest number
        value = value * FACES + die % FACES
    value = (value or FACES ** len(dice)) - 1
    share = FACES ** len(dice) // number
    return value // share if value < share * number else None


def name_of(state: MeetingState, id_: str) -> str:
    """Return the name of a unit or commander."""
    return (state.units.get(id_) or state.commanders[id_]).name


def how_to(names: Sequence[str]) -> str:
    """Return how one of several is drawn with dice: what each number means, for who rolls them on a table."""
    count = digits(len(names))
    share = FACES**count // len(names)
    numbers = [
        f"{_span(index * share + 1, (index + 1) * share, count)} {name}" for index, name in enumerate(names)
    ]
    if share * len(names) < FACES**count:
        numbers.append(words.roll_again(_span(share * len(names) + 1, FACES**count, count)))
    order = words.READ_AS_DIGITS if count > 1 else ""
    return order + ", ".join(numbers)


def _span(low: int, high: int, count: int) -> str:
    first, last = (str(value % FACES**count).zfill(count) for value in (low, high))
    return first if low == high else words.from_to(first, last)
