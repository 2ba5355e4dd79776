"""Snaphance: the System, its entry points. Lengths in H, hexes; dice are D6.

Whoever needs one module of the package gets just that: the entry points import theirs when they are called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.engine.system import System, TableLimits
from rulesets.snaphance import procedures

if TYPE_CHECKING:
    from rulesets.engine.battle import Battle
    from rulesets.engine.books import Book
    from rulesets.engine.decisions import Choice, Decision, Steps
    from rulesets.engine.lists import ArmyList, Report
    from rulesets.engine.system import Advice, Agreement, Result
    from rulesets.snaphance.procedures import Reactions
    from rulesets.snaphance.state import State


def _reactions() -> Reactions:
    from rulesets.snaphance import reactions

    return reactions


procedures.fill(_reactions)


def _books() -> Mapping[str, Book[Any]]:
    from rulesets.snaphance import armies

    return armies.books()


def _check(army_list: ArmyList) -> Report:
    from rulesets.snaphance import armies

    return armies.check(army_list)


def _check_setup(setup: Mapping[str, Any]) -> None:
    from rulesets.snaphance import setup as setting_up

    setting_up.check_setup(setup)


def _agreements() -> Sequence[Agreement]:
    from rulesets.snaphance import setup as setting_up

    return setting_up.AGREEMENTS


def _begin(setup: Mapping[str, Any]) -> State:
    from rulesets.snaphance import setup as setting_up

    return setting_up.begin(setup)


def _play(battle: Battle) -> Steps[Result]:
    from rulesets.snaphance import turn

    return turn.play(battle)


def _tactician(battle: Battle, decision: Decision) -> Choice:
    from rulesets.snaphance import tactics

    return tactics.choose(battle, decision)


def _adviser(battle: Battle, decision: Decision) -> Advice:
    from rulesets.snaphance import tactics

    return tactics.advise(battle, decision)


def _scores(state: State) -> tuple[dict[str, Any], ...]:
    from rulesets.snaphance import victory

    return victory.scores(state)


SYSTEM = System(
    slug="snaphance",
    name="Snaphance",
    prefix="SN",
    length_unit="H",
    rules_version="2",
    books=_books,
    check=_check,
    check_setup=_check_setup,
    begin=_begin,
    play=_play,
    tactician=_tactician,
    agreements=_agreements,
    scores=_scores,
    adviser=_adviser,
    table=TableLimits(width=18, depth=12, least=6, most_width=60, most_depth=40),  # SN-C-setup
)
