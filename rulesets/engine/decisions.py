"""Decisions go out of a rule procedure, choices come back in.

A rule procedure is a generator of type `Steps[T]`: it yields a `Decision`, is sent a `Choice`
and returns a T. A choice is a small JSON object matched by its stable keys, never by its position:
`{"do": "advance", "unit": "a.c1u2", "bu": 1.5}`. What identifies an option are the entries of its `key`;
its `params` are numbers (or whole-number lists) that the player adds, each within its limits.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import isfinite
from typing import Any, TypeAlias, TypeVar, overload

from rulesets.engine.errors import LeaguerError
from rulesets.engine.records import record
from rulesets.engine.wording import battles as words

Choice: TypeAlias = dict[str, Any]
T = TypeVar("T")
Steps: TypeAlias = Generator["Decision", Choice, T]

DECIMALS = 4


class Refusal(LeaguerError):  # noqa: N818 - it names what happened
    """A choice that is not legal: the rule it breaks, a sentence, and the path of the offending key."""

    def __init__(self, message: str, *, rule: str = "", path: str = "choice", code: str = "illegal") -> None:
        super().__init__(message, path=path, code=code)
        self.rule = rule


@record
class Number:
    """A number that a choice carries: from `low` to `high` in `unit`; whole if `whole`.

    `label`: what a player reads, where the name, which choices keep for ever, says too little.
    """

    name: str
    low: float
    high: float
    unit: str = ""
    whole: bool = False
    default: float | None = None
    label: str = ""

    def read(self, choice: Mapping[str, Any]) -> float:
        """Return the rounded value in `choice`; raises Refusal when it is missing, no number or out of its
        limits.
        """
        value = choice.get(self.name, self.default)
        path = f"choice.{self.name}"
        if value is None:
            raise Refusal(words.missing(self.name, self.limits()), path=path, code="missing")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Refusal(words.not_a_number(self.name, self.limits()), path=path, code="type")
        if not isfinite(value) or (self.whole and value != int(value)):
            raise Refusal(
                words.wrong_number(self.name, self.whole, self.limits()),
                path=path,
                code="type",
            )
        # Choices come from browsers as decimals, so a limit may be missed by the last digit.
        if not self.low - 1e-9 <= value <= self.high + 1e-9:
            raise Refusal(words.out_of_limits(self.name, value, self.limits()), path=path, code="range")
        return int(value) if self.whole else round(float(value), DECIMALS)

    def limits(self) -> str:
        """Return the limits in words, e.g. `0 to 2 BU`."""
        return f"{self.low:g} to {self.high:g} {self.unit}".rstrip()

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "low": self.low,
            "high": self.high,
            "unit": self.unit,
            "whole": self.whole,
            "default": self.default,
        }


@record
class Dice:
    """Dice that a player types in: `count` whole numbers from 1 to `sides`, under the name `dice`."""

    count: int
    sides: int
    name: str = "dice"

    def read(self, choice: Mapping[str, Any]) -> list[int]:
        """Return the dice in `choice`; raises Refusal unless there are `count` of them, each from 1 to
        `sides`.
        """
        values = choice.get(self.name)
        if not isinstance(values, list) or len(values) != self.count:
            raise Refusal(words.type_in_dice(self.count), path=f"choice.{self.name}", code="missing")
        for i, value in enumerate(values):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self.sides:
                raise Refusal(
                    words.die_out_of_range(self.sides), path=f"choice.{self.name}[{i}]", code="range"
                )
        return list(values)

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "count": self.count, "sides": self.sides}


@record
class Option:
    """One thing the player may choose: its stable `key`, words, the rule that allows it, its parameters.

    The words may be given as what makes them, for nobody reads them when a battle is played again; the state
    must stay as it is until they are read.
    `check` may refuse a combination of parameters that their limits alone allow (a place that is taken, say).
    """

    key: Mapping[str, Any]
    words: str | Callable[[], str]
    rule: str
    params: tuple[Number | Dice, ...] = ()
    check: Callable[[Choice], None] | None = None

    @property
    def label(self) -> str:
        """What the player reads."""
        text = self.words
        return text if isinstance(text, str) else text()

    def matches(self, choice: Mapping[str, Any]) -> bool:
        return self.key.items() <= choice.items()

    def read(self, choice: Mapping[str, Any]) -> Choice:
        """Return the choice with just this option's keys and parameters, rounded; raises Refusal."""
        read: Choice = dict(self.key)
        for param in self.params:
            read[param.name] = param.read(choice)
        if not choice.keys() <= read.keys():
            unknown = min(choice.keys() - read.keys())
            raise Refusal(words.not_part_of_choice(unknown), path=f"choice.{unknown}", code="unknown")
        if self.check is not None:
            self.check(read)
        return read

    def to_json(self) -> dict[str, Any]:
        return {
            "key": dict(self.key),
            "label": self.label,
            "rule": self.rule,
            "params": [param.to_json() for param in self.params],
        }


