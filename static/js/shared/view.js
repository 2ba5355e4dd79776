/* Where one looks at a drawing: all of it, nearer, moved. */

const STEP = 1.4;
const FINGER = 30; // pixels that a hex should have

export class View {
  /** `closest`: drawn units for a pixel, nearest to the drawing; `step`: the factor of a key. */
  constructor(/** @type {HTMLElement} */ frame, /** @type {SVGSVGElement} */ svg, closest = 0.22, step = STEP) {
    this.frame = frame;
    this.svg = svg;
    this.closest = closest;
    this.step = step;
    this.whole = { x: 0, y: 0, width: 0, height: 0 };
    this.fitted = true;
    this.unit = 1; // drawn units for a pixel
    this.centre = /** @type {number[]} */ ([0, 0]);
    new ResizeObserver(() => this.resized()).observe(frame);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  resized() {
    this.show();
  }

  /** The drawing has this size from now on. */
  setSize(width, height) {
    if (this.whole.width === width && this.whole.height === height) return;
    this.whole = { x: 0, y: 0, width, height };
    this.frame.style.setProperty("--map-shape", `${width} / ${height}`);
    this.fit();
  }

  /** As near as a finger needs it, where the whole map would be too small for one. */
  begin(unit) {
    const high = this.whole.height / (this.size.height || 1);
    if (unit / this.widest < FINGER && high < this.widest) this.moveTo(this.centre, Math.max(high, unit / FINGER));
  }

  /** Looks at a place of the drawing from so near. */
  moveTo(place, unit) {
    this.centre = place;
    this.unit = unit;
    this.fitted = false;
    this.show();
  }

  fit() {
    this.fitted = true;
    this.centre = this.middle;
    this.show();
  }

  get middle() {
    const { x, y, width, height } = this.whole;
    return [x + width / 2, y + height / 2];
  }

  /** The frame in pixels. @returns {{ width: number, height: number }} */
  get size() {
    return this.frame.getBoundingClientRect();
  }

  get widest() {
    const { width, height } = this.size;
    return Math.max(this.whole.width / (width || 1), this.whole.height / (height || 1));
  }

  held(unit) {
    return Math.min(this.widest, Math.max(this.closest, unit));
  }

  /** Draws what is in sight, never beyond the edge of the drawing and never too near. */
  show() {
    const { x, y, width, height } = this.whole;
    if (!width) return;
    const { size, middle } = this;
    this.unit = this.fitted ? this.widest : this.held(this.unit);
    const seen = [size.width * this.unit, size.height * this.unit];
    const [start, length] = [[x, y], [width, height]];
    this.centre = this.centre.map((at, axis) => {
      if (seen[axis] >= length[axis]) return middle[axis];
      return Math.min(start[axis] + length[axis] - seen[axis] / 2, Math.max(start[axis] + seen[axis] / 2, at));
    });
    const corner = this.centre.map((at, axis) => at - seen[axis] / 2);
    this.svg.setAttribute("viewBox", [...corner, ...seen].map((number) => number.toFixed(2)).join(" "));
  }

  /** The place of the drawing under a pointer. @returns {Point} */
  at(event) {
    return placeOf(this.svg, event);
  }

  /** Moves the drawing by so many pixels. */
  pan(dx, dy) {
    this.moveTo([this.centre[0] - dx * this.unit, this.centre[1] - dy * this.unit], this.unit);
  }

  /** Nearer by a factor; what lies under a place of the window stays there. */
  zoom(factor = this.step, clientX = null, clientY = null) {
    const box = this.frame.getBoundingClientRect();
    const dx = (clientX ?? box.x + box.width / 2) - box.x - box.width / 2;
    const dy = (clientY ?? box.y + box.height / 2) - box.y - box.height / 2;
    const before = this.unit;
    this.unit = this.held(before / factor);
    this.fitted = this.unit === this.widest;
    this.centre = [this.centre[0] + dx * (before - this.unit), this.centre[1] + dy * (before - this.unit)];
    this.show();
  }

  wheel(event) {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    this.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0022), event.clientX, event.clientY);
  }

  /** What keys do here. */
  get keys() {
    const nearer = () => this.zoom();
    return { "+": nearer, "=": nearer, "-": () => this.zoom(1 / this.step), 0: () => this.fit() };
  }

  /** The keys that move what is in sight by so many pixels. */
  arrows(step) {
    return {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
    };
  }

  /** Brings a place of the drawing into sight, with so many pixels around it. */
  reveal(place, around = 40) {
    const far = [this.size.width, this.size.height].map((pixels) => Math.max(0, pixels / 2 - around) * this.unit);
    if (place.every((at, axis) => Math.abs(at - this.centre[axis]) <= far[axis])) return;
    this.centre = place;
    this.show();
  }

  /** Brings places into sight together, so many pixels from the edges; from farther away if it must be. */
  revealAll(places, around = [56, 64]) {
    if (this.fitted) return;
    const room = [this.size.width, this.size.height].map((pixels, axis) => Math.max(1, pixels - 2 * around[axis]));
    const seen = (place) => place.every((at, axis) => Math.abs(at - this.centre[axis]) <= (room[axis] / 2) * this.unit);
    if (places.every(seen)) return;
    const ends = [0, 1].map((axis) => places.map((place) => place[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
    const middle = ends.map(([least, most]) => (least + most) / 2);
    this.moveTo(middle, Math.max(this.unit, ...ends.map(([least, most], axis) => (most - least) / room[axis])));
  }
}

/** Where on a drawing an event of a pointer is. @returns {Point} */
export const placeOf = (svg, { clientX, clientY }) => {
  const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
};
