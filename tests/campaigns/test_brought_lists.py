"""Players bring lists of their own when they join or later; the umpire accepts; enemies learn nothing."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail import EmailMessage
from django.test import Client

from armylists import services as lists
from armylists.documents import as_text
from armylists.models import ArmyList
from campaigns import bringing, services
from campaigns.access import participant_of
from campaigns.models import BroughtList, Campaign, Member
from campaigns.persistence import CampaignRefusal, state_of
from rulesets.contract.documents import samples
from rulesets.engine.lists import ArmyList as Army
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import member_of, refusal
from tests.kit.clients import signed_in

pytestmark = pytest.mark.django_db

ARMY = samples()["royalist-patrol-300"]


def api(row: Campaign, *parts: object) -> str:
    return "/".join(("/api/v1/campaigns", str(row.public_id), *map(str, parts), ""))


@pytest.fixture
def mine(bob: User) -> ArmyList:
    """A list of Bob's."""
    return lists.create(bob, ARMY.model_copy(update={"name": "Bob's Own Foot"}))


def _own(mine: ArmyList, alice: User) -> dict[str, Any]:
    return {"own": str(mine.public_id)}


def _link(mine: ArmyList, alice: User) -> dict[str, Any]:
    his = lists.create(alice, ARMY.model_copy(update={"name": "Bob's Own Foot"}))
    lists.share(his)
    return {"link": f"https://leaguer.example/l/{his.share_token}/"}


def _file(mine: ArmyList, alice: User) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("army.txt", as_text(mine.army).encode())}


@pytest.mark.parametrize("given", [_own, _link, _file])
def test_a_player_brings_a_list_and_the_umpire_makes_a_force_of_it(
    row: Campaign, mine: ArmyList, alice: User, as_alice: Client, as_bob: Client, given: Any
) -> None:
    answer = as_bob.post(page(row, "lists"), given(mine, alice))
    assert answer.status_code == 302, answer.context["form"].errors
    waiting = BroughtList.objects.get()
    assert (waiting.faction, waiting.status, waiting.points) == ("crown", "open", 300)
    assert "1 list waits for you" in text(as_alice.get(page(row, "umpire")))
    shown = text(as_alice.get(page(row, "lists")))
    assert "Bob&#x27;s Own Foot" in shown
    assert 0 < shown.index("Areas of The Crown") < shown.index("Other areas")
    row.refresh_from_db()
    form = {"revision": row.revision, "area": "wrack"}
    assert as_alice.post(page(row, "lists", str(waiting.pk), "accept"), form).status_code == 302
    row.refresh_from_db()
    [force] = [each for each in state_of(row).forces.values() if each.name == "Bob's Own Foot"]
    assert (force.faction, force.at) == ("crown", "wrack")
    assert BroughtList.objects.get().status == "accepted"


def test_the_enemy_and_onlookers_learn_nothing_of_it(
    row: Campaign, mine: ArmyList, chief: Member, as_dora: Client, nora: User, as_charlie: Client
) -> None:
    waiting = bringing.bring(row, chief, mine.army)
    for address in (page(row, "lists"), api(row, "lists")):
        assert "Own Foot" not in text(as_dora.get(address))
        assert as_charlie.get(address).status_code in (403, 404)
    assert list(bringing.brought(_participant(row, nora))) == []
    assert as_dora.post(page(row, "lists", str(waiting.pk), "decline")).status_code == 404
    answers = [
        as_dora.post(f"{api(row, 'lists')}{number}/decline/", {}, "application/json")
        for number in (waiting.pk, waiting.pk + 1000)
    ]
    assert [each.status_code for each in answers] == [404, 404]
    assert answers[0].json() == answers[1].json(), "nobody learns that it is there"
    assert "another faction" in answers[0].content.decode()
    assert BroughtList.objects.get().status == "open"


