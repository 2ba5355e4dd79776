"""What the books that users write have in common, whatever system they are for."""

from __future__ import annotations

from pathlib import Path

from rulesets.engine.fields import Field
from rulesets.engine.ownbooks import documents, entries_faults, provenance, row_at


def test_a_book_for_another_system_without_entries_or_with_impossible_ids_is_told_so():
    assert list(entries_faults({"entries": [{"id": "foot"}]}, "baroque", "unit")) == []
    faults = entries_faults({"system": "snaphance", "entries": []}, "baroque", "unit")
    assert [str(fault) for fault in faults] == [
        "system: is 'snaphance', not 'baroque'",
        "entries: holds no unit yet: add one",
    ]
    (fault,) = entries_faults({"entries": [{"id": "Foot & Horse"}]}, "baroque", "unit")
    assert fault.path == "entries[0].id"


def test_a_row_is_named_by_its_table_and_place():
    document = {"name": "A book", "entries": [{"name": "Foot"}, {"name": "Horse"}]}
    assert row_at(document, "entries[1]") == ("entries", {"name": "Horse"})
    for part in ("entries[2]", "entries[x]", "entries", "name", "options[0]", ""):
        assert row_at(document, part) is None


def test_the_fields_of_what_a_print_shows_stand_before_how_sure_one_is():
    keys = [part.key for part in provenance("points").parts]
    assert keys == ["note", "ours", "confidence"]
    keys = [part.key for part in provenance("points", Field("printed", "In print")).parts]
    assert keys == ["note", "ours", "printed", "confidence"]


def test_the_books_of_a_folder_come_in_the_order_of_their_names(tmp_path: Path) -> None:
    for key, name in (("a", "Zealots"), ("b", "Adventurers")):
        (tmp_path / f"{key}.toml").write_text(f'key = "{key}"\nname = "{name}"\n', encoding="utf-8")
    assert list(documents(tmp_path)) == ["b", "a"]
