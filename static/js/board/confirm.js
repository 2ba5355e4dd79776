/* Under the field: what is about to be done by what was pointed out on it, and the button that does it. */

import { element } from "../shared/dom.js";

export class Confirm {
  constructor(board, options) {
    this.board = board;
    this.options = options;
    this.form = null;
    this.words = element("p", {});
    this.yes = element("button", { type: "button", class: "button" }, "Confirm");
    this.no = element("button", { type: "button", class: "button quiet" }, "Cancel");
    this.bar = element("div", { class: "board-confirm", hidden: "" }, this.words, this.yes, this.no);
    board.frame.after(this.bar);
    this.yes.addEventListener("click", () => this.go());
    this.no.addEventListener("click", () => this.close());
    for (const name of ["escape", "selected", "swapped", "replay"]) board.on(name, () => this.close());
    board.on("busy", (busy) => {
      this.yes.disabled = busy;
    });
  }

  /** Offers to send a form of the panel, or to do (`does`) what begins with it. */
  open(form, words, does = /** @type {null | (() => void)} */ (null)) {
    this.board.emit("confirming");
    this.form = form;
    this.does = does;
    this.words.textContent = words;
    this.bar.hidden = false;
    this.options.ready(form);
    this.bar.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (!this.form) return;
    this.form = null;
    this.bar.hidden = true;
    this.board.emit("unpointed");
  }

  go() {
    if (!this.form || this.board.busy) return;
    if (this.does) {
      const { does } = this;
      this.close();
      does();
      return;
    }
    this.form.requestSubmit(this.options.button(this.form));
  }
}