def test_nobody_but_an_umpire_accepts(row: Campaign, mine: ArmyList, chief: Member, as_bob: Client) -> None:
    waiting = bringing.bring(row, chief, mine.army)
    address = page(row, "lists", str(waiting.pk), "accept")
    assert as_bob.post(address, {"revision": row.revision}).status_code == 404
    with refusal(CampaignRefusal, code="not-yours"):
        bringing.accept(row, row.revision, chief, waiting.pk)


def test_an_umpire_who_plays_accepts_none(
    row: Campaign, mine: ArmyList, umpire: Member, chief: Member, comrade: Member, enemy: Member
) -> None:
    waiting = bringing.bring(row, chief, mine.army)
    services.ask_to_play(row, umpire, "company")
    for each in (chief, comrade, enemy):
        services.answer_umpire(row, each, umpire, accept=True)
    umpire.refresh_from_db()
    with refusal(CampaignRefusal, code="not-yours"):
        bringing.accept(row, row.revision, umpire, waiting.pk)


def test_a_list_is_answered_once(row: Campaign, mine: ArmyList, chief: Member, umpire: Member) -> None:
    waiting = bringing.bring(row, chief, mine.army)
    bringing.decline(row, umpire, waiting.pk)
    with refusal(CampaignRefusal, code="answered"):
        bringing.accept(row, row.revision, umpire, waiting.pk)


def test_who_answers_a_list_that_is_answered_reads_what_became_of_it(
    row: Campaign, mine: ArmyList, chief: Member, umpire: Member, as_alice: Client
) -> None:
    def answered(number: int, do: str) -> tuple[int, str]:
        given = {"revision": row.revision} if do == "accept" else {}
        found = as_alice.post(api(row, "lists", number, do), given, content_type="application/json")
        error = found.json()["errors"][0]
        return found.status_code, f"{error['path']}: {error['message']}"

    accepted, declined, withdrawn = (bringing.bring(row, chief, mine.army).pk for _ in range(3))
    bringing.decline(row, umpire, declined, "too large")
    bringing.decline(row, chief, withdrawn)
    bringing.accept(row, row.revision, umpire, accepted)
    row.refresh_from_db()
    name = "Bob's Own Foot"
    for do in ("accept", "decline"):
        assert answered(accepted, do) == (
            409, f"list: alice accepted this list already: it is the force “{name}” now",
        )  # fmt: skip
        assert answered(declined, do) == (409, "list: an umpire declined this list already: too large")
        assert answered(withdrawn, do) == (409, "list: bob withdrew this list")
        given = {"revision": row.revision} if do == "accept" else {}
        missing = as_alice.post(api(row, "lists", 987654, do), given, content_type="application/json")
        assert missing.status_code == 404
        assert "There is no such list in this campaign" in missing.content.decode()


def test_a_list_of_another_system_or_of_somebody_else_is_refused(
    row: Campaign, chief: Member, as_bob: Client, alice: User
) -> None:
    other = next(each for each in samples().values() if each.system != "baroque")
    with refusal(CampaignRefusal, code="system"):
        bringing.bring(row, chief, other)
    private = lists.create(alice, ARMY)
    for given in ({"own": str(private.public_id)}, {"link": "/l/nothing-here/"}, {"link": "my list"}, {}):
        assert as_bob.post(page(row, "lists"), given).status_code == 400
    assert not BroughtList.objects.exists()


def test_it_goes_over_rest_too(
    row: Campaign, mine: ArmyList, as_bob: Client, as_alice: Client, as_charlie: Client
) -> None:
    kind = "application/json"
    made = as_bob.post(api(row, "lists"), {"own": str(mine.public_id)}, content_type=kind)
    assert made.status_code == 201, made.content
    number = made.json()["number"]
    assert as_bob.get(api(row, "lists")).json()["results"][0]["by"] == "bob"
    assert as_charlie.get(api(row, "lists")).status_code == 404
    done = as_alice.post(api(row, "lists", number, "accept"), {"revision": row.revision}, content_type=kind)
    assert done.json()["status"] == "accepted", done.content
    row.refresh_from_db()
    assert any(each.name == "Bob's Own Foot" for each in state_of(row).forces.values())
    assert as_bob.post(api(row, "lists"), {}, content_type=kind).status_code == 400


