/* The pages of a campaign say when it has moved on. They do not change by themselves: somebody may be writing orders. */

import { button, element } from "../shared/dom.js";
import { Poll } from "../shared/poll.js";

const PACE = 10_000; // milliseconds between questions while there is no stream

class Follow extends Poll {
  constructor(root) {
    super(root, { name: "campaign", what: "campaign", asked: "", pace: PACE, silence: "The server does not answer." });
    this.begin();
  }

  /** Says what has happened, and goes on listening: the page may stay open. */
  async refresh() {
    const { revision, words } = JSON.parse(await this.page(this.root.dataset.news));
    this.root.dataset.revision = String(revision);
    document.getElementById("campaign-news")?.remove();
    const show = button("Show what is new", () => window.location.reload());
    const said = element("div", {}, ...words.map((each) => element("p", {}, each)));
    this.root.append(element("div", { id: "campaign-news", class: "notice info", role: "status" }, said, show));
  }
}

const root = document.getElementById("campaign-head");
if (root) new Follow(root);
