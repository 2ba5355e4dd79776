// The builder replaces its part of the page at each change; what a person has open or half typed stays.
// On a narrow screen the long parts are folded until they are wanted.
(() => {
  "use strict";

  let kept = null;

  const narrow = matchMedia("(max-width: 59.99rem)");
  const folds = new Map(); // what a person has opened or closed, by id

  const fold = () => {
    for (const part of document.querySelectorAll("#builder details.fold")) {
      part.open = folds.get(part.id) ?? !narrow.matches;
    }
  };

  fold();
  narrow.addEventListener("change", () => {
    folds.clear();
    fold();
  });

  document.addEventListener("click", (event) => {
    const part = event.target.closest?.("#builder details.fold");
    if (part && event.target.closest("summary")) folds.set(part.id, !part.open); // it turns after the click
    const link = event.target.closest?.("#builder a[href^='#']");
    const inside = link && document.querySelector(`${link.getAttribute("href")} > details.fold:only-of-type`);
    if (!inside) return;
    inside.open = true; // whoever jumps to a part wants to see it
    folds.set(inside.id, true);
  });

  const typed = (field) =>
    field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const builder = document.getElementById("builder");
    if (!builder || event.detail.target !== builder) return;
    const form = event.detail.requestConfig?.elt?.closest?.("form");
    kept = {
      open: [...builder.querySelectorAll("details[open][id]")].map((each) => each.id),
      fields: [...builder.querySelectorAll("input[id], textarea[id]")]
        .filter((field) => field.form !== form && typed(field))
        .map((field) => ({ id: field.id, value: field.value, checked: field.checked })),
      focus: document.activeElement?.id,
    };
  });

  // Where one was; what was taken has a button to give it back in place of the one that took it, and at the
  // fewest bases the button for one fewer is off.
  const TWINS = [["take-", "give-"], ["give-", "take-"], ["fewer-", "more-bases-"], ["more-bases-", "fewer-"]];
  const back = (id) => {
    const found = document.getElementById(id);
    if (found && !found.disabled) return found;
    for (const [from, to] of TWINS) {
      if (id.startsWith(from)) return document.getElementById(to + id.slice(from.length));
    }
    return found;
  };

  document.addEventListener("htmx:afterSwap", () => {
    fold();
    if (!kept) return;
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    for (const { id, value, checked } of kept.fields) {
      const field = document.getElementById(id);
      if (!field) continue;
      if (field.type === "checkbox") field.checked = checked;
      else field.value = value;
    }
    if (kept.focus) back(kept.focus)?.focus({ preventScroll: true });
    kept = null;
  });
})();
