"""Where values come from, in words."""

from dataclasses import replace

from rulesets.engine.books import NoLimit, Option, Provenance
from rulesets.engine.provenance import marks, marks_with, sentences

NAMES = {"sp": "SP"}


def told(**values: object) -> list[str]:
    return list(sentences(Provenance(**values), NAMES))  # type: ignore[arg-type]


def test_what_is_as_printed_needs_no_words():
    assert told() == []
    assert told(reread=("sp",), note="Smudged.") == []


def test_every_kind_of_doubt_has_its_sentence():
    assert told(
        reconstructed=("sp",),
        ours=("order_rating", "sp"),
        reread=("mp",),
        confidence="low",
        note="Far.",
    ) == [
        "Reconstructed: SP.",
        "Ours, not in the book: order rating, SP.",
        "Damaged in print but readable: mp.",
        "How sure: low.",
        "Far.",
    ]


def test_a_system_may_say_ours_in_its_own_way():
    assert next(sentences(Provenance(ours=("sp",)), NAMES, ours="Ours, in no source")) == (
        "Ours, in no source: SP."
    )


def test_marked_is_what_was_rebuilt_or_is_ours():
    one, other = Provenance(ours=("sp",), reread=("mp",)), Provenance(reconstructed=("points",))
    assert marks(one, other) == {"sp", "points"}


def test_what_an_option_sets_anew_is_as_sure_as_the_option():
    row = Provenance(ours=("sp", "mp"), reconstructed=("points",))
    sure = Option(
        id="a", name="A", effect="", kind="upgrade", applies_to=("foot",), limit=NoLimit(type="any"),
        sets={"sp": 5},
    )  # fmt: skip
    unsure = replace(sure, sets={"code": "Pk"}, provenance=Provenance(ours=("code", "limit")))
    assert marks_with(row, ()) == {"sp", "mp", "points"}
    assert marks_with(row, (sure,)) == {"mp", "points"}
    assert marks_with(row, (unsure, sure)) == {"mp", "points", "code"}
