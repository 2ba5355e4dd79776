/* Following the battle: a question, again and again, whether it has moved on; and the forms of the page sent. */

import { button, element } from "../shared/dom.js";
import { exchange, meta, read } from "./fragments.js";

const BEAT = 700; // milliseconds between questions while the page is seen: with the answer, news within two seconds
const HIDDEN_BEAT = 10_000;
const SLOWEST_BEAT = 15_000;
const PATIENCE = 20_000;
const GONE = [401, 403, 404, 410];
const SILENT = 2; // questions without an answer before it is said

const SAID = ["#board-problem p", "#board-offer p", "#board-question", ".waiting", "#board-result .headline"];
const FIELD = ["board-pieces", "board-ground", "board-caption"];
const asking = { headers: { "X-Board": "1" }, cache: "no-store" };

export class Sync {
  constructor(board, pieces) {
    this.board = board;
    this.pieces = pieces;
    this.failures = 0;
    this.about = pieces?.asked() ?? "";
    this.revision = Number(board.root.dataset.revision);
    board.root.addEventListener("submit", (event) => this.submit(event));
    board.root.addEventListener("click", (event) => this.advise(event));
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    window.addEventListener("online", () => this.now());
    if (!board.root.dataset.over) this.later();
    this.title = document.title;
    this.entitle();
    this.goOn();
  }

  // -- the poll --------------------------------------------------------------------------------

  later() {
    clearTimeout(this.timer);
    if (this.stopped) return;
    const wait = Math.min(SLOWEST_BEAT, BEAT * 2 ** this.failures);
    this.timer = setTimeout(() => this.beat(), document.hidden ? HIDDEN_BEAT : wait);
  }

  now() {
    if (this.stopped || this.beating || this.board.busy) return;
    this.beat();
  }

  async beat() {
    if (this.board.busy) {
      this.later();
      return;
    }
    clearTimeout(this.timer);
    this.beating = true;
    try {
      await this.ask();
    } catch {
      this.failed();
    }
    this.beating = false;
    this.later();
  }

  async ask() {
    const { pulse } = this.board.root.dataset;
    const answer = await fetch(pulse + this.revision, { ...asking, signal: AbortSignal.timeout(PATIENCE) });
    if (GONE.includes(answer.status)) {
      this.stop("This battle can no longer be followed from here. Load the page again.");
      return;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    if (answer.status !== 204) {
      const { revision } = await answer.json();
      if (revision !== this.revision) await this.refresh();
    }
    this.recovered();
  }

  /** Fetches the board as it is now. */
  async refresh(more = "") {
    const { now } = this.board.root.dataset;
    const address = `${now}?unit=${encodeURIComponent(this.board.selected)}${more}`;
    const answer = await fetch(address, { ...asking, signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = read(await answer.text());
    if (!meta(page)) {
      this.stop("This page is out of date. Load it again.");
      return;
    }
    if (Number(meta(page).revision) >= this.revision && !this.board.busy) this.take(page);
  }

  /** What the tactician would do is asked for without leaving the page. */
  async advise(event) {
    const link = event.target.closest("[data-advice]");
    if (!link || this.board.busy || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      await this.refresh("&advice=1");
      const advice = this.board.panel.querySelector(".advice");
      if (advice) this.board.announce(advice.textContent.trim());
      advice?.scrollIntoView({ block: "nearest" });
    } catch {
      this.failed();
    }
  }

  failed() {
    this.failures += 1;
    if (this.failures < SILENT) return;
    this.notice("The server does not answer. What you see may be out of date; this page keeps trying.", true);
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
    const old = document.getElementById("board-notice");
    if (!words || old?.dataset.words !== words) old?.remove();
    if (!words || old?.dataset.words === words) return;
    const attributes = { id: "board-notice", class: "notice warning", role: "status", "data-words": words };
    const box = element("div", attributes, element("p", {}, words));
    if (again) box.append(button("Try now", () => this.now()));
    this.board.root.prepend(box);
  }

  // -- what came ---------------------------------------------------------------------------------

  /** Shows a board that the server sent: the view, what is in hand and the slider stay as they are. */
  take(page, done = false) {
    const { revision, events, over } = meta(page);
    const { board } = this;
    const moved = Number(revision) !== this.revision;
    this.revision = Number(revision);
    Object.assign(board.root.dataset, { revision, events, ...(over ? { over } : {}) });
    exchange(page, board.replaying ? ["board-hand", ...FIELD] : ["board-hand"], done);
    board.tell("swapped", { events: Number(events), page });
    if (!board.replaying && this.pieces) this.about = this.pieces.subject(this.about);
    if (over) this.stopped = true;
    if (moved) board.announce(this.words());
    this.entitle();
    this.goOn();
  }

  words() {
    const said = SAID.map((place) => this.board.root.querySelector(place)?.textContent);
    return said.filter(Boolean).map((text) => text.replace(/\s+/g, " ").trim()).join(". ");
  }

  /** The title of the window tells who works in another one that it is his turn. */
  entitle() {
    const asked = Boolean(this.board.panel?.querySelector("form.option"));
    document.title = asked ? `● ${this.title}` : this.title;
  }

  /** Where the tactician is to decide he is let on, a slice after the other. */
  goOn() {
    const form = document.getElementById("board-advance");
    if (!form || this.board.replaying || this.wentOn === this.revision) return;
    this.wentOn = this.revision;
    queueMicrotask(() => form.requestSubmit());
  }

  // -- forms ---------------------------------------------------------------------------------------

  submit(event) {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || "plain" in form.dataset) return;
    event.preventDefault();
    if (this.board.busy) return;
    const data = new FormData(form, event.submitter);
    data.set("unit", this.board.selected);
    this.post(form, data);
  }

  async post(form, data) {
    this.work(true);
    try {
      const signal = AbortSignal.timeout(PATIENCE * 3);
      const answer = await fetch(form.action, { ...asking, method: "POST", body: data, signal });
      await this.answered(answer);
    } catch {
      this.work(false);
      this.failed();
      this.notice("The server does not answer. It is not sure that this was done; this page keeps trying.", true);
      this.later();
    }
  }

  async answered(answer) {
    const page = read(await answer.text());
    if (!meta(page)) {
      if (answer.status >= 500) throw new Error(String(answer.status));
      // Signed out meanwhile, or no longer allowed to: the page itself says so.
      window.location.reload();
      return;
    }
    this.work(false);
    this.recovered();
    this.take(page, answer.ok);
    this.lead();
    this.later();
  }

  /** After a choice the next question has the focus, unless something else has it. */
  lead() {
    document.getElementById("board-problem")?.scrollIntoView({ block: "nearest" });
    const active = document.activeElement;
    if (active && active !== document.body && active.getClientRects().length) return;
    this.board.toDecision();
  }

  /** While something is sent nothing else can be. */
  work(on) {
    this.board.busy = on;
    this.board.root.setAttribute("aria-busy", String(on));
    this.board.root.classList.toggle("busy", on);
    for (const button of this.board.root.querySelectorAll("form[method=post] button:not([type=button])")) {
      // The one that has the focus keeps it: a disabled button cannot have it.
      if (button === document.activeElement) continue;
      if (on && !button.disabled) button.dataset.held = "";
      if (on || "held" in button.dataset) button.disabled = on;
      if (!on) delete button.dataset.held;
    }
    this.board.tell("busy", on);
  }
}
