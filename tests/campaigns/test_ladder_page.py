"""Ladders and stories on their pages."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import challenging, services
from campaigns.engine import shipped
from campaigns.engine.state import Outcome, outcome_adapter
from campaigns.models import Campaign
from campaigns.persistence import state_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import battles

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(alice: User, bob: User, charlie: User) -> Campaign:
    """A ladder: Bob on its third rung, Charlie on its second."""
    row = services.create(alice, shipped.document("ladder"))
    rungs = state_of(row).ladder.rungs  # type: ignore[union-attr]
    services.add_member(row, charlie, "player", rungs[1])
    services.add_member(row, bob, "player", rungs[2])
    return row


@pytest.fixture
def story(alice: User, bob: User) -> Campaign:
    """A story of two sides; Bob plays the first."""
    row = services.create(alice, shipped.document("western-year"))
    services.add_member(row, bob, "player", next(iter(state_of(row).factions)))
    return row


def rungs(row: Campaign) -> list[str]:
    row.refresh_from_db()
    ladder = state_of(row).ladder
    assert ladder is not None
    return ladder.rungs


def test_everybody_sees_the_rungs_in_their_order(ladder: Campaign, as_bob: Client) -> None:
    shown = text(as_bob.get(page(ladder)))
    factions = state_of(ladder).factions
    names = [factions[key].name.replace("'", "&#x27;") for key in rungs(ladder)]
    places = [shown.index(f"<b>{name}</b>") for name in names]
    assert places == sorted(places)


def made(row: Campaign) -> list[tuple[str, str, bool]]:
    row.refresh_from_db()
    ladder = state_of(row).ladder
    assert ladder is not None
    return [(each.by, each.to, each.accepted) for each in ladder.challenges]


def test_a_challenge_is_made_and_answered_between_the_two_at_once(
    ladder: Campaign, as_bob: Client, as_charlie: Client
) -> None:
    upper, lower = rungs(ladder)[1], rungs(ladder)[2]
    assert f'name="to" value="{upper}"' in text(as_bob.get(page(ladder)))
    as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": upper})
    assert made(ladder) == [(lower, upper, False)]
    assert "challenges" in text(as_charlie.get(page(ladder)))
    shown = text(as_charlie.post(page(ladder, "challenge"), {"do": "accept", "to": lower}, follow=True))
    assert "You accept the challenge. Now agree how to fight it." in shown
    ladder.refresh_from_db()
    assert ladder.phase == Campaign.Phase.BATTLES
    [found] = ladder.engagements.all()
    assert {found.faction_a, found.faction_b} == {upper, lower}
    assert "What to do now" in text(as_bob.get(page(ladder, f"battles/{found.key}")))


def test_others_challenge_and_fight_while_a_battle_of_the_round_goes_on(
    ladder: Campaign, alice: User, as_bob: Client, as_charlie: Client, dora: User, as_dora: Client
) -> None:
    first, second, third, fourth = rungs(ladder)[:4]
    services.add_member(ladder, dora, "player", fourth)
    services.add_member(ladder, User.objects.create_user("erin"), "player", first)
    as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": second})
    as_charlie.post(page(ladder, "challenge"), {"do": "accept", "to": third})
    as_dora.post(page(ladder, "challenge"), {"do": "challenge", "to": second})
    said = text(as_charlie.post(page(ladder, "challenge"), {"do": "accept", "to": fourth}, follow=True))
    assert "has a battle in this round: accept when it is settled." in said
    as_dora.post(page(ladder, "challenge"), {"do": "decline", "to": second})
    as_dora.post(page(ladder, "challenge"), {"do": "challenge", "to": first})
    erin = ladder.members.get(faction=first)
    challenging.challenge(ladder, erin, "accept", fourth)
    keys = list(ladder.engagements.order_by("key").values_list("key", flat=True))
    assert keys == ["t1e1", "t1e2"]
    for key, winner in zip(keys, (0, 1), strict=True):
        services.settle(ladder, key, Outcome(winner=winner))
    ladder.refresh_from_db()
    assert (ladder.turn, ladder.phase) == (2, "orders")
    assert rungs(ladder)[:3] == [first, third, second]  # who was challenged below stays, the winner goes up


def test_a_challenge_is_declined_and_taken_back(ladder: Campaign, as_bob: Client, as_charlie: Client) -> None:
    upper, lower = rungs(ladder)[1], rungs(ladder)[2]
    for client, other in ((as_charlie, lower), (as_bob, upper)):
        as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": upper})
        client.post(page(ladder, "challenge"), {"do": "decline", "to": other})
        assert made(ladder) == []
    assert ladder.phase == Campaign.Phase.ORDERS


def test_nobody_answers_for_somebody_else(
    ladder: Campaign, as_alice: Client, as_bob: Client, as_dora: Client
) -> None:
    upper, lower = rungs(ladder)[1], rungs(ladder)[2]
    as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": upper})
    here = f"/api/v1/campaigns/{ladder.public_id}/challenge/"
    as_bob.post(page(ladder, "challenge"), {"do": "accept", "to": upper})  # one's own
    assert (
        as_bob.post(here, {"do": "accept", "to": upper}, content_type="application/json").status_code == 400
    )
    for client, status in ((as_alice, 404), (as_dora, 404)):
        assert client.post(page(ladder, "challenge"), {"do": "accept", "to": lower}).status_code == status
    assert (
        as_alice.post(here, {"do": "accept", "to": lower}, content_type="application/json").status_code == 403
    )
    assert (
        as_dora.post(here, {"do": "accept", "to": lower}, content_type="application/json").status_code == 404
    )
    assert made(ladder) == [(lower, upper, False)]


def test_a_challenge_goes_over_rest_and_through_a_file(
    ladder: Campaign, alice: User, as_bob: Client, as_charlie: Client
) -> None:
    upper, lower = rungs(ladder)[1], rungs(ladder)[2]
    here = f"/api/v1/campaigns/{ladder.public_id}/challenge/"
    told = as_bob.post(here, {"do": "challenge", "to": upper}, content_type="application/json").json()
    assert told["state"]["ladder"]["challenges"][0]["to"] == upper
    assert as_bob.post(here, {"do": "duel", "to": upper}, content_type="application/json").status_code == 400
    assert (
        as_charlie.post(here, {"do": "accept", "to": lower}, content_type="application/json").json()["state"][
            "phase"
        ]
        == "battles"
    )
    ladder.refresh_from_db()
    file = services.export_file(ladder, seed=True)
    assert [each["part"] for each in file["turns"]] == ["answer", "answer"]
    again = services.export_file(services.import_file(alice, file), seed=True)
    for each in (file, again):
        del each["digests"]  # only the entry of the upload is new
    # The copy says, besides, who has had the file.
    assert [each["kind"] for each in again.pop("disclosures")] == ["upload"]
    assert again == file


def test_who_stands_below_cannot_be_challenged(ladder: Campaign, as_bob: Client) -> None:
    below = rungs(ladder)[3]
    shown = text(as_bob.get(page(ladder)))
    assert f'name="to" value="{below}"' not in shown
    as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": below})
    assert made(ladder) == []


def test_a_challenge_that_the_ladder_does_not_allow_is_refused_in_words(
    ladder: Campaign, as_bob: Client
) -> None:
    first, second, bob = rungs(ladder)[:3]
    as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": second})
    answer = as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": first}, follow=True)
    assert "You have an open challenge; only one is allowed at a time." in text(answer)
    assert made(ladder) == [(bob, second, False)]


def test_rest_refuses_the_challenges_that_the_page_refuses(ladder: Campaign, as_bob: Client) -> None:
    below = rungs(ladder)[3]
    here, acts = f"/api/v1/campaigns/{ladder.public_id}/orders/", {"acts": [{"do": "challenge", "to": below}]}
    words = "one may challenge up to 3 rungs above"
    draft = as_bob.put(here, acts, content_type="application/json")
    assert draft.json()["findings"] == [{"path": "acts[0].to", "message": words}]
    given = as_bob.post(f"{here}give/", acts, content_type="application/json")
    assert given.status_code == 400
    assert given.json()["errors"] == [{"path": "acts[0].to", "message": words}]


def test_a_story_tells_its_present_scene_and_hides_what_comes(
    story: Campaign, as_bob: Client, as_alice: Client
) -> None:
    state = state_of(story)
    assert state.story is not None
    now = next(each for each in state.story.nodes if each.id == state.story.at)
    later = [each for each in state.story.nodes if each.id != state.story.at]
    his, hers = text(as_bob.get(page(story))), text(as_alice.get(page(story)))
    assert now.name in his.replace("&#x27;", "'")
    for node in later:
        assert node.name not in his.replace("&#x27;", "'")
        assert node.name in hers.replace("&#x27;", "'")


@pytest.mark.parametrize("name", ["campaign", "forces", "factions", "people", "rules", "umpire"])
def test_pages_of_ladders_and_stories_are_there(
    ladder: Campaign, story: Campaign, as_alice: Client, name: str
) -> None:
    for row in (ladder, story):
        assert as_alice.get(page(row, name)).status_code == 200


@pytest.mark.parametrize(
    ("kind", "button", "said", "heading"),
    [
        ("ladder", "Carry out the challenges", "The challenges of round 1 are carried out.", "Challenges"),
        ("story", "Open the scene", "The scene of round 1 is open", "The scene"),
    ],
)
def test_nobody_marches_on_ladders_and_in_stories(
    kind: str, button: str, said: str, heading: str, request: pytest.FixtureRequest, as_alice: Client
) -> None:
    row: Campaign = request.getfixturevalue(kind)
    if kind == "ladder":
        upper, lower = rungs(row)[1], rungs(row)[2]
        services.give_orders(
            row,
            row.members.get(faction=lower),
            {"faction": lower, "acts": [{"do": "challenge", "to": upper}]},
        )
    desk = text(as_alice.get(page(row, "umpire")))
    assert f">{button}<" in desk
    assert "Move a force" not in desk
    shown = text(as_alice.post(page(row, "umpire", "resolve"), {"revision": row.revision}, follow=True))
    assert said in shown
    for part in (shown, text(as_alice.get(f"{page(row, 'chronicle')}?turn=1"))):
        assert not any(words in part for words in ("The marches", "and marches", ": marches"))
    assert f"<h3>{heading}</h3>" in part


def test_an_invitation_to_a_ladder_speaks_of_rounds(ladder: Campaign, alice: User, as_dora: Client) -> None:
    open_ = services.invite(ladder, ladder.members.get(user=alice), "neutral")
    assert "It is in round 1, waiting for challenges." in text(as_dora.get(open_.get_absolute_url()))


def test_a_battle_of_a_ladder_is_named_once_and_stands_nowhere(ladder: Campaign, as_alice: Client) -> None:
    first, second = list(state_of(ladder).forces)[:2]
    battles(ladder, (first, second))
    shown = text(as_alice.get(page(ladder, "battles")))
    assert "<th>Where</th>" not in shown
    assert 'class="what">Where' not in shown
    assert shown.count(" against ") == 1


def test_the_umpires_page_of_a_ladder_speaks_of_rounds(ladder: Campaign, as_alice: Client) -> None:
    shown = text(as_alice.get(page(ladder, "umpire")))
    assert "Hours for each later round" in shown
    assert "Carry out rounds without you" in shown
    assert "Orders stay hidden" not in shown
    assert "War and peace" not in shown


def test_a_ladder_says_who_plays_and_speaks_of_challenges(ladder: Campaign, as_bob: Client) -> None:
    shown = text(as_bob.get(page(ladder)))
    factions = state_of(ladder).factions
    second, third, last = rungs(ladder)[1], rungs(ladder)[2], rungs(ladder)[-1]
    for key, player in ((second, "charlie"), (third, "bob"), (last, "nobody plays it")):
        assert f"<b>{factions[key].name}</b> <small>{player}</small>" in shown.replace("&#x27;", "'")
    assert "0 of 2 players ready" in shown
    assert "says that you make no more challenges this round" in shown
    assert "makes your orders final" not in shown
    said = text(as_bob.post(page(ladder, "ready"), {"on": "1"}, follow=True))
    assert "You are ready. Still waiting for" in said
    assert "Your orders are final" not in said
    assert "1 of 2 players ready" in said


def test_the_result_of_a_challenge_stands_beside_it_at_once(
    ladder: Campaign, as_bob: Client, as_charlie: Client, as_alice: Client
) -> None:
    upper, lower = rungs(ladder)[1], rungs(ladder)[2]
    as_bob.post(page(ladder, "challenge"), {"do": "challenge", "to": upper, "revision": ladder.revision})
    ladder.refresh_from_db()
    as_charlie.post(page(ladder, "challenge"), {"do": "accept", "to": lower, "revision": ladder.revision})
    found = ladder.engagements.get(undone=False)
    assert "See the battle" in text(as_bob.get(page(ladder)))
    ladder.refresh_from_db()
    state = state_of(ladder)
    assert state.engagements[found.key].outcome is None
    type(found).objects.filter(pk=found.pk).update(
        outcome=outcome_adapter().dump_python(Outcome(0, how="It was close", means="quick"), mode="json")
    )
    name = state.factions[state.engagements[found.key].sides[0].faction].name
    for client in (as_bob, as_charlie, as_alice):
        shown = text(client.get(page(ladder)))
        assert f"<b>{name} won.</b> It was close." in shown.replace("&#x27;", "'")
        assert "<small>accepted</small>" not in shown
