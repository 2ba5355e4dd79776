"""Ten lists as people post them are imported; what is not understood is asked, line by line."""

from pathlib import Path

import pytest
from django.test import Client

from armylists.models import ArmyList
from rulesets.contract.documents import check_list, from_post, from_text
from rulesets.engine.lists import decided

UPLOAD = "/lists/upload/"
POSTED = {path.name[:2]: path for path in sorted((Path(__file__).parent / "posted").iterdir())}
UNDERSTOOD = {
    "01": ("ecw-royalist", 13, 3, 0),
    "02": ("tyw-swedish", 10, 3, 0),
    "03": ("tyw-catholic", 11, 3, 2),
    "04": ("polish", 7, 2, 0),
    "05": ("ottoman", 12, 3, 0),
    "06": ("muscovite", 13, 1, 0),
    "07": ("polish", 3, 1, 1),
    "08": ("huguenot", 16, 3, 0),
    "09": ("ecw-parliament", 7, 2, 1),
    "10": ("swedish", 14, 3, 0),
}
"""By list: its book, the units and commands that are understood, the lines that are asked."""


def post(number: str) -> str:
    return POSTED[number].read_text("utf-8")


def test_there_are_ten_lists() -> None:
    assert sorted(POSTED) == sorted(UNDERSTOOD)
    assert len(POSTED) == 10


@pytest.mark.parametrize("number", sorted(UNDERSTOOD))
def test_a_posted_list_is_understood(number: str) -> None:
    posted = from_post(post(number))
    army = from_text(posted.text)
    shown = (army.book, sum(1 for _ in army.units()), len(army.commands), len(posted.leftovers))
    assert shown == UNDERSTOOD[number], posted


@pytest.mark.parametrize("number", sorted(UNDERSTOOD))
def test_a_posted_list_is_imported_with_its_open_lines_skipped(as_alice: Client, number: str) -> None:
    answer = as_alice.post(UPLOAD, {"text": post(number)})
    if answer.status_code == 200:
        left = answer.context["posted"].leftovers
        sent = {
            "decide": "1",
            "text": post(number),
            "line": [each.line for each in left],
            "was": [each.text for each in left],
            **{f"choice-{place}": f"={each.skipped}" for place, each in enumerate(left)},
        }
        answer = as_alice.post(UPLOAD, sent)
    assert answer.status_code == 302
    book, units, _, _ = UNDERSTOOD[number]
    army = ArmyList.objects.get().army
    assert army.book == book
    assert len(list(army.units())) >= units


def test_heads_counts_and_leaders_are_read() -> None:
    army = from_text(from_post(post("01")).text)
    right, centre, left = army.commands
    assert (army.name, army.points) == ("ECW Royalists", 600)
    assert [command.name for command in army.commands] == ["Right Wing", "Centre", "Left wing"]
    assert right.leader is not None
    assert (right.leader.level, right.leader.name, right.leader.commander_in_chief) == (
        "expert",
        "Prince Rupert",
        True,
    )
    assert [unit.entry.rpartition(".")[2] for unit in right.units].count("cavaliers-ga") == 2
    assert [len(command.units) for command in (right, centre, left)] == [4, 6, 3]
    assert left.leader is not None
    assert left.leader.name == "Wilmot"


CHANGES = [
    ("Husars x2", ["polish.hussars"] * 2),
    ("2× Hussars", ["polish.hussars"] * 2),
    ("x2 hussars @ 53", ["polish.hussars"] * 2),
    ("Hussars 2x", ["polish.hussars"] * 2),
    ("Hussars 2x @ 53 pts", ["polish.hussars"] * 2),
    ("Hussars (2)", ["polish.hussars"] * 2),
    ("two units of Hussars, 106 pts", ["polish.hussars"] * 2),
    ("• 1 Noble levy?", None),
    ("Nob lev", ["polish.noble-levies"]),
    ("Hussars w/ Feared", ["polish.hussars"]),
]


@pytest.mark.parametrize(("line", "entries"), CHANGES)
def test_a_line_is_read_as_it_is_meant(line: str, entries: list[str] | None) -> None:
    posted = from_post(f"Book: Polish-Lithuanian\nSystem: baroque\nRight wing\n{line}\n")
    army = from_text(posted.text)
    found = [unit.entry for unit in army.units()]
    if entries is None:
        assert found or posted.leftovers
    else:
        assert (found, posted.leftovers) == (entries, ())


