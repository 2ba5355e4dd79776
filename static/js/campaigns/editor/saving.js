/* The map is kept a moment after each change; what somebody else changed meanwhile is never overwritten unasked. */

const DELAY = 700; // ms
const AGAIN = 5000; // ms

export class Saving {
  constructor(desk) {
    Object.assign(this, { desk, model: desk.model, url: desk.data.keep, edition: desk.data.edition });
    this.state = document.getElementById("atlas-state");
    this.token = document.querySelector("[name=csrfmiddlewaretoken]").value;
    this.said = this.model.kept;
    this.running = false;
    this.model.onChange(() => this.soon());
    window.addEventListener("beforeunload", (event) => {
      if (this.dirty() && !this.left) event.preventDefault();
    });
    for (const form of document.querySelectorAll("form[data-guarded]")) {
      form.addEventListener("submit", (event) => this.submitted(event, form));
    }
  }

  dirty() {
    return this.model.kept !== this.said;
  }

  /** A form of the page is sent only once all that was drawn is kept. */
  async submitted(event, form) {
    if (!this.dirty()) {
      form.elements.edition.value = this.edition;
      return;
    }
    event.preventDefault();
    const { submitter } = event;
    await this.keep();
    if (!this.dirty()) form.requestSubmit(submitter);
  }

  soon(delay = DELAY) {
    if (!this.dirty()) return;
    this.tell("Changed …");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), delay);
  }

  async keep() {
    if (this.running) {
      this.soon();
      return;
    }
    this.running = true;
    const text = this.model.kept;
    try {
      const answer = await fetch(this.url, {
        method: "POST",
        body: `{"edition": ${this.edition}, "document": ${text}}`,
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token },
      });
      await this.answered(answer, text);
    } catch {
      this.tell("Not kept: the site cannot be reached. It is tried again.");
      this.timer = setTimeout(() => this.keep(), AGAIN);
    } finally {
      this.running = false;
    }
  }

  async answered(answer, text) {
    const told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : null;
    if (answer.ok && told) {
      this.edition = told.edition;
      this.said = text;
      this.desk.judged(told.faults);
      if (this.dirty()) this.soon();
      else this.tell("Kept");
    } else if (answer.status === 409 && told) {
      this.tell(told.detail, "Keep what is here instead", () => {
        this.edition = told.edition;
        this.keep();
      });
      this.button("Load the other", () => {
        this.left = true;
        window.location.reload();
      });
    } else {
      this.tell(told?.detail ?? `Not kept (${answer.status}).`);
    }
  }

  tell(words, button = "", does = null) {
    this.state.textContent = words;
    if (button) this.button(button, does);
  }

  button(words, does) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button quiet small";
    made.textContent = words;
    made.addEventListener("click", does);
    this.state.append(" ", made);
  }
}
