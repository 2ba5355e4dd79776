"""The board's drawing, as parts of one SVG: signs once, ground and pieces anew after each choice.

A piece carries its id, name, side and place as data for scripts, and says in words what it is, how it stands
and whom it fights. Scripts draw into an overlay that they own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from textwrap import wrap
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from battles.freefield import CORNERS, Drawing, corner
from battles.hexfield import HexDrawing
from battles.theme import LINES, PLAIN, THEMES
from rulesets.contract.presentation import Presentation
from rulesets.engine import svg
from rulesets.engine.geometry import Base
from rulesets.engine.svg import COLOURS, INK, PAPER
from rulesets.engine.wording import capfirst, numbered

MARGIN = 26.0
NAME_WIDTH = 20  # letters in a line of a terrain's name
LETTER = 7.5  # how wide a letter of a terrain's name is at most
DISC = 12.0  # from the middle of a leader's disc to where a name is clear of it
STEP = 5  # lengths between two figures of the ruler


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """The parts of the board's drawing. `said`: the units on the table in words, by id; `size`: that of the
    table; `still`: the ground never changes in a battle; `grounds`: the kinds of terrain on it by name, each
    with a swatch 24 wide and 16 high.
    """

    width: float
    depth: float
    view_box: str
    symbols: SafeString
    ground: SafeString
    pieces: SafeString
    said: Mapping[str, str]
    scale: float
    size: str
    still: bool = False
    margin: float = MARGIN
    grounds: tuple[tuple[str, SafeString], ...] = ()


def board_drawing(
    state: Mapping[str, Any], presentation: Presentation, *, subject: str = ""
) -> BoardDrawing | None:
    """Return the board in a state, the unit `subject` marked; None for a battle without a table."""
    if "width" not in state:
        return None
    kind = _HexBoard if presentation.hexes else _Board
    board = kind(state, presentation, "f", subject)
    wide, high = (length * board.unit + 2 * MARGIN for length in (board.width, board.depth))
    return BoardDrawing(
        board.width,
        board.depth,
        f"0 0 {wide:g} {high:g}",
        _safe(board.symbols({presentation.sign(unit["type"]) for unit in state["units"]})),
        _safe(board.whole_ground()),
        _safe(board.whole_pieces()),
        {unit["id"]: board.said(unit, short=True) for unit in state["units"] if unit["base"]},
        board.unit,
        board.size(),
        still=presentation.hexes,
        grounds=tuple((name, mark_safe(swatch)) for name, swatch in board.grounds()),
    )


def _safe(parts: Iterator[str]) -> SafeString:
    return mark_safe("".join(parts))  # every word of a player's in them is escaped


class _Pieces(Drawing, ABC):
    """The pieces as only a board needs them: with ids, words, markers within a turn, melees."""

    margin = MARGIN

    @abstractmethod
    def whole_ground(self) -> Iterator[str]:
        """Everything that lies under the pieces."""

    @abstractmethod
    def grounds(self) -> Iterator[tuple[str, str]]:
        """Yield the kinds of terrain that are on the table: the name of each, and its swatch."""

    def size(self) -> str:
        """Return the size of the table in words."""
        return f"{self.width:g} × {self.depth:g} {self.presentation.length}"

    def whole_pieces(self) -> Iterator[str]:
        """Every unit and leader on the table, and the melees."""
        for unit in self.state["units"]:
            if unit["base"]:
                yield self._piece(unit)
        yield from self._melees()
        yield from self._all_leaders()

    def _piece(self, unit: Mapping[str, Any]) -> str:
        x, y, heading = unit["base"][:3]
        words = self.said(unit)
        corners = ",".join(f"{each:.6g}" for each in Base(*unit["base"]).corners)
        marked = self._marked("piece", unit, " active" if unit["id"] == self.subject else "", x, y)
        marked |= {"data_heading": heading, "data_outline": f"[{corners}]", "aria_label": words}
        inside = (*self.base(unit), *self._turn_marks(unit))
        return svg.group(*inside, title=words, **marked, transform=self.turned(unit))

    def _marked(
        self, kind: str, of: Mapping[str, Any], more: str, x: float, y: float
    ) -> dict[str, svg.Value]:
        """Return what scripts need of a unit or a leader: kind, with `more` classes, name, place."""
        id_, side, sort = of["id"], of["side"], f"{kind} side-{'ab'[of['side']]}{more}"
        marked = {"class_": sort, "id": f"p-{id_}", f"data_{kind}": id_, "data_side": side}
        return marked | {"data_name": of["name"], "data_x": x, "data_y": y, "role": "img"}

    def _turn_marks(self, unit: Mapping[str, Any]) -> Iterator[str]:
        """Yield what a unit has done in this turn."""
        heading, width, depth = unit["base"][2:]
        turn = heading - 90.0
        for mark in self.marks(unit):
            if mark.passing and mark.at in CORNERS:
                yield self.mark(mark.key, *corner(mark.at, width * self.unit, depth * self.unit), turn)

    def said(self, unit: Mapping[str, Any], *, short: bool = False) -> str:
        """Return a unit in words: side, name, strength, state, leader, enemies; `short`: its place, not its
        name.
        """
        left, whole = self.presentation.strength_of(unit)
        strength = f"{self.presentation.strength} {max(0, left)} of {whole}"
        marks = [mark.word for mark in self.marks(unit)]
        if unit["id"] in self.led:
            marks.append(f"with {self.led[unit['id']]}")
        if unit["id"] in self.fights:
            marks.append(f"in melee with {' and '.join(self.fights[unit['id']])}")
        if short:
            return ", ".join([strength, *marks, self.where(unit)])
        side = self.state["sides"][unit["side"]]["name"]
        return ", ".join([f"{side}: {unit['name']} ({unit['type']})", strength, *marks])

    def where(self, unit: Mapping[str, Any]) -> str:
        """Where a unit stands and where it faces, in words."""
        x, y, heading = (unit["base"] or (0.0, 0.0, 0.0))[:3]
        return f"at {x:.1f}, {y:.1f}, facing {heading:.0f}°"

    @cached_property
    def led(self) -> Mapping[str, str]:
        """The name of the leader with a unit, by its id."""
        return {each["attached"]: each["name"] for each in self.state["leaders"] if each["attached"]}

    @cached_property
    def fights(self) -> Mapping[str, list[str]]:
        """The names of the enemies that a unit is in contact with, by its id."""
        found: dict[str, dict[str, None]] = {}
        for one, other in self.presentation.contacts(self.state):
            found.setdefault(one, {})[self.by_id[other]["name"]] = None
            found.setdefault(other, {})[self.by_id[one]["name"]] = None
        return {id_: list(names) for id_, names in found.items()}

    def _melees(self) -> Iterator[str]:
        """Crossed swords where a front touches an enemy; once for two who face each other."""
        fronts = set(self.presentation.contacts(self.state))
        for one, other in sorted(fronts):
            if (other, one) in fronts and other < one:
                continue
            x, y = self.clash(self.by_id[one], self.by_id[other])
            words = f"{self.by_id[one]['name']} in melee with {self.by_id[other]['name']}"
            yield svg.group(self.mark("melee", self.x(x), self.y(y)), title=words, class_="melee")

    def clash(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[float, float]:
        """Where the sign of a melee stands: at the middle of the front that touches the enemy."""
        x, y = one["base"][:2]
        return x, y

    def _all_leaders(self) -> Iterator[str]:
        for leader, x, y, unit in self.placed_leaders():
            where, more = ("", "") if unit is None else (f" with {unit['name']}", " attached")
            side = self.state["sides"][leader["side"]]["name"]
            words = f"{side}: {leader['name']}, {leader['level']} {self.presentation.leader}{where}"
            place = (x - MARGIN) / self.unit, self.depth - (y - MARGIN) / self.unit
            marked = self._marked("leader", leader, more, *place)
            at = svg.moved(x, y)
            yield svg.group(self.leader(leader), title=words, aria_label=words, transform=at, **marked)

    def leader(self, leader: Mapping[str, Any]) -> str:
        """Return a leader's disc; one who is with a unit is smaller and stands at the back of its base."""
        drawn = super().leader(leader)
        unit = self.by_id.get(leader["attached"])
        if unit is None or not unit["base"]:
            return drawn
        heading, _, depth = unit["base"][2:]
        turn, back = f"rotate({90.0 - heading:.2f})", f"rotate({heading - 90.0:.2f})"
        return svg.group(drawn, transform=f"{turn} translate(0 {depth * self.unit:.1f}) {back} scale(.8)")