Group: TypeAlias = tuple[Mapping[str, Any], Callable[..., Iterable[Option]]]


class Lazy(Sequence[Option]):
    """Options that are made one by one, no more of them than somebody has looked at."""

    __slots__ = ()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, index: int | slice) -> Option | tuple[Option, ...]:
        return tuple(self)[index]


class Drawn(Lazy):
    """The options of an iterator, each stored once it is drawn. The state must stay as it is meanwhile."""

    __slots__ = ("_kept", "_rest")

    def __init__(self, options: Iterable[Option]) -> None:
        self._rest: Iterator[Option] | None = iter(options)
        self._kept: list[Option] = []

    def __iter__(self) -> Iterator[Option]:
        return iter(self._kept) if self._rest is None else self._drawing()

    def _drawing(self) -> Iterator[Option]:
        kept, at = self._kept, 0
        while True:
            while at < len(kept):
                yield kept[at]
                at += 1
            option = None if self._rest is None else next(self._rest, None)
            if option is None:
                self._rest = None
                return
            kept.append(option)

    def __bool__(self) -> bool:
        return bool(self._kept) or super().__bool__()


class Menu(Lazy):
    """Options that are made only when somebody looks at them, group by group, in a fixed order.

    A group is what the keys of its options have in common (a frozenset stands for one of several values) and
    how they are made, in a list or in a menu of their own. A choice looks at the groups that it fits, so a
    replay makes no more than it needs. `facts` is what they are all made from: with it the groups of a menu
    can be written down once for all menus of its kind.
    """

    __slots__ = ("_facts", "_groups", "_kinds", "_made")

    def __init__(self, *groups: Group, facts: tuple[Any, ...] = ()) -> None:
        self._groups = groups
        self._facts = facts
        self._made: dict[int, Sequence[Option]] = {}
        self._kinds: Mapping[Any, Sequence[int]] = {}

    def followed_by(self, *groups: Group) -> Menu:
        """Return the menu with more behind it; what it has made already is not made again."""
        menu = Menu(*self._groups, *groups, facts=self._facts)
        # Numbers of groups stay the same when more are added at the end, so what was made still fits.
        menu._made.update(self._made)
        return menu

    def among(self, **allowed: Container[Any]) -> Menu:
        """Return the menu with just those groups whose common keys are all among those allowed."""
        return self._of(
            number
            for number, (common, _) in enumerate(self._groups)
            if all(common.get(name) in values for name, values in allowed.items())
        )

    def without(self, **key: Any) -> Menu:
        """Return the menu without the groups that have one of these entries in common."""
        return self._of(
            number
            for number, (common, _) in enumerate(self._groups)
            if all(common.get(name) != value for name, value in key.items())
        )

    def _of(self, numbers: Iterable[int]) -> Menu:
        kept = tuple(numbers)
        menu = Menu(*(self._groups[number] for number in kept), facts=self._facts)
        menu._made.update((new, self._made[old]) for new, old in enumerate(kept) if old in self._made)
        return menu

    def fitting(self, key: Mapping[str, Any]) -> Iterator[Option]:
        """Yield the options of every group that an option with these keys could be in."""
        for number in self._fitting(key):
            # Exactly a Menu, for another subclass might find its options in another way.
            options = self._options(number)
            yield from options.fitting(key) if type(options) is Menu else options

    def first(self, key: Mapping[str, Any]) -> Option | None:
        """Return the first option that has all these keys; None if none has."""
        wanted = key.items()
        for number in self._fitting(key):
            options = self._options(number)
            if type(options) is Menu:
                if (found := options.first(key)) is not None:
                    return found
                continue
            for option in options:
                if wanted <= option.key.items():
                    return option
        return None

    def covers(self, key: Mapping[str, Any]) -> bool:
        """Return whether there is a group that an option with these keys could be in, with options or
        without.
        """
        return bool(self._fitting(key))

    def _fitting(self, key: Mapping[str, Any]) -> Sequence[int]:
        """Return the groups that an option with these keys could be in."""
        groups, numbers = self._groups, self._of_kind(key.get("do"))
        # Asked by kind alone, which is most often, nothing else has to be compared.
        if len(key) == 1 and "do" in key:
            return numbers
        return [number for number in numbers if len(groups[number][0]) == 1 or _fits(key, groups[number][0])]

    def _of_kind(self, do: Any) -> Sequence[int]:
        """Return the groups that an option of that kind could be in, None: of any kind. They are sorted by
        kind when somebody asks first.
        """
        if do is None:
            return range(len(self._groups))
        if not self._kinds:
            self._kinds = _by_kind(tuple([common.get("do") for common, _ in self._groups]))
        named = self._kinds.get(do, ()) if isinstance(do, str) else ()
        without = self._kinds[None]
        return sorted((*named, *without)) if without else named

    def holds(self, key: Mapping[str, Any]) -> bool:
        """Return whether there is any option in a group that one with these keys could be in."""
        return next(self.fitting(key), None) is not None

    def offers(self, *kinds: str) -> bool:
        """Return whether there is any option; those of these kinds (`do`) are looked for first, being quick
        to find.
        """
        return any(self.holds({"do": do}) for do in kinds) or bool(self)

    def _options(self, number: int) -> Sequence[Option]:
        made = self._made.get(number)
        if made is None:
            options = self._groups[number][1](*self._facts)
            # A list can be walked through again and again; an iterator has to be stored as it is drawn.
            if type(options) is Menu or type(options) is tuple or type(options) is list:
                made = options
            else:
                made = Drawn(options)
            self._made[number] = made
        return made

    def __iter__(self) -> Iterator[Option]:
        return chain.from_iterable(map(self._options, range(len(self._groups))))

    def __bool__(self) -> bool:
        return any(map(self._options, range(len(self._groups))))


