"""Lists built from cards: every edit on its own, and a whole force that was played built from nothing."""

import tomllib
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armylists import cardedits, edits, start
from armylists.edits import Edit, EditError
from rulesets.by_fire_and_sword.armies.book import BOOKS, books
from rulesets.by_fire_and_sword.armies.lists import sample_lists
from rulesets.by_fire_and_sword.cardview import panels
from rulesets.contract.documents import check_list, kept_book, parse_list
from rulesets.engine import booksources
from rulesets.engine.booksources import Kept
from rulesets.engine.lists import ArmyList, ListError

SYSTEM = "by_fire_and_sword"


@pytest.fixture
def muscovites() -> ArmyList:
    """The core of the Muscovite card."""
    return start.from_card(SYSTEM, "muscovite", "skirmish-1648-76", 0)


def done(army: ArmyList, *steps: Edit) -> ArmyList:
    """The list after one edit after another, each making a revision of its own."""
    for number, step in enumerate(steps, start=2):
        army = step(army, number).army
    return army


def entries(army: ArmyList) -> list[str]:
    return [unit.entry.rpartition(".")[2] for unit in army.units()]


def take(part: str) -> Edit:
    return cardedits.take("c1", part)


def give_back(part: str) -> Edit:
    return cardedits.give_back("c1", part)


# ------------------------------------------------------------------------------------------------ beginning


@pytest.mark.rule("BFS-29.2.3")
def test_a_card_gives_its_core_at_once(muscovites: ArmyList) -> None:
    assert entries(muscovites) == ["golova", "servants", "servants", "boyars-1", "boyars-1", "boyars-1"]
    assert muscovites.commands[0].card == "skirmish-1648-76"
    assert parse_list(muscovites.to_json()) == muscovites
    assert check_list(muscovites).legal


@pytest.mark.rule("BFS-29.4.1")
def test_a_division_gives_the_regiments_of_its_base() -> None:
    army = start.from_card(SYSTEM, "polish-crown", "division-1648-60", 20, "The Crown", "Alice")
    assert len(army.commands) == 4
    assert (army.name, army.player, army.points) == ("The Crown", "Alice", 20)
    assert check_list(army).legal
    assert len({unit.id for unit in army.units()}) == len(list(army.units()))


def test_a_card_that_no_list_begins_from_is_refused() -> None:
    for card in (
        "",
        "nothing",
        *(c.id for c in books()["polish-crown"].document.card if c.kind == "regiment"),
    ):
        with pytest.raises(ListError, match="can be started"):
            start.from_card(SYSTEM, "polish-crown", card, 0)
    with pytest.raises(ListError):
        start.from_card("baroque", "polish", "polish", 600)


def test_the_least_of_a_book_of_cards_is_its_first_card() -> None:
    army = start.minimum(SYSTEM, "muscovite", 0)
    assert check_list(army).legal


def test_another_card_takes_the_place_of_all(muscovites: ArmyList) -> None:
    other = cardedits.begin_card("skirmish-1648-76")(muscovites, 9)
    assert other.army.commands[0].id == "c9"
    assert other.summary == "Started from the card Muscovite force 1648-76"
    assert not {unit.id for unit in other.army.units()} & {unit.id for unit in muscovites.units()}


# ------------------------------------------------------------------------------------------------ parts


@pytest.mark.rule("BFS-29.2.5", "BFS-29.2.6")
def test_what_is_taken_stands_in_the_order_of_the_card_and_costs_its_level(muscovites: ArmyList) -> None:
    army = done(muscovites, take("level-5"), take("level-6"))
    assert entries(army)[-2:] == ["reiters-1", "spears"]
    assert check_list(army).total == 6
    later = done(muscovites, take("level-6"), take("level-5"))
    assert entries(later) == entries(army)
    assert check_list(later).total == 6


@pytest.mark.rule("BFS-29.2.5")
def test_a_skipped_level_is_told_by_the_check_not_refused(muscovites: ArmyList) -> None:
    report = check_list(done(muscovites, take("level-7")))
    assert "BFS-29.2.5" in {violation.rule for violation in report.violations}


def test_what_is_given_back_is_gone(muscovites: ArmyList) -> None:
    army = done(muscovites, take("level-5"), take("level-6"), give_back("level-6"))
    assert entries(army) == entries(done(muscovites, take("level-5")))
    with pytest.raises(EditError, match="not in the list"):
        done(army, give_back("level-6"))


@pytest.mark.rule("BFS-29.2.7.a")
def test_additional_units_come_one_at_a_time_and_go_one_at_a_time(muscovites: ArmyList) -> None:
    army = done(muscovites, take("lieutenant-colonel"), take("lieutenant-colonel"))
    assert entries(army).count("lieutenant-colonel") == 2
    assert entries(done(army, give_back("lieutenant-colonel"))).count("lieutenant-colonel") == 1


def test_what_is_missing_of_the_core_is_put_back(muscovites: ArmyList) -> None:
    gone = next(unit.id for unit in muscovites.units() if unit.entry.endswith("boyars-1"))
    army = done(muscovites, edits.remove_unit(gone))
    assert not check_list(army).legal
    back = done(army, take("boyars-1"))
    assert entries(back) == entries(muscovites)
    assert check_list(back).legal
    golova = done(muscovites, edits.remove_unit("c1u1"), take("golova"))
    assert entries(golova)[0] == "golova"


@pytest.mark.rule("BFS-29.2.4")
def test_bases_are_set_and_refused_out_of_all_measure(muscovites: ArmyList) -> None:
    army = done(muscovites, edits.set_bases("c1u2", 4))
    assert army.commands[0].units[1].bases == 4
    for bases in (0, -1, 101):
        with pytest.raises(EditError, match="1 to 100"):
            done(muscovites, edits.set_bases("c1u2", bases))


