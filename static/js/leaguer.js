/* Small comforts on top of pages that work without any script. */
(() => {
  "use strict";

  // Times are shown in this browser's time zone, which the site learns from a cookie.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.split("; ").includes(`timezone=${zone}`)) {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
  }

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

  // <a class="rule-switch" role="switch">: shows or hides the numbers of rules at once; the cookie tells the next page.
  const switchRules = (event) => {
    if (!event.target.closest?.(".rule-switch")) return;
    if (event.type === "keydown" && event.key !== " ") return;
    event.preventDefault();
    const on = document.documentElement.classList.toggle("rule-numbers");
    const secure = window.location.protocol === "https:" ? "; secure" : "";
    document.cookie = `rule-numbers=${on ? 1 : 0}; path=/; max-age=31536000; samesite=lax${secure}`;
    for (const each of document.querySelectorAll(".rule-switch")) each.setAttribute("aria-checked", String(on));
  };
  document.addEventListener("click", switchRules);
  document.addEventListener("keydown", switchRules);

  // <select data-autosubmit>: the form's button is for those without scripts.
  document.addEventListener("change", (/** @type {any} */ event) => {
    if (event.target.matches("[data-autosubmit]")) event.target.form?.requestSubmit();
  });

  // <div class="edit-line">: who writes in its field, or chooses there, means the answer that it belongs to.
  document.addEventListener("input", (/** @type {any} */ event) => {
    const answer = event.target.closest(".edit-line")?.querySelector("[type=radio]");
    if (answer) answer.checked = true;
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

  // An address that names something in a fold opens it: not every browser does so itself.
  const openNamed = () => {
    const named = document.getElementById(window.location.hash.slice(1));
    const folds = [...document.querySelectorAll("details:not([open])")].filter((fold) => fold.contains(named));
    for (const fold of folds) fold.setAttribute("open", "");
    if (folds.length) named?.scrollIntoView();
  };
  window.addEventListener("hashchange", openNamed);
  if (window.location.hash) openNamed();

  // <button type="button" data-print hidden>: prints the page.
  document.addEventListener("click", (/** @type {any} */ event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  // Tables that scroll sideways can be scrolled with the keyboard.
  const reachTables = (root) => {
    for (const box of root.querySelectorAll(".scroll")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };

  // Tabs that scroll sideways fade out where there are more, and show the one that is open.
  const fadeTabs = (/** @type {Element} */ tabs) => {
    tabs.toggleAttribute("data-before", tabs.scrollLeft > 1);
    tabs.toggleAttribute("data-after", tabs.scrollLeft + tabs.clientWidth < tabs.scrollWidth - 1);
  };
  const ROWS = ".tabs, .masthead nav ul"; // what moves sideways where it does not fit
  const showTab = (root) => {
    for (const tabs of root.querySelectorAll(ROWS)) {
      const tab = tabs.querySelector("[aria-current]");
      if (tab) tabs.scrollLeft += tab.getBoundingClientRect().right + 40 - tabs.getBoundingClientRect().right;
      fadeTabs(tabs);
    }
  };
  document.addEventListener("scroll", (/** @type {any} */ event) => {
    if (event.target.matches?.(ROWS)) fadeTabs(event.target);
  }, true);
  window.addEventListener("resize", () => showTab(document));

  const prepare = (root) => {
    offerCopying(root);
    reachTables(root);
    for (const button of root.querySelectorAll("[data-print][hidden]")) button.hidden = false;
    showTab(root);
  };
  document.addEventListener("DOMContentLoaded", () => prepare(document));
  document.addEventListener("htmx:afterSettle", (event) => prepare(event.target));
  document.addEventListener("htmx:sendError", () => notice("The site cannot be reached. What you did was not saved."));
  document.addEventListener("htmx:responseError", (event) =>
    notice(`That did not work (${event.detail.xhr.status}). Reload the page and try again.`));
})();
