/* An editor of maps: the page's parts under the names that begin alike, what is edited, how it is drawn and seen. */

import { all } from "../shared/dom.js";
import { View } from "../shared/view.js";

/** Each editor brings its own model, drawing, tools and panel, and says what is marked. */
export class Editor {
  /** @type {any} */
  model;
  /** @type {any} */
  drawing;
  /** @type {any} */
  tools;
  /** @type {any} */
  panel;

  /** `name` begins the ids of the page's parts; `made(data, svg)` gives the model and its drawing. */
  constructor(root, name, made) {
    this.root = root;
    this.name = name;
    this.data = JSON.parse(this.part("data").textContent);
    for (const part of all(root, "[data-live]")) part.hidden = false;
    root.classList.add("live");
    this.frame = this.part("frame");
    this.hint = this.part("hint");
    const svg = this.frame.querySelector("svg");
    [this.model, this.drawing] = made(this.data, svg);
    this.view = new View(this.frame, svg);
    this.frame.tabIndex = 0;
    for (const kind of ["focus", "blur"]) this.frame.addEventListener(kind, () => this.mark());
    watchSteps(this.model);
  }

  /** A part of the page. @returns {any} */
  part(name) {
    return document.getElementById(`${this.name}-${name}`);
  }

  /** A change is over: it is a step, and is saved. */
  changed() {
    this.model.done();
    this.redraw();
  }

  /** Shows what is worked on, over the drawing. */
  mark() {}

  /** Shows what the site says of what it was sent. */
  judged(_found) {}

  redraw() {
    this.view.setSize(...this.drawing.size);
    this.drawing.draw();
    this.panel.show();
    this.mark();
  }
}

/** Ctrl with Z and Y, wherever nobody is typing. */
const watchSteps = (model) => {
  document.addEventListener("keydown", (/** @type {any} */ event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) model.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) model.redo();
    else return;
    event.preventDefault();
  });
};
