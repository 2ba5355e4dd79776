"""What an army list may hold: books, commanders, whether they ride; and sample lists."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.fields import Field
from rulesets.engine.lists import ArmyList, ListRules, samples_in
from rulesets.mail_pike_powder.armies.profiles import books
from rulesets.mail_pike_powder.armies.tables import commanders
from rulesets.mail_pike_powder.wording import armies as words

ON_FOOT = Field(
    key="commanders_on_foot",
    label=words.ON_FOOT,
    kind="flag",
    rule="MPP-3.6",
    default=False,
    help=words.ON_FOOT_HELP,
)


def extras(_book: Book[Any]) -> tuple[Field, ...]:
    """Return the extras of an army, the same for every book."""
    return (ON_FOOT,)


LISTS = ListRules(
    slug="mail_pike_powder",
    name="Mail, Pike & Powder",
    unit="points",
    books=books,
    leader_levels=tuple(commanders()),
    level_names={level: words.rating(level) for level in commanders()},
    extras=extras,
    kind=lambda entry: entry.profile.unit_class,
    points=1000,  # MPP-C-27
)

SAMPLES = Path(__file__).resolve().parents[3] / "samples" / "lists"


def sample_lists() -> Mapping[str, ArmyList]:
    """Return the sample lists of this system by the name of their file; raises ListError."""
    return samples_in(SAMPLES, LISTS)
