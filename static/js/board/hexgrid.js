/* The plane of a map of hexes: 1 is the distance between neighbouring centres, y counts upwards. */

import { distance } from "../shared/geometry.js";

/** From the centre of a hex to its points. */
export const RADIUS = 1 / Math.sqrt(3);
const ROW = Math.sqrt(3) / 2;

/** The heading of a facing in degrees: facings are the points of a hex, 0 north-east, then anticlockwise. */
export const headingOf = (facing) => 30 + 60 * facing;

/** The place so far ahead in a direction. @returns {Point} */
export const ahead = ([x, y], heading, far) => {
  const angle = (heading * Math.PI) / 180;
  return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
};

const axial = (name) => {
  const [column, row] = [Number(name.slice(0, 2)) - 1, Number(name.slice(2)) - 1];
  return [column - Math.floor(row / 2), row];
};

export class HexGrid {
  /** `depth` is that of the whole plane. */
  constructor(depth) {
    this.rows = Math.round((depth - 2 * RADIUS) / ROW) + 1;
  }

  /** The centre of the hex with a name such as 0705: column 7, row 5, from 1. @returns {Point} */
  centre(name) {
    const [column, row] = [Number(name.slice(0, 2)) - 1, Number(name.slice(2)) - 1];
    return [0.5 + column + 0.5 * (row % 2), RADIUS + (this.rows - 1 - row) * ROW];
  }

  /** The name of the hex in which a place lies. */
  name([x, y]) {
    const near = Math.round(this.rows - 1 - (y - RADIUS) / ROW);
    const rows = [near - 1, near, near + 1].map((row) => Math.min(this.rows - 1, Math.max(0, row)));
    const found = rows.map((row) => {
      const column = Math.max(0, Math.round(x - 0.5 - 0.5 * (row % 2)));
      return `${String(column + 1).padStart(2, "0")}${String(row + 1).padStart(2, "0")}`;
    });
    const off = (name) => distance(this.centre(name), [x, y]);
    return found.reduce((best, name) => (off(name) < off(best) ? name : best));
  }

  /** How many hexes it is from one to another. */
  steps(one, other) {
    const [[aq, ar], [bq, br]] = [axial(one), axial(other)];
    const [dq, dr] = [bq - aq, br - ar];
    return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
  }
}
