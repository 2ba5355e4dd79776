// What the pages bring along that scripts find there, and what many scripts speak of.

/** A place: x and y, in whatever unit. */
type Point = [number, number];

interface Htmx {
  ajax(verb: string, address: string, how: object): Promise<void>;
}

declare const htmx: Htmx;

interface Window {
  htmx?: Htmx;
}

interface DocumentEventMap {
  "htmx:afterRequest": CustomEvent;
  "htmx:afterSettle": CustomEvent;
  "htmx:afterSwap": CustomEvent;
  "htmx:beforeRequest": CustomEvent;
  "htmx:beforeSwap": CustomEvent;
  "htmx:configRequest": CustomEvent;
  "htmx:responseError": CustomEvent;
}
