"""Skirmish forces by chance, of which laws hold, and some that were played, with their figures (BFS-29.2)."""

from __future__ import annotations

import pytest
from hypothesis import given

from rulesets.by_fire_and_sword.armies.book import BfsBook, books
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.by_fire_and_sword.armies.levy import Muster
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.contract.documents import check_list, parse_list
from rulesets.engine.lists import ArmyList
from rulesets.site.rulebook import rules
from tests.kit.forces import any_forces, codes, legal_forces

# ---------------------------------------------------------------------------- by chance


@pytest.mark.rule("BFS-29.2.9")
@given(legal_forces())
def test_a_force_costs_what_its_lines_say_and_is_judged_alike_every_time(army: ArmyList) -> None:
    report = check(army)
    assert report.legal
    assert report.total == sum(line.points for line in report.lines) == report.derived["fsp"]
    assert all(line.points > 0 for line in report.lines)
    assert check(parse_list(army.to_json())).to_json() == report.to_json()
    assert check_list(army).to_json() == report.to_json()


@given(any_forces())
def test_any_list_is_judged_and_every_finding_has_its_rule_place_and_cure(army: ArmyList) -> None:
    report = check(parse_list(army.to_json()))
    known = rules("by_fire_and_sword")
    for each in (*report.violations, *report.remarks):
        assert each.rule in known
        assert each.message.endswith(".")
        assert each.cure.endswith(".")
        assert each.path
    assert report.total == sum(line.points for line in report.lines)
    assert report.derived["fv"] >= 0


@given(legal_forces())
def test_no_unit_has_fewer_bases_than_its_black_rows(army: ArmyList) -> None:
    muster = Muster(army, books()[army.book])
    for _, taken in muster.everything():
        assert taken.place.is_commander or taken.bases >= max(1, taken.black)
    for levy in muster.levies:
        assert min(levy.bought.values(), default=0) >= 0
        free = sum(levy.free.values())
        assert sum(taken.extra for taken in levy.units) == sum(levy.bought.values()) + sum(
            levy.free_used(taken) for taken in levy.units
        )
        assert sum(levy.free_used(taken) for taken in levy.units) <= free


@given(legal_forces(kinds=("skirmish",)))
def test_taking_a_unit_away_never_costs_more(army: ArmyList) -> None:
    """No list is dearer for leaving something out, so that nothing is sold below nothing."""
    command = army.commands[0]
    whole = check(army).total
    for one in command.units:
        left = tuple(each for each in command.units if each.id != one.id)
        rest = army.model_copy(update={"commands": (command.model_copy(update={"units": left}),)})
        assert check(rest).total <= whole + _free(army)


def _free(army: ArmyList) -> int:
    """What free bases would cost if the force were too small for them."""
    found: BfsBook = books()[army.book]
    levy = Muster(army, found).levies[0]
    prices = [note.fsp for note in levy.card.note if note.kind == "bases"]
    return sum(levy.free.values()) * max(prices, default=0)


# ---------------------------------------------------------------------------- forces that were played


@pytest.mark.rule("BFS-29.2.6", "BFS-29.2.9", "BFS-33.1")
@pytest.mark.parametrize(("name", "fsp", "fv", "rp", "cp"), [
    # RP as the player counted them: 8 + 4 bases of cavalry, 2 for the country
    ("brandenburg-defensive-9", 9, 23, 14, 3),
    # he counted 26: 20 bases, without the 3 of the Tatars
    ("polish-tatars-13", 13, 26, 29, 3),
    # he counted 23 and said that he might be wrong: 18 bases and two units of dragoons are 20
    ("polish-1649-52-10", 10, 21, 20, 3),
    # he counted 21 and said that he might be wrong: there are 31 bases of cavalry
    ("muscovite-1648-76-11", 11, 33, 31, 2),
])  # fmt: skip
def test_a_force_that_was_played(name: str, fsp: int, fv: int, rp: int, cp: int) -> None:
    report = check(sample_lists()[name])
    assert report.violations == ()
    assert [report.derived[key] for key in ("fsp", "fv", "rp", "cp")] == [fsp, fv, rp, cp]


@pytest.mark.rule("BFS-29.2.8")
def test_the_three_free_bases_of_the_muscovites_end_with_their_size() -> None:
    army = sample_lists()["muscovite-1648-76-11"]
    command = army.commands[0]
    small = tuple(unit for unit in command.units if "more-boyars" not in unit.entry)
    report = check(army.model_copy(update={"commands": (command.model_copy(update={"units": small}),)}))
    assert codes(report) == ["bases_out_of_range"] * 3
