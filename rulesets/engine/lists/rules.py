"""What a rule system lets a list hold: army books, levels of leaders, extras; and the error for all else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rulesets.engine.books import Book
from rulesets.engine.errors import LeaguerError

if TYPE_CHECKING:
    from rulesets.engine.lists.document import ArmyList
    from rulesets.engine.lists.report import Report

ExtraValue: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that keeps a document from being read."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class ListError(LeaguerError):
    """A list document cannot be read: all `faults`, and one line with the first of them as message."""

    def __init__(self, *faults: Fault, code: str = "list") -> None:
        shown = "; ".join(str(fault) for fault in faults[:3])
        more = f" (and {len(faults) - 3} more)" if len(faults) > 3 else ""
        super().__init__(shown + more, path=faults[0].path, code=code)
        self.faults = faults

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Extra:
    """Something the whole army buys: a choice of words, a count, or a flag."""

    key: str
    name: str
    kind: Literal["choice", "count", "flag"]
    rule: str
    default: ExtraValue
    choices: tuple[str, ...] = ()
    most: int | None = None
    note: str = ""

    def problem(self, value: ExtraValue) -> str | None:
        """What keeps `value` from being read; None if nothing. More than `most` is left to the check."""
        if self.kind == "flag":
            return None if isinstance(value, bool) else "must be true or false"
        if self.kind == "choice":
            return None if value in self.choices else f"must be one of {', '.join(self.choices)}"
        if isinstance(value, bool) or not isinstance(value, int):
            return "must be a whole number"
        return None if 0 <= value <= 1000 else "must be 0 to 1000"


@dataclass(frozen=True)
class ListRules:
    """What a rule system lets a list hold."""

    slug: str
    name: str
    unit: str
    books: Callable[[], Mapping[str, Book[Any]]]
    leader_levels: tuple[str, ...]
    extras: Callable[[Book[Any]], tuple[Extra, ...]]
    level_names: Mapping[str, str] = field(default_factory=dict)

    def book(self, key: str) -> Book[Any]:
        """The army book called `key`; raises ListError naming those there are."""
        books = self.books()
        if key not in books:
            unknown = f"{key!r} is no army book of {self.name}; there are {', '.join(books)}"
            raise ListError(Fault("book", unknown), code="book")
        return books[key]


def check_list(army: ArmyList) -> Report:
    """The judgement on a list by its own system; raises ListError for an unknown one."""
    list_rules(army.system)
    report: Report = import_module(f"rulesets.{army.system}.armies").check(army)
    return report


def list_rules(system: str) -> ListRules:
    """The list rules of a system: LISTS in its package's `armies`; raises ListError for an unknown one."""
    module = f"rulesets.{system}.armies"
    try:
        rules: ListRules = import_module(module).LISTS
    except ModuleNotFoundError as error:
        if error.name not in (module, f"rulesets.{system}"):
            raise
        raise ListError(Fault("system", f"{system!r} is no rule system known here"), code="system") from error
    return rules
