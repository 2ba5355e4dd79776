"""What an army list must satisfy, as data: small frozen constraints that a rule system puts together.

Each constraint looks at a `Muster`, the units of a list counted once, and reports what is wrong as
violations. A muster may be of the whole army or of one command (a division, a regiment): `BuiltFrom` applies
constraints to single commands, so the same classes serve systems that count at either level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from rulesets.engine.lists import ArmyList, ListCommand, Violation
from rulesets.engine.wording import lists as words


@dataclass(frozen=True, slots=True)
class Fielded:
    """A unit of the list as constraints see it."""

    path: str
    entry: str
    options: tuple[str, ...]


class Muster:
    """The units of a list, or of one of its commands, counted by entry and by option."""

    def __init__(self, army: ArmyList, command: int | None = None) -> None:
        self.army = army
        self.commands: list[tuple[str, ListCommand]] = [
            (f"commands[{i}]", each) for i, each in enumerate(army.commands) if command in (None, i)
        ]
        self.path = "commands" if command is None else f"commands[{command}]"
        self.units: list[Fielded] = []
        self.by_entry: dict[str, list[Fielded]] = {}
        self.by_option: dict[str, list[Fielded]] = {}
        for path, each in self.commands:
            for j, unit in enumerate(each.units):
                self._add(Fielded(f"{path}.units[{j}]", unit.entry, unit.options))

    def _add(self, unit: Fielded) -> None:
        self.units.append(unit)
        self.by_entry.setdefault(unit.entry, []).append(unit)
        for option in set(unit.options):
            self.by_option.setdefault(option, []).append(unit)

    def count(self, entries: Sequence[str]) -> int:
        """Return how many units are of any of `entries`."""
        return sum(len(self.by_entry.get(entry, ())) for entry in entries)

    def of(self, entries: Sequence[str]) -> list[Fielded]:
        """Return the units of any of `entries`, in list order."""
        if len(entries) == 1:
            return self.by_entry.get(entries[0], [])
        return [unit for unit in self.units if unit.entry in entries]


class Constraint(Protocol):
    """Anything that finds faults with a muster."""

    def faults(self, muster: Muster) -> Iterator[Violation]: ...


# ------------------------------------------------------------------------------------------------ entries


@dataclass(frozen=True, slots=True)
class KnownEntries:
    """Every unit is of an entry of the book."""

    entries: frozenset[str]
    book: str
    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        for unit in muster.units:
            if unit.entry not in self.entries:
                message = words.no_such_unit(self.book, unit.entry)
                where = f"{unit.path}.entry"
                yield Violation(self.rule, "unknown-entry", where, message, words.REMOVE_UNIT)


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high` units of `entries` together; entries joined by 'or' share one range.

    With `high` None there is no maximum. A cap that several groups share is a Range over all their entries.
    `few`, `many`: the codes of what it finds.
    """

    entries: tuple[str, ...]
    low: int
    high: int | None
    label: str
    rule: str
    few: str = "too-few"
    many: str = "too-many"

    def faults(self, muster: Muster) -> Iterator[Violation]:
        number = muster.count(self.entries)
        if number < self.low:
            message = words.too_few(self.label, number, self.low)
            cure = words.add_more(self.low - number)
            yield Violation(self.rule, self.few, muster.path, message, cure)
        if self.high is not None and number > self.high:
            message = words.too_many(self.label, number, self.high)
            # The place named is the first unit too many, which a reader would remove.
            first_beyond = muster.of(self.entries)[self.high].path
            yield Violation(self.rule, self.many, first_beyond, message, words.remove(number - self.high))


# ------------------------------------------------------------------------------------------------ options


@dataclass(frozen=True, slots=True)
class OptionsFit:
    """Each option is one that the unit's entry may take, and is taken once.

    `allowed`: options by entry; `labels`: what to call entries and options.
    """

    allowed: Mapping[str, frozenset[str]]
    labels: Mapping[str, str]
    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        for unit in muster.units:
            if unit.entry not in self.allowed:
                continue
            for i, option in enumerate(unit.options):
                path, name = f"{unit.path}.options[{i}]", self.labels.get(option, option)
                if option not in self.allowed[unit.entry]:
                    message = words.cannot_take(self.labels.get(unit.entry, unit.entry), name)
                    yield Violation(self.rule, "option-not-for-unit", path, message, words.REMOVE_IT)
                elif option in unit.options[:i]:
                    message = words.has_twice(name)
                    yield Violation(self.rule, "option-twice", path, message, words.REMOVE_ONE)


@dataclass(frozen=True, slots=True)
class FractionOf:
    """`option` on at most numerator/denominator of the deployed units of `entries`."""

    option: str
    entries: tuple[str, ...]
    numerator: int
    denominator: int
    label: str
    rule: str
    rounding: Literal["down", "up"] = "down"

    def allowed(self, deployed: int) -> int:
        """Return how many of `deployed` units may take the option."""
        whole, rest = divmod(deployed * self.numerator, self.denominator)
        return whole + (1 if rest and self.rounding == "up" else 0)

    def faults(self, muster: Muster) -> Iterator[Violation]:
        bearers = [unit for unit in muster.by_option.get(self.option, ()) if unit.entry in self.entries]
        if not bearers:
            return
        deployed = muster.count(self.entries)
        allowed = self.allowed(deployed)
        if len(bearers) > allowed:
            share = f"{self.numerator}/{self.denominator}"
            message = words.too_large_a_share(
                self.label, len(bearers), allowed, share, deployed, self.rounding
            )
            cure = words.remove_it_from(len(bearers) - allowed)
            yield Violation(self.rule, "fraction", bearers[allowed].path, message, cure)


