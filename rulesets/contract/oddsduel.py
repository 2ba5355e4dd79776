"""The odds of two fighters as a form that is made of the models of its queries.

In the address `a-` begins the fields of the attacker, `t-` those of the target, `a1-`, `a2-` ... those of
the attacker's supports. A fighter is an `entry` of a book, perhaps with `options`, or a `profile` of one's
own; all else that its model holds is the state it is in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, get_args

from rulesets.contract import wording
from rulesets.contract.odds import Data, Given, Odds, Part, Question, answering, read
from rulesets.contract.oddsanswers import Answer
from rulesets.contract.oddsquery import read_query
from rulesets.contract.oddsschema import query_schema
from rulesets.engine.books import Book
from rulesets.engine.booksearch import Search
from rulesets.engine.errors import LeaguerError
from rulesets.engine.fields import Choices, Field, bare, fields_of, values_of

if TYPE_CHECKING:
    from pydantic import BaseModel

    from rulesets.engine.roster import UnitCard

OWN = "own"
MOST_LETTERS = 100
ROLES = {"a": "attacker", "t": "target"}


class Answers(Protocol):
    """What the answers of a system hold, and how they are shown (duelanswers.py has those of most)."""

    @property
    def schema(self) -> Mapping[str, Any]: ...

    def shown(self, answer: Mapping[str, Any]) -> Answer: ...

    def lines(self, answer: Mapping[str, Any]) -> Iterator[str]: ...


@dataclass(frozen=True)
class Duel:
    """What a system says of its question: the kinds with their names and models, what a fighter and its
    supports are called, the legends of each side (of a shot, of a melee), the entries it begins with; what
    its answers hold. A kind may be of no fighters, and all of it in its `conditions`.

    `profile(book, entry, options)` is the fighter of an entry, `card(book, entry)` what a search looks at;
    `hidden(fighter)` names what of its state is not asked; `conditions(firer, fields)` are the fields of how
    a shot is fired; `how`: their legend for other kinds than a shot.
    """

    kinds: Mapping[str, tuple[str, type[BaseModel]]]
    fighter: str
    supports: str
    most_supports: int
    legends: Mapping[str, tuple[str, str]]
    entries: Mapping[str, str]
    books: Callable[[], Mapping[str, Book[Any]]]
    profile: Callable[[Any, str, Sequence[str]], Any]
    card: Callable[[Any, str], UnitCard]
    answers: Answers
    hidden: Callable[[Fighter], Iterable[str]] = lambda _fighter: ()
    conditions: Callable[[Fighter, Mapping[str, Field]], Iterable[Field]] = lambda _firer, fields: (
        fields.values()
    )
    how: Mapping[str, str] = field(default_factory=dict)

    def odds(self, answered: Callable[[Any], dict[str, Any]], example: Mapping[str, Any]) -> Odds:
        """Return the odds of the system; `answered(query)` is the answer to a query that has been read."""
        return Odds(
            answer=answering(lambda query: answered(self.read(query)), kind="shot", kept=2048),
            ask=self.ask,
            shown=self.answers.shown,
            lines=self.answers.lines,
            query_schema=query_schema(*self._forms),
            answer_schema=self.answers.schema,
            example=example,
        )

    def read(self, query: Mapping[str, Any]) -> Any:
        """Return the query, checked for its form; raises OddsError with the path of the first fault."""
        return read_query(query, *self._forms)

    @property
    def _forms(self) -> Sequence[type[BaseModel]]:
        return [model for _, model in self.kinds.values()]

    def ask(self, data: Data) -> Question:
        """Return the question that stands in an address, with the fields that it needs."""
        names = [(key, name) for key, (name, _) in self.kinds.items()]
        kinds = Field("kind", wording.ODDS_OF, "radio", choices=names, default="shot")
        kind = (*read(kinds, data), "shot")[0]
        kind = kind if kind in self.kinds else "shot"
        roles = self.kinds[kind][1].model_fields
        mains = [Fighter(self, data, side, kind) for side, role in ROLES.items() if role in roles]
        fighters = [each for main in mains for each in (main, *main.supports())]
        parts = [Part("head", "", "kinds", (("", (kinds,)),)), *(each.part() for each in fighters)]
        conditions = self._conditions(kind)
        if conditions is not None:
            asked = fields_of(conditions)
            fields = self.conditions(mains[0], asked) if kind == "shot" else asked.values()
            legend = self.how.get(kind, wording.THE_SHOT)
            parts.append(Part("how", legend, "how", (("state", _flags_last(fields)),)))

        def query(given: Given) -> dict[str, Any]:
            found: dict[str, Any] = {"kind": kind}
            for each in fighters:
                if each.number:
                    found[ROLES[each.side]].setdefault("supports", []).append(each.query(given))
                else:
                    found[ROLES[each.side]] = each.query(given)
            return found | ({"conditions": values_of(conditions, given)} if conditions else {})

        return Question(tuple(parts), query, lambda error: _place(error, fighters))

    def _conditions(self, kind: str) -> type[BaseModel] | None:
        """Return the model of what is asked beside the fighters; None if nothing is."""
        info = self.kinds[kind][1].model_fields.get("conditions")
        model: type[BaseModel] | None = info and bare(info.annotation)
        return model if model is not None and fields_of(model) else None

    @cached_property
    def entry_choices(self) -> Choices:
        """Every fighter of every book, and one of one's own."""
        books = self.books().values()
        shelves = [(book.name, [(each.id, each.label) for each in book.entries]) for book in books]
        return [*shelves, (wording.ANOTHER, [(OWN, wording.own(self.fighter))])]

    def found(self, words: str) -> Collection[str]:
        """Return the entries that a search finds; what comes near to the words where nothing else does."""
        cards = [
            (entry.id, self.card(book, entry.id), book.name)
            for book in self.books().values()
            for entry in book.entries
        ]
        for nearly in (False, True):
            hit = {id_ for id_, card, book in cards if Search(words).finds(card, nearly=nearly, more=book)}
            if hit:
                return hit
        return ()

    @cached_property
    def all_options(self) -> Collection[str]:
        """The options of all books."""
        return {option.id for book in self.books().values() for option in book.options}


