"""TRF-16 and TRF-26: in, out, and what is wrong with them at its line and column."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.held import SWISS, held
from tournaments.engine.document import AskedBye, Forbidden, Player, Tournament, TournamentError
from tournaments.engine.generate import generate
from tournaments.engine.rounds import next_round
from tournaments.engine.scoring import games
from tournaments.engine.settings import Acceleration, Band, Fide, Scoring, Settings, TieBreak
from tournaments.engine.standings import standings
from tournaments.engine.trf.read import read_trf
from tournaments.engine.trf.write import write_trf

FIVE = """\
### A comment
012 Spring Open
042 2026/03/07
032 POL
102 An Arbiter
XXR 5
001    1 w GM Adams, Ada                        2400 POL    12345678 1990/01/31  1.5    1     4 w 1     2 b =
001    2  wfm Baker, Bea                        2300 ENG             1991        1.5    2     5 b 1     1 w =
001    3      Clark, Cy                         2200                             1.5    3  0000 - U  0000 - H
001    4      Dahl, Dee                         2100                             1.0    4     1 b 0     5 w +
001    5      Ernst, Eli                        1950                             0.0    5     2 w 0     4 b -
"""


def trf(text: str = FIVE, **changed: str) -> bytes:
    """A TRF in which some texts stand for others."""
    for old, new in changed.items():
        text = text.replace(old, new)
    return text.replace("\n", "\r\n").encode()


def points(found: Tournament) -> dict[str, Fraction]:
    return {key: sum((each.points for each in own), Fraction(0)) for key, own in games(found).items()}


def test_a_trf_is_read_with_all_that_it_says() -> None:
    found = read_trf(trf())
    assert (found.name, str(found.date), found.settings.rounds) == ("Spring Open", "2026-03-07", 5)
    ada, bea = found.players[:2]
    assert (ada.name, ada.rating, ada.nation, ada.number) == ("Adams, Ada", 2400, "POL", 1)
    assert bea.trf.startswith(" wfm")
    assert list(points(found).values()) == [1.5, 1.5, 1.5, 1, 0]
    assert [each.players for each in found.rounds[1].pairings] == [("p2", "p1"), ("p4", "p5")]
    assert [(each.player, each.kind) for each in found.rounds[1].byes] == [("p3", "half")]
    assert found.trf == ("032 POL", "102 An Arbiter")
    assert (found.settings.fide, found.settings.unplayed) == (Fide(top="first"), "fide_2026")


@pytest.mark.parametrize("version", [16, 26])
def test_what_was_read_goes_out_again_as_it_came_in(version: Any) -> None:
    found = read_trf(trf())
    written = write_trf(found, version)
    same = {line for line in FIVE.splitlines() if line[:3] in ("001", "102", "032", "012", "042")}
    assert same <= set(written.splitlines())
    assert read_trf(written.encode()) == found


@pytest.mark.parametrize(
    ("version", "system"), [(16, "dutch"), (26, "dutch"), (26, "dubov"), (26, "burstein")]
)
def test_points_and_the_next_round_stay_the_same(version: Any, system: Any) -> None:
    scoring = Scoring(win=2, draw=1, loss=0.5, bye=1.5, half_bye=0.5, forfeit_win=1.5)
    settings = Settings(fide=Fide(system=system), scoring=scoring)
    found = generate(17, 6, "same", played=3, settings=settings)
    again = read_trf(write_trf(found, version).encode())
    names = {each.id: each.name for each in found.players}, {each.id: each.name for each in again.players}
    assert {names[0][key]: worth for key, worth in points(found).items()} == {
        names[1][key]: worth for key, worth in points(again).items()
    }
    rounds = [
        [[names[at][key] for key in each.players] for each in next_round(which).pairings]
        for at, which in enumerate((found, again))
    ]
    assert rounds[0] == rounds[1]


def test_trf_26_holds_kinds_byes_accelerations_prohibited_pairings_and_tie_breaks() -> None:
    quick = Acceleration(points=1, from_round=1, to_round=2, first=1, last=2)
    settings = Settings(
        rounds=7, fide=Fide(system="burstein", top="second", accelerated=(quick,)),
        scoring=Scoring(win=1, draw=0.5, bye=0.5, half_bye=0.5, forfeit_win=1, small="none"),
        unplayed="fide_2026",
        tiebreaks=(TieBreak(by="direct"), TieBreak(by="buchholz", cut_low=1, cut_high=1), TieBreak(by="lot")),
    )  # fmt: skip
    found = Tournament(
        settings=settings, forbidden=(Forbidden(players=("p1", "p3"), rounds=(1, 4)),),
        players=(
            Player(id="p1", name="A", number=1, rating=2000, asked=(AskedBye(round=3),), team="Blue"),
            Player(id="p2", name="B", number=2, absent=(2,), asked=(AskedBye(round=1, kind="full"),)),
            Player(id="p3", name="C", number=3, team="Blue"), Player(id="p4", name="D", number=4, team="Red"),
        ),
    )  # fmt: skip
    written = write_trf(found)
    for line in (
        "142 7",
        "152 B",
        "162  W 1.0    D 0.5    L 0.0    P 0.5",
        "192 FIDE_BURSTEIN",
        "202 DE,BH/M1",
        "240 H 003    1",
        "240 F 001    2",
        "240 Z 002    2",
        "250       1.0 001 002 0001 0002",
        "260 001 004    1    3",
        "013 Blue                               1    3",
    ):
        assert line in written.splitlines()
    assert read_trf(written.encode()) == found


@pytest.mark.parametrize(("line", "kind"), [
    ("192 FIDE_DUTCH_2017", {"kind": "swiss", "system": "dutch"}), ("192 CUSTOM_SWISS", {"kind": "swiss"}),
    ("192 BERGER_ROUNDROBIN_G1", {"kind": "round_robin"}),
    ("192 BERGER_DOUBLEROUNDROBIN", {"kind": "double_round_robin"}),
])  # fmt: skip
def test_the_kind_of_a_tournament_is_known_by_its_code(line: str, kind: dict[str, str]) -> None:
    settings = read_trf(trf(**{"XXR 5": f"XXR 5\n{line}"})).settings
    assert settings.kind == kind["kind"]
    assert (settings.fide.system if settings.fide else None) == kind.get("system")


def test_javafos_extensions_are_read() -> None:
    lines = "XXR 5\nXXC black1\nXXS W=3 D=1\nXXS PAB=2\nXXZ 4 5\nXXA    2  1.0  0.5\nXXP 1 2 3"
    sums = {" 1.5    1 ": " 4.0    1 ", " 1.5    2 ": " 4.0    2 ", " 1.5    3 ": " 3.0    3 "}
    text = trf(**{"XXR 5": lines, " 1.0    4 ": " 3.0    4 "}, **sums)
    found = read_trf(text)
    assert found.settings.fide == Fide(
        top="second",
        accelerated=(
            Acceleration(points=1, from_round=1, to_round=1, first=2, last=2),
            Acceleration(points=0.5, from_round=2, to_round=2, first=2, last=2),
        ),
    )
    assert (found.settings.scoring.win, found.settings.scoring.half_bye, found.settings.scoring.bye) == (
        3,
        1,
        2,
    )
    assert [each.id for each in found.players if not each.plays(3)] == ["p4", "p5"]
    assert [each.players for each in found.forbidden] == [("p1", "p2"), ("p1", "p3"), ("p2", "p3")]


def test_a_bye_that_stands_in_the_next_round_was_asked_for() -> None:
    text = trf(
        **{
            "     5 w +": "     5 w +  0000 - H",
            " 1.0    4 ": " 1.5    4 ",
            "     2 b =": "     2 b =  0000 - Z",
        }
    )
    found = read_trf(text)
    assert len(found.rounds) == 2
    assert found.asked_in(3) == {"p4": "half"}
    assert not found.players[0].plays(3)
    assert points(found)["p4"] == 1
    byes = {(each.player, each.kind) for each in next_round(found).byes}
    assert byes >= {("p4", "half")}


def test_a_round_that_is_still_played_has_pairings_without_results() -> None:
    sums = {" 1.5    2 ": " 1.0    2 ", " 1.5    1 ": " 1.0    1 "}
    found = read_trf(trf(**{"     2 b =": "     2 b  ", "     1 w =": "     1 w  "}, **sums))
    assert [each.result is None for each in found.rounds[1].pairings] == [True, False]
    assert read_trf(write_trf(found).encode()) == found


def test_the_standings_of_fides_exercises_come_back_out_of_a_trf() -> None:
    found = held(SWISS, TieBreak(by="buchholz", cut_low=1), TieBreak(by="lot"), unplayed="fide_2026")
    again = read_trf(write_trf(found).encode())
    assert [(each.rank, each.player.id, each.values) for each in standings(again).places] == [
        (each.rank, each.player.id, each.values) for each in standings(found).places
    ]


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "says"), [
    ("012 Spring Open", "Spring Open",
        "line 2, column 1: must begin with a code of three characters, such as 001"),
    ("042 2026/03/07", "042 7 March", "line 3, column 5: must be a date such as 2026/03/01, not “7 March”"),
    ("XXR 5", "XXR five", "line 6, column 5: must be a whole number from 1 to 30, not “five”"),
    ("XXR 5", "XXR 1", "line 6, column 5: has results of 2 rounds, but the tournament has 1"),
    ("001    2 ", "001    x ", "line 8, column 5: must be a whole number from 1 to 9999, not “x”"),
    ("001    2 ", "001    1 ", "line 8, column 102: is the player’s own number"),
    ("001    2 ", "001    3 ", "line 9, column 5: has the starting number 3, which another line already has"),
    ("2400 POL", "24.0 POL", "line 7, column 49: must be a whole number from 0 to 5000, not “24.0”"),
    (" 1.5    1 ", " 1.x    1 ", "line 7, column 81: must be points such as 2.5, not “1.x”"),
    (" 1.5    1 ", " 2.5    1 ", "line 7, column 81: has 2.5 points, but the results add up to 1.5"),
    ("     2 b =", "     2 b ?",
        "line 7, column 109: must be a result (one of 1 = 0 + - W D L H F U Z), not “?”"),
    ("     2 b =", "     9 b =", "line 7, column 102: names player 9, who is on no line"),
    ("     2 b =", "     3 b =", "line 7, column 102: does not match what player 3 has in this round"),
    ("     2 b =", "     2 w =", "line 7, column 107: must be the opposite of the opponent’s colour"),
    ("     2 b =", "     2 - =", "line 7, column 107: must be w or b: there is an opponent"),
    ("     2 b =", "     2 b 1", "line 7, column 109: does not match what player 2 has in this round"),
    ("     2 b =", "     2 b H", "line 7, column 102: must be 0000: a bye has no opponent"),
    ("  0000 - U", "  0000 - 1", "line 9, column 92: needs an opponent for this result"),
    ("XXR 5", "XXR 5\nXXC rank",
        "line 7, column 5: cannot be read: Leaguer pairs by starting numbers, not by ranks"),
    ("XXR 5", "XXR 5\n152 red", "line 7, column 5: must be one of W B, not “RED”"),
    ("XXR 5", "XXR 5\n162  Q 1.0", "line 7, column 6: must be one of W D L P A X, not “Q”"),
    ("XXR 5", "XXR 5\n162  W 1.0    A 0.5",
        "line 7, column 15: must be 0: Leaguer gives no points for an absence"),
    ("XXR 5", "XXR 5\nXXS W=1 D=x", "line 7, column 11: must be points such as 2.5, not “x”"),
    ("XXR 5", "XXR 5\nXXS WW=1 BW=2", "line 7, column 10: must be the same for both colours"),
    ("XXR 5", "XXR 5\n192 KEIZER",
        "line 7, column 5: must be a kind of tournament that Leaguer can pair, not “KEIZER”"),
    ("XXR 5", "XXR 5\n192 FIDE_DUTCH_BAKU",
        "line 7, column 5: needs 250 records: Leaguer does not work out the points of the Baku acceleration"),
    ("XXR 5", "XXR 5\n240 Q 003    1", "line 7, column 5: must be one of H Z F, not “Q”"),
    ("XXR 5", "XXR 5\n240 H 003    1    8", "line 7, column 16: names player 8, who is on no line"),
    ("XXR 5", "XXR 5\n260 001 002    1    8", "line 7, column 18: names player 8, who is on no line"),
    ("XXR 5", "XXR 5\nXXZ 2 x", "line 7, column 7: must be a whole number from 1 to 9999, not “x”"),
    ("XXR 5", "XXR 5\n299 W",
        "line 7, column 1: cannot be read: Leaguer only takes points that match the result"),
    ("XXR 5", "XXR 5\n330 +- 004 023 047",
        "line 7, column 1: cannot be read: Leaguer does not read TRF files of team matches"),
])  # fmt: skip
def test_what_is_wrong_is_said_at_its_line_and_column(old: str, new: str, says: str) -> None:
    with pytest.raises(TournamentError) as error:
        read_trf(trf(**{old: new}))
    assert str(error.value.faults[0]).startswith(says)


def test_a_trf_without_players_and_other_encodings() -> None:
    with pytest.raises(TournamentError, match="no line starts with 001"):
        read_trf(b"012 Nobody\r\n")
    found = read_trf(FIVE.replace("Adams", "Ådåms").encode("cp1252"))
    assert found.players[0].name == "Ådåms, Ada"


@pytest.mark.parametrize(("settings", "says"), [
    (Settings(scoring=Scoring(bands=(Band(least=0, points=(3, 3)),))), "has points for a win, a draw"),
    (Settings(scoring=Scoring(win=100)), "has room for points from 0 to 99.5"),
    (Settings(kind="knockout"), "only has rounds of one player against another"),
])  # fmt: skip
def test_what_a_trf_cannot_hold_is_refused(settings: Settings, says: str) -> None:
    with pytest.raises(TournamentError, match=says):
        write_trf(Tournament(settings=settings))


CHARACTERS = st.sampled_from("0123456789 .-+=wbUHFZX\n\r\tA²٣é")


@given(
    changes=st.lists(st.tuples(st.integers(0, len(FIVE) - 1), CHARACTERS), max_size=6), cut=st.integers(0, 40)
)
def test_whatever_stands_in_a_trf_it_is_read_or_refused_in_words(
    changes: list[tuple[int, str]], cut: int
) -> None:
    text = list(FIVE[cut:])
    for at, character in changes:
        text[at % len(text)] = character
    try:
        found = read_trf("".join(text).encode())
    except TournamentError:
        return
    again = read_trf(write_trf(found).encode())
    assert sorted(points(again).values()) == sorted(points(found).values())
