/** The first 3 letters or digits of the display name, else of the handle, as capitals; null when neither has one. */
export const deriveSymbol = (displayName: string, handle: string): string | null => {
  for (const source of [displayName, handle]) {
    const letters = source.replace(/[^A-Za-z0-9]/g, "").slice(0, 3);
    if (letters) return letters.toUpperCase();
  }
  return null;
};
