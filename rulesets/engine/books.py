"""Army books and rule tables: TOML read once into frozen, typed dataclasses.

A book is neutral about its rule system: what a unit is worth in play stands in the entry's profile, a
dataclass that the system brings along (`Book[Profile]`). A wrong key, type or reference raises a BookError
that names the file, the entry and the key in one sentence.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar, cast, dataclass_transform

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from rulesets.engine.errors import MISSING, UNKNOWN_KEY, Fault, FaultyBookError, LeaguerError
from rulesets.engine.wording import books as words
from rulesets.engine.wording import documents as shared
from rulesets.engine.wording import years

T = TypeVar("T")
P = TypeVar("P")

_STRICT = ConfigDict(extra="forbid", strict=True)
_ROW_NAMES = ("key", "code", "name", "rule")
MANY = 99
"""The `max` of an entry of which an army may have any number."""
_FORBIDDEN_IN_LABELS = frozenset(',":;\n')


class BookError(LeaguerError):
    """An army book or a table cannot be read: the file, the entry, the key and what is wrong with it."""

    def __init__(self, file: str, message: str) -> None:
        super().__init__(message, path=file, code="book")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def data(cls: type[T]) -> type[T]:
    """Return a frozen dataclass read from TOML: unknown keys and wrong types are errors."""
    cls.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]
    return dataclass(frozen=True, kw_only=True)(cls)


@data
class Provenance:
    """How sure a row is: values rebuilt, reread or ours, what the print shows instead, and a note."""

    reconstructed: tuple[str, ...] = ()
    reread: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    printed: Mapping[str, str] = field(default_factory=dict)
    confidence: Literal["high", "medium", "low"] = "high"
    note: str = ""

    @property
    def doubtful(self) -> bool:
        """True if a reader should be shown where these values come from."""
        return bool(self.reconstructed or self.ours or self.confidence != "high")


@data
class FractionLimit:
    """At most numerator/denominator of the deployed units that the option applies to."""

    type: Literal["fraction"]
    numerator: int
    denominator: int


@data
class CountLimit:
    """At most `count` units of the army."""

    type: Literal["count"]
    count: int


@data
class NoLimit:
    """As many units as the player likes."""

    type: Literal["any", "one_or_more"]


Limit = Annotated[FractionLimit | CountLimit | NoLimit, Field(discriminator="type")]


@data
class Option:
    """A change that some entries may take for points. `sets` replaces fields of the profile, `adds` extends.

    `points` is the difference for each unit; `points_total`, where given, is the unit's new price instead.
    """

    id: str
    name: str
    effect: str
    kind: Literal["replace", "upgrade", "downgrade", "formation"]
    applies_to: tuple[str, ...]
    limit: Limit
    points: int | None = None
    points_total: int | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)


@data
class Entry(Generic[P]):
    """A row of the book. Entries of one `group` share `min` and `max` (MANY: no maximum); `label` is unique
    in the book.
    """

    id: str
    name: str
    label: str
    min: int
    max: int
    group: str = ""
    points: int
    profile: P
    provenance: Provenance = field(default_factory=Provenance)


@data
class Book(Generic[P]):
    """An army book of one rule system."""

    key: str
    system: str
    version: str
    name: str
    period: str = ""
    theatre: str = ""
    provenance: Provenance = field(default_factory=Provenance)
    entries: tuple[Entry[P], ...]
    options: tuple[Option, ...] = ()

    @cached_property
    def entry_by_id(self) -> Mapping[str, Entry[P]]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def option_by_id(self) -> Mapping[str, Option]:
        return {option.id: option for option in self.options}

    @cached_property
    def entry_by_label(self) -> Mapping[str, Entry[P]]:
        """Entries by their label in lower case."""
        return {entry.label.lower(): entry for entry in self.entries}

    @cached_property
    def groups(self) -> Mapping[str, tuple[Entry[P], ...]]:
        """Entries that share one range, by group name; an entry that stands alone is keyed by its id."""
        groups: dict[str, tuple[Entry[P], ...]] = {}
        for entry in self.entries:
            key = entry.group or entry.id
            groups[key] = (*groups.get(key, ()), entry)
        return groups

    @cached_property
    def _options_by_entry(self) -> Mapping[str, tuple[Option, ...]]:
        return {
            entry.id: tuple(option for option in self.options if entry.id in option.applies_to)
            for entry in self.entries
        }

    def options_for(self, entry_id: str) -> tuple[Option, ...]:
        """Return the options that a unit of this entry may take, in book order; none for an unknown entry."""
        return self._options_by_entry.get(entry_id, ())

    def taken(self, entry_id: str, options: Sequence[str]) -> tuple[Option, ...]:
        """Return those of `options` (their ids) that a unit of this entry may take, in book order."""
        return tuple(option for option in self.options_for(entry_id) if option.id in options)

    @property
    def about(self) -> str:
        """Where and when its armies fought, as a reader sees it."""
        return " · ".join(part for part in (self.theatre, years(self.period)) if part)


B = TypeVar("B", bound=Book[Any])


def option_points(entry: Entry[Any], option: Option) -> int:
    """Return what `option` adds to the price of a unit of `entry`."""
    if option.points_total is not None:
        return option.points_total - entry.points
    return option.points or 0


def unit_points(book: Book[Any], entry: Entry[Any], options: Sequence[str]) -> int:
    """Return the price of one unit with its options; ids that are not in the book cost nothing."""
    known = (book.option_by_id[option] for option in options if option in book.option_by_id)
    return entry.points + sum(option_points(entry, option) for option in known)


def changed_profile(profile: P, options: Sequence[Option]) -> P:
    """Return `profile` after its options: replacements first in any order, then what is set and added."""
    values = asdict(profile)  # type: ignore[call-overload]
    # Sorting is stable, so options of one kind take effect in book order.
    for option in sorted(options, key=lambda option: option.kind != "replace"):
        values.update(option.sets)
        for name, more in option.adds.items():
            values[name] = [*values[name], *(item for item in more if item not in values[name])]
    # Read back like a book, so that an option cannot give a field the wrong type.
    changed: P = _adapter(cast("Any", type(profile))).validate_json(json.dumps(values))
    return changed


# ---------------------------------------------------------------------------- reading


def read_toml(path: Path, kind: type[T]) -> T:
    """Return the file as a `kind`; raises BookError."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BookError(path.name, words.unreadable(error)) from error
    except tomllib.TOMLDecodeError as error:
        raise BookError(path.name, shared.not_toml(error)) from error
    try:
        # Through JSON, because strict types accept a list for a tuple there and nowhere else.
        read: T = _adapter(cast("Any", kind)).validate_json(json.dumps(raw, default=str))
    except ValidationError as error:
        raise BookError(path.name, _fault(raw, error)) from error
    return read


