/**
 * Characters with which a spreadsheet begins a formula, or which it skips before one (OWASP, CSV injection), full-width forms
 * included.
 */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u;

/**
 * One line of a CSV file by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front, which makes
 * it text.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

const cellOf = (text: string): string => {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$|^'/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
