/* The slider over the whole battle, and the button that lets it run. */

import { button } from "../shared/dom.js";
import { exchange, read } from "./fragments.js";

const STEP = 350; // milliseconds that an event is seen while the battle runs

export class Replay {
  constructor(board, sync) {
    this.board = board;
    this.sync = sync;
    this.slider = /** @type {any} */ (document.getElementById("board-slider"));
    /** @type {number | null} */
    this.shown = null;
    this.wanted = 0;
    if (!this.slider) return;
    this.buttons();
    board.root.addEventListener("click", (event) => this.click(event));
    this.slider.form?.addEventListener("submit", (event) => event.preventDefault());
    if (Number(this.slider.value) < this.last) this.enter();
    this.slider.addEventListener("input", () => this.slid());
    board.on("swapped", ({ events }) => this.grown(events));
  }

  buttons() {
    this.play = button("Play", () => (this.running ? this.pause() : this.run()), { "aria-pressed": "false" });
    this.slider.after(this.play);
  }

  /** The links of the page that lead to another moment are followed without loading it anew. */
  click(event) {
    const link = event.target.closest("#board-caption .actions a, #board-panel a[href*='?event=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const number = new URL(link.href).searchParams.get("event");
    event.preventDefault();
    this.go(number === null ? this.last : Number(number));
  }

  go(number) {
    this.slider.value = String(number);
    this.slid();
    this.slider.focus({ preventScroll: true });
  }

  get last() {
    return Number(this.slider.max);
  }

  /** The battle has grown; who looks at now goes along with it. */
  grown(events) {
    if (!Number.isFinite(events)) return;
    this.slider.max = String(events);
    if (!this.board.replaying) this.slider.value = String(events);
    this.write();
  }

  slid() {
    this.pause();
    this.wanted = Number(this.slider.value);
    this.write();
    this.fetch();
  }

  /** Asks for the field after the wanted event; only one question at a time, then for what is wanted by then. */
  async fetch() {
    if (this.fetching) return;
    this.fetching = true;
    while (this.shown !== this.wanted) {
      const event = this.wanted;
      if (event >= this.last) {
        await this.leave();
        break;
      }
      this.enter();
      if (!(await this.show(event))) break;
    }
    this.fetching = false;
  }

  async show(event) {
    try {
      const answer = await fetch(this.board.root.dataset.at + event, { headers: { "X-Board": "1" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = read(await answer.text());
      exchange(page, ["board-panel", "board-inspection", "board-units"]);
    } catch {
      document.getElementById("board-caption")?.replaceChildren("The server does not answer. Move the slider again.");
      this.pause();
      return false;
    }
    this.shown = event;
    this.board.emit("swapped", {});
    return true;
  }

  enter() {
    if (this.board.replaying) return;
    this.board.replaying = true;
    this.board.root.classList.add("replaying");
    const looking = document.getElementById("board-caption")?.childElementCount;
    this.ground = looking ? null : document.getElementById("board-ground");
    this.board.emit("replay", true);
  }

  async leave() {
    this.pause();
    this.shown = null;
    if (!this.board.replaying) return;
    if (!this.ground) {
      // The page itself was a look back, so it has neither the ground nor the panel of now.
      window.location.assign(window.location.pathname);
      return;
    }
    this.board.replaying = false;
    this.board.root.classList.remove("replaying");
    document.getElementById("board-ground")?.replaceWith(this.ground);
    try {
      await this.sync.refresh();
    } catch {
      this.sync.failed();
    }
    this.board.emit("replay", false);
  }

  // -- running -----------------------------------------------------------------------------------

  run() {
    if (Number(this.slider.value) >= this.last) this.slider.value = "0";
    this.running = true;
    this.mark();
    this.step();
  }

  async step() {
    if (!this.running) return;
    this.wanted = Math.min(this.last, Number(this.slider.value) + 1);
    this.slider.value = String(this.wanted);
    this.write();
    await this.fetch();
    if (this.running) this.timer = setTimeout(() => this.step(), STEP);
  }

  pause() {
    clearTimeout(this.timer);
    this.running = false;
    this.mark();
  }

  mark() {
    this.play.textContent = this.running ? "Pause" : "Play";
    this.play.setAttribute("aria-pressed", String(Boolean(this.running)));
  }

  write() {
    const output = document.querySelector("output[for=board-slider]");
    if (output) output.textContent = this.slider.value;
  }
}
