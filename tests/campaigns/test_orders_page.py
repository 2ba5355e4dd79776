"""The page of orders: forms of forces, acts of the faction, drafts, giving, and what speaks against them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import bringing, ordering, services
from campaigns.engine.maps import CampaignMap, read_map
from campaigns.engine.ways import reachable
from campaigns.forms.orders import quickest
from campaigns.models import Campaign, Member
from campaigns.persistence import progress, state_of
from rulesets.contract.documents import samples
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import hold
from tests.kit.clients import queries, signed_in

pytestmark = pytest.mark.django_db


def sent(**fields: Any) -> dict[str, Any]:
    """The form of the Crown's two forces, both holding but for what `fields` say (`cr1_do="march"`)."""
    form: dict[str, Any] = {"cr1-do": "hold", "cr2-do": "hold", "act": "draft"}
    return form | {name.replace("_", "-", 1): value for name, value in fields.items()}


def draft(row: Campaign, member: Member) -> dict[str, Any]:
    """What somebody wrote last."""
    found = ordering.ordered(row, member.faction, member).mine
    return found.draft if found else {}


def near(row: Campaign, key: str = "cr1") -> str:
    """An area next to a force, not over the sea."""
    state = state_of(row)
    assert state.map is not None
    ways = state.map.ways[state.forces[key].at]
    return next(end for end, link in sorted(ways.items()) if link.kind == "road")


def test_a_chief_finds_a_form_for_every_force_of_his_faction(row: Campaign, as_bob: Client) -> None:
    shown = text(as_bob.get(page(row, "orders")))
    assert 'id="order-cr1"' in shown
    assert 'id="order-cr2"' in shown
    assert 'id="order-co1"' not in shown


def test_a_comrade_finds_only_the_forces_that_he_commands(
    row: Campaign, edward: User, chief: Member, comrade: Member
) -> None:
    as_edward = signed_in(edward)
    assert "data-at=" not in text(as_edward.get(page(row, "orders")))
    services.hand_over(row, chief, "cr2", comrade)
    shown = text(as_edward.get(page(row, "orders")))
    assert 'id="order-cr2"' in shown
    assert 'id="order-cr1"' not in shown
    assert 'id="acts"' not in shown


def test_a_player_reads_that_the_umpire_gave_their_orders(
    row: Campaign, as_bob: Client, as_alice: Client, chief: Member, umpire: Member
) -> None:
    at = f"{page(row, 'orders')}?faction=crown"
    assert "data-confirm" not in text(as_alice.get(at))
    as_bob.post(page(row, "orders"), sent(act="give"))
    assert "Players of The Crown have given their orders. Replace them?" in text(as_alice.get(at))

    as_alice.post(at, sent(act="give"))
    assert "The umpire alice gave the orders of The Crown" in text(as_bob.get(page(row, "orders")))
    assert "The umpire’s orders count, not these" in text(as_bob.get(page(row, "orders")))
    assert "<b>alice</b> gave the orders of The Crown in turn 1" in text(as_bob.get(page(row)))
    assert "The umpire alice" not in text(as_alice.get(at))


def test_the_umpire_reads_that_players_gave_orders_and_not_which(
    row: Campaign, as_bob: Client, as_alice: Client
) -> None:
    at = f"{page(row, 'orders')}?faction=crown"
    assert "Nobody has given orders for The Crown yet." in text(as_alice.get(at))
    as_bob.post(page(row, "orders"), sent(cr1_do="forage"))  # a draft is nobody else's to know
    assert "Nobody has given orders for The Crown yet." in text(as_alice.get(at))

    as_bob.post(page(row, "orders"), sent(cr1_do="forage", act="give"))
    shown = text(as_alice.get(at))
    told = "Orders of The Crown given by bob. You cannot see them. They count unless"
    assert told in shown
    assert "Nobody has given orders" not in shown
    assert "You have given no orders yet" not in shown
    assert "with orders" not in shown

    as_bob.post(page(row, "ready"), {"on": "1"})
    assert "given by bob (final)." in text(as_alice.get(at))
    (writer,) = as_alice.get(f"/api/v1/campaigns/{row.public_id}/orders/?faction=crown").json()["writers"]
    assert writer == {"name": "bob", "status": "given", "final": True}


