"""The pages of tournaments: who sees them, what they do, what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.kit.clients import queries, signed_in
from tests.kit.pageforms import Form, forms
from tests.kit.tournaments import appoint, event, pair, pair_round, play_round, read
from tournaments import services
from tournaments.engine.actions import DisputeResult, Exchange, Lock, ReportResult
from tournaments.engine.document import Result
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
TABS = ("", "standings/", "players/", "settings/")
ORGANISERS = ("log/", "people/")


def words(client: Client, row: Tournament, part: str = "", status: int = 200) -> str:
    response = client.get(row.get_absolute_url() + part)
    assert response.status_code == status, response.status_code
    return response.content.decode()


def form_of(page: str, row: Tournament, part: str = "", **fields: str) -> Form:
    """The form of a page that has these hidden fields."""
    every = forms(page, row.get_absolute_url() + part)
    return next(
        each for each in every
        if fields.items() <= {key.removeprefix("a."): value for key, value in each.fields.items()}.items()
    )  # fmt: skip


def send(client: Client, form: Form, **given: Any) -> Any:
    named = {key.replace("__", "."): each for key, each in given.items()}
    return client.post(form.action, form.fields | named)


def test_everybody_sees_a_public_tournament_and_nobody_else_a_private_one(
    alice: User, bob: User, charlie: User
) -> None:
    public = play_round(event(alice, bob), alice)
    private = play_round(event(alice, bob, visibility="private"), alice)
    people = {"alice": signed_in(alice), "bob": signed_in(bob), "charlie": signed_in(charlie), "": Client()}
    for who, client in people.items():
        for part in (*TABS, *ORGANISERS):
            organiser = part in ORGANISERS
            assert client.get(public.get_absolute_url() + part).status_code == (
                404 if organiser and who != "alice" else 200
            )
            sees = who == "alice" or (who == "bob" and not organiser)
            assert client.get(private.get_absolute_url() + part).status_code == (200 if sees else 404)
        listed = client.get("/tournaments/").content.decode()
        assert public.get_absolute_url() in listed
        assert (private.get_absolute_url() in listed) == (who in ("alice", "bob"))
        events = client.get(private.get_absolute_url() + "events/")
        assert events.status_code == (200 if who in ("alice", "bob") else 404)


def test_a_round_is_paired_checked_changed_and_published(alice: User, as_bob: Client) -> None:
    row, client = event(alice, count=5), signed_in(alice)
    page = words(client, row)
    client.post(f"{row.get_absolute_url()}pair/", {"revision": row.revision})
    page = words(client, row)
    assert "Check the proposal" in page
    assert "No round has been published yet" in words(as_bob, row)
    one, other = read(Tournament.objects.get()).rounds[0].pairings[0].players
    page = words(client, row, f"exchange/1/?one={one}")
    send(client, form_of(page, row, do="exchange", one=one, other=other))
    assert read(Tournament.objects.get()).rounds[0].pairings[0].players == (other, one)
    send(client, form_of(words(client, row), row, do="publish"))
    assert "No round has been published yet" not in words(as_bob, row)
    assert "Why " in words(as_bob, row, f"rounds/1/{one}/")
    assert as_bob.post(f"{row.get_absolute_url()}pair/", {"revision": 9}).status_code == 404


def test_the_page_of_exchanges_says_what_each_breaks_and_is_for_organisers(alice: User, bob: User) -> None:
    row, client = play_round(event(alice, bob, count=6), alice), signed_in(alice)
    row = services.act(row, alice, pair(read(row)))
    held = read(row).rounds[1]
    one, other = held.pairings[0].players[0], held.pairings[1].players[0]
    assert "Show what each swap breaks" in words(client, row)
    every = words(client, row, f"exchange/2/?one={one}")
    assert every.count("data-other=") == 5
    assert "have met before" in every
    assert "Breaks: " in every
    single = words(client, row, f"exchange/2/?one={one}&other={other}")
    assert single.count("data-other=") == 1
    assert "Confirm" in single
    done = send(client, form_of(single, row, do="exchange", one=one, other=other))
    assert done.url == row.get_absolute_url()
    assert read(Tournament.objects.get()).rounds[1] != held
    for part in ("exchange/2/", "exchange/2/?one=nobody", f"exchange/3/?one={one}", f"exchange/0/?one={one}"):
        assert client.get(row.get_absolute_url() + part).status_code == 404
    for who in (signed_in(bob), Client()):
        for number in (1, 2):
            assert who.get(f"{row.get_absolute_url()}exchange/{number}/?one={one}").status_code == 404


def test_the_page_of_exchanges_asks_the_database_as_often_for_many_players(alice: User) -> None:
    client, asked = signed_in(alice), set()
    for count in (4, 10):
        row = event(alice, count=count)
        row = services.act(row, alice, pair(read(row)))
        asked.add(queries(client, f"{row.get_absolute_url()}exchange/1/?one=anna"))
    assert len(asked) == 1
    assert max(asked) <= 12


def test_an_old_page_changes_no_pairing(alice: User) -> None:
    row, client = event(alice, count=6), signed_in(alice)
    row = services.act(row, alice, pair(read(row)))
    one, other = read(row).rounds[0].pairings[0].players
    page = words(client, row, f"exchange/1/?one={one}")
    row = services.act(row, alice, Exchange(round=1, one=one, other=other))
    send(client, form_of(page, row, do="exchange", one=one, other=other))
    assert read(Tournament.objects.get()) == read(row)
    assert "changed this in the meantime" in words(client, row)


def test_a_player_reports_and_the_other_confirms_on_the_page(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie, count=2), alice)
    as_bob, as_charlie = signed_in(bob), signed_in(charlie)
    assert "your table" in words(as_bob, row)
    report = form_of(words(as_bob, row), row, do="report")
    send(as_bob, report, **{"a.result.scores.0": "10", "a.result.scores.1": "2"})
    assert "Waiting for" in words(as_bob, row)
    assert "10 : 2" not in words(Client(), row)
    send(as_charlie, form_of(words(as_charlie, row), row, do="confirm"))
    assert "10 : 2" in words(Client(), row)
    assert read(Tournament.objects.get()).rounds[0].pairings[0].state == "settled"


def test_the_form_asks_for_what_the_scoring_needs(alice: User, bob: User) -> None:
    row = pair_round(event(alice, bob, count=2, scoring={"of": "losses_share"}), alice)
    page = words(signed_in(bob), row)
    assert "Losses" in page
    report = form_of(page, row, do="report")
    assert {"a.result.losses.0", "a.result.strength.1"} <= set(report.fields)
    assert "a.result.scores.0" not in report.fields


def test_a_dispute_is_first_for_the_organiser_who_decides_it(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie, count=2), alice)
    row = services.act(row, bob, ReportResult(round=1, player="anna", result=Result(scores=(9, 3))))
    row = services.act(row, charlie, DisputeResult(round=1, player="bob", reason="It was 3 to 9"))
    client = signed_in(alice)
    page = words(client, row)
    assert "It was 3 to 9" in page
    decide = form_of(page, row, do="decide")
    send(client, decide, **{"a.result.scores.0": "3", "a.result.scores.1": "9"})
    assert read(Tournament.objects.get()).rounds[0].pairings[0].state == "disputed"
    scores = {"a.result.scores.0": "3", "a.result.scores.1": "9", "a.reason": "Counted again"}
    send(client, decide, **scores)
    assert read(Tournament.objects.get()).rounds[0].pairings[0].decided == "Counted again"


def test_what_players_send_for_others_is_refused(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, count=4), alice)
    client = signed_in(bob)
    before = Tournament.objects.values("document", "revision").get()
    scores = {"a.round": "1", "a.result.scores.0": "1", "a.result.scores.1": "0"}
    for fields in (
        {"a.do": "decide", "a.player": "anna"} | scores,
        {"a.do": "report", "a.player": "bob"} | scores,
        {"a.do": "publish", "a.round": "1", "a.shown": "false"},
        {"a.do": "leave", "a.player": "cora"},
    ):  # fmt: skip
        assert client.post(f"{row.get_absolute_url()}act/", fields).status_code == 403
        assert Client().post(f"{row.get_absolute_url()}act/", fields).status_code == 302
        assert signed_in(charlie).post(f"{row.get_absolute_url()}act/", fields).status_code == 403
    assert Tournament.objects.values("document", "revision").get() == before


def test_players_are_entered_by_lines_and_faults_are_said(alice: User) -> None:
    row, client = event(alice, count=2), signed_in(alice)
    address = f"{row.get_absolute_url()}players/"
    assert client.post(address, {"lines": "Zoe, York, Swedes\n\nYan\tLeeds"}).status_code == 302
    found = {each.name: each for each in read(Tournament.objects.get()).players}
    assert (found["Zoe"].club, found["Zoe"].book, found["Yan"].club) == ("York", "Swedes", "Leeds")
    for lines in ("", "Zoe", "x" * 121):
        assert client.post(address, {"lines": lines}).status_code == 400
    assert len(read(Tournament.objects.get()).players) == 4
    assert "claim/" in words(client, row, "players/")
    assert "claim/" not in words(Client(), row, "players/")


def test_settings_are_saved_or_refused_at_their_fields(alice: User) -> None:
    row, client = play_round(event(alice), alice), signed_in(alice)
    address = f"{row.get_absolute_url()}settings/"
    given = {
        "name": "Club day", "date": "2026-05-02", "visibility": "public", "rounds": "4", "minutes": "90",
        "registration": "open", "places": "0", "everything": "{}", "revision": str(row.revision),
    }  # fmt: skip
    assert client.post(address, given).status_code == 302
    row.refresh_from_db()
    assert (row.registration, read(row).settings.rounds, str(row.date)) == ("open", 4, "2026-05-02")
    newer = given | {"revision": str(row.revision)}
    wrong = client.post(address, newer | {"everything": '{"scoring": {"win": "much"}}'})
    assert wrong.status_code == 400
    assert "scoring.win" in wrong.content.decode()
    assert client.post(address, newer | {"rounds": "0"}).status_code == 400
    assert client.post(address, given | {"name": "Old page"}).status_code == 302
    row.refresh_from_db()
    assert row.name == "Club day"


def test_the_log_says_everything_and_undoes_it(alice: User) -> None:
    row, client = play_round(event(alice), alice), signed_in(alice)
    assert "Paired round 1" in words(client, row, "log/")
    client.post(f"{row.get_absolute_url()}log/1/undo/")
    assert len(read(Tournament.objects.get()).rounds) == 1
    client.post(f"{row.get_absolute_url()}log/4/undo/")
    assert not read(Tournament.objects.get()).rounds[0].complete
    client.post(f"{row.get_absolute_url()}log/4/undo/", {"again": "1"})
    assert read(Tournament.objects.get()).rounds[0].complete


def test_a_tournament_is_made_from_a_preset(as_alice: Client) -> None:
    assert as_alice.get("/tournaments/new/").status_code == 200
    given = {"name": "Muster", "date": "2026-05-02", "visibility": "link", "preset": "by-fire-and-sword"}
    assert as_alice.post("/tournaments/new/", given | {"preset": "none"}).status_code == 400
    response = as_alice.post("/tournaments/new/", given)
    row = Tournament.objects.get()
    assert response["Location"].startswith(row.get_absolute_url())
    assert len(read(row).settings.scoring.bands) == 4
    assert 'A clear win <small>(strategic victory)</small></th><td class="n">5&nbsp;:&nbsp;1</td>' in words(
        as_alice, row, "settings/"
    )
    assert Client().get("/tournaments/new/").status_code == 302


def test_people_enter_and_claim_by_address(alice: User, bob: User, charlie: User) -> None:
    row = event(alice, visibility="private", registration="open")
    join = f"/tournaments/join/{row.invited}/"
    assert "Sign in" in Client().get(join).content.decode()
    assert Client().post(join, {"name": "X"}).status_code == 302
    assert signed_in(bob).post(join, {"name": "Anna"}).status_code == 400
    assert signed_in(bob).post(join, {"name": "Bobby"}).status_code == 302
    assert "you play as Bobby" in words(signed_in(bob), row)
    claim = f"/tournaments/claim/{row.entries.get(player='anna').claim}/"
    assert "Are you Anna?" in Client().get(claim).content.decode()
    assert signed_in(charlie).post(claim).status_code == 302
    assert "you play as Anna" in words(signed_in(charlie), row)
    dora = signed_in(User.objects.create_user("dora"))
    dora.post(claim)
    assert row.entries.get(player="anna").user == charlie
    for address in ("/tournaments/claim/nothing/", "/tournaments/join/nothing/"):
        assert dora.get(address).status_code == 404


def test_nobody_reads_anybodys_e_mail(alice: User, bob: User, charlie: User) -> None:
    row = pair_round(event(alice, bob, charlie), alice)
    row.entries.filter(user=bob).update(email="hidden@example.org")
    for client in (signed_in(charlie), Client()):
        for part in TABS:
            assert "@example.org" not in words(client, row, part)


def test_judges_are_dismissed(alice: User, bob: User) -> None:
    row, client = event(alice), signed_in(alice)
    address = f"{row.get_absolute_url()}people/"
    assert client.post(address, {"role": "king"}).status_code == 400
    appoint(row, "bob", "judge")
    assert signed_in(bob).get(address).status_code == 404
    client.post(f"{address}{bob.pk}/remove/")
    assert not row.organisers.exists()


@pytest.mark.parametrize("part", ["", "standings/", "players/", "log/"])
def test_queries_do_not_grow_with_players(alice: User, part: str) -> None:
    few, many = play_round(event(alice, count=2), alice), play_round(event(alice, count=10), alice)
    client = signed_in(alice)
    address = "{}" + part
    assert queries(client, address.format(few.get_absolute_url())) == queries(
        client, address.format(many.get_absolute_url())
    )
    assert queries(client, address.format(many.get_absolute_url())) <= 12


def test_what_is_no_round_is_not_there(alice: User) -> None:
    row = play_round(event(alice), alice)
    for part in ("?round=2", "?round=x", "?round=0", "standings/?after=2", "rounds/2/anna/", "rounds/1/zed/"):
        words(signed_in(alice), row, part, 404)


def test_organisers_show_the_code_by_which_a_player_is_claimed(alice: User, bob: User) -> None:
    row = event(alice)
    claim = f"/tournaments/claim/{row.entries.get(player='anna').claim}/"
    assert 'class="qr"' in signed_in(alice).get(claim).content.decode()
    assert 'class="qr"' not in signed_in(bob).get(claim).content.decode()


def test_a_player_reads_why_a_round_with_a_lock_is_so(alice: User, bob: User) -> None:
    row = services.act(event(alice, bob, count=8), alice, Lock(players=("cora", "dan")))
    row = pair_round(row, alice)
    for each in read(row).rounds[0].pairings:
        said = words(signed_in(bob), row, f"rounds/1/{each.players[0]}/")
        assert "by hand" not in said
        assert ("Locked by the organiser" in said) == ("cora" in each.players)
