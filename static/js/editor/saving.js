/* What is edited is saved a moment after each change; what somebody else changed meanwhile is never overwritten unasked. */

import { button } from "../shared/dom.js";

const DELAY = 600; // ms
const AGAIN = 5000; // ms

/** An editor says what its `text()` is and how to `send` it, and hears what the site said of it. */
export class Saving {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.state = editor.part("state");
    this.said = this.text();
    this.edition = editor.data.edition;
    this.advice = ""; // what to do about an answer that nobody expected
    this.timer = 0;
    this.running = false;
    this.left = false; // the page is on its way out, with all that matters
    editor.model.onChange(() => this.soon());
    window.addEventListener("beforeunload", (event) => {
      if (this.dirty()) event.preventDefault();
    });
  }

  text() {
    return this.editor.model.stored;
  }

  /** Sends a text as the one after this edition. @param {string} text @returns {Promise<Response>} */
  send(text) {
    return Promise.reject(new Error(`Nobody sends ${text}`));
  }

  /** The site has another edition now. */
  took(edition) {
    this.edition = edition;
  }

  /** Holds in this browser what is not saved yet; not every editor can. @param {string} _text */
  remember(_text) {}

  dirty() {
    return !this.left && this.text() !== this.said;
  }

  soon() {
    if (!this.dirty()) return;
    this.remember(this.text());
    this.show("Changed …");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), DELAY);
  }

  async save() {
    if (this.running) {
      this.soon();
      return;
    }
    this.running = true;
    const text = this.text();
    try {
      await this.answered(await this.send(text), text);
    } catch {
      this.show("Not saved: the site cannot be reached. It is tried again.");
      this.timer = setTimeout(() => this.save(), AGAIN);
    } finally {
      this.running = false;
    }
  }

  async answered(/** @type {Response} */ answer, text) {
    const found = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
    if (answer.ok && found) {
      this.said = text;
      this.took(found.edition);
      if (this.dirty()) this.soon();
      else this.quiet();
      this.editor.judged(found);
    } else if (answer.status === 409 && found) {
      this.refused(found);
    } else {
      this.show(found?.detail ?? `Not saved (${answer.status}).${this.advice}`);
    }
  }

  /** Somebody else has changed it since. */
  refused({ detail, edition }) {
    this.show(detail);
    this.offer("Save mine instead", () => {
      this.took(edition);
      this.save();
    });
  }

  quiet() {
    this.show("Saved");
  }

  show(words) {
    this.state.textContent = words;
  }

  /** A button beside what is said, gone once it is pressed. */
  offer(words, does) {
    const made = button(words, () => {
      made.remove();
      does();
    });
    this.state.append(" ", made);
  }
}
