/* The map drawn from what is edited, with the theme that paper and the board have too. */

import { escaped, short } from "../shared/drawing.js";
import { label, named, neighbour, Plane } from "./hexes.js";

const TICKS = [0.22, 0.5, 0.78];
const TICK = 0.13;
const [WIDE, DEEP] = [0.74, 0.4]; // H, of a stand
const COLOURS = ["#8c1f22", "#2c4560"];
const TINTS = ["#f4dcd2", "#d3deea"];

const line = ([[x1, y1], [x2, y2]]) => `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`;
const sorted = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const add = (map, key, value) => {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
};

export class Drawing {
  constructor(svg, model) {
    this.svg = svg;
    this.model = model;
    this.data = model.data;
    this.ground = svg.querySelector("#map-ground");
    this.over = svg.querySelector("#map-over");
    this.marks = svg.querySelector("#map-marks");
    this.made = new Plane(0, 0, this.data.unit, this.data.margin);
    this.wrong = new Set();
  }

  get plane() {
    const { columns, rows } = this.model;
    if (this.made.columns !== columns || this.made.rows !== rows) {
      this.made = new Plane(columns, rows, this.data.unit, this.data.margin);
    }
    return this.made;
  }

  get size() {
    return [this.plane.width, this.plane.height];
  }

  places() {
    const { columns, rows } = this.model;
    return Array.from({ length: columns * rows }, (_, index) => [index % columns, Math.floor(index / columns)]);
  }

  draw() {
    const places = this.places();
    this.ground.innerHTML = [
      ...this.levels(places),
      ...this.grounds(places),
      this.grid(places),
      this.slopes(places),
      this.roads(places),
      ...this.edges(),
      this.labels(places),
    ].join("");
    this.over.innerHTML = [...this.zones(), ...this.stands()].join("");
  }

  // -- ground ----------------------------------------------------------------------------------

  * levels(places) {
    const found = new Map();
    for (const place of places) add(found, this.model.level(place), this.plane.path(place));
    const { levels } = this.data.theme;
    for (const [level, paths] of sorted(found)) {
      yield `<path d="${paths.join("")}" fill="${levels[Math.min(level, levels.length - 1)]}"/>`;
    }
  }

  * grounds(places) {
    const found = new Map();
    const keys = new Map(this.data.grounds.map((each) => [each.letter, each.key]));
    for (const place of places) {
      const letter = this.model.terrain[place[1]][place[0]];
      add(found, keys.get(letter) ?? "", this.plane.path(place, 0.97));
    }
    for (const [key, paths] of sorted(found)) {
      const ground = this.data.theme.grounds[key] ?? { fill: "#ddd5c4", pattern: "stones", opacity: 0.85 };
      if (!ground.fill) continue;
      yield `<path d="${paths.join("")}" fill="${ground.fill}" fill-opacity="${ground.opacity}"/>`;
      if (ground.pattern) yield `<path d="${paths.join("")}" fill="url(#${this.data.prefix}-${ground.pattern})"/>`;
    }
  }

  grid(places) {
    const path = places.map((place) => this.plane.path(place)).join("");
    return `<path d="${path}" fill="none" stroke="${this.data.theme.grid}" stroke-width=".8"/>`;
  }

  slopes(places) {
    /** @type {string[][]} */
    const [edges, strokes] = [[], []];
    for (const place of places.filter((each) => this.model.level(each))) {
      for (let direction = 0; direction < 6; direction += 1) {
        const other = neighbour(place, direction);
        if (this.model.level(other) >= this.model.level(place)) continue;
        const ends = this.plane.side(place, direction);
        edges.push(line(ends));
        strokes.push(...TICKS.map((part) => this.tick(ends, direction, part)));
      }
    }
    const colour = this.data.theme.contour;
    return `<path d="${edges.join("")}" fill="none" stroke="${colour}" stroke-width="1.5"/>`
      + `<path d="${strokes.join("")}" fill="none" stroke="${colour}"/>`;
  }

