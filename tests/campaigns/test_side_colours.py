"""The board of a campaign's battle is drawn in its factions' colours, where these are told apart."""

import io
import re
from collections.abc import Callable

import pytest
from django.test import Client
from pypdf import PdfReader

from battles import services as battle_services
from battles.colours import distinct, readable, recoloured, stylesheet
from battles.models import Battle
from campaigns.engine.shipped import campaigns
from campaigns.engine.state import State
from campaigns.models import Campaign, Member
from rulesets.engine.svg import COLOURS, TINTS
from tests.campaigns.test_fighting import Committing, fought
from tests.kit.campaigns import change
from tests.kit.consent import begin

pytestmark = pytest.mark.django_db


def painted(crown: str, commons: str) -> Callable[[State], None]:
    def paint(state: State) -> None:
        state.factions["crown"].colour, state.factions["commons"].colour = crown, commons

    return paint


def shown(client: Client, battle: Battle, rest: str = "board/") -> str:
    return str(client.get(f"{battle.get_absolute_url()}{rest}", follow=True).content.decode())


def test_a_board_of_a_campaign_has_the_factions_colours(met: Campaign, chief: Member, as_bob: Client) -> None:
    change(met, painted("#1F6A66", "#5b3a6b"))
    battle = begin(met, chief, "board")
    address = "/battles/colours/1f6a66-5b3a6b.css"
    for rest in ("board/", "", "log/", "field/"):
        assert f'href="{address}"' in shown(as_bob, battle, rest)
    battle_services.share(battle)
    assert address in shown(Client(), battle) or address in Client().get(battle.shared_url).content.decode()
    answer = Client().get(address)
    assert answer["Content-Type"].startswith("text/css")
    style = answer.content.decode()
    assert "--side-a: #1f6a66; --side-b: #5b3a6b;" in style
    for was, now in zip(COLOURS, ("#1f6a66", "#5b3a6b"), strict=True):
        assert f'svg [fill="{was}"] {{ fill: {now}; }}' in style
        assert f'svg [stroke="{was}"] {{ stroke: {now}; }}' in style
    assert COLOURS[0] in shown(as_bob, battle)  # what the stylesheet paints over is there


@pytest.mark.parametrize(
    ("crown", "commons"), [("#8c1f22", "#8c2f39"), ("#f0e0a0", "#2c4560"), ("#4a5a2a", "#4a5a2a")]
)
def test_colours_that_nobody_tells_apart_stay_the_standard_ones(
    met: Campaign, chief: Member, as_bob: Client, crown: str, commons: str
) -> None:
    change(met, painted(crown, commons))
    assert "/battles/colours/" not in shown(as_bob, begin(met, chief, "board"))


def test_a_battle_of_no_campaign_has_none(met: Campaign, chief: Member, as_bob: Client) -> None:
    battle = begin(met, chief, "board")
    other = battle_services.begin(chief.user, battle.setup, agreed=True)
    assert "/battles/colours/" not in shown(as_bob, other)


@pytest.mark.parametrize("words", ["zzzzzz-000000", "8c1f22", "8c1f22-2c4560;}", "8C1F22-2C4560"])
def test_a_stylesheet_takes_colours_alone(words: str) -> None:
    assert Client().get(f"/battles/colours/{words}.css").status_code == 404


def test_most_factions_that_come_along_are_distinct() -> None:
    pairs = [
        distinct(one.colour, other.colour)
        for campaign in campaigns().values()
        for one in campaign.factions
        for other in campaign.factions
        if one.id < other.id
    ]
    assert sum(pairs) >= len(pairs) / 2


def test_a_colour_too_light_for_text_is_made_darker() -> None:
    assert readable("#b8741a") != "#b8741a"
    assert readable("#2F5D8C") == "#2f5d8c"


def test_a_tint_is_lighter_than_its_colour() -> None:
    style = stylesheet(("#1f6a66", "#5b3a6b"))
    assert all(f'svg [fill="{tint}"]' in style for tint in TINTS)
    assert distinct("#8c1f22", "#2c4560")


@pytest.mark.parametrize("address", ["/battles/{}/battle.pdf", "/api/v1/battles/{}/pdf/"])
def test_the_result_on_paper_has_the_factions_colours(
    met: Campaign,
    chief: Member,
    as_bob: Client,
    django_capture_on_commit_callbacks: Committing,
    address: str,
) -> None:
    change(met, painted("#1f6a66", "#5b3a6b"))
    battle = begin(met, chief, "automatic")
    fought(battle, django_capture_on_commit_callbacks)
    used = inks(as_bob.get(address.format(battle.public_id)).content)
    assert {"#1f6a66", "#5b3a6b"} <= used
    assert COLOURS[1] not in used  # the other one is the accent of every page as well


def inks(pdf: bytes) -> set[str]:
    """The colours that the pages of a PDF fill with."""
    found = set()
    for page in PdfReader(io.BytesIO(pdf)).pages:
        contents = page.get_contents()
        assert contents is not None
        for parts in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) rg", contents.get_data()):
            found.add("#" + "".join(f"{round(float(each) * 255):02x}" for each in parts))
    return found


def test_drawings_on_paper_are_painted_over() -> None:
    drawing = "".join(f'<path fill="{each}"/>' for each in (*COLOURS, *TINTS))
    made = recoloured(drawing, (COLOURS[1], "#5b3a6b"))
    assert made.startswith(f'<path fill="{COLOURS[1]}"/><path fill="#5b3a6b"/>')
    assert not [each for each in (COLOURS[0], *TINTS) if each in made]
    assert recoloured(drawing, None) == drawing
