"""The Summary Sheet: what the rules leave to sheets that are lost, and how a scenario changes it."""

from typing import Any

import pytest

from rulesets.engine.errors import FaultyBookError
from rulesets.snaphance.sheet import GROUNDS, effective, load


@pytest.mark.rule("SN-3.0.a", "SN-3.2.d")
def test_all_generals_command_3h_but_the_best_and_a_replacement():
    ranges = {key: (row.initiative, row.command_range) for key, row in load().generals.items()}
    assert ranges == {
        "outstanding": (2, 4), "good": (1, 3), "average": (0, 3), "poor": (-1, 3), "replacement": (-2, 2),
    }  # fmt: skip


def test_every_terrain_has_a_cost_for_every_class():
    assert all(set(row.entry) == set(GROUNDS) for row in load().terrain.values())


@pytest.mark.rule("SN-1.0.a")
class TestAScenarioChangesIt:
    def test_value_by_value_and_says_so(self):
        sheet = effective({"terrain": {"woods": {"cover": -3, "entry": {"mcs": "no"}}}})
        woods = sheet.terrain["woods"]
        assert (woods.cover, woods.entry["mcs"], woods.entry["shot"]) == (-3, "no", "all")
        assert woods.status == "scenario"
        assert sheet.terrain["town"] == load().terrain["town"]

    def test_figures_and_factors_too(self):
        sheet = effective({"numbers": {"break_percent": 33}, "melee": {"uphill": {"dice": 2}}})
        assert (sheet.numbers.break_percent, sheet.numbers.zone_depth) == (33, 3)
        assert (sheet.melee["uphill"].dice, sheet.melee["uphill"].status) == (2, "scenario")
        assert load().melee["uphill"].dice == 1

    def test_with_terrain_and_weapons_of_its_own(self):
        orchard = {"name": "Orchard", "side": False, "entry": dict.fromkeys(GROUNDS, 1),
                   "removes_charge_bonus": True}  # fmt: skip
        sheet = effective(
            {"terrain": {"orchard": orchard}, "weapons": {"bow": {"name": "Bow", "dice": {"1": 0}}}}
        )
        assert sheet.terrain["orchard"].status == sheet.weapons["bow"].status == "scenario"

    def test_nothing_is_the_sheet_itself(self):
        assert effective({}) is load()

    @pytest.mark.parametrize(
        ("overrides", "path"),
        [
            ({"colours": {}}, "colours"),
            ({"fire": {"rain": {"dice": -1}}}, "fire.rain"),
            ({"fire": 3}, "fire"),
            ({"terrain": {"woods": 3}}, "terrain.woods"),
            ({"terrain": {"woods": {"cover": "deep"}}}, "terrain.woods.cover"),
            ({"terrain": {"woods": {"status": "stated"}}}, "terrain.woods.status"),
            ({"terrain": {"woods": {"entry": {"mcs": "often"}}}}, "terrain.woods.entry.mcs"),
            ({"terrain": {"woods": {"entry": {"mcs": True}}}}, "terrain.woods.entry.mcs"),
            ({"terrain": {"woods": {"entry": {"elephants": 1}}}}, "terrain.woods.entry.elephants"),
            ({"terrain": {"woods": {"entry": 1}}}, "terrain.woods.entry"),
            ({"terrain": {"orchard": {"name": "Orchard"}}}, "terrain.orchard.entry.mcs"),
            ({"numbers": {"moons": 2}}, "numbers.moons"),
            ({"numbers": {"zone_depth": "deep"}}, "numbers.zone_depth"),
        ],
    )
    def test_what_is_wrong_is_named_with_its_path(self, overrides: dict[str, Any], path: str):
        with pytest.raises(FaultyBookError) as caught:
            effective(overrides)
        assert path in [fault.path for fault in caught.value.faults]