  tick([[x1, y1], [x2, y2]], direction, part) {
    const turn = (direction * Math.PI) / 3;
    const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
    const far = TICK * this.data.unit;
    return `M${short(x)} ${short(y)}l${short(far * Math.cos(turn))} ${short(-far * Math.sin(turn))}`;
  }

  roads(places) {
    const ways = [];
    for (const place of places.filter((each) => this.model.isRoad(each))) {
      const others = [0, 1, 2, 3, 4, 5].map((direction) => neighbour(place, direction))
        .filter((other) => this.model.hasRoad(place, other));
      const from = this.plane.point(place);
      ways.push(...others.map((other) => line([from, this.plane.point(other)])));
      if (!others.length) ways.push(line([from, [from[0] + 0.1, from[1]]]));
    }
    const [fill, edge] = this.data.theme.road;
    return [[edge, 0.17], [fill, 0.11]].map(([colour, thick]) =>
      `<path d="${ways.join("")}" fill="none" stroke="${colour}" stroke-width="${short(thick * this.data.unit)}" stroke-linecap="round"/>`).join("");
  }

  // -- sides of hexes --------------------------------------------------------------------------

  * edges() {
    const found = new Map();
    for (const [key, kind] of this.model.edges) add(found, kind, [named(key.slice(0, 4)), Number(key.slice(5))]);
    const crosses = (kind) => this.data.edges.find((each) => each.key === kind)?.crossing ?? false;
    const order = [...found].sort(([a], [b]) => crosses(a) - crosses(b) || (a < b ? -1 : 1));
    for (const [kind, sides] of order) yield* this.edge(kind, sides, crosses(kind));
  }

  * edge(kind, sides, crossing) {
    const { theme } = this.data;
    const way = sides.map(([place, direction]) => line(this.plane.side(place, direction))).join("");
    for (const [colour, thick, dash] of crossing ? [theme.water] : theme.sides[kind] ?? [[theme.soft, 3, "5 3"]]) {
      const end = dash ? `stroke-dasharray="${dash}"` : 'stroke-linecap="round"';
      yield `<path d="${way}" fill="none" stroke="${colour}" stroke-width="${thick}" ${end}/>`;
    }
    if (!crossing) return;
    const planks = sides.flatMap(([place, direction]) => this.planks(place, direction)).join("");
    const dash = theme.crossings[kind];
    const end = dash ? `stroke-dasharray="${dash}"` : 'stroke-linecap="round"';
    yield `<path d="${planks}" fill="none" stroke="${theme.ink}" stroke-width="2.2" ${end}/>`;
  }

  planks(place, direction) {
    const [[x1, y1], [x2, y2]] = this.plane.side(place, direction);
    const turn = (direction * Math.PI) / 3;
    const [dx, dy] = [0.16 * this.data.unit * Math.cos(turn), -0.16 * this.data.unit * Math.sin(turn)];
    return [0.34, 0.66].map((part) => {
      const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
      return line([[x - dx, y - dy], [x + dx, y + dy]]);
    });
  }

  labels(places) {
    const { unit, theme } = this.data;
    const names = places.map((place) => {
      const [x, y] = this.plane.point(place);
      return `<text x="${short(x)}" y="${short(y - 0.3 * unit)}">${label(place)}</text>`;
    });
    return `<g font-size="${short(0.17 * unit)}" fill="${theme.soft}" text-anchor="middle">${names.join("")}</g>`;
  }

  // -- zones and stands ------------------------------------------------------------------------

  * zones() {
    for (const index of [0, 1]) {
      const inside = this.model.zone(index);
      const edges = this.known(inside).flatMap((place) =>
        [0, 1, 2, 3, 4, 5].filter((direction) => !inside.has(label(neighbour(place, direction))))
          .map((direction) => line(this.plane.side(place, direction, 0.93))));
      yield `<path d="${edges.join("")}" fill="none" stroke="${COLOURS[index]}" stroke-width="1.6" stroke-dasharray="5 3"/>`;
    }
  }

