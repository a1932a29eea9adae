/** What a spreadsheet would run, or skip to run what follows (OWASP, CSV injection), full-width signs included. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u;

/**
 * One line of a CSV file after RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front,
 * which it shows as text.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

const cellOf = (text: string): string => {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$|^'/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