# -- the invitation --------------------------------------------------------------------------------


def test_an_invitation_tells_who_invites_to_what_before_anybody_signs_in(
    row: Campaign, umpire: Member, client: Client
) -> None:
    made = services.invite(row, umpire, "player", "company", chief=True)
    shown = text(client.get(made.get_absolute_url()))
    assert "<b>alice</b> invites you to this campaign to command The Company" in shown
    assert "The Isle of Merrow" in shown
    assert f"/accounts/signup/?next={made.get_absolute_url()}" in shown
    assert "cr1" not in shown
    assert client.post(made.get_absolute_url())["Location"].startswith("/accounts/login/")
    assert client.get("/campaigns/join/no-such-token-at-all/").status_code == 404


def test_who_joins_brings_a_list_at_once(
    row: Campaign, umpire: Member, as_charlie: Client, charlie: User
) -> None:
    made = services.invite(row, umpire, "player", "company")
    army = lists.create(charlie, ARMY)
    as_charlie.post(made.get_absolute_url(), {"own": str(army.public_id)})
    assert member_of(row, charlie).faction == "company"
    assert BroughtList.objects.get().faction == "company"


def test_a_list_that_cannot_be_read_lets_nobody_in_by_half(
    row: Campaign, umpire: Member, as_charlie: Client, charlie: User
) -> None:
    made = services.invite(row, umpire, "player", "company")
    file = SimpleUploadedFile("army.json", b"{}")
    assert as_charlie.post(made.get_absolute_url(), {"file": file}).status_code == 400
    assert not row.members.filter(user=charlie).exists()
    assert as_charlie.post(made.get_absolute_url()).status_code == 302
    assert member_of(row, charlie).faction == "company"


def _participant(row: Campaign, user: User) -> Any:
    return participant_of(user, row.public_id)


def test_the_umpire_reads_which_rules_a_brought_list_breaks(
    row: Campaign, mine: ArmyList, chief: Member, as_alice: Client, as_dora: Client
) -> None:
    first = mine.army.commands[0]
    alone = first.model_copy(update={"units": first.units[:1]})
    illegal = mine.army.model_copy(update={"commands": (alone,)})
    waiting = bringing.bring(row, chief, illegal)
    assert waiting.problems
    [holds] = bringing.waiting(_participant(row, chief.user)).values()
    found = holds.problems
    assert len(found) == waiting.problems
    shown = text(as_alice.get(page(row, "lists")))
    assert "Which rules are broken" in shown
    assert shown.count("<li>" + html.escape(found[0][0].upper() + found[0][1:])) == 1
    assert "Which rules are broken" not in text(as_dora.get(page(row, "lists")))


@pytest.mark.parametrize("way", ["page", "api"])
def test_the_umpire_reads_a_list_before_they_accept_it(
    row: Campaign, chief: Member, as_alice: Client, as_dora: Client, way: str
) -> None:
    found = bringing.bring(row, chief, ARMY)
    unit = ARMY.commands[0].units[0]
    if way == "page":
        assert page(row, "lists", str(found.pk)) in text(as_alice.get(page(row, "lists")))
        shown = html.unescape(text(as_alice.get(page(row, "lists", str(found.pk)))))
        assert as_dora.get(page(row, "lists", str(found.pk))).status_code == 404
        assert "The list costs 300 points" in shown
        assert shown.count('<th class="what" scope="row">') == sum(len(each.units) for each in ARMY.commands)
        assert "legal" in shown
    else:
        told = as_alice.get(api(row, "lists", found.pk)).json()
        assert as_dora.get(api(row, "lists", found.pk)).status_code == 404
        assert len(told["units"]) == sum(len(each.units) for each in ARMY.commands)
        assert told["list"]["commands"][0]["units"][0]["entry"] == unit.entry
        assert (told["broken"], told["points"]) == ([], 300)


