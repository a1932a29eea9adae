/** Joins class names and drops what is empty. Later names win only by the order of the style sheet. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");
