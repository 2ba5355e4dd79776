/* A proposed round: whoever drags one player onto another exchanges them, by the form that works without scripts. */

/** The player that an event is about. */
const playerOf = (/** @type {Event} */ event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-player]"));

/** @type {string | undefined} */
let dragged;

document.addEventListener("dragstart", (event) => {
  dragged = playerOf(event)?.dataset.player;
  if (dragged) event.dataTransfer?.setData("text/plain", dragged);
});

for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    const over = playerOf(event);
    if (dragged && over && over.dataset.player !== dragged) event.preventDefault();
  });
}

document.addEventListener("drop", (event) => {
  const other = playerOf(event)?.dataset.player;
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("exchange"));
  if (!dragged || !other || other === dragged || !form) return;
  event.preventDefault();
  for (const [name, player] of [["a.one", dragged], ["a.other", other]]) {
    const field = /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
    field.value = player;
  }
  form.requestSubmit();
});

document.addEventListener("dragend", () => {
  dragged = undefined;
});