def test_a_list_that_waits_is_read_over_rest_by_whoever_may_know_of_it(
    row: Campaign, mine: ArmyList, comrade: Member, umpire: Member, edward: User, as_alice: Client,
    as_bob: Client, as_dora: Client, nora: User, as_charlie: Client,
) -> None:  # fmt: skip
    number, as_edward = bringing.bring(row, comrade, mine.army).pk, signed_in(edward)

    def answers() -> list[int]:
        clients = (as_alice, as_edward, as_bob, as_dora, signed_in(nora), as_charlie)
        return [each.get(api(row, "lists", number)).status_code for each in clients]

    assert answers() == [200, 200, 200, 404, 404, 404]
    services.change_member(row, umpire, comrade, role="neutral", faction="")
    assert answers() == [200, 200, 200, 404, 404, 404]  # whoever brought it can still withdraw it
    row.refresh_from_db()
    bringing.accept(row, row.revision, umpire, number, "wrack")
    assert answers() == [200, 404, 200, 404, 404, 404]  # what became of it is their former faction's


def _worth(copies: int) -> Army:
    """The list with so many copies of the units of its first command."""
    first = ARMY.commands[0]
    many = [each.model_copy(update={"id": f"{each.id}-{n}"}) for n in range(copies) for each in first.units]
    first = first.model_copy(update={"units": tuple(many)})
    return ARMY.model_copy(update={"commands": (first, *ARMY.commands[1:])})


@pytest.mark.parametrize(("copies", "told"), [(1, False), (6, True)])
def test_a_list_worth_far_more_than_other_forces_is_pointed_out(
    row: Campaign, chief: Member, as_alice: Client, as_bob: Client, copies: int, told: bool
) -> None:
    found = bringing.bring(row, chief, _worth(copies))
    hint = "far more than the campaign’s other forces"
    for address in (page(row, "lists", str(found.pk)), page(row, "lists")):
        assert (hint in text(as_alice.get(address))) == told
        assert hint not in text(as_bob.get(address))
    assert (hint in as_alice.get(api(row, "lists", found.pk)).json()["hint"]) == told


def test_an_umpire_compares_a_list_with_the_other_forces_where_they_answer_it(
    row: Campaign, mine: ArmyList, chief: Member, umpire: Member, as_alice: Client, as_bob: Client
) -> None:
    number = bringing.bring(row, chief, mine.army).pk
    worths = [each.worth for each in state_of(row).standing()]
    mean = sum(worths) / len(worths)
    said = f"The campaign’s {len(worths)} other forces are worth {min(worths):.0f} to {max(worths):.0f}"
    for address in (page(row, "lists"), page(row, "lists", str(number))):
        assert f"{said}, {mean:.0f} on average: the list is" in text(as_alice.get(address))
        assert "on average" not in text(as_bob.get(address))  # what enemies are worth is secret
    compared = as_alice.get(api(row, "lists", number)).json()["others"]
    assert (compared["count"], compared["least"], compared["most"]) == (len(worths), min(worths), max(worths))
    assert as_bob.get(api(row, "lists", number)).json()["others"] is None
    bringing.accept(row, row.revision, umpire, number, "wrack")
    assert "on average" not in text(as_alice.get(page(row, "lists")))


