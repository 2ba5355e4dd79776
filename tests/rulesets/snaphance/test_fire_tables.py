"""Fire and Morale Tests do what the tables of the catalogue say, row by row."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from rulesets.snaphance import morale, sheet
from rulesets.snaphance.clash import Approach, Clash
from rulesets.snaphance.classes import CLASSES
from rulesets.snaphance.melee.results import DRAWN, LOST, WON, Fallen, most_sp
from rulesets.snaphance.shooting import contact, cover, dice
from rulesets.snaphance.shooting.dice import Fire, Volley
from rulesets.snaphance.shooting.volley import cap
from tests.kit.hexfield import HexField, profile, stand

SHEET = sheet.load()


@cache
def tables() -> dict[str, Any]:
    """The tables of the catalogue."""
    text = (files("rulesets.snaphance") / "data" / "tables.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    found: list[dict[str, Any]] = tables()[name]
    return found


def count(code: str, fire: Fire = "voluntary", distance: int = 1, **facts: Any) -> int:
    firer = profile(code)
    return dice.count(Volley(firer, firer.sp, fire, distance, profile("PS"), **facts), SHEET)


@pytest.mark.rule("SN-7.0.c", "SN-7.4.j")
@pytest.mark.parametrize("row", [row for row in rows("known_range_loss") if "dice_d6" in row])
def test_range_losses_that_the_text_gives(row: dict[str, Any]) -> None:
    firer = profile(row["firer"][:2])

    assert dice.weapon_dice(firer, row["range_hexes"], SHEET) == row["dice_d6"]


@pytest.mark.rule("SN-7.2.a", "SN-7.2.b", "SN-7.2.c", "SN-7.2.d", "SN-7.3.a", "SN-7.3.b")
@pytest.mark.parametrize(
    ("code", "condition", "facts"),
    [
        ("Sk", "per move made before firing beyond the first", {"moves": 2, "hexes": 4}),
        ("LC", "moved up to 2 hexes", {"moves": 1, "hexes": 2}),
        ("LC", "moved 3 hexes", {"moves": 1, "hexes": 3}),
        ("LC", "moved 4 hexes", {"moves": 1, "hexes": 4}),
        ("Sh, PS", "per move made before firing", {"moves": 1, "hexes": 1}),
        ("Sh, PS", "intends to move after firing", {"keeps": True}),
        ("Dr", "moved 1 or 2 hexes", {"moves": 1, "hexes": 2}),
        ("Pi", "second rank", {"rank": 1}),
        ("Pi", "keeps the option to move or charge after firing, per rank that fires", {"keeps": True}),
    ],
)
def test_moving_and_firing(code: str, condition: str, facts: dict[str, Any]) -> None:
    (row,) = [row for row in rows("move_and_fire") if (row["code"], row["condition"]) == (code, condition)]

    for each in code.split(", "):
        assert count(each, **facts) == count(each) + row["dice_d6"]


@pytest.mark.rule("SN-7.2.d", "SN-7.2.e")
@pytest.mark.parametrize("row", [row for row in rows("move_and_fire") if "may_fire" in row])
def test_who_may_not_fire_after_moving(row: dict[str, Any]) -> None:
    firer = profile(row["code"])
    moved = Volley(firer, firer.sp, "voluntary", 1, profile("PS"), moves=1, hexes=3)

    assert (dice.why_no_dice(moved) is None) is row["may_fire"]


def defences() -> Iterator[tuple[dict[str, Any], str]]:
    """The rows of defensive fire, but that of Horse on contact, each with the attackers that it is about."""
    for row in rows("defensive_fire"):
        for attacker in ("Ln", "LC", "PS", "Sh", "Dr"):
            told, mounted = row["condition"], CLASSES[attacker].mcs
            other = ("against MCS" in told and not mounted) or ("any other attacker" in told and mounted)
            if row["code"] != "Hs" and not other:
                yield row, attacker


@pytest.mark.rule("SN-7.4.c", "SN-7.4.e", "SN-7.4.f", "SN-7.4.g", "SN-7.4.h", "SN-7.4.i")
@pytest.mark.parametrize(("row", "attacker"), list(defences()))
def test_defensive_fire(row: dict[str, Any], attacker: str) -> None:
    sheltered = "terrain" in row["condition"] and "open" not in row["condition"]
    for code in row["code"].split(", "):
        field = HexField(
            stand("a.c1u1", "0606", code),
            stand("b.c1u1", "0605", attacker),
            terrain={"0606": "rough"} if sheltered else {},
        )
        charged, foe = field.stand("a.c1u1"), field.stand("b.c1u1")
        clash = Clash(foe.id, charged.id, approaches={foe.id: Approach(foe.id, (3, 1), 2, True, "charge")})

        assert (contact.why_no_defence(field.state, charged, clash) is None) is row["eligible"]
        if code == "Sk" and sheltered:
            assert not cover.sweeps(foe) or cover.sheltered(field.state, charged.place, foe.place)


@pytest.mark.rule("SN-7.5.a", "SN-7.5.b", "SN-7.5.c", "SN-7.5.d", "SN-7.6.a", "SN-7.6.b")
def test_supporting_and_contact_fire() -> None:
    for row in rows("supporting_fire"):
        whole, found = count(row["code"]) if "fraction_of_pb" in row else 0, count(row["code"], "support")
        assert found == row.get("fixed_dice_d6", -int(-whole * row.get("fraction_of_pb", 0) // 1))
    (horse, pursuing) = rows("contact_fire")
    assert count("Hs", "contact") == count("Hs", "contact", disordered=True) == horse["dice_d6"]
    assert pursuing["dice_d6"] == 0


@pytest.mark.rule("SN-8.0.b", "SN-3.2.a")
def test_morale_modifiers() -> None:
    found = {row["item"]: row["value"] for row in rows("morale_modifier")}
    facts: dict[str, Any] = {"hits": 0, "losses": 0, "disordered": False, "general": False}

    def made(**changes: Any) -> int:
        return morale.number(5, morale.modifiers(**{**facts, **changes}))

    assert made(hits=1) - 5 == found["each hit just taken"]
    assert made(losses=1) - 5 == found["each permanent SP lost before (front stand)"]
    assert made(disordered=True) - 5 == found["already disordered"]
    assert made(general=True) - 5 == found["General attached"]
    assert made(hits=9) == found["minimum adjusted morale"]


@pytest.mark.rule("SN-8.1.b", "SN-8.1.c", "SN-8.1.d", "SN-8.3.b", "SN-11.1.a", "SN-11.1.b", "SN-11.1.c")
def test_the_caps_of_losses() -> None:
    caps = {row["case"]: row.get("max_sp", row.get("min_sp")) for row in rows("sp_loss_cap")}

    def fire(code: str, how: Fire) -> int:
        return cap(Volley(profile(code), 3, how, 1, profile("PS")))

    def melee(code: str, foe: str, loss: int, verdict: int) -> int:
        own, other = (Fallen(CLASSES[each], loss, shaken=False, sp=9) for each in (code, foe))
        return most_sp(own, other, verdict)

    assert {
        "one firing": fire("Sh", "voluntary"),
        "Artillery defensive fire at point blank": fire("Art", "defensive"),
        "melee loser, morale loss 2 or more": melee("PS", "PS", 2, LOST),
        "melee loser, morale loss 1": melee("PS", "PS", 1, LOST),
        "melee winner or draw": max(melee("PS", "PS", 4, verdict) for verdict in (WON, DRAWN)),
        "MCS fighting foot, also when losing": melee("Ln", "PS", 4, LOST),
        "LC fighting anyone": max(melee("LC", code, 4, LOST) for code in CLASSES),
        "damage caused by Sk or LC in combat": max(melee("PS", code, 4, LOST) for code in ("Sk", "LC")),
        "minimum when already disordered before the test": morale.sp_lost(0, disordered=True, cap=2),
    } == caps
