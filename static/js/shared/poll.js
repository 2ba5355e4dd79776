/*
 * Following what others do: a stream says that it has moved on, or a question, again and again, finds out; then the page
 * is brought up to date.
 */

import { button, element } from "./dom.js";

const HIDDEN_PACE = 10_000; // milliseconds between questions while nobody sees the page
const SLOWEST_PACE = 15_000;
const IDLE_PACE = 5_000; // the slowest while all is well and nothing happens
const SILENCE = 45_000; // milliseconds without a word until the stream is given up; the server sends one every 20 seconds
const BACK = 3_000; // until the browser has had time to come back to a stream that has ended
const PATIENCE = 20_000;
const GONE = [401, 403, 404, 410];
const SILENT = 2; // questions without an answer before it is said

/**
 * The root says where the stream is (`events`) and where to ask without one (`poll`), the `revision` that is shown, and
 * whether all is `over`.
 */
export class Poll {
  /**
   * `name` begins the ids of the page's parts, `what` is followed, `asked` finds the forms that one is asked to send, ""
   * where nobody waits for this page;
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
    this.unchanged = 0; // answers in a row that told nothing new
    this.known = -1; // the revision at which these were counted
    this.timer = 0;
    /** @type {EventSource | null} */
    this.stream = null;
    this.streaming = false;
    this.refused = false; // the server has no stream for this page
    this.told = -1; // the revision that the stream named last
    this.title = document.title;
    this.stopped = false;
    this.waiting = false; // for an answer
    this.wentOn = -1; // the revision at which the tactician was let on
    document.addEventListener("visibilitychange", () => this.shown());
    window.addEventListener("online", () => this.shown());
    window.addEventListener("pagehide", () => this.close());
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

  /** Whether the page shows less than the stream has told of. */
  get behind() {
    return this.told > this.revision;
  }

  later() {
    clearTimeout(this.timer);
    if (this.stopped || this.root.dataset.over) {
      this.close();
      return;
    }
    if (this.revision !== this.known) this.unchanged = 0;
    this.known = this.revision;
    this.open();
    this.timer = setTimeout(() => this.poll(), this.wait);
  }

  get wait() {
    if (document.hidden) return HIDDEN_PACE;
    if (this.streaming && !this.behind) return SILENCE;
    if (this.failures) return Math.min(SLOWEST_PACE, this.pace * 2 ** this.failures);
    return Math.max(this.pace, Math.min(IDLE_PACE, this.pace * 1.1 ** this.unchanged));
  }

  // -- the stream ----------------------------------------------------------------------------------

  /** Opens the stream while the page is seen: a browser has six connections to a site for all its windows. */
  open() {
    const { events } = this.root.dataset;
    if (this.stream || this.refused || document.hidden || !events || !window.EventSource) return;
    const stream = new EventSource(events);
    this.stream = stream;
    stream.addEventListener("message", (event) => this.hear(Number(event.data)));
    stream.addEventListener("error", () => this.lost(stream));
  }

  close() {
    this.stream?.close();
    this.stream = null;
    this.streaming = false;
  }

  hear(revision) {
    this.streaming = true;
    this.told = revision;
    if (this.waiting) return;
    if (this.behind && !this.busy) this.poll();
    else {
      this.recovered();
      this.later();
    }
  }

  /** A stream has ended. The browser comes back to it by itself, unless it was refused. */
  lost(stream) {
    if (stream !== this.stream) return;
    this.streaming = false;
    if (stream.readyState === EventSource.CLOSED) {
      this.refused = true;
      this.stream = null;
    }
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => this.poll(), this.refused ? this.wait : BACK);
  }

  /** The page is seen again, or no longer. */
  shown() {
    this.refused = false;
    if (document.hidden) {
      this.close();
      this.later();
    } else this.now();
  }

  // -- questions -----------------------------------------------------------------------------------

  now() {
    if (!this.busy) this.poll();
  }

  async poll() {
    if (this.stopped || this.waiting) return;
    clearTimeout(this.timer);
    if (!this.busy) {
      // Silent for too long: another one is opened.
      if (this.streaming && !this.behind) this.close();
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
    if (this.behind) {
      await this.refresh();
      return;
    }
    const answer = await this.fetch(`${this.root.dataset.poll}${this.revision}`);
    if (GONE.includes(answer.status)) this.stop(`This ${this.what} no longer updates. Reload the page.`);
    else if (!answer.ok) throw new Error(String(answer.status));
    else if (answer.status !== 204 && (await answer.json()).revision !== this.revision) {
      await this.refresh();
    } else this.unchanged += 1;
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
    this.close();
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
    if (!this.asked) return;
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
