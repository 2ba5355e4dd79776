/* An editor of maps: the page's parts under the names that begin alike, what is edited, how it is drawn and seen. */

import { View } from "../shared/view.js";

/** An editor gives it its `tools`, `panel` and `saving`, tells how it is marked, and where a fault leads. */
export class Desk {
  /** `name` begins the ids of the page's parts; `made(data, svg)` gives the model and its drawing. */
  constructor(/** @type {HTMLElement} */ root, name, made) {
    this.root = root;
    this.name = name;
    this.data = JSON.parse(this.part("data").textContent);
    for (const part of root.querySelectorAll("[data-live]")) part.hidden = false;
    root.classList.add("live");
    this.frame = this.part("frame");
    this.told = this.part("told");
    const svg = this.frame.querySelector("svg");
    [this.model, this.drawing] = made(this.data, svg);
    this.view = new View(this.frame, svg);
    this.frame.tabIndex = 0;
    for (const kind of ["focus", "blur"]) this.frame.addEventListener(kind, () => this.mark());
    watchSteps(this.model);
  }

  part(name) {
    return document.getElementById(`${this.name}-${name}`);
  }

  /** A change is over: it is a step, and is kept. */
  changed() {
    this.model.done();
    this.redraw();
  }

  redraw() {
    this.view.setSize(...this.drawing.size);
    this.drawing.draw();
    this.panel.show();
    this.mark();
  }
}

/** Ctrl with Z and Y, wherever nobody is typing. */
const watchSteps = (model) => {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) model.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) model.redo();
    else return;
    event.preventDefault();
  });
};
