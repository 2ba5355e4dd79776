"""Army lists as plain text: what is written is read back, and what people post is read too."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.baroque.armies import books, sample_lists
from rulesets.contract.documents import from_text, parse_list, to_text
from rulesets.engine.lists import ArmyList, ListError
from tests.kit.lists import lists, plain

HEAD = "System: baroque\nBook: tyw-swedish\n"


def without_ids(army: ArmyList) -> dict[str, object]:
    document = army.to_json()
    for command in document["commands"]:
        del command["id"]
        for unit in command["units"]:
            del unit["id"]
    return document


def entries(text: str) -> list[str]:
    return [unit.entry for unit in from_text(text).units()]


def faults(text: str) -> list[str]:
    with pytest.raises(ListError) as error:
        from_text(text)
    return [str(fault) for fault in error.value.faults]


@given(army=lists())
def test_text_carries_everything_but_the_ids(army: ArmyList):
    back = from_text(to_text(army, books()[army.book]))
    assert without_ids(back) == without_ids(army)


@pytest.mark.parametrize("name", sample_lists())
def test_the_samples_come_back_from_text(name: str):
    army = sample_lists()[name]
    assert from_text(to_text(army, books()[army.book])) == army


def test_what_no_book_knows_survives_as_its_id():
    doc = plain()
    doc["commands"][0]["units"][0] |= {"entry": "polish.elephants", "options": ["polish.option.howdah"]}
    army = parse_list(doc)
    text = to_text(army, books()["polish"])
    assert "[polish.elephants], [polish.option.howdah]" in text
    assert without_ids(from_text(text)) == without_ids(army)


def test_one_line_is_one_unit_with_options_name_and_points():
    text = to_text(sample_lists()["swedish-cavalry-army"], books()["tyw-swedish"])
    assert 'Command "Right wing": Expert Leader "Torstensson", commander-in-chief\n' in text
    assert "Finnish Hakkapelitta, Feared Unit: 58 points\n" in text
    assert "Command structure: good\nExploration dice: 5\nFortified baggage: no\n" in text


@pytest.mark.parametrize(
    "line",
    [
        "Swedish Foot", "swedish FOOT", "- Swedish Foot", "* Swedish Foot", "Swedish Foot: 64 points",
        "Swedish Foot - 64 pts", "Swedish Foot 64", "1x Swedish Foot", " tyw-swedish.swedish-foot ",
    ],
)  # fmt: skip
def test_a_unit_is_read_however_it_is_posted(line: str):
    assert entries(HEAD + line) == ["tyw-swedish.swedish-foot"]


@pytest.mark.parametrize("count", ["2x ", "2 x ", "2× ", "2 ", "- 2x ", "2X"])
def test_a_count_before_a_unit_repeats_it(count: str):
    army = from_text(f"{HEAD}{count}Dragoons")
    assert [unit.entry for unit in army.units()] == ["tyw-swedish.dragoons"] * 2
    assert len({unit.id for unit in army.units()}) == 2


@pytest.mark.parametrize(
    "options", [", Iron Officers, regimental artillery", " with Iron Officers + Regimental Artillery"]
)
def test_options_follow_a_comma_or_a_word(options: str):
    unit = next(from_text(f'{HEAD}Swedish Foot{options} "Blue": 73 points').units())
    assert unit.options == ("tyw-swedish.option.iron-officers", "tyw-swedish.option.regimental-artillery")
    assert unit.name == "Blue"


@pytest.mark.parametrize(
    ("line", "level", "name", "chief"),
    [
        ('Command "Left": Expert Leader "Horn", commander-in-chief', "expert", "Horn", True),
        ("command Left: expert, C-in-C", "expert", "", True),
        ("Command Left: POOR", "poor", "", False),
        ('Command Left: reliable leader "The C-in-C, so called"', "reliable", "The C-in-C, so called", False),
    ],
)
def test_a_command_and_its_leader_are_one_line(line: str, level: str, name: str, chief: bool):
    (command,) = from_text(f"{HEAD}{line}\nDragoons").commands
    assert command.name == "Left"
    assert command.leader is not None
    assert (command.leader.level, command.leader.name, command.leader.commander_in_chief) == (
        level,
        name,
        chief,
    )
    assert len(command.units) == 1


def test_a_command_may_have_no_leader_and_units_no_command():
    army = from_text(f"{HEAD}Dragoons\nCommand: no leader\nCommand Right")
    assert [(command.name, command.leader, len(command.units)) for command in army.commands] == [
        ("", None, 1), ("", None, 0), ("Right", None, 0)
    ]  # fmt: skip


def test_the_book_may_be_given_by_name_and_the_system_by_the_reader():
    assert from_text("book: POLISH-Lithuanian", "baroque").book == "polish"


def test_heads_extras_totals_and_comments():
    army = from_text(
        HEAD + "# a comment\nName: Royal Army\nPlayer: Anna\nPoints: 500 points\nExploration dice: 4\n"
        "Camp followers: YES\nCommand structure: Good\n===\nTotal: 12 points\nNotes:\n> one\n>\n> two\r\n"
    )
    assert (army.name, army.player, army.points, army.notes) == ("Royal Army", "Anna", 500, "one\n\ntwo")
    assert army.extras == {
        "command_structure": "good", "exploration_dice": 4, "fortified_baggage": False,
        "camp_followers": True, "rolls_of_destiny": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Hakapelita", "line 3: the book has no unit 'Hakapelita'; nearest: Finnish Hakkapelitta"),
        ("Reiters", "line 3: 'Reiters' is not unique: write Reiters (RE) or Reiters (TR)"),
        ("Dragoons, Lances", "line 3: the unit has no option 'Lances'; it may take: none"),
        (
            "Swedish Foot, Iron Oficers",
            "line 3: the unit has no option 'Iron Oficers'; nearest: Iron Officers",
        ),
        ("Command Left: relaible", "line 3: no leader is called 'relaible'; nearest: reliable"),
        ('Dragoons "Butler', "line 3: a quotation mark is not closed"),
        ("Points: many", "line 3: Points must be a whole number, not 'many'"),
        ("Exploration dice: some", "line 3: Exploration dice must be a whole number, not 'some'"),
        ("Camp followers: perhaps", "line 3: Camp followers must be yes or no, not 'perhaps'"),
        ("Command structure: superb", "line 3: Command structure must be poor, average, good, not 'superb'"),
        ("xyzzy", "line 3: the book has no unit 'xyzzy'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_what_comes_near(line: str, words: str):
    assert faults(HEAD + line) == [words]


def test_all_unreadable_lines_are_told_at_once():
    assert len(faults(HEAD + "Fot\nFoo\nBar: 3")) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: the text names no rule system: add a line “System: …”"),
        ("System: chess", "system: 'chess' is not a rule system known here"),
        ("System: baroque", "line 1: the text names no army book: add a line “Book: …”"),
        (
            "System: baroque\nBook: Polsh",
            "line 2: no army book is called 'polsh'; nearest: polish, polish-lithuanian",
        ),
    ],
)
def test_the_system_and_the_book_must_be_known(text: str, words: str):
    assert faults(text) == [words]


def test_absurd_counts_and_sizes_are_refused():
    assert "holds more than 200" in faults(f"{HEAD}999999999999x Dragoons")[0]
    assert "is larger than 1 MB" in faults("x" * 1_000_001)[0]


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str):
    with suppress(ListError):
        army = from_text(HEAD + text)
        assert without_ids(from_text(to_text(army, books()[army.book]))) == without_ids(army)


# ---------------------------------------------------------------------------- cards and bases

FORCE = "System: by_fire_and_sword\nBook: cossack\nCommand: card skirmish-1648-76\n"


def test_cards_and_bases_are_read():
    army = from_text(FORCE + "- Colonel (core), 3 command points\n2x sotnia of moloitsy (level 5), 4 Bases\n")
    assert army.commands[0].card == "skirmish-1648-76"
    assert [unit.bases for unit in army.units()] == [0, 4, 4]
    assert army.commands[0].units[0].options == ("cossack.skirmish-1648-76.three-points",)
    assert army.points == 0


def test_bases_are_no_words_of_a_system_without_them():
    [fault] = faults(HEAD + "Swedish Foot, 3 bases")
    assert fault.startswith("line 3: the unit has no option '3 bases'")


def test_a_card_that_is_not_named_as_one_is_a_fault():
    [fault] = faults(FORCE.replace("card skirmish", "the skirmish"))
    assert fault == "line 3: 'the skirmish-1648-76' is not a card: write “card” and its id"


def test_a_label_may_hold_the_word_with():
    lines = "System: by_fire_and_sword\nBook: polish\nCommand: card tatars\n"
    army = from_text(lines + "Elite pancerni with spears (Polish force with Tatars level 8), 3 bases\n")
    assert [(unit.entry, unit.bases) for unit in army.units()] == [("polish.tatars.elite", 3)]


def test_a_text_without_a_system_is_read_by_the_first_that_has_its_book():
    systems = ("baroque", "by_fire_and_sword")
    assert from_text("Book: Zaporozhian Cossacks\n", *systems).system == "by_fire_and_sword"
    assert from_text("Book: polish\n", *systems).system == "baroque"
    with pytest.raises(ListError, match="nearest: zaporozhian cossacks"):
        from_text("Book: Zaporozhian Cosacks\n", *systems)
