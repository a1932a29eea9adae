/** Joins class names and drops empty ones. The order here does not decide which style wins: the style sheet's does. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");