def test_the_umpire_reads_whose_orders_count_of_theirs_and_the_players(
    row: Campaign, as_bob: Client, as_alice: Client
) -> None:
    at = f"{page(row, 'orders')}?faction=crown"
    as_bob.post(page(row, "orders"), sent(act="give"))
    as_alice.post(at, sent())
    assert "Saved, but not given yet." in text(as_alice.get(at))
    assert "They count unless you give others." in text(as_alice.get(at))
    as_alice.post(at, sent(act="give"))
    assert "What you set replaces the orders of the players." in text(as_alice.get(at))
    assert "unless you replace them" not in text(as_alice.get(at))
    as_bob.post(page(row, "orders"), sent(act="give"))
    assert "Players gave orders after yours." in text(as_alice.get(at))


def test_an_umpire_who_plays_reads_nothing_of_an_enemys_orders(
    row: Campaign, as_dora: Client, as_alice: Client, umpire: Member
) -> None:
    as_dora.post(page(row, "orders"), {"co1-do": "hold", "co2-do": "hold", "act": "give"})
    Member.objects.filter(pk=umpire.pk).update(role="player", faction="crown", playing_umpire=True)
    shown = text(as_alice.get(f"{page(row, 'orders')}?faction=commons"))
    assert "Orders of The Commons" not in shown
    answer = as_alice.get(f"/api/v1/campaigns/{row.public_id}/orders/?faction=commons")
    assert answer.status_code == 403


def test_an_onlooker_has_nothing_to_order(row: Campaign, nora: User) -> None:
    assert signed_in(nora).get(page(row, "orders")).status_code == 404


def test_a_draft_is_kept_and_counts_for_nothing(row: Campaign, as_bob: Client, chief: Member) -> None:
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path=near(row)))
    assert answer.status_code == 302
    assert draft(row, chief)["forces"]["cr1"]["path"] == [near(row)]
    assert ordering.given(row) == {}
    shown = as_bob.get(page(row, "orders")).context["forms"].forms["cr1"]["path"].value()
    assert shown.lower() == near(row)  # shown by its name


def test_orders_that_are_given_count(row: Campaign, as_bob: Client) -> None:
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path=near(row), act="give"))
    assert answer.status_code == 302
    assert ordering.given(row)["crown"].forces["cr1"].path == [near(row)]
    assert "These orders will be carried out" in text(as_bob.get(page(row, "orders")))
    as_bob.post(page(row, "orders", "withdraw"))
    assert ordering.given(row) == {}


def test_ready_on_the_page_of_orders_gives_what_is_written_there(
    row: Campaign, as_bob: Client, chief: Member
) -> None:
    assert 'value="ready"' in as_bob.get(page(row, "orders")).content.decode()
    written = sent(cr1_do="march", cr1_path=near(row), act="ready")
    said = as_bob.post(page(row, "orders"), written, follow=True)
    assert "Your orders are final." in text(said)
    assert ordering.given(row)["crown"].forces["cr1"].path == [near(row)]
    chief.refresh_from_db()
    assert chief.ready == row.turn
    assert 'value="ready"' not in as_bob.get(page(row, "orders")).content.decode()


def test_nobody_is_ready_with_orders_that_cannot_be_given(
    row: Campaign, as_bob: Client, chief: Member
) -> None:
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", act="ready"))
    assert answer.status_code == 400
    chief.refresh_from_db()
    assert (chief.ready, ordering.given(row)) == (0, {})


def test_areas_may_be_named_as_the_map_names_them(row: Campaign, as_bob: Client, chief: Member) -> None:
    state = state_of(row)
    assert state.map is not None
    name = state.map.by_id[near(row)].name.upper()
    as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path=name))
    assert draft(row, chief)["forces"]["cr1"]["path"] == [near(row)]


