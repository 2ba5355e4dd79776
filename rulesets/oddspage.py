"""The answer to an odds query as it is shown: sums with their reasons, and distributions as drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDE, HIGH = 290.0, 150.0
TOP, BOTTOM, WIDEST = 22.0, 24.0, 46.0


@dataclass(frozen=True, slots=True)
class Column:
    """A number with its probability and that of as much or more, and where its column stands."""

    number: int
    share: float
    more: float
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Where its labels stand."""
        return self.x + self.width / 2

    @property
    def exact(self) -> str:
        """Its probability with four decimals."""
        return f"{100 * self.share:.4f} %"

    @property
    def at_least(self) -> str:
        """The probability of as much or more, with four decimals."""
        return f"{100 * self.more:.4f} %"

    @property
    def label_y(self) -> float:
        """Where its percentage stands: just above it."""
        return self.y - 5


@dataclass(frozen=True, slots=True)
class Chart:
    """A distribution of a number. `unit`: what is counted."""

    title: str
    unit: str
    expected: float
    columns: tuple[Column, ...]
    width: float = WIDE
    height: float = HIGH

    @property
    def floor(self) -> float:
        """The line that the columns stand on."""
        return self.height - BOTTOM

    @property
    def foot(self) -> float:
        """The line of the numbers below the columns."""
        return self.height - 6


@dataclass(frozen=True, slots=True)
class Change:
    """A modifier with its rule and reason."""

    rule: str
    value: int
    why: str


@dataclass(frozen=True, slots=True)
class Strike:
    """The dice of a side: what they start from, each modifier, how many they are, the hits they make."""

    name: str
    side: str
    vbu: int
    changes: tuple[Change, ...]
    dice: int
    rerolls: tuple[str, ...]
    hits: Chart


@dataclass(frozen=True, slots=True)
class Suffering:
    """What is done to a side: its Cohesion Test by number of hits, and how it stands afterwards."""

    name: str
    side: str
    vbu: int
    changes: tuple[Change, ...]
    rerolls: tuple[str, ...]
    critical: tuple[tuple[int, int], ...]
    losses: Chart
    chances: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the bar that says who wins, from `x` on, of 100."""

    name: str
    key: str
    share: float
    x: float

    @property
    def width(self) -> float:
        """How much of the bar it takes."""
        return round(100 * self.share, 3)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown. Of a melee, `result`: who wins; `added`: losers that rout for where they were hit."""

    kind: str
    heading: str
    strikes: tuple[Strike, ...]
    sufferings: tuple[Suffering, ...]
    result: tuple[Share, ...] = ()
    added: tuple[tuple[str, float], ...] = ()

    @property
    def brief(self) -> tuple[tuple[str, str], ...]:
        """The answer in three figures."""
        if self.result:
            won, draw, lost = (self.result[index].share for index in (0, 1, 3))
            return (("Wins", f"{won:.0%}"), ("Draw", f"{draw:.0%}"), ("Loses", f"{lost:.0%}"))
        routed = dict(self.sufferings[0].chances)["Routs"]
        return (
            ("Hits", f"{self.strikes[0].hits.expected:.2f}"),
            ("Losses", f"{self.sufferings[0].losses.expected:.2f}"),
            ("Routs", f"{routed:.0%}"),
        )


_CHANCES = (
    ("failed", "Fails its test"),
    ("disordered", "Stands disordered"),
    ("exhausted", "Stands exhausted"),
    ("routed", "Routs"),
    ("leader_lost", "Its leader falls"),
)


def shown(answer: Mapping[str, Any]) -> Answer:
    """The answer of a system's odds, ready to be drawn."""
    attacker, target = answer["attacker"], answer["target"]
    if answer["kind"] != "melee":
        how = answer.get("weapon", "point-blank pistols")
        heading = f"{attacker['name']} at {target['name']}: {how}"
        return Answer(answer["kind"], heading, (_strike(attacker, "a"),), (_suffering(target, "b"),))
    heading = f"{attacker['name']} against {target['name']}"
    return Answer(
        answer["kind"],
        heading,
        (_strike(attacker, "a"), _strike(target, "b")),
        (_suffering(target, "b"), _suffering(attacker, "a")),
        _result(answer["result"], attacker["name"], target["name"]),
        tuple(
            (side["name"], answer["result"][key])
            for side, key in ((attacker, "attacker_routs_by_losing"), (target, "target_routs_by_losing"))
            if answer["result"][key]
        ),
    )


def _strike(side: Mapping[str, Any], key: str) -> Strike:
    return Strike(
        name=side["name"],
        side=key,
        vbu=side["vbu"],
        changes=_changes(side["dice_modifiers"]),
        dice=side["dice"],
        rerolls=tuple(side["rerolls"]),
        hits=chart(
            "Hits", "hits", [(row["hits"], row["probability"]) for row in side["hits"]], side["expected_hits"]
        ),
    )


def _suffering(side: Mapping[str, Any], key: str) -> Suffering:
    losses = [(row["losses"], row["probability"]) for row in side["losses"]]
    return Suffering(
        name=side["name"],
        side=key,
        vbu=side["current_vbu"],
        changes=_changes(side["cohesion_modifiers"]),
        rerolls=tuple(side["cohesion_rerolls"]),
        critical=tuple((row["hits"], row["critical_number"]) for row in side["critical_numbers"]),
        losses=chart("Losses", "losses", losses, side["expected_losses"]),
        chances=tuple((words, side[name]) for name, words in _CHANCES if side[name] or name != "leader_lost"),
    )


def _changes(rows: Sequence[Mapping[str, Any]]) -> tuple[Change, ...]:
    return tuple(Change(row["rule"], row["value"], row["why"]) for row in rows)


def chart(title: str, unit: str, shares: Sequence[tuple[int, float]], expected: float) -> Chart:
    """Columns for each number, as wide as there is room, the most probable one as high as the drawing."""
    pitch = WIDE / max(1, len(shares))
    width = min(WIDEST, pitch * 0.72)
    room = HIGH - TOP - BOTTOM
    most = max((share for _, share in shares), default=1.0) or 1.0
    columns, more = [], 1.0
    for index, (number, share) in enumerate(shares):
        height = max(0.8, room * share / most)
        x = index * pitch + (pitch - width) / 2
        place = (round(x, 2), round(HIGH - BOTTOM - height, 2), round(width, 2), round(height, 2))
        columns.append(Column(number, share, max(more, share), *place))
        more -= share
    return Chart(title, unit, expected, tuple(columns))


def _result(result: Mapping[str, float], attacker: str, target: str) -> tuple[Share, ...]:
    parts = (
        (f"{attacker} wins", "attacker", result["attacker_wins"]),
        ("Draw", "draw", result["draw"]),
        ("Both rout", "both", result["both_rout"]),
        (f"{target} wins", "target", result["target_wins"]),
    )
    shares, x = [], 0.0
    for name, key, share in parts:
        shares.append(Share(name, key, share, round(x, 3)))
        x += 100 * share
    return tuple(shares)
