const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGITS_PER_LIMB = 5;
const LIMB_BASE = 58 ** DIGITS_PER_LIMB;
const VALUE_OF_CODE = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUE_OF_CODE[ALPHABET.charCodeAt(i)] = i;

/** Encodes bytes as base58. Works in limbs of five digits, because addresses are encoded thousands of times a second. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  const limbs: number[] = [];
  let at = zeros;
  // Two bytes a step: limb * 65536 + carry stays below 2^53.
  const odd = (bytes.length - zeros) % 2 === 1;
  while (at < bytes.length) {
    const single = odd && at === zeros;
    const shift = single ? 256 : 65536;
    let carry = single ? (bytes[at] ?? 0) : (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    at += single ? 1 : 2;
    for (let i = 0; i < limbs.length; i++) {
      const value = (limbs[i] ?? 0) * shift + carry;
      carry = Math.floor(value / LIMB_BASE);
      limbs[i] = value - carry * LIMB_BASE;
    }
    if (carry > 0) limbs.push(carry);
  }
  let text = "";
  for (let i = 0; i < limbs.length; i++) {
    let limb = limbs[i] ?? 0;
    let part = "";
    for (let d = 0; d < DIGITS_PER_LIMB && (limb > 0 || i < limbs.length - 1); d++) {
      part = ALPHABET.charAt(limb % 58) + part;
      limb = Math.floor(limb / 58);
    }
    text = part + text;
  }
  return "1".repeat(zeros) + text;
}

/** Decodes base58 text, or gives `undefined` when a character is not of the alphabet. */
export function decodeBase58(text: string): Buffer | undefined {
  let ones = 0;
  while (ones < text.length && text.charCodeAt(ones) === 49) ones++;
  const limbs: number[] = [];
  for (let at = ones; at < text.length; ) {
    const step = Math.min(4, text.length - at);
    let carry = 0;
    for (let i = 0; i < step; i++) {
      const code = text.charCodeAt(at + i);
      const digit = code < 128 ? (VALUE_OF_CODE[code] ?? -1) : -1;
      if (digit < 0) return undefined;
      carry = carry * 58 + digit;
    }
    at += step;
    const factor = 58 ** step;
    for (let i = 0; i < limbs.length; i++) {
      const value = (limbs[i] ?? 0) * factor + carry;
      carry = Math.floor(value / 0x1000000);
      limbs[i] = value - carry * 0x1000000;
    }
    if (carry > 0) limbs.push(carry);
  }
  const bytes: number[] = [];
  for (let i = limbs.length - 1; i >= 0; i--) {
    const limb = limbs[i] ?? 0;
    bytes.push(limb >>> 16, (limb >>> 8) & 255, limb & 255);
  }
  const first = bytes.findIndex((byte) => byte !== 0);
  return Buffer.concat([Buffer.alloc(ones), Buffer.from(first < 0 ? [] : bytes.slice(first))]);
}