def test_a_goal_alone_takes_the_quickest_way(row: Campaign, as_bob: Client, chief: Member) -> None:
    state = state_of(row)
    force = state.forces["cr1"]
    assert state.map is not None
    costs = reachable(state, force)
    goal = max(costs, key=lambda key: (key not in state.map.ways[force.at], costs[key]))  # type: ignore[union-attr]
    as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path=goal))
    path = draft(row, chief)["forces"]["cr1"]["path"]
    assert len(path) > 1
    assert path[-1] == goal
    assert all(two in state.map.ways[one] for one, two in pairwise([force.at, *path]))


def test_a_gap_in_a_route_is_filled_by_the_quickest_way(row: Campaign, as_bob: Client, chief: Member) -> None:
    state = state_of(row)
    assert state.map is not None
    first, start = near(row), state.forces["cr1"].at
    ways = state.map.ways
    far = next(key for key in sorted(ways) if key not in {start, first, *ways[first], *ways[start]})
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path=f"{first}, {far}"))
    assert "No way leads" not in text(answer)
    path = draft(row, chief)["forces"]["cr1"]["path"]
    assert (path[0], path[-1]) == (first, far)
    assert all(two in ways[one] for one, two in pairwise([start, *path]))


def test_a_goal_further_than_a_turn_takes_the_quickest_way_too(
    row: Campaign, as_bob: Client, chief: Member
) -> None:
    state = state_of(row)
    assert state.map is not None
    force = state.forces["cr1"]
    far = next(key for key in sorted(state.areas) if key not in reachable(state, force))
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path=far, act="give"))
    assert answer.status_code == 302
    path = ordering.given(row)["crown"].forces["cr1"].path
    assert path[-1] == far
    assert all(two in state.map.ways[one] for one, two in pairwise([force.at, *path]))
    assert path[0] in reachable(state, force)


def test_no_way_is_found_to_where_none_leads(row: Campaign) -> None:
    state = state_of(row)
    assert state.map is not None
    force = state.forces["cr1"]
    assert quickest(state, force, "skerry")
    drawn = state.map.to_json()
    links = [each for each in drawn["links"] if "skerry" not in (each["a"], each["b"])]
    state.map = read_map({**drawn, "links": [*links, {"a": "skerry", "b": "wrack", "kind": "road"}]})
    assert quickest(state, force, "skerry")[-2:] == ["wrack", "skerry"]
    state.map = CampaignMap.model_validate({**drawn, "links": links})
    assert quickest(state, force, "skerry") == []


def test_an_area_that_there_is_not_is_said_at_its_field(row: Campaign, as_bob: Client) -> None:
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path="Atlantis"))
    assert answer.status_code == 400
    shown = text(answer)
    error = shown[shown.index('id="id_cr1-path_error"') :]
    assert "There is no area called “Atlantis” on the map." in error[:300]
    assert 'value="Atlantis"' in shown


def test_what_the_rules_find_stands_at_the_field(row: Campaign, as_bob: Client) -> None:
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", act="give"))
    assert answer.status_code == 400
    assert ordering.given(row) == {}
    shown = text(answer)
    assert '<li class="finding"><p><a href="#order-cr1">' in shown
    faults = answer.context["forms"].forms["cr1"].found
    assert list(faults) == ["path"]


def test_a_faulty_draft_is_kept_with_its_findings(row: Campaign, as_bob: Client, chief: Member) -> None:
    assert as_bob.post(page(row, "orders"), sent(cr1_do="march")).status_code == 302
    assert draft(row, chief)["forces"]["cr1"]["do"] == "march"
    assert as_bob.get(page(row, "orders")).context["forms"].forms["cr1"].found


def test_a_script_gets_only_how_the_orders_stand(row: Campaign, as_bob: Client, chief: Member) -> None:
    answer = as_bob.post(
        page(row, "orders"), sent(cr1_do="march", cr1_path=near(row)), headers={"HX-Request": "true"}
    )
    assert text(answer).lstrip().startswith('<div class="totals order-state"')
    assert "Saved, but not given yet" in text(answer)
    assert draft(row, chief)["forces"]["cr1"]["do"] == "march"