  * stands() {
    for (const [index, side] of this.model.sides.entries()) {
      for (const [unit, at] of side.placements) {
        const place = named(at.hex);
        if (place && this.plane.has(place)) yield this.stand(index, unit, place, at.facing);
      }
    }
  }

  stand(side, unit, place, facing) {
    const known = this.data.stands[side].find((each) => each.id === unit);
    const [x, y] = this.plane.point(place);
    const [wide, deep] = [WIDE * this.data.unit, DEEP * this.data.unit];
    const colour = COLOURS[side];
    const box = (inset) => `M${short(inset - wide / 2)} ${short(inset - deep / 2)}h${short(wide - 2 * inset)}`
      + `v${short(deep - 2 * inset)}h${short(2 * inset - wide)}z`;
    const ranks = Array.from({ length: (known?.ranks ?? 1) - 1 }, (_, rank) =>
      `<path d="M${short(-wide / 2)} ${short(deep / 2 + 3 * (rank + 1))}h${short(wide)}" stroke="${colour}"/>`);
    const second = side ? `<path d="${box(3)}" fill="none" stroke="${colour}" stroke-width=".7"/>` : "";
    const at = short(0.3 * this.data.unit);
    const general = this.model.hasGeneral(unit)
      ? `<circle cx="${at}" cy="${-at}" r="5" fill="#fbf7ec" stroke="${colour}" stroke-width="2"/>` : "";
    return `<g data-unit="${escaped(unit)}" transform="translate(${short(x)} ${short(y)})">`
      + `<title>${escaped(known?.name ?? unit)}</title><g transform="rotate(${(420 - 60 * facing) % 360})">`
      + `<path d="${box(0)}" fill="${TINTS[side]}" stroke="${colour}" stroke-width="1.6"/>`
      + `<path d="M-5 ${short(-deep / 2)}L0 ${short(-deep / 2 - 6)}L5 ${short(-deep / 2)}z" fill="${colour}"/>`
      + `${second}${ranks.join("")}</g><text y="4" font-size="12" fill="${colour}" text-anchor="middle" font-weight="600">`
      + `${escaped(known?.code ?? "?")}</text>${general}</g>`;
  }

  // -- marks -----------------------------------------------------------------------------------

  /** The hexes of the map among names. */
  known(names) {
    return [...names].map(named).flatMap((place) => (place && this.plane.has(place) ? [place] : []));
  }

  /** The hex where the keys act, its side if one is meant, the stand in hand with where it may come, and faults. */
  mark({ cursor, direction, unit }) {
    const parts = this.known(this.wrong).map((place) =>
      `<path d="${this.plane.path(place, 0.9)}" fill="none" stroke="#8c1f22" stroke-width="3" stroke-dasharray="4 3"/>`);
    const at = unit ? named(this.model.placement(unit)?.hex ?? "") : null;
    if (at) parts.push(`<path d="${this.plane.path(at, 0.96)}" fill="#f0c330" fill-opacity=".35" stroke="#7a5410"/>`);
    for (const place of this.known(unit ? this.model.arrival(unit)?.hexes ?? [] : [])) {
      parts.push(`<path d="${this.plane.path(place, 0.8)}" fill="#f0c330" fill-opacity=".5" stroke="#7a5410"/>`);
    }
    if (cursor && this.plane.has(cursor)) {
      parts.push(`<path d="${this.plane.path(cursor)}" fill="none" stroke="#231c15" stroke-width="2.4"/>`);
      if (direction !== null) {
        parts.push(`<path d="${line(this.plane.side(cursor, direction))}" fill="none" stroke="#f0c330" stroke-width="5"/>`);
      }
    }
    this.marks.innerHTML = parts.join("");
  }
}
