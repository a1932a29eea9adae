/** Crockford's base 32: without I, L, O and U, so that no letter is mistaken for a digit, and no words appear. */
export const kitAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 26 random characters of 5 bits: 130 bits, which nobody can guess. */
const secretLength = 26;
/** Two more detect a mistyped character, or two that were swapped. */
const checkLength = 2;
const groupLength = 4;
/** The largest prime below the number of values of two characters. */
const checkPrime = 1_021;

/** Random characters of the alphabet, uniformly distributed. */
export const randomSigns = (count: number): string =>
  // Without bias: 256 is a multiple of 32.
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

/** The secret part of a passphrase, however it was typed; null when a character is wrong, missing or too many. */
export const readPassphrase = (typed: string): string | null => {
  const signs = typed.toUpperCase().replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  if (signs.length !== secretLength + checkLength) return null;
  if (![...signs].every((sign) => kitAlphabet.includes(sign))) return null;
  const secret = signs.slice(0, secretLength);
  return checkOf(secret) === signs.slice(secretLength) ? secret : null;
};
