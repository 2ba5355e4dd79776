/* Small comforts on top of pages that work without any script. */
(() => {
  "use strict";

  const notice = (text) => {
    const place = document.getElementById("messages");
    if (!place) return;
    const line = document.createElement("p");
    line.className = "notice error";
    line.textContent = text;
    place.replaceChildren(line);
    line.scrollIntoView({ block: "nearest" });
  };

  // <form data-confirm="Delete this list?">
  document.addEventListener("submit", (/** @type {any} */ event) => {
    const question = event.submitter?.dataset.confirm || event.target.dataset.confirm;
    if (question && !window.confirm(question)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  // <select data-autosubmit>: the form's button is for those without scripts.
  document.addEventListener("change", (/** @type {any} */ event) => {
    if (event.target.matches("[data-autosubmit]")) event.target.form?.requestSubmit();
  });

  // <button type="button" data-copy="text" data-copied="Copied" hidden>: shown only where it works.
  const offerCopying = (root) => {
    if (!navigator.clipboard) return;
    for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  };
  document.addEventListener("click", async (/** @type {any} */ event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied || "Copied";
  });

  // Tables that scroll sideways can be scrolled with the keyboard.
  const reachTables = (root) => {
    for (const box of root.querySelectorAll(".scroll")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };

  const prepare = (root) => {
    offerCopying(root);
    reachTables(root);
  };
  document.addEventListener("DOMContentLoaded", () => prepare(document));
  document.addEventListener("htmx:afterSettle", (event) => prepare(event.target));
  document.addEventListener("htmx:sendError", () => notice("The site cannot be reached. What you did was not saved."));
  document.addEventListener("htmx:responseError", (event) =>
    notice(`That did not work (${event.detail.xhr.status}). Reload the page and try again.`));
})();