def test_what_is_asked_comes_with_what_it_may_mean_and_is_decided() -> None:
    text = (
        "Book: Polish-Lithuanian\nSystem: baroque\nRight wing\nFoot x2\nHussars, Elephants\nJunk of all sorts"
    )
    foot, option, junk = from_post(text).leftovers
    assert [choice.words for choice in foot.choices] == ["Foot (SM-2)", "Foot (SM-1)"]
    assert option.skipped == "Hussars"
    assert "Elephants" in option.problem
    assert junk.skipped == ""
    answers = [
        (foot.line, foot.text, foot.choices[1].text),
        (option.line, option.text, option.skipped),
        (junk.line, junk.text, "3 Haiduks"),
    ]
    posted = from_post(decided(text, answers))
    assert posted.leftovers == ()
    entries = [unit.entry for unit in from_text(posted.text).units()]
    assert (len(entries), entries.count("polish.haiduks")) == (6, 3)


def test_a_list_without_a_book_is_asked_for_it_first(as_alice: Client) -> None:
    text = "Right wing\n2 Hussars\n2 Haiduks\n"
    answer = as_alice.post(UPLOAD, {"text": text})
    (left,) = answer.context["posted"].leftovers
    assert left.line == 0
    assert "Polish-Lithuanian (Baroque)" in [choice.words for choice in left.choices]
    sent = {"decide": "1", "text": text, "line": "0", "was": "", "choice-0": f"={left.choices[0].text}"}
    assert as_alice.post(UPLOAD, sent).status_code == 302
    assert ArmyList.objects.get().book == "polish"


def test_an_open_line_is_written_anew_on_the_page(as_alice: Client) -> None:
    text = "Book: polish\nSystem: baroque\nRight wing\nWinged things\n<b>x</b> y z q\n"
    page = as_alice.post(UPLOAD, {"text": text})
    assert b"<b>x" not in page.content
    left = page.context["posted"].leftovers
    sent = {
        "decide": "1",
        "text": text,
        "line": [each.line for each in left],
        "was": [each.text for each in left],
        "choice-0": "edit",
        "edit-0": "4 Hussars",
        **{f"choice-{place}": "=" for place in range(1, len(left))},
    }
    assert as_alice.post(UPLOAD, sent).status_code == 302
    assert [unit.entry for unit in ArmyList.objects.get().army.units()] == ["polish.hussars"] * 4


def test_a_correction_counts_without_its_answer_chosen(as_alice: Client) -> None:
    text = "Book: polish\nSystem: baroque\nRight wing\n3 elephants"
    sent = {"decide": "1", "text": text, "line": "4", "was": "3 elephants", "edit-0": "3 Hussars"}
    assert as_alice.post(UPLOAD, sent).status_code == 302
    assert [unit.entry for unit in ArmyList.objects.get().army.units()] == ["polish.hussars"] * 3


def test_a_word_that_opens_a_command_needs_no_colon() -> None:
    army = from_text(from_post("Outpost\nGood leader\nHorse", "snaphance", book="swedish").text)
    assert [(each.name, len(each.units)) for each in army.commands] == [("Outpost", 1)]


@pytest.mark.parametrize("line", ["Colonel", "Field Marshal Torstensson", "Commander: Colonel"])
def test_a_rank_is_who_leads(line: str) -> None:
    text = f"Left wing\n{line}\nHorse"
    (asked,) = from_post(text, "snaphance", book="swedish").leftovers
    assert asked.problem == "Which leader is it?"
    answered = from_post(decided(text, [(2, asked.text, asked.choices[1].text)]), "snaphance", book="swedish")
    assert answered.leftovers == ()
    leader = from_text(answered.text).commands[0].leader
    assert leader is not None
    assert (leader.level, leader.name) == ("good", line.removeprefix("Commander: "))


def test_who_commands_a_card_is_its_unit() -> None:
    text = "Swedish detachment\nCOMMANDER: Colonel\nReiters"
    posted = from_post(text, "by_fire_and_sword", book="swedish")
    assert posted.leftovers == ()
    first, _ = from_text(posted.text).units()
    assert first.entry == "swedish.detachment-1655-60.colonel"


