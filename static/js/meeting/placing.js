/* Terrain about to be placed is drawn on the table while its numbers are typed: a tap or a drag moves it, and what
   lies too near is said. The server alone decides. */

import { button, element, shape } from "../shared/dom.js";
import { short } from "../shared/drawing.js";
import { gap } from "../shared/geometry.js";
import { placeOf } from "../shared/view.js";

const NUMBERS = ["x", "y", "width", "depth", "angle"];
const STEP = 15; // degrees of a turn
const FAR = 1e-6;

export class Placing {
  constructor(root) {
    this.root = root;
    this.scale = 1;
    this.margin = 0;
    this.width = 0;
    this.depth = 0;
    root.addEventListener("input", (event) => this.show(event.target.closest("form.many")));
    root.addEventListener("focusin", (event) => this.show(event.target.closest("form.many")));
    root.addEventListener("toggle", (event) => this.toggled(event.target), true);
    this.prepare();
  }

  /** The page was made, or brought up to date. */
  prepare() {
    this.form = null;
    this.view = this.root.querySelector(".table-view");
    this.svg = this.view?.querySelector("svg");
    const data = document.getElementById("meeting-pieces");
    this.ground = data ? JSON.parse(data.textContent) : null;
    if (!this.svg || !this.ground) return;
    const { scale, margin, width, depth } = this.svg.dataset;
    [this.scale, this.margin, this.width, this.depth] = [scale, margin, width, depth].map(Number);
    this.svg.addEventListener("pointerdown", (event) => this.grip(event));
    for (const form of this.forms()) this.furnish(form);
    this.show(this.forms().find((form) => form.closest("details")?.open ?? true));
  }

  forms() {
    return [...this.root.querySelectorAll("form.many")].filter((form) => this.wayOf(form));
  }

  /** How a form says where something lies: a piece by its middle, a shift, a road from end to end. */
  wayOf(form) {
    return form ? (["x1", "dx", "x"].find((name) => this.input(form, name)) ?? null) : null;
  }

  input(form, name) {
    return form.elements[`number-${name}`] ?? null;
  }

  /** A word on what the table is good for, and buttons that turn the piece where it can be turned. */
  furnish(form) {
    if (form.querySelector(".hint")) return;
    const words = this.wayOf(form) === "x1" ? "Drag over the table, or type." : "Tap or drag on the table, or type.";
    form.prepend(element("p", { class: "help hint" }, words));
    if (!this.input(form, "angle")) return;
    const turns = [["left", STEP], ["right", -STEP]].map(([way, by]) =>
      button(`Turn ${STEP}° ${way}`, () => this.turn(form, by)));
    form.querySelector(".says").before(element("p", { class: "turning" }, ...turns));
  }

  turn(form, by) {
    const input = this.input(form, "angle");
    const [low, high] = [Number(input.min), Number(input.max)];
    let angle = Number(input.value) + by;
    if (angle > high) angle -= 360;
    if (angle < low) angle += high - low >= 359 ? 360 : 180;
    input.value = short(Math.max(low, Math.min(high, angle)));
    this.show(form);
  }

  toggled(details) {
    if (!this.ground || !details.matches?.(".placing")) return;
    if (details.open) {
      for (const other of this.root.querySelectorAll(".placing[open]")) if (other !== details) other.open = false;
      this.show(details.querySelector("form.many"));
    } else if (this.form && details.contains(this.form)) {
      this.clear();
    }
  }

  // -- pointing --------------------------------------------------------------------------------

  grip(event) {
    if (!this.form || event.button) return;
    event.preventDefault();
    const first = this.at(event);
    this.second = this.nearerToSecond(first);
    const move = (to) => this.moveTo(this.at(to), first);
    const end = () => {
      this.svg.removeEventListener("pointermove", move);
      this.show(this.form);
    };
    this.svg.setPointerCapture(event.pointerId);
    this.svg.addEventListener("pointermove", move);
    this.svg.addEventListener("pointerup", end, { once: true });
    this.svg.addEventListener("pointercancel", end, { once: true });
    if (this.wayOf(this.form) !== "x1") move(event);
  }

  /** Of two pieces that are placed at once, whether the second is nearer to a place. */
  nearerToSecond([x, y]) {
    const pieces = this.pieces(this.form);
    if (!pieces || pieces.length < 2) return false;
    const [one, two] = pieces.map((piece) => Math.hypot(piece.x - x, piece.y - y));
    return two < one;
  }

  /** The place on the table under a pointer. @returns {Point} */
  at(event) {
    const [x, y] = placeOf(this.svg, event);
    return [(x - this.margin) / this.scale, this.depth - (y - this.margin) / this.scale];
  }

  /** Writes a place on the table into the form; `first`: where the drag began. */
  moveTo([x, y], first) {
    const way = this.wayOf(this.form);
    if (way === "x1") {
      this.write({ x1: first[0], y1: first[1], x2: x, y2: y });
    } else if (way === "dx") {
      const lay = this.known(this.form);
      this.write({ dx: x - lay.x, dy: y - lay.y });
    } else {
      const mark = this.second ? "2" : "";
      this.write({ [`x${mark}`]: x, [`y${mark}`]: y });
    }
    this.show(this.form);
  }

  write(values) {
    for (const [name, value] of Object.entries(values)) {
      const input = this.input(this.form, name);
      if (input) input.value = short(Math.max(Number(input.min), Math.min(Number(input.max), value)));
    }
  }

  // -- drawing ---------------------------------------------------------------------------------

  clear() {
    this.form = null;
    this.view?.classList.remove("live");
    this.clearGhosts();
  }

