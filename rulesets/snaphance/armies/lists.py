"""What a Snaphance army list may hold beside its stands: grades of Generals, training, break level."""

from __future__ import annotations

from typing import Any

from rulesets.engine.books import Book
from rulesets.engine.fields import Field, alike
from rulesets.engine.lists import ListRules
from rulesets.snaphance.armies.book import books
from rulesets.snaphance.sheet import load

TRAININGS = ("well_trained", "poorly_trained", "unspecified")
"""SN-4.5.d: what decides from which distance Order Tests are harder."""

_TRAINING = Field(
    key="training",
    label="Training",
    kind="choice",
    rule="SN-4.5.d",
    default="unspecified",
    choices=alike(*TRAININGS),
    help=(
        f"Order Tests are harder beyond {load().numbers.well_trained_range}H of the General in a well trained"
        f" army, beyond {load().numbers.poorly_trained_range}H in a poorly trained one, otherwise beyond his"
        " command range."
    ),
)
_BREAK_LEVEL = Field(
    key="break_percent",
    label="Break level in percent",
    kind="whole",
    rule="SN-14.0.b",
    default=load().numbers.break_percent,
    high=100,
    help="The army breaks when this share of its break points is lost, usually a third to a half.",
)


def extras(_book: Book[Any]) -> tuple[Field, ...]:
    """The extras of an army, the same for every book."""
    return (_TRAINING, _BREAK_LEVEL)


LISTS = ListRules(
    slug="snaphance",
    name="Snaphance",
    unit="points",
    books=books,
    leader_levels=tuple(key for key, row in load().generals.items() if row.status != "stated"),
    extras=extras,
    level_names={row.key: row.name for row in load().generals.values()},
    chief=False,
)
