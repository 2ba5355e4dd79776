/* Under the field: why what was pointed at cannot be done, with the rule; what is in hand stays there. */

import { button, element } from "../shared/dom.js";

export class Why {
  constructor(board, confirm, pieces) {
    this.board = board;
    this.confirm = confirm;
    this.words = element("p", {});
    const down = button("Deselect", () => pieces.escape());
    this.bar = element("div", { class: "board-why", hidden: "" }, this.words, down);
    board.frame.after(this.bar);
    for (const name of ["escape", "selected", "chosen", "swapped", "replay", "confirming"]) {
      board.on(name, () => this.close());
    }
    board.on("halted", (words) => this.say(words));
  }

  /** Says it: as words, or as what a line of the card says. */
  say(said) {
    this.confirm.close();
    const nodes = typeof said === "string" ? [said] : [...said.cloneNode(true).childNodes];
    this.words.replaceChildren(...nodes);
    this.bar.hidden = false;
    this.bar.scrollIntoView({ block: "nearest" });
    this.board.announce(this.words.textContent.trim());
  }

  close() {
    this.bar.hidden = true;
  }
}
