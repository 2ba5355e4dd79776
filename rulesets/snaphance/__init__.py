"""Snaphance. Lengths in H, hexes; dice are D6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.contract.system import RuleSystem
from rulesets.snaphance import procedures

if TYPE_CHECKING:
    from rulesets.snaphance.procedures import Reactions


def _reactions() -> Reactions:
    from rulesets.snaphance import reactions  # noqa: PLC0415  # the chapters that they stand on ask for them

    return reactions


procedures.fill(_reactions)

SYSTEM = RuleSystem(
    slug="snaphance",
    name="Snaphance",
    prefix="SN",
    length_unit="H",
    rules_version="2",
    core="rulesets.snaphance.core:CORE",
    lists="rulesets.snaphance.armies:ARMIES",
    own_books="rulesets.snaphance.armies:BOOKS",
    own_scenarios="rulesets.snaphance.scenarios:SCENARIOS",
    roster="rulesets.snaphance.roster:ROSTER",
    library="rulesets.snaphance.library:LIBRARY",
    presentation="rulesets.snaphance.presentation:PRESENTATION",
    board="rulesets.snaphance.board:BOARD",
    odds="rulesets.snaphance.odds:ODDS",
    campaign="rulesets.snaphance.campaign:CAMPAIGN",
    record=None,
    scenarios="rulesets.snaphance.scenario_editor:SCENARIO_EDITOR",
    sizes="rulesets.snaphance.armies:SIZES",
    results="rulesets.snaphance.results:RESULTS",
)
