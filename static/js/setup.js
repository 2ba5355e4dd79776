// The set-up of a battle: as soon as a list is chosen, only what belongs to its rules is offered, and whoever
// names an opponent decides by hand.
(() => {
  "use strict";

  /** @type {(selector: string, root?: ParentNode) => any[]} */
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  const [form] = all("form.setup");
  if (!form) return;
  const [first, second] = ["a", "b"].map((letter) => form.elements[`${letter}-army`]);
  const table = form.elements.table;
  const limits = JSON.parse(document.getElementById("limits")?.textContent ?? "{}");
  const named = (select) => {
    // A group is called `Your lists, Snaphance`.
    const group = select?.selectedOptions[0]?.closest("optgroup");
    return group ? Object.keys(limits).find((name) => group.label.endsWith(name)) ?? "" : "";
  };

  const narrow = (select, system, empty) => {
    for (const group of all("optgroup", select)) {
      group.hidden = group.disabled = Boolean(system) && !group.label.endsWith(system);
    }
    if (select.selectedOptions[0]?.closest("optgroup")?.disabled) select.value = empty;
  };

  const fit = () => {
    const system = named(first);
    narrow(second, system, "");
    const fought = system || named(second);
    narrow(table, fought, "usual");
    const parts = all("[data-system]", form);
    for (const part of parts) part.hidden = Boolean(fought) && part.dataset.system !== fought;
    const [agreements] = all(".agreements", form);
    if (agreements) agreements.hidden = parts.every((part) => part.hidden);
    const limit = limits[fought];
    for (const name of limit ? ["width", "depth"] : []) {
      const field = form.elements[name];
      [field.min, field.max] = [limit.least, limit[name]];
      const words = form.querySelector(`label[for=${field.id}]`);
      words.textContent = words.textContent.replace(/ in .*,/, ` in ${limit.unit},`);
    }
    const measures = table.value === "other";
    for (const name of ["width", "depth"]) form.elements[name].closest(".field").hidden = !measures;
  };
  if (first && second && table) {
    for (const select of [first, second, table]) select.addEventListener("change", fit);
    fit();
  }

  const { opponent } = form.elements;
  const whoDecides = all("[name=who]", form);
  let before = null; // what was chosen before there was an opponent
  const against = () => {
    const other = Boolean(opponent.value.trim());
    const chosen = whoDecides.find((each) => each.checked);
    if (other && chosen?.value !== "hand") {
      before = chosen;
      whoDecides.find((each) => each.value === "hand").checked = true;
    } else if (!other && before) {
      before.checked = true;
      before = null;
    }
    for (const each of whoDecides) each.disabled = other && each.value !== "hand";
  };
  opponent?.addEventListener("input", against);
  if (opponent?.value) against();
})();
