"""Tournaments on paper: what stands in the PDFs, and that they look as they should."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from pypdf import PdfReader

from armylists import typesetting
from armylists.printing import qr
from rulesets.engine.errors import LeaguerError
from tests.kit.pages import faults
from tournaments.engine.day import SoftScore
from tournaments.engine.document import Pairing, Player, Tournament, read_tournament
from tournaments.engine.generate import generate
from tournaments.engine.settings import Settings, TieBreak
from tournaments.engine.statistics import awards
from tournaments.paper.papers import ALL, Wanted, printed
from tournaments.paper.rounds import slips
from tournaments.paper.setting import ATTACHMENT

if TYPE_CHECKING:
    from weasyprint.document import Document

LONG = "Maximilian Featherstonehaugh-Cholmondeley of Hohenlohe-Neuenstein"


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Document]]:
    """The pages of all that is printed; none of them has a fault."""
    found: list[Document] = []
    typeset = typesetting.typeset

    def keep(*args: Any, **more: Any) -> Document:
        found.append(typeset(*args, **more))
        return found[-1]

    monkeypatch.setattr(typesetting, "typeset", keep)
    yield found
    assert found, "nothing was printed"
    assert [fault for document in found for fault in faults(document)] == []


def event(players: int, rounds: int, played: int, **changes: Any) -> Tournament:
    """A tournament with long names, in teams of four, with army books."""
    found = generate(players, rounds, "paper", played=played, settings=Settings(**changes))
    people = tuple(
        each.model_copy(update={
            "name": LONG if at == 2 else f"Émile Żółkiewski {at}", "team": f"The Ironsides of York {at // 4}",
            "book": "Thirty Years’ War Swedish" if at % 2 else "",
        })
        for at, each in enumerate(found.players)
    )  # fmt: skip
    return found.model_copy(update={"name": "Autumn at the Guildhall", "players": people})


@pytest.fixture(scope="module")
def sixteen() -> Tournament:
    """Sixteen players; four of five rounds are played."""
    return event(16, 5, 4)


def colours_of(pdf: PdfReader) -> set[tuple[bytes, ...]]:
    """All colours of text and lines, as red, green and blue."""
    drawn = [page["/Contents"].get_object().get_data() for page in pdf.pages]  # type: ignore[attr-defined]
    return set(re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", b"\n".join(drawn)))


def text_of(pdf: bytes) -> str:
    """All words of a PDF, the spaces between them alike."""
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages))


PAGES = {"poster": 2, "slips": 2, "standings": 1, "cross": 1, "certificates": 3, "cards": 8, "players": 1}


@pytest.mark.parametrize("what", ALL)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_paper_fits_its_pages_in_black_with_the_tournament_inside(
    laid_out: list[Document], sixteen: Tournament, what: str, paper: str
) -> None:
    pdf = printed(sixteen, what, Wanted(paper)).pdf()
    found = PdfReader(io.BytesIO(pdf))
    assert len(found.pages) - PAGES[what] in (0, int(what == "poster" and paper == "Letter"))
    assert read_tournament(found.attachments[ATTACHMENT][0]) == sixteen
    assert colours_of(found)
    assert [each for each in colours_of(found) if len(set(each)) > 1] == []


@pytest.mark.parametrize("what", ["standings", "cross"])
def test_a_hundred_players_in_teams_fit_with_twelve_rounds_or_tie_breaks(
    laid_out: list[Document], what: str
) -> None:
    many = [TieBreak(by="buchholz", cut_low=1, cut_high=1), TieBreak(by="sonneborn_berger")] * 3
    hundred = event(100, 13 if what == "cross" else 2, 2, tiebreaks=tuple(many))
    rounds = hundred.rounds * 7 if what == "cross" else hundred.rounds
    words = text_of(printed(hundred.model_copy(update={"rounds": rounds[:13]}), what, Wanted()).pdf())
    assert words.count("Żółkiewski") == 99 * (2 if what == "cross" else 1)


@pytest.mark.parametrize("what", ALL)
def test_four_players_before_the_first_round_or_after_it(laid_out: list[Document], what: str) -> None:
    begun = what in ("poster", "slips", "cross", "certificates")
    four = event(4, 3, int(begun))
    assert "Żółkiewski" in text_of(printed(four, what, Wanted()).pdf())
    if begun:
        with pytest.raises(LeaguerError, match=r"No round has been paired yet\."):
            printed(event(4, 3, 0), what, Wanted())


def test_names_as_long_as_they_may_be_stay_on_their_pages(laid_out: list[Document]) -> None:
    four = event(4, 1, 1)
    people = tuple(
        each.model_copy(update={"name": f"{each.id} {'Featherstonehaugh ' * 7}"[:120]})
        for each in four.players
    )
    for what in ALL:
        printed(four.model_copy(update={"players": people}), what, Wanted()).pdf()
    assert [len(each.pages) for each in laid_out] == [2, 1, 1, 1, 5, 2, 1]


def test_the_poster_names_everybody_by_name_and_by_table(sixteen: Tournament) -> None:
    html = printed(sixteen, "poster", Wanted(round=3)).html
    by_player, by_table = html.split("by table")
    names = re.findall(r'<th scope="row"[^>]*>([^<]+)</th><td class="at[^>]*>([^<]+)<', by_player)
    found = sixteen.rounds[2]
    people = {each.id: each.name for each in sixteen.players}
    expected = {people[key]: str(each.table) for each in found.pairings for key in each.players}
    expected |= {people[each.player]: "bye" for each in found.byes}
    assert dict(names) == expected
    tables = [int(each) for each in re.findall(r'class="at">(\d+)<', by_table)]
    assert tables == sorted(each.table for each in found.pairings)


def test_the_poster_sorts_names_without_accents_and_case() -> None:
    people = tuple(Player(id=f"p{at}", name=name) for at, name in enumerate(["Zoe", "émile", "Eva", "Adam"]))
    four = Tournament.model_validate({
        "players": people, "rounds": [{"pairings": [{"players": ("p0", "p1")}, {"players": ("p2", "p3")}]}],
    })  # fmt: skip
    names = re.findall(r'<th scope="row">([^<]+)<', printed(four, "poster", Wanted()).html)
    assert names[:4] == ["Adam", "émile", "Eva", "Zoe"]


def test_each_slip_has_its_players_and_its_own_way_to_the_page(sixteen: Tournament) -> None:
    def link(number: int, pairing: Pairing) -> str:
        return f"https://club.example/{number}/{pairing.table}"

    html = slips(sixteen, 2, link=link).html
    found = sixteen.rounds[1].pairings
    assert html.count("<section") == len(found)
    for each in found:
        title = f"QR code: report the result of table {each.table}"
        assert qr(link(2, each), border=0, lineclass=None, title=title) in html
    assert "<svg" not in slips(sixteen, 2).html


def test_standings_have_the_tie_breaks_that_were_not_needed_too(sixteen: Tournament) -> None:
    html = printed(sixteen, "standings", Wanted()).html
    rows = html.split("<tbody>")[1].split("<tr>")[1:]
    assert len(rows) == 16
    # Small points and Buchholz stand in every row, the direct encounter where it was needed.
    for row in rows:
        small, _, buchholz = re.findall(r'class="n figure">([^<]*)<', row)
        assert small
        assert buchholz
    assert f"by lot from the seal {sixteen.seal}" in html


def test_the_cross_table_names_opponents_by_their_lines_both_ways(sixteen: Tournament) -> None:
    html = printed(sixteen, "cross", Wanted(round=4)).html
    rows = [re.findall(r'class="cell">([^<]*)<', row) for row in html.split("<tbody>")[1].split("<tr>")[1:]]
    won = {"W": "L", "L": "W", "D": "D"}
    met = 0
    for number, row in enumerate(rows, 1):
        for at, cell in enumerate(row):
            if found := re.fullmatch(r"(\d+) (.) [\d.]+", cell):
                other = rows[int(found[1]) - 1][at]
                assert re.fullmatch(rf"{number} {won[found[2]]} [\d.]+", other)
                met += 1
    assert met >= 50


def test_a_round_robin_of_few_is_a_square() -> None:
    four = event(4, 1, 0, kind="round_robin")
    played = [
        [("p1", "p4", 9, 1), ("p2", "p3", 2, 2)], [("p4", "p3", 0, 5), ("p1", "p2", 4, 0)],
        [("p2", "p4", 3, 1), ("p3", "p1", 6, 2)],
    ]  # fmt: skip
    rounds = [
        {"pairings": [{"players": each[:2], "result": {"scores": each[2:]}} for each in pairs]}
        for pairs in played
    ]
    document = four.to_json() | {"settings": {"kind": "round_robin", "rounds": 3}, "rounds": rounds}
    html = printed(read_tournament(document), "cross", Wanted()).html
    rows = [re.findall(r'class="cell">([^<]*)<', row) for row in html.split("<tbody>")[1].split("<tr>")[1:]]
    # p3 has 7 points, p1 6, p2 4, p4 none.
    assert rows == [["×", "3", "1", "3"], ["0", "×", "3", "3"], ["1", "0", "×", "3"], ["0", "0", "0", "×"]]


def test_teams_stand_before_their_players_with_their_names(laid_out: list[Document]) -> None:
    four = event(8, 2, 1)
    people = [each.model_copy(update={"team": ""}) for each in four.players]
    teams = [
        {"id": f"t{at}", "name": f"Team {at}", "members": [f"p{2 * at + 1}", f"p{2 * at + 2}"]}
        for at in range(4)
    ]
    boards = [("p1", "p3"), ("p2", "p4"), ("p5", "p7"), ("p6", "p8")]
    document = four.to_json() | {
        "players": [each.model_dump(mode="json", exclude_defaults=True) for each in people], "teams": teams,
        "settings": {"rounds": 2, "teams": {"size": 2}},
        "rounds": [{"pairings": [
            {"table": at, "players": pair, "result": {"scores": [at, 2]}} for at, pair in enumerate(boards, 1)
        ]}],
    }  # fmt: skip
    found = read_tournament(document)
    made = printed(found, "standings", Wanted())
    teams_part, players_part = made.html.split("<caption>Players</caption>")
    # Board points: 0 and 1 for Team 0 against 3 and 1 for Team 1; Team 2 has all.
    rows = re.findall(r'rank">(\d)</td><th scope="row">(Team \d)</th><td class="n sum">(\d)<', teams_part)
    assert [(name, points) for _, name, points in rows] == [
        ("Team 2", "2"), ("Team 1", "2"), ("Team 0", "0"), ("Team 3", "0"),
    ]  # fmt: skip
    assert players_part.count('<td class="group">Team ') == 8
    cross = printed(found, "cross", Wanted())
    assert re.findall(r"<caption>(\w+)<", cross.html) == ["Teams", "Players"]
    cells = re.findall(r'<td class="cell">([^<]+)<', cross.html.split("<caption>Players")[0])
    assert cells == ["4 W 2", "3 W 2", "2 L 0", "1 L 0"]
    for each in (made, cross, printed(found, "certificates", Wanted(first=1))):
        each.pdf()
    assert "Team 2" in printed(found, "certificates", Wanted(first=1)).html


def test_a_card_has_what_was_played_and_room_for_the_rest(sixteen: Tournament) -> None:
    pairing = sixteen.rounds[0].pairings[0]
    assert pairing.result
    key, other = pairing.players
    html = printed(sixteen, "cards", Wanted(player=key)).html
    assert html.count("<h1>") == 1
    rows = html.split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]
    assert len(rows) == 5
    first = re.findall(r"<td[^>]*>([^<]*)<", rows[0])
    own, theirs = (f"{each:g}" for each in pairing.result.scores)
    assert first[:4] == [str(pairing.table), sixteen.by_id[other].name, own, theirs]
    assert re.findall(r"<td[^>]*>([^<]*)<", rows[4]) == [""] * 6


def test_certificates_for_the_first_places_or_for_one_player(sixteen: Tournament) -> None:
    assert printed(sixteen, "certificates", Wanted(first=2)).html.count("place of 16") == 2
    html = printed(sixteen, "certificates", Wanted(player="p3")).html
    assert LONG in html
    assert html.count("place of 16") == 1


def test_each_award_has_a_certificate_once_it_is_over(sixteen: Tournament) -> None:
    assert "Wooden spoon" not in printed(sixteen, "certificates", Wanted()).html
    done = event(6, 2, 2)
    players = tuple(
        each.model_copy(update={"nation": "Poland", "soft": (SoftScore(name="Painting", points=at),)})
        for at, each in enumerate(done.players)
    )
    done = done.model_copy(update={"players": players})
    html = printed(done, "certificates", Wanted(first=1)).html
    honours = re.findall(r'<p class="honour">([^<]*)</p>', html)
    names = re.findall(r"<h1[^>]*>([^<]*)</h1>", html)
    given = [(each.what, player.name) for each in awards(done) for player in each.players]
    assert names == [name for what, name in given if what not in ("second", "third")]
    assert honours == [
        "Champion, 1st place of 6", "Best with Thirty Years’ War Swedish", "Best of Poland",
        "Most points for Painting", "Wooden spoon",
    ]  # fmt: skip
    last = next(each.players[0] for each in awards(done) if each.what == "wooden_spoon")
    own = printed(done, "certificates", Wanted(player=last.id)).html
    assert "Wooden spoon" in own
    assert set(re.findall(r"<h1[^>]*>([^<]*)</h1>", own)) == {last.name}


def test_what_is_not_there_is_refused(sixteen: Tournament) -> None:
    with pytest.raises(LeaguerError, match="There is no round 9: the last one paired is round 4"):
        printed(sixteen, "poster", Wanted(round=9))
    with pytest.raises(LeaguerError, match="There is no player “x”"):
        printed(sixteen, "cards", Wanted(player="x"))


def test_the_command_writes_a_pdf_or_says_in_a_line_why_not(
    tmp_path: Path, sixteen: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "event.json", tmp_path / "out.pdf"
    file.write_text(json.dumps(sixteen.to_json()))
    link = "https://club.example/{round}/{table}/"
    call_command("tournament_print", str(file), str(out), what="slips", round=1, link=link, paper="Letter")
    assert round(float(PdfReader(out).pages[0].mediabox.height)) == 792
    assert "Round 1 Table 1" in text_of(out.read_bytes())
    no = tmp_path / "no.pdf"
    for what, wrong, to in (
        ("poster", {"round": 7}, no), ("cards", {"player": "x"}, no), ("players", {}, tmp_path / "no" / "no"),
    ):  # fmt: skip
        with pytest.raises(SystemExit) as end:
            call_command("tournament_print", str(file), str(to), what=what, **wrong)
        assert end.value.code == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert not to.exists()
