/* What waits to be put on the field: a chip for each piece, dragged to its place or pressed to point the place out. */

import { all, element } from "../shared/dom.js";
import { strayed } from "../shared/pointers.js";

const SLACK = 6; // pixels that a press of a chip may stray

export class Tray {
  constructor(board, options, places, hexes) {
    this.board = board;
    this.options = options;
    this.places = places;
    this.hexes = hexes;
    this.bar = element("div", { class: "board-tray", role: "group", "aria-label": "To be placed", hidden: "" });
    board.frame.before(this.bar);
    for (const name of ["swapped", "inspection", "replay"]) board.on(name, () => this.fill());
    this.fill();
  }

  /** Chips for the forms that ask for a place, or for the stand that is put on a map. */
  fill() {
    const chips = this.board.replaying ? [] : [...this.pieces(), ...this.stand()];
    const changed = this.bar.hidden === Boolean(chips.length);
    this.bar.hidden = !chips.length;
    if (changed) this.board.emit("arranged");
    this.bar.replaceChildren();
    if (!chips.length) return;
    this.bar.append(element("span", { class: "label" }, "Drag to its place:"));
    for (const { words, drag, press } of chips) this.bar.append(this.chip(words, drag, press));
  }

  *pieces() {
    for (const form of all(this.board.root, "#board-panel form.option")) {
      const way = this.places.wayOf(form);
      if (!way || way.drag || this.board.piece(this.subjectOf(form))) continue;
      const { inspection } = this.board;
      const named = inspection && inspection.unit === this.subjectOf(form);
      const words = named ? inspection.name : this.options.words(form).replace(/ \(.*\)$/, "");
      yield { words, drag: () => this.places.carry(form), press: () => this.places.point(form) };
    }
  }

  /** What a form would move: it is no new piece if it stands on the field already. */
  subjectOf(form) {
    return (form.dataset.pieces ?? "").split(" ")[0];
  }

  *stand() {
    const { hexes, board } = this;
    if (!hexes.on || !board.inspection || hexes.here || !hexes.found.length) return;
    const words = board.inspection.name;
    yield { words, drag: () => hexes.carry(), press: () => board.announce(`Tap a hex for ${words}`) };
  }

  chip(words, drag, press) {
    const made = element("button", { type: "button", class: "chip" }, words);
    let start = null;
    let action = null;
    const inside = ({ clientX, clientY }) => {
      const box = this.board.frame.getBoundingClientRect();
      return clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
    };
    const at = ({ clientX, clientY }) => this.board.at(clientX, clientY);
    made.addEventListener("pointerdown", (event) => {
      start = event.button === 0 && !this.board.busy ? event : null;
      action = null;
    });
    made.addEventListener("pointermove", (event) => {
      if (!start || (!action && strayed(event, start) <= SLACK)) return;
      if (!action) {
        made.setPointerCapture(event.pointerId);
        action = drag();
        this.board.root.classList.add("dragging");
      }
      if (inside(event)) action.move(at(event), event);
    });
    const end = (event) => {
      if (action) {
        this.board.root.classList.remove("dragging");
        if (event.type === "pointerup" && inside(event)) action.end(at(event), event);
        else action.cancel();
        start = null;
      }
    };
    for (const kind of ["pointerup", "pointercancel"]) made.addEventListener(kind, end);
    made.addEventListener("click", () => {
      if (!action) press();
      action = null;
      start = null;
    });
    return made;
  }
}
