"""Firing as the deed of a stand that acts, two ranks of Pistols, fire on opportunity, exact chances."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.chance import count_groups
from rulesets.engine.decisions import Decision, Refusal, Steps
from rulesets.engine.events import Rolled
from rulesets.engine.hits import FACES, hits
from rulesets.snaphance.events.fire import Fired, LostSP, ShotLost
from rulesets.snaphance.shooting.fire import may_answer, opportunity, options, perform, why_no_fire
from rulesets.snaphance.shooting.volley import Shot, chances, shoot
from rulesets.snaphance.state import Melee, Move
from rulesets.snaphance.wording import shooting as words
from tests.kit.examples import example
from tests.kit.hexfield import HexField, stand


def field(
    code: str = "Sh", *others: Any, at: str = "0604", target: str = "PS", dice: Any = (), **changes: Any
) -> HexField:
    """A stand that acts, and an enemy two hexes ahead of it."""
    made = HexField(stand("a.c1u1", "0606", code, **changes), stand("b.c1u1", at, target), *others, dice=dice)
    made.activate("a.c1u1")
    return made


def keys(of: HexField) -> list[dict[str, Any]]:
    return [dict(option.key) for option in options(of)]


def bar(of: HexField, id_: str = "a.c1u1") -> str:
    why = why_no_fire(of.state, of.stand(id_))
    return "" if why is None else why[0]


def shots(of: HexField) -> list[tuple[int, int, bool]]:
    return [(event.rank, event.dice, event.keeps) for event in of.events(Fired)]


FIRE = {"do": "fire", "unit": "a.c1u1", "target": "b.c1u1"}

# ---------------------------------------------------------------------------- what is offered


@pytest.mark.rule("SN-7.0.d")
@pytest.mark.example("SN-EX-27")
def test_sixes_and_pairs_of_fives_are_hits() -> None:
    vector = example("SN-EX-27", "snaphance")

    found = [hits(count_groups(throw, FACES)) for throw in vector["given"]["throws"]]

    assert found == vector["expect"]["hits"]


@pytest.mark.rule("SN-7.2.c", "SN-7.3.a", "SN-7.3.b", "SN-8.4.a")
def test_what_is_offered_to_each_class() -> None:
    then, both = {"then": "move"}, {"ranks": 2}

    assert keys(field("Sh")) == keys(field("PS")) == [FIRE, FIRE | then]
    assert keys(field("Sk")) == keys(field("LC")) == keys(field("Dr")) == keys(field("Art")) == [FIRE]
    assert keys(field("Pi")) == [FIRE, FIRE | then]
    assert keys(field("Pi", ranks=2)) == [FIRE, FIRE | then, FIRE | both, FIRE | both | then]
    assert keys(field("Ln")) == keys(field("Hs")) == keys(field("FH")) == keys(field("Pk")) == []


@pytest.mark.rule("SN-7.0.c", "SN-7.3.a")
def test_a_shot_without_dice_is_not_offered() -> None:
    assert keys(field("Pi", sp=2)) == []
    assert keys(field("Pi", sp=3, ranks=2)) == [FIRE]
    assert keys(field("Pi", sp=4, ranks=2)) == [FIRE, FIRE | {"then": "move"}, FIRE | {"ranks": 2}]


def test_the_label_tells_dice_and_the_chance_to_hit() -> None:
    assert [option.label for option in options(field("PS", sp=4))] == [
        "Fire at b.c1u1 (2H): 2 dice, 33% to hit at least once",
        "Fire at b.c1u1 (2H): 1 die, 17% to hit; then move",
    ]
    assert [option.label for option in options(field("Pi", ranks=2))][0::2] == [
        "Fire at b.c1u1 (2H): 3 dice, 48% to hit at least once",
        "Fire at b.c1u1 (2H): 3 + 2 dice, 65% to hit at least once",
    ]


@pytest.mark.rule("SN-4.0.h", "SN-7.0.e", "SN-9.0.b", "SN-9.0.c", "SN-7.2.d", "SN-7.2.e")
def test_when_a_stand_may_not_fire() -> None:
    assert bar(field("Sh")) == ""
    assert bar(field("Ln")) == "SN-7.0.c"

    waiting = field("Sh")
    waiting.state.activation = None
    fought = field("Sh")
    fought.state.melees = [Melee(("a.c1u1", "b.c1u1"))]
    moving = field("Sh")
    moving.activate("a.c1u1", moves=1, move=Move(2, 1, {}))
    held, done, fired = field("Sh"), field("Sh"), field("Sh")
    held.activate("a.c1u1", held=True)
    done.activate("a.c1u1", over=True)
    fired.activate("a.c1u1", fired=True, fired_by=("a.c1u1",))
    shaken, shaken_and_moved = field("Sh", disordered=True), field("Sh", disordered=True)
    shaken_and_moved.activate("a.c1u1", moves=1)
    guns, riders = field("Art"), field("Dr")
    guns.activate("a.c1u1", moves=1)
    riders.activate("a.c1u1", moves=1, hexes=3)

    found = [bar(each) for each in (waiting, fought, moving, held, done, fired)]
    assert found == ["SN-1.4.c", "SN-7.0.e", "SN-4.0.h", "SN-9.0.b", "SN-1.4.c", "SN-4.0.h"]
    assert [bar(each) for each in (shaken, shaken_and_moved, guns, riders)] == [
        "", "SN-9.0.c", "SN-7.2.e", "SN-7.2.d",
    ]  # fmt: skip


@pytest.mark.rule("SN-4.0.h", "SN-7.2.c")
def test_who_has_moved_or_is_disordered_cannot_mean_to_move_after_firing() -> None:
    moved, shaken = field("Sh"), field("Sh", disordered=True)
    moved.activate("a.c1u1", moves=1)

    assert keys(moved) == keys(shaken) == [FIRE]


@pytest.mark.rule("SN-4.0.h", "SN-4.9.a")
def test_the_stands_of_a_group_fire_one_by_one() -> None:
    both = field("Sh", stand("a.c1u2", "0506", "Sh"), dice=[1] * 8)
    both.activate("a.c1u1", "a.c1u2", moves=1)

    offered = []

    def volleys() -> Steps[None]:
        for id_ in ("a.c1u1", "a.c1u2"):
            yield from perform(both, FIRE | {"unit": id_})
            offered.append([key["unit"] for key in keys(both)])

    both.run(volleys())

    assert offered == [["a.c1u2"], []]
    assert shots(both) == [(0, 4, False), (0, 4, False)]


# ---------------------------------------------------------------------------- doing it


@pytest.mark.rule("SN-7.0.f", "SN-7.7.a", "SN-8.1.b")
@pytest.mark.example("SN-EX-11", "SN-EX-12", "SN-EX-13")
@pytest.mark.parametrize("key", ["SN-EX-11", "SN-EX-12", "SN-EX-13"])
def test_a_shot_of_the_examples_from_dice_to_disorder(key: str) -> None:
    vector = example(key, "snaphance")
    given, expect = vector["given"], vector["expect"]
    thrown = [6, 2, 3, 4]
    game = HexField(
        stand("a.c1u1", "0606", given["shooter"]["code"], sp=given["shooter"]["sp"]),
        stand("b.c1u1", "0604", "Pi", sp=given["target"]["sp"]),
        dice=[*thrown, vector["rolls"][1]["die"]],
    )
    game.activate("a.c1u1")

    game.run(perform(game, FIRE))

    assert shots(game) == [(0, 4, False)]
    assert [event.sp for event in game.events(LostSP)] == [1] * expect["sp_lost"]
    assert game.stand("b.c1u1").disordered is expect["disordered"]
    assert game.events(Rolled)[1].roll.target == expect["adjusted_morale"]


@pytest.mark.rule("SN-7.7.a")
def test_without_a_hit_nothing_happens() -> None:
    game = field("Sh", dice=[5, 4, 3, 2, 1])

    game.run(perform(game, FIRE))

    assert not game.stand("b.c1u1").disordered
    assert [type(event) for event in game.log] == [Rolled, Fired]


@pytest.mark.rule("SN-4.0.h", "SN-7.2.c", "SN-6.1.c")
@pytest.mark.parametrize(
    ("code", "choice", "dice", "bound"),
    [
        ("Sh", {}, 5, False), ("Sh", {"then": "move"}, 4, True), ("PS", {"then": "move"}, 3, True),
        ("Pi", {"then": "move"}, 2, True), ("Sk", {}, 2, True), ("Dr", {}, 2, True), ("Art", {}, 3, False),
    ],
)  # fmt: skip
def test_who_has_a_move_left_after_firing(code: str, choice: dict[str, Any], dice: int, bound: bool) -> None:
    game = field(code, opportunity=True, dice=[1] * dice)

    game.run(perform(game, FIRE | choice))

    activation = game.state.activation
    assert activation.fired
    assert activation.bound is bound
    assert activation.fired_by == ("a.c1u1",)
    assert not game.stand("a.c1u1").opportunity


@pytest.mark.rule("SN-7.3.a")
def test_two_ranks_shoot_one_after_the_other_each_with_its_own_test() -> None:
    game = field("Pi", ranks=2, dice=[6, 1, 1, 5, 6, 1, 1])

    game.run(perform(game, FIRE | {"ranks": 2}))

    assert shots(game) == [(0, 3, False), (1, 2, False)]
    assert [event.sp for event in game.events(LostSP)] == [1]
    tests = [event.roll for event in game.events(Rolled) if event.roll.purpose == "Morale test"]
    assert [test.target for test in tests] == [5, 4]
    assert game.stand("b.c1u1").sp == 5


@pytest.mark.rule("SN-7.3.a")
def test_the_second_rank_holds_its_fire_when_the_target_is_gone() -> None:
    game = HexField(
        stand("a.c1u1", "0606", "Pi", ranks=2),
        stand("b.c1u1", "0604", "PS", sp=6, left=[1]),
        dice=[6, 1, 1, 6],
    )
    game.activate("a.c1u1")

    game.run(perform(game, FIRE | {"ranks": 2}))

    assert shots(game) == [(0, 3, False)]
    assert game.events(ShotLost) == []


@pytest.mark.rule("SN-5.0.a", "SN-7.0.g")
def test_a_shot_is_lost_on_whom_has_evaded_out_of_range() -> None:
    game = field("Pi", target="LC", at="0604", dice=[])

    game.run(perform(game, FIRE), _evade, *[_straight_back] * 3)

    assert [event.rule for event in game.events(ShotLost)] == ["SN-7.0.c"]
    assert game.state.activation.fired
    assert shots(game) == []


def _evade(decision: Decision) -> dict[str, Any]:
    return dict(next(option for option in decision.options if option.key["do"] == "evade").key)


def _straight_back(decision: Decision) -> dict[str, Any]:
    return dict(decision.options[0].key)


def test_what_is_not_offered_is_refused() -> None:
    game = field("Sh")
    decision = Decision("stand", 0, "?", "SN-4.0.h", options(game))

    assert decision.read(FIRE) == FIRE
    with pytest.raises(Refusal):
        decision.read(FIRE | {"ranks": 2})


# ---------------------------------------------------------------------------- on opportunity


@pytest.mark.rule("SN-6.4.a", "SN-6.1.c", "SN-7.4.1.2.a", "SN-7.4.1.1.a")
@pytest.mark.parametrize(
    ("enemy", "charging", "wanted"),
    [("PS", False, [(0, 3, False), (1, 2, False)]), ("PS", True, [(0, 3, False), (1, 2, False)]),
     ("Ln", False, [(0, 3, False), (1, 2, False)]), ("Ln", True, [(0, 3, False)])],
)  # fmt: skip
def test_pistols_on_opportunity_fire_both_ranks_but_one_at_charging_cavalry(
    enemy: str, charging: bool, wanted: list[tuple[int, int, bool]]
) -> None:
    game = HexField(
        stand("a.c1u1", "0606", "Pi", ranks=2, opportunity=True), stand("b.c1u1", "0604", enemy), active=1,
        dice=[1] * sum(dice for _, dice, _ in wanted),
    )  # fmt: skip
    pistols, foe = game.stand("a.c1u1"), game.stand("b.c1u1")

    outcome = game.run(opportunity(game, pistols, foe, charging=charging))

    assert shots(game) == wanted
    assert (outcome.tested, outcome.sp_lost, pistols.opportunity) == (False, 0, False)
    assert game.state.activation is None


@pytest.mark.rule("SN-7.3.a", "SN-6.4.a")
def test_fire_of_both_ranks_on_opportunity_is_told_together() -> None:
    game = HexField(
        stand("a.c1u1", "0606", "Pi", ranks=2, opportunity=True), stand("b.c1u1", "0604", "PS"), active=1,
        dice=[6, 1, 1, 6, 6, 1, 1],
    )  # fmt: skip

    outcome = game.run(opportunity(game, game.stand("a.c1u1"), game.stand("b.c1u1")))

    assert (outcome.tested, outcome.passed, outcome.sp_lost) == (True, False, 2)


@pytest.mark.rule("SN-6.4.a", "SN-7.4.2.a")
def test_fire_on_opportunity_needs_the_status_and_a_charge_is_met_at_two_hexes_or_more() -> None:
    game = HexField(
        stand("a.c1u1", "0606", "Sh", opportunity=True), stand("a.c1u2", "0806", "Sh"),
        stand("b.c1u1", "0604"), stand("b.c1u2", "0605"), active=1,
    )  # fmt: skip
    ready, idle = game.stand("a.c1u1"), game.stand("a.c1u2")

    assert may_answer(game.state, ready, game.stand("b.c1u2"))
    assert not may_answer(game.state, ready, game.stand("b.c1u2"), charging=True)
    assert not may_answer(game.state, idle, game.stand("b.c1u1"))


# ---------------------------------------------------------------------------- chances


@pytest.mark.rule("SN-7.0.f", "SN-8.0.c")
def test_exact_chances_are_those_of_the_dice_that_are_rolled() -> None:
    """Of one die: a sixth hits; a target of morale 6 - 1 fails by a six alone."""
    game = field("Sh", sp=1, target="PS")

    found = dict(chances(game.state, Shot("a.c1u1", "b.c1u1", "voluntary")).items())

    assert found[False, 0, 0] == pytest.approx(5 / 6)
    assert found[True, 1, 1] == pytest.approx(1 / 36)
    assert found[True, 0, 0] == pytest.approx(5 / 36)


@pytest.mark.rule("SN-8.1.c")
def test_only_the_defensive_fire_of_guns_may_cost_two() -> None:
    lost = []
    for how in ("voluntary", "defensive", "support"):
        game = field("Art", sp=6, at="0605", dice=[6, 6, 6, 1, 1, 1, 1, 1, 6])
        game.run(shoot(game, Shot("a.c1u1", "b.c1u1", how)))  # type: ignore[arg-type]
        lost.append(game.stand("b.c1u1").losses)

    assert lost == [1, 2, 1]


def test_a_shot_without_dice_is_stored_as_ever_and_read_in_plain_words() -> None:
    lost = ShotLost("SN-7.0.c", "a.c1u1", "b.c1u1", words.stored(words.NO_DICE))

    assert lost.to_json()["why"] == "no dice are left to it"
    assert lost.describe({"a.c1u1": "Red", "b.c1u1": "Blue"}.__getitem__) == (
        "Red cannot fire at Blue any more: it has no dice left to roll"
    )