def test_a_line_that_no_list_knows_may_be_a_heading_or_who_leads() -> None:
    text = "Left wing\nHorse\nThe forlorn\nBlack Tom\nHorse"
    heading, leader = from_post(text, "snaphance", book="swedish").leftovers
    offered = {choice.words: choice.text for choice in heading.choices}
    then = decided(
        text,
        [
            (3, heading.text, offered["This is the heading of a command"]),
            (4, leader.text, {each.words: each.text for each in leader.choices}["This is who leads"]),
        ],
    )
    (asked,) = from_post(then, "snaphance", book="swedish").leftovers
    posted = from_post(decided(then, [(4, asked.text, asked.choices[0].text)]), "snaphance", book="swedish")
    left, forlorn = from_text(posted.text).commands
    assert forlorn.leader is not None
    assert (left.name, left.leader, forlorn.name, forlorn.leader.name) == (
        "Left wing",
        None,
        "The forlorn",
        "Black Tom",
    )


def test_a_unit_that_is_called_otherwise_is_named(as_alice: Client) -> None:
    text = "My Swedes for Saturday, 600 pts (Baroque)\nRight wing\n1x Cuirassiers\n2 Reiters (TR)\nDragoon"
    posted = from_post(text, "baroque", book="tyw-swedish")
    assert from_text(posted.text).name == "My Swedes for Saturday (Baroque)"
    assert [(each.line, each.text, each.unit) for each in posted.readings] == [
        (3, "Cuirassiers", "Livonian Cuirassiers")
    ]
    said = "Line 3: “Cuirassiers” read as Livonian Cuirassiers"
    imported = as_alice.post(UPLOAD, {"text": text, "book": "baroque/tyw-swedish"}, follow=True)
    assert said in imported.content.decode()
    asked = as_alice.post(UPLOAD, {"text": f"{text}\n3 elephants", "book": "baroque/tyw-swedish"})
    assert said in asked.content.decode()


@pytest.mark.parametrize(
    "title", ["Swedes, 600 pts", "600 pts - Swedes", "Swedes (600 points)", "Swedes 600pts:"]
)
def test_a_title_without_its_points_is_whole(title: str) -> None:
    posted = from_post(f"{title}\nRight wing\nDragoons", "baroque", book="tyw-swedish")
    assert from_text(posted.text).name == "Swedes"


MEANT = [
    ("tyw-swedish", "2 med guns", 2, "Artillery (medium cannon)"),
    ("tyw-swedish", "Cav x2", 2, "Latta Ryttare and German Veterans"),
    ("tyw-swedish", "inf", 1, "Swedish Foot"),
    ("tyw-catholic", "Commanded shot", 1, "Musketeers"),
]


@pytest.mark.parametrize(("book", "line", "count", "label"), MEANT)
def test_an_unknown_line_is_offered_the_units_that_its_words_are_for(
    book: str, line: str, count: int, label: str
) -> None:
    (left,) = from_post(f"Right wing\n{line}\n", "baroque", book=book).leftovers
    assert label in [choice.words for choice in left.choices]
    assert left.count == count
    assert f"{count}x {label}" in [choice.text for choice in left.choices]


def test_an_unknown_line_may_be_any_unit_of_the_book(as_alice: Client) -> None:
    text = "Book: polish\nSystem: baroque\nRight wing\n3 elephants"
    page = as_alice.post(UPLOAD, {"text": text})
    assert '<option value="3x Noble levies">Noble levies</option>' in page.content.decode()
    sent = {"decide": "1", "text": text, "line": "4", "was": "3 elephants", "choice-0": "unit"}
    assert as_alice.post(UPLOAD, sent).status_code == 200, "no unit is chosen yet"
    assert as_alice.post(UPLOAD, {**sent, "unit-0": "3x Noble levies"}).status_code == 302
    assert [unit.entry for unit in ArmyList.objects.get().army.units()] == ["polish.noble-levies"] * 3


@pytest.mark.parametrize(
    "sent", [{}, {"text": ""}, {"text": "nothing that anybody knows"}, {"text": "x" * 2_000_000}]
)
def test_a_broken_decision_is_told_and_saves_nothing(as_alice: Client, sent: dict[str, str]) -> None:
    answer = as_alice.post(UPLOAD, {"decide": "1", "line": "x", "was": "y", **sent})
    assert answer.status_code == 400
    assert not ArmyList.objects.exists()


def swedes() -> str:
    """A post whose heading names another system's book, with units and spelling of Baroque's Swedes."""
    return (Path(__file__).parent / "my-swedes.txt").read_text("utf-8")


