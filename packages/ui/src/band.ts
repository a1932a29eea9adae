/** Twelve colours that can be told apart on white and on black. */
const palette = [
  ...["#e5484d", "#f76b15", "#ffc53d", "#9fce32", "#2f9e59", "#12a594"],
  ...["#00a2c7", "#3e7bfa", "#6a5be0", "#a84bd3", "#d6409f", "#8d7462"],
] as const;

const stripePixels = 12;

/** Four different colours derived from an address: an address that differs in one character gets others. */
export const coloursOf = (address: string): string[] => {
  // FNV-1a: it only has to scatter
  let hash = 0x811c9dc5;
  for (const character of address) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  const left: string[] = [...palette];
  return Array.from({ length: 4 }, () => {
    const [colour = ""] = left.splice(hash % left.length, 1);
    hash = Math.floor(hash / (left.length + 1));
    return colour;
  });
};

/** A CSS image of slanted stripes in a wallet's colours. */
export const bandOf = (address: string): string => {
  const stops = coloursOf(address).map(
    (colour, index) => `${colour} ${index * stripePixels}px ${(index + 1) * stripePixels}px`,
  );
  return `repeating-linear-gradient(-45deg, ${stops.join(", ")})`;
};
