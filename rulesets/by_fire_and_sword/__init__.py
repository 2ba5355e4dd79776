"""By Fire and Sword: the System, its entry points. Lengths in cm; dice are d10.

What is fought on the table is left to the table: this package builds forces, lets two of them meet and
counts the score. Whoever needs one module of the package gets just that: the entry points import theirs when
they are called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.engine.system import System, TableLimits

if TYPE_CHECKING:
    from rulesets.engine.battle import Battle
    from rulesets.engine.books import Book
    from rulesets.engine.decisions import Choice, Decision, Steps
    from rulesets.engine.lists import ArmyList, Report
    from rulesets.engine.system import Advice, Agreement, Result


def _books() -> Mapping[str, Book[Any]]:
    from rulesets.by_fire_and_sword import armies

    return armies.books()


def _check(army_list: ArmyList) -> Report:
    from rulesets.by_fire_and_sword import armies

    return armies.check(army_list)


def _check_setup(setup: Mapping[str, Any]) -> None:
    from rulesets.by_fire_and_sword import meeting

    meeting.check_setup(setup)


def _agreements() -> Sequence[Agreement]:
    from rulesets.by_fire_and_sword import meeting

    return meeting.AGREEMENTS


def _begin(setup: Mapping[str, Any]) -> Any:
    from rulesets.by_fire_and_sword import meeting

    return meeting.begin(setup)


def _play(battle: Battle) -> Steps[Result]:
    from rulesets.by_fire_and_sword import meeting

    return meeting.play(battle)


def _tactician(battle: Battle, decision: Decision) -> Choice:
    from rulesets.by_fire_and_sword.meeting import policy

    return policy.choose(battle, decision)


def _adviser(battle: Battle, decision: Decision) -> Advice:
    from rulesets.by_fire_and_sword.meeting import policy

    return policy.advise(battle, decision)


def _scores(state: Any) -> tuple[dict[str, Any], ...]:
    from rulesets.by_fire_and_sword import meeting

    return meeting.scores(state)


SYSTEM = System(
    slug="by_fire_and_sword",
    name="By Fire and Sword",
    prefix="BFS",
    length_unit="cm",
    rules_version="1",
    books=_books,
    check=_check,
    check_setup=_check_setup,
    begin=_begin,
    play=_play,
    tactician=_tactician,
    agreements=_agreements,
    scores=_scores,
    adviser=_adviser,
    table=TableLimits(width=120, depth=120, least=100, most_width=400, most_depth=400),  # BFS-30.2.1
)
