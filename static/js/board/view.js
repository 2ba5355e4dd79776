/* Where one looks: pan, zoom, fit, and the field turned round for who sits at its far side. */

import { plainKey } from "./dom.js";

const CLOSEST = 0.12; // drawn units for a pixel, nearest to the field
const ZOOM_STEP = 1.35;
const PAN_STEP = 60; // pixels
const DESK = "(min-width: 64rem)";

const viewBoxOf = (svg) => {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { x, y, width, height };
};

/** Keeps the part of the field that is in sight. */
export class View {
  constructor(board) {
    this.board = board;
    const marks = board.marks.map((name) => `use[href$="-${name}"]`);
    this.kept = [".upright", "text", ".leader use", ...marks].join(); // upright on a field that is turned round
    this.whole = viewBoxOf(board.svg);
    this.size = { width: 1, height: 1 };
    this.unit = 1;
    this.fitted = true;
    this.centre = this.middle();
    new ResizeObserver(() => this.resized()).observe(board.frame);
    window.addEventListener("resize", () => this.measure());
    board.on("swapped", () => this.measure());
    this.measure();
    this.turn(board.sides.length === 1 && board.sides[0] === 1);
    this.resized();
    document.fonts?.ready.then(() => this.straighten());
    board.on("swapped", () => this.straighten());
    board.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  middle() {
    const { x, y, width, height } = this.whole;
    return [x + width / 2, y + height / 2];
  }

  get widest() {
    return Math.max(this.whole.width / this.size.width, this.whole.height / this.size.height);
  }

  /** Tells the style sheet how far down the field begins, and its shape: at a desk all of it is in the window. */
  measure() {
    const { root, frame } = this.board;
    const { width, height } = this.whole;
    root.style.setProperty("--field-shape", `${width} / ${height}`);
    const [field, side] = [".board-field", ".board-side"].map((name) => root.querySelector(name));
    if (!side || !matchMedia(DESK).matches) return;
    // The field's own column sticks to the window; the one beside it tells where both begin.
    const [begin, inside] = [side, frame].map((each) => each.getBoundingClientRect().top);
    const top = begin + window.scrollY + inside - field.getBoundingClientRect().top;
    root.style.setProperty("--field-top", `${Math.ceil(top)}px`);
  }

  resized() {
    const { width, height } = this.board.frame.getBoundingClientRect();
    if (!width || !height) return;
    this.size = { width, height };
    if (this.fitted) this.fit();
    else this.show();
  }

  fit() {
    this.unit = this.widest;
    this.centre = this.middle();
    this.fitted = true;
    this.show();
  }

  /** Draws what is in sight, never beyond the edge of the field and never too near. */
  show() {
    const { x, y, width, height } = this.whole;
    this.unit = Math.min(this.widest, Math.max(Math.min(CLOSEST, this.widest), this.unit));
    const [wide, high] = [this.size.width * this.unit, this.size.height * this.unit];
    const held = (centre, start, length, seen) =>
      seen >= length ? start + length / 2 : Math.min(start + length - seen / 2, Math.max(start + seen / 2, centre));
    this.centre = [held(this.centre[0], x, width, wide), held(this.centre[1], y, height, high)];
    const box = [this.centre[0] - wide / 2, this.centre[1] - high / 2, wide, high];
    this.board.svg.setAttribute("viewBox", box.map((number) => number.toFixed(2)).join(" "));
    this.board.unitsOfPixel = this.unit;
    for (const label of this.board.svg.querySelectorAll(".board-label")) this.board.upright(label);
    this.board.tell("view");
  }

  /** Moves the field by so many pixels. */
  pan(dx, dy) {
    this.centre = [this.centre[0] - dx * this.unit, this.centre[1] - dy * this.unit];
    this.fitted = false;
    this.show();
  }

  /** Nearer by a factor; what lies under a place of the window stays there. */
  zoom(factor, clientX = null, clientY = null) {
    const box = this.board.frame.getBoundingClientRect();
    const dx = (clientX ?? box.x + box.width / 2) - box.x - box.width / 2;
    const dy = (clientY ?? box.y + box.height / 2) - box.y - box.height / 2;
    const before = this.unit;
    this.unit = Math.min(this.widest, Math.max(Math.min(CLOSEST, this.widest), before / factor));
    this.centre = [this.centre[0] + dx * (before - this.unit), this.centre[1] + dy * (before - this.unit)];
    this.fitted = this.unit === this.widest;
    this.show();
  }

  wheel(event) {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0022), event.clientX, event.clientY);
  }

  key(event) {
    // Arrows move the page wherever the field has not the focus.
    const moves = this.board.frame.contains(event.target);
    const done = {
      ...(moves && this.arrows),
      "+": () => this.zoom(ZOOM_STEP),
      "=": () => this.zoom(ZOOM_STEP),
      "-": () => this.zoom(1 / ZOOM_STEP),
      0: () => this.fit(),
      t: () => this.turn(),
    }[plainKey(event)];
    if (!done) return;
    event.preventDefault();
    done();
  }

  get arrows() {
    return {
      ArrowLeft: () => this.pan(PAN_STEP, 0),
      ArrowRight: () => this.pan(-PAN_STEP, 0),
      ArrowUp: () => this.pan(0, PAN_STEP),
      ArrowDown: () => this.pan(0, -PAN_STEP),
    };
  }

  /** Looks at a place of the field from so near: drawn units for a pixel. */
  look(place, unit) {
    this.centre = this.seen(place);
    this.unit = unit;
    this.fitted = false;
    this.show();
  }

  /** Where a place of the field lies on the drawing as it is turned now. */
  seen(place) {
    const [x, y] = this.board.drawn(place);
    const { scale, margin, width, depth } = this.board;
    return this.board.turned ? [2 * margin + width * scale - x, 2 * margin + depth * scale - y] : [x, y];
  }

  /** Brings a place of the field into sight. */
  reveal(place) {
    const at = this.seen(place);
    const far = [this.size.width, this.size.height].map((pixels) => (pixels / 2 - 30) * this.unit);
    const outside = at.some((value, axis) => Math.abs(value - this.centre[axis]) > far[axis]);
    if (!outside) return;
    this.centre = at;
    this.fitted = false;
    this.show();
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
    this.board.tell("tool", { name: "turn", on });
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
      for (const words of layer.querySelectorAll(this.kept)) {
        if (!words.closest(".board-label") && !words.parentElement.closest(".upright")) this.setUpright(words);
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
