/* Exchanging parts of the page for what the server sent, without losing what a person is in the middle of. */

import { all, keyOf, wordsOf } from "../shared/dom.js";

const PARTS = [
  "board-head",
  "board-offers",
  "board-ground",
  "board-pieces",
  "board-caption",
  "board-legend",
  "board-panel",
  "board-inspection",
  "board-units",
  "board-log",
];

export const read = (text) => new DOMParser().parseFromString(text, "text/html");

/** What the fragments say of the battle: { revision, events, over, url }; null if they are none of ours. */
export const meta = (page) => page.getElementById("board-meta")?.dataset ?? null;

const forms = () => all(document, "#board-panel form[data-key]");

const numbersOf = (form) => [...form.elements].filter((field) => field.type === "number");

/** What was typed into the forms of the options, by option. */
const typed = () => {
  const found = new Map();
  for (const form of forms()) {
    const fields = numbersOf(form);
    const changed = fields.some((field) => field.value !== field.defaultValue);
    if (changed) found.set(keyOf(form.dataset.key), fields.map((field) => field.value));
  }
  return found;
};

const retype = (saved) => {
  for (const form of forms()) {
    const values = saved.get(keyOf(form.dataset.key)) ?? [];
    const fields = numbersOf(form);
    if (values.length === fields.length) fields.forEach((field, i) => Object.assign(field, { value: values[i] }));
  }
};

const opened = () => all(document, "#board details[open]").map(placeOf).filter(Boolean);

/** What distinguishes a fold of the page from the others: its own id, that of the line it stands in, or its words. */
const placeOf = (fold) =>
  fold.id || fold.closest("li[id]")?.id || wordsOf(fold.querySelector("summary"));

const reopen = (ids) => {
  if (!ids.length) return;
  for (const fold of all(document, "#board details")) if (ids.includes(placeOf(fold))) fold.open = true;
};

/** Makes a change to the page after which the folds that were open are open again. */
export const keepingFolds = (change) => {
  const folds = opened();
  change();
  reopen(folds);
};

/** How to find again what has the focus; null if it is not in a part that is exchanged. */
const focused = (leave) => {
  const active = /** @type {any} */ (document.activeElement);
  const part = PARTS.find((id) => active?.closest(`#${id}`));
  if (!part || leave.includes(part)) return null;
  const form = active.closest("form");
  const [key, action] = [keyOf(form?.dataset.key ?? ""), form?.getAttribute("action")];
  return { part, key, action, id: active.id, name: active.name ?? "" };
};

const refocus = (was) => {
  if (!was || (document.activeElement && document.activeElement !== document.body)) return;
  const part = document.getElementById(was.part);
  if (!part) return;
  const among = all(part, "form");
  const form = was.key
    ? among.find((each) => keyOf(each.dataset.key ?? "") === was.key)
    : was.action && among.find((each) => !each.dataset.key && each.getAttribute("action") === was.action);
  // Ids of fields count the options, which may be others by now: the form comes first.
  const inForm = form && ((was.name && form.elements.namedItem(was.name)) || form.querySelector("button:not([type=button])"));
  const byId = !was.key && was.id ? document.getElementById(was.id) : null;
  const target = inForm || byId || part.querySelector("[tabindex='-1']");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  else if (part.matches("div, section, aside")) {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
};

/**
 * Exchanges every part that the answer holds, but for those named in `leave`. What was typed stays, and the
 * focus, unless it is `done`: a choice was made with it.
 */
export const exchange = (page, leave = [], done = false) => {
  const [numbers, focus] = done ? [new Map(), null] : [typed(), focused(leave)];
  keepingFolds(() => swap(page, leave));
  retype(numbers);
  refocus(focus);
};

const swap = (page, leave) => {
  for (const id of PARTS) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (!old || !fresh || leave.includes(id)) continue;
    const scrolled = old.scrollTop;
    const now = document.importNode(fresh, true);
    old.replaceWith(now);
    now.scrollTop = scrolled;
  }
};
