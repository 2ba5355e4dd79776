/* What is edited, read from the fields of the form and written back into them: they are what is saved, so that the map
   and the form are one. Every change is a step that can be taken back. */

import { History } from "../editor/history.js";
import { FACINGS, label, named, neighbour, SIDES } from "./hexes.js";

const OPEN = ".";
const BOTH = "+"; // a hex where two roads that run side by side meet
const HILLS = [OPEN, "h", "H"]; // open ground by its level
const lines = (text) => text.split(/\r?\n/).map((line) => line.trimEnd());
const words = (text) => text.trim().split(/\s+/).filter(Boolean);

/** Rows of what stands in each column and row. @returns {string[][]} */
const filled = (columns, rows, cell) => Array.from({ length: rows }, (_row, row) =>
  Array.from({ length: columns }, (_column, column) => cell(column, row)));

const byNumber = (a, b) => a.localeCompare(b, "en", { numeric: true });
const unitOf = (side, id) => `${"ab"[side]}.${id}`;

/** A side of a hex under one name, whichever of its two hexes it is named from. */
export const sideKey = (place, direction) => {
  if (direction < 3) return `${label(place)} ${direction}`;
  return `${label(neighbour(place, direction))} ${direction - 3}`;
};

export class Model extends History {
  columns = 1;
  rows = 1;
  /** @type {string[][]} */
  terrain = [];
  /** @type {string[][]} */
  heights = []; // only where it is not that of the ground
  /** @type {string[][]} */
  roads = [];
  /** @type {Map<string, string>} */
  edges = new Map(); // by the keys of their sides
  /** @type {string[]} */
  strange = []; // lines that nobody understands stay as they are
  /** @type {ReturnType<Model["readSide"]>[]} */
  sides = [];

  constructor(form, data) {
    super();
    this.form = form;
    this.data = data;
    this.read();
    this.stored = this.text();
  }

  field(name) {
    return this.form.elements[name];
  }

  // -- from the fields -------------------------------------------------------------------------

  read() {
    this.columns = Number(this.field("map.columns").value) || 1;
    this.rows = Number(this.field("map.rows").value) || 1;
    this.terrain = this.grid("map.terrain", OPEN);
    this.heights = this.grid("map.heights", "");
    this.terrain.forEach((row, y) => row.forEach((letter, x) => {
      if (Number(this.heights[y][x]) <= this.natural(letter)) this.heights[y][x] = "";
    }));
    this.roads = this.grid("map.roads", OPEN);
    this.edges = new Map();
    this.strange = [];
    for (const line of lines(this.field("map.edges").value)) {
      const [hex, side, ...kind] = words(line);
      const place = named(hex ?? "");
      const direction = SIDES.indexOf((side ?? "").toUpperCase());
      if (place && direction >= 0 && kind.length === 1) this.edges.set(sideKey(place, direction), kind[0]);
      else if (line.trim()) this.strange.push(line.trim());
    }
    this.sides = [0, 1].map((index) => this.readSide(index));
  }

  grid(name, empty) {
    const given = lines(this.field(name).value);
    return filled(this.columns, this.rows, (column, row) => (given[row] ?? "")[column]?.trim() || empty);
  }

  readSide(index) {
    const side = {
      placements: new Map(), strange: /** @type {string[]} */ ([]), zone: new Set(), arrivals: new Map(), generals: new Map(),
    };
    const each = (part, put) => {
      for (const line of lines(this.field(`sides[${index}].${part}`).value)) if (line.trim()) put(words(line), line);
    };
    each("placements", ([id, hex, facing], line) => {
      const turn = FACINGS.indexOf(facing ?? "");
      if (named(hex ?? "") && turn >= 0) side.placements.set(unitOf(index, id), { hex, facing: turn });
      else side.strange.push(line.trim());
    });
    each("arrivals", ([id, round, ...places]) => {
      side.arrivals.set(unitOf(index, id), { round: round ?? "", hexes: new Set(places) });
    });
    each("generals", ([group, hex]) => side.generals.set(group, hex ?? ""));
    for (const name of words(this.field(`sides[${index}].zone`).value)) side.zone.add(name);
    return side;
  }

  // -- into the fields -------------------------------------------------------------------------

  /** Everything as the texts of the fields, by their names. */
  written() {
    const rows = (grid) => grid.map((row) => row.join("")).join("\n");
    const raised = this.heights.flat().some(Boolean);
    const edges = [...this.edges].sort().map(([key, kind]) => this.edgeLine(key, kind));
    const found = {
      "map.columns": String(this.columns),
      "map.rows": String(this.rows),
      "map.terrain": rows(this.terrain),
      "map.heights": raised ? rows(this.heights.map((row, y) => row.map((level, x) => level || this.level([x, y])))) : "",
      "map.roads": this.roads.flat().some((road) => road !== OPEN) ? rows(this.roads) : "",
      "map.edges": [...edges, ...this.strange].join("\n"),
    };
    this.sides.forEach((side, index) => Object.assign(found, this.writtenSide(side, `sides[${index}]`)));
    return found;
  }

