// The builder replaces its part of the page at each change; what a person has open or half typed stays.
(() => {
  "use strict";

  let kept = null;

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

  document.addEventListener("htmx:afterSwap", () => {
    if (!kept) return;
    for (const id of kept.open) document.getElementById(id)?.setAttribute("open", "");
    for (const { id, value, checked } of kept.fields) {
      const field = document.getElementById(id);
      if (!field) continue;
      if (field.type === "checkbox") field.checked = checked;
      else field.value = value;
    }
    if (kept.focus) document.getElementById(kept.focus)?.focus({ preventScroll: true });
    kept = null;
  });
})();
