"""A public fan campaign, played by its document alone: its figures do what its page says."""

from __future__ import annotations

from campaigns.engine import shipped
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events.areas import AreaLooted, LootTaken
from campaigns.engine.events.factions import IncomeGot, LootBrought
from campaigns.engine.events.strength import Want
from tests.kit.aftermath import concluded, events_of, standing

EACH_TURN = {
    "sweden": 40, "muscovy": 50, "cossacks": 30, "ottomans": 50, "tatars": 0, "transylvania": 25,
    "moldavia": 25, "brandenburg": 25, "empire": 40,
}  # fmt: skip


def deluge():
    return begin(read_campaign(shipped.document("deluge")))


def cut_off(state, force):
    """Put a force where no linked area is friendly, in the country of nobody's friend; the area."""
    faction = state.forces[force].faction
    area = next(
        area.id
        for area in state.map.areas
        if state.relation(faction, state.areas[area.id].owner) == "war"
        and not any(
            state.relation(faction, state.areas[key].owner) == "alliance" for key in state.map.ways[area.id]
        )
        and not any(each.at == area.id for each in state.standing())
        and not area.walls
    )
    state.forces[force].at = area
    return area


def losses(state, force):
    """What the units of a force have lost; its commanders, of one step each, are none."""
    return {unit.lost for unit in state.forces[force].units if unit.steps > 1}


def held(state, faction, *, home):
    """How many lands a faction holds of its own country, or outside of it."""
    lands = state.map.areas
    return sum(state.areas[each.id].owner == faction and (each.home == faction) is home for each in lands)


def test_every_faction_gets_what_its_page_says():
    state = deluge()
    amounts = {each.faction: each.amount for each in events_of(concluded(state), IncomeGot)}
    assert amounts.pop("commonwealth") == 5 * held(state, "commonwealth", home=True) > 0
    expected = {each: amount for each, amount in EACH_TURN.items() if amount}
    expected["muscovy"] += 10 * held(state, "muscovy", home=False)
    assert amounts == expected


def test_sweden_gets_ten_thalers_for_each_occupied_territory():
    state = deluge()
    state.areas["warsaw"].owner = state.areas["torun"].owner = "sweden"
    amounts = {each.faction: each for each in events_of(concluded(state), IncomeGot)}
    assert dict(amounts["sweden"].parts) == {"each turn": 40, "occupied areas": 20}


def test_out_of_supply_every_unit_loses_a_base_each_turn():
    state = deluge()
    cut_off(state, "sw1")
    state.forces["sw1"].faction = "sweden"
    first = concluded(state)
    lands = events_of(first, AreaLooted)
    if lands:  # the land that it took relieved it once
        first = concluded(first.state)
    assert events_of(first, Want)[0].rule == "attrition.steps"
    assert losses(first.state, "sw1") == {1}
    assert not any(unit.lost for unit in first.state.forces["sw1"].units if unit.steps == 1)
    assert 2 in losses(concluded(first.state).state, "sw1")


def test_the_khanate_earns_by_loot_brought_home_alone():
    state = deluge()
    raider = state.forces["ta1"]
    raider.at = "poltawa"
    first = concluded(standing(state, ta1={"do": "raid"}))
    taken = events_of(first, LootTaken)[0].amount
    assert taken > 0
    assert first.state.factions["tatars"].money == 25
    first.state.forces["ta1"].at = "perekop"
    second = concluded(first.state)
    assert events_of(second, LootBrought)[0].amount == taken
    assert second.state.factions["tatars"].money == 25 + taken
