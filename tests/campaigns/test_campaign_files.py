"""A campaign leaves as one file and comes back unchanged; a damaged file is refused with its places."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns import services
from campaigns.fileformat import CampaignFileError
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import battles, hold, outcome
from tests.kit.consent import agreed
from tests.kit.forces import changed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(row: Campaign, chief: Member, comrade: Member, enemy: Member, umpire: Member) -> Campaign:
    """The island after a turn with a battle, an override, a step back and orders for the next turn."""
    services.hand_over(row, chief, "cr2", comrade)
    battles(row, ("cr1", "co1"))
    agreed(row, "table")
    services.fight(row, "t1e1", "table")
    services.report(row, "t1e1", chief, outcome(row, "t1e1", winner=1))
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    services.override(row, row.revision, umpire, [{"do": "weather", "weather": "rain"}], "it rained")
    services.resolve(row, row.revision)
    services.roll_back(row, row.revision, umpire, 2, "too much rain")
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    services.give_orders(row, enemy, hold(state_of(row), "commons"), draft=True)
    return row


def test_what_was_exported_comes_back_unchanged(played: Campaign, alice: User) -> None:
    file = services.export_file(played, seed=True)
    copy = services.import_file(alice, json.dumps(file).encode())
    again = services.export_file(copy, seed=True)
    before, after = file.pop("digests"), again.pop("digests")
    # Only that it was uploaded is new.
    assert {name for name in before if before[name] != after[name]} == {"disclosures"}
    assert [each["kind"] for each in file.pop("disclosures")] == ["correct"]
    assert [each["kind"] for each in again.pop("disclosures")] == ["correct", "upload"]
    assert again == file


def test_an_imported_campaign_goes_on_as_the_original_would(played: Campaign, alice: User) -> None:
    copy = services.import_file(alice, services.export_file(played, seed=True))
    services.resolve(played, played.revision)
    services.resolve(copy, copy.revision)
    assert copy.hash == played.hash
    assert state_of(copy) == state_of(played)


def test_an_imported_campaign_can_go_back(played: Campaign, alice: User) -> None:
    copy = services.import_file(alice, services.export_file(played, seed=True))
    services.roll_back(copy, copy.revision, copy.members.get(), 1, "all anew")
    assert copy.turn == 1


def test_the_seed_is_in_it_only_when_it_may_be(row: Campaign, umpire: Member) -> None:
    file = services.export_file(row)
    assert file["seed"] is None
    assert file["seed_hash"] == row.seed_hash
    assert row.seed not in json.dumps(file)
    services.override(row, row.revision, umpire, [{"do": "end"}], "enough")
    assert services.export_file(row)["seed"] == row.seed


def test_without_the_seed_the_copy_has_dice_of_its_own(row: Campaign, alice: User) -> None:
    copy = services.import_file(alice, services.export_file(row))
    assert copy.seed != row.seed


def test_people_are_invited_not_taken(played: Campaign, charlie: User, bob: User) -> None:
    copy = services.import_file(charlie, services.export_file(played))
    assert [str(each.user) for each in copy.members.all()] == ["charlie"]
    invited = {each.label: each for each in copy.invitations.all()}
    assert set(invited) == {"alice", "bob", "edward", "dora", "nora"}
    member = services.join(invited["bob"].token, bob)
    assert member.chief
    assert copy.orders.get(faction="crown").member == member


def test_who_commands_a_force_commands_it_in_the_copy(played: Campaign, alice: User, edward: User) -> None:
    copy = services.import_file(alice, services.export_file(played))
    member = services.join(copy.invitations.get(label="edward").token, edward)
    assert state_of(copy).forces["cr2"].commander == member.key


def test_no_secret_of_a_person_is_in_it(played: Campaign, chief: Member) -> None:
    text = json.dumps(services.export_file(played, seed=True))
    assert chief.feed not in text
    assert "bob@example.org" not in text


def _unfought(file: Any) -> None:
    file["state"]["engagements"]["t1e1"]["outcome"] = None
    file["state"]["engagements"]["t1e1"]["turn"] = file["state"]["turn"]
    file["engagements"] = []


@pytest.mark.parametrize(
    ("damage", "path"),
    [
        (("turns.0.entries.0.event.rule", "mine"), "turns[0].entries[0].hash"), (("hash", "0" * 64), "hash"),
        (("turns.0.number", 7), "turns[0].number"), (("seed", "loaded dice"), "seed"),
        (("state.forces.cr1.at", "moon"), "state.forces.cr1.at"),
        (lambda file: file["state"]["forces"]["cr1"]["units"][0].pop("id"), "state.forces.cr1.units[0].id"),
        (("turns.0.state_before.forces.cr1.faction", "nobody"), "turns[0].state_before.forces.cr1.faction"),
        (("orders.0.draft.forces.co1.do", "fly"), "orders[0].draft.forces.co1.do"),
        (("turns.0.entries.0", {"n": 1}), "turns[0].entries[0]"),
        (lambda file: file["members"][1].update(key=file["members"][0]["key"]), "members[1].key"),
        (("document.systems", []), "document.systems"),
        (lambda file: file["orders"].append(file["orders"][0]), "orders[2].member"),
        (lambda file: file["engagements"].append(file["engagements"][0]), "engagements[1].key"),
        (("state.engagements.t1e1.sides.0.forces", ["ghost"]), "state.engagements.t1e1"),
        (_unfought, "engagements"),
        (("turns.0.entries.0.event.kind", "miracle"), "turns[0].entries[0]"),
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_with_its_place(
    played: Campaign, alice: User, damage: tuple[str, Any] | Callable[[Any], object], path: str
) -> None:
    """`damage` is a place in the file and what stands there then, or what changes the file."""
    file = json.loads(json.dumps(services.export_file(played, seed=True)))
    if isinstance(damage, tuple):
        file = changed_document(file, *damage)
    else:
        damage(file)
    with pytest.raises(CampaignFileError) as refused:
        services.import_file(alice, file)
    assert path in {fault.path for fault in refused.value.faults}
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff\xfe", b"null", b"{}", b'{"version": 2}', b"[" * 100_000]
)
def test_what_is_no_campaign_is_refused(alice: User, data: bytes) -> None:
    with pytest.raises(CampaignFileError):
        services.import_file(alice, data)
