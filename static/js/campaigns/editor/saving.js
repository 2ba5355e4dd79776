/* The map is saved by itself; the other forms of the page are sent only once it is. */

import { Saving } from "../../editor/saving.js";

export class MapSaving extends Saving {
  constructor(editor) {
    super(editor);
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    this.token = token instanceof HTMLInputElement ? token.value : "";
    for (const form of document.querySelectorAll("form[data-guarded]")) {
      form.addEventListener("submit", (event) => this.submitted(event, form));
    }
  }

  async submitted(event, form) {
    if (!this.dirty()) {
      form.elements.edition.value = this.edition;
      return;
    }
    event.preventDefault();
    const { submitter } = event;
    await this.save();
    if (!this.dirty()) form.requestSubmit(submitter);
  }

  send(text) {
    return fetch(this.editor.data.save, {
      method: "POST",
      body: `{"edition": ${this.edition}, "document": ${text}}`,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.token },
    });
  }

  refused(found) {
    super.refused(found);
    this.offer("Load the other", () => {
      this.left = true;
      window.location.reload();
    });
  }
}
