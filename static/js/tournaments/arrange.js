/* A proposed round: whoever drags one player onto another reads what the exchange would break, and drops them to
   the page on which they confirm it. */

/** The player that an event is about. */
const playerOf = (/** @type {Event} */ event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-player]"));

/** @type {HTMLElement | undefined} */
let dragged;
/** What an exchange with each other player breaks, in words. @type {Map<string, string>} */
let breaks = new Map();

/** The address of the page that says what exchanges of a player break. */
function address(/** @type {string} */ one, other = "") {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("exchange"));
  return `${form.action}?${new URLSearchParams(other ? { one, other } : { one })}`;
}

async function learn(/** @type {string} */ one) {
  breaks = new Map();
  const answer = await fetch(address(one), { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || dragged?.dataset.player !== one) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const each of page.querySelectorAll("[data-other]")) {
    breaks.set(each.getAttribute("data-other") ?? "", (each.textContent ?? "").trim());
  }
}

function say(/** @type {HTMLElement | null} */ over) {
  const note = document.getElementById("drag-note");
  const said = over && breaks.get(over.dataset.player ?? "");
  if (!note) return;
  note.hidden = !said;
  note.textContent = said ? `${dragged?.textContent} for ${over.textContent}: ${said}` : "";
}

document.addEventListener("dragstart", (event) => {
  dragged = playerOf(event) ?? undefined;
  if (!dragged) return;
  event.dataTransfer?.setData("text/plain", dragged.dataset.player ?? "");
  learn(dragged.dataset.player ?? "");
});

for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    if (!dragged) return;
    const over = playerOf(event);
    const other = over && over.dataset.player !== dragged.dataset.player ? over : null;
    if (other) event.preventDefault();
    say(other);
  });
}

document.addEventListener("drop", (event) => {
  const other = playerOf(event)?.dataset.player;
  const one = dragged?.dataset.player;
  if (!one || !other || other === one || !document.getElementById("exchange")) return;
  event.preventDefault();
  window.location.assign(address(one, other));
});

document.addEventListener("dragend", () => {
  dragged = undefined;
  say(null);
});
