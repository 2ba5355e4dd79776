/* The hall's screen: it follows the tournament, counts down, and scrolls through pairings and standings by itself. */

import { Poll } from "../shared/poll.js";
import { countDown, tick } from "./clock.js";

const PACE = 5_000; // milliseconds between questions while there is no stream
const SPEED = 45; // pixels a second, of a screen 1080 high
const REST = 5_000; // milliseconds at the top and at the end
const PAGE = 12_000; // milliseconds for a page where nothing is to move
const TOUCHED = 20_000; // milliseconds without scrolling after somebody has scrolled

class Screen extends Poll {
  constructor(/** @type {HTMLElement} */ root) {
    super(root, { name: "tournament", what: "tournament", asked: "", pace: PACE, silence: "The server does not answer." });
    this.begin();
  }

  async refresh() {
    const found = new DOMParser().parseFromString(await this.page(window.location.href), "text/html");
    const head = found.getElementById("tournament-head");
    const body = found.getElementById("tournament-page");
    const here = document.getElementById("tournament-page");
    if (!head || !body || !here) return;
    this.root.dataset.revision = head.dataset.revision;
    this.root.replaceChildren(...head.childNodes);
    // Its children alone: where it has scrolled to stays.
    here.replaceChildren(...body.childNodes);
    tick();
  }
}

/** Scrolls down, rests at both ends, and goes back to the top; page by page where people want nothing to move. */
class Scroller {
  constructor(/** @type {HTMLElement} */ box) {
    this.box = box;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.until = performance.now() + REST;
    this.at = 0;
    this.last = 0;
    for (const touch of ["wheel", "pointerdown", "keydown"]) box.addEventListener(touch, () => this.rest(TOUCHED), { passive: true });
    requestAnimationFrame((now) => this.step(now));
  }

  rest(/** @type {number} */ length) {
    this.until = performance.now() + length;
    this.at = this.box.scrollTop;
  }

  get end() {
    return this.box.scrollHeight - this.box.clientHeight;
  }

  step(/** @type {number} */ now) {
    const passed = Math.min(100, now - this.last) / 1_000;
    this.last = now;
    if (now >= this.until) this.go(passed);
    requestAnimationFrame((next) => this.step(next));
  }

  go(/** @type {number} */ passed) {
    if (this.box.scrollTop >= this.end - 1) this.turn();
    else if (this.still.matches) {
      this.box.scrollTop += this.box.clientHeight * 0.85;
      this.rest(PAGE);
    } else {
      // A box scrolls by whole pixels: what is less is kept here.
      this.at += (SPEED * passed * window.innerHeight) / 1_080;
      this.box.scrollTop = this.at;
      if (this.box.scrollTop >= this.end - 1) this.rest(REST);
    }
  }

  turn() {
    this.box.scrollTop = 0;
    this.rest(this.still.matches ? PAGE : REST);
  }
}

const root = document.getElementById("tournament-head");
const box = document.getElementById("tournament-page");
if (root && box) {
  new Screen(root);
  new Scroller(box);
  countDown();
}