  writtenSide(side, at) {
    const id = (unit) => unit.slice(2);
    const put = [...side.placements].map(([unit, there]) => `${id(unit)} ${there.hex} ${FACINGS[there.facing]}`);
    const come = [...side.arrivals].map(([unit, when]) => [id(unit), when.round, ...[...when.hexes].sort()].join(" "));
    return {
      [`${at}.placements`]: [...put.sort(byNumber), ...side.strange].join("\n"),
      [`${at}.generals`]: [...side.generals].map((pair) => pair.join(" ")).sort(byNumber).join("\n"),
      [`${at}.zone`]: [...side.zone].sort((a, b) => byNumber(a.slice(2) + a, b.slice(2) + b)).join(" "),
      [`${at}.arrivals`]: come.sort(byNumber).join("\n"),
    };
  }

  edgeLine(key, kind) {
    const [hex, direction] = key.split(" ");
    return `${hex} ${SIDES[Number(direction)]} ${kind}`;
  }

  fill(texts) {
    for (const [name, text] of Object.entries(texts)) if (this.field(name)) this.field(name).value = text;
  }

  // -- steps -----------------------------------------------------------------------------------

  text() {
    return JSON.stringify(this.written());
  }

  restore(text) {
    this.fill(JSON.parse(text));
    this.read();
  }

  /** Ends a change: it is one step, and stands in the fields. */
  done() {
    if (!this.note()) return;
    this.fill(JSON.parse(this.stored));
    this.report();
  }

  /** Somebody typed into the fields. */
  typed() {
    this.read();
    this.note();
    this.report();
  }

  /** As it was before a change that is not ended: as the fields say. */
  forget() {
    this.read();
  }

  // -- changes ---------------------------------------------------------------------------------

  setSize(columns, rows) {
    Object.assign(this, { columns, rows });
    const fit = (grid, empty) => filled(columns, rows, (column, row) => grid[row]?.[column] ?? empty);
    this.terrain = fit(this.terrain, OPEN);
    this.heights = fit(this.heights, "");
    this.roads = fit(this.roads, OPEN);
    const inside = (name) => {
      const place = named(name);
      return place && place[0] < columns && place[1] < rows;
    };
    for (const key of [...this.edges.keys()]) if (!inside(key.slice(0, 4))) this.edges.delete(key);
    for (const side of this.sides) {
      for (const name of [...side.zone]) if (!inside(name)) side.zone.delete(name);
      for (const [unit, at] of [...side.placements]) if (!inside(at.hex)) side.placements.delete(unit);
    }
  }

  /** The level that ground has by itself. */
  natural(letter) {
    return this.data.grounds.find((each) => each.letter === letter)?.level ?? Math.max(0, HILLS.indexOf(letter));
  }

  /** The level of a hex; 0 beside the map. */
  level([column, row]) {
    const letter = this.terrain[row]?.[column];
    if (letter === undefined) return 0;
    return Math.max(this.natural(letter), Number(this.heights[row][column]) || 0);
  }

  /** Ground on the level that the hex has without what grows or stands on it now. */
  setGround(place, letter) {
    const [column, row] = place;
    const before = this.terrain[row][column];
    const level = HILLS.includes(before) ? this.level(place) : Number(this.heights[row][column]) || 0;
    this.terrain[row][column] = letter;
    this.heights[row][column] = "";
    if (level) this.setLevel(place, level);
  }

  setLevel([column, row], level) {
    const letter = this.terrain[row][column];
    if (HILLS.includes(letter)) {
      this.terrain[row][column] = HILLS[level];
      this.heights[row][column] = "";
    } else {
      this.heights[row][column] = level > this.natural(letter) ? String(level) : "";
    }
  }

  isRoad([column, row]) {
    return (this.roads[row]?.[column] ?? OPEN) !== OPEN;
  }

  /** Whether a road leads from a hex to its neighbour. */
  hasRoad(place, other) {
    if (!this.isRoad(place) || !this.isRoad(other)) return false;
    const signs = [place, other].map(([column, row]) => this.roads[row][column]);
    return signs[0] === signs[1] || signs.includes(BOTH);
  }

  setRoad([column, row], sign) {
    this.roads[row][column] = sign;
  }

  /** The hexes where a side deploys: those that it was given, else the strip along its edge. */
  zone(index) {
    const given = this.sides[index].zone;
    if (given.size) return given;
    const deep = Math.min(this.data.zoneDepth, this.rows);
    const first = index ? 0 : this.rows - deep;
    return new Set(Array.from({ length: deep * this.columns }, (_, each) =>
      label([each % this.columns, first + Math.floor(each / this.columns)])));
  }

