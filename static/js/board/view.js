/* Where one looks on the field: as on every map, and turned round for who sits at its far side. */

import { plainKey } from "../shared/dom.js";
import { View } from "../shared/view.js";

const CLOSEST = 0.12; // drawn units for a pixel, nearest to the field
const STEP = 1.35;
const PAN_STEP = 60; // pixels
const EDGE = 30; // pixels that what is looked for is from the edge
const DESK = "(min-width: 64rem)";

const viewBoxOf = (svg) => {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { x, y, width, height };
};

/** Keeps the part of the field that is in sight. */
export class FieldView extends View {
  constructor(board) {
    super(board.frame, board.svg, CLOSEST, STEP);
    this.board = board;
    const marks = board.marks.map((name) => `use[href$="-${name}"]`);
    this.upright = [".upright", "text", ".leader use", ...marks].join(); // upright on a field that is turned round
    this.whole = viewBoxOf(board.svg);
    this.box = { width: 1, height: 1 };
    this.centre = this.middle;
    window.addEventListener("resize", () => this.measure());
    for (const name of ["swapped", "arranged"]) board.on(name, () => this.measure());
    this.measure();
    this.turn(board.sides.length === 1 && board.sides[0] === 1);
    this.resized();
    document.fonts?.ready.then(() => this.straighten());
    board.on("swapped", () => this.straighten());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** The frame in pixels when it was measured last. */
  get size() {
    return this.box;
  }

  /** Tells the style sheet how far down the field begins, and its shape: at a desk all of it is in the window. */
  measure() {
    const { root, frame } = this.board;
    const { width, height } = this.whole;
    root.style.setProperty("--field-shape", `${width} / ${height}`);
    const [field, side] = [".board-field", ".board-side"].map((name) => root.querySelector(name));
    if (!side || !matchMedia(DESK).matches) return;
    // The field's own column sticks to the window; the one beside it shows where both begin.
    const [begin, inside] = [side, frame].map((each) => each.getBoundingClientRect().top);
    const top = begin + window.scrollY + inside - field.getBoundingClientRect().top;
    root.style.setProperty("--field-top", `${Math.ceil(top)}px`);
  }

  resized() {
    const { width, height } = this.board.frame.getBoundingClientRect();
    if (!width || !height) return;
    this.box = { width, height };
    this.show();
  }

  show() {
    super.show();
    this.board.unitsOfPixel = this.unit;
    for (const label of this.board.svg.querySelectorAll(".board-label")) this.board.upright(label);
    this.board.emit("view");
  }

  key(event) {
    // Arrows move the page wherever the field has not the focus.
    const moves = this.board.frame.contains(event.target);
    const done = { ...(moves && this.arrows(PAN_STEP)), ...this.keys, t: () => this.turn() }[plainKey(event)];
    if (!done) return;
    event.preventDefault();
    done();
  }

  /** Where a place of the field lies on the drawing as it is turned now. */
  seen(place) {
    const [x, y] = this.board.drawn(place);
    const { scale, margin, width, depth } = this.board;
    return this.board.turned ? [2 * margin + width * scale - x, 2 * margin + depth * scale - y] : [x, y];
  }

  /** Brings a place of the field into sight. */
  reveal(place) {
    super.reveal(this.seen(place), EDGE);
  }

  // -- turned round --------------------------------------------------------------------------

  turn(on = !this.board.turned) {
    if (on !== this.board.turned) {
      const { scale, margin, width, depth } = this.board;
      this.centre = [2 * margin + width * scale - this.centre[0], 2 * margin + depth * scale - this.centre[1]];
    }
    this.board.turned = on;
    this.straighten();
    this.show();
    this.board.emit("tool", { name: "turn", on });
  }

  /** Turns the layers of the drawing, and every word and mark in them back again. */
  straighten() {
    const { scale, margin, width, depth, turned } = this.board;
    const middle = `${margin + (width * scale) / 2} ${margin + (depth * scale) / 2}`;
    for (const id of ["board-ground", "board-underlay", "board-pieces", "board-overlay"]) {
      const layer = document.getElementById(id);
      if (!layer) continue;
      if (turned) layer.setAttribute("transform", `rotate(180 ${middle})`);
      else layer.removeAttribute("transform");
      for (const words of layer.querySelectorAll(this.upright)) {
        if (!words.closest(".board-label") && !words.parentElement?.closest(".upright")) this.setUpright(words);
      }
    }
    for (const label of this.board.svg.querySelectorAll(".board-label")) this.board.upright(label);
  }

  setUpright(words) {
    words.dataset.drawn ??= words.getAttribute("transform") ?? "";
    const own = words.dataset.drawn;
    if (!this.board.turned) {
      if (own) words.setAttribute("transform", own);
      else words.removeAttribute("transform");
      return;
    }
    const { x, y, width, height } = words.getBBox();
    words.setAttribute("transform", `${own} rotate(180 ${x + width / 2} ${y + height / 2})`.trim());
  }
}
