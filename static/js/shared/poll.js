/* Following what others do: a question, again and again, whether it has moved on; then the page is brought up to date. */

import { button, element } from "./dom.js";

const HIDDEN_PACE = 10_000; // milliseconds between questions while nobody sees the page
const SLOWEST_PACE = 15_000;
const PATIENCE = 20_000;
const GONE = [401, 403, 404, 410];
const SILENT = 2; // questions without an answer before it is said

/** The root says where to ask (`poll`), the `revision` that is shown, and whether all is `over`. */
export class Poll {
  /**
   * `name` begins the ids of the page's parts, `what` is followed, `asked` finds the forms that one is asked to send;
   * `pace` is in milliseconds, `asking` goes along with each question; `silence` is said while nobody answers.
   */
  constructor(/** @type {HTMLElement} */ root, { name, what, asked, pace, silence, asking = {} }) {
    this.root = root;
    this.name = name;
    this.what = what;
    this.asked = asked;
    this.pace = pace;
    this.silence = silence;
    /** @type {RequestInit} */
    this.asking = { cache: "no-store", ...asking };
    this.failures = 0;
    this.timer = 0;
    this.title = document.title;
    this.stopped = false;
    this.waiting = false; // for an answer
    this.wentOn = -1; // the revision at which the tactician was let on
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    window.addEventListener("online", () => this.now());
  }

  begin() {
    this.entitle();
    this.goOn();
    this.later();
  }

  get revision() {
    return Number(this.root.dataset.revision);
  }

  /** Whether something is being sent: no question then. */
  get busy() {
    return false;
  }

  /** Fetches what there is now. */
  async refresh() {}

  later() {
    clearTimeout(this.timer);
    if (this.stopped || this.root.dataset.over) return;
    const wait = Math.min(SLOWEST_PACE, this.pace * 2 ** this.failures);
    this.timer = setTimeout(() => this.poll(), document.hidden ? HIDDEN_PACE : wait);
  }

  now() {
    if (!this.busy) this.poll();
  }

  async poll() {
    if (this.stopped || this.waiting) return;
    clearTimeout(this.timer);
    if (!this.busy) {
      this.waiting = true;
      try {
        await this.ask();
        if (!this.stopped) this.recovered();
      } catch {
        this.failed();
      }
      this.waiting = false;
    }
    this.later();
  }

  async ask() {
    const answer = await this.fetch(`${this.root.dataset.poll}${this.revision}`);
    if (GONE.includes(answer.status)) this.stop(`This ${this.what} can no longer be followed from here. Load the page again.`);
    else if (!answer.ok) throw new Error(String(answer.status));
    else if (answer.status !== 204 && (await answer.json()).revision !== this.revision) await this.refresh();
  }

  fetch(address, more = {}, patience = PATIENCE) {
    return fetch(address, { ...this.asking, ...more, signal: AbortSignal.timeout(patience) });
  }

  /** The text of a page; an error if there is none. */
  async page(address) {
    const answer = await this.fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  failed() {
    this.failures += 1;
    if (this.failures >= SILENT) this.notice(this.silence, true);
  }

  recovered() {
    this.failures = 0;
    this.notice("");
  }

  stop(words) {
    this.stopped = true;
    this.notice(words);
  }

  notice(words, again = false) {
    const id = `${this.name}-notice`;
    const old = document.getElementById(id);
    if (old && old.dataset.words === words) return;
    old?.remove();
    if (!words) return;
    const attributes = { id, class: "notice warning", role: "status", "data-words": words };
    const box = element("div", attributes, element("p", {}, words));
    if (again) box.append(button("Try now", () => this.now()));
    this.root.prepend(box);
  }

  /** The title of the window shows who works in another one that it is their turn. */
  entitle() {
    document.title = this.root.querySelector(this.asked) ? `● ${this.title}` : this.title;
  }

  /** Where the tactician is to decide it is let on, a slice after the other. */
  goOn() {
    const form = document.getElementById(`${this.name}-advance`);
    if (!(form instanceof HTMLFormElement) || this.wentOn === this.revision) return;
    this.wentOn = this.revision;
    queueMicrotask(() => form.requestSubmit());
  }
}
