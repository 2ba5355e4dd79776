/* Options with a place: a tap or a drag on the field writes it into the form; ready-made places can be tapped. */

import { base, bearing, distance, ground, oval, sizeOf, turned } from "../shared/geometry.js";
import { button, parsed, rounded, shape } from "../shared/dom.js";
import { shapeOf } from "./ghosts.js";

/** How the numbers of a form are pointed out on the field; the first that fits holds. */
const WAYS = [
  { names: ["x1", "y1", "x2", "y2"], drag: true, words: "Drag on the board" },
  { names: ["dx", "dy"], drag: true, words: "Drag on the board" },
  { names: ["x", "y"], drag: false, words: "Point on the board" },
];

const BUTTON = "button quiet small board-point";

export class Places {
  constructor(board, options, ghosts, confirm) {
    this.board = board;
    this.ghosts = ghosts;
    this.options = options;
    this.confirm = confirm;
    this.form = null;
    board.layer("places");
    board.layer("placing");
    board.on("swapped", () => this.prepare());
    board.on("inspection", () => this.ready());
    board.on("typed", (form) => this.wayOf(form) && this.show(form));
    board.on("option", (form) => this.mark(form));
    board.on("escape", () => this.disarm());
    board.on("unpointed", () => this.draw());
    board.root.addEventListener("toggle", () => this.ready(), true);
    this.prepare();
  }

  /** The way a form is pointed out. @returns {any} */
  wayOf(form) {
    return WAYS.find(({ names }) => names.every((name) => this.options.input(form, name))) ?? null;
  }

  /** Adds a button to each form that can be filled in on the field. */
  prepare() {
    this.disarm();
    for (const form of this.options.forms) {
      const way = this.wayOf(form);
      if (!way || form.querySelector(".board-point")) continue;
      const armed = () => this.pointing && this.form === form;
      const press = () => (armed() ? this.disarm() : this.point(form));
      form.append(button(way.words, press, { class: BUTTON, "aria-pressed": "false" }));
    }
    this.ready();
  }

  /** Draws what the numbers of a form say. */
  show(form) {
    if (this.form !== form) this.disarm();
    this.form = form;
    this.draw();
  }

  /** From now on the field is there to fill in this form. */
  point(form) {
    this.show(form);
    this.pointing = true;
    this.board.root.classList.add("placing");
    form.querySelector(".board-point")?.setAttribute("aria-pressed", "true");
    this.board.frame.scrollIntoView({ block: "nearest" });
    this.board.announce(`${this.wayOf(form).words}: ${this.options.words(form)}`);
  }

  disarm() {
    this.form?.querySelector(".board-point")?.setAttribute("aria-pressed", "false");
    this.form = null;
    this.pointing = false;
    this.dragged = null;
    this.board.root.classList.remove("placing");
    this.draw();
  }

  // -- taps and drags ----------------------------------------------------------------------------

  tap({ place, target }) {
    const made = target.closest("[data-place-of]");
    if (made) return this.take(this.readied[Number(made.dataset.placeOf)]);
    if (!this.pointing || this.wayOf(this.form).drag) return false;
    this.write({ x: place[0], y: place[1] });
    this.done();
    return true;
  }

  /** A piece that is carried to the field from outside: where it is put down is asked about. */
  carry(form) {
    this.show(form);
    return {
      move: (to) => this.write({ x: to[0], y: to[1] }),
      end: () => this.done(),
      cancel: () => this.disarm(),
    };
  }

  /** A piece of terrain that lies on the field is taken hold of and shifted. */
  shiftPiece(form, place) {
    this.show(form);
    this.dragged = null;
    return {
      move: (to) => this.shift(place, to),
      end: () => this.done(),
      cancel: () => this.disarm(),
    };
  }

  /** A drag sets the place at its beginning and the heading by its direction, or both ends of a line. */
  grip({ place, target }) {
    if (this.board.panning || this.board.busy) return null;
    const held = target?.closest("[data-place-of]");
    const lies = held && this.readied[Number(held.dataset.placeOf)];
    if (lies && this.wayOf(lies)?.names[0] === "dx") return this.shiftPiece(lies, place);
    if (!this.pointing) return null;
    const { names } = this.wayOf(this.form);
    const writing = {
      x1: (to) => this.write({ x1: place[0], y1: place[1], x2: to[0], y2: to[1] }),
      dx: (to) => this.shift(place, to),
      x: (to) => this.aim(place, to),
    }[names[0]];
    return { move: writing, end: () => this.done(), cancel: () => this.draw() };
  }

  shift(from, to) {
    this.dragged = [from, to];
    this.write({ dx: to[0] - from[0], dy: to[1] - from[1] }, false);
  }

  aim(place, to) {
    const turns = this.options.input(this.form, "heading");
    const [x, y] = turns ? place : to;
    const far = distance(place, to) > 0.2;
    this.write({ x, y, ...(turns && far && { heading: bearing(place, to) }) });
  }