  setZone(index, place, on) {
    const zone = new Set(this.zone(index));
    if (on) zone.add(label(place));
    else zone.delete(label(place));
    this.sides[index].zone = zone;
  }

  setEdge(place, direction, kind) {
    if (kind) this.edges.set(sideKey(place, direction), kind);
    else this.edges.delete(sideKey(place, direction));
  }

  edge(place, direction) {
    return this.edges.get(sideKey(place, direction)) ?? "";
  }

  /** The side, the unit and the placement of the stand in a hex; null if none stands there. */
  standAt(place) {
    const hex = label(place);
    for (const [index, side] of this.sides.entries()) {
      for (const [unit, at] of side.placements) if (at.hex === hex) return { side: index, unit, at };
    }
    return null;
  }

  sideOf(unit) {
    return unit.startsWith("b.") ? 1 : 0;
  }

  placement(unit) {
    return this.sides[this.sideOf(unit)].placements.get(unit) ?? null;
  }

  /** Puts a stand into a hex; one that stands there already changes places with it. */
  place(unit, place) {
    const side = this.sideOf(unit);
    const before = this.placement(unit);
    const there = this.standAt(place);
    if (there && there.unit !== unit) {
      if (before) this.move(there.unit, before.hex);
      else this.takeOff(there.unit);
    }
    if (before) this.move(unit, label(place));
    else this.sides[side].placements.set(unit, { hex: label(place), facing: side ? 4 : 1 });
    this.sides[side].arrivals.delete(unit);
  }

  /** Another hex for a stand; its General goes with it. */
  move(unit, hex) {
    const at = this.placement(unit);
    const { generals } = this.sides[this.sideOf(unit)];
    const group = this.groupOf(unit);
    if (generals.get(group) === at.hex) generals.set(group, hex);
    at.hex = hex;
  }

  groupOf(unit) {
    return this.data.stands[this.sideOf(unit)].find((each) => each.id === unit)?.group ?? "";
  }

  hasGeneral(unit) {
    const at = this.placement(unit);
    return Boolean(at) && this.sides[this.sideOf(unit)].generals.get(this.groupOf(unit)) === at.hex;
  }

  setGeneral(unit, on) {
    const { generals } = this.sides[this.sideOf(unit)];
    const at = this.placement(unit);
    if (on && at) generals.set(this.groupOf(unit), at.hex);
    else generals.delete(this.groupOf(unit));
  }

  turn(unit, by) {
    const at = this.placement(unit);
    if (at) at.facing = (at.facing + by + 6) % 6;
  }

  takeOff(unit) {
    if (this.hasGeneral(unit)) this.setGeneral(unit, false);
    this.sides[this.sideOf(unit)].placements.delete(unit);
  }

  arrival(unit) {
    return this.sides[this.sideOf(unit)].arrivals.get(unit) ?? null;
  }

  /** In which round a stand comes; none or 0: it is there from the beginning. */
  setArrival(unit, round) {
    const side = this.sides[this.sideOf(unit)];
    if (!Number(round)) {
      side.arrivals.delete(unit);
      return;
    }
    this.takeOff(unit);
    side.arrivals.set(unit, { round: String(Number(round)), hexes: side.arrivals.get(unit)?.hexes ?? new Set() });
  }

  toggleEntry(unit, place) {
    const found = this.arrival(unit);
    if (!found) return;
    const hex = label(place);
    if (!found.hexes.delete(hex)) found.hexes.add(hex);
  }

  /** What a hex is, in words. */
  said(place) {
    const [column, row] = place;
    const ground = this.data.grounds.find((each) => each.letter === this.terrain[row][column]);
    const parts = [(ground?.name ?? `ground “${this.terrain[row][column]}”`).toLowerCase()];
    const level = this.level(place);
    if (level && level !== ground?.level) parts.push(["plain", "hillside", "hilltop"][level] ?? `level ${level}`);
    if (this.isRoad(place)) parts.push("road");
    SIDES.forEach((name, direction) => {
      const kind = this.edge(place, direction);
      if (kind) parts.push(`${this.data.edges.find((each) => each.key === kind)?.name.toLowerCase() ?? kind} to the ${name}`);
    });
    const there = this.standAt(place);
    if (there) parts.push(`${this.data.names[there.unit] ?? there.unit}, facing ${FACINGS[there.at.facing]}`);
    this.sides.forEach((_, index) => {
      if (this.zone(index).has(label(place))) parts.push(`zone of ${this.data.sides[index]}`);
    });
    return `${label(place)}: ${parts.join(", ")}`;
  }
}
