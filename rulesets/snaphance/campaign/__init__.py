"""Snaphance in campaigns: what its stands count for, how worn armies take the field, what a battle leaves.

Steps are Strength Points (SN-1.3.a).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
)
from rulesets.contract.documents import parse_list, read_setup
from rulesets.engine.document import SetupError
from rulesets.engine.errors import FaultyBookError, FaultyDocumentError
from rulesets.engine.fielding import battle_losses
from rulesets.engine.lists import ArmyList, ListUnit
from rulesets.engine.mustering import SIDES
from rulesets.engine.wording import documents as shared
from rulesets.snaphance import scenarios
from rulesets.snaphance.armies import LISTS, SnaphanceBook, StandProfile
from rulesets.snaphance.campaign.ground import grounds, scenario_of, size_of
from rulesets.snaphance.sheet import load
from rulesets.snaphance.wording import setup as words

_ARMS: dict[str, Arm] = {"Art": "guns", "Dr": "dragoons"}
_FALLEN: dict[str, Fallen] = {"destroyed": "destroyed", "fled": "fled"}
_OF_ITS_LISTS = ("placements", "generals", "arrivals")


def _profiles(army: ArmyList) -> Mapping[str, StandProfile]:
    """Return the profile of each stand, by its id in the list."""
    book = LISTS.book_of(army)
    assert isinstance(book, SnaphanceBook)
    known = (unit for unit in army.units() if unit.entry in book.entry_by_id)
    return {unit.id: book.stand(unit.entry, unit.options) for unit in known}


def units(army: ArmyList) -> tuple[CampaignUnit, ...]:
    """Return every stand of a list with the SP of all ranks; raises ListError for an unknown entry."""
    profiles = _profiles(army)

    def counted(unit: ListUnit) -> tuple[int, float, Arm]:
        profile = profiles[unit.id]
        return profile.sp * profile.ranks, float(profile.points), _arm(profile)

    return campaign_units(army, LISTS.book_of(army), counted)


def _arm(profile: StandProfile) -> Arm:
    """Return foot, horse, dragoons or guns, by the stand's sub-category (SN-2.0.b)."""
    return _ARMS.get(profile.code) or ("horse" if profile.kind.mounted else "foot")


def substitute() -> str:
    """Return the lowest grade of Generals: no group may be without a General (SN-1.1.a)."""
    grades = load().generals
    return min(LISTS.leader_levels, key=lambda key: (grades[key].initiative, grades[key].command_range))


def setup(
    lists: Sequence[Mapping[str, Any]],
    lost: Sequence[Mapping[str, int]],
    sides: Sequence[str],
    ground: BattleGround,
    turns: int,
    seed: str,
) -> dict[str, Any]:
    """Return the set-up of a battle of two worn lists, with the SP that their stands come without.

    `lost` by the ids of the lists. The map is a scenario's; lists that no scenario takes, because they are
    not legal, fight on ground that the dice make.
    """
    columns, rows = size_of(lists)
    options: dict[str, Any] = {"losses": battle_losses(lists, lost)}
    document = scenario_of(lists, sides, ground, turns, seed)
    try:
        # An illegal list may still fight in a campaign: it gets rolled ground instead of a map of its own.
        scenarios.read(document)
    except FaultyDocumentError:
        pass
    else:
        options["scenario"] = document
    return read_setup(
        {
            "system": "snaphance", "lists": list(lists), "sides": list(sides), "max_turns": turns,
            "terrain": "roll", "table": {"width": columns, "depth": rows}, "options": options,
        }
    )  # fmt: skip


def report(setup: Mapping[str, Any], state: Mapping[str, Any], result: Mapping[str, Any]) -> BattleReport:
    """Return what a battle leaves, from its set-up, its state and its result as JSON.

    Groups whose General fell are named, even if another General has replaced the fallen one.
    """
    fallen = (each["command"] for each in state["leaders"] if each["replacement"] or not each["alive"])
    return battle_report(result, _outcomes(setup, state), fallen)


def _outcomes(setup: Mapping[str, Any], state: Mapping[str, Any]) -> Iterator[tuple[str, UnitOutcome]]:
    before: Mapping[str, int] = setup["options"].get("losses", {})
    profiles = {
        f"{letter}.{id_}": profile
        for letter, document in zip(SIDES, setup["lists"], strict=True)
        for id_, profile in _profiles(parse_list(document)).items()
    }
    for stand in state["units"]:
        profile = profiles[stand["id"]]
        # Losses of earlier battles are in the ranks too; only those of this one are reported.
        lost = profile.sp * profile.ranks - sum(stand["ranks"]) - before.get(stand["id"], 0)
        yield stand["id"], UnitOutcome(lost, _FALLEN.get(stand["status"], "stood"))


def shipped() -> dict[str, str]:
    """Return the scenarios that ship, by key their names."""
    return {key: scenario.name for key, scenario in scenarios.shipped().items()}


def staged(setup: Mapping[str, Any], scenario: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return the set-up of a battle on a scenario's map (SN-1.0.a), with its rounds, zones and victory,
    between the lists of `setup`, which their players draw up: where stands of the scenario's own lists stand
    or come from is left out. Raises SetupError for a scenario that there is not, or that does not take the
    lists.
    """
    document = scenarios.documents().get(scenario) if isinstance(scenario, str) else scenario
    if document is None:
        raise SetupError(shared.no_such_scenario(scenario, scenarios.documents()), path="scenario")
    sides = [
        {
            **{key: value for key, value in side.items() if key not in _OF_ITS_LISTS},
            "name": name,
            "list": army,
        }
        # Placements and arrivals name stands of the scenario's own lists, which take no part here.
        for side, name, army in zip(document["sides"], setup["sides"], setup["lists"], strict=True)
    ]
    made = {**document, "rounds": document.get("rounds") or setup["max_turns"], "sides": sides}
    try:
        read = scenarios.read(made)
    except FaultyBookError as error:
        name, fault = document.get("name", words.THE_SCENARIO), error.faults[0]
        raise SetupError(words.armies_not_taken(name, fault), path="scenario") from None
    table = {"width": read.ground.columns, "depth": read.ground.rows}
    options = {**setup["options"], "scenario": made}
    return read_setup({**setup, "table": table, "max_turns": read.rounds, "options": options})


CAMPAIGN = CampaignSystem(
    system="snaphance", measure="points", step="SP", units=units, setup=setup, report=report,
    terrains=grounds().terrains, staged=staged, scenarios=shipped, substitute=substitute,
)  # fmt: skip
