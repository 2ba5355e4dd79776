"""Baroque in campaigns: what its units count for, how worn armies take the field, what a battle leaves.

Steps are VBU, worth is points (BQ-A.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.baroque import SYSTEM, tables
from rulesets.baroque import setup as setting_up
from rulesets.baroque.armies import LISTS, BaroqueBook, UnitProfile
from rulesets.baroque.campaign.ground import ground_option, grounds, river_state
from rulesets.baroque.state import BAGGAGE
from rulesets.contract.campaign import (
    Arm,
    BattleGround,
    BattleReport,
    CampaignSystem,
    CampaignUnit,
    Fallen,
    UnitOutcome,
    battle_report,
    campaign_units,
    roomy_table,
)
from rulesets.contract.documents import read_setup
from rulesets.engine.fielding import battle_losses
from rulesets.engine.lists import ArmyList, ListUnit

_ARMS: dict[str, Arm] = {"ART": "guns", "DR": "dragoons"}
_FALLEN: dict[str, Fallen] = {"destroyed": "destroyed", "routed": "fled", "dispersed": "fled", "left": "fled"}
"""BQ-2.5: who is routed, dispersed or has left the table has run; who withdrew in order still stands."""
_STEP = 2.0  # BU by which a table that is too small is made wider


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Return every unit of a list; raise ListError for an unknown book or entries that it has not."""
    book = LISTS.book_of(army)
    assert isinstance(book, BaroqueBook)

    def counted(unit: ListUnit) -> tuple[int, float, Arm]:
        profile = book.unit(unit.entry, unit.options)
        return profile.vbu, float(profile.points), _arm(profile)

    return campaign_units(army, book, counted)


def _arm(profile: UnitProfile) -> Arm:
    """Return foot, horse, dragoons or guns, by the unit's type (BQ-2.2)."""
    return _ARMS.get(profile.type) or ("horse" if tables.is_mounted(profile.type) else "foot")


def substitute() -> str:
    """Return the lowest level of leaders: no command may be without a leader (BQ-2.1.a)."""
    return min(tables.tables().leader_level, key=lambda level: level.cost_points).level


def setup(
    lists: Sequence[Mapping[str, Any]],
    lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: BattleGround,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """Return the set-up of a battle of two worn lists, with the VBU that their units come without.

    `lost` by the ids of the lists. The table is as large as the greater army needs. Raises SetupError for
    lists that cannot fight.
    """
    points = max(int(each["points"]) for each in lists)
    documents = [_placed(document, ground, side) for side, document in enumerate(lists)]
    begun = {"system": "baroque", "lists": documents, "sides": list(sides), "max_turns": turns}
    table = roomy_table(
        setting_up.table_for(points),
        lambda table: setting_up.check_setup(read_setup({**begun, "table": table})),
        _STEP,
        SYSTEM.core.table.most_width,
    )
    options = {
        "losses": battle_losses(lists, lost),
        "ground": ground_option(ground, table["width"], table["depth"], seed),
        "river": river_state(ground),
    }
    return read_setup({**begun, "table": table, "terrain": "roll", "options": options})


def _placed(document: Mapping[str, Any], ground: BattleGround, side: int) -> dict[str, Any]:
    """Return a list with what its side has prepared: a fortified side has fortified its Baggage (BQ-2.8.b), a
    side that lies in ambush has all Exploration Dice that can be bought (BQ-2.9.a).
    """
    extras = dict(document["extras"])
    if ground.fortified == side:
        extras["fortified_baggage"] = True
    if ground.ambush == side:
        extras["exploration_dice"] = tables.tables().exploration_dice.max_bought
    return {**document, "extras": extras}


def report(setup: Mapping[str, Any], state: Mapping[str, Any], result: Mapping[str, Any]) -> BattleReport:
    """Return what a battle leaves, from its set-up, its state and its result as JSON.

    Commands are named whose leader fell, or left the field with the unit led (BQ-2.5.1.1.c).
    """
    fallen = (each["command"] for each in state["leaders"] if not each["alive"])
    return battle_report(result, _outcomes(setup["options"].get("losses", {}), state), fallen)


def _outcomes(before: Mapping[str, int], state: Mapping[str, Any]) -> Iterator[tuple[str, UnitOutcome]]:
    for unit in state["units"]:
        if unit["type"] != BAGGAGE:
            lost = min(unit["losses"], unit["vbu"] + unit["losses"]) - before.get(unit["id"], 0)
            yield unit["id"], UnitOutcome(lost, _FALLEN.get(unit["status"], "stood"))


CAMPAIGN = CampaignSystem(
    system="baroque", measure="points", step="VBU", units=units, setup=setup, report=report,
    terrains=grounds().terrains, substitute=substitute,
)  # fmt: skip
