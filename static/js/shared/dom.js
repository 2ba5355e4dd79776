/* Making elements, and reading what the page carries in attributes. */

const SVG = "http://www.w3.org/2000/svg";

const furnish = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** An element of a drawing: shape("path", { d: "…" }). */
export const shape = (name, attributes = {}, ...children) =>
  furnish(document.createElementNS(SVG, name), attributes, children);

/** An element of the page: element("button", { type: "button" }, "Fit"). */
export const element = (name, attributes = {}, ...children) =>
  furnish(document.createElement(name), attributes, children);

/** The parts of a page that a selector finds. @returns {any[]} */
export const all = (root, selector) => [...root.querySelectorAll(selector)];

/** A small button that does something when it is pressed. */
export const button = (words, does, attributes = {}) => {
  const made = element("button", { type: "button", class: "button quiet small", ...attributes }, words);
  made.addEventListener("click", does);
  return made;
};

/** What JSON in an attribute says, `otherwise` if there is none that can be read. */
export const parsed = (text, otherwise = /** @type {any} */ (null)) => {
  if (!text) return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
};

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
};

/** One spelling for the key of an option, whether it comes as text or as an object. */
export const keyOf = (key) => {
  const value = typeof key === "string" ? parsed(key) : key;
  return value ? JSON.stringify(sorted(value)) : "";
};

/** A number as a person writes it: two decimals at most. */
export const rounded = (value) => String(Math.round(value * 100) / 100);

/** A chance in per cent. */
export const percent = (chance) => `${Math.round(chance * 100)}%`;

/** A key without regard to capitals; "" if it goes with another one, or is meant for a field of a form. */
export const plainKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return "";
  if (event.target instanceof Element && isTyping(event.target)) return "";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
};

/** Whether keys are meant for a field of a form, not for the board. */
export const isTyping = (target) => Boolean(target.closest("input, select, textarea, [contenteditable]"));

/** What a person hears of an element: its words without the page's line breaks. */
export const wordsOf = (part) => (part?.textContent ?? "").replace(/\s+/g, " ").trim();
