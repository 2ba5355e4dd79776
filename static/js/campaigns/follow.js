/* The pages of a campaign say when it has moved on. They do not change by themselves: somebody may be writing orders. */

import { button, element } from "../shared/dom.js";
import { Poll } from "../shared/poll.js";

const PACE = 10_000; // milliseconds between questions while there is no stream

class Follow extends Poll {
  constructor(root) {
    super(root, { name: "campaign", what: "campaign", asked: "", pace: PACE, silence: "The server does not answer." });
    this.begin();
  }

  async refresh() {
    this.stop("");
    const said = element("p", {}, "This campaign has changed.");
    const show = button("Show what is new", () => window.location.reload());
    this.root.append(element("div", { id: "campaign-notice", class: "notice info", role: "status" }, said, show));
  }
}

const root = document.getElementById("campaign-head");
if (root) new Follow(root);
