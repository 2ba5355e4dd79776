"""The check of a division: regiments, allies, additional units, artillery, portable obstacles (BFS-29)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.by_fire_and_sword.armies.book import BfsBook, books
from rulesets.by_fire_and_sword.armies.check import allied_transfer_cost, check
from rulesets.by_fire_and_sword.armies.force import force, motivation_level
from rulesets.by_fire_and_sword.armies.prices import elements_fsp
from rulesets.by_fire_and_sword.cardlists import begin, command
from rulesets.engine.errors import FaultyBookError
from rulesets.engine.lists import ArmyList, ListCommand, ListUnit, Report
from tests.kit.examples import example
from tests.kit.forces import Document, book, codes, legal_forces, slot

BFS = "by_fire_and_sword"


def regiment(key: str, fsp: int = 3, foot: int = 0, **more: Any) -> Document:
    """A Regiment card of two banners of riders, and so many companies of foot."""
    slots = [slot("riders", units=2)] + ([slot("foot", "foot", 4, units=foot)] if foot else [])
    return {
        "id": key, "name": f"Regiment {key}", "kind": "regiment", "period_from": 1650, "period_to": 1660,
        "motivation_percent": 50,
        "core": {
            "fsp": fsp, "slot": slots,
            "commander": [{"id": "colonel", "rank": "Colonel", "command_points": 2}],
        },
        **more,
    }  # fmt: skip


def division(*base: str, allowed: list[Document] | None = None, **more: Any) -> Document:
    return {
        "id": "division", "name": "Division", "kind": "division", "period_from": 1650, "period_to": 1660,
        "core": {"fsp": 1, "commander": [{"id": "general", "rank": "General", "command_points": 4}]},
        "regiment": [{"card": key, "count": base.count(key)} for key in dict.fromkeys(base)],
        "allowed": allowed or [], **more,
    }  # fmt: skip


def built(found: BfsBook, *more: str, change: dict[int, tuple[ListUnit, ...]] | None = None) -> ArmyList:
    """The smallest division of a book with more regiments, and units beside those of some commands."""
    commands = list(begin(found, "division"))
    for name in more:
        commands.append(command(found, found.card_by_id[name], f"c{len(commands) + 1}"))
    for place, units in (change or {}).items():
        one = commands[place]
        commands[place] = one.model_copy(update={"units": (*one.units, *units)})
    return ArmyList(system=BFS, book=found.key, points=0, commands=tuple(commands))


def own(card: str, place: str, key: str, *options: str, bases: int = 0) -> ListUnit:
    taken = tuple(f"test.{card}.{option}" for option in options)
    return ListUnit(id=key, entry=f"test.{card}.{place}", options=taken, bases=bases)


def judged(found: BfsBook, *more: str, change: dict[int, tuple[ListUnit, ...]] | None = None) -> Report:
    return check(built(found, *more, change=change), found)


# ---------------------------------------------------------------------------- regiments


PLAIN = book(division("one", "two", "three"), regiment("one"), regiment("two"), regiment("three"))


@pytest.mark.rule("BFS-29.4.1", "BFS-2.1", "BFS-2.2", "BFS-2.6")
def test_a_division_is_its_general_and_the_regiments_of_its_base() -> None:
    report = judged(PLAIN)
    assert (codes(report), report.total, report.derived["kind"]) == ([], 1 + 3 * 3, "division")
    assert report.derived["fv"] == 18 + 4  # one's own Command Points of regiments add nothing


@pytest.mark.rule("BFS-29.4.1")
def test_no_regiment_of_the_base_may_be_missing() -> None:
    whole = built(PLAIN)
    report = check(whole.model_copy(update={"commands": whole.commands[:-1]}), PLAIN)
    assert codes(report) == ["core_incomplete"]
    assert report.violations[0].message == "Regiment three: no regiment, the division’s base has 1."


@pytest.mark.rule("BFS-29.4.1", "BFS-29.1")
@pytest.mark.parametrize(("order", "found"), [
    ((1, 0, 2, 3), ["wrong_card"]), ((0, 0, 1, 2, 3), ["several_cards"]),
    ((1, 2, 3), ["wrong_card", "several_cards"]),
])  # fmt: skip
def test_the_division_comes_first_and_there_is_one(order: tuple[int, ...], found: list[str]) -> None:
    whole = built(PLAIN).commands
    commands = tuple(whole[place].model_copy(update={"id": f"d{i}"}) for i, place in enumerate(order))
    report = check(built(PLAIN).model_copy(update={"commands": commands}), PLAIN)
    assert codes(report) == found


@pytest.mark.rule("BFS-29.4.2")
@pytest.mark.example("BFS-X6")
def test_additional_regiments_have_their_limits_within_the_total() -> None:
    case = example("BFS-X6", BFS)
    given_, expect = case["given"], case["expect"]
    allowed = [
        {"card": "sipahi", "max_each": given_["feudal_sipahi_sanjaks_from_europe_max"]},
        {"card": "janissaries", "max_each": given_["janissary_regiments_max"]},
    ]
    ottoman = book(
        division("one", allowed=allowed, additional_max=given_["max_total_additional"]),
        regiment("one"), regiment("sipahi"), regiment("janissaries"),
    )  # fmt: skip
    legal = {
        "two_sipahi_regiments": judged(ottoman, "sipahi", "sipahi").legal,
        "two_janissary_regiments": judged(ottoman, "janissaries", "janissaries").legal,
        "one_of_each": judged(ottoman, "sipahi", "janissaries").legal,
    }
    assert legal == expect
    three = judged(ottoman, "sipahi", "sipahi", "janissaries")
    assert codes(three) == ["division_too_many_additional_regiments"]
    assert three.violations[0].message == "3 additional regiments in all, the card allows 2."


@pytest.mark.rule("BFS-29.4.2")
def test_a_regiment_that_the_card_does_not_name_as_additional_is_not_taken_again() -> None:
    army = book(division("one", "two"), regiment("one"), regiment("two"), regiment("three"))
    assert codes(judged(army)) == []
    assert codes(judged(army, "one")) == ["division_too_many_additional_regiments"]
    assert codes(judged(army, "three")) == ["division_too_many_additional_regiments"]


@pytest.mark.rule("BFS-29.5.1")
@pytest.mark.parametrize(
    ("fsp", "found"), [(2, []), (3, ["division_allied_strongest"]), (4, ["division_allied_strongest"])]
)
def test_an_allied_regiment_is_never_the_strongest_nor_as_strong(fsp: int, found: list[str]) -> None:
    allies = book(
        division("one", allowed=[{"card": "allies", "allied": True}]),
        regiment("one"),
        regiment("allies", fsp),
    )
    assert codes(judged(allies, "allies")) == found
    assert [each.allied for each in force(built(allies, "allies"), allies).regiments] == [False, True]


@pytest.mark.rule("BFS-29.5.1")
@pytest.mark.parametrize(("base", "ally"), [("one", True), ("ally", False)])
def test_a_regiment_is_allied_if_the_division_has_it_as_an_ally_alone(base: str, ally: bool) -> None:
    allowed = [{"card": "ally", "max_each": 1, "allied": True}]
    army = book(division(base, allowed=allowed), regiment("one", fsp=4), regiment("ally"))
    found = force(built(army, "ally"), army).regiments
    assert [each.allied for each in found] == [False, ally]


@pytest.mark.rule("BFS-29.5.3")
@pytest.mark.example("BFS-X7")
def test_points_for_an_ally_cost_one_more() -> None:
    case = example("BFS-X7", BFS)
    assert [allied_transfer_cost(points) for points in case["given"]["transfer"]] == case["expect"]["cost_cp"]
    allies = book(division("one", allowed=[{"card": "a", "allied": True}]), regiment("one", 5), regiment("a"))
    assert judged(allies, "a").derived["allied_transfer_cp"] == [2, 3, 4, 5]
    assert judged(allies).derived["allied_transfer_cp"] == []


# ---------------------------------------------------------------------------- motivation


@pytest.mark.rule("BFS-29.8.1", "BFS-18.14.a")
@pytest.mark.example("BFS-X8", "BFS-X9")
@pytest.mark.parametrize("key", ["BFS-X8", "BFS-X9"])
def test_the_motivation_of_the_regiments_of_the_examples(key: str) -> None:
    case = example(key, BFS)
    given_ = case["given"]
    level = motivation_level(given_["bases"], given_["coefficient_percent"])
    assert level == case["expect"]["motivation_level"]


@pytest.mark.rule("BFS-29.8.1")
@given(st.integers(0, 200), st.integers(1, 100))
def test_motivation_is_rounded_to_the_nearest_a_half_up(bases: int, percent: int) -> None:
    level = motivation_level(bases, percent)
    assert bases * percent - 100 * level in range(-50, 50)


@pytest.mark.rule("BFS-29.8.1", "BFS-29.7.4")
def test_commanders_and_attached_units_leave_the_motivation_alone() -> None:
    more = [{"id": "foot", "kind": "unit", "unit": "foot", "optional": 4, "fsp": 1}]
    found = book(division("one", additional=more), regiment("one"))
    attached = judged(found, change={1: (own("division", "foot", "a1"),)})
    assert (codes(attached), attached.derived["motivation"]) == ([], {"c1-2": 3})
    assert attached.total == judged(found).total + 1
    units = force(built(found, change={1: (own("division", "foot", "a1"),)}), found).units
    assert [(each.regiment, each.attached) for each in units] == [
        ("c1-2", False),
        ("c1-2", False),
        ("c1-2", True),
    ]


# ---------------------------------------------------------------------------- additional units and artillery


GUNS: list[Document] = [
    {"id": "foot", "kind": "unit", "unit": "foot", "optional": 4, "fsp": 1, "max": 4},
    {"id": "guns", "kind": "unit", "unit": "guns", "optional": 4, "fsp": 2, "role": "artillery", "max": 2},
    {"id": "crew", "kind": "unit", "unit": "guns", "bases": 1, "role": "crew", "max": 4},
    {"id": "master", "kind": "commander", "rank": "Master", "command_points": 1, "fsp": 1,
     "role": "artillery_commander"},
]  # fmt: skip
ARTILLERY = book(
    division("one", "two", additional=GUNS),
    regiment("one", special_rules=["Military Drill"]),
    regiment("two"),
)


@pytest.mark.rule("BFS-29.7.1")
@pytest.mark.parametrize(("number", "found"), [(2, []), (3, ["division_too_many_additional_units"])])
def test_as_many_additional_units_as_regiments(number: int, found: list[str]) -> None:
    units = tuple(own("division", "foot", f"a{i}") for i in range(number))
    report = judged(ARTILLERY, change={0: units[:1], 1: units[1:]})
    assert codes(report) == found
    assert report.total == 1 + 6 + number


def test_the_general_leads_from_his_own_command() -> None:
    general = own("division", "general", "g2")
    assert codes(judged(ARTILLERY, change={1: (general,)})) == ["not_attachable"]


def test_an_option_of_another_card_is_told_and_costs_nothing() -> None:
    larger = {"id": "more", "more_bases": [{"slot": "riders", "bases": 2}]}
    found = book(division("one"), regiment("one"), regiment("two", level=[{"fsp": 4, "pick": [larger]}]))
    whole = built(found)
    colonel, rider, *others = whole.commands[1].units
    stranger = rider.model_copy(update={"options": ("test.two.more",)})
    one = whole.commands[1].model_copy(update={"units": (colonel, stranger, *others)})
    report = check(whole.model_copy(update={"commands": (whole.commands[0], one)}), found)
    assert (codes(report), report.total) == (["option-not-for-unit"], 4)


@pytest.mark.rule("BFS-29.7.2", "BFS-29.2.7.b")
@pytest.mark.parametrize(("bases", "found"), [(0, []), (4, []), (5, ["additional_too_many"])])
def test_an_attached_unit_is_no_larger_than_its_card_allows(bases: int, found: list[str]) -> None:
    assert codes(judged(ARTILLERY, change={1: (own("division", "foot", "a1", bases=bases),)})) == found


@pytest.mark.rule("BFS-29.7.1")
def test_no_kind_of_additional_unit_is_taken_oftener_than_its_line_says() -> None:
    twice = [{**GUNS[0], "max": 1}]
    found = book(division("one", "two", additional=twice), regiment("one"), regiment("two"))
    units = (own("division", "foot", "a1"),), (own("division", "foot", "a2"),)
    assert codes(judged(found, change={0: units[0], 1: units[1]})) == ["additional_too_many"]


@pytest.mark.rule("BFS-29.7.1")
def test_a_card_may_allow_another_number_of_additional_units() -> None:
    found = book(
        division("one", "two", additional=GUNS, additional_units=1), regiment("one"), regiment("two")
    )
    units = tuple(own("division", "foot", f"a{i}") for i in range(2))
    assert codes(judged(found, change={0: units})) == ["division_too_many_additional_units"]


@pytest.mark.rule("BFS-29.6.1", "BFS-29.7.1")
def test_artillery_is_no_additional_unit() -> None:
    guns = (own("division", "guns", "g1", bases=2), own("division", "guns", "g2", bases=2))
    units = tuple(own("division", "foot", f"a{i}") for i in range(2))
    assert codes(judged(ARTILLERY, change={0: (*guns, *units)})) == []


@pytest.mark.rule("BFS-29.7.2")
def test_guns_stay_with_the_division_and_units_go_under_their_commander() -> None:
    assert codes(judged(ARTILLERY, change={1: (own("division", "guns", "g1"),)})) == ["not_attachable"]
    units = (own("division", "master", "m"), own("division", "foot", "a1", "under-artillery"))
    assert codes(judged(ARTILLERY, change={0: units})) == []
    independent = force(built(ARTILLERY, change={0: units}), ARTILLERY).units[0]
    assert (independent.regiment, independent.attached) == ("", False)


@pytest.mark.rule("BFS-29.7.2", "BFS-29.6.1")
def test_nobody_is_under_an_artillery_commander_who_is_not_there() -> None:
    foot = own("division", "foot", "a1", "under-artillery")
    assert codes(judged(ARTILLERY, change={0: (foot,)})) == ["not_attachable"]
    master = own("division", "master", "m")
    report = judged(ARTILLERY, change={0: (master,), 1: (foot,)})
    assert codes(report) == ["not_attachable"]
    assert report.violations[0].path.endswith(".options[0]")


def armed(*regiments: int, **more: Any) -> Report:
    """A division with an equipped unit of its own for each number: 0 independent, else in that regiment."""
    extra = {"id": "extra", "kind": "unit", "unit": "foot", "optional": 4, "fsp": 1, "max": 3}
    pikes = {"id": "pikes", "name": "Pikes", "kind": "equipment", "fsp": 1, "applies_to": ["extra"], **more}
    army = book(
        division("one", "two", additional=[extra], note=[pikes], additional_units=3),
        regiment("one"),
        regiment("two"),
    )
    change: dict[int, tuple[ListUnit, ...]] = {}
    for number, place in enumerate(regiments):
        unit_ = own("division", "extra", f"x{number}", "pikes")
        change[place] = (*change.get(place, ()), unit_)
    return judged(army, change=change)


@pytest.mark.rule("BFS-29.2.8", "BFS-29.7.2")
@pytest.mark.parametrize("places", [(0, 0), (0, 1), (1, 2), (1, 1)])
def test_a_note_of_the_division_is_paid_and_limited_wherever_its_units_stand(places: tuple[int, ...]) -> None:
    bare = 1 + 2 * 3 + len(places)
    assert armed(*places).total == bare + len(places)
    assert armed(*places, per="base").total == bare + 4 * len(places)
    assert armed(*places, per="card").total == bare + 1
    assert codes(armed(*places, max=2)) == []
    assert codes(armed(*places, max=1)) == ["note_condition"]
    assert codes(armed(*places, excludes=["general"])) == ["note_condition"]


@pytest.mark.rule("BFS-29.7.6", "BFS-29.2.2")
def test_an_attached_unit_receives_the_rules_of_its_regiment() -> None:
    change = {0: (own("division", "foot", "a1"),), 1: (own("division", "foot", "a2"),)}
    special = {each.id: each.special for each in force(built(ARTILLERY, change=change), ARTILLERY).units}
    assert "Military Drill" in special["a2"]
    assert "Military Drill" not in special["a1"]


@pytest.mark.rule("BFS-29.7.5")
def test_a_vanguard_reconnoitres_with_the_units_joined_to_it() -> None:
    whole = built(ARTILLERY, change={1: (own("division", "foot", "a1"),)})
    first = whole.commands[1]
    colonel = first.units[0].model_copy(update={"options": ("test.one.vanguard",)})
    vanguard = first.model_copy(update={"units": (colonel, *first.units[1:])})
    commands = (whole.commands[0], vanguard, whole.commands[2])
    report = check(whole.model_copy(update={"commands": commands}), ARTILLERY)
    assert (codes(report), report.derived["vanguard_rp"]) == ([], {"c1-2": 6})


@pytest.mark.rule("BFS-29.10.2", "BFS-25.5.1")
@pytest.mark.parametrize(("guns", "crews", "found"), [
    (1, 1, []), (2, 1, []), (2, 2, ["too_many_crews"]), (3, 2, []), (4, 2, []), (4, 3, ["too_many_crews"]),
    (5, 3, []),
])  # fmt: skip
def test_an_additional_crew_for_each_started_pair_of_medium_guns(
    guns: int, crews: int, found: list[str]
) -> None:
    sizes = [min(guns, 4), max(0, guns - 4)]
    units = tuple(own("division", "guns", f"g{i}", bases=size) for i, size in enumerate(sizes) if size)
    crew = tuple(own("division", "crew", f"k{i}") for i in range(crews))
    report = judged(ARTILLERY, change={0: (*units, *crew)})
    assert codes(report) == found
    assert report.total == 1 + 6 + 2 * len(units)  # a crew never costs FSP


@pytest.mark.rule("BFS-29.10.2")
def test_an_additional_crew_has_no_price() -> None:
    crew = {"id": "crew", "kind": "unit", "unit": "guns", "bases": 1, "role": "crew", "fsp": 1}
    with pytest.raises(FaultyBookError, match=r"card\[0\].additional\[0\].fsp: .*never costs"):
        book(division("one", additional=[crew]), regiment("one"))


@pytest.mark.rule("BFS-29.10.1", "BFS-24.5.1")
@pytest.mark.parametrize(("trains", "found"), [(2, []), (3, ["too_many_wagon_trains"])])
def test_as_many_wagon_trains_as_regiments(trains: int, found: list[str]) -> None:
    wagons = [{"id": "train", "kind": "unit", "unit": "wagons", "optional": 4, "fsp": 1, "max": 3}]
    army = book(
        division("one", "two", additional=wagons, additional_units=3), regiment("one"), regiment("two")
    )
    units = tuple(own("division", "train", f"w{i}") for i in range(trains))
    assert codes(judged(army, change={0: units})) == found


# ---------------------------------------------------------------------------- portable obstacles


FOOT = book(division(*("foot",) * 4), regiment("foot", foot=1))


def equipped(number: int, option: str = "with-kobylica", bases: int = 0, of: BfsBook = FOOT) -> Report:
    """Regiments with a company of foot each (four of them), of which the first ones carry something."""
    whole = built(of)
    commands: list[ListCommand] = [whole.commands[0]]
    for place, one in enumerate(whole.commands[1:]):
        *others, foot = one.units
        options = (f"test.foot.{option}",) if place < number else ()
        carried = foot.model_copy(update={"options": options, "bases": bases})
        commands.append(one.model_copy(update={"units": (*others, carried)}))
    return check(whole.model_copy(update={"commands": tuple(commands)}), of)


@pytest.mark.rule("BFS-29.9.2", "BFS-28.1.3", "BFS-28.1.1")
@pytest.mark.example("BFS-X10")
def test_as_many_regiments_without_obstacles_as_with_them() -> None:
    case = example("BFS-X10", BFS)
    number = case["given"]["infantry_regiments_with_kobylicas"]
    assert 4 - number == case["expect"]["infantry_regiments_without_needed_at_least"]
    assert codes(equipped(number)) == []
    assert codes(equipped(number + 1)) == ["division_obstacle_share"]
    three = book(division(*("foot",) * 3), regiment("foot", foot=1))
    assert codes(equipped(1, of=three)) == []
    assert codes(equipped(2, of=three)) == ["division_obstacle_share"]
    [fault] = equipped(2, of=three).violations
    assert fault.message == "Kobylicas: 3 regiments can carry them, 2 have them: only half may."
    assert fault.cure == "Leave them at 1, or add a regiment that can carry them and has none."
    [alone] = equipped(1, of=book(division("foot"), regiment("foot", foot=1))).violations
    assert alone.cure == "Remove them, or add a regiment that can carry them and has none."


@pytest.mark.rule("BFS-29.9.2")
def test_caltrops_are_for_one_regiment_and_four_bases() -> None:
    assert codes(equipped(1, "with-caltrops-2")) == []
    assert codes(equipped(2, "with-caltrops-1")) == ["division_obstacle_share"] * 2
    large = book(division("big", "big"), regiment("big", foot=2))
    companies = [unit_ for unit_ in built(large).commands[1].units if unit_.entry.endswith(".foot")]
    for bases, found in ((2, []), (4, ["division_obstacle_share"])):
        army = built(large)
        with_them = [
            each.model_copy(update={"options": ("test.big.with-caltrops-1",), "bases": bases})
            if each in companies else each for each in army.commands[1].units
        ]  # fmt: skip
        one = army.commands[1].model_copy(update={"units": tuple(with_them)})
        army = army.model_copy(update={"commands": (army.commands[0], one, army.commands[2])})
        assert [each for each in codes(check(army, large)) if each != "bases_out_of_range"] == found


@pytest.mark.rule("BFS-29.9.2", "BFS-28.1.3")
@pytest.mark.parametrize(("command_", "found"), [(0, ["division_obstacle_share"]), (1, [])])
def test_portable_obstacles_belong_to_regiments(command_: int, found: list[str]) -> None:
    extra = {"id": "extra", "kind": "unit", "unit": "foot", "optional": 4, "fsp": 1}
    army = book(division(*("foot",) * 2, additional=[extra]), regiment("foot", foot=1))
    unit_ = own("division", "extra", "x1", "with-kobylica")
    assert codes(judged(army, change={command_: (unit_,)})) == found


@pytest.mark.rule("BFS-29.9.3", "BFS-28.2.1", "BFS-28.3.1", "BFS-28.4.1")
@pytest.mark.parametrize(("what", "number", "fsp"), [
    ("kobylica", 1, 1), ("kobylica", 4, 1), ("kobylica", 5, 2), ("caltrops", 1, 1), ("caltrops", 2, 1),
    ("caltrops", 3, 2), ("chevaux_de_frise", 3, 1), ("chevaux_de_frise", 4, 2), ("chevaux_de_frise", 6, 2),
])  # fmt: skip
def test_every_started_group_of_elements_costs_a_point(what: str, number: int, fsp: int) -> None:
    assert elements_fsp(what, number)[1] == fsp


@pytest.mark.rule("BFS-29.9.3")
def test_elements_are_paid_for_the_army_as_a_whole() -> None:
    plain = equipped(0).total
    assert equipped(2).total == plain + 2
    assert equipped(2, "with-chevaux-de-frise-1").total == plain + 1  # 2 elements, one started group of 3
    assert equipped(2).derived["obstacles"] == {"kobylica": 8}


@pytest.mark.rule("BFS-29.9.4")
@pytest.mark.parametrize(("option", "legal"), [
    ("with-chevaux-de-frise-4", True), ("with-caltrops-2", True), ("with-chevaux-de-frise-5", False),
    ("with-caltrops-3", False),
])  # fmt: skip
def test_a_unit_carries_no_more_than_its_bases_allow(option: str, legal: bool) -> None:
    assert equipped(1, option).legal is legal


@pytest.mark.rule("BFS-29.9.4")
def test_a_smaller_unit_carries_fewer_elements() -> None:
    report = equipped(1, "with-chevaux-de-frise-4", bases=3)
    assert "too_many_elements" in codes(report)


# ---------------------------------------------------------------------------- those that ship


@pytest.mark.parametrize(
    "key", [key for key, each in sorted(books().items()) if "division" in str(each.entries)]
)
def test_a_shipped_division_has_three_regiments(key: str) -> None:
    for card in books()[key].document.card:
        if card.kind == "division":
            assert sum(row.count for row in card.regiment) == 3


@given(legal_forces(kinds=("division",)))
def test_the_strength_of_a_division_is_that_of_its_parts(army: ArmyList) -> None:
    found = force(army)
    report = check(army)
    own_lines = sum(line.points for line in report.lines if line.path.startswith("commands[0]"))
    rest = sum(line.points for line in report.lines if line.path == "commands")
    attached = found.fsp - own_lines - rest - sum(each.fsp for each in found.regiments)
    assert attached >= 0
    assert bool(attached) <= any(each.attached for each in found.units)
    for each in found.regiments:
        bases = sum(unit.bases for unit in found.units if unit.regiment == each.id and not unit.attached)
        assert each.bases == bases
        assert each.motivation_level == motivation_level(bases, each.motivation_percent)