@dataclass(frozen=True, slots=True)
class OptionCap:
    """`option` on at most `most` units."""

    option: str
    most: int
    label: str
    rule: str
    code: str = "option-count"

    def faults(self, muster: Muster) -> Iterator[Violation]:
        bearers = muster.by_option.get(self.option, [])
        if len(bearers) > self.most:
            message = words.too_many_bearers(self.label, len(bearers), self.most)
            cure = words.remove_it_from(len(bearers) - self.most)
            yield Violation(self.rule, self.code, bearers[self.most].path, message, cure)


@dataclass(frozen=True, slots=True)
class Exclusive:
    """No unit takes more than one of `options`: each would set the same thing."""

    options: tuple[str, ...]
    label: str
    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        if sum(option in muster.by_option for option in self.options) < 2:
            return
        # A quick look at the whole army first: with fewer than two of them no unit can have two.
        for unit in muster.units:
            taken = [option for option in self.options if option in unit.options]
            if len(taken) > 1:
                message = words.not_combined(taken, self.label)
                yield Violation(self.rule, "options-exclude", unit.path, message, words.KEEP_ONE)


# ------------------------------------------------------------------------------------------------ commands


@dataclass(frozen=True, slots=True)
class BuiltFrom:
    """Constraints that hold for each command built from one card of the book."""

    card: str
    constraints: tuple[Constraint, ...]

    def faults(self, muster: Muster) -> Iterator[Violation]:
        for i, command in enumerate(muster.army.commands):
            if command.card == self.card:
                part = Muster(muster.army, i)
                for constraint in self.constraints:
                    yield from constraint.faults(part)


@dataclass(frozen=True, slots=True)
class CommandCount:
    """From `low` to `high` commands."""

    low: int
    high: int
    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        number = len(muster.commands)
        if self.low <= number <= self.high:
            return
        message = words.wrong_number_of_commands(number, self.low, self.high)
        if number < self.low:
            yield Violation(self.rule, "commands", "commands", message, words.add(self.low - number))
        else:
            cure = words.merge_or_remove(number - self.high)
            yield Violation(self.rule, "commands", muster.commands[self.high][0], message, cure)


@dataclass(frozen=True, slots=True)
class NotOnly:
    """A command holds at least one unit, and not only units of `entries`."""

    entries: frozenset[str]
    what: str
    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        for path, command in muster.commands:
            if not command.units:
                message = words.no_units(command.name)
                yield Violation(self.rule, "empty-command", path, message, words.ADD_UNIT)
            elif all(unit.entry in self.entries for unit in command.units):
                message = words.has_only(command.name, self.what)
                yield Violation(self.rule, "only", path, message, words.ADD_ANOTHER_KIND)


@dataclass(frozen=True, slots=True)
class EachLed:
    """Every command has a leader. `leader` and `part` are the system’s words for leader and command.

    `cure` says what is to be done.
    """

    rule: str
    leader: str = "leader"
    cure: str = "Choose a leader."
    part: str = "command"

    def faults(self, muster: Muster) -> Iterator[Violation]:
        for path, command in muster.commands:
            if command.leader is None:
                message = words.not_led(command.name, self.part, self.leader)
                yield Violation(self.rule, "no-leader", f"{path}.leader", message, self.cure)


@dataclass(frozen=True, slots=True)
class OneCommanderInChief:
    """Exactly one leader of the army is its commander-in-chief; one without commands lacks those first."""

    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        chiefs = [path for path, each in muster.commands if each.leader and each.leader.commander_in_chief]
        if muster.commands and not chiefs:
            message = words.NO_CHIEF
            yield Violation(self.rule, "no-commander", "commands", message, words.CHOOSE_LEADER)
        for path in chiefs[1:]:
            message = words.too_many_chiefs(len(chiefs))
            cure = words.KEEP_ONE
            yield Violation(self.rule, "two-commanders", f"{path}.leader.commander_in_chief", message, cure)


@dataclass(frozen=True, slots=True)
class LevelAllowed:
    """A level of leader that only some may have: `permitted` by the book, and if so the chief only or all."""

    level: str
    label: str
    permitted: bool
    chief_only: bool
    permission_rule: str
    chief_rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        for path, command in muster.commands:
            if command.leader is None or command.leader.level != self.level:
                continue
            where = f"{path}.leader.level"
            if not self.permitted:
                message = words.level_not_allowed(self.label)
                yield Violation(self.permission_rule, "level", where, message, words.CHOOSE_LOWER_LEVEL)
            if self.chief_only and not command.leader.commander_in_chief:
                message = words.level_of_chief_only(self.label)
                yield Violation(self.chief_rule, "level-chief", where, message, words.CHOOSE_LOWER_LEVEL)


# ------------------------------------------------------------------------------------------------ the army


@dataclass(frozen=True, slots=True)
class ExtraCap:
    """At most `most` of an extra that is counted."""

    key: str
    most: int
    label: str
    rule: str

    def faults(self, muster: Muster) -> Iterator[Violation]:
        bought = int(muster.army.extras.get(self.key, 0))
        if bought > self.most:
            message = words.too_many_bought(self.label, bought, self.most)
            cure = words.remove(bought - self.most)
            yield Violation(self.rule, "extra", f"extras.{self.key}", message, cure)


def over_budget(total: int, limit: int, unit: str, rule: str) -> Iterator[Violation]:
    """Yield a violation if the army costs more than was agreed."""
    if total > limit:
        message = words.over_budget(total, unit, total - limit, limit)
        yield Violation(rule, "over-budget", "points", message, words.reduce_to(limit, unit))
