"""Everybody reads that an umpire corrected something, for whom, why, and who; not what is theirs to know."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from campaigns import services
from campaigns.models import Campaign, Disclosure, Member
from tests.campaigns.test_fair_play import api
from tests.campaigns.test_map_page import page, text

pytestmark = pytest.mark.django_db
MONEY = {"do": "money", "faction": "crown", "amount": 77}
MOVE = {"do": "move", "force": "cr1", "area": "wrack"}


def corrected(client: Client, row: Campaign, act: dict[str, Any], way: str) -> None:
    revision = Campaign.objects.get(pk=row.pk).revision
    if way == "page":
        sent = {key: value for key, value in act.items() if key != "do"}
        answer = client.post(
            page(row, "umpire", "act", act["do"]), {**sent, "reason": "an error", "revision": revision}
        )
        assert answer.status_code == 302, answer.content.decode()
    else:
        sent = {"acts": [act], "reason": "an error", "revision": revision}
        assert client.post(api(row, "override"), sent, content_type="application/json").status_code == 200


@pytest.mark.parametrize("way", ["page", "api"])
@pytest.mark.parametrize(
    ("act", "done", "secret"),
    [(MONEY, "changed the money of The Crown", "77"), (MOVE, "moved a force of The Crown", "Wrack")],
)
def test_the_enemy_reads_that_something_was_corrected(
    row: Campaign, as_alice: Client, as_bob: Client, as_dora: Client, way: str,
    act: dict[str, Any], done: str, secret: str,
) -> None:  # fmt: skip
    corrected(as_alice, row, act, way)
    for client in (as_dora, as_bob):
        assert f"<b>alice</b> {done} (“an error”) in turn 1" in text(client.get(page(row)))
        told = client.get(api(row, "disclosures")).json()["results"][0]
        assert (told["kind"], told["said"]) == ("correct", f"{done} (“an error”) in")
    theirs = as_dora.get(api(row, "chronicle")).json()["results"]
    assert [each["words"] for each in theirs] == [f"The umpire alice {done}: an error"]
    assert secret not in json.dumps(theirs)
    chronicle = text(as_dora.get(page(row, "chronicle")))
    assert f"The umpire alice {done}: an error" in chronicle
    own = text(as_bob.get(page(row, "chronicle")))
    assert secret in own
    assert f"The umpire alice {done}" not in own


def test_how_a_battle_is_fought_stays_with_its_sides(met: Campaign, umpire: Member) -> None:
    act = {"do": "method", "engagement": "t1e1", "means": "quick"}
    services.override(met, met.revision, umpire, [act], "to be quick")
    assert not Disclosure.objects.filter(kind="correct").exists()
    assert [each["event"]["kind"] for each in met.turns.get().entries] == ["overridden"]


def test_a_correction_comes_back_from_a_file(row: Campaign, umpire: Member) -> None:
    services.override(row, row.revision, umpire, [MOVE], "an error")
    copy = services.import_file(umpire.user, json.dumps(services.export_file(row)).encode())
    assert copy.proof is not None
    assert copy.proof["intact"], copy.proof
    assert copy.disclosures.get(kind="correct").said == "moved a force of The Crown (“an error”) in"