@pytest.mark.usefixtures("confirmed")
@pytest.mark.parametrize("way", ["page", "api"])
def test_the_player_reads_why_the_umpire_declined_a_list(
    row: Campaign, mine: ArmyList, chief: Member, as_alice: Client, as_bob: Client, as_dora: Client, way: str,
    mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    number, reason = bringing.bring(row, chief, mine.army).pk, "Too many cuirassiers."
    assert "Reason for the player (optional)" in text(as_alice.get(page(row, "lists")))
    assert "Reason for the player (optional)" not in text(as_bob.get(page(row, "lists")))
    with django_capture_on_commit_callbacks(execute=True):
        if way == "page":
            as_alice.post(page(row, "lists", str(number), "decline"), {"reason": reason})
        else:
            as_alice.post(api(row, "lists", number, "decline"), {"reason": reason}, "application/json")
    for address in (page(row, "lists"), page(row, "lists", str(number))):
        assert f"Reason: {reason}" in text(as_bob.get(address))
    told = as_bob.get(api(row, "lists", number)).json()
    assert (told["status"], told["reason"]) == ("declined", reason)
    assert reason not in text(as_dora.get(page(row, "lists")))
    [mail] = mailoutbox
    assert mail.to == ["bob@example.org"]
    assert "declined your army list “Bob's Own Foot”" in mail.body
    assert f"Reason: {reason}" in mail.body


@pytest.mark.usefixtures("confirmed")
def test_who_withdraws_a_list_gets_no_mail_and_who_has_one_accepted_does(
    row: Campaign, mine: ArmyList, chief: Member, umpire: Member, as_bob: Client,
    mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    first, second = (bringing.bring(row, chief, mine.army).pk for _ in range(2))
    with django_capture_on_commit_callbacks(execute=True):
        as_bob.post(page(row, "lists", str(first), "decline"), {"reason": "I changed my mind."})
    assert not mailoutbox
    assert BroughtList.objects.get(pk=first).reason == ""
    assert "Withdrawn" in text(as_bob.get(page(row, "lists")))
    assert "Declined" not in text(as_bob.get(page(row, "lists")))
    with django_capture_on_commit_callbacks(execute=True):
        bringing.accept(row, row.revision, umpire, second, "wrack")
    assert [each.to for each in mailoutbox] == [["bob@example.org"]]
    assert "accepted your army list" in mailoutbox[0].body


def test_a_reason_that_is_too_long_is_refused(
    row: Campaign, mine: ArmyList, chief: Member, umpire: Member
) -> None:
    number = bringing.bring(row, chief, mine.army).pk
    with refusal(CampaignRefusal, path="reason"):
        bringing.decline(row, umpire, number, "x" * 501)
    assert BroughtList.objects.get().status == "open"


@pytest.mark.parametrize("turn", [1, 2], ids=["accepted before it", "accepted after it"])
def test_an_accepted_list_is_a_force_again_after_going_back(
    row: Campaign, mine: ArmyList, chief: Member, umpire: Member, turn: int
) -> None:
    if turn == 2:
        services.resolve(row, row.revision)
    found = bringing.bring(row, chief, mine.army)
    bringing.accept(row, row.revision, umpire, found.pk, "wrack")
    [key] = [key for key, each in state_of(row).forces.items() if each.name == "Bob's Own Foot"]
    for _ in range(2):  # going back once more does not lose it either
        services.resolve(row, row.revision)
        services.roll_back(row, row.revision, umpire, 1, "an order was lost")
        force = state_of(row).forces[key]
        assert (force.name, force.faction, force.at) == ("Bob's Own Foot", "crown", "wrack")
        assert BroughtList.objects.get().status == "accepted"
        assert row.turns.filter(undone=False, part="override").count() == 1


def test_a_list_that_can_be_no_force_after_going_back_waits_again(
    row: Campaign, mine: ArmyList, chief: Member, umpire: Member
) -> None:
    found = bringing.bring(row, chief, mine.army)
    bringing.accept(row, row.revision, umpire, found.pk, "wrack")
    part = row.turns.get()
    part.inputs["acts"][0]["area"] = "nowhere"
    part.save()
    services.roll_back(row, row.revision, umpire, 1, "an order was lost")
    assert BroughtList.objects.get().status == "open"
