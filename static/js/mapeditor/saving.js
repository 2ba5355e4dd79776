/* The draft is saved a moment after each change. What could not be saved stays in this browser until it was. */

import { Saving } from "../editor/saving.js";

const PASSED = ["csrfmiddlewaretoken", "edition"];
const ASKING = { method: "POST", headers: { Accept: "application/json" } };

/** What this browser holds under a name; "" if it holds nothing, or stores nothing. */
const held = (name, text = /** @type {string | null} */ (null)) => {
  try {
    if (text === null) return localStorage.getItem(name) ?? "";
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch {
    // then the page alone holds it, and says so when it is left
  }
  return "";
};

/** The whole form is saved, which the map is a part of. */
export class FormSaving extends Saving {
  constructor(editor) {
    super(editor);
    this.form = editor.form;
    this.store = `leaguer-map-${editor.form.dataset.book}`;
    editor.part("by-hand").hidden = true; // it is for those without scripts: every change is saved here
    this.advice = " Load the page again: what you changed is offered then.";
    editor.form.addEventListener("input", () => this.soon());
    editor.form.addEventListener("submit", () => {
      this.left = true; // the whole form is on its way
      held(this.store, "");
    });
    this.offerBack();
  }

  /** All that the form holds, as one text. */
  text() {
    const entries = [...new FormData(this.editor.part("form"))];
    return JSON.stringify(entries.filter(([name, value]) => typeof value === "string" && !PASSED.includes(name)));
  }

  remember(text) {
    held(this.store, text);
  }

  /** What an earlier page could not send is offered again. */
  offerBack() {
    const left = held(this.store);
    if (!left || left === this.said) return;
    this.show("The last changes on this device were not saved.");
    this.offer("Put them back", () => {
      this.editor.model.fill(Object.fromEntries(JSON.parse(left)));
      this.editor.model.typed();
    });
  }

  send() {
    return fetch(this.form.action, { ...ASKING, body: new FormData(this.form) });
  }

  took(edition) {
    this.form.elements.edition.value = edition;
  }

  quiet() {
    held(this.store, "");
    super.quiet();
  }

  /** Has the site read the map of the file that was chosen: it takes the place of what is here as one step. */
  async readFile(output) {
    clearTimeout(this.timer);
    while (this.running) await new Promise((go) => setTimeout(go, 50));
    this.running = true;
    const body = new FormData(this.form);
    body.set("do", "map-file");
    try {
      const answer = await fetch(this.form.action, { ...ASKING, body });
      const heard = await answer.json();
      output.textContent = answer.ok ? "Map loaded. Undo brings the old one back." : heard.detail;
      if (!answer.ok) return;
      this.took(heard.edition);
      this.editor.model.fill(heard.texts);
      this.said = this.text();
      this.editor.model.typed();
      this.quiet();
      this.editor.judged(heard);
    } catch {
      output.textContent = "Not read: the site cannot be reached.";
    } finally {
      this.running = false;
      this.soon();
    }
  }
}