@lru_cache(maxsize=512)
def _by_kind(common: tuple[Any, ...]) -> Mapping[Any, Sequence[int]]:
    """Return the numbers of groups by the kinds (`do`) that their options have, from what each group has in
    common of those; under None those of any kind. Few menus differ in that.
    """
    found: dict[Any, list[int]] = {None: []}
    for number, kinds in enumerate(common):
        for kind in kinds if type(kinds) is frozenset else (kinds,):
            found.setdefault(kind, []).append(number)
    return found


def _fits(key: Mapping[str, Any], common: Mapping[str, Any]) -> bool:
    for name, allowed in common.items():
        if name != "do" and name in key and not _one_of(key[name], allowed):
            return False
    return True


def _one_of(value: Any, allowed: Any) -> bool:
    if type(allowed) is frozenset:
        return isinstance(value, str) and value in allowed
    return bool(value == allowed)


@record
class Decision:
    """What a side must decide now, and everything it may choose.

    `kind` is stable ("unit action", "pursue", "dice" ...), `text` is the question, `subject` a unit or
    command id.
    `secret`: the other side learns the choice only from later events. `occasion`: what it answers, where a
    kind is asked about several.
    """

    kind: str
    side: int
    text: str
    rule: str
    options: Sequence[Option]
    subject: str = ""
    secret: bool = False
    occasion: str = ""

    def fitting(self, key: Mapping[str, Any]) -> Iterator[Option]:
        """Return the options that have all these keys."""
        options = self.options.fitting(key) if type(self.options) is Menu else self.options
        return (option for option in options if key.items() <= option.key.items())

    def first(self, key: Mapping[str, Any]) -> Option | None:
        """Return the first option that has all these keys; None if none has."""
        return self.options.first(key) if type(self.options) is Menu else next(self.fitting(key), None)

    def read(self, choice: Mapping[str, Any]) -> Choice:
        """Return the choice as it goes into the battle; raises Refusal with the reason when it is not
        offered.
        """
        if type(choice) is not dict and not isinstance(choice, Mapping):
            raise Refusal(words.NOT_A_CHOICE, code="type")
        options = self.options.fitting(choice) if type(self.options) is Menu else self.options
        items, matching = choice.items(), []
        for option in options:
            if option.key.items() <= items:
                if len(option.key) == len(items):  # the whole choice: no other fits it better
                    return option.read(choice)
                matching.append(option)
        if not matching:
            raise Refusal(
                words.not_among_choices(_short(choice), len(self.options), self.text),
                rule=self.rule,
                code="not-offered",
            )
        if len(matching) > 1:
            # The most specific option fits best; among equals the first one offered.
            matching.sort(key=lambda option: -len(option.key))
        return matching[0].read(choice)

    def offers(self, **key: Any) -> bool:
        """Return whether an option with at least these keys is offered."""
        return any(True for _ in self.fitting(key))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "side": self.side,
            "text": self.text,
            "rule": self.rule,
            "subject": self.subject,
            "options": [option.to_json() for option in self.options],
        }


def _short(choice: Mapping[str, Any]) -> str:
    text = ", ".join(f"{k}={v!r}" for k, v in list(choice.items())[:6])
    return words.the_choice(text[:120])