def test_the_units_decide_the_book_not_the_heading() -> None:
    posted = from_post(swedes())
    assert (posted.system, posted.book) == ("baroque", "tyw-swedish")
    assert (posted.system_name, posted.book_name) == ("Baroque", "Thirty Years’ War Swedish")
    army = from_text(posted.text)
    assert (army.name, army.points) == ("My Swedes (TYW)", 600)
    names = [[unit.entry.rpartition(".")[2] for unit in command.units] for command in army.commands]
    assert names == [
        ["reiters-tr", "reiters-tr", "livonian-cuirassiers"],
        ["swedish-foot", "swedish-foot", "swedish-foot-vet", "mercenary-foot", "mercenary-foot", "art-c"],
        ["hakkapelitta", "hakkapelitta", "dragoons"],
    ]
    assert [(each.text, each.sure) for each in posted.leftovers] == [
        ("Swedish Fot", None),
        ("Comments welcome!!", ""),
    ]


def test_the_heading_breaks_a_tie() -> None:
    units = "Left wing: Reliable leader\n2 Dragoons\n"
    assert from_post(f"ECW Parliament\n{units}").book == "ecw-parliament"
    assert from_post(f"ECW Royalists\n{units}").book == "ecw-royalist"
    asked = from_post(units)
    assert (asked.book, asked.leftovers[0].line, asked.leftovers[0].sure) == ("", 0, None)


def test_an_answer_is_ticked_only_where_it_is_sure(as_alice: Client) -> None:
    text = "Book: Polish-Lithuanian\nSystem: baroque\nRight wing\n2 Hussras\n3 elephants\nSee you!\nFoot x2"
    hussars, elephants, fun, foot = from_post(text).leftovers
    assert hussars.sure == "2x Hussars"
    assert (elephants.sure, fun.sure, foot.sure) == (None, "", None)
    page = as_alice.post(UPLOAD, {"text": text}).content.decode()
    assert page.count(" checked") == 2
    assert 'value="=2x Hussars" required checked' in page


def test_the_page_names_system_and_book_and_lets_one_choose_another(as_alice: Client) -> None:
    page = as_alice.post(UPLOAD, {"text": swedes()})
    text = " ".join(page.content.decode().split())
    assert "<dt>Game system</dt><dd>Baroque</dd>" in text
    assert "<dt>Book</dt><dd>Thirty Years’ War Swedish</dd>" in text
    assert '<option value="baroque/tyw-swedish" selected>' in text
    again = as_alice.post(UPLOAD, {"text": swedes(), "book": "snaphance/swedish"})
    assert again.context["posted"].book == "swedish"
    assert '<input type="hidden" name="book" value="snaphance/swedish">' in again.content.decode()
    left = again.context["posted"].leftovers
    sent = {
        "decide": "1",
        "text": swedes(),
        "book": "snaphance/swedish",
        "line": [each.line for each in left],
        "was": [each.text for each in left],
        **{f"choice-{place}": f"={each.skipped}" for place, each in enumerate(left)},
    }
    assert as_alice.post(UPLOAD, sent).status_code == 302
    assert ArmyList.objects.get().system == "snaphance"


@pytest.mark.parametrize("book", ["baroque/narnia", "chess/x", "own:1", "x" * 200, "baroque/"])
def test_a_book_that_is_not_there_is_refused(as_alice: Client, book: str) -> None:
    assert as_alice.post(UPLOAD, {"text": swedes(), "book": book}).status_code == 400
    sent = {"decide": "1", "text": swedes(), "book": book}
    assert as_alice.post(UPLOAD, sent).status_code in (200, 400)
    assert not ArmyList.objects.exists()


DETACHMENT = """swedes 1655, 6 fsp
Swedish detachment
- Colonel
- 3 bases reiters
- Reiters (3)
- Reiters 2 bases
- musketeers
- musketeers
- dragoons x 3
- 1 light gun
cheers, Tom
"""


def test_under_a_heading_that_names_a_card_its_units_are_meant() -> None:
    posted = from_post(DETACHMENT)
    army = from_text(posted.text)
    (command,) = army.commands
    assert (army.book, army.points, command.card) == ("swedish", 6, "detachment-1655-60")
    units = [(unit.entry.rpartition(".")[2], unit.bases) for unit in command.units]
    assert units == [
        ("colonel", 0), ("reiters-1", 3), ("reiters-1", 3), ("reiters-1", 2),
        ("musketeers-1", 0), ("musketeers-2", 0), *[("dragoons-1", 0)] * 3, ("guns", 0),
    ]  # fmt: skip
    assert [(each.text, each.sure) for each in posted.leftovers] == [("cheers, Tom", "")]


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("Reiter regiment", "reiter-regiment"),
        ("the national foot regiment", "foot-regiment"),
        ("Swedish division:", "division-1655-60"),
        ("Swedish dragoons", ""),  # a unit, not the regiment of them
        ("2 Reiter regiments", ""),
        ("Regiment", ""),  # of four one does not know which
    ],
)
def test_a_short_heading_names_a_card_only_where_it_is_clear(line: str, card: str) -> None:
    army = from_text(from_post(f"Book: Swedish army of Charles X Gustav [swedish]\n{line}\nColonel\n").text)
    assert [each.card for each in army.commands if each.card] == ([card] if card else [])


