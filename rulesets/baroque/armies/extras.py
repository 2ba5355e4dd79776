"""What a Baroque army buys beside its units, and what its list may therefore hold (BQ-A.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal

from rulesets.baroque import tables
from rulesets.baroque.armies.profiles import BaroqueBook, books
from rulesets.engine.books import Book, Entry, data, read_toml
from rulesets.engine.fields import Field, alike
from rulesets.engine.lists import CostLine, ExtraValue, ListRules


@data
class Readings:
    """Readings taken where the army lists are silent (BQ-A.1, BQ-A.4)."""

    fraction_rounding: Literal["down", "up"]
    or_rows_may_be_mixed: bool


@data
class Common:
    """data/common.toml."""

    readings: Readings
    extras: tuple[Field, ...]


@cache
def common() -> Common:
    """Return what all armies share; raises BookError."""
    return read_toml(tables.DATA / "common.toml", Common)


def extras(book: Book[Any]) -> tuple[Field, ...]:
    """Return the extras of an army of `book`, with the values they have unless bought otherwise."""
    assert isinstance(book, BaroqueBook)
    return _extras(book.command_structure)


@cache
def _extras(structure: str) -> tuple[Field, ...]:
    qualities = sorted(tables.tables().command_structure, key=lambda row: row.tie_break_rank)
    most = {
        "exploration_dice": tables.tables().exploration_dice.max_bought,
        "rolls_of_destiny": tables.army_purchase("rolls_of_destiny").max,
    }
    default: Mapping[str, ExtraValue] = {"choice": structure, "whole": 0, "flag": False}
    return tuple(
        replace(
            row,
            default=default[row.kind],
            choices=alike(*(quality.quality for quality in qualities)) if row.kind == "choice" else (),
            most=most.get(row.key),
        )
        for row in common().extras
    )


def extra_lines(book: BaroqueBook, bought: Mapping[str, ExtraValue]) -> list[CostLine]:
    """Return what the extras of an army cost, the free ones left out (BQ-A.3).

    Command Structure (BQ-2.6.2.a), Exploration Dice (BQ-2.9.a), fortified Baggage (BQ-2.8.b), camp followers
    (BQ-8.1.10) and Rolls of Destiny (BQ-8.RD.a).
    """
    structure = str(bought.get("command_structure", book.command_structure))
    dice = int(bought.get("exploration_dice", 0))
    rolls = int(bought.get("rolls_of_destiny", 0))
    fortified, followers = bool(bought.get("fortified_baggage")), bool(bought.get("camp_followers"))
    followers_price = tables.army_purchase("camp_followers").cost_points
    prices = {
        "command_structure": getattr(book.command_structure_points, structure),
        "exploration_dice": tables.exploration_dice_cost(dice),
        "fortified_baggage": tables.baggage(fortified).cost_points,
        "camp_followers": followers_price if followers else 0,
        "rolls_of_destiny": rolls * tables.army_purchase("rolls_of_destiny").cost_points,
    }
    detail = {"command_structure": f" {structure}", "exploration_dice": f" {dice}"}
    return [
        CostLine(f"extras.{extra.key}", extra.label + detail.get(extra.key, ""), prices[extra.key])
        for extra in extras(book)
        if prices[extra.key]
    ]


def kind(entry: Entry[Any]) -> str:
    """Return the type and category of the troops of an entry in words."""
    troop = tables.troop_type(entry.profile.type)
    return f"{troop.name} {troop.category}"


LISTS = ListRules(
    slug="baroque",
    name="Baroque",
    unit="points",
    books=books,
    leader_levels=tuple(
        row.level for row in sorted(tables.tables().leader_level, key=lambda row: row.rank, reverse=True)
    ),
    extras=extras,
    level_names={row.level: row.name for row in tables.tables().leader_level},
    kind=kind,
    points=600,  # BQ-A.1
)
