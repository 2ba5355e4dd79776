/* Hexes of a map by column and row from 0; every second row stands half a hex to the right. Facings and directions
   count counter-clockwise: direction 0 is east, facing 0 the point between east and north-east. */

import { short } from "../shared/drawing.js";

export const SIDES = ["E", "NE", "NW", "W", "SW", "SE"];
export const FACINGS = ["north-east", "north", "north-west", "south-west", "south", "south-east"];

const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const ROW = Math.sqrt(3) / 2;
const RADIUS = 1 / Math.sqrt(3);

const two = (number) => String(number + 1).padStart(2, "0");

/** `0705` for column 6, row 4. */
export const label = ([column, row]) => `${two(column)}${two(row)}`;

/** The column and the row of a name; null for what is no name of a hex. @returns {Point | null} */
export const named = (name) => {
  if (!/^\d{4}$/.test(name)) return null;
  const [column, row] = [Number(name.slice(0, 2)) - 1, Number(name.slice(2)) - 1];
  return column < 0 || row < 0 ? null : [column, row];
};

/** The hex next to another in a direction. @returns {Point} */
export const neighbour = ([column, row], direction) => {
  const [dq, dr] = STEPS[(direction + 6) % 6];
  const below = row + dr;
  return [column - (row >> 1) + dq + (below >> 1), below];
};

/**
 * The places on the way from one place of a drawing to another, a step of at most `far` apart; the last is the end.
 * @returns {Point[]}
 */
export const between = ([x1, y1], [x2, y2], far) => {
  const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / far));
  return Array.from({ length: steps }, (_, step) => {
    const part = (step + 1) / steps;
    return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
  });
};

/** Where hexes lie on the drawing. */
export class Plane {
  constructor(columns, rows, unit, margin) {
    this.columns = columns;
    this.rows = rows;
    this.unit = unit;
    this.margin = margin;
    this.width = (columns + (rows > 1 ? 0.5 : 0)) * unit + 2 * margin;
    this.height = (2 * RADIUS + (rows - 1) * ROW) * unit + 2 * margin;
  }

  has([column, row]) {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows;
  }

  /** The centre of a hex. @returns {Point} */
  point([column, row]) {
    const x = 0.5 + column + 0.5 * (row % 2);
    return [this.margin + x * this.unit, this.margin + (RADIUS + row * ROW) * this.unit];
  }

  /** The point of a hex at a facing; `scale` 1 on its border. @returns {Point} */
  corner(place, facing, scale = 1) {
    const [x, y] = this.point(place);
    const turn = ((30 + 60 * facing) * Math.PI) / 180;
    const far = RADIUS * this.unit * scale;
    return [x + far * Math.cos(turn), y - far * Math.sin(turn)];
  }

  /** Both ends of a hex side. @returns {[Point, Point]} */
  side(place, direction, scale = 1) {
    return [this.corner(place, direction - 1, scale), this.corner(place, direction, scale)];
  }

  path(place, scale = 1) {
    const corners = [0, 1, 2, 3, 4, 5].map((facing) => this.corner(place, facing, scale).map(short).join(" "));
    return `M${corners.join("L")}z`;
  }

  /** The hex at a place of the drawing; null beside the map. */
  at(x, y) {
    const guess = Math.round((y - this.margin) / this.unit / ROW - RADIUS / ROW);
    /** @type {Point} */
    let found = [-1, -1];
    let least = Infinity;
    for (const row of [guess - 1, guess, guess + 1]) {
      const column = Math.round((x - this.margin) / this.unit - 0.5 - 0.5 * (Math.abs(row) % 2));
      const [cx, cy] = this.point([column, row]);
      const far = Math.hypot(cx - x, cy - y);
      if (far < least) [found, least] = [[column, row], far];
    }
    return this.has(found) ? found : null;
  }

  /** The side of a hex that a place of the drawing is nearest to. */
  nearestSide(place, x, y) {
    const [cx, cy] = this.point(place);
    const turn = (Math.atan2(cy - y, x - cx) * 180) / Math.PI;
    return (Math.round(turn / 60) + 6) % 6;
  }
}
