"""Battles of every system as results, presets, limits of lists and soft scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.contract import registry
from rulesets.contract.documents import check_list, samples
from rulesets.engine.books import BookError
from rulesets.engine.errors import LeaguerError
from tournaments.engine import presets
from tournaments.engine.allowed import Limits, SmallForces, SoftKind
from tournaments.engine.document import Result, Tournament, TournamentError, read_tournament
from tournaments.engine.limits import Sent, broken_limits, lists_against, meets
from tournaments.engine.presets import levels_of, load_presets
from tournaments.engine.results import result_of
from tournaments.engine.scoring import scored, typical
from tournaments.engine.scoringchecks import faults_in_scoring
from tournaments.engine.soft import from_marks, from_votes

ROOT = Path(__file__).resolve().parents[3]


def fought(name: str) -> dict[str, Any]:
    """The result of a battle that was fought to its end."""
    last = (ROOT / "tests/golden" / f"{name}.jsonl").read_text().splitlines()[-1]
    return dict(json.loads(last)["result"])


def test_a_battle_of_baroque_gives_the_vd_lost_of_the_vdt() -> None:
    battle = fought("breitenfeld")
    assert [(each["vdt"], each["lost"]) for each in battle["scores"]][1] == (24, 8)
    found = result_of("baroque", battle)
    assert found.scores == (8, battle["scores"][0]["lost"])
    assert (found.losses, found.strength) == (found.scores[::-1], (battle["scores"][0]["vdt"], 24))
    assert found.winner == battle["winner"] == 1


def test_a_battle_of_snaphance_gives_break_points_lost_of_all() -> None:
    found = result_of("snaphance", fought("training-clash"), first=1)
    assert found == Result(scores=(5, 3), losses=(3, 5), strength=(13, 11), objectives=(0, 0), winner=0)


def test_a_record_of_by_fire_and_sword_gives_its_own_big_and_small_points() -> None:
    record = registry.get("by_fire_and_sword").record
    assert record is not None
    document = json.loads((ROOT / "samples/results/poles-and-muscovites.json").read_text())
    document["lists"] = [samples()[Path(each).stem].to_json() for each in document["lists"]]
    score = record.score(document).to_json()
    scoring = load_presets()["by-fire-and-sword"].settings.scoring
    for first in (0, 1):
        found = scored(result_of("by_fire_and_sword", score, first=first), scoring)
        sides = [score["sides"][side] for side in (first, 1 - first)]
        assert found.points == tuple(each["big_points"] for each in sides)
        assert found.small == tuple(each["small_points"] for each in sides)


def test_a_drawn_battle_is_a_draw_whatever_the_scores() -> None:
    battle = fought("training-clash") | {"winner": None}
    assert result_of("snaphance", battle).winner == "draw"


def test_a_system_without_figures_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(registry.get("baroque")), "results", None)
    with pytest.raises(LeaguerError, match="have no result"):
        result_of("baroque", {})
    assert levels_of("baroque") == ()


# -- presets ---------------------------------------------------------------------------------------


@pytest.mark.example("BFS-X27")
@pytest.mark.rule("BFS-34.6", "BFS-34.7")
def test_the_preset_counts_as_the_rule_book_does() -> None:
    scoring = load_presets()["by-fire-and-sword"].settings.scoring
    found = scored(Result(scores=(10, 2)), scoring)
    assert (found.points, found.small, found.level) == ((5, 1), (8, 0), "strategic victory")
    names = [scored(Result(scores=(each, 0)), scoring).level for each in (0, 1, 2, 6, 7, 12, 13)]
    assert names == ["draw", "draw", "tactical victory", "tactical victory", "strategic victory",
                     "strategic victory", "historic victory"]  # fmt: skip


@pytest.mark.parametrize("key", list(load_presets()))
def test_every_preset_can_be_copied_into_a_tournament_and_says_whose_it_is(key: str) -> None:
    preset = load_presets()[key]
    settings = preset.copy_settings()
    assert preset.whose
    assert settings.origin is not None
    assert (settings.origin.key, settings.origin.date is not None) == (key, True)
    assert preset.ours == preset.whose.startswith("Leaguer")
    assert not list(faults_in_scoring(settings.scoring, "scoring"))
    found = Tournament(settings=settings)
    assert read_tournament(found.to_json()) == found
    both = [typical(settings.scoring)[each].points for each in ("rout", "draw")]
    assert both[0][0] > both[1][0] >= both[0][1]


def test_a_damaged_preset_names_file_and_field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong.toml").write_text(
        'name = "x"\nabout = ""\nwhose = ""\nours = true\ndate = 2026-01-01\n[settings]\nround = 3\n'
    )
    monkeypatch.setattr(presets, "FOLDER", tmp_path)
    with pytest.raises(BookError, match=r"settings\.round"):
        presets.load_presets.__wrapped__()


# -- limits ----------------------------------------------------------------------------------------


def sent(name: str, **more: Any) -> Sent:
    army = samples()[name]
    return Sent(army, check_list(army), book=army.book, **more)


def said(limits: Limits, *lists: Sent) -> set[tuple[str, str]]:
    return {(each.code, each.path) for each in broken_limits(limits, lists)}


SWEDES, LEAGUE = "swedish-royal-army", "catholic-league"


@pytest.mark.parametrize(("limits", "lists", "faults"), [
    (Limits(), [SWEDES], set()),
    (Limits(), [SWEDES, LEAGUE], {("lists", "lists")}),
    (Limits(lists=2, one_book=True), [SWEDES, LEAGUE], {("one_book", "lists[1].book")}),
    (Limits(systems=("snaphance",)), [SWEDES], {("system", "lists[0].system")}),
    (Limits(books=("tyw-catholic",), lists=2), [SWEDES, LEAGUE], {("book", "lists[0].book")}),
    (Limits(most=500), [SWEDES], {("most", "lists[0].points")}),
    (Limits(least=700), [SWEDES], {("least", "lists[0].points")}),
    (Limits(kinds=("skirmish",)), [SWEDES], {("kind", "lists[0]")}),
])  # fmt: skip
def test_each_broken_limit_is_named_at_its_place(
    limits: Limits, lists: list[str], faults: set[tuple[str, str]]
) -> None:
    assert said(limits, *map(sent, lists)) == faults


def test_an_illegal_list_and_one_of_another_period() -> None:
    army = samples()[SWEDES].model_copy(update={"commands": ()})
    illegal = Sent(army, check_list(army), period="about 1630-1648")
    assert said(Limits(period=(1650, 1660)), illegal) == {("legal", "lists[0]"), ("period", "lists[0].book")}
    assert said(Limits(legal=False, period=(1640, 1645)), illegal) == set()
    assert meets("later 17th century", (1600, 1601))
    assert not meets("1655", (1656, 1660))


@pytest.mark.rule("BFS-30.5.3")
def test_somebody_brings_a_list_for_battles_against_small_forces() -> None:
    small, strong = sent("tartar-plunderers-3"), sent("ottoman-provinces-17")
    limits = Limits(lists=3, legal=False, small_forces=SmallForces())
    assert said(limits, strong) == {("list_for_them", "lists")}
    assert said(limits, strong, small) == set()
    none = Limits(lists=3, legal=False, small_forces=SmallForces(allowed=False))
    assert small.report.derived["small"]
    assert said(none, strong, small) == {("small", "lists[1]")}
    totals = [strong.report.total, small.report.total]
    assert lists_against(True, SmallForces(), totals) == (1,)
    assert lists_against(False, SmallForces(), totals) == (0, 1)
    assert lists_against(True, SmallForces(opponent_most=0), totals) == (0, 1)


# -- soft scores -----------------------------------------------------------------------------------


def test_votes_give_the_points_of_the_first_places() -> None:
    kind = SoftKind(name="Painting", by="votes", places=(3, 2, 1))
    votes = {"a": "b", "c": "b", "d": "b", "b": "a", "e": "a", "f": "c", "g": "d", "h": "h2"}
    assert from_votes(kind, votes) == {"b": 3, "a": 2, "c": 1, "d": 1, "h2": 1}
    with pytest.raises(TournamentError, match="vote for themselves"):
        from_votes(kind, {"a": "a"})


def test_marks_of_opponents_are_their_mean_to_halves() -> None:
    kind = SoftKind(name="Sportsmanship", by="opponents", most=5)
    assert [from_marks(kind, marks) for marks in ((), (5,), (4, 5), (3, 4, 4))] == [0, 5, 4.5, 3.5]
    with pytest.raises(TournamentError, match=r"marks\[1\]: must be from 0 to 5"):
        from_marks(kind, (1, 6))
