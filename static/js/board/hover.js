/* What lies under the mouse, in words at the edge of the field: it covers nothing there and goes with a click. */

import { element } from "./dom.js";

const PARTS = "#board-ground, #board-pieces";

export class Hover {
  constructor(board) {
    this.board = board;
    this.name = "";
    this.label = element("p", { class: "board-hover", "aria-hidden": "true", hidden: "" });
    board.frame.append(this.label);
    board.on("swapped", () => this.gather());
    for (const name of ["selected", "chosen", "swapped", "escape"]) board.on(name, () => this.hide());
    board.frame.addEventListener("pointerover", (event) => this.over(event));
    board.frame.addEventListener("pointerleave", () => this.leave());
    board.frame.addEventListener("pointerdown", () => this.hide());
    this.gather();
  }

  /** The browser's own labels would stay over the field after a click: their words are kept aside. */
  gather() {
    for (const part of document.querySelectorAll(PARTS)) {
      for (const title of part.querySelectorAll("title")) {
        title.parentElement.dataset.said = title.textContent;
        title.remove();
      }
    }
  }

  over(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const found = event.target.closest("[data-said]");
    const name = found ? found.id || found.dataset.said : "";
    if (name === this.name) return;
    this.name = name;
    this.label.hidden = !found;
    if (!found) return;
    this.label.textContent = found.dataset.said;
    const [one, whole] = [found, this.board.frame].map((each) => each.getBoundingClientRect());
    this.label.classList.toggle("low", one.top + one.height / 2 < whole.top + whole.height / 2);
  }

  /** Until the mouse comes to something else. */
  hide() {
    this.label.hidden = true;
  }

  leave() {
    this.hide();
    this.name = "";
  }
}
