"""What a rule system consists of: one `RuleSystem`, declared in the `__init__` of its package.

    SYSTEM = RuleSystem(
        slug="baroque",
        ...
        board="rulesets.baroque.board:BOARD",
        record=None,
    )

Each part is named by where it lies and loaded when it is first asked for: whoever checks a list does not
load the board. A part that a system lacks is None, and the declaration says so. `verify` loads every part;
the web server calls it before the first request, so that a part that is misspelt stops the start.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pkgutil import resolve_name
from typing import Generic, TypeVar

from rulesets.contract import wording
from rulesets.contract.board import Board
from rulesets.contract.campaign import CampaignSystem
from rulesets.contract.library import Library
from rulesets.contract.lists import Lists
from rulesets.contract.odds import Odds
from rulesets.contract.presentation import Presentation
from rulesets.contract.record import RecordSystem
from rulesets.contract.results import Results
from rulesets.contract.scenarios import ScenarioEditor
from rulesets.contract.sizes import Sizes
from rulesets.engine.bookrules import BookRules
from rulesets.engine.errors import LeaguerError
from rulesets.engine.roster import RosterRules
from rulesets.engine.system import Core

T = TypeVar("T")


class ContractError(LeaguerError):
    """A rule system is not declared as it has to be: a part is missing, misspelt or of another kind."""


class OptionalPart(Generic[T]):
    """A part of a system: set to where it lies (`package.module:NAME`), to itself or to None; read as
    itself.

    Reading it raises ContractError if there is nothing of that kind there.
    """

    def __init__(self, kind: type[T]) -> None:
        self.kind = kind

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __set__(self, system: RuleSystem, where: str | T | None) -> None:
        vars(system)[self.name] = where

    def __get__(self, system: RuleSystem | None, owner: type) -> T | None:
        if system is None:
            raise AttributeError(self.name)  # which shows dataclass that the part has no default
        found = vars(system)[self.name]
        if isinstance(found, str):
            found = vars(system)[self.name] = self._loaded(system.slug, found)
        return found  # type: ignore[no-any-return]

    def _loaded(self, slug: str, where: str) -> T:
        part = wording.part_named(slug, self.name, where)
        try:
            found = resolve_name(where)
        except (ValueError, AttributeError) as error:
            raise ContractError(f"{part} names nothing that is there: {error}", path=self.name) from error
        except ModuleNotFoundError as error:
            if not f"{where.partition(':')[0]}.".startswith(f"{error.name}."):
                raise  # the part is there, but something that it imports is not
            raise ContractError(f"{part} names no module: {error}", path=self.name) from error
        if not isinstance(found, self.kind):
            raise ContractError(
                f"{part} is a {type(found).__name__}, not a {self.kind.__name__}", path=self.name
            )
        return found


class Part(OptionalPart[T]):
    """A part that every system has."""

    def __set__(self, system: RuleSystem, where: str | T) -> None:  # type: ignore[override]
        super().__set__(system, where)

    def __get__(self, system: RuleSystem | None, owner: type) -> T:
        found = super().__get__(system, owner)
        if found is None:
            raise ContractError(f"every rule system has a part {self.name!r}", path=self.name)
        return found


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RuleSystem:
    """A rule system: its names, its unit of length, and its parts.

    `slug` is its key in addresses and documents, `prefix` that of its rules' ids. `rules_version` changes
    whenever its procedures may give other events for old choices.

    - `core`: begins and plays its battles, and its tactician.
    - `lists`: army books, what a list may hold, whether one is legal, ready-made lists.
    - `own_books`, `own_scenarios`: how books and scenarios that users write are read.
    - `roster`: a list as cards, for pages and PDFs.
    - `library`: its reference pages.
    - `presentation`: how its battles are drawn and listed.
    - `board`: what a unit may do, where it gets to and at what odds; without it a board shows units only.
    - `odds`: exact odds, the form that asks for them, the answer as a page and as text.
    - `campaign`: how its armies go through a campaign.
    - `record`: how battles that were fought on a table are recorded and scored.
    - `scenarios`: how scenarios are shown, edited on a map, and fought.
    - `sizes`: what players should know of the sizes of two lists before they meet.
    - `results`: what tournaments learn of a battle.
    """

    slug: str
    name: str
    prefix: str
    length_unit: str
    rules_version: str
    core: Part[Core] = Part(Core)
    lists: Part[Lists] = Part(Lists)
    own_books: OptionalPart[BookRules] = OptionalPart(BookRules)
    own_scenarios: OptionalPart[BookRules] = OptionalPart(BookRules)
    roster: Part[RosterRules] = Part(RosterRules)
    library: Part[Library] = Part(Library)
    presentation: Part[Presentation] = Part(Presentation)
    board: OptionalPart[Board] = OptionalPart(Board)
    odds: OptionalPart[Odds] = OptionalPart(Odds)
    campaign: OptionalPart[CampaignSystem] = OptionalPart(CampaignSystem)
    record: OptionalPart[RecordSystem] = OptionalPart(RecordSystem)
    scenarios: OptionalPart[ScenarioEditor] = OptionalPart(ScenarioEditor)
    sizes: OptionalPart[Sizes] = OptionalPart(Sizes)
    results: OptionalPart[Results] = OptionalPart(Results)

    def verify(self) -> None:
        """Load every part; raises ContractError for the first that is not what it has to be."""
        for each in fields(self):
            getattr(self, each.name)
