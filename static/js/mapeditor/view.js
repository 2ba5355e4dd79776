/* Where one looks: the map whole, nearer, moved. */

const CLOSEST = 0.22; // drawn units for a pixel
const STEP = 1.4;
const FINGER = 30; // pixels that a hex should have

export class View {
  constructor(frame, svg) {
    Object.assign(this, { frame, svg });
    this.fitted = true;
    new ResizeObserver(() => this.show()).observe(frame);
  }

  /** The map has this size from now on. */
  setSize(width, height) {
    if (this.width === width && this.height === height) return;
    Object.assign(this, { width, height });
    this.frame.style.setProperty("--map-shape", `${width} / ${height}`);
    this.fit();
  }

  /** As near as a finger needs it, where the whole map would be too small for one. */
  begin(unit) {
    const box = this.frame.getBoundingClientRect();
    const high = this.height / (box.height || 1);
    if (unit / this.widest < FINGER && high < this.widest) {
      this.fitted = false;
      this.unit = Math.max(high, unit / FINGER);
      this.show();
    }
  }

  fit() {
    this.fitted = true;
    this.centre = [this.width / 2, this.height / 2];
    this.show();
  }

  get widest() {
    const box = this.frame.getBoundingClientRect();
    return Math.max(this.width / (box.width || 1), this.height / (box.height || 1));
  }

  show() {
    if (!this.width) return;
    const box = this.frame.getBoundingClientRect();
    this.unit = this.fitted ? this.widest : Math.min(this.widest, Math.max(CLOSEST, this.unit));
    const seen = [box.width * this.unit, box.height * this.unit];
    const whole = [this.width, this.height];
    this.centre = this.centre.map((at, axis) => {
      if (seen[axis] >= whole[axis]) return whole[axis] / 2;
      return Math.min(whole[axis] - seen[axis] / 2, Math.max(seen[axis] / 2, at));
    });
    const [x, y] = this.centre.map((at, axis) => at - seen[axis] / 2);
    this.svg.setAttribute("viewBox", [x, y, ...seen].map((number) => number.toFixed(1)).join(" "));
  }

  /** The place of the drawing under a pointer. */
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  pan(dx, dy) {
    this.centre = [this.centre[0] - dx * this.unit, this.centre[1] - dy * this.unit];
    this.fitted = false;
    this.show();
  }

  zoom(factor = STEP, clientX = null, clientY = null) {
    const box = this.frame.getBoundingClientRect();
    const dx = (clientX ?? box.x + box.width / 2) - box.x - box.width / 2;
    const dy = (clientY ?? box.y + box.height / 2) - box.y - box.height / 2;
    const before = this.unit;
    this.unit = Math.min(this.widest, Math.max(CLOSEST, before / factor));
    this.fitted = this.unit === this.widest;
    this.centre = [this.centre[0] + dx * (before - this.unit), this.centre[1] + dy * (before - this.unit)];
    this.show();
  }

  /** Brings a place of the drawing into sight. */
  reveal([x, y]) {
    const box = this.frame.getBoundingClientRect();
    const far = [box.width, box.height].map((pixels) => Math.max(0, pixels / 2 - 40) * this.unit);
    if ([x, y].every((at, axis) => Math.abs(at - this.centre[axis]) <= far[axis])) return;
    this.centre = [x, y];
    this.show();
  }
}
