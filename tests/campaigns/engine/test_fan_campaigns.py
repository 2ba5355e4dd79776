"""Two public fan campaigns, played by their documents alone: their figures do what their pages say."""

from __future__ import annotations

from campaigns.engine import shipped
from campaigns.engine.documents import begin, read_campaign
from campaigns.engine.events.areas import AreaLooted, LootTaken
from campaigns.engine.events.factions import IncomeGot, LootBrought
from campaigns.engine.events.strength import Recovered, ThroughEnemy, Want
from campaigns.engine.orders import read_orders
from campaigns.engine.resolve import conclude, march
from tests.kit.aftermath import concluded, engage, events_of, outcome, standing

EACH_TURN = {
    "sweden": 40, "muscovy": 50, "cossacks": 30, "ottomans": 50, "tatars": 0, "transylvania": 25,
    "moldavia": 25, "brandenburg": 25, "empire": 40,
}  # fmt: skip


def deluge(name="deluge"):
    return begin(read_campaign(shipped.document(name)))


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


def test_friendly_land_not_yet_looted_relieves_the_first_turn():
    state = deluge()
    area = cut_off(state, "sw1")
    state.areas[area].owner = "sweden"
    first = concluded(state)
    assert losses(first.state, "sw1") == {0}
    assert [each.area for each in events_of(first, AreaLooted)] == [area]
    assert losses(concluded(first.state).state, "sw1") == {1}


def test_a_token_a_turn_is_recovered_in_supply():
    state = deluge()
    worn = [unit for unit in state.forces["sw1"].units if unit.steps > 2]
    for unit in worn:
        unit.lost = 2
    after = concluded(state)
    assert losses(after.state, "sw1") <= {0, 1}
    assert dict(events_of(after, Recovered)[0].changes) == {unit.id: -1 for unit in worn}
    assert events_of(after, Recovered)[0].rule == "attrition.recovery"


def test_a_retreat_through_an_enemy_force_costs_a_token():
    state = deluge()
    area = "warsaw"
    state.forces["sw1"].at = area
    enemy = state.forces["pl1"]
    for key in state.map.ways[area]:
        extra = deluge().forces["pl2"]
        extra.id, extra.at = f"px-{key}", key
        for unit in extra.units:
            unit.id = f"{key}-{unit.id}"
        for command in extra.commands:
            command.id = f"{key}-{command.id}"
        for unit in extra.units:
            unit.command = f"{key}-{unit.command}"
        state.forces[extra.id] = extra
    enemy.at = area
    state.rules.supply.connected = False
    state.rules.supply.home = True
    after = concluded(state, {engage(state, "pl1", "sw1"): outcome(0)})
    passed = events_of(after, ThroughEnemy)[0]
    assert passed.passed >= 1
    assert {change for _, change in passed.changes} <= {1, 2, 3}


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


def test_the_ottomans_may_pay_the_khan_a_subsidy():
    orders = {
        "ottomans": read_orders(
            {"faction": "ottomans", "acts": [{"do": "pay", "to": "tatars", "amount": 30}]}
        )
    }
    after = conclude(march(deluge(), orders, "s").state, {}, "s").state
    assert after.factions["tatars"].money == 55


def test_damaged_units_of_one_kind_are_merged():
    state = deluge()
    force = state.forces["mu1"]
    force.at = "moscow"
    for unit in force.units:
        unit.lost = unit.steps - 1
    before = force.strength
    after = concluded(standing(state, mu1={"do": "recruit", "merge": True, "amount": 1}))
    merged = after.state.forces["mu1"]
    assert sum(unit.status == "lost" for unit in merged.units) > 0
    assert merged.strength >= before


def test_strategic_actions_are_limited_each_turn():
    state = deluge()
    state.rules.per_turn = 1
    both = {key: {"do": "recruit"} for key in ("mu1", "mu2")}
    marched = march(state, {"muscovy": read_orders({"faction": "muscovy", "forces": both})}, "s")
    assert len(marched.state.standing_orders) <= 1


def garrisons():
    return deluge("deluge-garrisons")


def before_a_seat(**control):
    """A Swedish force before an enemy's open city in which nobody lies: the state, the force, the land."""
    state = garrisons()
    state.rules.control = state.rules.control.model_copy(update=control)
    taker = next(each for each in state.standing() if each.faction == "sweden")
    occupied = {each.at for each in state.standing()}
    land = next(
        area.id
        for area in state.map.areas
        if not area.walls and state.at_war("sweden", state.areas[area.id].owner) and area.id not in occupied
    )
    taker.at, taker.inside = land, False
    return state, taker.id, land


def test_a_land_belongs_to_whose_garrison_holds_its_seat():
    state, taker, land = before_a_seat()
    assert concluded(state).state.areas[land].owner != "sweden"
    inside = concluded(standing(state, **{taker: {"do": "garrison"}})).state
    assert inside.areas[land].owner == "sweden"


def test_a_garrison_counts_by_its_force_strength_points():
    state, taker, land = before_a_seat(least=1000)
    weak = concluded(standing(state, **{taker: {"do": "garrison"}})).state
    assert weak.areas[land].owner != "sweden"
    assert weak.forces[taker].inside