class Fighter:
    """One of those who are asked about: `key` begins its fields; one that supports has a number."""

    def __init__(self, duel: Duel, data: Data, key: str, kind: str) -> None:
        self.duel, self.data, self.key, self.kind = duel, data, key, kind
        self.side, self.number = key[0], key[1:]
        model = duel.kinds[kind][1].model_fields[ROLES[self.side]].annotation
        self.model: Any = _inner(model, "supports") if self.number else model
        self.entry = (*read(self._entry(), data), "")[0]
        book = duel.books().get(self.entry.partition(".")[0])
        self.book = book if book is not None and self.entry in book.entry_by_id else None
        self.profile: Any = None
        if self.book is not None:
            self.profile = duel.profile(self.book, self.entry, self.given("options"))

    def given(self, name: str) -> Sequence[str]:
        """Return what the address gives to one of its fields."""
        return self.data.get(f"{self.key}-{name}", ())

    @property
    def path(self) -> str:
        """Where it stands in a query."""
        role = ROLES[self.side]
        return f"{role}.supports[{int(self.number) - 1}]" if self.number else role

    @property
    def own(self) -> type[BaseModel]:
        """The model of a profile of one's own."""
        model: type[BaseModel] = _inner(self.model, "profile")
        return model

    def part(self) -> Part:
        """Return its part of the form."""
        legend = self.duel.legends[self.side][self.kind == "melee"]
        groups = (
            ("", (*self._entries(), *self._options())),
            ("own", self._mine(fields_of(self.own).values()) if self.entry == OWN else ()),
            ("state", _flags_last(self._state())),
        )
        legend = wording.support(self.number) if self.number else legend
        return Part(self.key, legend, f"side side-{'a' if self.side == 'a' else 'b'}", groups)

    def supports(self) -> list[Fighter]:
        """Return those who support it, as many as the address says."""
        if "supports" not in self.model.model_fields:
            return []
        said = (*read(self._supports(), self.data), "0")[0]
        number = min(int(said), self.duel.most_supports) if said.isdecimal() and len(said) < 3 else 0
        keys = [f"{self.key}{place}" for place in range(1, number + 1)]
        return [Fighter(self.duel, self.data, key, self.kind) for key in keys]

    def _mine(self, fields: Iterable[Field]) -> tuple[Field, ...]:
        return tuple(replace(field, key=f"{self.key}-{field.key}") for field in fields)

    def _entry(self) -> Field:
        choices, usual = self.duel.entry_choices, self.duel.entries[self.side]
        return Field(f"{self.key}-entry", self.duel.fighter, "choice", choices=choices, default=usual)

    def _entries(self) -> tuple[Field, Field]:
        """Return what the books are searched for, and the entries that are found with the chosen one."""
        words = (*self.given("find"), "")[0].strip()[:MOST_LETTERS]
        found = self.duel.found(words) if words else ()
        entry = self._entry()
        if found:
            kept = {*found, self.entry, OWN}
            books = ((name, [each for each in units if each[0] in kept]) for name, units in entry.choices)
            entry = replace(entry, choices=[(name, units) for name, units in books if units])
        said = wording.found(len(found)) if words else wording.WHAT_TO_FIND
        find = Field(f"{self.key}-find", wording.find(self.duel.fighter), "search", help=said, optional=True)
        return replace(find, most=MOST_LETTERS), entry

    def _options(self) -> tuple[Field, ...]:
        """Return the options of the entry; ticks that are left from another entry are forgotten."""
        if self.entry == OWN or "options" not in self.model.model_fields:
            return ()
        offered = self.book.options_for(self.entry) if self.book else ()
        here, known = {option.id for option in offered}, self.duel.all_options
        if not offered and set(self.given("options")) <= set(known):
            return ()
        return (
            Field(
                f"{self.key}-options", wording.OPTIONS, "many", optional=True,
                choices=[(option.id, option.name) for option in offered],
                forgotten=lambda value: value in known and value not in here,
            ),
        )  # fmt: skip

    def _state(self) -> Iterator[Field]:
        """Yield what has happened to it, and what it does."""
        hidden = set(self.duel.hidden(self))
        yield from self._mine(field for name, field in fields_of(self.model).items() if name not in hidden)
        if "supports" in self.model.model_fields:
            yield self._supports()

    def _supports(self) -> Field:
        numbers = [(str(each), str(each)) for each in range(1, self.duel.most_supports + 1)]
        choices = [("0", wording.NO_SUPPORT), *numbers]
        return Field(f"{self.key}-supports", self.duel.supports, "choice", choices=choices, default="0")

    def query(self, given: Given) -> dict[str, Any]:
        """Return what a query says of it."""
        start = f"{self.key}-"
        mine = {name.removeprefix(start): value for name, value in given.items() if name.startswith(start)}
        state = values_of(self.model, mine)
        if self.entry == OWN:
            name = wording.name_of(ROLES[self.side], self.number)
            return state | {"profile": values_of(self.own, mine) | {"name": name}}
        options = {"options": mine["options"]} if mine.get("options") else {}
        return state | {"entry": mine["entry"]} | options

    def field(self, path: str) -> str:
        """Return the field where an error at a path of the query belongs."""
        model = self.own if path.startswith("profile") else self.model
        name = re.sub(r"\[\d+\]$", "", path).rpartition(".")[2]
        field = fields_of(model).get(name)
        return f"{self.key}-{field.key if field else name}"


def _inner(model: Any, name: str) -> Any:
    """Return the model of a value that a model holds, or of those in its list."""
    annotation = bare(model.model_fields[name].annotation)
    return next(iter(get_args(annotation)), annotation)


def _flags_last(fields: Iterable[Field]) -> tuple[Field, ...]:
    return tuple(sorted(fields, key=lambda field: field.kind == "flag"))


def _place(error: LeaguerError, fighters: Iterable[Fighter]) -> tuple[str, str]:
    """Return the part and the field of the form where an error in the query belongs."""
    if error.path.startswith("conditions"):
        return "how", error.path.rpartition(".")[2]
    for fighter in sorted(fighters, key=lambda each: -len(each.path)):
        if error.path.startswith(fighter.path):
            return fighter.key, fighter.field(error.path.removeprefix(fighter.path).removeprefix("."))
    return "head", ""
