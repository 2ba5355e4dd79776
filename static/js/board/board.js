/* The board that all parts share: the page's elements, its measures, what is in hand, and who listens. */

import { corners } from "../shared/geometry.js";
import { HexGrid } from "./hexgrid.js";
import { parsed, shape } from "../shared/dom.js";
import { placeOf } from "../shared/view.js";

/** What can be taken in hand: units and their leaders. */
export const PIECE = "[data-piece], [data-leader]";

export const idOf = (piece) => piece?.dataset.piece ?? piece?.dataset.leader ?? "";

/** Reads #board. Names of what it emits: selected, inspection, swapped, view, tool, replay, option. */
export class Board {
  constructor(root) {
    this.root = root;
    this.frame = document.getElementById("board-view");
    this.svg = document.getElementById("board-svg");
    this.overlay = document.getElementById("board-overlay");
    this.underlay = shape("g", { id: "board-underlay" });
    document.getElementById("board-pieces")?.before(this.underlay);
    const { scale, margin, depth, width, length = "", sides = "", marks = "", hexes } = root.dataset;
    this.scale = Number(scale);
    this.margin = Number(margin);
    this.width = Number(width);
    this.depth = Number(depth);
    this.length = length;
    this.marks = marks.split(" ").filter(Boolean);
    this.hexes = hexes ? new HexGrid(this.depth) : null;
    this.sides = sides.split(" ").filter(Boolean).map(Number);
    this.selected = "";
    this.inspection = null;
    this.turned = false;
    this.replaying = false;
    this.busy = false;
    this.unitsOfPixel = 1;
    this.listeners = new EventTarget();
    this.layers = new Map();
  }

  on(name, listener) {
    this.listeners.addEventListener(name, (/** @type {any} */ event) => listener(event.detail));
  }

  emit(name, detail = null) {
    this.listeners.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Words for who listens instead of looking. */
  announce(words) {
    const live = document.getElementById("board-live");
    if (live) live.textContent = words;
  }

  /** Gives what is asked the focus; the panel if nothing is. */
  toDecision() {
    const next = document.getElementById("board-question") ?? this.panel;
    if (next === this.panel) next?.setAttribute("tabindex", "-1");
    next?.focus({ preventScroll: true });
    return next;
  }

  // These are exchanged for new ones while a battle goes on, so they are looked up each time.
  get panel() {
    return document.getElementById("board-panel");
  }

  get pieces() {
    return [...document.querySelectorAll(`#board-pieces :is(${PIECE})`)];
  }

  piece(id) {
    return (id && this.pieces.find((piece) => idOf(piece) === id)) || null;
  }

  /** The corners of a piece in the system's units; its place alone if the page has no outline. */
  outline(piece) {
    const flat = parsed(piece.dataset.outline, null);
    return flat ? corners(flat) : [[Number(piece.dataset.x), Number(piece.dataset.y)]];
  }

  // -- places: the system's units, drawn units, pixels of the window ---------------------------

  drawn(/** @type {number[]} */ [x, y]) {
    return [this.margin + x * this.scale, this.margin + (this.depth - y) * this.scale];
  }

  /** Where on the field a place of the window is. */
  at(clientX, clientY) {
    const [x, y] = placeOf(this.overlay, { clientX, clientY });
    return [(x - this.margin) / this.scale, this.depth - (y - this.margin) / this.scale];
  }

  onField([x, y]) {
    return [Math.min(this.width, Math.max(0, x)), Math.min(this.depth, Math.max(0, y))];
  }

  points(places) {
    return places.map((place) => this.drawn(place).map((number) => number.toFixed(1)).join(",")).join(" ");
  }

  // -- drawing over the field --------------------------------------------------------------------

  /**
   * The emptied layer of a name, over the pieces or under them; layers lie in the order in which they are first
   * asked for.
   */
  layer(name, under = false) {
    if (!this.layers.has(name)) {
      this.layers.set(name, shape("g", { class: `layer-${name}` }));
      (under ? this.underlay : this.overlay).append(this.layers.get(name));
    }
    const layer = this.layers.get(name);
    layer.replaceChildren();
    return layer;
  }

  polygon(outline, kind) {
    return shape("polygon", { class: kind, points: this.points(corners(outline)) });
  }

  line(from, to, kind) {
    const [[x1, y1], [x2, y2]] = [this.drawn(from), this.drawn(to)];
    return shape("line", { class: kind, x1, y1, x2, y2 });
  }

  /** Words at a place, as large and as upright on the screen at every zoom. */
  label(place, words, kind = "") {
    return this.labelAt(this.drawn(place), words, kind);
  }

  /** The same at a drawn place. */
  labelAt(/** @type {number[]} */ [x, y], words, kind = "") {
    const text = shape("text", { "text-anchor": "middle", "dominant-baseline": "central" }, words);
    const label = shape("g", { class: `board-label ${kind}`.trim(), "data-at": `${x} ${y}` }, text);
    this.upright(label);
    return label;
  }

  move(label, [x, y]) {
    label.dataset.at = `${x} ${y}`;
    this.upright(label);
  }

  upright(label) {
    label.setAttribute(
      "transform",
      `translate(${label.dataset.at}) rotate(${this.turned ? 180 : 0}) scale(${this.unitsOfPixel.toFixed(4)})`,
    );
  }
}
