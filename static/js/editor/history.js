/* What an editor changes, as one text: every change is a step that can be taken back. */

const MOST_STEPS = 200;

export class History {
  constructor() {
    this.listeners = [];
    this.past = [];
    this.future = [];
    this.stored = "";
  }

  /** All that is edited, as it stands now. @returns {string} */
  text() {
    throw new Error("An editor says what its text is.");
  }

  /** Makes what is edited that of a text again. @param {string} text */
  restore(text) {
    throw new Error(`An editor reads its text: ${text}`);
  }

  onChange(/** @type {() => void} */ listener) {
    this.listeners.push(listener);
  }

  report() {
    for (const listener of this.listeners) listener();
  }

  /** Notes what has changed as one step; false if nothing has. */
  note() {
    const now = this.text();
    if (now === this.stored) return false;
    this.past.push(this.stored);
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.stored = now;
    return true;
  }

  /** Ends a change. */
  done() {
    if (this.note()) this.report();
  }

  /** As it was before a change that is not ended. */
  forget() {
    this.restore(this.stored);
  }

  step(from, to) {
    const text = from.pop();
    if (!text) return;
    to.push(this.stored);
    this.stored = text;
    this.restore(text);
    this.report();
  }

  undo() {
    this.step(this.past, this.future);
  }

  redo() {
    this.step(this.future, this.past);
  }
}
