/* What is right again leaves the page of orders, once a draft has saved itself. */

import { all } from "../shared/dom.js";

const clear = () => {
  const state = document.getElementById("order-state");
  if (!state) return;
  if (!("unsaved" in state.dataset)) document.getElementById("not-given")?.remove();
  const wrong = new Set(state.dataset.wrong?.split(" "));
  for (const list of all(document, ".order .errors[id]")) {
    const field = list.id.replace(/_error$/u, "");
    if (wrong.has(field)) continue;
    list.closest(".field").classList.remove("wrong");
    document.getElementById(field)?.removeAttribute("aria-invalid");
    list.remove();
  }
  for (const order of all(document, ".order.faulty")) {
    if (!order.querySelector(".errors")) order.classList.remove("faulty");
  }
};

document.addEventListener("htmx:afterSettle", clear);
