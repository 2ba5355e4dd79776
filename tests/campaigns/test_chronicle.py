"""The chronicle: on pages and on paper, for the umpire, for each side, and for onlookers."""

import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader
from weasyprint.document import Document

from armylists import typesetting
from campaigns import paper, services
from campaigns.access import Participant
from campaigns.chronicle import TOPIC_OF, charts, chronicle_turns
from campaigns.engine import events
from campaigns.engine.commander import orders_for
from campaigns.engine.dice import TurnDice
from campaigns.engine.quick import quick
from campaigns.engine.simulation import figures
from campaigns.models import Campaign, Member
from campaigns.persistence import state_of
from tests.kit.campaigns import battles, outcome
from tests.kit.clients import pdf_words, signed_in
from tests.kit.pages import faults


@pytest.fixture
def fought(row: Campaign, umpire: Member) -> Campaign:
    """Three turns in which nobody gave orders."""
    for _ in range(3):
        services.resolve(row, row.revision, umpire.user)
    return row


def lines(participant: Participant, **more: str) -> list[str]:
    return [
        line.words
        for turn in chronicle_turns(participant, **more)
        for part in turn.parts
        for line in part.lines
    ]


def test_every_kind_of_event_is_about_something() -> None:
    known = set(events.kinds())
    assert len(known) > 60
    assert not known - set(TOPIC_OF), "kinds of events that no topic holds"
    assert not set(TOPIC_OF) - known, "topics of events that there are not"


def test_the_umpire_reads_all_and_a_side_what_it_knows(
    fought: Campaign, umpire: Member, chief: Member
) -> None:
    ours = lines(Participant(fought, chief))
    all_ = lines(Participant(fought, umpire))
    assert ours
    assert set(ours) < set(all_)
    assert any("took in" in words and words.startswith("The Crown") for words in ours)
    assert not any("took in" in words and words.startswith("The Commons") for words in ours)


def test_an_umpire_may_read_as_a_side_does(fought: Campaign, umpire: Member, chief: Member) -> None:
    assert lines(Participant(fought, umpire), who="crown") == lines(Participant(fought, chief))


def test_who_knows_a_battle_whole_does_not_read_what_others_hear_of_it(
    row: Campaign, umpire: Member, onlooker: Member, as_alice: Client
) -> None:
    battles(row, ("cr1", "co1"))
    services.settle(row, "t1e1", outcome(row, "t1e1"))
    heard = "News: battle"
    assert any(line.startswith(heard) for line in lines(Participant(row, onlooker)))
    assert not any(line.startswith(heard) for line in lines(Participant(row, umpire)))
    assert heard not in as_alice.get(row.get_absolute_url()).content.decode()


def test_what_concerns_one_thing_is_found_alone(fought: Campaign, umpire: Member) -> None:
    told = lines(Participant(fought, umpire), about="crown")
    assert told
    assert len(told) < len(lines(Participant(fought, umpire)))
    assert not [words for words in told if words.startswith("The Commons took in")]


def test_charts_show_others_areas_and_no_more(fought: Campaign, chief: Member, umpire: Member) -> None:
    participant, above = Participant(fought, chief), Participant(fought, umpire)
    ours, all_ = charts(participant, participant.view()), charts(above, above.view())
    assert ours.territory.count("<polyline") == all_.territory.count("<polyline") == 3
    assert ours.strength.count("<polyline") == 1
    assert all_.strength.count("<polyline") == 3


def test_what_a_side_sees_is_enough_for_its_charts(fought: Campaign, chief: Member) -> None:
    whole, seen = figures(state_of(fought)), figures(Participant(fought, chief).view().state)
    assert whole["crown"]["worth"]
    assert seen["crown"] == whole["crown"]
    assert [each["areas"] for each in seen.values()] == [each["areas"] for each in whole.values()]


def test_charts_show_everybody_all_of_a_campaign_that_is_over(
    fought: Campaign, chief: Member, umpire: Member
) -> None:
    end = [{"do": "end", "faction": "crown"}]
    services.override(fought, fought.revision, umpire, end, "the season is late")
    participant, above = Participant(fought, chief), Participant(fought, umpire)
    assert charts(participant, participant.view()) == charts(above, above.view())


def test_a_page_for_each_turn(fought: Campaign, as_bob: Client) -> None:
    url = f"/campaigns/{fought.public_id}/chronicle/"
    first = as_bob.get(url, {"turn": "1"}).content.decode()
    assert "5 April 1648" in first
    assert "gazette/1.pdf" in first
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert as_bob.get(url).status_code == 200
    assert as_bob.get(url, {"turn": "99999"}).status_code == 200
    assert as_bob.get(url, {"turn": "x"}).status_code == 200


