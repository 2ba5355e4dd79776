"""Whatever address of a tournament somebody opens, nobody reads what is not for them: every page, endpoint,
paper, table and calendar that there is, role by role.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from armylists.printing import Printout
from rulesets.contract.documents import samples
from tests.kit.clients import signed_in
from tests.kit.tournaments import appoint, event, pair, pair_round, play_round, read
from tournaments import feeds, inviting, sending, services, urls
from tournaments.access import viewer_of
from tournaments.api import urls as api
from tournaments.engine.actions import ReportResult, Scenario
from tournaments.engine.document import Result
from tournaments.engine.league import League as LeagueDocument
from tournaments.leagues import services as leagues
from tournaments.models import Entry, League, Tournament
from tournaments.paper.asked import CHECK_IN
from tournaments.paper.papers import ALL as PAPERS
from tournaments.settingpages.pages import PAGES
from tournaments.tables.asked import WORKBOOK
from tournaments.tables.out import ALL as TABLES

pytestmark = pytest.mark.django_db

PAIRED, LISTED, MAILED, REPORTED = "Zamosc in the fog", "Quillon of Hull", "no@hidden.example", "61234"
"""Texts of a round that is not published, a list that is not shown, an address, a report of another table."""
ROLES = ("alice", "judith", "bob", "")
"""The organiser, the judge, a player, and nobody."""
ELSEWHERE = {"invitation", "claim"}
"""Pages of addresses that are secret themselves."""


@pytest.fixture
def row(alice: User, bob: User) -> Tournament:
    """Alice runs it, Judith judges, Bob plays, Cora has sent in a list. Round 1 is over."""
    User.objects.create_user("judith")
    dora = User.objects.create_user("dora")
    row = play_round(event(alice, bob, count=6, rounds=4), alice)
    appoint(row, "judith", "judge")
    Entry.objects.filter(tournament=row, player="cora").update(user=dora)
    Entry.objects.filter(tournament=row, player="dan").update(email=MAILED)
    army = samples()["swedish-royal-army"].model_copy(update={"name": LISTED})
    sending.send(row, dora, "cora", army)
    inviting.invite(row, alice, "judge", email=MAILED)
    league = leagues.create(alice, LeagueDocument(name="League"), League.Visibility.PUBLIC)
    leagues.add(league, alice, row, "2026")
    row.refresh_from_db()
    return row


@pytest.fixture
def as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFs are what they would be set from, with what is attached to them."""

    def plain(self: Printout, _tell: Any = None) -> bytes:
        return f"{self.html} {self.source.text if self.source else ''}".encode()

    monkeypatch.setattr(Printout, "pdf", plain)


def test_a_round_that_is_not_published_stands_nowhere(row: Tournament, alice: User, as_text: None) -> None:
    row = services.act(row, alice, pair(read(row)), row.revision)
    first = read(row).rounds[1].pairings[0].players[0]
    services.act(row, alice, Scenario(round=2, player=first, scenario=PAIRED), row.revision)
    found = {role: read_by(role, row) for role in ROLES}
    check(found, PAIRED, {"alice"})
    check(found, LISTED, {"alice"})
    check(found, MAILED, {"alice"})


def test_a_report_stands_where_judges_look_alone(row: Tournament, alice: User, as_text: None) -> None:
    row = pair_round(row, alice)
    tables = (each.players for each in read(row).rounds[1].pairings)
    one = next(each for each in tables if "anna" not in each)[0]
    dora = User.objects.get(username="dora")
    Entry.objects.filter(tournament=row, user=dora).update(user=None)
    Entry.objects.filter(tournament=row, player=one).update(user=dora)
    report = ReportResult(round=2, player=one, result=Result(scores=(float(REPORTED), 0)))
    services.act(row, dora, report)
    check({role: read_by(role, row) for role in ROLES}, REPORTED, {"alice", "judith"})


def check(found: Mapping[str, Mapping[str, str]], secret: str, knowing: set[str]) -> None:
    """The secret stands at some address for those who may know it, and at none for anybody else."""
    at = {role: [address for address, text in said.items() if secret in text] for role, said in found.items()}
    assert {role: places for role, places in at.items() if role not in knowing and places} == {}
    assert all(at[role] for role in knowing), (secret, at)


def read_by(role: str, row: Tournament) -> dict[str, str]:
    """What one of ROLES reads at every address of a tournament that can be opened."""
    user = User.objects.get(username=role) if role else None
    client = signed_in(user) if user else Client()
    found: dict[str, str] = {}
    for address in addresses(row, user):
        answer = client.get(address)
        assert answer.status_code in (200, 302, 400, 401, 403, 404, 405), (address, answer.status_code)
        if answer.status_code == 200 and not answer.streaming:
            found[address] = content(answer)
    assert len(found) > 25, f"{role or 'nobody'} opens only {len(found)} addresses"
    return found


def content(answer: Any) -> str:
    if not answer.content.startswith(b"PK"):
        return str(answer.content.decode("utf-8", errors="replace"))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return "".join(packed.read(each).decode() for each in packed.namelist())


def addresses(row: Tournament, user: User | None) -> Iterator[str]:
    """Every address of this app, with all that can be filled in."""
    players = ["anna", "bob", "cora", "dan"]
    league = League.objects.get()
    viewer = viewer_of(user, row.public_id)
    given: dict[str, list[Any]] = {
        "tournament_id": [row.public_id], "league_id": [league.public_id], "number": [2],
        "player": players, "key": [*row.sent_lists.values_list("key", flat=True), *players],
        "what": [CHECK_IN, *PAPERS, *TABLES, *PAGES, WORKBOOK],
        "user_id": [row.owner_id], "pk": [1], "event_id": [1],
        "form": ["csv", "xlsx"], "token": [feeds.token_of(viewer)], "name": ["judith"],
    }  # fmt: skip
    for namespace, patterns in (("tournaments:", urls.urlpatterns), ("", api.urlpatterns)):
        for each in patterns:
            if each.name not in ELSEWHERE:
                yield from _filled(namespace, each, given, league)
    home = row.get_absolute_url()
    yield from (f"{home}?round={number}" for number in (1, 2))
    yield from (f"{home}paper/{what}.pdf?round=2" for what in PAPERS)
    yield f"{home}standings/?after=2"
    yield from (f"{home}exchange/2/?one={player}" for player in players)
    yield f"/api/v1/tournaments/{row.public_id}/rounds/2/exchanges/?player=anna"


def _filled(
    namespace: str, pattern: URLPattern, given: Mapping[str, list[Any]], league: League
) -> Iterator[str]:
    names = list(pattern.pattern.converters)
    values = [
        [league.public_id] if name == "id" and "leagues" in str(pattern.pattern)
        else given["tournament_id"] if name == "id" else given[name]
        for name in names
    ]  # fmt: skip
    for chosen in product(*values):
        yield reverse(f"{namespace}{pattern.name}", kwargs=dict(zip(names, chosen, strict=True)))
