"""A campaign's rule set as tables: every figure with its place, what it is called, and what it does."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from campaigns.engine.rules import CampaignRules
from rulesets.contract import registry
from rulesets.engine.wording import titled

Kind = Literal["whole", "number", "yes", "choice", "choices", "text", "months"]
Json = Mapping[str, Any]

MANY = re.compile(r"(?<=turn|link|step|area|hour|time|rung)s\b|(?<=round|point)s\b")
"""What is not said of one: `1 step per unit`, `2 steps per unit`."""
WORDS = Path(__file__).with_name("rulewords.toml")
HEADER = ("format", "version", "name", "notes")
"""What a rule set document says of itself."""
LADDER_ONLY = frozenset({"ladder"})
MAP_ONLY = frozenset({
    "orders", "march", "contact", "scouting", "supply", "income", "raising", "looting", "sieges", "control",
    "diplomacy",
})  # fmt: skip
"""The parts that only a campaign on a map goes by; those of a ladder stand above."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of the rule set: where it stands, what kind it is, what it may be, what it is.

    `label` names it within its table, "" where it stands alone.
    """

    path: str
    kind: Kind
    value: Any
    label: str = ""
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    @property
    def called(self) -> str:
        """What it is called within its table: `own country`, `least worth`."""
        return CALLED.get(self.label, self.label.replace("_", " "))

    @property
    def shown(self) -> str:
        """The value as people read it."""
        match self.kind:
            case "yes":
                return "yes" if self.value else "no"
            case "choices":
                return ", ".join(choice_words(self.path, each) for each in self.value) or "none"
            case "choice":
                return choice_words(self.path, self.value)
            case "months":
                return ", ".join(map(str, self.value)) or "none"
            case "number" | "whole":
                return "–" if self.value is None else f"{self.value:g}"
        return "" if self.value is None else str(self.value).replace("_", " ")


CALLED: Mapping[str, str] = {"key": "short name", "hard": "harder battles"}
"""Names of values that their tables call otherwise."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its words: one value, several under their names, or a table with a row for each entry."""

    path: str
    label: str
    unit: str
    words: str
    leaves: tuple[Leaf, ...]
    rows: tuple[tuple[Leaf, ...], ...] = ()

    @property
    def alone(self) -> bool:
        """Whether it is a single value."""
        return not self.rows and len(self.leaves) == 1 and not self.leaves[0].label

    @property
    def following(self) -> str:
        """What follows its single value: `% of steps` without a space, ` turns`, after 1 ` turn`."""
        if not self.unit or self.unit.startswith("%"):
            return self.unit
        if self.alone and self.leaves[0].value == 1:
            return " " + MANY.sub("", self.unit, count=1)
        return f" {self.unit}"

    @property
    def anchor(self) -> str:
        """What a link leads to on the page."""
        return self.path.replace(".", "-")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rule set under its heading."""

    key: str
    title: str
    words: str
    figures: tuple[Figure, ...]


@cache
def words() -> Json:
    """Return what sections and figures are called."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def choice_words(path: str, choice: object) -> str:
    """Return what one of the choices at a place is called."""
    return str(words()["choices"].get(path, {}).get(choice, choice))


@cache
def _schema() -> Json:
    return CampaignRules.model_json_schema()


def sections(rules: CampaignRules) -> list[Section]:
    """Return the whole rule set, part by part."""
    figures = list(_figures(_schema()["properties"], rules.to_json(), ""))
    return [
        Section(key, title, text, tuple(each for each in figures if _section_of(each.path) == key))
        for key, (title, text) in words()["sections"].items()
    ]


def sections_of(rules: CampaignRules, shape: str) -> list[Section]:
    """Return the parts that decide anything in a campaign of a shape."""
    idle = {"map": LADDER_ONLY, "ladder": MAP_ONLY, "story": MAP_ONLY | LADDER_ONLY}[shape]
    return [each for each in sections(rules) if each.key not in idle]


def section(rules: CampaignRules, key: str) -> Section | None:
    """Return one part of the rule set; None for a name that no part has."""
    return next((each for each in sections(rules) if each.key == key), None)


def leaves(rules: CampaignRules) -> dict[str, Leaf]:
    """Return every value of the rule set by its place."""
    figures = [figure for part in sections(rules) for figure in part.figures]
    return {leaf.path: leaf for each in figures for row in (each.leaves, *each.rows) for leaf in row}


def anchor_of(place: str) -> str:
    """Return where on the page of the rules a place stands: `attrition-steps`; "" for one that is no
    figure.
    """
    return anchor_path(place).replace(".", "-")


def anchor_path(place: str) -> str:
    """Return the figure that a place lies in: `calendar.weather` for `calendar.weather[0].name`; "" for one
    that lies in none.
    """
    parts = place.split("[")[0].split(".")
    known = words()["words"]
    while parts and ".".join(parts) not in known:
        parts.pop()
    return ".".join(parts)


