/* A page of a tournament brings itself up to date, unless somebody is writing on it; its clock counts down. */

import { button, element } from "../shared/dom.js";
import { Poll } from "../shared/poll.js";
import { countDown, tick } from "./clock.js";

const PACE = 5_000; // milliseconds between questions while there is no stream
const SHARE = 40; // milliseconds of the server's time for each player: all phones of a hall hear of a result at once

class Follow extends Poll {
  constructor(/** @type {HTMLElement} */ root) {
    super(root, { name: "tournament", what: "tournament", asked: "", pace: PACE, silence: "The server does not answer." });
    this.fetched = -Infinity;
    this.due = -Infinity; // when the page is fetched again
    this.begin();
    // Whoever looks first when the time is up has the tables reminded that owe a result.
    document.addEventListener("time-up", () => setTimeout(() => this.refresh(), 1_000 + Math.random() * SHARE * Number(root.dataset.players)));
  }

  /** Not all phones ask at once, and none asks for each result of a round that ends. */
  hear(/** @type {number} */ revision) {
    const now = performance.now();
    const spread = SHARE * Number(this.root.dataset.players);
    if (revision <= this.revision || this.waiting) super.hear(revision);
    else {
      this.streaming = true;
      this.told = revision;
      if (now < this.due) return;
      this.due = Math.max(now + Math.random() * spread, this.fetched + spread);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.poll(), this.due - now);
    }
  }

  async refresh() {
    this.fetched = performance.now();
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
    mark();
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

/** Shows which of the tables is one's own: the list is the same for everybody. */
function mark() {
  const number = /** @type {HTMLElement | null} */ (document.querySelector("[data-mine]"))?.dataset.mine;
  if (number) document.getElementById(`table-${number}`)?.classList.add("mine");
}

const root = document.getElementById("tournament-head");
if (root) {
  new Follow(root);
  mark();
  countDown();
}
