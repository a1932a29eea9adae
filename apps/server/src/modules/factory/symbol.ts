const symbolLength = 3;

/**
 * A Tribe's symbol: the first 3 letters or digits of the display name, else of the handle, in capitals (spec section 5).
 * @returns null when neither has one.
 */
export const deriveSymbol = (displayName: string, handle: string | null): string | null => {
  const of = (text: string) =>
    text
      .replace(/[^A-Za-z0-9]/g, "")
      .slice(0, symbolLength)
      .toUpperCase();
  return of(displayName) || of(handle ?? "") || null;
};
