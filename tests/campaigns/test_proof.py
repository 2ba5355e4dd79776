"""An imported campaign proves how it stands, or says that it is only as good as its file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaigns import services
from campaigns.disclosing import shown_preview, taken_file
from campaigns.fileformat import CampaignFileError
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from campaigns.proof import number_of
from tests.campaigns.test_map_page import page, text
from tests.kit.campaigns import hold
from tests.kit.forces import changed_document

API = "/api/v1/campaigns/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def file(row: Campaign, umpire: Member, chief: Member) -> Any:
    """The file of the island after two turns, a correction, and a step back."""
    services.give_orders(row, chief, hold(state_of(row), "crown"))
    services.resolve(row, row.revision)
    acts = [{"do": "money", "faction": "crown", "amount": 5}]
    services.override(row, row.revision, umpire, acts, "the tax was late")
    services.resolve(row, row.revision)
    services.roll_back(row, row.revision, umpire, 2, "once more")
    services.resolve(row, row.revision)
    return json.loads(json.dumps(services.export_file(row, seed=True)))


def test_a_true_copy_is_checked_and_says_so(file: Any, row: Campaign, alice: User, as_alice: Client) -> None:
    copy = services.import_file(alice, file)
    number = number_of(file["digests"], file["seal"])
    assert copy.proof == {"turns": 2, "intact": True, "why": "", "file": number}
    assert copy.seal == row.seal
    assert "2 turns checked, chain intact" in text(as_alice.get(page(copy)))
    assert as_alice.get(f"/api/v1/campaigns/{copy.public_id}/").json()["proof"]["intact"] is True


def test_what_was_not_imported_claims_nothing(row: Campaign, as_alice: Client) -> None:
    shown = text(as_alice.get(page(row)))
    assert "Imported from a file" not in shown
    assert as_alice.get(f"/api/v1/campaigns/{row.public_id}/").json()["proof"] is None


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        ("turns.0.state_before.factions.crown.money", 900, "turns[0].seal"),
        ("turns.1.inputs.outcomes", {"t1e1": {"winner": 0}}, "turns[1].seal"),
        ("turns.0.inputs.orders.crown.forces.cr1.do", "march", "turns[0].seal"),
        ("turns.3.seal", "", "turns[3].seal"), ("seal", "0" * 64, "seal"),
    ],
)  # fmt: skip
def test_a_part_that_does_not_match_its_seal_is_refused(
    file: Any, alice: User, place: str, value: Any, path: str
) -> None:
    with pytest.raises(CampaignFileError) as refused:
        services.import_file(alice, changed_document(file, place, value))
    assert path in {fault.path for fault in refused.value.faults}
    assert any("after it was sealed" in fault.message for fault in refused.value.faults)


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        ("state.factions.crown.money", 900, "the present state does not follow from the last turn"),
        ("document.factions.0.money", 900, "the first turn does not follow from the beginning"),
    ],
)
def test_a_state_that_does_not_follow_is_not_checked_and_says_so(
    file: Any, alice: User, as_alice: Client, place: str, value: Any, why: str
) -> None:
    copy = services.import_file(alice, changed_document(file, place, value))
    assert copy.proof == {"turns": 2, "intact": False, "why": why, "file": ""}
    shown = text(as_alice.get(page(copy)))
    assert f"The check failed: {why}" in shown
    assert "every true copy" not in shown
    assert "only as good as that file" in shown
    assert why in shown


def test_a_file_from_before_there_were_seals_is_checked_by_its_log(file: Any, alice: User) -> None:
    for part in file["turns"]:
        del part["seal"]
        part.pop("deadline_before", None)
    del file["seal"]
    assert services.import_file(alice, file).proof["intact"] is True  # type: ignore[index]
    file["turns"][-1]["state_before"]["factions"]["crown"]["money"] = 900
    assert services.import_file(alice, file).proof["intact"] is False  # type: ignore[index]


def test_seals_go_on_in_the_copy(file: Any, alice: User) -> None:
    copy = services.import_file(alice, file)
    services.resolve(copy, copy.revision)
    again = services.import_file(alice, services.export_file(copy, seed=True))
    assert again.proof is not None
    assert (again.proof["turns"], again.proof["intact"]) == (3, True)


def test_a_copy_keeps_what_umpires_saw_and_who_has_had_the_file(
    row: Campaign, umpire: Member, alice: User, as_alice: Client
) -> None:
    shown_preview(row, umpire)
    file = json.loads(json.dumps(taken_file(row, umpire)))
    copy = services.import_file(alice, file)
    shown = text(as_alice.get(page(copy)))
    assert "<b>alice</b> previewed turn 1" in shown
    assert "<b>alice</b> uploaded this file and could read all orders in it, up to turn 1" in shown
    assert "No umpire has previewed" not in shown
    kinds = [each["kind"] for each in as_alice.get(f"{API}{copy.public_id}/disclosures/").json()["results"]]
    assert kinds == ["upload", "file", "preview"]
    at = {each.kind: each.at for each in row.disclosures.all()}
    assert copy.disclosures.get(kind="preview").at == at["preview"]


# -- what no seal covers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("disclosures", [], "its entries of Fair play"), ("orders", [], "its orders"),
        ("members.1.role", "umpire", "its people"), ("document.name", "Another island", "its beginning"),
        ("name", "Another island", "its name and settings"),
        ("automatic", ["crown"], "its name and settings"),
    ],
)  # fmt: skip
def test_a_part_that_was_changed_after_the_download_is_named(
    file: Any, alice: User, as_alice: Client, place: str, value: Any, said: str
) -> None:
    assert file["disclosures"]
    assert file["orders"]
    copy = services.import_file(alice, changed_document(file, place, value))
    assert copy.proof is not None
    assert (copy.proof["intact"], copy.proof["file"]) == (False, "")
    shown = text(as_alice.get(page(copy)))
    assert f"since the file was downloaded, somebody changed {said}" in shown
    assert "chain intact" not in shown
    assert "every true copy" not in shown


def test_a_file_without_hashes_is_imported_and_says_what_was_not_checked(
    file: Any, alice: User, as_alice: Client
) -> None:
    del file["digests"]
    copy = services.import_file(alice, changed_document(file, "disclosures", []))
    shown = text(as_alice.get(page(copy)))
    assert "2 turns checked, chain intact" in shown
    assert "Partly checked" in shown
    assert "Not checked:" in shown
    assert "entries of Fair play, because the file has no hashes of them" in shown


@pytest.mark.parametrize("way", ["page", "api"])
def test_the_original_and_its_copy_name_the_same_number_of_the_file(
    row: Campaign, alice: User, as_alice: Client, as_bob: Client, way: str
) -> None:
    where = f"{page(row)}campaign.json" if way == "page" else f"{API}{row.public_id}/file/"
    copy = services.import_file(alice, as_alice.get(where).content)
    assert copy.proof is not None
    number = copy.proof["file"]
    assert len(number) == 12
    assert f"downloaded the campaign file (number {number}) with the orders of turn 1" in text(
        as_bob.get(page(row))
    )
    assert f"with the number {number}" in text(as_alice.get(page(copy)))
    (entry,) = as_bob.get(f"{API}{row.public_id}/disclosures/").json()["results"]
    assert entry["said"] == number


def test_no_role_is_taken_from_a_file(file: Any, alice: User, bob: User, as_bob: Client) -> None:
    """Who is umpire in a changed file is only invited, and whoever uploads it knows whom."""
    for name in ("bob", "dora"):
        part = next(each for each in file["members"] if each["name"] == name)
        part |= {"role": "umpire", "faction": "", "chief": False}
    copy = services.import_file(alice, file)
    assert [str(each.user) for each in copy.members.all()] == ["alice"]
    assert as_bob.get(page(copy)).status_code == 404
    assert as_bob.get(f"{API}{copy.public_id}/").status_code == 404


def test_the_list_of_campaigns_tells_copies_apart_and_marks_those_that_failed_the_check(
    met: Campaign, alice: User, as_alice: Client
) -> None:
    file = services.export_file(met, seed=True)
    copy = services.import_file(alice, file)
    Campaign.objects.filter(pk=copy.pk).update(proof={"turns": 2, "intact": True, "why": ""})
    assert "check failed" not in (shown := as_alice.get("/campaigns/").content.decode())
    assert shown.count("<small>uploaded ") == 1
    Campaign.objects.exclude(proof=None).update(proof={"turns": 2, "intact": False, "why": "No."})
    assert as_alice.get("/campaigns/").content.decode().count("check failed") == 1