class _Board(_Pieces):
    """A free table with what only a board needs: names, grid, ruler."""

    def whole_ground(self) -> Iterator[str]:
        """Table, terrain with its names, grid and ruler; the zones while the armies are being set up."""
        zones = self.zones() if not self.state["turn"] else ()
        return chain(
            (svg.element("defs", *self.patterns(), *self._grid_patterns()),),
            self.table(),
            self.terrain(),
            self._grid(),
            zones,
            self._terrain_names(),
            self._ruler(),
        )

    def grounds(self) -> Iterator[tuple[str, str]]:
        """Areas with their pattern, lines with their stroke."""
        kinds = {piece["kind"]: piece for piece in self.state["terrain"]}
        for kind, piece in sorted(kinds.items()):
            name = capfirst(self.presentation.terrain_name(kind))
            if piece["outline"]:
                fill, edge, pattern, dash = THEMES.get(kind, PLAIN)
                drawn = svg.rect(1, 1, 22, 14, fill=fill, stroke=edge, stroke_dasharray=dash or None)
                over = svg.rect(1, 1, 22, 14, fill=f"url(#{self.prefix}-{pattern})") if pattern else ""
                yield name, drawn + over
            else:
                colour, thick = (LINES[kind], 7) if kind in LINES else ("#6c5a34", 3)
                yield name, svg.path("M0 8h24", stroke=colour, stroke_width=thick, fill="none")

    def _grid_patterns(self) -> Iterator[str]:
        for name, cells, thick, opacity in (("f-cell", 1, 0.5, 0.35), ("f-cells", STEP, 1, 0.5)):
            size = self.unit * cells
            way = f"M0 0H{size:g}M0 0V{size:g}"
            lines = svg.path(way, stroke=INK, stroke_width=thick, opacity=opacity)
            yield svg.pattern(name, size, lines, x=MARGIN, y=self.y(0))

    def _grid(self) -> Iterator[str]:
        """Yield a line at each length, a stronger one at each fifth."""
        box = (MARGIN, MARGIN, self.width * self.unit, self.depth * self.unit)
        cells = (svg.rect(*box, fill=f"url(#{name})") for name in ("f-cell", "f-cells"))
        yield svg.group(*cells, id="board-grid", class_="grid", pointer_events="none")

    def _ruler(self) -> Iterator[str]:
        """Ticks along the lower and the left edge, a figure at each fifth, the unit of length at 0."""
        bottom, left = self.y(0), MARGIN
        marks = [
            f"M{self.x(at):g} {bottom:g}v{8 if at % STEP == 0 else 4}" for at in range(int(self.width) + 1)
        ] + [f"M{left:g} {self.y(at):g}h-{8 if at % STEP == 0 else 4}" for at in range(int(self.depth) + 1)]
        figures = [svg.text(left - 4, bottom + 20, self.presentation.length, 12)]
        for at in range(STEP, int(self.width) + 1, STEP):
            figures.append(svg.text(self.x(at), bottom + 20, at, 12))
        for at in range(STEP, int(self.depth) + 1, STEP):
            figures.append(svg.text(left - 11, self.y(at) + 4, at, 12, anchor="end"))
        ticks = svg.path("".join(marks), stroke=INK, fill="none")
        yield svg.group(ticks, *figures, id="board-ruler", class_="ruler", aria_hidden="true")

    def _terrain_names(self) -> Iterator[str]:
        called = numbered(
            {piece["id"]: self.presentation.terrain_name(piece["kind"]) for piece in self.state["terrain"]}
        )
        drawn = (piece for piece in self.state["terrain"] if piece["outline"] or piece["line"])
        names = (self._name(piece, called[piece["id"]]) for piece in drawn)
        style: svg.Look = {"font_style": "italic", "pointer_events": "none", "aria_hidden": "true"}
        yield svg.group(*names, class_="names", **style)

    def _name(self, piece: Mapping[str, Any], name: str) -> str:
        """Return the name of a piece of terrain in its middle, of a line above it."""
        x, y = _middle(piece["outline"] or piece["line"])
        lines = wrap(name, NAME_WIDTH)
        high = len(lines) - 1
        top = self.y(y) + 5 - 8 * high if piece["outline"] else self.y(y) - 10 - 16 * high
        if piece["outline"]:
            top += self._below_leader(self.x(x), self.y(y), max(map(len, lines)), high)
        halo: svg.Look = {"stroke": PAPER, "stroke_width": 3, "paint_order": "stroke"}
        rows = (svg.text(self.x(x), top + 16 * at, words, 15, **halo) for at, words in enumerate(lines))
        return svg.group(*rows, class_="upright")

    def _below_leader(self, x: float, y: float, letters: int, more: int) -> float:
        """Return how far a name in the middle of terrain moves down, so that a leader who stands there does
        not hide its first word; `more`: its lines after the first.
        """
        wide, high = LETTER * letters / 2 + DISC, DISC + 8 * (more + 1)
        alone = ((lx, ly) for _, lx, ly, unit in self.placed_leaders() if unit is None)
        downs = [ly - y for lx, ly in alone if abs(lx - x) < wide and abs(ly - y) < high]
        return max((down + high for down in downs), default=0.0)


