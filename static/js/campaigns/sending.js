/* Orders are sent after the draft that is being saved, and no draft after them: else one would overtake the other,
   and the page would say that its own draft came from another window. */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-orders]"));
let saving = false;
let leaving = false;
/** @type {{ name: string, value: string } | null} */
let pressed = null;

/** The button that was pressed, or the one that has come in its place with the saved draft. */
const button = ({ name, value }) =>
  /** @type {HTMLButtonElement | null} */ (form?.querySelector(`button[name="${name}"][value="${CSS.escape(value)}"]`));

const saved = () => {
  saving = false;
  if (!pressed) return;
  const again = button(pressed);
  pressed = null;
  form?.requestSubmit(again);
};

if (form) {
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target !== form) return;
    if (leaving) event.preventDefault();
    else saving = true;
  });
  for (const name of ["afterSettle", "responseError", "sendError"]) {
    document.addEventListener(`htmx:${name}`, () => saving && saved());
  }
  form.addEventListener("submit", (event) => {
    const { name = "", value = "" } = /** @type {any} */ (event.submitter ?? {});
    if (!saving || !name) {
      leaving = true;
      return;
    }
    event.preventDefault();
    pressed = { name, value };
  });
  window.addEventListener("pageshow", () => {
    leaving = false;
  });
}
