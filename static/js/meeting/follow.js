/* Following a meeting: a question, again and again, whether it has moved on; then the page is brought up to date. */

const BEAT = 1000; // milliseconds between questions while the page is seen
const HIDDEN_BEAT = 10_000;
const SLOWEST_BEAT = 15_000;
const PATIENCE = 20_000;
const GONE = [401, 403, 404, 410];
const SILENT = 2; // questions without an answer before it is said

/** What was typed into the forms of a page, by the key of the form and the name of the field. */
const typed = (root) => {
  const kept = new Map();
  for (const field of root.querySelectorAll("form.option input:not([type=hidden])")) {
    kept.set(`${field.form.dataset.key} ${field.name}`, field.value);
  }
  return kept;
};

export class Follow {
  constructor(root, swapped) {
    this.root = root;
    this.swapped = swapped;
    this.failures = 0;
    this.title = document.title;
    root.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("visibilitychange", () => document.hidden || this.beat());
    this.entitle();
    this.goOn();
    this.later();
  }

  later() {
    clearTimeout(this.timer);
    if (this.stopped || this.root.dataset.over) return;
    const wait = Math.min(SLOWEST_BEAT, BEAT * 2 ** this.failures);
    this.timer = setTimeout(() => this.beat(), document.hidden ? HIDDEN_BEAT : wait);
  }

  async beat() {
    if (this.asking || this.sent || this.stopped) return;
    this.asking = true;
    try {
      await this.ask();
      this.failures = 0;
      this.notice("");
    } catch {
      this.failures += 1;
      if (this.failures >= SILENT) this.notice("The server does not answer. This page keeps trying.");
    }
    this.asking = false;
    this.later();
  }

  async ask() {
    const { pulse, revision } = this.root.dataset;
    const answer = await fetch(pulse + revision, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (GONE.includes(answer.status)) {
      this.stopped = true;
      this.notice("This meeting can no longer be followed from here. Load the page again.");
      return;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    if (answer.status !== 204 && (await answer.json()).revision !== Number(revision)) await this.refresh();
  }

  /** Fetches the page and takes from it what has changed. */
  async refresh() {
    const answer = await fetch(this.root.dataset.home, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("meeting");
    if (!fresh) {
      window.location.reload();
      return;
    }
    if (!this.sent) this.take(fresh, page.title);
  }

  take(fresh, title) {
    const open = [...this.root.querySelectorAll("details[id]")].map((each) => [each.id, each.open]);
    const kept = typed(this.root);
    Object.assign(this.root.dataset, fresh.dataset);
    this.root.replaceChildren(...fresh.childNodes);
    for (const [id, was] of open) {
      const same = document.getElementById(id);
      if (same) same.open = was;
    }
    for (const field of this.root.querySelectorAll("form.option input:not([type=hidden])")) {
      const value = kept.get(`${field.form.dataset.key} ${field.name}`);
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
    if (said && live) live.textContent = said.textContent.replace(/\s+/g, " ").trim();
  }

  /** The title of the window tells who works in another one that it is his turn. */
  entitle() {
    document.title = this.root.querySelector("form.option") ? `● ${this.title}` : this.title;
  }

  /** Where the tactician is to decide he is let on. */
  goOn() {
    const form = document.getElementById("meeting-advance");
    if (form) queueMicrotask(() => form.requestSubmit());
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
    this.beat();
  }

  notice(words) {
    const old = document.getElementById("meeting-notice");
    if (old?.textContent === words) return;
    old?.remove();
    if (!words) return;
    const box = document.createElement("p");
    box.id = "meeting-notice";
    box.className = "notice warning";
    box.setAttribute("role", "status");
    box.textContent = words;
    this.root.prepend(box);
  }
}
