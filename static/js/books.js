// The editor of a book saves what is filled in while one goes on; here is what a page alone cannot do.
(() => {
  "use strict";

  const wide = matchMedia("(min-width: 60rem)");
  const opened = new Map(); // what a person has opened or closed, by id

  const fold = () => {
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const parts = document.querySelectorAll("#book-editor details[id]");
    for (const part of parts) {
      if (opened.has(part.id)) part.open = opened.get(part.id);
      else if (part.id === "outline-fold") part.open = wide.matches || part.hasAttribute("data-begin");
    }
  };

  fold();
  wide.addEventListener("change", fold);

  document.addEventListener("click", (/** @type {any} */ event) => {
    const part = event.target.closest?.("#book-editor summary")?.parentElement;
    if (part?.id) opened.set(part.id, !part.open); // it turns after the click
  });

  // What is new is where the writing goes on.
  document.addEventListener("htmx:afterSwap", (event) => {
    fold();
    const asked = event.detail.requestConfig?.parameters?.do ?? event.detail.requestConfig?.formData?.get?.("do");
    const verb = String(asked ?? "");
    if (!verb.startsWith("add:")) return;
    const rows = document.querySelectorAll(`#f-${CSS.escape(verb.slice(4).replace(/[^A-Za-z0-9_]+/g, "-").replace(/^-|-$/g, ""))} > .row`);
    const place = rows.length ? rows[rows.length - 1] : document.getElementById("book-sheet");
    if (place instanceof HTMLDetailsElement) {
      place.open = true;
      opened.set(place.id, true);
    }
    place?.scrollIntoView({ block: "nearest" });
    const field = place?.querySelector("input:not([type=hidden]), select, textarea");
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  });
})();
