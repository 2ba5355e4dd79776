"""What is bought for the army as a whole, and the limits that the tables set (BFS-29.9, BFS-30.5)."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Literal

from rulesets.by_fire_and_sword import tables
from rulesets.engine.books import data


@data
class ElementPrice:
    """BFS-29.9.3, BFS-30.3.E: how many elements one FSP buys, each started group."""

    what: str
    elements_per_fsp: int
    rounding: Literal["up"]
    rule: str
    level: str = ""
    buyer: str = ""
    element_cm: tuple[float, float] | None = None


@data
class PortableObstacle:
    """BFS-29.9.2: in how many regiments, and on how many bases, an obstacle may be carried."""

    key: str
    rule: str
    max_bases: int | None = None
    max_regiments: int | None = None


@data
class SmallForce:
    """BFS-30.5.1-BFS-30.5.3: when a force is small, and whom it should not meet."""

    auto_at_fsp_to: int
    casual_opponent_max_fsp: int
    casual_opponent_warn_fsp: int
    tournament_list_max_fsp: int
    tournament_opponent_max_fsp: int
    rule: str


@data
class SquadronLimit:
    """BFS-21.1.6: how many bases a squadron of these troops may have."""

    troops: str
    max_bases: int
    rule: str


@data
class ReconnaissanceBonus:
    """BFS-33.1: what a special rule adds to a unit's reconnaissance."""

    key: str
    points: int
    rule: str


@data
class LossBand:
    """BFS-34.2, BFS-34.3: its upper limit in per cent of the Force Value, and both sides' victory points."""

    band: str
    vp_own: int
    vp_enemy: int
    rule: str
    upper_percent: int | None = None


@cache
def element_price(what: str) -> ElementPrice:
    """Return what elements of a fortification or portable obstacle cost; raise KeyError."""
    return {row.what: row for row in tables.rows("fsp_cost", ElementPrice)}[what]


def elements_fsp(what: str, number: int) -> tuple[str, int]:
    """Return a label and the FSP for so many elements, every started group counted (BFS-29.9.3).

    Kobylicas as in BFS-28.2.1, caltrops as in BFS-28.3.1, chevaux de frise as in BFS-28.4.1.
    """
    price = element_price(what)
    words = what.replace("_", " ")
    # Negated floor division rounds up without floats: a started group is paid for as a whole one.
    return f"{words.capitalize()}, {number} elements", -(-number // price.elements_per_fsp)


@cache
def portable_obstacle(key: str) -> PortableObstacle:
    """Return the limits of an obstacle; None where there is none. Raises KeyError."""
    names = [field.name for field in fields(PortableObstacle)]
    found = {row["key"]: row for row in tables.plain_rows("portable_obstacle")}[key]
    return PortableObstacle(**{name: found[name] for name in names if name in found})


@cache
def small_force() -> SmallForce:
    """Return the limits of small forces (BFS-30.5.1)."""
    return tables.rows("small_force", SmallForce)[0]


@cache
def squadron_limit(troops: str) -> int | None:
    """Return the bases of the largest squadron, None for other troops (BFS-21.1.6, BFS-29.10.3)."""
    return {row.troops: row.max_bases for row in tables.rows("squadron_limit", SquadronLimit)}.get(troops)


@cache
def reconnaissance_bonus() -> dict[str, ReconnaissanceBonus]:
    """Return bonuses by special rule; Feigned Flight counts as Light Cavalry (BFS-33.1, BFS-22.11.a).

    Dragoons (BFS-22.9.g), Highlanders (BFS-22.13.d), Light Cavalry (BFS-22.16.k), Scouts (BFS-22.28.a),
    Skirmishers (BFS-22.30.b), Commanded Musketeers (BFS-22.6.b).
    """
    found = {row.key: row for row in tables.rows("reconnaissance_bonus", ReconnaissanceBonus)}
    return {**found, "Feigned Flight": found["Light Cavalry"]}


@cache
def loss_bands() -> tuple[LossBand, ...]:
    """Return the bands from no losses to massacre (BFS-34.3)."""
    return tables.rows("loss_band", LossBand)
