/* Following a meeting: as soon as it has moved on, the page takes what has changed. */

import { all, wordsOf } from "../shared/dom.js";
import { Poll } from "../shared/poll.js";

const PACE = 1000; // milliseconds between questions while the page is seen

/** What was typed into the forms of a page, by the key of the form and the name of the field. */
const typed = (root) => {
  const saved = new Map();
  for (const field of all(root, "form.option input:not([type=hidden])")) {
    saved.set(`${field.form.dataset.key} ${field.name}`, field.value);
  }
  return saved;
};

export class Follow extends Poll {
  constructor(root, swapped) {
    super(root, {
      name: "meeting",
      what: "meeting",
      asked: "form.option",
      pace: PACE,
      silence: "The server does not answer. This page keeps trying.",
    });
    this.swapped = swapped;
    this.sent = false;
    root.addEventListener("submit", (event) => this.submit(event));
    this.begin();
  }

  get busy() {
    return this.sent;
  }

  /** Fetches the page and takes from it what has changed. */
  async refresh() {
    const page = new DOMParser().parseFromString(await this.page(this.root.dataset.home), "text/html");
    const fresh = page.getElementById("meeting");
    if (!fresh) {
      window.location.reload();
      return;
    }
    if (!this.sent) this.take(fresh, page.title);
  }

  take(fresh, title) {
    const open = all(this.root, "details[id]").map((each) => [each.id, each.open]);
    const saved = typed(this.root);
    Object.assign(this.root.dataset, fresh.dataset);
    this.root.replaceChildren(...fresh.childNodes);
    for (const [id, was] of open) {
      const same = document.getElementById(id);
      if (same instanceof HTMLDetailsElement) same.open = was;
    }
    for (const field of all(this.root, "form.option input:not([type=hidden])")) {
      const value = saved.get(`${field.form.dataset.key} ${field.name}`);
      if (value !== undefined) field.value = value;
    }
    this.title = title;
    this.swapped();
    this.entitle();
    this.announce();
    this.goOn();
  }

  announce() {
    const said = this.root.querySelector("#meeting-offer p, #ready .headline, #question");
    const live = document.getElementById("meeting-live");
    if (said && live) live.textContent = wordsOf(said);
  }

  /** One press is one choice. */
  submit(event) {
    if (event.defaultPrevented || event.target.method !== "post") return;
    if (this.sent) {
      event.preventDefault();
      return;
    }
    this.sent = true;
    this.root.classList.add("busy");
    window.addEventListener("pageshow", () => this.back(), { once: true });
  }

  /** The page is shown again from the browser's memory. */
  back() {
    this.sent = false;
    this.root.classList.remove("busy");
    this.poll();
  }
}
