"""Legal army lists for tests: a deterministic generator, and a hypothesis strategy on top of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import strategies as st

from rulesets.baroque import tables
from rulesets.baroque.armies import BaroqueBook, books, check, scaled_range
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ArmyList

Document = dict[str, Any]

POINTS = (300, 450, 600, 800, 1000, 1500)
EXTRAS = ("exploration_dice", "rolls_of_destiny", "fortified_baggage", "camp_followers", "command_structure")


def document(book: str, commands: Sequence[Document], *, points: int = 600, **extras: Any) -> Document:
    """A Baroque list document of those commands."""
    return {
        "format": "leaguer-list", "version": 1, "system": "baroque", "book": book, "points": points,
        "name": "Test army", "commands": list(commands), "extras": extras,
    }  # fmt: skip


def random_list(rng: Random, book: BaroqueBook, points: int = 600) -> ArmyList:
    """A legal list of `book` for `points`: the compulsory units, then what the dice and the purse allow.

    The same state of `rng` gives the same list. Raises ValueError if the points do not pay for these units.
    """
    maker = _Maker(rng, book, points)
    maker.compulsory()
    for step in maker.wishes():
        if check(parse_list(step), book).legal:
            maker.doc = step
    army = parse_list(maker.doc)
    if not check(army, book).legal:
        raise ValueError(f"{points} points do not pay for the compulsory units of {book.name}")
    return army


class _Maker:
    """A list document that grows by steps; each step is kept only if the list stays legal."""

    def __init__(self, rng: Random, book: BaroqueBook, points: int) -> None:
        self.rng, self.book, self.points = rng, book, points
        self.size = tables.army_size(points)
        self.doc: Document = {}

    def compulsory(self) -> None:
        """The smallest legal army: the cheapest of every compulsory row, spread over the commands."""
        number = self.rng.randint(self.size.commands_min, self.size.commands_max)
        guns = self.book.artillery
        entries = [entry for rows in self.book.groups.values() for entry in self._least(rows)]
        fighters = [entry for entry in entries if entry not in guns]
        for entry in sorted(self.book.entries, key=lambda entry: entry.points):
            while len(fighters) < number and fighters.count(entry.id) < entry.max and entry.id not in guns:
                fighters.append(entry.id)
        commands: list[list[str]] = [[] for _ in range(number)]
        for i, entry_id in enumerate(fighters + [entry for entry in entries if entry in guns]):
            commands[i % number].append(entry_id)
        chief = self.rng.randrange(number)
        self.doc = document(
            self.book.key,
            [
                {
                    "id": f"c{i + 1}", "name": f"Command {i + 1}",
                    "leader": {"level": "incompetent", "commander_in_chief": i == chief},
                    "units": [{"id": f"c{i + 1}u{j + 1}", "entry": entry} for j, entry in enumerate(units)],
                }
                for i, units in enumerate(commands)
            ],
            points=self.points, command_structure="poor",
        )  # fmt: skip

    def _least(self, rows: Sequence[Any]) -> list[str]:
        low, _ = scaled_range(rows[0].min, rows[0].max, self.size)
        return [min(rows, key=lambda row: row.points).id] * low

    def wishes(self) -> Iterator[Document]:
        """Changed documents in random order of kind: leaders, units, options, extras."""
        for _ in range(len(self.doc["commands"])):
            yield self._changed_leader()
        misses = 0
        while misses < 12:
            before = self.doc
            yield self.rng.choice([self._one_more] * 3 + [self._option, self._extra])()
            misses = 0 if self.doc is not before else misses + 1

    def _copy(self) -> Document:
        return deepcopy(self.doc)

    def _changed_leader(self) -> Document:
        doc = self._copy()
        command = self.rng.choice(doc["commands"])
        command["leader"] = {**command["leader"], "level": self.rng.choice(["poor", "reliable", "expert"])}
        return doc

    def _one_more(self) -> Document:
        doc = self._copy()
        command = self.rng.choice(doc["commands"])
        new = f"{command['id']}u{len(command['units']) + 1}"
        command["units"].append({"id": new, "entry": self.rng.choice(self.book.entries).id})
        return doc

    def _option(self) -> Document:
        doc = self._copy()
        unit = self.rng.choice(self.rng.choice(doc["commands"])["units"])
        options = self.book.options_for(unit["entry"])
        if options:
            unit["options"] = [*unit.get("options", ()), self.rng.choice(options).id]
        return doc

    def _extra(self) -> Document:
        doc = self._copy()
        key = self.rng.choice(EXTRAS)
        values: dict[str, Any] = {
            "exploration_dice": self.rng.randint(1, 10),
            "rolls_of_destiny": self.rng.randint(1, 3),
            "command_structure": self.rng.choice(["average", "good"]),
        }
        doc["extras"][key] = values.get(key, True)
        return doc


@st.composite
def legal_lists(draw: st.DrawFn, points: int | None = None) -> ArmyList:
    """Legal Baroque lists of any book, of `points` (300 or more) or of one of several sizes."""
    book = draw(st.sampled_from(sorted(books().values(), key=lambda book: book.key)))
    size = points or draw(st.sampled_from(POINTS))
    seed = draw(st.integers(min_value=0, max_value=2**32))
    return random_list(Random(seed), book, size)


# ---------------------------------------------------------------------------- any list

names = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=120)
lines = st.lists(names, max_size=5).map("\n".join).filter(lambda text: len(text) <= 5000)


@st.composite
def lists(draw: st.DrawFn) -> ArmyList:
    """Readable lists with free texts of all kinds; not always legal."""
    army = draw(legal_lists(points=600))
    commands = [
        command.model_copy(
            update={
                "name": draw(names).strip(),
                "leader": draw(st.sampled_from([None, command.leader])),
                "units": tuple(
                    unit.model_copy(update={"name": draw(names).strip()}) for unit in command.units
                ),
            }
        )
        for command in army.commands
    ]
    texts = {"name": draw(names).strip(), "player": draw(names).strip(), "notes": draw(lines).strip()}
    return army.model_copy(update={"commands": tuple(commands), **texts})


def plain() -> dict[str, Any]:
    """A small readable document."""
    return {
        "format": "leaguer-list",
        "version": 1,
        "system": "baroque",
        "book": "polish",
        "points": 300,
        "commands": [
            {
                "id": "c1",
                "name": "Wing",
                "leader": {"level": "expert", "commander_in_chief": True},
                "units": [{"id": "u1", "entry": "polish.hussars", "options": ["polish.option.feared"]}],
            },
            {"id": "c2", "leader": None, "units": [{"id": "u2", "entry": "polish.art-b"}]},
        ],
        "extras": {"exploration_dice": 2},
    }


def changed(path: str, value: Any) -> dict[str, Any]:
    """The plain document with one value set, at a path such as `commands.0.name`."""
    doc = deepcopy(plain())
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = doc
    for step in steps:
        part = part[step]
    part[last] = value
    return doc
