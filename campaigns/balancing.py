"""The balance of a campaign for people: a table and bars for a terminal, charts as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from battles.chart import HIGH as CHART
from battles.chart import LEFT, WIDE, Line, line_chart
from campaigns.engine.simulation import Balance, FactionStanding, Figure
from campaigns.engine.state import Faction, State
from rulesets.engine import svg
from rulesets.engine.svg import INK, PALE, PAPER, RULE

BAR = 50
"""How many characters a bar of 100 per cent is long."""
SPARKS = "▁▂▃▄▅▆▇█"
HEAD, ROW = 44.0, 24.0
PAGE = WIDE + 40  # names may run over the edge of a chart
SHOWN: tuple[Figure, ...] = ("areas", "worth", "points", "money")
DRAWN: dict[Figure, str] = {"areas": "Areas held", "worth": "Worth of the forces", "points": "Victory points"}
HEADS: dict[Figure, str] = {"areas": "Areas", "worth": "Worth", "points": "Points", "money": "Money"}
MEANS = {"engine": "fought by the tacticians", "quick": "settled by the campaign’s dice"}


@dataclass(frozen=True, slots=True)
class Report:
    """A balance with what is needed to report it: the campaign's `state` at its start, how many `turns` were
    to be played, and how battles were fought.
    """

    name: str
    state: State
    balance: Balance
    turns: int
    battles: str

    @property
    def standings(self) -> list[FactionStanding]:
        """The factions, who won most first."""
        return sorted(self.balance.factions, key=lambda each: (-each.wins, each.rung, each.faction))

    @property
    def share(self) -> float:
        """The share (0 to 1) of wins that each faction had if all had the same chance."""
        return 1 / len(contenders(self.state))

    def faction(self, standing: FactionStanding) -> Faction:
        """Return the faction of a standing."""
        return self.state.factions[standing.faction]

    def figures(self) -> list[Figure]:
        """Return the figures of which there are any in this campaign."""
        return [name for name in SHOWN if any(any(each.course[name]) for each in self.balance.factions)]

    def drawn(self) -> list[Figure]:
        """Return the figures that change in it, turn by turn."""
        return [
            name for name in DRAWN if any(len({*each.course[name]}) > 1 for each in self.balance.factions)
        ]


def contenders(state: State) -> list[str]:
    """Return the factions that play for victory."""
    return sorted(key for key, each in state.factions.items() if not each.neutral) or sorted(state.factions)


# -- in a terminal --------------------------------------------------------------------------------


def as_text(report: Report) -> str:
    """Return the table, a sentence on how fair the campaign is, bars of the wins, the course of the
    figures.
    """
    parts = [summary(report), _table(report), verdict(report), _bars(report), _course(report)]
    return "\n\n".join("\n".join(part) for part in parts)


def summary(report: Report) -> Iterator[str]:
    """Yield two lines: what was played, and how it ended."""
    found = report.balance
    how = f"battles {MEANS[report.battles]}"
    yield f"{report.name}: {found.runs} campaigns of up to {report.turns} turns, {how}"
    cut = found.runs - found.over
    ended = f"{found.over} came to their end" if cut else "All came to their end"
    led = f", {cut} were cut off (won by who led then)" if cut else ""
    nobody = f", {found.drawn} won by nobody" if found.drawn else ""
    mean = f"{found.turns:g} turns and {found.battles:g} battles"
    if found.quick not in (0, 1):
        mean += f", {found.quick:.0%} of them by the campaign’s dice"
    yield f"{ended}{led}{nobody}. On average {mean}."


def _table(report: Report) -> Iterator[str]:
    shown, ladder = report.figures(), report.state.ladder is not None
    head = ["faction", "wins", "share", "95%", *(["rung"] if ladder else []), *shown, "battles won"]
    rows = [head, *(_row(report, each, shown) for each in report.standings)]
    wide = [max(len(row[column]) for row in rows) for column in range(len(head))]
    for row in rows:
        figures = (cell.rjust(room) for cell, room in zip(row[1:], wide[1:], strict=True))
        yield "  ".join([row[0].ljust(wide[0]), *figures])


def _row(report: Report, standing: FactionStanding, shown: Iterable[Figure]) -> list[str]:
    chance = standing.chance
    rung = [f"{standing.rung:.1f}"] if report.state.ladder is not None else []
    return [
        report.faction(standing).name, str(standing.wins), f"{chance.share:.0%}",
        f"{chance.low:.0%}-{chance.high:.0%}", *rung, *(f"{standing.ends[name]:.1f}" for name in shown),
        f"{standing.won:.1f}",
    ]  # fmt: skip


def verdict(report: Report) -> Iterator[str]:
    """Yield a sentence for each faction whose chances are surely not those of the others."""
    playing = set(contenders(report.state))
    unfair = [each for each in report.standings if each.fair and each.faction in playing]
    for each in unfair:
        yield f"{report.faction(each).name} wins {each.fair} often than an equal share of {report.share:.0%}."
    if not unfair:
        share = f"an equal share of {report.share:.0%}"
        yield f"After {report.balance.runs} campaigns nobody surely wins more or less often than {share}."


def _bars(report: Report) -> Iterator[str]:
    yield "Wins (█ surely, ▒ perhaps, 95 times of 100; │ an equal share)"
    room = max(len(report.faction(each).name) for each in report.standings)
    for each in report.standings:
        low, high = round(each.chance.low * BAR), round(each.chance.high * BAR)
        cells = ["█"] * low + ["▒"] * (high - low) + ["·"] * (BAR - high)
        cells[min(BAR - 1, round(report.share * BAR))] = "│"
        yield f"{report.faction(each).name.ljust(room)}  {''.join(cells)} {each.chance.share:4.0%}"


def _course(report: Report) -> Iterator[str]:
    """Yield a line of small bars for each figure and faction, turn by turn."""
    room = max(len(report.faction(each).name) for each in report.standings)
    for name in report.drawn():
        most = max(max(each.course[name]) for each in report.standings)
        yield f"{DRAWN[name]}, turn by turn"
        for each in report.standings:
            course, top = each.course[name], len(SPARKS) - 1
            heights = (max(0, round(top * value / most)) if most > 0 else 0 for value in course)
            sparks = "".join(SPARKS[height] for height in heights)
            ends = f"{course[0]:.1f} to {course[-1]:.1f}"
            yield f"{report.faction(each).name.ljust(room)}  {sparks}  {ends}"


# -- as SVG ---------------------------------------------------------------------------------------


def as_svg(report: Report) -> str:
    """Return a picture: bars of the wins with their bounds, below them the course of each figure."""
    top = HEAD + ROW * len(report.standings) + 26
    body = []
    for name in report.drawn():
        if chart := _chart(report, name, y=top + 26):
            body += [svg.text(LEFT, top + 16, DRAWN[name], anchor="start", font_weight=600), chart]
            top += CHART + 30
    parts = (svg.rect(0, 0, PAGE, top, fill=PAPER), *_wins(report), *body)
    return f"{svg.drawing(PAGE, top, report.name, *parts, font_size=16)}\n"


def _chart(report: Report, name: Figure, y: float) -> str:
    lines = [
        Line(report.faction(each).name, report.faction(each).colour, each.course[name])
        for each in report.standings
    ]
    first = report.state.turn
    turns = range(first - 1, first - 1 + len(lines[0].values))
    title = f"{DRAWN[name]}, mean of {report.balance.runs} campaigns"
    return str(line_chart(title, turns, lines, y=y, width=WIDE, height=CHART, overflow="visible"))


def _wins(report: Report) -> Iterator[str]:
    """Yield a bar for each faction, from 0 to 100 per cent; a whisker for its bounds, a rule for an equal
    share.
    """
    left, right = 170.0, WIDE - 118.0
    wide = right - left
    title = f"{report.name}: wins in {report.balance.runs} campaigns"
    yield svg.text(LEFT, 24, title, anchor="start", font_weight=600)
    for number, each in enumerate(report.standings):
        y, chance = HEAD + number * ROW, each.chance
        faction = report.faction(each)
        ends = [left + wide * end for end in (chance.low, chance.high)]
        middle = y + (ROW - 8) / 2
        whisker = f"M{ends[0]:.1f} {middle:g}H{ends[1]:.1f}"
        whisker += "".join(f"M{end:.1f} {middle - 4:g}v8" for end in ends)
        yield svg.text(left - 8, y + 13, faction.name, anchor="end")
        yield svg.rect(left, y, wide * chance.share, ROW - 8, fill=faction.colour)
        yield svg.path(whisker, stroke=INK, stroke_width=1.4)
        yield svg.text(right + 60, y + 13, f"{chance.share:.0%}", anchor="end")
    x, bottom = left + wide * report.share, HEAD + ROW * len(report.standings)
    yield svg.path(svg.line(((x, HEAD - 6), (x, bottom))), stroke=PALE, stroke_dasharray="3 3")
    yield svg.path(svg.line(((left, HEAD - 6), (left, bottom))), stroke=RULE)
