/* Following the battle, and the forms of the page sent. */

import { wordsOf } from "../shared/dom.js";
import { Poll } from "../shared/poll.js";
import { exchange, meta, read } from "./fragments.js";

const PACE = 700; // milliseconds between questions while the page is seen: with the answer, news within two seconds
const PATIENCE = 60_000; // milliseconds for a choice

const SAID = ["#board-problem p", "#board-offer p", "#board-question", ".waiting", "#board-result .headline"];
const FIELD = ["board-pieces", "board-ground", "board-caption"];

export class Sync extends Poll {
  constructor(board, pieces) {
    super(board.root, {
      name: "board",
      what: "battle",
      asked: "#board-panel form.option",
      pace: PACE,
      silence: "The server does not answer. What you see may be out of date; this page keeps trying.",
      asking: { headers: { "X-Board": "1" } },
    });
    this.board = board;
    this.pieces = pieces;
    this.about = pieces?.asked() ?? "";
    board.root.addEventListener("submit", (event) => this.submit(event));
    board.root.addEventListener("click", (event) => this.advise(event));
    this.begin();
  }

  get busy() {
    return this.board.busy;
  }

  /** Fetches the board as it is now. */
  async refresh(more = "") {
    const { now } = this.board.root.dataset;
    const address = `${now}?unit=${encodeURIComponent(this.board.selected)}${more}`;
    const page = read(await this.page(address));
    if (!meta(page)) {
      this.stop("This page is out of date. Reload it.");
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
      if (advice) this.board.announce(wordsOf(advice.querySelector("p")));
      advice?.scrollIntoView({ block: "nearest" });
    } catch {
      this.failed();
    }
  }

  // -- what came ---------------------------------------------------------------------------------

  /** Shows a board that the server sent; what is in hand and the slider stay as they are. */
  take(page, done = false) {
    const { revision, events, over } = meta(page);
    const { board } = this;
    const moved = Number(revision) !== this.revision;
    Object.assign(board.root.dataset, { revision, ...(over ? { over } : {}) });
    exchange(page, board.replaying ? ["board-inspection", ...FIELD] : ["board-inspection"], done);
    board.emit("swapped", { events: Number(events), page });
    if (!board.replaying && this.pieces) this.about = this.pieces.subject(this.about);
    // Only then: who looks elsewhere meanwhile is not called back.
    if (moved && !board.replaying) this.pieces?.follow();
    if (over) this.stopped = true;
    if (moved) board.announce(this.words());
    this.entitle();
    this.goOn();
  }

  words() {
    // One full stop between them, whether or not a part ends with its own.
    return SAID.map((place) => wordsOf(this.root.querySelector(place)).replace(/\.$/, "")).filter(Boolean).join(". ");
  }

  goOn() {
    if (!this.board.replaying) super.goOn();
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
      await this.answered(await this.fetch(form.action, { method: "POST", body: data }, PATIENCE));
    } catch {
      this.work(false);
      this.failed();
      this.notice("The server does not answer. Your choice may not have arrived; this page keeps trying.", true);
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

  /** After a choice the next question is in view, and has the focus unless something else has it. */
  lead() {
    this.board.emit("led");
    document.getElementById("board-question")?.scrollIntoView({ block: "nearest" });
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
    this.board.emit("busy", on);
  }
}
