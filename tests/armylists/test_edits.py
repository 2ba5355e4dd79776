"""Edits: pure functions from a list to a list."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armylists import edits
from armylists.edits import EditError
from rulesets.baroque.armies import books, check, sample_lists
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList

ARMY = sample_lists()["royalist-oxford-army"]
FIRST, SECOND = ARMY.commands[0], ARMY.commands[1]
UNIT = FIRST.units[0]


def ids(army: ArmyList) -> list[list[str]]:
    return [[unit.id for unit in command.units] for command in army.commands]


def test_an_added_unit_stands_at_the_end_of_the_command_asked_for() -> None:
    done = edits.add_unit("ecw-royalist.foot", FIRST.id)(ARMY, 7)
    assert done.army.commands[0].units[-1].entry == "ecw-royalist.foot"
    assert done.touched == "u7"
    assert done.summary == "Added Foot (B) to Right wing"


def test_a_unit_added_to_an_empty_list_brings_its_command_along() -> None:
    bare = ARMY.model_copy(update={"commands": ()})
    army = edits.add_unit("ecw-royalist.foot")(bare, 2).army
    assert len(army.commands) == 1
    assert [unit.entry for unit in army.units()] == ["ecw-royalist.foot"]


def test_an_entry_that_the_book_lacks_is_refused() -> None:
    with pytest.raises(EditError, match="no entry"):
        edits.add_unit("polish.hussars")(ARMY, 2)


def test_a_command_takes_any_name_until_the_list_is_read() -> None:
    """What is too long is said at its field by who saves the list, as for every other name."""
    done = edits.add_command("a" * 500)(ARMY, 7)
    assert done.army.commands[-1].name == "a" * 500


def test_new_parts_never_take_an_id_that_is_in_use() -> None:
    twice = edits.add_unit(UNIT.entry)(edits.add_unit(UNIT.entry)(ARMY, 5).army, 5).army
    assert {"u5", "u6"} <= {unit.id for unit in twice.units()}


def test_a_copy_stands_next_to_its_original_with_the_same_options() -> None:
    done = edits.copy_unit(UNIT.id)(ARMY, 3)
    first, copy = done.army.commands[0].units[:2]
    assert (first, copy.entry, copy.options) == (UNIT, UNIT.entry, UNIT.options)
    assert copy.id != UNIT.id


def test_removing_what_was_added_gives_the_list_back() -> None:
    done = edits.add_unit(UNIT.entry, FIRST.id)(ARMY, 9)
    assert edits.remove_unit(done.touched)(done.army, 10).army == ARMY


def test_a_unit_moves_to_the_end_of_another_command() -> None:
    army = edits.move_unit(UNIT.id, SECOND.id)(ARMY, 2).army
    assert UNIT.id not in ids(army)[0]
    assert ids(army)[1][-1] == UNIT.id


@pytest.mark.parametrize(("by", "place"), [(1, 2), (9, 2), (-1, 0)])
def test_a_unit_is_shifted_within_its_command_and_stops_at_its_ends(by: int, place: int) -> None:
    army = edits.shift_unit(UNIT.id, by)(ARMY, 2).army
    assert ids(army)[0].index(UNIT.id) == place
    assert sorted(ids(army)[0]) == sorted(ids(ARMY)[0])


def test_a_name_loses_its_surplus_blanks() -> None:
    army = edits.rename_unit(UNIT.id, "  Prince   Rupert’s\tHorse ")(ARMY, 2).army
    assert next(army.units()).name == "Prince Rupert’s Horse"


def test_an_option_is_taken_and_put_off_again() -> None:
    option = "ecw-royalist.option.feared-hrh"
    plain = edits.toggle_option(UNIT.id, option)(ARMY, 2)
    assert (next(ARMY.units()).options, next(plain.army.units()).options) == ((option,), ())
    assert plain.summary.endswith("removed Feared Unit")
    assert edits.toggle_option(UNIT.id, option)(plain.army, 3).army == ARMY


def test_an_option_of_another_unit_cannot_be_taken_but_can_be_put_off() -> None:
    gun = "ecw-royalist.option.master-gunner"
    with pytest.raises(EditError, match="has no option"):
        edits.toggle_option(UNIT.id, gun)(ARMY, 2)
    odd = UNIT.model_copy(update={"options": (gun,)})
    first = FIRST.model_copy(update={"units": (odd, *FIRST.units[1:])})
    army = ARMY.model_copy(update={"commands": (first, *ARMY.commands[1:])})
    assert next(edits.toggle_option(UNIT.id, gun)(army, 2).army.units()).options == ()


def test_the_units_of_a_removed_command_join_its_neighbour() -> None:
    army = edits.remove_command(SECOND.id)(ARMY, 2).army
    assert ids(army)[0] == ids(ARMY)[0] + ids(ARMY)[1]


def test_the_only_command_is_not_removed_with_its_units() -> None:
    army = ARMY.model_copy(update={"commands": (FIRST,)})
    with pytest.raises(EditError, match="only command"):
        edits.remove_command(FIRST.id)(army, 2)


def test_commands_change_places() -> None:
    army = edits.shift_command(SECOND.id, -1)(ARMY, 2).army
    assert [command.id for command in army.commands][:2] == [SECOND.id, FIRST.id]


def test_a_leader_keeps_name_and_rank_when_his_level_changes() -> None:
    army = edits.set_leader(FIRST.id, "poor")(ARMY, 2).army
    assert FIRST.leader is not None
    assert army.commands[0].leader == FIRST.leader.model_copy(update={"level": "poor"})


def test_a_dismissed_leader_is_gone_and_cannot_be_made_chief() -> None:
    army = edits.set_leader(SECOND.id, "")(ARMY, 2).army
    assert army.commands[1].leader is None
    with pytest.raises(EditError, match="has no leader"):
        edits.make_chief(SECOND.id)(army, 3)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(EditError, match="There is no level"):
        edits.set_leader(FIRST.id, "godlike")(ARMY, 2)


def test_only_one_leader_is_commander_in_chief() -> None:
    army = edits.make_chief(SECOND.id)(ARMY, 2).army
    assert [c.leader.commander_in_chief for c in army.commands if c.leader] == [False, True, False]


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("exploration_dice", True, "must be a whole number"),
        ("exploration_dice", -1, "must be 0 to 1000"),
        ("command_structure", "splendid", "must be one of"),
        ("cannon_fodder", 1, "cannot buy"),
    ],
)
def test_an_extra_that_cannot_be_is_refused(key: str, value: bool | int | str, words: str) -> None:
    with pytest.raises(EditError, match=words):
        edits.set_extra(key, value)(ARMY, 2)


def test_several_edits_at_once_tell_only_what_they_changed() -> None:
    done = edits.all_of(edits.rename_command(FIRST.id, FIRST.name), edits.set_leader(FIRST.id, "poor"))(
        ARMY, 2
    )
    assert done.summary == "Right wing: Poor Leader"
    nothing = edits.all_of(edits.rename_command(FIRST.id, FIRST.name))(ARMY, 2)
    assert (nothing.army, nothing.summary) == (ARMY, "Nothing changed")


def test_a_part_that_is_gone_is_told_so() -> None:
    for edit in (edits.remove_unit("nobody"), edits.move_unit(UNIT.id, "nowhere"), edits.make_chief("x")):
        with pytest.raises(EditError, match="no longer"):
            edit(ARMY, 2)


# ------------------------------------------------------------------------------------------------ laws

BOOK = books()[ARMY.book]
UNITS = st.sampled_from([unit.id for unit in ARMY.units()] + ["u2", "u3", "u4"])
COMMANDS = st.sampled_from([command.id for command in ARMY.commands] + ["c5"])
STEPS: st.SearchStrategy[Callable[[], edits.Edit]] = st.one_of(
    st.builds(edits.add_unit, st.sampled_from(sorted(BOOK.entry_by_id)), COMMANDS),
    st.builds(edits.copy_unit, UNITS),
    st.builds(edits.remove_unit, UNITS),
    st.builds(edits.move_unit, UNITS, COMMANDS),
    st.builds(edits.shift_unit, UNITS, st.integers(-20, 20)),
    st.builds(edits.rename_unit, UNITS, st.text("abc <>&\"'\u2028ö\u00ad", max_size=40)),
    st.builds(edits.toggle_option, UNITS, st.sampled_from(sorted(BOOK.option_by_id))),
    st.builds(edits.add_command, st.text("ab c", max_size=20)),
    st.builds(edits.remove_command, COMMANDS),
    st.builds(edits.shift_command, COMMANDS, st.integers(-5, 5)),
    st.builds(edits.set_leader, COMMANDS, st.sampled_from(["", "poor", "expert", "charismatic"])),
    st.builds(edits.name_leader, COMMANDS, st.text("ab c", max_size=20)),
    st.builds(edits.make_chief, COMMANDS),
    st.builds(edits.set_extra, st.just("exploration_dice"), st.integers(-2, 20)),
)


@given(st.lists(STEPS, max_size=25))
def test_any_sequence_of_edits_leaves_a_list_that_can_be_read_and_judged(steps: list[edits.Edit]) -> None:
    army = ARMY
    for number, step in enumerate(steps, 2):
        try:
            done = step(army, number)
        except EditError:
            continue
        assert done.summary
        army = done.army
    assert parse_list(army.to_json()) == army
    report = check(army)
    assert report.total == sum(line.points for line in report.lines)


@given(st.lists(STEPS, max_size=15))
def test_ids_are_never_given_twice(steps: list[edits.Edit]) -> None:
    army = ARMY
    for number, step in enumerate(steps, 2):
        try:
            army = step(army, number).army
        except EditError:
            continue
        found = [part for command in army.commands for part in (command.id, *(u.id for u in command.units))]
        assert len(found) == len(set(found))
