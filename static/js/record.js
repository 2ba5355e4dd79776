/* A record that is drawn anew, by one's own press or the other side's, keeps open what was open. */
(() => {
  "use strict";

  /** @type {() => NodeListOf<HTMLDetailsElement>} */
  const folds = () => document.querySelectorAll("#record details[id]");

  let open = new Set();
  let closed = new Set();

  const remember = () => {
    open = new Set();
    closed = new Set();
    for (const part of folds()) (part.open ? open : closed).add(part.id);
  };

  const restore = () => {
    for (const part of folds()) {
      if (open.has(part.id)) part.open = true;
      else if (closed.has(part.id)) part.open = false;
    }
  };

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "record") return;
    // What somebody is typing just now is not taken from them; the page looks again a moment later.
    const field = /** @type {any} */ (document.activeElement);
    const typing = field?.matches("#record input:not([type=hidden])") && field.value !== field.defaultValue;
    if (typing && event.detail.requestConfig?.verb === "get") event.detail.shouldSwap = false;
    else remember();
  });
  document.addEventListener("htmx:afterSwap", restore);
})();