def read_book(path: Path, kind: type[B]) -> B:
    """Return the army book in `path`, with every reference in it checked; raises BookError."""
    book = read_toml(path, kind)
    for row, fault in _problems(book):
        raise BookError(path.name, f"{row}: {fault.message}")
    return book


def read_books(folder: Path, read: Callable[[Path], B]) -> Mapping[str, B]:
    """Return every book of `folder` by its key, in the order of their names."""
    books = [read(path) for path in sorted(folder.glob("*.toml"))]
    return {book.key: book for book in sorted(books, key=lambda book: book.name)}


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _fault(raw: Mapping[str, Any], error: ValidationError) -> str:
    """Return the chief fault of a file in one sentence: the row by its id, the key, what is wrong.

    An unknown key goes before a missing one: it is the same key misspelt.
    """
    first = min(error.errors(include_url=False), key=lambda each: each["type"] != UNKNOWN_KEY)
    where: list[str] = []
    row = ""
    value: Any = raw
    for step in first["loc"]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            value = {}
        if isinstance(step, int) and isinstance(value, Mapping):
            row, where = _row_name(value, where, step), []
        elif not isinstance(step, int) or not isinstance(value, Mapping):
            where.append(str(step))
    problem = {UNKNOWN_KEY: words.UNKNOWN_KEY, MISSING: "is missing"}.get(
        first["type"], words.wrong_value(first["input"], first["msg"].lower())
    )
    key = ".".join(where) or str(first["loc"][-1] if first["loc"] else "the file")
    return f"{row}: {key} {problem}" if row else f"{key} {problem}"


def _row_name(row: Mapping[str, Any], table: Sequence[str], index: int) -> str:
    """Return the id of a row; a row without one is called by its table and what comes nearest to a name."""
    if "id" in row:
        return str(row["id"])
    name = next((row[key] for key in _ROW_NAMES if key in row), index + 1)
    return f"{'.'.join(table)} {name}"


def _problems(book: Book[Any]) -> Iterator[tuple[str, Fault]]:
    """Yield everything in a book that its types cannot say: double ids, unknown references, impossible
    changes.
    """
    ids = [(entry.id, f"entries[{i}].id") for i, entry in enumerate(book.entries)]
    ids += [(option.id, f"options[{i}].id") for i, option in enumerate(book.options)]
    yield from _doubles("id", ids)
    labels = [(entry.label.lower(), f"entries[{i}].label") for i, entry in enumerate(book.entries)]
    yield from _doubles("label", labels)
    for i, entry in enumerate(book.entries):
        for path, text in _entry_problems(book, entry):
            yield entry.id, Fault(f"entries[{i}]{path}", text)
    for i, option in enumerate(book.options):
        for path, text in _option_problems(book, option):
            yield option.id, Fault(f"options[{i}]{path}", text)


def _doubles(what: str, values: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Fault]]:
    """Yield the second and every further use of a value."""
    counts = Counter(value for value, _ in values)
    seen: set[str] = set()
    for value, path in values:
        if value in seen:
            yield value, Fault(path, shared.used_more_than_once(what, counts[value]))
        seen.add(value)


