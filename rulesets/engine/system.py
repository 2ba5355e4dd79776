"""What the engine asks of a rule system: its `Core`, which begins and plays its battles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from rulesets.engine.decisions import Choice, Decision, Steps
from rulesets.engine.fields import Field


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended: the winning side (None: a draw), the rule, a sentence, the last turn, figures
    by side.
    """

    winner: int | None
    rule: str
    how: str
    turns: int
    scores: tuple[dict[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"scores": [dict(score) for score in self.scores]}


@dataclass(frozen=True, slots=True)
class Advice:
    """What a tactician would choose at a decision: a legal `choice` and its `reason`, a phrase for players
    made of the figures that were really used ("" if there is none).

    The phrase may be given as what makes it, for nobody reads it in an automatic battle; the state must stay
    as it is until it is read.
    """

    choice: Choice
    words: str | Callable[[], str] = ""

    @property
    def reason(self) -> str:
        """What the player reads."""
        words = self.words
        return words if isinstance(words, str) else words()

    def to_json(self) -> dict[str, Any]:
        return {"choice": self.choice, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class TableLimits:
    """How large a system's table may be, in its unit of length, and its size if a setup says nothing."""

    width: float = 20
    depth: float = 15
    least: float = 8
    most_width: float = 80
    most_depth: float = 60


@dataclass(frozen=True)
class Core:
    """How the battles of a rule system are begun and played, and who plays them where no person does.

    `begin(setup)` makes the state, `play(battle)` is the outermost procedure, `tactician(battle, decision)`
    chooses for a side as well as it can, `check_setup(setup)` raises SetupError with the path of what is
    wrong, `agreements()` are the options of a setup that are flags or choices.
    `adviser(battle, decision)` is the same tactician with a reason: its choice is that of `tactician`.
    `scores(state)` are the figures by side of a battle that its players end by agreement. `slips` are the
    chances with which a tactician of each strength makes a choice by chance instead
    (`rulesets.engine.strength`); empty: there is one strength. `table` is how large its tables are. A battle
    is a `Battle`, whose module stands on this one.
    """

    check_setup: Callable[[Mapping[str, Any]], None]
    begin: Callable[[Mapping[str, Any]], Any]
    play: Callable[[Any], Steps[Result]]
    tactician: Callable[[Any, Decision], Choice]
    agreements: Callable[[], Sequence[Field]] = tuple
    scores: Callable[[Any], tuple[dict[str, Any], ...]] = lambda _state: ()
    adviser: Callable[[Any, Decision], Advice] | None = None
    slips: Mapping[str, float] = field(default_factory=dict)
    table: TableLimits = TableLimits()

    def advise(self, battle: Any, decision: Decision) -> Advice:
        """Return what the tactician would choose for the side that decides, and why if there is an adviser.

        It looks at what a player sees and changes nothing, so it may be asked for a hint as for a move.
        """
        if self.adviser is None:
            return Advice(self.tactician(battle, decision))
        return self.adviser(battle, decision)


class System(Protocol):
    """A rule system as a battle knows it; `rulesets.contract.system.RuleSystem` is one."""

    @property
    def slug(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def prefix(self) -> str: ...

    @property
    def length_unit(self) -> str: ...

    @property
    def rules_version(self) -> str: ...

    @property
    def core(self) -> Core: ...
