"""The check of an army list: what it costs, what follows from it, and why it is not legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Violation:
    """Why a list is not legal: the rule, a stable code, the place, a sentence, and how to fix it."""

    rule: str
    code: str
    path: str
    message: str
    cure: str


@dataclass(frozen=True, slots=True)
class CostLine:
    """What a part of the list costs; `marked` if no source gives the price. `rule`: that it is paid by, where
    there are several.
    """

    path: str
    label: str
    points: int
    marked: bool = False
    rule: str = ""

    def to_json(self) -> dict[str, Any]:
        value: dict[str, Any] = {"path": self.path, "label": self.label, "points": self.points}
        return value | {"marked": True} if self.marked else value


@dataclass(frozen=True, slots=True)
class Report:
    """The check of a list: its total against the limit, every violation, the derived figures.

    A limit of 0 is none. `remarks` are what a player should know though the list is legal.
    """

    total: int
    limit: int
    unit: str
    violations: tuple[Violation, ...]
    derived: Mapping[str, Any]
    lines: tuple[CostLine, ...]
    remarks: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.violations

    def to_json(self) -> dict[str, Any]:
        return {
            "legal": self.legal,
            "total": self.total,
            "limit": self.limit,
            "unit": self.unit,
            "violations": [asdict(each) for each in self.violations],
            "derived": dict(self.derived),
            "lines": [line.to_json() for line in self.lines],
            "remarks": [asdict(each) for each in self.remarks],
        }