def _entry_problems(book: Book[Any], entry: Entry[Any]) -> Iterator[tuple[str, str]]:
    if not entry.id.startswith(f"{book.key}."):
        yield ".id", words.id_of_another_book(book.key)
    if not 0 <= entry.min <= entry.max:
        yield ".max", words.not_a_range(entry.min, entry.max)
    if _FORBIDDEN_IN_LABELS & set(entry.label):
        yield ".label", words.forbidden_in_label(entry.label)
    for other in book.groups[entry.group or entry.id]:
        if (other.min, other.max) != (entry.min, entry.max):
            yield ".group", words.differs_in_group(other.id, entry.group)
    # Lists name options in words, so two of one name could not be told from each other.
    names = [option.name.lower() for option in book.options_for(entry.id)]
    for name, count in Counter(names).items():
        if count > 1:
            yield ".id", words.options_of_one_name(count, name)


def _option_problems(book: Book[Any], option: Option) -> Iterator[tuple[str, str]]:
    if _FORBIDDEN_IN_LABELS & set(option.name):
        yield ".name", words.forbidden_in_name(option.name)
    if (option.points is None) == (option.points_total is None):
        yield ".points", words.ONE_PRICE_ONLY
    for entry_id in option.applies_to:
        if entry_id not in book.entry_by_id:
            yield ".applies_to", words.applies_to_nothing(entry_id)
            continue
        profile = book.entry_by_id[entry_id].profile
        known = {item.name for item in fields(profile)} if is_dataclass(profile) else set()
        for part in ("sets", "adds"):
            for key in getattr(option, part):
                if key not in known:
                    yield f".{part}", words.not_a_field(key)
                    return
        try:
            changed_profile(profile, [option])
        except ValidationError as error:
            for each in error.errors(include_url=False):
                part = "sets" if each["loc"] and each["loc"][0] in option.sets else "adds"
                where = "".join(f".{step}" for step in each["loc"][:1])
                yield f".{part}{where}", _fault({}, error)
            return


# ---------------------------------------------------------------------------- documents that somebody wrote


def read_document(
    document: Mapping[str, Any],
    kind: type[T],
    own: Callable[[str, Any], str | None] = lambda _path, _error: None,
) -> T:
    """Return `document` as a `kind`; raises FaultyBookError with everything that its types find wrong.

    `own(path, error)`: the words for a fault that pydantic found; None for the usual ones.
    """
    try:
        read: T = _adapter(cast("Any", kind)).validate_json(json.dumps(document, default=str))
    except ValidationError as error:
        found = [each for each in error.errors(include_url=False) if not _only_faulty(document, each)]
        faults = [_fault_at(document, each, own) for each in found]
        raise FaultyBookError(*dict.fromkeys(faults)) from None
    return read


def _only_faulty(document: Any, error: Any) -> bool:
    """Return True if rows are said to be too few only because those there have faults of their own."""
    if error["type"] != "too_short":
        return False
    value = document
    for step in error["loc"]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            continue  # a step that chooses between types
    return isinstance(value, (list, tuple)) and len(value) >= error["ctx"]["min_length"]


def data_schema(kind: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of what `read_document` reads as a `kind`."""
    return _adapter(cast("Any", kind)).json_schema()


def book_problems(book: Book[Any]) -> Iterator[Fault]:
    """Return what is wrong with a book whose types are right, as `read_book` finds it, with the places."""
    return (fault for _, fault in _problems(book))


def _fault_at(raw: Mapping[str, Any], error: Any, own: Callable[[str, Any], str | None]) -> Fault:
    """Return a validation error as a path and a sentence; steps that choose between types are no place."""
    path, value = "", cast("Any", raw)
    for number, step in enumerate(error["loc"]):
        last = number == len(error["loc"]) - 1
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            if not last:
                continue
        path += f"[{step}]" if isinstance(step, int) else f".{step}"
    if error["type"] in ("union_tag_not_found", "union_tag_invalid"):
        path += f".{error['ctx']['discriminator'].strip(chr(39))}"
    path = path.removeprefix(".")
    return Fault(path, own(path, error) or _text_of(error), error["type"])


def _text_of(error: Any) -> str:
    """Return what a validation error says, after the place that it is about."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "union_tag_invalid":
        text = shared.not_one_of(context["expected_tags"].replace(chr(39), "").split(", "))
    elif kind == "literal_error":
        text = words.must_be(context["expected"].replace(chr(39), ""))
    elif kind == "string_pattern_mismatch":
        text = words.not_a_key(error["input"])
    elif kind == "too_short" and not context["actual_length"]:
        text = words.NONE_THERE
    elif kind in words.LIMITS:
        text = words.LIMITS[kind].format(**context)
    else:
        text = words.USUAL.get(kind, error["msg"].lower())
    return text
