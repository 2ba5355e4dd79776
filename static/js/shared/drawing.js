/* Writing drawings as text. */

/** A text as it stands in an attribute or between tags. */
export const escaped = (text) => String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A number of a drawing with one decimal. */
export const short = (number) => Math.round(number * 10) / 10;