ROUNDHEADS = """My roundheads - ECW Parliament 600pts

C-in-C: Fairfax, Expert leader

Right wing (Cromwell, reliable)
3 x Ironsides
1x dragoons 57 pts

Centre - Skippon (poor)
4x Foot (B)
1x Frame gun
"""


def test_a_heading_says_who_leads_and_how_well() -> None:
    posted = from_post(ROUNDHEADS)
    army = from_text(posted.text)
    led = [(each.name, each.leader and (each.leader.name, each.leader.level)) for each in army.commands]
    assert led == [("Right wing", ("Cromwell", "reliable")), ("Centre", ("Skippon", "poor"))]
    assert [(each.line, each.problem, len(each.choices)) for each in posted.leftovers] == [
        (3, "Which command does Fairfax lead?", 2),
        (11, "This is not a unit of the book.", 2),  # the guns of the book
    ]


def test_a_leader_who_stands_alone_leads_the_command_that_is_chosen() -> None:
    (asked, _) = from_post(ROUNDHEADS).leftovers
    answered = decided(ROUNDHEADS, [(asked.line, asked.text, asked.choices[1].text)])
    right, centre = from_text(from_post(answered).text).commands
    assert right.leader is not None
    assert right.leader.name == "Cromwell"
    assert centre.leader is not None
    assert (centre.leader.name, centre.leader.level) == ("Fairfax", "expert")
    assert centre.leader.commander_in_chief


def test_a_leader_who_stands_alone_leads_the_one_command_without_a_leader() -> None:
    post = ROUNDHEADS.replace(" - Skippon (poor)", "")
    _, centre = from_text(from_post(post).text).commands
    assert centre.leader is not None
    assert (centre.name, centre.leader.name) == ("Centre", "Fairfax")


def test_a_name_beside_a_heading_is_asked_for_its_level() -> None:
    post = ROUNDHEADS.replace("(Cromwell, reliable)", "(Oliver Cromwell)").replace(
        "C-in-C: Fairfax, Expert leader", ""
    )
    asked = from_post(post).leftovers[0]
    assert (asked.text, asked.problem) == ("Oliver Cromwell", "Which leader is it?")
    answered = from_post(decided(post, [(asked.line, asked.text, asked.choices[0].text)]))
    right = from_text(answered.text).commands[0]
    assert right.leader is not None
    assert (right.name, right.leader.name) == ("Right wing", "Oliver Cromwell")


def test_what_two_places_of_a_card_lack_of_one_unit_is_one_problem() -> None:
    found = check_list(from_text(from_post(post("07")).text)).violations
    assert [each.message for each in found] == [
        "Cossack-style cavalry: the list has no unit, but needs at least 2."
    ]
    assert found[0].cure == "Add 2 more."


HEADS = """ECW Royalists - 600 pts
== RIGHT WING == (Prince Rupert, Expert Leader)
2 Cavaliers GA B
HRH

LEFT
2 Cavaliers GA B
Lunsford's
Centre
3 Cornish Foot (elite bastards)
What do you all think of it?
"""


def test_headings_are_read_however_they_are_marked() -> None:
    army = from_text(from_post(HEADS).text)
    assert [command.name for command in army.commands] == ["RIGHT WING", "LEFT", "Centre"]
    leader = army.commands[0].leader
    assert leader is not None
    assert leader.name == "Prince Rupert"


def test_only_chatter_is_skipped_unless_somebody_says_otherwise() -> None:
    initials, name, option, remark = from_post(HEADS).leftovers
    assert (initials.text, initials.sure) == ("HRH", "1x His Royal Highness")
    assert initials.choices[0].words == "His Royal Highness"
    assert (name.text, name.sure) == ("Lunsford's", None)
    assert (remark.text, remark.sure) == ("What do you all think of it?", "")
    assert option.skipped == "3 Cornish Foot"
    assert option.skipped not in [each.text for each in option.choices], "that is what skipping does"