  number(form, name) {
    const input = this.input(form, name);
    return input && input.value !== "" ? Number(input.value) : null;
  }

  /** The piece on the table that a form is about. */
  known(form) {
    const { piece } = JSON.parse(form.dataset.key);
    return this.ground.pieces.find((each) => each.id && each.id === piece) ?? null;
  }

  /** What a form would place, one piece or two; null while a number is missing. */
  pieces(form) {
    const way = this.wayOf(form);
    const made = way === "x1" ? [this.road(form)] : way === "dx" ? [this.shifted(form)] : this.placed(form);
    return made.every(Boolean) ? made : null;
  }

  placed(form) {
    const key = JSON.parse(form.dataset.key);
    const made = [this.one(form, key.kind, "")];
    if (this.input(form, "x2")) made.push(this.one(form, key.second ?? key.kind, "2"));
    return made;
  }

  one(form, kind, mark) {
    const piece = { width: 1, depth: 1, angle: 0, point: !kind, ...(this.ground.kinds[kind] ?? {}) };
    for (const name of NUMBERS) {
      if (!this.input(form, name + mark)) continue;
      piece[name] = this.number(form, name + mark);
      if (piece[name] === null || Number.isNaN(piece[name])) return null;
    }
    if (kind === "obstacle") piece.depth = Math.min(piece.depth, 1);
    return piece;
  }

  shifted(form) {
    const piece = this.known(form);
    const [dx, dy, turn] = ["dx", "dy", "turn"].map((name) => this.number(form, name));
    if (!piece || dx === null || dy === null) return null;
    return { ...piece, x: piece.x + dx, y: piece.y + dy, angle: piece.angle + (turn ?? 0) };
  }

  road(form) {
    const ends = ["x1", "y1", "x2", "y2"].map((name) => this.number(form, name));
    if (ends.includes(null)) return null;
    const [x1, y1, x2, y2] = ends.map(Number);
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const width = Math.max(0.1, Math.hypot(x2 - x1, y2 - y1));
    return { x: (x1 + x2) / 2, y: (y1 + y2) / 2, width, depth: 4, angle, beyond: true };
  }

  show(form) {
    if (!this.ground || !this.wayOf(form)) return;
    this.form = form;
    const pieces = this.pieces(form);
    this.clearGhosts();
    this.view.classList.add("live");
    if (!pieces) return;
    const faults = pieces.flatMap((piece, at) => this.faults(piece, pieces.slice(0, at)));
    this.svg.append(...pieces.map((piece) => this.ghost(piece, faults)));
    if (!pieces[0].point) this.say(form, faults);
  }

  clearGhosts() {
    for (const old of this.svg?.querySelectorAll(".ghost") ?? []) old.remove();
  }

  /** What the rules have against a place, as far as this page can tell. */
  faults(piece, together) {
    if (piece.point) return [];
    const { spacing, pieces } = this.ground;
    // Where terrain may touch, what only touches does not lie on another piece.
    const slack = spacing ? 0 : 0.04;
    const lies = outline({ ...piece, width: piece.width - slack, depth: piece.depth - slack });
    const found = [];
    const out = ([x, y]) => x < -0.01 || y < -0.01 || x > this.width + 0.01 || y > this.depth + 0.01;
    if (!piece.beyond && lies.some(out)) found.push({ words: "it reaches beyond the table" });
    [...pieces, ...together].forEach((other, at) => {
      if (other.id && other.id === piece.id) return;
      const name = at < pieces.length ? `${at + 1}` : "the other";
      const need = piece.close || other.close ? 0 : spacing;
      const near = gap(lies, outline(other));
      const bad = need ? near.length < need - FAR : near.length <= (spacing ? 0.01 : 0);
      if (!bad) return;
      const words = need ? `${short(near.length)} cm from ${name}, ${need} are needed` : `it lies on ${name}`;
      found.push({ ...near, words });
    });
    return found;
  }

  say(form, faults) {
    const says = form.querySelector(".says");
    says.hidden = false;
    says.classList.toggle("wrong", faults.length > 0);
    const words = faults.map((each) => each.words).join("; ");
    says.textContent = faults.length ? `Not there: ${words}.` : "There is room for it.";
  }

  ghost(piece, faults) {
    const group = shape("g", { class: faults.length ? "ghost wrong" : "ghost" });
    const place = ([x, y]) => [this.margin + x * this.scale, this.margin + (this.depth - y) * this.scale];
    const points = outline(piece).map(place);
    group.append(shape("polygon", { class: "piece", points: points.map((each) => each.join(",")).join(" ") }));
    for (const { from, to, length } of faults) {
      if (!from) continue;
      const [[ax, ay], [bx, by]] = [place(from), place(to)];
      group.append(shape("path", { class: "near", d: `M${ax} ${ay}L${bx} ${by}` }));
      group.append(shape("text", { class: "word", x: (ax + bx) / 2, y: (ay + by) / 2 }, `${short(length)} cm`));
    }
    return group;
  }
}

const SIDES = 24;

/** The outline of a piece: an oval, or all of its width and depth. @returns {Point[]} */
const outline = ({ x, y, width, depth, angle = 0, oval = false }) => {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corners = oval
    ? Array.from({ length: SIDES }, (_, at) => {
        const around = (2 * Math.PI * at) / SIDES;
        return [(width / 2) * Math.cos(around), (depth / 2) * Math.sin(around)];
      })
    : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [(a * width) / 2, (b * depth) / 2]);
  return corners.map(([a, b]) => [x + a * cos - b * sin, y + a * sin + b * cos]);
};
