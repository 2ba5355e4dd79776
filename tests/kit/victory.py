"""Forces of By Fire and Sword for tests of the score, made without a book, and results of their battles."""

from __future__ import annotations

from typing import Any

from rulesets.by_fire_and_sword.armies.force import (
    Force,
    ForceCommander,
    ForceRegiment,
    ForceUnit,
    motivation_level,
)
from rulesets.by_fire_and_sword.victory.document import ResultModel, read_result
from rulesets.by_fire_and_sword.victory.score import Score, score_forces


def unit(id_: str = "u1", bases: int = 3, **more: Any) -> ForceUnit:
    """A unit of cavalry."""
    values: dict[str, Any] = {
        "name": f"Unit {id_}", "type": "cavalry", "special": frozenset(), "weapons": (), "skill": 5,
        "morale": 6, **more,
    }  # fmt: skip
    return ForceUnit(id=id_, bases=bases, **values)


def commander(id_: str = "c1", cp: int = 4, *, chief: bool = True, regiment: str = "") -> ForceCommander:
    """A commander; the force's own by default."""
    return ForceCommander(
        id=id_, name=f"Commander {id_}", rank="colonel", cp=cp, chief=chief, historical=False,
        regiment=regiment,
    )  # fmt: skip


def regiment(id_: str, bases: int, percent: int = 50, *, allied: bool = False) -> ForceRegiment:
    """A regiment of a division."""
    return ForceRegiment(
        id=id_, name=f"Regiment {id_}", fsp=8, bases=bases, motivation_percent=percent,
        motivation_level=motivation_level(bases, percent), allied=allied, special_rules=(),
    )  # fmt: skip


def force(
    *units: ForceUnit,
    commanders: tuple[ForceCommander, ...] = (commander(),),
    regiments: tuple[ForceRegiment, ...] = (),
) -> Force:
    """A force of these units."""
    cp = next((each.cp for each in commanders if each.chief), 0)
    return Force(
        name="A force", kind="division" if regiments else "skirmish", fsp=8,
        fv=sum(each.bases for each in units) + cp, rp=0, cp=cp, defensive=False, small=False,
        special_rules=(), units=units, commanders=commanders, regiments=regiments,
    )  # fmt: skip


def jaskulski() -> Force:
    """The force of BFS-X23: four banners of three bases, a colonel of 4 Command Points: Force Value 16."""
    return force(*(unit(f"u{number}") for number in (1, 2, 3, 4)))


def division() -> Force:
    """Three regiments of two units each, an ally among them, a gun and an independent unit, a chief."""
    units = [unit(f"{name}{number}", 3, regiment=name) for name in ("r", "s", "t") for number in (1, 2)]
    units += [unit("s3", 4, regiment="s"), unit("gun", 1, type="artillery", gun=True), unit("scouts", 2)]
    units += [unit("dragoons", 2, regiment="r", attached=True)]
    commanders = (
        commander("chief", 6),
        *(commander(f"c{name}", 3, chief=False, regiment=name) for name in ("r", "s", "t")),
    )
    regiments = (regiment("r", 6), regiment("s", 10, 40), regiment("t", 6, allied=True))
    return force(*units, commanders=commanders, regiments=regiments)


def result(**parts: Any) -> ResultModel:
    """A RESULT document without lists of its own."""
    return read_result(
        {
            "format": "leaguer-bfs-result", "version": 1, "lists": [{}, {}], "sides": ["Poles", "Swedes"],
            **parts,
        }
    )  # fmt: skip


def scored(first: Force | None = None, second: Force | None = None, **parts: Any) -> Score:
    """The score of two forces (BFS-X23's by default) by these parts of a RESULT document."""
    return score_forces((first or jaskulski(), second or jaskulski()), result(**parts))
