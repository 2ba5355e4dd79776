/* A page of a tournament brings itself up to date, unless somebody is writing on it; its clock counts down. */

import { button, element } from "../shared/dom.js";
import { Poll } from "../shared/poll.js";
import { countDown, tick } from "./clock.js";

const PACE = 5_000; // milliseconds between questions while there is no stream

class Follow extends Poll {
  constructor(/** @type {HTMLElement} */ root) {
    super(root, { name: "tournament", what: "tournament", asked: "", pace: PACE, silence: "The server does not answer." });
    this.begin();
  }

  async refresh() {
    const found = new DOMParser().parseFromString(await this.page(window.location.href), "text/html");
    const head = found.getElementById("tournament-head");
    const body = found.getElementById("tournament-page");
    if (!head || !body) return;
    this.root.dataset.revision = head.dataset.revision;
    if (writing()) {
      this.offer();
      return;
    }
    this.root.replaceChildren(...head.childNodes);
    document.getElementById("tournament-page")?.replaceWith(body);
    tick();
  }

  /** Says that there is something new, and leaves alone what somebody is writing. */
  offer() {
    if (document.getElementById("tournament-news")) return;
    const show = button("Show what is new", () => window.location.reload());
    this.root.append(element("p", { id: "tournament-news", class: "notice info", role: "status" }, "There is something new. ", show));
  }
}

/** Whether a form has been touched, or a fold is open in which somebody may be about to write. */
function writing() {
  const fields = [...document.querySelectorAll("#tournament-page input:not([type=hidden]):not([readonly]), #tournament-page textarea")];
  const touched = fields.some((/** @type {any} */ each) => each.value !== each.defaultValue);
  return touched || fields.includes(/** @type {Element} */ (document.activeElement)) || document.querySelector("#tournament-page details[open]") !== null;
}

const root = document.getElementById("tournament-head");
if (root) {
  new Follow(root);
  countDown();
}
