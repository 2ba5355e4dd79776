"""Break tests: when they are due, their score, every result of the table by either reading (MPP-1)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.dice import total
from rulesets.mail_pike_powder import breaktest, combat, shooting, turn
from rulesets.mail_pike_powder.dice import Outcome
from rulesets.mail_pike_powder.events import Disordered, Moved, Recovered, Removed, Shaken
from tests.kit.examples import example
from tests.rulesets.mail_pike_powder.positions import Table, area, facing, line, unit

KINDS = {"infantry": "foot", "cavalry": "horse", "skirmishers": "shot", "artillery": "gun"}

# -- when -----------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-1.1.a", "MPP-1.1.b", "MPP-1.1.c", "MPP-1.1.d")
@pytest.mark.parametrize(
    ("before", "lost", "sixes", "need", "due"),
    [
        (0, 0, 0, 4, ""),
        (0, 2, 0, 4, ""),
        (0, 3, 0, 4, "MPP-1.1.a"),
        (2, 1, 0, 4, "MPP-1.1.a"),
        (3, 1, 0, 4, "MPP-1.1.b"),
        (3, 0, 0, 4, ""),
        (0, 0, 1, 5, "MPP-1.1.c"),
        (0, 1, 2, 4, "MPP-1.1.c"),
        (0, 0, 1, 6, ""),
        (0, 0, 2, 6, "MPP-1.1.d"),
        (0, 3, 2, 6, "MPP-1.1.a"),
    ],
)
def test_what_a_ranged_attack_brings(before: int, lost: int, sixes: int, need: int, due: str) -> None:
    target = unit("b1", 36, 24, stamina=3, casualties=before + lost)
    assert breaktest.due(target, Outcome(lost + sixes, sixes, lost), need, before >= 3) == due


@pytest.mark.rule("MPP-1.1.a", "MPP-1.1.c")
@pytest.mark.parametrize("how", ["shooting", "closing", "traversing"])
def test_every_kind_of_shot_brings_one_test_however_many_reasons_there_are(how: Any) -> None:
    dice = [6, 6, 1] if how == "shooting" else [6, 6]
    table = Table(
        unit("a1", 36, 20, long=3, short=2), unit("b1", 36, 24, casualties=1), dice=[*dice, 1, 1, 1, 1]
    )  # fmt: skip
    table.run(shooting.volley(table, table.unit("a1"), table.unit("b1"), how))
    assert [roll.purpose for roll in rolls(table)][-1:] == ["Break test"]
    assert len([roll for roll in rolls(table) if roll.purpose == "Break test"]) == 1
    assert table.events(Shaken)


def rolls(table: Table) -> list[Any]:
    return [event.roll for event in table.log if event.kind == "rolled"]


@pytest.mark.rule("MPP-1.1.c")
def test_a_six_brings_a_test_even_if_the_hit_is_saved() -> None:
    table = Table(unit("a1", 36, 20, long=1), unit("b1", 36, 24), dice=[6, 4, 3, 3])
    table.run(shooting.volley(table, table.unit("a1"), table.unit("b1"), "shooting"))
    score = rolls(table)[-1]
    assert (score.purpose, score.dice, total(score.modifiers)) == ("Break test", (3, 3), -2)


@pytest.mark.rule("MPP-1.1.c", "MPP-1.2.f", "MPP-1.3.1.a")
def test_a_break_test_tells_its_sum_its_column_why_it_was_due_and_what_was_not_given() -> None:
    table = Table(unit("a1", 36, 20, long=1), unit("b1", 36, 24, casualties=1), dice=[6, 4, 5, 6])
    table.run(shooting.volley(table, table.unit("a1"), table.unit("b1"), "shooting"))
    roll = rolls(table)[-1]
    assert roll.result == "5 + 6 = 11 (infantry, shooting): retreats, disordered"
    assert [(each.rule, each.value, each.why) for each in roll.modifiers] == [
        ("MPP-1.1.c", 0, "it tests because of a 6 among the dice against it, saved or not"),
        ("MPP-1.2.f", 0, "no −2 for a unit without casualties: it has 1 casualty"),
    ]
    assert roll.rule == "MPP-1.3.1.a"
    unhurt = Table(unit("a1", 36, 20, long=1), unit("b1", 36, 24), dice=[6, 4, 5, 2])
    unhurt.run(shooting.volley(unhurt, unhurt.unit("a1"), unhurt.unit("b1"), "shooting"))
    assert rolls(unhurt)[-1].result == "5 + 2 − 2 = 5 (infantry, shooting): holds its ground"


@pytest.mark.rule("MPP-1.1.e", "MPP-1.2.c")
def test_the_defeated_test_by_the_difference_of_the_results() -> None:
    # Horse inflicts 2 and has +2 against foot without pikes; the foot inflicts 1: a difference of 3.
    table = facing("horse", second={"morale": 0}, first={"morale": 0}, dice=[*HORSE_2, *FOOT_1, 1, 1])
    table.run(combat.phase(table, 0))
    test = rolls(table)[-1]
    assert (test.unit, test.purpose) == ("b1", "Break test")
    assert [(each.rule, each.value) for each in test.modifiers if each.value] == [("MPP-1.2.c", 3)]


HORSE_2 = [4, 4, 1, 1, 1, 1, 1, 1]
FOOT_1 = [4, 1, 1, 1, 1]


@pytest.mark.rule("MPP-1.1.f", "MPP-1.2.c")
def test_after_a_draw_the_shaken_test_with_no_difference() -> None:
    table = facing(first={"morale": 0}, second={"morale": 0, "casualties": 2}, dice=[*FOOT_1, *FOOT_1, 2, 2])
    table.run(combat.phase(table, 0))
    tests = [roll for roll in rolls(table) if roll.purpose == "Break test"]
    assert [(roll.unit, total(roll.modifiers)) for roll in tests] == [("b1", 0)]


def supported(*, lost: list[int], dice: list[int], **second: Any) -> Table:
    """Horse against shaken foot with another foot behind it."""
    return Table(
        unit("a1", 36, 24, "horse", morale=0), unit("b1", 36, 24, morale=0, **second), unit("b2", 36, 26),
        dice=[*lost, *dice],
    )  # fmt: skip


@pytest.mark.rule("MPP-1.1.g")
def test_supports_of_a_unit_that_breaks_test_by_the_same_difference() -> None:
    # 2 inflicted, +2 against foot; none back, +1 for the support: by 3. The excess of 1 goes to the support.
    table = supported(lost=HORSE_2, dice=[1] * 7 + [6, 6, 1, 1], casualties=2)
    table.run(combat.phase(table, 0), {"do": "stay"})
    tests = [roll for roll in rolls(table) if roll.purpose == "Break test"]
    assert [(roll.unit, total(roll.modifiers)) for roll in tests] == [("b1", 3), ("b2", 3)]
    assert [event.unit for event in table.events(Removed)] == ["b1"]


@pytest.mark.rule("MPP-1.1.g")
def test_a_unit_with_casualties_of_twice_its_stamina_is_shattered_without_a_test() -> None:
    table = supported(lost=[4, 4, 4, 4, 4, 4, 1, 1], dice=[1] * 7 + [6, 6])
    table.run(combat.phase(table, 0))
    removed = table.events(Removed)
    assert [(event.unit, event.status) for event in removed] == [("b1", "shattered"), ("b2", "broken")]
    tests = [roll for roll in rolls(table) if roll.purpose == "Break test"]
    assert [(roll.unit, total(roll.modifiers)) for roll in tests] == [("b2", 7 - 2)]


@pytest.mark.rule("MPP-1.1.g")
def test_supports_of_a_shattered_unit_add_the_whole_difference_though_their_side_has_won() -> None:
    # The horse shatters foot of Stamina 1 (2, +2 against foot) and loses by 6 and +1 for the support.
    table = Table(
        unit("a1", 36, 24, "horse", morale=0, stamina=9), unit("b1", 36, 24, morale=0, stamina=1, clash=6),
        unit("b2", 36, 26), dice=[*HORSE_2, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1],
    )  # fmt: skip
    table.run(combat.phase(table, 0))
    tests = {roll.unit: total(roll.modifiers) for roll in rolls(table) if roll.purpose == "Break test"}
    assert [(event.unit, event.status) for event in table.events(Removed)] == [("b1", "shattered")]
    assert tests == {"a1": 3, "b2": 3 - 2}


# -- the score ------------------------------------------------------------------------------------


@pytest.mark.rule("MPP-1.2.a", "MPP-1.2.b", "MPP-1.2.c", "MPP-1.2.d", "MPP-1.2.e", "MPP-1.2.f", "MPP-C-20")
@pytest.mark.parametrize(
    ("facts", "added", "literal"),
    [
        ({"cause": "ranged", "by": 2}, 2, -2),
        ({"cause": "hand_to_hand", "by": 3}, 3, -3),
        ({"cause": "ranged", "disordered": True}, 1, 1),
        ({"cause": "ranged", "artillery": True}, 1, 1),
        ({"cause": "hand_to_hand", "artillery": True}, 0, 0),
        ({"cause": "ranged", "casualties": 0}, -2, -2),
        ({"cause": "hand_to_hand", "casualties": 0, "by": 1, "disordered": True}, 0, -2),
    ],
)
def test_what_changes_the_score(facts: Any, added: int, literal: int) -> None:
    whole = {"by": 0, "disordered": False, "artillery": False, "casualties": 1, **facts}
    assert total(breaktest.modifiers(**whole)) == added
    assert total(breaktest.modifiers(**whole, literal=True)) == literal


@pytest.mark.rule("MPP-1.2.b")
@pytest.mark.parametrize(("agreed", "score"), [(False, "3 + 3 + 1 = 7 ("), (True, "3 + 3 − 1 = 5 (")])
def test_players_may_agree_to_deduct_as_the_sheet_says(*, agreed: bool, score: str) -> None:
    table = Table(unit("b1", 36, 24, casualties=4), dice=[3, 3], options={"literal_break_test": agreed})
    table.run(breaktest.take(table, table.unit("b1"), "ranged", 1, "MPP-1.1.b"))
    assert rolls(table)[0].result.startswith(score)


@pytest.mark.rule("MPP-1.2.e")
def test_a_gun_that_causes_no_casualty_adds_nothing() -> None:
    table = Table(unit("a1", 36, 10, "gun"), unit("b1", 36, 24, casualties=1), dice=[6, 2, 6, 1, 1])
    table.run(shooting.volley(table, table.unit("a1"), table.unit("b1"), "shooting"))
    assert total(rolls(table)[-1].modifiers) == 0


@pytest.mark.rule("MPP-1.3.1.a")
def test_a_unit_that_breaks_because_it_is_shaken_is_told_so() -> None:
    table = Table(unit("b1", 36, 24, casualties=3), dice=[5, 6])
    table.run(breaktest.take(table, table.unit("b1"), "ranged", 0, "MPP-1.1.b"))
    assert rolls(table)[0].result == "5 + 6 = 11 (infantry, shooting): breaks, as it is shaken"


# -- the results: a score of 4 or less, 5 ... 11, 12 or more ------------------------------------------
# H hold, C hold disordered or retreat, R retreat, r retreat disordered, G give ground with supports, g give
# ground disordered with supports, a all give ground disordered, d give ground disordered alone, B break.

WHOLE = {
    ("infantry", "ranged", "MPP-1.3.1.a"): "HHHHCCrrB",
    ("infantry", "hand_to_hand", "MPP-1.3.1.b"): "HHHGGgaaB",
    ("cavalry", "ranged", "MPP-1.3.2.a"): "HHHRrrrrB",
    ("cavalry", "hand_to_hand", "MPP-1.3.2.b"): "GGGggaaBB",
    ("skirmishers", "ranged", "MPP-1.3.3.a"): "HRrrrrBBB",
    ("skirmishers", "hand_to_hand", "MPP-1.3.3.b"): "HddBBBBBB",
    ("artillery", "ranged", "MPP-1.3.4.a"): "HHHHBBBBB",
    ("artillery", "hand_to_hand", "MPP-1.3.4.b"): "BBBBBBBBB",
}
"""With one casualty, not shaken."""
SHAKEN = {
    "MPP-1.3.1.a": "HHHHCCrBB", "MPP-1.3.1.b": "HHHGGgBBB", "MPP-1.3.2.a": "HHHRrrBBB",
    "MPP-1.3.2.b": "GGGggBBBB", "MPP-1.3.3.a": "HRrrrBBBB", "MPP-1.3.3.b": "HdBBBBBBB",
}  # fmt: skip
UNHURT = {"MPP-1.3.1.a": "HHHHCCrrr", "MPP-1.3.2.a": "HHHRrrrrr", "MPP-1.3.3.a": "HRrrrrrBB"}
"""Those that differ."""
LETTERS = {
    ("hold", False, False, False): "H", ("choice", False, False, False): "C",
    ("retreat", False, False, False): "R", ("retreat", True, False, False): "r",
    ("give_ground", False, True, False): "G", ("give_ground", True, True, False): "g",
    ("give_ground", True, True, True): "a", ("give_ground", True, False, False): "d",
}  # fmt: skip


def letters(unit_class: str, cause: Any, *, shaken: bool, casualties: int) -> str:
    found = ""
    for score in range(4, 13):
        _, result, breaks = breaktest.result_of(
            score, unit_class, cause, shaken=shaken, casualties=casualties
        )
        key = (result.effect, result.disordered, result.with_supports, result.supports_disordered)
        found += "B" if breaks else LETTERS[key]
    return found


@pytest.mark.rule(
    "MPP-1.3.1.a", "MPP-1.3.1.b", "MPP-1.3.2.a", "MPP-1.3.2.b", "MPP-1.3.3.a", "MPP-1.3.3.b", "MPP-1.3.4.a",
    "MPP-1.3.4.b",
)  # fmt: skip
@pytest.mark.parametrize(("unit_class", "cause", "rule"), WHOLE)
def test_all_results_of_the_table(unit_class: str, cause: Any, rule: str) -> None:
    whole = WHOLE[unit_class, cause, rule]
    assert letters(unit_class, cause, shaken=False, casualties=1) == whole
    assert letters(unit_class, cause, shaken=True, casualties=3) == SHAKEN.get(rule, whole)
    assert letters(unit_class, cause, shaken=False, casualties=0) == UNHURT.get(rule, whole)
    below, _, _ = breaktest.result_of(-3, unit_class, cause, shaken=False, casualties=1)
    assert below == rule
    for far, end in ((-3, 4), (19, 12)):
        facts = {"shaken": False, "casualties": 1}
        assert breaktest.result_of(far, unit_class, cause, **facts) == breaktest.result_of(
            end, unit_class, cause, **facts
        )


@pytest.mark.rule("MPP-1.3.4.b")
def test_baggage_tests_as_infantry() -> None:
    assert letters("baggage", "ranged", shaken=False, casualties=1) == "HHHHCCrrB"


# -- what follows: each result as a unit on the table does it, by both readings ------------------------


@pytest.mark.rule("MPP-1.3.5", "MPP-1.2.b", "MPP-1.2.c", "MPP-C-23")
@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("score", range(4, 13))
@pytest.mark.parametrize(("unit_class", "cause", "rule"), WHOLE)
def test_a_unit_does_what_its_result_says(
    *, unit_class: str, cause: Any, rule: str, score: int, literal: bool
) -> None:
    wanted = WHOLE[unit_class, cause, rule][score - 4]
    by = 0 if literal and score == 12 else 1  # two dice show 12 at most
    wants = score + by if literal else score - by
    dice = [min(6, wants - 1), wants - min(6, wants - 1)]
    tester = unit("b1", 36, 24, KINDS[unit_class], casualties=1, stamina=9)
    behind = unit("b2", 36, 24 + tester.place.depth)
    table = Table(tester, behind, unit("a1", 36, 12), dice=dice, options={"literal_break_test": literal})
    before, back = tester.place, behind.place
    answers = [{"do": "retreat"}] if wanted == "C" else []
    broke = table.run(
        breaktest.take(table, tester, cause, by, "MPP-1.1.e", away=table.unit("a1").place, supports=[behind]),
        *answers,
    )
    assert broke == (wanted == "B")
    assert tester.on_field == (wanted != "B")
    if wanted == "B":
        assert tester.status == ("destroyed" if unit_class == "artillery" else "broken")
        return
    moved = {event.unit: event for event in table.events(Moved)}
    disordered = {event.unit for event in table.events(Disordered)}
    assert ("b1" in moved) == (wanted != "H")
    assert ("b2" in moved) == (wanted in "Gga")
    assert disordered == ({"b1", "b2"} if wanted == "a" else {"b1"} if wanted in "rgd" else set())
    if wanted in "CRr":
        rate = {"infantry": 6, "cavalry": 9, "skirmishers": 6, "artillery": 3}[unit_class]
        assert moved["b1"].inches >= rate
        assert moved["b1"].how == "retreat"
    elif wanted in "Ggad":
        assert moved["b1"].y - before.y == moved["b1"].inches >= 3
        assert moved["b1"].heading == before.heading
    if "b2" in moved:
        assert moved["b2"].y - back.y >= 3


@pytest.mark.rule("MPP-1.3.1.a")
@pytest.mark.example("MPP-EX-06")
def test_the_owner_chooses_to_hold_disordered() -> None:
    given = example("MPP-EX-06", "mail_pike_powder")
    table = Table(unit("b1", 36, 24, casualties=1), dice=given["rolls"])
    table.run(breaktest.take(table, table.unit("b1"), "ranged", 0, "MPP-1.1.c"), {"do": "hold"})
    assert given["expect"]["score"] == 8
    assert not table.events(Moved)
    assert table.unit("b1").disordered


@pytest.mark.rule("MPP-1.3.5", "MPP-C-23")
def test_who_cannot_give_ground_breaks() -> None:
    water = area("lake", 30, 26, 42, 30)
    table = Table(unit("b1", 36, 24, casualties=1), terrain=[water], dice=[4, 4])
    table.run(breaktest.take(table, table.unit("b1"), "hand_to_hand", 0, "MPP-1.1.e"))
    assert [event.status for event in table.events(Removed)] == ["broken"]


@pytest.mark.rule("MPP-1.3.5")
def test_a_unit_that_retreats_over_the_edge_is_off_the_table() -> None:
    table = Table(unit("b1", 36, 45, "horse", casualties=1), unit("a1", 36, 40), dice=[4, 3])
    table.run(breaktest.take(table, table.unit("b1"), "ranged", 0, "MPP-1.1.a", away=table.unit("a1").place))
    assert table.unit("b1").status == "left"


@pytest.mark.rule("MPP-1.3.5", "MPP-C-23")
def test_who_is_struck_in_the_rear_is_pushed_before_the_enemy_and_turns_to_face_it() -> None:
    table = Table(unit("a1", 36, 22.5, "horse"), unit("b1", 36, 24, heading=90))
    assert table.state.contacts == {("a1", "b1"): "rear"}
    assert not breaktest.give_ground(table, table.unit("b1"), "MPP-1.3.1.b")
    base = table.unit("b1").place
    assert (round(base.cx, 3), round(base.cy, 3), base.heading) == (36, 23.25 + 3, 270)


@pytest.mark.rule("MPP-1.3.5", "MPP-C-23")
def test_who_is_held_in_front_and_rear_cannot_give_ground_and_breaks() -> None:
    table = Table(
        unit("a1", 36, 24), unit("b1", 36, 24), unit("a2", 36, 25.5, "horse", heading=270),
    )  # fmt: skip
    assert breaktest.give_ground(table, table.unit("b1"), "MPP-1.3.1.b")
    assert table.unit("b1").status == "broken"


@pytest.mark.rule("MPP-1.3.5", "MPP-C-23")
def test_who_retreats_from_an_enemy_behind_it_turns_to_face_it() -> None:
    table = Table(unit("b1", 36, 30, heading=270), unit("a1", 36, 40, heading=270))
    breaktest.retreat(table, table.unit("b1"), table.unit("a1").place, "MPP-1.3.1.a")
    base = table.unit("b1").place
    assert (round(base.cy, 3), base.heading) == (30 + 0.75 - 6, 90)


@pytest.mark.rule("MPP-1.3.5", "MPP-4.3", "MPP-C-23")
@pytest.mark.parametrize(
    ("kind", "what", "moved"),
    [
        ("foot", [line("hedge", 20, 27, 52, 27)], (3.0, 5.0)),  # it crosses and stops beyond
        ("foot", [line("hedge", 20, 31, 52, 31)], None),
        ("shot", [area("wood", 20, 25, 52, 40)], (6.0, 6.0)),
        ("shot", [area("lake", 20, 27, 52, 29)], None),
    ],
)
def test_ground_behind_a_unit_that_retreats(kind: str, what: Any, moved: tuple[float, float] | None) -> None:
    table = Table(unit("b1", 36, 24, kind), terrain=what)
    broke = breaktest.retreat(table, table.unit("b1"), None, "MPP-1.3.1.a")
    assert broke == (moved is None)
    if moved is not None:
        assert moved[0] <= table.unit("b1").place.y - 24 <= moved[1]


@pytest.mark.rule("MPP-1.1.a", "MPP-C-18")
def test_excess_casualties_go_at_the_end_of_the_phase() -> None:
    table = Table(unit("b1", 36, 24, casualties=5, stamina=3))
    assert table.unit("b1").excess == 2
    turn.remove_excess(table)
    assert [event.casualties for event in table.events(Recovered)] == [2]
    assert table.unit("b1").shaken


# -- special rules (MPP-C-35) and broken battalias (MPP-C-25) -----------------------------------------


def test_steady_units_pass_their_first_test_without_dice() -> None:
    table = Table(unit("b1", 36, 24, casualties=3, special=("Steady",)))
    tester = table.unit("b1")
    assert not table.run(breaktest.take(table, tester, "ranged", 0, "MPP-1.1.a"))
    assert tester.steadied
    assert not any(roll.dice for roll in rolls(table))


def test_valiant_units_may_roll_again_what_breaks_them() -> None:
    table = Table(unit("b1", 36, 24, casualties=3, special=("Valiant",)), dice=[6, 6, 2, 2])
    assert not table.run(breaktest.take(table, table.unit("b1"), "ranged", 0, "MPP-1.1.a"), {"do": "reroll"})
    assert [roll.dice for roll in rolls(table)] == [(6, 6), (2, 2)]


@pytest.mark.rule("MPP-7.1.a", "MPP-C-25")
def test_shaken_units_of_a_broken_battalia_go_on_any_failed_test() -> None:
    table = Table(unit("b1", 36, 24, casualties=3), dice=[5, 5])
    table.state.commands["b.c1"].broken = True
    assert table.run(breaktest.take(table, table.unit("b1"), "ranged", 0, "MPP-1.1.a"))
    assert not table.unit("b1").on_field


# -- worked examples ------------------------------------------------------------------------------


@pytest.mark.rule("MPP-1.2.a", "MPP-C-20")
@pytest.mark.parametrize(
    "key",
    [
        pytest.param("MPP-EX-01", marks=pytest.mark.example("MPP-EX-01")),
        pytest.param("MPP-EX-02", marks=pytest.mark.example("MPP-EX-02")),
        pytest.param("MPP-EX-03", marks=pytest.mark.example("MPP-EX-03")),
        pytest.param("MPP-EX-04", marks=pytest.mark.example("MPP-EX-04")),
        pytest.param("MPP-EX-05", marks=pytest.mark.example("MPP-EX-05")),
    ],
)
def test_the_worked_break_tests(key: str) -> None:
    row = example(key, "mail_pike_powder")
    given, expect = row["given"], row["expect"]
    scores = {}
    for literal in (False, True):
        changes = breaktest.modifiers(
            cause=given["cause"], by=given.get("lost_by", given.get("excess_casualties", 0)),
            disordered=given.get("disordered", False), artillery=given.get("artillery_casualty", False),
            casualties=given.get("casualties", 1), literal=literal,
        )  # fmt: skip
        scores[literal] = sum(row["rolls"]) + total(changes)
    if "score" in expect:
        assert scores[False] == expect["score"]
        assert scores[True] == expect.get("score_literal", expect["score"])
    _, result, breaks = breaktest.result_of(
        scores[False], given["unit"], given["cause"], shaken=given.get("shaken", False),
        casualties=given.get("casualties", 1),
    )  # fmt: skip
    wanted = {
        "give ground in good order together with supports": ("give_ground", False),
        "break": ("", True), "destroyed": ("destroyed", True), "retreat in good order": ("retreat", False),
    }[expect["result"]]  # fmt: skip
    assert breaks == wanted[1]
    assert not wanted[0] or result.effect == wanted[0]
    assert result.with_supports == ("supports" in expect["result"])
