"""The map editor of a scenario's draft as its page shows it: every fault in its place, armies to choose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from armylists import booksource
from armylists.bookeditor import where_in_words
from armylists.models import ArmyList, OwnBook
from armylists.titles import titled
from armylists.wording import lists as words
from rulesets.contract import registry
from rulesets.contract.documents import samples
from rulesets.contract.scenarios import MapEditorPage, ScenarioEditor, field_id
from rulesets.engine.bookrules import BookRules, Document
from rulesets.engine.errors import Fault
from rulesets.engine.lists import ListError
from rulesets.engine.wording import capfirst

MAP, SHEET, HEAD = "map", "sheet", ""
OWN, SAMPLE = "own", "sample"


def scenario_editor_of(book: OwnBook) -> ScenarioEditor | None:
    """How the book is edited on a map; None for one that is no scenario, or whose system has no maps."""
    return registry.get(book.system).scenarios if book.kind == OwnBook.SCENARIO else None


@dataclass(frozen=True, slots=True)
class MapFault:
    """Something wrong: where it is in words, the sheet and the field that cure it, the hex it is about."""

    where: str
    words: str
    sheet: str
    anchor: str
    hex: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The faults of a draft: all of them, and by the field of the map editor, the units and the hexes that
    they are about.
    """

    faults: tuple[MapFault, ...]
    fields: Mapping[str, tuple[str, ...]]
    units: tuple[str, ...]
    hexes: tuple[str, ...]


def judged(rules: BookRules, scenario_editor: ScenarioEditor, draft: Document, page: MapEditorPage) -> Judged:
    """Return what is wrong with a draft, and where the editor, whose `page` shows it, says so."""
    labels = {field.name: field.field.label for field in page.fields}
    for side in page.sides:
        labels |= {field.name: f"{side.name} › {field.field.label}" for field in side.fields}
        labels[side.list_name] = words.its_army(side.name)
    labels[SHEET] = words.SUMMARY_SHEET
    for row in (row for each in scenario_editor.figures(draft) for row in each.rows):
        labels[row.key] = words.on_summary_sheet(row.name)
        labels |= {
            each.name: " › ".join(filter(None, (labels[row.key], each.field.label))) for each in row.figures
        }
    lines, fields = [], defaultdict(list)
    units, hexes = dict[str, None](), dict[str, None]()
    for fault in rules.faults(draft):
        place = scenario_editor.fault(draft, fault.path)
        unit = page.data["names"].get(place.unit) or place.unit.partition(".")[2]
        if place.field:
            where = " › ".join(each for each in (labels.get(place.field) or place.field, unit) if each)
            sheet = SHEET if place.field == SHEET or place.field.startswith(f"{SHEET}.") else MAP
            anchor, first = field_id(place.field), next(iter(place.hexes), "")
            message = f"{unit}: {fault.message}" if unit else capfirst(fault.message)
            fields[place.field].append(message)
        else:  # the head of the scenario cures it
            where = where_in_words(rules.form(), draft, fault.path)
            sheet, anchor, first = HEAD, field_id(fault.path), ""
        lines.append(MapFault(where, fault.message, sheet, anchor, first))
        units |= dict.fromkeys([place.unit] if place.unit else [])
        hexes |= dict.fromkeys(place.hexes)
    by_field = {name: tuple(words) for name, words in fields.items()}
    return Judged(tuple(lines), by_field, tuple(units), tuple(hexes))


# -- armies ---------------------------------------------------------------------------------------


def army_choices(user: object, system: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the lists that a side may have, own ones and samples; one query, and one for their books."""
    own = list(ArmyList.objects.of(user).in_use().filter(system=system))
    booksource.fetch_for(own)
    ready = [(f"{SAMPLE}:{key}", army.name) for key, army in samples().items() if army.system == system]
    found = [
        (words.YOUR_LISTS, [(f"{OWN}:{row.public_id}", title) for row, title in titled(own)]),
        (words.SAMPLE_LISTS, ready),
    ]
    return [(name, lists) for name, lists in found if lists]


def chosen_army(user: object, system: str, value: str) -> Document:
    """Return the list document that was chosen; raises ListError for one that is not there."""
    kind, _, key = value.partition(":")
    if kind == SAMPLE and key in samples() and samples()[key].system == system:
        return samples()[key].to_json()
    rows = ArmyList.objects.of(user).filter(system=system)
    row = next((each for each in rows if str(each.public_id) == key), None) if kind == OWN else None
    if row is None:
        raise ListError(Fault("", words.CHOOSE_A_LIST), code="list")
    return row.army.to_json()