def test_an_offer_is_written_down_and_struck_out(row: Campaign, as_bob: Client, chief: Member) -> None:
    offer = {"diplomacy-to": "commons", "diplomacy-relation": "truce", "add": "diplomacy", "act": ""}
    assert as_bob.post(page(row, "orders"), sent() | offer).status_code == 302
    assert draft(row, chief)["acts"] == [{"do": "diplomacy", "to": "commons", "relation": "truce"}]
    assert "offers a truce to The Commons" in text(as_bob.get(page(row, "orders")))
    as_bob.post(page(row, "orders"), sent() | {"remove": "0", "act": ""})
    assert draft(row, chief)["acts"] == []


def test_more_money_than_there_is_cannot_be_paid(row: Campaign, as_bob: Client, chief: Member) -> None:
    pay = {"pay-to": "commons", "pay-amount": "100000", "add": "pay", "act": ""}
    answer = as_bob.post(page(row, "orders"), sent() | pay)
    assert answer.status_code == 400
    assert answer.context["act_forms"]["pay"].errors
    assert draft(row, chief) == {}


def test_a_force_is_raised_from_a_list(row: Campaign, as_bob: Client, chief: Member) -> None:
    state = state_of(row)
    state.factions["crown"].money = 5000
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    levy = {
        "raise-area": "Havenport", "raise-name": "New Levies", "raise-klass": "brigade",
        "raise-army": "sample:royalist-patrol-300", "add": "raise", "act": "",
    }  # fmt: skip
    answer = as_bob.post(page(row, "orders"), sent() | levy)
    assert answer.status_code == 302, answer.context["act_forms"]["raise"].errors
    act = draft(row, chief)["acts"][0]
    assert (act["do"], act["area"], act["list"]["system"]) == ("raise", "havenport", "baroque")


def test_after_the_orders_are_carried_out_none_are_taken(row: Campaign, as_bob: Client) -> None:
    Campaign.objects.filter(pk=row.pk).update(phase="battles")
    state = state_of(row)
    state.phase = "battles"
    Campaign.objects.filter(pk=row.pk).update(**progress(state))
    assert "data-at=" not in text(as_bob.get(page(row, "orders")))
    as_bob.post(page(row, "orders"), sent(act="give"))
    assert ordering.given(row) == {}


def test_the_page_of_orders_asks_few_queries(row: Campaign, as_bob: Client) -> None:
    as_bob.get(page(row, "orders"))
    assert queries(as_bob, page(row, "orders")) <= 15


@pytest.mark.parametrize("act", ["give", "ready", "draft"])
def test_orders_that_cannot_be_saved_say_so_at_the_top(
    row: Campaign, chief: Member, as_bob: Client, act: str
) -> None:
    as_bob.post(page(row, "orders"), sent(cr1_do="forage"))
    answer = as_bob.post(page(row, "orders"), sent(cr1_do="march", cr1_path="Narnia") | {"act": act})
    shown = text(answer)
    assert answer.status_code == 400
    assert shown.index('id="not-given" role="alert" tabindex="-1" autofocus') < shown.index(
        'id="orders-form"'
    )
    assert "These orders have been neither saved nor given." in shown
    assert "You have given no orders yet." in shown
    # Elsewhere "I'm ready" would give the older draft.
    said = as_bob.post(page(row, "ready"), {"on": "1"}, follow=True)
    assert "Your last orders were not saved" in text(said)
    assert Member.objects.get(pk=chief.pk).ready == 0
    assert row.orders.get().given is None
    assert 'id="not-given"' not in text(as_bob.get(page(row, "orders")))
    as_bob.post(page(row, "ready"), {"on": "1"})
    assert Member.objects.get(pk=chief.pk).ready == 1


def test_the_later_of_two_tabs_does_not_replace_the_others_draft(
    row: Campaign, chief: Member, as_bob: Client
) -> None:
    first = as_bob.get(page(row, "orders"))
    assert 'name="seen" value=""' in text(first)
    as_bob.post(page(row, "orders"), sent(cr1_do="forage") | {"seen": ""})
    said = as_bob.post(page(row, "orders"), sent(cr1_do="scout") | {"seen": ""})
    assert said.status_code == 409
    assert "Your orders were changed in another window in the meantime, and nothing was overwritten." in text(
        said
    )
    assert draft(row, chief)["forces"]["cr1"]["do"] == "forage"
    by_script = as_bob.post(
        page(row, "orders"), sent(cr1_do="scout") | {"seen": ""}, headers={"HX-Request": "true"}
    )
    assert "changed in another window" in text(by_script)
    assert 'name="seen" value=""' in text(by_script)
    seen = ordering.written_at(row.orders.get())
    as_bob.post(page(row, "orders"), sent(cr1_do="refit") | {"seen": seen})
    assert draft(row, chief)["forces"]["cr1"]["do"] == "refit"


