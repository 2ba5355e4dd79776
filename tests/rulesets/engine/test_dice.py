"""Dice: the stream that anyone can check, the script that forbids surprises, the record of a roll."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import replace
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.dice import (
    Modifier,
    Roll,
    ScriptedDice,
    SeededDice,
    UnexpectedRoll,
    UnusedDice,
    seed_hash,
    total,
)
from rulesets.engine.events import Rolled

SEED = "Breitenfeld 1631"


def numbers_of_the_stream(seed, width):
    """The stream as the docs describe it, written a second time: whole numbers of `width` bytes."""
    data = (byte for n in count() for byte in hashlib.sha256(f"{seed}:{n}".encode()).digest())
    while True:
        yield int.from_bytes(bytes(islice(data, width)), "big")


# -- seeded dice --------------------------------------------------------------------------------


def test_the_stream_of_a_known_seed_never_changes():
    dice = SeededDice(SEED)
    assert dice.roll(6, 20) == (6, 1, 1, 4, 3, 4, 1, 4, 4, 2, 2, 2, 3, 6, 2, 2, 2, 5, 6, 6)
    assert dice.roll(10, 10) == (8, 2, 1, 9, 10, 8, 10, 6, 8, 1)
    assert dice.roll(1000, 5) == (489, 120, 199, 859, 805)
    assert dice.roll(256, 3) == (206, 149, 252)
    assert dice.position == 43


@given(st.text(max_size=20), st.integers(2, 70000), st.integers(0, 200))
def test_dice_are_the_bytes_of_the_hashes_without_those_that_would_favour_low_faces(seed, sides, number):
    width = 1 if sides <= 256 else 2 if sides <= 65536 else 3
    limit = 256**width // sides * sides
    fair = (n for n in numbers_of_the_stream(seed, width) if n < limit)
    assert SeededDice(seed).roll(sides, number) == tuple(n % sides + 1 for n in islice(fair, number))


@given(st.lists(st.tuples(st.sampled_from([2, 6, 10, 256, 300]), st.integers(0, 40)), max_size=8), st.data())
def test_a_saved_stream_goes_on_where_it_stopped(rolls, data):
    stop = data.draw(st.integers(0, len(rolls)))
    whole = SeededDice(SEED)
    expected = [whole.roll(*roll) for roll in rolls]
    first = SeededDice(SEED)
    before = [first.roll(*roll) for roll in rolls[:stop]]
    second = SeededDice(SEED, first.position)
    assert before + [second.roll(*roll) for roll in rolls[stop:]] == expected
    assert second.position == whole.position


def test_each_face_comes_up_about_as_often_as_the_others():
    seen = Counter(SeededDice("fair").roll(6, 60_000))
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    chi_square = sum((n - 10_000) ** 2 / 10_000 for n in seen.values())
    assert chi_square < 20.5  # one stream in a thousand would exceed it


def test_another_seed_gives_other_dice():
    assert SeededDice("a").roll(6, 40) != SeededDice("b").roll(6, 40)


@pytest.mark.parametrize(("sides", "number"), [(1, 1), (0, 1), (6, -1)])
def test_an_impossible_roll_is_refused(sides, number):
    with pytest.raises(ValueError, match=r"a die has|cannot be rolled"):
        SeededDice(SEED).roll(sides, number)
    with pytest.raises(ValueError, match=r"a die has|cannot be rolled"):
        ScriptedDice(1, 1).roll(sides, number)


def test_a_stream_does_not_start_before_its_beginning():
    with pytest.raises(ValueError, match="byte -1"):
        SeededDice(SEED, -1)


def test_the_hash_of_a_seed_is_plain_sha256():
    assert seed_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# -- scripted dice ------------------------------------------------------------------------------


def test_a_script_is_rolled_in_order():
    with ScriptedDice(4, 2, 6) as dice:
        assert dice.roll(6, 2) == (4, 2)
        assert dice.roll(6, 0) == ()
        assert dice.roll(6, 1) == (6,)


def test_a_roll_that_the_script_does_not_foresee_fails():
    with pytest.raises(UnexpectedRoll, match="3d6 rolled"):
        ScriptedDice(4, 2).roll(6, 3)


def test_dice_that_are_left_over_fail():
    with pytest.raises(UnusedDice, match=r"\(2, 6\)"), ScriptedDice(4, 2, 6) as dice:
        dice.roll(6, 1)


def test_left_over_dice_do_not_hide_another_error():
    with pytest.raises(ZeroDivisionError), ScriptedDice(4):
        raise ZeroDivisionError


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_value_that_is_not_on_the_die_is_an_error(value):
    with pytest.raises(ValueError, match=f"gives {value} for a die of 6"):
        ScriptedDice(value).roll(6, 1)


# -- the record ---------------------------------------------------------------------------------


def test_modifiers_add_up():
    assert total([]) == 0
    assert total([Modifier("A-1", 2, "uphill"), Modifier("A-2", -3, "disordered")]) == -1


def a_roll():
    return Roll(
        purpose="Volley",
        side=1,
        unit="b.c1u2",
        sides=6,
        dice=(6, 5, 2),
        rerolls=((1, 3, "A-1"), (2, 2, "A-1"), (2, 4, "A-2")),
        target=None,
        modifiers=(Modifier("A-3", 1, "close"),),
        result="1 hit",
        rule="A-4",
    )


def test_the_final_dice_are_those_after_all_rerolls():
    assert a_roll().final == (6, 3, 4)


@pytest.mark.parametrize("result", ["10: Muscovites", "Muscovites"])
def test_a_die_that_draws_one_of_two_is_said_in_one_sentence(result):
    purpose = "Who places terrain first (1 to 5: Poles)"
    roll = replace(a_roll(), purpose=purpose, unit="", dice=(10,), rerolls=(), result=result, sides=10)
    words = "Who places terrain first: Muscovites (10 on the die; 1 to 5: Poles)"
    assert Rolled("A-1", roll).describe(lambda id_: id_) == words


def test_a_roll_comes_back_from_json_unchanged():
    assert Roll.from_json(json.loads(json.dumps(a_roll().to_json()))) == a_roll()