def test_units_of_other_systems_have_no_bases(royalists: ArmyList) -> None:
    with pytest.raises(EditError, match="do not have a number of bases"):
        edits.set_bases("c1u1", 3)(royalists, 2)
    with pytest.raises(EditError, match="not built from cards"):
        cardedits.take("c1", "level-5")(royalists, 2)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (cardedits.take("c1", "elephants"), "no part “elephants”"),
        (cardedits.take("c9", "level-5"), "no longer"),
        (cardedits.give_back("c1", "elephants"), "no part"),
        (cardedits.begin_card("elephants"), "cannot start from"),
        (cardedits.add_regiment("elephants"), "no card"),
        (edits.set_bases("nobody", 2), "no longer"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(muscovites: ArmyList, edit: Edit, words: str) -> None:
    with pytest.raises(EditError, match=words):
        edit(muscovites, 2)


@pytest.fixture
def garrison(db: None) -> Iterator[ArmyList]:
    """The core of a Muscovite card whose level 5 may also give bases to units that are there."""
    document = tomllib.loads((BOOKS / "muscovite.toml").read_text(encoding="utf-8"))
    more = [{"slot": "servants", "bases": 2}, {"slot": "boyars-1", "bases": 1}]
    document["card"][0]["level"][0]["pick"].append({"id": "stronger", "more_bases": more})
    key = "own.00000000000000000000000000000001"

    def shelf(wanted: str, version: str) -> Kept | None:
        return kept_book(SYSTEM, key, "1", document) if wanted == key else None

    booksources.register(shelf)
    yield start.from_card(SYSTEM, key, "skirmish-1648-76", 0)
    booksources.unregister(shelf)


@pytest.mark.rule("BFS-29.2.4", "BFS-29.2.5")
def test_a_pick_of_more_bases_goes_to_a_unit_that_is_there(garrison: ArmyList) -> None:
    stronger = done(garrison, take("stronger"))
    first = stronger.commands[0].units[1]
    assert first.options == (f"{garrison.book}.skirmish-1648-76.stronger",)
    report = check_list(stronger)
    assert (report.legal, report.total, report.derived["bases"]) == (True, 5, 14)
    assert done(stronger, give_back("stronger")) == garrison
    large = done(garrison, edits.set_bases("c1u2", 4), take("stronger"))
    assert large.commands[0].units[1].bases == 6
    assert done(large, give_back("stronger")).commands[0].units[1].bases == 4
    part = next(part for part in panels(stronger)[0].sections[1].parts if part.id == "stronger")  # type: ignore[union-attr]
    assert (part.taken, "2 bases more for Servant Cossacks" in part.words) == (1, True)


def test_a_pick_of_more_bases_needs_a_unit(garrison: ArmyList) -> None:
    bare = garrison.model_copy(update={"commands": (garrison.commands[0].model_copy(update={"units": ()}),)})
    with pytest.raises(EditError, match="No unit of Servant Cossacks or Boyars"):
        done(bare, take("stronger"))


# ------------------------------------------------------------------------------------------------ divisions


@pytest.mark.rule("BFS-29.4.2")
def test_a_regiment_joins_a_division_and_goes_again() -> None:
    army = start.from_card(SYSTEM, "polish-crown", "division-1648-60", 0)
    choice = panels(army)[0].joins[0]  # type: ignore[union-attr]
    joined = cardedits.add_regiment(choice.id)(army, 7)
    assert joined.army.commands[-1].card == choice.id
    assert joined.touched == "c7"
    assert choice.name in joined.summary
    assert check_list(joined.army).legal


# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.rule("BFS-29.2.9")
def test_the_played_muscovite_force_is_built_from_nothing(muscovites: ArmyList) -> None:
    """FSP, FV, RP and every base as its player told them."""
    steps = [take(f"level-{level}") for level in range(5, 10)]
    steps += [take("lieutenant-colonel"), take("more-boyars")]
    steps += [edits.set_bases("c1u2", 4), edits.set_bases("c1u3", 4), edits.set_bases("c1u4", 3)]
    army = done(muscovites, *steps)
    played = sample_lists()["muscovite-1648-76-11"]
    assert entries(army) == entries(played)
    mine, theirs = check_list(army), check_list(played)
    assert mine.legal
    assert mine.total == theirs.total == 11
    assert mine.derived["bases"] == theirs.derived["bases"] == 31
    assert (mine.derived["fv"], mine.derived["rp"]) == (theirs.derived["fv"], theirs.derived["rp"])


def _any_edits(army: ArmyList) -> st.SearchStrategy[list[Callable[[ArmyList, int], object]]]:
    card = panels(army)[0]
    assert card is not None
    ids = [part.id for section in card.sections for part in section.parts]
    units = [unit.id for unit in army.units()]
    return st.lists(
        st.one_of(
            st.sampled_from(ids).map(take),
            st.sampled_from(ids).map(give_back),
            st.tuples(st.sampled_from(units), st.integers(1, 12)).map(lambda pair: edits.set_bases(*pair)),
        ),
        max_size=15,
    )


@given(st.data())
def test_whatever_is_done_the_list_can_be_read_back_and_is_judged(data: st.DataObject) -> None:
    army = start.from_card(SYSTEM, "cossack", "skirmish-1648-76", 0)
    for number, edit in enumerate(data.draw(_any_edits(army)), start=2):
        try:
            army = edit(army, number).army  # type: ignore[attr-defined]
        except EditError:
            continue
    assert parse_list(army.to_json()) == army
    report = check_list(army)
    assert report.total == sum(line.points for line in report.lines)
    assert len({unit.id for unit in army.units()}) == len(list(army.units()))
