"""Army cards as they are shown and chosen from, and the reference pages made of them."""

import pytest

from rulesets.by_fire_and_sword import cardlists, cardview
from rulesets.by_fire_and_sword.armies.book import books
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.contract import registry
from rulesets.engine.cards import ArmyCard, CardPart
from rulesets.engine.lists import ArmyList
from rulesets.site.books import page_of
from rulesets.site.rulebook import rules
from tests.rulesets.by_fire_and_sword.test_roster import begun

SYSTEM = "by_fire_and_sword"


def panel(army: ArmyList, place: int = 0) -> ArmyCard:
    found = cardview.panels(army)[place]
    assert found is not None
    return found


def parts(card: ArmyCard) -> dict[str, CardPart]:
    return {part.id: part for section in card.sections for part in section.parts}


@pytest.mark.rule("BFS-29.2.3", "BFS-29.2.4")
def test_the_core_is_given_and_shows_its_black_and_grey_bases() -> None:
    card = panel(begun("cossack", "skirmish-1648-76"))
    core = card.sections[0]
    assert (core.title, core.figure, core.reached) == ("Core", 4, True)
    given = [part for part in core.parts if part.given]
    assert all(part.taken == part.most and part.why_not == "given" for part in given)
    sotnia = parts(card)["register-2"].units[0]
    assert (sotnia.bases, sotnia.optional) == (3, 1)
    assert parts(card)["colonel"].units[0].line[0].value == "2"


@pytest.mark.rule("BFS-29.2.5")
def test_a_level_opens_when_something_of_the_one_before_is_taken() -> None:
    card = panel(begun("cossack", "skirmish-1648-76"))
    assert parts(card)["level-5-register"].why_not == ""
    assert "take something from level 5" in parts(card)["level-6-cavalry"].why_not
    taken = panel(sample_lists()["cossack-12"])
    assert parts(taken)["level-5-register"].taken == 1
    assert [section.reached for section in taken.sections[:3]] == [True, True, True]
    other = next(part for part in taken.sections[1].parts if not part.taken)
    assert other.why_not == "taken"  # one pick at this level


@pytest.mark.rule("BFS-29.2.7.a", "BFS-29.2.7.b")
def test_the_additional_column_opens_by_level_and_tells_its_prices() -> None:
    card = panel(begun("cossack", "skirmish-1648-76"))
    assert "from level 6 on" in parts(card)["rabble"].why_not
    assert parts(card)["wagon-train"].price == "+1 to 3 FSP"
    assert parts(card)["esaul"].price == "+1 FSP"
    assert card.sections[-1].title == "Additional"


@pytest.mark.rule("BFS-29.4.2")
def test_a_division_offers_the_regiments_it_may_still_take() -> None:
    army = begun("polish-crown", "division-1648-60")
    card = panel(army)
    document = books()["polish-crown"].card_by_id["division-1648-60"]
    assert {join.id for join in card.joins} == {allowed.card for allowed in document.allowed}
    joined = army.commands
    for number in range(document.additional_max):
        choice = panel(army.model_copy(update={"commands": joined})).joins[0]
        joined = (*joined, cardlists.join(books()["polish-crown"], choice.id, f"x{number}"))
    assert panel(army.model_copy(update={"commands": joined})).joins == ()
    missing = army.model_copy(update={"commands": army.commands[:-1]})
    assert any("compulsory" in join.note for join in panel(missing).joins)


@pytest.mark.rule("BFS-29.4.1", "BFS-29.4.2")
def test_a_division_card_names_its_regiments() -> None:
    card = next(card for card in cardview.cards(books()["polish-crown"]) if card.kind == "Division")
    document = books()["polish-crown"].card_by_id["division-1648-60"]
    words = [part.words for part in card.regiments]
    assert words.count("1, compulsory") == len(document.regiment)
    assert len(words) == len(document.regiment) + len(document.allowed)


@pytest.mark.rule("BFS-29.2.8")
def test_notes_say_what_they_buy_for_whom_and_at_what_price() -> None:
    notes = {note.name: note for note in panel(begun("cossack", "skirmish-1648-76")).notes}
    better = notes["3 Command Points"]
    assert (better.price, better.marked) == ("+1 FSP", True)
    for book in books().values():
        for card in cardview.cards(book):
            for note in card.notes:
                assert note.words


def test_what_a_part_brings_is_what_its_card_says() -> None:
    book = books()["muscovite"]
    servants = cardlists.brings(book, "skirmish-1648-76", "servants")
    assert [unit.entry for unit in servants.units] == ["muscovite.skirmish-1648-76.servants"] * 2
    assert not servants.again
    boyars = cardlists.brings(book, "skirmish-1648-76", "more-boyars")
    assert boyars.again
    assert boyars.units[0].bases == 4
    with pytest.raises(KeyError):
        cardlists.brings(book, "skirmish-1648-76", "elephants")
    assert cardlists.bases(book, "muscovite.skirmish-1648-76.servants") == (3, 5)
    assert cardlists.bases(book, "muscovite.skirmish-1648-76.golova") == (0, 0)


def test_every_part_of_every_card_can_be_taken() -> None:
    """Guards against a part that the card shows and the builder could not carry out."""
    tried = 0
    for book in books().values():
        for card in cardview.cards(book):
            for part in parts(card).values():
                brought = cardlists.brings(book, card.id, part.id)
                assert brought.units or brought.option, (card.id, part.id)
                assert all(unit.entry in book.entry_by_id for unit in brought.units)
                assert not brought.option or brought.option in book.option_by_id
                tried += 1
    assert tried > 100


# ------------------------------------------------------------------------------------------------ library


def test_a_page_lists_each_unit_once_and_all_cards() -> None:
    for book in books().values():
        page = page_of(SYSTEM, book)
        units = [place.unit.id for line in page.entries if (place := book.place_by_entry[line.id]).unit]
        assert len(units) == len(set(units)) == len(page.entries)
        assert {card.id for card in page.cards} == set(book.card_by_id)


def test_the_tables_have_rows_headings_and_rules_that_exist() -> None:
    groups = registry.get(SYSTEM).library.tables()
    tables = [table for group in groups for table in group.tables]
    assert len(tables) > 35
    for table in tables:
        assert table.rows, table.title
        assert {len(row) for row in table.rows} == {len(table.columns)}, table.title
        assert table.rule in rules(SYSTEM), table.title
        assert any(cell != "–" for row in table.rows for cell in row[1:]), table.title
    guns = next(table for table in tables if table.title == "Guns")
    assert len(guns.rows) == 14


def test_what_a_weapon_or_a_special_rule_does_is_told_by_its_name() -> None:
    shelf = registry.get(SYSTEM).library
    assert shelf.trait("Salvo").rule == "BFS-22.27.a"
    assert shelf.trait("musket").rule == "BFS-13.13"
    assert shelf.trait("Blowpipe").rule == ""
