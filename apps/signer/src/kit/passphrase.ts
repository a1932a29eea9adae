/** Crockford's base 32: no I, L, O or U, so that nothing is mistaken for a digit, or for a word. */
export const kitAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 26 random signs of 5 bits: 130 bits, which nobody guesses. */
const secretLength = 26;
/** Two more that tell a mistyped sign, or two that changed places. */
const checkLength = 2;
const groupLength = 4;
/** A prime just below what two signs can say. */
const checkPrime = 1_021;

/** Random signs of the alphabet, each with the same chance. */
export const randomSigns = (count: number): string =>
  // 256 is a multiple of 32.
  [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => kitAlphabet[byte % 32]).join("");

const checkOf = (secret: string): string => {
  let sum = 0;
  for (const sign of secret) sum = (sum * 32 + kitAlphabet.indexOf(sign)) % checkPrime;
  return `${kitAlphabet[Math.floor(sum / 32)]}${kitAlphabet[sum % 32]}`;
};

/** Makes a passphrase: seven groups of four, to be written down. */
export const newPassphrase = (): string => {
  const secret = randomSigns(secretLength);
  return ((secret + checkOf(secret)).match(new RegExp(`.{${groupLength}}`, "g")) ?? []).join("-");
};

/** What of a passphrase is secret, however it was typed; null when a sign is wrong, missing or too many. */
export const readPassphrase = (typed: string): string | null => {
  const signs = typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  if (signs.length !== secretLength + checkLength) return null;
  if (![...signs].every((sign) => kitAlphabet.includes(sign))) return null;
  const secret = signs.slice(0, secretLength);
  return checkOf(secret) === signs.slice(secretLength) ? secret : null;
};
