/* The clock of a round counts down by the server's time: clocks of phones differ. */

const SECOND = 1_000;

export function tick() {
  const clock = /** @type {HTMLElement | null} */ (document.querySelector(".clock[data-ends]"));
  if (!clock) return;
  clock.dataset.ahead ??= String(Date.parse(clock.dataset.now ?? "") - Date.now());
  const left = Math.max(0, Math.round((Date.parse(clock.dataset.ends ?? "") - Date.now() - Number(clock.dataset.ahead)) / SECOND));
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  if (!left && clock.dataset.over === undefined) {
    if (clock.dataset.ran) document.dispatchEvent(new Event("time-up"));
    clock.dataset.over = "";
  } else if (left) clock.dataset.ran = "1";
  clock.textContent = left ? `${parts.map((each) => String(each).padStart(2, "0")).join(":")} left` : "Time is up";
}

/** Counts down from now on. */
export function countDown() {
  tick();
  setInterval(tick, SECOND);
}
