/* Several choices in one drag: the way to a hex shown, then followed choice by choice as long as nothing interrupts. */

import { element, keyOf, shape } from "../shared/dom.js";

export class Ways {
  constructor(board, options) {
    this.board = board;
    this.options = options;
    /** @type {any} */
    this.going = null;
    this.steps = 0;
    this.revision = "";
    if (!board.hexes) return;
    board.layer("way");
    board.on("led", () => this.next());
    board.on("swapped", () => this.mark());
    for (const name of ["unpointed", "replay", "selected"]) board.on(name, () => this.clear());
  }

  /** The way of the selected unit to a hex, if its first choice is on offer. */
  to(name) {
    const way = this.board.inspection?.ways?.find(({ place }) => place === name);
    return way && this.options.find(way.keys[0]) ? way : null;
  }

  get any() {
    return (this.board.inspection?.ways?.length ?? 0) > 0;
  }

  // -- shown -----------------------------------------------------------------------------------------

  /** Draws a way through the middles of its hexes. */
  draw({ places }) {
    const layer = this.board.layer("way");
    const centres = places.map((name) => this.board.hexes.centre(name));
    layer.append(shape("polyline", { class: "way", points: this.board.points(centres) }));
    for (const [cx, cy] of centres.slice(1).map((centre) => this.board.drawn(centre))) {
      layer.append(shape("circle", { class: "way-stop", cx, cy, r: (this.board.scale * 0.09).toFixed(1) }));
    }
  }

  clear() {
    if (this.board.hexes) this.board.layer("way");
  }

  words({ place, words }) {
    return `Move to ${place}: ${words}`;
  }

  // -- followed --------------------------------------------------------------------------------------

  begin(way) {
    this.going = { unit: this.board.inspection.unit, side: this.board.inspection.side, keys: [...way.keys], place: way.place };
    this.steps = 0;
    this.draw(way);
    this.send();
  }

  send() {
    const key = this.going.keys.shift();
    const form = this.options.find(key);
    if (!form) {
      this.stop("the next step is not possible any more");
      return;
    }
    this.options.aim(form, key);
    form.requestSubmit(this.options.button(form));
  }

  /** After each answer of the server: on, unless the way is done or somebody else has had a say. */
  next() {
    if (!this.going) return;
    if (!document.getElementById("board-problem")) this.steps += 1;
    this.revision = this.board.root.dataset.revision;
    this.mark();
    const why = this.interrupted();
    if (why) this.stop(why);
    else if (this.going.keys.length) this.send();
    else this.end();
  }

  interrupted() {
    const { unit, side, keys } = this.going;
    if (document.getElementById("board-problem")) return "that step was refused";
    const enemy = side ? "side-a" : "side-b";
    if (document.querySelector(`#board-since .log > li.${enemy}`)) return "the enemy has answered";
    if (!keys.length) return "";
    const asked = this.board.panel?.querySelector("[data-subject]")?.dataset;
    if (asked?.subject !== unit || asked.kind !== "stand") return "another decision comes first";
    return this.options.find(keyOf(keys[0])) ? "" : "the next step is not possible any more";
  }

  /** What one drag has done one undo takes back, as long as nothing has come after it. */
  mark() {
    const form = this.board.panel?.querySelector("form[action$='/undo/']");
    if (!form || this.steps < 2 || this.revision !== this.board.root.dataset.revision) return;
    form.querySelector("[name=steps]")?.remove();
    const { steps } = this;
    form.append(element("input", { type: "hidden", name: "steps", value: String(steps) }));
    const pressed = form.querySelector("button");
    pressed.textContent = `${pressed.textContent.replace(/ the whole move$/, "")} the whole move`;
    this.board.emit("undoing");
  }

  stop(why) {
    const left = this.going.keys.length;
    const { place } = this.going;
    this.end();
    if (left) this.board.emit("halted", `Stopped on the way to ${place}: ${why}.`);
  }

  end() {
    this.going = null;
    this.clear();
  }
}