  write(values, bounded = true) {
    const inside = ([x, y]) => (bounded ? this.board.onField([x, y]) : [x, y]);
    for (const [one, two] of [["x", "y"], ["x1", "y1"], ["x2", "y2"], ["dx", "dy"]]) {
      if (!(one in values)) continue;
      const [x, y] = inside([values[one], values[two]]);
      this.options.write(this.form, one, x);
      this.options.write(this.form, two, y);
    }
    if ("heading" in values) this.options.write(this.form, "heading", values.heading);
    this.draw();
  }

  done() {
    const { names } = this.wayOf(this.form);
    const place = names.map((name) => rounded(this.options.number(this.form, name) ?? 0)).join(", ");
    this.confirm.open(this.form, `${this.options.words(this.form)}: ${place}`);
    this.draw();
  }

  // -- drawing -----------------------------------------------------------------------------------

  draw() {
    const layer = this.board.layer("placing");
    if (!this.form) return;
    const { names } = this.wayOf(this.form);
    const values = names.map((name) => this.options.number(this.form, name));
    if (values.includes(null)) return;
    if (names[0] === "x1") layer.append(this.board.line(values.slice(0, 2), values.slice(2), "placing-line"));
    else if (names[0] === "x") this.spot(layer, values, this.options.number(this.form, "heading"));
    else if (this.dragged) {
      layer.append(this.board.line(...this.dragged, "placing-line"));
      const outline = parsed(this.form.dataset.outline);
      const [dx, dy] = [this.dragged[1][0] - this.dragged[0][0], this.dragged[1][1] - this.dragged[0][1]];
      if (outline) layer.append(this.board.polygon(outline.map((each, i) => each + (i % 2 ? dy : dx)), "placing-ground"));
    }
  }

  /** Whether ground of its kind that is offered ready-made is round: one's own then is too. */
  isRound(form) {
    const { kind } = parsed(form.dataset.key, {});
    const alike = this.options.keyed().filter(({ key }) => kind && key.kind === kind);
    return alike.some((each) => (parsed(each.form.dataset.outline, null) ?? []).length > 8);
  }

  /** The thing to be placed: a base if its size is known, else a mark. */
  spot(layer, place, heading) {
    const [width, depth] = [this.options.number(this.form, "width"), this.options.number(this.form, "depth")];
    if (width && depth) {
      const room = this.isRound(this.form) ? oval : ground;
      layer.append(this.board.polygon(room(place, heading ?? 0, [width, depth]), "placing-ground"));
      return;
    }
    const known = heading !== null && this.board.inspection?.moves.find((move) => move.ghosts.length)?.ghosts[0];
    if (known) {
      const ghost = { outline: base(place, heading, sizeOf(known)), heading };
      layer.append(...shapeOf(this.board, ghost, this.board.inspection.side));
      return;
    }
    const [cx, cy] = this.board.drawn(place);
    layer.append(shape("circle", { class: "placing-spot", cx, cy, r: this.board.scale * 0.3 }));
    if (heading === null) return;
    const [dx, dy] = turned([1, 0], heading);
    layer.append(this.board.line(place, [place[0] + dx, place[1] + dy], "placing-line"));
  }

  // -- ready-made places ---------------------------------------------------------------------------

  /** Draws the places that the options in sight name, each a spot to tap. */
  ready() {
    const layer = this.board.layer("places");
    const shown = (form) => form.checkVisibility?.() ?? form.offsetParent !== null;
    this.readied = this.options.forms.filter((form) => this.outlineOf(form) && shown(form));
    this.readied.forEach((form, i) => layer.append(this.spotFor(form, String(i))));
  }

  /** Where a ready-made place lies: the page says so, or a move of the piece that still has to be placed. */
  outlineOf(form) {
    const outline = parsed(form.dataset.outline);
    if (outline) return outline;
    const waits = this.board.inspection && !this.board.piece(this.board.inspection.unit);
    const move = waits && !form.querySelector("input[type=number]") ? this.ghosts.moveOf(form) : null;
    return move?.ghosts[0].outline ?? null;
  }

  spotFor(form, number) {
    const drawn = this.board.polygon(this.outlineOf(form), "ready-place");
    drawn.dataset.placeOf = number;
    drawn.dataset.said = this.options.words(form);
    return drawn;
  }

  take(form) {
    if (!form) return false;
    if (this.wayOf(form)?.drag) {
      this.point(form);
      return true;
    }
    this.confirm.open(form, this.options.words(form));
    this.mark(form);
    return true;
  }

  /** Points out the place of an option among those that are ready. */
  mark(form) {
    for (const drawn of this.board.overlay.querySelectorAll("[data-place-of]")) {
      drawn.classList.toggle("taken", this.readied[Number(drawn.dataset.placeOf)] === form);
    }
  }
}
