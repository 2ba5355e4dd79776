/* A record follows what the other side claims; what was open stays open, whoever pressed. */

import { Poll } from "../shared/poll.js";

const PACE = 4000; // milliseconds between questions while there is no stream

/** @type {() => NodeListOf<HTMLDetailsElement>} */
const folds = () => document.querySelectorAll("#record details[id]");

let open = new Set();
let closed = new Set();

const remember = () => {
  open = new Set();
  closed = new Set();
  for (const part of folds()) (part.open ? open : closed).add(part.id);
};

const restore = () => {
  for (const part of folds()) {
    if (open.has(part.id)) part.open = true;
    else if (closed.has(part.id)) part.open = false;
  }
};

class Follow extends Poll {
  constructor(root) {
    super(root, {
      name: "record",
      what: "record",
      asked: "",
      pace: PACE,
      silence: "The server does not answer. This page keeps trying.",
    });
    this.begin();
  }

  /** Each press and each refresh draws the record anew, its root with it. */
  swapped() {
    this.root = document.getElementById("record") ?? this.root;
    this.later();
  }

  async refresh() {
    await window.htmx?.ajax("GET", this.root.dataset.home ?? "", { target: "#record", swap: "outerHTML" });
  }
}

const root = document.getElementById("record");
if (root) {
  const follow = new Follow(root);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "record") return;
    // What somebody is typing just now is not taken from them; the page looks again a moment later.
    const field = /** @type {any} */ (document.activeElement);
    const typing = field?.matches("#record input:not([type=hidden])") && field.value !== field.defaultValue;
    if (typing && event.detail.requestConfig?.verb === "get") event.detail.shouldSwap = false;
    else remember();
  });
  document.addEventListener("htmx:afterSwap", () => {
    restore();
    follow.swapped();
  });
}