def test_the_page_asks_as_much_of_a_long_campaign_as_of_a_short_one(
    fought: Campaign, umpire: Member, as_bob: Client, django_assert_max_num_queries: object
) -> None:
    url = f"/campaigns/{fought.public_id}/chronicle/?about=crown"
    with django_assert_max_num_queries(11) as few:  # type: ignore[operator]
        as_bob.get(url)
    for _ in range(3):
        services.resolve(fought, fought.revision, umpire.user)
    with django_assert_max_num_queries(len(few)):  # type: ignore[operator]
        as_bob.get(url)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_gazette_holds_what_its_reader_knows(fought: Campaign, as_bob: Client, paper: str) -> None:
    answer = as_bob.get(f"/campaigns/{fought.public_id}/gazette/2.pdf", {"paper": paper})
    assert answer["Content-Type"] == "application/pdf"
    text = pdf_words(answer.content)
    assert "The Gazette" in text
    assert "What The Crown knows" in text
    assert "The Crown took in" in text
    assert "The Commons took in" not in text
    width = float(PdfReader(io.BytesIO(answer.content)).pages[0].mediabox.width)
    assert round(width) == (595 if paper == "a4" else 612)


@pytest.mark.usefixtures("unprinted")
def test_the_history_tells_all_turns(fought: Campaign, alice: User) -> None:
    text = pdf_words(signed_in(alice).get(f"/campaigns/{fought.public_id}/history.pdf").content)
    assert "For the umpire only" in text
    assert len(re.findall(r"Turn [123] from", text)) == 3
    assert "The Commons took in" in text
    assert "Orders of battle" in text
    assert "The Governor’s Horse The Crown, in " in text
    assert "Faction(" not in text


@pytest.mark.parametrize("turn", [0, 99])
def test_there_is_no_gazette_of_a_turn_that_was_not(fought: Campaign, as_bob: Client, turn: int) -> None:
    assert as_bob.get(f"/campaigns/{fought.public_id}/gazette/{turn}.pdf").status_code == 404


@pytest.mark.parametrize(
    ("kind", "topic"),
    [
        ("area taken", "ground"), ("retreated", "retreat"), ("evaded", "retreat"), ("force gone", "forces"),
        ("area looted", "plunder"), ("points", "victory"), ("challenge made", "ladder"), ("met", "battle"),
        ("order refused", "orders"), ("deserted", "money"), ("story went", "story"),
    ],
)  # fmt: skip
def test_an_event_is_filed_under_what_it_is(kind: str, topic: str) -> None:
    assert TOPIC_OF[kind] == topic


def test_the_api_tells_what_an_entry_is_filed_under(fought: Campaign, as_bob: Client) -> None:
    entries = as_bob.get(f"/api/v1/campaigns/{fought.public_id}/chronicle/?turn=1").json()["results"]
    assert entries
    assert all(each["topic"] == TOPIC_OF[each["event"]["kind"]] for each in entries)


def test_the_newest_turn_stands_open_and_older_ones_are_folded(fought: Campaign, as_bob: Client) -> None:
    shown = as_bob.get(f"/campaigns/{fought.public_id}/chronicle/").content.decode()
    folds = re.findall(r'<details class="chronicle-turn"( open)?><summary><h2>Turn (\d+)', shown)
    assert folds == [(" open", "3"), ("", "2"), ("", "1")]


def test_no_line_shows_the_key_of_a_rule(fought: Campaign, as_bob: Client, as_alice: Client) -> None:
    for client in (as_bob, as_alice):
        for path in ("", "chronicle/", "forces/cr1/"):
            shown = client.get(f"/campaigns/{fought.public_id}/{path}").content.decode()
            words = re.sub(r"<[^>]*>", " ", shown.split("</header>")[-1])
            assert not re.search(
                r"\b[a-z]+\.[a-z]+_?[a-z]*\b(?<!\.pdf)", re.sub(r"<script.*?</script>", "", words)
            )


def test_no_page_of_a_campaign_on_paper_is_cut_empty_or_parted_from_its_heading(
    row: Campaign, umpire: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        state = state_of(row)
        for faction in ("crown", "commons", "company"):
            services.give_orders(row, umpire, orders_for(state, faction, "paper").to_json())
        services.resolve(row, row.revision, umpire.user)
        state = state_of(row)
        for found in row.engagements.filter(undone=False, outcome__isnull=True):
            dice = TurnDice(f"paper {found.key}")
            services.settle(row, found.key, quick(state, state.engagements[found.key], dice))
        row.refresh_from_db()
    printed: list[Any] = []
    typeset = typesetting.typeset
    monkeypatch.setattr(
        typesetting, "typeset", lambda *a, **k: printed.append(typeset(*a, **k)) or printed[-1]
    )
    monkeypatch.setattr(Document, "write_pdf", lambda *of, **how: b"%PDF-unwritten")
    for size in ("A4", "Letter"):
        paper.history(Participant(row, umpire), size).pdf()
        paper.gazette(Participant(row, umpire), 2, size).pdf()
    assert len(printed) == 4
    assert [fault for document in printed for fault in faults(document)] == []
