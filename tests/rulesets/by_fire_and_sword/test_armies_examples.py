"""The worked examples of army lists (chapter 29), on the Cossack card that they speak of."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.by_fire_and_sword.armies.book import books
from rulesets.by_fire_and_sword.armies.check import check
from rulesets.by_fire_and_sword.armies.force import force
from rulesets.by_fire_and_sword.armies.levy import Muster
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit, Report
from tests.kit.examples import example
from tests.kit.forces import army, book, card, codes

BFS = "by_fire_and_sword"
CARD = "skirmish-1648-76"
CORE = ("colonel", "moloitsy-1", "moloitsy-2", "register-1", "register-2")


def cossacks(*places: str | tuple[str, int]) -> ArmyList:
    """The core of the Cossack card and these places, some with their number of bases."""
    named = [(place, 0) if isinstance(place, str) else place for place in (*CORE, *places)]
    units = tuple(
        ListUnit(id=f"u{number}", entry=f"cossack.{CARD}.{place}", bases=bases)
        for number, (place, bases) in enumerate(named)
    )
    commands = (ListCommand(id="c1", card=CARD, units=units),)
    return ArmyList(system=BFS, book="cossack", points=0, commands=commands)


def case(key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    found = example(key, BFS)
    return found["given"], found["expect"]


@pytest.mark.rule("BFS-29.2.3", "BFS-29.2.4", "BFS-29.2.6")
@pytest.mark.example("BFS-X1")
def test_the_core_of_the_cossack_card() -> None:
    _, expect = case("BFS-X1")
    found = cossacks()
    levy = Muster(found, books()["cossack"]).levies[0]
    assert (check(found).total, force(found).cp) == (expect["fsp"], expect["commander_cp"])
    assert [taken.bases for taken in levy.units] == expect["bases_without_optional"]
    assert len(levy.units) == expect["sotnias"]
    optional = [number for number, taken in enumerate(levy.units, start=1) if taken.optional]
    assert (optional, expect["optional_base_on"]) == ([4], "fourth sotnia")
    with_scouts = force(cossacks("plastuny"))
    assert with_scouts.units[-1].bases == expect["plastuny_bases_offered"]
    assert with_scouts.fsp == expect["fsp"]


@pytest.mark.rule("BFS-29.2.5")
@pytest.mark.example("BFS-X2")
def test_cavalry_of_level_6_needs_a_unit_of_level_5() -> None:
    _, expect = case("BFS-X2")
    report = check(cossacks("cavalry"))
    assert (report.legal, codes(report)) == (expect["valid"], [expect["error"]])


@pytest.mark.rule("BFS-29.2.5", "BFS-29.2.6")
@pytest.mark.example("BFS-X3")
def test_register_sotnias_and_cavalry_make_six() -> None:
    _, expect = case("BFS-X3")
    report = check(cossacks("register-3", "register-3", "cavalry"))
    assert (report.legal, report.total) == (expect["valid"], expect["fsp"])


@pytest.mark.rule("BFS-29.2.7.a", "BFS-29.2.9")
@pytest.mark.example("BFS-X4")
def test_esaul_wagons_and_rabble_are_added() -> None:
    given, expect = case("BFS-X4")
    base = ("register-3", "cavalry", "esaul")
    assert check(cossacks(*base)).total == expect["fsp_with_esaul"]
    rabble = ("rabble", given["rabble_bases_max"])

    def total(wagons: int) -> Report:
        return check(cossacks(*base, rabble, ("wagon-train", wagons)))

    reports = [total(wagons) for wagons in range(1, given["wagons_max"] + 1)]
    assert all(report.legal for report in reports)
    assert reports[0].total == expect["fsp_total_min"]
    assert reports[-1].total == expect["fsp_total_max"]
    assert codes(total(given["wagons_max"] + 1)) == ["additional_too_many"]
    assert codes(check(cossacks(*base, ("rabble", given["rabble_bases_max"] + 1)))) == ["additional_too_many"]


@pytest.mark.rule("BFS-29.2.1")
@pytest.mark.example("BFS-X5")
def test_a_force_of_1667_is_out_of_place_in_1656() -> None:
    given, expect = case("BFS-X5")
    first, last = given["card_period"]
    late = card(period_from=first, period_to=last)
    extras = {"campaign_year": given["campaign_year"], "historical": True}
    report = check(army(extras=extras), book(late))
    assert report.legal == expect["historically_legal"]
    assert codes(report) == ["period_mismatch"]
