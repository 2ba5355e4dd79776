/* The draft is kept a moment after each change. What could not be kept stays in this browser until it was. */

const DELAY = 600; // ms
const AGAIN = 5000; // ms

const PASSED = ["csrfmiddlewaretoken", "edition"];

export class Saving {
  constructor(form, model, heard) {
    Object.assign(this, { form, model, heard });
    this.state = document.getElementById("map-state");
    this.store = `leaguer-map-${form.dataset.book}`;
    this.said = this.texts();
    this.timer = 0;
    this.running = false;
    model.onChange(() => this.soon());
    form.addEventListener("input", () => this.soon());
    window.addEventListener("beforeunload", (event) => {
      if (this.dirty()) event.preventDefault();
    });
    form.addEventListener("submit", () => this.forget());
    this.offerBack();
  }

  /** All that the form holds, as one text. */
  texts() {
    const entries = [...new FormData(this.form)];
    return JSON.stringify(entries.filter(([name, value]) => typeof value === "string" && !PASSED.includes(name)));
  }

  dirty() {
    return !this.given && this.texts() !== this.said;
  }

  forget() {
    this.given = true; // the whole form is on its way
    try {
      localStorage.removeItem(this.store);
    } catch {
      // a browser that keeps nothing has nothing to forget
    }
  }

  remember(texts) {
    try {
      localStorage.setItem(this.store, texts);
    } catch {
      // then the page alone holds it, and says so when it is left
    }
  }

  /** What an earlier page could not send is offered again. */
  offerBack() {
    let left = null;
    try {
      left = localStorage.getItem(this.store);
    } catch {
      return;
    }
    if (!left || left === this.said) return;
    this.tell("The last changes on this device were not kept.", "Put them back", () => {
      this.model.fill(Object.fromEntries(JSON.parse(left)));
      this.model.typed();
    });
  }

  soon(delay = DELAY) {
    if (!this.dirty()) return;
    this.remember(this.texts());
    this.tell("Changed …");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), delay);
  }

  async keep() {
    if (this.running) return this.soon(DELAY);
    this.running = true;
    const texts = this.texts();
    try {
      const answer = await fetch(this.form.action, {
        method: "POST",
        body: new FormData(this.form),
        headers: { Accept: "application/json" },
      });
      await this.answered(answer, texts);
    } catch {
      this.tell("Not kept: the site cannot be reached. It is tried again.");
      this.timer = setTimeout(() => this.keep(), AGAIN);
    } finally {
      this.running = false;
    }
  }

  /** Has the site read the map of the file that was chosen: it takes the place of what is here as one step. */
  async readFile(told) {
    clearTimeout(this.timer);
    while (this.running) await new Promise((go) => setTimeout(go, 50));
    this.running = true;
    const body = new FormData(this.form);
    body.set("do", "map-file");
    try {
      const answer = await fetch(this.form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      const heard = await answer.json();
      told.textContent = answer.ok ? "It is read: Undo brings back what was here." : heard.detail;
      if (!answer.ok) return;
      this.form.elements.edition.value = heard.edition;
      this.model.fill(heard.texts);
      this.said = this.texts();
      this.model.typed();
      this.quiet();
      this.heard(heard);
    } catch {
      told.textContent = "Not read: the site cannot be reached.";
    } finally {
      this.running = false;
      this.soon();
    }
  }

  async answered(answer, texts) {
    const told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
    if (answer.ok && told) {
      this.said = texts;
      this.form.elements.edition.value = told.edition;
      if (this.dirty()) this.soon();
      else this.quiet();
      this.heard(told);
    } else if (answer.status === 409 && told) {
      this.tell(told.detail, "Keep what is here instead", () => {
        this.form.elements.edition.value = told.edition;
        this.keep();
      });
    } else {
      this.tell(told?.detail ?? `Not kept (${answer.status}). Load the page again: what you changed is offered then.`);
    }
  }

  quiet() {
    try {
      localStorage.removeItem(this.store);
    } catch {
      // nothing was kept there
    }
    this.tell("Kept");
  }

  tell(words, button = "", does = null) {
    this.state.textContent = words;
    if (!button) return;
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button quiet small";
    made.textContent = button;
    made.addEventListener("click", () => {
      made.remove();
      does();
    });
    this.state.append(" ", made);
  }
}