def test_what_was_typed_in_the_later_of_two_tabs_stays_and_a_button_saves_it(
    row: Campaign, chief: Member, as_bob: Client
) -> None:
    written = sent(cr1_do="march", cr1_path=near(row))
    as_bob.post(page(row, "orders"), sent(cr1_do="forage") | {"seen": ""})
    adding = {"add": "diplomacy", "diplomacy-to": "commons", "diplomacy-relation": "truce"}
    refused = as_bob.post(page(row, "orders"), written | {"seen": ""} | adding)
    form = refused.context["forms"].forms["cr1"]
    assert (form["do"].value(), form["path"].value()) == ("march", near(row))
    assert refused.context["act_forms"]["diplomacy"]["relation"].value() == "truce"
    assert refused.context["acts"] == []
    assert "What you wrote here is not saved." in text(refused)
    elsewhere = text(as_bob.post(page(row, "ready"), {"on": "1"}, follow=True))
    assert "Your last orders were not saved: open Orders" in elsewhere
    newer = {"seen": "", "newer": refused.context["newer"]}
    assert f'name="newer" value="{newer["newer"]}"' in text(refused)
    # A draft that saves itself still replaces nothing; a button does, for whoever has read this.
    as_bob.post(page(row, "orders"), written | newer, headers={"HX-Request": "true"})
    assert draft(row, chief)["forces"]["cr1"]["do"] == "forage"
    assert as_bob.post(page(row, "orders"), written | newer).status_code == 302
    assert draft(row, chief)["forces"]["cr1"]["path"] == [near(row)]


def test_what_is_wrong_with_a_saved_draft_names_its_force(
    row: Campaign, chief: Member, comrade: Member, edward: User
) -> None:
    services.hand_over(row, chief, "cr2", comrade)
    services.give_orders(row, comrade, {"faction": "crown", "forces": {"cr2": {"do": "march"}}}, draft=True)
    name, as_edward = state_of(row).forces["cr2"].name, signed_in(edward)
    said = text(as_edward.post(page(row, "ready"), {"on": "1"}, follow=True))
    assert f"{name}: a march needs a path" in said
    assert "forces.cr2" not in said
    assert 'id="order-cr2"' in said
    # Of a force that somebody else commands now there is no form to say it at.
    services.hand_over(row, chief, "cr2", None)
    shown = text(as_edward.get(page(row, "orders")))
    assert f"{name}: a march needs a path" in shown
    assert "forces.cr2" not in shown


def test_orders_for_a_force_that_is_gone_are_left_out(row: Campaign, chief: Member, as_bob: Client) -> None:
    services.give_orders(row, chief, hold(state_of(row), "crown"), draft=True)
    saved = row.orders.get()
    saved.draft["forces"]["u1"] = {"do": "hold"}
    saved.save()
    for shown in (as_bob.get(page(row, "orders")), as_bob.post(page(row, "ready"), {"on": "1"}, follow=True)):
        assert "a force that is no longer in the campaign" in text(shown)
        assert "forces.u1" not in text(shown)
    as_bob.post(page(row, "orders"), sent(act="ready"))
    assert set(ordering.given(row)["crown"].forces) == {"cr1", "cr2"}


def test_what_the_umpire_may_not_do_is_said_without_its_place(
    row: Campaign, chief: Member, as_alice: Client
) -> None:
    found = bringing.bring(row, chief, samples()["royalist-patrol-300"])
    form = {"revision": row.revision, "area": "nowhere"}
    said = text(as_alice.post(page(row, "lists", str(found.pk), "accept"), form, follow=True))
    assert "acts[0]" not in said
    assert "There is no area “nowhere”." in said
