"""Points of a stand (SN-C-points), what an army list may hold beside its stands, and sample lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulesets.engine.books import Book, Entry
from rulesets.engine.fields import Field, alike
from rulesets.engine.lists import ArmyList, ListRules, samples_in
from rulesets.engine.roster import SumLine
from rulesets.snaphance.armies.book import Profile, StandProfile, books
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.sheet import Sheet, load
from rulesets.snaphance.wording import armies as words

RATING = {"A": 4, "B": 2, "C": 0}
SHOOTING_RANKS = 2
"""Points of a second rank that can fire over the first (SN-7.3.a)."""
_RULE = "SN-15.0.a"


def lines(profile: Profile | StandProfile, sheet: Sheet | None = None) -> Iterator[SumLine]:
    """Yield the parts of a stand's price that are not 0, in the order of its row (SN-C-points)."""
    for label, points in _parts(profile, sheet or load()):
        if points:
            yield SumLine(label, points, _RULE, marked=True)


def price(profile: Profile | StandProfile, sheet: Sheet | None = None) -> int:
    """Return the price of a stand with all its ranks (SN-C-points)."""
    return sum(points for _, points in _parts(profile, sheet or load()))


def _parts(profile: Profile | StandProfile, sheet: Sheet) -> Iterator[tuple[str, int]]:
    stand = CLASSES[profile.code]
    yield words.STRENGTH, 2 * profile.sp
    yield words.CHARGE_BONUS, 2 * profile.charge_bonus
    yield words.BONUS_KEPT, max(0, profile.charge_bonus_after_loss - 1)
    yield words.MOVEMENT, profile.mp
    yield words.ORDER_RATING, RATING[profile.order_rating]
    # Pikes can at most use up what the firearm is worth, never lower the rest of the price.
    yield words.FIREARM, max(0, sheet.weapons[profile.weapon].points + profile.mix_dice)
    yield words.CONTACT_FIRE, profile.contact_fire_dice
    rear = profile.ranks - 1
    yield words.REAR_RANKS, rear * profile.sp
    yield words.SECOND_RANK, SHOOTING_RANKS if rear and profile.code == "Pi" else 0
    # Foot that pursue like cavalry go further than other foot; for mounted stands it is the usual table.
    yield words.CAVALRY_PURSUIT, 1 if not stand.mounted and profile.pursuit_table == "cavalry" else 0
    yield words.MAY_CONTACT_MOUNTED, 2 if profile.may_contact_mcs else 0
    yield words.COMPULSORY_PURSUIT, -1 if profile.must_pursue else 0


TRAININGS = ("well_trained", "poorly_trained", "unspecified")
"""SN-4.5.d: what decides from which distance Order Tests are harder."""

_TRAINING = Field(
    key="training",
    label=words.TRAINING,
    kind="choice",
    rule="SN-4.5.d",
    default="unspecified",
    choices=alike(*TRAININGS),
    help=words.training_help(load().numbers.well_trained_range, load().numbers.poorly_trained_range),
)
_BREAK_LEVEL = Field(
    key="break_percent",
    label=words.BREAK_LEVEL,
    kind="whole",
    rule="SN-14.0.b",
    default=load().numbers.break_percent,
    high=100,
    help=words.BREAK_LEVEL_HELP,
)


def extras(_book: Book[Any]) -> tuple[Field, ...]:
    """Return the extras of an army, the same for every book."""
    return (_TRAINING, _BREAK_LEVEL)


def kind(entry: Entry[Any]) -> str:
    """Return the class of the stands of an entry in words."""
    stand = CLASSES[entry.profile.code]
    return f"{stand.name}{' mounted' if stand.mounted else ''}"


LISTS = ListRules(
    slug="snaphance",
    name="Snaphance",
    unit="points",
    books=books,
    leader_levels=tuple(key for key, row in load().generals.items() if row.status != "stated"),
    extras=extras,
    level_names={row.key: row.name for row in load().generals.values()},
    chief=False,
    kind=kind,
)


SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "lists"


def sample_lists() -> Mapping[str, ArmyList]:
    """Return the sample lists of this system by the name of their file; raises ListError."""
    return samples_in(SAMPLES, LISTS)