def label_of(place: str) -> str:
    """Return what the figure at a place is called: `Rumour`; "" where there is none."""
    path = anchor_path(place)
    label: str = words()["words"][path][0] if path else ""
    return label


def figure_name(place: str) -> str:
    """Return the part of the rules that a place belongs to, as pages call it: `After a battle`; "" for one
    that is no figure.
    """
    if not anchor_of(place):
        return ""
    title: str = words()["sections"][_section_of(place.split("[")[0])][0]
    return title


def grounds(slug: str) -> Mapping[str, str]:
    """Return what each kind of ground becomes in battles of a system."""
    found = registry.get(slug).campaign
    return found.terrains if found else {}


def put(document: dict[str, Any], path: str, value: Any) -> None:
    """Set what stands at a place of a document (`calendar.weather[0].name`); a list grows by one."""
    parts = path.replace("[", ".").replace("]", "").split(".")
    place: Any = document
    for part, following in pairwise(parts):
        empty: Any = [] if following.isdigit() else {}
        if isinstance(place, list):
            if int(part) == len(place):
                place.append(empty)
            place = place[int(part)]
        else:
            place = place.setdefault(part, empty)
    place[parts[-1]] = value


@cache
def _section_of(path: str) -> str:
    """Return the section that a figure belongs to: the longest that its place begins with; `orders` for the
    rest.
    """
    fitting = [key for key in words()["sections"] if path == key or path.startswith(f"{key}.")]
    return max(fitting, key=len, default="orders")


def _figures(properties: Json, values: Json, prefix: str) -> Iterator[Figure]:
    for name, schema in properties.items():
        path = f"{prefix}{name}"
        if path in HEADER:
            continue
        inner = _resolved(schema)
        if inner.get("type") == "object" and "properties" in inner:
            yield from _figures(inner["properties"], values[name], f"{path}.")
        else:
            # A figure that a rule set leaves out is at its default.
            yield _figure(path, inner, values.get(name, inner.get("default")))


def _figure(path: str, schema: Json, value: Any) -> Figure:
    unnamed = (titled(path.split(".")[-1]), "", "")
    label, unit, text = words()["words"].get(path, unnamed)
    if schema.get("type") == "array" and _resolved(schema["items"]).get("type") == "object":
        entry = _resolved(schema["items"])
        rows = tuple(
            tuple(_row(f"{path}[{index}]", entry["properties"], each)) for index, each in enumerate(value)
        )
        return Figure(path, label, unit, text, (), rows)
    return Figure(path, label, unit, text, tuple(_leaves(path, schema, value)))


def blank_row(figure: Figure) -> tuple[Leaf, ...]:
    """Return one more row of a table, empty, to be filled in."""
    schema: Json = _schema()
    for part in figure.path.split("."):
        schema = _resolved(schema["properties"][part])
    entry = _resolved(schema["items"])["properties"]
    return tuple(_row(f"{figure.path}[{len(figure.rows)}]", entry, {}))


def _row(path: str, properties: Json, values: Json) -> Iterator[Leaf]:
    for name, schema in properties.items():
        inner = _resolved(schema)
        value = values.get(name, inner.get("default", {} if "additionalProperties" in inner else None))
        yield from _leaves(f"{path}.{name}", inner, value, label=name)


def _leaves(path: str, schema: Json, value: Any, label: str = "") -> Iterator[Leaf]:
    """Yield the values that a place holds: one, or in a table of named figures each."""
    if schema.get("type") != "object":
        yield _leaf(path, schema, value, label)
        return
    inner = _resolved(schema["additionalProperties"])
    allowed = schema.get("propertyNames", {}).get("enum", [])
    for key in (*allowed, *(key for key in value if key not in allowed)):
        description = key if label == "chance" else f"{label} {key}".strip()
        yield _leaf(f"{path}.{key}", inner, value.get(key), description)


def _leaf(path: str, schema: Json, value: Any, label: str) -> Leaf:
    kind: Kind
    choices: tuple[str, ...] = ()
    if schema["type"] == "array":
        items = _resolved(schema["items"])
        choices = tuple(items.get("enum", ()))
        kind = "choices" if choices else "months"
        value = value or []
    elif "enum" in schema:
        kind, choices = "choice", tuple(schema["enum"])
    else:
        kind = _KINDS[schema["type"]]
    return Leaf(path, kind, value, label, choices, schema.get("minimum"), schema.get("maximum"))


_KINDS: Mapping[str, Kind] = {"boolean": "yes", "integer": "whole", "number": "number", "string": "text"}


def _resolved(schema: Json) -> Json:
    """Return a part of the schema, what it refers to in its place."""
    if "$ref" in schema:
        found: Json = _schema()["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        return {**found, **{key: each for key, each in schema.items() if key != "$ref"}}
    return schema