class _HexBoard(_Pieces, HexDrawing):
    """A map of hexes with what only a board needs: zones of control, deployment zones under the pieces."""

    def whole_ground(self) -> Iterator[str]:
        """Yield the map with the names of its hexes: it never changes."""
        yield svg.element("defs", self.drawn.defs) + self.drawn.ground
        yield svg.group(self.drawn.labels, class_="names", pointer_events="none", aria_hidden="true")

    def whole_pieces(self) -> Iterator[str]:
        """Yield the zones of control, and those of deployment while it goes on, then stands and leaders."""
        yield from self.controls()
        yield from self.zones() if not self.state["turn"] else ()
        yield from super().whole_pieces()

    def size(self) -> str:
        """How many hexes the map has across and down."""
        return f"{self.state['map']['columns']} × {self.state['map']['rows']} hexes"

    def grounds(self) -> Iterator[tuple[str, str]]:
        """As the system draws them."""
        yield from self.drawn.grounds

    def controls(self) -> Iterator[str]:
        """Yield the hexes that stands control, side by side hatched: shown when somebody asks for them."""
        drawn = [
            svg.element("polygon", class_=sort, points=self.points(outline), fill=COLOURS[unit["side"]])
            for unit in self.state["units"]
            for sort in (f"control side-{'ab'[unit['side']]}",)
            for outline in unit["controls"]
        ]
        style: svg.Look = {"class_": "controls", "pointer_events": "none", "fill_opacity": 0.16}
        yield svg.group(*drawn, id="board-grid", **style)

    def where(self, unit: Mapping[str, Any]) -> str:
        """Return the hex of a stand and where it faces."""
        return f"at {unit['hex']}, facing {unit['faces']}"

    def clash(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[float, float]:
        """Between both stands."""
        (ax, ay), (bx, by) = (self.middle(each) for each in (one, other))
        return (ax + bx) / 2, (ay + by) / 2


def _middle(flat: list[float]) -> tuple[float, float]:
    """Return the middle of an outline's or a line's points."""
    xs, ys = flat[::2], flat[1::2]
    return sum(xs) / len(xs), sum(ys) / len(ys)
